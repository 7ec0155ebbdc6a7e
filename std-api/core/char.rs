//! Characters.
use crate::prelude::rust_2021::*;

impl char {
    pub const MIN: char = '\0';
    pub const MAX: char = '\u{10FFFF}';
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';
    pub const fn from_u32(i: u32) -> Option<char>;
    pub const unsafe fn from_u32_unchecked(i: u32) -> char;
    pub const fn from_digit(num: u32, radix: u32) -> Option<char>;
    pub const fn is_digit(self, radix: u32) -> bool;
    pub const fn to_digit(self, radix: u32) -> Option<u32>;
    pub const fn len_utf8(self) -> usize;
    pub fn is_alphabetic(self) -> bool;
    pub fn is_numeric(self) -> bool;
    pub fn is_alphanumeric(self) -> bool;
    pub fn is_whitespace(self) -> bool;
    pub const fn is_ascii(&self) -> bool;
    pub const fn is_ascii_digit(&self) -> bool;
    pub const fn is_ascii_alphabetic(&self) -> bool;
    pub const fn is_ascii_alphanumeric(&self) -> bool;
    pub const fn is_ascii_uppercase(&self) -> bool;
    pub const fn is_ascii_lowercase(&self) -> bool;
    pub const fn is_ascii_hexdigit(&self) -> bool;
    pub const fn is_ascii_whitespace(&self) -> bool;
    pub const fn is_ascii_punctuation(&self) -> bool;
    pub const fn to_ascii_uppercase(&self) -> char;
    pub const fn to_ascii_lowercase(&self) -> char;
}
pub const fn from_u32(i: u32) -> Option<char>;
