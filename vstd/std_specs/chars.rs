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

impl<'a> IteratorSpecImpl for Chars<'a> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        true
    }

    open spec fn remaining(&self) -> Seq<char> {
        into_iter_elts(*self)
    }

    open spec fn will_return_none(&self) -> bool {
        true
    }

    open spec fn decrease(&self) -> Option<nat> {
        Some(into_iter_elts(*self).len())
    }

    open spec fn peek(&self, index: int) -> Option<char> {
        if 0 <= index < into_iter_elts(*self).len() {
            Some(into_iter_elts(*self)[index])
        } else {
            None
        }
    }
}

impl<'a> DoubleEndedIteratorSpecImpl for Chars<'a> {
    open spec fn peek_back(&self, index: int) -> Option<char> {
        if 0 <= index < into_iter_elts(*self).len() {
            Some(into_iter_elts(*self)[into_iter_elts(*self).len() - index - 1])
        } else {
            None
        }
    }
}

pub assume_specification[ str::chars ](s: &str) -> (iter: Chars<'_>)
    ensures
        into_iter_elts(iter) == s@,
;

} // verus!
