//! Contracts of `VecDeque`, which a specification sees as a sequence, the front first.
//!
//! trusted: each contract says what the documentation of the standard library says; a queue is built after its
//! elements, of which there are no more than a `usize` counts.

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

use std::collections::VecDeque;
use std::collections::vec_deque::Iter;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExVecDeque<T>(VecDeque<T>);

impl<T> View for VecDeque<T> {
    type V = Seq<T>;

    uninterp spec fn view(&self) -> Seq<T>;
}

impl<T: DeepView> DeepView for VecDeque<T> {
    type V = Seq<T::V>;

    open spec fn deep_view(&self) -> Seq<T::V> {
        Seq::new(self@.len(), |i: int| self@[i].deep_view())
    }
}

/// `v[i]` in specifications.
pub trait VecDequeAdditionalSpecFns<T>: View<V = Seq<T>> {
    /// The element at a position; some value outside of the queue.
    spec fn spec_index(&self, i: int) -> T
        recommends
            0 <= i < self.view().len(),
    ;
}

impl<T> VecDequeAdditionalSpecFns<T> for VecDeque<T> {
    #[verifier::inline]
    open spec fn spec_index(&self, i: int) -> T {
        self.view().index(i)
    }
}

/// `v.len()` in specifications.
pub uninterp spec fn spec_vec_dequeue_len<T>(v: &VecDeque<T>) -> usize;

/// The length of a queue is that of its sequence, so it fits a `usize`.
pub broadcast axiom fn axiom_spec_len<T>(v: &VecDeque<T>)
    ensures
        #[trigger] spec_vec_dequeue_len(v) == v@.len(),
;

#[verifier::when_used_as_spec(spec_vec_dequeue_len)]
pub assume_specification<T>[ VecDeque::<T>::len ](v: &VecDeque<T>) -> (len: usize)
    ensures
        len == spec_vec_dequeue_len(v),
;

/// `v[i]` in code that runs.
pub assume_specification<T>[ <VecDeque<T> as core::ops::Index<usize>>::index ](v: &VecDeque<T>, i: usize) -> (element:
    &T)
    requires
        i < v@.len(),
    ensures
        *element == v@[i as int],
;

/// `v[i] = ..` in code that runs.
pub assume_specification<T>[ <VecDeque<T> as core::ops::IndexMut<usize>>::index_mut ](v: &mut VecDeque<T>, i: usize) -> (element:
    &mut T)
    requires
        i < old(v)@.len(),
    ensures
        *element == old(v)@[i as int],
        final(v)@ == old(v)@.update(i as int, *final(element)),
;

pub assume_specification<T>[ VecDeque::<T>::new ]() -> (v: VecDeque<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ <VecDeque<T> as core::default::Default>::default ]() -> (v: VecDeque<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ VecDeque::<T>::with_capacity ](capacity: usize) -> (v: VecDeque<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ VecDeque::<T>::reserve ](v: &mut VecDeque<T>, additional: usize)
    ensures
        final(v)@ == old(v)@,
;

pub assume_specification<T>[ VecDeque::<T>::push_back ](v: &mut VecDeque<T>, value: T)
    ensures
        final(v)@ == old(v)@.push(value),
;

pub assume_specification<T>[ VecDeque::<T>::push_front ](v: &mut VecDeque<T>, value: T)
    ensures
        final(v)@ == Seq::empty().push(value) + old(v)@,
;

pub assume_specification<T>[ VecDeque::<T>::pop_back ](v: &mut VecDeque<T>) -> (value: Option<T>)
    ensures
        value is Some <==> old(v)@.len() > 0,
        value is Some ==> {
            &&& value->0 == old(v)@[old(v)@.len() - 1]
            &&& final(v)@ == old(v)@.subrange(0, old(v)@.len() - 1)
        },
        value is None ==> final(v)@ == old(v)@,
;

pub assume_specification<T>[ VecDeque::<T>::pop_front ](v: &mut VecDeque<T>) -> (value: Option<T>)
    ensures
        value is Some <==> old(v)@.len() > 0,
        value is Some ==> {
            &&& value->0 == old(v)@[0]
            &&& final(v)@ == old(v)@.subrange(1, old(v)@.len() as int)
        },
        value is None ==> final(v)@ == old(v)@,
;

pub assume_specification<T>[ VecDeque::<T>::append ](v: &mut VecDeque<T>, other: &mut VecDeque<T>)
    ensures
        final(v)@ == old(v)@ + old(other)@,
        final(other)@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ VecDeque::<T>::insert ](v: &mut VecDeque<T>, i: usize, element: T)
    requires
        i <= old(v).len(),
    ensures
        final(v)@ == old(v)@.insert(i as int, element),
;

pub assume_specification<T>[ VecDeque::<T>::remove ](v: &mut VecDeque<T>, i: usize) -> (element: Option<T>)
    ensures
        element is Some <==> i < old(v)@.len(),
        element is Some ==> {
            &&& element->0 == old(v)@[i as int]
            &&& final(v)@ == old(v)@.remove(i as int)
        },
        element is None ==> final(v)@ == old(v)@,
;

pub assume_specification<T>[ VecDeque::<T>::clear ](v: &mut VecDeque<T>)
    ensures
        final(v)@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ VecDeque::<T>::split_off ](
    v: &mut VecDeque<T>,
    at: usize,
) -> (return_value: VecDeque<T>)
    requires
        at <= old(v)@.len(),
    ensures
        final(v)@ == old(v)@.subrange(0, at as int),
        return_value@ == old(v)@.subrange(at as int, old(v)@.len() as int),
;

/// Marks a queue and its clone, for facts about the two.
pub open spec fn vec_dequeue_clone_trigger<T>(v1: VecDeque<T>, v2: VecDeque<T>) -> bool {
    true
}

pub assume_specification<T: Clone>[ <VecDeque<T> as Clone>::clone ](v: &VecDeque<T>) -> (res:
    VecDeque<T>)
    ensures
        res.len() == v.len(),
        forall|i| #![all_triggers] 0 <= i < v.len() ==> cloned::<T>(v[i], res[i]),
        vec_dequeue_clone_trigger(*v, res),
        v@ =~= res@ ==> v@ == res@,
;

pub assume_specification<T>[ VecDeque::<T>::truncate ](v: &mut VecDeque<T>, len: usize)
    ensures
        len <= old(v).len() ==> final(v)@ == old(v)@.subrange(0, len as int),
        len > old(v).len() ==> final(v)@ == old(v)@,
;

pub assume_specification<T: Clone>[ VecDeque::<T>::resize ](v: &mut VecDeque<T>, len: usize, value: T)
    ensures
        len <= old(v).len() ==> final(v)@ == old(v)@.subrange(0, len as int),
        len > old(v).len() ==> {
            &&& final(v)@.len() == len
            &&& final(v)@.subrange(0, old(v).len() as int) == old(v)@
            &&& forall|i| #![all_triggers] old(v).len() <= i < len ==> cloned::<T>(value, final(v)@[i])
        },
;

/// A queue is built after its elements.
pub broadcast axiom fn axiom_vec_dequeue_index_decreases<A>(v: VecDeque<A>, i: int)
    requires
        0 <= i < v.len(),
    ensures
        #[trigger] (decreases_to!(v => v[i])),
;

/// What every program knows about queues.
pub broadcast group group_vec_dequeue_axioms {
    axiom_spec_len,
    axiom_vec_dequeue_index_decreases,
}

// ---------------------------------------------------------------------------------------------- Iterators

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExIter<'a, T: 'a>(Iter<'a, T>);

/// The elements that the iterator has yet to give.
pub uninterp spec fn into_iter_elts<'a, T: 'a>(i: Iter<'a, T>) -> Seq<&'a T>;

} // verus!

holds_its_items! { <'a, T> Iter<'a, T>, &'a T }

verus! {

pub assume_specification<'a, T>[ VecDeque::<T>::iter ](v: &'a VecDeque<T>) -> (iter: Iter<'a, T>)
    ensures
        into_iter_elts(iter) == v@.as_ref(),
;

} // verus!
