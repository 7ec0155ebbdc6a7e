//! The errors of a declaration: each has a place, a message and a code.

use certus_codes::{Code, Language};
use proc_macro2::Span;

/// One complaint about a declaration.
#[derive(Clone, Debug)]
pub struct SyncError {
    /// The place in the tokens that were read.
    pub span: Span,
    /// What is wrong, as shown to the user.
    pub message: String,
    /// The code.
    pub code: Code,
}

/// All that was found so far, in the order in which it was found.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    found: Vec<SyncError>,
}

impl Errors {
    /// The declaration of the machine is wrong: its items, names or labels.
    pub(crate) fn machine(&mut self, span: Span, message: impl Into<String>) {
        self.add(span, Language::StateMachine, message);
    }

    /// A step may not stand where it stands.
    pub(crate) fn transition(&mut self, span: Span, message: impl Into<String>) {
        self.add(span, Language::Transition, message);
    }

    /// A sharding strategy does not allow this.
    pub(crate) fn sharding(&mut self, span: Span, message: impl Into<String>) {
        self.add(span, Language::Sharding, message);
    }

    /// An invariant or a lemma about it is wrong or missing.
    pub(crate) fn inductive(&mut self, span: Span, message: impl Into<String>) {
        self.add(span, Language::Inductive, message);
    }

    /// Records an error.
    pub(crate) fn add(&mut self, span: Span, code: impl Into<Code>, message: impl Into<String>) {
        self.found.push(SyncError { span, message: message.into(), code: code.into() });
    }

    /// The errors of the parser, one each.
    pub(crate) fn syntax(&mut self, error: verus_syn::Error) {
        for error in error {
            self.add(error.span(), Language::Syntax, error.to_string());
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The errors.
    pub(crate) fn into_found(self) -> Vec<SyncError> {
        self.found
    }
}
