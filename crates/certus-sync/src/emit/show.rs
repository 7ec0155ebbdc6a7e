//! `show::name`: from the relation of one operation to that of all.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::ast::{Kind, Machine, Operation};
use crate::params;

/// The module.
pub(super) fn module(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let operations = machine.operations.iter().filter(|operation| operation.kind != Kind::Property);
    let functions = operations.map(|operation| function(machine, operation));
    quote_spanned! {span=>
        pub mod show {
            use super::*;
            #(#functions)*
        }
    }
}

fn function(machine: &Machine, operation: &Operation) -> TokenStream {
    let (name, span) = (&operation.name, operation.name.span());
    let is_init = operation.kind == Kind::Init;
    let (steps, all) = if is_init { ("Config", "init") } else { ("Step", "next") };
    let (all, by) = (Ident::new(all, span), Ident::new(&format!("{all}_by"), span));
    let (ty, state) = (params::ty(machine, "State", span), params::path(machine, "State", span));
    let steps = params::path(machine, steps, span);
    let (generics, bounds) = params::function(machine);
    let (states, params) = (params::states(operation, &ty, span), params::of(operation));
    let (names, arguments) = (params::state_names(operation, span), params::arguments(operation));
    // The first parameter is the label, if there are labels.
    let labels = usize::from(machine.label_of(operation.kind).is_some());
    let (label, rest) = (arguments.get(..labels).unwrap_or_default(), arguments.get(labels..).unwrap_or_default());
    // What the relations say does not matter here. Each query would have all of them: the square of their number in all.
    let of_kind = |other: &&Operation| if is_init { other.kind == Kind::Init } else { other.kind.is_step() };
    let relations = machine.operations.iter().filter(of_kind).map(|other| &other.name);
    quote_spanned! {span=>
        pub proof fn #name #generics (#(#states,)* #(#params),*)
            #bounds
            requires #state::#name(#(#names,)* #(#arguments),*),
            ensures #state::#all(#(#names,)* #(#label),*),
        {
            #(hide(#state::#relations);)*
            reveal(#state::#all);
            reveal(#state::#by);
            assert(#state::#by(#(#names,)* #(#label,)* #steps::#name(#(#rest),*)));
        }
    }
}
