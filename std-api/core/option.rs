//! `Option`.
use crate::prelude::rust_2021::*;
use crate::ops::{ControlFlow, Deref, DerefMut, FromResidual, Try};

#[lang = "Option"]
#[derive(Copy, Debug, Hash, Eq, PartialOrd, Ord)]
pub enum Option<T> {
    #[lang = "None"]
    None,
    #[lang = "Some"]
    Some(T),
}
impl<T> Option<T> {
    pub const fn is_some(&self) -> bool;
    pub fn is_some_and(self, f: impl FnOnce(T) -> bool) -> bool;
    pub const fn is_none(&self) -> bool;
    pub fn is_none_or(self, f: impl FnOnce(T) -> bool) -> bool;
    pub const fn as_ref(&self) -> Option<&T>;
    pub const fn as_mut(&mut self) -> Option<&mut T>;
    pub fn as_slice(&self) -> &[T];
    pub fn as_mut_slice(&mut self) -> &mut [T];
    pub const fn expect(self, msg: &str) -> T;
    pub const fn unwrap(self) -> T;
    pub fn unwrap_or(self, default: T) -> T;
    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    pub fn unwrap_or_default(self) -> T where T: Default;
    pub const unsafe fn unwrap_unchecked(self) -> T;
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self;
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
    pub fn ok_or<E>(self, err: E) -> Result<T, E>;
    pub fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E>;
    pub fn as_deref(&self) -> Option<&T::Target> where T: Deref;
    pub fn as_deref_mut(&mut self) -> Option<&mut T::Target> where T: DerefMut;
    pub fn iter(&self) -> Iter<'_, T>;
    pub fn iter_mut(&mut self) -> IterMut<'_, T>;
    pub fn and<U>(self, optb: Option<U>) -> Option<U>;
    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Self;
    pub fn or(self, optb: Option<T>) -> Option<T>;
    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    pub fn xor(self, optb: Option<T>) -> Option<T>;
    pub fn insert(&mut self, value: T) -> &mut T;
    pub fn get_or_insert(&mut self, value: T) -> &mut T;
    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T;
    pub const fn take(&mut self) -> Option<T>;
    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T>;
    pub const fn replace(&mut self, value: T) -> Option<T>;
    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
}
impl<T, U> Option<(T, U)> { pub fn unzip(self) -> (Option<T>, Option<U>); }
impl<T> Option<&T> {
    pub const fn copied(self) -> Option<T> where T: Copy;
    pub fn cloned(self) -> Option<T> where T: Clone;
}
impl<T> Option<&mut T> {
    pub const fn copied(self) -> Option<T> where T: Copy;
    pub fn cloned(self) -> Option<T> where T: Clone;
}
impl<T, E> Option<Result<T, E>> { pub const fn transpose(self) -> Result<Option<T>, E>; }
impl<T> Option<Option<T>> { pub fn flatten(self) -> Option<T>; }
impl<T: Clone> Clone for Option<T> { fn clone(&self) -> Self; }
impl<T> Default for Option<T> { fn default() -> Option<T>; }
impl<T: PartialEq> PartialEq for Option<T> { fn eq(&self, other: &Self) -> bool; }
impl<T> From<T> for Option<T> { fn from(val: T) -> Option<T>; }
impl<'a, T> From<&'a Option<T>> for Option<&'a T> { fn from(o: &'a Option<T>) -> Option<&'a T>; }
impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T>;
}
impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T>;
}
#[derive(Clone, Debug)]
pub struct IntoIter<A> { inner: Option<A> }
impl<A> Iterator for IntoIter<A> { type Item = A; fn next(&mut self) -> Option<A>; }
pub struct Iter<'a, A> { inner: Option<&'a A> }
impl<A> Clone for Iter<'_, A> { fn clone(&self) -> Self; }
impl<'a, A> Iterator for Iter<'a, A> { type Item = &'a A; fn next(&mut self) -> Option<&'a A>; }
pub struct IterMut<'a, A> { inner: Option<&'a mut A> }
impl<'a, A> Iterator for IterMut<'a, A> { type Item = &'a mut A; fn next(&mut self) -> Option<&'a mut A>; }
impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<crate::convert::Infallible>;
    fn from_output(output: T) -> Self;
    fn branch(self) -> ControlFlow<Option<crate::convert::Infallible>, T>;
}
impl<T> FromResidual<Option<crate::convert::Infallible>> for Option<T> {
    fn from_residual(residual: Option<crate::convert::Infallible>) -> Self;
}
impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<I: IntoIterator<Item = Option<A>>>(iter: I) -> Option<V>;
}
