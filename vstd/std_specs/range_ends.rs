//! Ranges without a start or an end, and the parts of a slice that they choose.
// @when RangeBounds RangeFrom RangeTo RangeFull Bound slice_range copy_within [.. ..] ..) (..
//!
//! trusted: the types have the fields that the standard library gives them.

#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

// One import a line: `ops::{` asks for the traits of operators too.
use core::ops::RangeFrom;
use core::ops::RangeFull;
use core::ops::RangeTo;
use core::ops::RangeToInclusive;

verus! {

#[verifier::external_type_specification]
#[verifier::reject_recursive_types(Idx)]
pub struct ExRangeFrom<Idx>(RangeFrom<Idx>);

#[verifier::external_type_specification]
#[verifier::reject_recursive_types(Idx)]
pub struct ExRangeTo<Idx>(RangeTo<Idx>);

#[verifier::external_type_specification]
#[verifier::reject_recursive_types(Idx)]
pub struct ExRangeToInclusive<Idx>(RangeToInclusive<Idx>);

#[verifier::external_type_specification]
pub struct ExRangeFull(RangeFull);

impl<T> SliceIndexSpecImpl<[T]> for RangeTo<usize> {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a [T]> {
        slice_part_in(slice, 0, self.end as int)
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &[T]) -> &'a [T] {
        slice_with_part(slice, 0, self.end as int, part)
    }
}

impl<T> SliceIndexSpecImpl<[T]> for RangeFrom<usize> {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a [T]> {
        slice_part_in(slice, self.start as int, slice@.len() as int)
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &[T]) -> &'a [T] {
        slice_with_part(slice, self.start as int, slice@.len() as int, part)
    }
}

impl<T> SliceIndexSpecImpl<[T]> for RangeToInclusive<usize> {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a [T]> {
        slice_part_in(slice, 0, self.end + 1)
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &[T]) -> &'a [T] {
        slice_with_part(slice, 0, self.end + 1, part)
    }
}

impl<T> SliceIndexSpecImpl<[T]> for RangeFull {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a [T]> {
        slice_part_in(slice, 0, slice@.len() as int)
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &[T]) -> &'a [T] {
        slice_with_part(slice, 0, slice@.len() as int, part)
    }
}

} // verus!
