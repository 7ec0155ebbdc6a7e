//! The characters of strings, one after the other.
// @when chars
//!
//! trusted: the contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use super::iter::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::str::Chars;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExChars<'a>(Chars<'a>);

/// The characters that the iterator has yet to give.
pub uninterp spec fn into_iter_elts<'a>(i: Chars<'a>) -> Seq<char>;

} // verus!

holds_its_items! { <'a> Chars<'a>, char }

verus! {

pub assume_specification[ str::chars ](s: &str) -> (iter: Chars<'_>)
    ensures
        into_iter_elts(iter) == s@,
;

} // verus!
