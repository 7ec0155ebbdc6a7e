//! Conversions.
use crate::prelude::rust_2021::*;

pub trait From<T>: Sized { fn from(value: T) -> Self; }
pub trait Into<T>: Sized { fn into(self) -> T; }
pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}
pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}
pub trait AsRef<T: ?Sized> { fn as_ref(&self) -> &T; }
pub trait AsMut<T: ?Sized> { fn as_mut(&mut self) -> &mut T; }

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Infallible {}

pub const fn identity<T>(x: T) -> T;

impl<T> From<T> for T { fn from(t: T) -> T; }
impl<T, U: From<T>> Into<U> for T { fn into(self) -> U; }
impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;
    fn try_from(value: U) -> Result<T, Infallible>;
}
impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;
    fn try_into(self) -> Result<U, U::Error>;
}
impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &T { fn as_ref(&self) -> &U; }
impl<T: ?Sized + AsRef<U>, U: ?Sized> AsRef<U> for &mut T { fn as_ref(&self) -> &U; }
impl<T> AsRef<[T]> for [T] { fn as_ref(&self) -> &[T]; }
impl<T> AsMut<[T]> for [T] { fn as_mut(&mut self) -> &mut [T]; }
impl AsRef<str> for str { fn as_ref(&self) -> &str; }
impl AsRef<[u8]> for str { fn as_ref(&self) -> &[u8]; }

// @for $b in u16 u32 u64 u128 usize i16 i32 i64 i128 isize f32 f64 char
impl From<u8> for $b { fn from(small: u8) -> $b; }
// @end
// @for $b in u32 u64 u128 usize i32 i64 i128 f32 f64
impl From<u16> for $b { fn from(small: u16) -> $b; }
// @end
// @for $b in u64 u128 i64 i128 f64
impl From<u32> for $b { fn from(small: u32) -> $b; }
// @end
// @for $b in u128 i128
impl From<u64> for $b { fn from(small: u64) -> $b; }
// @end
// @for $b in i16 i32 i64 i128 isize f32 f64
impl From<i8> for $b { fn from(small: i8) -> $b; }
// @end
// @for $b in i32 i64 i128 isize f32 f64
impl From<i16> for $b { fn from(small: i16) -> $b; }
// @end
// @for $b in i64 i128 f64
impl From<i32> for $b { fn from(small: i32) -> $b; }
// @end
// @for $b in i128
impl From<i64> for $b { fn from(small: i64) -> $b; }
// @end
// @for $b in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl From<bool> for $b { fn from(small: bool) -> $b; }
// @end
// @for $b in u32 u64 u128
impl From<char> for $b { fn from(small: char) -> $b; }
// @end
// @for $b in f64
impl From<f32> for $b { fn from(small: f32) -> $b; }
// @end
// @for $b in i8
impl TryFrom<u8> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: u8) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 i8 i16 isize
impl TryFrom<u16> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: u16) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 usize i8 i16 i32 isize
impl TryFrom<u32> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: u32) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 usize i8 i16 i32 i64 isize
impl TryFrom<u64> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: u64) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize
impl TryFrom<u128> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: u128) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize
impl TryFrom<usize> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: usize) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 usize
impl TryFrom<i8> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: i8) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 usize i8
impl TryFrom<i16> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: i16) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 usize i8 i16 isize
impl TryFrom<i32> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: i32) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 usize i8 i16 i32 isize
impl TryFrom<i64> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: i64) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize
impl TryFrom<i128> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: i128) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
// @for $b in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128
impl TryFrom<isize> for $b {
    type Error = crate::num::TryFromIntError;
    fn try_from(value: isize) -> Result<$b, crate::num::TryFromIntError>;
}
// @end
