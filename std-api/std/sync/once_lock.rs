//! Places that are written once.
use core::cell::UnsafeCell;
use core::fmt;

pub struct OnceLock<T> { value: UnsafeCell<Option<T>> }
unsafe impl<T: Sync + Send> Sync for OnceLock<T> {}
unsafe impl<T: Send> Send for OnceLock<T> {}
impl<T> OnceLock<T> {
    pub const fn new() -> OnceLock<T>;
    pub fn get(&self) -> Option<&T>;
    pub fn get_mut(&mut self) -> Option<&mut T>;
    pub fn wait(&self) -> &T;
    pub fn set(&self, value: T) -> Result<(), T>;
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T;
    pub fn into_inner(self) -> Option<T>;
    pub fn take(&mut self) -> Option<T>;
}
impl<T> Default for OnceLock<T> { fn default() -> OnceLock<T>; }
impl<T: fmt::Debug> fmt::Debug for OnceLock<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: Clone> Clone for OnceLock<T> { fn clone(&self) -> OnceLock<T>; }
impl<T> From<T> for OnceLock<T> { fn from(value: T) -> Self; }
impl<T: PartialEq> PartialEq for OnceLock<T> { fn eq(&self, other: &OnceLock<T>) -> bool; }
impl<T: Eq> Eq for OnceLock<T> {}
impl<T> Drop for OnceLock<T> { fn drop(&mut self); }
