//! Maps whose domain may be infinite.
//!
//! A map is a domain and a value for every key in it. Outside of its domain a map has nothing to say: two maps are
//! equal when they agree on their domains.
//!
//! trusted: the model of a map is a predicate and a function on what it holds of (README.md), and the tracked
//! functions say which values move where, each of them once.

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A map from keys of type `K` to values of type `V`, with any number of keys. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::reject_recursive_types(K)]
#[verifier::accept_recursive_types(V)]
pub tracked struct IMap<K, V> {
    phantom: PhantomData<(K, V)>,
}

impl<K, V> IMap<K, V> {
    /// The map with this domain and these values.
    uninterp spec fn from_dom(dom: ISet<K>, fv: spec_fn(K) -> V) -> IMap<K, V>;

    /// The keys.
    pub uninterp spec fn dom(self) -> ISet<K>;

    /// The value at `key`.
    pub uninterp spec fn index(self, key: K) -> V
        recommends
            self.dom().contains(key),
    ;

    /// The map from the keys that `fk` holds of to what `fv` gives for them.
    pub closed spec fn new(fk: spec_fn(K) -> bool, fv: spec_fn(K) -> V) -> IMap<K, V> {
        IMap::from_dom(ISet::new(fk), fv)
    }

    /// The map from every key to what `fv` gives for it.
    pub closed spec fn total(fv: spec_fn(K) -> V) -> IMap<K, V> {
        IMap::from_dom(ISet::full(), fv)
    }

    /// `m[key]`.
    #[verifier::inline]
    pub open spec fn spec_index(self, key: K) -> V
        recommends
            self.dom().contains(key),
    {
        self.index(key)
    }

    /// The map without keys.
    pub closed spec fn empty() -> IMap<K, V> {
        IMap::from_dom(ISet::empty(), |k: K| crate::pervasive::arbitrary())
    }

    /// The map with `value` at `key`, in place of what was there.
    pub closed spec fn insert(self, key: K, value: V) -> IMap<K, V> {
        IMap::from_dom(
            self.dom().insert(key),
            |k: K|
                if k == key {
                    value
                } else {
                    self.index(k)
                },
        )
    }

    /// The map without `key`.
    pub closed spec fn remove(self, key: K) -> IMap<K, V> {
        IMap::from_dom(self.dom().remove(key), |k: K| self.index(k))
    }

    /// The number of keys, when they are finitely many.
    pub open spec fn len(self) -> nat {
        self.dom().len()
    }

    /// Makes the empty map.
    pub axiom fn tracked_empty() -> (tracked out_v: Self)
        ensures
            out_v == IMap::<K, V>::empty(),
    ;

    /// Puts a value in.
    pub axiom fn tracked_insert(tracked &mut self, key: K, tracked value: V)
        ensures
            *final(self) == IMap::insert(*old(self), key, value),
    ;

    /// Takes the value at `key` out.
    pub axiom fn tracked_remove(tracked &mut self, key: K) -> (tracked v: V)
        requires
            old(self).dom().contains(key),
        ensures
            *final(self) == IMap::remove(*old(self), key),
            v == old(self)[key],
    ;

    /// Borrows the value at `key`.
    pub axiom fn tracked_borrow(tracked &self, key: K) -> (tracked v: &V)
        requires
            self.dom().contains(key),
        ensures
            *v == self.index(key),
    ;

    /// Borrows the value at `key` mutably. The map holds what the borrow ends with.
    pub axiom fn tracked_borrow_mut(tracked &mut self, key: K) -> (tracked v: &mut V)
        requires
            old(self).dom().contains(key),
        ensures
            *v == old(self).index(key),
            *final(self) == old(self).insert(key, *final(v)),
    ;

    /// Borrows the values at some keys, and those at the others, as two maps. Both may change while both are borrowed. Where they
    /// end with a value at the same key, the second map's stays.
    pub axiom fn tracked_borrow_mut_split(tracked &mut self, keys: ISet<K>) -> (tracked parts: (&mut Self, &mut Self))
        requires
            keys.subset_of(old(self).dom()),
        ensures
            *parts.0 == old(self).restrict(keys),
            *parts.1 == old(self).remove_keys(keys),
            *final(self) == final(parts.0).union_prefer_right(*final(parts.1)),
    ;

    /// Gives the values other keys: what is at `key_map[j]` is at `j` then.
    pub axiom fn tracked_map_keys<J>(tracked old_map: IMap<K, V>, key_map: IMap<J, K>) -> (tracked new_map: IMap<J, V>)
        requires
            forall|j: J| #[trigger] key_map.contains_key(j) ==> old_map.contains_key(key_map[j]),
            forall|j1: J, j2: J| #[trigger]
                key_map.contains_key(j1) && #[trigger] key_map.contains_key(j2) && j1 != j2 ==> key_map[j1]
                    != key_map[j2],
        ensures
            new_map.dom() == key_map.dom(),
            forall|j: J|
                key_map.contains_key(j) ==> new_map.contains_key(j) && #[trigger] new_map[j] == old_map[key_map[j]],
    ;

    /// Takes the values at some keys out.
    pub axiom fn tracked_remove_keys(tracked &mut self, keys: ISet<K>) -> (tracked out_map: IMap<K, V>)
        requires
            keys.subset_of(old(self).dom()),
        ensures
            *final(self) == old(self).remove_keys(keys),
            out_map == old(self).restrict(keys),
    ;

    /// Puts the values of another map in.
    pub axiom fn tracked_union_prefer_right(tracked &mut self, tracked right: Self)
        ensures
            *final(self) == old(self).union_prefer_right(right),
    ;
}

// ---------------------------------------------------------------------------------------------- Axioms

/// A map has the domain that it was made with.
broadcast axiom fn axiom_imap_dom<K, V>(dom: ISet<K>, fv: spec_fn(K) -> V)
    ensures
        #[trigger] IMap::from_dom(dom, fv).dom() == dom,
;

/// A map has the values that it was made with.
broadcast axiom fn axiom_imap_index<K, V>(dom: ISet<K>, fv: spec_fn(K) -> V, key: K)
    requires
        dom.contains(key),
    ensures
        #[trigger] IMap::from_dom(dom, fv).index(key) == fv(key),
;

/// Maps with the same domain and the same values on it are equal.
pub broadcast axiom fn axiom_imap_ext_equal<K, V>(m1: IMap<K, V>, m2: IMap<K, V>)
    ensures
        #[trigger] (m1 =~= m2) <==> {
            &&& m1.dom() =~= m2.dom()
            &&& forall|k: K| #[trigger] m1.dom().contains(k) ==> m1.index(k) == m2.index(k)
        },
;

/// The same, with values compared the same way.
pub broadcast axiom fn axiom_imap_ext_equal_deep<K, V>(m1: IMap<K, V>, m2: IMap<K, V>)
    ensures
        #[trigger] (m1 =~~= m2) <==> {
            &&& m1.dom() =~= m2.dom()
            &&& forall|k: K| #[trigger] m1.dom().contains(k) ==> m1.index(k) =~~= m2.index(k)
        },
;

/// A value is smaller than a map of finitely many that it is in, so recursion may go from one to the other.
pub broadcast axiom fn axiom_imap_index_decreases<K, V>(m: IMap<K, V>, key: K)
    requires
        m.dom().finite(),
        m.dom().contains(key),
    ensures
        #[trigger] (decreases_to!(m => m.index(key))),
;

/// Another name of [`axiom_imap_index_decreases`].
pub broadcast proof fn axiom_imap_index_decreases_finite<K, V>(m: IMap<K, V>, key: K)
    requires
        m.dom().finite(),
        m.dom().contains(key),
    ensures
        #[trigger] (decreases_to!(m => m[key])),
{
    axiom_imap_index_decreases(m, key);
}

/// What a map says of values outside of its domain is the same for all maps.
axiom fn axiom_imap_index_outside<K, V>(m: IMap<K, V>, key: K)
    requires
        !m.dom().contains(key),
    ensures
        m.index(key) == crate::pervasive::arbitrary::<V>(),
;

impl<A> ISet<A> {
    /// The map from the members to what `f` gives for them.
    pub closed spec fn mk_map<V>(self, f: spec_fn(A) -> V) -> IMap<A, V> {
        IMap::from_dom(self, f)
    }
}

// ---------------------------------------------------------------------------------------------- Lemmas

/// The domain of a map made by `new`.
pub broadcast proof fn lemma_imap_new_dom<K, V>(fk: spec_fn(K) -> bool, fv: spec_fn(K) -> V)
    ensures
        #[trigger] IMap::new(fk, fv).dom() == ISet::new(fk),
{
    broadcast use axiom_imap_dom;
}

/// The values of a map made by `new`.
pub broadcast proof fn lemma_imap_new_index<K, V>(fk: spec_fn(K) -> bool, fv: spec_fn(K) -> V, key: K)
    requires
        fk(key),
    ensures
        #[trigger] IMap::new(fk, fv).index(key) == fv(key),
{
    broadcast use {axiom_imap_index, axiom_iset_new};

    assert(ISet::new(fk).contains(key));
}

/// The domain of a total map.
pub broadcast proof fn lemma_imap_total_dom<K, V>(fv: spec_fn(K) -> V)
    ensures
        #[trigger] IMap::total(fv).dom() == ISet::<K>::full(),
{
    broadcast use axiom_imap_dom;
}

/// The values of a total map.
pub broadcast proof fn lemma_imap_total_index<K, V>(fv: spec_fn(K) -> V, key: K)
    ensures
        #[trigger] IMap::total(fv).index(key) == fv(key),
{
    broadcast use {axiom_imap_index, lemma_iset_full};

    assert(ISet::full().contains(key));
}

/// The domain of the empty map.
pub broadcast proof fn lemma_imap_empty<K, V>()
    ensures
        #[trigger] IMap::<K, V>::empty().dom() == ISet::<K>::empty(),
{
    broadcast use axiom_imap_dom;
}

/// The domain of `m.insert(key, value)`.
pub broadcast proof fn lemma_imap_insert_dom<K, V>(m: IMap<K, V>, key: K, value: V)
    ensures
        #[trigger] m.insert(key, value).dom() == m.dom().insert(key),
{
    broadcast use axiom_imap_dom;
}

/// The values of `m.insert(key, value)`.
pub broadcast proof fn lemma_imap_insert_index<K, V>(m: IMap<K, V>, key: K, value: V, k: K)
    ensures
        #[trigger] m.insert(key, value).index(k) == (if k == key {
            value
        } else {
            m.index(k)
        }),
{
    broadcast use {axiom_imap_dom, axiom_imap_index, lemma_iset_insert};

    if m.dom().insert(key).contains(k) {
    } else {
        axiom_imap_index_outside(m.insert(key, value), k);
        axiom_imap_index_outside(m, k);
    }
}

/// The domain of `m.remove(key)`.
pub broadcast proof fn lemma_imap_remove_dom<K, V>(m: IMap<K, V>, key: K)
    ensures
        #[trigger] m.remove(key).dom() == m.dom().remove(key),
{
    broadcast use axiom_imap_dom;
}

/// The values of `m.remove(key)`.
pub broadcast proof fn lemma_imap_remove_index<K, V>(m: IMap<K, V>, key: K, k: K)
    requires
        k != key,
    ensures
        #[trigger] m.remove(key).index(k) == m.index(k),
{
    broadcast use {axiom_imap_dom, axiom_imap_index, lemma_iset_remove};

    if m.dom().remove(key).contains(k) {
    } else {
        axiom_imap_index_outside(m.remove(key), k);
        axiom_imap_index_outside(m, k);
    }
}

/// The domain of `m.insert(key, value)`.
pub broadcast proof fn lemma_imap_insert_domain<K, V>(m: IMap<K, V>, key: K, value: V)
    ensures
        #[trigger] m.insert(key, value).dom() == m.dom().insert(key),
{
    lemma_imap_insert_dom(m, key, value);
}

/// The value that was put in.
pub broadcast proof fn lemma_imap_insert_same<K, V>(m: IMap<K, V>, key: K, value: V)
    ensures
        #[trigger] m.insert(key, value)[key] == value,
{
    lemma_imap_insert_index(m, key, value, key);
}

/// Inserting leaves other values as they are.
pub broadcast proof fn lemma_imap_insert_different<K, V>(m: IMap<K, V>, key1: K, key2: K, value: V)
    requires
        key1 != key2,
    ensures
        #[trigger] m.insert(key2, value)[key1] == m[key1],
{
    lemma_imap_insert_index(m, key2, value, key1);
}

/// The domain of `m.remove(key)`.
pub broadcast proof fn lemma_imap_remove_domain<K, V>(m: IMap<K, V>, key: K)
    ensures
        #[trigger] m.remove(key).dom() == m.dom().remove(key),
{
    lemma_imap_remove_dom(m, key);
}

/// Removing leaves other values as they are.
pub broadcast proof fn lemma_imap_remove_different<K, V>(m: IMap<K, V>, key1: K, key2: K)
    requires
        key1 != key2,
    ensures
        #[trigger] m.remove(key2)[key1] == m[key1],
{
    lemma_imap_remove_index(m, key2, key1);
}

/// Maps with the same domain and the same values on it are equal.
pub broadcast proof fn lemma_imap_ext_equal<K, V>(m1: IMap<K, V>, m2: IMap<K, V>)
    ensures
        #[trigger] (m1 =~= m2) <==> {
            &&& m1.dom() =~= m2.dom()
            &&& forall|k: K| #[trigger] m1.dom().contains(k) ==> m1.index(k) == m2.index(k)
        },
{
    axiom_imap_ext_equal(m1, m2);
}

/// The same, with values compared the same way.
pub broadcast proof fn lemma_imap_ext_equal_deep<K, V>(m1: IMap<K, V>, m2: IMap<K, V>)
    ensures
        #[trigger] (m1 =~~= m2) <==> {
            &&& m1.dom() =~= m2.dom()
            &&& forall|k: K| #[trigger] m1.dom().contains(k) ==> m1.index(k) =~~= m2.index(k)
        },
{
    axiom_imap_ext_equal_deep(m1, m2);
}

/// The domain of a map made of a set.
pub broadcast proof fn lemma_iset_mk_map_domain<K, V>(s: ISet<K>, f: spec_fn(K) -> V)
    ensures
        #[trigger] s.mk_map(f).dom() == s,
{
    broadcast use axiom_imap_dom;

}

/// The values of a map made of a set.
pub broadcast proof fn lemma_iset_mk_map_index<K, V>(s: ISet<K>, f: spec_fn(K) -> V, key: K)
    requires
        s.contains(key),
    ensures
        #[trigger] s.mk_map(f)[key] == f(key),
{
    broadcast use axiom_imap_index;

}

/// What every program knows about these maps.
pub broadcast group group_imap_lemmas {
    axiom_imap_ext_equal,
    axiom_imap_ext_equal_deep,
    axiom_imap_index_decreases,
    lemma_imap_new_dom,
    lemma_imap_new_index,
    lemma_imap_total_dom,
    lemma_imap_total_index,
    lemma_imap_empty,
    lemma_imap_insert_dom,
    lemma_imap_insert_index,
    lemma_imap_remove_dom,
    lemma_imap_remove_index,
    lemma_iset_mk_map_domain,
    lemma_iset_mk_map_index,
}

/// The older name of [`group_imap_lemmas`].
pub broadcast group group_imap_axioms {
    group_imap_lemmas,
}

/// What the macro compares is a map.
#[verifier::inline]
pub open spec fn check_argument_is_map<K, V>(m: IMap<K, V>) -> IMap<K, V> {
    m
}

} // verus!

/// The expansion of [`imap!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! imap_internal {
    [$($key:expr => $value:expr),* $(,)?] => {
        $crate::imap::IMap::empty()$(.insert($key, $value))*
    };
}

/// `imap![a => x, b => y]` is the map with these values at these keys.
#[macro_export]
macro_rules! imap {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::imap::imap_internal!($($tail)*))
    };
}

pub use imap;
#[doc(hidden)]
pub use imap_internal;

/// `assert_imaps_equal!(a, b, k => { proof })` proves `a == b`, key by key; the proof may be left out.
#[macro_export]
macro_rules! assert_imaps_equal {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::imap::assert_imaps_equal_internal!($($tail)*))
    };
}

/// The expansion of [`assert_imaps_equal!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_imaps_equal_internal {
    (::verus_builtin::internal::spec_eq($m1:expr, $m2:expr) $($tail:tt)*) => {
        $crate::imap::assert_imaps_equal_internal!($m1, $m2 $($tail)*)
    };
    ($m1:expr, $m2:expr $(,)?) => {
        $crate::imap::assert_imaps_equal_internal!($m1, $m2, key => {})
    };
    ($m1:expr, $m2:expr, $k:ident $(: $t:ty)? => $body:block) => {
        let m1 = ::verus_builtin::internal::ghost_let($crate::imap::check_argument_is_map($m1));
        let m2 = ::verus_builtin::internal::ghost_let($crate::imap::check_argument_is_map($m2));
        ::verus_builtin::assert_by(::verus_builtin::internal::spec_eq(m1, m2), {
            ::verus_builtin::internal::proof_block();
            ::verus_builtin::assert_forall_by(|$k $(: $t)?| {
                ::verus_builtin::internal::proof_block();
                ::verus_builtin::ensures([
                    ::verus_builtin::internal::iff(
                        ::verus_builtin::internal::trigger(m1.dom().contains($k)),
                        m2.dom().contains($k),
                    ) && ::verus_builtin::imply(
                        m1.dom().contains($k) && m2.dom().contains($k),
                        ::verus_builtin::internal::spec_eq(m1.index($k), m2.index($k)),
                    ),
                ]);
                $body
            });
            ::verus_builtin::assert_(::verus_builtin::ext_equal(m1, m2));
        });
    };
}

pub use assert_imaps_equal;
#[doc(hidden)]
pub use assert_imaps_equal_internal;
