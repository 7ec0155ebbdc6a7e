//! What is in a range.
// @when std_specs::cmp ..= RangeInclusive ).contains(&
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use crate::std_specs::range_inclusive::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::cmp::Ordering;
use core::ops::{Range, RangeInclusive};

verus! {

/// `a < b`, as comparisons are specified.
pub open spec fn below<A: ?Sized + PartialOrd<B>, B: ?Sized>(a: &A, b: &B) -> bool {
    a.partial_cmp_spec(b) == Some(Ordering::Less)
}

/// `a <= b`, as comparisons are specified.
pub open spec fn at_most<A: ?Sized + PartialOrd<B>, B: ?Sized>(a: &A, b: &B) -> bool {
    below(a, b) || a.partial_cmp_spec(b) == Some(Ordering::Equal)
}

/// Whether nothing is left of an inclusive range.
pub open spec fn spec_range_inclusive_is_empty<Idx: PartialOrd<Idx>>(r: &RangeInclusive<Idx>) -> bool {
    r@.exhausted || !at_most(&r@.start, &r@.end)
}

pub assume_specification<Idx: PartialOrd<Idx>>[ RangeInclusive::<Idx>::is_empty ](r: &RangeInclusive<Idx>) -> (res:
    bool)
    ensures
        <Idx as PartialOrdSpec<Idx>>::obeys_partial_cmp_spec() ==> res == spec_range_inclusive_is_empty(r),
;

/// What is in a range.
pub trait ContainsSpec<Idx, U> where Idx: PartialOrd<U>, U: ?Sized + PartialOrd<Idx> {
    /// Whether the comparisons that `contains` makes keep to their specification.
    spec fn obeys_contains() -> bool;

    /// Whether a value is in the range.
    spec fn contains_spec(&self, i: &U) -> bool;
}

impl<Idx, U> ContainsSpec<Idx, U> for Range<Idx> where Idx: PartialOrd<U>, U: ?Sized + PartialOrd<Idx> {
    open spec fn obeys_contains() -> bool {
        U::obeys_partial_cmp_spec() && <Idx as PartialOrdSpec<U>>::obeys_partial_cmp_spec()
    }

    open spec fn contains_spec(&self, i: &U) -> bool {
        at_most(&self.start, i) && below(i, &self.end)
    }
}

impl<Idx, U> ContainsSpec<Idx, U> for RangeInclusive<Idx> where
    Idx: PartialOrd<U>,
    U: ?Sized + PartialOrd<Idx>,
{
    open spec fn obeys_contains() -> bool {
        U::obeys_partial_cmp_spec() && <Idx as PartialOrdSpec<U>>::obeys_partial_cmp_spec()
    }

    open spec fn contains_spec(&self, i: &U) -> bool {
        at_most(&self@.start, i) && if self@.exhausted {
            below(i, &self@.end)
        } else {
            at_most(i, &self@.end)
        }
    }
}

pub assume_specification<Idx: PartialOrd<Idx>, U>[ Range::<Idx>::contains ](r: &Range<Idx>, i: &U) -> (ret: bool) where
    Idx: PartialOrd<U>,
    U: ?Sized + PartialOrd<Idx>,

    ensures
        <Range<Idx> as ContainsSpec<Idx, U>>::obeys_contains() ==> ret == r.contains_spec(i),
;

pub assume_specification<Idx: PartialOrd<Idx>, U>[ RangeInclusive::<Idx>::contains ](
    r: &RangeInclusive<Idx>,
    i: &U,
) -> (ret: bool) where Idx: PartialOrd<U>, U: ?Sized + PartialOrd<Idx>
    ensures
        <RangeInclusive<Idx> as ContainsSpec<Idx, U>>::obeys_contains() ==> ret == r.contains_spec(i),
;

} // verus!
