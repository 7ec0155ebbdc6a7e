//! The relations of an operation, and the proof of what it asserts.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use crate::ast::{Kind, Machine, Operation};
use crate::meaning::{Act, Asserts, End, Meaning, acts, asserts};
use crate::params;

/// The functions of all operations.
pub(super) fn operations(machine: &Machine) -> TokenStream {
    machine.operations.iter().map(|operation| of(machine, operation)).collect()
}

/// How the acts of an operation are translated.
pub(super) fn meaning<'m>(machine: &'m Machine, operation: &Operation) -> Meaning<'m> {
    Meaning { machine, span: operation.name.span(), is_init: operation.kind == Kind::Init }
}

fn of(machine: &Machine, operation: &Operation) -> TokenStream {
    let acts = acts(machine, operation);
    let mut out = TokenStream::new();
    if operation.kind != Kind::Property {
        out.extend(relations(machine, operation, &acts));
    }
    out.extend(obligations(machine, operation, &acts));
    out
}

/// `name`, `name_strong` and `name_enabled`.
fn relations(machine: &Machine, operation: &Operation, acts: &[Act]) -> TokenStream {
    let (name, span) = (&operation.name, operation.name.span());
    let meaning = meaning(machine, operation);
    let this = quote_spanned!(span=> Self);
    let states = params::states(operation, &this, span);
    let before = states.iter().take(states.len().saturating_sub(1));
    let params = params::of(operation);
    let weak = meaning.relation(acts, Asserts::Assumed, End::Fields);
    let possible = meaning.relation(acts, Asserts::Assumed, End::Nothing);
    let enabled = params::named(name, "_enabled");
    let strong = (operation.kind != Kind::Init).then(|| {
        let (names, arguments) = (params::state_names(operation, span), params::arguments(operation));
        let body = match asserts(acts) {
            true => meaning.relation(acts, Asserts::Required, End::Fields),
            false => quote_spanned!(span=> Self::#name(#(#names,)* #(#arguments),*)),
        };
        let strong = params::named(name, "_strong");
        quote_spanned! {span=>
            pub open spec fn #strong(#(#states,)* #(#params),*) -> bool { #body }
        }
    });
    quote_spanned! {span=>
        pub open spec fn #name(#(#states,)* #(#params),*) -> bool { #weak }
        #strong
        pub open spec fn #enabled(#(#before,)* #(#params),*) -> bool { #possible }
    }
}

/// `name_asserts`, if the operation asserts something: whenever it is possible, it is so in the strong sense.
fn obligations(machine: &Machine, operation: &Operation, acts: &[Act]) -> Option<TokenStream> {
    let span = operation.name.span();
    let meaning = meaning(machine, operation);
    let statements = meaning.obligations(acts)?;
    let (name, params) = (params::named(&operation.name, "_asserts"), params::of(operation));
    let mark = format!("certus:operation {}", operation.name);
    let ensures = (operation.kind != Kind::Property).then(|| {
        let enabled = params::named(&operation.name, "_enabled");
        let arguments = params::arguments(operation);
        let strong = meaning.relation(acts, Asserts::Required, End::Nothing);
        quote_spanned!(span=> ensures ::verus_builtin::imply(Self::#enabled(pre, #(#arguments),*), #strong),)
    });
    Some(quote_spanned! {span=>
        #[doc = #mark]
        pub proof fn #name(pre: Self, #(#params),*)
            requires pre.invariant(),
            #ensures
        {
            #statements
        }
    })
}
