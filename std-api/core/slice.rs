//! Slices.
use crate::prelude::rust_2021::*;
use crate::cmp::Ordering;
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

impl<T> [T] {
    #[lang = "slice_len_fn"]
    pub const fn len(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub const fn first(&self) -> Option<&T>;
    pub const fn first_mut(&mut self) -> Option<&mut T>;
    pub const fn last(&self) -> Option<&T>;
    pub const fn last_mut(&mut self) -> Option<&mut T>;
    pub const fn split_first(&self) -> Option<(&T, &[T])>;
    pub const fn split_last(&self) -> Option<(&T, &[T])>;
    pub const fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])>;
    pub const fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])>;
    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output>;
    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output>;
    pub unsafe fn get_unchecked<I: SliceIndex<[T]>>(&self, index: I) -> &I::Output;
    pub unsafe fn get_unchecked_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> &mut I::Output;
    pub const fn as_ptr(&self) -> *const T;
    pub const fn as_mut_ptr(&mut self) -> *mut T;
    pub const fn swap(&mut self, a: usize, b: usize);
    pub fn reverse(&mut self);
    pub fn iter(&self) -> Iter<'_, T>;
    pub fn iter_mut(&mut self) -> IterMut<'_, T>;
    pub fn windows(&self, size: usize) -> Windows<'_, T>;
    pub fn chunks(&self, chunk_size: usize) -> Chunks<'_, T>;
    pub const fn split_at(&self, mid: usize) -> (&[T], &[T]);
    pub const fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]);
    pub const fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])>;
    pub fn contains(&self, x: &T) -> bool where T: PartialEq;
    pub fn starts_with(&self, needle: &[T]) -> bool where T: PartialEq;
    pub fn ends_with(&self, needle: &[T]) -> bool where T: PartialEq;
    pub fn binary_search(&self, x: &T) -> Result<usize, usize> where T: Ord;
    pub fn binary_search_by<'a, F: FnMut(&'a T) -> Ordering>(&'a self, f: F) -> Result<usize, usize>;
    pub fn sort_unstable(&mut self) where T: Ord;
    pub fn fill(&mut self, value: T) where T: Clone;
    pub fn clone_from_slice(&mut self, src: &[T]) where T: Clone;
    pub const fn copy_from_slice(&mut self, src: &[T]) where T: Copy;
    pub fn copy_within<R: crate::ops::RangeBounds<usize>>(&mut self, src: R, dest: usize) where T: Copy;
    pub fn rotate_left(&mut self, mid: usize);
    pub fn rotate_right(&mut self, k: usize);
}
pub const unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T];
pub const unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T];
pub const fn from_ref<T>(s: &T) -> &[T];

// @sealed: by a private supertrait
pub unsafe trait SliceIndex<T: ?Sized> {
    type Output: ?Sized;
    // @internal: unstable; a program indexes instead
    fn get(self, slice: &T) -> Option<&Self::Output>;
    // @internal: unstable; a program indexes instead
    fn get_mut(self, slice: &mut T) -> Option<&mut Self::Output>;
    // @internal: unstable; a program indexes instead
    fn index(self, slice: &T) -> &Self::Output;
    // @internal: unstable; a program indexes instead
    fn index_mut(self, slice: &mut T) -> &mut Self::Output;
}
// @for ($t, $o) in (usize, T) (Range<usize>, [T]) (RangeTo<usize>, [T]) (RangeFrom<usize>, [T]) (RangeFull, [T]) (RangeInclusive<usize>, [T]) (RangeToInclusive<usize>, [T])
unsafe impl<T> SliceIndex<[T]> for $t {
    type Output = $o;
    // @internal: unstable; a program indexes instead
    fn get(self, slice: &[T]) -> Option<&$o>;
    // @internal: unstable; a program indexes instead
    fn get_mut(self, slice: &mut [T]) -> Option<&mut $o>;
    // @internal: unstable; a program indexes instead
    fn index(self, slice: &[T]) -> &$o;
    // @internal: unstable; a program indexes instead
    fn index_mut(self, slice: &mut [T]) -> &mut $o;
}
// @end
impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output;
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] { fn index_mut(&mut self, index: I) -> &mut I::Output; }
impl<T: PartialEq<U>, U> PartialEq<[U]> for [T] { fn eq(&self, other: &[U]) -> bool; }
impl<T: Eq> Eq for [T] {}
impl<T: PartialOrd> PartialOrd for [T] { fn partial_cmp(&self, other: &[T]) -> Option<Ordering>; }
impl<T: Ord> Ord for [T] { fn cmp(&self, other: &[T]) -> Ordering; }

pub struct Iter<'a, T: 'a> { rest: &'a [T] }
impl<'a, T> Iter<'a, T> { pub fn as_slice(&self) -> &'a [T]; }
impl<'a, T> Clone for Iter<'a, T> { fn clone(&self) -> Self; }
impl<'a, T> Iterator for Iter<'a, T> { type Item = &'a T; fn next(&mut self) -> Option<&'a T>; }
impl<'a, T> DoubleEndedIterator for Iter<'a, T> { fn next_back(&mut self) -> Option<&'a T>; }
impl<'a, T> ExactSizeIterator for Iter<'a, T> {}
pub struct IterMut<'a, T: 'a> { rest: &'a mut [T] }
impl<'a, T> Iterator for IterMut<'a, T> { type Item = &'a mut T; fn next(&mut self) -> Option<&'a mut T>; }
impl<'a, T> DoubleEndedIterator for IterMut<'a, T> { fn next_back(&mut self) -> Option<&'a mut T>; }
impl<'a, T> ExactSizeIterator for IterMut<'a, T> {}
#[doc = "certus:attr verifier::external"]
pub struct Windows<'a, T: 'a> { v: &'a [T], size: usize }
impl<T> Clone for Windows<'_, T> { fn clone(&self) -> Self; }
impl<'a, T> Iterator for Windows<'a, T> { type Item = &'a [T]; fn next(&mut self) -> Option<&'a [T]>; }
#[doc = "certus:attr verifier::external"]
pub struct Chunks<'a, T: 'a> { v: &'a [T], size: usize }
impl<T> Clone for Chunks<'_, T> { fn clone(&self) -> Self; }
impl<'a, T> Iterator for Chunks<'a, T> { type Item = &'a [T]; fn next(&mut self) -> Option<&'a [T]>; }
impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T>;
}
impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;
    fn into_iter(self) -> IterMut<'a, T>;
}
