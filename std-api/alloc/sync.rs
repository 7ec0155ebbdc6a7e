//! `Arc`.
use crate::alloc::{Allocator, Global};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::Unsize;
use core::ops::{CoerceUnsized, Deref, DispatchFromDyn};

pub struct Arc<T: ?Sized, A: Allocator = Global> { ptr: core::ptr::NonNull<T>, alloc: A }
pub struct Weak<T: ?Sized, A: Allocator = Global> { ptr: core::ptr::NonNull<T>, alloc: A }
impl<T> Arc<T> {
    pub fn new(value: T) -> Arc<T>;
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
}
impl<T: Clone> Arc<T> {
    pub fn make_mut(this: &mut Self) -> &mut T;
    pub fn unwrap_or_clone(this: Self) -> T;
}
impl<T> Weak<T> { pub const fn new() -> Weak<T>; }
impl<T: ?Sized> Weak<T> { pub fn upgrade(&self) -> Option<Arc<T>>; }
unsafe impl<T: ?Sized + Sync + Send, A: Allocator + Send> Send for Arc<T, A> {}
unsafe impl<T: ?Sized + Sync + Send, A: Allocator + Sync> Sync for Arc<T, A> {}
impl<T: ?Sized, A: Allocator> Deref for Arc<T, A> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized, A: Allocator> Drop for Arc<T, A> { fn drop(&mut self); }
impl<T: ?Sized, A: Allocator + Clone> Clone for Arc<T, A> { fn clone(&self) -> Self; }
impl<T: ?Sized, A: Allocator + Clone> Clone for Weak<T, A> { fn clone(&self) -> Self; }
impl<T: Default> Default for Arc<T> { fn default() -> Arc<T>; }
impl<T: ?Sized + PartialEq, A: Allocator> PartialEq for Arc<T, A> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized + Eq, A: Allocator> Eq for Arc<T, A> {}
impl<T: ?Sized + PartialOrd, A: Allocator> PartialOrd for Arc<T, A> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: ?Sized + Ord, A: Allocator> Ord for Arc<T, A> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: ?Sized + Hash, A: Allocator> Hash for Arc<T, A> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + fmt::Debug, A: Allocator> fmt::Debug for Arc<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display, A: Allocator> fmt::Display for Arc<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> From<T> for Arc<T> { fn from(t: T) -> Self; }
impl<T: ?Sized, A: Allocator> AsRef<T> for Arc<T, A> { fn as_ref(&self) -> &T; }
impl<T: ?Sized, A: Allocator> core::borrow::Borrow<T> for Arc<T, A> { fn borrow(&self) -> &T; }
impl<T: ?Sized + Unsize<U>, U: ?Sized, A: Allocator> CoerceUnsized<Arc<U, A>> for Arc<T, A> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Arc<U>> for Arc<T> {}
