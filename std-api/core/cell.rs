//! Cells.
use crate::prelude::rust_2021::*;

mod once;

pub use once::{LazyCell, OnceCell};
use crate::cmp::Ordering;
use crate::ops::{Deref, DerefMut};

#[lang = "unsafe_cell"]
#[doc = "certus:attr verifier::external"]
pub struct UnsafeCell<T: ?Sized> { value: T }
impl<T: ?Sized> !Sync for UnsafeCell<T> {}
impl<T> UnsafeCell<T> {
    pub const fn new(value: T) -> UnsafeCell<T>;
    pub const fn into_inner(self) -> T;
}
impl<T: ?Sized> UnsafeCell<T> {
    pub const fn get(&self) -> *mut T;
    pub const fn get_mut(&mut self) -> &mut T;
}
#[doc = "certus:attr verifier::external"]
pub struct Cell<T: ?Sized> { value: UnsafeCell<T> }
impl<T> Cell<T> {
    pub const fn new(value: T) -> Cell<T>;
    pub fn set(&self, val: T);
    pub fn replace(&self, val: T) -> T;
    pub fn into_inner(self) -> T;
}
impl<T: ?Sized> Cell<T> { pub fn get_mut(&mut self) -> &mut T; }
impl<T: Copy> Cell<T> { pub fn get(&self) -> T; }
impl<T: Default> Cell<T> { pub fn take(&self) -> T; }
#[doc = "certus:attr verifier::external"]
pub struct RefCell<T: ?Sized> { borrow: Cell<isize>, value: UnsafeCell<T> }
impl<T> RefCell<T> {
    pub const fn new(value: T) -> RefCell<T>;
    pub fn into_inner(self) -> T;
    pub fn replace(&self, t: T) -> T;
}
impl<T: Default> RefCell<T> { pub fn take(&self) -> T; }
impl<T: ?Sized> RefCell<T> {
    pub fn borrow(&self) -> Ref<'_, T>;
    pub fn borrow_mut(&self) -> RefMut<'_, T>;
    pub fn get_mut(&mut self) -> &mut T;
}
#[doc = "certus:attr verifier::external"]
pub struct Ref<'b, T: ?Sized + 'b> { value: &'b T }
#[doc = "certus:attr verifier::external"]
pub struct RefMut<'b, T: ?Sized + 'b> { value: &'b mut T }
impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T>;
    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(orig: Ref<'b, T>, f: F) -> Ref<'b, U>;
    pub fn filter_map<U: ?Sized, F: FnOnce(&T) -> Option<&U>>(orig: Ref<'b, T>, f: F) -> Result<Ref<'b, U>, Self>;
}
impl<'b, T: ?Sized> RefMut<'b, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<'b, T>, f: F) -> RefMut<'b, U>;
    pub fn filter_map<U: ?Sized, F: FnOnce(&mut T) -> Option<&mut U>>(orig: RefMut<'b, T>, f: F) -> Result<RefMut<'b, U>, Self>;
}
impl<T: ?Sized> Deref for Ref<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> Deref for RefMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> DerefMut for RefMut<'_, T> { fn deref_mut(&mut self) -> &mut T; }
impl<T: Copy> Clone for Cell<T> { fn clone(&self) -> Self; }
impl<T: PartialEq + Copy> PartialEq for Cell<T> { fn eq(&self, other: &Self) -> bool; }
impl<T: Eq + Copy> Eq for Cell<T> {}
impl<T: PartialOrd + Copy> PartialOrd for Cell<T> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: Ord + Copy> Ord for Cell<T> { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: Clone> Clone for RefCell<T> { fn clone(&self) -> Self; }
impl<T: ?Sized + PartialEq> PartialEq for RefCell<T> { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized + Eq> Eq for RefCell<T> {}
impl<T: ?Sized + PartialOrd> PartialOrd for RefCell<T> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: ?Sized + Ord> Ord for RefCell<T> { fn cmp(&self, other: &Self) -> Ordering; }
