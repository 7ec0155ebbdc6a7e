//! Shifts of built-in types. They are rules of the language; the impls are for programs that name the traits, and may have more
//! impls for the same types.
// @when Shl Shr shl shr
use crate::ops::*;

// @for ($op, $method) in (Shl, shl) (Shr, shr)
// @for $left in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
// @for $right in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl $op<$right> for $left { type Output = $left; fn $method(self, other: $right) -> $left; }
impl $op<&$right> for $left { type Output = $left; fn $method(self, other: &$right) -> $left; }
impl<'a> $op<$right> for &'a $left { type Output = $left; fn $method(self, other: $right) -> $left; }
impl<'a> $op<&$right> for &'a $left { type Output = $left; fn $method(self, other: &$right) -> $left; }
// @end
// @end
// @end
