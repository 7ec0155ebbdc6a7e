//! Parts of the library beside the language: code made from specifications, and views made from declarations.
// @when contrib

pub mod exec_spec;

pub use verus_builtin_macros::{make_spec_type, self_view};
