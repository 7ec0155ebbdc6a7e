//! Where the panic macros lead.
//! @internal: functions of the panic macros, which stable Rust cannot name
use crate::prelude::rust_2021::*;

#[lang = "panic"]
pub const fn panic(expr: &'static str) -> !;
#[lang = "panic_fmt"]
pub const fn panic_fmt(fmt: crate::fmt::Arguments<'_>) -> !;
pub const fn unreachable(expr: &'static str) -> !;
