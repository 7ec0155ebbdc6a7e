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

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Infallible {}

pub const fn identity<T>(x: T) -> T;

impl<T> From<T> for T { fn from(t: T) -> T; }
impl<T> From<!> for T { fn from(t: !) -> T; }
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

macro_rules! widen { ($($a:ty => $($b:ty)*;)*) => { $($( impl From<$a> for $b { fn from(small: $a) -> $b; } )*)* }; }
widen! {
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize f32 f64 char;
    u16 => u32 u64 u128 usize i32 i64 i128 f32 f64;
    u32 => u64 u128 i64 i128 f64;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize f32 f64;
    i16 => i32 i64 i128 isize f32 f64;
    i32 => i64 i128 f64;
    i64 => i128;
    bool => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    char => u32 u64 u128;
    f32 => f64;
}
macro_rules! narrow {
    ($($a:ty => $($b:ty)*;)*) => { $($(
        impl TryFrom<$a> for $b {
            type Error = crate::num::TryFromIntError;
            fn try_from(value: $a) -> Result<$b, crate::num::TryFromIntError>;
        }
    )*)* };
}
narrow! {
    u8 => i8;
    u16 => u8 i8 i16 isize;
    u32 => u8 u16 usize i8 i16 i32 isize;
    u64 => u8 u16 u32 usize i8 i16 i32 i64 isize;
    u128 => u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize;
    usize => u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize;
    i8 => u8 u16 u32 u64 u128 usize;
    i16 => u8 u16 u32 u64 u128 usize i8;
    i32 => u8 u16 u32 u64 u128 usize i8 i16 isize;
    i64 => u8 u16 u32 u64 u128 usize i8 i16 i32 isize;
    i128 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize;
    isize => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128;
}
