//! `Arc`.
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::Unsize;
use core::ops::{CoerceUnsized, Deref, DispatchFromDyn};

pub struct Arc<T: ?Sized> { ptr: core::ptr::NonNull<T> }
#[doc = "certus:attr verifier::external"]
pub struct Weak<T: ?Sized> { ptr: core::ptr::NonNull<T> }
impl<T> Arc<T> {
    pub fn new(value: T) -> Arc<T>;
    pub fn pin(value: T) -> core::pin::Pin<Arc<T>>;
    pub fn try_unwrap(this: Self) -> Result<T, Self>;
    pub fn into_inner(this: Self) -> Option<T>;
}
impl<T: ?Sized> Arc<T> {
    pub fn downgrade(this: &Self) -> Weak<T>;
    pub fn strong_count(this: &Self) -> usize;
    pub fn weak_count(this: &Self) -> usize;
    pub fn get_mut(this: &mut Self) -> Option<&mut T>;
    pub fn ptr_eq(this: &Self, other: &Self) -> bool;
    pub fn as_ptr(this: &Self) -> *const T;
    pub unsafe fn from_raw(ptr: *const T) -> Self;
    pub fn into_raw(this: Self) -> *const T;
}
impl<T: Clone> Arc<T> {
    pub fn make_mut(this: &mut Self) -> &mut T;
    pub fn unwrap_or_clone(this: Self) -> T;
}
impl<T> Weak<T> { pub const fn new() -> Weak<T>; }
impl<T: ?Sized> Weak<T> { pub fn upgrade(&self) -> Option<Arc<T>>; }
unsafe impl<T: ?Sized + Sync + Send> Send for Arc<T> {}
unsafe impl<T: ?Sized + Sync + Send> Sync for Arc<T> {}
impl<T: ?Sized> Deref for Arc<T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> Drop for Arc<T> { fn drop(&mut self); }
impl<T: ?Sized> Clone for Arc<T> { fn clone(&self) -> Self; }
impl<T: ?Sized> Clone for Weak<T> { fn clone(&self) -> Self; }
impl<T: Default> Default for Arc<T> { fn default() -> Arc<T>; }
impl<T: ?Sized + PartialEq> PartialEq for Arc<T> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized + Eq> Eq for Arc<T> {}
impl<T: ?Sized + PartialOrd> PartialOrd for Arc<T> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: ?Sized + Ord> Ord for Arc<T> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: ?Sized + Hash> Hash for Arc<T> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + fmt::Debug> fmt::Debug for Arc<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display> fmt::Display for Arc<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> From<T> for Arc<T> { fn from(t: T) -> Self; }
impl<T: ?Sized> AsRef<T> for Arc<T> { fn as_ref(&self) -> &T; }
impl<T: ?Sized> core::borrow::Borrow<T> for Arc<T> { fn borrow(&self) -> &T; }
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Arc<U>> for Arc<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Arc<U>> for Arc<T> {}
