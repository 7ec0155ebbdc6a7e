//! Threads that count together. Each increment uses a ticket. The limit of all tickets says that no number overflows,
//! neither those of the threads nor their sum.

use vstd::prelude::*;
use vstd::resource::algebra::ResourceAlgebra;
use vstd::resource::pcm::{Resource, PCM};
use vstd::resource::Loc;
use vstd::thread::spawn;

verus! {

/// There are at most so many tickets, used or not.
spec const LIMIT: nat = 1_000_000;

/// Tickets in somebody's hand: those still to be used, and those that were.
struct Tickets {
    open: nat,
    used: nat,
}

impl ResourceAlgebra for Tickets {
    closed spec fn valid(self) -> bool {
        self.open + self.used <= LIMIT
    }

    closed spec fn op(a: Self, b: Self) -> Self {
        Tickets { open: a.open + b.open, used: a.used + b.used }
    }

    proof fn associative(a: Self, b: Self, c: Self) {
    }

    proof fn commutative(a: Self, b: Self) {
    }

    proof fn valid_op(a: Self, b: Self) {
    }
}

impl PCM for Tickets {
    closed spec fn unit() -> Self {
        Tickets { open: 0, used: 0 }
    }

    proof fn op_unit(self) {
    }

    proof fn unit_valid() {
    }
}

/// A counter of one thread, with the tickets that it used.
struct Counter {
    count: u64,
    tickets: Tracked<Resource<Tickets>>,
}

impl Counter {
    spec fn wf(self, loc: Loc) -> bool {
        self.tickets@.loc() == loc && self.count == self.tickets@.value().used
    }

    spec fn open(self) -> nat {
        self.tickets@.value().open
    }

    fn new(Tracked(tickets): Tracked<Resource<Tickets>>) -> (counter: Counter)
        requires
            tickets.value().used == 0,
        ensures
            counter.wf(tickets.loc()),
            counter.open() == tickets.value().open,
            counter.count == 0,
    {
        Counter { count: 0, tickets: Tracked(tickets) }
    }

    /// Counts one, for one ticket. The limit of all tickets says that the number does not overflow.
    fn increment(self, Ghost(loc): Ghost<Loc>) -> (counter: Counter)
        requires
            self.wf(loc),
            self.open() > 0,
        ensures
            counter.wf(loc),
            counter.count == self.count + 1,
            counter.open() == self.open() - 1,
    {
        let Tracked(tickets) = self.tickets;
        proof {
            tickets.validate();
        }
        let ghost before = tickets.value();
        let tracked used = tickets.update(Tickets { open: (before.open - 1) as nat, used: before.used + 1 });
        Counter { count: self.count + 1, tickets: Tracked(used) }
    }
}

/// Uses all tickets on a thread of its own.
fn count_all(Tracked(tickets): Tracked<Resource<Tickets>>, n: u64) -> (counter: Counter)
    requires
        tickets.value() == (Tickets { open: n as nat, used: 0 }),
    ensures
        counter.wf(tickets.loc()),
        counter.open() == 0,
        counter.count == n,
{
    let ghost loc = tickets.loc();
    let mut counter = Counter::new(Tracked(tickets));
    for i in 0..n
        invariant
            counter.wf(loc),
            counter.count == i,
            counter.open() == n - i,
    {
        counter = counter.increment(Ghost(loc));
    }
    counter
}

/// Two threads count, and their numbers are added.
fn count_together(n: u64, m: u64) -> (total: Option<u64>)
    requires
        n + m <= LIMIT,
    ensures
        total matches Some(t) ==> t == n + m,
{
    let tracked all = Resource::alloc(Tickets { open: (n + m) as nat, used: 0 });
    let ghost loc = all.loc();
    let tracked (left, right) = all.split(Tickets { open: n as nat, used: 0 }, Tickets { open: m as nat, used: 0 });
    let a = spawn(move || -> (c: Counter)
        ensures
            c.wf(loc),
            c.count == n,
        { count_all(Tracked(left), n) });
    let b = spawn(move || -> (c: Counter)
        ensures
            c.wf(loc),
            c.count == m,
        { count_all(Tracked(right), m) });
    match (a.join(), b.join()) {
        (Ok(x), Ok(y)) => {
            proof {
                let tracked both = x.tickets.get().join(y.tickets.get());
                both.validate();
            }
            Some(x.count + y.count)
        },
        _ => None,
    }
}

fn main() {
    let total = count_together(20, 22);
    assert(total is None || total == Some(42u64));
}

} // verus!
