//! Sets as ghost state: one holder has the whole set, others have parts of it.
// @when resource
//!
//! A part has elements for itself ([`GhostSubset`]), or knows elements that stay ([`GhostPersistentSubset`]). The types
//! with `Singleton` in their names are parts with one element. All have an `id`: parts with the same one are of the same set.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::map_lib::*;
#[allow(unused_imports)]
use crate::resource::impls::map::*;
#[allow(unused_imports)]
use crate::resource::impls::sets::*;
#[allow(unused_imports)]
use crate::set::*;

verus! {

broadcast use {group_map_lemmas, group_set_lemmas};

/// The map whose keys are the elements of a set.
spec fn keys<T>(s: Set<T>) -> Map<T, ()> {
    Map::new(s, |t: T| ())
}

} // verus!

set_authority! { GhostSetAuth, GhostSubset, GhostSingleton, GhostMapAuth, Set }

subset! {
    GhostSetAuth,
    GhostSubset,
    GhostPersistentSubset,
    GhostSingleton,
    GhostPersistentSingleton,
    GhostSubmap,
    Set
}

persistent_subset! {
    GhostSetAuth,
    GhostSubset,
    GhostPersistentSubset,
    GhostSingleton,
    GhostPersistentSingleton,
    GhostPersistentSubmap,
    Set
}

singletons! {
    GhostSetAuth,
    GhostSubset,
    GhostPersistentSubset,
    GhostSingleton,
    GhostPersistentSingleton,
    GhostPointsTo,
    GhostPersistentPointsTo,
    Set
}
