//! Rows in the order of their keys: a balanced tree that is never changed. Who inserts a row gets another tree, which has the nodes
//! off the path in common with the one before. So a transaction keeps the tree from before it as long as it needs it, and an abort
//! goes back to that tree without looking at a key.
//!
//! The tree is that of Adelson-Velsky and Landis: the two sides of a node differ in height by at most one. Rows are in leaves of up to
//! [`LEAF`]; keys are not there. A node has one key, so that a search reads the keys of the rows of one leaf alone.

use std::sync::Arc;
use vstd::prelude::*;

verus! {

use crate::error_v::KvError;
use crate::order_v::*;
use crate::sorted_v::*;

/// The most rows of a leaf.
pub const LEAF: usize = 64;

/// Rows in the order of their keys.
pub enum Tree<K> {
    /// A few of them.
    Leaf(Vec<u32>),
    /// Some, and others behind them.
    Node {
        /// How many nodes are on the longest way to a leaf.
        height: usize,
        /// How many rows there are.
        len: usize,
        /// A key that is not before those on the left, and not behind those on the right.
        middle: K,
        /// Those before it.
        left: Arc<Tree<K>>,
        /// Those behind it.
        right: Arc<Tree<K>>,
    },
}

impl<K: Copy> Tree<K> {
    /// The rows.
    pub open spec fn rows(self) -> Seq<u32>
        decreases self,
    {
        match self {
            Tree::Leaf(rows) => rows@,
            Tree::Node { left, right, .. } => left.rows() + right.rows(),
        }
    }

    /// The height that is written down.
    pub open spec fn height(self) -> int {
        match self {
            Tree::Leaf(_) => 0,
            Tree::Node { height, .. } => height as int,
        }
    }

    /// Whether it is a tree, and in order.
    pub open spec fn inv<O: KeyOrder<K>>(self, keys: spec_fn(u32) -> K) -> bool
        decreases self,
    {
        match self {
            Tree::Leaf(rows) => rows@.len() <= LEAF && is_sorted::<K, O>(rows@, keys),
            Tree::Node { height, len, middle, left, right } => {
                &&& left.inv::<O>(keys)
                &&& right.inv::<O>(keys)
                &&& Self::are_sides::<O>(*left, middle, *right, keys)
                &&& len == left.rows().len() + right.rows().len()
                &&& height == 1 + if left.height() < right.height() { right.height() } else { left.height() }
                &&& height <= len
                &&& -1 <= left.height() - right.height() <= 1
            },
        }
    }

    /// Whether trees may be the sides of a node, but for their heights.
    pub open spec fn are_sides<O: KeyOrder<K>>(left: Self, middle: K, right: Self, keys: spec_fn(u32) -> K) -> bool {
        &&& left.rows().len() > 0
        &&& right.rows().len() > 0
        &&& are_before::<K, O>(left.rows(), keys, middle)
        &&& are_behind::<K, O>(right.rows(), keys, middle)
    }

    /// All rows are in order.
    pub proof fn lemma_sorted<O: KeyOrder<K>>(self, keys: spec_fn(u32) -> K)
        requires
            self.inv::<O>(keys),
        ensures
            is_sorted::<K, O>(self.rows(), keys),
        decreases self,
    {
        if let Tree::Node { middle, left, right, .. } = self {
            left.lemma_sorted::<O>(keys);
            right.lemma_sorted::<O>(keys);
            lemma_sides::<K, O>(left.rows(), right.rows(), keys, middle);
        }
    }

    /// A tree is one for other keys that its rows have as well.
    pub proof fn lemma_same_keys<O: KeyOrder<K>>(self, keys: spec_fn(u32) -> K, other: spec_fn(u32) -> K)
        requires
            self.inv::<O>(keys),
            forall|i: int| 0 <= i < self.rows().len() ==> keys(#[trigger] self.rows()[i]) == other(self.rows()[i]),
        ensures
            self.inv::<O>(other),
        decreases self,
    {
        if let Tree::Node { left, right, .. } = self {
            let (all, n) = (self.rows(), left.rows().len() as int);
            assert forall|i: int| 0 <= i < n implies keys(#[trigger] left.rows()[i]) == other(left.rows()[i]) by {
                assert(all[i] == left.rows()[i]);
            }
            assert forall|i: int| 0 <= i < right.rows().len() implies keys(#[trigger] right.rows()[i]) == other(right.rows()[i]) by {
                assert(all[i + n] == right.rows()[i]);
            }
            left.lemma_same_keys::<O>(keys, other);
            right.lemma_same_keys::<O>(keys, other);
        }
    }

    /// How many rows there are.
    pub fn len<O: KeyOrder<K>>(&self, Ghost(keys): Ghost<spec_fn(u32) -> K>) -> (len: usize)
        requires
            self.inv::<O>(keys),
        ensures
            len == self.rows().len(),
    {
        match self {
            Tree::Leaf(rows) => rows.len(),
            Tree::Node { len, .. } => *len,
        }
    }

    pub(crate) fn get_height(&self) -> (height: usize)
        ensures
            height == self.height(),
    {
        match self {
            Tree::Leaf(_) => 0,
            Tree::Node { height, .. } => *height,
        }
    }

    /// A height is one.
    pub(crate) proof fn lemma_height<O: KeyOrder<K>>(self, keys: spec_fn(u32) -> K)
        requires
            self.inv::<O>(keys),
        ensures
            0 <= self.height() <= self.rows().len(),
            self.height() == 0 <==> self is Leaf,
    {
        if let Tree::Node { left, right, .. } = self {
            assert(left.height() >= 0);
        }
    }

    /// How many rows are before a key, and so the place of the first one that is behind it; with `or_at`, that is not before it.
    pub fn rank<O: KeyOrder<K>, S: Source<K>>(
        &self,
        key: &K,
        or_at: bool,
        source: &S,
        Ghost(keys): Ghost<spec_fn(u32) -> K>,
    ) -> (result: Result<usize, KvError>)
        requires
            self.inv::<O>(keys),
            gives::<K, S>(*source, self.rows(), keys),
        ensures
            match result {
                Ok(at) => divides::<K, O>(self.rows(), keys, at as int, *key, or_at),
                Err(error) => error == KvError::Corrupted && !source.is_intact(),
            },
        decreases self,
    {
        match self {
            Tree::Leaf(rows) => find::<K, O, S>(rows, key, or_at, source, Ghost(keys)),
            Tree::Node { middle, left, right, .. } => {
                proof {
                    lemma_gives::<K, S>(*source, left.rows(), right.rows(), keys);
                    lemma_divided::<K, O>(left.rows(), right.rows(), keys, *middle, *key, or_at);
                }
                if check_behind::<K, O>(middle, key, or_at) {
                    return left.rank::<O, S>(key, or_at, source, Ghost(keys));
                }
                let before = left.len::<O>(Ghost(keys));
                match right.rank::<O, S>(key, or_at, source, Ghost(keys)) {
                    Ok(at) => Ok(before + at),
                    Err(error) => Err(error),
                }
            },
        }
    }

    /// The row at a place.
    pub fn row<O: KeyOrder<K>>(&self, at: usize, Ghost(keys): Ghost<spec_fn(u32) -> K>) -> (row: u32)
        requires
            self.inv::<O>(keys),
            at < self.rows().len(),
        ensures
            row == self.rows()[at as int],
    {
        let (leaf, place) = self.leaf::<O>(at, Ghost(keys));
        leaf[place]
    }

    /// The leaf that has the row at a place, and the place of the row in it.
    pub fn leaf<O: KeyOrder<K>>(&self, at: usize, Ghost(keys): Ghost<spec_fn(u32) -> K>) -> (found: (&[u32], usize))
        requires
            self.inv::<O>(keys),
            at < self.rows().len(),
        ensures
            found.1 < found.0@.len(),
            found.1 <= at,
            at - found.1 + found.0@.len() <= self.rows().len(),
            found.0@ == self.rows().subrange(at - found.1, at - found.1 + found.0@.len()),
        decreases self,
    {
        match self {
            Tree::Leaf(rows) => {
                assert(rows@ =~= rows@.subrange(0, rows@.len() as int));
                (rows.as_slice(), at)
            },
            Tree::Node { left, right, .. } => {
                let before = left.len::<O>(Ghost(keys));
                let (leaf, place) = if at < before {
                    left.leaf::<O>(at, Ghost(keys))
                } else {
                    right.leaf::<O>(at - before, Ghost(keys))
                };
                assert(leaf@ =~= self.rows().subrange(at - place, at - place + leaf@.len()));
                (leaf, place)
            },
        }
    }
}

} // verus!
