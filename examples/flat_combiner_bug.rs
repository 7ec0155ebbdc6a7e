//! The object of `flat_combiner.rs` with a bug: whoever has the lock takes each slot that is not empty for a request.
//! So a request whose thread has not seen its answer yet would be done again.
//~ fails

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;
use vstd::raw_ptr::MemContents;
use vstd::thread::{spawn, JoinHandle};
use vstd::tokens::InstanceId;

verus! {

/// An object for one thread, with requests `Q` and answers `A`.
pub trait Object<Q, A>: Sized {
    /// The state after a request.
    spec fn after(self, request: Q) -> Self;

    /// The answer to a request.
    spec fn answer(self, request: Q) -> A;

    /// Does a request.
    fn run(&mut self, request: Q) -> (answer: A)
        ensures
            *final(self) == old(self).after(request),
            answer == old(self).answer(request),
    ;
}

/// A request, with its answer.
pub struct Entry<Q, A> {
    pub request: Q,
    pub answer: A,
}

/// What is in the cell of a slot.
pub enum Message<Q, A> {
    Request(Q),
    Answer(A),
}

/// What a slot waits for.
pub enum Phase<Q> {
    /// A request.
    Empty,
    /// An answer to this request.
    Asked(Q),
    /// The thread, which gets the entry at this place of the log.
    Answered(nat),
}

impl<Q> Phase<Q> {
    /// The number that stands for it.
    pub open spec fn number(self) -> u8 {
        match self {
            Phase::Empty => 0,
            Phase::Asked(_) => 1,
            Phase::Answered(_) => 2,
        }
    }
}

/// The state that a log leads to.
pub open spec fn replay<Q, A, O: Object<Q, A>>(first: O, log: Seq<Entry<Q, A>>) -> O
    decreases log.len(),
{
    if log.len() == 0 {
        first
    } else {
        replay(first, log.drop_last()).after(log.last().request)
    }
}

tokenized_state_machine! { Combining<Q, A, O: Object<Q, A>> {
    fields {
        /// The cells of the slots.
        #[sharding(constant)]
        pub cells: Seq<CellId>,

        /// The state before all requests.
        #[sharding(constant)]
        pub first: O,

        #[sharding(map)]
        pub phases: Map<nat, Phase<Q>>,

        /// What the thread of each slot has asked for.
        #[sharding(map)]
        pub threads: Map<nat, Option<Q>>,

        /// The request that is done now, and its slot.
        #[sharding(variable)]
        pub busy: Option<(nat, Q)>,

        /// All that was done.
        #[sharding(variable)]
        pub log: Seq<Entry<Q, A>>,

        /// The entries of those who got their answer.
        #[sharding(map)]
        pub got: Map<nat, Entry<Q, A>>,

        #[sharding(storage_map)]
        pub storage: Map<nat, un::PointsTo<Message<Q, A>>>,
    }

    init! {
        start(cells: Seq<CellId>, first: O) {
            init cells = cells;
            init first = first;
            init phases = Map::new(Set::range(0, cells.len()), |slot: nat| Phase::<Q>::Empty);
            init threads = Map::new(Set::range(0, cells.len()), |slot: nat| None::<Q>);
            init busy = None;
            init log = Seq::empty();
            init got = Map::empty();
            init storage = Map::empty();
        }
    }

    transition! {
        ask(slot: nat, request: Q, perm: un::PointsTo<Message<Q, A>>) {
            require perm.id() == pre.cells[slot as int];
            require perm.mem_contents() == MemContents::Init(Message::<Q, A>::Request(request));
            remove threads -= [slot => None];
            add threads += [slot => Some(request)];
            remove phases -= [slot => let _];
            add phases += [slot => Phase::Asked(request)];
            deposit storage += [slot => perm];
        }
    }

    transition! {
        begin(slot: nat) {
            require pre.busy is None;
            have phases >= [slot => let phase];
            require let Phase::Asked(request) = phase;
            update busy = Some((slot, request));
            withdraw storage -= [slot => let perm];
            assert perm.id() == pre.cells[slot as int];
            assert perm.mem_contents() == MemContents::Init(Message::<Q, A>::Request(request));
        }
    }

    transition! {
        end(slot: nat, answer: A, perm: un::PointsTo<Message<Q, A>>) {
            require let Some((busy, request)) = pre.busy;
            require slot == busy;
            require perm.id() == pre.cells[slot as int];
            require perm.mem_contents() == MemContents::Init(Message::<Q, A>::Answer(answer));
            remove phases -= [slot => let _];
            require answer == replay(pre.first, pre.log).answer(request);
            add phases += [slot => Phase::Answered(pre.log.len())];
            update log = pre.log.push(Entry { request, answer });
            update busy = None;
            deposit storage += [slot => perm];
        }
    }

    transition! {
        collect(slot: nat) {
            remove threads -= [slot => let asked];
            require asked is Some;
            add threads += [slot => None];
            remove phases -= [slot => let phase];
            require phase is Answered;
            add phases += [slot => Phase::Empty];
            birds_eye let entry = pre.log[phase->Answered_0 as int];
            add got += [phase->Answered_0 => entry];
            withdraw storage -= [slot => let perm];
            assert entry.request == asked->0;
            assert perm.id() == pre.cells[slot as int];
            assert perm.mem_contents() == MemContents::Init(Message::<Q, A>::Answer(entry.answer));
        }
    }

    property! {
        is_idle(slot: nat) {
            have threads >= [slot => None];
            have phases >= [slot => let phase];
            assert phase is Empty;
        }
    }

    property! {
        is_in_log(at: nat) {
            have got >= [at => let entry];
            assert at < pre.log.len() && pre.log[at as int] == entry;
        }
    }

    property! {
        is_sequential(at: nat) {
            have got >= [at => let entry];
            birds_eye let log = pre.log;
            assert at < log.len() && entry.answer == replay(pre.first, log.take(at as int)).answer(entry.request);
        }
    }

    #[invariant]
    pub fn slots_are_there(&self) -> bool {
        &&& forall|slot: nat| #[trigger] self.phases.contains_key(slot) <==> slot < self.cells.len()
        &&& forall|slot: nat| #[trigger] self.threads.contains_key(slot) <==> slot < self.cells.len()
        &&& self.busy matches Some((slot, request)) ==> self.phases.contains_key(slot) && self.phases[slot]
            == Phase::<Q>::Asked(request)
    }

    #[invariant]
    pub fn answers_are_in_log(&self) -> bool {
        &&& forall|slot: nat| #[trigger] self.phases.contains_key(slot) ==> self.threads.contains_key(slot)
            && match self.phases[slot] {
            Phase::Empty => self.threads[slot] is None,
            Phase::Asked(request) => self.threads[slot] == Some(request),
            Phase::Answered(at) => at < self.log.len() && !self.got.contains_key(at) && self.threads[slot] == Some(
                self.log[at as int].request,
            ),
        }
        &&& forall|slot: nat, other: nat|
            #![trigger self.phases[slot], self.phases[other]]
            self.phases.contains_key(slot) && self.phases.contains_key(other) && slot != other
                && self.phases[slot] is Answered ==> self.phases[slot] != self.phases[other]
        &&& forall|at: nat| #[trigger] self.got.contains_key(at) ==> at < self.log.len() && self.got[at]
            == self.log[at as int]
    }

    #[invariant]
    pub fn log_is_sequential(&self) -> bool {
        forall|at: int|
            0 <= at < self.log.len() ==> (#[trigger] self.log[at]).answer
                == replay(self.first, self.log.take(at)).answer(self.log[at].request)
    }

    #[invariant]
    pub fn storage_is_right(&self) -> bool {
        &&& forall|slot: nat| #[trigger] self.storage.contains_key(slot) <==> self.phases.contains_key(slot)
            && !(self.phases[slot] is Empty) && !(self.busy matches Some(busy) && busy.0 == slot)
        &&& forall|slot: nat| #[trigger] self.storage.contains_key(slot) ==> {
            let perm = self.storage[slot];
            &&& perm.id() == self.cells[slot as int]
            &&& match self.phases[slot] {
                Phase::Empty => true,
                Phase::Asked(request) => perm.mem_contents() == MemContents::Init(Message::<Q, A>::Request(request)),
                Phase::Answered(at) => perm.mem_contents() == MemContents::Init(
                    Message::<Q, A>::Answer(self.log[at as int].answer),
                ),
            }
        }
    }

    #[inductive(start)]
    fn start_inductive(post: Self, cells: Seq<CellId>, first: O) {
    }

    #[inductive(ask)]
    fn ask_inductive(pre: Self, post: Self, slot: nat, request: Q, perm: un::PointsTo<Message<Q, A>>) {
    }

    #[inductive(begin)]
    fn begin_inductive(pre: Self, post: Self, slot: nat) {
    }

    #[inductive(end)]
    fn end_inductive(pre: Self, post: Self, slot: nat, answer: A, perm: un::PointsTo<Message<Q, A>>) {
        assert forall|at: int| 0 <= at < post.log.len() implies (#[trigger] post.log[at]).answer == replay(
            post.first,
            post.log.take(at),
        ).answer(post.log[at].request) by {
            assert(post.log.take(at) =~= pre.log.take(at));
            assert(pre.log.take(pre.log.len() as int) =~= pre.log);
        }
    }

    #[inductive(collect)]
    fn collect_inductive(pre: Self, post: Self, slot: nat) {
    }
} }

/// What belongs to the lock while nobody has it.
pub tracked struct Free<Q, A, O: Object<Q, A>> {
    pub tracked perm: un::PointsTo<O>,
    pub tracked busy: Combining::busy<Q, A, O>,
    pub tracked log: Combining::log<Q, A, O>,
}

impl<Q, A, O: Object<Q, A>> Free<Q, A, O> {
    /// Whether the object is in the state that the log leads to, and no request is being done.
    pub open spec fn is_right(self, object: un::PCell<O>, instance: Combining::Instance<Q, A, O>) -> bool {
        &&& self.perm.id() == object.id()
        &&& self.perm.is_init()
        &&& self.busy.instance_id() == instance.id()
        &&& self.busy.value() is None
        &&& self.log.instance_id() == instance.id()
        &&& self.perm.value() == replay(instance.first(), self.log.value())
    }
}

struct_with_invariants! {
    /// An object that threads use at once.
    pub struct Combiner<Q, A, O: Object<Q, A>> {
        object: un::PCell<O>,
        taken: AtomicBool<_, Option<Free<Q, A, O>>, _>,
        cells: Vec<un::PCell<Message<Q, A>>>,
        phases: Vec<AtomicU8<_, Combining::phases<Q, A, O>, _>>,
        instance: Tracked<Combining::Instance<Q, A, O>>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        predicate {
            &&& self.phases@.len() == self.cells@.len()
            &&& self.instance@.cells().len() == self.cells@.len()
            &&& forall|i: int| 0 <= i < self.cells@.len() ==>
                self.instance@.cells()[i] == (#[trigger] self.cells@[i]).id()
        }

        invariant on taken with (object, instance) is (v: bool, g: Option<Free<Q, A, O>>) {
            match g {
                None => v,
                Some(free) => !v && free.is_right(object, instance@),
            }
        }

        invariant on phases with (instance)
            forall |slot: int|
            where (0 <= slot < self.phases@.len())
            specifically (self.phases@[slot])
            is (v: u8, g: Combining::phases<Q, A, O>)
        {
            g.instance_id() == instance@.id() && g.key() == slot && g.value().number() == v
        }
    }
}

/// The right to use a slot.
pub tracked struct Slot<Q, A, O: Object<Q, A>> {
    tracked thread: Combining::threads<Q, A, O>,
    tracked perm: un::PointsTo<Message<Q, A>>,
}

impl<Q, A, O: Object<Q, A>> Slot<Q, A, O> {
    /// Whether it is the right to use the slot of this number and cell, and nothing is asked for.
    pub closed spec fn is_free(self, instance: InstanceId, number: nat, cell: CellId) -> bool {
        &&& self.thread.instance_id() == instance
        &&& self.thread.key() == number
        &&& self.thread.value() is None
        &&& self.perm.id() == cell
        &&& self.perm.is_uninit()
    }
}

impl<Q, A, O: Object<Q, A>> Combiner<Q, A, O> {
    /// The state before all requests.
    pub closed spec fn first(&self) -> O {
        self.instance@.first()
    }

    /// How many slots there are.
    pub closed spec fn slots(&self) -> nat {
        self.cells@.len()
    }

    /// Whether this is the right to use the slot.
    pub closed spec fn is_slot(&self, slot: Slot<Q, A, O>, number: nat) -> bool {
        &&& number < self.cells@.len()
        &&& slot.is_free(self.instance@.id(), number, self.cells@[number as int].id())
    }

    /// Whether the token is for an entry of the log of this object.
    pub closed spec fn is_entry(&self, got: Combining::got<Q, A, O>) -> bool {
        got.instance_id() == self.instance@.id()
    }

    /// An object with so many slots, and the rights to use them.
    pub fn new(object: O, slots: usize) -> (res: (Self, Tracked<Map<nat, Slot<Q, A, O>>>))
        ensures
            res.0.first() == object,
            res.0.slots() == slots,
            forall|slot: nat|
                slot < slots ==> #[trigger] res.1@.contains_key(slot) && res.0.is_slot(res.1@[slot], slot),
    {
        let mut cells: Vec<un::PCell<Message<Q, A>>> = Vec::new();
        let tracked mut perms = Map::<nat, un::PointsTo<Message<Q, A>>>::tracked_empty();
        while cells.len() < slots
            invariant
                cells@.len() <= slots,
                forall|i: nat|
                    i < cells@.len() ==> #[trigger] perms.contains_key(i) && perms[i].is_uninit() && perms[i].id()
                        == cells@[i as int].id(),
            decreases slots - cells@.len(),
        {
            let ghost at = cells@.len();
            let (cell, Tracked(perm)) = un::PCell::empty();
            cells.push(cell);
            proof {
                perms.tracked_insert(at, perm);
            }
        }
        let ghost ids = cells@.map_values(|cell: un::PCell<Message<Q, A>>| cell.id());
        let tracked (Tracked(instance), Tracked(tokens), Tracked(threads), Tracked(busy), Tracked(log), _) =
            Combining::Instance::start(ids, object, Map::tracked_empty());
        let tracked (mut tokens, mut threads) = (tokens.into_map(), threads.into_map());
        let instance = Tracked(instance);
        let tracked mut rights = Map::<nat, Slot<Q, A, O>>::tracked_empty();
        let mut phases: Vec<AtomicU8<_, Combining::phases<Q, A, O>, _>> = Vec::new();
        for slot in 0..slots
            invariant
                phases@.len() == slot,
                cells@.len() == slots,
                forall|k: nat|
                    slot <= k < slots ==> #[trigger] tokens.contains_key(k) && tokens[k].instance_id() == instance@.id()
                        && tokens[k].key() == k && tokens[k].value() is Empty,
                forall|k: nat|
                    slot <= k < slots ==> #[trigger] threads.contains_key(k) && threads[k].instance_id()
                        == instance@.id() && threads[k].key() == k && threads[k].value() is None,
                forall|k: nat|
                    slot <= k < slots ==> #[trigger] perms.contains_key(k) && perms[k].is_uninit() && perms[k].id()
                        == cells@[k as int].id(),
                forall|k: int|
                    0 <= k < slot ==> (#[trigger] phases@[k]).well_formed() && phases@[k].constant() == (instance, k),
                forall|k: nat|
                    k < slot ==> #[trigger] rights.contains_key(k) && rights[k].is_free(
                        instance@.id(),
                        k,
                        cells@[k as int].id(),
                    ),
        {
            let ghost before = (tokens, threads, perms, rights);
            let tracked token = tokens.tracked_remove(slot as nat);
            let phase = AtomicU8::new(Ghost((instance, slot as int)), 0, Tracked(token));
            assert(phase.well_formed() && phase.constant() == (instance, slot as int));
            phases.push(phase);
            proof {
                let tracked thread = threads.tracked_remove(slot as nat);
                let tracked perm = perms.tracked_remove(slot as nat);
                let tracked right = Slot { thread, perm };
                assert(right.is_free(instance@.id(), slot as nat, cells@[slot as int].id()));
                rights.tracked_insert(slot as nat, right);
                assert(tokens == before.0.remove(slot as nat));
                assert(threads == before.1.remove(slot as nat));
                assert(perms == before.2.remove(slot as nat));
                assert(rights == before.3.insert(slot as nat, right));
            }
        }
        let (object, Tracked(perm)) = un::PCell::new(object);
        let tracked free = Free { perm, busy, log };
        let taken = AtomicBool::new(Ghost((object, instance)), false, Tracked(Some(free)));
        (Combiner { object, taken, cells, phases, instance }, Tracked(rights))
    }

    /// Does the request of a slot, if there is one.
    fn serve(&self, slot: usize, Tracked(free): Tracked<&mut Free<Q, A, O>>)
        requires
            slot < self.slots(),
            old(free).is_right(self.object, self.instance@),
        ensures
            final(free).is_right(self.object, self.instance@),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked mut begun = None;
        let phase = atomic_with_ghost!(
            self.phases[slot] => load();
            returning phase;
            ghost g => {
                if phase != 0 {
                    begun = Some(instance.begin(slot as nat, &g, &mut free.busy)); // FAILS
                }
            }
        );
        if phase == 0 {
            return;
        }
        let tracked mut perm = begun.tracked_unwrap();
        let message = self.cells[slot].take(Tracked(&mut perm));
        if let Message::Request(request) = message {
            let answer = self.object.borrow_mut(Tracked(&mut free.perm)).run(request);
            self.cells[slot].put(Tracked(&mut perm), Message::Answer(answer));
            atomic_with_ghost!(
                self.phases[slot] => store(2);
                ghost g => {
                    let ghost log = free.log.value();
                    g = instance.end(slot as nat, answer, perm, g, &mut free.busy, &mut free.log, perm);
                    assert(free.log.value().drop_last() =~= log);
                }
            );
        }
    }

    /// Does the requests of all slots, unless somebody else does so.
    fn combine(&self) {
        proof {
            use_type_invariant(self);
        }
        let tracked mut free = None;
        let result = atomic_with_ghost!(
            self.taken => compare_exchange(false, true);
            returning res;
            ghost g => {
                if res is Ok {
                    free = g;
                    g = None;
                }
            }
        );
        if result.is_ok() {
            let tracked mut free = free.tracked_unwrap();
            for slot in 0..self.cells.len()
                invariant
                    self.wf(),
                    free.is_right(self.object, self.instance@),
            {
                self.serve(slot, Tracked(&mut free));
            }
            atomic_with_ghost!(
                self.taken => store(false);
                ghost g => {
                    g = Some(free);
                }
            );
        }
    }

    /// Asks for something to be done, and waits for the answer. The token says where in the log it is.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn ask(&self, number: usize, request: Q, Tracked(slot): Tracked<Slot<Q, A, O>>) -> (res: (
        A,
        Tracked<Combining::got<Q, A, O>>,
        Tracked<Slot<Q, A, O>>,
    ))
        requires
            self.is_slot(slot, number as nat),
        ensures
            self.is_slot(res.2@, number as nat),
            self.is_entry(res.1@),
            res.1@.value() == (Entry { request, answer: res.0 }),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked instance = self.instance.borrow();
        let tracked Slot { thread, perm } = slot;
        let tracked (mut thread, mut perm) = (thread, perm);
        self.cells[number].put(Tracked(&mut perm), Message::Request(request));
        let tracked mut asked: Option<Combining::threads<Q, A, O>> = None;
        atomic_with_ghost!(
            self.phases[number] => store(1);
            ghost g => {
                let ghost slot = number as nat;
                let tracked (Tracked(phase), Tracked(thread)) = instance.ask(slot, request, perm, g, thread, perm);
                g = phase;
                asked = Some(thread);
            }
        );
        let tracked mut thread = asked.tracked_unwrap();
        loop
            invariant
                self.wf(),
                *instance == self.instance@,
                number < self.cells@.len(),
                thread.instance_id() == instance.id(),
                thread.key() == number,
                thread.value() == Some(request),
        {
            let tracked mut got = None;
            let result = atomic_with_ghost!(
                self.phases[number] => compare_exchange(2, 0);
                returning res;
                ghost g => {
                    if res is Ok {
                        let tracked (Tracked(phase), Tracked(idle), _, Tracked(entry), Tracked(perm)) =
                            instance.collect(number as nat, g, thread);
                        g = phase;
                        thread = idle;
                        got = Some((entry, perm));
                    }
                }
            );
            if result.is_ok() {
                let tracked (entry, mut perm) = got.tracked_unwrap();
                let message = self.cells[number].take(Tracked(&mut perm));
                if let Message::Answer(answer) = message {
                    return (answer, Tracked(entry), Tracked(Slot { thread, perm }));
                }
            }
            self.combine();
        }
    }

    /// Each answer is the one that the object gives after all requests that are before it in the log.
    pub proof fn is_sequential(tracked &self, tracked got: &Combining::got<Q, A, O>) -> (log: Seq<Entry<Q, A>>)
        requires
            self.is_entry(*got),
        ensures
            log.len() == got.key(),
            got.value().answer == replay(self.first(), log).answer(got.value().request),
    {
        self.instance.borrow().is_sequential(got.key(), got).take(got.key() as int)
    }
}

/// A number that is added to, unless it would be too large.
pub struct Sum(pub u64);

impl Object<u64, u64> for Sum {
    open spec fn after(self, request: u64) -> Sum {
        if self.0 + request > u64::MAX {
            self
        } else {
            Sum((self.0 + request) as u64)
        }
    }

    open spec fn answer(self, request: u64) -> u64 {
        self.0
    }

    fn run(&mut self, request: u64) -> (answer: u64) {
        let before = self.0;
        if request <= u64::MAX - before {
            self.0 = before + request;
        }
        before
    }
}

/// Adds one, `n` times.
fn add(sum: &Combiner<u64, u64, Sum>, number: usize, n: u64, Tracked(slot): Tracked<Slot<u64, u64, Sum>>)
    requires
        sum.is_slot(slot, number as nat),
{
    let mut slot = Tracked(slot);
    for _ in 0..n
        invariant
            sum.is_slot(slot@, number as nat),
    {
        let (_, _, back) = sum.ask(number, 1, slot);
        slot = back;
    }
}

/// Threads that add at once. The result is the number in the end.
fn add_all(threads: usize, n: u64) -> (sum: Option<u64>)
    requires
        threads <= 64,
        n <= 1_000_000,
{
    let (sum, Tracked(mut slots)) = Combiner::new(Sum(0), threads + 1);
    let sum = Arc::new(sum);
    let mut handles: Vec<JoinHandle<()>> = Vec::new();
    for i in 0..threads
        invariant
            threads <= 64,
            forall|slot: nat|
                i <= slot <= threads ==> #[trigger] slots.contains_key(slot) && sum.is_slot(slots[slot], slot),
    {
        let tracked slot = slots.tracked_remove(i as nat);
        let other = sum.clone();
        handles.push(spawn(move || add(&other, i, n, Tracked(slot))));
    }
    while handles.len() > 0
        decreases handles@.len(),
    {
        if handles.pop().unwrap().join().is_err() {
            return None;
        }
    }
    let tracked slot = slots.tracked_remove(threads as nat);
    let (number, _, _) = sum.ask(threads, 0, Tracked(slot));
    Some(number)
}

} // verus!

/// No request is lost, and none is done twice.
fn main() {
    assert_eq!(add_all(4, 50_000), Some(200_000));
}
