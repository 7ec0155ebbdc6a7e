//! What a store is to who uses it: two maps from keys to items, and how much room there is.

use vstd::prelude::*;

verus! {

use crate::layout_v::Geometry;

/// What recovery gives.
#[verifier::reject_recursive_types(K)]
pub ghost struct Stored<K, I> {
    /// How large the store is.
    pub geometry: Geometry,
    /// The items by their keys.
    pub map: Map<K, I>,
}

/// A store between two operations.
#[verifier::reject_recursive_types(K)]
pub ghost struct KvView<K, I> {
    /// How large the store is.
    pub geometry: Geometry,
    /// What an abort, or a crash, leaves.
    pub on_abort: Map<K, I>,
    /// What a commit makes durable, and what reads see.
    pub on_commit: Map<K, I>,
    /// The keys that may be created before the next commit.
    pub free_keys: int,
    /// The items that may be created or replaced before the next commit.
    pub free_items: int,
    /// The bytes of the journal that are left for this transaction.
    pub room: int,
    /// The bytes of the journal.
    pub capacity: int,
}

impl<K, I> KvView<K, I> {
    /// A store with nothing pending. Each row without a key or an item is free.
    pub open spec fn idle(stored: Stored<K, I>, capacity: int) -> KvView<K, I> {
        KvView {
            geometry: stored.geometry,
            on_abort: stored.map,
            on_commit: stored.map,
            free_keys: stored.geometry.keys - stored.map.len(),
            free_items: stored.geometry.items - stored.map.len(),
            room: capacity,
            capacity,
        }
    }

    /// What recovery gives where the store has these items.
    pub open spec fn stored(self, map: Map<K, I>) -> Stored<K, I> {
        Stored { geometry: self.geometry, map }
    }

    /// After a commit.
    pub open spec fn commit(self) -> KvView<K, I> {
        KvView::idle(self.stored(self.on_commit), self.capacity)
    }

    /// After an abort.
    pub open spec fn abort(self) -> KvView<K, I> {
        KvView::idle(self.stored(self.on_abort), self.capacity)
    }
}

} // verus!
