//! PoWER: preconditions on writes that enforce recoverability.
#[allow(unused_imports)]
use vstd::prelude::*;

pub mod bytes_v;
pub mod chunks_v;
pub mod outstanding_v;
pub mod view_v;
pub mod soundness_v;
pub mod permission_v;
pub mod corruption_v;
pub mod words_v;
pub(crate) mod crc_table_v;
pub mod crc_v;
