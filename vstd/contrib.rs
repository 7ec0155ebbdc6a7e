//! Parts of the library beside the language: code made from specifications, views made from declarations,
//! and sets by comprehension.
// @when contrib

#[cfg(feature = "std")]
pub mod exec_spec;

pub use verus_builtin_macros::{make_spec_type, self_view, set_build};
// The prelude has all names of the macros, but not this one.
pub use verus_builtin_macros::contrib_auto_spec as auto_spec;
