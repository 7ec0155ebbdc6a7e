//! From tokens to a machine.
//!
//! The grammar is in three files: `items.rs` reads the declaration, `operation.rs` an operation, `steps.rs` its steps.
//! `machine.rs` sorts the items, and finds what is wrong with one by itself.

mod attributes;
mod elements;
mod fields;
mod items;
pub(crate) mod labels;
mod machine;
mod operation;
mod self_type;
mod steps;

pub(crate) use machine::{machine, mode_of};

use proc_macro2::{Ident, Span};
use verus_syn::parse::ParseStream;

/// Whether the next token is this word.
fn peek_word(input: ParseStream, word: &str) -> bool {
    input.cursor().ident().is_some_and(|(ident, _)| ident == word)
}

/// Reads this word.
fn word(input: ParseStream, word: &str) -> verus_syn::Result<Span> {
    input.step(|cursor| match cursor.ident() {
        Some((ident, rest)) if ident == word => Ok((ident.span(), rest)),
        _ => Err(cursor.error(format!("expected `{word}`"))),
    })
}

/// Reads any word, also one that Rust reserves.
fn any_word(input: ParseStream) -> Option<Ident> {
    input.step(|cursor| cursor.ident().ok_or_else(|| cursor.error("expected a word"))).ok()
}
