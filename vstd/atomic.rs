//! Atomic memory: numbers, truth values and pointers that threads read and write at once.
// @when atomic Atomic atomically UpdateTry UpdatePredicate UpdateControlFlow Commit pred_args
//!
//! What is in such a place is known by a permission, which is tracked. Each operation takes the permission, so the place may be
//! used by whoever can get at the permission: mostly it is in an invariant that is opened for one operation
//! (`vstd::invariant`, and `vstd::atomic_ghost` for both together).
//!
//! All operations are sequentially consistent (`Ordering::SeqCst`): all threads see them in one order, the order in which the
//! permission passes from one to the next. There are no operations of weaker orders, because a permission would say more than
//! the hardware gives.
//!
//! # Logical atomicity
//!
//! A function with an `atomically` clause does its work at one moment of its run, the linearization point, whatever else it
//! does. The clause says what it takes and gives at that moment, and an [`AtomicUpdate`] is the permission to take and give it.
//! The caller makes it, by the block after the call; the function opens it once to commit, and before that as often as it likes
//! to abort (guide chapter `logatom`).
//!
//! ```text
//! fn reset(var: &PAtomicU64)
//!     atomically (au) { (perm: PermissionU64) -> (done: Commit<PermissionU64>), requires .. ensures .. outer_mask any, }
//! {
//!     try_open_atomic_update!(au, mut perm => { var.store(Tracked(&mut perm), 0); Tracked(Commit(perm)) });
//! }
//!
//! reset(&var) atomically |update| { perm = Commit::get(update(perm)); }
//! ```
//!
//! trusted: each contract says what the documentation of the standard library says of the operation.
//!
//! To open an update runs the block of the caller up to the call of `update`, then the block of the function, and then
//! the rest of the caller's block, as one atomic step, even on another thread. The verifier checks that each of the two blocks
//! may stand in the other one (`certus-lower`, `body/atomic_update.rs` and `body/atomic_call.rs`): what they may open, that
//! they stay in their place, and that `update` is called once. Which of two outcomes a moment has is decided by values that are
//! there at that moment, so `resolves`, `input` and `output` are prophetic.

use core::marker::PhantomData;
use core::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicPtr, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64, AtomicUsize, Ordering,
};

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::raw_ptr::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use crate::wrapping::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Which atomic place it is.
pub type AtomicCellId = int;

} // verus!

/// An atomic type: the place, its permission, and what the permission says. `[T]` are its type parameters, and `.. same ..` is
/// how two values are compared.
macro_rules! atomic_type {
    (
        [$($param:ident)?], $place:ident, $permission:ident, $data:ident, $std:ty, $value:ty,
        same($left:ident, $right:ident) $same:expr
    ) => {
        verus! {

        /// An atomic place in memory.
        #[verifier::external_body]
        $(#[verifier::accept_recursive_types($param)])?
        pub struct $place$(<$param>)? {
            place: $std,
        }

        /// The permission to use a place: who has it knows what is there.
        #[verifier::external_body]
        $(#[verifier::accept_recursive_types($param)])?
        pub tracked struct $permission$(<$param>)? {
            value: $value,
        }

        /// What a permission says.
        $(#[verifier::accept_recursive_types($param)])?
        pub ghost struct $data$(<$param>)? {
            /// The place.
            pub patomic: int,
            /// The value there.
            pub value: $value,
        }

        impl$(<$param>)? $permission$(<$param>)? {
            /// What it says.
            pub uninterp spec fn view(self) -> $data$(<$param>)?;

            /// Whether it is for this place.
            pub open spec fn is_for(&self, patomic: $place$(<$param>)?) -> bool {
                self.view().patomic == patomic.id()
            }

            /// Whether this is the value in the place.
            pub open spec fn points_to(&self, v: $value) -> bool {
                self.view().value == v
            }

            /// The value in the place.
            #[verifier::inline]
            pub open spec fn value(&self) -> $value {
                self.view().value
            }

            /// The place.
            #[verifier::inline]
            pub open spec fn id(&self) -> AtomicCellId {
                self.view().patomic
            }
        }

        impl$(<$param>)? $place$(<$param>)? {
            /// Which place it is.
            pub uninterp spec fn id(&self) -> int;

            /// A new place with a value.
            #[inline(always)]
            #[verifier::external_body]
            pub const fn new(i: $value) -> (res: ($place$(<$param>)?, Tracked<$permission$(<$param>)?>))
                ensures
                    res.1@.view() == ($data { patomic: res.0.id(), value: i }),
            {
                ($place { place: <$std>::new(i) }, Tracked::assume_new())
            }

            /// Reads the value.
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn load(&self, Tracked(perm): Tracked<&$permission$(<$param>)?>) -> (ret: $value)
                requires
                    self.id() == perm.view().patomic,
                ensures
                    ret == perm.view().value,
                opens_invariants none
                no_unwind
            {
                self.place.load(Ordering::SeqCst)
            }

            /// Writes a value.
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn store(&self, Tracked(perm): Tracked<&mut $permission$(<$param>)?>, v: $value)
                requires
                    self.id() == old(perm).view().patomic,
                ensures
                    final(perm).view().patomic == self.id(),
                    final(perm).view().value == v,
                opens_invariants none
                no_unwind
            {
                self.place.store(v, Ordering::SeqCst)
            }

            /// Writes a value; gives the one that was there.
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn swap(&self, Tracked(perm): Tracked<&mut $permission$(<$param>)?>, v: $value) -> (ret: $value)
                requires
                    self.id() == old(perm).view().patomic,
                ensures
                    final(perm).view().patomic == self.id(),
                    final(perm).view().value == v,
                    ret == old(perm).view().value,
                opens_invariants none
                no_unwind
            {
                self.place.swap(v, Ordering::SeqCst)
            }

            /// The value of a place that nobody else has.
            #[inline(always)]
            #[verifier::external_body]
            pub fn into_inner(self, Tracked(perm): Tracked<$permission$(<$param>)?>) -> (ret: $value)
                requires
                    self.id() == perm.view().patomic,
                ensures
                    ret == perm.view().value,
                opens_invariants none
                no_unwind
            {
                self.place.into_inner()
            }
        }

        } // verus!

        atomic_exchange! {
            [$($param)?], $place, $permission, $value, compare_exchange, same($left, $right) $same, fails !$same,
            "Writes `new` if `current` is there; gives the value that was there."
        }
        atomic_exchange! {
            [$($param)?], $place, $permission, $value, compare_exchange_weak, same($left, $right) $same, fails true,
            "Writes `new` if `current` is there, and may fail even then; gives the value that was there."
        }
    };
}

/// A comparison with exchange. `.. fails ..` is what is known where it fails.
macro_rules! atomic_exchange {
    (
        [$($param:ident)?], $place:ident, $permission:ident, $value:ty, $name:ident,
        same($left:ident, $right:ident) $same:expr, fails $fails:expr, $doc:literal
    ) => {
        verus! {

        impl$(<$param>)? $place$(<$param>)? {
            #[doc = $doc]
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn $name(
                &self,
                Tracked(perm): Tracked<&mut $permission$(<$param>)?>,
                current: $value,
                new: $value,
            ) -> (ret: Result<$value, $value>)
                requires
                    self.id() == old(perm).view().patomic,
                ensures
                    final(perm).view().patomic == self.id(),
                    ({
                        let $left = current;
                        let $right = old(perm).view().value;
                        match ret {
                            Result::Ok(r) => {
                                $same && final(perm).view().value == new && r == old(perm).view().value
                            },
                            Result::Err(r) => {
                                $fails && final(perm).view().value == old(perm).view().value && r == old(
                                    perm,
                                ).view().value
                            },
                        }
                    }),
                opens_invariants none
                no_unwind
            {
                self.place.$name(current, new, Ordering::SeqCst, Ordering::SeqCst)
            }
        }

        } // verus!
    };
}

/// An operation that computes a value from the one that is there and its argument, and gives the one that was there.
macro_rules! atomic_update {
    (
        $place:ident, $permission:ident, $value:ident, $name:ident = $std:ident, ($old:ident, $n:ident) $new:expr, $doc:literal
    ) => {
        verus! {

        impl $place {
            #[doc = $doc]
            #[doc = "Gives the value that was there."]
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn $name(&self, Tracked(perm): Tracked<&mut $permission>, $n: $value) -> (ret: $value)
                requires
                    self.id() == old(perm).view().patomic,
                ensures
                    ret == old(perm).view().value,
                    final(perm).view().patomic == old(perm).view().patomic,
                    final(perm).view().value == ({
                        let $old = old(perm).view().value;
                        $new
                    }),
                opens_invariants none
                no_unwind
            {
                self.place.$std($n, Ordering::SeqCst)
            }
        }

        } // verus!
    };
}

/// A sum or difference that is in range.
macro_rules! atomic_sum {
    ($place:ident, $permission:ident, $value:ident, $name:ident = $wrapping:ident, $sign:tt, $doc:literal) => {
        verus! {

        impl $place {
            #[doc = $doc]
            #[doc = "Gives the value that was there."]
            #[inline(always)]
            #[verifier::atomic]
            pub fn $name(&self, Tracked(perm): Tracked<&mut $permission>, n: $value) -> (ret: $value)
                requires
                    self.id() == old(perm).view().patomic,
                    <$value>::MIN <= old(perm).view().value $sign n,
                    old(perm).view().value $sign n <= <$value>::MAX,
                ensures
                    ret == old(perm).view().value,
                    final(perm).view().patomic == old(perm).view().patomic,
                    final(perm).view().value == old(perm).view().value $sign n,
                opens_invariants none
                no_unwind
            {
                self.$wrapping(Tracked(&mut *perm), n)
            }
        }

        } // verus!
    };
}

/// The places for numbers of a type.
macro_rules! atomic_number {
    ($place:ident, $permission:ident, $data:ident, $std:ident, $value:ident, $specs:ident) => {
        atomic_type! { [], $place, $permission, $data, $std, $value, same(left, right) left == right }
        atomic_update! { $place, $permission, $value, fetch_add_wrapping = fetch_add,
            (old, n) $specs::wrapping_add(old, n), "Adds; the result wraps around." }
        atomic_update! { $place, $permission, $value, fetch_sub_wrapping = fetch_sub,
            (old, n) $specs::wrapping_sub(old, n), "Subtracts; the result wraps around." }
        atomic_sum! { $place, $permission, $value, fetch_add = fetch_add_wrapping, +, "Adds, where the sum is in range." }
        atomic_sum! { $place, $permission, $value, fetch_sub = fetch_sub_wrapping, -,
            "Subtracts, where the difference is in range." }
        atomic_update! { $place, $permission, $value, fetch_and = fetch_and, (old, n) old & n, "Bitwise and." }
        atomic_update! { $place, $permission, $value, fetch_or = fetch_or, (old, n) old | n, "Bitwise or." }
        atomic_update! { $place, $permission, $value, fetch_xor = fetch_xor, (old, n) old ^ n, "Bitwise exclusive or." }
        atomic_update! { $place, $permission, $value, fetch_nand = fetch_nand, (old, n) !(old & n),
            "The complement of the bitwise and." }
        atomic_update! { $place, $permission, $value, fetch_max = fetch_max, (old, n) if n < old { old } else { n },
            "The greater of the two." }
        atomic_update! { $place, $permission, $value, fetch_min = fetch_min, (old, n) if old < n { old } else { n },
            "The smaller of the two." }
    };
}

atomic_number!(PAtomicU8, PermissionU8, PermissionDataU8, AtomicU8, u8, u8_specs);
atomic_number!(PAtomicU16, PermissionU16, PermissionDataU16, AtomicU16, u16, u16_specs);
atomic_number!(PAtomicU32, PermissionU32, PermissionDataU32, AtomicU32, u32, u32_specs);
atomic_number!(PAtomicU64, PermissionU64, PermissionDataU64, AtomicU64, u64, u64_specs);
atomic_number!(PAtomicUsize, PermissionUsize, PermissionDataUsize, AtomicUsize, usize, usize_specs);
atomic_number!(PAtomicI8, PermissionI8, PermissionDataI8, AtomicI8, i8, i8_specs);
atomic_number!(PAtomicI16, PermissionI16, PermissionDataI16, AtomicI16, i16, i16_specs);
atomic_number!(PAtomicI32, PermissionI32, PermissionDataI32, AtomicI32, i32, i32_specs);
atomic_number!(PAtomicI64, PermissionI64, PermissionDataI64, AtomicI64, i64, i64_specs);
atomic_number!(PAtomicIsize, PermissionIsize, PermissionDataIsize, AtomicIsize, isize, isize_specs);

atomic_type! { [], PAtomicBool, PermissionBool, PermissionDataBool, AtomicBool, bool, same(left, right) left == right }
atomic_update! { PAtomicBool, PermissionBool, bool, fetch_and = fetch_and, (old, n) old && n, "And." }
atomic_update! { PAtomicBool, PermissionBool, bool, fetch_or = fetch_or, (old, n) old || n, "Or." }
atomic_update! { PAtomicBool, PermissionBool, bool, fetch_xor = fetch_xor, (old, n) old != n, "Exclusive or." }
atomic_update! { PAtomicBool, PermissionBool, bool, fetch_nand = fetch_nand, (old, n) !(old && n), "Not both." }

// Pointers are compared by their addresses.
atomic_type! {
    [T], PAtomicPtr, PermissionPtr, PermissionDataPtr, AtomicPtr<T>, *mut T,
    same(left, right) left.view().addr == right.view().addr
}

/// Operations on memory behind a pointer, with the permission for the memory.
macro_rules! atomic_behind_pointers {
    ($($place:ident $std:ident $value:ident),*) => {
        verus! {
        $(
        impl $place {
            /// Writes a value behind a pointer.
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn from_ptr_store(ptr: *mut $value, value: $value, Tracked(perm): Tracked<&mut PointsTo<$value>>)
                requires
                    old(perm).ptr() == ptr,
                ensures
                    final(perm).ptr() == old(perm).ptr(),
                    final(perm).is_init(),
                    final(perm).value() == value,
                opens_invariants none
                no_unwind
            {
                unsafe { $std::from_ptr(ptr).store(value, Ordering::SeqCst) }
            }

            /// Reads the value behind a pointer.
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn from_ptr_load(ptr: *mut $value, perm: Tracked<&PointsTo<$value>>) -> (ret: $value)
                requires
                    perm@.ptr() == ptr,
                    perm@.is_init(),
                ensures
                    ret == perm@.value(),
                opens_invariants none
                no_unwind
            {
                unsafe { $std::from_ptr(ptr).load(Ordering::SeqCst) }
            }

            /// Writes a value behind a pointer; gives the one that was there.
            #[inline(always)]
            #[verifier::external_body]
            #[verifier::atomic]
            pub fn from_ptr_swap(
                ptr: *mut $value,
                Tracked(perm): Tracked<&mut PointsTo<$value>>,
                v: $value,
            ) -> (ret: $value)
                requires
                    old(perm).ptr() == ptr,
                    old(perm).is_init(),
                ensures
                    final(perm).ptr() == old(perm).ptr(),
                    final(perm).is_init(),
                    final(perm).value() == v,
                    ret == old(perm).value(),
                opens_invariants none
                no_unwind
            {
                unsafe { $std::from_ptr(ptr).swap(v, Ordering::SeqCst) }
            }
        }
        )*
        } // verus!
    };
}

// On each target these are aligned as numbers of their size are.
atomic_behind_pointers!(
    PAtomicU8 AtomicU8 u8, PAtomicU16 AtomicU16 u16, PAtomicU32 AtomicU32 u32, PAtomicUsize AtomicUsize usize,
    PAtomicI8 AtomicI8 i8, PAtomicI16 AtomicI16 i16, PAtomicI32 AtomicI32 i32, PAtomicIsize AtomicIsize isize
);

#[cfg(target_pointer_width = "64")]
atomic_behind_pointers!(PAtomicU64 AtomicU64 u64, PAtomicI64 AtomicI64 i64);

verus! {

/// What an output of an atomic update means.
pub enum UpdateControlFlow {
    /// The update is done: nobody may open it again.
    Commit,
    /// The update is given back: it may be opened again.
    Abort,
}

impl UpdateControlFlow {
    /// Whether the update is done.
    pub open spec fn is_commit(self) -> bool {
        self is Commit
    }

    /// Whether the update is given back.
    pub open spec fn is_abort(self) -> bool {
        !self.is_commit()
    }
}

/// Types of outputs of atomic updates.
pub trait UpdateTry: Sized {
    /// Whether this output commits the update.
    spec fn branch(self) -> UpdateControlFlow;
}

/// `Ok` commits, `Err` aborts.
impl<T, E> UpdateTry for Result<T, E> {
    open spec fn branch(self) -> UpdateControlFlow {
        if self is Ok {
            UpdateControlFlow::Commit
        } else {
            UpdateControlFlow::Abort
        }
    }
}

/// An output that always commits.
#[derive(Debug)]
pub struct Commit<T>(pub T);

impl<T> Commit<T> {
    /// What is in it.
    pub proof fn get(tracked self) -> (tracked out: T)
        ensures
            self@ == out,
    {
        self.0
    }
}

impl<T> View for Commit<T> {
    type V = T;

    #[verifier::inline]
    open spec fn view(&self) -> T {
        self.0
    }
}

impl<T> UpdateTry for Commit<T> {
    open spec fn branch(self) -> UpdateControlFlow {
        UpdateControlFlow::Commit
    }
}

/// An update without an output always commits.
impl UpdateTry for () {
    open spec fn branch(self) -> UpdateControlFlow {
        UpdateControlFlow::Commit
    }
}

/// Whether an output commits.
#[doc(hidden)]
pub open spec fn branch_bool<T: UpdateTry>(this: T) -> bool {
    this.branch().is_commit()
}

/// What an atomic update takes and gives, and what it opens. The clause `atomically` makes a type with this trait.
pub trait UpdatePredicate<X, Y>: Sized {
    /// The atomic precondition: what is known of the input just before the moment.
    spec fn req(self, x: X) -> bool;

    /// The atomic postcondition: what must hold of the output just after it.
    spec fn ens(self, x: X, y: Y) -> bool;

    /// The namespaces of the invariants that opening the update may open: the caller's and the function's.
    open spec fn outer_mask(self) -> ISet<int> {
        ISet::empty()
    }

    /// Those of them that are for the function: the block with which it opens the update.
    open spec fn inner_mask(self) -> ISet<int> {
        ISet::empty()
    }
}

/// What makes predicates for different arguments different.
#[doc(hidden)]
#[verifier::external_body]
pub tracked struct UpdateArguments {
    nothing: PhantomData<()>,
}

/// The arguments of the call for which a predicate was made.
#[doc(hidden)]
pub uninterp spec fn pred_args<Pred, Args>(pred: Pred) -> Args;

/// The permission to do a function's work once, at one moment. The function has it until it commits.
#[verifier::external_body]
#[verifier::reject_recursive_types(X)]
#[verifier::reject_recursive_types(Y)]
#[verifier::reject_recursive_types(Pred)]
pub tracked struct AtomicUpdate<X, Y, Pred> {
    exchange: PhantomData<fn(X, Y) -> (X, Y)>,
    predicate: PhantomData<fn(Pred) -> Pred>,
    thread: PhantomData<*const ()>,
}

impl<X, Y, Pred> AtomicUpdate<X, Y, Pred> {
    /// What it takes and gives.
    pub uninterp spec fn pred(self) -> Pred;

    /// Whether it commits in the end. A function must know this when it returns.
    #[verifier::prophetic]
    pub uninterp spec fn resolves(self) -> bool;

    /// The input at the moment when it commits.
    #[verifier::prophetic]
    pub uninterp spec fn input(self) -> X;

    /// The output at the moment when it commits.
    #[verifier::prophetic]
    pub uninterp spec fn output(self) -> Y;
}

impl<X, Y, Pred: UpdatePredicate<X, Y>> AtomicUpdate<X, Y, Pred> {
    /// The atomic precondition.
    pub open spec fn req(self, x: X) -> bool {
        self.pred().req(x)
    }

    /// The atomic postcondition.
    pub open spec fn ens(self, x: X, y: Y) -> bool {
        self.pred().ens(x, y)
    }

    /// The namespaces of the invariants that opening it may open.
    pub open spec fn outer_mask(self) -> ISet<int> {
        self.pred().outer_mask()
    }

    /// Those of them that are for the function.
    pub open spec fn inner_mask(self) -> ISet<int> {
        self.pred().inner_mask()
    }
}

/// That an update is open: where the output goes.
#[doc(hidden)]
#[verifier::external_body]
#[verifier::reject_recursive_types(X)]
#[verifier::reject_recursive_types(Y)]
#[verifier::reject_recursive_types(Pred)]
pub tracked struct UpdateGuard<X, Y, Pred> {
    update: AtomicUpdate<X, Y, Pred>,
}

impl<X, Y, Pred> UpdateGuard<X, Y, Pred> {
    /// The update that is open.
    pub uninterp spec fn update(self) -> AtomicUpdate<X, Y, Pred>;

    /// What was taken.
    pub uninterp spec fn input(self) -> X;
}

/// Opens an update; called at the beginning of a block by [`try_open_atomic_update!`].
#[doc(hidden)]
pub axiom fn open_atomic_update_begin<X, Y: UpdateTry, Pred: UpdatePredicate<X, Y>>(
    tracked au: AtomicUpdate<X, Y, Pred>,
) -> (tracked opened: (UpdateGuard<X, Y, Pred>, X))
    ensures
        au.req(opened.1),
        opened.0.update() == au,
        opened.0.input() == opened.1,
    opens_invariants au.outer_mask()
;

/// Closes an update; called at the end of a block.
#[doc(hidden)]
pub axiom fn open_atomic_update_end<X, Y: UpdateTry, Pred: UpdatePredicate<X, Y>>(
    tracked guard: UpdateGuard<X, Y, Pred>,
    tracked y: Y,
) -> (tracked result: Result<(), AtomicUpdate<X, Y, Pred>>)
    requires
        guard.update().ens(guard.input(), y),
    ensures
        branch_bool(y) ==> {
            &&& result == Ok::<(), AtomicUpdate<X, Y, Pred>>(())
            &&& guard.update().resolves()
            &&& guard.update().input() == guard.input()
            &&& guard.update().output() == y
        },
        !branch_bool(y) ==> result == Err::<(), AtomicUpdate<X, Y, Pred>>(guard.update()),
;

/// The function's part of an update that is opened: what the call of `update` means in the block of a caller.
#[doc(hidden)]
pub axiom fn update_of_function<X, Y: UpdateTry, Pred: UpdatePredicate<X, Y>>(
    au: AtomicUpdate<X, Y, Pred>,
    tracked x: X,
) -> (tracked y: Y)
    requires
        au.req(x),
    ensures
        au.ens(x, y),
        branch_bool(y) ==> {
            &&& au.resolves()
            &&& au.input() == x
            &&& au.output() == y
        },
    opens_invariants au.inner_mask()
;

} // verus!

/// Input and output go to the thread that opens the update, and so does what the block of the caller uses, which must be `Send`
/// too (`atomically`). The predicate is ghost.
unsafe impl<X: Send, Y: Send, Pred> Send for AtomicUpdate<X, Y, Pred> {}

/// A reference to an update tells what is known of it; only who owns it may open it.
unsafe impl<X, Y, Pred> Sync for AtomicUpdate<X, Y, Pred> {}

/// The block after a call, for which the call has one argument more. Any thread may run it.
#[doc(hidden)]
pub fn atomically<X, Y: UpdateTry, Pred: UpdatePredicate<X, Y>>(
    _block: impl FnOnce(fn(X) -> Y, Ghost<AtomicUpdate<X, Y, Pred>>) + Send,
) -> AtomicUpdate<X, Y, Pred> {
    unreachable!()
}

/// Opens an atomic update for a block with at most one atomic operation: `try_open_atomic_update!(au, x => { .. Tracked(y) })`. It
/// gives `Ok(())` if the output `y` commits, and `Err` with the update if it aborts.
#[macro_export]
macro_rules! try_open_atomic_update {
    [$($tail:tt)*] => { ::verus_builtin_macros::verus_open_atomic_update!($($tail)*) };
}

/// The same in a proof.
#[macro_export]
macro_rules! try_open_atomic_update_in_proof {
    [$($tail:tt)*] => { ::verus_builtin_macros::verus_open_atomic_update_in_proof!($($tail)*) };
}

pub use try_open_atomic_update;
pub use try_open_atomic_update_in_proof;
