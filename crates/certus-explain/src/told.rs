//! What is reported of a failure beside the failure itself.

use std::collections::BTreeMap;

use certus_diagnostics::{Diagnostic, Label, Note, Span};

/// What is told of a failure.
#[derive(Debug, Default)]
pub struct Told {
    /// A place that is at fault more than the one of the diagnostic.
    pub primary: Option<Label>,
    /// Further places.
    pub labels: Vec<Label>,
    /// Remarks.
    pub notes: Vec<Note>,
}

impl Told {
    /// The diagnostic with it.
    pub fn say(&self, mut diagnostic: Diagnostic) -> Diagnostic {
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
pub struct Explanations {
    /// By the number of the job and that of the goal in its query.
    pub(crate) goals: BTreeMap<(usize, usize), Told>,
    /// By the number of a job whose budget ran out.
    pub(crate) exhausted: BTreeMap<usize, Told>,
}

impl Explanations {
    /// A failed goal's diagnostic with what is told of it.
    pub fn of_goal(&self, job: usize, goal: usize, diagnostic: Diagnostic) -> Diagnostic {
        self.goals.get(&(job, goal)).map_or(diagnostic.clone(), |told| told.say(diagnostic))
    }

    /// The diagnostic of an exhausted budget with what is told of it.
    pub fn of_budget(&self, job: usize, diagnostic: Diagnostic) -> Diagnostic {
        self.exhausted.get(&job).map_or(diagnostic.clone(), |told| told.say(diagnostic))
    }
}
