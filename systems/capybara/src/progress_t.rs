//! How far the start of a large store is.
//!
//! trusted: nothing; it is for display.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How far something is that takes a while. Clones show the same; another thread may look at one.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    watched: Option<Watched>,
    last: f64,
}

/// A table that is gone through by address.
#[derive(Debug)]
struct Watched {
    reached: Arc<AtomicU64>,
    table: Range<u64>,
    is_downward: bool,
}

impl Progress {
    /// Of nothing yet.
    pub fn new() -> Progress {
        Progress::default()
    }

    /// The share that is done, from 0 to 1; nothing before it has begun.
    pub fn fraction(&self) -> Option<f64> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let watched = state.watched.as_ref()?;
        let at = watched.reached.load(Ordering::Relaxed);
        if watched.table.contains(&at) {
            let share = (at - watched.table.start) as f64 / (watched.table.end - watched.table.start) as f64;
            let share = if watched.is_downward { 1.0 - share } else { share };
            state.last = state.last.max(share);
        }
        Some(state.last)
    }

    /// From now on it is that of walking through a table.
    pub(crate) fn watch(&self, reached: Arc<AtomicU64>, table: Range<u64>, is_downward: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing is reached yet, and the first address is in no table.
        reached.store(u64::MAX, Ordering::Relaxed);
        *state = State { watched: Some(Watched { reached, table, is_downward }), last: 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_that_of_the_table_and_never_falls() {
        let (progress, reached) = (Progress::new(), Arc::new(AtomicU64::new(0)));
        assert_eq!(progress.fraction(), None);
        progress.watch(Arc::clone(&reached), 100..200, true);
        let at = |address: u64| {
            reached.store(address, Ordering::Relaxed);
            progress.fraction()
        };
        assert_eq!(progress.fraction(), Some(0.0));
        assert_eq!(at(175), Some(0.25));
        assert_eq!(at(900), Some(0.25));
        assert_eq!(at(100), Some(1.0));
        assert_eq!(at(175), Some(1.0));
        progress.watch(Arc::clone(&reached), 100..200, false);
        assert_eq!(at(175), Some(0.75));
    }
}
