//! What a store is to who uses it: two maps from keys to items and lists, and how much room there is.

use vstd::prelude::*;

verus! {

use crate::layout_v::Geometry;

/// What a key has.
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub ghost struct Entry<I, L> {
    /// The item.
    pub item: I,
    /// The list.
    pub list: Seq<L>,
}

/// What recovery gives.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub ghost struct Stored<K, I, L> {
    /// How large the store is.
    pub geometry: Geometry,
    /// What the keys have.
    pub map: Map<K, Entry<I, L>>,
}

/// A store between two operations.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub ghost struct KvView<K, I, L> {
    /// How large the store is.
    pub geometry: Geometry,
    /// What an abort, or a crash, leaves.
    pub on_abort: Map<K, Entry<I, L>>,
    /// What a commit makes durable, and what reads see.
    pub on_commit: Map<K, Entry<I, L>>,
    /// The keys that may be created before the next commit.
    pub free_keys: int,
    /// The items that may be created or replaced before the next commit.
    pub free_items: int,
    /// The elements of lists that may be appended or replaced before the next commit.
    pub free_elements: int,
    /// The bytes of the journal that are left for this transaction.
    pub room: int,
    /// The bytes of the journal.
    pub capacity: int,
}

/// The number of elements of all lists.
pub open spec fn total<K, I, L>(map: Map<K, Entry<I, L>>) -> nat
    decreases map.len(),
{
    let key = map.dom().choose();
    if map.len() > 0 && map.contains_key(key) {
        map[key].list.len() + total(map.remove(key))
    } else {
        0
    }
}

impl<K, I, L> KvView<K, I, L> {
    /// A store with nothing pending. Each row is free that no key needs.
    pub open spec fn idle(stored: Stored<K, I, L>, capacity: int) -> KvView<K, I, L> {
        KvView {
            geometry: stored.geometry,
            on_abort: stored.map,
            on_commit: stored.map,
            free_keys: stored.geometry.keys - stored.map.len(),
            free_items: stored.geometry.items - stored.map.len(),
            free_elements: stored.geometry.elements - total(stored.map),
            room: capacity,
            capacity,
        }
    }

    /// What recovery gives where the keys have this.
    pub open spec fn stored(self, map: Map<K, Entry<I, L>>) -> Stored<K, I, L> {
        Stored { geometry: self.geometry, map }
    }

    /// After a commit.
    pub open spec fn commit(self) -> KvView<K, I, L> {
        KvView::idle(self.stored(self.on_commit), self.capacity)
    }

    /// After an abort.
    pub open spec fn abort(self) -> KvView<K, I, L> {
        KvView::idle(self.stored(self.on_abort), self.capacity)
    }
}

} // verus!
