//! Equality by bytes.

use vstd::prelude::*;

use crate::memory_t::*;
use crate::traits_t::*;

verus! {

/// Whether two sequences of bytes are the same.
pub fn same_bytes(a: &[u8], b: &[u8]) -> (same: bool)
    ensures
        same == (a@ == b@),
{
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len()
        invariant
            a@.len() == b@.len(),
            i <= a@.len(),
            a@.take(i as int) == b@.take(i as int),
        decreases a@.len() - i,
    {
        if a[i] != b[i] {
            return false;
        }
        assert(a@.take(i + 1) =~= a@.take(i as int).push(a@[i as int]));
        assert(b@.take(i + 1) =~= b@.take(i as int).push(b@[i as int]));
        i += 1;
    }
    assert(a@ =~= a@.take(i as int));
    assert(b@ =~= b@.take(i as int));
    true
}

/// Whether two values are the same.
pub fn same<T: PmBytes>(a: &T, b: &T) -> (same: bool)
    ensures
        same == (*a == *b),
{
    let same = same_bytes(as_bytes(a), as_bytes(b));
    proof {
        if same {
            T::lemma_injective(*a, *b);
        }
    }
    same
}

/// A copy of a value.
pub fn copy_of<T: PmBytes>(value: &T) -> (copy: T)
    ensures
        copy == *value,
{
    *value
}

} // verus!
