//! What is asked, and what is found.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::Span;

/// Which contradictions to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// In what is known at each goal.
    Contexts,
    /// In what is known before and after a call of each function whose contract is believed.
    Contracts,
    /// In all that is broadcast, around the terms of each trigger.
    Triggers,
    /// In each two groups of that.
    Groups,
}

impl Question {
    /// Every question.
    pub const ALL: [Question; 4] = [Question::Contexts, Question::Contracts, Question::Triggers, Question::Groups];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Question::Contexts => "contexts",
            Question::Contracts => "contracts",
            Question::Triggers => "triggers",
            Question::Groups => "groups",
        }
    }
}

/// What is asked, and how much.
#[derive(Clone, Debug)]
pub struct Questions {
    /// These only; all where it is empty.
    pub only: Vec<Question>,
    /// Under how many seeds of the solver's random choices to ask.
    pub seeds: u32,
    /// One question of so many is asked.
    pub every: usize,
    /// How many times the budget of the proof each question has.
    pub times: u64,
}

impl Questions {
    /// Those that are wanted.
    pub(super) fn wanted(&self) -> impl Iterator<Item = Question> {
        Question::ALL.into_iter().filter(|question| self.only.is_empty() || self.only.contains(question))
    }
}

/// A contradiction.
pub struct Found {
    /// What was asked.
    pub question: Question,
    /// The function, or what the question is about.
    pub name: String,
    /// Which part of the function.
    pub part: String,
    /// Only some condition is contradictory with what is known, so that the code behind it is never reached.
    pub is_unreachable: bool,
    /// What makes it one, in words.
    pub cause: String,
    /// Where that is.
    pub span: Option<Span>,
    /// The seeds under which it is found.
    pub seeds: BTreeSet<u32>,
}

/// How much was asked of a kind.
#[derive(Default)]
pub struct Counts {
    /// Contexts.
    pub places: usize,
    /// The same, each as often as there are seeds.
    pub asked: usize,
    /// Those of which the solver had nothing to say within the budget.
    pub unanswered: usize,
    /// What cannot be encoded.
    pub left_out: Vec<String>,
}

/// All that is found.
#[derive(Default)]
pub struct Findings {
    /// How much was asked, by the name of the question.
    pub counts: BTreeMap<&'static str, Counts>,
    /// The contradictions.
    pub found: Vec<Found>,
    /// Where the solver complained.
    pub faults: Vec<String>,
    /// How many queries the solver got.
    pub queries: usize,
    /// What they cost, in units of the solver's resource counter.
    pub units: u64,
}
