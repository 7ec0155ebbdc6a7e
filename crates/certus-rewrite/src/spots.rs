//! Where attributes of the language may not stand: there they would say nothing, and look as if they did.

use quote::ToTokens;
use verus_syn::{Attribute, Meta};

use crate::visitor::Rewriter;

/// What an attribute stands on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A field or parameter, which may have a mode.
    Field,
    /// A variant, or an arm of a `match`.
    Part(&'static str),
    /// An item without a body of its own.
    Item(&'static str),
}

impl Rewriter {
    /// Errs with `language/misplaced-attribute` for each attribute that cannot stand there.
    pub(crate) fn spot(&mut self, attrs: &[Attribute], spot: Spot) {
        for attr in attrs {
            for name in names(attr) {
                let (misplaced, what) = match spot {
                    Spot::Field => (
                        !matches!(name.as_str(), "spec" | "proof" | "exec" | "ghost" | "tracked"),
                        "a field or parameter",
                    ),
                    Spot::Part(what) => (true, what),
                    Spot::Item(what) => (name == "external_body", what),
                };
                if misplaced {
                    let message = format!("the attribute `{name}` means nothing on {what}");
                    self.error(attr.pound_token.span, "misplaced-attribute", message);
                }
            }
        }
    }
}

/// The names after `verifier`.
pub(crate) fn names(attr: &Attribute) -> Vec<String> {
    let path = attr.path();
    if path.segments.first().is_none_or(|head| head.ident != "verifier") {
        return Vec::new();
    }
    match (path.segments.len(), &attr.meta) {
        (1, Meta::List(list)) => {
            let text = list.tokens.to_token_stream().to_string();
            text.split(',').map(|part| part.split('(').next().unwrap_or_default().trim().to_string()).collect()
        }
        (1, _) => Vec::new(),
        _ => path.segments.last().map(|name| name.ident.to_string()).into_iter().collect(),
    }
}
