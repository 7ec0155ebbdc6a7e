//! Strings and their bytes.
// @when from_utf8 into_bytes .capacity( .reserve( .truncate( .trim( ignore_ascii_case to_lowercase to_uppercase .repeat( .bytes( char_indices
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::char::is_white_space;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use crate::utf8::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::str::{Bytes, CharIndices, Utf8Error};
use std::string::{FromUtf8Error, String};

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExUtf8Error(Utf8Error);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExFromUtf8Error(FromUtf8Error);

/// The small letter for a large one of ASCII; any other character as it is.
pub open spec fn small_letter(c: char) -> char {
    if 'A' <= c <= 'Z' {
        (c as u32 + 32) as char
    } else {
        c
    }
}

/// The large letter for a small one of ASCII; any other character as it is.
pub open spec fn large_letter(c: char) -> char {
    if 'a' <= c <= 'z' {
        (c as u32 - 32) as char
    } else {
        c
    }
}

pub assume_specification[ core::str::from_utf8 ](v: &[u8]) -> (res: Result<&str, Utf8Error>)
    ensures
        res is Ok <==> valid_utf8(v@),
        res is Ok ==> (res->Ok_0)@ == decode_utf8(v@) && res->Ok_0.spec_bytes() == v@,
;

pub assume_specification[ String::from_utf8 ](vec: Vec<u8>) -> (res: Result<String, FromUtf8Error>)
    ensures
        res is Ok <==> valid_utf8(vec@),
        res is Ok ==> (res->Ok_0)@ == decode_utf8(vec@) && encode_utf8((res->Ok_0)@) == vec@,
;

pub assume_specification[ String::into_bytes ](s: String) -> (res: Vec<u8>)
    ensures
        res@ == encode_utf8(s@),
;

pub assume_specification[ String::capacity ](s: &String) -> (res: usize)
    ensures
        res >= encode_utf8(s@).len(),
;

pub assume_specification[ String::reserve ](s: &mut String, additional: usize)
    ensures
        final(s)@ == old(s)@,
;

pub assume_specification[ String::truncate ](s: &mut String, new_len: usize)
    requires
        new_len <= encode_utf8(old(s)@).len() ==> is_char_boundary(encode_utf8(old(s)@), new_len as int),
    ensures
        new_len <= encode_utf8(old(s)@).len() ==> encode_utf8(final(s)@) == encode_utf8(old(s)@).take(new_len as int),
        new_len > encode_utf8(old(s)@).len() ==> final(s)@ == old(s)@,
;

pub assume_specification[ str::trim ](s: &str) -> (res: &str)
    ensures
        exists|i: int, j: int| 0 <= i <= j <= s@.len() && res@ == #[trigger] s@.subrange(i, j) && (forall|k: int|
            0 <= k < i || j <= k < s@.len() ==> is_white_space(#[trigger] s@[k])),
        res@.len() > 0 ==> !is_white_space(res@[0]) && !is_white_space(res@.last()),
;

pub assume_specification[ str::eq_ignore_ascii_case ](s: &str, other: &str) -> (res: bool)
    ensures
        res == (s@.map_values(|c: char| small_letter(c)) =~= other@.map_values(|c: char| small_letter(c))),
;

pub assume_specification[ str::to_lowercase ](s: &str) -> (res: String)
    ensures
        is_ascii_chars(s@) ==> res@ == s@.map_values(|c: char| small_letter(c)),
;

pub assume_specification[ str::to_uppercase ](s: &str) -> (res: String)
    ensures
        is_ascii_chars(s@) ==> res@ == s@.map_values(|c: char| large_letter(c)),
;

pub assume_specification[ str::repeat ](s: &str, n: usize) -> (res: String)
    requires
        encode_utf8(s@).len() * n <= isize::MAX,
    ensures
        res@ == Seq::new(s@.len() * n as nat, |i: int| s@[i % s@.len() as int]),
;

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBytes<'a>(Bytes<'a>);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExCharIndices<'a>(CharIndices<'a>);

/// The bytes that the iterator has yet to give.
pub uninterp spec fn octets_of<'a>(i: Bytes<'a>) -> Seq<u8>;

/// The characters that the iterator has yet to give, with their places in the string.
pub uninterp spec fn char_indices_elts<'a>(i: CharIndices<'a>) -> Seq<(usize, char)>;

} // verus!

lends_its_items! { <'a> Bytes<'a>, u8, octets_of, |all, at| all[at] }

lends_its_items! { <'a> CharIndices<'a>, (usize, char), char_indices_elts, |all, at| all[at] }

lends_its_items_backward! { <'a> Bytes<'a>, u8, octets_of, |all, at| all[at] }

lends_its_items_backward! { <'a> CharIndices<'a>, (usize, char), char_indices_elts, |all, at| all[at] }

verus! {

pub assume_specification[ str::bytes ](s: &str) -> (res: Bytes<'_>)
    ensures
        octets_of(res) == s.spec_bytes(),
;

pub assume_specification[ str::char_indices ](s: &str) -> (res: CharIndices<'_>)
    ensures
        char_indices_elts(res) == Seq::new(s@.len(), |i: int| (encode_utf8(s@.take(i)).len() as usize, s@[i])),
;

} // verus!
