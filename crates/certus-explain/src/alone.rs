//! A single failing goal, on which candidate repairs are tried.

use certus_diagnostics::{Label, Note};
use certus_vc::Obligation;
use certus_vir::Program;

/// The limits for the steps of a trial. Within them, a trial may take twice as many steps as the failure took.
pub(crate) const STEPS: (u64, u64) = (60_000, 1_000_000);

/// A single goal, with the budget for trials.
pub(crate) struct Alone<'a> {
    /// The program of the goal.
    pub(crate) program: &'a Program,
    /// An obligation with this goal only; its number is 0. The facts before the goal are assumptions.
    pub(crate) obligation: Obligation,
}

/// A note about a repair that helps, with its places.
pub(crate) fn help(message: String, labels: Vec<Label>) -> Note {
    Note { is_help: true, message, labels }
}
