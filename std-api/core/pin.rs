//! `Pin`.
use crate::prelude::rust_2021::*;
use crate::ops::{Deref, DerefMut};

#[lang = "pin"]
#[derive(Copy, Clone)]
#[doc = "certus:attr verifier::external"]
pub struct Pin<Ptr> { pointer: Ptr }
impl<Ptr: Deref<Target: Unpin>> Pin<Ptr> {
    pub const fn new(pointer: Ptr) -> Pin<Ptr>;
    pub const fn into_inner(pin: Pin<Ptr>) -> Ptr;
}
impl<Ptr: Deref> Pin<Ptr> {
    #[lang = "new_unchecked"]
    pub const unsafe fn new_unchecked(pointer: Ptr) -> Pin<Ptr>;
    pub fn as_ref(&self) -> Pin<&Ptr::Target>;
}
impl<Ptr: DerefMut> Pin<Ptr> {
    pub fn as_mut(&mut self) -> Pin<&mut Ptr::Target>;
    pub fn as_deref_mut(self: Pin<&mut Pin<Ptr>>) -> Pin<&mut Ptr::Target>;
    pub fn set(&mut self, value: Ptr::Target) where Ptr::Target: Sized;
}
impl<'a, T: ?Sized> Pin<&'a mut T> {
    pub const fn get_mut(self) -> &'a mut T where T: Unpin;
    pub const unsafe fn get_unchecked_mut(self) -> &'a mut T;
}
impl<Ptr: Deref> Deref for Pin<Ptr> {
    type Target = Ptr::Target;
    fn deref(&self) -> &Ptr::Target;
}
impl<Ptr: DerefMut<Target: Unpin>> DerefMut for Pin<Ptr> { fn deref_mut(&mut self) -> &mut Ptr::Target; }
impl<Ptr: Deref, Q: Deref> PartialEq<Pin<Q>> for Pin<Ptr> where Ptr::Target: PartialEq<Q::Target> {
    fn eq(&self, other: &Pin<Q>) -> bool;
}
impl<Ptr: Deref> Eq for Pin<Ptr> where Ptr::Target: Eq {}
impl<Ptr: Deref, Q: Deref> PartialOrd<Pin<Q>> for Pin<Ptr> where Ptr::Target: PartialOrd<Q::Target> {
    fn partial_cmp(&self, other: &Pin<Q>) -> Option<crate::cmp::Ordering>;
}
impl<Ptr: Deref> Ord for Pin<Ptr> where Ptr::Target: Ord { fn cmp(&self, other: &Self) -> crate::cmp::Ordering; }
impl<Ptr: Deref> crate::hash::Hash for Pin<Ptr> where Ptr::Target: crate::hash::Hash {
    fn hash<H: crate::hash::Hasher>(&self, state: &mut H);
}
