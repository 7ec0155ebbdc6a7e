//! `take_step::name`: a state after an operation that is possible.
//!
//! The state has the values that the operation gives to its fields. That it has the invariant is the lemma of the
//! operation; that the relation holds in the strong sense is the proof of what it asserts.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::operations;
use crate::ast::{Kind, Machine, Operation};
use crate::meaning::{CURRENT, acts, asserts};
use crate::params;

/// The module. A machine whose transitions have labels has no such functions for them.
pub(super) fn module(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let has_labels = machine.label.is_some();
    let operations = machine.operations.iter().filter(|operation| operation.kind != Kind::Property && !has_labels);
    let functions = operations.map(|operation| function(machine, operation));
    quote_spanned! {span=>
        pub mod take_step {
            use super::*;
            #(#functions)*
        }
    }
}

fn function(machine: &Machine, operation: &Operation) -> TokenStream {
    let (name, span) = (&operation.name, operation.name.span());
    let is_init = operation.kind == Kind::Init;
    let (ty, state) = (params::ty(machine, "State", span), params::path(machine, "State", span));
    let (generics, bounds) = params::function(machine);
    let (params, arguments) = (params::of(operation), params::arguments(operation));
    let (pre, pre_name) = match is_init {
        true => (None, None),
        false => (Some(quote_spanned!(span=> pre: #ty,)), Some(quote_spanned!(span=> pre,))),
    };
    let invariant = (!is_init).then(|| quote_spanned!(span=> pre.invariant(),));
    let enabled = params::named(name, "_enabled");
    let relation = if is_init { name.clone() } else { params::named(name, "_strong") };
    let acts = acts(machine, operation);
    let post = match operation.kind {
        Kind::Readonly => quote_spanned!(span=> let post = pre;),
        _ => {
            let values = operations::meaning(machine, operation).all_values(&acts);
            let fields = machine.fields.iter().map(|field| {
                let (name, variable) =
                    (Ident::new(&field.name.to_string(), span), Ident::new(&format!("{CURRENT}{}", field.name), span));
                quote_spanned!(span=> #name: #variable)
            });
            quote_spanned!(span=> let post: #ty = { #values #state { #(#fields),* } };)
        }
    };
    let claims = asserts(&acts).then(|| {
        let claims = params::named(name, "_asserts");
        quote_spanned!(span=> #state::#claims(pre, #(#arguments),*);)
    });
    let lemma = machine.lemmas.iter().find(|lemma| lemma.operation == *name).map(|lemma| {
        let lemma = &lemma.function.sig.ident;
        quote_spanned!(span=> #state::#lemma(#pre_name post, #(#arguments),*);)
    });
    quote_spanned! {span=>
        pub proof fn #name #generics (#pre #(#params),*) -> (post: #ty)
            #bounds
            requires #state::#enabled(#pre_name #(#arguments),*), #invariant
            ensures #state::#relation(#pre_name post, #(#arguments),*), post.invariant(),
        {
            #post
            #claims
            #lemma
            post
        }
    }
}
