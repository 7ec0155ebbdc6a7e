//! Contracts of the arithmetic of machine integers that does not fail: wrapping, checked, saturating.
// @when wrapping checked_ saturating_ multiple_of std_specs::num
//!
//! trusted: each contract says what the documentation of the standard library says: the exact result if there is
//! one, or else the one that the name of the function promises.

#[allow(unused_imports)]
use crate::arithmetic::div_mod::{rust_div, rust_rem};
#[allow(unused_imports)]
use crate::wrapping::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The first multiple of `y` that is at least `x`.
pub open spec fn next_multiple_of(x: int, y: int) -> int
    recommends
        y > 0,
{
    if x % y == 0 {
        x
    } else {
        x - x % y + y
    }
}

} // verus!

/// The contracts of one type without sign.
macro_rules! unsigned_specs {
    ($($u:ty, $i:ty, $specs:ident, $module:ident;)*) => {
        $(
            mod $module {
                #[allow(unused_imports)]
                use super::*;

                verus! {

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::wrapping_add ](x: $u, y: $u) -> $u
                    returns
                        $specs::wrapping_add(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::wrapping_add_signed ](x: $u, y: $i) -> $u
                    returns
                        $specs::wrapping_add_signed(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::wrapping_sub ](x: $u, y: $u) -> $u
                    returns
                        $specs::wrapping_sub(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::wrapping_mul ](x: $u, y: $u) -> $u
                    returns
                        $specs::wrapping_mul(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::wrapping_shl ](x: $u, rhs: u32) -> $u
                    returns
                        $specs::wrapping_shl(x, rhs),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::wrapping_shr ](x: $u, rhs: u32) -> $u
                    returns
                        $specs::wrapping_shr(x, rhs),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_add ](x: $u, y: $u) -> Option<$u>
                    returns
                        (if x + y <= <$u>::MAX {
                            Some((x + y) as $u)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_add_signed ](x: $u, y: $i) -> Option<$u>
                    returns
                        (if 0 <= x + y <= <$u>::MAX {
                            Some((x + y) as $u)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_sub ](x: $u, y: $u) -> Option<$u>
                    returns
                        (if y <= x {
                            Some((x - y) as $u)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_mul ](x: $u, y: $u) -> Option<$u>
                    returns
                        (if x * y <= <$u>::MAX {
                            Some((x * y) as $u)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_next_multiple_of ](x: $u, rhs: $u) -> Option<$u>
                    returns
                        (if rhs != 0 && next_multiple_of(x as int, rhs as int) <= <$u>::MAX {
                            Some(next_multiple_of(x as int, rhs as int) as $u)
                        } else {
                            None
                        }),
                ;

                /// The quotient, if there is one.
                pub open spec fn checked_div(x: $u, y: $u) -> Option<$u> {
                    if y == 0 {
                        None
                    } else {
                        Some((x / y) as $u)
                    }
                }

                #[verifier::when_used_as_spec(checked_div)]
                pub assume_specification[ <$u>::checked_div ](lhs: $u, rhs: $u) -> (result: Option<$u>)
                    ensures
                        result == checked_div(lhs, rhs),
                ;

                #[verifier::when_used_as_spec(checked_div)]
                pub assume_specification[ <$u>::checked_div_euclid ](lhs: $u, rhs: $u) -> (result: Option<$u>)
                    ensures
                        result == checked_div(lhs, rhs),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_rem ](lhs: $u, rhs: $u) -> Option<$u>
                    returns
                        (if rhs == 0 {
                            None
                        } else {
                            Some((lhs % rhs) as $u)
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::checked_rem_euclid ](lhs: $u, rhs: $u) -> Option<$u>
                    returns
                        (if rhs == 0 {
                            None
                        } else {
                            Some((lhs % rhs) as $u)
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::saturating_add ](x: $u, y: $u) -> $u
                    returns
                        (if x + y <= <$u>::MAX {
                            (x + y) as $u
                        } else {
                            <$u>::MAX
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::saturating_sub ](x: $u, y: $u) -> $u
                    returns
                        (if y <= x {
                            (x - y) as $u
                        } else {
                            <$u>::MIN
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::saturating_mul ](x: $u, y: $u) -> $u
                    returns
                        (if x * y <= <$u>::MAX {
                            (x * y) as $u
                        } else {
                            <$u>::MAX
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$u>::is_multiple_of ](x: $u, y: $u) -> bool
                    returns
                        (if y == 0 {
                            x == 0
                        } else {
                            x % y == 0
                        }),
                ;

                }
            }
        )*
    };
}

/// The contracts of one type with sign.
macro_rules! signed_specs {
    ($($i:ty, $u:ty, $specs:ident, $module:ident;)*) => {
        $(
            mod $module {
                #[allow(unused_imports)]
                use super::*;

                verus! {

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::wrapping_add ](x: $i, y: $i) -> $i
                    returns
                        $specs::wrapping_add(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::wrapping_add_unsigned ](x: $i, y: $u) -> $i
                    returns
                        $specs::wrapping_add_unsigned(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_add_unsigned ](x: $i, y: $u) -> Option<$i>
                    returns
                        (if x + y <= <$i>::MAX {
                            Some((x + y) as $i)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_sub_unsigned ](x: $i, y: $u) -> Option<$i>
                    returns
                        (if <$i>::MIN <= x - y {
                            Some((x - y) as $i)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::wrapping_sub ](x: $i, y: $i) -> (res: $i)
                    returns
                        $specs::wrapping_sub(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::wrapping_mul ](x: $i, y: $i) -> $i
                    returns
                        $specs::wrapping_mul(x, y),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::wrapping_shl ](x: $i, rhs: u32) -> $i
                    returns
                        $specs::wrapping_shl(x, rhs),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::wrapping_shr ](x: $i, rhs: u32) -> $i
                    returns
                        $specs::wrapping_shr(x, rhs),
                    opens_invariants none
                    no_unwind
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_add ](x: $i, y: $i) -> Option<$i>
                    returns
                        (if <$i>::MIN <= x + y <= <$i>::MAX {
                            Some((x + y) as $i)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_sub ](x: $i, y: $i) -> Option<$i>
                    returns
                        (if <$i>::MIN <= x - y <= <$i>::MAX {
                            Some((x - y) as $i)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_mul ](x: $i, y: $i) -> Option<$i>
                    returns
                        (if <$i>::MIN <= x * y <= <$i>::MAX {
                            Some((x * y) as $i)
                        } else {
                            None
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_div ](lhs: $i, rhs: $i) -> Option<$i>
                    returns
                        (if rhs == 0 || (lhs == <$i>::MIN && rhs == -1) {
                            None
                        } else {
                            Some(rust_div(lhs as int, rhs as int) as $i)
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_div_euclid ](lhs: $i, rhs: $i) -> Option<$i>
                    returns
                        (if rhs == 0 || (lhs == <$i>::MIN && rhs == -1) {
                            None
                        } else {
                            Some((lhs as int / rhs as int) as $i)
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_rem ](lhs: $i, rhs: $i) -> Option<$i>
                    returns
                        (if rhs == 0 || (lhs == <$i>::MIN && rhs == -1) {
                            None
                        } else {
                            Some(rust_rem(lhs as int, rhs as int) as $i)
                        }),
                ;

                #[verifier::allow_in_spec]
                pub assume_specification[ <$i>::checked_rem_euclid ](lhs: $i, rhs: $i) -> Option<$i>
                    returns
                        (if rhs == 0 || (lhs == <$i>::MIN && rhs == -1) {
                            None
                        } else {
                            Some((lhs as int % rhs as int) as $i)
                        }),
                ;

                }
            }
        )*
    };
}

unsigned_specs! {
    u8, i8, u8_specs, u8_contracts;
    u16, i16, u16_specs, u16_contracts;
    u32, i32, u32_specs, u32_contracts;
    u64, i64, u64_specs, u64_contracts;
    u128, i128, u128_specs, u128_contracts;
    usize, isize, usize_specs, usize_contracts;
}

signed_specs! {
    i8, u8, i8_specs, i8_contracts;
    i16, u16, i16_specs, i16_contracts;
    i32, u32, i32_specs, i32_contracts;
    i64, u64, i64_specs, i64_contracts;
    i128, u128, i128_specs, i128_contracts;
    isize, usize, isize_specs, isize_contracts;
}
