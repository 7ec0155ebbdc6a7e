//! The forest of `parent_pointers.rs` with a bug: `set_child` was copied from left to right, and tells the parent of a
//! right child that it is the left one. The way up is right, so a test of `parent` and `depth_of` finds nothing.
//~ fails

use vstd::prelude::*;
use vstd::simple_pptr::*;

verus! {

/// The name of a node. When the program runs, this is the address of the node and nothing more.
pub struct Name<V> {
    ptr: PPtr<Node<V>>,
    number: Ghost<nat>,
}

impl<V> Name<V> {
    /// The number of the node. It exists in the proof only.
    pub closed spec fn number(self) -> nat {
        self.number@
    }
}

impl<V> Clone for Name<V> {
    fn clone(&self) -> (res: Self)
        ensures
            res == *self,
    {
        *self
    }
}

impl<V> Copy for Name<V> {

}

/// Where a node is: at the top of a tree, or to the left or right below its parent.
pub enum Place<V> {
    Root,
    LeftOf(Name<V>),
    RightOf(Name<V>),
}

/// What is in the memory of a node: the value, the way up, and the ways down.
pub struct Node<V> {
    pub value: V,
    pub place: Place<V>,
    pub left: Option<Name<V>>,
    pub right: Option<Name<V>>,
}

impl<V> Place<V> {
    /// The parent, if there is one.
    pub open spec fn parent(self) -> Option<Name<V>> {
        match self {
            Place::Root => None,
            Place::LeftOf(parent) => Some(parent),
            Place::RightOf(parent) => Some(parent),
        }
    }
}

/// The child at a place, as the parent says. A root is nobody's child.
pub open spec fn child_at<V>(nodes: Map<Name<V>, Node<V>>, place: Place<V>) -> Option<Name<V>> {
    match place {
        Place::Root => None,
        Place::LeftOf(parent) => nodes[parent].left,
        Place::RightOf(parent) => nodes[parent].right,
    }
}

/// The nodes after a parent was told who its child at a place is. What the child says is not touched.
pub open spec fn with_child<V>(
    nodes: Map<Name<V>, Node<V>>,
    place: Place<V>,
    child: Option<Name<V>>,
) -> Map<Name<V>, Node<V>> {
    match place {
        Place::Root => nodes,
        Place::LeftOf(parent) => nodes.insert(parent, Node { left: child, ..nodes[parent] }),
        Place::RightOf(parent) => nodes.insert(parent, Node { right: child, ..nodes[parent] }),
    }
}

/// The pointers of a node lead to nodes of the forest. Each of these has a pointer that leads back. A parent has a
/// smaller number.
pub open spec fn is_linked<V>(nodes: Map<Name<V>, Node<V>>, name: Name<V>) -> bool {
    let node = nodes[name];
    &&& node.place.parent() matches Some(parent) ==> nodes.contains_key(parent) && parent.number() < name.number()
    &&& node.place !is Root ==> child_at(nodes, node.place) == Some(name)
    &&& node.left matches Some(left) ==> nodes.contains_key(left) && nodes[left].place == Place::LeftOf(name)
    &&& node.right matches Some(right) ==> nodes.contains_key(right) && nodes[right].place == Place::RightOf(name)
}

/// Trees, and the permissions for all of their nodes.
pub struct Forest<V> {
    nodes: Tracked<Map<Name<V>, PointsTo<Node<V>>>>,
    /// The number of the next node.
    next: Ghost<nat>,
}

impl<V> Forest<V> {
    /// The nodes, by their names.
    pub closed spec fn view(self) -> Map<Name<V>, Node<V>> {
        self.nodes@.map_values(|permission: PointsTo<Node<V>>| permission.value())
    }

    /// Under the name of a node is the permission for its memory, and the memory is in use.
    spec fn owns_nodes(self) -> bool {
        forall|name: Name<V>| #[trigger]
            self.nodes@.contains_key(name) ==> {
                &&& self.nodes@[name].pptr() == name.ptr
                &&& self.nodes@[name].is_init()
                &&& name.number() < self.next@
            }
    }

    /// What holds of every forest. A program that can see the fields could break it; other modules cannot.
    pub closed spec fn wf(self) -> bool {
        &&& self.owns_nodes()
        &&& forall|name: Name<V>| self@.contains_key(name) ==> #[trigger] is_linked(self@, name)
    }

    /// How many steps lead from a node up to the root.
    pub closed spec fn depth(self, name: Name<V>) -> nat
        decreases name.number(),
        when is_linked(self@, name)
    {
        match self@[name].place.parent() {
            None => 0,
            Some(parent) => 1 + self.depth(parent),
        }
    }

    /// A forest without trees.
    pub fn new() -> (forest: Forest<V>)
        ensures
            forest.wf(),
            forest@ == Map::<Name<V>, Node<V>>::empty(),
    {
        Forest { nodes: Tracked(Map::tracked_empty()), next: Ghost(0) }
    }

    /// Looks at a node.
    pub fn node(&self, name: Name<V>) -> (node: &Node<V>)
        requires
            self.wf(),
            self@.contains_key(name),
        ensures
            *node == self@[name],
            is_linked(self@, name),
    {
        name.ptr.borrow(Tracked(self.nodes.borrow().tracked_borrow(name)))
    }

    /// The node above a node. A root has none.
    pub fn parent(&self, name: Name<V>) -> (parent: Option<Name<V>>)
        requires
            self.wf(),
            self@.contains_key(name),
        ensures
            parent == self@[name].place.parent(),
            is_linked(self@, name),
    {
        match &self.node(name).place {
            Place::Root => None,
            Place::LeftOf(parent) => Some(*parent),
            Place::RightOf(parent) => Some(*parent),
        }
    }

    /// Counts the steps up to the root.
    pub fn depth_of(&self, name: Name<V>) -> (depth: usize)
        requires
            self.wf(),
            self@.contains_key(name),
            self.depth(name) <= usize::MAX,
        ensures
            depth == self.depth(name),
    {
        let mut depth = 0;
        let mut at = name;
        while let Some(parent) = self.parent(at)
            invariant
                self.wf(),
                self@.contains_key(at),
                depth + self.depth(at) == self.depth(name) <= usize::MAX,
            decreases at.number(),
        {
            depth += 1;
            at = parent;
        }
        depth
    }

    /// Tells a parent who its child at a place is.
    fn set_child(&mut self, place: &Place<V>, child: Option<Name<V>>)
        requires
            old(self).owns_nodes(),
            place.parent() matches Some(parent) ==> old(self)@.contains_key(parent),
        ensures
            final(self)@ == with_child(old(self)@, *place, child), // FAILS
            final(self).next == old(self).next,
            final(self).owns_nodes(),
    {
        match place {
            Place::Root => {},
            Place::LeftOf(parent) => {
                let tracked mut permission = self.nodes.borrow_mut().tracked_remove(*parent);
                parent.ptr.borrow_mut(Tracked(&mut permission)).left = child;
                proof {
                    self.nodes.borrow_mut().tracked_insert(*parent, permission);
                }
            },
            Place::RightOf(parent) => {
                let tracked mut permission = self.nodes.borrow_mut().tracked_remove(*parent);
                parent.ptr.borrow_mut(Tracked(&mut permission)).left = child;
                proof {
                    self.nodes.borrow_mut().tracked_insert(*parent, permission);
                }
            },
        }
    }

    /// Makes a node at a place where none is: the root of a new tree, or a child of a node.
    pub fn add(&mut self, place: Place<V>, value: V) -> (name: Name<V>)
        requires
            old(self).wf(),
            place.parent() matches Some(parent) ==> old(self)@.contains_key(parent),
            child_at(old(self)@, place) is None,
        ensures
            final(self).wf(),
            !old(self)@.contains_key(name),
            final(self)@ == with_child(old(self)@, place, Some(name)).insert(
                name,
                Node { value, place, left: None, right: None },
            ),
    {
        let (ptr, Tracked(mut permission)) = PPtr::empty();
        let name = Name { ptr, number: self.next };
        self.set_child(&place, Some(name));
        let ghost others = self@;
        ptr.put(Tracked(&mut permission), Node { value, place, left: None, right: None });
        proof {
            self.nodes.borrow_mut().tracked_insert(name, permission);
        }
        self.next = Ghost(self.next@ + 1);
        assert(self@ =~= others.insert(name, permission.value()));
        assert forall|other: Name<V>| self@.contains_key(other) implies #[trigger] is_linked(self@, other) by {
            // Only the parent has changed.
            let before = is_linked(old(self)@, other);
        }
        name
    }

    /// Takes away a node without children, and gives its memory back. Its name is of no use any more.
    pub fn remove_leaf(&mut self, name: Name<V>) -> (value: V)
        requires
            old(self).wf(),
            old(self)@.contains_key(name),
            old(self)@[name].left is None,
            old(self)@[name].right is None,
        ensures
            final(self).wf(),
            value == old(self)@[name].value,
            final(self)@ == with_child(old(self)@.remove(name), old(self)@[name].place, None),
    {
        let tracked permission = self.nodes.borrow_mut().tracked_remove(name);
        let node = name.ptr.into_inner(Tracked(permission));
        self.set_child(&node.place, None);
        assert(is_linked(old(self)@, name));
        assert forall|other: Name<V>| self@.contains_key(other) implies #[trigger] is_linked(self@, other) by {
            // Only the parent has changed.
            let before = is_linked(old(self)@, other);
        }
        node.value
    }
}

fn main() {
    let mut forest = Forest::new();
    let root = forest.add(Place::Root, 1u32);
    let left = forest.add(Place::LeftOf(root), 2);
    let right = forest.add(Place::RightOf(root), 3);
    let deep = forest.add(Place::LeftOf(right), 4);
    let above = forest.parent(deep);
    assert(above == Some(right));
    proof {
        // A recursive function is known for one step only, unless one asks for more.
        reveal_with_fuel(Forest::depth, 3);
    }
    let depth = forest.depth_of(deep);
    assert(depth == 2);
    let value = forest.remove_leaf(deep);
    assert(value == 4);
    let value = forest.remove_leaf(right);
    assert(value == 3);
    assert(forest@[root].right is None);
    let value = forest.remove_leaf(left);
    assert(value == 2);
    let value = forest.remove_leaf(root);
    assert(value == 1);
    assert(forest@ =~= Map::empty());
}

} // verus!
