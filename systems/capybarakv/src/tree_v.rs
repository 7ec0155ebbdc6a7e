//! Rows in the order of their keys: a balanced tree that is never changed. Who inserts a row gets another tree, which has the nodes
//! off the path in common with the one before. So a transaction keeps the tree from before it as long as it needs it, and an abort
//! goes back to that tree without looking at a key.
//!
//! The tree is that of Adelson-Velsky and Landis: the two sides of a node differ in height by at most one. Rows are in leaves of up to
//! [`LEAF`]; keys are not there. A node has one key, so that a search reads the keys of the rows of one leaf alone.

use std::sync::Arc;
use vstd::prelude::*;
use vstd::slice::slice_subrange;

verus! {

use crate::error_v::KvError;
use crate::order_spec_t::*;
use crate::order_v::*;

/// The most rows of a leaf.
pub const LEAF: usize = 64;

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
proof fn lemma_still_behind<K, O: KeyOrder<K>>(a: K, b: K, key: K, or_at: bool)
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
proof fn lemma_sides<K, O: KeyOrder<K>>(left: Seq<u32>, right: Seq<u32>, keys: spec_fn(u32) -> K, middle: K)
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

    fn get_height(&self) -> (height: usize)
        ensures
            height == self.height(),
    {
        match self {
            Tree::Leaf(_) => 0,
            Tree::Node { height, .. } => *height,
        }
    }

    /// A height is one.
    proof fn lemma_height<O: KeyOrder<K>>(self, keys: spec_fn(u32) -> K)
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

    /// The node with two sides that are about as high.
    fn join<O: KeyOrder<K>>(
        left: Arc<Tree<K>>,
        middle: K,
        right: Arc<Tree<K>>,
        Ghost(keys): Ghost<spec_fn(u32) -> K>,
    ) -> (node: Arc<Tree<K>>)
        requires
            left.inv::<O>(keys),
            right.inv::<O>(keys),
            Self::are_sides::<O>(*left, middle, *right, keys),
            left.rows().len() + right.rows().len() <= u32::MAX,
            -1 <= left.height() - right.height() <= 1,
        ensures
            node.inv::<O>(keys),
            node.rows() == left.rows() + right.rows(),
            node.height() == 1 + if left.height() < right.height() { right.height() } else { left.height() },
    {
        proof {
            left.lemma_height::<O>(keys);
            right.lemma_height::<O>(keys);
        }
        let (a, b) = (left.get_height(), right.get_height());
        let height = 1 + if a < b { b } else { a };
        let len = left.len::<O>(Ghost(keys)) + right.len::<O>(Ghost(keys));
        Arc::new(Tree::Node { height, len, middle, left, right })
    }

    /// The node with two sides of which one may be higher by two.
    fn balance<O: KeyOrder<K>>(
        left: Arc<Tree<K>>,
        middle: K,
        right: Arc<Tree<K>>,
        Ghost(keys): Ghost<spec_fn(u32) -> K>,
    ) -> (node: Arc<Tree<K>>)
        requires
            left.inv::<O>(keys),
            right.inv::<O>(keys),
            Self::are_sides::<O>(*left, middle, *right, keys),
            left.rows().len() + right.rows().len() <= u32::MAX,
            -2 <= left.height() - right.height() <= 2,
        ensures
            node.inv::<O>(keys),
            node.rows() == left.rows() + right.rows(),
            -1 <= left.height() - right.height() <= 1 ==> node.height() == 1 + if left.height() < right.height() {
                right.height()
            } else {
                left.height()
            },
            left.height() == right.height() + 2 ==> 0 <= node.height() - left.height() <= 1,
            right.height() == left.height() + 2 ==> 0 <= node.height() - right.height() <= 1,
    {
        let (a, b) = (left.get_height(), right.get_height());
        proof {
            left.lemma_height::<O>(keys);
            right.lemma_height::<O>(keys);
        }
        if a > b && a - b == 2 {
            Self::lean_right::<O>(left, middle, right, Ghost(keys))
        } else if b > a && b - a == 2 {
            Self::lean_left::<O>(left, middle, right, Ghost(keys))
        } else {
            Self::join::<O>(left, middle, right, Ghost(keys))
        }
    }

    /// The node with a left side that is higher by two.
    fn lean_right<O: KeyOrder<K>>(
        left: Arc<Tree<K>>,
        middle: K,
        right: Arc<Tree<K>>,
        Ghost(keys): Ghost<spec_fn(u32) -> K>,
    ) -> (node: Arc<Tree<K>>)
        requires
            left.inv::<O>(keys),
            right.inv::<O>(keys),
            Self::are_sides::<O>(*left, middle, *right, keys),
            left.rows().len() + right.rows().len() <= u32::MAX,
            left.height() == right.height() + 2,
        ensures
            node.inv::<O>(keys),
            node.rows() == left.rows() + right.rows(),
            0 <= node.height() - left.height() <= 1,
    {
        proof {
            right.lemma_height::<O>(keys);
        }
        match &*left {
            Tree::Node { middle: first, left: outer, right: inner, .. } => {
                proof {
                    lemma_sides::<K, O>(outer.rows(), inner.rows(), keys, *first);
                    lemma_turned::<K, O>(outer.rows(), *first, inner.rows(), middle, right.rows(), keys);
                    inner.lemma_height::<O>(keys);
                    outer.lemma_height::<O>(keys);
                }
                if outer.get_height() >= inner.get_height() {
                    let rest = Self::join::<O>(inner.clone(), middle, right.clone(), Ghost(keys));
                    return Self::join::<O>(outer.clone(), *first, rest, Ghost(keys));
                }
                match &**inner {
                    Tree::Node { middle: second, left: near, right: far, .. } => {
                        proof {
                            lemma_sides::<K, O>(near.rows(), far.rows(), keys, *second);
                            lemma_split::<K, O>(outer.rows(), *first, near.rows(), *second, far.rows(), middle, right.rows(), keys);
                            near.lemma_height::<O>(keys);
                            far.lemma_height::<O>(keys);
                        }
                        let a = Self::join::<O>(outer.clone(), *first, near.clone(), Ghost(keys));
                        let b = Self::join::<O>(far.clone(), middle, right.clone(), Ghost(keys));
                        Self::join::<O>(a, *second, b, Ghost(keys))
                    },
                    Tree::Leaf(_) => left,
                }
            },
            Tree::Leaf(_) => left,
        }
    }

    /// The node with a right side that is higher by two.
    fn lean_left<O: KeyOrder<K>>(
        left: Arc<Tree<K>>,
        middle: K,
        right: Arc<Tree<K>>,
        Ghost(keys): Ghost<spec_fn(u32) -> K>,
    ) -> (node: Arc<Tree<K>>)
        requires
            left.inv::<O>(keys),
            right.inv::<O>(keys),
            Self::are_sides::<O>(*left, middle, *right, keys),
            left.rows().len() + right.rows().len() <= u32::MAX,
            right.height() == left.height() + 2,
        ensures
            node.inv::<O>(keys),
            node.rows() == left.rows() + right.rows(),
            0 <= node.height() - right.height() <= 1,
    {
        proof {
            left.lemma_height::<O>(keys);
        }
        match &*right {
            Tree::Node { middle: last, left: inner, right: outer, .. } => {
                proof {
                    lemma_sides::<K, O>(inner.rows(), outer.rows(), keys, *last);
                    lemma_turned::<K, O>(left.rows(), middle, inner.rows(), *last, outer.rows(), keys);
                    inner.lemma_height::<O>(keys);
                    outer.lemma_height::<O>(keys);
                }
                if outer.get_height() >= inner.get_height() {
                    let rest = Self::join::<O>(left.clone(), middle, inner.clone(), Ghost(keys));
                    return Self::join::<O>(rest, *last, outer.clone(), Ghost(keys));
                }
                match &**inner {
                    Tree::Node { middle: second, left: far, right: near, .. } => {
                        proof {
                            lemma_sides::<K, O>(far.rows(), near.rows(), keys, *second);
                            lemma_split::<K, O>(left.rows(), middle, far.rows(), *second, near.rows(), *last, outer.rows(), keys);
                            near.lemma_height::<O>(keys);
                            far.lemma_height::<O>(keys);
                        }
                        let a = Self::join::<O>(left.clone(), middle, far.clone(), Ghost(keys));
                        let b = Self::join::<O>(near.clone(), *last, outer.clone(), Ghost(keys));
                        Self::join::<O>(a, *second, b, Ghost(keys))
                    },
                    Tree::Leaf(_) => right,
                }
            },
            Tree::Leaf(_) => right,
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
                let mut rest: Vec<u32> = Vec::with_capacity(rows.len());
                rest.extend_from_slice(slice_subrange(rows, 0, at));
                rest.extend_from_slice(slice_subrange(rows, at + 1, rows.len()));
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
                if *height == 1 && *len <= LEAF / 2 {
                    if let (Tree::Leaf(first), Tree::Leaf(second)) = (&*a, &*b) {
                        return both::<K, O>(first, *middle, second, Ghost(keys));
                    }
                }
                Self::balance::<O>(a, *middle, b, Ghost(keys))
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

/// Whether a key is behind another one; with `or_at`, or in the same place.
fn check_behind<K, O: KeyOrder<K>>(found: &K, key: &K, or_at: bool) -> (is: bool)
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
fn find<K: Copy, O: KeyOrder<K>, S: Source<K>>(
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

/// One leaf of two.
fn both<K: Copy, O: KeyOrder<K>>(
    first: &[u32],
    middle: K,
    second: &[u32],
    Ghost(keys): Ghost<spec_fn(u32) -> K>,
) -> (leaf: Arc<Tree<K>>)
    requires
        is_sorted::<K, O>(first@, keys),
        is_sorted::<K, O>(second@, keys),
        are_before::<K, O>(first@, keys, middle),
        are_behind::<K, O>(second@, keys, middle),
        first@.len() + second@.len() <= LEAF,
    ensures
        leaf.inv::<O>(keys),
        leaf.rows() == first@ + second@,
        leaf.height() == 0,
{
    let mut all: Vec<u32> = Vec::with_capacity(first.len() + second.len());
    all.extend_from_slice(first);
    all.extend_from_slice(second);
    proof {
        assert(all@ =~= first@ + second@);
        lemma_sides::<K, O>(first@, second@, keys, middle);
    }
    Arc::new(Tree::Leaf(all))
}

/// What a source gives of two groups of rows it gives of each.
proof fn lemma_gives<K, S: Source<K>>(source: S, left: Seq<u32>, right: Seq<u32>, keys: spec_fn(u32) -> K)
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
proof fn lemma_divided<K, O: KeyOrder<K>>(
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
proof fn lemma_placed<K, O: KeyOrder<K>>(rows: Seq<u32>, row: u32, at: int, keys: spec_fn(u32) -> K)
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
proof fn lemma_parts<K, O: KeyOrder<K>>(left: Seq<u32>, right: Seq<u32>, keys: spec_fn(u32) -> K)
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

/// Three groups of rows with keys between them, put together on one side or on the other.
proof fn lemma_turned<K, O: KeyOrder<K>>(a: Seq<u32>, x: K, b: Seq<u32>, y: K, c: Seq<u32>, keys: spec_fn(u32) -> K)
    requires
        b.len() > 0,
        are_before::<K, O>(a, keys, x),
        are_behind::<K, O>(b, keys, x),
        are_before::<K, O>(b, keys, y),
        are_behind::<K, O>(c, keys, y),
    ensures
        O::le(x, y),
        are_before::<K, O>(a + b, keys, y),
        are_behind::<K, O>(b + c, keys, x),
        a + (b + c) == (a + b) + c,
{
    O::lemma_transitive(x, keys(b[0]), y);
    lemma_sides::<K, O>(a, b, keys, x);
    lemma_sides::<K, O>(b, c, keys, y);
    assert(a + (b + c) =~= (a + b) + c);
}

/// Four groups of rows with keys between them, put together two and two.
proof fn lemma_split<K, O: KeyOrder<K>>(
    a: Seq<u32>,
    x: K,
    b: Seq<u32>,
    y: K,
    c: Seq<u32>,
    z: K,
    d: Seq<u32>,
    keys: spec_fn(u32) -> K,
)
    requires
        b.len() > 0,
        c.len() > 0,
        are_before::<K, O>(a, keys, x),
        are_behind::<K, O>(b, keys, x),
        are_before::<K, O>(b, keys, y),
        are_behind::<K, O>(c, keys, y),
        are_before::<K, O>(c, keys, z),
        are_behind::<K, O>(d, keys, z),
    ensures
        are_before::<K, O>(a + b, keys, y),
        are_behind::<K, O>(c + d, keys, y),
        (a + b) + (c + d) == (a + (b + c)) + d,
        (a + b) + (c + d) == a + ((b + c) + d),
{
    lemma_turned::<K, O>(a, x, b, y, c, keys);
    lemma_turned::<K, O>(b, y, c, z, d, keys);
    assert((a + b) + (c + d) =~= (a + (b + c)) + d);
    assert((a + b) + (c + d) =~= a + ((b + c) + d));
}

} // verus!
