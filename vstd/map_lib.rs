//! Lemmas about maps. Nothing here is trusted.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Putting a value in and taking its key out again leaves a map as it was, when the key was new.
pub proof fn lemma_insert_remove<K, V>(m: Map<K, V>, key: K, value: V)
    requires
        !m.contains_key(key),
    ensures
        m.insert(key, value).remove(key) =~= m,
{
    broadcast use {group_set_axioms, group_map_axioms};

}

/// The order of two changes at different keys does not matter.
pub proof fn lemma_insert_commutes<K, V>(m: Map<K, V>, k1: K, v1: V, k2: K, v2: V)
    requires
        k1 != k2,
    ensures
        m.insert(k1, v1).insert(k2, v2) =~= m.insert(k2, v2).insert(k1, v1),
{
    broadcast use {group_set_axioms, group_map_axioms};

}

/// The part of a map is a submap of it.
pub proof fn lemma_restrict_submap<K, V>(m: Map<K, V>, keys: Set<K>)
    ensures
        m.restrict(keys).submap_of(m),
{
    broadcast use {group_set_axioms, group_map_axioms};

}

/// A union has the right map as a part of it.
pub proof fn lemma_union_submap<K, V>(m1: Map<K, V>, m2: Map<K, V>)
    ensures
        m2.submap_of(m1.union_prefer_right(m2)),
{
    broadcast use {group_set_axioms, group_map_axioms};

}

/// Submaps of submaps are submaps.
pub proof fn lemma_submap_transitive<K, V>(m1: Map<K, V>, m2: Map<K, V>, m3: Map<K, V>)
    requires
        m1.submap_of(m2),
        m2.submap_of(m3),
    ensures
        m1.submap_of(m3),
{
}

} // verus!
