//! What functions of the standard library do. The standard library's code is not verified: these contracts are
//! trusted, one for one with its documentation.

pub mod alloc;
pub mod atomic;
pub mod bits;
pub mod borrow;
pub mod btree;
pub mod char;
mod chars;
pub mod clone;
pub mod cmp;
pub mod control_flow;
pub mod convert;
pub mod core;
pub mod default;
mod floats;
pub mod fmt;
pub mod hash;
pub mod iter;
pub mod manually_drop;
pub mod maybe_uninit;
pub mod num;
pub mod ops;
mod ops_numbers;
pub mod option;
pub mod range;
mod range_bounds;
mod range_ends;
mod range_inclusive;
mod range_members;
pub mod result;
pub mod slice;
mod slice_parts;
pub mod smart_ptrs;
mod supplement;
pub mod vec;
pub mod vecdeque;
