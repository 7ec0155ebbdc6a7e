//! Numbers: operations that stay in range by wrapping or stopping at an end, quotients rounded down, the next power of two.
// @when .rem_euclid( .div_euclid( wrapping_neg wrapping_abs wrapping_div wrapping_rem .checked_shl( .checked_shr( .saturating_ next_power_of_two .next_multiple_of( ilog10 .ilog( checked_ilog cast_signed cast_unsigned min_value max_value overflowing_neg
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::arithmetic::div_mod::{rust_div, rust_rem};
#[allow(unused_imports)]
use crate::arithmetic::power::pow;
#[allow(unused_imports)]
use crate::arithmetic::power2::is_pow2;
#[allow(unused_imports)]
use crate::std_specs::num::next_multiple_of;
#[allow(unused_imports)]
use crate::wrapping::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The nearest number in a range.
pub open spec fn nearest_in(min: int, max: int, x: int) -> int {
    if x < min {
        min
    } else if x > max {
        max
    } else {
        x
    }
}

} // verus!

/// All numbers.
macro_rules! numbers {
    ($($t:ty, $specs:ident;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::checked_shl ](x: $t, n: u32) -> (res: Option<$t>)
                ensures
                    res == if n < <$t>::BITS { Some($specs::wrapping_shl(x, n)) } else { None },
            ;

            pub assume_specification[ <$t>::checked_shr ](x: $t, n: u32) -> (res: Option<$t>)
                ensures
                    res == if n < <$t>::BITS { Some($specs::wrapping_shr(x, n)) } else { None },
            ;

            pub assume_specification[ <$t>::saturating_pow ](x: $t, exp: u32) -> (res: $t)
                ensures
                    res == nearest_in(<$t>::MIN as int, <$t>::MAX as int, pow(x as int, exp as nat)),
            ;

            pub assume_specification[ <$t>::ilog10 ](x: $t) -> (res: u32)
                requires
                    x > 0,
                ensures
                    pow(10, res as nat) <= x < pow(10, res as nat + 1),
            ;

            pub assume_specification[ <$t>::ilog ](x: $t, base: $t) -> (res: u32)
                requires
                    x > 0,
                    base >= 2,
                ensures
                    pow(base as int, res as nat) <= x < pow(base as int, res as nat + 1),
            ;

            pub assume_specification[ <$t>::checked_ilog2 ](x: $t) -> (res: Option<u32>)
                ensures
                    match res {
                        Some(n) => x > 0 && n < <$t>::BITS && pow(2, n as nat) <= x < pow(2, n as nat + 1),
                        None => x <= 0,
                    },
            ;

            pub assume_specification[ <$t>::min_value ]() -> (res: $t)
                ensures
                    res == <$t>::MIN,
            ;

            pub assume_specification[ <$t>::max_value ]() -> (res: $t)
                ensures
                    res == <$t>::MAX,
            ;
        )*
        }
    };
}

numbers! {
    u8, u8_specs;
    u16, u16_specs;
    u32, u32_specs;
    u64, u64_specs;
    u128, u128_specs;
    usize, usize_specs;
    i8, i8_specs;
    i16, i16_specs;
    i32, i32_specs;
    i64, i64_specs;
    i128, i128_specs;
    isize, isize_specs;
}

/// Numbers without sign, and the types of the same size with one.
macro_rules! without_sign {
    ($($t:ty, $s:ty;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::rem_euclid ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == x as int % y as int,
            ;

            pub assume_specification[ <$t>::div_euclid ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == x as int / y as int,
            ;

            pub assume_specification[ <$t>::wrapping_neg ](x: $t) -> (res: $t)
                ensures
                    res == if x == 0 { 0 } else { <$t>::MAX - x + 1 },
            ;

            pub assume_specification[ <$t>::overflowing_neg ](x: $t) -> (res: ($t, bool))
                ensures
                    res.0 == if x == 0 { 0 } else { <$t>::MAX - x + 1 },
                    res.1 == (x != 0),
            ;

            pub assume_specification[ <$t>::wrapping_div ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == x / y,
            ;

            pub assume_specification[ <$t>::wrapping_rem ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == x % y,
            ;

            pub assume_specification[ <$t>::saturating_add_signed ](x: $t, y: $s) -> (res: $t)
                ensures
                    res == nearest_in(0, <$t>::MAX as int, x + y),
            ;

            pub assume_specification[ <$t>::next_power_of_two ](x: $t) -> (res: $t)
                requires
                    x <= <$t>::MAX / 2 + 1,
                ensures
                    is_pow2(res as int),
                    x <= res,
                    if x <= 1 { res == 1 } else { res < 2 * x },
            ;

            pub assume_specification[ <$t>::checked_next_power_of_two ](x: $t) -> (res: Option<$t>)
                ensures
                    match res {
                        Some(p) => is_pow2(p as int) && x <= p && if x <= 1 { p == 1 } else { p < 2 * x },
                        None => x > <$t>::MAX / 2 + 1,
                    },
            ;

            pub assume_specification[ <$t>::next_multiple_of ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                    next_multiple_of(x as int, y as int) <= <$t>::MAX,
                ensures
                    res == next_multiple_of(x as int, y as int),
            ;

            pub assume_specification[ <$t>::cast_signed ](x: $t) -> (res: $s)
                ensures
                    res == if x <= <$s>::MAX { x as int } else { x - <$t>::MAX - 1 },
            ;
        )*
        }
    };
}

without_sign! {
    u8, i8;
    u16, i16;
    u32, i32;
    u64, i64;
    u128, i128;
    usize, isize;
}

/// Numbers with sign, and the types of the same size without one.
macro_rules! with_sign {
    ($($t:ty, $u:ty;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::rem_euclid ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                    !(x == <$t>::MIN && y == -1),
                ensures
                    res == x as int % y as int,
            ;

            pub assume_specification[ <$t>::div_euclid ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                    !(x == <$t>::MIN && y == -1),
                ensures
                    res == x as int / y as int,
            ;

            pub assume_specification[ <$t>::wrapping_neg ](x: $t) -> (res: $t)
                ensures
                    res == if x == <$t>::MIN { x as int } else { -x },
            ;

            pub assume_specification[ <$t>::overflowing_neg ](x: $t) -> (res: ($t, bool))
                ensures
                    res.0 == if x == <$t>::MIN { x as int } else { -x },
                    res.1 == (x == <$t>::MIN),
            ;

            pub assume_specification[ <$t>::wrapping_div ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == if x == <$t>::MIN && y == -1 { x as int } else { rust_div(x as int, y as int) },
            ;

            pub assume_specification[ <$t>::wrapping_rem ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == rust_rem(x as int, y as int),
            ;

            pub assume_specification[ <$t>::wrapping_abs ](x: $t) -> (res: $t)
                ensures
                    res == if x < 0 && x != <$t>::MIN { -x } else { x as int },
            ;

            pub assume_specification[ <$t>::saturating_add ](x: $t, y: $t) -> (res: $t)
                ensures
                    res == nearest_in(<$t>::MIN as int, <$t>::MAX as int, x + y),
            ;

            pub assume_specification[ <$t>::saturating_sub ](x: $t, y: $t) -> (res: $t)
                ensures
                    res == nearest_in(<$t>::MIN as int, <$t>::MAX as int, x - y),
            ;

            pub assume_specification[ <$t>::saturating_mul ](x: $t, y: $t) -> (res: $t)
                ensures
                    res == nearest_in(<$t>::MIN as int, <$t>::MAX as int, x * y),
            ;

            pub assume_specification[ <$t>::saturating_neg ](x: $t) -> (res: $t)
                ensures
                    res == nearest_in(<$t>::MIN as int, <$t>::MAX as int, -x),
            ;

            pub assume_specification[ <$t>::saturating_abs ](x: $t) -> (res: $t)
                ensures
                    res == if x < 0 { nearest_in(0, <$t>::MAX as int, -x) } else { x as int },
            ;

            pub assume_specification[ <$t>::cast_unsigned ](x: $t) -> (res: $u)
                ensures
                    res == if x >= 0 { x as int } else { x + <$u>::MAX + 1 },
            ;
        )*
        }
    };
}

with_sign! {
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    i128, u128;
    isize, usize;
}
