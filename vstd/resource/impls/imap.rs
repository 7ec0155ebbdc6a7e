//! Maps that may be infinite as ghost state: one holder has the whole map, others have parts of it.
// @when resource
//!
//! A part has values for itself ([`GhostISubmap`]), or knows values that stay ([`GhostPersistentISubmap`]). The types with
//! `PointsTo` in their names are parts with one key. All have an `id`: parts with the same one are of the same map.

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::resource::impls::maps::*;

verus! {

broadcast use {group_imap_lemmas, group_iset_lemmas};

} // verus!

parts_of_map! { Part, IMap, ISet }

updates_of_map! { Part, IMap, ISet }

map_authority! { GhostIMapAuth, GhostISubmap, GhostIPointsTo, Part, IMap, ISet }

submap! {
    GhostIMapAuth,
    GhostISubmap,
    GhostPersistentISubmap,
    GhostIPointsTo,
    GhostPersistentIPointsTo,
    Part,
    IMap,
    ISet
}

persistent_submap! {
    GhostIMapAuth,
    GhostISubmap,
    GhostPersistentISubmap,
    GhostIPointsTo,
    GhostPersistentIPointsTo,
    Part,
    IMap,
    ISet
}

points_to! {
    GhostIMapAuth,
    GhostISubmap,
    GhostPersistentISubmap,
    GhostIPointsTo,
    GhostPersistentIPointsTo,
    IMap
}

persistent_points_to! {
    GhostIMapAuth,
    GhostISubmap,
    GhostPersistentISubmap,
    GhostIPointsTo,
    GhostPersistentIPointsTo,
    IMap
}
