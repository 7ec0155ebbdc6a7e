//! Jumps out of a loop to one around it.
//!
//! `break 'outer` in an inner loop has to show what the outer loop keeps. Of that the inner loop knows what its own invariants say,
//! and a `for` loop keeps facts about its iterator that no user wrote.

use certus_diagnostics::{Note, Sources};
use certus_vc::{Obligation, Part};

use crate::alone::help;

/// What helps where the goal is at such a jump.
pub(crate) fn note(obligation: &Obligation, index: usize, sources: &Sources) -> Option<Note> {
    let goal = obligation.goals.get(index).filter(|_| matches!(obligation.part, Part::Loop(_)))?;
    let text = sources.text(goal.span);
    let is_jump = ["break", "continue"].iter().any(|word| {
        let rest = text.strip_prefix(word);
        rest.is_some_and(|rest| rest.trim_start().starts_with('\''))
    });
    let message = "the inner loop knows of the loop around it what its own invariants say: write \
                   `#[verifier::loop_isolation(false)]` before the inner loop, or say there what the outer loop keeps";
    is_jump.then(|| help(message.to_owned(), Vec::new()))
}
