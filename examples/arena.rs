//! An arena: values that are found by handles. A handle to a value that was removed does not find the next one in its
//! slot, because each slot counts its generations.

use vstd::prelude::*;

verus! {

#[derive(Clone, Copy)]
struct Handle {
    index: usize,
    generation: u64,
}

struct Slot<T> {
    generation: u64,
    value: Option<T>,
}

struct Arena<T> {
    slots: Vec<Slot<T>>,
    /// Slots without a value.
    free: Vec<usize>,
}

impl<T> Arena<T> {
    spec fn wf(self) -> bool {
        &&& forall|k: int| 0 <= k < self.free.len() ==> self.free[k] < self.slots.len()
        &&& forall|k: int| 0 <= k < self.free.len() ==> self.slots[self.free[k] as int].value is None
        &&& self.free@.no_duplicates()
    }

    /// Whether a handle was given out, for a value that is there or one that was removed.
    spec fn issued(self, h: Handle) -> bool {
        &&& h.index < self.slots.len()
        &&& {
            ||| h.generation < self.slots[h.index as int].generation
            ||| h.generation == self.slots[h.index as int].generation && !self.free@.contains(h.index)
        }
    }

    /// The values, by their handles.
    spec fn view(self) -> IMap<Handle, T> {
        IMap::new(
            |h: Handle| h.index < self.slots.len() && self.slots[h.index as int].generation == h.generation
                && self.slots[h.index as int].value is Some,
            |h: Handle| self.slots[h.index as int].value->0,
        )
    }

    fn new() -> (arena: Arena<T>)
        ensures
            arena.wf(),
            arena@ == IMap::<Handle, T>::empty(),
    {
        Arena { slots: Vec::new(), free: Vec::new() }
    }

    fn insert(&mut self, value: T) -> (handle: Handle)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            !old(self).issued(handle),
            forall|h: Handle| #[trigger] final(self).issued(h) <==> old(self).issued(h) || h == handle,
            final(self)@ == old(self)@.insert(handle, value),
    {
        match self.free.pop() {
            Some(index) => {
                proof {
                    broadcast use vstd::seq_lib::lemma_seq_contains_after_push;
                    assert(old(self).free@ == self.free@.push(index));
                }
                let generation = self.slots[index].generation;
                self.slots[index].value = Some(value);
                Handle { index, generation }
            },
            None => {
                let index = self.slots.len();
                self.slots.push(Slot { generation: 0, value: Some(value) });
                Handle { index, generation: 0 }
            },
        }
    }

    fn get(&self, handle: Handle) -> (value: Option<&T>)
        ensures
            match value {
                Some(v) => self@.contains_key(handle) && *v == self@[handle],
                None => !self@.contains_key(handle),
            },
    {
        if handle.index < self.slots.len() && self.slots[handle.index].generation == handle.generation {
            self.slots[handle.index].value.as_ref()
        } else {
            None
        }
    }

    fn remove(&mut self, handle: Handle) -> (value: Option<T>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            forall|h: Handle| #[trigger] final(self).issued(h) <==> old(self).issued(h),
            final(self)@ == old(self)@.remove(handle),
            match value {
                Some(v) => old(self)@.contains_key(handle) && v == old(self)@[handle],
                None => !old(self)@.contains_key(handle),
            },
    {
        if handle.index < self.slots.len() && self.slots[handle.index].generation == handle.generation {
            let value = self.slots[handle.index].value.take();
            if value.is_some() {
                // A slot whose generations are used up is not used again.
                if handle.generation < u64::MAX {
                    self.slots[handle.index].generation = handle.generation + 1;
                    self.free.push(handle.index);
                    proof {
                        broadcast use vstd::seq_lib::lemma_seq_contains_after_push;
                    }
                }
            }
            value
        } else {
            None
        }
    }
}

fn main() {
    let mut arena = Arena::new();
    let a = arena.insert(1u8);
    let b = arena.insert(2);
    arena.remove(a);
    let c = arena.insert(3);
    let stale = arena.get(a);
    assert(stale is None);
    let fresh = arena.get(c);
    assert(fresh == Some(&3u8));
}

} // verus!
