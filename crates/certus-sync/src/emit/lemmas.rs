//! The invariant, the lemmas that operations keep it, and the other functions of the state.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use verus_syn::{FnMode, ImplItemFn, Publish, token};

use crate::ast::{Kind, Lemma, Machine};
use crate::params;

/// `invariant`, which is the conjunction of the invariants, and these.
pub(super) fn invariant(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let conjuncts = machine.invariants.iter().map(|function| {
        let name = &function.sig.ident;
        quote_spanned!(name.span()=> self.#name())
    });
    let all = conjuncts.rev().reduce(|rest, first| quote_spanned!(span=> #first && #rest));
    let all = all.unwrap_or_else(|| quote_spanned!(span=> true));
    let functions = machine.invariants.iter().map(|function| {
        let mut function = function.clone();
        let span = function.sig.fn_token.span;
        if matches!(function.sig.mode, FnMode::Default) {
            function.sig.mode = FnMode::Spec(verus_syn::ModeSpec { spec_token: token::Spec { span } });
        }
        if matches!(function.sig.publish, Publish::Default) {
            function.sig.publish = Publish::Open(verus_syn::Open { token: token::Open { span } });
        }
        function
    });
    quote_spanned! {span=>
        pub open spec fn invariant(&self) -> bool { #all }
        #(#functions)*
    }
}

/// The lemmas, with their contracts.
pub(super) fn lemmas(machine: &Machine) -> TokenStream {
    machine.lemmas.iter().filter_map(|lemma| of(machine, lemma)).collect()
}

fn of(machine: &Machine, lemma: &Lemma) -> Option<TokenStream> {
    let operation = machine.operation(&lemma.operation)?;
    let ImplItemFn { attrs, vis, sig, block, .. } = &lemma.function;
    let (name, inputs) = (&sig.ident, &sig.inputs);
    let span = name.span();
    let arguments = params::arguments(operation);
    let requires = match operation.kind {
        Kind::Init => {
            let relation = &operation.name;
            quote_spanned!(span=> Self::#relation(post, #(#arguments),*),)
        }
        _ => {
            let relation = params::named(&operation.name, "_strong");
            quote_spanned!(span=> pre.invariant(), Self::#relation(pre, post, #(#arguments),*),)
        }
    };
    let decreases = &sig.spec.decreases;
    // What the lemma shows stands in its attribute.
    let claim = quote_spanned!(lemma.operation.span()=> ensures post.invariant(),);
    Some(quote_spanned! {span=>
        #(#attrs)*
        #vis proof fn #name(#inputs)
            requires #requires
            #claim
            #decreases
        #block
    })
}

/// The other functions, as they are.
pub(super) fn functions(machine: &Machine) -> TokenStream {
    machine.functions.iter().map(ToTokens::to_token_stream).collect()
}
