//! Failed goals as diagnostics.

use certus_diagnostics::{Class, Diagnostic, Span};
use certus_vir::{Goal, GoalKind};

/// The diagnostic for a goal that could not be proved. `conjuncts` are the places of the goal's conjuncts with what the
/// solver's model says of each; the first that is false there is the one to look at.
pub(crate) fn failed_goal(goal: &Goal, conjuncts: &[(Span, Option<bool>)]) -> Diagnostic {
    // A postcondition fails at one of the ways out, which the label names.
    let (message, label) = match (goal.kind, &goal.note) {
        (GoalKind::Postcondition, Some(exit)) => (goal.kind.failure().to_string(), exit.as_str()),
        (_, Some(note)) => (format!("{}: {note}", goal.kind.failure()), ""),
        (GoalKind::Precondition, None) => (goal.kind.failure().to_string(), "at this call"),
        (_, None) => (goal.kind.failure().to_string(), ""),
    };
    let mut diagnostic = Diagnostic::error(Class::Verify, goal.kind.name(), message, goal.span);
    diagnostic = diagnostic.with_label(label);
    for (span, text) in &goal.related {
        diagnostic = diagnostic.with_secondary(*span, text.clone());
    }
    let failing = conjuncts.iter().find(|(_, value)| *value == Some(false)).map(|(span, _)| *span);
    if let Some(span) = failing.filter(|_| conjuncts.len() > 1) {
        diagnostic = diagnostic.with_secondary(span, "this part may be false");
    }
    diagnostic
}
