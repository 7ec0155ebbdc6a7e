//! `Default`.
use crate::prelude::rust_2021::*;

pub trait Default: Sized {
    fn default() -> Self;
}
#[rustc_builtin_macro]
pub macro Default($item:item) {}

// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char ()
impl Default for $t { fn default() -> Self; }
// @end
impl Default for &str { fn default() -> Self; }
impl<T> Default for &[T] { fn default() -> Self; }
impl<T: Default, const N: usize> Default for [T; N] { fn default() -> Self; }
