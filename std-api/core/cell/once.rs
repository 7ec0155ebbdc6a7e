//! Cells that are written once.
use crate::cell::UnsafeCell;
use crate::fmt;
use crate::ops::{Deref, DerefMut};
use crate::prelude::rust_2021::*;

pub struct OnceCell<T> { inner: UnsafeCell<Option<T>> }
impl<T> !Sync for OnceCell<T> {}
impl<T> OnceCell<T> {
    pub const fn new() -> OnceCell<T>;
    pub fn get(&self) -> Option<&T>;
    pub fn get_mut(&mut self) -> Option<&mut T>;
    pub fn set(&self, value: T) -> Result<(), T>;
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T;
    pub const fn into_inner(self) -> Option<T>;
    pub fn take(&mut self) -> Option<T>;
}
impl<T> Default for OnceCell<T> { fn default() -> Self; }
impl<T: fmt::Debug> fmt::Debug for OnceCell<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: Clone> Clone for OnceCell<T> { fn clone(&self) -> OnceCell<T>; }
impl<T: PartialEq> PartialEq for OnceCell<T> { fn eq(&self, other: &Self) -> bool; }
impl<T: Eq> Eq for OnceCell<T> {}
impl<T> From<T> for OnceCell<T> { fn from(value: T) -> Self; }

pub struct LazyCell<T, F = fn() -> T> { state: UnsafeCell<Result<T, F>> }
impl<T, F: FnOnce() -> T> LazyCell<T, F> {
    pub const fn new(f: F) -> LazyCell<T, F>;
    pub fn force(this: &LazyCell<T, F>) -> &T;
    pub fn force_mut(this: &mut LazyCell<T, F>) -> &mut T;
}
impl<T, F> LazyCell<T, F> {
    pub fn get_mut(this: &mut LazyCell<T, F>) -> Option<&mut T>;
    pub fn get(this: &LazyCell<T, F>) -> Option<&T>;
}
impl<T, F: FnOnce() -> T> Deref for LazyCell<T, F> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T, F: FnOnce() -> T> DerefMut for LazyCell<T, F> { fn deref_mut(&mut self) -> &mut T; }
impl<T: Default> Default for LazyCell<T> { fn default() -> LazyCell<T>; }
impl<T: fmt::Debug, F> fmt::Debug for LazyCell<T, F> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
