//! Maps with a finite domain.
//!
//! A map is a domain and a value for every key in it. Outside of its domain a map has nothing to say: two maps are equal
//! when they agree on their domains. `new`, `dom` and `index` are the primitives; all other operations are defined from
//! them, and what a program knows about an operation is proved.

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A map from finitely many keys of type `K` to values of type `V`. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::accept_recursive_types(K)]
#[verifier::accept_recursive_types(V)]
pub struct Map<K, V> {
    phantom: PhantomData<(K, V)>,
}

impl<K, V> Map<K, V> {
    /// The map from the members of `dom` to what `fv` gives for them.
    pub uninterp spec fn new(dom: Set<K>, fv: spec_fn(K) -> V) -> Map<K, V>;

    /// The keys.
    pub uninterp spec fn dom(self) -> Set<K>;

    /// The value at `key`.
    pub uninterp spec fn index(self, key: K) -> V
        recommends
            self.dom().contains(key),
    ;

    /// `m[key]`.
    #[verifier::inline]
    pub open spec fn spec_index(self, key: K) -> V
        recommends
            self.dom().contains(key),
    {
        self.index(key)
    }

    /// The map without keys.
    pub closed spec fn empty() -> Map<K, V> {
        Map::new(Set::empty(), |k: K| crate::pervasive::arbitrary())
    }

    /// The map with `value` at `key`, in place of what was there.
    pub closed spec fn insert(self, key: K, value: V) -> Map<K, V> {
        Map::new(
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
    pub closed spec fn remove(self, key: K) -> Map<K, V> {
        Map::new(self.dom().remove(key), |k: K| self.index(k))
    }

    /// The number of keys.
    pub open spec fn len(self) -> nat {
        self.dom().len()
    }

    /// Whether there is no key.
    pub open spec fn is_empty(self) -> bool {
        self.dom().is_empty()
    }

    /// The value at `key`, if there is one.
    pub open spec fn get(self, key: K) -> Option<V> {
        if self.dom().contains(key) {
            Some(self.index(key))
        } else {
            None
        }
    }

    /// All keys of both maps; where both have one, the value of `other`.
    pub open spec fn union_prefer_right(self, other: Map<K, V>) -> Map<K, V> {
        Map::new(
            self.dom().union(other.dom()),
            |k: K|
                if other.dom().contains(k) {
                    other.index(k)
                } else {
                    self.index(k)
                },
        )
    }

    /// The part of the map on `keys`.
    pub open spec fn restrict(self, keys: Set<K>) -> Map<K, V> {
        Map::new(self.dom().intersect(keys), |k: K| self.index(k))
    }

    /// The part of the map outside of `keys`.
    pub open spec fn remove_keys(self, keys: Set<K>) -> Map<K, V> {
        Map::new(self.dom().difference(keys), |k: K| self.index(k))
    }

    /// The map with `f` applied to each value.
    pub open spec fn map_values<W>(self, f: spec_fn(V) -> W) -> Map<K, W> {
        Map::new(self.dom(), |k: K| f(self.index(k)))
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

    /// The values that some key has.
    pub open spec fn values(self) -> Set<V> {
        self.dom().map(|k: K| self.index(k))
    }

    /// Whether `other` has every key of the map, with the same value.
    pub open spec fn submap_of(self, other: Map<K, V>) -> bool {
        forall|k: K| #[trigger]
            self.dom().contains(k) ==> other.dom().contains(k) && self.index(k) == other.index(k)
    }

    /// Whether the maps have the same value at every key that both have.
    pub open spec fn agrees(self, other: Map<K, V>) -> bool {
        forall|k: K|
            #![trigger self.dom().contains(k), other.dom().contains(k)]
            self.dom().contains(k) && other.dom().contains(k) ==> self.index(k) == other.index(k)
    }
}

// ---------------------------------------------------------------------------------------------- Axioms

/// A map has the domain that it was made with.
pub broadcast axiom fn axiom_map_new_dom<K, V>(dom: Set<K>, fv: spec_fn(K) -> V)
    ensures
        #[trigger] Map::new(dom, fv).dom() == dom,
;

/// A map has the values that it was made with.
pub broadcast axiom fn axiom_map_new_index<K, V>(dom: Set<K>, fv: spec_fn(K) -> V, key: K)
    requires
        dom.contains(key),
    ensures
        #[trigger] Map::new(dom, fv).index(key) == fv(key),
;

/// Maps with the same domain and the same values on it are equal.
pub broadcast axiom fn axiom_map_ext_equal<K, V>(m1: Map<K, V>, m2: Map<K, V>)
    ensures
        #[trigger] (m1 =~= m2) <==> {
            &&& m1.dom() =~= m2.dom()
            &&& forall|k: K| #[trigger] m1.dom().contains(k) ==> m1.index(k) == m2.index(k)
        },
;

/// The same, with values compared the same way.
pub broadcast axiom fn axiom_map_ext_equal_deep<K, V>(m1: Map<K, V>, m2: Map<K, V>)
    ensures
        #[trigger] (m1 =~~= m2) <==> {
            &&& m1.dom() =~= m2.dom()
            &&& forall|k: K| #[trigger] m1.dom().contains(k) ==> m1.index(k) =~~= m2.index(k)
        },
;

/// A value is smaller than the map that it is in, so recursion may go from one to the other.
pub broadcast axiom fn axiom_map_index_decreases<K, V>(m: Map<K, V>, key: K)
    requires
        m.dom().contains(key),
    ensures
        #[trigger] (decreases_to!(m => m.index(key))),
;

/// What a map says of values outside of its domain is the same for all maps.
axiom fn axiom_map_index_outside<K, V>(m: Map<K, V>, key: K)
    requires
        !m.dom().contains(key),
    ensures
        m.index(key) == crate::pervasive::arbitrary::<V>(),
;

// ---------------------------------------------------------------------------------------------- Lemmas

/// The domain of the empty map.
pub broadcast proof fn lemma_map_empty<K, V>()
    ensures
        #[trigger] Map::<K, V>::empty().dom() == Set::<K>::empty(),
{
    broadcast use axiom_map_new_dom;

}

/// The domain of `m.insert(key, value)`.
pub broadcast proof fn lemma_map_insert_dom<K, V>(m: Map<K, V>, key: K, value: V)
    ensures
        #[trigger] m.insert(key, value).dom() == m.dom().insert(key),
{
    broadcast use axiom_map_new_dom;

}

/// The values of `m.insert(key, value)`.
pub broadcast proof fn lemma_map_insert_index<K, V>(m: Map<K, V>, key: K, value: V, k: K)
    ensures
        #[trigger] m.insert(key, value).index(k) == (if k == key {
            value
        } else {
            m.index(k)
        }),
{
    broadcast use {axiom_map_new_dom, axiom_map_new_index, lemma_set_insert};

    if m.dom().insert(key).contains(k) {
    } else {
        axiom_map_index_outside(m.insert(key, value), k);
        axiom_map_index_outside(m, k);
    }
}

/// The domain of `m.remove(key)`.
pub broadcast proof fn lemma_map_remove_dom<K, V>(m: Map<K, V>, key: K)
    ensures
        #[trigger] m.remove(key).dom() == m.dom().remove(key),
{
    broadcast use axiom_map_new_dom;

}

/// The values of `m.remove(key)`.
pub broadcast proof fn lemma_map_remove_index<K, V>(m: Map<K, V>, key: K, k: K)
    requires
        k != key,
    ensures
        #[trigger] m.remove(key).index(k) == m.index(k),
{
    broadcast use {axiom_map_new_dom, axiom_map_new_index, lemma_set_remove};

    if m.dom().remove(key).contains(k) {
    } else {
        axiom_map_index_outside(m.remove(key), k);
        axiom_map_index_outside(m, k);
    }
}

/// The domain of `m.insert(key, value)`.
pub broadcast proof fn lemma_map_insert_domain<K, V>(m: Map<K, V>, key: K, value: V)
    ensures
        #[trigger] m.insert(key, value).dom() == m.dom().insert(key),
{
    lemma_map_insert_dom(m, key, value);
}

/// The value that was put in.
pub broadcast proof fn lemma_map_insert_same<K, V>(m: Map<K, V>, key: K, value: V)
    ensures
        #[trigger] m.insert(key, value)[key] == value,
{
    lemma_map_insert_index(m, key, value, key);
}

/// Inserting leaves other values as they are.
pub broadcast proof fn axiom_map_insert_different<K, V>(m: Map<K, V>, key1: K, key2: K, value: V)
    requires
        key1 != key2,
    ensures
        #[trigger] m.insert(key2, value)[key1] == m[key1],
{
    lemma_map_insert_index(m, key2, value, key1);
}

/// The domain of `m.remove(key)`.
pub broadcast proof fn lemma_map_remove_domain<K, V>(m: Map<K, V>, key: K)
    ensures
        #[trigger] m.remove(key).dom() == m.dom().remove(key),
{
    lemma_map_remove_dom(m, key);
}

/// Removing leaves other values as they are.
pub broadcast proof fn axiom_map_remove_different<K, V>(m: Map<K, V>, key1: K, key2: K)
    requires
        key1 != key2,
    ensures
        #[trigger] m.remove(key2)[key1] == m[key1],
{
    lemma_map_remove_index(m, key2, key1);
}

/// The domain of a map made by `new`.
pub broadcast proof fn lemma_map_new_domain<K, V>(s: Set<K>, fv: spec_fn(K) -> V)
    ensures
        #[trigger] Map::new(s, fv).dom() == s,
{
    axiom_map_new_dom(s, fv);
}

/// The values of a map made by `new`.
pub broadcast proof fn lemma_map_new_index<K, V>(s: Set<K>, fv: spec_fn(K) -> V, k: K)
    requires
        s.contains(k),
    ensures
        #[trigger] Map::new(s, fv)[k] == fv(k),
{
    axiom_map_new_index(s, fv, k);
}

/// What every program knows about these maps.
pub broadcast group group_map_lemmas {
    axiom_map_new_dom,
    axiom_map_new_index,
    axiom_map_ext_equal,
    axiom_map_ext_equal_deep,
    axiom_map_index_decreases,
    lemma_map_empty,
    lemma_map_insert_dom,
    lemma_map_insert_index,
    lemma_map_remove_dom,
    lemma_map_remove_index,
}

/// The older name of [`group_map_lemmas`].
pub broadcast group group_map_axioms {
    group_map_lemmas,
}

} // verus!

/// The expansion of [`map!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! map_internal {
    [$($key:expr => $value:expr),* $(,)?] => {
        $crate::map::Map::empty()$(.insert($key, $value))*
    };
}

/// `map![a => x, b => y]` is the map with these values at these keys.
#[macro_export]
macro_rules! map {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::map::map_internal!($($tail)*))
    };
}

pub use map;
#[doc(hidden)]
pub use map_internal;
