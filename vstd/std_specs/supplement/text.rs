//! Characters and strings.
// @when .is_ascii is_digit to_digit from_u32 String::with_capacity is_alpha is_numeric to_ascii_
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use std::string::String;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The value of a digit, to a base of at most 36: letters count from 10 on, large or small.
pub open spec fn digit_value(c: char) -> int {
    if '0' <= c <= '9' {
        c as u32 - '0' as u32
    } else if 'a' <= c <= 'z' {
        c as u32 - 'a' as u32 + 10
    } else if 'A' <= c <= 'Z' {
        c as u32 - 'A' as u32 + 10
    } else {
        36
    }
}

pub assume_specification[ char::is_ascii ](c: &char) -> (res: bool)
    ensures
        res == ((*c as u32) < 0x80),
;

pub assume_specification[ char::is_ascii_digit ](c: &char) -> (res: bool)
    ensures
        res == ('0' <= *c <= '9'),
;

pub assume_specification[ char::is_ascii_alphabetic ](c: &char) -> (res: bool)
    ensures
        res == ('a' <= *c <= 'z' || 'A' <= *c <= 'Z'),
;

pub assume_specification[ char::is_ascii_alphanumeric ](c: &char) -> (res: bool)
    ensures
        res == ('a' <= *c <= 'z' || 'A' <= *c <= 'Z' || '0' <= *c <= '9'),
;

pub assume_specification[ char::is_ascii_uppercase ](c: &char) -> (res: bool)
    ensures
        res == ('A' <= *c <= 'Z'),
;

pub assume_specification[ char::is_ascii_lowercase ](c: &char) -> (res: bool)
    ensures
        res == ('a' <= *c <= 'z'),
;

pub assume_specification[ char::is_ascii_hexdigit ](c: &char) -> (res: bool)
    ensures
        res == ('0' <= *c <= '9' || 'a' <= *c <= 'f' || 'A' <= *c <= 'F'),
;

pub assume_specification[ char::is_ascii_whitespace ](c: &char) -> (res: bool)
    ensures
        res == (*c as u32 == 0x20 || *c as u32 == 0x09 || *c as u32 == 0x0A || *c as u32 == 0x0C || *c as u32 == 0x0D),
;

pub assume_specification[ char::is_ascii_punctuation ](c: &char) -> (res: bool)
    ensures
        res == ('!' <= *c <= '/' || ':' <= *c <= '@' || '[' <= *c <= '`' || '{' <= *c <= '~'),
;

pub assume_specification[ char::to_ascii_lowercase ](c: &char) -> (res: char)
    ensures
        res == if 'A' <= *c <= 'Z' { (*c as u32 + 32) as char } else { *c },
;

pub assume_specification[ char::to_ascii_uppercase ](c: &char) -> (res: char)
    ensures
        res == if 'a' <= *c <= 'z' { (*c as u32 - 32) as char } else { *c },
;

// Of characters beyond ASCII Unicode says more, which changes from version to version.

pub assume_specification[ char::is_alphabetic ](c: char) -> (res: bool)
    ensures
        (c as u32) < 0x80 ==> res == ('a' <= c <= 'z' || 'A' <= c <= 'Z'),
;

pub assume_specification[ char::is_numeric ](c: char) -> (res: bool)
    ensures
        (c as u32) < 0x80 ==> res == ('0' <= c <= '9'),
;

pub assume_specification[ char::is_alphanumeric ](c: char) -> (res: bool)
    ensures
        (c as u32) < 0x80 ==> res == ('a' <= c <= 'z' || 'A' <= c <= 'Z' || '0' <= c <= '9'),
;

pub assume_specification[ u8::is_ascii ](c: &u8) -> (res: bool)
    ensures
        res == (*c < 0x80),
;

pub assume_specification[ u8::is_ascii_digit ](c: &u8) -> (res: bool)
    ensures
        res == (0x30 <= *c <= 0x39),
;

pub assume_specification[ u8::is_ascii_uppercase ](c: &u8) -> (res: bool)
    ensures
        res == (0x41 <= *c <= 0x5A),
;

pub assume_specification[ u8::is_ascii_lowercase ](c: &u8) -> (res: bool)
    ensures
        res == (0x61 <= *c <= 0x7A),
;

pub assume_specification[ u8::is_ascii_alphabetic ](c: &u8) -> (res: bool)
    ensures
        res == (0x41 <= *c <= 0x5A || 0x61 <= *c <= 0x7A),
;

pub assume_specification[ u8::is_ascii_alphanumeric ](c: &u8) -> (res: bool)
    ensures
        res == (0x30 <= *c <= 0x39 || 0x41 <= *c <= 0x5A || 0x61 <= *c <= 0x7A),
;

pub assume_specification[ u8::is_ascii_hexdigit ](c: &u8) -> (res: bool)
    ensures
        res == (0x30 <= *c <= 0x39 || 0x41 <= *c <= 0x46 || 0x61 <= *c <= 0x66),
;

pub assume_specification[ u8::is_ascii_punctuation ](c: &u8) -> (res: bool)
    ensures
        res == (0x21 <= *c <= 0x2F || 0x3A <= *c <= 0x40 || 0x5B <= *c <= 0x60 || 0x7B <= *c <= 0x7E),
;

pub assume_specification[ u8::is_ascii_whitespace ](c: &u8) -> (res: bool)
    ensures
        res == (*c == 0x20 || *c == 0x09 || *c == 0x0A || *c == 0x0C || *c == 0x0D),
;

pub assume_specification[ u8::to_ascii_uppercase ](c: &u8) -> (res: u8)
    ensures
        res == if 0x61 <= *c <= 0x7A { *c - 32 } else { *c as int },
;

pub assume_specification[ u8::to_ascii_lowercase ](c: &u8) -> (res: u8)
    ensures
        res == if 0x41 <= *c <= 0x5A { *c + 32 } else { *c as int },
;

pub assume_specification[ char::is_digit ](c: char, radix: u32) -> (res: bool)
    requires
        2 <= radix <= 36,
    ensures
        res == (digit_value(c) < radix),
;

pub assume_specification[ char::to_digit ](c: char, radix: u32) -> (res: Option<u32>)
    requires
        2 <= radix <= 36,
    ensures
        res == if digit_value(c) < radix { Some(digit_value(c) as u32) } else { None },
;

pub assume_specification[ char::from_u32 ](i: u32) -> (res: Option<char>)
    ensures
        match res {
            Some(c) => c as u32 == i,
            None => 0xD800 <= i < 0xE000 || 0x11_0000 <= i,
        },
;

pub assume_specification[ core::char::from_u32 ](i: u32) -> (res: Option<char>)
    ensures
        match res {
            Some(c) => c as u32 == i,
            None => 0xD800 <= i < 0xE000 || 0x11_0000 <= i,
        },
;

pub assume_specification[ String::with_capacity ](capacity: usize) -> (res: String)
    ensures
        res@ == Seq::<char>::empty(),
;

} // verus!
