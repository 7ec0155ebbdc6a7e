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
impl<T> Default for [T; 0] { fn default() -> Self; }
// @for $n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
impl<T: Default> Default for [T; $n] { fn default() -> Self; }
// @end
