//! `Rc`.
use crate::alloc::{Allocator, Global};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::Unsize;
use core::ops::{CoerceUnsized, Deref, DispatchFromDyn};

pub struct Rc<T: ?Sized, A: Allocator = Global> { ptr: core::ptr::NonNull<T>, alloc: A }
pub struct Weak<T: ?Sized, A: Allocator = Global> { ptr: core::ptr::NonNull<T>, alloc: A }
impl<T> Rc<T> { pub fn new(value: T) -> Rc<T>; }
impl<T, A: Allocator> Rc<T, A> {
    pub fn try_unwrap(this: Self) -> Result<T, Self>;
    pub fn into_inner(this: Self) -> Option<T>;
}
impl<T: ?Sized, A: Allocator> Rc<T, A> {
    pub fn downgrade(this: &Self) -> Weak<T, A> where A: Clone;
    pub fn strong_count(this: &Self) -> usize;
    pub fn weak_count(this: &Self) -> usize;
    pub fn get_mut(this: &mut Self) -> Option<&mut T>;
    pub fn ptr_eq(this: &Self, other: &Self) -> bool;
    pub fn as_ptr(this: &Self) -> *const T;
}
impl<T: Clone, A: Allocator + Clone> Rc<T, A> { pub fn make_mut(this: &mut Self) -> &mut T; }
impl<T: Clone, A: Allocator> Rc<T, A> { pub fn unwrap_or_clone(this: Self) -> T; }
impl<T> Weak<T> { pub const fn new() -> Weak<T>; }
impl<T: ?Sized, A: Allocator> Weak<T, A> { pub fn upgrade(&self) -> Option<Rc<T, A>> where A: Clone; }
impl<T: ?Sized, A: Allocator> !Send for Rc<T, A> {}
impl<T: ?Sized, A: Allocator> !Sync for Rc<T, A> {}
impl<T: ?Sized, A: Allocator> Deref for Rc<T, A> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized, A: Allocator> Drop for Rc<T, A> { fn drop(&mut self); }
impl<T: ?Sized, A: Allocator + Clone> Clone for Rc<T, A> { fn clone(&self) -> Self; }
impl<T: ?Sized, A: Allocator + Clone> Clone for Weak<T, A> { fn clone(&self) -> Self; }
impl<T: Default> Default for Rc<T> { fn default() -> Rc<T>; }
impl<T: ?Sized + PartialEq, A: Allocator> PartialEq for Rc<T, A> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized + Eq, A: Allocator> Eq for Rc<T, A> {}
impl<T: ?Sized + PartialOrd, A: Allocator> PartialOrd for Rc<T, A> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: ?Sized + Ord, A: Allocator> Ord for Rc<T, A> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: ?Sized + Hash, A: Allocator> Hash for Rc<T, A> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + fmt::Debug, A: Allocator> fmt::Debug for Rc<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display, A: Allocator> fmt::Display for Rc<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> From<T> for Rc<T> { fn from(t: T) -> Self; }
impl<T: ?Sized, A: Allocator> AsRef<T> for Rc<T, A> { fn as_ref(&self) -> &T; }
impl<T: ?Sized, A: Allocator> core::borrow::Borrow<T> for Rc<T, A> { fn borrow(&self) -> &T; }
impl<T: ?Sized + Unsize<U>, U: ?Sized, A: Allocator> CoerceUnsized<Rc<U, A>> for Rc<T, A> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Rc<U>> for Rc<T> {}
