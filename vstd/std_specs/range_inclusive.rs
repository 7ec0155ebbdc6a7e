//! `a..=b` as an iterator of integers.
// @when ..= RangeInclusive
//!
//! trusted: an inclusive range is its ends, and whether `next` has given the last item; `new` makes one that has not.

#[allow(unused_imports)]
use super::iter::*;
#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::ops::RangeInclusive;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types_in_ground_variants(Idx)]
pub struct ExRangeInclusive<Idx>(RangeInclusive<Idx>);

/// What an inclusive range is seen as.
pub struct RangeInclusiveView<Idx> {
    /// The first item.
    pub start: Idx,
    /// The last item.
    pub end: Idx,
    /// Whether the last item was taken.
    pub exhausted: bool,
}

impl<Idx> View for RangeInclusive<Idx> {
    type V = RangeInclusiveView<Idx>;

    uninterp spec fn view(&self) -> RangeInclusiveView<Idx>;
}

pub assume_specification<Idx>[ RangeInclusive::<Idx>::new ](start: Idx, end: Idx) -> (ret: RangeInclusive<Idx>)
    ensures
        ret@ == (RangeInclusiveView { start, end, exhausted: false }),
;

/// What a range that has given its last item chooses, of which the documentation says nothing.
pub uninterp spec fn exhausted_part<'a, T>(range: RangeInclusive<usize>, slice: &'a [T]) -> Option<&'a [T]>;

/// The slice with something else in that place.
pub uninterp spec fn exhausted_part_replaced<'a, T>(range: RangeInclusive<usize>, slice: &'a [T], part: &[T]) -> &'a [T];

impl<T> SliceIndexSpecImpl<[T]> for RangeInclusive<usize> {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a [T]> {
        if self@.exhausted {
            exhausted_part(*self, slice)
        } else {
            slice_part_in(slice, self@.start as int, self@.end + 1)
        }
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &[T]) -> &'a [T] {
        if self@.exhausted {
            exhausted_part_replaced(*self, slice, part)
        } else {
            slice_with_part(slice, self@.start as int, self@.end + 1, part)
        }
    }
}

/// How many items an inclusive range of numbers has yet to give.
pub open spec fn range_inclusive_len(start: int, end: int, exhausted: bool) -> nat {
    if !exhausted && start <= end {
        (end - start + 1) as nat
    } else {
        0
    }
}

} // verus!

/// An inclusive range gives the numbers from its start on, up to its end, which it has given when it is exhausted.
macro_rules! range_inclusive_iterators {
    ($($t:ty)*) => {
        verus! {
        $(
            impl IteratorSpecImpl for RangeInclusive<$t> {
                open spec fn obeys_prophetic_iter_laws(&self) -> bool {
                    true
                }

                open spec fn remaining(&self) -> Seq<$t> {
                    Seq::new(range_inclusive_len(self@.start as int, self@.end as int, self@.exhausted), |i: int|
                        (self@.start + i) as $t)
                }

                open spec fn will_return_none(&self) -> bool {
                    true
                }

                open spec fn decrease(&self) -> Option<nat> {
                    Some(range_inclusive_len(self@.start as int, self@.end as int, self@.exhausted))
                }

                open spec fn peek(&self, index: int) -> Option<$t> {
                    if 0 <= index <= range_inclusive_len(self@.start as int, self@.end as int, self@.exhausted) {
                        Some((self@.start + index) as $t)
                    } else {
                        None
                    }
                }
            }

            impl DoubleEndedIteratorSpecImpl for RangeInclusive<$t> {
                open spec fn peek_back(&self, index: int) -> Option<$t> {
                    if 0 <= index < range_inclusive_len(self@.start as int, self@.end as int, self@.exhausted) {
                        Some((self@.end - index) as $t)
                    } else {
                        None
                    }
                }
            }
        )*
        }
    };
}

range_inclusive_iterators! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
