//! The entry points: from tokens to tokens and errors.

use proc_macro2::TokenStream;

use crate::check::check;
use crate::emit::cases::{CaseProof, Cases};
use crate::errors::{Errors, SyncError};
use crate::{emit, parse};

/// Which macro declares a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machines {
    /// `state_machine!`.
    Plain,
    /// `tokenized_state_machine!`.
    Tokenized,
}

/// The result of an expansion.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    /// Items or an expression of the language, as in `verus! { .. }`; nothing if the declaration has errors.
    pub tokens: TokenStream,
    /// Every error. If there is one, the program does not count as verified.
    pub errors: Vec<SyncError>,
}

/// Expands a declaration `Name { .. }` of a machine.
pub fn machine(machines: Machines, tokens: TokenStream) -> Expansion {
    let mut errors = Errors::default();
    let tokenized = machines == Machines::Tokenized;
    let Some(machine) = parse::machine(tokens, tokenized, &mut errors) else {
        return Expansion { tokens: TokenStream::new(), errors: errors.into_found() };
    };
    check(&machine, &mut errors);
    if !errors.is_empty() {
        return Expansion { tokens: TokenStream::new(), errors: errors.into_found() };
    }
    Expansion { tokens: emit::module(&machine), errors: errors.into_found() }
}

/// Expands a proof by cases.
pub fn case_on(cases: Cases, tokens: TokenStream) -> Expansion {
    let mut errors = Errors::default();
    let expanded = verus_syn::parse2::<CaseProof>(tokens).and_then(|proof| proof.expand(cases));
    let tokens = expanded.unwrap_or_else(|error| {
        errors.syntax(error);
        TokenStream::new()
    });
    Expansion { tokens, errors: errors.into_found() }
}
