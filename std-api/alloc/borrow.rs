//! `ToOwned` and `Cow`.
pub use core::borrow::{Borrow, BorrowMut};

pub trait ToOwned {
    type Owned: Borrow<Self>;
    fn to_owned(&self) -> Self::Owned;
}
impl<T: Clone> ToOwned for T {
    type Owned = T;
    fn to_owned(&self) -> T;
}
pub enum Cow<'a, B: ?Sized + ToOwned + 'a> { Borrowed(&'a B), Owned(<B as ToOwned>::Owned) }
impl<B: ?Sized + ToOwned> Cow<'_, B> {
    pub fn into_owned(self) -> <B as ToOwned>::Owned;
}
impl<B: ?Sized + ToOwned> core::ops::Deref for Cow<'_, B> {
    type Target = B;
    fn deref(&self) -> &B;
}
