//! Methods of slices that allocate.
use crate::boxed::Box;
use crate::vec::Vec;
use core::cmp::Ordering;

pub use core::slice::*;

impl<T> [T] {
    #[rustc_allow_incoherent_impl]
    pub fn to_vec(&self) -> Vec<T> where T: Clone;
    #[rustc_allow_incoherent_impl]
    pub fn into_vec(self: Box<Self>) -> Vec<T>;
    #[rustc_allow_incoherent_impl]
    pub fn sort(&mut self) where T: Ord;
    #[rustc_allow_incoherent_impl]
    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, compare: F);
    // @internal: its bound is a trait that stable Rust cannot name
    #[rustc_allow_incoherent_impl]
    pub fn concat<Item: ?Sized>(&self) -> <Self as Concat<Item>>::Output where Self: Concat<Item>;
}
// @internal: unstable; only the method `concat` is stable
pub trait Concat<Item: ?Sized> {
    type Output;
    fn concat(slice: &Self) -> Self::Output;
}
impl<T: Clone, V: core::borrow::Borrow<[T]>> Concat<T> for [V] {
    type Output = Vec<T>;
    fn concat(slice: &Self) -> Vec<T>;
}
impl<T: Clone> crate::borrow::ToOwned for [T] {
    type Owned = Vec<T>;
    fn to_owned(&self) -> Vec<T>;
}
