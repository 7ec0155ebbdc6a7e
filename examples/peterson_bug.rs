//! The algorithm of `peterson.rs` with a bug: a thread gives the turn away before it raises its flag. Then both may get
//! in: the first one gives the turn away, the second one gives it back, raises its flag and gets in, as the other flag
//! is down; then the first one raises its flag and gets in, as the turn is its own.
//~ fails

use std::sync::Arc;
use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::cell::CellId;
use vstd::prelude::*;
use vstd::thread::spawn;

verus! {

/// Where a thread is.
pub enum Place {
    /// It does not want to get in.
    Outside,
    /// Its flag is up; it has not given the turn away.
    Raised,
    /// It has given the turn away, and has seen nothing yet.
    Waiting,
    /// It has the permission.
    Inside,
}

tokenized_state_machine! { Peterson<T> {
    fields {
        #[sharding(constant)]
        pub cell: CellId,

        /// For each thread, whether it wants to get in.
        #[sharding(map)]
        pub flags: Map<bool, bool>,

        /// Who gets in if both want to.
        #[sharding(variable)]
        pub turn: bool,

        /// Where each thread is. The thread has this token.
        #[sharding(map)]
        pub places: Map<bool, Place>,

        #[sharding(storage_option)]
        pub storage: Option<un::PointsTo<T>>,
    }

    init! {
        initialize(cell: CellId, perm: un::PointsTo<T>) {
            require perm.id() == cell && perm.is_init();
            init cell = cell;
            init flags = Map::empty().insert(false, false).insert(true, false);
            init turn = false;
            init places = Map::empty().insert(false, Place::Outside).insert(true, Place::Outside);
            init storage = Some(perm);
        }
    }

    transition! {
        raise(me: bool) {
            remove places -= [me => Place::Outside];
            add places += [me => Place::Raised];
            remove flags -= [me => let _];
            add flags += [me => true];
        }
    }

    transition! {
        give_turn(me: bool) {
            remove places -= [me => Place::Raised];
            add places += [me => Place::Waiting];
            update turn = !me;
        }
    }

    transition! {
        enter_alone(me: bool) {
            remove places -= [me => Place::Waiting];
            add places += [me => Place::Inside];
            have flags >= [!me => false];
            withdraw storage -= Some(let perm);
            assert perm.id() == pre.cell && perm.is_init();
        }
    }

    transition! {
        enter_in_turn(me: bool) {
            remove places -= [me => Place::Waiting];
            add places += [me => Place::Inside];
            require pre.turn == me;
            withdraw storage -= Some(let perm);
            assert perm.id() == pre.cell && perm.is_init();
        }
    }

    transition! {
        leave(me: bool, perm: un::PointsTo<T>) {
            require perm.id() == pre.cell && perm.is_init();
            remove places -= [me => Place::Inside];
            add places += [me => Place::Outside];
            remove flags -= [me => let _];
            add flags += [me => false];
            deposit storage += Some(perm);
        }
    }

    /// A flag is up from `raise` to `leave`.
    #[invariant]
    pub fn flags_are_right(&self) -> bool {
        forall|me: bool| {
            &&& #[trigger] self.flags.contains_key(me)
            &&& self.places.contains_key(me)
            &&& self.flags[me] == !(self.places[me] is Outside)
        }
    }

    /// If one thread is inside and the other one waits, then it is the turn of the one inside: the other one gave it
    /// the turn after that one had looked.
    #[invariant]
    pub fn the_one_inside_has_the_turn(&self) -> bool {
        forall|me: bool| #![trigger self.places[me]]
            self.places[me] is Inside && self.places[!me] is Waiting ==> self.turn == me
    }

    /// At most one thread is inside, and the permission is stored if none is.
    #[invariant]
    pub fn exclusion(&self) -> bool {
        &&& !(self.places[false] is Inside && self.places[true] is Inside)
        &&& match self.storage {
            Some(perm) => {
                &&& !(self.places[false] is Inside)
                &&& !(self.places[true] is Inside)
                &&& perm.id() == self.cell
                &&& perm.is_init()
            },
            None => self.places[false] is Inside || self.places[true] is Inside,
        }
    }

    #[inductive(initialize)]
    fn initialize_inductive(post: Self, cell: CellId, perm: un::PointsTo<T>) {
    }

    #[inductive(raise)]
    fn raise_inductive(pre: Self, post: Self, me: bool) {
    }

    #[inductive(give_turn)]
    fn give_turn_inductive(pre: Self, post: Self, me: bool) {
    }

    #[inductive(enter_alone)]
    fn enter_alone_inductive(pre: Self, post: Self, me: bool) {
    }

    #[inductive(enter_in_turn)]
    fn enter_in_turn_inductive(pre: Self, post: Self, me: bool) {
    }

    #[inductive(leave)]
    fn leave_inductive(pre: Self, post: Self, me: bool, perm: un::PointsTo<T>) {
    }
} }

struct_with_invariants! {
    /// A value that two threads exclude each other from.
    struct Lock<T> {
        flags: Vec<AtomicBool<_, Peterson::flags<T>, _>>,
        turn: AtomicBool<_, Peterson::turn<T>, _>,
        cell: un::PCell<T>,
        instance: Tracked<Peterson::Instance<T>>,
    }

    spec fn wf(&self) -> bool {
        predicate {
            &&& self.flags@.len() == 2
            &&& self.instance@.cell() == self.cell.id()
        }

        invariant on flags with (instance)
            forall |i: int|
            where (0 <= i < 2)
            specifically (self.flags@[i])
            is (v: bool, g: Peterson::flags<T>) {
                g.instance_id() == instance@.id() && g.key() == (i == 1) && g.value() == v
            }

        invariant on turn with (instance) is (v: bool, g: Peterson::turn<T>) {
            g.instance_id() == instance@.id() && g.value() == v
        }
    }
}

/// One of the two threads.
struct Party<T> {
    lock: Arc<Lock<T>>,
    me: bool,
    place: Tracked<Peterson::places<T>>,
}

/// The index of a thread's flag.
fn index(thread: bool) -> (i: usize)
    ensures
        i < 2,
        thread == (i == 1),
{
    if thread {
        1
    } else {
        0
    }
}

impl<T> Party<T> {
    /// Whether it is at this place.
    spec fn is_at(self, place: Place) -> bool {
        &&& self.lock.wf()
        &&& self.place@.instance_id() == self.lock.instance@.id()
        &&& self.place@.key() == self.me
        &&& self.place@.value() == place
    }

    /// Whether this is the permission for the value.
    spec fn owns(self, perm: un::PointsTo<T>) -> bool {
        perm.id() == self.lock.cell.id() && perm.is_init()
    }

    /// Whether it is another value of the same thread.
    spec fn is_also(self, other: Self) -> bool {
        self.lock == other.lock && self.me == other.me
    }

    /// Gives the turn away and raises the flag.
    fn announce(self) -> (res: Self)
        requires
            self.is_at(Place::Outside),
        ensures
            res.is_also(self),
            res.is_at(Place::Waiting),
    {
        let Party { lock, me, place: Tracked(place) } = self;
        let tracked instance = lock.instance.borrow();
        let tracked mut place = Some(place);
        atomic_with_ghost!(
            lock.turn => store(!me);
            ghost g => {
                let tracked outside = place.tracked_take();
                place = Some(instance.give_turn(me, &mut g, outside)); // FAILS
            }
        );
        atomic_with_ghost!(
            lock.flags[index(me)] => store(true);
            ghost g => {
                let tracked (Tracked(flag), Tracked(raised)) = instance.raise(me, g, place.tracked_take());
                g = flag;
                place = Some(raised);
            }
        );
        Party { lock, me, place: Tracked(place.tracked_unwrap()) }
    }

    /// Looks whether the other one is in the way.
    fn try_enter(self) -> (res: (Self, Option<Tracked<un::PointsTo<T>>>))
        requires
            self.is_at(Place::Waiting),
        ensures
            res.0.is_also(self),
            match res.1 {
                Some(perm) => res.0.is_at(Place::Inside) && res.0.owns(perm@),
                None => res.0.is_at(Place::Waiting),
            },
    {
        let Party { lock, me, place: Tracked(place) } = self;
        let tracked instance = lock.instance.borrow();
        let tracked mut place = Some(place);
        let tracked mut taken = None;
        let other = atomic_with_ghost!(
            lock.flags[index(!me)] => load();
            returning other;
            ghost g => {
                if other == false {
                    let tracked (Tracked(inside), Tracked(perm)) = instance.enter_alone(me, &g, place.tracked_take());
                    place = Some(inside);
                    taken = Some(perm);
                }
            }
        );
        if !other {
            let party = Party { lock, me, place: Tracked(place.tracked_unwrap()) };
            return (party, Some(Tracked(taken.tracked_unwrap())));
        }
        let turn = atomic_with_ghost!(
            lock.turn => load();
            returning turn;
            ghost g => {
                if turn == me {
                    let tracked (Tracked(inside), Tracked(perm)) = instance.enter_in_turn(me, &g, place.tracked_take());
                    place = Some(inside);
                    taken = Some(perm);
                }
            }
        );
        let party = Party { lock, me, place: Tracked(place.tracked_unwrap()) };
        if turn == me {
            (party, Some(Tracked(taken.tracked_unwrap())))
        } else {
            (party, None)
        }
    }

    /// Waits until nobody else is inside, and gets in.
    #[verifier::exec_allows_no_decreases_clause]
    fn enter(self) -> (res: (Self, Tracked<un::PointsTo<T>>))
        requires
            self.is_at(Place::Outside),
        ensures
            res.0.is_also(self),
            res.0.is_at(Place::Inside),
            res.0.owns(res.1@),
    {
        let mut party = self.announce();
        loop
            invariant
                party.is_also(self),
                party.is_at(Place::Waiting),
        {
            let (now, perm) = party.try_enter();
            match perm {
                Some(perm) => {
                    return (now, perm);
                },
                None => {
                    party = now;
                },
            }
        }
    }

    /// Lowers the flag.
    fn leave(self, Tracked(perm): Tracked<un::PointsTo<T>>) -> (res: Self)
        requires
            self.is_at(Place::Inside),
            self.owns(perm),
        ensures
            res.is_also(self),
            res.is_at(Place::Outside),
    {
        let Party { lock, me, place: Tracked(place) } = self;
        let tracked instance = lock.instance.borrow();
        let tracked mut outside = None;
        atomic_with_ghost!(
            lock.flags[index(me)] => store(false);
            ghost g => {
                let tracked (Tracked(flag), Tracked(gone)) = instance.leave(me, perm, g, place, perm);
                g = flag;
                outside = Some(gone);
            }
        );
        Party { lock, me, place: Tracked(outside.tracked_unwrap()) }
    }
}

/// The two threads that exclude each other from a value.
fn parties<T>(value: T) -> (parties: (Party<T>, Party<T>))
    ensures
        parties.0.lock == parties.1.lock,
        parties.0.is_at(Place::Outside),
        parties.1.is_at(Place::Outside),
{
    let (cell, Tracked(perm)) = un::PCell::new(value);
    let tracked (Tracked(instance), Tracked(flags), Tracked(turn), Tracked(places)) =
        Peterson::Instance::initialize(cell.id(), perm, Some(perm));
    let tracked mut flags = flags.into_map();
    let tracked mut places = places.into_map();
    let tracked left_flag = flags.tracked_remove(false);
    let tracked right_flag = flags.tracked_remove(true);
    let tracked left = places.tracked_remove(false);
    let tracked right = places.tracked_remove(true);
    let instance = Tracked(instance);
    let turn = AtomicBool::new(Ghost(instance), false, Tracked(turn));
    let mut flags = Vec::new();
    flags.push(AtomicBool::new(Ghost((instance, 0int)), false, Tracked(left_flag)));
    flags.push(AtomicBool::new(Ghost((instance, 1int)), false, Tracked(right_flag)));
    let lock = Arc::new(Lock { flags, turn, cell, instance });
    let other = lock.clone();
    (Party { lock, me: false, place: Tracked(left) }, Party { lock: other, me: true, place: Tracked(right) })
}

/// Adds one to the value, many times.
fn add(party: Party<u64>, times: u64) -> (res: Party<u64>)
    requires
        party.is_at(Place::Outside),
    ensures
        res.is_also(party),
        res.is_at(Place::Outside),
{
    let ghost start = party;
    let mut party = party;
    for _ in 0..times
        invariant
            party.is_also(start),
            party.is_at(Place::Outside),
    {
        let (inside, Tracked(perm)) = party.enter();
        let tracked mut perm = perm;
        let value = inside.lock.cell.take(Tracked(&mut perm));
        inside.lock.cell.put(Tracked(&mut perm), value.wrapping_add(1));
        party = inside.leave(Tracked(perm));
    }
    party
}

/// Both threads add, and one of them looks at the end.
fn add_both(times: u64) -> (sum: Option<u64>) {
    let (left, right) = parties(0u64);
    let other = spawn(move || -> (res: Party<u64>) { add(right, times) });
    let left = add(left, times);
    match other.join() {
        Ok(_) => {
            let (left, Tracked(perm)) = left.enter();
            let tracked mut perm = perm;
            let sum = left.lock.cell.take(Tracked(&mut perm));
            left.lock.cell.put(Tracked(&mut perm), sum);
            left.leave(Tracked(perm));
            Some(sum)
        },
        Err(_) => None,
    }
}

} // verus!

/// No addition is lost.
fn main() {
    assert_eq!(add_both(100_000), Some(200_000));
}
