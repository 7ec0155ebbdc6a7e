//! The reasons why a run has no result.

use certus_gate::GateError;

/// The reason why a run has no result. Errors in the program are not faults: they are diagnostics.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// An option or the set-up is wrong. The text describes the problem.
    #[error("{0}")]
    Setup(String),
    /// There is a bug in Certus, or in a program that it runs. The text describes it.
    #[error("{0}")]
    Internal(String),
    /// The program has errors, which were reported.
    #[error("the program has errors")]
    Rejected,
    /// The run was cancelled. It reported nothing after that.
    #[error("the run was cancelled")]
    Cancelled,
}

impl From<GateError> for Fault {
    fn from(error: GateError) -> Fault {
        match error {
            GateError::Failed { .. } | GateError::Library { .. } => Fault::Internal(error.to_string()),
            GateError::Cancelled => Fault::Cancelled,
            _ => Fault::Setup(error.to_string()),
        }
    }
}
