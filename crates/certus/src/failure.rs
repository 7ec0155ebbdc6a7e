//! Failed goals as diagnostics.

use certus_diagnostics::{Class, Diagnostic, Span};
use certus_vir::{Goal, GoalKind};

/// The diagnostic for a goal that could not be proved. `conjuncts` are the places of the goal's conjuncts with what the
/// solver's model says of each; the first that is false there is the one to look at.
pub(crate) fn failed_goal(goal: &Goal, conjuncts: &[(Span, Option<bool>)]) -> Diagnostic {
    let message = match &goal.note {
        Some(note) => format!("{}: {note}", goal.kind.failure()),
        None => goal.kind.failure().to_string(),
    };
    let mut diagnostic = Diagnostic::error(Class::Verify, goal.kind.name(), message, goal.span);
    let label = match goal.kind {
        GoalKind::Postcondition => "at the end of the function body",
        GoalKind::Precondition => "at this call",
        _ => "",
    };
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
