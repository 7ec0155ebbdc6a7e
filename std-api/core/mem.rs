//! Memory.
use crate::prelude::rust_2021::*;
use crate::ops::{Deref, DerefMut};

pub const fn size_of<T>() -> usize;
pub const fn size_of_val<T: ?Sized>(val: &T) -> usize;
pub const fn align_of<T>() -> usize;
pub const fn align_of_val<T: ?Sized>(val: &T) -> usize;
pub const fn needs_drop<T: ?Sized>() -> bool;
pub const unsafe fn zeroed<T>() -> T;
pub const fn swap<T>(x: &mut T, y: &mut T);
pub const fn replace<T>(dest: &mut T, src: T) -> T;
pub fn take<T: Default>(dest: &mut T) -> T;
pub fn drop<T>(x: T);
pub const fn forget<T>(t: T);
// @internal: the compiler checks each of its calls; it is no function pointer
pub const unsafe fn transmute<Src, Dst>(src: Src) -> Dst;
pub const fn discriminant<T>(v: &T) -> Discriminant<T>;
#[doc = "certus:attr verifier::external"]
pub struct Discriminant<T>(<T as crate::marker::DiscriminantKind>::Discriminant);
impl<T> PartialEq for Discriminant<T> { fn eq(&self, rhs: &Self) -> bool; }
impl<T> Eq for Discriminant<T> {}
impl<T> Clone for Discriminant<T> { fn clone(&self) -> Self; }
impl<T> Copy for Discriminant<T> {}
impl<T> crate::hash::Hash for Discriminant<T> { fn hash<H: crate::hash::Hasher>(&self, state: &mut H); }

#[lang = "manually_drop"]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManuallyDrop<T: ?Sized> { value: T }
impl<T> ManuallyDrop<T> {
    pub const fn new(value: T) -> ManuallyDrop<T>;
    pub const fn into_inner(slot: ManuallyDrop<T>) -> T;
    pub unsafe fn take(slot: &mut ManuallyDrop<T>) -> T;
}
impl<T: ?Sized> ManuallyDrop<T> { pub unsafe fn drop(slot: &mut ManuallyDrop<T>); }
impl<T: ?Sized> Deref for ManuallyDrop<T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> DerefMut for ManuallyDrop<T> { fn deref_mut(&mut self) -> &mut T; }

#[lang = "maybe_uninit"]
#[derive(Copy)]
pub union MaybeUninit<T> { uninit: (), value: ManuallyDrop<T> }
impl<T: Copy> Clone for MaybeUninit<T> { fn clone(&self) -> Self; }
impl<T> MaybeUninit<T> {
    pub const fn new(val: T) -> MaybeUninit<T>;
    pub const fn uninit() -> MaybeUninit<T>;
    pub const fn zeroed() -> MaybeUninit<T>;
    pub const fn write(&mut self, val: T) -> &mut T;
    pub const fn as_ptr(&self) -> *const T;
    pub const fn as_mut_ptr(&mut self) -> *mut T;
    pub const unsafe fn assume_init(self) -> T;
    pub const unsafe fn assume_init_ref(&self) -> &T;
    pub const unsafe fn assume_init_mut(&mut self) -> &mut T;
}
