//! Signatures of the part of `alloc` that verified code may name.
#![no_std]
#![feature(lang_items, rustc_attrs, unboxed_closures)]

pub mod alloc;
pub mod borrow;
pub mod boxed;
pub mod collections;
pub mod rc;
pub mod slice;
pub mod string;
pub mod sync;
pub mod vec;
pub mod fmt {
    pub use core::fmt::*;
    pub fn format(args: Arguments<'_>) -> crate::string::String;
}

#[macro_export]
macro_rules! vec {
    () => { $crate::vec::Vec::new() };
    ($elem:expr; $n:expr) => { $crate::vec::from_elem($elem, $n) };
    ($($x:expr),+ $(,)?) => { <[_]>::into_vec($crate::boxed::Box::new([$($x),+])) };
}
#[macro_export]
macro_rules! format {
    ($($arg:tt)*) => {
        $crate::__export::must_use({
            let res = $crate::fmt::format($crate::__export::format_args!($($arg)*));
            res
        })
    };
}
// @internal: what the macros name
pub mod __export {
    pub use core::format_args;
    pub use core::hint::must_use;
}
