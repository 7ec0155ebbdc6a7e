//! What `get` of a slice gives for ranges.
// @when axiom_slice_get_range std_specs::slice::group_slice_axioms
//!
//! Each lemma says with the words of `spec_slice_get` what the contract of `get` says.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::range::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

verus! {

broadcast use {axiom_slice_part, group_seq_lemmas};

/// A range chooses the part between its ends, if there is one.
pub broadcast proof fn axiom_slice_get_range<T>(v: &[T], i: Range<usize>)
    ensures
        i.start <= i.end <= v@.len() ==> {
            &&& (#[trigger] spec_slice_get(v, i)) is Some
            &&& spec_slice_get(v, i)->0@ == v@.subrange(i.start as int, i.end as int)
        },
        !(i.start <= i.end <= v@.len()) ==> spec_slice_get(v, i) is None,
{
}

/// A range without a start begins at the first element.
pub broadcast proof fn axiom_slice_get_range_to<T>(v: &[T], i: RangeTo<usize>)
    ensures
        i.end <= v@.len() ==> {
            &&& (#[trigger] spec_slice_get(v, i)) is Some
            &&& spec_slice_get(v, i)->0@ == v@.subrange(0, i.end as int)
        },
        i.end > v@.len() ==> spec_slice_get(v, i) is None,
{
}

/// A range without an end goes up to the last element.
pub broadcast proof fn axiom_slice_get_range_from<T>(v: &[T], i: RangeFrom<usize>)
    ensures
        i.start <= v@.len() ==> {
            &&& (#[trigger] spec_slice_get(v, i)) is Some
            &&& spec_slice_get(v, i)->0@ == v@.subrange(i.start as int, v@.len() as int)
        },
        i.start > v@.len() ==> spec_slice_get(v, i) is None,
{
}

/// An inclusive range without a start ends with the element at its end.
pub broadcast proof fn axiom_slice_get_range_to_inclusive<T>(v: &[T], i: RangeToInclusive<usize>)
    ensures
        i.end < v@.len() ==> {
            &&& (#[trigger] spec_slice_get(v, i)) is Some
            &&& spec_slice_get(v, i)->0@ == v@.subrange(0, i.end + 1)
        },
        i.end >= v@.len() ==> spec_slice_get(v, i) is None,
{
}

/// The range without ends chooses everything.
pub broadcast proof fn axiom_slice_get_range_full<T>(v: &[T], i: RangeFull)
    ensures
        (#[trigger] spec_slice_get(v, i)) is Some,
        spec_slice_get(v, i)->0@ == v@,
{
    assert(v@.subrange(0, v@.len() as int) =~= v@);
}

/// An inclusive range that has not given its last item chooses the part that ends with the element at its end.
pub broadcast proof fn axiom_slice_get_range_inclusive<T>(v: &[T], i: RangeInclusive<usize>)
    ensures
        !i@.exhausted && i@.start <= i@.end + 1 <= v@.len() ==> {
            &&& (#[trigger] spec_slice_get(v, i)) is Some
            &&& spec_slice_get(v, i)->0@ == v@.subrange(i@.start as int, i@.end + 1)
        },
        !i@.exhausted && !(i@.start <= i@.end + 1 <= v@.len()) ==> spec_slice_get(v, i) is None,
{
}

/// What `get` gives for each range.
pub broadcast group group_slice_axioms {
    axiom_slice_get_range,
    axiom_slice_get_range_to,
    axiom_slice_get_range_from,
    axiom_slice_get_range_to_inclusive,
    axiom_slice_get_range_full,
    axiom_slice_get_range_inclusive,
}

} // verus!
