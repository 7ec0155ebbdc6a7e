//! Trees with one row more, and with one less.

use std::sync::Arc;
use vstd::prelude::*;
use vstd::slice::slice_subrange;

verus! {

use crate::error_v::KvError;
use crate::order_v::*;
use crate::sorted_v::*;
use crate::tree_v::*;

impl<K: Copy> Tree<K> {
    /// The tree with one more row, and where it is.
    pub fn insert<O: KeyOrder<K>, S: Source<K>>(
        &self,
        row: u32,
        key: &K,
        source: &S,
        Ghost(keys): Ghost<spec_fn(u32) -> K>,
    ) -> (result: Result<(Arc<Tree<K>>, Ghost<int>), KvError>)
        requires
            self.inv::<O>(keys),
            gives::<K, S>(*source, self.rows(), keys),
            keys(row) == key,
            self.rows().len() < u32::MAX,
        ensures
            match result {
                Ok((tree, at)) => {
                    &&& tree.inv::<O>(keys)
                    &&& 0 <= at@ <= self.rows().len()
                    &&& tree.rows() == self.rows().insert(at@, row)
                    &&& 0 <= tree.height() - self.height() <= 1
                },
                Err(error) => error == KvError::Corrupted && !source.is_intact(),
            },
        decreases self,
    {
        match self {
            Tree::Leaf(rows) => insert_in_leaf::<K, O, S>(rows, row, key, source, Ghost(keys)),
            Tree::Node { middle, left, right, .. } => {
                proof {
                    lemma_gives::<K, S>(*source, left.rows(), right.rows(), keys);
                    O::lemma_total(*key, *middle);
                }
                if O::is_le(key, middle) {
                    let (side, Ghost(at)) = left.insert::<O, S>(row, key, source, Ghost(keys))?;
                    proof {
                        lemma_inserted(left.rows(), right.rows(), at, row);
                        assert(are_before::<K, O>(side.rows(), keys, *middle));
                    }
                    Ok((Self::balance::<O>(side, *middle, right.clone(), Ghost(keys)), Ghost(at)))
                } else {
                    let (side, Ghost(at)) = right.insert::<O, S>(row, key, source, Ghost(keys))?;
                    proof {
                        lemma_inserted(left.rows(), right.rows(), left.rows().len() + at, row);
                        assert(are_behind::<K, O>(side.rows(), keys, *middle));
                    }
                    Ok((Self::balance::<O>(left.clone(), *middle, side, Ghost(keys)), Ghost(left.rows().len() + at)))
                }
            },
        }
    }

    /// The tree without the row at a place. No key is read.
    pub fn remove<O: KeyOrder<K>>(&self, at: usize, Ghost(keys): Ghost<spec_fn(u32) -> K>) -> (tree: Arc<Tree<K>>)
        requires
            self.inv::<O>(keys),
            at < self.rows().len() <= u32::MAX,
        ensures
            tree.inv::<O>(keys),
            tree.rows() == self.rows().remove(at as int),
            0 <= self.height() - tree.height() <= 1,
        decreases self,
    {
        match self {
            Tree::Leaf(rows) => {
                let rest = both(slice_subrange(rows, 0, at), slice_subrange(rows, at + 1, rows.len()));
                assert(rest@ =~= rows@.remove(at as int));
                Arc::new(Tree::Leaf(rest))
            },
            Tree::Node { height, len, middle, left, right } => {
                let before = left.len::<O>(Ghost(keys));
                proof {
                    left.lemma_height::<O>(keys);
                    right.lemma_height::<O>(keys);
                    lemma_removed(left.rows(), right.rows(), at as int);
                }
                let (a, b) = if at < before {
                    (left.remove::<O>(at, Ghost(keys)), right.clone())
                } else {
                    (left.clone(), right.remove::<O>(at - before, Ghost(keys)))
                };
                proof {
                    a.lemma_height::<O>(keys);
                    b.lemma_height::<O>(keys);
                    assert(a.rows() + b.rows() == self.rows().remove(at as int));
                    assert(are_before::<K, O>(a.rows(), keys, *middle));
                    assert(are_behind::<K, O>(b.rows(), keys, *middle));
                }
                if a.len::<O>(Ghost(keys)) == 0 {
                    assert(a.rows() + b.rows() =~= b.rows());
                    return b;
                }
                if b.len::<O>(Ghost(keys)) == 0 {
                    assert(a.rows() + b.rows() =~= a.rows());
                    return a;
                }
                match (&*a, &*b) {
                    (Tree::Leaf(first), Tree::Leaf(second)) if *height == 1 && *len <= LEAF / 2 => {
                        proof {
                            lemma_sides::<K, O>(first@, second@, keys, *middle);
                        }
                        Arc::new(Tree::Leaf(both(first, second)))
                    },
                    _ => Self::balance::<O>(a, *middle, b, Ghost(keys)),
                }
            },
        }
    }
}

/// A leaf with one more row, or two leaves where there is no room for it. Who inserts in order fills each leaf.
fn insert_in_leaf<K: Copy, O: KeyOrder<K>, S: Source<K>>(
    rows: &[u32],
    row: u32,
    key: &K,
    source: &S,
    Ghost(keys): Ghost<spec_fn(u32) -> K>,
) -> (result: Result<(Arc<Tree<K>>, Ghost<int>), KvError>)
    requires
        is_sorted::<K, O>(rows@, keys),
        gives::<K, S>(*source, rows@, keys),
        keys(row) == key,
        rows@.len() <= LEAF,
    ensures
        match result {
            Ok((tree, at)) => {
                &&& tree.inv::<O>(keys)
                &&& 0 <= at@ <= rows@.len()
                &&& tree.rows() == rows@.insert(at@, row)
                &&& 0 <= tree.height() <= 1
            },
            Err(error) => error == KvError::Corrupted && !source.is_intact(),
        },
{
    let at = find::<K, O, S>(rows, key, true, source, Ghost(keys))?;
    let (first, second) = (slice_subrange(rows, 0, at), slice_subrange(rows, at, rows.len()));
    let mut all: Vec<u32> = Vec::with_capacity(rows.len() + 1);
    all.extend_from_slice(first);
    all.push(row);
    all.extend_from_slice(second);
    proof {
        assert(all@ =~= rows@.insert(at as int, row));
        lemma_placed::<K, O>(rows@, row, at as int, keys);
    }
    if rows.len() < LEAF {
        return Ok((Arc::new(Tree::Leaf(all)), Ghost(at as int)));
    }
    let cut = if at == LEAF { LEAF } else { LEAF / 2 };
    let middle = if at == cut { *key } else { source.read(if cut < at { rows[cut] } else { rows[cut - 1] })? };
    let ghost whole = all@;
    assert(middle == keys(whole[cut as int]));
    let behind = all.split_off(cut);
    assert(all@ + behind@ =~= whole);
    let (left, right) = (Arc::new(Tree::Leaf(all)), Arc::new(Tree::Leaf(behind)));
    proof {
        O::lemma_total(middle, middle);
        assert forall|i: int| 0 <= i < left.rows().len() implies O::le(keys(#[trigger] left.rows()[i]), middle) by {
            assert(left.rows()[i] == whole[i]);
        }
        assert forall|i: int| 0 <= i < right.rows().len() implies O::le(middle, keys(#[trigger] right.rows()[i])) by {
            assert(right.rows()[i] == whole[cut + i]);
        }
        lemma_parts::<K, O>(left.rows(), right.rows(), keys);
    }
    Ok((Tree::join::<O>(left, middle, right, Ghost(keys)), Ghost(at as int)))
}

/// Some rows, and others behind them.
fn both(first: &[u32], second: &[u32]) -> (all: Vec<u32>)
    requires
        first@.len() + second@.len() <= LEAF,
    ensures
        all@ == first@ + second@,
{
    let mut all: Vec<u32> = Vec::with_capacity(first.len() + second.len());
    all.extend_from_slice(first);
    all.extend_from_slice(second);
    assert(all@ =~= first@ + second@);
    all
}

/// A row that is inserted on one side is inserted in both together.
proof fn lemma_inserted(left: Seq<u32>, right: Seq<u32>, at: int, row: u32)
    requires
        0 <= at <= left.len() + right.len(),
    ensures
        at <= left.len() ==> left.insert(at, row) + right == (left + right).insert(at, row),
        at >= left.len() ==> left + right.insert(at - left.len(), row) == (left + right).insert(at, row),
{
    if at <= left.len() {
        assert(left.insert(at, row) + right =~= (left + right).insert(at, row));
    }
    if at >= left.len() {
        assert(left + right.insert(at - left.len(), row) =~= (left + right).insert(at, row));
    }
}

/// A row that is removed on one side is removed from both together.
proof fn lemma_removed(left: Seq<u32>, right: Seq<u32>, at: int)
    requires
        0 <= at < left.len() + right.len(),
    ensures
        at < left.len() ==> left.remove(at) + right == (left + right).remove(at),
        at >= left.len() ==> left + right.remove(at - left.len()) == (left + right).remove(at),
{
    if at < left.len() {
        assert(left.remove(at) + right =~= (left + right).remove(at));
    } else {
        assert(left + right.remove(at - left.len()) =~= (left + right).remove(at));
    }
}

} // verus!
