//! The bytes of arrays and of sequences.
//!
//! trusted: an array is its elements one after the other, as the reference of Rust says; and so is a slice.

use vstd::prelude::*;

use crate::traits_t::*;

verus! {

use crate::arrays_v::*;

/// The bytes of values, one after the other.
pub open spec fn bytes_of_all<T: PmBytes>(all: Seq<T>) -> Seq<u8>
    decreases all.len(),
{
    if all.len() == 0 {
        seq![]
    } else {
        bytes_of_all(all.drop_last()) + all.last().spec_to_bytes()
    }
}

unsafe impl<T: PmSafe, const N: usize> PmSafe for [T; N] {

}

unsafe impl<T: PmSized, const N: usize> PmSized for [T; N] {
    open spec fn spec_size_of() -> nat {
        N as nat * T::spec_size_of()
    }

    open spec fn spec_align_of() -> nat {
        T::spec_align_of()
    }
}

impl<T: PmCopy, const N: usize> PmCopy for [T; N] {

}

unsafe impl<T: PmBytes, const N: usize> PmBytes for [T; N] {
    open spec fn spec_to_bytes(self) -> Seq<u8> {
        bytes_of_all(self@)
    }

    proof fn lemma_len(self) {
        lemma_all_len(self@);
    }

    proof fn lemma_injective(a: Self, b: Self) {
        lemma_all_injective(a@, b@);
        assert(a =~= b);
    }
}

} // verus!
