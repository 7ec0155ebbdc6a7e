//! Turns failed goals into diagnostics.

use certus_diagnostics::{Diagnostic, Span};
use certus_solve::FailedGoal;
use certus_vir::{Goal, GoalKind};

use crate::Job;

/// The label of a conjunct that is false in the solver's model.
pub const MAY_BE_FALSE: &str = "this part may be false";

/// The places of a goal's conjuncts, each with its value in the solver's model if that is known.
pub type Conjuncts = Vec<(Span, Option<bool>)>;

/// The goal that failed, with the places of its conjuncts and their values in the solver's model.
pub fn goal_of<'j>(job: &'j Job, failed: &FailedGoal) -> Option<(&'j Goal, Conjuncts)> {
    let names = job.encoded.goals.get(failed.index)?;
    let goal = job.obligation.goals.get(names.index)?;
    let spans = names.conjuncts.iter().map(|(_, span)| *span);
    Some((goal, spans.zip(failed.details.iter().copied().chain(std::iter::repeat(None))).collect()))
}

/// The diagnostic for a goal that is not proved. `conjuncts` are the places of the goal's conjuncts with their values
/// in the solver's model. The diagnostic points at the first one that is false.
pub fn failed_goal(goal: &Goal, conjuncts: &[(Span, Option<bool>)]) -> Diagnostic {
    // The label names the exit at which a postcondition fails.
    let (message, label) = match (goal.kind, &goal.note) {
        (GoalKind::Postcondition, Some(exit)) => (goal.kind.failure().to_string(), exit.as_str()),
        (_, Some(note)) => (format!("{}: {note}", goal.kind.failure()), ""),
        (GoalKind::Precondition, None) => (goal.kind.failure().to_string(), "at this call"),
        (_, None) => (goal.kind.failure().to_string(), ""),
    };
    let mut diagnostic = Diagnostic::error(goal.kind.code(), message, goal.span);
    diagnostic = diagnostic.with_label(label);
    for (span, text) in &goal.related {
        diagnostic = diagnostic.with_secondary(*span, text.clone());
    }
    let failing = conjuncts.iter().find(|(_, value)| *value == Some(false)).map(|(span, _)| *span);
    if let Some(span) = failing.filter(|_| conjuncts.len() > 1) {
        diagnostic = diagnostic.with_secondary(span, MAY_BE_FALSE);
    }
    diagnostic
}
