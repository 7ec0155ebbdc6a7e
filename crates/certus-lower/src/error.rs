//! How lowering fails: with diagnostics, which stay with the item that they are about.

use certus_diagnostics::{Code, Diagnostic, Span};

/// A failure to lower something: the diagnostics that say why.
#[derive(Debug)]
pub(crate) struct Failed(pub Vec<Diagnostic>);

impl From<Diagnostic> for Failed {
    fn from(diagnostic: Diagnostic) -> Failed {
        Failed(vec![diagnostic])
    }
}

impl From<Vec<Diagnostic>> for Failed {
    fn from(diagnostics: Vec<Diagnostic>) -> Failed {
        Failed(diagnostics)
    }
}

/// The result of lowering something.
pub(crate) type Result<T> = std::result::Result<T, Failed>;

/// Fails with an error at a place. For [`Language`](certus_diagnostics::Language) the program is wrong, and the user
/// must change it; for [`Unsupported`](certus_diagnostics::Unsupported) it may be right, but what is not understood is
/// reported and never guessed.
pub(crate) fn fail<T>(code: impl Into<Code>, message: impl Into<String>, span: Span) -> Result<T> {
    Err(Diagnostic::error(code, message, span).into())
}
