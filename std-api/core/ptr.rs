//! Raw pointers.
use crate::prelude::rust_2021::*;

pub const fn null<T>() -> *const T;
pub const fn null_mut<T>() -> *mut T;
pub const unsafe fn read<T>(src: *const T) -> T;
pub const unsafe fn write<T>(dst: *mut T, src: T);
pub const unsafe fn copy<T>(src: *const T, dst: *mut T, count: usize);
pub const unsafe fn copy_nonoverlapping<T>(src: *const T, dst: *mut T, count: usize);
#[lang = "drop_in_place"]
pub unsafe fn drop_in_place<T: ?Sized>(to_drop: *mut T);
pub fn addr_eq<T: ?Sized, U: ?Sized>(p: *const T, q: *const U) -> bool;
pub fn eq<T: ?Sized>(a: *const T, b: *const T) -> bool;
// @internal: a lang item that stable Rust cannot name
#[lang = "pointee_trait"]
pub trait Pointee {
    #[lang = "metadata_type"]
    type Metadata: crate::fmt::Debug + Copy + Send + Sync + Ord + crate::hash::Hash + Unpin + crate::marker::Freeze;
}

impl<T: ?Sized> *const T {
    pub const fn is_null(self) -> bool;
    pub const fn cast<U>(self) -> *const U;
    pub const fn cast_mut(self) -> *mut T;
    pub fn addr(self) -> usize;
    pub fn with_addr(self, addr: usize) -> Self;
    pub fn map_addr(self, f: impl FnOnce(usize) -> usize) -> Self;
    pub const unsafe fn as_ref<'a>(self) -> Option<&'a T>;
}
impl<T> *const T {
    pub fn expose_provenance(self) -> usize;
    pub const unsafe fn add(self, count: usize) -> Self;
    pub const unsafe fn sub(self, count: usize) -> Self;
    pub const unsafe fn offset(self, count: isize) -> Self;
    pub const unsafe fn read(self) -> T;
}
impl<T: ?Sized> *mut T {
    pub const fn is_null(self) -> bool;
    pub const fn cast<U>(self) -> *mut U;
    pub const fn cast_const(self) -> *const T;
    pub fn addr(self) -> usize;
    pub fn with_addr(self, addr: usize) -> Self;
    pub fn map_addr(self, f: impl FnOnce(usize) -> usize) -> Self;
    pub const unsafe fn as_ref<'a>(self) -> Option<&'a T>;
    pub const unsafe fn as_mut<'a>(self) -> Option<&'a mut T>;
}
impl<T> *mut T {
    pub fn expose_provenance(self) -> usize;
    pub const unsafe fn add(self, count: usize) -> Self;
    pub const unsafe fn sub(self, count: usize) -> Self;
    pub const unsafe fn offset(self, count: isize) -> Self;
    pub const unsafe fn read(self) -> T;
    pub const unsafe fn write(self, val: T);
}
#[doc = "certus:attr verifier::external"]
pub struct NonNull<T: ?Sized> { pointer: *const T }
impl<T: ?Sized> Clone for NonNull<T> { fn clone(&self) -> Self; }
impl<T: ?Sized> Copy for NonNull<T> {}
impl<T: ?Sized> PartialEq for NonNull<T> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized> Eq for NonNull<T> {}
impl<T: ?Sized> PartialOrd for NonNull<T> { fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering>; }
impl<T: ?Sized> Ord for NonNull<T> { fn cmp(&self, other: &Self) -> crate::cmp::Ordering; }
impl<T: ?Sized> crate::hash::Hash for NonNull<T> { fn hash<H: crate::hash::Hasher>(&self, state: &mut H); }
impl<T> NonNull<T> {
    pub const fn dangling() -> Self;
    pub const unsafe fn add(self, count: usize) -> Self;
    pub const unsafe fn sub(self, count: usize) -> Self;
}
impl<T> NonNull<T> { pub const unsafe fn write(self, val: T); }
impl<T: ?Sized> NonNull<T> {
    pub const unsafe fn new_unchecked(ptr: *mut T) -> Self;
    pub const fn new(ptr: *mut T) -> Option<Self>;
    pub const fn as_ptr(self) -> *mut T;
    pub const fn cast<U>(self) -> NonNull<U>;
    pub const unsafe fn as_ref<'a>(&self) -> &'a T;
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T;
}
