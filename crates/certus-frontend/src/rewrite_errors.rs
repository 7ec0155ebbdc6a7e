//! The errors of the rewriter, which come up while macros are expanded.

use std::sync::{Arc, Mutex, PoisonError};

use certus_rewrite::RewriteError;
use ra_ap_span::Span;

use crate::tokens::Text;

/// An error of the rewriter with the original spans of its first and last token.
#[derive(Clone, Debug)]
pub(crate) struct PlacedError {
    /// First token.
    pub(crate) first: Span,
    /// Last token.
    pub(crate) last: Span,
    /// What is shown.
    pub(crate) message: String,
    /// Its code.
    pub(crate) code: certus_diagnostics::Code,
}

/// The errors of all rewrites so far.
#[derive(Clone, Default)]
pub(crate) struct RewriteErrors(Arc<Mutex<Vec<PlacedError>>>);

impl RewriteErrors {
    /// Adds those of one rewrite, with their places in its input.
    pub(crate) fn add(&self, text: &Text, errors: Vec<RewriteError>) {
        if errors.is_empty() {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for RewriteError { span, message, code } in errors {
            let (first, last) = text.range(span);
            all.push(PlacedError { first, last, message, code });
        }
    }

    /// All errors so far.
    pub(crate) fn all(&self) -> Vec<PlacedError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
