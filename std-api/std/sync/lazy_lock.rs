//! Values that are computed when they are first needed.
use core::cell::UnsafeCell;
use core::fmt;
use core::ops::{Deref, DerefMut};

pub struct LazyLock<T, F = fn() -> T> { data: UnsafeCell<Result<T, F>> }
unsafe impl<T: Sync + Send, F: Send> Sync for LazyLock<T, F> {}
impl<T, F: FnOnce() -> T> LazyLock<T, F> {
    pub const fn new(f: F) -> LazyLock<T, F>;
    pub fn force_mut(this: &mut LazyLock<T, F>) -> &mut T;
    pub fn force(this: &LazyLock<T, F>) -> &T;
}
impl<T, F> LazyLock<T, F> {
    pub fn get_mut(this: &mut LazyLock<T, F>) -> Option<&mut T>;
    pub fn get(this: &LazyLock<T, F>) -> Option<&T>;
}
impl<T, F> Drop for LazyLock<T, F> { fn drop(&mut self); }
impl<T, F: FnOnce() -> T> Deref for LazyLock<T, F> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T, F: FnOnce() -> T> DerefMut for LazyLock<T, F> { fn deref_mut(&mut self) -> &mut T; }
impl<T: Default> Default for LazyLock<T> { fn default() -> LazyLock<T>; }
impl<T: fmt::Debug, F> fmt::Debug for LazyLock<T, F> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
