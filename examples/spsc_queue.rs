//! A queue of limited length between two threads: one puts values in, the other one takes them out, and neither waits
//! for a lock. What comes out is what went in, in the same order: at each moment the values that were received are the
//! first ones of those that were sent (`in_order`).
//!
//! The slots are cells, whose permissions the machine stores. The producer has the permission of a slot while it
//! writes, and the consumer while it reads: so no slot is used by both, read while it is empty, or overwritten. The
//! slots from `head` up to `tail` have values; after the last slot comes the first one.

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

/// How many slots after `from` the slot `to` is.
pub open spec fn distance(from: nat, to: nat, size: nat) -> int {
    if from <= to {
        to - from
    } else {
        to + size - from
    }
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

tokenized_state_machine! { Ring<T> {
    fields {
        /// The cells of the slots.
        #[sharding(constant)]
        pub cells: Seq<CellId>,

        /// The slot with the oldest value.
        #[sharding(variable)]
        pub head: nat,

        /// The slot for the next value.
        #[sharding(variable)]
        pub tail: nat,

        #[sharding(variable)]
        pub producer: Role,

        #[sharding(variable)]
        pub consumer: Role,

        /// All values that the producer has put in.
        #[sharding(variable)]
        pub sent: Seq<T>,

        /// All values that the consumer has taken out, or takes out now.
        #[sharding(variable)]
        pub received: Seq<T>,

        #[sharding(storage_map)]
        pub storage: Map<nat, un::PointsTo<T>>,
    }

    init! {
        initialize(cells: Seq<CellId>, storage: Map<nat, un::PointsTo<T>>) {
            require cells.len() > 0;
            require forall|i: nat| #[trigger] storage.contains_key(i) <==> i < cells.len();
            require forall|i: nat| i < cells.len() ==> (#[trigger] storage[i]).id() == cells[i as int]
                && storage[i].is_uninit();
            init cells = cells;
            init head = 0;
            init tail = 0;
            init producer = Role::Idle(0);
            init consumer = Role::Idle(0);
            init sent = Seq::empty();
            init received = Seq::empty();
            init storage = storage;
        }
    }

    transition! {
        produce_start(slot: nat) {
            require pre.producer == Role::Idle(slot);
            require after(slot, pre.cells.len()) != pre.head;
            update producer = Role::Busy(slot);
            withdraw storage -= [slot => let perm];
            assert perm.id() == pre.cells[slot as int] && perm.is_uninit();
        }
    }

    transition! {
        produce_end(slot: nat, perm: un::PointsTo<T>) {
            require pre.producer == Role::Busy(slot);
            require perm.id() == pre.cells[slot as int] && perm.is_init();
            update producer = Role::Idle(after(slot, pre.cells.len()));
            update tail = after(slot, pre.cells.len());
            update sent = pre.sent.push(perm.value());
            deposit storage += [slot => perm];
        }
    }

    transition! {
        consume_start(slot: nat) {
            require pre.consumer == Role::Idle(slot);
            require slot != pre.tail;
            update consumer = Role::Busy(slot);
            withdraw storage -= [slot => let perm];
            update received = pre.received.push(perm.value());
            assert perm.id() == pre.cells[slot as int] && perm.is_init();
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

    property! {
        in_order() {
            assert pre.received.is_prefix_of(pre.sent);
        }
    }

    /// How many values were in the slots before the head.
    pub open spec fn passed(self) -> int {
        self.received.len() - (if self.consumer is Busy { 1int } else { 0 })
    }

    /// Whether a slot has a value.
    pub open spec fn is_full(self, slot: nat) -> bool {
        let size = self.cells.len();
        distance(self.head, slot, size) < distance(self.head, self.tail, size)
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
            &&& self.is_full(i) ==> perm.value() == self.sent[self.passed() + distance(
                self.head,
                i,
                self.cells.len(),
            )]
        }
    }

    #[invariant]
    pub fn received_is_sent(&self) -> bool {
        &&& self.passed() >= 0
        &&& self.sent.len() == self.passed() + distance(self.head, self.tail, self.cells.len())
        &&& self.received.is_prefix_of(self.sent)
    }

    #[inductive(initialize)]
    fn initialize_inductive(post: Self, cells: Seq<CellId>, storage: Map<nat, un::PointsTo<T>>) {
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
    struct Queue<T> {
        cells: Vec<un::PCell<T>>,
        head: AtomicUsize<_, Ring::head<T>, _>,
        tail: AtomicUsize<_, Ring::tail<T>, _>,
        instance: Tracked<Ring::Instance<T>>,
    }

    spec fn wf(&self) -> bool {
        predicate {
            &&& self.instance@.cells().len() == self.cells@.len()
            &&& forall|i: int| 0 <= i < self.cells@.len() ==>
                self.instance@.cells()[i] == (#[trigger] self.cells@[i]).id()
        }

        invariant on head with (instance) is (v: usize, g: Ring::head<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }

        invariant on tail with (instance) is (v: usize, g: Ring::tail<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// The end that puts values in.
struct Producer<T> {
    queue: Arc<Queue<T>>,
    tail: usize,
    role: Tracked<Ring::producer<T>>,
    sent: Tracked<Ring::sent<T>>,
}

/// The end that takes values out.
struct Consumer<T> {
    queue: Arc<Queue<T>>,
    head: usize,
    role: Tracked<Ring::consumer<T>>,
    received: Tracked<Ring::received<T>>,
}

impl<T> Queue<T> {
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

impl<T> Producer<T> {
    spec fn wf(self) -> bool {
        &&& self.queue.wf()
        &&& self.tail < self.queue.cells@.len()
        &&& self.role@.instance_id() == self.queue.instance@.id()
        &&& self.role@.value() == Role::Idle(self.tail as nat)
        &&& self.sent@.instance_id() == self.queue.instance@.id()
    }

    /// All values that were put in.
    spec fn sent(self) -> Seq<T> {
        self.sent@.value()
    }

    /// Puts a value in. A full queue gives it back.
    fn push(&mut self, value: T) -> (res: Result<(), T>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).queue == old(self).queue,
            match res {
                Ok(_) => final(self).sent() == old(self).sent().push(value),
                Err(back) => back == value && final(self).sent() == old(self).sent(),
            },
    {
        let queue = &*self.queue;
        let tracked instance = queue.instance.borrow();
        let slot = self.tail;
        let next = queue.next(slot);
        let tracked mut taken = None;
        let head = atomic_with_ghost!(
            queue.head => load();
            returning head;
            ghost g => {
                taken = if next == head {
                    None
                } else {
                    Some(instance.produce_start(slot as nat, &g, self.role.borrow_mut()))
                };
            }
        );
        if next == head {
            return Err(value);
        }
        let tracked mut perm = taken.tracked_unwrap();
        queue.cells[slot].put(Tracked(&mut perm), value);
        atomic_with_ghost!(
            queue.tail => store(next);
            ghost g => {
                instance.produce_end(
                    slot as nat,
                    perm,
                    &mut g,
                    self.role.borrow_mut(),
                    self.sent.borrow_mut(),
                    perm,
                );
            }
        );
        self.tail = next;
        Ok(())
    }
}

impl<T> Consumer<T> {
    spec fn wf(self) -> bool {
        &&& self.queue.wf()
        &&& self.head < self.queue.cells@.len()
        &&& self.role@.instance_id() == self.queue.instance@.id()
        &&& self.role@.value() == Role::Idle(self.head as nat)
        &&& self.received@.instance_id() == self.queue.instance@.id()
    }

    /// All values that were taken out.
    spec fn received(self) -> Seq<T> {
        self.received@.value()
    }

    /// Takes the oldest value out, if there is one.
    fn pop(&mut self) -> (res: Option<T>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).queue == old(self).queue,
            match res {
                Some(value) => final(self).received() == old(self).received().push(value),
                None => final(self).received() == old(self).received(),
            },
    {
        let queue = &*self.queue;
        let tracked instance = queue.instance.borrow();
        let slot = self.head;
        let next = queue.next(slot);
        let tracked mut taken = None;
        let tail = atomic_with_ghost!(
            queue.tail => load();
            returning tail;
            ghost g => {
                taken = if slot == tail {
                    None
                } else {
                    Some(instance.consume_start(slot as nat, &g, self.role.borrow_mut(), self.received.borrow_mut()))
                };
            }
        );
        if slot == tail {
            return None;
        }
        let tracked mut perm = taken.tracked_unwrap();
        let value = queue.cells[slot].take(Tracked(&mut perm));
        atomic_with_ghost!(
            queue.head => store(next);
            ghost g => {
                instance.consume_end(slot as nat, perm, &mut g, self.role.borrow_mut(), perm);
            }
        );
        self.head = next;
        Some(value)
    }
}

/// What was received is the beginning of what was sent.
proof fn in_order<T>(tracked producer: &Producer<T>, tracked consumer: &Consumer<T>)
    requires
        producer.wf(),
        consumer.wf(),
        producer.queue == consumer.queue,
    ensures
        consumer.received().is_prefix_of(producer.sent()),
{
    producer.queue.instance.borrow().in_order(producer.sent.borrow(), consumer.received.borrow());
}

/// An empty queue. One slot is always empty, so it holds `size - 1` values.
fn queue<T>(size: usize) -> (ends: (Producer<T>, Consumer<T>))
    requires
        size > 0,
    ensures
        ends.0.wf(),
        ends.1.wf(),
        ends.0.queue == ends.1.queue,
        ends.0.sent() == Seq::<T>::empty(),
        ends.1.received() == Seq::<T>::empty(),
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
    let tracked (
        Tracked(instance),
        Tracked(head),
        Tracked(tail),
        Tracked(producer),
        Tracked(consumer),
        Tracked(sent),
        Tracked(received),
    ) = Ring::Instance::initialize(ids, perms, perms);
    let instance = Tracked(instance);
    let head = AtomicUsize::new(Ghost(instance), 0, Tracked(head));
    let tail = AtomicUsize::new(Ghost(instance), 0, Tracked(tail));
    let queue = Arc::new(Queue { cells, head, tail, instance });
    let other = queue.clone();
    (
        Producer { queue, tail: 0, role: Tracked(producer), sent: Tracked(sent) },
        Consumer { queue: other, head: 0, role: Tracked(consumer), received: Tracked(received) },
    )
}

/// The numbers below `n`, in order.
spec fn numbers(n: nat) -> Seq<u64> {
    Seq::new(n, |i: int| i as u64)
}

/// Sends the numbers below `n`.
#[verifier::exec_allows_no_decreases_clause]
fn send_all(producer: Producer<u64>, n: u64) -> (res: Producer<u64>)
    requires
        producer.wf(),
        producer.sent() == Seq::<u64>::empty(),
    ensures
        res.wf(),
        res.queue == producer.queue,
        res.sent() == numbers(n as nat),
{
    let ghost queue = producer.queue;
    let mut producer = producer;
    let mut i = 0;
    while i < n
        invariant
            i <= n,
            producer.wf(),
            producer.queue == queue,
            producer.sent() =~= numbers(i as nat),
    {
        match producer.push(i) {
            Ok(_) => { i = i + 1; },
            Err(_) => {},
        }
    }
    producer
}

/// Receives `n` values.
#[verifier::exec_allows_no_decreases_clause]
fn receive_all(consumer: Consumer<u64>, n: u64) -> (res: (Consumer<u64>, Vec<u64>))
    requires
        consumer.wf(),
        consumer.received() == Seq::<u64>::empty(),
    ensures
        res.0.wf(),
        res.0.queue == consumer.queue,
        res.0.received() == res.1@,
        res.1@.len() == n,
{
    let ghost queue = consumer.queue;
    let mut consumer = consumer;
    let mut values: Vec<u64> = Vec::new();
    let mut i = 0;
    while i < n
        invariant
            i <= n,
            values@.len() == i,
            consumer.wf(),
            consumer.queue == queue,
            consumer.received() == values@,
    {
        match consumer.pop() {
            Some(value) => {
                values.push(value);
                i = i + 1;
            },
            None => {},
        }
    }
    (consumer, values)
}

fn main() {
    let n = 20_000;
    let (producer, consumer) = queue(256);
    let ghost shared = producer.queue;
    let sender = spawn(move || -> (res: Producer<u64>)
        ensures
            res.wf(),
            res.queue == shared,
            res.sent() == numbers(n as nat),
        { send_all(producer, n) });
    let (consumer, values) = receive_all(consumer, n);
    if let Ok(producer) = sender.join() {
        proof {
            in_order(&producer, &consumer);
        }
        for i in 0..values.len()
            invariant
                n == 20_000,
                values@.len() == n,
                values@.is_prefix_of(numbers(n as nat)),
        {
            assert!(values[i] == i as u64);
        }
    }
}

} // verus!
