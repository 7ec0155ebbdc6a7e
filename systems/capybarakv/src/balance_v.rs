//! Nodes of trees whose sides were changed: where one side is too high, the rows are put together in another way.

use std::sync::Arc;
use vstd::prelude::*;

verus! {

use crate::order_v::*;
use crate::sorted_v::*;
use crate::tree_v::*;

impl<K: Copy> Tree<K> {
    /// The node with two sides that are about as high.
    pub(crate) fn join<O: KeyOrder<K>>(
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
    pub(crate) fn balance<O: KeyOrder<K>>(
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
