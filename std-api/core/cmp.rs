//! Comparison.
use crate::prelude::rust_2021::*;

#[lang = "eq"]
pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;
    fn ne(&self, other: &Rhs) -> bool { loop {} }
}
#[rustc_builtin_macro]
pub macro PartialEq($item:item) {}

pub trait Eq: PartialEq<Self> {}
#[rustc_builtin_macro]
pub macro Eq($item:item) {}

#[lang = "partial_ord"]
pub trait PartialOrd<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
    fn lt(&self, other: &Rhs) -> bool { loop {} }
    fn le(&self, other: &Rhs) -> bool { loop {} }
    fn gt(&self, other: &Rhs) -> bool { loop {} }
    fn ge(&self, other: &Rhs) -> bool { loop {} }
}
#[rustc_builtin_macro]
pub macro PartialOrd($item:item) {}

pub trait Ord: Eq + PartialOrd<Self> {
    fn cmp(&self, other: &Self) -> Ordering;
    fn max(self, other: Self) -> Self where Self: Sized { loop {} }
    fn min(self, other: Self) -> Self where Self: Sized { loop {} }
    fn clamp(self, min: Self, max: Self) -> Self where Self: Sized { loop {} }
}
#[rustc_builtin_macro]
pub macro Ord($item:item) {}

#[lang = "Ordering"]
#[derive(Clone, Copy, Eq, PartialOrd, Ord, PartialEq, Debug, Hash)]
#[repr(i8)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}
impl Ordering {
    pub const fn is_eq(self) -> bool;
    pub const fn is_ne(self) -> bool;
    pub const fn is_lt(self) -> bool;
    pub const fn is_gt(self) -> bool;
    pub const fn is_le(self) -> bool;
    pub const fn is_ge(self) -> bool;
    pub const fn reverse(self) -> Ordering;
    pub const fn then(self, other: Ordering) -> Ordering;
    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering;
}

#[derive(PartialEq, Eq, Debug, Copy, Clone, Default, Hash)]
#[doc = "certus:attr verifier::external"]
pub struct Reverse<T>(pub T);
impl<T: PartialOrd> PartialOrd for Reverse<T> { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; }
impl<T: Ord> Ord for Reverse<T> { fn cmp(&self, other: &Self) -> Ordering; }

pub fn min<T: Ord>(v1: T, v2: T) -> T;
pub fn max<T: Ord>(v1: T, v2: T) -> T;

// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str () !
impl PartialEq for $t { fn eq(&self, other: &$t) -> bool; }
impl PartialOrd for $t { fn partial_cmp(&self, other: &$t) -> Option<Ordering>; }
// @end
// @for $t in f32 f64
impl PartialEq for $t { fn eq(&self, other: &$t) -> bool; fn ne(&self, other: &$t) -> bool; }
impl PartialOrd for $t {
    fn partial_cmp(&self, other: &$t) -> Option<Ordering>;
    fn lt(&self, other: &$t) -> bool;
    fn le(&self, other: &$t) -> bool;
    fn gt(&self, other: &$t) -> bool;
    fn ge(&self, other: &$t) -> bool;
}
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str () !
impl Eq for $t {}
impl Ord for $t { fn cmp(&self, other: &$t) -> Ordering; }
// @end
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &A { fn eq(&self, other: &&B) -> bool; }
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &mut A { fn eq(&self, other: &&mut B) -> bool; }
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&mut B> for &A { fn eq(&self, other: &&mut B) -> bool; }
impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &mut A { fn eq(&self, other: &&B) -> bool; }
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&B> for &A { fn partial_cmp(&self, other: &&B) -> Option<Ordering>; }
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&mut B> for &mut A { fn partial_cmp(&self, other: &&mut B) -> Option<Ordering>; }
impl<A: ?Sized + Eq> Eq for &A {}
impl<A: ?Sized + Eq> Eq for &mut A {}
impl<A: ?Sized + Ord> Ord for &A { fn cmp(&self, other: &Self) -> Ordering; }
impl<A: ?Sized + Ord> Ord for &mut A { fn cmp(&self, other: &Self) -> Ordering; }
impl<T: ?Sized> PartialEq for *const T { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized> PartialEq for *mut T { fn eq(&self, other: &Self) -> bool; }
impl<T: ?Sized> Eq for *const T {}
impl<T: ?Sized> Eq for *mut T {}
// @for $p in const mut
impl<T: ?Sized> PartialOrd for *$p T {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
    fn lt(&self, other: &Self) -> bool;
    fn le(&self, other: &Self) -> bool;
    fn gt(&self, other: &Self) -> bool;
    fn ge(&self, other: &Self) -> bool;
}
impl<T: ?Sized> Ord for *$p T { fn cmp(&self, other: &Self) -> Ordering; }
// @end
