//! What the steps of an operation do to the fields.
//!
//! `acts.rs` turns steps into few kinds of acts: names are bound, conditions are demanded, fields are set, and paths branch.
//! From acts there are three translations: `relation.rs` makes a condition of the states before and after, `values.rs` the
//! values of the fields afterwards, and `obligations.rs` the statements of the proof that what is asserted holds.
//!
//! The value of a field that was set is in a variable with a reserved name ([`CURRENT`]), which later acts may read. Scopes
//! are those of the steps: what is bound in a block is not known after it.

mod acts;
mod algebra;
mod obligations;
mod relation;
mod values;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

pub(crate) use acts::{Act, acts, asserts};
pub(crate) use relation::{Asserts, End};

use crate::ast::Machine;

/// How the names of variables for fields begin.
pub(crate) const CURRENT: &str = "update_tmp_";

/// The variable for a field.
fn variable(machine: &Machine, field: usize, span: Span) -> Option<Ident> {
    machine.fields.get(field).map(|field| Ident::new(&format!("{CURRENT}{}", field.name), span))
}

/// What the translations of one operation need.
#[derive(Clone, Copy)]
pub(crate) struct Meaning<'m> {
    /// The machine.
    pub(crate) machine: &'m Machine,
    /// The place of what stands for the operation as a whole: its name.
    pub(crate) span: Span,
    /// Whether there is no state before it.
    pub(crate) is_init: bool,
}

/// Where the values of fields are at a point of an operation.
#[derive(Clone)]
pub(crate) struct Now {
    /// For each field, the place of the act that set it; nothing while it is as before.
    set: Vec<Option<Span>>,
}

impl Now {
    /// At the beginning.
    pub(crate) fn start(machine: &Machine) -> Now {
        Now { set: vec![None; machine.fields.len()] }
    }

    /// After these fields were set.
    fn with(&self, fields: &[usize], span: Span) -> Now {
        let mut set = self.set.clone();
        for (number, slot) in set.iter_mut().enumerate() {
            if fields.contains(&number) {
                *slot = Some(span);
            }
        }
        Now { set }
    }

    /// The place of the act that set a field.
    fn place(&self, field: usize) -> Option<Span> {
        self.set.get(field).copied().flatten()
    }
}

impl Meaning<'_> {
    /// The value of a field now. In an `init!`, a field that is not set yet has some value.
    fn value(&self, now: &Now, field: usize) -> TokenStream {
        let span = now.place(field).unwrap_or(self.span);
        let Some(declared) = self.machine.fields.get(field) else { return TokenStream::new() };
        match (now.place(field), self.is_init) {
            (Some(_), _) => {
                let variable = variable(self.machine, field, span);
                quote_spanned!(span=> #variable)
            }
            (None, true) => quote_spanned!(span=> ::vstd::pervasive::arbitrary()),
            (None, false) => {
                let name = Ident::new(&declared.name.to_string(), span);
                quote_spanned!(span=> pre.#name)
            }
        }
    }

    /// `let` for the variable of a field.
    fn setting(&self, field: usize, value: &TokenStream, span: Span) -> TokenStream {
        let variable = variable(self.machine, field, span);
        let ty = self.machine.fields.get(field).map(|field| &field.ty);
        quote_spanned!(span=> let #variable: #ty = #value;)
    }
}

/// `(a, b)`; one thing stands alone.
fn tuple(items: &[TokenStream], span: Span) -> TokenStream {
    match items {
        [one] => one.clone(),
        items => quote_spanned!(span=> (#(#items),*)),
    }
}

/// `a && b`, in which nothing is what always holds.
fn both(left: Option<TokenStream>, right: Option<TokenStream>, span: Span) -> Option<TokenStream> {
    match (left, right) {
        (Some(left), Some(right)) => Some(quote_spanned!(span=> (#left && #right))),
        (left, right) => left.or(right),
    }
}
