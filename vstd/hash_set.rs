//! Hash sets that a specification sees by the descriptions of their keys.
//!
//! trusted: each body is one call of the table inside, whose keys behave by the precondition of `new`; different
//! keys have different descriptions by the same precondition, so that both count alike.

#[allow(unused_imports)]
use crate::set::*;
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
use std::collections::HashSet;
use std::string::String;

verus! {

/// A hash set seen as the set of the descriptions of its elements. Different elements have different descriptions.
#[verifier::ext_equal]
#[verifier::reject_recursive_types(Key)]
pub struct HashSetWithView<Key> where Key: View + Eq + Hash {
    m: HashSet<Key>,
}

impl<Key> View for HashSetWithView<Key> where Key: View + Eq + Hash {
    type V = Set<<Key as View>::V>;

    uninterp spec fn view(&self) -> Set<<Key as View>::V>;
}

impl<Key> HashSetWithView<Key> where Key: View + Eq + Hash {
    /// A set without elements.
    #[verifier::external_body]
    pub fn new() -> (result: Self)
        requires
            obeys_key_model::<Key>(),
            forall|k1: Key, k2: Key| k1@ == k2@ ==> k1 == k2,
        ensures
            result@ == Set::<<Key as View>::V>::empty(),
    {
        Self { m: HashSet::new() }
    }

    /// A set without elements, with room for some.
    #[verifier::external_body]
    pub fn with_capacity(capacity: usize) -> (result: Self)
        requires
            obeys_key_model::<Key>(),
            forall|k1: Key, k2: Key| k1@ == k2@ ==> k1 == k2,
        ensures
            result@ == Set::<<Key as View>::V>::empty(),
    {
        Self { m: HashSet::with_capacity(capacity) }
    }

    /// Makes room.
    #[verifier::external_body]
    pub fn reserve(&mut self, additional: usize)
        ensures
            final(self)@ == old(self)@,
    {
        self.m.reserve(additional);
    }

    /// `len` in specifications.
    pub uninterp spec fn spec_len(&self) -> usize;

    /// The number of elements.
    #[verifier::external_body]
    #[verifier::when_used_as_spec(spec_len)]
    pub fn len(&self) -> (result: usize)
        ensures
            result == self@.len(),
    {
        self.m.len()
    }

    /// Whether there are no elements.
    #[verifier::external_body]
    pub fn is_empty(&self) -> (result: bool)
        ensures
            result == self@.is_empty(),
    {
        self.m.is_empty()
    }

    /// Adds an element; whether it is new.
    #[verifier::external_body]
    pub fn insert(&mut self, k: Key) -> (result: bool)
        ensures
            final(self)@ == old(self)@.insert(k@),
            result == !old(self)@.contains(k@),
    {
        self.m.insert(k)
    }

    /// Takes an element away; whether it was there.
    #[verifier::external_body]
    pub fn remove(&mut self, k: &Key) -> (result: bool)
        ensures
            final(self)@ == old(self)@.remove(k@),
            result == old(self)@.contains(k@),
    {
        self.m.remove(k)
    }

    /// Whether an element is there.
    #[verifier::external_body]
    pub fn contains(&self, k: &Key) -> (result: bool)
        ensures
            result == self@.contains(k@),
    {
        self.m.contains(k)
    }

    /// The element of the set that is equal to this one.
    #[verifier::external_body]
    pub fn get<'a>(&'a self, k: &Key) -> (result: Option<&'a Key>)
        ensures
            result is Some <==> self@.contains(k@),
            result is Some ==> *result->0 == *k,
    {
        self.m.get(k)
    }

    /// Takes all elements away.
    #[verifier::external_body]
    pub fn clear(&mut self)
        ensures
            final(self)@ == Set::<<Key as View>::V>::empty(),
    {
        self.m.clear();
    }
}

/// The length is the number of elements.
pub broadcast axiom fn axiom_hash_set_with_view_spec_len<Key>(m: &HashSetWithView<Key>) where Key: View + Eq + Hash
    ensures
        #[trigger] m.spec_len() == m@.len(),
;

/// A hash set of strings, seen as a set of sequences of characters.
#[verifier::ext_equal]
pub struct StringHashSet {
    m: HashSetWithView<String>,
}

impl View for StringHashSet {
    type V = Set<Seq<char>>;

    closed spec fn view(&self) -> Set<Seq<char>> {
        self.m@
    }
}

impl StringHashSet {
    /// A set without elements.
    #[verifier::external_body]
    pub fn new() -> (result: Self)
        ensures
            result@ == Set::<Seq<char>>::empty(),
    {
        Self { m: HashSetWithView { m: HashSet::new() } }
    }

    /// A set without elements, with room for some.
    #[verifier::external_body]
    pub fn with_capacity(capacity: usize) -> (result: Self)
        ensures
            result@ == Set::<Seq<char>>::empty(),
    {
        Self { m: HashSetWithView { m: HashSet::with_capacity(capacity) } }
    }

    /// Makes room.
    pub fn reserve(&mut self, additional: usize)
        ensures
            final(self)@ == old(self)@,
    {
        self.m.reserve(additional);
    }

    /// `len` in specifications.
    pub closed spec fn spec_len(&self) -> usize {
        self.m.spec_len()
    }

    /// The number of elements.
    #[verifier::when_used_as_spec(spec_len)]
    pub fn len(&self) -> (result: usize)
        ensures
            result == self@.len(),
    {
        self.m.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> (result: bool)
        ensures
            result == self@.is_empty(),
    {
        self.m.is_empty()
    }

    /// Adds an element; whether it is new.
    pub fn insert(&mut self, k: String) -> (result: bool)
        ensures
            final(self)@ == old(self)@.insert(k@),
            result == !old(self)@.contains(k@),
    {
        self.m.insert(k)
    }

    /// Takes an element away; whether it was there.
    #[verifier::external_body]
    pub fn remove(&mut self, k: &str) -> (result: bool)
        ensures
            final(self)@ == old(self)@.remove(k@),
            result == old(self)@.contains(k@),
    {
        self.m.m.remove(k)
    }

    /// Whether an element is there.
    #[verifier::external_body]
    pub fn contains(&self, k: &str) -> (result: bool)
        ensures
            result == self@.contains(k@),
    {
        self.m.m.contains(k)
    }

    /// The element of the set that is equal to this one.
    #[verifier::external_body]
    pub fn get<'a>(&'a self, k: &str) -> (result: Option<&'a String>)
        ensures
            result is Some <==> self@.contains(k@),
            result is Some ==> (*result->0)@ == k@,
    {
        self.m.m.get(k)
    }

    /// Takes all elements away.
    pub fn clear(&mut self)
        ensures
            final(self)@ == Set::<Seq<char>>::empty(),
    {
        self.m.clear();
    }
}

/// The length is the number of elements.
pub broadcast proof fn axiom_string_hash_set_spec_len(m: &StringHashSet)
    ensures
        #[trigger] m.spec_len() == m@.len(),
{
    axiom_hash_set_with_view_spec_len(&m.m);
}

/// What every program knows about these sets.
pub broadcast group group_hash_set_axioms {
    axiom_hash_set_with_view_spec_len,
    axiom_string_hash_set_spec_len,
}

} // verus!
