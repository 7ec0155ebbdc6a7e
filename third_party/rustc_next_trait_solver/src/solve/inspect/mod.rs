pub use rustc_type_ir::solve::inspect::*;

mod build;
pub(in crate::solve) use build::*;
