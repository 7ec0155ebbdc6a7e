//! The lock of `ticket_lock.rs` with a bug: a number is read and the next one written in two steps. Two threads may
//! draw the same number, and have the lock at once.
//~ fails

use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;

verus! {

tokenized_state_machine! { Tickets<T> {
    fields {
        #[sharding(constant)]
        pub cell: CellId,

        /// The number of the next ticket.
        #[sharding(variable)]
        pub next: nat,

        /// The number that is served.
        #[sharding(variable)]
        pub served: nat,

        /// Tickets of those who wait.
        #[sharding(set)]
        pub waiting: Set<nat>,

        /// The number of the one who has the lock.
        #[sharding(option)]
        pub inside: Option<nat>,

        #[sharding(storage_option)]
        pub storage: Option<un::PointsTo<T>>,
    }

    init! {
        initialize(cell: CellId, perm: un::PointsTo<T>) {
            require perm.id() == cell && perm.is_init();
            init cell = cell;
            init next = 0;
            init served = 0;
            init waiting = Set::empty();
            init inside = None;
            init storage = Some(perm);
        }
    }

    transition! {
        draw() {
            update next = pre.next + 1;
            add waiting += set { pre.next };
        }
    }

    transition! {
        enter() {
            remove waiting -= set { pre.served };
            add inside += Some(pre.served);
            birds_eye let perm = pre.storage->0;
            withdraw storage -= Some(perm);
            assert perm.id() == pre.cell && perm.is_init();
        }
    }

    transition! {
        leave(perm: un::PointsTo<T>) {
            require perm.id() == pre.cell && perm.is_init();
            remove inside -= Some(let number);
            assert number == pre.served;
            update served = pre.served + 1;
            deposit storage += Some(perm);
        }
    }

    property! {
        knows_number() {
            have inside >= Some(let number);
            assert number == pre.served;
        }
    }

    /// Everyone who waits was given a number that is not served, or is served and nobody is inside.
    #[invariant]
    pub fn numbers_are_in_order(&self) -> bool {
        &&& self.served <= self.next
        &&& forall|number: nat| #[trigger] self.waiting.contains(number) ==> self.served <= number < self.next
        &&& self.inside matches Some(number) ==> number == self.served && number < self.next
            && !self.waiting.contains(number)
    }

    #[invariant]
    pub fn stored_while_nobody_is_inside(&self) -> bool {
        match self.storage {
            Some(perm) => self.inside is None && perm.id() == self.cell && perm.is_init(),
            None => self.inside is Some,
        }
    }

    #[inductive(initialize)]
    fn initialize_inductive(post: Self, cell: CellId, perm: un::PointsTo<T>) {
    }

    #[inductive(draw)]
    fn draw_inductive(pre: Self, post: Self) {
    }

    #[inductive(enter)]
    fn enter_inductive(pre: Self, post: Self) {
    }

    #[inductive(leave)]
    fn leave_inductive(pre: Self, post: Self, perm: un::PointsTo<T>) {
    }
} }

struct_with_invariants! {
    /// A value that one thread at a time may have.
    pub struct Lock<T> {
        next: AtomicU64<_, Tickets::next<T>, _>,
        served: AtomicU64<_, Tickets::served<T>, _>,
        cell: un::PCell<T>,
        instance: Tracked<Tickets::Instance<T>>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        predicate {
            self.instance@.cell() == self.cell.id()
        }

        invariant on next with (instance) is (v: u64, g: Tickets::next<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }

        invariant on served with (instance) is (v: u64, g: Tickets::served<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// The right to give the lock back.
pub struct Guard<T> {
    number: u64,
    token: Tracked<Tickets::inside<T>>,
    perm: Tracked<un::PointsTo<T>>,
}

impl<T> Guard<T> {
    /// Whether it belongs to this lock.
    pub closed spec fn is_of(self, lock: &Lock<T>) -> bool {
        &&& self.token@.instance_id() == lock.instance@.id()
        &&& self.token@.value() == self.number
        &&& self.number < u64::MAX
        &&& self.perm@.id() == lock.cell.id()
        &&& self.perm@.is_uninit()
    }
}

impl<T> Lock<T> {
    pub fn new(value: T) -> (lock: Self) {
        let (cell, Tracked(perm)) = un::PCell::new(value);
        let tracked (Tracked(instance), Tracked(next), Tracked(served), _, _) = Tickets::Instance::initialize(
            cell.id(),
            perm,
            Some(perm),
        );
        let instance = Tracked(instance);
        let next = AtomicU64::new(Ghost(instance), 0, Tracked(next));
        let served = AtomicU64::new(Ghost(instance), 0, Tracked(served));
        Lock { next, served, cell, instance }
    }

    /// Draws a number. There is none where all numbers were drawn, and where another thread was faster.
    fn try_draw(&self) -> (res: Option<(u64, Tracked<Tickets::waiting<T>>)>)
        ensures
            res matches Some(ticket) ==> {
                &&& ticket.0 < u64::MAX
                &&& ticket.1@.instance_id() == self.instance@.id()
                &&& ticket.1@.element() == ticket.0
            },
    {
        proof {
            use_type_invariant(self);
        }
        let number = self.next.load();
        if number == u64::MAX {
            return None;
        }
        let tracked mut ticket = None;
        atomic_with_ghost!( // FAILS
            self.next => store(number + 1);
            ghost g => {
                ticket = Some(self.instance.borrow().draw(&mut g));
            }
        );
        Some((number, Tracked(ticket.tracked_unwrap())))
    }

    /// Waits for its turn.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn acquire(&self) -> (res: (T, Guard<T>))
        ensures
            res.1.is_of(self),
    {
        proof {
            use_type_invariant(self);
        }
        loop
            invariant
                self.wf(),
        {
            if let Some((number, ticket)) = self.try_draw() {
                return self.wait(number, ticket);
            }
        }
    }

    /// Waits until a number is served.
    #[verifier::exec_allows_no_decreases_clause]
    fn wait(&self, number: u64, Tracked(ticket): Tracked<Tickets::waiting<T>>) -> (res: (T, Guard<T>))
        requires
            number < u64::MAX,
            ticket.instance_id() == self.instance@.id(),
            ticket.element() == number,
        ensures
            res.1.is_of(self),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked mut ticket = Some(ticket);
        loop
            invariant
                self.wf(),
                number < u64::MAX,
                ticket matches Some(t) && t.instance_id() == self.instance@.id() && t.element() == number,
        {
            let tracked mut entered = None;
            let served = atomic_with_ghost!(
                self.served => load();
                returning served;
                ghost g => {
                    if served == number {
                        entered = Some(self.instance.borrow().enter(&g, ticket.tracked_take()));
                    }
                }
            );
            if served == number {
                let tracked (Tracked(token), _, Tracked(mut perm)) = entered.tracked_unwrap();
                let value = self.cell.take(Tracked(&mut perm));
                return (value, Guard { number, token: Tracked(token), perm: Tracked(perm) });
            }
        }
    }

    /// Puts a value in, and serves the next number.
    pub fn release(&self, value: T, guard: Guard<T>)
        requires
            guard.is_of(self),
    {
        proof {
            use_type_invariant(self);
        }
        let Guard { number, token: Tracked(token), perm: Tracked(mut perm) } = guard;
        self.cell.put(Tracked(&mut perm), value);
        atomic_with_ghost!(
            self.served => store(number + 1);
            ghost g => {
                self.instance.borrow().knows_number(&g, &token);
                self.instance.borrow().leave(perm, &mut g, token, perm);
            }
        );
    }
}

fn main() {
    let lock = Lock::new(40u64);
    let (v, guard) = lock.acquire();
    lock.release(v.wrapping_add(2), guard);
}

} // verus!
