//! Which items the program needs.

use std::collections::{HashSet, VecDeque};

use certus_tree::DefId;

/// The items asked for, and those of them that are still to be lowered, in the order in which they were asked for.
#[derive(Default)]
pub(crate) struct Demand {
    requested: HashSet<DefId>,
    queue: VecDeque<DefId>,
}

impl Demand {
    /// Asks for an item. False if somebody has asked for it before: an item is lowered at most once.
    pub(super) fn add(&mut self, def: DefId) -> bool {
        let is_new = self.requested.insert(def);
        if is_new {
            self.queue.push_back(def);
        }
        is_new
    }

    /// Asks for an item that the caller lowers at once. False if it was lowered before.
    pub(crate) fn take(&mut self, def: DefId) -> bool {
        if self.requested.insert(def) {
            return true;
        }
        let waiting = self.queue.iter().position(|other| *other == def);
        waiting.and_then(|at| self.queue.remove(at)).is_some()
    }

    /// The next item to lower.
    pub(crate) fn next(&mut self) -> Option<DefId> {
        self.queue.pop_front()
    }

    /// True for an item that is or will be lowered.
    pub(crate) fn contains(&self, def: DefId) -> bool {
        self.requested.contains(&def)
    }

    /// The items asked for so far, in no order.
    pub(crate) fn all(&self) -> Vec<DefId> {
        self.requested.iter().copied().collect()
    }
}
