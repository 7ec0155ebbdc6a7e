//! Arrays, and the bytes of sequences.
//!
//! trusted: an array is its elements one after the other, as the reference of Rust says.

use vstd::prelude::*;

use crate::traits_t::*;

verus! {

use crate::bytes_v::*;

/// The bytes of values, one after the other.
pub open spec fn bytes_of_all<T: PmBytes>(all: Seq<T>) -> Seq<u8>
    decreases all.len(),
{
    if all.len() == 0 {
        seq![]
    } else {
        all[0].spec_to_bytes() + bytes_of_all(all.skip(1))
    }
}

/// They are as many as all values have together.
pub proof fn lemma_all_len<T: PmBytes>(all: Seq<T>)
    ensures
        bytes_of_all(all).len() == all.len() * T::spec_size_of(),
    decreases all.len(),
{
    if all.len() > 0 {
        all[0].lemma_len();
        lemma_all_len(all.skip(1));
        let (n, size) = (all.len() as int, T::spec_size_of() as int);
        assert((n - 1) * size + size == n * size) by (nonlinear_arith);
    } else {
        let size = T::spec_size_of() as int;
        assert(0 * size == 0) by (nonlinear_arith);
    }
}

/// They tell sequences of one length apart.
pub proof fn lemma_all_injective<T: PmBytes>(a: Seq<T>, b: Seq<T>)
    requires
        a.len() == b.len(),
        bytes_of_all(a) == bytes_of_all(b),
    ensures
        a == b,
    decreases a.len(),
{
    if a.len() > 0 {
        a[0].lemma_len();
        b[0].lemma_len();
        lemma_split(a[0].spec_to_bytes(), bytes_of_all(a.skip(1)), b[0].spec_to_bytes(), bytes_of_all(b.skip(1)));
        T::lemma_injective(a[0], b[0]);
        lemma_all_injective(a.skip(1), b.skip(1));
        assert(a =~= seq![a[0]] + a.skip(1));
        assert(b =~= seq![b[0]] + b.skip(1));
    }
    assert(a =~= b);
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
