use super::super::prelude::*;
use alloc::vec::Vec;
use core::alloc::Allocator;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
#[verifier::reject_recursive_types(A)]
pub struct ExVec<T, A: Allocator>(Vec<T, A>);

impl<T, A: Allocator> View for Vec<T, A> {
    type V = Seq<T>;

    uninterp spec fn view(&self) -> Seq<T>;
}

#[verifier::external_body]
#[cfg_attr(verus_keep_ghost, rustc_diagnostic_item = "verus::vstd::std_specs::vec::vec_index")]
pub fn vec_index<T, A: Allocator>(vec: &Vec<T, A>, i: usize) -> (r: &T)
    requires i < vec@.len(),
    ensures *r == vec@.index(i as int),
{
    &vec[i]
}

pub uninterp spec fn length<T, A: Allocator>(vec: &Vec<T, A>) -> usize;

pub broadcast axiom fn axiom_length<T, A: Allocator>(vec: &Vec<T, A>)
    ensures #[trigger] length(vec) == vec@.len(),
;

#[verifier::when_used_as_spec(length)]
pub assume_specification<T, A: Allocator>[ Vec::<T, A>::len ](vec: &Vec<T, A>) -> (n: usize)
    ensures n == length(vec),
;

pub assume_specification<T, A: Allocator>[ Vec::<T, A>::clear ](vec: &mut Vec<T, A>)
    ensures vec@.len() == 0,
;

} // verus!
