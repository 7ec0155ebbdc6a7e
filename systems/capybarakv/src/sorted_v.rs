//! Rows in the order of their keys, and where a key would be among them. Keys are read where they are needed.

use vstd::prelude::*;

verus! {

use crate::error_v::KvError;
use crate::order_spec_t::*;
use crate::order_v::*;

/// Where the keys of rows are read.
pub trait Source<K> {
    /// Whether a row has a key.
    spec fn has(&self, row: u32) -> bool;

    /// The key of a row.
    spec fn key(&self, row: u32) -> K;

    /// Whether no key is corrupted.
    spec fn is_intact(&self) -> bool;

    /// The key of a row.
    fn read(&self, row: u32) -> (result: Result<K, KvError>)
        requires
            self.has(row),
        ensures
            match result {
                Ok(key) => key == self.key(row),
                Err(error) => error == KvError::Corrupted && !self.is_intact(),
            },
    ;
}

/// Whether rows are in the order of their keys.
pub open spec fn is_sorted<K, O: KeyOrder<K>>(rows: Seq<u32>, keys: spec_fn(u32) -> K) -> bool {
    forall|i: int, j: int| #![trigger rows[i], rows[j]] 0 <= i < j < rows.len() ==> O::le(keys(rows[i]), keys(rows[j]))
}

/// Whether no row is behind a key.
pub open spec fn are_before<K, O: KeyOrder<K>>(rows: Seq<u32>, keys: spec_fn(u32) -> K, key: K) -> bool {
    forall|i: int| 0 <= i < rows.len() ==> O::le(keys(#[trigger] rows[i]), key)
}

/// Whether no row is before a key.
pub open spec fn are_behind<K, O: KeyOrder<K>>(rows: Seq<u32>, keys: spec_fn(u32) -> K, key: K) -> bool {
    forall|i: int| 0 <= i < rows.len() ==> O::le(key, keys(#[trigger] rows[i]))
}

/// Whether a place divides rows into those before a key and those behind it.
pub open spec fn divides<K, O: KeyOrder<K>>(rows: Seq<u32>, keys: spec_fn(u32) -> K, at: int, key: K, or_at: bool) -> bool {
    &&& 0 <= at <= rows.len()
    &&& forall|i: int| 0 <= i < at ==> !is_behind::<K, O>(keys(#[trigger] rows[i]), key, or_at)
    &&& forall|i: int| at <= i < rows.len() ==> is_behind::<K, O>(keys(#[trigger] rows[i]), key, or_at)
}

/// Whether a source has these keys of rows.
pub open spec fn gives<K, S: Source<K>>(source: S, rows: Seq<u32>, keys: spec_fn(u32) -> K) -> bool {
    forall|i: int| 0 <= i < rows.len() ==> source.has(#[trigger] rows[i]) && source.key(rows[i]) == keys(rows[i])
}

/// What is not before a key that is behind another one is behind that one, too.
pub(crate) proof fn lemma_still_behind<K, O: KeyOrder<K>>(a: K, b: K, key: K, or_at: bool)
    requires
        O::le(a, b),
        is_behind::<K, O>(a, key, or_at),
    ensures
        is_behind::<K, O>(b, key, or_at),
{
    if or_at {
        O::lemma_transitive(key, a, b);
    } else if O::le(b, key) {
        O::lemma_transitive(a, b, key);
    }
}

/// What rows on two sides of a key are together.
pub(crate) proof fn lemma_sides<K, O: KeyOrder<K>>(left: Seq<u32>, right: Seq<u32>, keys: spec_fn(u32) -> K, middle: K)
    requires
        are_before::<K, O>(left, keys, middle),
        are_behind::<K, O>(right, keys, middle),
    ensures
        is_sorted::<K, O>(left, keys) && is_sorted::<K, O>(right, keys) ==> is_sorted::<K, O>(left + right, keys),
        forall|key: K| #![trigger are_before::<K, O>(left + right, keys, key)]
            O::le(middle, key) && are_before::<K, O>(right, keys, key) ==> are_before::<K, O>(left + right, keys, key),
        forall|key: K| #![trigger are_behind::<K, O>(left + right, keys, key)]
            O::le(key, middle) && are_behind::<K, O>(left, keys, key) ==> are_behind::<K, O>(left + right, keys, key),
        forall|key: K| #![trigger are_before::<K, O>(left + right, keys, key)]
            are_before::<K, O>(left + right, keys, key) ==> are_before::<K, O>(left, keys, key) && are_before::<K, O>(right, keys, key),
        forall|key: K| #![trigger are_behind::<K, O>(left + right, keys, key)]
            are_behind::<K, O>(left + right, keys, key) ==> are_behind::<K, O>(left, keys, key) && are_behind::<K, O>(right, keys, key),
{
    let all = left + right;
    let n = left.len() as int;
    assert forall|i: int, j: int| #![trigger all[i], all[j]]
        0 <= i < j < all.len() && is_sorted::<K, O>(left, keys) && is_sorted::<K, O>(right, keys) implies O::le(keys(all[i]), keys(all[j])) by {
        if i < n <= j {
            assert(all[i] == left[i] && all[j] == right[j - n]);
            O::lemma_transitive(keys(all[i]), middle, keys(all[j]));
        } else if j < n {
            assert(all[i] == left[i] && all[j] == left[j]);
        } else {
            assert(all[i] == right[i - n] && all[j] == right[j - n]);
        }
    }
    assert forall|key: K| #![trigger are_before::<K, O>(all, keys, key)]
        O::le(middle, key) && are_before::<K, O>(right, keys, key) implies are_before::<K, O>(all, keys, key) by {
        assert forall|i: int| 0 <= i < all.len() implies O::le(keys(#[trigger] all[i]), key) by {
            if i < n {
                assert(all[i] == left[i]);
                O::lemma_transitive(keys(all[i]), middle, key);
            } else {
                assert(all[i] == right[i - n]);
            }
        }
    }
    assert forall|key: K| #![trigger are_behind::<K, O>(all, keys, key)]
        O::le(key, middle) && are_behind::<K, O>(left, keys, key) implies are_behind::<K, O>(all, keys, key) by {
        assert forall|i: int| 0 <= i < all.len() implies O::le(key, keys(#[trigger] all[i])) by {
            if i < n {
                assert(all[i] == left[i]);
            } else {
                assert(all[i] == right[i - n]);
                O::lemma_transitive(key, middle, keys(all[i]));
            }
        }
    }
    assert(forall|i: int| 0 <= i < n ==> left[i] == #[trigger] all[i]);
    assert forall|i: int| 0 <= i < right.len() implies #[trigger] right[i] == all[i + n] by {}
    assert forall|i: int| 0 <= i < left.len() implies #[trigger] left[i] == all[i] by {}
}

/// Whether a key is behind another one; with `or_at`, or in the same place.
pub(crate) fn check_behind<K, O: KeyOrder<K>>(found: &K, key: &K, or_at: bool) -> (is: bool)
    ensures
        is == is_behind::<K, O>(*found, *key, or_at),
{
    if or_at {
        O::is_le(key, found)
    } else {
        !O::is_le(found, key)
    }
}

/// How many rows of a leaf are before a key.
pub(crate) fn find<K: Copy, O: KeyOrder<K>, S: Source<K>>(
    rows: &[u32],
    key: &K,
    or_at: bool,
    source: &S,
    Ghost(keys): Ghost<spec_fn(u32) -> K>,
) -> (result: Result<usize, KvError>)
    requires
        is_sorted::<K, O>(rows@, keys),
        gives::<K, S>(*source, rows@, keys),
    ensures
        match result {
            Ok(at) => divides::<K, O>(rows@, keys, at as int, *key, or_at),
            Err(error) => error == KvError::Corrupted && !source.is_intact(),
        },
{
    let (mut low, mut high) = (0, rows.len());
    while low < high
        invariant
            is_sorted::<K, O>(rows@, keys),
            gives::<K, S>(*source, rows@, keys),
            low <= high <= rows@.len(),
            forall|i: int| 0 <= i < low ==> !is_behind::<K, O>(keys(#[trigger] rows@[i]), *key, or_at),
            forall|i: int| high <= i < rows@.len() ==> is_behind::<K, O>(keys(#[trigger] rows@[i]), *key, or_at),
        decreases high - low,
    {
        let mid = low + (high - low) / 2;
        let found = source.read(rows[mid])?;
        proof {
            assert forall|i: int| mid <= i < rows@.len() && is_behind::<K, O>(found, *key, or_at) implies is_behind::<K, O>(
                keys(#[trigger] rows@[i]),
                *key,
                or_at,
            ) by {
                if i > mid {
                    lemma_still_behind::<K, O>(found, keys(rows@[i]), *key, or_at);
                }
            }
            assert forall|i: int| 0 <= i <= mid && !is_behind::<K, O>(found, *key, or_at) implies !is_behind::<K, O>(
                keys(#[trigger] rows@[i]),
                *key,
                or_at,
            ) by {
                if i < mid && is_behind::<K, O>(keys(rows@[i]), *key, or_at) {
                    lemma_still_behind::<K, O>(keys(rows@[i]), found, *key, or_at);
                }
            }
        }
        if check_behind::<K, O>(&found, key, or_at) {
            high = mid;
        } else {
            low = mid + 1;
        }
    }
    Ok(low)
}

/// What a source gives of two groups of rows it gives of each.
pub(crate) proof fn lemma_gives<K, S: Source<K>>(source: S, left: Seq<u32>, right: Seq<u32>, keys: spec_fn(u32) -> K)
    requires
        gives::<K, S>(source, left + right, keys),
    ensures
        gives::<K, S>(source, left, keys),
        gives::<K, S>(source, right, keys),
{
    let all = left + right;
    assert forall|i: int| 0 <= i < left.len() implies source.has(#[trigger] left[i]) && source.key(left[i]) == keys(left[i]) by {
        assert(all[i] == left[i]);
    }
    assert forall|i: int| 0 <= i < right.len() implies source.has(#[trigger] right[i]) && source.key(right[i]) == keys(right[i]) by {
        assert(all[left.len() + i] == right[i]);
    }
}

/// Where rows on two sides of a key are divided.
pub(crate) proof fn lemma_divided<K, O: KeyOrder<K>>(
    left: Seq<u32>,
    right: Seq<u32>,
    keys: spec_fn(u32) -> K,
    middle: K,
    key: K,
    or_at: bool,
)
    requires
        are_before::<K, O>(left, keys, middle),
        are_behind::<K, O>(right, keys, middle),
    ensures
        is_behind::<K, O>(middle, key, or_at) ==> forall|at: int| #[trigger]
            divides::<K, O>(left, keys, at, key, or_at) ==> divides::<K, O>(left + right, keys, at, key, or_at),
        !is_behind::<K, O>(middle, key, or_at) ==> forall|at: int| #[trigger]
            divides::<K, O>(right, keys, at, key, or_at) ==> divides::<K, O>(left + right, keys, left.len() + at, key, or_at),
{
    let (all, n) = (left + right, left.len() as int);
    if is_behind::<K, O>(middle, key, or_at) {
        assert forall|i: int| n <= i < all.len() implies is_behind::<K, O>(keys(#[trigger] all[i]), key, or_at) by {
            assert(all[i] == right[i - n]);
            lemma_still_behind::<K, O>(middle, keys(all[i]), key, or_at);
        }
        assert(forall|i: int| 0 <= i < n ==> #[trigger] all[i] == left[i]);
    } else {
        assert forall|i: int| 0 <= i < n implies !is_behind::<K, O>(keys(#[trigger] all[i]), key, or_at) by {
            assert(all[i] == left[i]);
            if is_behind::<K, O>(keys(all[i]), key, or_at) {
                lemma_still_behind::<K, O>(keys(all[i]), middle, key, or_at);
            }
        }
        assert(forall|i: int| n <= i < all.len() ==> #[trigger] all[i] == right[i - n]);
    }
}

/// Rows with one more at its place are in order.
pub(crate) proof fn lemma_placed<K, O: KeyOrder<K>>(rows: Seq<u32>, row: u32, at: int, keys: spec_fn(u32) -> K)
    requires
        is_sorted::<K, O>(rows, keys),
        divides::<K, O>(rows, keys, at, keys(row), true),
    ensures
        is_sorted::<K, O>(rows.insert(at, row), keys),
{
    let all = rows.insert(at, row);
    assert forall|i: int, j: int| #![trigger all[i], all[j]] 0 <= i < j < all.len() implies O::le(keys(all[i]), keys(all[j])) by {
        if i < at {
            assert(all[i] == rows[i]);
            O::lemma_total(keys(rows[i]), keys(row));
        }
        if i > at {
            assert(all[i] == rows[i - 1]);
        }
        if j < at {
            assert(all[j] == rows[j]);
        }
        if j > at {
            assert(all[j] == rows[j - 1]);
        }
    }
}

/// Each of two groups of rows that are in order together is in order.
pub(crate) proof fn lemma_parts<K, O: KeyOrder<K>>(left: Seq<u32>, right: Seq<u32>, keys: spec_fn(u32) -> K)
    requires
        is_sorted::<K, O>(left + right, keys),
    ensures
        is_sorted::<K, O>(left, keys),
        is_sorted::<K, O>(right, keys),
{
    let (all, n) = (left + right, left.len() as int);
    assert forall|i: int, j: int| #![trigger left[i], left[j]] 0 <= i < j < left.len() implies O::le(keys(left[i]), keys(left[j])) by {
        assert(all[i] == left[i] && all[j] == left[j]);
    }
    assert forall|i: int, j: int| #![trigger right[i], right[j]] 0 <= i < j < right.len() implies O::le(
        keys(right[i]),
        keys(right[j]),
    ) by {
        assert(all[n + i] == right[i] && all[n + j] == right[j]);
    }
}

} // verus!
