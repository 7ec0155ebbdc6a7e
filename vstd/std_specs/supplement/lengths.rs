//! The length of a string, and its bytes; elements of queues by their places.
// @when String VecDeque
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::std_specs::vecdeque::*;
#[allow(unused_imports)]
use crate::utf8::encode_utf8;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::collections::VecDeque;
use std::string::String;

verus! {

#[verifier::allow_in_spec]
pub assume_specification[ String::len ](s: &String) -> usize
    returns
        encode_utf8(s@).len() as usize,
;

pub assume_specification[ String::as_bytes ](s: &String) -> (res: &[u8])
    ensures
        res@ == encode_utf8(s@),
;

pub assume_specification[ <String as core::ops::Add<&str>>::add ](s: String, other: &str) -> (res: String)
    ensures
        res@ == s@ + other@,
;

pub assume_specification<T>[ VecDeque::<T>::get ](v: &VecDeque<T>, i: usize) -> (res: Option<&T>)
    ensures
        res == if i < v@.len() { Some(&v@[i as int]) } else { None },
;

pub assume_specification<T>[ VecDeque::<T>::is_empty ](v: &VecDeque<T>) -> (res: bool)
    ensures
        res == (v@.len() == 0),
;

} // verus!
