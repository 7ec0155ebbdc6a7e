//! Ranges of integers as iterators, and what else is known of ranges.
// @when .. Range
//!
//! trusted: the type has the two fields that the standard library gives it.

#[allow(unused_imports)]
use super::iter::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::ops::Range;

pub use super::range_bounds::*;
pub use super::range_ends::*;
pub use super::range_inclusive::*;
pub use super::range_members::*;

verus! {

#[verifier::external_type_specification]
#[verifier::reject_recursive_types_in_ground_variants(Idx)]
pub struct ExRange<Idx>(Range<Idx>);

impl<T> SliceIndexSpecImpl<[T]> for Range<usize> {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a [T]> {
        slice_part_in(slice, self.start as int, self.end as int)
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &[T]) -> &'a [T] {
        slice_with_part(slice, self.start as int, self.end as int, part)
    }
}

} // verus!

/// A range gives the numbers from its start on, up to but without its end.
macro_rules! range_iterators {
    ($($t:ty)*) => {
        verus! {
        $(
            impl IteratorSpecImpl for Range<$t> {
                open spec fn obeys_prophetic_iter_laws(&self) -> bool {
                    true
                }

                open spec fn remaining(&self) -> Seq<$t> {
                    Seq::new(if self.start < self.end { (self.end - self.start) as nat } else { 0 }, |i: int|
                        (self.start + i) as $t)
                }

                open spec fn will_return_none(&self) -> bool {
                    true
                }

                open spec fn decrease(&self) -> Option<nat> {
                    Some(if self.start < self.end { (self.end - self.start) as nat } else { 0 })
                }

                open spec fn peek(&self, index: int) -> Option<$t> {
                    if 0 <= index && self.start + index <= self.end {
                        Some((self.start + index) as $t)
                    } else {
                        None
                    }
                }
            }

            impl DoubleEndedIteratorSpecImpl for Range<$t> {
                open spec fn peek_back(&self, index: int) -> Option<$t> {
                    if 0 <= index && self.start < self.end - index {
                        Some((self.end - index - 1) as $t)
                    } else {
                        None
                    }
                }
            }
        )*
        }
    };
}

range_iterators! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
