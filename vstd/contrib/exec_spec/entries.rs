//! Hash tables as vectors of what is in them, and back. Everything else about tables is proved from this.
//!
//! What a table holds are the values that were put in and not taken out, whatever `Hash` and `Eq` of their type say. So
//! nothing is asked of these here: values are compared by their descriptions, and where `Eq` of a table says that an
//! element is there already and the descriptions say that it is not, the program ends.
// @when contrib

use super::{ExecSpecEq, ExecSpecKey};
#[allow(unused_imports)]
use crate::prelude::*;
use verus_builtin_macros::verus;

use std::collections::{HashMap, HashSet};
use std::vec::Vec;

verus! {

/// The descriptions of values.
pub(crate) open spec fn views<K: DeepView>(values: Seq<&K>) -> Seq<K::V> {
    Seq::new(values.len(), |i: int| (*values[i]).deep_view())
}

/// The descriptions of entries.
pub(crate) open spec fn pairs<K: DeepView, V: DeepView>(entries: Seq<(&K, &V)>) -> Seq<(K::V, V::V)> {
    Seq::new(entries.len(), |i: int| ((*entries[i].0).deep_view(), (*entries[i].1).deep_view()))
}

/// Whether different entries have different keys.
pub(crate) open spec fn distinct<K, V>(entries: Seq<(K, V)>) -> bool {
    forall|i: int, j: int|
        0 <= i < entries.len() && 0 <= j < entries.len() && i != j ==> (#[trigger] entries[i]).0 != (
        #[trigger] entries[j]).0
}

/// Whether the entries are those of the map.
pub(crate) open spec fn lists<K, V>(entries: Seq<(K, V)>, map: Map<K, V>) -> bool {
    &&& forall|i: int| 0 <= i < entries.len() ==> map.contains_key((#[trigger] entries[i]).0) && map[entries[i].0] == entries[i].1
    &&& forall|k: K| #[trigger] map.contains_key(k) ==> exists|i: int| 0 <= i < entries.len() && (#[trigger] entries[i]).0 == k
}

// trusted: the iterator of a table gives everything in it.
/// The elements of a set. There may be several of one description.
#[verifier::external_body]
pub(crate) fn elements<'a, K: DeepView + ExecSpecKey>(set: &'a HashSet<K>) -> (res: Vec<&'a K>)
    ensures
        forall|k: K::V| #[trigger] set.deep_view().contains(k) <==> views(res@).contains(k),
{
    set.iter().collect()
}

// trusted: a new table is empty.
/// A set without elements.
#[verifier::external_body]
pub(crate) fn empty_set<K: DeepView + ExecSpecKey>() -> (res: HashSet<K>)
    ensures
        res.deep_view() == Set::<K::V>::empty(),
{
    HashSet::new()
}

// trusted: an element is left out only if one of its description was found, and it is in the table if `insert` says so.
/// A set of these elements. Panics if `Eq` calls elements of different descriptions equal.
#[verifier::external_body]
pub(crate) fn set_of<K: DeepView + ExecSpecKey>(elements: Vec<K>) -> (res: HashSet<K>) where
    for <'b>&'b K: ExecSpecEq<'b, Other = &'b K>,

    ensures
        forall|k: K::V| #[trigger] res.deep_view().contains(k) <==> elements.deep_view().contains(k),
{
    let mut set = HashSet::new();
    for k in elements {
        if let Some(found) = set.get(&k) {
            if <&K>::exec_eq(found, &k) {
                continue;
            }
        }
        if !set.insert(k) {
            panic!("`Eq` of elements does not agree with their descriptions");
        }
    }
    set
}

// trusted: the iterator of a table gives everything in it. If there is one key of each description, then its value is the
// one that the description of the table has.
/// The entries of a map. Panics if two keys have one description.
#[verifier::external_body]
pub(crate) fn entries<'a, K: DeepView + ExecSpecKey, V: DeepView>(map: &'a HashMap<K, V>) -> (res: Vec<
    (&'a K, &'a V),
>) where &'a K: ExecSpecEq<'a, Other = &'a K>
    ensures
        distinct(pairs(res@)),
        lists(pairs(res@), map.deep_view()),
{
    let entries: Vec<(&'a K, &'a V)> = map.iter().collect();
    for (i, (k, _)) in entries.iter().enumerate() {
        if entries[..i].iter().any(|(other, _)| <&'a K>::exec_eq(other, k)) {
            panic!("two keys of the table have one description");
        }
    }
    entries
}

// trusted: as `entries`.
/// The value of a key in a map. Panics if two keys have its description.
#[verifier::external_body]
pub(crate) fn value_of<'a: 'b, 'b, K: DeepView + ExecSpecKey, V: DeepView>(map: &'a HashMap<K, V>, key: &'b K) -> (res:
    Option<&'a V>) where &'b K: ExecSpecEq<'b, Other = &'b K>
    ensures
        match res {
            Some(v) => map.deep_view().contains_key(key.deep_view()) && map.deep_view()[key.deep_view()] == v.deep_view(),
            None => !map.deep_view().contains_key(key.deep_view()),
        },
{
    let mut found = None;
    for (k, v) in map.iter() {
        if <&'b K>::exec_eq(k, key) {
            if found.is_some() {
                panic!("two keys of the table have one description");
            }
            found = Some(v);
        }
    }
    found
}

// trusted: every entry is in the table, for `insert` replaces none.
/// A map of these entries. Panics if `Eq` calls keys of different descriptions equal.
#[verifier::external_body]
pub(crate) fn map_of<K: DeepView + ExecSpecKey, V: DeepView>(entries: Vec<(K, V)>) -> (res: HashMap<K, V>)
    requires
        distinct(entries.deep_view()),
    ensures
        lists(entries.deep_view(), res.deep_view()),
{
    let mut map = HashMap::new();
    for (k, v) in entries {
        if map.insert(k, v).is_some() {
            panic!("`Eq` of keys does not agree with their descriptions");
        }
    }
    map
}

} // verus!
