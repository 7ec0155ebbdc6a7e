//! Contracts of the atomics of the standard library, which say nothing of the values in them.
// @when sync::atomic
//!
//! Any thread may write at any moment, so a program without a permission knows nothing of what it reads. For reasoning about the
//! values use `vstd::atomic` or `vstd::atomic_ghost`.
//!
//! trusted: each contract says what the documentation of the standard library says: for which orders an operation panics, and
//! which value a comparison gives back. An operation writes to nothing but the atomic.

use core::sync::atomic::*;

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// How an operation is ordered with those on other places.
#[verifier::external_type_specification]
pub struct ExOrdering(Ordering);

/// Whether an operation that only reads may have this order. The others panic.
pub open spec fn may_read(order: Ordering) -> bool {
    order is Relaxed || order is Acquire || order is SeqCst
}

/// Whether an operation that only writes may have this order. The others panic.
pub open spec fn may_write(order: Ordering) -> bool {
    order is Relaxed || order is Release || order is SeqCst
}

} // verus!

/// The type of one atomic, and the operations that all have.
macro_rules! atomic_specs_common {
    ($wrapper:ident, $at:ty, $ty:ty) => {
        verus! {

        /// An atomic place in memory.
        #[verifier::external_type_specification]
        #[verifier::external_body]
        pub struct $wrapper($at);

        pub assume_specification[ <$at>::new ](v: $ty) -> $at;

        pub assume_specification[ <$at>::load ](atomic: &$at, order: Ordering) -> $ty
            requires
                may_read(order),
        ;

        pub assume_specification[ <$at>::store ](atomic: &$at, val: $ty, order: Ordering)
            requires
                may_write(order),
        ;

        pub assume_specification[ <$at>::swap ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::compare_exchange ](
            atomic: &$at,
            current: $ty,
            new: $ty,
            success: Ordering,
            failure: Ordering,
        ) -> (ret: Result<$ty, $ty>)
            requires
                may_read(failure),
            ensures
                ret matches Ok(was) ==> was == current,
                ret matches Err(was) ==> was != current,
        ;

        pub assume_specification[ <$at>::compare_exchange_weak ](
            atomic: &$at,
            current: $ty,
            new: $ty,
            success: Ordering,
            failure: Ordering,
        ) -> (ret: Result<$ty, $ty>)
            requires
                may_read(failure),
            ensures
                ret matches Ok(was) ==> was == current,
        ;

        pub assume_specification[ <$at>::fetch_and ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::fetch_nand ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::fetch_or ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::fetch_xor ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        } // verus!
    };
}

/// The type of one atomic number, with its operations.
macro_rules! atomic_specs_int {
    ($wrapper:ident, $at:ty, $ty:ty) => {
        atomic_specs_common!($wrapper, $at, $ty);

        verus! {

        pub assume_specification[ <$at>::fetch_add ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::fetch_sub ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::fetch_min ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        pub assume_specification[ <$at>::fetch_max ](atomic: &$at, val: $ty, order: Ordering) -> $ty;

        } // verus!
    };
}

atomic_specs_int!(ExAtomicU8, AtomicU8, u8);
atomic_specs_int!(ExAtomicU16, AtomicU16, u16);
atomic_specs_int!(ExAtomicU32, AtomicU32, u32);
atomic_specs_int!(ExAtomicU64, AtomicU64, u64);
atomic_specs_int!(ExAtomicUsize, AtomicUsize, usize);
atomic_specs_int!(ExAtomicI8, AtomicI8, i8);
atomic_specs_int!(ExAtomicI16, AtomicI16, i16);
atomic_specs_int!(ExAtomicI32, AtomicI32, i32);
atomic_specs_int!(ExAtomicI64, AtomicI64, i64);
atomic_specs_int!(ExAtomicIsize, AtomicIsize, isize);
atomic_specs_common!(ExAtomicBool, AtomicBool, bool);
