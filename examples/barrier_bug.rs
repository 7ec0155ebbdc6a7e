//! The barrier of `barrier.rs` with a bug: a thread passes when one other thread has still to come. It may look at a thing
//! that nobody has brought.
//~ fails

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

/// Which thing each thread brings.
pub trait Brings<T>: Sized {
    spec fn brings(self, thread: nat, thing: T) -> bool;
}

tokenized_state_machine! { Meeting<T, P: Brings<T>> {
    fields {
        /// How many threads there are.
        #[sharding(constant)]
        pub all: nat,

        #[sharding(constant)]
        pub rule: P,

        /// How many have come.
        #[sharding(variable)]
        pub count: nat,

        /// Threads that have not come.
        #[sharding(set)]
        pub awaited: Set<nat>,

        /// Whether all have come.
        #[sharding(persistent_bool)]
        pub open: bool,

        /// What the things are that threads brought.
        #[sharding(persistent_map)]
        pub known: Map<nat, T>,

        #[sharding(storage_map)]
        pub things: Map<nat, T>,
    }

    init! {
        start(all: nat, rule: P) {
            init all = all;
            init rule = rule;
            init count = 0;
            init awaited = Set::range(0, all);
            init open = false;
            init known = Map::empty();
            init things = Map::empty();
        }
    }

    transition! {
        come(thread: nat, thing: T) {
            require pre.rule.brings(thread, thing);
            remove awaited -= set { thread };
            update count = pre.count + 1;
            deposit things += [thread => thing];
        }
    }

    transition! {
        see() {
            require pre.count == pre.all;
            add open (union)= true;
        }
    }

    transition! {
        learn(thread: nat) {
            have open >= true;
            require thread < pre.all;
            birds_eye let thing = pre.things[thread];
            add known (union)= [thread => thing];
            assert pre.rule.brings(thread, thing) by {
                // All have come, so this one is not awaited.
                assert(pre.awaited.len() == 0 && !pre.awaited.contains(thread));
            };
        }
    }

    property! {
        look(thread: nat) {
            have known >= [thread => let thing];
            guard things >= [thread => thing];
        }
    }

    property! {
        one_more(thread: nat) {
            have awaited >= set { thread };
            assert pre.count < pre.all;
        }
    }

    #[invariant]
    pub fn who_has_come(&self) -> bool {
        &&& self.count + self.awaited.len() == self.all
        &&& self.open ==> self.count == self.all
        &&& forall|thread: nat| thread < self.all ==> #[trigger] self.awaited.contains(thread)
            != self.things.contains_key(thread)
        &&& forall|thread: nat| #[trigger] self.awaited.contains(thread) ==> thread < self.all
        &&& forall|thread: nat| #[trigger] self.things.contains_key(thread) ==> thread < self.all && self.rule.brings(
            thread,
            self.things[thread],
        )
        &&& forall|thread: nat| #[trigger] self.known.contains_key(thread) ==> self.things.contains_key(thread)
            && self.things[thread] == self.known[thread]
    }

    #[inductive(start)]
    fn start_inductive(post: Self, all: nat, rule: P) {
    }

    #[inductive(come)]
    fn come_inductive(pre: Self, post: Self, thread: nat, thing: T) {
    }

    #[inductive(learn)]
    fn learn_inductive(pre: Self, post: Self, thread: nat) {
        // All have come, so this one is not awaited.
        assert(pre.awaited.len() == 0 && !pre.awaited.contains(thread));
    }

    #[inductive(see)]
    fn see_inductive(pre: Self, post: Self) {
    }
} }

struct_with_invariants! {
    /// Where threads meet.
    pub struct Barrier<T, P: Brings<T>> {
        all: u64,
        count: AtomicU64<_, Meeting::count<T, P>, _>,
        instance: Tracked<Meeting::Instance<T, P>>,
    }

    pub closed spec fn wf(&self) -> bool {
        predicate {
            self.instance@.all() == self.all
        }

        invariant on count with (instance) is (v: u64, g: Meeting::count<T, P>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

impl<T, P: Brings<T>> Barrier<T, P> {
    /// How many threads meet.
    pub closed spec fn all(&self) -> nat {
        self.instance@.all()
    }

    /// Which thing each thread brings.
    pub closed spec fn rule(&self) -> P {
        self.instance@.rule()
    }

    /// Whether the token is that of a thread that has not come.
    pub closed spec fn awaits(&self, token: Meeting::awaited<T, P>, thread: nat) -> bool {
        token.instance_id() == self.instance@.id() && token.element() == thread
    }

    /// Whether the token says that all have come.
    pub closed spec fn is_open_by(&self, token: Meeting::open<T, P>) -> bool {
        token.instance_id() == self.instance@.id()
    }

    /// A barrier, with a token for each thread.
    pub fn new(all: u64, Ghost(rule): Ghost<P>) -> (res: (Self, Tracked<Map<nat, Meeting::awaited<T, P>>>))
        ensures
            res.0.wf(),
            res.0.all() == all,
            res.0.rule() == rule,
            forall|thread: nat|
                thread < all ==> #[trigger] res.1@.contains_key(thread) && res.0.awaits(res.1@[thread], thread),
    {
        let tracked (Tracked(instance), Tracked(count), Tracked(tokens), _, _) = Meeting::Instance::start(
            all as nat,
            rule,
            Map::tracked_empty(),
        );
        let instance = Tracked(instance);
        let count = AtomicU64::new(Ghost(instance), 0, Tracked(count));
        let tracked tokens = tokens.into_map();
        (Barrier { all, count, instance }, Tracked(tokens))
    }

    /// Brings a thing, and waits until all have come.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn wait(
        &self,
        Ghost(thread): Ghost<nat>,
        Tracked(token): Tracked<Meeting::awaited<T, P>>,
        Tracked(thing): Tracked<T>,
    ) -> (open: Tracked<Meeting::open<T, P>>)
        requires
            self.wf(),
            self.awaits(token, thread),
            self.rule().brings(thread, thing),
        ensures
            self.is_open_by(open@),
    {
        let tracked instance = self.instance.borrow();
        atomic_with_ghost!(
            self.count => fetch_add(1);
            ghost g => {
                instance.one_more(thread, &g, &token);
                instance.come(thread, thing, &mut g, token, thing);
            }
        );
        loop
            invariant
                self.wf(),
                *instance == self.instance@,
        {
            let tracked mut open = None;
            let count = atomic_with_ghost!(
                self.count => load();
                returning count;
                ghost g => {
                    if count + 1 >= self.all {
                        open = Some(instance.see(&g)); // FAILS
                    }
                }
            );
            if count >= self.all || count + 1 == self.all {
                return Tracked(open.tracked_unwrap());
            }
        }
    }

    /// Whether the token says what a thread brought.
    pub closed spec fn knows(&self, token: Meeting::known<T, P>, thread: nat) -> bool {
        token.instance_id() == self.instance@.id() && token.key() == thread
    }

    /// What a thread brought; it followed the rule.
    pub proof fn learn(
        tracked &self,
        tracked open: &Meeting::open<T, P>,
        thread: nat,
    ) -> (tracked known: Meeting::known<T, P>)
        requires
            self.wf(),
            self.is_open_by(*open),
            thread < self.all(),
        ensures
            self.knows(known, thread),
            self.rule().brings(thread, known.value()),
    {
        let tracked (Tracked(known), _) = self.instance.borrow().learn(thread, open);
        known
    }

    /// Looks at what a thread brought.
    pub proof fn look<'a>(tracked &self, tracked known: &'a Meeting::known<T, P>, thread: nat) -> (tracked thing: &'a T)
        requires
            self.knows(*known, thread),
        ensures
            *thing == known.value(),
    {
        self.instance.borrow().look(thread, known)
    }
}

/// The thread brings the permission for its cell, in which its number is.
pub ghost struct Numbers {
    pub cells: Seq<CellId>,
}

impl Brings<un::PointsTo<u64>> for Numbers {
    open spec fn brings(self, thread: nat, thing: un::PointsTo<u64>) -> bool {
        &&& thread < self.cells.len()
        &&& thing.id() == self.cells[thread as int]
        &&& thing.is_init()
        &&& thing.value() == thread
    }
}

/// What the threads share: a cell for each of them, and the barrier.
struct Shared {
    cells: Vec<un::PCell<u64>>,
    barrier: Barrier<un::PointsTo<u64>, Numbers>,
}

impl Shared {
    spec fn wf(&self) -> bool {
        &&& self.barrier.wf()
        &&& self.barrier.all() == self.cells@.len()
        &&& self.barrier.rule().cells.len() == self.cells@.len()
        &&& forall|i: int|
            0 <= i < self.cells@.len() ==> self.barrier.rule().cells[i] == (#[trigger] self.cells@[i]).id()
    }
}

/// Writes its number into its cell, waits for the others, and reads all cells. The result is how many had their number.
fn take_part(
    shared: &Shared,
    thread: usize,
    Tracked(token): Tracked<Meeting::awaited<un::PointsTo<u64>, Numbers>>,
    Tracked(perm): Tracked<un::PointsTo<u64>>,
) -> (seen: usize)
    requires
        shared.wf(),
        thread < shared.cells@.len(),
        shared.barrier.awaits(token, thread as nat),
        perm.id() == shared.cells@[thread as int].id(),
        perm.is_uninit(),
    ensures
        seen == shared.cells@.len(),
{
    let tracked mut perm = perm;
    shared.cells[thread].put(Tracked(&mut perm), thread as u64);
    let Tracked(open) = shared.barrier.wait(Ghost(thread as nat), Tracked(token), Tracked(perm));
    let mut seen = 0;
    for i in 0..shared.cells.len()
        invariant
            shared.wf(),
            shared.barrier.is_open_by(open),
            seen == i,
    {
        let tracked known = shared.barrier.learn(&open, i as nat);
        let tracked other = shared.barrier.look(&known, i as nat);
        if *shared.cells[i].borrow(Tracked(other)) == i as u64 {
            seen = seen + 1;
        }
    }
    seen
}

/// Threads that meet. The result is what each of them saw.
fn meet(threads: usize) -> (seen: Vec<usize>)
    requires
        threads <= 64,
    ensures
        forall|k: int| 0 <= k < seen@.len() ==> #[trigger] seen@[k] == threads,
{
    let mut cells: Vec<un::PCell<u64>> = Vec::new();
    let tracked mut perms = Map::<nat, un::PointsTo<u64>>::tracked_empty();
    while cells.len() < threads
        invariant
            cells@.len() <= threads,
            forall|i: nat|
                i < cells@.len() ==> #[trigger] perms.contains_key(i) && perms[i].is_uninit() && perms[i].id()
                    == cells@[i as int].id(),
        decreases threads - cells@.len(),
    {
        let ghost at = cells@.len();
        let (cell, Tracked(perm)) = un::PCell::empty();
        cells.push(cell);
        proof {
            perms.tracked_insert(at, perm);
        }
    }
    let ghost ids = cells@.map_values(|cell: un::PCell<u64>| cell.id());
    let (barrier, Tracked(mut tokens)) = Barrier::new(threads as u64, Ghost(Numbers { cells: ids }));
    let shared = Arc::new(Shared { cells, barrier });
    let mut handles: Vec<JoinHandle<usize>> = Vec::new();
    for i in 0..threads
        invariant
            shared.wf(),
            shared.cells@.len() == threads,
            forall|k: nat|
                i <= k < threads ==> #[trigger] perms.contains_key(k) && perms[k].is_uninit() && perms[k].id()
                    == shared.cells@[k as int].id(),
            forall|k: nat|
                i <= k < threads ==> #[trigger] tokens.contains_key(k) && shared.barrier.awaits(tokens[k], k),
            forall|k: int, seen: usize|
                0 <= k < handles@.len() && #[trigger] handles@[k].predicate(seen) ==> seen == threads,
    {
        let tracked perm = perms.tracked_remove(i as nat);
        let tracked token = tokens.tracked_remove(i as nat);
        let shared = shared.clone();
        handles.push(
            spawn(move || -> (seen: usize)
                ensures
                    seen == threads,
                { take_part(&shared, i, Tracked(token), Tracked(perm)) }),
        );
    }
    let mut all = Vec::new();
    while handles.len() > 0
        invariant
            forall|k: int, seen: usize|
                0 <= k < handles@.len() && #[trigger] handles@[k].predicate(seen) ==> seen == threads,
            forall|k: int| 0 <= k < all@.len() ==> #[trigger] all@[k] == threads,
        decreases handles@.len(),
    {
        if let Ok(seen) = handles.pop().unwrap().join() {
            all.push(seen);
        }
    }
    all
}

} // verus!

/// Many meetings of three threads; each thread sees what all have written.
fn main() {
    for _ in 0..20 {
        assert_eq!(meet(3), vec![3; 3]);
    }
}
