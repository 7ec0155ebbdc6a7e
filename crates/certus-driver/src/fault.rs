//! Why there is no result.

use certus_gate::GateError;

/// Why a run has no result. Errors in the program are no faults: they are diagnostics.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The options or the set-up are wrong. The text says what.
    #[error("{0}")]
    Setup(String),
    /// Certus itself, or what it rests on, is at fault. The text says what.
    #[error("{0}")]
    Internal(String),
    /// The program cannot be asked about; its errors were reported.
    #[error("the program has errors")]
    Rejected,
}

impl From<GateError> for Fault {
    fn from(error: GateError) -> Fault {
        match error {
            GateError::Failed { .. } | GateError::Library { .. } => Fault::Internal(error.to_string()),
            _ => Fault::Setup(error.to_string()),
        }
    }
}
