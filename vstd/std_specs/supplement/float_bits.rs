//! What the bits of floating-point numbers say, in code that runs.
// @when is_nan is_infinite is_finite is_sign_negative to_bits from_bits f32 f64
//!
//! trusted: each contract says what the documentation of the standard library says. The bits of a NaN are kept where a number is
//! only moved; `abs` may choose others.

#[allow(unused_imports)]
use crate::float::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// The two types, and those of their bits.
macro_rules! float_bits {
    ($($t:ident, $bits:ident;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::is_nan ](x: $t) -> (res: bool)
                ensures
                    res == x.is_nan_spec(),
            ;

            pub assume_specification[ <$t>::is_infinite ](x: $t) -> (res: bool)
                ensures
                    res == x.is_infinite_spec(),
            ;

            pub assume_specification[ <$t>::is_finite ](x: $t) -> (res: bool)
                ensures
                    res == x.is_finite_spec(),
            ;

            pub assume_specification[ <$t>::is_sign_negative ](x: $t) -> (res: bool)
                ensures
                    res == x.is_sign_negative_spec(),
            ;

            pub assume_specification[ <$t>::to_bits ](x: $t) -> (res: $bits)
                ensures
                    res == x.to_bits_spec(),
            ;

            pub assume_specification[ <$t>::from_bits ](v: $bits) -> (res: $t)
                ensures
                    res.to_bits_spec() == v,
            ;

            pub assume_specification[ <$t>::abs ](x: $t) -> (res: $t)
                ensures
                    x.is_nan_spec() ==> res.is_nan_spec(),
                    !x.is_nan_spec() ==> res.to_bits_spec() == x.to_bits_abs_spec(),
            ;
        )*
        }
    };
}

float_bits! {
    f32, u32;
    f64, u64;
}
