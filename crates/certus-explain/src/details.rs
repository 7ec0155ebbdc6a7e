//! Details of a failure that are reported with the failure itself.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, Label, Note, Span};
use certus_session::MAY_BE_FALSE;

/// The details of one failure.
#[derive(Debug, Default)]
pub struct Details {
    /// A place that is more relevant than the place of the diagnostic.
    pub primary: Option<Label>,
    /// Labels at further places.
    pub labels: Vec<Label>,
    /// Notes.
    pub notes: Vec<Note>,
    /// The part of the clause that fails, if it is known better than from the solver's model.
    pub(crate) narrowed: Option<Span>,
}

impl Details {
    /// The labels of a conjunct that is not proved, in this part of the clause.
    pub(crate) fn narrow(&mut self, labels: Vec<Label>, within: Span) {
        self.labels.splice(0..0, labels);
        self.narrowed = Some(within);
    }

    /// Adds the details to a diagnostic.
    pub fn added_to(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if let Some(part) = self.narrowed {
            let has_part = |of: Span| of.file == part.file && of.start <= part.start && part.end <= of.end;
            diagnostic.secondary.retain(|label| label.text != MAY_BE_FALSE || has_part(label.span));
        }
        diagnostic.primary = self.primary.clone().or(diagnostic.primary);
        let known: Vec<Span> = diagnostic.primary.iter().chain(&diagnostic.secondary).map(|label| label.span).collect();
        let new = self.labels.iter().filter(|label| !label.text.is_empty() && !known.contains(&label.span));
        diagnostic.secondary.extend(new.cloned());
        diagnostic.notes.extend(self.notes.iter().cloned());
        diagnostic
    }
}

/// The details of all failures of a run.
#[derive(Debug, Default)]
pub struct Explanations {
    /// The details of a failing goal, by the number of the job and the number of the goal in its query.
    pub(crate) goals: BTreeMap<(usize, usize), Details>,
    /// The details of a job whose budget ran out, by the number of the job.
    pub(crate) exhausted: BTreeMap<usize, Details>,
}

impl Explanations {
    /// Adds the details of a failed goal to its diagnostic.
    pub fn of_goal(&self, job: usize, goal: usize, diagnostic: Diagnostic) -> Diagnostic {
        self.goals.get(&(job, goal)).map_or(diagnostic.clone(), |details| details.added_to(diagnostic))
    }

    /// Adds the details of an exhausted budget to its diagnostic.
    pub fn of_budget(&self, job: usize, diagnostic: Diagnostic) -> Diagnostic {
        self.exhausted.get(&job).map_or(diagnostic.clone(), |details| details.added_to(diagnostic))
    }
}
