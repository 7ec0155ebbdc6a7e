//! Methods and constants of the integer and floating-point types.
use crate::prelude::rust_2021::*;
use crate::num::ParseIntError;
use crate::str::FromStr;

// @for ($t, $u, $bits, $bytes) in (u8, u8, 8, 1) (u16, u16, 16, 2) (u32, u32, 32, 4) (u64, u64, 64, 8) (u128, u128, 128, 16) (usize, usize, 64, 8) (i8, u8, 8, 1) (i16, u16, 16, 2) (i32, u32, 32, 4) (i64, u64, 64, 8) (i128, u128, 128, 16) (isize, usize, 64, 8)
impl $t {
    pub const BITS: u32 = $bits;
    pub const fn count_ones(self) -> u32;
    pub const fn count_zeros(self) -> u32;
    pub const fn leading_zeros(self) -> u32;
    pub const fn trailing_zeros(self) -> u32;
    pub const fn leading_ones(self) -> u32;
    pub const fn trailing_ones(self) -> u32;
    pub const fn rotate_left(self, n: u32) -> $t;
    pub const fn rotate_right(self, n: u32) -> $t;
    pub const fn swap_bytes(self) -> $t;
    pub const fn reverse_bits(self) -> $t;
    pub const fn from_be(x: $t) -> $t;
    pub const fn from_le(x: $t) -> $t;
    pub const fn to_be(self) -> $t;
    pub const fn to_le(self) -> $t;
    pub const fn checked_add(self, rhs: $t) -> Option<$t>;
    pub const fn checked_sub(self, rhs: $t) -> Option<$t>;
    pub const fn checked_mul(self, rhs: $t) -> Option<$t>;
    pub const fn checked_div(self, rhs: $t) -> Option<$t>;
    pub const fn checked_div_euclid(self, rhs: $t) -> Option<$t>;
    pub const fn checked_rem(self, rhs: $t) -> Option<$t>;
    pub const fn checked_rem_euclid(self, rhs: $t) -> Option<$t>;
    pub const fn checked_neg(self) -> Option<$t>;
    pub const fn checked_shl(self, rhs: u32) -> Option<$t>;
    pub const fn checked_shr(self, rhs: u32) -> Option<$t>;
    pub const fn checked_pow(self, exp: u32) -> Option<$t>;
    pub const fn checked_ilog2(self) -> Option<u32>;
    pub const fn saturating_add(self, rhs: $t) -> $t;
    pub const fn saturating_sub(self, rhs: $t) -> $t;
    pub const fn saturating_mul(self, rhs: $t) -> $t;
    pub const fn saturating_pow(self, exp: u32) -> $t;
    pub const fn wrapping_add(self, rhs: $t) -> $t;
    pub const fn wrapping_sub(self, rhs: $t) -> $t;
    pub const fn wrapping_mul(self, rhs: $t) -> $t;
    pub const fn wrapping_div(self, rhs: $t) -> $t;
    pub const fn wrapping_rem(self, rhs: $t) -> $t;
    pub const fn wrapping_neg(self) -> $t;
    pub const fn wrapping_shl(self, rhs: u32) -> $t;
    pub const fn wrapping_shr(self, rhs: u32) -> $t;
    pub const fn wrapping_pow(self, exp: u32) -> $t;
    pub const fn overflowing_add(self, rhs: $t) -> ($t, bool);
    pub const fn overflowing_sub(self, rhs: $t) -> ($t, bool);
    pub const fn overflowing_mul(self, rhs: $t) -> ($t, bool);
    pub const fn overflowing_neg(self) -> ($t, bool);
    pub const fn pow(self, exp: u32) -> $t;
    pub const fn isqrt(self) -> $t;
    pub const fn ilog2(self) -> u32;
    pub const fn ilog10(self) -> u32;
    pub const fn ilog(self, base: $t) -> u32;
    pub const fn div_euclid(self, rhs: $t) -> $t;
    pub const fn rem_euclid(self, rhs: $t) -> $t;
    pub const fn abs_diff(self, other: $t) -> $u;
    pub const fn midpoint(self, rhs: $t) -> $t;
    pub const fn to_be_bytes(self) -> [u8; $bytes];
    pub const fn to_le_bytes(self) -> [u8; $bytes];
    pub const fn to_ne_bytes(self) -> [u8; $bytes];
    pub const fn from_be_bytes(bytes: [u8; $bytes]) -> $t;
    pub const fn from_le_bytes(bytes: [u8; $bytes]) -> $t;
    pub const fn from_ne_bytes(bytes: [u8; $bytes]) -> $t;
    pub const fn from_str_radix(src: &str, radix: u32) -> Result<$t, ParseIntError>;
    pub const fn min_value() -> $t;
    pub const fn max_value() -> $t;
}
impl FromStr for $t {
    type Err = ParseIntError;
    fn from_str(src: &str) -> Result<$t, ParseIntError>;
}
// @end
// @for ($t, $s, $max) in (u8, i8, 0xff) (u16, i16, 0xffff) (u32, i32, 0xffff_ffff) (u64, i64, 0xffff_ffff_ffff_ffff) (u128, i128, 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff) (usize, isize, 0xffff_ffff_ffff_ffff)
impl $t {
    pub const MIN: $t = 0;
    pub const MAX: $t = $max;
    pub const fn is_power_of_two(self) -> bool;
    pub const fn next_power_of_two(self) -> $t;
    pub const fn checked_next_power_of_two(self) -> Option<$t>;
    pub const fn div_ceil(self, rhs: $t) -> $t;
    pub const fn next_multiple_of(self, rhs: $t) -> $t;
    pub const fn checked_next_multiple_of(self, rhs: $t) -> Option<$t>;
    pub const fn is_multiple_of(self, rhs: $t) -> bool;
    pub const fn checked_add_signed(self, rhs: $s) -> Option<$t>;
    pub const fn wrapping_add_signed(self, rhs: $s) -> $t;
    pub const fn saturating_add_signed(self, rhs: $s) -> $t;
    pub const fn cast_signed(self) -> $s;
    pub const fn checked_signed_diff(self, rhs: $t) -> Option<$s>;
}
// @end
// @for ($t, $u, $max) in (i8, u8, 0x7f) (i16, u16, 0x7fff) (i32, u32, 0x7fff_ffff) (i64, u64, 0x7fff_ffff_ffff_ffff) (i128, u128, 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff) (isize, usize, 0x7fff_ffff_ffff_ffff)
impl $t {
    pub const MIN: $t = -$max - 1;
    pub const MAX: $t = $max;
    pub const fn abs(self) -> $t;
    pub const fn unsigned_abs(self) -> $u;
    pub const fn signum(self) -> $t;
    pub const fn is_positive(self) -> bool;
    pub const fn is_negative(self) -> bool;
    pub const fn checked_abs(self) -> Option<$t>;
    pub const fn wrapping_abs(self) -> $t;
    pub const fn saturating_abs(self) -> $t;
    pub const fn saturating_neg(self) -> $t;
    pub const fn checked_add_unsigned(self, rhs: $u) -> Option<$t>;
    pub const fn checked_sub_unsigned(self, rhs: $u) -> Option<$t>;
    pub const fn wrapping_add_unsigned(self, rhs: $u) -> $t;
    pub const fn wrapping_sub_unsigned(self, rhs: $u) -> $t;
    pub const fn cast_unsigned(self) -> $u;
}
// @end
// @for ($t, $bits) in (f32, u32) (f64, u64)
impl $t {
    pub const INFINITY: $t = 1.0 / 0.0;
    pub const NEG_INFINITY: $t = -1.0 / 0.0;
    pub const NAN: $t = 0.0 / 0.0;
    pub const fn is_nan(self) -> bool;
    pub const fn is_infinite(self) -> bool;
    pub const fn is_finite(self) -> bool;
    pub const fn is_sign_negative(self) -> bool;
    pub const fn to_bits(self) -> $bits;
    pub const fn from_bits(v: $bits) -> $t;
    pub const fn abs(self) -> $t;
    pub const fn clamp(self, min: $t, max: $t) -> $t;
    pub const fn max(self, other: $t) -> $t;
    pub const fn min(self, other: $t) -> $t;
}
// @end
impl u8 {
    pub const fn is_ascii(&self) -> bool;
    pub const fn is_ascii_digit(&self) -> bool;
    pub const fn is_ascii_alphabetic(&self) -> bool;
    pub const fn is_ascii_alphanumeric(&self) -> bool;
    pub const fn is_ascii_uppercase(&self) -> bool;
    pub const fn is_ascii_lowercase(&self) -> bool;
    pub const fn is_ascii_hexdigit(&self) -> bool;
    pub const fn is_ascii_punctuation(&self) -> bool;
    pub const fn is_ascii_whitespace(&self) -> bool;
    pub const fn to_ascii_uppercase(&self) -> u8;
    pub const fn to_ascii_lowercase(&self) -> u8;
}
impl bool {
    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T>;
    pub fn then_some<T>(self, t: T) -> Option<T>;
}
impl FromStr for bool {
    type Err = crate::str::ParseBoolError;
    fn from_str(s: &str) -> Result<bool, crate::str::ParseBoolError>;
}
