//! Locks that one thread at a time has.
use core::cell::UnsafeCell;
use core::fmt;
use core::ops::{Deref, DerefMut};

use super::poison::{LockResult, TryLockResult};

pub struct Mutex<T: ?Sized> { data: UnsafeCell<T> }
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}
impl<T> Mutex<T> {
    pub const fn new(t: T) -> Mutex<T>;
    pub fn into_inner(self) -> LockResult<T>;
}
impl<T: ?Sized> Mutex<T> {
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>>;
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>>;
    pub fn is_poisoned(&self) -> bool;
    pub fn clear_poison(&self);
    pub fn get_mut(&mut self) -> LockResult<&mut T>;
}
impl<T> From<T> for Mutex<T> { fn from(t: T) -> Self; }
impl<T: Default> Default for Mutex<T> { fn default() -> Mutex<T>; }
impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }

pub struct MutexGuard<'a, T: ?Sized + 'a> { lock: &'a Mutex<T> }
impl<T: ?Sized> !Send for MutexGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for MutexGuard<'_, T> {}
impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> DerefMut for MutexGuard<'_, T> { fn deref_mut(&mut self) -> &mut T; }
impl<T: ?Sized> Drop for MutexGuard<'_, T> { fn drop(&mut self); }
impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display> fmt::Display for MutexGuard<'_, T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
