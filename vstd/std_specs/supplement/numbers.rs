//! Numbers: distances, middles, powers, roots, and whether an operation overflows.
// @when abs_diff midpoint .pow( is_power_of_two isqrt ilog2 div_ceil checked_pow checked_neg checked_abs .abs( unsigned_abs signum is_positive is_negative overflowing_
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::arithmetic::power::pow;
#[allow(unused_imports)]
use crate::arithmetic::power2::is_pow2;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// The distance of two numbers, which has no sign.
macro_rules! abs_diff {
    ($($t:ty, $u:ty;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::abs_diff ](x: $t, y: $t) -> $u
                returns
                    (if x < y { y - x } else { x - y }) as $u,
                opens_invariants none
                no_unwind
            ;
        )*
        }
    };
}

abs_diff! {
    u8, u8;
    u16, u16;
    u32, u32;
    u64, u64;
    u128, u128;
    usize, usize;
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    i128, u128;
    isize, usize;
}

/// The middle of two numbers: half of their exact sum, rounded towards zero.
macro_rules! midpoint {
    ($($t:ty)*) => {
        verus! {
        $(
            #[verifier::allow_in_spec]
            pub assume_specification[ <$t>::midpoint ](x: $t, y: $t) -> $t
                returns
                    (if x + y < 0 { -(-(x + y) / 2) } else { (x + y) / 2 }) as $t,
                opens_invariants none
                no_unwind
            ;
        )*
        }
    };
}

midpoint! {
    u8 u16 u32 u64 u128 usize
    i8 i16 i32 i64 i128 isize
}

/// Numbers without sign.
macro_rules! numbers_without_sign {
    ($($t:ty)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::pow ](x: $t, exp: u32) -> (res: $t)
                requires
                    pow(x as int, exp as nat) <= <$t>::MAX,
                ensures
                    res == pow(x as int, exp as nat),
            ;

            pub assume_specification[ <$t>::is_power_of_two ](x: $t) -> (res: bool)
                ensures
                    res == is_pow2(x as int),
            ;

            pub assume_specification[ <$t>::isqrt ](x: $t) -> (res: $t)
                ensures
                    res * res <= x < (res + 1) * (res + 1),
            ;

            pub assume_specification[ <$t>::ilog2 ](x: $t) -> (res: u32)
                requires
                    x > 0,
                ensures
                    res < <$t>::BITS,
                    pow(2, res as nat) <= x < pow(2, res as nat + 1),
            ;

            pub assume_specification[ <$t>::div_ceil ](x: $t, y: $t) -> (res: $t)
                requires
                    y != 0,
                ensures
                    res == x as int / y as int + if x as int % y as int == 0 { 0int } else { 1 },
            ;

            pub assume_specification[ <$t>::checked_pow ](x: $t, exp: u32) -> (res: Option<$t>)
                ensures
                    match res {
                        Some(value) => value == pow(x as int, exp as nat),
                        None => pow(x as int, exp as nat) > <$t>::MAX,
                    },
            ;
        )*
        }
    };
}

numbers_without_sign! { u8 u16 u32 u64 u128 usize }

/// Numbers with sign, and the types of their absolute values.
macro_rules! numbers_with_sign {
    ($($t:ty, $u:ty;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::abs ](x: $t) -> (res: $t)
                requires
                    x != <$t>::MIN,
                ensures
                    res == if x < 0 { -x } else { x as int },
            ;

            pub assume_specification[ <$t>::unsigned_abs ](x: $t) -> (res: $u)
                ensures
                    res == if x < 0 { -x } else { x as int },
            ;

            pub assume_specification[ <$t>::checked_abs ](x: $t) -> (res: Option<$t>)
                ensures
                    match res {
                        Some(value) => value == if x < 0 { -x } else { x as int },
                        None => x == <$t>::MIN,
                    },
            ;

            pub assume_specification[ <$t>::signum ](x: $t) -> (res: $t)
                ensures
                    res == if x < 0 { -1int } else if x == 0 { 0 } else { 1 },
            ;

            pub assume_specification[ <$t>::is_positive ](x: $t) -> (res: bool)
                ensures
                    res == (x > 0),
            ;

            pub assume_specification[ <$t>::is_negative ](x: $t) -> (res: bool)
                ensures
                    res == (x < 0),
            ;

            pub assume_specification[ <$t>::pow ](x: $t, exp: u32) -> (res: $t)
                requires
                    <$t>::MIN <= pow(x as int, exp as nat) <= <$t>::MAX,
                ensures
                    res == pow(x as int, exp as nat),
            ;
        )*
        }
    };
}

numbers_with_sign! {
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    i128, u128;
    isize, usize;
}

/// Operations that say whether the result is the exact one; if it is not, nothing else is said of it.
macro_rules! numbers_that_overflow {
    ($($t:ty)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::overflowing_add ](x: $t, y: $t) -> (res: ($t, bool))
                ensures
                    res.1 == !(<$t>::MIN <= x + y <= <$t>::MAX),
                    !res.1 ==> res.0 == x + y,
            ;

            pub assume_specification[ <$t>::overflowing_sub ](x: $t, y: $t) -> (res: ($t, bool))
                ensures
                    res.1 == !(<$t>::MIN <= x - y <= <$t>::MAX),
                    !res.1 ==> res.0 == x - y,
            ;

            pub assume_specification[ <$t>::overflowing_mul ](x: $t, y: $t) -> (res: ($t, bool))
                ensures
                    res.1 == !(<$t>::MIN <= x * y <= <$t>::MAX),
                    !res.1 ==> res.0 == x * y,
            ;

            pub assume_specification[ <$t>::checked_neg ](x: $t) -> (res: Option<$t>)
                ensures
                    match res {
                        Some(value) => value == -x,
                        None => !(<$t>::MIN <= -x <= <$t>::MAX),
                    },
            ;
        )*
        }
    };
}

numbers_that_overflow! {
    u8 u16 u32 u64 u128 usize
    i8 i16 i32 i64 i128 isize
}
