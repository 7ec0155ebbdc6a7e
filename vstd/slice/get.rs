//! What `get` of a slice gives, and its elements, as functions of specifications.
// @when spec_slice_get axiom_slice_get spec_slice_index

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// `val.get(idx)` in specifications.
pub open spec fn spec_slice_get<T: ?Sized, I: SliceIndex<T>>(val: &T, idx: I) -> Option<&<I as SliceIndex<T>>::Output> {
    idx.get_spec(val)
}

/// A number chooses the element at its place.
pub broadcast proof fn axiom_slice_get_usize<T>(v: &[T], i: usize)
    ensures
        i < v@.len() ==> #[trigger] spec_slice_get(v, i) == Some(&v@[i as int]),
        i >= v@.len() ==> spec_slice_get(v, i) is None,
{
}

/// An element of a slice.
pub open spec fn spec_slice_index<T>(slice: &[T], i: int) -> T {
    slice@[i]
}

/// It is that of the sequence of the elements.
pub broadcast proof fn axiom_spec_slice_index<T>(slice: &[T], i: int)
    ensures
        0 <= i < spec_slice_len(slice) ==> (#[trigger] spec_slice_index(slice, i)) == slice@[i],
{
}

} // verus!
