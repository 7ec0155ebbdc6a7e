//! The errors of the rewriter, which come up while macros are expanded.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use certus_rewrite::RewriteError;
use ra_ap_hir_expand::MacroCallId;
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
    /// The call that was expanded before anybody asked for it. The error counts if the program has that call.
    pub(crate) ahead: Option<MacroCallId>,
}

thread_local! {
    /// The call that this thread expands although nobody asked for it.
    static AHEAD: Cell<Option<MacroCallId>> = const { Cell::new(None) };
}

/// Expands a call that nobody has asked for yet, with `work`.
pub(crate) fn ahead(call: MacroCallId, work: impl FnOnce()) {
    AHEAD.set(Some(call));
    work();
    AHEAD.set(None);
}

/// The call that is expanded on this thread although nobody asked for it.
pub(crate) fn expanded_ahead() -> Option<MacroCallId> {
    AHEAD.get()
}

/// The errors of all rewrites so far.
#[derive(Clone, Default)]
pub(crate) struct RewriteErrors(Arc<Mutex<Vec<PlacedError>>>);

impl RewriteErrors {
    /// Adds those of one rewrite, with their places in its input; `ahead` is what [`expanded_ahead`] says where it is asked for.
    pub(crate) fn add(&self, text: &Text, errors: Vec<RewriteError>, ahead: Option<MacroCallId>) {
        if errors.is_empty() {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for RewriteError { span, message, code } in errors {
            let (first, last) = text.range(span);
            all.push(PlacedError { first, last, message, code, ahead });
        }
    }

    /// All errors so far.
    pub(crate) fn all(&self) -> Vec<PlacedError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
