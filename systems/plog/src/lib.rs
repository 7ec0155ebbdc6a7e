//! Circular logs on storage.

pub mod abstract_v;
pub mod layout_v;
pub mod recovery_v;
