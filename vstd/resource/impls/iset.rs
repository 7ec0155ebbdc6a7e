//! Sets that may be infinite as ghost state: one holder has the whole set, others have parts of it.
// @when resource
//!
//! A part has elements for itself ([`GhostISubset`]), or knows elements that stay ([`GhostPersistentISubset`]). The types
//! with `Singleton` in their names are parts with one element. All have an `id`: parts with the same one are of the same set.

#[allow(unused_imports)]
use crate::imap::*;
#[allow(unused_imports)]
use crate::imap_lib::*;
#[allow(unused_imports)]
use crate::resource::impls::imap::*;
#[allow(unused_imports)]
use crate::resource::impls::sets::*;
#[allow(unused_imports)]
use crate::iset::*;

verus! {

broadcast use {group_imap_lemmas, group_iset_lemmas};

/// The map whose keys are the elements of a set.
spec fn keys<T>(s: ISet<T>) -> IMap<T, ()> {
    s.mk_map(|t: T| ())
}

} // verus!

set_authority! { GhostISetAuth, GhostISubset, GhostISingleton, GhostIMapAuth, ISet }

subset! {
    GhostISetAuth,
    GhostISubset,
    GhostPersistentISubset,
    GhostISingleton,
    GhostPersistentISingleton,
    GhostISubmap,
    ISet
}

persistent_subset! {
    GhostISetAuth,
    GhostISubset,
    GhostPersistentISubset,
    GhostISingleton,
    GhostPersistentISingleton,
    GhostPersistentISubmap,
    ISet
}

singletons! {
    GhostISetAuth,
    GhostISubset,
    GhostPersistentISubset,
    GhostISingleton,
    GhostPersistentISingleton,
    GhostIPointsTo,
    GhostPersistentIPointsTo,
    ISet
}
