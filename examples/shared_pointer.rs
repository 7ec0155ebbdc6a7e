//! Pointers that share a value between threads, and count themselves. Whoever ends the last one gets the value, and the
//! memory is given back: not earlier, as each pointer may look at the value, and not twice.
//!
//! Each pointer has the same share of the permission for the memory, and so may read it. The shares that no pointer has
//! are beside the count: together with those of as many pointers as are counted, they are the whole. So the last pointer
//! has the rest, which is what gives the memory back.

use vstd::atomic_ghost::*;
use vstd::prelude::*;
use vstd::simple_pptr::*;
use vstd::thread::spawn;

verus! {

use vstd::resource::frac_opt::Frac;
use vstd::resource::Loc;

/// The share of one pointer. There are at most as many pointers as a `u64` can count.
pub open spec fn share() -> real {
    1real / 18446744073709551616real
}

/// How much so many pointers have.
pub open spec fn shares(count: u64) -> real {
    count as real * share()
}

struct_with_invariants! {
    /// What is in the memory.
    struct Shared<T> {
        count: AtomicU64<_, Frac<Option<PointsTo<Shared<T>>>>, _>,
        /// What the shares are of.
        place: Ghost<Loc>,
        value: T,
    }

    spec fn wf(&self) -> bool {
        invariant on count with (place) is (v: u64, rest: Frac<Option<PointsTo<Shared<T>>>>) {
            &&& rest.id() == place@
            &&& rest.frac() == 1real - shares(v)
            &&& rest.resource() is None ==> v <= 1
        }
    }
}

/// A pointer to a value that others may point to.
pub struct Pointer<T> {
    ptr: PPtr<Shared<T>>,
    share: Tracked<Frac<Option<PointsTo<Shared<T>>>>>,
}

impl<T> Pointer<T> {
    #[verifier::type_invariant]
    spec fn wf(self) -> bool {
        is_share(self.share@, self.ptr)
    }

    /// The value.
    pub closed spec fn view(self) -> T {
        self.share@.resource()->0.value().value
    }

    /// Puts a value on the heap.
    pub fn new(value: T) -> (pointer: Self)
        ensures
            pointer@ == value,
    {
        let (ptr, Tracked(mut perm)) = PPtr::<Shared<T>>::empty();
        // The count must be there before the permission for it can be shared: at first the shares are of nothing.
        let tracked mut rest = Frac::new(None);
        let tracked mine = rest.split_to(share());
        let place: Ghost<Loc> = Ghost(rest.id());
        let count = AtomicU64::new(Ghost(place), 1, Tracked(rest));
        ptr.put(Tracked(&mut perm), Shared { count, place, value });
        let tracked mut filled = None;
        let count = &ptr.borrow(Tracked(&perm)).count;
        atomic_with_ghost!(
            count => no_op();
            ghost g => {
                g.agree(&mine);
                g.bounded_with(&mine);
                g.combine(mine);
                let tracked (_, empty) = g.take_resource();
                g = empty.put_resource(Some(perm));
                filled = Some(g.split_to(share()));
            }
        );
        Pointer { ptr, share: Tracked(filled.tracked_unwrap()) }
    }

    /// Looks at the value.
    pub fn borrow(&self) -> (value: &T)
        ensures
            *value == self@,
    {
        proof {
            use_type_invariant(self);
        }
        &self.ptr.borrow(Tracked(self.share.borrow().borrow().tracked_borrow())).value
    }

    /// Another pointer to the value, unless there are too many or another thread was faster.
    fn try_clone(&self) -> (pointer: Option<Self>)
        ensures
            pointer matches Some(other) ==> other@ == self@,
    {
        proof {
            use_type_invariant(self);
        }
        let shared = self.ptr.borrow(Tracked(self.share.borrow().borrow().tracked_borrow()));
        let count = shared.count.load();
        if count == u64::MAX {
            return None;
        }
        let tracked mut other = None;
        let result = atomic_with_ghost!(
            shared.count => compare_exchange(count, count + 1);
            returning res;
            ghost g => {
                if res is Ok {
                    g.agree(self.share.borrow());
                    other = Some(g.split_to(share()));
                }
            }
        );
        if result.is_err() {
            return None;
        }
        Some(Pointer { ptr: self.ptr, share: Tracked(other.tracked_unwrap()) })
    }

    /// Another pointer to the value.
    #[verifier::exec_allows_no_decreases_clause]
    pub fn clone(&self) -> (pointer: Self)
        ensures
            pointer@ == self@,
    {
        loop {
            if let Some(pointer) = self.try_clone() {
                return pointer;
            }
        }
    }

    /// Ends the pointer. The last one gives the value.
    pub fn dispose(self) -> (res: Option<T>)
        ensures
            res matches Some(value) ==> value == self@,
    {
        proof {
            use_type_invariant(&self);
        }
        let Pointer { ptr, share: Tracked(mine) } = self;
        let shared = ptr.borrow(Tracked(mine.borrow().tracked_borrow()));
        let tracked mut last = None;
        let count = atomic_with_ghost!(
            shared.count => fetch_sub_wrapping(1);
            returning count;
            ghost g => {
                // There is a share outside of the rest, so the rest is not the whole.
                g.bounded_with(&mine);
                g.combine(mine);
                if count == 1 {
                    let tracked (memory, empty) = g.take_resource();
                    last = memory;
                    g = empty.put_resource(None);
                }
            }
        );
        if count == 1 {
            let tracked perm = last.tracked_unwrap();
            Some(ptr.into_inner(Tracked(perm)).value)
        } else {
            None
        }
    }
}

/// Whether it is the share of a pointer to this memory.
spec fn is_share<T>(share: Frac<Option<PointsTo<Shared<T>>>>, ptr: PPtr<Shared<T>>) -> bool {
    &&& share.frac() == self::share()
    &&& share.resource() matches Some(perm) && {
        &&& perm.pptr() == ptr
        &&& perm.is_init()
        &&& perm.value().wf()
        &&& perm.value().place@ == share.id()
    }
}

/// Looks at the value and makes other pointers, many times. The result is how many of all these were the last one.
fn use_often(pointer: Pointer<u64>, times: u64) -> (last: u64)
    requires
        times < 1_000_000,
    ensures
        last <= times + 1,
{
    let mut last = 0;
    for i in 0..times
        invariant
            times < 1_000_000,
            last <= i,
    {
        let other = pointer.clone();
        let (a, b) = (*pointer.borrow(), *other.borrow());
        assert!(a == b);
        if other.dispose().is_some() {
            last = last + 1;
        }
    }
    if pointer.dispose().is_some() {
        last = last + 1;
    }
    last
}

/// Three threads use pointers to one value. The result is how many of the pointers were the last one.
fn use_together(times: u64) -> (last: Option<u64>)
    requires
        times < 1_000_000,
{
    let first = Pointer::new(42u64);
    let (second, third) = (first.clone(), first.clone());
    let a = spawn(move || -> (last: u64)
        ensures
            last <= times + 1,
        { use_often(second, times) });
    let b = spawn(move || -> (last: u64)
        ensures
            last <= times + 1,
        { use_often(third, times) });
    let last = use_often(first, times);
    match (a.join(), b.join()) {
        (Ok(x), Ok(y)) => Some(last + x + y),
        _ => None,
    }
}

} // verus!

/// Exactly one pointer is the last one.
fn main() {
    for _ in 0..20 {
        assert_eq!(use_together(2_000), Some(1));
    }
}
