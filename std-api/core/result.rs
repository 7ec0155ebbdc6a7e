//! `Result`.
use crate::prelude::rust_2021::*;
use crate::convert::Infallible;
use crate::fmt;
use crate::ops::{ControlFlow, Deref, FromResidual, Try};

#[derive(Copy, PartialEq, PartialOrd, Eq, Ord, Debug, Hash)]
pub enum Result<T, E> {
    #[lang = "Ok"]
    Ok(T),
    #[lang = "Err"]
    Err(E),
}
impl<T, E> Result<T, E> {
    pub const fn is_ok(&self) -> bool;
    pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    pub const fn is_err(&self) -> bool;
    pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
    pub fn ok(self) -> Option<T>;
    pub fn err(self) -> Option<E>;
    pub const fn as_ref(&self) -> Result<&T, &E>;
    pub const fn as_mut(&mut self) -> Result<&mut T, &mut E>;
    pub fn map<U, F: FnOnce(T) -> U>(self, op: F) -> Result<U, E>;
    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
    pub fn map_err<F, O: FnOnce(E) -> F>(self, op: O) -> Result<T, F>;
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self;
    pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Self;
    pub fn as_deref(&self) -> Result<&T::Target, &E> where T: Deref;
    pub fn expect(self, msg: &str) -> T where E: fmt::Debug;
    pub fn unwrap(self) -> T where E: fmt::Debug;
    pub fn unwrap_or_default(self) -> T where T: Default;
    pub fn expect_err(self, msg: &str) -> E where T: fmt::Debug;
    pub fn unwrap_err(self) -> E where T: fmt::Debug;
    pub fn and<U>(self, res: Result<U, E>) -> Result<U, E>;
    pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, op: F) -> Result<U, E>;
    pub fn or<F>(self, res: Result<T, F>) -> Result<T, F>;
    pub fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, op: O) -> Result<T, F>;
    pub fn unwrap_or(self, default: T) -> T;
    pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, op: F) -> T;
    pub unsafe fn unwrap_unchecked(self) -> T;
}
impl<T, E> Result<&T, E> {
    pub const fn copied(self) -> Result<T, E> where T: Copy;
    pub fn cloned(self) -> Result<T, E> where T: Clone;
}
impl<T, E> Result<Option<T>, E> { pub const fn transpose(self) -> Option<Result<T, E>>; }
impl<T: Clone, E: Clone> Clone for Result<T, E> { fn clone(&self) -> Self; }
impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Result<Infallible, E>;
    fn from_output(output: T) -> Self;
    fn branch(self) -> ControlFlow<Result<Infallible, E>, T>;
}
impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Result<T, F> {
    fn from_residual(residual: Result<Infallible, E>) -> Self;
}
impl<A, E, V: FromIterator<A>> FromIterator<Result<A, E>> for Result<V, E> {
    fn from_iter<I: IntoIterator<Item = Result<A, E>>>(iter: I) -> Result<V, E>;
}
