use super::prelude::*;

verus! {

impl<T> View for [T] {
    type V = Seq<T>;

    uninterp spec fn view(&self) -> Seq<T>;
}

#[verifier::external_body]
#[cfg_attr(verus_keep_ghost, rustc_diagnostic_item = "verus::vstd::slice::slice_index_get")]
pub fn slice_index_get<T>(slice: &[T], i: usize) -> (r: &T)
    requires i < slice@.len(),
    ensures *r == slice@.index(i as int),
{
    &slice[i]
}

pub uninterp spec fn length<T>(slice: &[T]) -> usize;

pub broadcast axiom fn axiom_length<T>(slice: &[T])
    ensures #[trigger] length(slice) == slice@.len(),
;

#[verifier::when_used_as_spec(length)]
pub assume_specification<T>[ <[T]>::len ](slice: &[T]) -> (n: usize)
    ensures n == length(slice),
;

} // verus!
