//! Texts that are looked for in strings, parts of strings, and integers that are read from them.
// @when starts_with ends_with strip_prefix strip_suffix .contains(' .contains(" .contains(& .find(' .find(" .find(& .rfind( .split_once( .lines( trim_start trim_end .parse( .parse::< from_str
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
use crate::std_specs::parsed::*;
#[allow(unused_imports)]
use crate::std_specs::patterns::*;
#[allow(unused_imports)]
use crate::utf8::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::num::ParseIntError;
use core::str::{FromStr, Lines};

verus! {

pub assume_specification<P>[ str::starts_with ](s: &str, pat: P) -> (res: bool)
    requires
        is_text(pat),
    ensures
        res == occurs_at(s@, pattern_text(pat), 0),
;

pub assume_specification<P>[ str::ends_with ](s: &str, pat: P) -> (res: bool)
    requires
        is_text(pat),
    ensures
        res == occurs_at(s@, pattern_text(pat), s@.len() - pattern_text(pat).len()),
;

pub assume_specification<P>[ str::strip_prefix ](s: &str, pat: P) -> (res: Option<&str>)
    requires
        is_text(pat),
    ensures
        res is Some == occurs_at(s@, pattern_text(pat), 0),
        res is Some ==> res->0@ == s@.skip(pattern_text(pat).len() as int),
;

pub assume_specification<P>[ str::strip_suffix ](s: &str, pat: P) -> (res: Option<&str>)
    requires
        is_text(pat),
    ensures
        res is Some == occurs_at(s@, pattern_text(pat), s@.len() - pattern_text(pat).len()),
        res is Some ==> res->0@ == s@.take(s@.len() - pattern_text(pat).len()),
;

pub assume_specification<P>[ str::contains ](s: &str, pat: P) -> (res: bool)
    requires
        is_text(pat),
    ensures
        res == occurs(s@, pattern_text(pat)),
;

/// The result is a place in the bytes of the string.
pub assume_specification<P>[ str::find ](s: &str, pat: P) -> (res: Option<usize>)
    requires
        is_text(pat),
    ensures
        res is Some == occurs(s@, pattern_text(pat)),
        res is Some ==> exists|at: int|
            #[trigger] occurs_at(s@, pattern_text(pat), at) && begins_at(s@, at, res->0 as int) && (forall|before: int|
                #[trigger] occurs_at(s@, pattern_text(pat), before) ==> at <= before),
;

/// The result is a place in the bytes of the string.
pub assume_specification<P>[ str::rfind ](s: &str, pat: P) -> (res: Option<usize>)
    requires
        is_text(pat),
    ensures
        res is Some == occurs(s@, pattern_text(pat)),
        res is Some ==> exists|at: int|
            #[trigger] occurs_at(s@, pattern_text(pat), at) && begins_at(s@, at, res->0 as int) && (forall|after: int|
                #[trigger] occurs_at(s@, pattern_text(pat), after) ==> after <= at),
;

/// What is before the first place of the text, and after it.
pub assume_specification<P>[ str::split_once ](s: &str, delimiter: P) -> (res: Option<(&str, &str)>)
    requires
        is_text(delimiter),
    ensures
        res is Some == occurs(s@, pattern_text(delimiter)),
        res is Some ==> {
            let at = (res->0).0@.len() as int;
            &&& occurs_at(s@, pattern_text(delimiter), at)
            &&& forall|before: int| #[trigger] occurs_at(s@, pattern_text(delimiter), before) ==> at <= before
            &&& (res->0).0@ == s@.take(at)
            &&& (res->0).1@ == s@.skip(at + pattern_text(delimiter).len())
        },
;

pub assume_specification[ str::trim_start ](s: &str) -> (res: &str)
    ensures
        exists|i: int| 0 <= i <= s@.len() && res@ == #[trigger] s@.skip(i) && (forall|k: int|
            0 <= k < i ==> is_white_space(#[trigger] s@[k])),
        res@.len() > 0 ==> !is_white_space(res@[0]),
;

pub assume_specification[ str::trim_end ](s: &str) -> (res: &str)
    ensures
        exists|i: int| 0 <= i <= s@.len() && res@ == #[trigger] s@.take(i) && (forall|k: int|
            i <= k < s@.len() ==> is_white_space(#[trigger] s@[k])),
        res@.len() > 0 ==> !is_white_space(res@.last()),
;

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExLines<'a>(Lines<'a>);

/// The lines that the iterator has yet to give.
pub uninterp spec fn lines_elts<'a>(i: Lines<'a>) -> Seq<&'a str>;

} // verus!

lends_its_items! { <'a> Lines<'a>, &'a str, lines_elts, |all, at| all[at] }

lends_its_items_backward! { <'a> Lines<'a>, &'a str, lines_elts, |all, at| all[at] }

verus! {

pub assume_specification<'a>[ str::lines ](s: &'a str) -> (res: Lines<'a>)
    ensures
        lines_elts(res).len() == lines_of(s@).len(),
        forall|i: int| 0 <= i < lines_elts(res).len() ==> (#[trigger] lines_elts(res)[i])@ == lines_of(s@)[i],
;

pub assume_specification<F: FromStr>[ str::parse ](s: &str) -> (res: Result<F, <F as FromStr>::Err>)
    ensures
        is_parsed(s@, res),
;

} // verus!

/// Numbers of this type are read as by `parse`.
macro_rules! numbers_are_read {
    ($($ty:ident)*) => {
        verus! {

        $(
        pub assume_specification[ <$ty as FromStr>::from_str ](src: &str) -> (res: Result<$ty, ParseIntError>)
            ensures
                is_parsed(src@, res),
        ;
        )*

        }
    };
}

numbers_are_read! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
