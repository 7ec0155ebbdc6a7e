//! Parts of the library beside the language: code made from specifications, views made from declarations,
//! and sets by comprehension.
// @when contrib

#[cfg(feature = "std")]
pub mod exec_spec;

pub use verus_builtin_macros::{auto_spec, make_spec_type, self_view, set_build};
