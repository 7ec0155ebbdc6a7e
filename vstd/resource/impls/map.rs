//! Maps as ghost state: one holder has the whole map, others have parts of it.
// @when resource
//!
//! A part has values for itself ([`GhostSubmap`]), or knows values that stay ([`GhostPersistentSubmap`]). The types with
//! `PointsTo` in their names are parts with one key. All have an `id`: parts with the same one are of the same map.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::map_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::resource::impls::maps::*;

verus! {

broadcast use {group_map_lemmas, group_set_lemmas};

} // verus!

parts_of_map! { Part, Map, Set }

updates_of_map! { Part, Map, Set }

map_authority! { GhostMapAuth, GhostSubmap, GhostPointsTo, Part, Map, Set }

submap! {
    GhostMapAuth,
    GhostSubmap,
    GhostPersistentSubmap,
    GhostPointsTo,
    GhostPersistentPointsTo,
    Part,
    Map,
    Set
}

persistent_submap! {
    GhostMapAuth,
    GhostSubmap,
    GhostPersistentSubmap,
    GhostPointsTo,
    GhostPersistentPointsTo,
    Part,
    Map,
    Set
}

points_to! {
    GhostMapAuth,
    GhostSubmap,
    GhostPersistentSubmap,
    GhostPointsTo,
    GhostPersistentPointsTo,
    Map
}

persistent_points_to! {
    GhostMapAuth,
    GhostSubmap,
    GhostPersistentSubmap,
    GhostPointsTo,
    GhostPersistentPointsTo,
    Map
}
