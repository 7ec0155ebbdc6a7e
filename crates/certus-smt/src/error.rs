//! Why there is no query.

use certus_diagnostics::Diagnostic;

/// Why there is no query: what the program says cannot be encoded, or the input breaks its own rules.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the obligation cannot be encoded")]
pub struct EncodeError(pub Vec<Diagnostic>);

/// A result with the diagnostics of what cannot be encoded.
pub(crate) type Res<T> = Result<T, EncodeError>;
