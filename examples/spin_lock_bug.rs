//! The lock of `spin_lock.rs` with a bug: `release` frees the lock and does not put the value back. Another thread that
//! takes the lock would find an empty cell.
//~ fails

use vstd::atomic_ghost::*;
use vstd::cell::pcell_maybe_uninit as un;
use vstd::prelude::*;

verus! {

/// Which values may be in a lock.
pub trait LockPredicate<T>: Sized {
    spec fn inv(self, v: T) -> bool;
}

struct_with_invariants! {
    /// A value that one thread at a time may have.
    pub struct Lock<T, P: LockPredicate<T>> {
        is_taken: AtomicBool<_, Option<un::PointsTo<T>>, _>,
        cell: un::PCell<T>,
        predicate: Ghost<P>,
    }

    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        invariant on is_taken with (cell, predicate) is (taken: bool, perm: Option<un::PointsTo<T>>) {
            match perm {
                None => taken,
                Some(perm) => !taken && perm.id() == cell.id() && perm.is_init() && predicate@.inv(perm.value()),
            }
        }
    }
}

impl<T, P: LockPredicate<T>> Lock<T, P> {
    /// Which values may be in it.
    pub closed spec fn predicate(&self) -> P {
        self.predicate@
    }

    /// Whether this is the permission for the cell, which is empty.
    pub closed spec fn is_open_by(&self, perm: un::PointsTo<T>) -> bool {
        perm.id() == self.cell.id() && perm.is_uninit()
    }

    /// A lock with a value. It is free.
    pub fn new(value: T, Ghost(predicate): Ghost<P>) -> (lock: Self)
        requires
            predicate.inv(value),
        ensures
            lock.predicate() == predicate,
    {
        let (cell, Tracked(perm)) = un::PCell::new(value);
        let predicate = Ghost(predicate);
        let is_taken = AtomicBool::new(Ghost((cell, predicate)), false, Tracked(Some(perm)));
        Lock { is_taken, cell, predicate }
    }

    /// Takes the lock if it is free.
    pub fn try_acquire(&self) -> (res: Option<(T, Tracked<un::PointsTo<T>>)>)
        ensures
            res matches Some(v) ==> self.predicate().inv(v.0) && self.is_open_by(v.1@),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked mut taken = None;
        let result = atomic_with_ghost!(
            self.is_taken => compare_exchange(false, true);
            returning res;
            ghost perm => {
                if res is Ok {
                    taken = perm;
                    perm = None;
                }
            }
        );
        if result.is_err() {
            return None;
        }
        let tracked mut perm = taken.tracked_unwrap();
        let value = self.cell.take(Tracked(&mut perm));
        Some((value, Tracked(perm)))
    }

    /// Takes the lock when it is free.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn acquire(&self) -> (res: (T, Tracked<un::PointsTo<T>>))
        ensures
            self.predicate().inv(res.0),
            self.is_open_by(res.1@),
    {
        loop {
            if let Some(res) = self.try_acquire() {
                return res;
            }
        }
    }

    /// Puts a value in, and gives the lock back.
    pub fn release(&self, value: T, Tracked(perm): Tracked<un::PointsTo<T>>)
        requires
            self.predicate().inv(value),
            self.is_open_by(perm),
    {
        proof {
            use_type_invariant(self);
        }
        let tracked perm = perm;
        atomic_with_ghost!( // FAILS
            self.is_taken => store(false);
            ghost free => {
                free = Some(perm);
            }
        );
    }
}

/// Numbers that two divides.
struct Even;

impl LockPredicate<u64> for Even {
    closed spec fn inv(self, v: u64) -> bool {
        v % 2 == 0
    }
}

/// Two steps, and nobody sees the number between them.
fn add_two(lock: &Lock<u64, Even>) {
    let (mut v, perm) = lock.acquire();
    v = v.wrapping_add(1);
    v = v.wrapping_add(1);
    lock.release(v, perm);
}

fn main() {
    let lock = Lock::new(40, Ghost(Even));
    add_two(&lock);
    let (v, perm) = lock.acquire();
    assert(v % 2 == 0);
    lock.release(v, perm);
}

} // verus!
