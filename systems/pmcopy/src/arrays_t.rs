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
        bytes_of_all(all.drop_last()) + all.last().spec_to_bytes()
    }
}

/// They are as many as all values have together.
pub proof fn lemma_all_len<T: PmBytes>(all: Seq<T>)
    ensures
        bytes_of_all(all).len() == all.len() * T::spec_size_of(),
    decreases all.len(),
{
    if all.len() > 0 {
        lemma_all_len(all.drop_last());
        all.last().lemma_len();
        let (n, size) = (all.len() as int, T::spec_size_of() as int);
        assert((n - 1) * size + size == n * size) by (nonlinear_arith);
    } else {
        let size = T::spec_size_of() as int;
        assert(0 * size == 0) by (nonlinear_arith);
    }
}

/// One more value has its bytes behind the others'.
pub proof fn lemma_all_push<T: PmBytes>(all: Seq<T>, value: T)
    ensures
        bytes_of_all(all.push(value)) == bytes_of_all(all) + value.spec_to_bytes(),
{
    assert(all.push(value).drop_last() =~= all);
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
        let (c, d) = (a.drop_last(), b.drop_last());
        lemma_all_len(c);
        lemma_all_len(d);
        lemma_split(bytes_of_all(c), a.last().spec_to_bytes(), bytes_of_all(d), b.last().spec_to_bytes());
        T::lemma_injective(a.last(), b.last());
        lemma_all_injective(c, d);
        assert(a =~= c.push(a.last()));
        assert(b =~= d.push(b.last()));
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
