//! Hash maps that a specification sees by the descriptions of their keys.
//!
//! trusted: each body is one call of the table inside, whose keys behave by the precondition of `new`; different
//! keys have different descriptions by the same precondition, so that both count alike.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::std_specs::hash::obeys_key_model;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::hash::Hash;
use std::collections::HashMap;
use std::string::String;

verus! {

/// A hash map seen as a map from descriptions of keys. Different keys have different descriptions.
#[verifier::ext_equal]
#[verifier::reject_recursive_types(Key)]
#[verifier::reject_recursive_types(Value)]
pub struct HashMapWithView<Key, Value> where Key: View + Eq + Hash {
    m: HashMap<Key, Value>,
}

impl<Key, Value> View for HashMapWithView<Key, Value> where Key: View + Eq + Hash {
    type V = Map<<Key as View>::V, Value>;

    uninterp spec fn view(&self) -> Map<<Key as View>::V, Value>;
}

impl<Key, Value> HashMapWithView<Key, Value> where Key: View + Eq + Hash {
    /// A map without keys.
    #[verifier::external_body]
    pub fn new() -> (result: Self)
        requires
            obeys_key_model::<Key>(),
            forall|k1: Key, k2: Key| k1@ == k2@ ==> k1 == k2,
        ensures
            result@ == Map::<<Key as View>::V, Value>::empty(),
    {
        Self { m: HashMap::new() }
    }

    /// A map without keys, with room for some.
    #[verifier::external_body]
    pub fn with_capacity(capacity: usize) -> (result: Self)
        requires
            obeys_key_model::<Key>(),
            forall|k1: Key, k2: Key| k1@ == k2@ ==> k1 == k2,
        ensures
            result@ == Map::<<Key as View>::V, Value>::empty(),
    {
        Self { m: HashMap::with_capacity(capacity) }
    }

    /// Makes room.
    #[verifier::external_body]
    pub fn reserve(&mut self, additional: usize)
        ensures
            final(self)@ == old(self)@,
    {
        self.m.reserve(additional);
    }

    /// Whether there are no keys.
    #[verifier::external_body]
    pub fn is_empty(&self) -> (result: bool)
        ensures
            result == self@.is_empty(),
    {
        self.m.is_empty()
    }

    /// `len` in specifications.
    pub uninterp spec fn spec_len(&self) -> usize;

    /// The number of keys.
    #[verifier::external_body]
    #[verifier::when_used_as_spec(spec_len)]
    pub fn len(&self) -> (result: usize)
        ensures
            result == self@.len(),
    {
        self.m.len()
    }

    /// Maps a key to a value.
    #[verifier::external_body]
    pub fn insert(&mut self, k: Key, v: Value)
        ensures
            final(self)@ == old(self)@.insert(k@, v),
    {
        self.m.insert(k, v);
    }

    /// Takes a key away.
    #[verifier::external_body]
    pub fn remove(&mut self, k: &Key) -> (out: Option<Value>)
        ensures
            out is Some <==> old(self)@.contains_key(k@),
            out is Some ==> out->0 == old(self)@[k@],
            final(self)@ == old(self)@.remove(k@),
    {
        self.m.remove(k)
    }

    /// Whether a key is there.
    #[verifier::external_body]
    pub fn contains_key(&self, k: &Key) -> (result: bool)
        ensures
            result == self@.contains_key(k@),
    {
        self.m.contains_key(k)
    }

    /// The value of a key.
    #[verifier::external_body]
    pub fn get<'a>(&'a self, k: &Key) -> (result: Option<&'a Value>)
        ensures
            result is Some <==> self@.contains_key(k@),
            result is Some ==> *result->0 == self@[k@],
    {
        self.m.get(k)
    }

    /// Takes all keys away.
    #[verifier::external_body]
    pub fn clear(&mut self)
        ensures
            final(self)@ == Map::<<Key as View>::V, Value>::empty(),
    {
        self.m.clear();
    }

    /// Adds another map, whose values count where both have one.
    #[verifier::external_body]
    pub fn union_prefer_right(&mut self, other: Self)
        ensures
            final(self)@ == old(self)@.union_prefer_right(other@),
    {
        self.m.extend(other.m);
    }
}

/// The length is the number of keys.
pub broadcast axiom fn axiom_hash_map_with_view_spec_len<Key, Value>(m: &HashMapWithView<Key, Value>) where
    Key: View + Eq + Hash,

    ensures
        #[trigger] m.spec_len() == m@.len(),
;

/// A hash map from strings, seen as a map from sequences of characters.
#[verifier::ext_equal]
#[verifier::reject_recursive_types(Value)]
pub struct StringHashMap<Value> {
    m: HashMapWithView<String, Value>,
}

impl<Value> View for StringHashMap<Value> {
    type V = Map<Seq<char>, Value>;

    closed spec fn view(&self) -> Map<Seq<char>, Value> {
        self.m@
    }
}

impl<Value> StringHashMap<Value> {
    /// A map without keys.
    #[verifier::external_body]
    pub fn new() -> (result: Self)
        ensures
            result@ == Map::<Seq<char>, Value>::empty(),
    {
        Self { m: HashMapWithView { m: HashMap::new() } }
    }

    /// A map without keys, with room for some.
    #[verifier::external_body]
    pub fn with_capacity(capacity: usize) -> (result: Self)
        ensures
            result@ == Map::<Seq<char>, Value>::empty(),
    {
        Self { m: HashMapWithView { m: HashMap::with_capacity(capacity) } }
    }

    /// Makes room.
    pub fn reserve(&mut self, additional: usize)
        ensures
            final(self)@ == old(self)@,
    {
        self.m.reserve(additional);
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> (result: bool)
        ensures
            result == self@.is_empty(),
    {
        self.m.is_empty()
    }

    /// `len` in specifications.
    pub closed spec fn spec_len(&self) -> usize {
        self.m.spec_len()
    }

    /// The number of keys.
    #[verifier::when_used_as_spec(spec_len)]
    pub fn len(&self) -> (result: usize)
        ensures
            result == self@.len(),
    {
        self.m.len()
    }

    /// Maps a key to a value.
    pub fn insert(&mut self, k: String, v: Value)
        ensures
            final(self)@ == old(self)@.insert(k@, v),
    {
        self.m.insert(k, v);
    }

    /// Takes a key away.
    #[verifier::external_body]
    pub fn remove(&mut self, k: &str)
        ensures
            final(self)@ == old(self)@.remove(k@),
    {
        self.m.m.remove(k);
    }

    /// Whether a key is there.
    #[verifier::external_body]
    pub fn contains_key(&self, k: &str) -> (result: bool)
        ensures
            result == self@.contains_key(k@),
    {
        self.m.m.contains_key(k)
    }

    /// The value of a key.
    #[verifier::external_body]
    pub fn get<'a>(&'a self, k: &str) -> (result: Option<&'a Value>)
        ensures
            result is Some <==> self@.contains_key(k@),
            result is Some ==> *result->0 == self@[k@],
    {
        self.m.m.get(k)
    }

    /// Takes all keys away.
    pub fn clear(&mut self)
        ensures
            final(self)@ == Map::<Seq<char>, Value>::empty(),
    {
        self.m.clear();
    }

    /// Adds another map, whose values count where both have one.
    pub fn union_prefer_right(&mut self, other: Self)
        ensures
            final(self)@ == old(self)@.union_prefer_right(other@),
    {
        self.m.union_prefer_right(other.m);
    }
}

/// The length is the number of keys.
pub broadcast proof fn axiom_string_hash_map_spec_len<Value>(m: &StringHashMap<Value>)
    ensures
        #[trigger] m.spec_len() == m@.len(),
{
    axiom_hash_map_with_view_spec_len(&m.m);
}

/// What every program knows about these maps.
pub broadcast group group_hash_map_axioms {
    axiom_hash_map_with_view_spec_len,
    axiom_string_hash_map_spec_len,
}

} // verus!
