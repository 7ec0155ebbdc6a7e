//! `Clone`.
use crate::prelude::rust_2021::*;

#[lang = "clone"]
pub trait Clone: Sized {
    fn clone(&self) -> Self;
    fn clone_from(&mut self, source: &Self) { loop {} }
}
#[rustc_builtin_macro]
pub macro Clone($item:item) {}

// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char !
impl Clone for $t { fn clone(&self) -> Self; }
// @end
impl<T: ?Sized> Clone for *const T { fn clone(&self) -> Self; }
impl<T: ?Sized> Clone for *mut T { fn clone(&self) -> Self; }
impl<T: ?Sized> Clone for &T { fn clone(&self) -> Self; }
impl<T: ?Sized> !Clone for &mut T {}
