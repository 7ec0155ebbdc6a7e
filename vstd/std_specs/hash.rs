//! Contracts of hash tables. A specification sees a hash map as a map, and a hash set as a set.
//!
//! A table behaves so only if its keys do: `obeys_key_model` says that `Eq` of the key type is equality of
//! specifications, that `Hash` gives equal keys equal hashes, always the same, and that `Clone` and `Borrow` keep both.
//! Of the types named here, and of those that derive the traits and `Structural`, this is trusted; of other types a
//! program must assume it.
//!
//! trusted: each contract says what the documentation of the standard library says, for keys and hashers that
//! behave.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

mod deep;
mod entry;
mod iterators;

pub use deep::*;
pub use entry::*;
pub use iterators::*;

use core::borrow::Borrow;
use core::hash::{BuildHasher, Hash, Hasher};
use std::boxed::Box;
use std::collections::hash_map::{DefaultHasher, RandomState};
use std::collections::{HashMap, HashSet};

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExDefaultHasher(DefaultHasher);

impl View for DefaultHasher {
    type V = Seq<Seq<u8>>;

    uninterp spec fn view(&self) -> Seq<Seq<u8>>;
}

/// What a hasher gives for what was written to it.
pub trait DefaultHasherAdditionalSpecFns {
    /// The hash of these pieces.
    spec fn spec_finish(s: Seq<Seq<u8>>) -> u64;
}

impl DefaultHasherAdditionalSpecFns for DefaultHasher {
    uninterp spec fn spec_finish(s: Seq<Seq<u8>>) -> u64;
}

pub assume_specification[ DefaultHasher::new ]() -> (result: DefaultHasher)
    ensures
        result@ == Seq::<Seq<u8>>::empty(),
;

pub assume_specification[ <DefaultHasher as Hasher>::write ](state: &mut DefaultHasher, bytes: &[u8])
    ensures
        final(state)@ == old(state)@.push(bytes@),
;

pub assume_specification[ <DefaultHasher as Hasher>::finish ](state: &DefaultHasher) -> (result: u64)
    ensures
        result == DefaultHasher::spec_finish(state@),
;

/// Keys of this type can be told apart and found again: see the head of this module.
pub uninterp spec fn obeys_key_model<Key: ?Sized>() -> bool;

/// The hashers that this type builds give equal keys equal hashes.
pub uninterp spec fn builds_valid_hashers<T: ?Sized>() -> bool;

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExRandomState(RandomState);

/// The hashers that tables use unless told otherwise are valid.
pub broadcast axiom fn axiom_random_state_builds_valid_hashers()
    ensures
        #[trigger] builds_valid_hashers::<RandomState>(),
;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
#[verifier::accept_recursive_types(Value)]
#[verifier::reject_recursive_types(S)]
pub struct ExHashMap<Key, Value, S>(HashMap<Key, Value, S>);

impl<Key, Value, S> View for HashMap<Key, Value, S> {
    type V = Map<Key, Value>;

    uninterp spec fn view(&self) -> Map<Key, Value>;
}

impl<Key: DeepView, Value: DeepView, S> DeepView for HashMap<Key, Value, S> {
    type V = Map<Key::V, Value::V>;

    open spec fn deep_view(&self) -> Map<Key::V, Value::V> {
        hash_map_deep_view_impl(*self)
    }
}

/// A hash map described down to its keys and values. Of several keys with one description some one counts.
#[verifier::opaque]
pub open spec fn hash_map_deep_view_impl<Key: DeepView, Value: DeepView, S>(m: HashMap<Key, Value, S>) -> Map<
    Key::V,
    Value::V,
> {
    map_deep_view(m@)
}

/// A map described down to its keys and values. Of several keys with one description some one counts.
pub open spec fn map_deep_view<Key: DeepView, Value: DeepView>(m: Map<Key, Value>) -> Map<Key::V, Value::V> {
    Map::new(
        m.dom().map(|k: Key| k.deep_view()),
        |dk: Key::V| m[choose|k: Key| m.contains_key(k) && #[trigger] k.deep_view() == dk].deep_view(),
    )
}

/// `m[k]` in specifications.
pub trait HashMapAdditionalSpecFns<Key, Value>: View<V = Map<Key, Value>> {
    /// The value of a key; some value where there is none.
    spec fn spec_index(&self, k: Key) -> Value
        recommends
            self.view().contains_key(k),
    ;
}

impl<Key, Value, S> HashMapAdditionalSpecFns<Key, Value> for HashMap<Key, Value, S> {
    #[verifier::inline]
    open spec fn spec_index(&self, k: Key) -> Value {
        self.view().index(k)
    }
}

/// `m.len()` in specifications.
pub uninterp spec fn spec_hash_map_len<Key, Value, S>(m: &HashMap<Key, Value, S>) -> usize;

/// The length of a hash map is the number of its keys.
pub broadcast axiom fn axiom_spec_hash_map_len<Key, Value, S>(m: &HashMap<Key, Value, S>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> #[trigger] spec_hash_map_len(m) == m@.len(),
;

#[verifier::when_used_as_spec(spec_hash_map_len)]
pub assume_specification<Key, Value, S>[ HashMap::<Key, Value, S>::len ](m: &HashMap<Key, Value, S>) -> (len:
    usize)
    ensures
        len == spec_hash_map_len(m),
;

pub assume_specification<Key, Value, S>[ HashMap::<Key, Value, S>::is_empty ](
    m: &HashMap<Key, Value, S>,
) -> (res: bool)
    ensures
        res == m@.is_empty(),
;

pub assume_specification<K: Clone, V: Clone, S: Clone>[ <HashMap<K, V, S> as Clone>::clone ](
    this: &HashMap<K, V, S>,
) -> (other: HashMap<K, V, S>)
    ensures
        other@.dom() == this@.dom(),
        forall|key: K|
            #![trigger other@.dom().contains(key)]
            #![trigger other@[key]]
            other@.dom().contains(key) ==> cloned(this@[key], other@[key]),
;

pub assume_specification<Key, Value>[ HashMap::<Key, Value>::new ]() -> (m: HashMap<Key, Value, RandomState>)
    ensures
        m@ == Map::<Key, Value>::empty(),
;

pub assume_specification<K, V, S: core::default::Default>[ <HashMap<K, V, S> as core::default::Default>::default ]() -> (m: HashMap<
    K,
    V,
    S,
>)
    ensures
        m@ == Map::<K, V>::empty(),
;

pub assume_specification<Key, Value>[ HashMap::<Key, Value>::with_capacity ](capacity: usize) -> (m: HashMap<
    Key,
    Value,
    RandomState,
>)
    ensures
        m@ == Map::<Key, Value>::empty(),
;

pub assume_specification<Key: Eq + Hash, Value, S: BuildHasher>[ HashMap::<Key, Value, S>::reserve ](
    m: &mut HashMap<Key, Value, S>,
    additional: usize,
)
    ensures
        final(m)@ == old(m)@,
;

pub assume_specification<Key: Eq + Hash, Value, S: BuildHasher>[ HashMap::<Key, Value, S>::insert ](
    m: &mut HashMap<Key, Value, S>,
    k: Key,
    v: Value,
) -> (result: Option<Value>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> {
            &&& final(m)@ == old(m)@.insert(k, v)
            &&& result is Some <==> old(m)@.contains_key(k)
            &&& result is Some ==> result->0 == old(m)@[k]
        },
;

/// What `Borrow` gives of such keys is told apart as they are: it has their equality, their hashes and their order, always
/// the same. `Borrow` of a type of a program's own need not do so, whatever the key.
pub uninterp spec fn borrows_as_key<Key: ?Sized, Q: ?Sized>() -> bool;

/// The standard library keeps to its own rule for `Borrow`.
// trusted: the documentation of `Borrow` asks for it, and each of these impls gives what the key is compared by
axiom fn axiom_standard_borrows<T>()
    ensures
        borrows_as_key::<T, T>(),
        borrows_as_key::<Box<T>, T>(),
        borrows_as_key::<std::rc::Rc<T>, T>(),
        borrows_as_key::<std::sync::Arc<T>, T>(),
        borrows_as_key::<std::vec::Vec<T>, [T]>(),
        borrows_as_key::<std::string::String, str>(),
;

/// A key is its own borrowed form.
pub broadcast proof fn lemma_own_borrows_as_key<Q>()
    ensures
        #[trigger] borrows_as_key::<Q, Q>(),
{
    axiom_standard_borrows::<Q>();
}

/// A box may be found by what is in it.
pub broadcast proof fn lemma_box_borrows_as_key<Q>()
    ensures
        #[trigger] borrows_as_key::<Box<Q>, Q>(),
{
    axiom_standard_borrows::<Q>();
}

/// What is shared may be found by what is in it.
pub broadcast proof fn lemma_rc_borrows_as_key<Q>()
    ensures
        #[trigger] borrows_as_key::<std::rc::Rc<Q>, Q>(),
{
    axiom_standard_borrows::<Q>();
}

/// What threads share may be found by what is in it.
pub broadcast proof fn lemma_arc_borrows_as_key<Q>()
    ensures
        #[trigger] borrows_as_key::<std::sync::Arc<Q>, Q>(),
{
    axiom_standard_borrows::<Q>();
}

/// A vector may be found by the slice of its elements.
pub broadcast proof fn lemma_vec_borrows_as_key<T>()
    ensures
        #[trigger] borrows_as_key::<std::vec::Vec<T>, [T]>(),
{
    axiom_standard_borrows::<T>();
}

/// A string may be found by its text.
pub broadcast proof fn lemma_string_borrows_as_key()
    ensures
        #[trigger] borrows_as_key::<std::string::String, str>(),
{
    axiom_standard_borrows::<()>();
}

/// `key.borrow()` gives `k`.
uninterp spec fn is_borrowed_form<Key, Q: ?Sized>(key: Key, k: &Q) -> bool;

/// A value borrowed as its own type is itself.
// trusted: the standard library has one `Borrow<T>` for `T`, and it gives `self`
broadcast axiom fn axiom_own_borrowed_form<Q>(key: Q, k: &Q)
    ensures
        #[trigger] is_borrowed_form::<Q, Q>(key, k) <==> key == *k,
;

/// The borrowed form of a box is what is in it.
// trusted: the standard library has one `Borrow<T>` for `Box<T>`, and it gives `&**self`
broadcast axiom fn axiom_box_borrowed_form<Q>(key: Box<Q>, k: &Q)
    ensures
        #[trigger] is_borrowed_form::<Box<Q>, Q>(key, k) <==> *key == *k,
;

/// A map has the key that `k` is the borrowed form of.
pub closed spec fn contains_borrowed_key<Key, Value, Q: ?Sized>(m: Map<Key, Value>, k: &Q) -> bool {
    exists|key: Key| m.contains_key(key) && #[trigger] is_borrowed_form(key, k)
}

/// A key is its own borrowed form.
pub broadcast proof fn axiom_contains_deref_key<Q, Value>(m: Map<Q, Value>, k: &Q)
    ensures
        #[trigger] contains_borrowed_key::<Q, Value, Q>(m, k) <==> m.contains_key(*k),
{
    broadcast use axiom_own_borrowed_form;

    assert(is_borrowed_form::<Q, Q>(*k, k));
}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn axiom_contains_box<Q, Value>(m: Map<Box<Q>, Value>, k: &Q)
    ensures
        #[trigger] contains_borrowed_key::<Box<Q>, Value, Q>(m, k) <==> m.contains_key(Box::new(*k)),
{
    broadcast use axiom_box_borrowed_form;

    assert(is_borrowed_form::<Box<Q>, Q>(Box::new(*k), k));
}

pub assume_specification<Key: Borrow<Q> + Hash + Eq, Value, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashMap::<
    Key,
    Value,
    S>::contains_key ](m: &HashMap<Key, Value, S>, k: &Q) -> (result: bool)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> result == contains_borrowed_key(m@, k),
;

/// A map has the key that `k` is the borrowed form of, with the value `v`.
pub closed spec fn maps_borrowed_key_to_value<Key, Value, Q: ?Sized>(m: Map<Key, Value>, k: &Q, v: Value) -> bool {
    exists|key: Key| m.contains_key(key) && m[key] == v && #[trigger] is_borrowed_form(key, k)
}

/// A key is its own borrowed form.
pub broadcast proof fn axiom_maps_deref_key_to_value<Q, Value>(m: Map<Q, Value>, k: &Q, v: Value)
    ensures
        #[trigger] maps_borrowed_key_to_value::<Q, Value, Q>(m, k, v) <==> m.contains_key(*k) && m[*k] == v,
{
    broadcast use axiom_own_borrowed_form;

    assert(is_borrowed_form::<Q, Q>(*k, k));
}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn axiom_maps_box_key_to_value<Q, Value>(m: Map<Box<Q>, Value>, q: &Q, v: Value)
    ensures
        #[trigger] maps_borrowed_key_to_value::<Box<Q>, Value, Q>(m, q, v) <==> m.contains_key(Box::new(*q)) && m[Box::new(
            *q,
        )] == v,
{
    broadcast use axiom_box_borrowed_form;

    assert(is_borrowed_form::<Box<Q>, Q>(Box::new(*q), q));
}

pub assume_specification<'a, Key: Borrow<Q> + Hash + Eq, Value, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashMap::<
    Key,
    Value,
    S>::get ](m: &'a HashMap<Key, Value, S>, k: &Q) -> (result: Option<&'a Value>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> match result {
            Some(v) => maps_borrowed_key_to_value(m@, k, *v),
            None => !contains_borrowed_key(m@, k),
        },
;

/// The second map is the first with the value `v` for the key that `k` is the borrowed form of, if the first has it.
pub closed spec fn borrowed_key_updated<Key, Value, Q: ?Sized>(
    old_m: Map<Key, Value>,
    new_m: Map<Key, Value>,
    k: &Q,
    v: Value,
) -> bool {
    &&& forall|key: Key| #[trigger] new_m.contains_key(key) <==> old_m.contains_key(key)
    &&& forall|key: Key| #[trigger]
        new_m.contains_key(key) ==> new_m[key] == if is_borrowed_form(key, k) { v } else { old_m[key] }
}

/// A key is its own borrowed form.
pub broadcast proof fn lemma_deref_key_updated<Q, Value>(old_m: Map<Q, Value>, new_m: Map<Q, Value>, k: &Q, v: Value)
    ensures
        #[trigger] borrowed_key_updated::<Q, Value, Q>(old_m, new_m, k, v) <==> new_m == if old_m.contains_key(*k) {
            old_m.insert(*k, v)
        } else {
            old_m
        },
{
    broadcast use {axiom_own_borrowed_form, group_map_lemmas, group_set_lemmas};

    if borrowed_key_updated::<Q, Value, Q>(old_m, new_m, k, v) {
        if old_m.contains_key(*k) {
            assert(new_m =~= old_m.insert(*k, v));
        } else {
            assert(new_m =~= old_m);
        }
    }
}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn lemma_box_key_updated<Q, Value>(
    old_m: Map<Box<Q>, Value>,
    new_m: Map<Box<Q>, Value>,
    q: &Q,
    v: Value,
)
    ensures
        #[trigger] borrowed_key_updated::<Box<Q>, Value, Q>(old_m, new_m, q, v) <==> new_m == if old_m.contains_key(
            Box::new(*q),
        ) {
            old_m.insert(Box::new(*q), v)
        } else {
            old_m
        },
{
    broadcast use {axiom_box_borrowed_form, group_map_lemmas, group_set_lemmas};

    if borrowed_key_updated::<Box<Q>, Value, Q>(old_m, new_m, q, v) {
        if old_m.contains_key(Box::new(*q)) {
            assert(new_m =~= old_m.insert(Box::new(*q), v));
        } else {
            assert(new_m =~= old_m);
        }
    }
}

/// The second map is the first without the key that `k` is the borrowed form of.
pub closed spec fn borrowed_key_removed<Key, Value, Q: ?Sized>(
    old_m: Map<Key, Value>,
    new_m: Map<Key, Value>,
    k: &Q,
) -> bool {
    &&& forall|key: Key| #[trigger]
        new_m.contains_key(key) <==> old_m.contains_key(key) && !is_borrowed_form(key, k)
    &&& forall|key: Key| #[trigger] new_m.contains_key(key) ==> new_m[key] == old_m[key]
}

/// A key is its own borrowed form.
pub broadcast proof fn axiom_deref_key_removed<Q, Value>(old_m: Map<Q, Value>, new_m: Map<Q, Value>, k: &Q)
    ensures
        #[trigger] borrowed_key_removed::<Q, Value, Q>(old_m, new_m, k) <==> new_m == old_m.remove(*k),
{
    broadcast use {axiom_own_borrowed_form, group_map_lemmas, group_set_lemmas};

    if borrowed_key_removed::<Q, Value, Q>(old_m, new_m, k) {
        assert(new_m =~= old_m.remove(*k));
    }
}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn axiom_box_key_removed<Q, Value>(old_m: Map<Box<Q>, Value>, new_m: Map<Box<Q>, Value>, q: &Q)
    ensures
        #[trigger] borrowed_key_removed::<Box<Q>, Value, Q>(old_m, new_m, q) <==> new_m == old_m.remove(Box::new(*q)),
{
    broadcast use {axiom_box_borrowed_form, group_map_lemmas, group_set_lemmas};

    if borrowed_key_removed::<Box<Q>, Value, Q>(old_m, new_m, q) {
        assert(new_m =~= old_m.remove(Box::new(*q)));
    }
}

pub assume_specification<Key: Borrow<Q> + Hash + Eq, Value, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashMap::<
    Key,
    Value,
    S>::remove ](m: &mut HashMap<Key, Value, S>, k: &Q) -> (result: Option<Value>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> {
            &&& borrowed_key_removed(old(m)@, final(m)@, k)
            &&& match result {
                Some(v) => maps_borrowed_key_to_value(old(m)@, k, v),
                None => !contains_borrowed_key(old(m)@, k),
            }
        },
;

pub assume_specification<Key, Value, S>[ HashMap::<Key, Value, S>::clear ](m: &mut HashMap<Key, Value, S>)
    ensures
        final(m)@ == Map::<Key, Value>::empty(),
;

/// A hash map is built after the map that it is seen as.
pub broadcast axiom fn axiom_hashmap_decreases<Key, Value, S>(m: HashMap<Key, Value, S>)
    ensures
        #[trigger] (decreases_to!(m => m@)),
;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
#[verifier::reject_recursive_types(S)]
pub struct ExHashSet<Key, S>(HashSet<Key, S>);

impl<Key, S> View for HashSet<Key, S> {
    type V = Set<Key>;

    uninterp spec fn view(&self) -> Set<Key>;
}

impl<Key: DeepView, S> DeepView for HashSet<Key, S> {
    type V = Set<Key::V>;

    open spec fn deep_view(&self) -> Set<Key::V> {
        self@.map(|k: Key| k.deep_view())
    }
}

/// `m.len()` in specifications.
pub uninterp spec fn spec_hash_set_len<Key, S>(m: &HashSet<Key, S>) -> usize;

/// The length of a hash set is the number of its elements.
pub broadcast axiom fn axiom_spec_hash_set_len<Key, S>(m: &HashSet<Key, S>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> #[trigger] spec_hash_set_len(m) == m@.len(),
;

#[verifier::when_used_as_spec(spec_hash_set_len)]
pub assume_specification<Key, S>[ HashSet::<Key, S>::len ](m: &HashSet<Key, S>) -> (len: usize)
    ensures
        len == spec_hash_set_len(m),
;

pub assume_specification<Key, S>[ HashSet::<Key, S>::is_empty ](m: &HashSet<Key, S>) -> (res: bool)
    ensures
        res == m@.is_empty(),
;

pub assume_specification<Key>[ HashSet::<Key>::new ]() -> (m: HashSet<Key, RandomState>)
    ensures
        m@ == Set::<Key>::empty(),
;

pub assume_specification<T, S: core::default::Default>[ <HashSet<T, S> as core::default::Default>::default ]() -> (m: HashSet<T, S>)
    ensures
        m@ == Set::<T>::empty(),
;

pub assume_specification<Key>[ HashSet::<Key>::with_capacity ](capacity: usize) -> (m: HashSet<Key, RandomState>)
    ensures
        m@ == Set::<Key>::empty(),
;

pub assume_specification<Key: Eq + Hash, S: BuildHasher>[ HashSet::<Key, S>::reserve ](
    m: &mut HashSet<Key, S>,
    additional: usize,
)
    ensures
        final(m)@ == old(m)@,
;

pub assume_specification<Key: Eq + Hash, S: BuildHasher>[ HashSet::<Key, S>::insert ](
    m: &mut HashSet<Key, S>,
    k: Key,
) -> (result: bool)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() ==> {
            &&& final(m)@ == old(m)@.insert(k)
            &&& result == !old(m)@.contains(k)
        },
;

/// A set has the element that `k` is the borrowed form of.
pub closed spec fn set_contains_borrowed_key<Key, Q: ?Sized>(m: Set<Key>, k: &Q) -> bool {
    exists|key: Key| m.contains(key) && #[trigger] is_borrowed_form(key, k)
}

/// A key is its own borrowed form.
pub broadcast proof fn axiom_set_contains_deref_key<Q>(m: Set<Q>, k: &Q)
    ensures
        #[trigger] set_contains_borrowed_key::<Q, Q>(m, k) <==> m.contains(*k),
{
    broadcast use axiom_own_borrowed_form;

    assert(is_borrowed_form::<Q, Q>(*k, k));
}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn axiom_set_contains_box<Q>(m: Set<Box<Q>>, k: &Q)
    ensures
        #[trigger] set_contains_borrowed_key::<Box<Q>, Q>(m, k) <==> m.contains(Box::new(*k)),
{
    broadcast use axiom_box_borrowed_form;

    assert(is_borrowed_form::<Box<Q>, Q>(Box::new(*k), k));
}

pub assume_specification<Key: Borrow<Q> + Hash + Eq, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashSet::<Key, S>::contains ](
    m: &HashSet<Key, S>,
    k: &Q,
) -> (result: bool)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> result == set_contains_borrowed_key(m@, k),
;

/// A set has the element `v`, and `k` is its borrowed form.
pub closed spec fn sets_borrowed_key_to_key<Key, Q: ?Sized>(m: Set<Key>, k: &Q, v: &Key) -> bool {
    m.contains(*v) && is_borrowed_form(*v, k)
}

/// A key is its own borrowed form.
pub broadcast proof fn axiom_set_deref_key_to_value<Q>(m: Set<Q>, k: &Q, v: &Q)
    ensures
        #[trigger] sets_borrowed_key_to_key::<Q, Q>(m, k, v) <==> m.contains(*k) && k == v,
{
    broadcast use axiom_own_borrowed_form;

}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn axiom_set_box_key_to_value<Q>(m: Set<Box<Q>>, q: &Q, v: &Box<Q>)
    ensures
        #[trigger] sets_borrowed_key_to_key::<Box<Q>, Q>(m, q, v) <==> (m.contains(*v) && Box::new(*q) == *v),
{
    broadcast use axiom_box_borrowed_form;

}

pub assume_specification<'a, Key: Borrow<Q> + Hash + Eq, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashSet::<Key, S>::get ](
    m: &'a HashSet<Key, S>,
    k: &Q,
) -> (result: Option<&'a Key>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> match result {
            Some(v) => sets_borrowed_key_to_key(m@, k, v),
            None => !set_contains_borrowed_key(m@, k),
        },
;

/// The second set is the first without the element that `k` is the borrowed form of.
pub closed spec fn sets_differ_by_borrowed_key<Key, Q: ?Sized>(old_m: Set<Key>, new_m: Set<Key>, k: &Q) -> bool {
    forall|key: Key| #[trigger] new_m.contains(key) <==> old_m.contains(key) && !is_borrowed_form(key, k)
}

/// A key is its own borrowed form.
pub broadcast proof fn axiom_set_deref_key_removed<Q>(old_m: Set<Q>, new_m: Set<Q>, k: &Q)
    ensures
        #[trigger] sets_differ_by_borrowed_key::<Q, Q>(old_m, new_m, k) <==> new_m == old_m.remove(*k),
{
    broadcast use {axiom_own_borrowed_form, group_set_lemmas};

    if sets_differ_by_borrowed_key::<Q, Q>(old_m, new_m, k) {
        assert(new_m =~= old_m.remove(*k));
    }
}

/// The borrowed form of a box is what is in it.
pub broadcast proof fn axiom_set_box_key_removed<Q>(old_m: Set<Box<Q>>, new_m: Set<Box<Q>>, q: &Q)
    ensures
        #[trigger] sets_differ_by_borrowed_key::<Box<Q>, Q>(old_m, new_m, q) <==> new_m == old_m.remove(Box::new(*q)),
{
    broadcast use {axiom_box_borrowed_form, group_set_lemmas};

    if sets_differ_by_borrowed_key::<Box<Q>, Q>(old_m, new_m, q) {
        assert(new_m =~= old_m.remove(Box::new(*q)));
    }
}

pub assume_specification<Key: Borrow<Q> + Hash + Eq, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashSet::<Key, S>::remove ](
    m: &mut HashSet<Key, S>,
    k: &Q,
) -> (result: bool)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> {
            &&& sets_differ_by_borrowed_key(old(m)@, final(m)@, k)
            &&& result == set_contains_borrowed_key(old(m)@, k)
        },
;

pub assume_specification<Key, S>[ HashSet::<Key, S>::clear ](m: &mut HashSet<Key, S>)
    ensures
        final(m)@ == Set::<Key>::empty(),
;

/// A hash set is built after the set that it is seen as.
pub broadcast axiom fn axiom_hashset_decreases<Key, S>(m: HashSet<Key, S>)
    ensures
        #[trigger] (decreases_to!(m => m@)),
;

} // verus!

verus! {

/// A derived `Hash` hashes all parts, in the order of their declarations.
// trusted: what `derive` writes
pub broadcast axiom fn axiom_derived_obeys_hash_table_key_model<Key: crate::derived::DerivedHash>()
    ensures
        #[trigger] obeys_key_model::<Key>(),
;

/// Numbers and truth values are keys.
// trusted: the standard library's `Eq` and `Hash` of these types are of their values, and so is a copy
axiom fn axiom_primitive_keys()
    ensures
        obeys_key_model::<bool>(),
        obeys_key_model::<u8>(),
        obeys_key_model::<u16>(),
        obeys_key_model::<u32>(),
        obeys_key_model::<u64>(),
        obeys_key_model::<u128>(),
        obeys_key_model::<usize>(),
        obeys_key_model::<i8>(),
        obeys_key_model::<i16>(),
        obeys_key_model::<i32>(),
        obeys_key_model::<i64>(),
        obeys_key_model::<i128>(),
        obeys_key_model::<isize>(),
;

/// A box of a key is a key.
// trusted: the standard library's `Eq`, `Hash`, `Clone` and `Borrow` of a box are those of what is in it
axiom fn axiom_box_key<Key>()
    ensures
        obeys_key_model::<Key>() ==> obeys_key_model::<Box<Key>>(),
;

/// Boxes of numbers can be told apart and found again if the numbers can.
pub broadcast proof fn axiom_box_integer_type_obeys_hash_table_key_model<Key>()
    requires
        obeys_key_model::<Key>(),
    ensures
        #[trigger] obeys_key_model::<Box<Key>>(),
{
    axiom_box_key::<Key>();
}

} // verus!

/// What is known of the keys of one type, and of boxes of them.
macro_rules! key_types {
    ($($name:ident $boxed:ident $ty:ty;)*) => {
        verus! {

        $(
        /// These keys can be told apart and found again.
        pub broadcast proof fn $name()
            ensures
                #[trigger] obeys_key_model::<$ty>(),
        {
            axiom_primitive_keys();
        }

        /// These keys can be told apart and found again.
        pub broadcast proof fn $boxed()
            ensures
                #[trigger] obeys_key_model::<Box<$ty>>(),
        {
            axiom_primitive_keys();
            axiom_box_key::<$ty>();
        }
        )*

        }
    };
}

key_types! {
    axiom_bool_obeys_hash_table_key_model axiom_box_bool_obeys_hash_table_key_model bool;
    axiom_u8_obeys_hash_table_key_model axiom_box_u8_obeys_hash_table_key_model u8;
    axiom_u16_obeys_hash_table_key_model axiom_box_u16_obeys_hash_table_key_model u16;
    axiom_u32_obeys_hash_table_key_model axiom_box_u32_obeys_hash_table_key_model u32;
    axiom_u64_obeys_hash_table_key_model axiom_box_u64_obeys_hash_table_key_model u64;
    axiom_u128_obeys_hash_table_key_model axiom_box_u128_obeys_hash_table_key_model u128;
    axiom_usize_obeys_hash_table_key_model axiom_box_usize_obeys_hash_table_key_model usize;
    axiom_i8_obeys_hash_table_key_model axiom_box_i8_obeys_hash_table_key_model i8;
    axiom_i16_obeys_hash_table_key_model axiom_box_i16_obeys_hash_table_key_model i16;
    axiom_i32_obeys_hash_table_key_model axiom_box_i32_obeys_hash_table_key_model i32;
    axiom_i64_obeys_hash_table_key_model axiom_box_i64_obeys_hash_table_key_model i64;
    axiom_i128_obeys_hash_table_key_model axiom_box_i128_obeys_hash_table_key_model i128;
    axiom_isize_obeys_hash_table_key_model axiom_box_isize_obeys_hash_table_key_model isize;
}

verus! {

/// What every program knows about hash tables.
pub broadcast group group_hash_axioms {
    axiom_box_key_removed,
    axiom_contains_deref_key,
    axiom_contains_box,
    axiom_deref_key_removed,
    lemma_deref_key_updated,
    lemma_box_key_updated,
    axiom_maps_deref_key_to_value,
    axiom_maps_box_key_to_value,
    axiom_derived_obeys_hash_table_key_model,
    axiom_bool_obeys_hash_table_key_model,
    axiom_u8_obeys_hash_table_key_model,
    axiom_u16_obeys_hash_table_key_model,
    axiom_u32_obeys_hash_table_key_model,
    axiom_u64_obeys_hash_table_key_model,
    axiom_u128_obeys_hash_table_key_model,
    axiom_usize_obeys_hash_table_key_model,
    axiom_i8_obeys_hash_table_key_model,
    axiom_i16_obeys_hash_table_key_model,
    axiom_i32_obeys_hash_table_key_model,
    axiom_i64_obeys_hash_table_key_model,
    axiom_i128_obeys_hash_table_key_model,
    axiom_isize_obeys_hash_table_key_model,
    axiom_box_bool_obeys_hash_table_key_model,
    axiom_box_u8_obeys_hash_table_key_model,
    axiom_box_u16_obeys_hash_table_key_model,
    axiom_box_u32_obeys_hash_table_key_model,
    axiom_box_u64_obeys_hash_table_key_model,
    axiom_box_u128_obeys_hash_table_key_model,
    axiom_box_usize_obeys_hash_table_key_model,
    axiom_box_i8_obeys_hash_table_key_model,
    axiom_box_i16_obeys_hash_table_key_model,
    axiom_box_i32_obeys_hash_table_key_model,
    axiom_box_i64_obeys_hash_table_key_model,
    axiom_box_i128_obeys_hash_table_key_model,
    axiom_box_isize_obeys_hash_table_key_model,
    axiom_random_state_builds_valid_hashers,
    lemma_own_borrows_as_key,
    lemma_box_borrows_as_key,
    lemma_rc_borrows_as_key,
    lemma_arc_borrows_as_key,
    lemma_vec_borrows_as_key,
    lemma_string_borrows_as_key,
    axiom_spec_hash_map_len,
    axiom_set_box_key_removed,
    axiom_set_contains_deref_key,
    axiom_set_contains_box,
    axiom_set_deref_key_removed,
    axiom_set_deref_key_to_value,
    axiom_set_box_key_to_value,
    axiom_spec_hash_set_len,
    axiom_hashmap_decreases,
    axiom_hashset_decreases,
    axiom_has_resolved_occupied_entry,
    axiom_has_resolved_vacant_entry,
    axiom_has_resolved_entry,
}

} // verus!
