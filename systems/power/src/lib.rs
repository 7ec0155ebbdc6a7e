//! PoWER: preconditions on writes that enforce recoverability.
#[allow(unused_imports)]
use vstd::prelude::*;

pub mod bytes_v;
pub mod chunks_v;
pub mod outstanding_v;
pub mod view_v;
pub mod soundness_v;
pub mod permission_v;
