//! A ring buffer: a queue in a vector of fixed size.

use vstd::prelude::*;

verus! {

/// A queue with room for `slots.len()` elements. The oldest one is at `start`; the others follow it, and go on at the
/// beginning of the vector after its end.
struct Ring<T> {
    slots: Vec<Option<T>>,
    start: usize,
    len: usize,
}

impl<T> Ring<T> {
    /// The slot of the element at a distance from the oldest one.
    spec fn slot(self, i: int) -> int {
        if self.start + i < self.slots.len() {
            self.start + i
        } else {
            self.start + i - self.slots.len()
        }
    }

    spec fn wf(self) -> bool {
        &&& self.start < self.slots.len()
        &&& self.len <= self.slots.len()
        &&& forall|i: int| 0 <= i < self.len ==> self.slots[self.slot(i)] is Some
    }

    /// The elements, the oldest one first.
    spec fn view(self) -> Seq<T> {
        Seq::new(self.len as nat, |i: int| self.slots[self.slot(i)]->0)
    }

    spec fn capacity(self) -> nat {
        self.slots@.len()
    }

    fn new(capacity: usize) -> (ring: Ring<T>)
        requires
            capacity > 0,
        ensures
            ring.wf(),
            ring.capacity() == capacity,
            ring@ == Seq::<T>::empty(),
    {
        let mut slots = Vec::new();
        for i in 0..capacity
            invariant
                slots.len() == i,
        {
            slots.push(None);
        }
        Ring { slots, start: 0, len: 0 }
    }

    fn is_full(&self) -> (full: bool)
        requires
            self.wf(),
        ensures
            full == (self@.len() == self.capacity()),
    {
        self.len == self.slots.len()
    }

    fn push(&mut self, value: T)
        requires
            old(self).wf(),
            old(self)@.len() < old(self).capacity(),
        ensures
            final(self).wf(),
            final(self).capacity() == old(self).capacity(),
            final(self)@ == old(self)@.push(value),
    {
        let behind = self.slots.len() - self.start;
        let end = if self.len < behind { self.start + self.len } else { self.len - behind };
        self.slots.set(end, Some(value));
        self.len += 1;
        proof {
            assert forall|i: int| 0 <= i < self.len implies self.slots[self.slot(i)] is Some by {
                if i < old(self).len {
                    assert(old(self).slots[old(self).slot(i)] is Some);
                }
            }
        }
    }

    fn pop(&mut self) -> (value: Option<T>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).capacity() == old(self).capacity(),
            old(self)@.len() == 0 ==> value is None && final(self)@ == old(self)@,
            old(self)@.len() > 0 ==> value == Some(old(self)@[0]) && final(self)@ == old(self)@.drop_first(),
    {
        if self.len == 0 {
            return None;
        }
        let value = self.slots[self.start].take();
        self.start = if self.start + 1 < self.slots.len() { self.start + 1 } else { 0 };
        self.len -= 1;
        proof {
            assert forall|i: int| 0 <= i < self.len implies self.slots[self.slot(i)] is Some by {
                assert(old(self).slots[old(self).slot(i + 1)] is Some);
            }
        }
        value
    }
}

fn main() {
    let mut ring = Ring::new(2);
    ring.push(1u8);
    ring.push(2);
    let first = ring.pop();
    assert(first == Some(1u8));
    ring.push(3);
    let second = ring.pop();
    let third = ring.pop();
    assert(second == Some(2u8) && third == Some(3u8));
    let nothing = ring.pop();
    assert(nothing is None);
}

} // verus!
