//! What a range of keys in order is, and the order of strings, in the words of [`crate::abstract_spec_t`].

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::Entry;
use crate::error_v::KvError;
use crate::order_v::KeyOrder;
use crate::range_v::Range;
use pmcopy::PmCopy;
use power::device_t::*;

/// Whether a string of bytes comes before another one, or is the same one: the first byte that differs decides, and a string is
/// before those that it begins.
pub open spec fn lexicographic(a: Seq<u8>, b: Seq<u8>) -> bool
    decreases a.len(),
{
    if a.len() == 0 {
        true
    } else if b.len() == 0 {
        false
    } else if a[0] != b[0] {
        a[0] < b[0]
    } else {
        lexicographic(a.drop_first(), b.drop_first())
    }
}

/// The key that a reference leads to, if there is one.
pub open spec fn given<K>(bound: Option<&K>) -> Option<K> {
    match bound {
        Some(key) => Some(*key),
        None => None,
    }
}

/// Whether a key is at or behind `from`, and before `to`. What is not given is no bound.
pub open spec fn is_between<K, O: KeyOrder<K>>(key: K, from: Option<K>, to: Option<K>) -> bool {
    &&& from matches Some(from) ==> O::le(from, key)
    &&& to matches Some(to) ==> !O::le(to, key)
}

/// Whether these are the keys of a map in a range: each once, none missed, in order.
pub open spec fn is_range<K, V, O: KeyOrder<K>>(keys: Seq<K>, map: Map<K, V>, from: Option<K>, to: Option<K>) -> bool {
    &&& keys.no_duplicates()
    &&& forall|key: K| #[trigger] keys.contains(key) <==> map.contains_key(key) && is_between::<K, O>(key, from, to)
    &&& forall|i: int, j: int| #![trigger keys[i], keys[j]] 0 <= i < j < keys.len() ==> O::le(keys[i], keys[j])
}

/// Whether a key is the first one of a map that is behind another one; with `or_at`, the first one that is not before it.
pub open spec fn is_first<K, V, O: KeyOrder<K>>(found: Option<K>, map: Map<K, V>, key: K, or_at: bool) -> bool {
    match found {
        Some(found) => {
            &&& map.contains_key(found)
            &&& is_behind::<K, O>(found, key, or_at)
            &&& forall|other: K| #[trigger] map.contains_key(other) && is_behind::<K, O>(other, key, or_at) ==> O::le(found, other)
        },
        None => forall|other: K| #[trigger] map.contains_key(other) ==> !is_behind::<K, O>(other, key, or_at),
    }
}

/// Whether a key is behind another one; with `or_at`, or in the same place.
pub open spec fn is_behind<K, O: KeyOrder<K>>(found: K, key: K, or_at: bool) -> bool {
    if or_at { O::le(key, found) } else { !O::le(found, key) }
}

/// A range of the keys of a map, or why there is none. `is_ordered` says that the store keeps an order.
pub open spec fn ranges<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>>(
    map: Map<K, Entry<I, L>>,
    from: Option<&K>,
    to: Option<&K>,
    result: Result<Range<'a, D, K, I, L, O>, KvError>,
    is_ordered: bool,
    constants: DeviceConstants,
) -> bool {
    match result {
        Ok(range) => {
            &&& range.inv()
            &&& range.constants() == constants
            &&& range.map() == map
            &&& is_ordered
            &&& is_range::<K, Entry<I, L>, O>(range@, map, given(from), given(to))
        },
        Err(KvError::Unordered) => !is_ordered,
        Err(error) => error == KvError::Corrupted && !constants.is_intact(),
    }
}

/// The first key of a map behind another one (see [`is_first`]), or why it was not found.
pub open spec fn finds_first<K, V, O: KeyOrder<K>>(
    map: Map<K, V>,
    key: K,
    or_at: bool,
    result: Result<Option<K>, KvError>,
    is_ordered: bool,
    intact: bool,
) -> bool {
    match result {
        Ok(found) => is_ordered && is_first::<K, V, O>(found, map, key, or_at),
        Err(KvError::Unordered) => !is_ordered,
        Err(error) => error == KvError::Corrupted && !intact,
    }
}

} // verus!
