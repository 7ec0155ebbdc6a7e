//! Contracts of the iterators of hash tables. In which order they give what is there is not said.
// @when HashMap HashSet std_specs::hash
//!
//! trusted: each contract says what the documentation of the standard library says, for keys and hashers that
//! behave: everything in the table is given once.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::map_lib::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use super::{builds_valid_hashers, obeys_key_model};
use std::collections::hash_map::{Keys, Values};
use std::collections::{HashMap, HashSet, hash_map, hash_set};

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
#[verifier::accept_recursive_types(Value)]
pub struct ExKeys<'a, Key, Value>(Keys<'a, Key, Value>);

/// The keys that the iterator has yet to give.
pub uninterp spec fn into_iter_keys<'a, Key, Value>(i: Keys<'a, Key, Value>) -> Seq<Key>;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
#[verifier::accept_recursive_types(Value)]
pub struct ExValues<'a, Key, Value>(Values<'a, Key, Value>);

/// The values that the iterator has yet to give.
pub uninterp spec fn into_iter_values<'a, Key, Value>(i: Values<'a, Key, Value>) -> Seq<Value>;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(K)]
#[verifier::accept_recursive_types(V)]
pub struct ExMapIter<'a, K, V>(hash_map::Iter<'a, K, V>);

/// The pairs that the iterator has yet to give.
pub uninterp spec fn into_iter<'a, Key, Value>(i: hash_map::Iter<'a, Key, Value>) -> Seq<(Key, Value)>;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
pub struct ExSetIter<'a, Key: 'a>(hash_set::Iter<'a, Key>);

/// The elements that the iterator has yet to give.
pub uninterp spec fn into_iter_hash_keys<'a, Key>(i: hash_set::Iter<'a, Key>) -> Seq<Key>;

} // verus!

lends_its_items! { <'a, K, V> Keys<'a, K, V>, &'a K, into_iter_keys, |all, i| &all[i] }
lends_its_items! { <'a, K, V> Values<'a, K, V>, &'a V, into_iter_values, |all, i| &all[i] }
lends_its_items! { <'a, K, V> hash_map::Iter<'a, K, V>, (&'a K, &'a V), into_iter, |all, i| (&all[i].0, &all[i].1) }
lends_its_items! { <'a, K> hash_set::Iter<'a, K>, &'a K, into_iter_hash_keys, |all, i| &all[i] }

verus! {

/// These are the keys of a map with their values, each once.
pub open spec fn gives_pairs_of<Key, Value>(pairs: Seq<(&Key, &Value)>, m: Map<Key, Value>) -> bool {
    &&& pairs.len() == m.dom().len()
    &&& forall|i: int|
        #![trigger m.contains_key(*pairs[i].0)]
        #![trigger m[*pairs[i].0]]
        0 <= i < pairs.len() ==> m.contains_key(*pairs[i].0) && m[*pairs[i].0] == *pairs[i].1
    &&& forall|k: Key| #[trigger] m.contains_key(k) ==> pairs.contains((&k, &m[k]))
    &&& pairs.unref().to_set() == m.kv_pairs()
    &&& pairs.no_duplicates()
}

/// These are the elements of a set, each once.
pub open spec fn gives_elements_of<Key>(elements: Seq<&Key>, s: Set<Key>) -> bool {
    &&& elements.unref().to_set() == s
    &&& elements.no_duplicates()
    &&& elements.len() == s.len()
}

/// These are the values of a map, one for each key.
pub open spec fn gives_values_of<Key, Value>(values: Seq<&Value>, m: Map<Key, Value>) -> bool {
    &&& values.unref().to_set() == m.values()
    &&& values.len() == m.dom().len()
}

pub assume_specification<'a, Key, Value, S>[ HashMap::<Key, Value, S>::iter ](
    m: &'a HashMap<Key, Value, S>,
) -> (iter: hash_map::Iter<'a, Key, Value>)
    ensures
        into_iter(iter) == IteratorSpec::remaining(&iter).unref(),
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> gives_pairs_of(
            IteratorSpec::remaining(&iter),
            m@,
        ),
;

pub assume_specification<'a, Key, Value, S>[ <&'a HashMap<Key, Value, S> as core::iter::IntoIterator>::into_iter ](
    m: &'a HashMap<Key, Value, S>,
) -> (iter: hash_map::Iter<'a, Key, Value>)
    ensures
        into_iter(iter) == IteratorSpec::remaining(&iter).unref(),
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> gives_pairs_of(
            IteratorSpec::remaining(&iter),
            m@,
        ),
;

pub assume_specification<'a, Key, Value, S>[ HashMap::<Key, Value, S>::keys ](
    m: &'a HashMap<Key, Value, S>,
) -> (keys: Keys<'a, Key, Value>)
    ensures
        into_iter_keys(keys) == IteratorSpec::remaining(&keys).unref(),
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> gives_elements_of(
            IteratorSpec::remaining(&keys),
            m@.dom(),
        ),
;

pub assume_specification<'a, Key, Value, S>[ HashMap::<Key, Value, S>::values ](
    m: &'a HashMap<Key, Value, S>,
) -> (values: Values<'a, Key, Value>)
    ensures
        into_iter_values(values) == IteratorSpec::remaining(&values).unref(),
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> gives_values_of(
            IteratorSpec::remaining(&values),
            m@,
        ),
;

pub assume_specification<'a, Key, S>[ HashSet::<Key, S>::iter ](m: &'a HashSet<Key, S>) -> (hash_keys: hash_set::Iter<
    'a,
    Key,
>)
    ensures
        into_iter_hash_keys(hash_keys) == IteratorSpec::remaining(&hash_keys).unref(),
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> gives_elements_of(
            IteratorSpec::remaining(&hash_keys),
            m@,
        ),
;

} // verus!
