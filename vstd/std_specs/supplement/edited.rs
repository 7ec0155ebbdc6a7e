//! Strings that are changed in the middle.
// @when String
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::utf8::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use std::string::String;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification[ String::insert ](s: &mut String, idx: usize, ch: char)
    requires
        is_char_boundary(encode_utf8(old(s)@), idx as int),
    ensures
        exists|at: int| #[trigger] begins_at(old(s)@, at, idx as int) && final(s)@ == old(s)@.insert(at, ch),
        idx == 0 ==> final(s)@ == seq![ch] + old(s)@,
;

pub assume_specification[ String::insert_str ](s: &mut String, idx: usize, string: &str)
    requires
        is_char_boundary(encode_utf8(old(s)@), idx as int),
    ensures
        exists|at: int|
            #[trigger] begins_at(old(s)@, at, idx as int) && final(s)@ == old(s)@.take(at) + string@ + old(s)@.skip(at),
        idx == 0 ==> final(s)@ == string@ + old(s)@,
;

pub assume_specification[ String::remove ](s: &mut String, idx: usize) -> (ret: char)
    requires
        idx < encode_utf8(old(s)@).len(),
        is_char_boundary(encode_utf8(old(s)@), idx as int),
    ensures
        exists|at: int|
            #[trigger] begins_at(old(s)@, at, idx as int) && at < old(s)@.len() && ret == old(s)@[at] && final(s)@ == old(
                s,
            )@.remove(at),
        idx == 0 ==> ret == old(s)@[0] && final(s)@ == old(s)@.drop_first(),
;

} // verus!
