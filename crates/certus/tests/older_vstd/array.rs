use super::prelude::*;

verus! {

impl<T, const N: usize> View for [T; N] {
    type V = Seq<T>;

    uninterp spec fn view(&self) -> Seq<T>;
}

#[verifier::external_body]
#[cfg_attr(verus_keep_ghost, rustc_diagnostic_item = "verus::vstd::array::array_index_get")]
pub fn array_index_get<T, const N: usize>(array: &[T; N], i: usize) -> (r: &T)
    requires i < N,
    ensures *r == array@.index(i as int),
{
    &array[i]
}

pub broadcast axiom fn axiom_length<T, const N: usize>(array: &[T; N])
    ensures #[trigger] array@.len() == N,
;

} // verus!
