//! Strings. A specification sees a string as the sequence of its characters.

use std::string::String;

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[doc(hidden)]
pub use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExString(String);

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

impl View for String {
    type V = Seq<char>;

    uninterp spec fn view(&self) -> Seq<char>;
}

impl DeepView for String {
    type V = Seq<char>;

    open spec fn deep_view(&self) -> Seq<char> {
        self.view()
    }
}

/// Whether all characters are of the first 128.
pub open spec fn is_ascii_chars(chars: Seq<char>) -> bool {
    forall|i: int| 0 <= i < chars.len() ==> (#[trigger] chars[i] as int) < 0x80
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

/// A concatenation is of the first 128 characters exactly when its parts are.
pub broadcast proof fn is_ascii_concat(s1: &str, s2: &str, s3: &str)
    requires
        s1@ =~= s2@ + s3@,
    ensures
        #![trigger s2@ + s3@, is_ascii(s1), is_ascii(s2), is_ascii(s3)]
        is_ascii(s1) <==> is_ascii(s2) && is_ascii(s3),
{
    broadcast use group_seq_lemmas;

    if is_ascii(s1) {
        assert forall|i: int| 0 <= i < s2@.len() implies (#[trigger] s2@[i] as int) < 0x80 by {
            assert(s1@[i] == s2@[i]);
        }
        assert forall|i: int| 0 <= i < s3@.len() implies (#[trigger] s3@[i] as int) < 0x80 by {
            assert(s1@[i + s2@.len()] == s3@[i]);
        }
    }
}

pub assume_specification[ <str as std::borrow::ToOwned>::to_owned ](s: &str) -> (res: String)
    ensures
        s@ == res@,
;

#[verifier::allow_in_spec]
pub assume_specification[ str::is_empty ](s: &str) -> bool
    returns
        s@.len() == 0,
;

pub assume_specification<'a>[ String::as_str ](s: &'a String) -> (res: &'a str)
    ensures
        res@ == s@,
;

pub assume_specification[ <String as Clone>::clone ](s: &String) -> (res: String)
    ensures
        res == s,
;

pub assume_specification[ String::new ]() -> (res: String)
    ensures
        res@ == Seq::<char>::empty(),
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

/// Reading strings by the number of a character.
pub trait StrSliceExecFns: View<V = Seq<char>> {
    /// The number of characters.
    fn unicode_len(&self) -> (l: usize)
        ensures
            l as nat == self.view().len(),
    ;

    /// The character at `i`.
    fn get_char(&self, i: usize) -> (c: char)
        requires
            i < self.view().len(),
        ensures
            self.view().index(i as int) == c,
    ;

    /// The characters from `from` up to `to`, of a string of the first 128 characters.
    fn substring_ascii<'a>(&'a self, from: usize, to: usize) -> (ret: &'a str)
        requires
            is_ascii_chars(self.view()),
            from <= to <= self.view().len(),
        ensures
            ret@ == self.view().subrange(from as int, to as int),
            is_ascii(ret),
    ;

    /// The characters from `from` up to `to`.
    fn substring_char<'a>(&'a self, from: usize, to: usize) -> (ret: &'a str)
        requires
            from <= to <= self.view().len(),
        ensures
            ret@ == self.view().subrange(from as int, to as int),
    ;

    /// The number of the character at `i`, of a string of the first 128 characters.
    fn get_ascii(&self, i: usize) -> (b: u8)
        requires
            is_ascii_chars(self.view()),
            i < self.view().len(),
        ensures
            self.view().index(i as int) as u8 == b,
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
        let begin: usize = self.chars().take(from).map(|c: char| c.len_utf8()).sum();
        let length: usize = self.chars().skip(from).take(to - from).map(|c: char| c.len_utf8()).sum();
        &self[begin..begin + length]
    }

    #[verifier::external_body]
    fn get_ascii(&self, i: usize) -> u8 {
        self.as_bytes()[i]
    }
}

/// Building strings from parts.
pub trait StringExecFns: Sized + View<V = Seq<char>> {
    /// A string of these characters.
    fn from_str<'a>(s: &'a str) -> (ret: Self)
        ensures
            s@ == ret.view(),
    ;

    /// Puts characters at the end.
    fn append<'a, 'b>(&'a mut self, other: &'b str)
        ensures
            final(self).view() == old(self).view() + other@,
    ;

    /// The characters of both, one after the other.
    fn concat<'b>(self, other: &'b str) -> (ret: Self)
        ensures
            ret.view() == self.view() + other@,
    ;
}

impl StringExecFns for String {
    #[verifier::external_body]
    fn from_str<'a>(s: &'a str) -> String {
        s.to_owned()
    }

    #[verifier::external_body]
    fn append<'a, 'b>(&'a mut self, other: &'b str) {
        self.push_str(other)
    }

    #[verifier::external_body]
    fn concat<'b>(self, other: &'b str) -> String {
        self + other
    }
}

/// What every program knows about strings.
pub broadcast group group_string_axioms {
    is_ascii_concat,
}

} // verus!
