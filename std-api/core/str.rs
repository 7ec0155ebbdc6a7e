//! String slices.
use crate::prelude::rust_2021::*;
use crate::ops::{Index, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};
use crate::slice::SliceIndex;

impl str {
    pub const fn len(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub const fn as_bytes(&self) -> &[u8];
    pub const fn as_ptr(&self) -> *const u8;
    pub const fn split_at(&self, mid: usize) -> (&str, &str);
    pub const fn is_char_boundary(&self, index: usize) -> bool;
    pub fn char_indices(&self) -> CharIndices<'_>;
    pub fn chars(&self) -> Chars<'_>;
    pub fn bytes(&self) -> Bytes<'_>;
    pub fn get<I: SliceIndex<str>>(&self, i: I) -> Option<&I::Output>;
    pub fn get_mut<I: SliceIndex<str>>(&mut self, i: I) -> Option<&mut I::Output>;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn starts_with<P>(&self, pat: P) -> bool;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn ends_with<P>(&self, pat: P) -> bool;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn strip_prefix<P>(&self, prefix: P) -> Option<&str>;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn strip_suffix<P>(&self, suffix: P) -> Option<&str>;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn contains<P>(&self, pat: P) -> bool;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn find<P>(&self, pat: P) -> Option<usize>;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn rfind<P>(&self, pat: P) -> Option<usize>;
    pub const fn is_ascii(&self) -> bool;
    pub fn eq_ignore_ascii_case(&self, other: &str) -> bool;
    pub fn trim(&self) -> &str;
    pub fn trim_start(&self) -> &str;
    pub fn trim_end(&self) -> &str;
    pub fn lines(&self) -> Lines<'_>;
    // @internal: its bound is a trait that stable Rust cannot name
    pub fn split_once<P>(&self, delimiter: P) -> Option<(&str, &str)>;
    pub fn parse<F: FromStr>(&self) -> Result<F, F::Err>;
}
pub trait FromStr: Sized {
    type Err;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc = "certus:attr verifier::external"]
pub struct ParseBoolError(());
#[derive(Copy, Eq, PartialEq, Clone, Debug)]
#[doc = "certus:attr verifier::external"]
pub struct Utf8Error { valid_up_to: usize }
pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error>;
pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str;
#[derive(Clone)]
pub struct Chars<'a> { rest: &'a str }
impl<'a> Iterator for Chars<'a> { type Item = char; fn next(&mut self) -> Option<char>; }
impl<'a> DoubleEndedIterator for Chars<'a> { fn next_back(&mut self) -> Option<char>; }
#[derive(Clone)]
#[doc = "certus:attr verifier::external"]
pub struct CharIndices<'a> { front_offset: usize, iter: Chars<'a> }
impl<'a> Iterator for CharIndices<'a> { type Item = (usize, char); fn next(&mut self) -> Option<(usize, char)>; }
impl<'a> DoubleEndedIterator for CharIndices<'a> { fn next_back(&mut self) -> Option<(usize, char)>; }
#[derive(Clone)]
#[doc = "certus:attr verifier::external"]
pub struct Bytes<'a>(&'a str);
impl Iterator for Bytes<'_> { type Item = u8; fn next(&mut self) -> Option<u8>; }
impl DoubleEndedIterator for Bytes<'_> { fn next_back(&mut self) -> Option<u8>; }
#[derive(Clone)]
#[doc = "certus:attr verifier::external"]
pub struct Lines<'a>(&'a str);
impl<'a> Iterator for Lines<'a> { type Item = &'a str; fn next(&mut self) -> Option<&'a str>; }
impl<'a> DoubleEndedIterator for Lines<'a> { fn next_back(&mut self) -> Option<&'a str>; }
// @for $t in Range<usize> RangeTo<usize> RangeFrom<usize> RangeFull RangeInclusive<usize>
unsafe impl SliceIndex<str> for $t {
    type Output = str;
    // @internal: unstable; a program indexes instead
    fn get(self, slice: &str) -> Option<&str>;
    // @internal: unstable; a program indexes instead
    fn get_mut(self, slice: &mut str) -> Option<&mut str>;
    // @internal: unstable; a program indexes instead
    fn index(self, slice: &str) -> &str;
    // @internal: unstable; a program indexes instead
    fn index_mut(self, slice: &mut str) -> &mut str;
}
// @end
impl<I: SliceIndex<str>> Index<I> for str {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output;
}
