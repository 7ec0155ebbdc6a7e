//! The interface between the producers of queries and the solvers.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use crate::{Outcome, Query};

/// An answered query: the index it was submitted under, and its outcome.
pub type Reply = (usize, Outcome);

/// How often a watcher hears that time passes.
const TICK: Duration = Duration::from_secs(1);

/// Watches how queries are solved. A closure hears of the answers only.
pub trait Watch {
    /// The query with this index has an answer.
    fn done(&mut self, index: usize, outcome: &Outcome);

    /// A second passed without an answer.
    fn tick(&mut self) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn done(&mut self, _index: usize, _outcome: &Outcome) {}
}

impl<F: FnMut(usize, &Outcome)> Watch for F {
    fn done(&mut self, index: usize, outcome: &Outcome) {
        self(index, outcome);
    }
}

/// Solves queries, here or elsewhere. Holding one, you can submit from any thread.
pub trait Executor: Send + Sync {
    /// Queues a query and returns at once; its outcome comes over `reply` with `index`, exactly once. If the executor
    /// goes away before, the sender is dropped without an answer, so that a receiver sees the channel close.
    fn submit(&self, index: usize, query: Query, reply: Sender<Reply>);

    /// Solves all queries, starting those with the most weight first; tells `watch` as they finish, in whatever order that
    /// is, and returns the outcomes in the order of the queries.
    fn solve(&self, queries: Vec<Query>, watch: &mut dyn Watch) -> Vec<Outcome> {
        let mut outcomes: Vec<Option<Outcome>> = queries.iter().map(|_| None).collect();
        let (sender, receiver) = mpsc::channel();
        let mut queries: Vec<(usize, Query)> = queries.into_iter().enumerate().collect();
        queries.sort_by_key(|(_, query)| std::cmp::Reverse(query.weight));
        for (index, query) in queries {
            self.submit(index, query, sender.clone());
        }
        // With the last copy of the sender gone the loop below ends even if the executor loses a query.
        drop(sender);
        loop {
            let (index, outcome) = match receiver.recv_timeout(TICK) {
                Ok(reply) => reply,
                Err(RecvTimeoutError::Timeout) => {
                    watch.tick();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            watch.done(index, &outcome);
            if let Some(slot) = outcomes.get_mut(index) {
                *slot = Some(outcome);
            }
        }
        let lost = || Outcome::error("the executor stopped before it answered this query");
        outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(lost)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    /// Loses every query but the second.
    struct Forgetful;

    impl Executor for Forgetful {
        fn submit(&self, index: usize, _query: Query, reply: Sender<Reply>) {
            if index == 1 {
                let verdict = Verdict::Proved;
                let _ = reply.send((index, Outcome { verdict, ..Outcome::error("") }));
            }
        }
    }

    #[test]
    fn lost_query_is_an_error_and_not_a_proof() {
        let queries = vec![Query::new("", vec!["g".into()], 0); 3];
        let mut done = Vec::new();
        let outcomes = Forgetful.solve(queries, &mut |index, _: &Outcome| done.push(index));
        assert_eq!(done, [1]);
        assert!(outcomes[1].verdict.is_proved());
        assert!(matches!(outcomes[0].verdict, Verdict::SolverError(_)));
        assert!(matches!(outcomes[2].verdict, Verdict::SolverError(_)));
    }
}
