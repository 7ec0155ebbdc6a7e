//! The errors of a call of one of the macros: each has a place, a message and a code.

use certus_codes::{Code, Language};
use proc_macro2::Span;

/// One complaint about the items of a call.
#[derive(Clone, Debug)]
pub struct ExecSpecError {
    /// The place in the tokens that were read.
    pub span: Span,
    /// What is wrong, as shown to the user.
    pub message: String,
    /// The code.
    pub code: Code,
}

impl ExecSpecError {
    /// An error with a code.
    pub(crate) fn new(span: Span, code: impl Into<Code>, message: impl Into<String>) -> ExecSpecError {
        ExecSpecError { span, message: message.into(), code: code.into() }
    }
}

/// The errors of the parser, one each.
pub(crate) fn syntax(error: verus_syn::Error) -> Vec<ExecSpecError> {
    error.into_iter().map(|e| ExecSpecError::new(e.span(), Language::Syntax, e.to_string())).collect()
}
