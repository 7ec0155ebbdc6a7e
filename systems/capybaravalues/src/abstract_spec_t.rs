//! What a store of values is to who uses it: two maps from keys to strings of bytes, and how much room there is; and how a value
//! is an item and a list of `capybarakv`.

use vstd::prelude::*;

verus! {

use crate::length_v::Length;
use capybarakv::Geometry;
use capybarakv::abstract_spec_t::*;
use capybarakv::recovery_v::recovered_store;
use pmcopy::PmCopy;
use power::permission_t::*;

/// The bytes that a value may have.
pub const MAX_LEN: usize = 65536;

/// The rows of so many bytes that a value of `len` bytes takes.
pub open spec fn row_count(len: int, width: int) -> int {
    if len <= 0 { 0 } else { (len - 1) / width + 1 }
}

/// The first `len` bytes of rows, one after the other.
pub open spec fn joined<const N: usize>(rows: Seq<[u8; N]>, len: int) -> Seq<u8> {
    Seq::new(len as nat, |i: int| rows[i / (N as int)]@[i % (N as int)])
}

/// Whether an item and a list are a value: the item is its length, and the list has as many rows as this needs.
pub open spec fn is_value<const N: usize>(entry: Entry<Length, [u8; N]>) -> bool {
    &&& entry.item.bytes <= MAX_LEN
    &&& entry.list.len() == row_count(entry.item.bytes as int, N as int)
}

/// The value that they are. Bytes of the last row behind the length do not count.
pub open spec fn value_of<const N: usize>(entry: Entry<Length, [u8; N]>) -> Seq<u8> {
    joined(entry.list, entry.item.bytes as int)
}

/// Whether each key has a value.
pub open spec fn are_values<K, const N: usize>(map: Map<K, Entry<Length, [u8; N]>>) -> bool {
    forall|key: K| #[trigger] map.contains_key(key) ==> is_value(map[key])
}

/// The values of the keys.
pub open spec fn values_of<K, const N: usize>(map: Map<K, Entry<Length, [u8; N]>>) -> Map<K, Seq<u8>> {
    map.map_values(|entry: Entry<Length, [u8; N]>| value_of(entry))
}

/// The rows that all values take together.
pub open spec fn total_rows<K>(map: Map<K, Seq<u8>>, width: int) -> int
    decreases map.len(),
{
    let key = map.dom().choose();
    if map.len() > 0 && map.contains_key(key) {
        row_count(map[key].len() as int, width) + total_rows(map.remove(key), width)
    } else {
        0
    }
}

/// What recovery gives.
#[verifier::reject_recursive_types(K)]
pub ghost struct StoredValues<K> {
    /// How large the store is.
    pub geometry: Geometry,
    /// The values of the keys.
    pub map: Map<K, Seq<u8>>,
}

/// The values in a storage, if it holds a store in which each key has one.
pub open spec fn recovered_values<K: PmCopy, const N: usize>(s: Seq<u8>) -> Option<StoredValues<K>> {
    match recovered_store::<K, Length, [u8; N]>(s) {
        Some(stored) if are_values(stored.map) && stored.geometry.element_len == N => Some(
            StoredValues { geometry: stored.geometry, map: values_of(stored.map) },
        ),
        _ => None,
    }
}

/// The same as a function, to speak of permissions.
pub open spec fn recovery<K: PmCopy, const N: usize>() -> spec_fn(Seq<u8>) -> Option<StoredValues<K>> {
    |s: Seq<u8>| recovered_values::<K, N>(s)
}

/// Whether a permission allows to go from some values to others.
pub open spec fn allows_values<K: PmCopy, const N: usize>(permission: Permission, from: StoredValues<K>, to: StoredValues<K>) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        recovered_values::<K, N>(pre) == Some(from) && recovered_values::<K, N>(post) == Some(to)
            ==> #[trigger] permission.permits(pre, post)
}

/// A store between two operations.
#[verifier::reject_recursive_types(K)]
pub ghost struct ValuesView<K> {
    /// How large the store is. The bytes of an element are those of a row.
    pub geometry: Geometry,
    /// What an abort, or a crash, leaves.
    pub on_abort: Map<K, Seq<u8>>,
    /// What a commit makes durable, and what reads see.
    pub on_commit: Map<K, Seq<u8>>,
    /// The keys that may be created before the next commit.
    pub free_keys: int,
    /// The values that may be put before the next commit.
    pub free_items: int,
    /// The rows that values may take before the next commit.
    pub free_rows: int,
    /// The bytes of the journal that are left for this transaction.
    pub room: int,
    /// The bytes of the journal.
    pub capacity: int,
}

impl<K> ValuesView<K> {
    /// A store with nothing pending. Each row is free that no value needs.
    pub open spec fn idle(stored: StoredValues<K>, capacity: int) -> ValuesView<K> {
        ValuesView {
            geometry: stored.geometry,
            on_abort: stored.map,
            on_commit: stored.map,
            free_keys: stored.geometry.keys - stored.map.len(),
            free_items: stored.geometry.items - stored.map.len(),
            free_rows: stored.geometry.elements - total_rows(stored.map, stored.geometry.element_len as int),
            room: capacity,
            capacity,
        }
    }

    /// What recovery gives where the keys have these values.
    pub open spec fn stored(self, map: Map<K, Seq<u8>>) -> StoredValues<K> {
        StoredValues { geometry: self.geometry, map }
    }

    /// The bytes of a row.
    pub open spec fn width(self) -> int {
        self.geometry.element_len as int
    }

    /// After a commit.
    pub open spec fn commit(self) -> ValuesView<K> {
        ValuesView::idle(self.stored(self.on_commit), self.capacity)
    }

    /// After an abort.
    pub open spec fn abort(self) -> ValuesView<K> {
        ValuesView::idle(self.stored(self.on_abort), self.capacity)
    }
}

} // verus!
