//! `exec_spec_verified!` and `exec_spec_unverified!`: code that runs, made from specifications.
//!
//! ```text
//! struct Point { x: i64 }
//! spec fn on_axis(p: Point) -> bool { p.x == 0 }
//!
//!     ->  struct Point { x: i64 }
//!         struct ExecPoint { x: i64 }                      with impls of `DeepView` and of the traits of `exec_spec`
//!         spec fn on_axis(p: Point) -> bool { p.x == 0 }
//!         fn exec_on_axis(p: &ExecPoint) -> (res: bool)
//!             ensures res.deep_view() =~~= on_axis(p.deep_view())
//!         { ExecSpecEq::exec_eq((&p.x).get_ref(), 0) }
//! ```
//!
//! The items are emitted as they were written, and each is followed by its counterpart. The result is rewritten like the text
//! of a user. With `exec_spec_verified!` each counterpart is proved; with `exec_spec_unverified!` it has the attribute
//! `external_body`, and is listed as trusted like any function with it.
//!
//! What is trusted must mean the same: so code of the second macro computes with operators that panic where they would
//! overflow and that round as specifications do (`exec_spec::numbers`), and what cannot be told apart here is refused.

mod blocks;
mod errors;
mod exprs;
mod functions;
mod items;
mod kinds;
mod methods;
mod operators;
mod paths;
mod patterns;
mod quantifiers;

pub use errors::ExecSpecError;

use std::collections::BTreeSet;

use certus_codes::Unsupported;
use proc_macro2::{Ident, Span, TokenStream};
use verus_syn::Item;
use verus_syn::parse::ParseStream;

/// Whether the code that is made is proved or trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proofs {
    /// Each function is proved to compute what its specification says.
    Made,
    /// That is trusted.
    Trusted,
}

/// What one call of a macro knows of itself.
struct Block {
    proofs: Proofs,
    /// The structs and enums of the call.
    types: BTreeSet<String>,
}

type Made = Result<TokenStream, ExecSpecError>;

/// What comes out of one call of a macro.
#[derive(Debug, Default)]
pub struct Expansion {
    /// The items and their counterparts, as a user would write them.
    pub tokens: TokenStream,
    /// Every error, in the order of the items.
    pub errors: Vec<ExecSpecError>,
}

/// The items of the argument of `exec_spec_verified!` or `exec_spec_unverified!`, each followed by its counterpart.
///
/// An item that does not parse makes no tokens at all; one that has no counterpart stays alone, with an error.
pub fn exec_spec(proofs: Proofs, tokens: TokenStream) -> Expansion {
    let parser = |input: ParseStream| {
        let mut items: Vec<Item> = Vec::new();
        while !input.is_empty() {
            items.push(input.parse()?);
        }
        Ok(items)
    };
    match verus_syn::parse::Parser::parse2(parser, tokens) {
        Ok(items) => Block::of(proofs, &items).counterparts(&items),
        Err(error) => Expansion { tokens: TokenStream::new(), errors: errors::syntax(error) },
    }
}

/// What the macros cannot make code of.
fn refused(span: Span, text: impl Into<String>) -> ExecSpecError {
    ExecSpecError::new(span, Unsupported::ExecSpec, text)
}

/// The name of the counterpart of a type.
fn exec_type(name: &Ident) -> Ident {
    Ident::new(&format!("Exec{name}"), name.span())
}

/// The name of the counterpart of a function.
fn exec_fn(name: &Ident) -> Ident {
    Ident::new(&format!("exec_{name}"), name.span())
}

impl Block {
    /// What a call knows before any item is looked at: an item may name a type that is declared after it.
    fn of(proofs: Proofs, items: &[Item]) -> Block {
        let name = |item: &Item| match item {
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            _ => None,
        };
        Block { proofs, types: items.iter().filter_map(name).collect() }
    }

    /// The items, each with its counterpart. An item that has none stays, so that others may name it.
    fn counterparts(&self, items: &[Item]) -> Expansion {
        let (mut tokens, mut errors) = (TokenStream::new(), Vec::new());
        for item in items {
            match self.item(item) {
                Ok(made) => tokens.extend(made),
                Err(error) => {
                    errors.push(error);
                    quote::ToTokens::to_tokens(item, &mut tokens);
                }
            }
        }
        Expansion { tokens, errors }
    }

    /// Whether what is made is trusted, and so has to mean the same without a proof.
    fn is_trusted(&self) -> bool {
        self.proofs == Proofs::Trusted
    }

    /// The name of the macro, for messages.
    fn name(&self) -> &'static str {
        match self.proofs {
            Proofs::Made => "exec_spec_verified!",
            Proofs::Trusted => "exec_spec_unverified!",
        }
    }
}
