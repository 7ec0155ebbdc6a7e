//! Slices. A specification sees a slice as the sequence of its elements.
//!
//! Reading, writing and the length are operations of the language; what they mean is stated here by trusted axioms about
//! the view, which the verifier applies to `s[i]` and `s[i] = x` in code that runs.
//!
//! trusted: a slice is its elements, of which there are no more than a `usize` counts; each body is one operation
//! on the slice.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::slice::SliceIndex;
#[cfg(feature = "alloc")]
use std::boxed::Box;

#[doc(hidden)]
#[cfg(feature = "alloc")]
pub use crate::std_specs::vec::VecAdditionalSpecFns;

mod get;

pub use get::*;

verus! {

impl<T> View for [T] {
    type V = Seq<T>;

    uninterp spec fn view(&self) -> Seq<T>;
}

impl<T: DeepView> DeepView for [T] {
    type V = Seq<T::V>;

    open spec fn deep_view(&self) -> Seq<T::V> {
        Seq::new(self@.len(), |i: int| self@[i].deep_view())
    }
}

/// `s[i]` in specifications.
pub trait SliceAdditionalSpecFns<T>: View<V = Seq<T>> {
    /// The element at a position; some value outside of the slice.
    spec fn spec_index(&self, i: int) -> T
        recommends
            0 <= i < self.view().len(),
    ;
}

impl<T> SliceAdditionalSpecFns<T> for [T] {
    #[verifier::inline]
    open spec fn spec_index(&self, i: int) -> T {
        self.view().index(i)
    }
}

/// Reads an element.
#[verifier::external_body]
pub exec fn slice_index_get<T>(slice: &[T], i: usize) -> (out: &T)
    requires
        0 <= i < slice.view().len(),
    ensures
        *out == slice@.index(i as int),
{
    &slice[i]
}

/// `s.len()` in specifications.
pub uninterp spec fn spec_slice_len<T>(slice: &[T]) -> usize;

/// The length of a slice is that of its sequence, so it fits a `usize`.
pub broadcast axiom fn axiom_spec_len<T>(slice: &[T])
    ensures
        #[trigger] spec_slice_len(slice) == slice@.len(),
;

#[verifier::allow_in_spec]
pub assume_specification<T>[ <[T]>::len ](slice: &[T]) -> (len: usize)
    returns
        spec_slice_len(slice),
;

/// `s.is_empty()` in specifications.
pub open spec fn spec_slice_is_empty<T>(slice: &[T]) -> bool {
    slice@.len() == 0
}

#[verifier::when_used_as_spec(spec_slice_is_empty)]
pub assume_specification<T>[ <[T]>::is_empty ](slice: &[T]) -> (b: bool)
    ensures
        b <==> slice@.len() == 0,
        slice@.len() <= usize::MAX,
;

/// What chooses an element or a part of a slice.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(SliceIndexSpec via SliceIndexSpecImpl)]
pub trait ExSliceIndex<T> where T: ?Sized {
    type ExternalTraitSpecificationFor: SliceIndex<T>;

    type Output: ?Sized;

    /// What `get` gives.
    spec fn get_spec<'a>(&self, slice: &'a T) -> Option<&'a Self::Output>;

    /// The slice with something else in the place of what `get` gives; some slice where that is nothing.
    spec fn replaced_spec<'a>(&self, slice: &'a T, part: &Self::Output) -> &'a T;
}

pub assume_specification<T, I: SliceIndex<[T]>>[ <[T]>::get::<I> ](slice: &[T], i: I) -> (b: Option<
    &<I as SliceIndex<[T]>>::Output,
>)
    ensures
        b == i.get_spec(slice),
;

impl<T> SliceIndexSpecImpl<[T]> for usize {
    open spec fn get_spec<'a>(&self, slice: &'a [T]) -> Option<&'a T> {
        if *self < slice@.len() { Some(&slice@[*self as int]) } else { None }
    }

    open spec fn replaced_spec<'a>(&self, slice: &'a [T], part: &T) -> &'a [T] {
        spec_slice_update(slice, *self as int, *part)
    }
}

/// A part of a slice.
#[verifier::external_body]
pub exec fn slice_subrange<T, 'a>(slice: &'a [T], i: usize, j: usize) -> (out: &'a [T])
    requires
        0 <= i <= j <= slice@.len(),
    ensures
        out@ == slice@.subrange(i as int, j as int),
{
    &slice[i..j]
}

/// The elements of a slice in a vector of their own.
#[cfg(feature = "alloc")]
#[verifier::external_body]
pub exec fn slice_to_vec<T: Copy>(slice: &[T]) -> (out: std::vec::Vec<T>)
    ensures
        out@ == slice@,
{
    slice.iter().copied().collect()
}

/// What a program does to slices where it cannot write to an element in place.
pub trait SliceAdditionalExecFns<T>: View<V = Seq<T>> {
    /// `self[idx] = t`.
    fn set(&mut self, idx: usize, t: T)
        requires
            0 <= idx < old(self).view().len(),
        ensures
            final(self).view() == old(self).view().update(idx as int, t),
    ;
}

impl<T> SliceAdditionalExecFns<T> for [T] {
    #[verifier::external_body]
    fn set(&mut self, idx: usize, t: T) {
        self[idx] = t;
    }
}

/// A slice is its elements.
pub broadcast axiom fn axiom_slice_ext_equal<T>(a1: &[T], a2: &[T])
    ensures
        #[trigger] (a1 =~= a2) <==> (a1.len() == a2.len() && forall|i: int|
            0 <= i < a1.len() ==> a1[i] == a2[i]),
;

/// The slice of these elements.
pub(crate) uninterp spec fn spec_slice_of<'a, T>(s: Seq<T>) -> &'a [T];

/// A slice of elements has them, when a `usize` counts them.
pub(crate) broadcast axiom fn axiom_spec_slice_of<T>(s: Seq<T>)
    ensures
        s.len() <= usize::MAX ==> (#[trigger] spec_slice_of(s))@ == s,
;

/// The slice with one element replaced: what `s[i] = t` leaves.
pub closed spec fn spec_slice_update<T>(slice: &[T], i: int, t: T) -> &[T] {
    spec_slice_of(slice@.update(i, t))
}

/// The part of a slice from `start` up to `end`.
pub closed spec fn slice_part<T>(slice: &[T], start: int, end: int) -> &[T] {
    spec_slice_of(slice@.subrange(start, end))
}

/// The same as what `get` gives: nothing if it is not within the slice.
pub open spec fn slice_part_in<T>(slice: &[T], start: int, end: int) -> Option<&[T]> {
    if start <= end <= slice@.len() { Some(slice_part(slice, start, end)) } else { None }
}

/// The slice with these elements in the place of those from `start` up to `end`.
pub closed spec fn slice_with_part<'a, T>(slice: &'a [T], start: int, end: int, part: &[T]) -> &'a [T] {
    spec_slice_of(slice@.subrange(0, start) + part@ + slice@.subrange(end, slice@.len() as int))
}

/// Where there are as many, the others are where they were.
pub broadcast proof fn axiom_slice_with_part<T>(slice: &[T], start: int, end: int, part: &[T])
    ensures
        0 <= start <= end <= slice@.len() && part@.len() == end - start ==> #[trigger] slice_with_part(
            slice,
            start,
            end,
            part,
        )@ == slice@.subrange(0, start) + part@ + slice@.subrange(end, slice@.len() as int),
{
    broadcast use {axiom_spec_len, axiom_spec_slice_of, group_seq_lemmas};

    assert(spec_slice_len(slice) == slice@.len());
}

/// A part has the elements of the slice.
pub broadcast proof fn axiom_slice_part<T>(slice: &[T], start: int, end: int)
    ensures
        0 <= start <= end <= slice@.len() ==> #[trigger] slice_part(slice, start, end)@ == slice@.subrange(start, end),
{
    broadcast use {axiom_spec_len, axiom_spec_slice_of, group_seq_lemmas};

    assert(spec_slice_len(slice) == slice@.len());
}

/// Replacing an element replaces it in the sequence.
pub broadcast proof fn axiom_spec_slice_update<T>(slice: &[T], i: int, t: T)
    ensures
        0 <= i < spec_slice_len(slice) ==> (#[trigger] spec_slice_update(slice, i, t)@) == slice@.update(i, t),
{
    broadcast use {axiom_spec_len, axiom_spec_slice_of, group_seq_lemmas};

    assert(spec_slice_len(slice) == slice@.len());
}

/// A slice that nobody writes through any more has no elements that somebody writes through. Only boxes own slices.
// trusted: a slice holds its elements and nothing else
pub broadcast axiom fn axiom_slice_has_resolved<T>(slice: Box<[T]>, i: int)
    ensures
        0 <= i < (*slice)@.len() ==> #[trigger] has_resolved(slice) ==> has_resolved(#[trigger] (*slice)@[i]),
;

/// What every program knows about slices.
pub broadcast group group_slice_axioms {
    axiom_spec_len,
    axiom_slice_ext_equal,
    axiom_slice_part,
    axiom_slice_with_part,
    axiom_spec_slice_update,
    axiom_slice_has_resolved,
    crate::std_specs::slice::axiom_iter_mut_has_resolved,
}

} // verus!
