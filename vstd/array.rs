//! Arrays. A specification sees an array as the sequence of its elements, whose length is that of the type.
//!
//! Literals, reading and writing are operations of the language; what they mean is stated here by trusted axioms about
//! the view, which the verifier applies in code that runs.
//!
//! trusted: an array is its elements, which are as many as its type says; literals and coercions are the language's
//! own, and each body here is one operation on a slice.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::{SliceAdditionalSpecFns, axiom_spec_slice_of, spec_slice_of};
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The elements of an array.
pub open spec fn array_view<T, const N: usize>(a: [T; N]) -> Seq<T> {
    Seq::new(N as nat, |i: int| array_element(a, i))
}

/// An element of an array by its position.
pub uninterp spec fn array_element<T, const N: usize>(a: [T; N], i: int) -> T;

impl<T, const N: usize> View for [T; N] {
    type V = Seq<T>;

    open spec fn view(&self) -> Seq<T> {
        array_view(*self)
    }
}

impl<T: DeepView, const N: usize> DeepView for [T; N] {
    type V = Seq<T::V>;

    open spec fn deep_view(&self) -> Seq<T::V> {
        Seq::new(self@.len(), |i: int| self@[i].deep_view())
    }
}

/// `a[i]` in specifications.
pub trait ArrayAdditionalSpecFns<T>: View<V = Seq<T>> {
    /// The element at a position; some value outside of the array.
    spec fn spec_index(&self, i: int) -> T
        recommends
            0 <= i < self.view().len(),
    ;
}

impl<T, const N: usize> ArrayAdditionalSpecFns<T> for [T; N] {
    #[verifier::inline]
    open spec fn spec_index(&self, i: int) -> T {
        self.view().index(i)
    }
}

/// What a program does to arrays where it cannot write to an element in place.
pub trait ArrayAdditionalExecFns<T>: View<V = Seq<T>> {
    /// `self[idx] = t`.
    fn set(&mut self, idx: usize, t: T)
        requires
            0 <= idx < old(self).view().len(),
        ensures
            final(self).view() == old(self).view().update(idx as int, t),
    ;
}

impl<T, const N: usize> ArrayAdditionalExecFns<T> for [T; N] {
    #[verifier::external_body]
    fn set(&mut self, idx: usize, t: T) {
        self[idx] = t;
    }
}

/// Reads an element.
#[verifier::external_body]
pub exec fn array_index_get<T, const N: usize>(ar: &[T; N], i: usize) -> (out: &T)
    requires
        0 <= i < N,
    ensures
        *out == ar@.index(i as int),
{
    &ar[i]
}

/// The array of these elements: what a literal means.
pub uninterp spec fn spec_array_of<T, const N: usize>(s: Seq<T>) -> [T; N];

/// An array of elements has them, when there are as many as its type says.
pub broadcast axiom fn axiom_spec_array_of<T, const N: usize>(s: Seq<T>)
    ensures
        s.len() == N ==> (#[trigger] spec_array_of::<T, N>(s))@ == s,
;

/// The array that has one value everywhere: what `[x; N]` means.
pub closed spec fn spec_array_filled<T, const N: usize>(x: T) -> [T; N] {
    spec_array_of::<T, N>(Seq::new(N as nat, |i: int| x))
}

/// Each element of a filled array is the value that it was filled with.
pub broadcast proof fn axiom_spec_array_filled<T, const N: usize>(x: T)
    ensures
        (#[trigger] spec_array_filled::<T, N>(x))@ == Seq::new(N as nat, |i: int| x),
{
    broadcast use {axiom_seq_new_len, axiom_spec_array_of};

}

/// The array that has one value everywhere: what `[x; N]` means for a type whose values are copied.
pub open spec fn spec_array_fill_for_copy_type<T: Copy, const N: usize>(t: T) -> (res: [T; N]) {
    spec_array_filled(t)
}

/// Each element is the value that the array was filled with.
pub broadcast proof fn axiom_spec_array_fill_for_copy_type<T: Copy, const N: usize>(t: T)
    ensures
        #![trigger spec_array_fill_for_copy_type::<T, N>(t)]
        forall|i: int| 0 <= i < N ==> spec_array_fill_for_copy_type::<T, N>(t).view()[i] == t,
{
    broadcast use {axiom_seq_new_index, axiom_spec_array_filled};

}

/// The array `[t; N]`.
pub fn array_fill_for_copy_types<T: Copy, const N: usize>(t: T) -> (res: [T; N])
    ensures
        res == spec_array_fill_for_copy_type::<T, N>(t),
{
    [t; N]
}

/// An array has as many elements as its type says.
pub broadcast proof fn array_len_matches_n<T, const N: usize>(ar: &[T; N])
    ensures
        (#[trigger] ar@.len()) == N,
{
    broadcast use axiom_seq_new_len;

}

/// An element of an array is one of its sequence.
pub broadcast proof fn lemma_array_element<T, const N: usize>(a: [T; N], i: int)
    ensures
        0 <= i < N ==> #[trigger] array_element(a, i) == a@[i],
{
    broadcast use axiom_seq_new_index;

}

/// The same, for an element that is named by `array_index`.
pub broadcast proof fn lemma_array_index<T, const N: usize>(a: [T; N], i: int)
    requires
        0 <= i < N,
    ensures
        #![trigger array_index(a, i)]
        a[i] == array_view(a)[i],
{
}

/// An array as a slice, which the language does by itself.
pub closed spec fn spec_array_as_slice<T, const N: usize>(ar: &[T; N]) -> (out: &[T]) {
    spec_slice_of(ar@)
}

/// The slice of an array has the same elements.
pub broadcast proof fn axiom_spec_array_as_slice<T, const N: usize>(ar: &[T; N])
    ensures
        (#[trigger] spec_array_as_slice(ar))@ == ar@,
{
    broadcast use {array_len_matches_n, axiom_spec_slice_of};

    assert(ar@.len() == N);
}

/// An array as a slice.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_array_as_slice)]
pub fn array_as_slice<T, const N: usize>(ar: &[T; N]) -> (out: &[T])
    ensures
        out == spec_array_as_slice(ar),
        ar@ == out@,
{
    ar
}

/// A reference to an array as one to a slice: what is written there is in the array in the end.
pub fn ref_mut_array_unsizing_coercion<T, const N: usize>(r: &mut [T; N]) -> (out: &mut [T])
    ensures
        out.view() == old(r).view(),
        final(out).view() == final(r).view(),
    opens_invariants none
    no_unwind
{
    broadcast use {array_len_matches_n, axiom_spec_array_as_slice, axiom_spec_array_of, axiom_spec_slice_of};

    r
}

pub assume_specification<T, const N: usize>[ <[T; N]>::as_slice ](ar: &[T; N]) -> (out: &[T])
    ensures
        ar@ == out@,
;

/// An array is its elements.
pub broadcast axiom fn axiom_array_ext_equal<T, const N: usize>(a1: [T; N], a2: [T; N])
    ensures
        #[trigger] (a1 =~= a2) <==> (forall|i: int|
            #![trigger a1[i]]
            #![trigger a2[i]]
            0 <= i < N ==> a1[i] == a2[i]),
;

/// The array with one element replaced: what `a[i] = t` leaves.
pub closed spec fn spec_array_update<T, const N: usize>(array: [T; N], i: int, t: T) -> [T; N] {
    spec_array_of::<T, N>(array@.update(i, t))
}

/// Replacing an element replaces it in the sequence.
pub broadcast proof fn axiom_spec_array_update<T, const N: usize>(array: [T; N], i: int, t: T)
    ensures
        0 <= i < N ==> (#[trigger] spec_array_update(array, i, t)@) == array@.update(i, t),
{
    broadcast use {array_len_matches_n, axiom_spec_array_of, group_seq_lemmas};

}

/// An array that nobody writes through any more has no elements that somebody writes through.
// trusted: an array holds its elements and nothing else
pub broadcast axiom fn axiom_array_has_resolved<T, const N: usize>(array: [T; N], i: int)
    ensures
        0 <= i < N ==> #[trigger] has_resolved(array) ==> has_resolved(#[trigger] array@[i]),
;

/// What every program knows about arrays.
pub broadcast group group_array_axioms {
    array_len_matches_n,
    axiom_spec_array_of,
    axiom_spec_array_filled,
    lemma_array_element,
    axiom_spec_array_as_slice,
    axiom_array_ext_equal,
    axiom_spec_array_update,
    axiom_array_has_resolved,
}

} // verus!
