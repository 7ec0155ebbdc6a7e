//! `String`.
use crate::borrow::ToOwned;
use crate::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Add, AddAssign, Deref, DerefMut, Index};
use core::slice::SliceIndex;

#[lang = "String"]
pub struct String { vec: Vec<u8> }
#[derive(Debug, PartialEq, Eq, Clone)]
#[doc = "certus:attr verifier::external"]
pub struct FromUtf8Error { bytes: Vec<u8> }
impl String {
    pub const fn new() -> String;
    pub fn with_capacity(capacity: usize) -> String;
    pub fn from_utf8(vec: Vec<u8>) -> Result<String, FromUtf8Error>;
    pub fn into_bytes(self) -> Vec<u8>;
    pub const fn as_str(&self) -> &str;
    pub fn as_mut_str(&mut self) -> &mut str;
    pub fn push_str(&mut self, string: &str);
    pub const fn capacity(&self) -> usize;
    pub fn reserve(&mut self, additional: usize);
    pub fn push(&mut self, ch: char);
    pub const fn as_bytes(&self) -> &[u8];
    pub fn truncate(&mut self, new_len: usize);
    pub fn pop(&mut self) -> Option<char>;
    pub fn remove(&mut self, idx: usize) -> char;
    pub fn insert(&mut self, idx: usize, ch: char);
    pub fn insert_str(&mut self, idx: usize, string: &str);
    pub const fn len(&self) -> usize;
    pub const fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
}
pub trait ToString { fn to_string(&self) -> String; }
impl<T: fmt::Display + ?Sized> ToString for T { fn to_string(&self) -> String; }
impl str {
    #[rustc_allow_incoherent_impl]
    pub fn to_lowercase(&self) -> String;
    #[rustc_allow_incoherent_impl]
    pub fn to_uppercase(&self) -> String;
    #[rustc_allow_incoherent_impl]
    pub fn repeat(&self, n: usize) -> String;
}
impl ToOwned for str {
    type Owned = String;
    fn to_owned(&self) -> String;
}
impl core::borrow::Borrow<str> for String { fn borrow(&self) -> &str; }
impl Deref for String {
    type Target = str;
    fn deref(&self) -> &str;
}
impl DerefMut for String { fn deref_mut(&mut self) -> &mut str; }
impl Clone for String { fn clone(&self) -> Self; }
impl Default for String { fn default() -> String; }
impl PartialEq for String { fn eq(&self, other: &String) -> bool; }
impl PartialEq<str> for String { fn eq(&self, other: &str) -> bool; }
impl<'a> PartialEq<&'a str> for String { fn eq(&self, other: &&'a str) -> bool; }
impl PartialEq<String> for str { fn eq(&self, other: &String) -> bool; }
impl<'a> PartialEq<String> for &'a str { fn eq(&self, other: &String) -> bool; }
impl Eq for String {}
impl PartialOrd for String { fn partial_cmp(&self, other: &String) -> Option<Ordering>; }
impl Ord for String { fn cmp(&self, other: &String) -> Ordering; }
impl Hash for String { fn hash<H: Hasher>(&self, state: &mut H); }
impl fmt::Debug for String { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl fmt::Display for String { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result; }
impl fmt::Write for String { fn write_str(&mut self, s: &str) -> fmt::Result; }
impl From<&str> for String { fn from(s: &str) -> String; }
impl From<char> for String { fn from(c: char) -> String; }
impl FromIterator<char> for String { fn from_iter<I: IntoIterator<Item = char>>(iter: I) -> String; }
impl AsRef<str> for String { fn as_ref(&self) -> &str; }
impl AsRef<[u8]> for String { fn as_ref(&self) -> &[u8]; }
impl Add<&str> for String {
    type Output = String;
    fn add(self, other: &str) -> String;
}
impl AddAssign<&str> for String { fn add_assign(&mut self, other: &str); }
impl<I: SliceIndex<str>> Index<I> for String {
    type Output = I::Output;
    fn index(&self, index: I) -> &I::Output;
}
