//! Signatures of the part of `core` that verified code may name.
//!
//! Declarations only: nothing here has a body that means something. A method with an empty body is one that the real
//! trait provides. What a function does is said by a specification elsewhere.
#![no_core]
#![feature(lang_items, rustc_attrs, unboxed_closures)]
#![rustc_coherence_is_core]

#[macro_use]
mod macros;

pub mod alloc;
pub mod any;
pub mod borrow;
pub mod cell;
pub mod char;
pub mod clone;
pub mod cmp;
pub mod convert;
pub mod default;
pub mod error;
pub mod ffi;
pub mod fmt;
pub mod future;
pub mod hash;
pub mod hint;
pub mod iter;
pub mod marker;
pub mod mem;
pub mod num;
pub mod ops;
pub mod option;
pub mod panicking;
pub mod pin;
pub mod prelude;
pub mod ptr;
pub mod result;
pub mod slice;
pub mod str;
pub mod sync;
pub mod task;
pub mod time;
pub mod array;
mod ints;
mod tuple;

pub use num::int_modules::*;

/// Attribute macros that the compiler itself expands.
// @internal: programs write these without a path; the prelude has them
pub mod builtin_macros {
    #[rustc_builtin_macro]
    pub macro derive($item:item) {}
    #[rustc_builtin_macro]
    pub macro test($item:item) {}
    #[rustc_builtin_macro]
    pub macro global_allocator($item:item) {}
}
