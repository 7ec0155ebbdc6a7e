//! Cells.
use crate::prelude::rust_2021::*;
use crate::ops::{Deref, DerefMut};

#[lang = "unsafe_cell"]
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
pub struct Cell<T: ?Sized> { value: UnsafeCell<T> }
impl<T> Cell<T> {
    pub const fn new(value: T) -> Cell<T>;
    pub fn set(&self, val: T);
    pub fn replace(&self, val: T) -> T;
    pub fn into_inner(self) -> T;
}
impl<T: Copy> Cell<T> { pub fn get(&self) -> T; }
impl<T: Default> Cell<T> { pub fn take(&self) -> T; }
pub struct RefCell<T: ?Sized> { borrow: Cell<isize>, value: UnsafeCell<T> }
impl<T> RefCell<T> {
    pub const fn new(value: T) -> RefCell<T>;
    pub fn into_inner(self) -> T;
    pub fn replace(&self, t: T) -> T;
}
impl<T: ?Sized> RefCell<T> {
    pub fn borrow(&self) -> Ref<'_, T>;
    pub fn borrow_mut(&self) -> RefMut<'_, T>;
    pub fn get_mut(&mut self) -> &mut T;
}
pub struct Ref<'b, T: ?Sized + 'b> { value: &'b T }
pub struct RefMut<'b, T: ?Sized + 'b> { value: &'b mut T }
impl<T: ?Sized> Deref for Ref<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> Deref for RefMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T;
}
impl<T: ?Sized> DerefMut for RefMut<'_, T> { fn deref_mut(&mut self) -> &mut T; }
pub struct OnceCell<T> { inner: UnsafeCell<Option<T>> }
impl<T> OnceCell<T> {
    pub const fn new() -> OnceCell<T>;
    pub fn get(&self) -> Option<&T>;
    pub fn set(&self, value: T) -> Result<(), T>;
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T;
}
