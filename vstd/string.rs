//! Strings. A specification sees a string as the sequence of its characters.
//!
//! What a literal holds is known after `reveal_strlit`.
//!
//! trusted: a string is its characters, and each contract says what the documentation of the standard library says;
//! what is told of a literal is what the verifier reads there.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::iter::is_collection;
#[allow(unused_imports)]
use crate::utf8::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(feature = "alloc")]
use std::string::{String, ToString};

pub use crate::std_specs::chars::*;
pub use crate::view::View;
#[allow(unused_imports)]
use crate::view::DeepView;

verus! {

broadcast use crate::seq::group_seq_lemmas;

impl View for str {
    type V = Seq<char>;

    uninterp spec fn view(&self) -> Seq<char>;
}

impl DeepView for str {
    type V = Seq<char>;

    open spec fn deep_view(&self) -> Seq<char> {
        self.view()
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExString(String);

#[cfg(feature = "alloc")]
impl View for String {
    type V = Seq<char>;

    uninterp spec fn view(&self) -> Seq<char>;
}

#[cfg(feature = "alloc")]
impl DeepView for String {
    type V = Seq<char>;

    open spec fn deep_view(&self) -> Seq<char> {
        self.view()
    }
}

/// The length of a literal, which `reveal_strlit` tells.
pub closed spec fn strslice_len(s: &str) -> nat {
    s@.len()
}

/// A character of a literal, which `reveal_strlit` tells.
pub closed spec fn strslice_get_char(s: &str, i: int) -> char {
    s@.index(i)
}

/// What is told of a literal is about its sequence.
pub broadcast proof fn axiom_str_literal_len<'a>(s: &'a str)
    ensures
        #[trigger] s@.len() == strslice_len(s),
{
}

/// What is told of a literal is about its sequence.
pub broadcast proof fn axiom_str_literal_get_char<'a>(s: &'a str, i: int)
    ensures
        #[trigger] s@.index(i) == strslice_get_char(s, i),
{
}

/// The bytes of a string.
pub trait StringSliceAdditionalSpecFns {
    /// The bytes of a string, as UTF-8 writes it.
    spec fn spec_bytes(&self) -> Seq<u8>;
}

impl StringSliceAdditionalSpecFns for str {
    open spec fn spec_bytes(&self) -> Seq<u8> {
        encode_utf8(self@)
    }
}

/// `s.is_ascii()` in specifications.
pub open spec fn is_ascii(s: &str) -> bool {
    is_ascii_chars(s@)
}

#[verifier::when_used_as_spec(is_ascii)]
pub assume_specification[ str::is_ascii ](s: &str) -> (b: bool)
    ensures
        b == is_ascii(s),
;

/// The characters of an ASCII string are its bytes.
pub broadcast proof fn is_ascii_spec_bytes(s: &str)
    ensures
        #[trigger] is_ascii(s) ==> #[trigger] s.spec_bytes() =~= Seq::new(s@.len(), |i: int| s@.index(i) as u8),
{
    if is_ascii(s) {
        is_ascii_chars_encode_utf8(s@);
        assert forall|i: int| 0 <= i < s@.len() implies s.spec_bytes()[i] == #[trigger] s@[i] as u8 by {}
    }
}

/// A string is ASCII when its parts are.
pub broadcast proof fn is_ascii_concat(s1: &str, s2: &str, s3: &str)
    requires
        s1@ =~= s2@ + s3@,
    ensures
        #![trigger s2@ + s3@, is_ascii(s1), is_ascii(s2), is_ascii(s3)]
        is_ascii(s1) <==> is_ascii(s2) && is_ascii(s3),
{
    is_ascii_chars_concat(s1@, s2@, s3@);
}

pub assume_specification[ <str as std::borrow::ToOwned>::to_owned ](s: &str) -> (res: String)
    ensures
        s@ == res@,
;

pub assume_specification[ str::as_bytes ](s: &str) -> (b: &[u8])
    ensures
        b@ == s.spec_bytes(),
;

#[verifier::allow_in_spec]
pub assume_specification[ str::len ](s: &str) -> usize
    returns
        s.spec_bytes().len() as usize,
;

#[verifier::allow_in_spec]
pub assume_specification[ str::is_empty ](s: &str) -> bool
    returns
        s@.len() == 0,
;

#[verifier::allow_in_spec]
pub assume_specification[ str::is_char_boundary ](s: &str, index: usize) -> bool
    returns
        is_char_boundary(s.spec_bytes(), index as int),
;

pub assume_specification[ str::split_at ](s: &str, mid: usize) -> (res: (&str, &str))
    requires
        is_char_boundary(s.spec_bytes(), mid as int),
    ensures
        res.0.spec_bytes() =~= s.spec_bytes().subrange(0, mid as int),
        res.1.spec_bytes() =~= s.spec_bytes().subrange(mid as int, s.spec_bytes().len() as int),
;

pub assume_specification[ core::str::from_utf8_unchecked ](v: &[u8]) -> (res: &str)
    requires
        valid_utf8(v@),
    ensures
        res.spec_bytes() =~= v@,
;

/// What `to_string` may give for a value that can be displayed.
pub uninterp spec fn to_string_from_display_ensures<T: core::fmt::Display + ?Sized>(t: &T, s: String) -> bool;

/// `to_string` of a string is that string.
pub broadcast axiom fn to_string_from_display_ensures_for_str(t: &str, res: String)
    ensures
        #[trigger] to_string_from_display_ensures::<str>(t, res) <==> (t@ == res@),
;

pub assume_specification<T: core::fmt::Display + ?Sized>[ <T as ToString>::to_string ](t: &T) -> (res: String)
    ensures
        to_string_from_display_ensures::<T>(t, res),
;

/// What programs do with strings, by position of a character.
pub trait StrSliceExecFns: StringSliceAdditionalSpecFns + View<V = Seq<char>> {
    /// The number of characters.
    fn unicode_len(&self) -> (l: usize)
        ensures
            l as nat == self.view().len(),
    ;

    /// A character.
    fn get_char(&self, i: usize) -> (c: char)
        requires
            i < self.view().len(),
        ensures
            self.view().index(i as int) == c,
    ;

    /// A part of an ASCII string.
    fn substring_ascii<'a>(&'a self, from: usize, to: usize) -> (ret: &'a str)
        requires
            is_ascii_chars(self.view()),
            from <= to <= self.view().len(),
        ensures
            ret@ == self.view().subrange(from as int, to as int),
            is_ascii(ret),
    ;

    /// A part of a string.
    fn substring_char<'a>(&'a self, from: usize, to: usize) -> (ret: &'a str)
        requires
            from <= to <= self.view().len(),
        ensures
            ret@ == self.view().subrange(from as int, to as int),
    ;

    /// A character of an ASCII string, as a byte.
    fn get_ascii(&self, i: usize) -> (b: u8)
        requires
            is_ascii_chars(self.view()),
            i < self.view().len(),
        ensures
            self.view().index(i as int) as u8 == b,
    ;

    /// The bytes in a vector.
    #[cfg(feature = "alloc")]
    fn as_bytes_vec(&self) -> (ret: std::vec::Vec<u8>)
        ensures
            ret@ == self.spec_bytes(),
    ;
}

impl StrSliceExecFns for str {
    #[verifier::external_body]
    fn unicode_len(&self) -> usize {
        self.chars().count()
    }

    #[verifier::external_body]
    fn get_char(&self, i: usize) -> char {
        self.chars().nth(i).unwrap()
    }

    #[verifier::external_body]
    fn substring_ascii<'a>(&'a self, from: usize, to: usize) -> &'a str {
        &self[from..to]
    }

    #[verifier::external_body]
    fn substring_char<'a>(&'a self, from: usize, to: usize) -> &'a str {
        let (mut start, mut end, mut n) = (self.len(), self.len(), 0);
        for (at, _) in self.char_indices() {
            if n == from {
                start = at;
            }
            if n == to {
                end = at;
            }
            n += 1;
        }
        &self[start..end]
    }

    #[verifier::external_body]
    fn get_ascii(&self, i: usize) -> u8 {
        self.as_bytes()[i]
    }

    #[cfg(feature = "alloc")]
    #[verifier::external_body]
    fn as_bytes_vec(&self) -> std::vec::Vec<u8> {
        self.as_bytes().to_vec()
    }
}

/// `s.is_ascii()` in specifications.
pub open spec fn string_is_ascii(s: &String) -> bool {
    is_ascii_chars(s@)
}

pub assume_specification<'a>[ String::as_str ](s: &'a String) -> (res: &'a str)
    ensures
        res@ == s@,
;

pub assume_specification<'a>[ <String as core::ops::Deref>::deref ](s: &'a String) -> (res: &'a str)
    ensures
        res@ == s@,
;

pub assume_specification[ <String as Clone>::clone ](s: &String) -> (res: String)
    ensures
        res == *s,
;

pub assume_specification[ <String as PartialEq>::eq ](s: &String, other: &String) -> (res: bool)
    ensures
        res == (s@ == other@),
;

pub assume_specification[ <String as core::convert::From<&str>>::from ](s: &str) -> (res: String)
    ensures
        res@ == s@,
;

pub assume_specification[ String::new ]() -> (res: String)
    ensures
        res@ == Seq::<char>::empty(),
;

pub assume_specification[ <String as core::default::Default>::default ]() -> (r: String)
    ensures
        r@ == Seq::<char>::empty(),
;

pub assume_specification[ String::push ](s: &mut String, c: char)
    ensures
        final(s)@ == old(s)@.push(c),
;

pub assume_specification[ String::pop ](s: &mut String) -> (res: Option<char>)
    ensures
        old(s)@.len() == 0 ==> res is None && final(s)@ == old(s)@,
        old(s)@.len() > 0 ==> res == Some(old(s)@.last()) && final(s)@ == old(s)@.drop_last(),
;

pub assume_specification[ String::push_str ](s: &mut String, other: &str)
    ensures
        final(s)@ == old(s)@ + other@,
;

pub assume_specification[ String::is_empty ](s: &String) -> (res: bool)
    ensures
        res == (s@.len() == 0),
;

pub assume_specification[ String::clear ](s: &mut String)
    ensures
        final(s)@ == Seq::<char>::empty(),
;

/// `is_ascii` of an owned string.
pub trait StringExecFnsIsAscii: Sized + View<V = Seq<char>> {
    /// Whether all characters are ASCII.
    fn is_ascii(&self) -> (ret: bool)
        ensures
            ret == is_ascii_chars(self.view()),
    ;
}

#[cfg(feature = "alloc")]
impl StringExecFnsIsAscii for String {
    #[verifier::external_body]
    #[verifier::when_used_as_spec(string_is_ascii)]
    fn is_ascii(&self) -> bool {
        self.as_str().is_ascii()
    }
}

/// What programs do with owned strings.
pub trait StringExecFns: Sized + View<V = Seq<char>> {
    /// A string of its own.
    fn from_str<'a>(s: &'a str) -> (ret: Self)
        ensures
            s@ == ret.view(),
    ;

    /// Adds characters at the end.
    fn append<'a, 'b>(&'a mut self, other: &'b str)
        ensures
            final(self).view() == old(self).view() + other@,
    ;

    /// The string with characters added at the end.
    fn concat<'b>(self, other: &'b str) -> (ret: Self)
        ensures
            ret.view() == self.view() + other@,
    ;
}

#[cfg(feature = "alloc")]
impl StringExecFns for String {
    #[verifier::external_body]
    fn from_str<'a>(s: &'a str) -> String {
        s.to_string()
    }

    #[verifier::external_body]
    fn append<'a, 'b>(&'a mut self, other: &'b str) {
        self.push_str(other);
    }

    #[verifier::external_body]
    fn concat<'b>(self, other: &'b str) -> String {
        self + other
    }
}

/// A string that is made of characters has them all.
#[cfg(feature = "alloc")]
pub broadcast axiom fn axiom_string_is_collection(items: Seq<char>, ends: bool, s: String)
    requires
        #[trigger] is_collection(items, ends, s),
    ensures
        ends,
        s@ == items,
;

/// What every program knows about strings.
pub broadcast group group_string_axioms {
    axiom_str_literal_len,
    axiom_str_literal_get_char,
    to_string_from_display_ensures_for_str,
    is_ascii_spec_bytes,
    is_ascii_concat,
    axiom_string_is_collection,
}

} // verus!
