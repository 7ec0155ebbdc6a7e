//! Maps with a finite domain.
//!
//! A map is a domain and a value for every key in it. Outside of its domain a map has nothing to say: two maps are
//! equal when they agree on their domains. `new`, `dom` and `index` are the primitives; all other operations are
//! defined from them, and what a program knows about an operation is proved.
//!
//! trusted: the model of a map is a finite set and a function on it (README.md), and the tracked functions say
//! which values move where, each of them once.

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::imap::IMap;
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
pub tracked struct Map<K, V> {
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

    /// The same keys and values as a map whose domain may be infinite.
    pub open spec fn to_imap(self) -> IMap<K, V> {
        IMap::new(|k: K| self.dom().contains(k), |k: K| self[k])
    }

    /// Whether a map with an infinite domain has the same keys and values.
    pub open spec fn congruent(self, m2: IMap<K, V>) -> bool {
        &&& self.dom().congruent(m2.dom())
        &&& forall|k: K| #[trigger] self.dom().contains(k) ==> self[k] == m2[k]
    }

    /// Makes the empty map.
    pub axiom fn tracked_empty() -> (tracked out_v: Self)
        ensures
            out_v == Map::<K, V>::empty(),
    ;

    /// Puts a value in.
    pub axiom fn tracked_insert(tracked &mut self, key: K, tracked value: V)
        ensures
            *final(self) == Map::insert(*old(self), key, value),
    ;

    /// Takes the value at `key` out.
    pub axiom fn tracked_remove(tracked &mut self, key: K) -> (tracked v: V)
        requires
            old(self).dom().contains(key),
        ensures
            *final(self) == Map::remove(*old(self), key),
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
    pub axiom fn tracked_borrow_mut_split(tracked &mut self, keys: Set<K>) -> (tracked parts: (&mut Self, &mut Self))
        requires
            keys.subset_of(old(self).dom()),
        ensures
            *parts.0 == old(self).restrict(keys),
            *parts.1 == old(self).remove_keys(keys),
            *final(self) == final(parts.0).union_prefer_right(*final(parts.1)),
    ;

    /// Gives the values other keys: what is at `key_map[j]` is at `j` then.
    pub proof fn tracked_map_keys<J>(tracked old_map: Map<K, V>, key_map: Map<J, K>) -> (tracked new_map: Map<J, V>)
        requires
            forall|j: J| #[trigger] key_map.contains_key(j) ==> old_map.contains_key(key_map[j]),
            forall|j1: J, j2: J| #[trigger]
                key_map.contains_key(j1) && #[trigger] key_map.contains_key(j2) && j1 != j2 ==> key_map[j1]
                    != key_map[j2],
        ensures
            new_map.dom() == key_map.dom(),
            forall|j: J|
                key_map.contains_key(j) ==> new_map.contains_key(j) && #[trigger] new_map[j] == old_map[key_map[j]],
        decreases key_map.dom().len(),
    {
        broadcast use {group_set_lemmas, group_map_lemmas};

        if key_map.dom().len() == 0 {
            assert(key_map.dom() =~= Set::empty());
            Map::tracked_empty()
        } else {
            let j = key_map.dom().choose();
            let tracked mut rest = old_map;
            assert(key_map.contains_key(j));
            let tracked v = rest.tracked_remove(key_map[j]);
            let fewer = key_map.remove(j);
            assert forall|i: J| #[trigger] fewer.contains_key(i) implies rest.contains_key(fewer[i]) by {
                assert(key_map.contains_key(i));
            }
            assert forall|j1: J, j2: J| #[trigger]
                fewer.contains_key(j1) && #[trigger] fewer.contains_key(j2) && j1 != j2 implies fewer[j1] != fewer[j2] by {
                assert(key_map.contains_key(j1) && key_map.contains_key(j2));
            }
            let tracked mut new_map = Self::tracked_map_keys(rest, fewer);
            assert forall|i: J| #[trigger] fewer.contains_key(i) implies new_map[i] == old_map[key_map[i]] by {
                assert(key_map.contains_key(i));
            }
            new_map.tracked_insert(j, v);
            assert(new_map.dom() =~= key_map.dom());
            assert forall|i: J| key_map.contains_key(i) implies new_map.contains_key(i) && #[trigger] new_map[i]
                == old_map[key_map[i]] by {
                assert(i != j ==> fewer.contains_key(i));
            }
            new_map
        }
    }

    /// Takes the values at some keys out.
    pub proof fn tracked_remove_keys(tracked &mut self, keys: Set<K>) -> (tracked out_map: Map<K, V>)
        requires
            keys.subset_of(old(self).dom()),
        ensures
            *final(self) == old(self).remove_keys(keys),
            out_map == old(self).restrict(keys),
        decreases keys.len(),
    {
        broadcast use {group_set_lemmas, group_map_lemmas};

        let before = *self;
        if keys.len() == 0 {
            assert(keys =~= Set::empty());
            assert(*self =~= before.remove_keys(keys));
            let tracked out_map = Map::tracked_empty();
            assert(out_map =~= before.restrict(keys));
            out_map
        } else {
            let key = keys.choose();
            let tracked v = self.tracked_remove(key);
            let tracked mut out_map = self.tracked_remove_keys(keys.remove(key));
            out_map.tracked_insert(key, v);
            assert(*self =~= before.remove_keys(keys));
            assert(out_map =~= before.restrict(keys));
            out_map
        }
    }

    /// Puts the values of another map in.
    pub proof fn tracked_union_prefer_right(tracked &mut self, tracked right: Self)
        ensures
            *final(self) == old(self).union_prefer_right(right),
        decreases right.dom().len(),
    {
        broadcast use {group_set_lemmas, group_map_lemmas};

        let before = *self;
        if right.dom().len() == 0 {
            assert(right.dom() =~= Set::empty());
        } else {
            let key = right.dom().choose();
            let tracked mut rest = right;
            let tracked v = rest.tracked_remove(key);
            self.tracked_insert(key, v);
            self.tracked_union_prefer_right(rest);
        }
        assert(*self =~= before.union_prefer_right(right));
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

/// What the macro compares is a map.
#[verifier::inline]
pub open spec fn check_argument_is_map<K, V>(m: Map<K, V>) -> Map<K, V> {
    m
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

/// `assert_maps_equal!(a, b, k => { proof })` proves `a == b`, key by key; the proof may be left out.
#[macro_export]
macro_rules! assert_maps_equal {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::map::assert_maps_equal_internal!($($tail)*))
    };
}

/// The expansion of [`assert_maps_equal!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_maps_equal_internal {
    (::verus_builtin::internal::spec_eq($m1:expr, $m2:expr) $($tail:tt)*) => {
        $crate::map::assert_maps_equal_internal!($m1, $m2 $($tail)*)
    };
    ($m1:expr, $m2:expr $(,)?) => {
        $crate::map::assert_maps_equal_internal!($m1, $m2, key => {})
    };
    ($m1:expr, $m2:expr, $k:ident $(: $t:ty)? => $body:block) => {
        let m1 = ::verus_builtin::internal::ghost_let($crate::map::check_argument_is_map($m1));
        let m2 = ::verus_builtin::internal::ghost_let($crate::map::check_argument_is_map($m2));
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

pub use assert_maps_equal;
#[doc(hidden)]
pub use assert_maps_equal_internal;
