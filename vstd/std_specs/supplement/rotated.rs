//! Numbers whose bits are moved round.
// @when .rotate_left( .rotate_right(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::arithmetic::power2::pow2;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// The types without sign.
macro_rules! rotated {
    ($($t:ty)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::rotate_left ](x: $t, n: u32) -> (res: $t)
                ensures
                    ({
                        let k = (n % <$t>::BITS) as nat;
                        res == (x * pow2(k)) % (<$t>::MAX + 1) + x as int / pow2((<$t>::BITS - k) as nat) as int
                    }),
            ;

            pub assume_specification[ <$t>::rotate_right ](x: $t, n: u32) -> (res: $t)
                ensures
                    ({
                        let k = (n % <$t>::BITS) as nat;
                        res == (x * pow2((<$t>::BITS - k) as nat)) % (<$t>::MAX + 1) + x as int / pow2(k) as int
                    }),
            ;
        )*
        }
    };
}

rotated! { u8 u16 u32 u64 u128 usize }
