//! Hints.
use crate::prelude::rust_2021::*;

pub const unsafe fn unreachable_unchecked() -> !;
pub const unsafe fn assert_unchecked(cond: bool);
pub fn spin_loop();
pub fn black_box<T>(dummy: T) -> T;
// @internal: what `format!` calls with its result
pub const fn must_use<T>(value: T) -> T;
