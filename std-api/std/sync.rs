//! Synchronisation.
pub use alloc_crate::sync::{Arc, Weak};
pub use core::sync::atomic;

pub struct Mutex<T: ?Sized> { data: core::cell::UnsafeCell<T> }
unsafe impl<T: ?Sized + Send> Send for Mutex<T> {}
unsafe impl<T: ?Sized + Send> Sync for Mutex<T> {}
pub struct MutexGuard<'a, T: ?Sized + 'a> { lock: &'a Mutex<T> }
pub struct PoisonError<T> { data: T }
pub type LockResult<T> = Result<T, PoisonError<T>>;
impl<T> core::fmt::Debug for PoisonError<T> { fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result; }
impl<T> Mutex<T> { pub const fn new(t: T) -> Mutex<T>; }
impl<T: ?Sized> Mutex<T> {
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>>;
    pub fn get_mut(&mut self) -> LockResult<&mut T>;
}
impl<T> PoisonError<T> { pub fn get_mut(&mut self) -> &mut T; }
impl<T: ?Sized> core::ops::Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> core::ops::DerefMut for MutexGuard<'_, T> { fn deref_mut(&mut self) -> &mut T; }
