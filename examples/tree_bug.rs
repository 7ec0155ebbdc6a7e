//! The tree of `tree.rs` with a bug: the search never looks to the right.
//~ fails

use vstd::prelude::*;

verus! {

/// A binary tree with a number in every node.
enum Tree {
    Leaf,
    Node { left: Box<Tree>, value: u64, right: Box<Tree> },
}

/// The numbers in the tree, from left to right.
spec fn numbers(tree: Tree) -> Seq<u64>
    decreases tree,
{
    match tree {
        Tree::Leaf => Seq::empty(),
        Tree::Node { left, value, right } => numbers(*left).push(value) + numbers(*right),
    }
}

/// The tree with left and right exchanged everywhere.
spec fn mirror(tree: Tree) -> Tree
    decreases tree,
{
    match tree {
        Tree::Leaf => Tree::Leaf,
        Tree::Node { left, value, right } => Tree::Node {
            left: Box::new(mirror(*right)),
            value,
            right: Box::new(mirror(*left)),
        },
    }
}

/// A mirror of a mirror shows the tree. The claim for the parts of the tree gives the claim for the tree.
proof fn lemma_mirror_twice(tree: Tree)
    ensures
        mirror(mirror(tree)) == tree,
    decreases tree,
{
    match tree {
        Tree::Leaf => {},
        Tree::Node { left, value, right } => {
            lemma_mirror_twice(*left);
            lemma_mirror_twice(*right);
        },
    }
}

/// A mirror has the numbers in the opposite order.
proof fn lemma_mirror_reverses(tree: Tree, i: int)
    requires
        0 <= i < numbers(tree).len(),
    ensures
        numbers(mirror(tree)).len() == numbers(tree).len(),
        numbers(mirror(tree))[i] == numbers(tree)[numbers(tree).len() - 1 - i],
    decreases tree,
{
    lemma_mirror_len(tree);
    match tree {
        Tree::Leaf => {},
        Tree::Node { left, value, right } => {
            lemma_mirror_len(*left);
            lemma_mirror_len(*right);
            let r = numbers(*right).len();
            if i < r {
                lemma_mirror_reverses(*right, i);
            } else if i > r {
                lemma_mirror_reverses(*left, i - r - 1);
            }
        },
    }
}

/// A mirror has as many numbers as the tree.
proof fn lemma_mirror_len(tree: Tree)
    ensures
        numbers(mirror(tree)).len() == numbers(tree).len(),
    decreases tree,
{
    match tree {
        Tree::Leaf => {},
        Tree::Node { left, value, right } => {
            lemma_mirror_len(*left);
            lemma_mirror_len(*right);
        },
    }
}

/// Whether a number is in the tree, by looking everywhere.
fn contains(tree: &Tree, needle: u64) -> (found: bool)
    ensures
        found == numbers(*tree).contains(needle), // FAILS
    decreases *tree,
{
    match tree {
        Tree::Leaf => false,
        Tree::Node { left, value, right } => {
            proof {
                lemma_contains_parts(*tree, needle);
            }
            *value == needle || contains(left, needle)
        },
    }
}

/// What is in a node is its value, or in one of its subtrees.
proof fn lemma_contains_parts(tree: Tree, needle: u64)
    requires
        tree is Node,
    ensures
        numbers(tree).contains(needle) <==> {
            ||| tree->value == needle
            ||| numbers(*tree->left).contains(needle)
            ||| numbers(*tree->right).contains(needle)
        },
{
    let (all, left, right) = (numbers(tree), numbers(*tree->left), numbers(*tree->right));
    assert(all == left.push(tree->value) + right);
    if all.contains(needle) {
        let i = choose|i: int| 0 <= i < all.len() && all[i] == needle;
        assert(i < left.len() ==> left[i] == needle);
        assert(i > left.len() ==> right[i - left.len() - 1] == needle);
    }
    if left.contains(needle) {
        let i = choose|i: int| 0 <= i < left.len() && left[i] == needle;
        assert(all[i] == needle);
    }
    if right.contains(needle) {
        let i = choose|i: int| 0 <= i < right.len() && right[i] == needle;
        assert(all[left.len() + 1 + i] == needle);
    }
    assert(all[left.len() as int] == tree->value);
}

fn main() {
    let leaf = Tree::Node { left: Box::new(Tree::Leaf), value: 7, right: Box::new(Tree::Leaf) };
    let tree = Tree::Node { left: Box::new(leaf), value: 8, right: Box::new(Tree::Leaf) };
    let found = contains(&tree, 7);
    proof {
        lemma_mirror_twice(tree);
    }
    assert(mirror(mirror(tree)) == tree);
}

} // verus!
