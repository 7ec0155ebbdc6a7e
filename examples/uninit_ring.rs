//! A queue of bounded length in a ring of slots that need not hold a value: no element type needs a default, and a slot
//! is written when an element comes and read out when it goes.
//!
//! Which slots hold values is what is proved: `assume_init` has the precondition that there is one.

use core::mem::MaybeUninit;
use vstd::prelude::*;
use vstd::raw_ptr::MemContents;
use vstd::std_specs::maybe_uninit::*;

verus! {

/// The elements are in `len` slots from `start` on; after the last slot comes the first one.
struct Ring<T> {
    slots: Vec<MaybeUninit<T>>,
    start: usize,
    len: usize,
}

/// The slot of the element number `i` in a ring of `size` slots.
spec fn at(start: int, size: int, i: int) -> int {
    if start + i < size {
        start + i
    } else {
        start + i - size
    }
}

impl<T> Ring<T> {
    /// What is in the slot of the element number `i`.
    spec fn element(self, i: int) -> MemContents<T> {
        self.slots@[at(self.start as int, self.slots@.len() as int, i)].mem_contents()
    }

    /// Each element is there.
    spec fn is_valid(self) -> bool {
        &&& self.start < self.slots@.len()
        &&& self.len <= self.slots@.len()
        &&& forall|i: int| 0 <= i < self.len ==> (#[trigger] self.element(i)) is Init
    }

    /// The elements, the oldest first.
    spec fn view(self) -> Seq<T> {
        Seq::new(self.len as nat, |i: int| self.element(i).value())
    }

    /// An empty ring for at most `capacity` elements.
    fn new(capacity: usize) -> (ring: Ring<T>)
        requires
            capacity > 0,
        ensures
            ring.is_valid(),
            ring@ =~= Seq::empty(),
            ring.slots@.len() == capacity,
    {
        let mut slots = Vec::new();
        while slots.len() < capacity
            invariant
                slots@.len() <= capacity,
            decreases capacity - slots@.len(),
        {
            slots.push(MaybeUninit::uninit());
        }
        Ring { slots, start: 0, len: 0 }
    }

    /// The slot of an element, or the one after the last element.
    fn slot(&self, i: usize) -> (slot: usize)
        requires
            self.is_valid(),
            i < self.slots@.len(),
        ensures
            slot == at(self.start as int, self.slots@.len() as int, i as int),
            slot < self.slots@.len(),
    {
        let before_the_end = self.slots.len() - self.start;
        if i < before_the_end {
            self.start + i
        } else {
            i - before_the_end
        }
    }

    /// Puts an element at the end. A full ring gives it back.
    fn push(&mut self, element: T) -> (res: Result<(), T>)
        requires
            old(self).is_valid(),
        ensures
            final(self).is_valid(),
            final(self).slots@.len() == old(self).slots@.len(),
            match res {
                Ok(()) => final(self)@ =~= old(self)@.push(element),
                Err(back) => back == element && final(self)@ == old(self)@ && old(self)@.len() == old(self).slots@.len(),
            },
    {
        if self.len == self.slots.len() {
            return Err(element);
        }
        let slot = self.slot(self.len);
        self.slots[slot].write(element);
        self.len += 1;
        assert(forall|i: int| 0 <= i < old(self).len ==> #[trigger] self.element(i) == old(self).element(i));
        Ok(())
    }

    /// Takes the oldest element.
    fn pop(&mut self) -> (res: Option<T>)
        requires
            old(self).is_valid(),
        ensures
            final(self).is_valid(),
            final(self).slots@.len() == old(self).slots@.len(),
            match res {
                Some(element) => old(self)@.len() > 0 && element == old(self)@[0] && final(self)@ =~= old(self)@.skip(1),
                None => old(self)@.len() == 0 && final(self)@ == old(self)@,
            },
    {
        if self.len == 0 {
            return None;
        }
        assert(self.element(0) is Init);
        let taken = core::mem::replace(&mut self.slots[self.start], MaybeUninit::uninit());
        self.start += 1;
        if self.start == self.slots.len() {
            self.start = 0;
        }
        self.len -= 1;
        assert(forall|i: int| 0 <= i < self.len ==> #[trigger] self.element(i) == old(self).element(i + 1));
        Some(unsafe { taken.assume_init() })
    }

    /// The element number `i`.
    fn get(&self, i: usize) -> (element: &T)
        requires
            self.is_valid(),
            i < self@.len(),
        ensures
            *element == self@[i as int],
    {
        let slot = self.slot(i);
        assert(self.element(i as int) is Init);
        unsafe { self.slots[slot].assume_init_ref() }
    }
}

fn main() {
    let mut ring = Ring::new(2);
    let _ = ring.push(1u64);
    let _ = ring.push(2u64);
    let refused = ring.push(3u64);
    assert(refused == Err::<(), u64>(3));
    let first = ring.pop();
    assert(first == Some(1u64));
    let _ = ring.push(4u64);
    let last = *ring.get(1);
    assert(last == 4);
}

} // verus!
