//! The types of `set` and `iset`, each written once: macros that both modules expand.
// @when resource

mod auth;
mod persistent;
mod singletons;
mod subset;

pub(super) use auth::set_authority;
pub(super) use persistent::persistent_subset;
pub(super) use singletons::singletons;
pub(super) use subset::subset;

#[allow(unused_imports)]
pub(super) use crate::modes::tracked_swap;
#[allow(unused_imports)]
pub(super) use crate::resource::Loc;
#[allow(unused_imports)]
pub(super) use verus_builtin::*;
pub(super) use verus_builtin_macros::verus;
