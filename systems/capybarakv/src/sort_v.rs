//! The tree of rows that are not in order yet: they are sorted with their keys, and then put into leaves.

use std::sync::Arc;
use vstd::prelude::*;
use vstd::slice::slice_subrange;

verus! {

use crate::order_v::*;
use crate::sorted_v::*;
use crate::tree_v::*;
use vstd::multiset::Multiset;

/// Keys with their rows.
pub type Pairs<K> = Seq<(K, u32)>;

/// Whether keys are in order.
spec fn are_sorted<K, O: KeyOrder<K>>(pairs: Pairs<K>) -> bool {
    forall|i: int, j: int| #![trigger pairs[i], pairs[j]] 0 <= i < j < pairs.len() ==> O::le(pairs[i].0, pairs[j].0)
}

/// Whether rows have these keys.
pub open spec fn are_of<K>(pairs: Pairs<K>, keys: spec_fn(u32) -> K) -> bool {
    forall|i: int| 0 <= i < pairs.len() ==> (#[trigger] pairs[i]).0 == keys(pairs[i].1)
}

/// The rows.
pub open spec fn rows_of<K>(pairs: Pairs<K>) -> Seq<u32> {
    Seq::new(pairs.len(), |i: int| pairs[i].1)
}

/// Merges two groups that are in order.
fn merge<K: Copy, O: KeyOrder<K>>(a: &[(K, u32)], b: &[(K, u32)]) -> (merged: Vec<(K, u32)>)
    requires
        are_sorted::<K, O>(a@),
        are_sorted::<K, O>(b@),
        a@.len() + b@.len() <= usize::MAX,
    ensures
        are_sorted::<K, O>(merged@),
        merged@.to_multiset() == a@.to_multiset().add(b@.to_multiset()),
{
    let mut merged: Vec<(K, u32)> = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    proof {
        broadcast use vstd::seq_lib::group_to_multiset_ensures;
        assert(a@.take(0).to_multiset() =~= Multiset::empty());
        assert(b@.take(0).to_multiset() =~= Multiset::empty());
    }
    while i < a.len() || j < b.len()
        invariant
            i <= a@.len(),
            j <= b@.len(),
            are_sorted::<K, O>(a@),
            are_sorted::<K, O>(b@),
            are_sorted::<K, O>(merged@),
            forall|k: int, l: int| #![trigger merged@[k], a@[l]] 0 <= k < merged@.len() && i <= l < a@.len() ==> O::le(merged@[k].0, a@[l].0),
            forall|k: int, l: int| #![trigger merged@[k], b@[l]] 0 <= k < merged@.len() && j <= l < b@.len() ==> O::le(merged@[k].0, b@[l].0),
            merged@.to_multiset() == a@.take(i as int).to_multiset().add(b@.take(j as int).to_multiset()),
        decreases a@.len() - i + b@.len() - j,
    {
        let is_first = j == b.len() || (i < a.len() && O::is_le(&a[i].0, &b[j].0));
        proof {
            broadcast use vstd::seq_lib::group_to_multiset_ensures;
            if i < a.len() {
                assert(a@.take(i + 1) == a@.take(i as int).push(a[i as int]));
            }
            if j < b.len() {
                assert(b@.take(j + 1) == b@.take(j as int).push(b[j as int]));
            }
            lemma_next::<K, O>(a@, b@, i as int, j as int, is_first);
        }
        if is_first {
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

/// The next one of two groups is before all that are left.
proof fn lemma_next<K, O: KeyOrder<K>>(a: Pairs<K>, b: Pairs<K>, i: int, j: int, is_first: bool)
    requires
        are_sorted::<K, O>(a),
        are_sorted::<K, O>(b),
        0 <= i <= a.len(),
        0 <= j <= b.len(),
        i < a.len() || j < b.len(),
        is_first == (j == b.len() || (i < a.len() && O::le(a[i].0, b[j].0))),
    ensures
        ({
            let next = if is_first { a[i] } else { b[j] };
            &&& forall|l: int| i <= l < a.len() ==> O::le(next.0, (#[trigger] a[l]).0)
            &&& forall|l: int| j <= l < b.len() ==> O::le(next.0, (#[trigger] b[l]).0)
        }),
{
    let next = if is_first { a[i] } else { b[j] };
    O::lemma_total(next.0, next.0);
    assert forall|l: int| i <= l < a.len() implies O::le(next.0, (#[trigger] a[l]).0) by {
        if !is_first {
            O::lemma_total(next.0, a[i].0);
            if l > i {
                O::lemma_transitive(next.0, a[i].0, a[l].0);
            }
        }
    }
    assert forall|l: int| j <= l < b.len() implies O::le(next.0, (#[trigger] b[l]).0) by {
        if is_first && l > j {
            O::lemma_transitive(next.0, b[j].0, b[l].0);
        }
    }
}

/// Puts keys in order.
fn sort<K: Copy, O: KeyOrder<K>>(pairs: Vec<(K, u32)>) -> (sorted: Vec<(K, u32)>)
    ensures
        are_sorted::<K, O>(sorted@),
        sorted@.to_multiset() == pairs@.to_multiset(),
    decreases pairs@.len(),
{
    if pairs.len() <= 1 {
        return pairs;
    }
    let ghost all = pairs@;
    let mut first = pairs;
    let second = first.split_off(first.len() / 2);
    proof {
        assert(all == first@ + second@);
        vstd::seq_lib::lemma_multiset_commutative(first@, second@);
    }
    let first = sort::<K, O>(first);
    let second = sort::<K, O>(second);
    proof {
        first@.to_multiset_ensures();
        second@.to_multiset_ensures();
        all.to_multiset_ensures();
    }
    merge::<K, O>(&first, &second)
}

/// The height of a tree of so many rows that are divided into halves.
spec fn height_of(n: nat) -> nat
    decreases n,
{
    if n <= LEAF { 0 } else { 1 + height_of((n - n / 2) as nat) }
}

/// One row more makes a tree higher by one at most.
proof fn lemma_height_of(n: nat)
    ensures
        height_of(n) <= height_of(n + 1) <= height_of(n) + 1,
    decreases n,
{
    if n > LEAF {
        lemma_height_of((n - n / 2) as nat);
    } else {
        assert(height_of(33) == 0 && height_of(65) == 1 + height_of(33));
    }
}

/// The tree of rows in order.
fn build<K: Copy, O: KeyOrder<K>>(pairs: &[(K, u32)], Ghost(keys): Ghost<spec_fn(u32) -> K>) -> (tree: Arc<Tree<K>>)
    requires
        are_sorted::<K, O>(pairs@),
        are_of(pairs@, keys),
        pairs@.len() <= u32::MAX,
    ensures
        tree.inv::<O>(keys),
        tree.rows() == rows_of(pairs@),
        tree.height() == height_of(pairs@.len()),
    decreases pairs@.len(),
{
    let n = pairs.len();
    if n <= LEAF {
        let mut rows: Vec<u32> = Vec::with_capacity(n);
        let mut i = 0;
        while i < n
            invariant
                i <= n == pairs@.len(),
                rows@ == rows_of(pairs@.take(i as int)),
            decreases n - i,
        {
            rows.push(pairs[i].1);
            i += 1;
            assert(rows@ =~= rows_of(pairs@.take(i as int)));
        }
        assert(pairs@.take(n as int) =~= pairs@);
        return Arc::new(Tree::Leaf(rows));
    }
    let half = n / 2;
    let (first, second) = (slice_subrange(pairs, 0, half), slice_subrange(pairs, half, n));
    let middle = pairs[half].0;
    proof {
        lemma_height_of(half as nat);
        O::lemma_total(middle, middle);
        let (left, right) = (rows_of(first@), rows_of(second@));
        assert forall|i: int| 0 <= i < left.len() implies O::le(keys(#[trigger] left[i]), middle) by {
            assert(first@[i] == pairs@[i]);
        }
        assert forall|i: int| 0 <= i < right.len() implies O::le(middle, keys(#[trigger] right[i])) by {
            assert(second@[i] == pairs@[half + i]);
        }
        assert(left + right =~= rows_of(pairs@));
    }
    let left = build::<K, O>(first, Ghost(keys));
    let right = build::<K, O>(second, Ghost(keys));
    Tree::join::<O>(left, middle, right, Ghost(keys))
}

/// The tree of rows that are there once each.
pub(crate) fn tree_of<K: Copy, O: KeyOrder<K>>(pairs: Vec<(K, u32)>, Ghost(keys): Ghost<spec_fn(u32) -> K>) -> (tree: Arc<Tree<K>>)
    requires
        are_of(pairs@, keys),
        rows_of(pairs@).no_duplicates(),
        pairs@.len() <= u32::MAX,
    ensures
        tree.inv::<O>(keys),
        tree.rows().no_duplicates(),
        tree.rows().len() == pairs@.len(),
        forall|row: u32| #[trigger] tree.rows().contains(row) <==> rows_of(pairs@).contains(row),
{
    let sorted = sort::<K, O>(pairs);
    proof {
        lemma_sorted_rows(pairs@, sorted@, keys);
    }
    build::<K, O>(&sorted, Ghost(keys))
}

/// The same pairs have the same rows, each once.
proof fn lemma_sorted_rows<K>(pairs: Pairs<K>, sorted: Pairs<K>, keys: spec_fn(u32) -> K)
    requires
        are_of(pairs, keys),
        rows_of(pairs).no_duplicates(),
        sorted.to_multiset() == pairs.to_multiset(),
    ensures
        are_of(sorted, keys),
        rows_of(sorted).no_duplicates(),
        sorted.len() == pairs.len(),
        forall|row: u32| #[trigger] rows_of(sorted).contains(row) <==> rows_of(pairs).contains(row),
{
    pairs.to_multiset_ensures();
    sorted.to_multiset_ensures();
    assert forall|i: int, j: int| #![trigger pairs[i], pairs[j]] 0 <= i < j < pairs.len() implies pairs[i] != pairs[j] by {
        assert(rows_of(pairs)[i] != rows_of(pairs)[j]);
    }
    pairs.lemma_multiset_has_no_duplicates();
    sorted.lemma_multiset_has_no_duplicates_conv();
    assert forall|i: int| 0 <= i < sorted.len() implies pairs.contains(#[trigger] sorted[i]) by {
        assert(sorted.contains(sorted[i]));
        assert(sorted.to_multiset().count(sorted[i]) > 0);
    }
    assert forall|i: int| 0 <= i < pairs.len() implies sorted.contains(#[trigger] pairs[i]) by {
        assert(pairs.contains(pairs[i]));
        assert(pairs.to_multiset().count(pairs[i]) > 0);
    }
    assert(are_of(sorted, keys)) by {
        assert forall|i: int| 0 <= i < sorted.len() implies (#[trigger] sorted[i]).0 == keys(sorted[i].1) by {
            let j = pairs.index_of(sorted[i]);
            assert(pairs[j] == sorted[i]);
        }
    }
    let (a, b) = (rows_of(pairs), rows_of(sorted));
    assert forall|i: int, j: int| #![trigger b[i], b[j]] 0 <= i < j < b.len() implies b[i] != b[j] by {
        assert(sorted[i] != sorted[j]);
    }
    assert forall|row: u32| #[trigger] b.contains(row) == a.contains(row) by {
        if a.contains(row) {
            let i = a.index_of(row);
            let j = sorted.index_of(pairs[i]);
            assert(b[j] == row);
        }
        if b.contains(row) {
            let i = b.index_of(row);
            let j = pairs.index_of(sorted[i]);
            assert(a[j] == row);
        }
    }
}

} // verus!
