//! Numbers, truth values and characters.
//!
//! trusted: the layouts, which rustc checks below; that the bytes of a number are stored with the lowest first, which it checks
//! of the target; that a truth value is a byte of 0 or 1, a character its number, and a negative number its complement of two,
//! as the reference of Rust says.

use vstd::prelude::*;

use crate::traits_t::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;

} // verus!

const _: () =
    assert!(cfg!(target_endian = "little"), "the bytes of numbers are known for machines that store the lowest first");

/// Says of a type of so many bytes that they are those of a number.
macro_rules! primitive {
    ($type:ident, $size:literal, $align:literal, |$x:ident| $number:expr) => {
        const _: () = assert!(
            core::mem::size_of::<$type>() == $size && core::mem::align_of::<$type>() == $align,
            "a layout is not the one that programs are verified for"
        );

        verus! {

        unsafe impl PmSafe for $type {

        }

        unsafe impl PmSized for $type {
            open spec fn spec_size_of() -> nat {
                $size
            }

            open spec fn spec_align_of() -> nat {
                $align
            }
        }

        impl PmCopy for $type {

        }

        unsafe impl PmBytes for $type {
            open spec fn spec_to_bytes(self) -> Seq<u8> {
                let $x = self;
                low_bytes(($number) as nat, $size)
            }

            proof fn lemma_len(self) {
                let $x = self;
                lemma_low_bytes_len(($number) as nat, $size);
            }

            proof fn lemma_injective(a: Self, b: Self) {
                reveal_with_fuel(bound, 18);
                let $x = a;
                let first = ($number) as nat;
                let $x = b;
                let second = ($number) as nat;
                lemma_low_bytes_injective(first, second, $size);
            }
        }

        }
    };
}

primitive!(u8, 1, 1, |x| x as int);
primitive!(u16, 2, 2, |x| x as int);
primitive!(u32, 4, 4, |x| x as int);
primitive!(u64, 8, 8, |x| x as int);
primitive!(u128, 16, 16, |x| x as int);
primitive!(i8, 1, 1, |x| if x < 0 { x + 0x100 } else { x as int });
primitive!(i16, 2, 2, |x| if x < 0 { x + 0x1_0000 } else { x as int });
primitive!(i32, 4, 4, |x| if x < 0 { x + 0x1_0000_0000 } else { x as int });
primitive!(i64, 8, 8, |x| if x < 0 { x + 0x1_0000_0000_0000_0000 } else { x as int });
primitive!(i128, 16, 16, |x| if x < 0 { x + 0x1_0000_0000_0000_0000_0000_0000_0000_0000 } else { x as int });
primitive!(bool, 1, 1, |x| if x { 1int } else { 0int });
primitive!(char, 4, 4, |x| x as int);
