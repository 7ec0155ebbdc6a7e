//! A map from numbers to values, kept as a binary search tree. Smaller keys are on the left of a node, and larger ones
//! on its right.
//!
//! The order is an invariant of the type of a node: there is no node without it. So no contract speaks of the order,
//! and no caller has a duty. What is proved is said in terms of `map@`, a mathematical map. Whoever uses the tree needs
//! to know no more than that.

use vstd::prelude::*;

verus! {

/// All keys of a map are below a limit.
spec fn all_below<V>(map: Map<u64, V>, limit: u64) -> bool {
    forall|key: u64| map.contains_key(key) ==> key < limit
}

/// All keys of a map are above a limit.
spec fn all_above<V>(map: Map<u64, V>, limit: u64) -> bool {
    forall|key: u64| map.contains_key(key) ==> limit < key
}

/// A key with its value, and the trees on both sides of it.
struct Node<V> {
    key: u64,
    value: V,
    left: TreeMap<V>,
    right: TreeMap<V>,
}

impl<V> Node<V> {
    /// What holds of every node. The verifier proves it wherever the program makes a node. A proof that has a node may
    /// use it, and says so with `use_type_invariant`.
    #[verifier::type_invariant]
    spec fn is_ordered(self) -> bool {
        &&& all_below(self.left@, self.key)
        &&& all_above(self.right@, self.key)
    }
}

/// A map from numbers to values of type `V`.
pub struct TreeMap<V> {
    root: Option<Box<Node<V>>>,
}

impl<V> TreeMap<V> {
    /// The keys and values; written `map@`. It is `closed`: other modules reason about the map, and never see the tree.
    pub closed spec fn view(self) -> Map<u64, V>
        decreases self,
    {
        match self.root {
            None => Map::empty(),
            Some(node) => node.left@.union_prefer_right(node.right@).insert(node.key, node.value),
        }
    }

    /// A map without keys.
    pub fn new() -> (map: TreeMap<V>)
        ensures
            map@ == Map::<u64, V>::empty(),
    {
        TreeMap { root: None }
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> (empty: bool)
        ensures
            empty == (self@ == Map::<u64, V>::empty()),
    {
        self.root.is_none()
    }

    /// The value of a key.
    pub fn get(&self, key: u64) -> (value: Option<&V>)
        ensures
            match value {
                None => !self@.contains_key(key),
                Some(v) => self@.contains_key(key) && *v == self@[key],
            },
        decreases self,
    {
        match &self.root {
            None => None,
            Some(node) => {
                // Without the order, the key could be on the side where nobody looks.
                proof {
                    use_type_invariant(&**node);
                }
                if key < node.key {
                    node.left.get(key)
                } else if key > node.key {
                    node.right.get(key)
                } else {
                    Some(&node.value)
                }
            },
        }
    }

    /// Whether a key has a value.
    pub fn contains(&self, key: u64) -> (found: bool)
        ensures
            found == self@.contains_key(key),
    {
        self.get(key).is_some()
    }

    /// Gives a key a value. The result is the value that the key had before, if it had one.
    pub fn insert(&mut self, key: u64, value: V) -> (replaced: Option<V>)
        ensures
            final(self)@ == old(self)@.insert(key, value),
            replaced == old(self)@.get(key),
        decreases *old(self),
    {
        match self.root.take() {
            None => {
                self.root = Some(Box::new(Node { key, value, left: TreeMap::new(), right: TreeMap::new() }));
                None
            },
            Some(mut node) => {
                proof {
                    use_type_invariant(&*node);
                }
                // The node is taken apart, and then its box gets a new one. In between, there is no node out of order.
                let Node { key: at, value: here, mut left, mut right } = *node;
                let replaced;
                if key < at {
                    replaced = left.insert(key, value);
                    *node = Node { key: at, value: here, left, right };
                } else if key > at {
                    replaced = right.insert(key, value);
                    *node = Node { key: at, value: here, left, right };
                } else {
                    replaced = Some(here);
                    *node = Node { key, value, left, right };
                }
                self.root = Some(node);
                replaced
            },
        }
    }

    /// Takes out a key. The result is its value, if it had one.
    pub fn remove(&mut self, key: u64) -> (removed: Option<V>)
        ensures
            final(self)@ == old(self)@.remove(key),
            removed == old(self)@.get(key),
        decreases *old(self),
    {
        match self.root.take() {
            None => None,
            Some(mut node) => {
                proof {
                    use_type_invariant(&*node);
                }
                let Node { key: at, value: here, mut left, mut right } = *node;
                if key < at {
                    let removed = left.remove(key);
                    *node = Node { key: at, value: here, left, right };
                    self.root = Some(node);
                    return removed;
                }
                if key > at {
                    let removed = right.remove(key);
                    *node = Node { key: at, value: here, left, right };
                    self.root = Some(node);
                    return removed;
                }
                // The next larger key takes the place of this one. If there is none, the left side is what remains.
                match right.take_first() {
                    None => {
                        *self = left;
                    },
                    Some((next, value)) => {
                        *node = Node { key: next, value, left, right };
                        self.root = Some(node);
                    },
                }
                Some(here)
            },
        }
    }

    /// Takes out the smallest key, with its value.
    pub fn take_first(&mut self) -> (first: Option<(u64, V)>)
        ensures
            match first {
                None => old(self)@ == Map::<u64, V>::empty() && final(self)@ == old(self)@,
                Some((key, value)) => {
                    &&& old(self)@.contains_key(key)
                    &&& value == old(self)@[key]
                    &&& forall|k: u64| old(self)@.contains_key(k) ==> key <= k
                    &&& final(self)@ == old(self)@.remove(key)
                },
            },
        decreases *old(self),
    {
        match self.root.take() {
            None => None,
            Some(mut node) => {
                proof {
                    use_type_invariant(&*node);
                }
                let Node { key, value, mut left, right } = *node;
                match left.take_first() {
                    None => {
                        *self = right;
                        Some((key, value))
                    },
                    Some(first) => {
                        *node = Node { key, value, left, right };
                        self.root = Some(node);
                        Some(first)
                    },
                }
            },
        }
    }
}

fn main() {
    let mut map: TreeMap<char> = TreeMap::new();
    map.insert(5, 'e');
    map.insert(3, 'c');
    map.insert(8, 'h');

    // Each `assert` is proved before the program runs, from the contracts above.
    let replaced = map.insert(3, 'C');
    assert(replaced == Some('c'));
    let three = map.get(3);
    assert(three == Some(&'C'));

    let removed = map.remove(5);
    assert(removed == Some('e'));
    let found = map.contains(5);
    assert(!found);
    let empty = map.is_empty();
    assert(map@.contains_key(8) && !empty);

    // The keys come out in their order. The loop ends, as the map gets smaller.
    while let Some((key, value)) = map.take_first()
        decreases map@.len(),
    {
        println!("{key}: {value}");
    }
}

} // verus!
