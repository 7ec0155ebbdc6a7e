//! `Box`.
use crate::alloc::{Allocator, Global};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::{Tuple, Unsize};
use core::ops::{CoerceUnsized, Deref, DerefMut, DispatchFromDyn};

#[lang = "owned_box"]
pub struct Box<T: ?Sized, A: Allocator = Global>(*mut T, A);
impl<T> Box<T> {
    pub fn new(x: T) -> Box<T>;
    pub fn pin(x: T) -> core::pin::Pin<Box<T>>;
}
impl<T: ?Sized> Box<T> {
    pub unsafe fn from_raw(raw: *mut T) -> Self;
    pub fn into_raw(b: Self) -> *mut T;
    pub fn leak<'a>(b: Self) -> &'a mut T where T: 'a;
}
impl<T: ?Sized, A: Allocator> Deref for Box<T, A> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized, A: Allocator> DerefMut for Box<T, A> { fn deref_mut(&mut self) -> &mut T; }
impl<T: ?Sized, A: Allocator> Drop for Box<T, A> { fn drop(&mut self); }
impl<T: ?Sized, A: Allocator> Unpin for Box<T, A> {}
unsafe impl<T: ?Sized + Send, A: Allocator + Send> Send for Box<T, A> {}
unsafe impl<T: ?Sized + Sync, A: Allocator + Sync> Sync for Box<T, A> {}
impl<T: Clone> Clone for Box<T> { fn clone(&self) -> Self; }
impl<T: Default> Default for Box<T> { fn default() -> Self; }
impl<T: ?Sized + PartialEq, A: Allocator> PartialEq for Box<T, A> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized + Eq, A: Allocator> Eq for Box<T, A> {}
impl<T: ?Sized + PartialOrd, A: Allocator> PartialOrd for Box<T, A> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: ?Sized + Ord, A: Allocator> Ord for Box<T, A> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: ?Sized + Hash, A: Allocator> Hash for Box<T, A> { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + fmt::Debug, A: Allocator> fmt::Debug for Box<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T: ?Sized + fmt::Display, A: Allocator> fmt::Display for Box<T, A> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl<T> From<T> for Box<T> { fn from(t: T) -> Self; }
impl<T: ?Sized, A: Allocator> AsRef<T> for Box<T, A> { fn as_ref(&self) -> &T; }
impl<T: ?Sized> AsMut<T> for Box<T> { fn as_mut(&mut self) -> &mut T; }
impl<T: ?Sized> core::borrow::Borrow<T> for Box<T> { fn borrow(&self) -> &T; }
impl<T: ?Sized> core::borrow::BorrowMut<T> for Box<T> { fn borrow_mut(&mut self) -> &mut T; }
impl<I: Iterator + ?Sized, A: Allocator> Iterator for Box<I, A> { type Item = I::Item; fn next(&mut self) -> Option<I::Item>; }
impl<Args: Tuple, F: FnOnce<Args> + ?Sized, A: Allocator> FnOnce<Args> for Box<F, A> {
    type Output = <F as FnOnce<Args>>::Output;
    extern "rust-call" fn call_once(self, args: Args) -> Self::Output;
}
impl<Args: Tuple, F: FnMut<Args> + ?Sized, A: Allocator> FnMut<Args> for Box<F, A> {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> Self::Output;
}
impl<Args: Tuple, F: Fn<Args> + ?Sized, A: Allocator> Fn<Args> for Box<F, A> {
    extern "rust-call" fn call(&self, args: Args) -> Self::Output;
}
impl<T: ?Sized + Unsize<U>, U: ?Sized, A: Allocator> CoerceUnsized<Box<U, A>> for Box<T, A> {}
impl<T: ?Sized + Unsize<U>, U: ?Sized> DispatchFromDyn<Box<U>> for Box<T> {}
