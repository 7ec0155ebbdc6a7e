//! Threads in a ring elect a leader. Each has a number, and sends numbers to the next thread: first its own, then each
//! greater one that it gets. Whoever gets its own number back is the leader. There is at most one leader, its number is
//! the greatest of all, and each thread that ends knows it.
//!
//! A thread's mailbox is a place in memory that keeps the greatest number that was sent to it. So no number that could
//! win is lost. The machine has the mailboxes, what was read from them, and who was elected; what was read and who was
//! elected stays true, so these tokens may be copied.

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::prelude::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

/// The thread after a thread.
pub open spec fn after(i: nat, n: nat) -> nat {
    if i + 1 == n {
        0
    } else {
        i + 1
    }
}

/// The greater one of two numbers.
pub open spec fn greater(a: u64, b: u64) -> u64 {
    if b < a {
        a
    } else {
        b
    }
}

/// How many steps it takes from one thread to another one: at least one, and all around the ring to itself.
pub open spec fn steps(from: int, to: int, n: nat) -> int {
    if from < to {
        to - from
    } else {
        to + n - from
    }
}

/// Whether the number of thread `k` passes all threads before it comes to thread `i`.
pub open spec fn passes(numbers: Seq<u64>, k: int, i: int) -> bool {
    let n = numbers.len();
    forall|j: int|
        0 <= j < n && j != k && steps(k, j, n) < steps(k, i, n) ==> #[trigger] numbers[j] < numbers[k]
}

/// Whether a number may come to thread `i`.
pub open spec fn may_come(numbers: Seq<u64>, i: int, number: u64) -> bool {
    exists|k: int| 0 <= k < numbers.len() && #[trigger] numbers[k] == number && passes(numbers, k, i)
}

/// Whether a thread has the greatest number, and no other one has it.
pub open spec fn is_greatest(numbers: Seq<u64>, i: int) -> bool {
    &&& 0 <= i < numbers.len()
    &&& forall|j: int| 0 <= j < numbers.len() && j != i ==> #[trigger] numbers[j] < numbers[i]
}

/// Whether no two threads have one number, and none has zero, which stands for an empty mailbox.
pub open spec fn are_distinct(numbers: Seq<u64>) -> bool {
    &&& forall|i: int| 0 <= i < numbers.len() ==> #[trigger] numbers[i] != 0
    &&& forall|i: int, j: int|
        0 <= i < j < numbers.len() ==> #[trigger] numbers[i] != #[trigger] numbers[j]
}

tokenized_state_machine! { Election {
    fields {
        /// The numbers of the threads.
        #[sharding(constant)]
        pub numbers: Seq<u64>,

        /// What is in each thread's mailbox.
        #[sharding(map)]
        pub mailboxes: Map<nat, u64>,

        /// Threads, each with a number that it got.
        #[sharding(persistent_set)]
        pub received: Set<(nat, u64)>,

        /// Threads that were elected.
        #[sharding(persistent_set)]
        pub leaders: Set<nat>,
    }

    init! {
        start(numbers: Seq<u64>) {
            require are_distinct(numbers);
            init numbers = numbers;
            init mailboxes = Map::new(Set::range(0, numbers.len()), |i: nat| 0u64);
            init received = Set::empty();
            init leaders = Set::empty();
        }
    }

    transition! {
        send(i: nat) {
            require i < pre.numbers.len();
            remove mailboxes -= [after(i, pre.numbers.len()) => let old_number];
            add mailboxes += [after(i, pre.numbers.len()) => greater(old_number, pre.numbers[i as int])];
        }
    }

    transition! {
        receive(i: nat) {
            have mailboxes >= [i => let number];
            require number != 0;
            add received (union)= set { (i, number) };
        }
    }

    transition! {
        pass_on(i: nat, number: u64) {
            require i < pre.numbers.len();
            have received >= set { (i, number) };
            require number > pre.numbers[i as int];
            remove mailboxes -= [after(i, pre.numbers.len()) => let old_number];
            add mailboxes += [after(i, pre.numbers.len()) => greater(old_number, number)];
        }
    }

    transition! {
        elect(i: nat) {
            require i < pre.numbers.len();
            have received >= set { (i, pre.numbers[i as int]) };
            add leaders (union)= set { i };
        }
    }

    property! {
        has_the_greatest(i: nat) {
            have leaders >= set { i };
            assert is_greatest(pre.numbers, i as int);
        }
    }

    property! {
        at_most_one(i: nat, j: nat) {
            have leaders >= set { i };
            have leaders >= set { j };
            assert i == j by {
                // Neither number is less than the other one.
                assert(pre.numbers[i as int] == pre.numbers[j as int]);
            };
        }
    }

    #[invariant]
    pub fn numbers_are_distinct(&self) -> bool {
        are_distinct(self.numbers)
    }

    #[invariant]
    pub fn numbers_come_around(&self) -> bool {
        &&& forall|i: nat| #[trigger] self.mailboxes.contains_key(i) ==> {
            &&& i < self.numbers.len()
            &&& self.mailboxes[i] == 0 || may_come(self.numbers, i as int, self.mailboxes[i])
        }
        &&& forall|got: (nat, u64)| #[trigger] self.received.contains(got) ==> {
            &&& got.0 < self.numbers.len()
            &&& may_come(self.numbers, got.0 as int, got.1)
        }
    }

    #[invariant]
    pub fn leaders_have_the_greatest(&self) -> bool {
        forall|i: nat| #[trigger] self.leaders.contains(i) ==> is_greatest(self.numbers, i as int)
    }

    #[inductive(start)]
    fn start_inductive(post: Self, numbers: Seq<u64>) {
    }

    #[inductive(send)]
    fn send_inductive(pre: Self, post: Self, i: nat) {
        // Nobody is between the two.
        assert(passes(pre.numbers, i as int, after(i, pre.numbers.len()) as int));
    }

    #[inductive(receive)]
    fn receive_inductive(pre: Self, post: Self, i: nat) {
    }

    #[inductive(pass_on)]
    fn pass_on_inductive(pre: Self, post: Self, i: nat, number: u64) {
        let k = choose|k: int|
            0 <= k < pre.numbers.len() && #[trigger] pre.numbers[k] == number && passes(pre.numbers, k, i as int);
        // Whoever is before the next thread is this one, or before it.
        assert(passes(pre.numbers, k, after(i, pre.numbers.len()) as int));
    }

    #[inductive(elect)]
    fn elect_inductive(pre: Self, post: Self, i: nat) {
    }
} }

struct_with_invariants! {
    /// What the threads share.
    struct Ring {
        numbers: Vec<u64>,
        mailboxes: Vec<AtomicU64<_, Election::mailboxes, _>>,
        /// The number of the leader, or zero.
        winner: AtomicU64<_, Option<Election::leaders>, _>,
        instance: Tracked<Election::Instance>,
    }

    spec fn wf(&self) -> bool {
        predicate {
            &&& self.numbers@.len() == self.mailboxes@.len()
            &&& self.numbers@ == self.instance@.numbers()
            &&& are_distinct(self.numbers@)
        }

        invariant on mailboxes with (instance)
            forall |i: int|
            where (0 <= i < self.mailboxes@.len())
            specifically (self.mailboxes@[i])
            is (v: u64, g: Election::mailboxes) {
                g.instance_id() == instance@.id() && g.key() == i && g.value() == v
            }

        invariant on winner with (instance) is (v: u64, g: Option<Election::leaders>) {
            v != 0 ==> g is Some && g->0.instance_id() == instance@.id() && is_number_of(v, instance@, g->0.element())
        }
    }
}

/// Whether it is the number of a thread.
pub open spec fn is_number_of(number: u64, instance: Election::Instance, i: nat) -> bool {
    i < instance.numbers().len() && instance.numbers()[i as int] == number
}

/// Whether it is the greatest number.
spec fn is_maximum(numbers: Seq<u64>, number: u64) -> bool {
    exists|i: int| is_greatest(numbers, i) && #[trigger] numbers[i] == number
}

impl Ring {
    /// The thread after a thread.
    fn next(&self, i: usize) -> (next: usize)
        requires
            self.wf(),
            i < self.numbers@.len(),
        ensures
            next == after(i as nat, self.numbers@.len()),
            next < self.numbers@.len(),
    {
        if i + 1 == self.numbers.len() {
            0
        } else {
            i + 1
        }
    }

    /// Sends the own number.
    fn send(&self, i: usize)
        requires
            self.wf(),
            i < self.numbers@.len(),
    {
        let tracked instance = self.instance.borrow();
        atomic_with_ghost!(
            self.mailboxes[self.next(i)] => fetch_max(self.numbers[i]);
            ghost g => {
                g = instance.send(i as nat, g);
            }
        );
    }

    /// Reads the mailbox. Zero is nothing.
    fn receive(&self, i: usize) -> (res: (u64, Tracked<Option<Election::received>>))
        requires
            self.wf(),
            i < self.numbers@.len(),
        ensures
            res.0 != 0 ==> res.1@ is Some && self.got(i as nat, res.0, res.1@->0),
    {
        let tracked instance = self.instance.borrow();
        let tracked mut received = None;
        let number = atomic_with_ghost!(
            self.mailboxes[i] => load();
            returning number;
            ghost g => {
                if number > 0 {
                    received = Some(instance.receive(i as nat, &g));
                }
            }
        );
        (number, Tracked(received))
    }

    /// Whether a token says that a thread got a number.
    spec fn got(&self, i: nat, number: u64, token: Election::received) -> bool {
        token.instance_id() == self.instance@.id() && token.element() == (i, number)
    }

    /// Sends a number that is greater than the own one.
    fn pass_on(&self, i: usize, number: u64, Tracked(received): Tracked<&Election::received>)
        requires
            self.wf(),
            i < self.numbers@.len(),
            number > self.numbers@[i as int],
            self.got(i as nat, number, *received),
    {
        let tracked instance = self.instance.borrow();
        atomic_with_ghost!(
            self.mailboxes[self.next(i)] => fetch_max(number);
            ghost g => {
                g = instance.pass_on(i as nat, number, g, received);
            }
        );
    }

    /// Announces a leader.
    fn announce(&self, i: usize, Tracked(received): Tracked<&Election::received>)
        requires
            self.wf(),
            i < self.numbers@.len(),
            self.got(i as nat, self.numbers@[i as int], *received),
    {
        let tracked instance = self.instance.borrow();
        let tracked leader = instance.elect(i as nat, received);
        atomic_with_ghost!(
            self.winner => store(self.numbers[i]);
            ghost g => {
                g = Some(leader);
            }
        );
    }

    /// The number of the leader, or zero if there is none yet.
    fn leader(&self) -> (number: u64)
        requires
            self.wf(),
        ensures
            number != 0 ==> is_maximum(self.numbers@, number),
    {
        let tracked instance = self.instance.borrow();
        atomic_with_ghost!(
            self.winner => load();
            returning number;
            ghost g => {
                if number > 0 {
                    instance.has_the_greatest(g->0.element(), g.tracked_borrow());
                }
            }
        )
    }
}

/// What thread `i` does. It ends when it knows the number of the leader.
#[verifier::exec_allows_no_decreases_clause]
fn take_part(ring: &Ring, i: usize) -> (number: u64)
    requires
        ring.wf(),
        i < ring.numbers@.len(),
    ensures
        is_maximum(ring.numbers@, number),
{
    let own = ring.numbers[i];
    let mut passed = own;
    ring.send(i);
    loop
        invariant
            ring.wf(),
            i < ring.numbers@.len(),
            own == ring.numbers@[i as int],
            passed >= own,
    {
        let (number, Tracked(received)) = ring.receive(i);
        if number == own {
            ring.announce(i, Tracked(received.tracked_borrow()));
        } else if number > passed {
            ring.pass_on(i, number, Tracked(received.tracked_borrow()));
            passed = number;
        }
        let leader = ring.leader();
        if leader != 0 {
            return leader;
        }
    }
}

/// Makes a ring of threads with these numbers.
fn ring(numbers: Vec<u64>) -> (ring: Arc<Ring>)
    requires
        are_distinct(numbers@),
    ensures
        ring.wf(),
        ring.numbers@ == numbers@,
{
    let tracked (Tracked(instance), Tracked(tokens), _, _) = Election::Instance::start(numbers@);
    let tracked mut tokens = tokens.into_map();
    let instance = Tracked(instance);
    let mut mailboxes: Vec<AtomicU64<_, Election::mailboxes, _>> = Vec::new();
    for i in 0..numbers.len()
        invariant
            instance@.numbers() == numbers@,
            mailboxes@.len() == i,
            forall|k: nat| i <= k < numbers@.len() ==> #[trigger] tokens.contains_key(k) && {
                &&& tokens[k].instance_id() == instance@.id()
                &&& tokens[k].key() == k
                &&& tokens[k].value() == 0
            },
            forall|k: int|
                0 <= k < i ==> (#[trigger] mailboxes@[k]).well_formed() && mailboxes@[k].constant() == (instance, k),
    {
        let tracked token = tokens.tracked_remove(i as nat);
        mailboxes.push(AtomicU64::new(Ghost((instance, i as int)), 0, Tracked(token)));
    }
    let winner = AtomicU64::new(Ghost(instance), 0, Tracked(None));
    Arc::new(Ring { numbers, mailboxes, winner, instance })
}

/// Holds an election. The result has what each thread got to know.
fn elect(numbers: Vec<u64>) -> (known: Vec<u64>)
    requires
        are_distinct(numbers@),
    ensures
        forall|k: int| 0 <= k < known@.len() ==> is_maximum(numbers@, #[trigger] known@[k]),
{
    let ring = ring(numbers);
    let mut handles: Vec<JoinHandle<u64>> = Vec::new();
    for i in 0..ring.numbers.len()
        invariant
            ring.wf(),
            forall|k: int, number: u64|
                0 <= k < handles@.len() ==> (#[trigger] handles@[k].predicate(number)) ==> is_maximum(
                    ring.numbers@,
                    number,
                ),
    {
        let ring = ring.clone();
        handles.push(
            spawn(move || -> (number: u64)
                ensures
                    is_maximum(ring.numbers@, number),
                { take_part(&ring, i) }),
        );
    }
    let mut known = Vec::new();
    while handles.len() > 0
        invariant
            forall|k: int, number: u64|
                0 <= k < handles@.len() ==> (#[trigger] handles@[k].predicate(number)) ==> is_maximum(
                    ring.numbers@,
                    number,
                ),
            forall|k: int| 0 <= k < known@.len() ==> is_maximum(ring.numbers@, #[trigger] known@[k]),
        decreases handles@.len(),
    {
        if let Ok(number) = handles.pop().unwrap().join() {
            known.push(number);
        }
    }
    known
}

} // verus!

/// Elections between four threads, with the greatest number in each place.
fn main() {
    for round in 0..24u64 {
        let numbers: Vec<u64> = (0..4).map(|i| (i + round) % 4 * 10 + 1).collect();
        assert_eq!(elect(numbers), vec![31; 4]);
    }
}
