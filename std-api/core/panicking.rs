//! Where the panic macros lead.
//! @internal: functions of the panic macros, which stable Rust cannot name
use crate::prelude::rust_2021::*;

#[lang = "panic"]
pub const fn panic(expr: &'static str) -> !;
#[lang = "panic_fmt"]
pub const fn panic_fmt(fmt: crate::fmt::Arguments<'_>) -> !;
/// What `assert!` calls. The real one calls `panic` with a text of its own making.
pub const fn assert_panic() -> !;
/// What `assert!` with a message calls. The real one calls `panic_fmt`.
pub const fn assert_panic_fmt(fmt: crate::fmt::Arguments<'_>) -> !;
pub enum AssertKind { Eq, Ne }
pub fn assert_failed<T: crate::fmt::Debug + ?Sized, U: crate::fmt::Debug + ?Sized>(
    kind: AssertKind,
    left: &T,
    right: &U,
    args: Option<crate::fmt::Arguments<'_>>,
) -> !;
