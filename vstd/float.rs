//! Floating-point numbers: what is known of their bits, and what specifications say of their arithmetic.
// @when f32 f64 float IeeeFloat
//!
//! A value is known by its bits. What code computes with floating-point numbers is not determined by its operands (the bits
//! of a NaN are not, nor is the precision on some targets), so relations without a definition stand for the results:
//! `add_ensures`, `lt_ensures`, `float_cast_spec` and so on. A program that knows more about its target says so with an
//! axiom about them.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// What the bits of a floating-point number say.
pub trait FloatBitsProperties {
    type Bits;

    /// The bits.
    spec fn to_bits_spec(&self) -> Self::Bits;

    /// The bits without the sign.
    spec fn to_bits_abs_spec(&self) -> Self::Bits;

    /// Whether the bit of the sign is set; zeros, infinities and NaNs have one too.
    spec fn is_sign_negative_spec(&self) -> bool;

    /// Whether it is a number: neither an infinity nor a NaN.
    spec fn is_finite_spec(&self) -> bool;

    /// Whether it is one of the two infinities.
    spec fn is_infinite_spec(&self) -> bool;

    /// Whether it is a NaN.
    spec fn is_nan_spec(&self) -> bool;
}

impl FloatBitsProperties for f32 {
    type Bits = u32;

    open spec fn to_bits_spec(&self) -> u32 {
        f32_to_bits(*self)
    }

    open spec fn to_bits_abs_spec(&self) -> u32 {
        (f32_to_bits(*self) as int % 0x8000_0000) as u32
    }

    open spec fn is_sign_negative_spec(&self) -> bool {
        0x8000_0000 <= self.to_bits_spec()
    }

    open spec fn is_finite_spec(&self) -> bool {
        self.to_bits_abs_spec() < 0x7f80_0000
    }

    open spec fn is_infinite_spec(&self) -> bool {
        self.to_bits_abs_spec() == 0x7f80_0000
    }

    open spec fn is_nan_spec(&self) -> bool {
        0x7f80_0000 < self.to_bits_abs_spec()
    }
}

impl FloatBitsProperties for f64 {
    type Bits = u64;

    open spec fn to_bits_spec(&self) -> u64 {
        f64_to_bits(*self)
    }

    open spec fn to_bits_abs_spec(&self) -> u64 {
        (f64_to_bits(*self) as int % 0x8000_0000_0000_0000) as u64
    }

    open spec fn is_sign_negative_spec(&self) -> bool {
        0x8000_0000_0000_0000 <= self.to_bits_spec()
    }

    open spec fn is_finite_spec(&self) -> bool {
        self.to_bits_abs_spec() < 0x7ff0_0000_0000_0000
    }

    open spec fn is_infinite_spec(&self) -> bool {
        self.to_bits_abs_spec() == 0x7ff0_0000_0000_0000
    }

    open spec fn is_nan_spec(&self) -> bool {
        0x7ff0_0000_0000_0000 < self.to_bits_abs_spec()
    }
}

/// What `from as To` gives in ghost code: the conversion of IEEE 754, of which nothing is known here.
#[verifier::inline]
pub open spec fn ieee_float_cast<From: Copy + IeeeFloatCast<To>, To>(from: From) -> To {
    from.ieee_cast()
}

/// That code converts `from` to `to` with `as`. The same value may be converted to several.
pub uninterp spec fn float_cast_spec<From, To>(from: From, to: To) -> bool;

} // verus!

/// The operations of IEEE 754 that ghost code has, with the types of their operands and results. Nothing is known of
/// them.
macro_rules! operations {
    ($($name:ident($($arg:ident),*) -> $result:ty;)*) => {
        verus! {

        $(
        #[doc(hidden)]
        pub uninterp spec fn $name<F>($($arg: F),*) -> $result;
        )*

        }
    };
}

operations! {
    float_add(x, y) -> F;
    float_sub(x, y) -> F;
    float_mul(x, y) -> F;
    float_div(x, y) -> F;
    float_eq(x, y) -> bool;
    float_le(x, y) -> bool;
    float_ge(x, y) -> bool;
    float_lt(x, y) -> bool;
    float_gt(x, y) -> bool;
    float_neg(x) -> F;
    float_floor(x) -> F;
    float_ceil(x) -> F;
    float_round(x) -> F;
    float_round_ties_even(x) -> F;
    float_trunc(x) -> F;
    float_is_normal(x) -> bool;
    float_is_subnormal(x) -> bool;
    float_is_zero(x) -> bool;
    float_is_infinite(x) -> bool;
    float_is_nan(x) -> bool;
    float_is_negative(x) -> bool;
    float_is_positive(x) -> bool;
}

verus! {

/// A number of one type as one of another.
#[doc(hidden)]
pub uninterp spec fn float_convert<From, To>(from: From) -> To;

} // verus!
