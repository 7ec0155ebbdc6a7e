//! The modes of code.

/// Whether code runs, proves, or only states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Mathematics.
    Spec,
    /// Proof, with tracked values.
    Proof,
    /// Runs.
    Exec,
}
