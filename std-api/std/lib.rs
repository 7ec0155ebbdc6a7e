//! Signatures of the part of `std` that verified code may name; most of it is `core` and `alloc` again.
#![no_std]
#![feature(lang_items, rustc_attrs)]
extern crate alloc as alloc_crate;

pub use core::{any, array, cell, char, clone, cmp, convert, default, ffi, future, hint, iter, marker, mem, num, ops, option, pin, ptr, result, str, task, time, error};
pub use core::{u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize};
pub use core::{assert, assert_eq, assert_ne, cfg, column, compile_error, concat, debug_assert, debug_assert_eq, debug_assert_ne, env, file, format_args, include, include_str, line, matches, module_path, option_env, panic, stringify, todo, unimplemented, unreachable, write, writeln};
pub use alloc_crate::{alloc, borrow, boxed, fmt, format, rc, slice, string, vec};

pub mod collections;
pub mod hash {
    pub use core::hash::*;
    pub use crate::collections::hash_map::{DefaultHasher, RandomState};
}
pub mod io;
pub mod process;
pub mod sync;
pub mod thread;

#[macro_export]
macro_rules! print { ($($arg:tt)*) => { $crate::io::_print($crate::format_args!($($arg)*)) }; }
#[macro_export]
macro_rules! println {
    () => { $crate::io::_print($crate::format_args!("\n")) };
    ($($arg:tt)*) => { $crate::io::_print($crate::format_args!($($arg)*)) };
}
#[macro_export]
macro_rules! eprint { ($($arg:tt)*) => { $crate::io::_eprint($crate::format_args!($($arg)*)) }; }
#[macro_export]
macro_rules! eprintln {
    () => { $crate::io::_eprint($crate::format_args!("\n")) };
    ($($arg:tt)*) => { $crate::io::_eprint($crate::format_args!($($arg)*)) };
}

#[macro_export]
macro_rules! dbg {
    () => { $crate::eprintln!() };
    ($val:expr $(,)?) => {
        match $val {
            tmp => {
                $crate::eprintln!("{:#?}", &tmp);
                tmp
            }
        }
    };
    ($($val:expr),+ $(,)?) => { ($($crate::dbg!($val)),+,) };
}

/// The preludes of the editions.
pub mod prelude {
    mod more {
        pub use alloc_crate::borrow::ToOwned;
        pub use alloc_crate::boxed::Box;
        pub use alloc_crate::string::{String, ToString};
        pub use alloc_crate::vec::Vec;
        pub use alloc_crate::format;
        // @internal: the macro; the module of the same name comes with it, and rustc has only the macro
        pub use alloc_crate::vec;
        pub use crate::{dbg, eprint, eprintln, print, println};
    }
    pub mod v1 {
        pub use super::more::*;
        pub use core::prelude::v1::*;
    }
    pub mod rust_2015 {
        pub use super::more::*;
        pub use core::prelude::rust_2015::*;
    }
    pub mod rust_2018 {
        pub use super::more::*;
        pub use core::prelude::rust_2018::*;
    }
    pub mod rust_2021 {
        pub use super::more::*;
        pub use core::prelude::rust_2021::*;
    }
    pub mod rust_2024 {
        pub use super::more::*;
        pub use core::prelude::rust_2024::*;
    }
}
