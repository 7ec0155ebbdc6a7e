//! Machines from texts.

use certus_sync::{Expansion, Machines};
use proc_macro2::TokenStream;

/// What a machine expands to.
pub fn expand(machines: Machines, text: &str) -> Expansion {
    let tokens: TokenStream = text.parse().unwrap();
    certus_sync::machine(machines, tokens)
}

/// The errors of a machine as `code: message at "tokens"`, in the order in which they are found.
pub fn errors(machines: Machines, text: &str) -> Vec<String> {
    let found = expand(machines, text).errors.into_iter();
    let shown = found.map(|error| {
        let range = error.span.byte_range();
        let at = error.span.source_text().unwrap_or_else(|| format!("{range:?}"));
        format!("{}: {} at `{at}`", error.code, error.message)
    });
    shown.collect()
}

/// A machine with these fields and items.
pub fn machine(fields: &str, items: &str) -> String {
    format!("M {{ fields {{ {fields} }} {items} }}")
}
