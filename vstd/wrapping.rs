//! What the wrapping operations of machine integers compute: one module a type, `vstd::wrapping::u8_specs` and so on.
// @when wrapping checked_ saturating_ multiple_of std_specs::num atomic Atomic

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// The modules of a pair of types: the one without sign, the one with sign, the number of their values and of their
/// bits.
macro_rules! wrapping_specs {
    ($($u:ty, $i:ty, $mod_u:ident, $mod_i:ident, $range:expr, $bits:expr;)*) => {
        $(
            verus! {

            /// Wrapping operations on numbers without sign.
            pub mod $mod_u {
                #[allow(unused_imports)]
                use super::*;

                /// `x + y`, one range less if it is too large.
                pub open spec fn wrapping_add(x: $u, y: $u) -> $u {
                    if x + y <= <$u>::MAX {
                        (x + y) as $u
                    } else {
                        (x + y - $range) as $u
                    }
                }

                /// `x + y` for a number with sign, one range less or more if it is too large or too small.
                pub open spec fn wrapping_add_signed(x: $u, y: $i) -> $u {
                    if x + y < 0 {
                        (x + y + $range) as $u
                    } else if x + y <= <$u>::MAX {
                        (x + y) as $u
                    } else {
                        (x + y - $range) as $u
                    }
                }

                /// `x - y`, one range more if it is too small.
                pub open spec fn wrapping_sub(x: $u, y: $u) -> $u {
                    if y <= x {
                        (x - y) as $u
                    } else {
                        (x - y + $range) as $u
                    }
                }

                /// The remainder of `x * y`.
                pub open spec fn wrapping_mul(x: $u, y: $u) -> $u {
                    ((x as nat * y as nat) % ($range as nat)) as $u
                }

                /// `x << n` for the remainder of the distance.
                pub open spec fn wrapping_shl(x: $u, shift: u32) -> $u {
                    x << (shift % $bits)
                }

                /// `x >> n` for the remainder of the distance.
                pub open spec fn wrapping_shr(x: $u, shift: u32) -> $u {
                    x >> (shift % $bits)
                }
            }

            /// Wrapping operations on numbers with sign.
            pub mod $mod_i {
                #[allow(unused_imports)]
                use super::*;

                /// `x + y`, one range less or more if it is too large or too small.
                pub open spec fn wrapping_add(x: $i, y: $i) -> $i {
                    if x + y < <$i>::MIN {
                        (x + y + $range) as $i
                    } else if x + y <= <$i>::MAX {
                        (x + y) as $i
                    } else {
                        (x + y - $range) as $i
                    }
                }

                /// `x + y` for a number without sign, one range less if it is too large.
                pub open spec fn wrapping_add_unsigned(x: $i, y: $u) -> $i {
                    if x + y <= <$i>::MAX {
                        (x + y) as $i
                    } else {
                        (x + y - $range) as $i
                    }
                }

                /// `x - y`, one range less or more if it is too large or too small.
                pub open spec fn wrapping_sub(x: $i, y: $i) -> $i {
                    if x - y < <$i>::MIN {
                        (x - y + $range) as $i
                    } else if x - y <= <$i>::MAX {
                        (x - y) as $i
                    } else {
                        (x - y - $range) as $i
                    }
                }

                /// The number of the type that differs from `x` by a multiple of the range.
                pub open spec fn signed_crop(x: int) -> $i {
                    if x % ($range as int) <= <$i>::MAX {
                        (x % ($range as int)) as $i
                    } else {
                        (x % ($range as int) - $range) as $i
                    }
                }

                /// The number of the type that differs from `x * y` by a multiple of the range.
                pub open spec fn wrapping_mul(x: $i, y: $i) -> $i {
                    signed_crop(x * y)
                }

                /// `x << n` for the remainder of the distance.
                pub open spec fn wrapping_shl(x: $i, shift: u32) -> $i {
                    x << (shift % $bits)
                }

                /// `x >> n` for the remainder of the distance.
                pub open spec fn wrapping_shr(x: $i, shift: u32) -> $i {
                    x >> (shift % $bits)
                }
            }

            }
        )*
    };
}

wrapping_specs! {
    u8, i8, u8_specs, i8_specs, 0x100, 8u32;
    u16, i16, u16_specs, i16_specs, 0x1_0000, 16u32;
    u32, i32, u32_specs, i32_specs, 0x1_0000_0000, 32u32;
    u64, i64, u64_specs, i64_specs, 0x1_0000_0000_0000_0000, 64u32;
    u128, i128, u128_specs, i128_specs, 0x1_0000_0000_0000_0000_0000_0000_0000_0000, 128u32;
    usize, isize, usize_specs, isize_specs, (usize::MAX - usize::MIN + 1), usize::BITS;
}
