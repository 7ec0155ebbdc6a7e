//! The functions of an instance: one for each operation, which exchanges tokens.

use std::collections::HashSet;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::quote_spanned;

use crate::ast::{Kind, Machine, Operation};
use crate::exchange::{Contract, Flow, Part, contract};
use crate::meaning::acts;
use crate::params;

/// The functions of all operations.
pub(super) fn functions(machine: &Machine) -> TokenStream {
    let span = machine.name.span();
    let (params, _, bounds) = params::implementation(machine);
    let this = params::ty(machine, "Instance", span);
    let functions = machine.operations.iter().map(|operation| function(machine, operation));
    quote_spanned! {span=>
        impl #params #this #bounds {
            #(#functions)*
        }
    }
}

fn function(machine: &Machine, operation: &Operation) -> TokenStream {
    let (name, span) = (&operation.name, operation.name.span());
    let Contract { parts, requires, ensures } = contract(machine, operation);
    let is_init = operation.kind == Kind::Init;
    let lends = parts.iter().any(|part| part.flow == Flow::Lent);
    let lifetime = lends.then(|| quote_spanned!(span=> 'a));
    let generics = lends.then(|| quote_spanned!(span=> <'a>));
    let instance = (!is_init).then(|| quote_spanned!(span=> tracked &self,));
    let params = params::of(operation);
    let taken = parts.iter().filter_map(|Part { name, ty, flow, .. }| {
        let ty = match flow {
            Flow::In => quote_spanned!(span=> #ty),
            Flow::Borrowed => quote_spanned!(span=> &#lifetime #ty),
            Flow::Changed => quote_spanned!(span=> &mut #ty),
            Flow::Out | Flow::Lent | Flow::Known => return None,
        };
        Some(quote_spanned!(span=> tracked #name: #ty))
    });
    let results = results(machine, &parts, is_init, span);
    let requires = (!requires.is_empty()).then(|| quote_spanned!(span=> requires #(#requires,)*));
    let (result, ensures) = match &results[..] {
        [] => (None, said(&ensures, &[], span)),
        [one] => {
            let Given { name, ty, is_ghost } = one;
            let tracked = (!is_ghost).then(|| quote_spanned!(span=> tracked));
            (Some(quote_spanned!(span=> -> (#tracked #name: #ty))), said(&ensures, &[], span))
        }
        many => {
            let types = many.iter().map(|Given { ty, is_ghost, .. }| match is_ghost {
                true => quote_spanned!(span=> ::verus_builtin::Ghost<#ty>),
                false => quote_spanned!(span=> ::verus_builtin::Tracked<#ty>),
            });
            let names = many.iter().enumerate().map(|(number, Given { name, .. })| {
                let number = Literal::usize_unsuffixed(number);
                (name, quote_spanned!(span=> let #name = tmp_tuple.#number.view();))
            });
            let names: Vec<_> = names.collect();
            (Some(quote_spanned!(span=> -> (tracked tmp_tuple: (#(#types),*)))), said(&ensures, &names, span))
        }
    };
    let proofs = proofs(machine);
    // trusted: the exchange preserves the frame (docs/trust.md). The body is no code: it says which proofs this rests on, and
    // proofs are not there when the program runs. Nobody makes the results from parts, so it ends in what gives any.
    quote_spanned! {span=>
        #[doc = "certus:token"]
        #[verifier::external_body]
        pub proof fn #name #generics (#instance #(#params,)* #(#taken),*) #result
            #requires
            #ensures
        {
            #proofs
            ::core::unimplemented!()
        }
    }
}

/// A result.
struct Given {
    name: Ident,
    ty: TokenStream,
    is_ghost: bool,
}

/// The results in order: the instance of an initialization comes first.
fn results(machine: &Machine, parts: &[Part], is_init: bool, span: Span) -> Vec<Given> {
    let instance = is_init.then(|| Given {
        name: Ident::new("instance", span),
        ty: params::ty(machine, "Instance", span),
        is_ghost: false,
    });
    let given = parts.iter().filter_map(|Part { name, ty, flow, .. }| {
        let ty = match flow {
            Flow::Out | Flow::Known => quote_spanned!(span=> #ty),
            Flow::Lent => quote_spanned!(span=> &'a #ty),
            Flow::In | Flow::Borrowed | Flow::Changed => return None,
        };
        Some(Given { name: name.clone(), ty, is_ghost: *flow == Flow::Known })
    });
    instance.into_iter().chain(given).collect()
}

/// The postconditions, each in the scope of those of these names that it uses: each has the type of the whole tuple, so that
/// all of them in each condition would be the cube of their number.
fn said(ensures: &[TokenStream], names: &[(&Ident, TokenStream)], span: Span) -> Option<TokenStream> {
    let all = ensures.iter().map(|condition| {
        let mut used = HashSet::new();
        words(condition, &mut used);
        let names = names.iter().filter(|(name, _)| used.contains(&name.to_string())).map(|(_, binding)| binding);
        let names: TokenStream = names.cloned().collect();
        match names.is_empty() {
            true => quote_spanned!(span=> #condition,),
            false => quote_spanned!(span=> ({ #names #condition }),),
        }
    });
    (!ensures.is_empty()).then(|| quote_spanned!(span=> ensures #(#all)*))
}

/// The words in tokens.
fn words(tokens: &TokenStream, found: &mut HashSet<String>) {
    for tree in tokens.clone() {
        match tree {
            TokenTree::Ident(word) => drop(found.insert(word.to_string())),
            TokenTree::Group(group) => words(&group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The proofs that every exchange rests on: each safety condition, and each lemma that an operation keeps the invariant. So
/// none of these proofs can use an exchange.
fn proofs(machine: &Machine) -> TokenStream {
    let state = params::path(machine, "State", machine.name.span());
    let asserted = machine.operations.iter().filter(|operation| {
        let meaning = super::operations::meaning(machine, operation);
        meaning.obligations(&acts(machine, operation)).is_some()
    });
    let asserted = asserted.map(|operation| params::named(&operation.name, "_asserts"));
    let lemmas = machine.lemmas.iter().map(|lemma| lemma.function.sig.ident.clone());
    let all = asserted.chain(lemmas).map(|proof| {
        let span = proof.span();
        quote_spanned!(span=> ::verus_builtin::extra_dependency(#state::#proof);)
    });
    all.collect()
}
