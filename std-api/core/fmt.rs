//! Formatting.
use crate::prelude::rust_2021::*;

pub type Result = crate::result::Result<(), Error>;
#[derive(Copy, Clone, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Error;
pub struct Formatter<'a> { buf: &'a mut dyn Write }
impl<'a> Formatter<'a> {
    pub fn write_str(&mut self, data: &str) -> Result;
    pub fn write_fmt(&mut self, fmt: Arguments<'_>) -> Result;
    pub fn pad(&mut self, s: &str) -> Result;
    pub fn alternate(&self) -> bool;
    pub fn debug_struct<'b>(&'b mut self, name: &str) -> DebugStruct<'b, 'a>;
}
pub struct DebugStruct<'a, 'b: 'a> { fmt: &'a mut Formatter<'b> }
impl<'a, 'b: 'a> DebugStruct<'a, 'b> {
    pub fn field(&mut self, name: &str, value: &dyn Debug) -> &mut Self;
    pub fn finish(&mut self) -> Result;
}
#[lang = "format_arguments"]
#[derive(Copy, Clone)]
pub struct Arguments<'a> { pieces: &'a str }
impl<'a> Arguments<'a> {
    // @internal: what the compiler writes for `format_args!`
    pub unsafe fn new<const N: usize, const M: usize>(template: &'a [u8; N], args: &'a [rt::Argument<'a>; M]) -> Arguments<'a>;
    // @internal: what the compiler writes for `format_args!`
    pub const fn from_str(s: &'static str) -> Arguments<'a>;
    pub const fn as_str(&self) -> Option<&'static str>;
}
// @internal: what the compiler writes for `format_args!`
pub mod rt {
    use super::*;
    #[lang = "format_argument"]
    #[derive(Copy, Clone)]
    pub struct Argument<'a> { value: &'a () }
    impl Argument<'_> {
        pub const fn new_display<T: Display>(x: &T) -> Argument<'_>;
        pub const fn new_debug<T: Debug>(x: &T) -> Argument<'_>;
        pub const fn new_octal<T: Octal>(x: &T) -> Argument<'_>;
        pub const fn new_lower_hex<T: LowerHex>(x: &T) -> Argument<'_>;
        pub const fn new_upper_hex<T: UpperHex>(x: &T) -> Argument<'_>;
        pub const fn new_pointer<T: Pointer>(x: &T) -> Argument<'_>;
        pub const fn new_binary<T: Binary>(x: &T) -> Argument<'_>;
        pub const fn new_lower_exp<T: LowerExp>(x: &T) -> Argument<'_>;
        pub const fn new_upper_exp<T: UpperExp>(x: &T) -> Argument<'_>;
        pub const fn from_usize(x: &usize) -> Argument<'_>;
    }
}
pub trait Write {
    fn write_str(&mut self, s: &str) -> Result;
    fn write_char(&mut self, c: char) -> Result { loop {} }
    fn write_fmt(&mut self, args: Arguments<'_>) -> Result { loop {} }
}
// @for $t in Debug Display Octal LowerHex UpperHex Pointer Binary LowerExp UpperExp
pub trait $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
pub(crate) mod macros {
    #[rustc_builtin_macro]
    pub macro Debug($item:item) {}
}
pub use macros::Debug;

// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str ! () Arguments<'_>
impl Debug for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str ! Arguments<'_> Error
impl Display for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl Octal for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl LowerHex for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl UpperHex for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
impl Binary for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in f32 f64
impl LowerExp for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
// @for $t in f32 f64
impl UpperExp for $t { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
// @end
impl<T: Debug> Debug for [T] { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: Debug, const N: usize> Debug for [T; N] { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized + Debug> Debug for &T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized + Debug> Debug for &mut T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized + Display> Display for &T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized + Display> Display for &mut T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized> Debug for *const T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized> Debug for *mut T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized> Pointer for *const T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
impl<T: ?Sized> Pointer for &T { fn fmt(&self, f: &mut Formatter<'_>) -> Result; }
