//! The sort of `merge_in_place.rs` with a bug: a merge stops when either of the two parts is used up. If that is the
//! second part, the rest of the first one is only in the buffer, and gets lost.
//~ fails

use vstd::prelude::*;

verus! {

/// The elements from `start` up to `end` are in order. The one at `end` is not among them.
spec fn sorted_part(s: Seq<u64>, start: int, end: int) -> bool {
    forall|i: int, j: int| #![auto] start <= i < j < end ==> s[i] <= s[j]
}

/// All elements are in order.
spec fn sorted(s: Seq<u64>) -> bool {
    sorted_part(s, 0, s.len() as int)
}

/// The sequence with the elements of `part` in the place of its own, from `start` on.
spec fn overwritten(s: Seq<u64>, start: int, part: Seq<u64>) -> Seq<u64> {
    Seq::new(s.len(), |i: int| if start <= i < start + part.len() { part[i - start] } else { s[i] })
}

/// If an element moves to another place, the elements are the same, each as often.
proof fn lemma_move(s: Seq<u64>, from: int, to: int)
    requires
        0 <= from < s.len(),
        0 <= to < s.len(),
    ensures
        s.remove(from).insert(to, s[from]).to_multiset() == s.to_multiset(),
{
    broadcast use vstd::seq_lib::group_to_multiset_ensures;
}

/// Merges two sorted parts of a slice. The first part was copied to `left`, so it may be overwritten.
fn merge(s: &mut [u64], left: &[u64])
    requires
        left.len() <= old(s)@.len(),
        left@ == old(s)@.take(left.len() as int),
        sorted(left@),
        sorted_part(old(s)@, left.len() as int, old(s)@.len() as int),
    ensures
        sorted(final(s)@),
        final(s)@.to_multiset() == old(s)@.to_multiset(),
        final(s)@.len() == old(s)@.len(),
{
    // The next element of the copy, the next one of the second part, and the next place to write to.
    let mut i = 0;
    let mut j = left.len();
    let mut k = 0;
    assert(overwritten(s@, 0, left@.skip(0)) == s@);
    while i < left.len() && j < s.len()
        invariant
            i <= left.len() <= j <= s.len(),
            k == i + j - left.len(),
            s@.len() == old(s)@.len(),
            sorted(left@),
            sorted_part(s@, 0, k as int),
            sorted_part(s@, j as int, s.len() as int),
            // No element that is still to come is below the last one that was written.
            k > 0 && i < left.len() ==> s[k - 1] <= left[i as int],
            k > 0 && j < s.len() ==> s[k - 1] <= s[j as int],
            // No element gets lost: with the rest of the copy from `k` up to `j`, the slice has all of them.
            overwritten(s@, k as int, left@.skip(i as int)).to_multiset() == old(s)@.to_multiset(),
        decreases left.len() - i + s.len() - j,
    {
        let ghost before = overwritten(s@, k as int, left@.skip(i as int));
        let ghost moved = before.remove(j as int).insert(k as int, before[j as int]);
        if j == s.len() || left[i] <= s[j] {
            s[k] = left[i];
            i += 1;
            k += 1;
            assert(overwritten(s@, k as int, left@.skip(i as int)) == before);
        } else {
            proof {
                lemma_move(before, j as int, k as int);
            }
            s[k] = s[j];
            j += 1;
            k += 1;
            assert(overwritten(s@, k as int, left@.skip(i as int)) == moved);
        }
    }
    // Nothing is left of the copy. What is left of the second part is in its place already.
    assert(overwritten(s@, k as int, left@.skip(i as int)) == s@); // FAILS
}

/// Sorts a slice. The buffer is there to write to: nothing is said of what is in it, before or after.
fn sort(s: &mut [u64], buffer: &mut [u64])
    requires
        old(buffer)@.len() >= old(s)@.len() / 2,
    ensures
        sorted(final(s)@),
        final(s)@.to_multiset() == old(s)@.to_multiset(),
        final(buffer)@.len() == old(buffer)@.len(),
    decreases old(s)@.len(),
{
    if s.len() <= 1 {
        return;
    }
    // Two parts together have the elements of the one and those of the other.
    broadcast use vstd::seq_lib::lemma_multiset_commutative;

    let middle = s.len() / 2;
    let (left, right) = s.split_at_mut(middle);
    assert(left@ + right@ == old(s)@);
    sort(left, buffer);
    sort(right, buffer);
    let (copy, _) = buffer.split_at_mut(middle);
    copy.copy_from_slice(&s[..middle]);
    merge(s, copy);
}

/// Sorts a vector.
fn merge_sort(v: &mut Vec<u64>)
    ensures
        sorted(final(v)@),
        final(v)@.to_multiset() == old(v)@.to_multiset(),
{
    let mut buffer = vec![0; v.len() / 2];
    sort(v, &mut buffer);
}

fn main() {
    let mut v = vec![3u64, 1, 4, 1, 5, 9, 2, 6];
    merge_sort(&mut v);
    assert(sorted(v@));
    for x in v.iter() {
        println!("{x}");
    }
}

} // verus!
