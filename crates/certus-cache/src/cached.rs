//! An executor that stores its verdicts.

use std::path::Path;

use certus_solve::{Executor, Outcome, Query, Watch};

use crate::entry;
use crate::store::Store;

/// How to use the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Neither read nor write.
    Off,
    /// Read and write.
    #[default]
    On,
    /// Read only. The solver answers the other queries.
    ReadOnly,
    /// Read only. The other queries get no answer.
    Enforce,
}

/// Answers queries from the store, and the rest with a solver.
#[derive(Debug)]
pub struct Cache {
    store: Option<Store>,
    mode: Mode,
    /// The identity of the solver, as a part of every key.
    solver: String,
    used: Use,
}

/// How a run used the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// The number of queries answered from it.
    pub hits: usize,
    /// The number of queries without an entry.
    pub misses: usize,
    /// The number of entries that differ from what was written. They count as misses too.
    pub damaged: usize,
    /// The first error in writing a verdict, if there was one.
    pub unwritten: Option<String>,
}

impl Cache {
    /// A cache below `cache`, the project's directory in the user's cache, if there is one.
    pub fn new(cache: Option<&Path>, mode: Mode, solver: String) -> Cache {
        let store = cache.map(Store::verdicts).filter(|_| mode != Mode::Off);
        Cache { store, mode, solver, used: Use::default() }
    }

    /// How the cache was used up to now.
    pub fn used(&self) -> &Use {
        &self.used
    }

    /// Answers queries in their order, and calls `on_done` for each answer. An outcome is `None` for a missing entry
    /// under [`Mode::Enforce`].
    pub fn solve(
        &mut self,
        executor: &dyn Executor,
        queries: Vec<Query>,
        watch: &mut dyn Watch,
    ) -> Vec<Option<Outcome>> {
        let mut answers: Vec<Option<Outcome>> = Vec::with_capacity(queries.len());
        let (mut open, mut keys) = (Vec::new(), Vec::new());
        for (index, query) in queries.into_iter().enumerate() {
            let key = self.store.as_ref().map(|_| query.key(&self.solver)).unwrap_or_default();
            let known = self.look_up(&key, &query);
            if let Some(outcome) = &known {
                watch.done(index, outcome);
            } else {
                keys.push((index, key));
                open.push(query);
            }
            answers.push(known);
        }
        if self.mode == Mode::Enforce || open.is_empty() {
            return answers;
        }
        let outcomes = executor.solve(open, &mut Keeping { cache: self, keys: &keys, watch });
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

/// Keeps answers before it hands them on.
struct Keeping<'a> {
    cache: &'a mut Cache,
    /// For each query that the cache has no answer to, its index among all and its key.
    keys: &'a [(usize, String)],
    watch: &'a mut dyn Watch,
}

impl Watch for Keeping<'_> {
    fn done(&mut self, place: usize, outcome: &Outcome) {
        if let Some((index, key)) = self.keys.get(place) {
            self.cache.keep(key, outcome);
            self.watch.done(*index, outcome);
        }
    }

    fn tick(&mut self) {
        self.watch.tick();
    }
}
