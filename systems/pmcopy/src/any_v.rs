//! Types of which any bytes are those of a value: numbers, and arrays and structures of them. A value is taken out of bytes
//! without a look at them, so no checksum stands between corrupted storage and undefined behaviour; there is none to fear.

use vstd::prelude::*;

use crate::memory_t::{MaybeCorrupted, size_of};
use crate::traits_t::*;

verus! {

use crate::arrays_t::*;
use crate::arrays_v::*;
use crate::bytes_v::*;
use vstd::slice::slice_subrange;

/// A type of which any bytes are those of a value, if they are as many as its values have. Nothing of it is trusted: who
/// implements it proves it.
#[diagnostic::on_unimplemented(
    message = "not all bytes are those of a `{Self}`",
    note = "of a `bool`, a `char` or an enum some bytes are those of no value; derive `AnyBitPattern` for structures of numbers"
)]
pub trait AnyBitPattern: PmBytes {
    /// The value that bytes are those of.
    proof fn lemma_any(bytes: Seq<u8>) -> (value: Self)
        requires
            bytes.len() == Self::spec_size_of(),
        ensures
            value.spec_to_bytes() == bytes,
    ;
}

/// The values that bytes are those of, one behind the other.
pub proof fn lemma_any_all<T: AnyBitPattern>(bytes: Seq<u8>, n: nat) -> (all: Seq<T>)
    requires
        bytes.len() == n * T::spec_size_of(),
    ensures
        all.len() == n,
        bytes_of_all(all) == bytes,
    decreases n,
{
    if n == 0 {
        assert(bytes =~= seq![]);
        seq![]
    } else {
        let (m, size) = (n - 1, T::spec_size_of() as int);
        assert(n * size == m * size + size && 0 <= m * size) by (nonlinear_arith)
            requires
                m == n - 1,
                0 <= m,
                0 <= size,
        ;
        let before = lemma_any_all::<T>(bytes.take(m * size), m as nat);
        let last = T::lemma_any(bytes.skip(m * size));
        lemma_all_push(before, last);
        assert(bytes.take(m * size) + bytes.skip(m * size) =~= bytes);
        before.push(last)
    }
}

impl<T: AnyBitPattern, const N: usize> AnyBitPattern for [T; N] {
    proof fn lemma_any(bytes: Seq<u8>) -> (value: Self) {
        vstd::array::spec_array_of::<T, N>(lemma_any_all::<T>(bytes, N as nat))
    }
}

/// The value of bytes, whichever they are.
pub fn value_of<T: AnyBitPattern>(bytes: &[u8]) -> (value: T)
    requires
        bytes@.len() == T::spec_size_of(),
    ensures
        value.spec_to_bytes() == bytes@,
{
    proof {
        let value = T::lemma_any(bytes@);
    }
    MaybeCorrupted::<T>::of_bytes(bytes).extract(Ghost(choose|value: T| value.spec_to_bytes() == bytes@))
}

/// The `n` values of bytes, one behind the other.
pub fn values_of<T: AnyBitPattern>(bytes: &[u8], n: usize) -> (values: Vec<T>)
    requires
        bytes@.len() == n * T::spec_size_of(),
    ensures
        values@.len() == n,
        bytes_of_all(values@) == bytes@,
{
    let size = size_of::<T>();
    let mut values = Vec::with_capacity(n);
    let mut rest = bytes;
    for i in 0..n
        invariant
            values@.len() == i,
            size == T::spec_size_of(),
            rest@.len() == (n - i) * size,
            bytes_of_all(values@) + rest@ == bytes@,
    {
        let ghost (before, left) = (values@, rest@);
        assert((n - i) * size == (n - (i + 1)) * size + size && 0 <= (n - (i + 1)) * size) by (nonlinear_arith)
            requires
                i < n,
        ;
        values.push(value_of(slice_subrange(rest, 0, size)));
        rest = slice_subrange(rest, size, rest.len());
        proof {
            lemma_all_push(before, values@.last());
            assert(values@ =~= before.push(values@.last()));
            assert(bytes_of_all(values@) + rest@ =~= bytes_of_all(before) + left);
        }
    }
    assert((n - n) * size == 0) by (nonlinear_arith);
    assert(bytes_of_all(values@) =~= bytes@);
    values
}

} // verus!

/// Says of a type of numbers, which has so many bytes, that its numbers are all that these bytes can say.
macro_rules! number {
    ($type:ident, $size:literal, |$n:ident| $value:expr) => {
        verus! {

        impl AnyBitPattern for $type {
            proof fn lemma_any(bytes: Seq<u8>) -> (value: Self) {
                reveal_with_fuel(bound, 18);
                lemma_number_of(bytes);
                let $n = number_of(bytes);
                ($value) as $type
            }
        }

        }
    };
}

number!(u8, 1, |n| n);
number!(u16, 2, |n| n);
number!(u32, 4, |n| n);
number!(u64, 8, |n| n);
number!(u128, 16, |n| n);
number!(i8, 1, |n| if n < 0x80 { n as int } else { n - 0x100 });
number!(i16, 2, |n| if n < 0x8000 { n as int } else { n - 0x1_0000 });
number!(i32, 4, |n| if n < 0x8000_0000 { n as int } else { n - 0x1_0000_0000 });
number!(i64, 8, |n| if n < 0x8000_0000_0000_0000 { n as int } else { n - 0x1_0000_0000_0000_0000 });
number!(i128, 16, |n| if n < 0x8000_0000_0000_0000_0000_0000_0000_0000 {
    n as int
} else {
    n - 0x1_0000_0000_0000_0000_0000_0000_0000_0000
});
