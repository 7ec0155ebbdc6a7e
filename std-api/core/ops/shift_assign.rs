//! Shifts of built-in types that assign; see `assign.rs`.
// @when ShlAssign ShrAssign shl_assign shr_assign <<= >>=
use crate::ops::*;

// @for ($op, $method) in (ShlAssign, shl_assign) (ShrAssign, shr_assign)
// @for $left in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
// @for $right in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl $op<$right> for $left { fn $method(&mut self, other: $right); }
impl $op<&$right> for $left { fn $method(&mut self, other: &$right); }
// @end
// @end
// @end
