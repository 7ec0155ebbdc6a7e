//! Types of C. Those whose width or sign depends on the target are left out (`c_long`, `c_char`): every target with
//! pointers of 32 or 64 bits has these.
use crate::prelude::rust_2021::*;

pub type c_schar = i8;
pub type c_uchar = u8;
pub type c_short = i16;
pub type c_ushort = u16;
pub type c_int = i32;
pub type c_uint = u32;
pub type c_longlong = i64;
pub type c_ulonglong = u64;
pub type c_float = f32;
pub type c_double = f64;
