//! A key-value store.

pub mod abstract_spec_t;
pub mod changes_v;
pub mod commit_v;
pub mod count_v;
pub mod ends_v;
pub mod error_v;
pub mod index_v;
pub mod layout_v;
pub mod map_v;
pub mod operations_spec_t;
pub mod operations_v;
pub mod recovery_v;
pub mod scan_v;
pub mod setup_v;
pub mod space_v;
pub mod start_v;
pub mod store_v;
pub mod table_v;
pub mod tables_v;

pub use error_v::KvError;
pub use layout_v::Geometry;
pub use store_v::KvStore;
