//! Lemmas about maps. Nothing here is trusted.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::set_lib::*;
#[allow(unused_imports)]
use crate::modes::tracked_swap;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_set_lemmas, group_map_lemmas, group_seq_lemmas};

impl<K, V> Map<K, V> {
    /// Whether every value is a key.
    #[verifier::inline]
    pub open spec fn is_full(self) -> bool {
        forall|k: K| #[trigger] self.dom().contains(k)
    }

    /// Whether there is no key.
    #[verifier::inline]
    pub open spec fn is_empty(self) -> bool {
        self.dom().is_empty()
    }

    /// Whether `key` is in the domain.
    #[verifier::inline]
    pub open spec fn contains_key(self, k: K) -> bool {
        self.dom().contains(k)
    }

    /// Whether some key has this value.
    pub open spec fn contains_value(self, v: V) -> bool {
        exists|i: K| #[trigger] self.dom().contains(i) && self[i] == v
    }

    /// The value at `k`, if there is one.
    pub open spec fn index_opt(self, k: K) -> Option<V> {
        if self.contains_key(k) {
            Some(self[k])
        } else {
            None
        }
    }

    /// The value at `k`, if there is one.
    pub open spec fn get(self, k: K) -> Option<V> {
        if self.dom().contains(k) {
            Some(self[k])
        } else {
            None
        }
    }

    /// The values that some key has.
    pub open spec fn values(self) -> Set<V> {
        self.dom().map(|k: K| self[k])
    }

    /// The keys with their values.
    pub open spec fn kv_pairs(self) -> Set<(K, V)> {
        self.dom().map(|k: K| (k, self[k]))
    }

    /// Whether `k` has the value `v`.
    pub open spec fn contains_pair(self, k: K, v: V) -> bool {
        &&& self.dom().contains(k)
        &&& self[k] == v
    }

    /// Whether `m2` has every key, with the same value.
    pub open spec fn submap_of(self, m2: Self) -> bool {
        forall|k: K| #[trigger] self.dom().contains(k) ==> m2.dom().contains(k) && self[k] == m2[k]
    }

    /// `m1 <= m2`.
    #[verifier::inline]
    pub open spec fn spec_le(self, m2: Self) -> bool {
        self.submap_of(m2)
    }

    /// All keys of both maps; where both have one, the value of `m2`.
    pub open spec fn union_prefer_right(self, m2: Self) -> Self {
        Self::new(
            self.dom().union(m2.dom()),
            |k: K|
                if m2.dom().contains(k) {
                    m2[k]
                } else {
                    self[k]
                },
        )
    }

    /// The part of the map outside of `keys`.
    pub open spec fn remove_keys(self, keys: Set<K>) -> Self {
        Self::new(self.dom().difference(keys), |k: K| self[k])
    }

    /// The part of the map on `keys`.
    pub open spec fn restrict(self, keys: Set<K>) -> Self {
        Self::new(self.dom().intersect(keys), |k: K| self[k])
    }

    /// Whether neither map has `key`, or both have it with the same value.
    pub open spec fn is_equal_on_key(self, m2: Self, key: K) -> bool {
        ||| (!self.dom().contains(key) && !m2.dom().contains(key))
        ||| (self.dom().contains(key) && m2.dom().contains(key) && self[key] == m2[key])
    }

    /// Whether the maps have the same value at every key that both have.
    pub open spec fn agrees(self, m2: Self) -> bool {
        forall|k: K|
            #![trigger self.dom().contains(k), m2.dom().contains(k)]
            #![trigger self.dom().contains(k), m2[k]]
            #![trigger m2.dom().contains(k), self[k]]
            #![trigger self[k], m2[k]]
            self.dom().contains(k) && m2.dom().contains(k) ==> self[k] == m2[k]
    }

    /// The map of the results of `f` on keys and values.
    pub open spec fn map_entries<W>(self, f: spec_fn(K, V) -> W) -> Map<K, W> {
        Map::<K, W>::new(self.dom(), |k: K| f(k, self[k]))
    }

    /// The map of the results of `f` on values.
    pub open spec fn map_values<W>(self, f: spec_fn(V) -> W) -> Map<K, W> {
        Map::<K, W>::new(self.dom(), |k: K| f(self[k]))
    }

    /// Whether different keys have different values.
    pub open spec fn is_injective(self) -> bool {
        forall|x: K, y: K|
            x != y && self.dom().contains(x) && self.dom().contains(y) ==> #[trigger] self[x] != #[trigger] self[y]
    }

    /// The map from every value to a key that has it.
    pub open spec fn invert(self) -> Map<V, K> {
        Map::<V, K>::new(self.values(), |v: V| choose|k: K| self.contains_pair(k, v))
    }

    /// The part of the map on the keys that `p` holds of.
    pub open spec fn filter_keys(self, p: spec_fn(K) -> bool) -> Self {
        self.restrict(self.dom().filter(p))
    }

    /// A key less.
    pub proof fn lemma_remove_key_len(self, key: K)
        requires
            self.dom().contains(key),
        ensures
            self.dom().len() == 1 + self.remove(key).dom().len(),
    {
    }

    /// The domain without a key.
    pub proof fn lemma_remove_equivalency(self, key: K)
        ensures
            self.remove(key).dom() == self.dom().remove(key),
    {
    }

    /// Several keys less.
    pub proof fn lemma_remove_keys_len(self, keys: Set<K>)
        requires
            forall|k: K| #[trigger] keys.contains(k) ==> self.contains_key(k),
        ensures
            self.remove_keys(keys).dom().len() == self.dom().len() - keys.len(),
    {
        lemma_set_difference_len(self.dom(), keys);
        assert(self.dom().intersect(keys) =~= keys);
        assert(self.remove_keys(keys).dom() =~= self.dom().difference(keys));
    }

    /// Different values have different keys.
    pub proof fn lemma_invert_is_injective(self)
        ensures
            self.invert().is_injective(),
    {
        let t = self.invert();
        assert forall|x: V, y: V|
            x != y && t.dom().contains(x) && t.dom().contains(y) implies #[trigger] t[x] != #[trigger] t[y] by {
            let i = choose|i: K| #[trigger] self.dom().contains(i) && x == self[i];
            assert(self.contains_pair(i, x));
            let j = choose|j: K| #[trigger] self.dom().contains(j) && y == self[j];
            assert(self.contains_pair(j, y));
            assert(self.contains_pair(t[x], x) && self.contains_pair(t[y], y));
        }
    }

    /// Something holds of the value of some key exactly when it holds of some value.
    pub proof fn get_dom_value_any(self, p: spec_fn(V) -> bool)
        ensures
            self.dom().any(|k: K| p(self[k])) <==> self.values().any(p),
    {
        let q = |k: K| p(self[k]);
        if self.dom().any(q) {
            let k = choose|k: K| #[trigger] self.dom().contains(k) && q(k);
            assert(self.values().contains(self[k]));
        }
        if self.values().any(p) {
            let v = choose|v: V| #[trigger] self.values().contains(v) && p(v);
            let k = choose|k: K| #[trigger] self.dom().contains(k) && v == self[k];
            assert(q(k));
        }
    }

    /// Maps are equal when each is a part of the other.
    pub proof fn lemma_submap_eq_iff(self, m: Self)
        ensures
            (self == m) <==> (self.submap_of(m) && m.submap_of(self)),
    {
        if self.submap_of(m) && m.submap_of(self) {
            assert(self =~= m);
        }
    }

    /// Inserting before or after removing keys.
    pub broadcast proof fn lemma_map_remove_keys_insert(self, r: Set<K>, k: K, v: V)
        ensures
            #[trigger] self.insert(k, v).remove_keys(r) == (if r.contains(k) {
                self.remove_keys(r)
            } else {
                self.remove_keys(r).insert(k, v)
            }),
    {
        if r.contains(k) {
            assert(self.insert(k, v).remove_keys(r) =~= self.remove_keys(r));
        } else {
            assert(self.insert(k, v).remove_keys(r) =~= self.remove_keys(r).insert(k, v));
        }
    }

    /// Inserting before or after filtering keys.
    pub broadcast proof fn lemma_filter_keys_insert(self, p: spec_fn(K) -> bool, k: K, v: V)
        ensures
            #[trigger] self.insert(k, v).filter_keys(p) == (if p(k) {
                self.filter_keys(p).insert(k, v)
            } else {
                self.filter_keys(p)
            }),
    {
        if p(k) {
            assert(self.insert(k, v).filter_keys(p) =~= self.filter_keys(p).insert(k, v));
        } else {
            assert(self.insert(k, v).filter_keys(p) =~= self.filter_keys(p));
        }
    }

    /// The value that was put in is there.
    pub broadcast proof fn lemma_insert_contains_value(self, k: K, v: V)
        ensures
            #[trigger] self.insert(k, v).contains_value(v),
    {
        let m = self.insert(k, v);
        assert(m.dom().contains(k) && m[k] == v);
    }

    /// Other values are as before.
    pub broadcast proof fn lemma_insert_invariant_contains(self, old_v: V, k: K, v: V)
        requires
            self.contains_key(k) ==> self[k] != old_v,
            old_v != v,
        ensures
            #[trigger] self.insert(k, v).contains_value(old_v) == self.contains_value(old_v),
    {
        let m = self.insert(k, v);
        if m.contains_value(old_v) {
            let i = choose|i: K| #[trigger] m.dom().contains(i) && m[i] == old_v;
            assert(self.dom().contains(i) && self[i] == old_v);
        }
        if self.contains_value(old_v) {
            let i = choose|i: K| #[trigger] self.dom().contains(i) && self[i] == old_v;
            assert(m.dom().contains(i) && m[i] == old_v);
        }
    }

    /// With different values there are as many as keys.
    pub proof fn lemma_injective_values_len(self)
        requires
            self.is_injective(),
        ensures
            self.values().len() == self.dom().len(),
    {
        let f = |k: K| self[k];
        assert(self.values() =~= self.dom().map(f));
        lemma_map_size(self.dom(), self.dom().map(f), f);
    }

    /// There are no more values than keys.
    pub proof fn lemma_values_len(self)
        ensures
            self.values().len() <= self.dom().len(),
    {
        let f = |k: K| self[k];
        assert(self.values() =~= self.dom().map(f));
        lemma_map_size_bound(self.dom(), self.dom().map(f), f);
    }
}

impl<K, V> Map<K, V> {
    /// Gives the values other keys: what is at `key_map[j]` is at `j` then.
    pub proof fn tracked_map_keys_in_place(tracked &mut self, key_map: Map<K, K>)
        requires
            forall|j: K| #[trigger] key_map.dom().contains(j) ==> old(self).dom().contains(key_map.index(j)),
            forall|j1: K, j2: K|
                #![trigger key_map.dom().contains(j1), key_map.dom().contains(j2)]
                j1 != j2 && key_map.dom().contains(j1) && key_map.dom().contains(j2) ==> key_map.index(j1)
                    != key_map.index(j2),
        ensures
            forall|j: K| #[trigger] final(self).dom().contains(j) == key_map.dom().contains(j),
            forall|j: K|
                key_map.dom().contains(j) ==> final(self).dom().contains(j) && #[trigger] final(self).index(j)
                    == old(self).index(key_map.index(j)),
    {
        let tracked mut before = Self::tracked_empty();
        tracked_swap(self, &mut before);
        let tracked mut after = Self::tracked_map_keys(before, key_map);
        tracked_swap(self, &mut after);
    }
}

impl<K, V> Map<Seq<K>, V> {
    /// The entries whose keys begin with `prefix`, under what their keys have behind it.
    pub open spec fn prefixed_entries(self, prefix: Seq<K>) -> Self {
        Map::new(
            self.dom().map(|k: Seq<K>| k.skip(prefix.len() as int)).filter(|k: Seq<K>| self.contains_key(prefix + k)),
            |k: Seq<K>| self[prefix + k],
        )
    }

    /// The keys of the entries behind a prefix.
    proof fn lemma_prefixed_dom(self, prefix: Seq<K>, k: Seq<K>)
        ensures
            self.prefixed_entries(prefix).dom().contains(k) <==> self.contains_key(prefix + k),
    {
        let cut = |k: Seq<K>| k.skip(prefix.len() as int);
        if self.contains_key(prefix + k) {
            Self::lemma_behind_prefix(prefix, k);
            assert(self.dom().map(cut).contains(cut(prefix + k)));
        }
    }

    /// What a key has behind the prefix is the key.
    proof fn lemma_behind_prefix(prefix: Seq<K>, k: Seq<K>)
        ensures
            (prefix + k).skip(prefix.len() as int) == k,
    {
        assert((prefix + k).skip(prefix.len() as int) =~= k);
    }

    /// Different keys are different behind the same prefix.
    pub proof fn lemma_ne_implies_prefixed_ne(prefix: Seq<K>, s1: Seq<K>, s2: Seq<K>)
        requires
            s1 != s2,
        ensures
            prefix + s1 != prefix + s2,
    {
        Self::lemma_behind_prefix(prefix, s1);
        Self::lemma_behind_prefix(prefix, s2);
    }

    /// There are finitely many keys behind a prefix.
    pub proof fn lemma_prefixed_entries_dom_finite(self, prefix: Seq<K>)
        ensures
            ISet::new(|k: Seq<K>| self.contains_key(prefix + k)).finite(),
    {
        broadcast use {axiom_iset_new, axiom_iset_ext_equal};

        let keys = ISet::new(|k: Seq<K>| self.contains_key(prefix + k));
        let found = self.prefixed_entries(prefix).dom();
        assert forall|k: Seq<K>| #[trigger] keys.contains(k) <==> found.to_iset().contains(k) by {
            self.lemma_prefixed_dom(prefix, k);
            assert(found.contains(k) <==> found.to_iset().contains(k));
        }
        assert(keys =~= found.to_iset());
    }

    /// The values of the entries behind a prefix.
    pub broadcast proof fn lemma_prefixed_entries_get(self, prefix: Seq<K>, k: Seq<K>)
        requires
            self.prefixed_entries(prefix).contains_key(k),
        ensures
            self.prefixed_entries(prefix)[k] == #[trigger] self[prefix + k],
    {
        self.lemma_prefixed_dom(prefix, k);
    }

    /// The keys of the entries behind a prefix.
    pub broadcast proof fn lemma_prefixed_entries_contains(self, prefix: Seq<K>, k: Seq<K>)
        ensures
            #[trigger] self.prefixed_entries(prefix).contains_key(k) <==> self.contains_key(prefix + k),
    {
        self.lemma_prefixed_dom(prefix, k);
    }

    /// Inserting before or after taking the entries behind a prefix.
    pub broadcast proof fn lemma_prefixed_entries_insert(self, prefix: Seq<K>, k: Seq<K>, v: V)
        ensures
            #[trigger] self.insert(prefix + k, v).prefixed_entries(prefix) == self.prefixed_entries(prefix).insert(
                k,
                v,
            ),
    {
        let (left, right) = (
            self.insert(prefix + k, v).prefixed_entries(prefix),
            self.prefixed_entries(prefix).insert(k, v),
        );
        assert forall|j: Seq<K>| #[trigger] left.dom().contains(j) == right.dom().contains(j) by {
            self.insert(prefix + k, v).lemma_prefixed_entries_contains(prefix, j);
            self.lemma_prefixed_entries_contains(prefix, j);
            Self::lemma_behind_prefix(prefix, k);
            Self::lemma_behind_prefix(prefix, j);
        }
        assert forall|j: Seq<K>| #[trigger] left.dom().contains(j) implies left[j] == right[j] by {
            self.insert(prefix + k, v).lemma_prefixed_entries_get(prefix, j);
            self.lemma_prefixed_entries_contains(prefix, j);
            Self::lemma_behind_prefix(prefix, k);
            Self::lemma_behind_prefix(prefix, j);
            if j != k {
                self.lemma_prefixed_entries_get(prefix, j);
            }
        }
        assert(left =~= right);
    }

    /// Taking the entries behind a prefix before or after a union.
    pub broadcast proof fn lemma_prefixed_entries_union(self, m: Self, prefix: Seq<K>)
        ensures
            #[trigger] self.union_prefer_right(m).prefixed_entries(prefix) == self.prefixed_entries(
                prefix,
            ).union_prefer_right(m.prefixed_entries(prefix)),
    {
        let (left, right) = (
            self.union_prefer_right(m).prefixed_entries(prefix),
            self.prefixed_entries(prefix).union_prefer_right(m.prefixed_entries(prefix)),
        );
        assert forall|j: Seq<K>| #[trigger] left.dom().contains(j) == right.dom().contains(j) by {
            self.union_prefer_right(m).lemma_prefixed_entries_contains(prefix, j);
            self.lemma_prefixed_entries_contains(prefix, j);
            m.lemma_prefixed_entries_contains(prefix, j);
        }
        assert forall|j: Seq<K>| #[trigger] left.dom().contains(j) implies left[j] == right[j] by {
            self.union_prefer_right(m).lemma_prefixed_entries_get(prefix, j);
            self.union_prefer_right(m).lemma_prefixed_entries_contains(prefix, j);
            self.lemma_prefixed_entries_contains(prefix, j);
            m.lemma_prefixed_entries_contains(prefix, j);
            if m.prefixed_entries(prefix).dom().contains(j) {
                m.lemma_prefixed_entries_get(prefix, j);
            } else {
                self.lemma_prefixed_entries_get(prefix, j);
            }
        }
        assert(left =~= right);
    }
}

impl Map<int, int> {
    /// Whether larger keys have no smaller values.
    pub open spec fn is_monotonic(self) -> bool {
        forall|x: int, y: int|
            self.dom().contains(x) && self.dom().contains(y) && x <= y ==> #[trigger] self[x] <= #[trigger] self[y]
    }

    /// Whether larger keys have no smaller values, from `start` on.
    pub open spec fn is_monotonic_from(self, start: int) -> bool {
        forall|x: int, y: int|
            self.dom().contains(x) && self.dom().contains(y) && start <= x <= y ==> #[trigger] self[x]
                <= #[trigger] self[y]
    }
}

/// Inserting on the left of a union is inserting in the union, when the right has no such key.
pub broadcast proof fn lemma_union_insert_left<K, V>(m1: Map<K, V>, m2: Map<K, V>, k: K, v: V)
    requires
        !m2.contains_key(k),
    ensures
        #[trigger] m1.insert(k, v).union_prefer_right(m2) == m1.union_prefer_right(m2).insert(k, v),
{
    assert(m1.insert(k, v).union_prefer_right(m2) =~= m1.union_prefer_right(m2).insert(k, v));
}

/// Inserting on the right of a union is inserting in the union.
pub broadcast proof fn lemma_union_insert_right<K, V>(m1: Map<K, V>, m2: Map<K, V>, k: K, v: V)
    ensures
        #[trigger] m1.union_prefer_right(m2.insert(k, v)) == m1.union_prefer_right(m2).insert(k, v),
{
    assert(m1.union_prefer_right(m2.insert(k, v)) =~= m1.union_prefer_right(m2).insert(k, v));
}

/// Removing from a union a key that the left has alone.
pub broadcast proof fn lemma_union_remove_left<K, V>(m1: Map<K, V>, m2: Map<K, V>, k: K)
    requires
        m1.contains_key(k),
        !m2.contains_key(k),
    ensures
        #[trigger] m1.union_prefer_right(m2).remove(k) == m1.remove(k).union_prefer_right(m2),
{
    assert(m1.union_prefer_right(m2).remove(k) =~= m1.remove(k).union_prefer_right(m2));
}

/// Removing from a union a key that the right has alone.
pub broadcast proof fn lemma_union_remove_right<K, V>(m1: Map<K, V>, m2: Map<K, V>, k: K)
    requires
        !m1.contains_key(k),
        m2.contains_key(k),
    ensures
        #[trigger] m1.union_prefer_right(m2).remove(k) == m1.union_prefer_right(m2.remove(k)),
{
    assert(m1.union_prefer_right(m2).remove(k) =~= m1.union_prefer_right(m2.remove(k)));
}

/// The keys of a union.
pub broadcast proof fn lemma_union_dom<K, V>(m1: Map<K, V>, m2: Map<K, V>)
    ensures
        #[trigger] m1.union_prefer_right(m2).dom() == m1.dom().union(m2.dom()),
{
    assert(m1.union_prefer_right(m2).dom() =~= m1.dom().union(m2.dom()));
}

/// The number of keys of a union of maps without a common key.
pub broadcast proof fn lemma_disjoint_union_size<K, V>(m1: Map<K, V>, m2: Map<K, V>)
    requires
        m1.dom().disjoint(m2.dom()),
    ensures
        #[trigger] m1.union_prefer_right(m2).dom().len() == m1.dom().len() + m2.dom().len(),
{
    lemma_union_dom(m1, m2);
    lemma_set_disjoint_lens(m1.dom(), m2.dom());
}

/// What is known of unions.
pub broadcast group group_map_union {
    lemma_union_dom,
    lemma_union_remove_left,
    lemma_union_remove_right,
    lemma_union_insert_left,
    lemma_union_insert_right,
    lemma_disjoint_union_size,
}

/// Submaps of submaps are submaps.
pub broadcast proof fn lemma_submap_of_trans<K, V>(m1: Map<K, V>, m2: Map<K, V>, m3: Map<K, V>)
    requires
        m1.submap_of(m2),
        m2.submap_of(m3),
    ensures
        #![trigger m1.submap_of(m2), m2.submap_of(m3)]
        m1.submap_of(m3),
{
    assert forall|k: K| #[trigger] m1.dom().contains(k) implies m3.dom().contains(k) && m1[k] == m3[k] by {
        assert(m2.dom().contains(k));
    }
}

/// The domain of a map made by `new`.
pub broadcast proof fn lemma_map_new_domain<K, V>(s: Set<K>, fv: spec_fn(K) -> V)
    ensures
        #[trigger] Map::<K, V>::new(s, fv).dom() == s,
{
}

/// The values of a map made by `new`.
pub broadcast proof fn lemma_map_new_values<K, V>(s: Set<K>, fv: spec_fn(K) -> V)
    ensures
        #[trigger] Map::<K, V>::new(s, fv).values() == s.map(fv),
{
    let m = Map::<K, V>::new(s, fv);
    let at = |k: K| m[k];
    assert forall|v: V| #[trigger] s.map(at).contains(v) == s.map(fv).contains(v) by {
        if s.map(at).contains(v) {
            let k = choose|k: K| #[trigger] s.contains(k) && v == at(k);
            assert(v == fv(k));
        }
        if s.map(fv).contains(v) {
            let k = choose|k: K| #[trigger] s.contains(k) && v == fv(k);
            assert(v == at(k));
        }
    }
    assert(s.map(at) =~= s.map(fv));
}

/// What is known of maps made by `new`.
pub broadcast group group_map_properties {
    lemma_map_new_domain,
    lemma_map_new_values,
}

/// More about changes and values, for those who ask.
pub broadcast group group_map_extra {
    Map::lemma_map_remove_keys_insert,
    Map::lemma_filter_keys_insert,
    Map::lemma_insert_contains_value,
    Map::lemma_insert_invariant_contains,
    Map::lemma_prefixed_entries_get,
    Map::lemma_prefixed_entries_contains,
    Map::lemma_prefixed_entries_insert,
    Map::lemma_prefixed_entries_union,
}

} // verus!

