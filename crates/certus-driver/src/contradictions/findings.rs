//! The kinds of queries for contradictions, and their results.

use std::collections::{BTreeMap, BTreeSet};

use certus_diagnostics::Span;

/// The kinds of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// The facts that are known at each goal.
    Contexts,
    /// The facts that are known before and after a call of each function with a trusted contract.
    Contracts,
    /// All broadcast facts, with the terms of each trigger.
    Triggers,
    /// Each pair of groups of broadcast facts.
    Groups,
}

impl Question {
    /// All kinds.
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

/// Which queries to run.
#[derive(Clone, Debug)]
pub struct Questions {
    /// Only these kinds; all kinds if it is empty.
    pub only: Vec<Question>,
    /// The number of seeds for the solver's random choices.
    pub seeds: u32,
    /// Only every n-th query runs.
    pub every: usize,
    /// The budget of a query, as a multiple of the budget of a proof.
    pub times: u64,
}

impl Questions {
    /// The kinds of queries to run.
    pub(super) fn wanted(&self) -> impl Iterator<Item = Question> {
        Question::ALL.into_iter().filter(|question| self.only.is_empty() || self.only.contains(question))
    }
}

/// A contradiction.
pub struct Found {
    /// The kind of the query.
    pub question: Question,
    /// The function, or the item that the query is about.
    pub name: String,
    /// The part of the function.
    pub part: String,
    /// True if only the condition of a branch contradicts the known facts, so that the code after it is unreachable.
    pub is_unreachable: bool,
    /// The cause of the contradiction, for people.
    pub cause: String,
    /// The place of the cause.
    pub span: Option<Span>,
    /// The seeds under which the solver found it.
    pub seeds: BTreeSet<u32>,
}

/// Counts for one kind of query.
#[derive(Default)]
pub struct Counts {
    /// The number of places.
    pub places: usize,
    /// The number of places times the number of seeds.
    pub asked: usize,
    /// The places for which the budget ran out.
    pub unanswered: usize,
    /// The items that cannot be encoded.
    pub left_out: Vec<String>,
}

/// The results of all queries.
#[derive(Default)]
pub struct Findings {
    /// Counts, by the name of the kind of query.
    pub counts: BTreeMap<&'static str, Counts>,
    /// The contradictions.
    pub found: Vec<Found>,
    /// Errors that the solver reported.
    pub faults: Vec<String>,
    /// The number of queries.
    pub queries: usize,
    /// The cost of the queries, in units of the solver's resource counter.
    pub units: u64,
}
