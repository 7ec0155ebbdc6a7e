//! Page tables.
#![no_std]

pub mod change_v;
pub mod cores_v;
pub mod entry_spec_t;
pub mod error_v;
pub mod live_v;
pub mod machine_t;
pub mod map_v;
pub mod mmu_spec_t;
pub mod page_v;
pub mod process_spec_t;
pub mod process_v;
pub mod protect_v;
mod reserve_v;
pub mod resolve_v;
pub mod settle_v;
pub mod shape_v;
pub mod slot_spec_t;
pub mod slot_v;
pub mod space_spec_t;
pub mod stale_v;
pub mod table_v;
pub mod tables_v;
pub mod unmap_v;
pub(crate) mod walk_v;
pub mod word_v;
