//! `Vec`.
use crate::alloc::{Allocator, Global};
use crate::boxed::Box;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Deref, DerefMut, Index, IndexMut, RangeBounds};
use core::slice::{self, SliceIndex};

pub struct Vec<T, A: Allocator = Global> { ptr: *mut T, cap: usize, len: usize, alloc: A }
impl<T> Vec<T> {
    pub const fn new() -> Self;
    pub fn with_capacity(capacity: usize) -> Self;
    pub unsafe fn from_raw_parts(ptr: *mut T, length: usize, capacity: usize) -> Self;
}
impl<T, A: Allocator> Vec<T, A> {
    pub const fn capacity(&self) -> usize;
    pub fn reserve(&mut self, additional: usize);
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), crate::collections::TryReserveError>;
    pub fn shrink_to_fit(&mut self);
    pub fn into_boxed_slice(self) -> Box<[T], A>;
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
    pub fn split_off(&mut self, at: usize) -> Self where A: Clone;
    pub fn resize(&mut self, new_len: usize, value: T) where T: Clone;
    pub fn resize_with<F: FnMut() -> T>(&mut self, new_len: usize, f: F);
    pub fn extend_from_slice(&mut self, other: &[T]) where T: Clone;
    pub fn drain<R: RangeBounds<usize>>(&mut self, range: R) -> Drain<'_, T, A>;
    pub fn dedup(&mut self) where T: PartialEq;
}
pub fn from_elem<T: Clone>(elem: T, n: usize) -> Vec<T>;
impl<T, A: Allocator> Deref for Vec<T, A> {
    type Target = [T];
    fn deref(&self) -> &[T];
}
impl<T, A: Allocator> DerefMut for Vec<T, A> { fn deref_mut(&mut self) -> &mut [T]; }
impl<T, A: Allocator> Drop for Vec<T, A> { fn drop(&mut self); }
unsafe impl<T: Send, A: Allocator + Send> Send for Vec<T, A> {}
unsafe impl<T: Sync, A: Allocator + Sync> Sync for Vec<T, A> {}
impl<T: Clone, A: Allocator + Clone> Clone for Vec<T, A> { fn clone(&self) -> Self; }
impl<T> Default for Vec<T> { fn default() -> Vec<T>; }
impl<T, I: SliceIndex<[T]>, A: Allocator> Index<I> for Vec<T, A> {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output;
}
impl<T, I: SliceIndex<[T]>, A: Allocator> IndexMut<I> for Vec<T, A> { fn index_mut(&mut self, index: I) -> &mut I::Output; }
impl<T: PartialEq<U>, U, A1: Allocator, A2: Allocator> PartialEq<Vec<U, A2>> for Vec<T, A1> { fn eq(&self, other: &Vec<U, A2>) -> bool; }
impl<T: PartialEq<U>, U, A: Allocator, const N: usize> PartialEq<[U; N]> for Vec<T, A> { fn eq(&self, other: &[U; N]) -> bool; }
impl<T: PartialEq<U>, U, A: Allocator> PartialEq<&[U]> for Vec<T, A> { fn eq(&self, other: &&[U]) -> bool; }
impl<T: Eq, A: Allocator> Eq for Vec<T, A> {}
impl<T: PartialOrd, A: Allocator> PartialOrd for Vec<T, A> { fn partial_cmp(&self, other: &Vec<T, A>) -> Option<Ordering>; }
impl<T: Ord, A: Allocator> Ord for Vec<T, A> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: Hash, A: Allocator> Hash for Vec<T, A> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: fmt::Debug, A: Allocator> fmt::Debug for Vec<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T, A: Allocator> AsRef<[T]> for Vec<T, A> { fn as_ref(&self) -> &[T]; }
impl<T, A: Allocator> AsMut<[T]> for Vec<T, A> { fn as_mut(&mut self) -> &mut [T]; }
impl<T, A: Allocator> core::borrow::Borrow<[T]> for Vec<T, A> { fn borrow(&self) -> &[T]; }
impl<T: Clone> From<&[T]> for Vec<T> { fn from(s: &[T]) -> Vec<T>; }
impl<T, const N: usize> From<[T; N]> for Vec<T> { fn from(s: [T; N]) -> Vec<T>; }
impl<T> FromIterator<T> for Vec<T> { fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Vec<T>; }
impl<T, A: Allocator> Extend<T> for Vec<T, A> { fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I); }
pub struct IntoIter<T, A: Allocator = Global> { rest: Vec<T, A> }
impl<T, A: Allocator> Iterator for IntoIter<T, A> { type Item = T; fn next(&mut self) -> Option<T>; }
impl<T, A: Allocator> DoubleEndedIterator for IntoIter<T, A> { fn next_back(&mut self) -> Option<T>; }
impl<T, A: Allocator> ExactSizeIterator for IntoIter<T, A> {}
pub struct Drain<'a, T: 'a, A: Allocator + 'a = Global> { vec: &'a mut Vec<T, A> }
impl<T, A: Allocator> Iterator for Drain<'_, T, A> { type Item = T; fn next(&mut self) -> Option<T>; }
impl<T, A: Allocator> IntoIterator for Vec<T, A> {
    type Item = T;
    type IntoIter = IntoIter<T, A>;
    fn into_iter(self) -> IntoIter<T, A>;
}
impl<'a, T, A: Allocator> IntoIterator for &'a Vec<T, A> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;
    fn into_iter(self) -> slice::Iter<'a, T>;
}
impl<'a, T, A: Allocator> IntoIterator for &'a mut Vec<T, A> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;
    fn into_iter(self) -> slice::IterMut<'a, T>;
}
