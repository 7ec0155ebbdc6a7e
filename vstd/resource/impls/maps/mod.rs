//! The types of `map` and `imap`, each written once: macros that both modules expand.
// @when resource

mod auth;
mod parts;
mod persistent;
mod persistent_points_to;
mod points_to;
mod submap;
mod updates;

pub(super) use auth::map_authority;
pub(super) use parts::parts_of_map;
pub(super) use persistent::persistent_submap;
pub(super) use persistent_points_to::persistent_points_to;
pub(super) use points_to::points_to;
pub(super) use submap::submap;
pub(super) use updates::updates_of_map;

#[allow(unused_imports)]
pub(super) use super::claims::*;
#[allow(unused_imports)]
pub(super) use crate::modes::tracked_swap;
#[allow(unused_imports)]
pub(super) use crate::resource::Loc;
#[allow(unused_imports)]
pub(super) use crate::resource::algebra::ResourceAlgebra;
#[allow(unused_imports)]
pub(super) use crate::resource::exclusive::ExclusiveRA;
#[allow(unused_imports)]
pub(super) use crate::resource::lib::*;
#[allow(unused_imports)]
pub(super) use crate::resource::pcm::{PCM, Resource};
#[allow(unused_imports)]
pub(super) use crate::resource::relations::*;
#[allow(unused_imports)]
pub(super) use verus_builtin::*;
pub(super) use verus_builtin_macros::verus;
