//! A doubly linked list whose nodes keep one word for both neighbours: the exclusive or of their addresses. Who comes
//! from one neighbour knows its address, and so finds the other one, because `x ^ y ^ x == y`.
//!
//! No node holds a pointer: a pointer is made of a number that was computed. The invariant says that it leads to a
//! node, and the permission for this node that it may be used. The permissions of all nodes are in one map of the
//! list, which does not exist when the program runs.
//!
//! A link is the same from both sides. So a list is turned around by exchanging two words, and the functions for the
//! front turn the list around, do the same as those for the back, and turn it around again.

use vstd::prelude::*;
use vstd::simple_pptr::*;

verus! {

/// An element, and the addresses of both neighbours in one word. Where there is no neighbour, 0 is its address.
struct Node<V> {
    value: V,
    link: usize,
}

/// What a link can do. With one neighbour it is an address; its sides are alike; one address leads to the other.
proof fn lemma_link(a: usize, b: usize)
    ensures
        a ^ 0 == a,
        a ^ b == b ^ a,
        (a ^ b) ^ b == a,
{
    assert(a ^ 0 == a) by (bit_vector);
    assert(a ^ b == b ^ a) by (bit_vector);
    assert((a ^ b) ^ b == a) by (bit_vector);
}

/// Gives the permissions the positions that they have when the list is read from the other end.
proof fn count_from_other_end<T>(tracked nodes: Map<int, T>, len: int) -> (tracked turned: Map<int, T>)
    requires
        forall|i: int| 0 <= i < len ==> nodes.contains_key(i),
    ensures
        turned.dom() == Set::range(0, len),
        forall|i: int| 0 <= i < len ==> #[trigger] turned[i] == nodes[len - 1 - i],
{
    Map::tracked_map_keys(nodes, Map::new(Set::range(0, len), |i: int| len - 1 - i))
}

/// A list with elements of type `V`.
pub struct List<V> {
    head: PPtr<Node<V>>,
    tail: PPtr<Node<V>>,
    /// How many nodes there are. Nobody needs to know when the program runs.
    len: Ghost<nat>,
    /// The permissions for the nodes, by their positions.
    nodes: Tracked<Map<int, PointsTo<Node<V>>>>,
}

impl<V> List<V> {
    /// The address of the node at a position; 0 before the first and after the last one.
    spec fn addr_of(self, i: int) -> usize {
        if 0 <= i < self.len@ {
            self.nodes@[i].addr()
        } else {
            0
        }
    }

    /// The node at a position is there, and its link leads to its neighbours.
    spec fn is_linked(self, i: int) -> bool {
        &&& self.nodes@[i].is_init()
        &&& self.nodes@[i].addr() != 0
        &&& self.nodes@[i].value().link == self.addr_of(i - 1) ^ self.addr_of(i + 1)
    }

    /// What holds of every list. A program that can see the fields could break it; other modules cannot.
    pub closed spec fn wf(self) -> bool {
        &&& self.nodes@.dom() == Set::range(0, self.len@ as int)
        &&& forall|i: int| 0 <= i < self.len@ ==> self.is_linked(i)
        &&& self.head.addr() == self.addr_of(0)
        &&& self.tail.addr() == self.addr_of(self.len@ - 1)
    }

    /// The elements, from the first to the last.
    pub closed spec fn view(self) -> Seq<V> {
        Seq::new(self.len@, |i: int| self.nodes@[i].value().value)
    }

    /// A list without elements.
    pub fn new() -> (list: List<V>)
        ensures
            list.wf(),
            list@ == Seq::<V>::empty(),
    {
        let nowhere = PPtr::from_addr(0);
        let list = List { head: nowhere, tail: nowhere, len: Ghost(0), nodes: Tracked(Map::tracked_empty()) };
        assert(list.nodes@.dom() =~= Set::range(0, 0));
        list
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> (empty: bool)
        requires
            self.wf(),
        ensures
            empty == (self@.len() == 0),
    {
        assert(self.len@ > 0 ==> self.is_linked(0));
        self.head.addr() == 0
    }

    /// Turns the list around. No node changes; only the proof counts them from the other end.
    pub fn reverse(&mut self)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self)@ == old(self)@.reverse(),
    {
        core::mem::swap(&mut self.head, &mut self.tail);
        let Tracked(nodes) = core::mem::replace(&mut self.nodes, Tracked(Map::tracked_empty()));
        self.nodes = Tracked(count_from_other_end(nodes, self.len@ as int));
        assert forall|i: int| 0 <= i < self.len@ implies self.is_linked(i) by {
            let before = old(self).is_linked(self.len@ - 1 - i);
            lemma_link(self.addr_of(i - 1), self.addr_of(i + 1));
        }
    }

    /// Puts an element after all others.
    pub fn push_back(&mut self, value: V)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self)@ == old(self)@.push(value),
    {
        let ghost len = self.len@;
        let (p, Tracked(permission)) = PPtr::new(Node { value, link: self.tail.addr() });
        proof {
            permission.is_nonnull();
            // The new node has one neighbour at most, and so had the last one.
            lemma_link(self.tail.addr(), 0);
            lemma_link(self.addr_of(len - 2), 0);
        }
        assert(len > 0 ==> self.is_linked(len - 1));
        if self.tail.addr() == 0 {
            self.head = p;
        } else {
            let tracked mut neighbour = self.nodes.borrow_mut().tracked_remove(len - 1);
            let tail = self.tail.borrow_mut(Tracked(&mut neighbour));
            tail.link = tail.link ^ p.addr();
            proof {
                self.nodes.borrow_mut().tracked_insert(len - 1, neighbour);
            }
        }
        proof {
            self.nodes.borrow_mut().tracked_insert(len as int, permission);
        }
        self.tail = p;
        self.len = Ghost(len + 1);
        assert(self.nodes@.dom() =~= Set::range(0, len as int + 1));
        assert forall|i: int| 0 <= i < len + 1 implies self.is_linked(i) by {
            // All nodes but two are as they were.
            let before = old(self).is_linked(i);
        }
    }

    /// Takes the last element, and gives the memory of its node back.
    pub fn pop_back(&mut self) -> (value: V)
        requires
            old(self).wf(),
            old(self)@.len() > 0,
        ensures
            final(self).wf(),
            value == old(self)@.last(),
            final(self)@ == old(self)@.drop_last(),
    {
        let ghost last = self.len@ - 1;
        assert(self.is_linked(last));
        assert(last > 0 ==> self.is_linked(last - 1));
        proof {
            // The last node has one neighbour at most; the node before it loses one of two.
            lemma_link(self.addr_of(last - 1), 0);
            lemma_link(self.addr_of(last - 2), self.tail.addr());
        }
        let p = self.tail;
        let tracked permission = self.nodes.borrow_mut().tracked_remove(last);
        let Node { value, link } = p.into_inner(Tracked(permission));
        // The link is the address of the only neighbour, or 0.
        self.tail = PPtr::from_addr(link);
        self.len = Ghost(last as nat);
        if link == 0 {
            self.head = self.tail;
        } else {
            let tracked mut neighbour = self.nodes.borrow_mut().tracked_remove(last - 1);
            let tail = self.tail.borrow_mut(Tracked(&mut neighbour));
            tail.link = tail.link ^ p.addr();
            proof {
                self.nodes.borrow_mut().tracked_insert(last - 1, neighbour);
            }
        }
        assert(self.nodes@.dom() =~= Set::range(0, last));
        assert forall|i: int| 0 <= i < last implies self.is_linked(i) by {
            // All nodes but two are as they were.
            let before = old(self).is_linked(i);
        }
        value
    }

    /// Puts an element before all others.
    pub fn push_front(&mut self, value: V)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self)@ == seq![value] + old(self)@,
    {
        self.reverse();
        self.push_back(value);
        self.reverse();
    }

    /// Takes the first element, and gives the memory of its node back.
    pub fn pop_front(&mut self) -> (value: V)
        requires
            old(self).wf(),
            old(self)@.len() > 0,
        ensures
            final(self).wf(),
            value == old(self)@.first(),
            final(self)@ == old(self)@.drop_first(),
    {
        self.reverse();
        let value = self.pop_back();
        self.reverse();
        value
    }

    /// The element at a position. Two addresses are needed to go on: where we are, and where we come from.
    pub fn get(&self, index: usize) -> (value: &V)
        requires
            self.wf(),
            index < self@.len(),
        ensures
            *value == self@[index as int],
    {
        let mut from = 0;
        let mut p = self.head;
        for at in 0..index
            invariant
                self.wf(),
                index < self@.len(),
                from == self.addr_of(at - 1),
                p.addr() == self.addr_of(at as int),
        {
            assert(self.is_linked(at as int));
            let tracked permission = self.nodes.borrow().tracked_borrow(at as int);
            proof {
                lemma_link(self.addr_of(at + 1), from);
            }
            let next = p.borrow(Tracked(permission)).link ^ from;
            from = p.addr();
            p = PPtr::from_addr(next);
        }
        assert(self.is_linked(index as int));
        let tracked permission = self.nodes.borrow().tracked_borrow(index as int);
        &p.borrow(Tracked(permission)).value
    }
}

fn main() {
    let mut list = List::new();
    list.push_back(2u32);
    list.push_back(3);
    list.push_front(1);
    assert(list@ =~= seq![1u32, 2, 3]);
    list.reverse();
    assert(list@ =~= seq![3u32, 2, 1]);
    let last = *list.get(2);
    assert(last == 1);
    let first = list.pop_front();
    assert(first == 3);
    let last = list.pop_back();
    assert(last == 1);
    // A node gives its memory back when its element is taken, so the rest is taken too.
    while !list.is_empty()
        invariant
            list.wf(),
        decreases list@.len(),
    {
        list.pop_back();
    }
}

} // verus!
