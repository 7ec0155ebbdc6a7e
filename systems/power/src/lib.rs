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
pub mod device_t;
pub mod prophecy_v;
pub mod storage_v;
pub mod cdb_v;
pub mod writes_v;
pub mod replay_v;
pub mod region_v;
pub mod checked_v;
pub mod record_v;
