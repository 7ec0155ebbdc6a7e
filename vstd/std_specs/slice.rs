//! Contracts of the methods of slices.
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

mod copied;
mod get;
mod iter_mut;

pub use copied::*;
pub use get::*;
pub use iter_mut::{axiom_iter_mut_has_resolved, comes_to_refer_to, refers_to};

verus! {

pub assume_specification<T>[ <[T]>::first ](slice: &[T]) -> (res: Option<&T>)
    ensures
        slice@.len() == 0 ==> res is None,
        slice@.len() != 0 ==> res is Some && *res->0 == slice@[0],
;

pub assume_specification<T>[ <[T]>::last ](slice: &[T]) -> (res: Option<&T>)
    ensures
        slice@.len() == 0 ==> res is None,
        slice@.len() != 0 ==> res is Some && *res->0 == slice@.last(),
;

pub assume_specification<T>[ <[T]>::first_mut ](slice: &mut [T]) -> (res: Option<&mut T>)
    ensures
        old(slice)@.len() == 0 ==> res is None && final(slice)@ == old(slice)@,
        old(slice)@.len() != 0 ==> {
            &&& res is Some
            &&& *res->0 == old(slice)@[0]
            &&& final(slice)@ == old(slice)@.update(0, *final(res->0))
        },
;

pub assume_specification<T>[ <[T]>::last_mut ](slice: &mut [T]) -> (res: Option<&mut T>)
    ensures
        old(slice)@.len() == 0 ==> res is None && final(slice)@ == old(slice)@,
        old(slice)@.len() != 0 ==> {
            &&& res is Some
            &&& *res->0 == old(slice)@.last()
            &&& final(slice)@ == old(slice)@.update(old(slice)@.len() - 1, *final(res->0))
        },
;

pub assume_specification<T>[ <[T]>::split_at ](slice: &[T], mid: usize) -> (ret: (&[T], &[T]))
    requires
        0 <= mid <= slice@.len(),
    ensures
        ret.0@ == slice@.subrange(0, mid as int),
        ret.1@ == slice@.subrange(mid as int, slice@.len() as int),
;

pub assume_specification<T>[ <[T]>::split_at_mut ](slice: &mut [T], mid: usize) -> (ret: (&mut [T], &mut [T]))
    requires
        0 <= mid <= old(slice)@.len(),
    ensures
        ret.0@ == old(slice)@.subrange(0, mid as int),
        ret.1@ == old(slice)@.subrange(mid as int, old(slice)@.len() as int),
        final(ret.0)@.len() == ret.0@.len(),
        final(ret.1)@.len() == ret.1@.len(),
        final(slice)@ == final(ret.0)@ + final(ret.1)@,
;

pub assume_specification<T>[ <[T]>::split_at_checked ](slice: &[T], mid: usize) -> (ret: Option<(&[T], &[T])>)
    ensures
        mid > slice@.len() ==> ret is None,
        mid <= slice@.len() ==> {
            &&& ret is Some
            &&& (ret->0).0@ == slice@.subrange(0, mid as int)
            &&& (ret->0).1@ == slice@.subrange(mid as int, slice@.len() as int)
        },
;

pub assume_specification<T: Copy>[ <[T]>::copy_from_slice ](dst: &mut [T], src: &[T])
    requires
        old(dst)@.len() == src@.len(),
    ensures
        final(dst)@ == src@,
;

// ---------------------------------------------------------------------------------------------- Iterators

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExIter<'a, T: 'a>(core::slice::Iter<'a, T>);

/// The elements that the iterator has yet to give.
pub uninterp spec fn into_iter_elts<'a, T: 'a>(i: core::slice::Iter<'a, T>) -> Seq<T>;

impl<'a, T: 'a> IteratorSpecImpl for core::slice::Iter<'a, T> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        true
    }

    open spec fn remaining(&self) -> Seq<&'a T> {
        Seq::new(into_iter_elts(*self).len(), |i: int| &into_iter_elts(*self)[i])
    }

    open spec fn will_return_none(&self) -> bool {
        true
    }

    open spec fn decrease(&self) -> Option<nat> {
        Some(into_iter_elts(*self).len())
    }

    open spec fn peek(&self, index: int) -> Option<&'a T> {
        if 0 <= index < into_iter_elts(*self).len() {
            Some(&into_iter_elts(*self)[index])
        } else {
            None
        }
    }
}

impl<'a, T: 'a> DoubleEndedIteratorSpecImpl for core::slice::Iter<'a, T> {
    open spec fn peek_back(&self, index: int) -> Option<&'a T> {
        if 0 <= index < into_iter_elts(*self).len() {
            Some(&into_iter_elts(*self)[into_iter_elts(*self).len() - index - 1])
        } else {
            None
        }
    }
}

/// What an iterator lends is an element that it has yet to give. So whoever speaks of elements speaks of items.
pub broadcast proof fn lemma_iter_remaining<'a, T: 'a>(iter: core::slice::Iter<'a, T>, i: int)
    requires
        0 <= i < into_iter_elts(iter).len(),
    ensures
        *IteratorSpec::remaining(&iter)[i] == #[trigger] into_iter_elts(iter)[i],
{
    broadcast use crate::seq::group_seq_lemmas;

}

/// A slice has no more elements than a `usize` counts.
pub broadcast axiom fn axiom_iter_len<'a, T: 'a>(iter: core::slice::Iter<'a, T>)
    ensures
        #[trigger] into_iter_elts(iter).len() <= usize::MAX,
;

/// What every program knows about the iterators of slices.
pub broadcast group group_slice_iter_lemmas {
    lemma_iter_remaining,
    axiom_iter_len,
}

pub assume_specification<'a, T>[ <[T]>::iter ](s: &'a [T]) -> (iter: core::slice::Iter<'a, T>)
    ensures
        into_iter_elts(iter) == s@,
;

pub assume_specification<'a, T>[ <&'a [T] as core::iter::IntoIterator>::into_iter ](s: &'a [T]) -> (iter:
    core::slice::Iter<'a, T>)
    ensures
        into_iter_elts(iter) == s@,
;

pub assume_specification<'a, T, const N: usize>[ <&'a [T; N] as core::iter::IntoIterator>::into_iter ](
    s: &'a [T; N],
) -> (iter: core::slice::Iter<'a, T>)
    ensures
        into_iter_elts(iter) == s@,
;

} // verus!
