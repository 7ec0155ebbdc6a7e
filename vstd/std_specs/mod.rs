//! What functions of the standard library do. The standard library's code is not verified: these contracts are
//! trusted, one for one with its documentation.

pub mod alloc;
pub mod atomic;
pub mod bits;
pub mod borrow;
#[cfg(feature = "std")]
pub mod btree;
pub mod char;
pub(crate) mod chars;
pub mod clone;
pub mod cmp;
pub mod control_flow;
pub mod convert;
pub mod core;
pub mod default;
mod floats;
pub mod fmt;
#[cfg(feature = "std")]
pub mod hash;
pub mod integers;
pub mod iter;
#[cfg(feature = "std")]
pub mod lazy;
pub mod manually_drop;
pub mod maybe_uninit;
pub mod nonzero;
pub mod num;
pub mod ops;
mod ops_numbers;
pub mod option;
pub mod parsed;
pub mod patterns;
pub mod range;
mod range_bounds;
mod range_ends;
mod range_inclusive;
mod range_members;
pub mod result;
pub mod slice;
mod slice_parts;
#[cfg(feature = "alloc")]
pub mod smart_ptrs;
#[cfg(feature = "std")]
mod supplement;
#[cfg(feature = "std")]
pub mod sync;
#[cfg(feature = "alloc")]
pub mod vec;
#[cfg(feature = "alloc")]
pub mod vecdeque;
