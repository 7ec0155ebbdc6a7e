//! Contracts of `Vec`, which a specification sees as a sequence.
//!
//! trusted: each contract says what the documentation of the standard library says; a vector is built after its
//! elements, of which there are no more than a `usize` counts.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::{axiom_spec_slice_of, spec_slice_of};
#[allow(unused_imports)]
use crate::std_specs::iter::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

mod equality;

pub use equality::*;

use std::collections::TryReserveError;
use std::vec::Vec;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExVec<T>(Vec<T>);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExTryReserveError(TryReserveError);

impl<T> View for Vec<T> {
    type V = Seq<T>;

    uninterp spec fn view(&self) -> Seq<T>;
}

impl<T: DeepView> DeepView for Vec<T> {
    type V = Seq<T::V>;

    open spec fn deep_view(&self) -> Seq<T::V> {
        Seq::new(self@.len(), |i: int| self@[i].deep_view())
    }
}

/// `v[i]` in specifications.
pub trait VecAdditionalSpecFns<T>: View<V = Seq<T>> {
    /// The element at a position; some value outside of the vector.
    spec fn spec_index(&self, i: int) -> T
        recommends
            0 <= i < self.view().len(),
    ;
}

impl<T> VecAdditionalSpecFns<T> for Vec<T> {
    #[verifier::inline]
    open spec fn spec_index(&self, i: int) -> T {
        self.view().index(i)
    }
}

/// Reads an element.
#[verifier::external_body]
pub fn vec_index<T>(vec: &Vec<T>, i: usize) -> (element: &T)
    requires
        i < vec.view().len(),
    ensures
        *element == vec.view().index(i as int),
    no_unwind
{
    &vec[i]
}

/// `v.len()` in specifications.
pub uninterp spec fn spec_vec_len<T>(v: &Vec<T>) -> usize;

/// The length of a vector is that of its sequence, so it fits a `usize`.
pub broadcast axiom fn axiom_spec_len<T>(v: &Vec<T>)
    ensures
        #[trigger] spec_vec_len(v) == v@.len(),
;

#[verifier::when_used_as_spec(spec_vec_len)]
pub assume_specification<T>[ Vec::<T>::len ](vec: &Vec<T>) -> (len: usize)
    ensures
        len == spec_vec_len(vec),
    no_unwind
;

pub assume_specification<T>[ Vec::<T>::new ]() -> (v: Vec<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ <Vec<T> as core::default::Default>::default ]() -> (v: Vec<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ Vec::<T>::with_capacity ](capacity: usize) -> (v: Vec<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ Vec::<T>::reserve ](vec: &mut Vec<T>, additional: usize)
    ensures
        final(vec)@ == old(vec)@,
;

pub assume_specification<T>[ Vec::<T>::try_reserve ](vec: &mut Vec<T>, additional: usize) -> (result:
    Result<(), TryReserveError>)
    ensures
        final(vec)@ == old(vec)@,
;

pub assume_specification<T>[ Vec::<T>::push ](vec: &mut Vec<T>, value: T)
    ensures
        final(vec)@ == old(vec)@.push(value),
;

pub assume_specification<T>[ Vec::<T>::pop ](vec: &mut Vec<T>) -> (value: Option<T>)
    ensures
        old(vec)@.len() == 0 ==> value == None::<T> && final(vec)@ == old(vec)@,
        old(vec)@.len() > 0 ==> {
            &&& value == Some(old(vec)@[old(vec)@.len() - 1])
            &&& final(vec)@ == old(vec)@.subrange(0, old(vec)@.len() - 1)
        },
;

pub assume_specification<T>[ Vec::<T>::append ](vec: &mut Vec<T>, other: &mut Vec<T>)
    ensures
        final(vec)@ == old(vec)@ + old(other)@,
        final(other)@ == Seq::<T>::empty(),
;

pub assume_specification<T: core::clone::Clone>[ Vec::<T>::extend_from_slice ](
    vec: &mut Vec<T>,
    other: &[T],
)
    ensures
        final(vec)@.len() == old(vec)@.len() + other@.len(),
        forall|i: int|
            0 <= i < final(vec)@.len() ==> if i < old(vec)@.len() {
                #[trigger] final(vec)@[i] == old(vec)@[i]
            } else {
                cloned::<T>(other@[i - old(vec)@.len()], final(vec)@[i])
            },
;

pub assume_specification<T>[ Vec::<T>::swap_remove ](vec: &mut Vec<T>, i: usize) -> (element: T)
    requires
        i < old(vec).len(),
    ensures
        element == old(vec)[i as int],
        final(vec)@ == old(vec)@.update(i as int, old(vec)@.last()).drop_last(),
;

pub assume_specification<T>[ Vec::<T>::insert ](vec: &mut Vec<T>, i: usize, element: T)
    requires
        i <= old(vec).len(),
    ensures
        final(vec)@ == old(vec)@.insert(i as int, element),
;

pub assume_specification<T>[ Vec::<T>::is_empty ](v: &Vec<T>) -> (res: bool)
    ensures
        res <==> v@.len() == 0,
        v@.len() <= usize::MAX,
;

pub assume_specification<T>[ Vec::<T>::remove ](vec: &mut Vec<T>, i: usize) -> (element: T)
    requires
        i < old(vec).len(),
    ensures
        element == old(vec)[i as int],
        final(vec)@ == old(vec)@.remove(i as int),
;

pub assume_specification<T>[ Vec::<T>::clear ](vec: &mut Vec<T>)
    ensures
        final(vec)@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ Vec::<T>::as_slice ](vec: &Vec<T>) -> (slice: &[T])
    ensures
        slice@ == vec@,
;

pub assume_specification<T>[ Vec::<T>::as_mut_slice ](vec: &mut Vec<T>) -> (slice: &mut [T])
    ensures
        slice@ == old(vec)@,
        final(slice)@ == final(vec)@,
        final(slice)@.len() == slice@.len(),
;

pub assume_specification<T>[ <Vec<T> as core::ops::Deref>::deref ](vec: &Vec<T>) -> (slice: &[T])
    ensures
        slice@ == vec@,
;

pub assume_specification<T>[ <Vec<T> as core::ops::DerefMut>::deref_mut ](vec: &mut Vec<T>) -> (slice:
    &mut [T])
    ensures
        slice@ == old(vec)@,
        final(slice)@ == final(vec)@,
        final(slice)@.len() == slice@.len(),
;

/// `&mut vec[i]`.
pub fn vec_index_mut<T>(vec: &mut Vec<T>, i: usize) -> (element: &mut T)
    requires
        i < old(vec)@.len(),
    ensures
        *element == old(vec)@[i as int],
        *final(element) == final(vec)@[i as int],
        final(vec)@ == old(vec)@.update(i as int, *final(element)),
    no_unwind
{
    broadcast use crate::seq::group_seq_lemmas;

    &mut vec[i]
}

pub assume_specification<T>[ Vec::<T>::split_off ](
    vec: &mut Vec<T>,
    at: usize,
) -> (return_value: Vec<T>)
    requires
        at <= old(vec)@.len(),
    ensures
        final(vec)@ == old(vec)@.subrange(0, at as int),
        return_value@ == old(vec)@.subrange(at as int, old(vec)@.len() as int),
;

/// Marks a vector and its clone, for facts about the two.
pub open spec fn vec_clone_trigger<T>(v1: Vec<T>, v2: Vec<T>) -> bool {
    true
}

pub assume_specification<T: Clone>[ <Vec<T> as Clone>::clone ](vec: &Vec<T>) -> (res: Vec<T>)
    ensures
        res.len() == vec.len(),
        forall|i| #![all_triggers] 0 <= i < vec.len() ==> cloned::<T>(vec[i], res[i]),
        vec_clone_trigger(*vec, res),
        vec@ =~= res@ ==> vec@ == res@,
;

/// Vectors with equal descriptions, down to the elements, have one description.
pub broadcast proof fn vec_clone_deep_view_proof<T: DeepView>(v1: Vec<T>, v2: Vec<T>)
    requires
        #[trigger] vec_clone_trigger(v1, v2),
        v1.deep_view() =~= v2.deep_view(),
    ensures
        v1.deep_view() == v2.deep_view(),
{
}

pub assume_specification<T>[ Vec::<T>::truncate ](vec: &mut Vec<T>, len: usize)
    ensures
        len <= old(vec).len() ==> final(vec)@ == old(vec)@.subrange(0, len as int),
        len > old(vec).len() ==> final(vec)@ == old(vec)@,
;

pub assume_specification<T: Clone>[ Vec::<T>::resize ](vec: &mut Vec<T>, len: usize, value: T)
    ensures
        len <= old(vec).len() ==> final(vec)@ == old(vec)@.subrange(0, len as int),
        len > old(vec).len() ==> {
            &&& final(vec)@.len() == len
            &&& final(vec)@.subrange(0, old(vec).len() as int) == old(vec)@
            &&& forall|i| #![all_triggers] old(vec).len() <= i < len ==> cloned::<T>(value, final(vec)@[i])
        },
;

pub assume_specification<T: Clone>[ std::vec::from_elem ](elem: T, n: usize) -> (v: Vec<T>)
    ensures
        v.len() == n,
        forall|i| 0 <= i < n ==> cloned(elem, #[trigger] v@[i]),
;

/// A vector is built after the sequence of its elements.
pub broadcast axiom fn axiom_vec_decreases_to_view<T>(v: Vec<T>)
    ensures
        #[trigger] (decreases_to!(v => v@)),
;

/// A vector is built after its elements.
pub broadcast proof fn axiom_vec_index_decreases<A>(v: Vec<A>, i: int)
    requires
        0 <= i < v.len(),
    ensures
        #[trigger] (decreases_to!(v => v[i])),
{
    broadcast use {axiom_spec_len, axiom_vec_decreases_to_view, axiom_seq_index_decreases};

    assert(decreases_to!(v => v@));
    assert(decreases_to!(v@ => v@[i]));
}

/// A vector that nobody writes through any more has no elements that somebody writes through.
// trusted: a vector holds its elements and nothing else, and drops them as they would be dropped alone
pub broadcast axiom fn axiom_vec_has_resolved<T>(vec: Vec<T>, i: int)
    ensures
        0 <= i < vec@.len() ==> #[trigger] has_resolved(vec) ==> has_resolved(#[trigger] vec@[i]),
;

/// A vector as a slice, for what a program writes through one.
pub closed spec fn spec_vec_as_slice<T>(vec: &Vec<T>) -> (out: &[T]) {
    spec_slice_of(vec@)
}

/// The slice of a vector has the same elements.
pub broadcast proof fn axiom_spec_vec_as_slice<T>(vec: &Vec<T>)
    ensures
        (#[trigger] spec_vec_as_slice(vec))@ == vec@,
{
    broadcast use {axiom_spec_len, axiom_spec_slice_of};

    assert(spec_vec_len(vec) == vec@.len());
}

/// A vector is made of all items, in their order.
pub broadcast axiom fn axiom_vec_is_collection<T>(items: Seq<T>, ends: bool, vec: Vec<T>)
    requires
        #[trigger] is_collection(items, ends, vec),
    ensures
        vec@ == items,
        ends,
;

/// A vector has no more elements than a `usize` counts.
pub broadcast axiom fn axiom_into_iter_len<T>(iter: std::vec::IntoIter<T>)
    ensures
        #[trigger] into_iter_elts(iter).len() <= usize::MAX,
;

pub broadcast axiom fn axiom_vec_has_iter<T>(of: Vec<T>)
    ensures
        #[trigger] has_iter(of),
;

pub broadcast axiom fn axiom_vec_ref_has_iter<T>(of: &Vec<T>)
    ensures
        #[trigger] has_iter(of),
;

/// Where a vector is given for an iterator, that is the one that `into_iter` gives.
pub broadcast axiom fn axiom_iter_of_vec<T>(iter: std::vec::IntoIter<T>, of: Vec<T>)
    requires
        #[trigger] is_iter_of(iter, of),
    ensures
        into_iter_elts(iter) == of@,
;

/// The same for a reference to a vector.
pub broadcast axiom fn axiom_iter_of_vec_ref<'a, T>(iter: core::slice::Iter<'a, T>, of: &'a Vec<T>)
    requires
        #[trigger] is_iter_of(iter, of),
    ensures
        crate::std_specs::slice::into_iter_elts(iter) == of@,
;

/// What every program knows about vectors.
pub broadcast group group_vec_axioms {
    axiom_spec_len,
    axiom_spec_vec_as_slice,
    axiom_vec_is_collection,
    axiom_into_iter_len,
    axiom_vec_has_iter,
    axiom_vec_ref_has_iter,
    axiom_iter_of_vec,
    axiom_iter_of_vec_ref,
    vec_clone_deep_view_proof,
    axiom_vec_index_decreases,
    axiom_vec_decreases_to_view,
    axiom_vec_has_resolved,
}

// ---------------------------------------------------------------------------------------------- Iterators

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExIntoIter<T>(std::vec::IntoIter<T>);

/// The elements that the iterator was made with and has yet to give.
pub uninterp spec fn into_iter_elts<T>(i: std::vec::IntoIter<T>) -> Seq<T>;

} // verus!

holds_its_items! { <T> std::vec::IntoIter<T>, T }

verus! {

pub assume_specification<T>[ <Vec<T> as core::iter::IntoIterator>::into_iter ](vec: Vec<T>) -> (iter: std::vec::IntoIter<
    T,
>)
    ensures
        into_iter_elts(iter) == vec@,
;

pub assume_specification<'a, T>[ <&'a Vec<T> as core::iter::IntoIterator>::into_iter ](vec: &'a Vec<T>) -> (iter:
    core::slice::Iter<'a, T>)
    ensures
        crate::std_specs::slice::into_iter_elts(iter) == vec@,
;

} // verus!
