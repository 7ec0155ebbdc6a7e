//! What a lock tells of a thread that panicked while it had it.
use core::error::Error;
use core::fmt;

pub struct PoisonError<T> { data: T }
pub enum TryLockError<T> { Poisoned(PoisonError<T>), WouldBlock }
pub type LockResult<T> = Result<T, PoisonError<T>>;
pub type TryLockResult<Guard> = Result<Guard, TryLockError<Guard>>;
impl<T> PoisonError<T> {
    pub fn new(data: T) -> PoisonError<T>;
    pub fn into_inner(self) -> T;
    pub fn get_ref(&self) -> &T;
    pub fn get_mut(&mut self) -> &mut T;
}
impl<T> fmt::Debug for PoisonError<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> fmt::Display for PoisonError<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> Error for PoisonError<T> {}
impl<T> From<PoisonError<T>> for TryLockError<T> { fn from(err: PoisonError<T>) -> TryLockError<T>; }
impl<T> fmt::Debug for TryLockError<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> fmt::Display for TryLockError<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> Error for TryLockError<T> {}
