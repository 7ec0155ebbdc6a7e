//! A binary search tree: a set of numbers that is kept in order.

use vstd::prelude::*;

verus! {

struct Node {
    key: u64,
    left: Tree,
    right: Tree,
}

struct Tree {
    root: Option<Box<Node>>,
}

impl Tree {
    /// The keys of the tree.
    spec fn view(self) -> Set<u64>
        decreases self,
    {
        match self.root {
            None => Set::empty(),
            Some(node) => node.left.view().union(node.right.view()).insert(node.key),
        }
    }

    /// Smaller keys are on the left of each node, and larger ones on the right.
    spec fn ordered(self) -> bool
        decreases self,
    {
        match self.root {
            None => true,
            Some(node) => {
                &&& node.left.ordered()
                &&& node.right.ordered()
                &&& forall|k: u64| node.left.view().contains(k) ==> k < node.key
                &&& forall|k: u64| node.right.view().contains(k) ==> node.key < k
            },
        }
    }

    fn new() -> (tree: Tree)
        ensures
            tree.ordered(),
            tree@ == Set::<u64>::empty(),
    {
        Tree { root: None }
    }

    fn contains(&self, key: u64) -> (found: bool)
        requires
            self.ordered(),
        ensures
            found == self@.contains(key),
        decreases self,
    {
        match &self.root {
            None => false,
            Some(node) => {
                assert(self@ == node.left@.union(node.right@).insert(node.key));
                if key < node.key {
                    node.left.contains(key)
                } else if key > node.key {
                    node.right.contains(key)
                } else {
                    true
                }
            },
        }
    }

    /// Adds a key, and tells whether it is new.
    fn insert(&mut self, key: u64) -> (new: bool)
        requires
            old(self).ordered(),
        ensures
            final(self).ordered(),
            final(self)@ == old(self)@.insert(key),
            new == !old(self)@.contains(key),
        decreases *old(self),
    {
        match self.root.take() {
            None => {
                self.root = Some(Box::new(Node { key, left: Tree::new(), right: Tree::new() }));
                true
            },
            Some(mut node) => {
                assert(old(self)@ == node.left@.union(node.right@).insert(node.key));
                let new = if key < node.key {
                    node.left.insert(key)
                } else if key > node.key {
                    node.right.insert(key)
                } else {
                    false
                };
                self.root = Some(node);
                new
            },
        }
    }

    /// Takes the smallest key out.
    fn remove_min(&mut self) -> (min: Option<u64>)
        requires
            old(self).ordered(),
        ensures
            final(self).ordered(),
            match min {
                None => old(self)@ == Set::<u64>::empty() && final(self)@ == old(self)@,
                Some(m) => {
                    &&& old(self)@.contains(m)
                    &&& forall|k: u64| old(self)@.contains(k) ==> m <= k
                    &&& final(self)@ == old(self)@.remove(m)
                },
            },
        decreases *old(self),
    {
        match self.root.take() {
            None => None,
            Some(mut node) => {
                assert(old(self)@ == node.left@.union(node.right@).insert(node.key));
                match node.left.remove_min() {
                    None => {
                        self.root = node.right.root;
                        Some(node.key)
                    },
                    Some(m) => {
                        self.root = Some(node);
                        Some(m)
                    },
                }
            },
        }
    }
}

fn main() {
    let mut tree = Tree::new();
    tree.insert(5);
    tree.insert(3);
    tree.insert(8);
    let found = tree.contains(3);
    assert(found);
    let min = tree.remove_min();
    assert(min == Some(3u64));
    let gone = !tree.contains(3);
    assert(gone);
}

} // verus!
