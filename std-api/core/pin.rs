//! `Pin`.
use crate::prelude::rust_2021::*;
use crate::ops::{Deref, DerefMut};

#[lang = "pin"]
#[derive(Copy, Clone)]
pub struct Pin<Ptr> { pointer: Ptr }
impl<Ptr: Deref<Target: Unpin>> Pin<Ptr> { pub const fn new(pointer: Ptr) -> Pin<Ptr>; }
impl<Ptr: Deref> Pin<Ptr> {
    #[lang = "new_unchecked"]
    pub const unsafe fn new_unchecked(pointer: Ptr) -> Pin<Ptr>;
    pub fn as_ref(&self) -> Pin<&Ptr::Target>;
}
impl<Ptr: DerefMut> Pin<Ptr> { pub fn as_mut(&mut self) -> Pin<&mut Ptr::Target>; }
impl<Ptr: Deref> Deref for Pin<Ptr> {
    type Target = Ptr::Target;
    fn deref(&self) -> &Ptr::Target;
}
impl<Ptr: DerefMut<Target: Unpin>> DerefMut for Pin<Ptr> { fn deref_mut(&mut self) -> &mut Ptr::Target; }
