//! What functions of the standard library do. The standard library's code is not verified: these contracts are
//! trusted, one for one with its documentation.

pub mod alloc;
pub mod core;
pub mod num;
pub mod option;
pub mod result;
pub mod vec;
