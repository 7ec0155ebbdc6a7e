//! Contracts of ordered tables. A specification sees a `BTreeMap` as a map, and a `BTreeSet` as a set.
//!
//! A table behaves so only if its keys do: `key_obeys_cmp_spec` says that the type has a total order, which all
//! comparisons compute, and that only equal keys count as equal. Of two keys that differ and count as equal a table would
//! keep the first one. What finds keys by a borrowed form of them is promised for forms that are told apart as the
//! keys are (`borrows_as_key`).
// @when BTree btree
//!
//! trusted: each contract says what the documentation of the standard library says, for keys whose order behaves; a
//! table is built after what is in it, of which there is no more than a `usize` counts.

#[allow(unused_imports)]
use crate::laws_cmp::*;
#[allow(unused_imports)]
use crate::laws_eq::*;
#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::map_lib::*;
#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::relations::injective;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::set_lib::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::OrdSpec;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use super::hash::{borrows_as_key, gives_elements_of, gives_pairs_of, gives_values_of, map_deep_view};
use core::borrow::Borrow;
use core::cmp::Ordering;
use std::collections::btree_map::{Keys, Values};
use std::collections::{BTreeMap, BTreeSet, btree_map, btree_set};

pub use super::hash::{
    axiom_box_key_removed, axiom_contains_box, axiom_contains_deref_key, axiom_deref_key_removed,
    axiom_maps_box_key_to_value, axiom_maps_deref_key_to_value, axiom_set_box_key_removed, axiom_set_box_key_to_value,
    axiom_set_contains_box, axiom_set_contains_deref_key, axiom_set_deref_key_removed, axiom_set_deref_key_to_value,
    borrowed_key_removed, borrowed_key_updated, borrows_by_view, contains_borrowed_key, lemma_own_borrows_by_view,
    lemma_string_borrows_by_view, maps_borrowed_key_to_value, set_contains_borrowed_key, sets_borrowed_key_to_key, sets_differ_by_borrowed_key,
};

verus! {

// ---------------------------------------------------------------------------------------------- Keys

/// Keys of this type are told apart by their order: see the head of this module.
pub uninterp spec fn key_obeys_cmp_spec<Key: ?Sized>() -> bool;

/// What that means of types that have an order. Only such keys are ever in a table.
// trusted: this is its definition, which cannot be written down for types without an order
pub broadcast axiom fn axiom_key_obeys_cmp_spec_meaning<K: Ord>()
    ensures
        #[trigger] key_obeys_cmp_spec::<K>() <==> obeys_cmp::<K>() && obeys_concrete_eq::<K>(),
;

/// Keys whose comparisons are all derived are told apart by them.
// trusted: a derived comparison looks at all fields; nothing else can be said of the `eq_spec` of such a type
pub broadcast axiom fn axiom_derived_key_obeys_cmp_spec<K: Ord + crate::derived::DerivedCmp>()
    requires
        obeys_cmp::<K>(),
    ensures
        #[trigger] key_obeys_cmp_spec::<K>(),
;

/// Each element is less than those that follow, by the order of the type.
pub uninterp spec fn increasing_seq<K>(s: Seq<K>) -> bool;

/// What that means of types that have an order.
// trusted: this is its definition, which cannot be written down for types without an order
pub broadcast axiom fn axiom_increasing_seq_meaning<K: Ord>(s: Seq<K>)
    requires
        obeys_cmp::<K>(),
    ensures
        #[trigger] increasing_seq(s) <==> forall|i: int, j: int|
            #![trigger s[i], s[j]]
            0 <= i < j < s.len() ==> s[i].cmp_spec(&s[j]) == Ordering::Less,
;

/// The same, for types whose order tells values apart.
pub broadcast proof fn lemma_increasing_seq_of_keys<K: Ord>(s: Seq<K>)
    requires
        key_obeys_cmp_spec::<K>(),
    ensures
        #[trigger] increasing_seq(s) <==> forall|i: int, j: int|
            #![trigger s[i], s[j]]
            0 <= i < j < s.len() ==> s[i].cmp_spec(&s[j]) == Ordering::Less,
{
    broadcast use {axiom_key_obeys_cmp_spec_meaning, axiom_increasing_seq_meaning};

}

/// References are keys, if what they refer to is.
pub broadcast proof fn lemma_ref_key_obeys_cmp_spec<T: Ord>()
    requires
        key_obeys_cmp_spec::<T>(),
    ensures
        #[trigger] key_obeys_cmp_spec::<&T>(),
{
    broadcast use {axiom_key_obeys_cmp_spec_meaning, lemma_ref_obeys_cmp_spec, lemma_ref_obeys_concrete_eq};

}

/// Options are keys, if what is inside is.
pub broadcast proof fn lemma_option_key_obeys_cmp_spec<T: Ord>()
    requires
        key_obeys_cmp_spec::<T>(),
    ensures
        #[trigger] key_obeys_cmp_spec::<Option<T>>(),
{
    broadcast use {axiom_key_obeys_cmp_spec_meaning, lemma_option_obeys_cmp_spec, lemma_option_obeys_concrete_eq};

}

} // verus!

/// Numbers are keys, and tuples of others, `$part`.
macro_rules! key_types {
    ($($name:ident $module:ident $ty:ty $(, $part:ident)*;)*) => {
        verus! {

        $(
        /// These keys are told apart by their order.
        pub broadcast proof fn $name<$($part: Ord),*>()
            requires
                $(key_obeys_cmp_spec::<$part>(),)*
            ensures
                #[trigger] key_obeys_cmp_spec::<$ty>(),
        {
            broadcast use {
                axiom_key_obeys_cmp_spec_meaning,
                crate::laws_cmp::$module::lemma_obeys_cmp_spec,
                crate::laws_eq::$module::lemma_obeys_concrete_eq,
            };

        }
        )*

        }
    };
}

key_types! {
    lemma_bool_key_obeys_cmp_spec bool_laws bool;
    lemma_char_key_obeys_cmp_spec char_laws char;
    lemma_u8_key_obeys_cmp_spec u8_laws u8;
    lemma_i8_key_obeys_cmp_spec i8_laws i8;
    lemma_u16_key_obeys_cmp_spec u16_laws u16;
    lemma_i16_key_obeys_cmp_spec i16_laws i16;
    lemma_u32_key_obeys_cmp_spec u32_laws u32;
    lemma_i32_key_obeys_cmp_spec i32_laws i32;
    lemma_u64_key_obeys_cmp_spec u64_laws u64;
    lemma_i64_key_obeys_cmp_spec i64_laws i64;
    lemma_u128_key_obeys_cmp_spec u128_laws u128;
    lemma_i128_key_obeys_cmp_spec i128_laws i128;
    lemma_usize_key_obeys_cmp_spec usize_laws usize;
    lemma_isize_key_obeys_cmp_spec isize_laws isize;
    lemma_tuple_1_key_obeys_cmp_spec tuple_1_laws (T,), T;
    lemma_tuple_2_key_obeys_cmp_spec tuple_2_laws (U, T), U, T;
    lemma_tuple_3_key_obeys_cmp_spec tuple_3_laws (V, U, T), V, U, T;
}

verus! {

/// A clone of such a value is the value.
pub open spec fn clones_are_equal<K: Clone>() -> bool {
    forall|a: K, b: K| #[trigger] cloned(a, b) ==> a == b
}

// ---------------------------------------------------------------------------------------------- Maps

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
#[verifier::accept_recursive_types(Value)]
pub struct ExBTreeMap<Key, Value>(BTreeMap<Key, Value>);

impl<Key, Value> View for BTreeMap<Key, Value> {
    type V = Map<Key, Value>;

    uninterp spec fn view(&self) -> Map<Key, Value>;
}

impl<Key: DeepView, Value: DeepView> DeepView for BTreeMap<Key, Value> {
    type V = Map<Key::V, Value::V>;

    open spec fn deep_view(&self) -> Map<Key::V, Value::V> {
        btree_map_deep_view_impl(*self)
    }
}

/// A table described down to its keys and values. Of several keys with one description some one counts.
#[verifier::opaque]
pub open spec fn btree_map_deep_view_impl<Key: DeepView, Value: DeepView>(m: BTreeMap<Key, Value>) -> Map<
    Key::V,
    Value::V,
> {
    map_deep_view(m@)
}

/// The keys are the descriptions of the keys.
pub broadcast proof fn lemma_btree_map_deepview_dom<K: DeepView, V: DeepView>(m: BTreeMap<K, V>)
    ensures
        #[trigger] m.deep_view().dom() == m@.dom().map(|k: K| k.deep_view()),
{
    broadcast use {group_map_lemmas, group_set_lemmas};

    reveal(btree_map_deep_view_impl);
    assert(m.deep_view().dom() =~= m@.dom().map(|k: K| k.deep_view()));
}

/// Where keys are told apart by their descriptions, every key has its value, and there are no others.
pub broadcast proof fn lemma_btree_map_deepview_properties<K: DeepView, V: DeepView>(m: BTreeMap<K, V>)
    requires
        injective(|k: K| k.deep_view()),
    ensures
        #![trigger m.deep_view()]
        forall|k: K| #[trigger]
            m@.contains_key(k) ==> m.deep_view().contains_key(k.deep_view()) && m.deep_view()[k.deep_view()]
                == m@[k].deep_view(),
        forall|dk: K::V| #[trigger]
            m.deep_view().contains_key(dk) ==> exists|k: K| k.deep_view() == dk && #[trigger] m@.contains_key(k),
{
    reveal(btree_map_deep_view_impl);
    super::hash::lemma_map_deep_view(m@);
}

/// A map has the key that `k` is the borrowed form of, if its description has the key that `k` describes. Of keys that are borrowed
/// in another way than by their description nothing is said.
pub broadcast proof fn axiom_btree_map_deepview_borrow<
    K: DeepView + Borrow<Q>,
    V: DeepView,
    Q: View<V = <K as DeepView>::V> + Eq + ?Sized,
>(m: BTreeMap<K, V>, k: &Q)
    requires
        key_obeys_cmp_spec::<K>(),
        injective(|k: K| k.deep_view()),
        borrows_by_view::<K, Q>(),
    ensures
        #[trigger] contains_borrowed_key(m@, k) <==> m.deep_view().contains_key(k@),
{
    reveal(btree_map_deep_view_impl);
    super::hash::lemma_contains_by_view(m@, k);
}

/// Where keys are told apart by their descriptions, the values are the descriptions of the values.
pub broadcast proof fn lemma_btree_map_deepview_values<K: DeepView, V: DeepView>(m: BTreeMap<K, V>)
    requires
        injective(|k: K| k.deep_view()),
    ensures
        #[trigger] m.deep_view().values() =~= m@.values().map(|v: V| v.deep_view()),
{
    reveal(btree_map_deep_view_impl);
    super::hash::lemma_map_deep_view(m@);
}

/// `m[k]` in specifications.
pub trait BTreeMapAdditionalSpecFns<Key, Value>: View<V = Map<Key, Value>> {
    /// The value of a key; some value where there is none.
    spec fn spec_index(&self, k: Key) -> Value
        recommends
            self.view().contains_key(k),
    ;
}

impl<Key, Value> BTreeMapAdditionalSpecFns<Key, Value> for BTreeMap<Key, Value> {
    #[verifier::inline]
    open spec fn spec_index(&self, k: Key) -> Value {
        self.view().index(k)
    }
}

/// `m.len()` in specifications.
pub uninterp spec fn spec_btree_map_len<Key, Value>(m: &BTreeMap<Key, Value>) -> usize;

/// The length of a table is the number of its keys.
pub broadcast axiom fn axiom_spec_btree_map_len<Key, Value>(m: &BTreeMap<Key, Value>)
    ensures
        key_obeys_cmp_spec::<Key>() ==> #[trigger] spec_btree_map_len(m) == m@.len(),
;

#[verifier::when_used_as_spec(spec_btree_map_len)]
pub assume_specification<Key, Value>[ BTreeMap::<Key, Value>::len ](m: &BTreeMap<Key, Value>) -> (len: usize)
    ensures
        len == spec_btree_map_len(m),
;

pub assume_specification<Key, Value>[ BTreeMap::<Key, Value>::is_empty ](m: &BTreeMap<Key, Value>) -> (res: bool)
    ensures
        res == m@.is_empty(),
;

pub assume_specification<K: Clone, V: Clone>[ <BTreeMap<K, V> as Clone>::clone ](this: &BTreeMap<K, V>) -> (other:
    BTreeMap<K, V>)
    ensures
        key_obeys_cmp_spec::<K>() && clones_are_equal::<K>() ==> {
            &&& other@.dom() == this@.dom()
            &&& forall|key: K|
                #![trigger other@.dom().contains(key)]
                #![trigger other@[key]]
                other@.dom().contains(key) ==> cloned(this@[key], other@[key])
        },
;

pub assume_specification<Key, Value>[ BTreeMap::<Key, Value>::new ]() -> (m: BTreeMap<Key, Value>)
    ensures
        m@ == Map::<Key, Value>::empty(),
;

pub assume_specification<K, V>[ <BTreeMap<K, V> as core::default::Default>::default ]() -> (m: BTreeMap<K, V>)
    ensures
        m@ == Map::<K, V>::empty(),
;

pub assume_specification<Key: Ord, Value>[ BTreeMap::<Key, Value>::insert ](
    m: &mut BTreeMap<Key, Value>,
    k: Key,
    v: Value,
) -> (result: Option<Value>)
    ensures
        key_obeys_cmp_spec::<Key>() ==> {
            &&& final(m)@ == old(m)@.insert(k, v)
            &&& match result {
                Some(v) => old(m)@.contains_key(k) && v == old(m)@[k],
                None => !old(m)@.contains_key(k),
            }
        },
;

pub assume_specification<Key: Borrow<Q> + Ord, Value, Q: Ord + ?Sized>[ BTreeMap::<Key, Value>::contains_key::<Q> ](
    m: &BTreeMap<Key, Value>,
    k: &Q,
) -> (result: bool)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> result == contains_borrowed_key(m@, k),
;

pub assume_specification<'a, Key: Borrow<Q> + Ord, Value, Q: Ord + ?Sized>[ BTreeMap::<Key, Value>::get::<Q> ](
    m: &'a BTreeMap<Key, Value>,
    k: &Q,
) -> (result: Option<&'a Value>)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> match result {
            Some(v) => maps_borrowed_key_to_value(m@, k, *v),
            None => !contains_borrowed_key(m@, k),
        },
;

pub assume_specification<'a, Key: Borrow<Q> + Ord, Value, Q: Ord + ?Sized>[ BTreeMap::<Key, Value>::get_mut::<Q> ](
    m: &'a mut BTreeMap<Key, Value>,
    k: &Q,
) -> (result: Option<&'a mut Value>)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> match result {
            Some(v) => {
                &&& maps_borrowed_key_to_value(old(m)@, k, *v)
                &&& borrowed_key_updated(old(m)@, final(m)@, k, *final(v))
            },
            None => !contains_borrowed_key(old(m)@, k) && final(m)@ == old(m)@,
        },
;

pub assume_specification<Key: Borrow<Q> + Ord, Value, Q: Ord + ?Sized>[ BTreeMap::<Key, Value>::remove::<Q> ](
    m: &mut BTreeMap<Key, Value>,
    k: &Q,
) -> (result: Option<Value>)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> {
            &&& borrowed_key_removed(old(m)@, final(m)@, k)
            &&& match result {
                Some(v) => maps_borrowed_key_to_value(old(m)@, k, v),
                None => !contains_borrowed_key(old(m)@, k),
            }
        },
;

pub assume_specification<Key, Value>[ BTreeMap::<Key, Value>::clear ](m: &mut BTreeMap<Key, Value>)
    ensures
        final(m)@ == Map::<Key, Value>::empty(),
;

/// A table is built after the map that it is seen as.
pub broadcast axiom fn axiom_btree_map_decreases<Key, Value>(m: BTreeMap<Key, Value>)
    ensures
        #[trigger] (decreases_to!(m => m@)),
;

// ---------------------------------------------------------------------------------------------- Sets

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(Key)]
pub struct ExBTreeSet<Key>(BTreeSet<Key>);

impl<Key> View for BTreeSet<Key> {
    type V = Set<Key>;

    uninterp spec fn view(&self) -> Set<Key>;
}

impl<Key: DeepView> DeepView for BTreeSet<Key> {
    type V = Set<Key::V>;

    open spec fn deep_view(&self) -> Set<Key::V> {
        self@.map(|k: Key| k.deep_view())
    }
}

/// `m.len()` in specifications.
pub uninterp spec fn spec_btree_set_len<Key>(m: &BTreeSet<Key>) -> usize;

/// The length of a table is the number of its elements.
pub broadcast axiom fn axiom_spec_btree_set_len<Key>(m: &BTreeSet<Key>)
    ensures
        key_obeys_cmp_spec::<Key>() ==> #[trigger] spec_btree_set_len(m) == m@.len(),
;

#[verifier::when_used_as_spec(spec_btree_set_len)]
pub assume_specification<Key>[ BTreeSet::<Key>::len ](m: &BTreeSet<Key>) -> (len: usize)
    ensures
        len == spec_btree_set_len(m),
;

pub assume_specification<Key>[ BTreeSet::<Key>::is_empty ](m: &BTreeSet<Key>) -> (res: bool)
    ensures
        res == m@.is_empty(),
;

pub assume_specification<K: Clone>[ <BTreeSet<K> as Clone>::clone ](this: &BTreeSet<K>) -> (other: BTreeSet<K>)
    ensures
        key_obeys_cmp_spec::<K>() && clones_are_equal::<K>() ==> other@ == this@,
;

pub assume_specification<Key>[ BTreeSet::<Key>::new ]() -> (m: BTreeSet<Key>)
    ensures
        m@ == Set::<Key>::empty(),
;

pub assume_specification<T>[ <BTreeSet<T> as core::default::Default>::default ]() -> (m: BTreeSet<T>)
    ensures
        m@ == Set::<T>::empty(),
;

pub assume_specification<Key: Ord>[ BTreeSet::<Key>::insert ](m: &mut BTreeSet<Key>, k: Key) -> (result: bool)
    ensures
        key_obeys_cmp_spec::<Key>() ==> {
            &&& final(m)@ == old(m)@.insert(k)
            &&& result == !old(m)@.contains(k)
        },
;

pub assume_specification<Key: Borrow<Q> + Ord, Q: Ord + ?Sized>[ BTreeSet::<Key>::contains ](
    m: &BTreeSet<Key>,
    k: &Q,
) -> (result: bool)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> result == set_contains_borrowed_key(m@, k),
;

pub assume_specification<'a, Key: Borrow<Q> + Ord, Q: Ord + ?Sized>[ BTreeSet::<Key>::get::<Q> ](
    m: &'a BTreeSet<Key>,
    k: &Q,
) -> (result: Option<&'a Key>)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> match result {
            Some(v) => sets_borrowed_key_to_key(m@, k, v),
            None => !set_contains_borrowed_key(m@, k),
        },
;

pub assume_specification<Key: Borrow<Q> + Ord, Q: Ord + ?Sized>[ BTreeSet::<Key>::remove::<Q> ](
    m: &mut BTreeSet<Key>,
    k: &Q,
) -> (result: bool)
    ensures
        key_obeys_cmp_spec::<Key>() && borrows_as_key::<Key, Q>() ==> {
            &&& sets_differ_by_borrowed_key(old(m)@, final(m)@, k)
            &&& result == set_contains_borrowed_key(old(m)@, k)
        },
;

pub assume_specification<Key>[ BTreeSet::<Key>::clear ](m: &mut BTreeSet<Key>)
    ensures
        final(m)@ == Set::<Key>::empty(),
;

/// A table is built after the set that it is seen as.
pub broadcast axiom fn axiom_btree_set_decreases<Key>(m: BTreeSet<Key>)
    ensures
        #[trigger] (decreases_to!(m => m@)),
;

/// What is known of ordered tables.
pub broadcast group group_btree_axioms {
    axiom_key_obeys_cmp_spec_meaning,
    axiom_derived_key_obeys_cmp_spec,
    axiom_increasing_seq_meaning,
    lemma_increasing_seq_of_keys,
    axiom_spec_btree_map_len,
    axiom_spec_btree_set_len,
    axiom_btree_map_decreases,
    axiom_btree_set_decreases,
    lemma_ref_key_obeys_cmp_spec,
    lemma_option_key_obeys_cmp_spec,
    lemma_bool_key_obeys_cmp_spec,
    lemma_char_key_obeys_cmp_spec,
    lemma_u8_key_obeys_cmp_spec,
    lemma_i8_key_obeys_cmp_spec,
    lemma_u16_key_obeys_cmp_spec,
    lemma_i16_key_obeys_cmp_spec,
    lemma_u32_key_obeys_cmp_spec,
    lemma_i32_key_obeys_cmp_spec,
    lemma_u64_key_obeys_cmp_spec,
    lemma_i64_key_obeys_cmp_spec,
    lemma_u128_key_obeys_cmp_spec,
    lemma_i128_key_obeys_cmp_spec,
    lemma_usize_key_obeys_cmp_spec,
    lemma_isize_key_obeys_cmp_spec,
    lemma_tuple_1_key_obeys_cmp_spec,
    lemma_tuple_2_key_obeys_cmp_spec,
    lemma_tuple_3_key_obeys_cmp_spec,
}

// ---------------------------------------------------------------------------------------------- Iterators

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
pub struct ExMapIter<'a, K, V>(btree_map::Iter<'a, K, V>);

/// The pairs that the iterator has yet to give.
pub uninterp spec fn into_iter<'a, Key, Value>(i: btree_map::Iter<'a, Key, Value>) -> Seq<(Key, Value)>;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(K)]
pub struct ExSetIter<'a, K: 'a>(btree_set::Iter<'a, K>);

/// The elements that the iterator has yet to give.
pub uninterp spec fn into_iter_btree_keys<'a, Key>(i: btree_set::Iter<'a, Key>) -> Seq<Key>;

} // verus!

lends_its_items! { <'a, K, V> Keys<'a, K, V>, &'a K, into_iter_keys, |all, i| &all[i] }
lends_its_items_backward! { <'a, K, V> Keys<'a, K, V>, &'a K, into_iter_keys, |all, i| &all[i] }
lends_its_items! { <'a, K, V> Values<'a, K, V>, &'a V, into_iter_values, |all, i| &all[i] }
lends_its_items_backward! { <'a, K, V> Values<'a, K, V>, &'a V, into_iter_values, |all, i| &all[i] }
lends_its_items! { <'a, K, V> btree_map::Iter<'a, K, V>, (&'a K, &'a V), into_iter, |all, i| (&all[i].0, &all[i].1) }
lends_its_items_backward! { <'a, K, V> btree_map::Iter<'a, K, V>, (&'a K, &'a V), into_iter, |all, i| (&all[i].0, &all[i].1) }
lends_its_items! { <'a, K> btree_set::Iter<'a, K>, &'a K, into_iter_btree_keys, |all, i| &all[i] }
lends_its_items_backward! { <'a, K> btree_set::Iter<'a, K>, &'a K, into_iter_btree_keys, |all, i| &all[i] }

verus! {

pub assume_specification<'a, Key, Value>[ BTreeMap::<Key, Value>::iter ](m: &'a BTreeMap<Key, Value>) -> (iter:
    btree_map::Iter<'a, Key, Value>)
    ensures
        into_iter(iter) == IteratorSpec::remaining(&iter).unref(),
        key_obeys_cmp_spec::<Key>() ==> {
            &&& gives_pairs_of(IteratorSpec::remaining(&iter), m@)
            &&& increasing_seq(IteratorSpec::remaining(&iter).map_values(|kv: (&Key, &Value)| *kv.0))
        },
;

pub assume_specification<'a, Key, Value>[ <&'a BTreeMap<Key, Value> as core::iter::IntoIterator>::into_iter ](
    m: &'a BTreeMap<Key, Value>,
) -> (iter: btree_map::Iter<'a, Key, Value>)
    ensures
        into_iter(iter) == IteratorSpec::remaining(&iter).unref(),
        key_obeys_cmp_spec::<Key>() ==> {
            &&& gives_pairs_of(IteratorSpec::remaining(&iter), m@)
            &&& increasing_seq(IteratorSpec::remaining(&iter).map_values(|kv: (&Key, &Value)| *kv.0))
        },
;

pub assume_specification<'a, Key, Value>[ BTreeMap::<Key, Value>::keys ](m: &'a BTreeMap<Key, Value>) -> (keys: Keys<
    'a,
    Key,
    Value,
>)
    ensures
        into_iter_keys(keys) == IteratorSpec::remaining(&keys).unref(),
        key_obeys_cmp_spec::<Key>() ==> {
            &&& gives_elements_of(IteratorSpec::remaining(&keys), m@.dom())
            &&& increasing_seq(IteratorSpec::remaining(&keys))
        },
;

pub assume_specification<'a, Key, Value>[ BTreeMap::<Key, Value>::values ](m: &'a BTreeMap<Key, Value>) -> (values:
    Values<'a, Key, Value>)
    ensures
        into_iter_values(values) == IteratorSpec::remaining(&values).unref(),
        key_obeys_cmp_spec::<Key>() ==> {
            &&& gives_values_of(IteratorSpec::remaining(&values), m@)
            &&& exists|key_seq: Seq<Key>|
                {
                    &&& #[trigger] increasing_seq(key_seq)
                    &&& key_seq.to_set() == m@.dom()
                    &&& key_seq.no_duplicates()
                    &&& IteratorSpec::remaining(&values) == key_seq.map(|i: int, k: Key| &m@[k])
                }
        },
;

pub assume_specification<'a, Key>[ BTreeSet::<Key>::iter ](m: &'a BTreeSet<Key>) -> (r: btree_set::Iter<'a, Key>)
    ensures
        into_iter_btree_keys(r) == IteratorSpec::remaining(&r).unref(),
        key_obeys_cmp_spec::<Key>() ==> {
            &&& gives_elements_of(IteratorSpec::remaining(&r), m@)
            &&& increasing_seq(IteratorSpec::remaining(&r))
        },
;

pub assume_specification<'a, Key>[ <&'a BTreeSet<Key> as core::iter::IntoIterator>::into_iter ](
    m: &'a BTreeSet<Key>,
) -> (r: btree_set::Iter<'a, Key>)
    ensures
        into_iter_btree_keys(r) == IteratorSpec::remaining(&r).unref(),
        key_obeys_cmp_spec::<Key>() ==> {
            &&& gives_elements_of(IteratorSpec::remaining(&r), m@)
            &&& increasing_seq(IteratorSpec::remaining(&r))
        },
;

} // verus!
