//! A queue of limited length between two threads: one puts values in, the other one takes them out, and neither waits
//! for a lock. The slots are cells, whose permissions the machine stores. The producer has the permission of a slot
//! while it writes, and the consumer while it reads: so no slot is used by both, read while it is empty, or
//! overwritten.
//!
//! The slots from `head` up to `tail` have values; after the last slot comes the first one.

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;
use vstd::thread::spawn;

verus! {

/// The slot after a slot.
pub open spec fn after(slot: nat, size: nat) -> nat {
    if slot + 1 == size {
        0
    } else {
        slot + 1
    }
}

/// Which values may be in a queue.
pub trait Predicate<T>: Sized {
    spec fn holds(self, v: T) -> bool;
}

/// What one of the two threads does.
pub enum Role {
    /// Nothing; the slot is the next one that it will use.
    Idle(nat),
    /// It uses this slot.
    Busy(nat),
}

impl Role {
    pub open spec fn slot(self) -> nat {
        match self {
            Role::Idle(slot) => slot,
            Role::Busy(slot) => slot,
        }
    }
}

tokenized_state_machine! { Ring<T, P: Predicate<T>> {
    fields {
        /// The cells of the slots.
        #[sharding(constant)]
        pub cells: Seq<CellId>,

        /// Which values may be in the queue.
        #[sharding(constant)]
        pub good: P,

        #[sharding(variable)]
        pub head: nat,

        #[sharding(variable)]
        pub tail: nat,

        #[sharding(variable)]
        pub producer: Role,

        #[sharding(variable)]
        pub consumer: Role,

        #[sharding(storage_map)]
        pub storage: Map<nat, un::PointsTo<T>>,
    }

    init! {
        initialize(cells: Seq<CellId>, good: P, storage: Map<nat, un::PointsTo<T>>) {
            require cells.len() > 0;
            require forall|i: nat| #[trigger] storage.contains_key(i) <==> i < cells.len();
            require forall|i: nat| i < cells.len() ==> (#[trigger] storage[i]).id() == cells[i as int]
                && storage[i].is_uninit();
            init cells = cells;
            init good = good;
            init head = 0;
            init tail = 0;
            init producer = Role::Idle(0);
            init consumer = Role::Idle(0);
            init storage = storage;
        }
    }

    transition! {
        produce_start(slot: nat) {
            require pre.producer == Role::Idle(slot);
            require after(slot, pre.cells.len()) != pre.head;
            update producer = Role::Busy(slot);
            birds_eye let perm = pre.storage[slot];
            withdraw storage -= [slot => perm];
            assert perm.id() == pre.cells[slot as int] && perm.is_uninit() && slot < pre.cells.len();
        }
    }

    transition! {
        produce_end(slot: nat, perm: un::PointsTo<T>) {
            require pre.producer == Role::Busy(slot);
            require perm.id() == pre.cells[slot as int] && perm.is_init() && pre.good.holds(perm.value());
            update producer = Role::Idle(after(slot, pre.cells.len()));
            update tail = after(slot, pre.cells.len());
            deposit storage += [slot => perm];
        }
    }

    transition! {
        consume_start(slot: nat) {
            require pre.consumer == Role::Idle(slot);
            require slot != pre.tail;
            update consumer = Role::Busy(slot);
            birds_eye let perm = pre.storage[slot];
            withdraw storage -= [slot => perm];
            assert perm.id() == pre.cells[slot as int] && perm.is_init() && slot < pre.cells.len();
            assert pre.good.holds(perm.value());
        }
    }

    transition! {
        consume_end(slot: nat, perm: un::PointsTo<T>) {
            require pre.consumer == Role::Busy(slot);
            require perm.id() == pre.cells[slot as int] && perm.is_uninit();
            update consumer = Role::Idle(after(slot, pre.cells.len()));
            update head = after(slot, pre.cells.len());
            deposit storage += [slot => perm];
        }
    }

    /// Whether a slot has a value.
    pub open spec fn is_full(self, slot: nat) -> bool {
        if self.head <= self.tail {
            self.head <= slot < self.tail
        } else {
            slot < self.tail || self.head <= slot
        }
    }

    /// Whether one of the two threads has the permission of a slot.
    pub open spec fn is_lent(self, slot: nat) -> bool {
        self.producer == Role::Busy(slot) || self.consumer == Role::Busy(slot)
    }

    #[invariant]
    pub fn roles_know_slots(&self) -> bool {
        &&& self.head < self.cells.len()
        &&& self.tail < self.cells.len()
        &&& self.producer.slot() == self.tail
        &&& self.consumer.slot() == self.head
        &&& self.producer is Busy ==> after(self.tail, self.cells.len()) != self.head
        &&& self.consumer is Busy ==> self.head != self.tail
    }

    #[invariant]
    pub fn slots_are_stored(&self) -> bool {
        forall|i: nat| #[trigger] self.storage.contains_key(i) <==> i < self.cells.len() && !self.is_lent(i)
    }

    #[invariant]
    pub fn slots_are_right(&self) -> bool {
        forall|i: nat| #[trigger] self.storage.contains_key(i) ==> {
            let perm = self.storage[i];
            &&& perm.id() == self.cells[i as int]
            &&& perm.is_init() == self.is_full(i)
            &&& self.is_full(i) ==> self.good.holds(perm.value())
        }
    }

    #[inductive(initialize)]
    fn initialize_inductive(
        post: Self,
        cells: Seq<CellId>,
        good: P,
        storage: Map<nat, un::PointsTo<T>>,
    ) {
    }

    #[inductive(produce_start)]
    fn produce_start_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(produce_end)]
    fn produce_end_inductive(pre: Self, post: Self, slot: nat, perm: un::PointsTo<T>) {
    }

    #[inductive(consume_start)]
    fn consume_start_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(consume_end)]
    fn consume_end_inductive(pre: Self, post: Self, slot: nat, perm: un::PointsTo<T>) {
    }
} }

struct_with_invariants! {
    /// What the two threads share.
    struct Queue<T, P: Predicate<T>> {
        cells: Vec<un::PCell<T>>,
        head: AtomicUsize<_, Ring::head<T, P>, _>,
        tail: AtomicUsize<_, Ring::tail<T, P>, _>,
        instance: Tracked<Ring::Instance<T, P>>,
    }

    spec fn wf(&self) -> bool {
        predicate {
            &&& self.instance@.cells().len() == self.cells@.len()
            &&& forall|i: int| 0 <= i < self.cells@.len() ==>
                self.instance@.cells()[i] == (#[trigger] self.cells@[i]).id()
        }

        invariant on head with (instance) is (v: usize, g: Ring::head<T, P>) {
            g.instance_id() == instance@.id() && g.value() == v
        }

        invariant on tail with (instance) is (v: usize, g: Ring::tail<T, P>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// The end that puts values in.
struct Producer<T, P: Predicate<T>> {
    queue: Arc<Queue<T, P>>,
    tail: usize,
    token: Tracked<Ring::producer<T, P>>,
}

/// The end that takes values out.
struct Consumer<T, P: Predicate<T>> {
    queue: Arc<Queue<T, P>>,
    head: usize,
    token: Tracked<Ring::consumer<T, P>>,
}

impl<T, P: Predicate<T>> Queue<T, P> {
    /// The slot after a slot.
    fn next(&self, slot: usize) -> (next: usize)
        requires
            slot < self.cells@.len(),
        ensures
            next == after(slot as nat, self.cells@.len()),
    {
        if slot + 1 == self.cells.len() {
            0
        } else {
            slot + 1
        }
    }
}

impl<T, P: Predicate<T>> Producer<T, P> {
    spec fn wf(self) -> bool {
        &&& self.queue.wf()
        &&& self.tail < self.queue.cells@.len()
        &&& self.token@.instance_id() == self.queue.instance@.id()
        &&& self.token@.value() == Role::Idle(self.tail as nat)
    }

    spec fn good(self) -> P {
        self.queue.instance@.good()
    }

    /// Puts a value in. A full queue gives it back.
    fn push(&mut self, value: T) -> (res: Result<(), T>)
        requires
            old(self).wf(),
            old(self).good().holds(value),
        ensures
            final(self).wf(),
            final(self).queue == old(self).queue,
            res matches Err(back) ==> back == value,
    {
        let slot = self.tail;
        let next = self.queue.next(slot);
        let tracked mut taken = None;
        let head = atomic_with_ghost!(
            self.queue.head => load();
            returning head;
            ghost g => {
                if next != head {
                    taken = Some(self.queue.instance.borrow().produce_start(slot as nat, &g, self.token.borrow_mut()));
                }
            }
        );
        if next == head {
            return Err(value);
        }
        let tracked (_, Tracked(mut perm)) = taken.tracked_unwrap();
        self.queue.cells[slot].put(Tracked(&mut perm), value);
        atomic_with_ghost!(
            self.queue.tail => store(next);
            ghost g => {
                self.queue.instance.borrow().produce_end(slot as nat, perm, &mut g, self.token.borrow_mut(), perm);
            }
        );
        self.tail = next;
        Ok(())
    }
}

impl<T, P: Predicate<T>> Consumer<T, P> {
    spec fn wf(self) -> bool {
        &&& self.queue.wf()
        &&& self.head < self.queue.cells@.len()
        &&& self.token@.instance_id() == self.queue.instance@.id()
        &&& self.token@.value() == Role::Idle(self.head as nat)
    }

    spec fn good(self) -> P {
        self.queue.instance@.good()
    }

    /// Takes the oldest value out, if there is one.
    fn pop(&mut self) -> (res: Option<T>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).queue == old(self).queue,
            res matches Some(value) ==> final(self).good().holds(value),
    {
        let slot = self.head;
        let next = self.queue.next(slot);
        let tracked mut taken = None;
        let tail = atomic_with_ghost!(
            self.queue.tail => load();
            returning tail;
            ghost g => {
                if slot != tail {
                    taken = Some(self.queue.instance.borrow().consume_start(slot as nat, &g, self.token.borrow_mut()));
                }
            }
        );
        if slot == tail {
            return None;
        }
        let tracked (_, Tracked(mut perm)) = taken.tracked_unwrap();
        let value = self.queue.cells[slot].take(Tracked(&mut perm));
        atomic_with_ghost!(
            self.queue.head => store(next);
            ghost g => {
                self.queue.instance.borrow().consume_end(slot as nat, perm, &mut g, self.token.borrow_mut(), perm);
            }
        );
        self.head = next;
        Some(value)
    }
}

/// An empty queue for values that are good. One slot is always empty, so it holds `size - 1` values.
fn queue<T, P: Predicate<T>>(size: usize, Ghost(good): Ghost<P>) -> (ends: (Producer<T, P>, Consumer<T, P>))
    requires
        size > 0,
    ensures
        ends.0.wf(),
        ends.1.wf(),
        ends.0.good() == good,
        ends.1.good() == good,
{
    let mut cells: Vec<un::PCell<T>> = Vec::new();
    let tracked mut perms = Map::<nat, un::PointsTo<T>>::tracked_empty();
    while cells.len() < size
        invariant
            cells@.len() <= size,
            forall|i: nat| #[trigger] perms.contains_key(i) <==> i < cells@.len(),
            forall|i: nat| i < cells@.len() ==> (#[trigger] perms[i]).id() == cells@[i as int].id(),
            forall|i: nat| i < cells@.len() ==> (#[trigger] perms[i]).is_uninit(),
        decreases size - cells@.len(),
    {
        let ghost slot = cells@.len();
        let (cell, Tracked(perm)) = un::PCell::empty();
        cells.push(cell);
        proof {
            perms.tracked_insert(slot, perm);
        }
    }
    let ghost ids = cells@.map_values(|cell: un::PCell<T>| cell.id());
    let tracked (Tracked(instance), Tracked(head), Tracked(tail), Tracked(producer), Tracked(consumer)) =
        Ring::Instance::initialize(ids, good, perms, perms);
    let instance = Tracked(instance);
    let head = AtomicUsize::new(Ghost(instance), 0, Tracked(head));
    let tail = AtomicUsize::new(Ghost(instance), 0, Tracked(tail));
    let queue = Arc::new(Queue { cells, head, tail, instance });
    let other = queue.clone();
    (
        Producer { queue, tail: 0, token: Tracked(producer) },
        Consumer { queue: other, head: 0, token: Tracked(consumer) },
    )
}

/// Numbers that two divides.
struct Even;

impl Predicate<u64> for Even {
    closed spec fn holds(self, v: u64) -> bool {
        v % 2 == 0
    }
}

/// Puts even numbers in.
fn produce(producer: Producer<u64, Even>)
    requires
        producer.wf(),
        producer.good() == Even,
{
    let mut producer = producer;
    for i in 0..100u64
        invariant
            producer.wf(),
            producer.good() == Even,
    {
        let _ = producer.push(2 * i);
    }
}

fn main() {
    let (producer, mut consumer) = queue(8, Ghost(Even));
    spawn(move || produce(producer));
    for _ in 0..100u64
        invariant
            consumer.wf(),
            consumer.good() == Even,
    {
        if let Some(v) = consumer.pop() {
            assert(v % 2 == 0);
        }
    }
}

} // verus!
