//! Contracts of `Vec`, which a specification sees as a sequence.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::vec::Vec;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExVec<T>(Vec<T>);

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

/// `v.spec_index(i)` and `v.spec_len()`, by which specifications read a vector.
pub trait VecAdditionalSpecFns<T>: View<V = Seq<T>> {
    /// `v[i]` in specifications.
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

/// `v.len()` in specifications.
pub uninterp spec fn spec_vec_len<T>(v: &Vec<T>) -> usize;

/// The length of a vector is that of its sequence, so it fits a `usize`.
pub broadcast axiom fn axiom_spec_len<T>(v: &Vec<T>)
    ensures
        #[trigger] spec_vec_len(v) == v@.len(),
;

pub assume_specification<T>[ Vec::<T>::new ]() -> (v: Vec<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

pub assume_specification<T>[ Vec::<T>::with_capacity ](capacity: usize) -> (v: Vec<T>)
    ensures
        v@ == Seq::<T>::empty(),
;

#[verifier::when_used_as_spec(spec_vec_len)]
pub assume_specification<T>[ Vec::<T>::len ](v: &Vec<T>) -> (len: usize)
    ensures
        len == spec_vec_len(v),
;

pub assume_specification<T>[ Vec::<T>::is_empty ](v: &Vec<T>) -> (b: bool)
    ensures
        b == (v@.len() == 0),
;

pub assume_specification<T>[ Vec::<T>::push ](v: &mut Vec<T>, value: T)
    ensures
        final(v)@ == old(v)@.push(value),
;

pub assume_specification<T>[ Vec::<T>::pop ](v: &mut Vec<T>) -> (value: Option<T>)
    ensures
        old(v)@.len() == 0 ==> value is None && final(v)@ == old(v)@,
        old(v)@.len() > 0 ==> value == Some(old(v)@.last()) && final(v)@ == old(v)@.drop_last(),
;

pub assume_specification<T>[ Vec::<T>::clear ](v: &mut Vec<T>)
    ensures
        final(v)@ == Seq::<T>::empty(),
;

/// What every program knows about vectors.
pub broadcast group group_vec_axioms {
    axiom_spec_len,
}

} // verus!
