//! Hashing.
use crate::prelude::rust_2021::*;

pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);
    fn hash_slice<H: Hasher>(data: &[Self], state: &mut H) where Self: Sized { loop {} }
}
pub(crate) mod macros {
    #[rustc_builtin_macro]
    pub macro Hash($item:item) {}
}
pub use macros::Hash;

pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
    fn write_u8(&mut self, i: u8) { loop {} }
    fn write_u32(&mut self, i: u32) { loop {} }
    fn write_u64(&mut self, i: u64) { loop {} }
    fn write_usize(&mut self, i: usize) { loop {} }
}
pub trait BuildHasher {
    type Hasher: Hasher;
    fn build_hasher(&self) -> Self::Hasher;
    fn hash_one<T: Hash>(&self, x: T) -> u64 where Self: Sized, Self::Hasher: Hasher { loop {} }
}
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str ! ()
impl Hash for $t { fn hash<H: Hasher>(&self, state: &mut H); }
// @end
impl<T: Hash> Hash for [T] { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + Hash> Hash for &T { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized + Hash> Hash for &mut T { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized> Hash for *const T { fn hash<H: Hasher>(&self, state: &mut H); }
impl<T: ?Sized> Hash for *mut T { fn hash<H: Hasher>(&self, state: &mut H); }
