//! Entries of hash maps: the place of one key, whether there is a value or not.
//!
//! An entry has a key, the value that is there now, and the value that is there in the end, `final_value`: which is known
//! when the entry is used up, or when nobody uses it any more.
//!
//! trusted: each contract says what the documentation of the standard library says; an entry has no code of its own that
//! runs when it is dropped.

use super::*;

use std::collections::hash_map::{Entry, OccupiedEntry, VacantEntry};

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(V)]
pub struct ExOccupiedEntry<'a, K: 'a, V: 'a>(OccupiedEntry<'a, K, V>);

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(V)]
pub struct ExVacantEntry<'a, K: 'a, V: 'a>(VacantEntry<'a, K, V>);

#[verifier::external_type_specification]
pub struct ExEntry<'a, K: 'a, V: 'a>(Entry<'a, K, V>);

/// What is known of the place of a key that has a value.
pub trait OccupiedEntrySpecFns<K, V>: Sized {
    /// The key.
    spec fn spec_key(self) -> K;

    /// The value that is there.
    spec fn value(self) -> V;

    /// The value that is there in the end; nothing if it is removed.
    #[verifier::prophetic]
    spec fn final_value(self) -> Option<V>;
}

impl<'a, K, V> OccupiedEntrySpecFns<K, V> for OccupiedEntry<'a, K, V> {
    uninterp spec fn spec_key(self) -> K;

    uninterp spec fn value(self) -> V;

    #[verifier::prophetic]
    uninterp spec fn final_value(self) -> Option<V>;
}

/// What is known of the place of a key without a value.
pub trait VacantEntrySpecFns<K, V>: Sized {
    /// The key.
    spec fn spec_key(self) -> K;

    /// The value that is there in the end; nothing if none is put there.
    #[verifier::prophetic]
    spec fn final_value(self) -> Option<V>;
}

impl<'a, K, V> VacantEntrySpecFns<K, V> for VacantEntry<'a, K, V> {
    uninterp spec fn spec_key(self) -> K;

    #[verifier::prophetic]
    uninterp spec fn final_value(self) -> Option<V>;
}

/// What is known of the place of a key.
pub trait EntrySpecFns<K, V>: Sized {
    /// The key.
    spec fn spec_key(self) -> K;

    /// The value that is there, if there is one.
    spec fn value(self) -> Option<V>;

    /// The value that is there in the end, if there is one.
    #[verifier::prophetic]
    spec fn final_value(self) -> Option<V>;
}

impl<'a, K, V> EntrySpecFns<K, V> for Entry<'a, K, V> {
    open spec fn spec_key(self) -> K {
        match self {
            Entry::Vacant(place) => place.spec_key(),
            Entry::Occupied(place) => place.spec_key(),
        }
    }

    open spec fn value(self) -> Option<V> {
        match self {
            Entry::Vacant(_) => None,
            Entry::Occupied(place) => Some(place.value()),
        }
    }

    #[verifier::prophetic]
    open spec fn final_value(self) -> Option<V> {
        match self {
            Entry::Vacant(place) => place.final_value(),
            Entry::Occupied(place) => place.final_value(),
        }
    }
}

/// Where nobody uses the entry any more, the value that is there stays.
pub broadcast axiom fn axiom_has_resolved_occupied_entry<K, V>(entry: OccupiedEntry<K, V>)
    ensures
        #[trigger] has_resolved(entry) ==> entry.final_value() == Some(entry.value()),
;

/// Where nobody uses the entry any more, no value comes.
pub broadcast axiom fn axiom_has_resolved_vacant_entry<K, V>(entry: VacantEntry<K, V>)
    ensures
        #[trigger] has_resolved(entry) ==> entry.final_value() == None::<V>,
;

/// Where nobody uses the entry any more, all stays as it is.
pub broadcast proof fn axiom_has_resolved_entry<K, V>(entry: Entry<K, V>)
    ensures
        #[trigger] has_resolved(entry) ==> entry.final_value() == entry.value(),
{
    broadcast use {axiom_has_resolved_occupied_entry, axiom_has_resolved_vacant_entry};

}

pub assume_specification<'a, Key: Eq + Hash, Value, S: BuildHasher>[ HashMap::<Key, Value, S>::entry ](
    m: &'a mut HashMap<Key, Value, S>,
    key: Key,
) -> (entry: Entry<'a, Key, Value>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> {
            &&& entry.spec_key() == key
            &&& entry.value() == if old(m)@.contains_key(key) { Some(old(m)@[key]) } else { None }
            &&& final(m)@ == match entry.final_value() {
                Some(value) => old(m)@.insert(key, value),
                None => old(m)@.remove(key),
            }
        },
;

// ---------------------------------------------------------------------------------------------- Any entry

#[verifier::allow_in_spec]
pub assume_specification<'a, 'b, K, V>[ Entry::<'a, K, V>::key ](entry: &'b Entry<'a, K, V>) -> (key: &'b K)
    returns
        &entry.spec_key(),
;

pub assume_specification<'a, K, V>[ Entry::<'a, K, V>::or_insert ](entry: Entry<'a, K, V>, default: V) -> (value:
    &'a mut V)
    ensures
        *value == match entry.value() {
            Some(there) => there,
            None => default,
        },
        entry.final_value() == Some(*final(value)),
;

pub assume_specification<'a, K, V, F: FnOnce() -> V>[ Entry::<'a, K, V>::or_insert_with ](
    entry: Entry<'a, K, V>,
    default: F,
) -> (value: &'a mut V)
    requires
        entry.value() is None ==> default.requires(()),
    ensures
        entry.value() is Some ==> *value == entry.value()->0,
        entry.value() is None ==> default.ensures((), *value),
        entry.final_value() == Some(*final(value)),
;

pub assume_specification<'a, K, V: core::default::Default>[ Entry::<'a, K, V>::or_default ](entry: Entry<'a, K, V>) -> (value:
    &'a mut V)
    ensures
        entry.value() is Some ==> *value == entry.value()->0,
        entry.value() is None ==> call_ensures(V::default, (), *value),
        entry.final_value() == Some(*final(value)),
;

pub assume_specification<'a, K, V>[ Entry::<'a, K, V>::insert_entry ](entry: Entry<'a, K, V>, value: V) -> (place:
    OccupiedEntry<'a, K, V>)
    ensures
        place.spec_key() == entry.spec_key(),
        place.value() == value,
        place.final_value() == entry.final_value(),
;

// ---------------------------------------------------------------------------------------------- With a value

#[verifier::allow_in_spec]
pub assume_specification<'a, 'b, K, V>[ OccupiedEntry::<'a, K, V>::key ](entry: &'b OccupiedEntry<'a, K, V>) -> (key:
    &'b K)
    returns
        &entry.spec_key(),
;

pub assume_specification<'a, 'b, K, V>[ OccupiedEntry::<'a, K, V>::get ](entry: &'b OccupiedEntry<'a, K, V>) -> (value:
    &'b V)
    ensures
        *value == entry.value(),
;

pub assume_specification<'a, 'b, K, V>[ OccupiedEntry::<'a, K, V>::get_mut ](
    entry: &'b mut OccupiedEntry<'a, K, V>,
) -> (value: &'b mut V)
    ensures
        *value == old(entry).value(),
        final(entry).spec_key() == old(entry).spec_key(),
        final(entry).value() == *final(value),
        final(entry).final_value() == old(entry).final_value(),
;

pub assume_specification<'a, K, V>[ OccupiedEntry::<'a, K, V>::into_mut ](entry: OccupiedEntry<'a, K, V>) -> (value:
    &'a mut V)
    ensures
        *value == entry.value(),
        entry.final_value() == Some(*final(value)),
;

pub assume_specification<'a, K, V>[ OccupiedEntry::<'a, K, V>::insert ](
    entry: &mut OccupiedEntry<'a, K, V>,
    value: V,
) -> (before: V)
    ensures
        before == old(entry).value(),
        final(entry).spec_key() == old(entry).spec_key(),
        final(entry).value() == value,
        final(entry).final_value() == old(entry).final_value(),
;

pub assume_specification<'a, K, V>[ OccupiedEntry::<'a, K, V>::remove ](entry: OccupiedEntry<'a, K, V>) -> (value: V)
    ensures
        value == entry.value(),
        entry.final_value() is None,
;

pub assume_specification<'a, K, V>[ OccupiedEntry::<'a, K, V>::remove_entry ](entry: OccupiedEntry<'a, K, V>) -> (pair: (
    K,
    V,
))
    ensures
        pair.1 == entry.value(),
        pair.0 == entry.spec_key(),
        entry.final_value() is None,
;

// ---------------------------------------------------------------------------------------------- Without a value

#[verifier::allow_in_spec]
pub assume_specification<'a, 'b, K: 'a, V: 'a>[ VacantEntry::<'a, K, V>::key ](entry: &'b VacantEntry<'a, K, V>) -> (key:
    &'b K)
    returns
        &entry.spec_key(),
;

pub assume_specification<'a, K: 'a, V: 'a>[ VacantEntry::<'a, K, V>::into_key ](entry: VacantEntry<'a, K, V>) -> (key: K)
    ensures
        key == entry.spec_key(),
        entry.final_value() is None,
;

pub assume_specification<'a, K: 'a, V: 'a>[ VacantEntry::<'a, K, V>::insert ](
    entry: VacantEntry<'a, K, V>,
    value: V,
) -> (place: &'a mut V)
    ensures
        *place == value,
        entry.final_value() == Some(*final(place)),
;

pub assume_specification<'a, K: 'a, V: 'a>[ VacantEntry::<'a, K, V>::insert_entry ](
    entry: VacantEntry<'a, K, V>,
    value: V,
) -> (place: OccupiedEntry<'a, K, V>)
    ensures
        place.spec_key() == entry.spec_key(),
        place.value() == value,
        place.final_value() == entry.final_value(),
;

} // verus!
