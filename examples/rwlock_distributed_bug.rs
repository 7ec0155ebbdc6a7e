//! The lock of `rwlock_distributed.rs` with a bug: a writer does not look at the last slot, so it may come in while the
//! readers of this slot are in.
//~ fails

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

use vstd::multiset::Multiset;

/// Which values may be in a lock.
pub trait Predicate<T>: Sized {
    spec fn holds(self, v: T) -> bool;
}

/// How far a writer is.
pub enum Phase {
    /// It has seen so many slots empty.
    Waiting(nat),
    /// It has the value.
    Inside,
}

tokenized_state_machine! { Counts<T, P: Predicate<T>> {
    fields {
        #[sharding(constant)]
        pub cell: CellId,

        /// Which values may be in the cell.
        #[sharding(constant)]
        pub good: P,

        /// How many slots there are.
        #[sharding(constant)]
        pub slots: nat,

        /// Whether a writer announced itself and has not left.
        #[sharding(variable)]
        pub taken: bool,

        /// The count in each slot.
        #[sharding(map)]
        pub counts: Map<nat, nat>,

        #[sharding(option)]
        pub writer: Option<Phase>,

        /// The slots of those who counted themselves and have not looked for a writer.
        #[sharding(multiset)]
        pub pending: Multiset<nat>,

        /// The slots of those who are in.
        #[sharding(multiset)]
        pub readers: Multiset<(nat, un::PointsTo<T>)>,

        #[sharding(storage_option)]
        pub storage: Option<un::PointsTo<T>>,
    }

    init! {
        start(cell: CellId, good: P, slots: nat, perm: un::PointsTo<T>) {
            require perm.id() == cell && perm.is_init() && good.holds(perm.value());
            init cell = cell;
            init good = good;
            init slots = slots;
            init taken = false;
            init counts = Map::new(Set::range(0, slots), |slot: nat| 0nat);
            init writer = None;
            init pending = Multiset::empty();
            init readers = Multiset::empty();
            init storage = Some(perm);
        }
    }

    transition! {
        count(slot: nat) {
            remove counts -= [slot => let n];
            add counts += [slot => n + 1];
            add pending += { slot };
        }
    }

    transition! {
        enter(slot: nat) {
            require !pre.taken;
            remove pending -= { slot };
            birds_eye let perm = pre.storage->0;
            add readers += { (slot, perm) };
            assert perm.id() == pre.cell && perm.is_init() && pre.good.holds(perm.value());
        }
    }

    transition! {
        give_up(slot: nat) {
            remove pending -= { slot };
            remove counts -= [slot => let n];
            add counts += [slot => (n - 1) as nat];
        }
    }

    transition! {
        leave(slot: nat, perm: un::PointsTo<T>) {
            remove readers -= { (slot, perm) };
            remove counts -= [slot => let n];
            add counts += [slot => (n - 1) as nat];
        }
    }

    transition! {
        announce() {
            require !pre.taken;
            update taken = true;
            add writer += Some(Phase::Waiting(0));
        }
    }

    transition! {
        see_empty(slot: nat) {
            have counts >= [slot => 0];
            remove writer -= Some(Phase::Waiting(slot));
            add writer += Some(Phase::Waiting(slot + 1));
        }
    }

    transition! {
        write() {
            remove writer -= Some(Phase::Waiting(pre.slots));
            add writer += Some(Phase::Inside);
            withdraw storage -= Some(let perm);
            assert perm.id() == pre.cell && perm.is_init() && pre.good.holds(perm.value());
        }
    }

    transition! {
        end_write(perm: un::PointsTo<T>) {
            require perm.id() == pre.cell && perm.is_init() && pre.good.holds(perm.value());
            remove writer -= Some(Phase::Inside);
            update taken = false;
            deposit storage += Some(perm);
        }
    }

    property! {
        look(slot: nat, perm: un::PointsTo<T>) {
            have readers >= { (slot, perm) };
            guard storage >= Some(perm);
        }
    }

    property! {
        pending_is_counted(slot: nat) {
            have pending >= { slot };
            have counts >= [slot => let n];
            assert n > 0;
        }
    }

    property! {
        reader_is_counted(slot: nat, perm: un::PointsTo<T>) {
            have readers >= { (slot, perm) };
            have counts >= [slot => let n];
            assert n > 0;
        }
    }

    /// How many readers are in through a slot.
    pub open spec fn inside(self, slot: nat) -> nat {
        match self.storage {
            Some(perm) => self.readers.count((slot, perm)),
            None => 0,
        }
    }

    #[invariant]
    pub fn readers_are_counted(&self) -> bool {
        forall|slot: nat| #[trigger] self.counts.contains_key(slot) ==> self.counts[slot] == self.pending.count(slot)
            + self.inside(slot)
    }

    #[invariant]
    pub fn readers_have_slots(&self) -> bool {
        &&& forall|slot: nat| slot < self.slots <==> #[trigger] self.counts.contains_key(slot)
        &&& forall|slot: nat| #[trigger] self.pending.count(slot) > 0 ==> slot < self.slots
        &&& forall|slot: nat, perm: un::PointsTo<T>|
            #[trigger] self.readers.count((slot, perm)) > 0 ==> slot < self.slots && self.storage == Some(perm)
    }

    #[invariant]
    pub fn seen_slots_are_empty(&self) -> bool {
        match self.writer {
            Some(Phase::Waiting(seen)) => seen <= self.slots && forall|slot: nat, perm: un::PointsTo<T>|
                slot < seen ==> #[trigger] self.readers.count((slot, perm)) == 0,
            _ => true,
        }
    }

    #[invariant]
    pub fn stored_while_nobody_writes(&self) -> bool {
        &&& self.taken <==> self.writer is Some
        &&& self.storage is None <==> self.writer == Some(Phase::Inside)
        &&& self.storage matches Some(perm) ==> perm.id() == self.cell && perm.is_init() && self.good.holds(
            perm.value(),
        )
    }

    #[inductive(start)]
    fn start_inductive(post: Self, cell: CellId, good: P, slots: nat, perm: un::PointsTo<T>) {
    }

    #[inductive(count)]
    fn count_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(enter)]
    fn enter_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(give_up)]
    fn give_up_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(leave)]
    fn leave_inductive(pre: Self, post: Self, slot: nat, perm: un::PointsTo<T>) {
    }

    #[inductive(announce)]
    fn announce_inductive(pre: Self, post: Self) {
    }

    #[inductive(see_empty)]
    fn see_empty_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(write)]
    fn write_inductive(pre: Self, post: Self) {
    }

    #[inductive(end_write)]
    fn end_write_inductive(pre: Self, post: Self, perm: un::PointsTo<T>) {
    }
} }

struct_with_invariants! {
    /// A value that many readers or one writer may have.
    pub struct RwLock<T, P: Predicate<T>> {
        taken: AtomicBool<_, Counts::taken<T, P>, _>,
        counts: Vec<AtomicU64<_, Counts::counts<T, P>, _>>,
        cell: un::PCell<T>,
        instance: Tracked<Counts::Instance<T, P>>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        predicate {
            &&& self.instance@.cell() == self.cell.id()
            &&& self.instance@.slots() == self.counts@.len()
        }

        invariant on taken with (instance) is (v: bool, g: Counts::taken<T, P>) {
            g.instance_id() == instance@.id() && g.value() == v
        }

        invariant on counts with (instance)
            forall |slot: int|
            where (0 <= slot < self.counts@.len())
            specifically (self.counts@[slot])
            is (v: u64, g: Counts::counts<T, P>)
        {
            g.instance_id() == instance@.id() && g.key() == slot && g.value() == v
        }
    }
}

/// The right to look at the value of a lock. As long as it is there, the value stays as it is.
pub struct ReadGuard<'a, T, P: Predicate<T>> {
    lock: &'a RwLock<T, P>,
    slot: usize,
    token: Tracked<Counts::readers<T, P>>,
}

/// The right to put a value into a lock. As long as it is there, nobody else is in.
pub struct WriteGuard<'a, T, P: Predicate<T>> {
    lock: &'a RwLock<T, P>,
    token: Tracked<Counts::writer<T, P>>,
    perm: Tracked<un::PointsTo<T>>,
}

impl<T, P: Predicate<T>> RwLock<T, P> {
    /// Which values may be in it.
    pub closed spec fn predicate(&self) -> P {
        self.instance@.good()
    }

    /// How many slots it has.
    pub closed spec fn slots(&self) -> nat {
        self.counts@.len()
    }

    /// A lock with a value.
    pub fn new(value: T, slots: usize, Ghost(good): Ghost<P>) -> (lock: Self)
        requires
            good.holds(value),
        ensures
            lock.predicate() == good,
            lock.slots() == slots,
    {
        let (cell, Tracked(perm)) = un::PCell::new(value);
        let tracked (Tracked(instance), Tracked(taken), Tracked(tokens), _, _, _) = Counts::Instance::start(
            cell.id(),
            good,
            slots as nat,
            perm,
            Some(perm),
        );
        let tracked mut tokens = tokens.into_map();
        let instance = Tracked(instance);
        let taken = AtomicBool::new(Ghost(instance), false, Tracked(taken));
        let mut counts: Vec<AtomicU64<_, Counts::counts<T, P>, _>> = Vec::new();
        for slot in 0..slots
            invariant
                counts@.len() == slot,
                forall|k: nat|
                    slot <= k < slots ==> #[trigger] tokens.contains_key(k) && tokens[k].instance_id() == instance@.id()
                        && tokens[k].key() == k && tokens[k].value() == 0,
                forall|k: int|
                    0 <= k < slot ==> (#[trigger] counts@[k]).well_formed() && counts@[k].constant() == (instance, k),
        {
            let ghost before = tokens;
            let tracked token = tokens.tracked_remove(slot as nat);
            assert(tokens == before.remove(slot as nat));
            let count = AtomicU64::new(Ghost((instance, slot as int)), 0, Tracked(token));
            assert(count.well_formed() && count.constant() == (instance, slot as int));
            counts.push(count);
        }
        RwLock { taken, counts, cell, instance }
    }

    /// Comes in through a slot, unless there is a writer or another reader is faster.
    pub fn try_read(&self, slot: usize) -> (guard: Option<ReadGuard<'_, T, P>>)
        requires
            slot < self.slots(),
        ensures
            guard matches Some(guard) ==> guard.lock() == *self && self.predicate().holds(guard.value()),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let count = self.counts[slot].load();
        if count == u64::MAX {
            return None;
        }
        let tracked mut pending = None;
        let counted = atomic_with_ghost!(
            self.counts[slot] => compare_exchange(count, count + 1);
            returning res;
            ghost g => {
                if res is Ok {
                    let tracked (Tracked(counted), Tracked(token)) = instance.count(slot as nat, g);
                    g = counted;
                    pending = Some(token);
                }
            }
        );
        if counted.is_err() {
            return None;
        }
        let tracked mut token = None;
        let taken = atomic_with_ghost!(
            self.taken => load();
            returning taken;
            ghost g => {
                if !taken {
                    token = Some(instance.enter(slot as nat, &g, pending.tracked_take()));
                }
            }
        );
        if !taken {
            let tracked (Tracked(token), _) = token.tracked_unwrap();
            return Some(ReadGuard { lock: self, slot, token: Tracked(token) });
        }
        atomic_with_ghost!(
            self.counts[slot] => fetch_sub(1);
            ghost g => {
                let tracked pending = pending.tracked_unwrap();
                instance.pending_is_counted(slot as nat, &g, &pending);
                g = instance.give_up(slot as nat, g, pending);
            }
        );
        None
    }

    /// Comes in through a slot when there is no writer.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn read(&self, slot: usize) -> (guard: ReadGuard<'_, T, P>)
        requires
            slot < self.slots(),
        ensures
            guard.lock() == *self,
            self.predicate().holds(guard.value()),
    {
        loop
            invariant
                slot < self.slots(),
        {
            if let Some(guard) = self.try_read(slot) {
                return guard;
            }
        }
    }

    /// Waits until a slot is empty.
    #[verifier::exec_allows_no_decreases_clause]
    fn wait_for(&self, slot: usize, Tracked(token): Tracked<Counts::writer<T, P>>) -> (res: Tracked<
        Counts::writer<T, P>,
    >)
        requires
            slot < self.slots(),
            token.instance_id() == self.instance@.id(),
            token.value() == Phase::Waiting(slot as nat),
        ensures
            res@.instance_id() == self.instance@.id(),
            res@.value() == Phase::Waiting(slot as nat + 1),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked mut token = token;
        loop
            invariant
                self.wf(),
                slot < self.slots(),
                token.instance_id() == self.instance@.id(),
                token.value() == Phase::Waiting(slot as nat),
        {
            let count = atomic_with_ghost!(
                self.counts[slot] => load();
                returning count;
                ghost g => {
                    if count == 0 {
                        token = self.instance.borrow().see_empty(slot as nat, &g, token);
                    }
                }
            );
            if count == 0 {
                return Tracked(token);
            }
        }
    }

    /// Waits until nobody else is in, and takes the value out.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn write(&self) -> (res: (T, WriteGuard<'_, T, P>))
        ensures
            res.1.lock() == *self,
            self.predicate().holds(res.0),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked mut announced: Option<Counts::writer<T, P>> = None;
        loop
            invariant_except_break
                self.wf(),
                *instance == self.instance@,
            ensures
                announced matches Some(token) && token.instance_id() == self.instance@.id() && token.value()
                    == Phase::Waiting(0),
        {
            let result = atomic_with_ghost!(
                self.taken => compare_exchange(false, true);
                returning res;
                ghost g => {
                    if res is Ok {
                        announced = Some(instance.announce(&mut g));
                    }
                }
            );
            if result.is_ok() {
                break;
            }
        }
        let mut token = Tracked(announced.tracked_unwrap());
        for slot in 0..self.counts.len().saturating_sub(1)
            invariant
                self.wf(),
                token@.instance_id() == self.instance@.id(),
                token@.value() == Phase::Waiting(slot as nat),
        {
            token = self.wait_for(slot, token);
        }
        let tracked (Tracked(token), Tracked(perm)) = instance.write(token.get()); // FAILS
        let tracked mut perm = perm;
        let value = self.cell.take(Tracked(&mut perm));
        (value, WriteGuard { lock: self, token: Tracked(token), perm: Tracked(perm) })
    }
}

impl<'a, T, P: Predicate<T>> ReadGuard<'a, T, P> {
    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        let (slot, perm) = self.token@.element();
        &&& self.token@.instance_id() == self.lock.instance@.id()
        &&& self.slot < self.lock.counts@.len()
        &&& slot == self.slot
        &&& perm.id() == self.lock.cell.id()
        &&& perm.is_init()
    }

    /// The lock.
    pub closed spec fn lock(&self) -> RwLock<T, P> {
        *self.lock
    }

    /// The value.
    pub closed spec fn value(&self) -> T {
        self.token@.element().1.value()
    }

    /// Looks at the value.
    pub fn borrow(&self) -> (value: &T)
        ensures
            *value == self.value(),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked perm = self.lock.instance.borrow().look(
            self.slot as nat,
            self.token@.element().1,
            self.token.borrow(),
        );
        self.lock.cell.borrow(Tracked(perm))
    }

    /// Leaves.
    pub fn release(self) {
        proof {
            use_type_invariant(&self);
            use_type_invariant(self.lock);
        }
        let ReadGuard { lock, slot, token: Tracked(token) } = self;
        atomic_with_ghost!(
            lock.counts[slot] => fetch_sub(1);
            ghost g => {
                lock.instance.borrow().reader_is_counted(slot as nat, token.element().1, &g, &token);
                g = lock.instance.borrow().leave(slot as nat, token.element().1, g, token);
            }
        );
    }
}

impl<'a, T, P: Predicate<T>> WriteGuard<'a, T, P> {
    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        &&& self.token@.instance_id() == self.lock.instance@.id()
        &&& self.token@.value() == Phase::Inside
        &&& self.perm@.id() == self.lock.cell.id()
        &&& self.perm@.is_uninit()
    }

    /// The lock.
    pub closed spec fn lock(&self) -> RwLock<T, P> {
        *self.lock
    }

    /// Puts a value in, and leaves.
    pub fn release(self, value: T)
        requires
            self.lock().predicate().holds(value),
    {
        proof {
            use_type_invariant(&self);
            use_type_invariant(self.lock);
        }
        let WriteGuard { lock, token: Tracked(token), perm: Tracked(mut perm) } = self;
        lock.cell.put(Tracked(&mut perm), value);
        atomic_with_ghost!(
            lock.taken => store(false);
            ghost g => {
                lock.instance.borrow().end_write(perm, &mut g, token, perm);
            }
        );
    }
}

/// Two numbers that are the same.
pub struct Twins;

impl Predicate<(u64, u64)> for Twins {
    open spec fn holds(self, v: (u64, u64)) -> bool {
        v.0 == v.1
    }
}

/// Counts both numbers up, `n` times.
fn write_all(lock: &RwLock<(u64, u64), Twins>, n: u64)
    requires
        lock.predicate() == Twins,
{
    for _ in 0..n
        invariant
            lock.predicate() == Twins,
    {
        let ((mut a, mut b), guard) = lock.write();
        a = a.wrapping_add(1);
        b = b.wrapping_add(1);
        guard.release((a, b));
    }
}

/// Looks at the numbers `n` times. As long as it has the guard, they stay what they are.
fn read_all(lock: &RwLock<(u64, u64), Twins>, slot: usize, n: u64)
    requires
        lock.predicate() == Twins,
        slot < lock.slots(),
{
    for _ in 0..n
        invariant
            lock.predicate() == Twins,
            slot < lock.slots(),
    {
        let guard = lock.read(slot);
        let first = *guard.borrow();
        let second = *guard.borrow();
        assert!(first.0 == first.1 && first.0 == second.0);
        guard.release();
    }
}

/// Threads that read, each with a slot that another one has, too, and threads that write. The result is what the
/// writers counted up to.
fn run(readers: usize, writers: usize, n: u64) -> (counted: Option<u64>)
    requires
        1 <= readers <= 64,
        writers <= 64,
        n <= 1_000_000,
{
    let slots = (readers + 1) / 2;
    let lock = Arc::new(RwLock::new((0u64, 0u64), slots, Ghost(Twins)));
    let mut handles: Vec<JoinHandle<()>> = Vec::new();
    for i in 0..readers
        invariant
            slots == (readers + 1) / 2,
            1 <= readers <= 64,
            lock.predicate() == Twins,
            lock.slots() == slots,
    {
        let lock = lock.clone();
        handles.push(spawn(move || read_all(&lock, i / 2, n)));
    }
    for _ in 0..writers
        invariant
            lock.predicate() == Twins,
    {
        let lock = lock.clone();
        handles.push(spawn(move || write_all(&lock, n)));
    }
    while handles.len() > 0
        decreases handles@.len(),
    {
        if handles.pop().unwrap().join().is_err() {
            return None;
        }
    }
    let ((a, b), guard) = lock.write();
    guard.release((a, b));
    Some(a)
}

} // verus!

/// No write is lost.
fn main() {
    assert_eq!(run(3, 2, 200_000), Some(400_000));
}
