//! Elements that an array gives away, and arrays of results.
// @when .into_iter( .map(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::array::IntoIter;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExArrayIntoIter<T, const N: usize>(IntoIter<T, N>);

/// The elements that the iterator has yet to give.
pub uninterp spec fn array_elts<T, const N: usize>(i: IntoIter<T, N>) -> Seq<T>;

impl<T, const N: usize> IteratorSpecImpl for IntoIter<T, N> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        true
    }

    open spec fn remaining(&self) -> Seq<T> {
        array_elts(*self)
    }

    open spec fn will_return_none(&self) -> bool {
        true
    }

    open spec fn decrease(&self) -> Option<nat> {
        Some(array_elts(*self).len())
    }

    open spec fn peek(&self, index: int) -> Option<T> {
        if 0 <= index < array_elts(*self).len() {
            Some(array_elts(*self)[index])
        } else {
            None
        }
    }
}

pub assume_specification<T, const N: usize>[ <[T; N] as core::iter::IntoIterator>::into_iter ](a: [T; N]) -> (iter: IntoIter<T, N>)
    ensures
        array_elts(iter) == a@,
;

pub assume_specification<T, const N: usize, F: FnMut(T) -> U, U>[ <[T; N]>::map ](a: [T; N], f: F) -> (res: [U; N])
    requires
        forall|i: int| 0 <= i < N ==> f.requires((#[trigger] a@[i],)),
    ensures
        forall|i: int| 0 <= i < N ==> f.ensures((a@[i],), #[trigger] res@[i]),
;

} // verus!
