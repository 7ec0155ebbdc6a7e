//! Locks that many readers or one writer have.
use core::cell::UnsafeCell;
use core::fmt;
use core::ops::{Deref, DerefMut};

use super::poison::{LockResult, TryLockResult};

pub struct RwLock<T: ?Sized> { data: UnsafeCell<T> }
unsafe impl<T: ?Sized + Send> Send for RwLock<T> {}
unsafe impl<T: ?Sized + Send + Sync> Sync for RwLock<T> {}
impl<T> RwLock<T> {
    pub const fn new(t: T) -> RwLock<T>;
    pub fn into_inner(self) -> LockResult<T>;
}
impl<T: ?Sized> RwLock<T> {
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>>;
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>>;
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>>;
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>>;
    pub fn is_poisoned(&self) -> bool;
    pub fn clear_poison(&self);
    pub fn get_mut(&mut self) -> LockResult<&mut T>;
}
impl<T> From<T> for RwLock<T> { fn from(t: T) -> Self; }
impl<T: Default> Default for RwLock<T> { fn default() -> RwLock<T>; }
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }

pub struct RwLockReadGuard<'rwlock, T: ?Sized + 'rwlock> { lock: &'rwlock RwLock<T> }
impl<T: ?Sized> !Send for RwLockReadGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockReadGuard<'_, T> {}
impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> { fn drop(&mut self); }
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockReadGuard<'_, T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display> fmt::Display for RwLockReadGuard<'_, T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }

pub struct RwLockWriteGuard<'rwlock, T: ?Sized + 'rwlock> { lock: &'rwlock RwLock<T> }
impl<T: ?Sized> !Send for RwLockWriteGuard<'_, T> {}
unsafe impl<T: ?Sized + Sync> Sync for RwLockWriteGuard<'_, T> {}
impl<'rwlock, T: ?Sized> RwLockWriteGuard<'rwlock, T> {
    pub fn downgrade(s: Self) -> RwLockReadGuard<'rwlock, T>;
}
impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> { fn deref_mut(&mut self) -> &mut T; }
impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> { fn drop(&mut self); }
impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockWriteGuard<'_, T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display> fmt::Display for RwLockWriteGuard<'_, T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
