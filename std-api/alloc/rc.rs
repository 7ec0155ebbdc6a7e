//! `Rc`.
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::Unsize;
use core::ops::{CoerceUnsized, Deref, DispatchFromDyn};

pub struct Rc<T: ?Sized> { ptr: core::ptr::NonNull<T> }
#[doc = "certus:attr verifier::external"]
pub struct Weak<T: ?Sized> { ptr: core::ptr::NonNull<T> }
impl<T> Rc<T> { pub fn new(value: T) -> Rc<T>; }
impl<T> Rc<T> {
    pub fn pin(value: T) -> core::pin::Pin<Rc<T>>;
    pub fn try_unwrap(this: Self) -> Result<T, Self>;
    pub fn into_inner(this: Self) -> Option<T>;
}
impl<T: ?Sized> Rc<T> {
    pub fn downgrade(this: &Self) -> Weak<T>;
    pub fn strong_count(this: &Self) -> usize;
    pub fn weak_count(this: &Self) -> usize;
    pub fn get_mut(this: &mut Self) -> Option<&mut T>;
    pub fn ptr_eq(this: &Self, other: &Self) -> bool;
    pub fn as_ptr(this: &Self) -> *const T;
    pub unsafe fn from_raw(ptr: *const T) -> Self;
    pub fn into_raw(this: Self) -> *const T;
}
impl<T: Clone> Rc<T> { pub fn make_mut(this: &mut Self) -> &mut T; }
impl<T: Clone> Rc<T> { pub fn unwrap_or_clone(this: Self) -> T; }
impl<T> Weak<T> { pub const fn new() -> Weak<T>; }
impl<T: ?Sized> Weak<T> { pub fn upgrade(&self) -> Option<Rc<T>>; }
impl<T: ?Sized> !Send for Rc<T> {}
impl<T: ?Sized> !Sync for Rc<T> {}
impl<T: ?Sized> Deref for Rc<T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> Drop for Rc<T> { fn drop(&mut self); }
impl<T: ?Sized> Clone for Rc<T> { fn clone(&self) -> Self; }
impl<T: ?Sized> Clone for Weak<T> { fn clone(&self) -> Self; }
impl<T: Default> Default for Rc<T> { fn default() -> Rc<T>; }
impl<T: ?Sized + PartialEq> PartialEq for Rc<T> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized + Eq> Eq for Rc<T> {}
impl<T: ?Sized + PartialOrd> PartialOrd for Rc<T> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: ?Sized + Ord> Ord for Rc<T> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: ?Sized + Hash> Hash for Rc<T> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + fmt::Debug> fmt::Debug for Rc<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display> fmt::Display for Rc<T> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> From<T> for Rc<T> { fn from(t: T) -> Self; }
impl<T: ?Sized> AsRef<T> for Rc<T> { fn as_ref(&self) -> &T; }
impl<T: ?Sized> core::borrow::Borrow<T> for Rc<T> { fn borrow(&self) -> &T; }
impl<T: ?Sized + Unsize<U>, U: ?Sized> CoerceUnsized<Rc<U>> for Rc<T> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Rc<U>> for Rc<T> {}
