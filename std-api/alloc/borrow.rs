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
impl<B: ?Sized + ToOwned> Clone for Cow<'_, B> { fn clone(&self) -> Self; }
impl<'a, 'b, B: ?Sized + PartialEq<C> + ToOwned, C: ?Sized + ToOwned> PartialEq<Cow<'b, C>> for Cow<'a, B> {
    fn eq(&self, other: &Cow<'b, C>) -> bool;
}
impl<B: ?Sized + Eq + ToOwned> Eq for Cow<'_, B> {}
impl<'a, B: ?Sized + PartialOrd + ToOwned> PartialOrd for Cow<'a, B> {
    fn partial_cmp(&self, other: &Cow<'a, B>) -> Option<core::cmp::Ordering>;
}
impl<B: ?Sized + Ord + ToOwned> Ord for Cow<'_, B> { fn cmp(&self, other: &Self) -> core::cmp::Ordering; }
impl<B: ?Sized + core::hash::Hash + ToOwned> core::hash::Hash for Cow<'_, B> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H);
}
