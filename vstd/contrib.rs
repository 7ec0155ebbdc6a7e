//! Parts of the library beside the language: code made from specifications.
// @when contrib

pub mod exec_spec;
