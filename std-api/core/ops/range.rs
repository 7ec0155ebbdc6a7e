//! The range types.
use crate::prelude::rust_2021::*;

#[lang = "RangeFull"]
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct RangeFull;
#[lang = "Range"]
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Range<Idx> { pub start: Idx, pub end: Idx }
#[lang = "RangeFrom"]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeFrom<Idx> { pub start: Idx }
#[lang = "RangeTo"]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeTo<Idx> { pub end: Idx }
#[lang = "RangeInclusive"]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeInclusive<Idx> { start: Idx, end: Idx, exhausted: bool }
#[lang = "RangeToInclusive"]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct RangeToInclusive<Idx> { pub end: Idx }

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub enum Bound<T> { Included(T), Excluded(T), Unbounded }

impl<T> Bound<T> {
    pub fn as_ref(&self) -> Bound<&T>;
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Bound<U>;
}
pub trait RangeBounds<T: ?Sized> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
    fn contains<U: ?Sized + PartialOrd<T>>(&self, item: &U) -> bool where T: PartialOrd<U> { loop {} }
}
// @for $t in Range RangeFrom RangeTo RangeInclusive RangeToInclusive
impl<T> RangeBounds<T> for $t<T> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
}
impl<Idx: PartialOrd<Idx>> $t<Idx> {
    pub fn contains<U: ?Sized + PartialOrd<Idx>>(&self, item: &U) -> bool where Idx: PartialOrd<U>;
}
// @end
impl<T: ?Sized> RangeBounds<T> for RangeFull {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
}
impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
}
impl<Idx: PartialOrd<Idx>> Range<Idx> { pub fn is_empty(&self) -> bool; }
impl<Idx> RangeInclusive<Idx> {
    #[lang = "range_inclusive_new"]
    pub const fn new(start: Idx, end: Idx) -> Self;
    pub const fn start(&self) -> &Idx;
    pub const fn end(&self) -> &Idx;
    pub fn into_inner(self) -> (Idx, Idx);
}
impl<Idx: PartialOrd<Idx>> RangeInclusive<Idx> { pub fn is_empty(&self) -> bool; }
impl<A: crate::iter::Step> Iterator for Range<A> { type Item = A; fn next(&mut self) -> Option<A>; }
impl<A: crate::iter::Step> Iterator for RangeFrom<A> { type Item = A; fn next(&mut self) -> Option<A>; }
impl<A: crate::iter::Step> Iterator for RangeInclusive<A> { type Item = A; fn next(&mut self) -> Option<A>; }
impl<A: crate::iter::Step> DoubleEndedIterator for Range<A> { fn next_back(&mut self) -> Option<A>; }
impl<A: crate::iter::Step> DoubleEndedIterator for RangeInclusive<A> { fn next_back(&mut self) -> Option<A>; }
impl ExactSizeIterator for Range<usize> {}
impl ExactSizeIterator for Range<u32> {}
impl ExactSizeIterator for Range<i32> {}
impl ExactSizeIterator for Range<u16> {}
impl ExactSizeIterator for Range<u8> {}
