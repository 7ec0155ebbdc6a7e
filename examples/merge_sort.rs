//! Merge sort: the result is sorted, and has the elements of the input, each as often.

use vstd::multiset::Multiset;
use vstd::prelude::*;

verus! {

spec fn sorted(s: Seq<u64>) -> bool {
    forall|i: int, j: int| #![auto] 0 <= i < j < s.len() ==> s[i] <= s[j]
}

/// Merges two sorted sequences.
fn merge(a: &[u64], b: &[u64]) -> (merged: Vec<u64>)
    requires
        sorted(a@),
        sorted(b@),
    ensures
        sorted(merged@),
        merged@.to_multiset() == a@.to_multiset().add(b@.to_multiset()),
{
    let mut merged: Vec<u64> = Vec::new();
    let mut i: usize = 0;
    let mut j: usize = 0;
    proof {
        broadcast use vstd::seq_lib::group_to_multiset_ensures;
        assert(a@.take(0).to_multiset() =~= Multiset::empty());
        assert(b@.take(0).to_multiset() =~= Multiset::empty());
    }
    while i < a.len() || j < b.len()
        invariant
            i <= a.len(),
            j <= b.len(),
            sorted(a@),
            sorted(b@),
            sorted(merged@),
            forall|k: int, l: int| #![auto] 0 <= k < merged.len() && i <= l < a.len() ==> merged[k] <= a[l],
            forall|k: int, l: int| #![auto] 0 <= k < merged.len() && j <= l < b.len() ==> merged[k] <= b[l],
            merged@.to_multiset() == a@.take(i as int).to_multiset().add(b@.take(j as int).to_multiset()),
        decreases a.len() - i + b.len() - j,
    {
        proof {
            broadcast use vstd::seq_lib::group_to_multiset_ensures;
            if i < a.len() {
                assert(a@.take(i + 1) == a@.take(i as int).push(a[i as int]));
            }
            if j < b.len() {
                assert(b@.take(j + 1) == b@.take(j as int).push(b[j as int]));
            }
        }
        if j == b.len() || i < a.len() && a[i] <= b[j] {
            merged.push(a[i]);
            i += 1;
        } else {
            merged.push(b[j]);
            j += 1;
        }
    }
    proof {
        assert(a@.take(i as int) == a@);
        assert(b@.take(j as int) == b@);
    }
    merged
}

/// Sorts a vector.
fn merge_sort(v: Vec<u64>) -> (r: Vec<u64>)
    ensures
        sorted(r@),
        r@.to_multiset() == v@.to_multiset(),
    decreases v.len(),
{
    if v.len() <= 1 {
        return v;
    }
    let mut left = v;
    let ghost v = v@;
    let right = left.split_off(left.len() / 2);
    proof {
        assert(v == left@ + right@);
        vstd::seq_lib::lemma_multiset_commutative(left@, right@);
    }
    let left = merge_sort(left);
    let right = merge_sort(right);
    merge(&left, &right)
}

fn main() {
    let v = vec![3u64, 1, 2];
    let r = merge_sort(v);
    assert(sorted(r@));
}

} // verus!
