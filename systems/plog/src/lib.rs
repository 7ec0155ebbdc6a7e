//! Circular logs on storage.

pub mod abstract_v;
pub mod commit_v;
pub mod encoding_v;
pub mod error;
pub mod layout_v;
pub mod logs_v;
pub mod plog_v;
pub mod read_v;
pub mod recovery_v;
pub mod setup_v;
pub mod start_v;
