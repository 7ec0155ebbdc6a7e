//! Any number of threads add to one number in memory, each of them as often as it was told. In the end the number is
//! how often all of them together were told to: `threads * times`.
//!
//! The machine counts two kinds of tokens: rights to add one, and receipts for what was added. A thread gets its rights
//! when it starts and gives back receipts. Whoever has all receipts knows the number.

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::prelude::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

use vstd::tokens::{CountToken, InstanceId};

tokenized_state_machine! { Counting {
    fields {
        /// How much is added in all.
        #[sharding(constant)]
        pub goal: nat,

        /// The number in memory.
        #[sharding(variable)]
        pub number: nat,

        /// Rights to add one.
        #[sharding(count)]
        pub rights: nat,

        /// One for each time that one was added.
        #[sharding(count)]
        pub receipts: nat,
    }

    init! {
        start(goal: nat) {
            init goal = goal;
            init number = 0;
            init rights = goal;
            init receipts = 0;
        }
    }

    transition! {
        add_one() {
            remove rights -= (1);
            update number = pre.number + 1;
            add receipts += (1);
        }
    }

    property! {
        below_the_goal() {
            have rights >= (1);
            assert pre.number < pre.goal;
        }
    }

    property! {
        reached() {
            have receipts >= (pre.goal);
            assert pre.number == pre.goal;
        }
    }

    #[invariant]
    pub fn number_is_receipts(&self) -> bool {
        &&& self.number == self.receipts
        &&& self.receipts + self.rights == self.goal
    }

    #[inductive(start)]
    fn start_inductive(post: Self, goal: nat) {
    }

    #[inductive(add_one)]
    fn add_one_inductive(pre: Self, post: Self) {
    }
} }

struct_with_invariants! {
    /// What the threads share.
    struct Shared {
        place: AtomicU64<_, Counting::number, _>,
        instance: Tracked<Counting::Instance>,
    }

    spec fn wf(&self) -> bool {
        predicate {
            self.instance@.goal() <= u64::MAX
        }

        invariant on place with (instance) is (v: u64, g: Counting::number) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// Adds one, for one right.
fn add_one(shared: &Shared, Tracked(right): Tracked<Counting::rights>) -> (receipt: Tracked<Counting::receipts>)
    requires
        shared.wf(),
        right.instance_id() == shared.instance@.id(),
        right.count() == 1,
    ensures
        receipt@.instance_id() == shared.instance@.id(),
        receipt@.count() == 1,
{
    let tracked instance = shared.instance.borrow();
    let tracked receipt;
    atomic_with_ghost!(
        shared.place => fetch_add(1);
        ghost g => {
            instance.below_the_goal(&g, &right);
            receipt = instance.add_one(&mut g, right);
        }
    );
    Tracked(receipt)
}

/// Adds one as often as there are rights.
fn add(shared: &Shared, times: u64, Tracked(rights): Tracked<Counting::rights>, Tracked(receipts): Tracked<
    Counting::receipts,
>) -> (res: Tracked<Counting::receipts>)
    requires
        shared.wf(),
        rights.instance_id() == shared.instance@.id(),
        rights.count() == times,
        receipts.instance_id() == shared.instance@.id(),
        receipts.count() == 0,
    ensures
        res@.instance_id() == shared.instance@.id(),
        res@.count() == times,
{
    let tracked mut rights = rights;
    let tracked mut receipts = receipts;
    for i in 0..times
        invariant
            shared.wf(),
            rights.instance_id() == shared.instance@.id(),
            rights.count() == times - i,
            receipts.instance_id() == shared.instance@.id(),
            receipts.count() == i,
    {
        let tracked right = rights.split(1);
        let Tracked(receipt) = add_one(shared, Tracked(right));
        proof {
            receipts.join(receipt);
        }
    }
    Tracked(receipts)
}

/// Starts a thread that adds one as often as it has rights.
fn add_aside(shared: &Arc<Shared>, times: u64, Tracked(rights): Tracked<Counting::rights>, Tracked(receipts): Tracked<
    Counting::receipts,
>) -> (handle: JoinHandle<Tracked<Counting::receipts>>)
    requires
        shared.wf(),
        rights.instance_id() == shared.instance@.id(),
        rights.count() == times,
        receipts.instance_id() == shared.instance@.id(),
        receipts.count() == 0,
    ensures
        gives(handle, shared.instance@.id(), times as nat),
{
    let shared = shared.clone();
    spawn(move || -> (res: Tracked<Counting::receipts>)
        ensures
            res@.instance_id() == shared.instance@.id(),
            res@.count() == times,
        { add(&shared, times, Tracked(rights), Tracked(receipts)) })
}

/// Whether a thread gives so many receipts at its end.
spec fn gives(handle: JoinHandle<Tracked<Counting::receipts>>, id: InstanceId, times: nat) -> bool {
    forall|res: Tracked<Counting::receipts>| #[trigger]
        handle.predicate(res) ==> res@.instance_id() == id && res@.count() == times
}

/// Threads that add one so many times each. There is no number where one of them panicked.
fn count(threads: u64, times: u64) -> (number: Option<u64>)
    requires
        threads <= 64,
        threads * times <= u64::MAX,
    ensures
        number matches Some(number) ==> number == threads * times,
{
    let ghost goal = (threads * times) as nat;
    let tracked (Tracked(instance), Tracked(number), Tracked(mut rights), Tracked(mut receipts)) =
        Counting::Instance::start(goal);
    let instance = Tracked(instance);
    let ghost id = instance@.id();
    let place = AtomicU64::new(Ghost(instance), 0, Tracked(number));
    let shared = Arc::new(Shared { place, instance });
    let mut handles: Vec<JoinHandle<Tracked<Counting::receipts>>> = Vec::new();
    for i in 0..threads
        invariant
            shared.wf(),
            shared.instance@.id() == id,
            rights.instance_id() == id,
            rights.count() == (threads - i) * times,
            receipts.instance_id() == id,
            receipts.count() == 0,
            handles@.len() == i,
            forall|k: int| 0 <= k < i ==> gives(#[trigger] handles@[k], id, times as nat),
    {
        assert((threads - i) * times == (threads - i - 1) * times + times) by (nonlinear_arith);
        assert((threads - i - 1) * times >= 0) by (nonlinear_arith)
            requires
                i < threads,
        ;
        let tracked mine = rights.split(times as nat);
        let tracked none = receipts.split(0);
        handles.push(add_aside(&shared, times, Tracked(mine), Tracked(none)));
    }
    for i in 0..threads
        invariant
            receipts.instance_id() == id,
            receipts.count() == i * times,
            handles@.len() == threads - i,
            forall|k: int| 0 <= k < handles@.len() ==> gives(#[trigger] handles@[k], id, times as nat),
    {
        let handle = handles.pop().unwrap();
        let joined = handle.join();
        if joined.is_err() {
            return None;
        }
        let Tracked(more) = joined.unwrap();
        proof {
            receipts.join(more);
        }
        assert((i + 1) * times == i * times + times) by (nonlinear_arith);
    }
    let number = atomic_with_ghost!(
        shared.place => load();
        ghost g => {
            shared.instance.borrow().reached(&g, &receipts);
        }
    );
    Some(number)
}

fn main() {
    let number = count(4, 50_000);
    assert!(number.is_none() || number.unwrap() == 200_000);
}

} // verus!
