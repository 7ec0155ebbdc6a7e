//! What follows from the bytes of sequences: how many they are, and that they tell sequences apart.

use vstd::prelude::*;

verus! {

use crate::arrays_t::*;
use crate::bytes_v::*;
use crate::traits_t::*;

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

} // verus!
