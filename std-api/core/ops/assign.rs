//! Compound assignments of built-in types. What they do is a rule of the language; the impls tell inference the types.
// @when AddAssign SubAssign MulAssign DivAssign RemAssign BitAndAssign BitOrAssign BitXorAssign _assign += -= *= /= %= &= |= ^=
use crate::ops::*;

// @for ($op, $method) in (AddAssign, add_assign) (SubAssign, sub_assign) (MulAssign, mul_assign) (DivAssign, div_assign) (RemAssign, rem_assign)
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
impl $op for $t { fn $method(&mut self, other: $t); }
impl $op<&$t> for $t { fn $method(&mut self, other: &$t); }
// @end
// @end
// @for ($op, $method) in (BitAndAssign, bitand_assign) (BitOrAssign, bitor_assign) (BitXorAssign, bitxor_assign)
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool
impl $op for $t { fn $method(&mut self, other: $t); }
impl $op<&$t> for $t { fn $method(&mut self, other: &$t); }
// @end
// @end
