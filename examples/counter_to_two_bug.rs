//! The threads of `counter_to_two.rs` with a bug: they read the number and write the next one, in two steps. Both may
//! read zero, and the result is one then.
//~ fails

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::prelude::*;
use vstd::thread::{spawn, JoinHandle};

verus! {

tokenized_state_machine! { Counting {
    fields {
        /// The number in memory.
        #[sharding(variable)]
        pub number: int,

        /// For each thread, whether it has counted.
        #[sharding(map)]
        pub done: Map<bool, bool>,
    }

    init! {
        start() {
            init number = 0;
            init done = Map::empty().insert(false, false).insert(true, false);
        }
    }

    transition! {
        count(thread: bool) {
            remove done -= [thread => false];
            add done += [thread => true];
            update number = pre.number + 1;
        }
    }

    property! {
        at_most_one_before(thread: bool) {
            have done >= [thread => false];
            assert 0 <= pre.number <= 1;
        }
    }

    property! {
        two_in_the_end() {
            have done >= [false => true];
            have done >= [true => true];
            assert pre.number == 2;
        }
    }

    /// One for each thread that has counted.
    #[invariant]
    pub fn number_is_count(&self) -> bool {
        &&& self.done.contains_key(false)
        &&& self.done.contains_key(true)
        &&& self.number == (if self.done[false] { 1int } else { 0 }) + (if self.done[true] { 1int } else { 0 })
    }

    #[inductive(start)]
    fn start_inductive(post: Self) {
    }

    #[inductive(count)]
    fn count_inductive(pre: Self, post: Self, thread: bool) {
    }
} }

struct_with_invariants! {
    /// What the threads share.
    struct Shared {
        place: AtomicU32<_, Counting::number, _>,
        instance: Tracked<Counting::Instance>,
    }

    spec fn wf(self) -> bool {
        invariant on place with (instance) is (v: u32, g: Counting::number) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// Adds one, for the thread whose token this is.
fn count(shared: &Shared, Ghost(thread): Ghost<bool>, Tracked(token): Tracked<Counting::done>) -> (res: Tracked<
    Counting::done,
>)
    requires
        shared.wf(),
        token.instance_id() == shared.instance@.id(),
        token.key() == thread,
        token.value() == false,
    ensures
        res@.instance_id() == shared.instance@.id(),
        res@.key() == thread,
        res@.value() == true,
{
    let tracked mut done = None;
    let number = atomic_with_ghost!(
        shared.place => load();
        ghost g => {
            shared.instance.borrow().at_most_one_before(thread, &g, &token);
        }
    );
    atomic_with_ghost!( // FAILS
        shared.place => store(number + 1);
        ghost g => {
            done = Some(shared.instance.borrow().count(thread, &mut g, token));
        }
    );
    Tracked(done.tracked_unwrap())
}

/// Counts on a thread of its own.
fn count_aside(shared: &Arc<Shared>, Ghost(thread): Ghost<bool>, Tracked(token): Tracked<Counting::done>) -> (handle:
    JoinHandle<Tracked<Counting::done>>)
    requires
        shared.wf(),
        token.instance_id() == shared.instance@.id(),
        token.key() == thread,
        token.value() == false,
    ensures
        forall|res: Tracked<Counting::done>| #[trigger]
            handle.predicate(res) ==> {
                &&& res@.instance_id() == shared.instance@.id()
                &&& res@.key() == thread
                &&& res@.value() == true
            },
{
    let shared = shared.clone();
    spawn(move || -> (res: Tracked<Counting::done>)
        ensures
            res@.instance_id() == shared.instance@.id(),
            res@.key() == thread,
            res@.value() == true,
        { count(&shared, Ghost(thread), Tracked(token)) })
}

/// Two threads count. There is no number where one of them panicked.
fn count_to_two() -> (number: Option<u32>)
    ensures
        number is None || number == Some(2u32),
{
    let tracked (Tracked(instance), Tracked(number), Tracked(tokens)) = Counting::Instance::start();
    let tracked mut tokens = tokens.into_map();
    let tracked left = tokens.tracked_remove(false);
    let tracked right = tokens.tracked_remove(true);
    let instance = Tracked(instance);
    let place = AtomicU32::new(Ghost(instance), 0, Tracked(number));
    let shared = Arc::new(Shared { place, instance });
    let a = count_aside(&shared, Ghost(false), Tracked(left));
    let b = count_aside(&shared, Ghost(true), Tracked(right));
    match (a.join(), b.join()) {
        (Ok(left), Ok(right)) => {
            let number = atomic_with_ghost!(
                shared.place => load();
                ghost g => {
                    shared.instance.borrow().two_in_the_end(&g, left.borrow(), right.borrow());
                }
            );
            Some(number)
        },
        _ => None,
    }
}

fn main() {
    let number = count_to_two();
    assert(number is None || number == Some(2u32));
}

} // verus!
