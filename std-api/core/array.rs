//! Arrays.
use crate::prelude::rust_2021::*;
use crate::cmp::Ordering;
use crate::ops::{Index, IndexMut};

impl<T, const N: usize> [T; N] {
    pub const fn as_slice(&self) -> &[T];
    pub const fn as_mut_slice(&mut self) -> &mut [T];
    pub fn map<F: FnMut(T) -> U, U>(self, f: F) -> [U; N];
}
impl<T: Copy, const N: usize> Copy for [T; N] {}
impl<T: Clone, const N: usize> Clone for [T; N] { fn clone(&self) -> Self; }
impl<T, I, const N: usize> Index<I> for [T; N] where [T]: Index<I> {
    type Output = <[T] as Index<I>>::Output;
    fn index(&self, index: I) -> &Self::Output;
}
impl<T, I, const N: usize> IndexMut<I> for [T; N] where [T]: IndexMut<I> { fn index_mut(&mut self, index: I) -> &mut <Self as Index<I>>::Output; }
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T; N] { fn eq(&self, other: &[U; N]) -> bool; }
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U]> for [T; N] { fn eq(&self, other: &[U]) -> bool; }
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] { fn eq(&self, other: &[U; N]) -> bool; }
impl<T: Eq, const N: usize> Eq for [T; N] {}
impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] { fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering>; }
impl<T: Ord, const N: usize> Ord for [T; N] { fn cmp(&self, other: &[T; N]) -> Ordering; }
impl<T: crate::hash::Hash, const N: usize> crate::hash::Hash for [T; N] { fn hash<H: crate::hash::Hasher>(&self, state: &mut H); }
impl<T, const N: usize> AsRef<[T]> for [T; N] { fn as_ref(&self) -> &[T]; }
impl<T, const N: usize> AsMut<[T]> for [T; N] { fn as_mut(&mut self) -> &mut [T]; }
pub struct IntoIter<T, const N: usize> { data: [T; N], alive: usize }
impl<T: Clone, const N: usize> Clone for IntoIter<T, N> { fn clone(&self) -> Self; }
impl<T, const N: usize> Iterator for IntoIter<T, N> { type Item = T; fn next(&mut self) -> Option<T>; }
impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;
    fn into_iter(self) -> IntoIter<T, N>;
}
impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = crate::slice::Iter<'a, T>;
    fn into_iter(self) -> crate::slice::Iter<'a, T>;
}
impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = crate::slice::IterMut<'a, T>;
    fn into_iter(self) -> crate::slice::IterMut<'a, T>;
}
#[derive(Debug, Copy, Clone)]
#[doc = "certus:attr verifier::external"]
pub struct TryFromSliceError(());
impl<T: Copy, const N: usize> TryFrom<&[T]> for [T; N] {
    type Error = TryFromSliceError;
    fn try_from(slice: &[T]) -> Result<[T; N], TryFromSliceError>;
}
