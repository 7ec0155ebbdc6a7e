//! The outcome of a query.

use std::time::Duration;

/// The answer to one query, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// The solver's resource units spent, over all checks and retries whose count could be read. Deterministic for a
    /// solver version, unless the time limit was reached.
    pub rlimit_count: u64,
    /// Wall-clock time from the moment a worker took the query up, without its time in the queue.
    pub wall: Duration,
}

impl Outcome {
    /// The outcome of a query that cost nothing because it never reached a solver.
    pub(crate) fn error(message: impl Into<String>) -> Outcome {
        Outcome { verdict: Verdict::SolverError(message.into()), rlimit_count: 0, wall: Duration::ZERO }
    }
}

/// What is known about a query's goals; only [`Verdict::Proved`] is a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The solver said `unsat`: no goal can be violated.
    Proved,
    /// At least one goal is not proved.
    Failed {
        /// The goals found to fail, in the order in which they were found.
        goals: Vec<FailedGoal>,
        /// True when the search stopped at the number of errors asked for, so that others may fail as well; false
        /// when all other goals are proved, assuming these.
        incomplete_after: bool,
    },
    /// A limit was reached before there was an answer about all goals.
    ResourceExhausted {
        /// The limit.
        limit: Limit,
        /// The goals found to fail before that.
        found: Vec<FailedGoal>,
    },
    /// The solver complained about the query, could not be run, or did not keep to the protocol: a fault of the
    /// verifier or of its set-up, never of the program verified.
    SolverError(String),
}

/// A limit of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The budget in the solver's resource units, [`crate::Query::rlimit`].
    Units,
    /// The wall-clock time, [`crate::PoolConfig::wall_limit`].
    Time(Duration),
    /// The memory of a solver process.
    Memory,
}

impl Verdict {
    /// Whether all goals are proved.
    pub fn is_proved(&self) -> bool {
        *self == Verdict::Proved
    }
}

/// A goal that the solver did not prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedGoal {
    /// Its index in [`crate::Query::goals`].
    pub index: usize,
    /// The truth values of its detail terms in the model, in their order. `None` where the model does not say.
    pub details: Vec<Option<bool>>,
    /// The values of [`crate::Query::reads`] in the model, in their order, as the solver prints them with a space between
    /// any two tokens; empty where it has none to say.
    pub reads: Vec<Option<String>>,
    /// True when the solver said `unknown`: it found no refutation and offered this as a candidate, so that the goal
    /// may hold in fact. False when it said `sat`: under the query's assumptions the goal is violated.
    pub from_unknown: bool,
    /// The model in the solver's words, when the query asks for models and the solver said `sat`.
    pub model: Option<String>,
}
