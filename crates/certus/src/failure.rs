//! Failed goals as diagnostics, and what is told of them beside the failure itself: how control came there, a
//! counterexample where one is confirmed, and what would help.

use std::collections::BTreeMap;

use certus_diagnostics::{Class, Diagnostic, Label, Note, Sources, Span};
use certus_lower::Lowered;
use certus_solve::{Outcome, Verdict};
use certus_vc::Part;
use certus_vir::{Goal, GoalKind, Prover};

use crate::solving::{Job, Solving};

mod counter;
mod ideas;
mod inductive;
mod instances;
mod looping;
mod split;
mod trials;
mod way;

/// What is told of a failure.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// A place that is at fault more than the one of the diagnostic.
    pub(crate) primary: Option<Label>,
    /// Further places.
    pub(crate) labels: Vec<Label>,
    /// Remarks.
    pub(crate) notes: Vec<Note>,
}

impl Told {
    /// The diagnostic with it.
    pub(crate) fn say(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.primary = self.primary.clone().or(diagnostic.primary);
        let known: Vec<Span> = diagnostic.primary.iter().chain(&diagnostic.secondary).map(|label| label.span).collect();
        let new = self.labels.iter().filter(|label| !label.text.is_empty() && !known.contains(&label.span));
        diagnostic.secondary.extend(new.cloned());
        diagnostic.notes.extend(self.notes.iter().cloned());
        diagnostic
    }
}

/// What is told of the failures of a run.
#[derive(Debug, Default)]
pub(crate) struct Explanations {
    /// By the number of the job and that of the goal in its query.
    goals: BTreeMap<(usize, usize), Told>,
    /// By the number of a job whose budget ran out.
    exhausted: BTreeMap<usize, Told>,
}

impl Explanations {
    /// A failed goal's diagnostic with what is told of it.
    pub(crate) fn of_goal(&self, job: usize, goal: usize, diagnostic: Diagnostic) -> Diagnostic {
        self.goals.get(&(job, goal)).map_or(diagnostic.clone(), |told| told.say(diagnostic))
    }

    /// The diagnostic of an exhausted budget with what is told of it.
    pub(crate) fn of_budget(&self, job: usize, diagnostic: Diagnostic) -> Diagnostic {
        self.exhausted.get(&job).map_or(diagnostic.clone(), |told| told.say(diagnostic))
    }
}

/// Explains what failed. Nothing of this changes what is verified. With `tries` the solver is asked what would help.
pub(crate) fn explained(
    solving: &mut Solving<'_>,
    lowered: &Lowered,
    jobs: &[Job],
    outcomes: &[Option<Outcome>],
    sources: &Sources,
    tries: bool,
) -> Explanations {
    let (mut all, mut ways) = (Explanations::default(), BTreeMap::new());
    for (number, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let found = match outcome.as_ref().map(|outcome| &outcome.verdict) {
            Some(Verdict::Failed { goals, .. }) => goals,
            Some(Verdict::ResourceExhausted { found }) => {
                let told = if tries { split::split(solving, lowered, job) } else { None };
                all.exhausted.extend(told.map(|told| (number, told)));
                found
            }
            _ => continue,
        };
        let is_usual = job.obligation.prover == Prover::Default && !matches!(job.obligation.part, Part::Isolated(_));
        for failed in found.iter().filter(|_| is_usual) {
            let Some(way) = way::way(job, failed) else { continue };
            let told = all.goals.entry((number, failed.index)).or_default();
            told.labels = way::labels(job, &way);
            if let Some(text) = counter::confirmed(&lowered.program, job, failed, &way) {
                let message = format!("counterexample: {text} (confirmed by evaluation)");
                told.notes.push(Note { is_help: false, message, labels: Vec::new() });
            }
            ways.insert((number, failed.index), way);
        }
    }
    if tries {
        for (goal, notes) in trials::hints(solving, lowered, jobs, outcomes, sources) {
            all.goals.entry(goal).or_default().notes.extend(notes);
            ways.remove(&goal);
        }
        for (goal, more) in inductive::all(solving, lowered, &ways, jobs, outcomes) {
            let told = all.goals.entry(goal).or_default();
            told.labels.extend(more.labels);
            told.notes.extend(more.notes);
        }
    }
    all
}

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
