//! The list of `linked_list.rs` with a bug: `pop` forgets the rest of the list. The verifier names the clause that is not
//! kept, and where.
//~ fails

use vstd::prelude::*;

verus! {

/// An element, and the way to the next one.
struct Node<V> {
    value: V,
    next: Option<Box<Node<V>>>,
}

/// The elements of a chain of nodes. This is mathematics: it is never run, so it may be as slow as it likes, but it must
/// end, and `decreases` says why: the rest of a chain is a part of the chain.
spec fn chain<V>(link: Option<Box<Node<V>>>) -> Seq<V>
    decreases link,
{
    match link {
        None => Seq::empty(),
        Some(node) => seq![node.value] + chain(node.next),
    }
}

/// A list with elements of type `V`.
pub struct List<V> {
    head: Option<Box<Node<V>>>,
}

impl<V> List<V> {
    /// The elements, the head first; written `list@`. It is `closed`: other modules reason about the sequence, and
    /// never see the nodes.
    pub closed spec fn view(&self) -> Seq<V> {
        chain(self.head)
    }

    /// A list without elements.
    pub fn new() -> (list: List<V>)
        ensures
            list@ == Seq::<V>::empty(),
    {
        List { head: None }
    }

    /// Puts an element before all others. `old(self)` is the list before the call, `final(self)` the list after it.
    pub fn push(&mut self, value: V)
        ensures
            final(self)@ == seq![value] + old(self)@,
    {
        let next = self.head.take();
        self.head = Some(Box::new(Node { value, next }));
    }

    /// Takes the first element. `requires` is a duty of the caller: with it, `unwrap` cannot panic here.
    pub fn pop(&mut self) -> (value: V)
        requires
            old(self)@.len() > 0,
        ensures
            value == old(self)@[0],
            final(self)@ =~= old(self)@.drop_first(), // FAILS
    {
        let node = *self.head.take().unwrap();
        node.value
    }

    /// The element at a position.
    pub fn index(&self, i: usize) -> (value: &V)
        requires
            i < self@.len(),
        ensures
            *value == self@[i as int],
    {
        let mut link = &self.head;
        let mut k: usize = 0;
        // The verifier knows of a loop what its invariant says: after k steps, `link` leads to what the list is without
        // its first k elements.
        while k < i
            invariant
                k <= i < self@.len(),
                chain(*link) =~= self@.skip(k as int),
            decreases i - k,
        {
            let node = link.as_ref().unwrap();
            // A hint: the solver compares sequences only where it is asked to.
            assert(chain(node.next) =~= chain(*link).drop_first());
            link = &node.next;
            k = k + 1;
        }
        assert(chain(*link)[0] == self@[i as int]);
        &link.as_ref().unwrap().value
    }

    /// An iterator over the elements.
    pub fn iter(&self) -> (iter: Iter<'_, V>)
        ensures
            iter@ == self@,
    {
        Iter { rest: &self.head }
    }
}

/// A place in a list, and the way on from there.
pub struct Iter<'a, V> {
    rest: &'a Option<Box<Node<V>>>,
}

impl<'a, V> Iter<'a, V> {
    /// The elements that are still to come.
    pub closed spec fn view(&self) -> Seq<V> {
        chain(*self.rest)
    }

    /// The next element, if there is one.
    pub fn next(&mut self) -> (item: Option<&'a V>)
        ensures
            match item {
                None => old(self)@.len() == 0 && final(self)@ == old(self)@,
                Some(value) => {
                    &&& old(self)@.len() > 0
                    &&& *value == old(self)@[0]
                    &&& final(self)@ =~= old(self)@.drop_first()
                },
            },
    {
        match self.rest {
            None => None,
            Some(node) => {
                self.rest = &node.next;
                Some(&node.value)
            },
        }
    }
}

/// Whether all elements are below a limit. The loop goes through the list with the iterator; `seen` counts the elements
/// that were seen, and is there for the proof only.
fn all_below(list: &List<u64>, limit: u64) -> (result: bool)
    ensures
        result == (forall|i: int| 0 <= i < list@.len() ==> list@[i] < limit),
{
    let mut iter = list.iter();
    let ghost mut seen: int = 0;
    loop
        invariant
            0 <= seen <= list@.len(),
            iter@ =~= list@.skip(seen),
            forall|i: int| 0 <= i < seen ==> list@[i] < limit,
        decreases list@.len() - seen,
    {
        match iter.next() {
            None => {
                return true;
            },
            Some(value) => {
                if *value >= limit {
                    assert(list@[seen] >= limit);
                    return false;
                }
                proof {
                    seen = seen + 1;
                }
            },
        }
    }
}

fn main() {
    let mut list: List<u64> = List::new();
    list.push(3);
    list.push(2);
    list.push(1);

    // Each `assert` is proved before the program runs, from the contracts above.
    assert(list@ =~= seq![1u64, 2, 3]);

    let second = *list.index(1);
    assert(second == 2);

    let first = list.pop();
    assert(first == 1);
    assert(list@ =~= seq![2u64, 3]);

    let small = all_below(&list, 10);
    assert(small);
}

} // verus!
