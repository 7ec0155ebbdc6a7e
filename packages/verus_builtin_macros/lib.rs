//! The macros of the language under the name that programs know.
#![no_std]

pub use certus_macros::*;
