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

impl Mode {
    /// The word of the language.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Spec => "spec",
            Mode::Proof => "proof",
            Mode::Exec => "exec",
        }
    }
}
