//! A queue of limited length that any number of threads put values into and take values out of, without a lock. Each
//! value has a position; positions are counted up from zero. The value that is taken at a position is the one that was
//! put there, and no position is put or taken twice. So values come out in the order of their positions.
//!
//! The queue is a ring of slots. Each slot has a number that says whose turn it is (D. Vyukov's design): at position
//! `p` the slot is free for the producer of this position if its number is `p`, and full for the consumer of this
//! position if it is `p + 1`. Then it is free for the position one round later. A thread first looks at the number,
//! then takes the position, by counting `tail` or `head` up if nobody was faster. In between the slot may have changed.
//! That it has not, if the thread gets the position, is what the invariants say: the facts `free` and `put` stay true,
//! and the position that is counted up says that nobody else has used them.
//!
//! Positions do not wrap: a queue ends after 2^64 positions less one round.

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

/// The slot of a position.
#[verifier::opaque]
pub open spec fn slot_of(position: nat, size: nat) -> nat {
    position % size
}

/// A round apart is the same slot; less apart are different ones.
pub open spec fn slots_agree(p: nat, q: nat, size: nat) -> bool {
    &&& q == p + size ==> slot_of(p, size) == slot_of(q, size)
    &&& p < q < p + size ==> slot_of(p, size) != slot_of(q, size)
}

/// Positions are in one slot if they are a round apart, and in different ones if they are less apart.
proof fn lemma_slots(size: nat)
    requires
        size > 0,
    ensures
        forall|p: nat| #[trigger] slot_of(p, size) < size,
        forall|p: nat| p < size ==> #[trigger] slot_of(p, size) == p,
        forall|p: nat, q: nat|
            #![trigger slot_of(p, size), slot_of(q, size)]
            slots_agree(p, q, size),
{
    reveal(slot_of);
    assert forall|p: nat| p < size implies #[trigger] slot_of(p, size) == p by {
        vstd::arithmetic::div_mod::lemma_small_mod(p, size);
    }
    assert forall|p: nat| #[trigger] slot_of(p, size) < size by {
        vstd::arithmetic::div_mod::lemma_mod_bound(p as int, size as int);
    }
    assert forall|p: nat, q: nat|
        #![trigger slot_of(p, size), slot_of(q, size)]
        slots_agree(p, q, size) by {
        if p <= q <= p + size {
            lemma_round(p as int, q as int, size as int);
        }
    }
}

/// What `lemma_slots` says of two positions.
proof fn lemma_round(p: int, q: int, size: int)
    requires
        size > 0,
        p <= q <= p + size,
        0 <= p,
    ensures
        q == p + size ==> p % size == q % size,
        p < q < p + size ==> p % size != q % size,
{
    vstd::arithmetic::div_mod::lemma_fundamental_div_mod(p, size);
    vstd::arithmetic::div_mod::lemma_fundamental_div_mod(q, size);
    if q == p + size {
        vstd::arithmetic::div_mod::lemma_mod_add_multiples_vanish(p, size);
    } else if p < q && p % size == q % size {
        let rounds = q / size - p / size;
        assert(size * rounds == q - p) by (nonlinear_arith)
            requires
                rounds == q / size - p / size,
                p == size * (p / size) + p % size,
                q == size * (q / size) + q % size,
                p % size == q % size,
        ;
        assert(false) by (nonlinear_arith)
            requires
                size * rounds == q - p,
                0 < q - p < size,
        ;
    }
}

/// What a slot waits for.
pub enum Turn {
    /// The producer of this position.
    Free(nat),
    /// The consumer of this position.
    Full(nat),
}

impl Turn {
    /// The number that stands for it.
    pub open spec fn number(self) -> nat {
        match self {
            Turn::Free(p) => p,
            Turn::Full(p) => p + 1,
        }
    }
}

tokenized_state_machine! { Ring<T> {
    fields {
        /// The cells of the slots.
        #[sharding(constant)]
        pub cells: Seq<CellId>,

        /// The position of the next value that is put.
        #[sharding(variable)]
        pub tail: nat,

        /// The position of the next value that is taken.
        #[sharding(variable)]
        pub head: nat,

        #[sharding(map)]
        pub turns: Map<nat, Turn>,

        /// Positions whose producer uses the slot.
        #[sharding(set)]
        pub putting: Set<nat>,

        /// Positions whose consumer uses the slot.
        #[sharding(set)]
        pub taking: Set<nat>,

        /// Positions for which the slot was free.
        #[sharding(persistent_set)]
        pub free: Set<nat>,

        /// The values that were put, by position.
        #[sharding(persistent_map)]
        pub put: Map<nat, T>,

        /// The values that were taken, by position.
        #[sharding(map)]
        pub taken: Map<nat, T>,

        #[sharding(storage_map)]
        pub storage: Map<nat, un::PointsTo<T>>,
    }

    init! {
        start(cells: Seq<CellId>, storage: Map<nat, un::PointsTo<T>>) {
            require cells.len() > 1;
            require forall|i: nat| #[trigger] storage.contains_key(i) <==> i < cells.len();
            require forall|i: nat| i < cells.len() ==> (#[trigger] storage[i]).id() == cells[i as int]
                && storage[i].is_uninit();
            init cells = cells;
            init tail = 0;
            init head = 0;
            init turns = Map::new(Set::range(0, cells.len()), |slot: nat| Turn::Free(slot));
            init putting = Set::empty();
            init taking = Set::empty();
            init free = Set::empty();
            init put = Map::empty();
            init taken = Map::empty();
            init storage = storage;
        }
    }

    transition! {
        see_free(p: nat) {
            have turns >= [slot_of(p, pre.cells.len()) => Turn::Free(p)];
            add free (union)= set { p };
        }
    }

    transition! {
        begin_put(p: nat) {
            require pre.tail == p;
            have free >= set { p };
            update tail = p + 1;
            add putting += set { p };
            withdraw storage -= [slot_of(p, pre.cells.len()) => let perm] by {
                pre.lemma_free(p);
            };
            assert perm.id() == pre.cells[slot_of(p, pre.cells.len()) as int] && perm.is_uninit() by {
                pre.lemma_free(p);
            };
        }
    }

    transition! {
        end_put(p: nat, perm: un::PointsTo<T>) {
            require perm.id() == pre.cells[slot_of(p, pre.cells.len()) as int] && perm.is_init();
            remove putting -= set { p };
            remove turns -= [slot_of(p, pre.cells.len()) => let _];
            add turns += [slot_of(p, pre.cells.len()) => Turn::Full(p)];
            add put (union)= [p => perm.value()];
            deposit storage += [slot_of(p, pre.cells.len()) => perm];
        }
    }

    transition! {
        see_full(p: nat) {
            have turns >= [slot_of(p, pre.cells.len()) => Turn::Full(p)];
            birds_eye let value = pre.put[p];
            add put (union)= [p => value];
        }
    }

    transition! {
        begin_take(p: nat) {
            require pre.head == p;
            have put >= [p => let value];
            update head = p + 1;
            add taking += set { p };
            add taken += [p => value];
            withdraw storage -= [slot_of(p, pre.cells.len()) => let perm] by {
                pre.lemma_full(p);
            };
            assert perm.id() == pre.cells[slot_of(p, pre.cells.len()) as int] && perm.is_init()
                && perm.value() == value by {
                pre.lemma_full(p);
            };
        }
    }

    transition! {
        end_take(p: nat, perm: un::PointsTo<T>) {
            require perm.id() == pre.cells[slot_of(p, pre.cells.len()) as int] && perm.is_uninit();
            remove taking -= set { p };
            remove turns -= [slot_of(p, pre.cells.len()) => let _];
            add turns += [slot_of(p, pre.cells.len()) => Turn::Free(p + pre.cells.len())];
            deposit storage += [slot_of(p, pre.cells.len()) => perm];
        }
    }

    property! {
        is_free(p: nat) {
            have turns >= [slot_of(p, pre.cells.len()) => let turn];
            require turn.number() == p;
            assert turn == Turn::Free(p) by {
                lemma_slots(pre.cells.len());
            };
        }
    }

    property! {
        is_full(p: nat) {
            have turns >= [slot_of(p, pre.cells.len()) => let turn];
            require turn.number() == p + 1;
            assert turn == Turn::Full(p) by {
                lemma_slots(pre.cells.len());
            };
        }
    }

    property! {
        took_what_was_put(p: nat) {
            have put >= [p => let value];
            have taken >= [p => let other];
            assert value == other;
        }
    }

    /// The turn of the slot of a position.
    pub open spec fn turn(self, p: nat) -> Turn {
        self.turns[slot_of(p, self.cells.len())]
    }

    /// Whether the slot of a position has been free for it.
    pub open spec fn was_free(self, p: nat) -> bool {
        match self.turn(p) {
            Turn::Free(q) => p <= q,
            Turn::Full(q) => p <= q,
        }
    }

    /// Whether the slot of a position has been full for it.
    pub open spec fn was_full(self, p: nat) -> bool {
        match self.turn(p) {
            Turn::Free(q) => p < q,
            Turn::Full(q) => p <= q,
        }
    }

    #[invariant]
    pub fn slots_have_turns(&self) -> bool {
        &&& self.cells.len() > 1
        &&& self.head <= self.tail <= self.head + self.cells.len()
        &&& forall|i: nat| #[trigger] self.turns.contains_key(i) <==> i < self.cells.len()
        &&& forall|i: nat| #[trigger] self.turns.contains_key(i) ==> match self.turns[i] {
            Turn::Free(p) => slot_of(p, self.cells.len()) == i && self.head <= p < self.head + self.cells.len(),
            Turn::Full(p) => slot_of(p, self.cells.len()) == i && p < self.tail <= p + self.cells.len(),
        }
    }

    #[invariant]
    pub fn who_uses_slots(&self) -> bool {
        &&& forall|p: nat| #[trigger] self.putting.contains(p) <==> p < self.tail && self.turn(p) == Turn::Free(p)
        &&& forall|p: nat| #[trigger] self.taking.contains(p) <==> p < self.head && self.turn(p) == Turn::Full(p)
    }

    #[invariant]
    pub fn facts_stay_true(&self) -> bool {
        &&& forall|p: nat| #[trigger] self.free.contains(p) ==> self.was_free(p)
        &&& forall|p: nat| #[trigger] self.put.contains_key(p) ==> self.was_full(p)
        &&& forall|p: nat| #[trigger] self.taken.contains_key(p) <==> p < self.head
        &&& forall|p: nat| #[trigger] self.taken.contains_key(p) ==> self.put.contains_key(p) && self.put[p]
            == self.taken[p]
        &&& forall|i: nat| #[trigger] self.turns.contains_key(i) ==> match self.turns[i] {
            Turn::Free(p) => true,
            Turn::Full(p) => self.put.contains_key(p),
        }
    }

    #[invariant]
    pub fn storage_is_right(&self) -> bool {
        &&& forall|i: nat| #[trigger]
            self.storage.contains_key(i) <==> self.turns.contains_key(i) && match self.turns[i] {
            Turn::Free(p) => p >= self.tail,
            Turn::Full(p) => p >= self.head,
        }
        &&& forall|i: nat| #[trigger] self.storage.contains_key(i) ==> self.storage[i].id() == self.cells[i as int]
            && match self.turns[i] {
            Turn::Free(p) => self.storage[i].is_uninit(),
            Turn::Full(p) => self.storage[i].is_init() && self.storage[i].value() == self.put[p],
        }
    }

    /// The slot of the next position to put is free, if it ever was for this position.
    proof fn lemma_free(self, p: nat)
        requires
            self.invariant(),
            self.tail == p,
            self.free.contains(p),
        ensures
            self.turns.contains_key(slot_of(p, self.cells.len())),
            self.turn(p) == Turn::Free(p),
    {
        lemma_slots(self.cells.len());
        assert(self.turns.contains_key(slot_of(p, self.cells.len())));
    }

    /// The slot of the next position to take is full, if it ever was for this position.
    proof fn lemma_full(self, p: nat)
        requires
            self.invariant(),
            self.head == p,
            self.put.contains_key(p),
        ensures
            self.turns.contains_key(slot_of(p, self.cells.len())),
            self.turn(p) == Turn::Full(p),
    {
        lemma_slots(self.cells.len());
        assert(self.turns.contains_key(slot_of(p, self.cells.len())));
    }

    #[inductive(start)]
    fn start_inductive(post: Self, cells: Seq<CellId>, storage: Map<nat, un::PointsTo<T>>) {
        lemma_slots(cells.len());
    }

    #[inductive(see_free)]
    fn see_free_inductive(pre: Self, post: Self, p: nat) {
    }

    #[inductive(begin_put)]
    fn begin_put_inductive(pre: Self, post: Self, p: nat) {
        lemma_slots(pre.cells.len());
        pre.lemma_free(p);
    }

    #[inductive(end_put)]
    fn end_put_inductive(pre: Self, post: Self, p: nat, perm: un::PointsTo<T>) {
        lemma_slots(pre.cells.len());
    }

    #[inductive(see_full)]
    fn see_full_inductive(pre: Self, post: Self, p: nat) {
    }

    #[inductive(begin_take)]
    fn begin_take_inductive(pre: Self, post: Self, p: nat) {
        lemma_slots(pre.cells.len());
        pre.lemma_full(p);
    }

    #[inductive(end_take)]
    fn end_take_inductive(pre: Self, post: Self, p: nat, perm: un::PointsTo<T>) {
        lemma_slots(pre.cells.len());
    }
} }

struct_with_invariants! {
    /// A queue of limited length.
    pub struct Queue<T> {
        cells: Vec<un::PCell<T>>,
        turns: Vec<AtomicU64<_, Ring::turns<T>, _>>,
        tail: AtomicU64<_, Ring::tail<T>, _>,
        head: AtomicU64<_, Ring::head<T>, _>,
        instance: Tracked<Ring::Instance<T>>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        predicate {
            &&& self.cells@.len() > 1
            &&& self.turns@.len() == self.cells@.len()
            &&& self.instance@.cells().len() == self.cells@.len()
            &&& forall|i: int| 0 <= i < self.cells@.len() ==>
                self.instance@.cells()[i] == (#[trigger] self.cells@[i]).id()
        }

        invariant on turns with (instance)
            forall |slot: int|
            where (0 <= slot < self.turns@.len())
            specifically (self.turns@[slot])
            is (v: u64, g: Ring::turns<T>)
        {
            g.instance_id() == instance@.id() && g.key() == slot && g.value().number() == v
        }

        invariant on tail with (instance) is (v: u64, g: Ring::tail<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }

        invariant on head with (instance) is (v: u64, g: Ring::head<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// How an attempt ended.
pub enum Attempt<T> {
    Done(T),
    /// The queue is full, or empty.
    NoRoom,
    /// Another thread was faster.
    Again,
}

impl<T> Queue<T> {
    /// Which queue it is.
    pub closed spec fn instance(&self) -> InstanceId {
        self.instance@.id()
    }

    /// A queue for so many values.
    pub fn new(size: usize) -> (queue: Self)
        requires
            size > 1,
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
        let tracked (Tracked(instance), Tracked(tail), Tracked(head), Tracked(tokens), _, _, _, _, _) =
            Ring::Instance::start(ids, perms, perms);
        let tracked mut tokens = tokens.into_map();
        let instance = Tracked(instance);
        let mut turns: Vec<AtomicU64<_, Ring::turns<T>, _>> = Vec::new();
        for slot in 0..size
            invariant
                turns@.len() == slot,
                forall|k: nat|
                    slot <= k < size ==> #[trigger] tokens.contains_key(k) && tokens[k].instance_id() == instance@.id()
                        && tokens[k].key() == k && tokens[k].value() == Turn::Free(k),
                forall|k: int|
                    0 <= k < slot ==> (#[trigger] turns@[k]).well_formed() && turns@[k].constant() == (instance, k),
        {
            let tracked token = tokens.tracked_remove(slot as nat);
            turns.push(AtomicU64::new(Ghost((instance, slot as int)), slot as u64, Tracked(token)));
        }
        let tail = AtomicU64::new(Ghost(instance), 0, Tracked(tail));
        let head = AtomicU64::new(Ghost(instance), 0, Tracked(head));
        Queue { cells, turns, tail, head, instance }
    }

    /// The slot of a position, unless the numbers of this queue are at their end.
    fn slot(&self, position: u64) -> (slot: Option<usize>)
        ensures
            slot matches Some(slot) ==> slot < self.cells@.len() && slot == slot_of(position as nat, self.cells@.len())
                && position + self.cells@.len() <= u64::MAX,
    {
        proof {
            use_type_invariant(self);
        }
        let size = self.cells.len() as u64;
        if position > u64::MAX - size {
            return None;
        }
        proof {
            reveal(slot_of);
        }
        Some((position % size) as usize)
    }

    /// Puts a value in at the next position, if there is room.
    fn try_push(&self, value: T) -> (res: (Attempt<Tracked<Ring::put<T>>>, Option<T>))
        ensures
            match res.0 {
                Attempt::Done(fact) => fact@.instance_id() == self.instance() && fact@.value() == value,
                _ => res.1 == Some(value),
            },
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let position = self.tail.load();
        let slot = match self.slot(position) {
            Some(slot) => slot,
            None => {
                return (Attempt::NoRoom, Some(value));
            },
        };
        let tracked mut free = None;
        let number = atomic_with_ghost!(
            self.turns[slot] => load();
            returning number;
            ghost g => {
                if number == position {
                    instance.is_free(position as nat, &g);
                    free = Some(instance.see_free(position as nat, &g));
                }
            }
        );
        if number < position {
            return (Attempt::NoRoom, Some(value));
        }
        if number > position {
            return (Attempt::Again, Some(value));
        }
        let tracked free = free.tracked_unwrap();
        let tracked mut begun = None;
        let result = atomic_with_ghost!(
            self.tail => compare_exchange(position, position + 1);
            returning res;
            ghost g => {
                if res is Ok {
                    begun = Some(instance.begin_put(position as nat, &mut g, &free));
                }
            }
        );
        if result.is_err() {
            return (Attempt::Again, Some(value));
        }
        let tracked (Tracked(token), Tracked(perm)) = begun.tracked_unwrap();
        let tracked mut perm = perm;
        self.cells[slot].put(Tracked(&mut perm), value);
        let tracked mut fact = None;
        atomic_with_ghost!(
            self.turns[slot] => store(position + 1);
            ghost g => {
                let tracked (Tracked(turn), Tracked(put)) = instance.end_put(position as nat, perm, g, token, perm);
                g = turn;
                fact = Some(put);
            }
        );
        (Attempt::Done(Tracked(fact.tracked_unwrap())), None)
    }

    /// Puts a value in. The fact says at which position. A full queue gives the value back.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn push(&self, value: T) -> (res: Result<Tracked<Ring::put<T>>, T>)
        ensures
            match res {
                Ok(fact) => fact@.instance_id() == self.instance() && fact@.value() == value,
                Err(back) => back == value,
            },
    {
        let mut kept = value;
        loop
            invariant
                kept == value,
        {
            match self.try_push(kept) {
                (Attempt::Done(fact), _) => {
                    return Ok(fact);
                },
                (Attempt::NoRoom, back) => {
                    return Err(back.unwrap());
                },
                (Attempt::Again, back) => {
                    kept = back.unwrap();
                },
            }
        }
    }

    /// Takes the value of the next position out, if it is there.
    fn try_pop(&self) -> (res: Attempt<(T, Tracked<Ring::taken<T>>)>)
        ensures
            res matches Attempt::Done(res) ==> res.1@.instance_id() == self.instance() && res.1@.value() == res.0,
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let position = self.head.load();
        let slot = match self.slot(position) {
            Some(slot) => slot,
            None => {
                return Attempt::NoRoom;
            },
        };
        let tracked mut full = None;
        let number = atomic_with_ghost!(
            self.turns[slot] => load();
            returning number;
            ghost g => {
                if number == position + 1 {
                    instance.is_full(position as nat, &g);
                    full = Some(instance.see_full(position as nat, &g));
                }
            }
        );
        if number < position + 1 {
            return Attempt::NoRoom;
        }
        if number > position + 1 {
            return Attempt::Again;
        }
        let tracked (_, Tracked(full)) = full.tracked_unwrap();
        let tracked mut begun = None;
        let result = atomic_with_ghost!(
            self.head => compare_exchange(position, position + 1);
            returning res;
            ghost g => {
                if res is Ok {
                    begun = Some(instance.begin_take(position as nat, &mut g, &full));
                }
            }
        );
        if result.is_err() {
            return Attempt::Again;
        }
        let tracked (Tracked(token), Tracked(taken), Tracked(perm)) = begun.tracked_unwrap();
        let tracked mut perm = perm;
        let value = self.cells[slot].take(Tracked(&mut perm));
        let size = self.cells.len() as u64;
        atomic_with_ghost!(
            self.turns[slot] => store(position + size);
            ghost g => {
                g = instance.end_take(position as nat, perm, g, token, perm);
            }
        );
        Attempt::Done((value, Tracked(taken)))
    }

    /// Takes a value out, if there is one. Nobody else has a token for its position.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn pop(&self) -> (res: Option<(T, Tracked<Ring::taken<T>>)>)
        ensures
            res matches Some(res) ==> res.1@.instance_id() == self.instance() && res.1@.value() == res.0,
    {
        loop {
            match self.try_pop() {
                Attempt::Done(res) => {
                    return Some(res);
                },
                Attempt::NoRoom => {
                    return None;
                },
                Attempt::Again => {},
            }
        }
    }

    /// The value that was taken at a position is the one that was put there.
    pub proof fn took_what_was_put(tracked &self, tracked put: &Ring::put<T>, tracked taken: &Ring::taken<T>)
        requires
            put.instance_id() == self.instance(),
            taken.instance_id() == self.instance(),
            put.key() == taken.key(),
        ensures
            put.value() == taken.value(),
    {
        self.instance.borrow().took_what_was_put(put.key(), put, taken);
    }
}

/// Puts the numbers from `from` up to `to` in.
#[verifier::exec_allows_no_decreases_clause]
fn send(queue: &Queue<u64>, from: u64, to: u64) {
    for number in from..to {
        while queue.push(number).is_err() {
        }
    }
}

/// Takes `n` numbers out. The result is their sum.
#[verifier::exec_allows_no_decreases_clause]
fn receive(queue: &Queue<u64>, n: u64) -> (sum: u64) {
    let mut sum: u64 = 0;
    let mut i = 0;
    while i < n
        invariant
            i <= n,
    {
        if let Some((number, _)) = queue.pop() {
            sum = sum.wrapping_add(number);
            i = i + 1;
        }
    }
    sum
}

/// As many threads that send as that receive. The result is the sum of what was received.
fn exchange(size: usize, pairs: u64, n: u64) -> (sum: Option<u64>)
    requires
        size > 1,
        pairs <= 64,
        n <= 1_000_000,
{
    let queue = Arc::new(Queue::new(size));
    let mut senders: Vec<JoinHandle<()>> = Vec::new();
    let mut receivers: Vec<JoinHandle<u64>> = Vec::new();
    let mut from: u64 = 0;
    for i in 0..pairs
        invariant
            pairs <= 64,
            n <= 1_000_000,
            from <= i * 1_000_000,
    {
        let to = from + n;
        let queue1 = queue.clone();
        senders.push(spawn(move || send(&queue1, from, to)));
        let queue2 = queue.clone();
        receivers.push(spawn(move || receive(&queue2, n)));
        from = to;
    }
    while senders.len() > 0
        decreases senders@.len(),
    {
        if senders.pop().unwrap().join().is_err() {
            return None;
        }
    }
    let mut sum: u64 = 0;
    while receivers.len() > 0
        decreases receivers@.len(),
    {
        match receivers.pop().unwrap().join() {
            Ok(part) => {
                sum = sum.wrapping_add(part);
            },
            Err(_) => {
                return None;
            },
        }
    }
    Some(sum)
}

} // verus!

/// Each number comes out once.
fn main() {
    assert_eq!(exchange(4, 3, 50_000), Some(150_000 * 149_999 / 2));
}
