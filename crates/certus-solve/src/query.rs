//! Queries: the input of a solver.

use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::Profile;

/// Raised when the dialogue with the solver changes in a way that can change outcomes: old cache entries then miss.
const PROTOCOL: &str = "certus-query-1";

/// A closed question to a solver: every symbol in it is declared in it, and nothing outside of it can change the
/// answer but the solver's version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// Declarations and assertions in SMT-LIB. The last assertion is the disjunction of the goals, so that a model is
    /// a counterexample and `unsat` means that all goals are proved. It sets no option and prints nothing.
    pub context: Arc<str>,
    /// Terms (normally names of Boolean constants) that are true in a model in which their obligation is violated.
    /// At least one.
    pub goals: Vec<String>,
    /// For each goal, Boolean terms to read from the model in which it is violated: the truth values of its conjuncts.
    /// May be shorter than `goals`; a missing entry is an empty one.
    pub details: Vec<Vec<String>>,
    /// Terms to read from each model in which a goal is violated, to explain the failure.
    pub reads: Vec<String>,
    /// How many failed goals to look for before giving up on finding more; 0 counts as 1.
    pub max_errors: usize,
    /// The solver's options.
    pub profile: Profile,
    /// Whether to read the whole model of each violated goal.
    pub model: bool,
    /// The budget of each check in the solver's resource units; 0 is no budget. Z3 counts in 32 bits, so what is
    /// above is cut to that.
    pub rlimit: u64,
    /// The seed of the solver's random choices; 0 is what the solver has when it is not told.
    pub seed: u32,
    /// The question is whether the goals can be proved at this budget: when it runs out, those that are left are not.
    /// That is as good an answer as any other, and the solver is not asked again in another way.
    pub is_probe: bool,
    /// An `unknown` is asked once more with the newer arithmetic solver: the query has something that only that one settles.
    pub asks_again: bool,
    /// A shorter wall-clock limit than the pool's, [`crate::PoolConfig::wall_limit`].
    pub wall_limit: Option<Duration>,
    /// How much work it is likely to be, in any unit that is the same for the queries solved together: those with the
    /// most begin first. It changes no answer.
    pub weight: u64,
}

impl Query {
    /// A query for its first error only, without details, in the default profile; it weighs what its text does.
    pub fn new(context: impl Into<Arc<str>>, goals: Vec<String>, rlimit: u64) -> Query {
        let context = context.into();
        let weight = context.len() as u64;
        let (details, profile) = (Vec::new(), Profile::Default);
        Query {
            context,
            goals,
            details,
            reads: Vec::new(),
            max_errors: 1,
            profile,
            model: false,
            rlimit,
            seed: 0,
            is_probe: false,
            asks_again: false,
            wall_limit: None,
            weight,
        }
    }

    /// Names the outcome: equal keys have equal outcomes, wherever they are computed. In hexadecimal.
    ///
    /// `solver` is what the solver is identified by, see [`crate::setup::Solver::identity`].
    pub fn key(&self, solver: &str) -> String {
        let mut hash = Sha256::new();
        // Each part goes in with its length, so that no two different queries give the same bytes.
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(PROTOCOL.as_bytes());
        part(solver.as_bytes());
        part(self.profile.commands().as_bytes());
        part(&self.rlimit.to_le_bytes());
        part(&(self.max_errors.max(1) as u64).to_le_bytes());
        part(self.context.as_bytes());
        if self.model {
            part(b"model");
        }
        if self.is_probe {
            part(b"probe");
        }
        if self.asks_again {
            part(b"again");
        }
        if self.seed != 0 {
            part(b"seed");
            part(&self.seed.to_le_bytes());
        }
        part(&(self.goals.len() as u64).to_le_bytes());
        self.goals.iter().for_each(|goal| part(goal.as_bytes()));
        for details in &self.details {
            part(&(details.len() as u64).to_le_bytes());
            details.iter().for_each(|detail| part(detail.as_bytes()));
        }
        if !self.reads.is_empty() {
            part(b"reads");
            self.reads.iter().for_each(|term| part(term.as_bytes()));
        }
        hex(&hash.finalize())
    }

    /// One query a goal, for when the budget ran out on all of them together; all proved is this one proved.
    pub fn split(&self) -> Vec<Query> {
        let one = |(index, goal): (usize, &String)| Query {
            context: format!("{}\n(assert\n{goal}\n)\n", self.context).into(),
            goals: vec![goal.clone()],
            details: self.details.get(index).cloned().into_iter().collect(),
            reads: self.reads.clone(),
            max_errors: 1,
            profile: self.profile,
            model: self.model,
            rlimit: self.rlimit,
            seed: self.seed,
            is_probe: self.is_probe,
            asks_again: self.asks_again,
            wall_limit: self.wall_limit,
            weight: self.weight,
        };
        self.goals.iter().enumerate().map(one).collect()
    }
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query() -> Query {
        let mut query = Query::new("(declare-const g Bool)", vec!["g".into(), "h".into()], 10);
        query.details = vec![vec!["a".into(), "b".into()], vec![]];
        query
    }

    #[test]
    fn key_depends_on_every_field_and_on_the_solver() {
        let base = query();
        let mut others = vec![base.clone(); 11];
        others[0].context = format!("{} ", others[0].context).into();
        others[1].goals.swap(0, 1);
        others[2].details = vec![vec!["a".into()], vec!["b".into()]];
        others[3].max_errors = 2;
        others[4].profile = Profile::Nonlinear;
        others[5].rlimit = 11;
        others[6].goals = vec!["g".into()];
        others[7].seed = 1;
        others[8].is_probe = true;
        others[9].reads = vec!["g".into()];
        others[10].asks_again = true;
        let mut keys: Vec<String> = others.iter().map(|q| q.key("z3")).collect();
        keys.push(base.key("z3"));
        keys.push(base.key("z4"));
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert_eq!(base.key("z3"), base.clone().key("z3"));
    }

    #[test]
    fn split_gives_each_goal_its_own_details() {
        let parts = query().split();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0].details, vec![vec!["a".to_owned(), "b".to_owned()]]);
        assert_eq!((parts[1].goals.as_slice(), parts[1].details.len()), (&["h".to_owned()][..], 1));
    }
}
