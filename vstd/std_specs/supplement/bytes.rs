//! Numbers as arrays of bytes.
// @when le_bytes be_bytes
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::bytes::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

/// The bytes of one type.
macro_rules! bytes_of {
    ($($t:ty, $len:literal, $to:ident, $from:ident;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::to_le_bytes ](x: $t) -> (res: [u8; $len])
                ensures
                    res@ == $to(x),
            ;

            pub assume_specification[ <$t>::to_be_bytes ](x: $t) -> (res: [u8; $len])
                ensures
                    res@ == Seq::reverse($to(x)),
            ;

            pub assume_specification[ <$t>::from_le_bytes ](bytes: [u8; $len]) -> (res: $t)
                ensures
                    res == $from(bytes@),
            ;

            pub assume_specification[ <$t>::from_be_bytes ](bytes: [u8; $len]) -> (res: $t)
                ensures
                    res == $from(Seq::reverse(bytes@)),
            ;
        )*
        }
    };
}

bytes_of! {
    u16, 2, spec_u16_to_le_bytes, spec_u16_from_le_bytes;
    u32, 4, spec_u32_to_le_bytes, spec_u32_from_le_bytes;
    u64, 8, spec_u64_to_le_bytes, spec_u64_from_le_bytes;
    u128, 16, spec_u128_to_le_bytes, spec_u128_from_le_bytes;
}
