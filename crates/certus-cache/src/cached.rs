//! An executor with a memory.

use std::path::Path;

use certus_solve::{Executor, Outcome, Query};

use crate::entry;
use crate::store::Store;

/// What may be done with the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Neither read nor write.
    Off,
    /// Read and write.
    #[default]
    On,
    /// Read only; what is not there is asked of the solver.
    ReadOnly,
    /// Read only; what is not there is not answered.
    Enforce,
}

/// Answers from the store, and from a solver for the rest.
#[derive(Debug)]
pub struct Cache {
    store: Option<Store>,
    mode: Mode,
    /// What the solver is identified by.
    solver: String,
    used: Use,
}

/// How a cache was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Queries answered from it.
    pub hits: usize,
    /// Queries that it had no answer for.
    pub misses: usize,
    /// Entries that were not as they were written. They count as misses too.
    pub damaged: usize,
    /// Why the first of the verdicts that could not be written could not.
    pub unwritten: Option<String>,
}

impl Cache {
    /// A cache below the directory for the project's files in the user's cache, if there is one.
    pub fn new(cache: Option<&Path>, mode: Mode, solver: String) -> Cache {
        let store = cache.map(Store::new).filter(|_| mode != Mode::Off);
        Cache { store, mode, solver, used: Use::default() }
    }

    /// How it was used up to now.
    pub fn used(&self) -> &Use {
        &self.used
    }

    /// Answers queries in their order, calling `on_done` for each as it is answered. `None` is for what is not in a
    /// cache that must have it.
    pub fn solve(
        &mut self,
        executor: &dyn Executor,
        queries: Vec<Query>,
        on_done: &mut dyn FnMut(usize, &Outcome),
    ) -> Vec<Option<Outcome>> {
        let mut answers: Vec<Option<Outcome>> = Vec::with_capacity(queries.len());
        let (mut open, mut keys) = (Vec::new(), Vec::new());
        for (index, query) in queries.into_iter().enumerate() {
            let key = self.store.as_ref().map(|_| query.key(&self.solver)).unwrap_or_default();
            let known = self.look_up(&key, &query);
            if let Some(outcome) = &known {
                on_done(index, outcome);
            } else {
                keys.push((index, key));
                open.push(query);
            }
            answers.push(known);
        }
        if self.mode == Mode::Enforce || open.is_empty() {
            return answers;
        }
        let outcomes = executor.solve(open, &mut |place, outcome| {
            if let Some((index, key)) = keys.get(place) {
                self.keep(key, outcome);
                on_done(*index, outcome);
            }
        });
        for ((index, _), outcome) in keys.iter().zip(outcomes) {
            if let Some(answer) = answers.get_mut(*index) {
                *answer = Some(outcome);
            }
        }
        if let Some(store) = self.store.as_ref().filter(|_| self.mode == Mode::On) {
            store.trim(keys.iter().map(|(_, key)| key.as_str()));
        }
        answers
    }

    fn look_up(&mut self, key: &str, query: &Query) -> Option<Outcome> {
        let bytes = self.store.as_ref().and_then(|store| store.get(key));
        let known = bytes.as_ref().and_then(|bytes| entry::read(key, query, bytes));
        self.used.damaged += usize::from(bytes.is_some() && known.is_none());
        match known {
            Some(_) => self.used.hits += 1,
            None => self.used.misses += 1,
        }
        known
    }

    fn keep(&mut self, key: &str, outcome: &Outcome) {
        let Some(store) = self.store.as_ref().filter(|_| self.mode == Mode::On) else { return };
        let Some(bytes) = entry::write(key, outcome) else { return };
        if let Err(error) = store.put(key, &bytes) {
            self.used.unwritten.get_or_insert_with(|| error.to_string());
        }
    }
}
