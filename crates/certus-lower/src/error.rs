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

/// What to do about an expression of specifications in code that runs.
pub(crate) const GHOST_ONLY: &str = "quantifiers and other expressions of specifications cannot be computed: write it in `assert`, \
                                     `let ghost` or a `spec fn`, or a loop that computes it";

/// What to do about a call of a function of this mode where it cannot be called.
pub(crate) fn call_help(mode: certus_vir::Mode) -> &'static str {
    match mode {
        certus_vir::Mode::Spec => {
            "a `spec` function has no code: call it in `assert`, `let ghost` or a contract, or make it one that runs (`fn`)"
        }
        certus_vir::Mode::Proof => "call a lemma in `proof { .. }`",
        certus_vir::Mode::Exec => {
            "specifications call `spec` functions: mark it `spec fn`, or name one that means the same with \
             `#[verifier::when_used_as_spec(..)]`"
        }
    }
}
