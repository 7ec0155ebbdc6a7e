//! Copies of a part of a slice to another place in it.
// @when copy_within

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A sequence after a part of it was copied to another place in it, which may overlap the part.
pub open spec fn copy_within_result<T>(old_slice: Seq<T>, src_start: int, src_end: int, dest: int) -> Seq<T> {
    Seq::new(
        old_slice.len(),
        |i: int|
            if dest <= i < dest + (src_end - src_start) {
                old_slice[src_start + (i - dest)]
            } else {
                old_slice[i]
            },
    )
}

/// Where the part begins and ends, the copy does too.
pub proof fn lemma_copy_within_result<T>(old_slice: Seq<T>, src_start: int, src_end: int, dest: int)
    requires
        0 <= src_start <= src_end <= old_slice.len(),
        0 <= dest <= old_slice.len() - (src_end - src_start),
    ensures
        copy_within_result(old_slice, src_start, src_end, dest) == old_slice.subrange(0, dest) + old_slice.subrange(
            src_start,
            src_end,
        ) + old_slice.subrange(dest + (src_end - src_start), old_slice.len() as int),
{
    broadcast use group_seq_lemmas;

    let count = src_end - src_start;
    assert(copy_within_result(old_slice, src_start, src_end, dest) =~= old_slice.subrange(0, dest) + old_slice.subrange(
        src_start,
        src_end,
    ) + old_slice.subrange(dest + count, old_slice.len() as int));
}

} // verus!
