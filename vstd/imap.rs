//! Maps whose domain may be infinite.
//!
//! A map is a domain and a value for every key in it. Outside of its domain a map has nothing to say: two maps are equal
//! when they agree on their domains.

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
pub struct IMap<K, V> {
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

    /// All keys of both maps; where both have one, the value of `other`.
    pub open spec fn union_prefer_right(self, other: IMap<K, V>) -> IMap<K, V> {
        IMap::new(
            |k: K| self.dom().contains(k) || other.dom().contains(k),
            |k: K|
                if other.dom().contains(k) {
                    other.index(k)
                } else {
                    self.index(k)
                },
        )
    }

    /// The part of the map on `keys`.
    pub open spec fn restrict(self, keys: ISet<K>) -> IMap<K, V> {
        IMap::new(|k: K| self.dom().contains(k) && keys.contains(k), |k: K| self.index(k))
    }

    /// The part of the map outside of `keys`.
    pub open spec fn remove_keys(self, keys: ISet<K>) -> IMap<K, V> {
        IMap::new(|k: K| self.dom().contains(k) && !keys.contains(k), |k: K| self.index(k))
    }

    /// Whether `key` is in the domain.
    #[verifier::inline]
    pub open spec fn contains_key(self, key: K) -> bool {
        self.dom().contains(key)
    }

    /// Whether some key has this value.
    pub open spec fn contains_value(self, value: V) -> bool {
        exists|k: K| #[trigger] self.dom().contains(k) && self.index(k) == value
    }

    /// Whether `key` has this value.
    pub open spec fn contains_pair(self, key: K, value: V) -> bool {
        self.dom().contains(key) && self.index(key) == value
    }

    /// Whether `other` has every key of the map, with the same value.
    pub open spec fn submap_of(self, other: IMap<K, V>) -> bool {
        forall|k: K| #[trigger]
            self.dom().contains(k) ==> other.dom().contains(k) && self.index(k) == other.index(k)
    }
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

/// A value is smaller than the map that it is in, so recursion may go from one to the other.
pub broadcast axiom fn axiom_imap_index_decreases<K, V>(m: IMap<K, V>, key: K)
    requires
        m.dom().contains(key),
    ensures
        #[trigger] (decreases_to!(m => m.index(key))),
;

/// What a map says of values outside of its domain is the same for all maps.
axiom fn axiom_imap_index_outside<K, V>(m: IMap<K, V>, key: K)
    requires
        !m.dom().contains(key),
    ensures
        m.index(key) == crate::pervasive::arbitrary::<V>(),
;

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
}

/// The older name of [`group_imap_lemmas`].
pub broadcast group group_imap_axioms {
    group_imap_lemmas,
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
