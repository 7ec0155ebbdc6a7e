//! One failing goal by itself: what a candidate repair is tried on.

use certus_diagnostics::{Label, Note};
use certus_vc::Obligation;
use certus_vir::Program;

/// The steps that a trial may take: twice what the failure took, within these.
pub(crate) const STEPS: (u64, u64) = (60_000, 1_000_000);

/// A goal by itself, with what may be spent on it.
pub(crate) struct Alone<'a> {
    pub(crate) program: &'a Program,
    /// What comes before it is known; its number is 0.
    pub(crate) obligation: Obligation,
}

/// A remark about what helps, with the places that it is about.
pub(crate) fn help(message: String, labels: Vec<Label>) -> Note {
    Note { is_help: true, message, labels }
}
