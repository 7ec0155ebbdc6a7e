//! `Vec`.
use crate::boxed::Box;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Deref, DerefMut, Index, IndexMut, RangeBounds};
use core::slice::{self, SliceIndex};

pub struct Vec<T> { ptr: *mut T, cap: usize, len: usize }
impl<T> Vec<T> {
    pub const fn new() -> Self;
    pub fn with_capacity(capacity: usize) -> Self;
    pub unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Self;
}
impl<T> Vec<T> {
    pub const fn capacity(&self) -> usize;
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError>;
    pub fn shrink_to_fit(&mut self);
    pub fn into_boxed_slice(self) -> Box<[T]>;
    pub fn truncate(&mut self, len: usize);
    pub const fn as_slice(&self) -> &[T];
    pub const fn as_mut_slice(&mut self) -> &mut [T];
    pub const fn as_ptr(&self) -> *const T;
    pub const fn as_mut_ptr(&mut self) -> *mut T;
    pub unsafe fn set_len(&mut self, new_len: usize);
    pub fn swap_remove(&mut self, index: usize) -> T;
    pub fn insert(&mut self, index: usize, element: T);
    pub fn remove(&mut self, index: usize) -> T;
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
    pub fn push(&mut self, value: T);
    pub fn pop(&mut self) -> Option<T>;
    pub fn append(&mut self, other: &mut Self);
    pub fn clear(&mut self);
    pub const fn len(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub fn split_off(&mut self, at: usize) -> Self;
    pub fn resize(&mut self, new_len: usize, value: T) where T: Clone;
    pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, f: F);
    pub fn extend_from_slice(&mut self, other: &[T]) where T: Clone;
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T>;
    pub fn dedup(&mut self) where T: PartialEq;
}
// @internal: a function of the macro `vec!`
pub fn from_elem<T: Clone>(elem: T, n: usize) -> Vec<T>;
impl<T> Deref for Vec<T> {
    type Target = [T];
    fn deref(&self) -> &[T];
}
impl<T> DerefMut for Vec<T> { fn deref_mut(&mut self) -> &mut [T]; }
impl<T> Drop for Vec<T> { fn drop(&mut self); }
unsafe impl<T: Send> Send for Vec<T> {}
unsafe impl<T: Sync> Sync for Vec<T> {}
impl<T: Clone> Clone for Vec<T> { fn clone(&self) -> Self; }
impl<T> Default for Vec<T> { fn default() -> Vec<T>; }
impl<T, I: SliceIndex<[T]>> Index<I> for Vec<T> {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output;
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for Vec<T> { fn index_mut(&mut self, index: I) -> &mut I::Output; }
impl<T: PartialEq<U>, U> PartialEq<Vec<U>> for Vec<T> {
    fn eq(&self, other: &Vec<U>) -> bool;
    fn ne(&self, other: &Vec<U>) -> bool;
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for Vec<T> { fn eq(&self, other: &[U; N]) -> bool; }
impl<T: PartialEq<U>, U> PartialEq<&[U]> for Vec<T> { fn eq(&self, other: &&[U]) -> bool; }
impl<T: Eq> Eq for Vec<T> {}
impl<T: PartialOrd> PartialOrd for Vec<T> { fn partial_cmp(&self, other: &Vec<T>) -> Option<Ordering>; }
impl<T: Ord> Ord for Vec<T> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: Hash> Hash for Vec<T> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: fmt::Debug> fmt::Debug for Vec<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> AsRef<[T]> for Vec<T> { fn as_ref(&self) -> &[T]; }
impl<T> AsMut<[T]> for Vec<T> { fn as_mut(&mut self) -> &mut [T]; }
impl<T> core::borrow::Borrow<[T]> for Vec<T> { fn borrow(&self) -> &[T]; }
impl<T> core::borrow::BorrowMut<[T]> for Vec<T> { fn borrow_mut(&mut self) -> &mut [T]; }
impl<T: Clone> From<&[T]> for Vec<T> { fn from(s: &[T]) -> Vec<T>; }
impl<T, const N: usize> From<[T; N]> for Vec<T> { fn from(s: [T; N]) -> Vec<T>; }
impl<T> FromIterator<T> for Vec<T> { fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T>; }
impl<T> Extend<T> for Vec<T> { fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I); }
pub struct IntoIter<T> { rest: Vec<T> }
impl<T: Clone> Clone for IntoIter<T> { fn clone(&self) -> Self; }
impl<T> Iterator for IntoIter<T> { type Item = T; fn next(&mut self) -> Option<T>; }
impl<T> DoubleEndedIterator for IntoIter<T> { fn next_back(&mut self) -> Option<T>; }
impl<T> ExactSizeIterator for IntoIter<T> {}
#[doc = "certus:attr verifier::external"]
pub struct Drain<'a, T: 'a> { vec: &'a mut Vec<T> }
impl<T> Iterator for Drain<'_, T> { type Item = T; fn next(&mut self) -> Option<T>; }
impl<T> IntoIterator for Vec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T>;
}
impl<'a, T> IntoIterator for &'a Vec<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    fn into_iter(self) -> slice::Iter<'a, T>;
}
impl<'a, T> IntoIterator for &'a mut Vec<T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;
    fn into_iter(self) -> slice::IterMut<'a, T>;
}
