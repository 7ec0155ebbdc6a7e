//! A doubly linked list on raw pointers. Elements are put and taken at both ends, and nobody borrows from anybody: who may
//! touch a node is said by permissions, which the list holds and which do not exist when the program runs.
//!
//! A node is not owned by the node before it, as in `linked_list.rs`, since two pointers lead to it. All permissions are in one
//! map. Its keys are numbers in a row, and the first of them may be any: a new first node gets the number before the first one,
//! so that no other node needs another number.

use vstd::layout::*;
use vstd::prelude::*;
use vstd::raw_ptr::*;

verus! {

/// An element, and where its neighbours are.
struct Node<V> {
    value: V,
    prev: *mut Node<V>,
    next: *mut Node<V>,
}

/// The right to a node: to read and write it, and to give its memory back.
tracked struct Block<V> {
    tracked memory: PointsTo<Node<V>>,
    tracked dealloc: Option<Dealloc>,
}

impl<V> Block<V> {
    spec fn ptr(self) -> *mut Node<V> {
        self.memory.ptr()
    }

    spec fn node(self) -> Node<V> {
        self.memory.value()
    }

    /// The allocator takes this memory back. Without a size there is no memory, and nothing to give back.
    spec fn is_whole(self) -> bool {
        match self.dealloc {
            None => size_of::<Node<V>>() == 0,
            Some(dealloc) => {
                &&& dealloc.addr() == self.ptr()@.addr
                &&& dealloc.provenance() == self.ptr()@.provenance
                &&& dealloc.size() == size_of::<Node<V>>()
                &&& dealloc.align() == align_of::<Node<V>>()
            },
        }
    }
}

/// Puts a node on the heap.
fn new_node<V>(node: Node<V>) -> (res: (*mut Node<V>, Tracked<Block<V>>))
    ensures
        res.1@.ptr() == res.0,
        res.1@.memory.opt_value() == MemContents::Init(node),
        res.1@.is_whole(),
{
    layout_for_type_is_valid::<Node<V>>();
    let size = core::mem::size_of::<Node<V>>();
    let align = core::mem::align_of::<Node<V>>();
    if size == 0 {
        // The verifier does not know that a pointer takes up memory. What takes up none may be at any aligned address.
        let p = with_exposed_provenance::<Node<V>>(align, Tracked(IsExposed::null()));
        let tracked mut memory = PointsToRaw::empty(Provenance::null()).into_typed::<Node<V>>(align);
        ptr_mut_write(p, Tracked(&mut memory), node);
        return (p, Tracked(Block { memory, dealloc: None }));
    }
    let (p, Tracked(raw), Tracked(dealloc)) = allocate(size, align);
    let tracked mut memory = raw.into_typed::<Node<V>>(p.addr());
    let p = p as *mut Node<V>;
    ptr_mut_write(p, Tracked(&mut memory), node);
    (p, Tracked(Block { memory, dealloc: Some(dealloc) }))
}

/// Takes a node from the heap. The right to it is gone afterwards, so nobody can use the pointer again.
fn take_node<V>(p: *mut Node<V>, Tracked(block): Tracked<Block<V>>) -> (node: Node<V>)
    requires
        block.ptr() == p,
        block.memory.is_init(),
        block.is_whole(),
    ensures
        node == block.node(),
{
    let tracked Block { mut memory, dealloc } = block;
    let node = ptr_mut_read(p, Tracked(&mut memory));
    let size = core::mem::size_of::<Node<V>>();
    let align = core::mem::align_of::<Node<V>>();
    if size != 0 {
        let tracked dealloc = dealloc.tracked_unwrap();
        deallocate(p as *mut u8, size, align, Tracked(memory.into_raw()), Tracked(dealloc));
    }
    node
}

/// A list with elements of type `V`.
pub struct List<V> {
    head: *mut Node<V>,
    tail: *mut Node<V>,
    len: usize,
    /// The number of the first node.
    first: Ghost<int>,
    /// The rights to all nodes, by their numbers.
    blocks: Tracked<Map<int, Block<V>>>,
}

impl<V> List<V> {
    /// The pointer to the node with a number; null before the first and after the last one.
    spec fn ptr_to(self, number: int) -> *mut Node<V> {
        if self.first@ <= number < self.first@ + self.len {
            self.blocks@[number].ptr()
        } else {
            core::ptr::null_mut()
        }
    }

    /// The node with a number is there, and knows its neighbours.
    spec fn is_linked(self, number: int) -> bool {
        let block = self.blocks@[number];
        &&& block.memory.is_init()
        &&& block.is_whole()
        &&& block.node().prev == self.ptr_to(number - 1)
        &&& block.node().next == self.ptr_to(number + 1)
    }

    /// What holds of every list. A program that can see the fields could break it; other modules cannot.
    pub closed spec fn wf(self) -> bool {
        &&& self.blocks@.dom() == Set::range(self.first@, self.first@ + self.len)
        &&& forall|number: int| self.first@ <= number < self.first@ + self.len ==> self.is_linked(number)
        &&& self.head == self.ptr_to(self.first@)
        &&& self.tail == self.ptr_to(self.first@ + self.len - 1)
    }

    /// The elements, from the first to the last.
    pub closed spec fn view(self) -> Seq<V> {
        Seq::new(self.len as nat, |i: int| self.blocks@[self.first@ + i].node().value)
    }

    /// A list without elements.
    pub fn new() -> (list: List<V>)
        ensures
            list.wf(),
            list@ == Seq::<V>::empty(),
    {
        let list = List {
            head: core::ptr::null_mut(),
            tail: core::ptr::null_mut(),
            len: 0,
            first: Ghost(0),
            blocks: Tracked(Map::tracked_empty()),
        };
        assert(list.blocks@.dom() =~= Set::range(0, 0));
        assert(list@ =~= Seq::empty());
        list
    }

    /// How many elements there are.
    pub fn len(&self) -> (len: usize)
        requires
            self.wf(),
        ensures
            len == self@.len(),
    {
        self.len
    }

    /// Puts an element after all others.
    pub fn push_back(&mut self, value: V)
        requires
            old(self).wf(),
            old(self)@.len() < usize::MAX,
        ensures
            final(self).wf(),
            final(self)@ == old(self)@.push(value),
    {
        let (p, Tracked(block)) = new_node(Node { value, prev: self.tail, next: core::ptr::null_mut() });
        let ghost last = self.first@ + self.len - 1;
        assert(self.len > 0 ==> self.is_linked(last));
        if self.len == 0 {
            self.head = p;
        } else {
            let tail = self.tail;
            let tracked mut neighbour = self.blocks.borrow_mut().tracked_remove(last);
            let mut node = ptr_mut_read(tail, Tracked(&mut neighbour.memory));
            node.next = p;
            ptr_mut_write(tail, Tracked(&mut neighbour.memory), node);
            proof {
                self.blocks.borrow_mut().tracked_insert(last, neighbour);
            }
        }
        proof {
            self.blocks.borrow_mut().tracked_insert(last + 1, block);
        }
        self.tail = p;
        self.len = self.len + 1;
        assert(self.blocks@.dom() =~= Set::range(self.first@, self.first@ + self.len));
        assert forall|number: int| self.first@ <= number < self.first@ + self.len implies self.is_linked(number) by {
            // All nodes but two are as they were.
            let before = old(self).is_linked(number);
        }
        assert(self@ =~= old(self)@.push(value));
    }

    /// Puts an element before all others.
    pub fn push_front(&mut self, value: V)
        requires
            old(self).wf(),
            old(self)@.len() < usize::MAX,
        ensures
            final(self).wf(),
            final(self)@ == seq![value] + old(self)@,
    {
        let (p, Tracked(block)) = new_node(Node { value, prev: core::ptr::null_mut(), next: self.head });
        let ghost first = self.first@;
        assert(self.len > 0 ==> self.is_linked(first));
        if self.len == 0 {
            self.tail = p;
        } else {
            let head = self.head;
            let tracked mut neighbour = self.blocks.borrow_mut().tracked_remove(first);
            let mut node = ptr_mut_read(head, Tracked(&mut neighbour.memory));
            node.prev = p;
            ptr_mut_write(head, Tracked(&mut neighbour.memory), node);
            proof {
                self.blocks.borrow_mut().tracked_insert(first, neighbour);
            }
        }
        proof {
            self.blocks.borrow_mut().tracked_insert(first - 1, block);
        }
        self.head = p;
        self.first = Ghost(first - 1);
        self.len = self.len + 1;
        assert(self.blocks@.dom() =~= Set::range(self.first@, self.first@ + self.len));
        assert forall|number: int| self.first@ <= number < self.first@ + self.len implies self.is_linked(number) by {
            // All nodes but two are as they were.
            let before = old(self).is_linked(number);
        }
        assert(self@ =~= seq![value] + old(self)@);
    }

    /// Takes the last element.
    pub fn pop_back(&mut self) -> (value: V)
        requires
            old(self).wf(),
            old(self)@.len() > 0,
        ensures
            final(self).wf(),
            value == old(self)@.last(),
            final(self)@ == old(self)@.drop_last(),
    {
        let ghost last = self.first@ + self.len - 1;
        assert(self.is_linked(last));
        assert(self.len > 1 ==> self.is_linked(last - 1));
        let tracked block = self.blocks.borrow_mut().tracked_remove(last);
        let Node { value, prev, next: _ } = take_node(self.tail, Tracked(block));
        self.len = self.len - 1;
        self.tail = prev;
        if self.len == 0 {
            self.head = core::ptr::null_mut();
        } else {
            let tracked mut neighbour = self.blocks.borrow_mut().tracked_remove(last - 1);
            let mut node = ptr_mut_read(prev, Tracked(&mut neighbour.memory));
            node.next = core::ptr::null_mut();
            ptr_mut_write(prev, Tracked(&mut neighbour.memory), node);
            proof {
                self.blocks.borrow_mut().tracked_insert(last - 1, neighbour);
            }
        }
        assert(self.blocks@.dom() =~= Set::range(self.first@, self.first@ + self.len));
        assert forall|number: int| self.first@ <= number < self.first@ + self.len implies self.is_linked(number) by {
            // All nodes but two are as they were.
            let before = old(self).is_linked(number);
        }
        assert(self@ =~= old(self)@.drop_last());
        value
    }

    /// Takes the first element.
    pub fn pop_front(&mut self) -> (value: V)
        requires
            old(self).wf(),
            old(self)@.len() > 0,
        ensures
            final(self).wf(),
            value == old(self)@.first(),
            final(self)@ == old(self)@.drop_first(),
    {
        let ghost first = self.first@;
        assert(self.is_linked(first));
        assert(self.len > 1 ==> self.is_linked(first + 1));
        let tracked block = self.blocks.borrow_mut().tracked_remove(first);
        let Node { value, prev: _, next } = take_node(self.head, Tracked(block));
        self.len = self.len - 1;
        self.head = next;
        self.first = Ghost(first + 1);
        if self.len == 0 {
            self.tail = core::ptr::null_mut();
        } else {
            let tracked mut neighbour = self.blocks.borrow_mut().tracked_remove(first + 1);
            let mut node = ptr_mut_read(next, Tracked(&mut neighbour.memory));
            node.prev = core::ptr::null_mut();
            ptr_mut_write(next, Tracked(&mut neighbour.memory), node);
            proof {
                self.blocks.borrow_mut().tracked_insert(first + 1, neighbour);
            }
        }
        assert(self.blocks@.dom() =~= Set::range(self.first@, self.first@ + self.len));
        assert forall|number: int| self.first@ <= number < self.first@ + self.len implies self.is_linked(number) by {
            // All nodes but two are as they were.
            let before = old(self).is_linked(number);
        }
        assert(self@ =~= old(self)@.drop_first());
        value
    }

    /// The element at a position, found from the nearer end.
    pub fn get(&self, index: usize) -> (value: &V)
        requires
            self.wf(),
            index < self@.len(),
        ensures
            *value == self@[index as int],
    {
        let ghost number = self.first@ + index;
        let mut p;
        if index < self.len / 2 {
            p = self.head;
            let mut at = 0;
            while at < index
                invariant
                    self.wf(),
                    at <= index < self.len,
                    p == self.ptr_to(self.first@ + at),
                decreases index - at,
            {
                assert(self.is_linked(self.first@ + at));
                let tracked block = self.blocks.borrow().tracked_borrow(self.first@ + at);
                p = ptr_ref(p, Tracked(&block.memory)).next;
                at += 1;
            }
        } else {
            p = self.tail;
            let mut at = self.len - 1;
            while at > index
                invariant
                    self.wf(),
                    index <= at < self.len,
                    p == self.ptr_to(self.first@ + at),
                decreases at - index,
            {
                assert(self.is_linked(self.first@ + at));
                let tracked block = self.blocks.borrow().tracked_borrow(self.first@ + at);
                p = ptr_ref(p, Tracked(&block.memory)).prev;
                at -= 1;
            }
        }
        assert(self.is_linked(number));
        let tracked block = self.blocks.borrow().tracked_borrow(number);
        &ptr_ref(p, Tracked(&block.memory)).value
    }
}

fn main() {
    let mut list = List::new();
    list.push_back(2u32);
    list.push_back(3);
    list.push_front(1);
    assert(list@ =~= seq![1u32, 2, 3]);
    let middle = *list.get(1);
    assert(middle == 2);
    let last = list.pop_back();
    let first = list.pop_front();
    assert(first == 1 && last == 3);
    assert(list@ =~= seq![2u32]);
    let _ = list.pop_back();
}

} // verus!
