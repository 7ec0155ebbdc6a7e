//! Contracts of the locks of the standard library, and of what else threads wait for.
//!
//! Any thread may change what a lock protects while no guard is there, so a program knows of a value that it just locked only what holds of
//! all values of its type. A type with an invariant (`#[verifier::type_invariant]`) says more. While a guard is there, its value is what the
//! holder of the guard makes it.
// @when Mutex RwLock Condvar Barrier PoisonError sync::Once Once::new OnceState call_once is_completed std_specs::sync
//!
//! For locks whose values keep a predicate that the program chooses, use `vstd::rwlock`.
//!
//! trusted: each contract says what the documentation of the standard library says: nobody but the holder of a guard writes to
//! what it protects, a closure is called with the arguments that it is said to get, and an error of a lock holds what the lock would
//! have given. Nothing is said of a value that another thread may have written.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::ops::{Deref, DerefMut};
use core::time::Duration;
use std::sync::{
    Barrier, BarrierWaitResult, Condvar, LockResult, Mutex, MutexGuard, Once, OnceState, PoisonError, RwLock, RwLockReadGuard,
    RwLockWriteGuard, TryLockError, TryLockResult, WaitTimeoutResult,
};

verus! {

/// A lock that one thread at a time has.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExMutex<T: ?Sized>(Mutex<T>);

/// The right to use what a mutex protects, until it is dropped.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExMutexGuard<'a, T: ?Sized + 'a>(MutexGuard<'a, T>);

/// A lock that many readers or one writer have.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExRwLock<T: ?Sized>(RwLock<T>);

/// The right to read what a lock protects, until it is dropped.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExRwLockReadGuard<'rwlock, T: ?Sized + 'rwlock>(RwLockReadGuard<'rwlock, T>);

/// The right to read and write what a lock protects, until it is dropped.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExRwLockWriteGuard<'rwlock, T: ?Sized + 'rwlock>(RwLockWriteGuard<'rwlock, T>);

/// A thread panicked while it had a lock. The error holds what the lock would have given.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct ExPoisonError<T>(PoisonError<T>);

/// Why an attempt to lock gave nothing.
#[verifier::external_type_specification]
#[verifier::reject_recursive_types(T)]
pub struct ExTryLockError<T>(TryLockError<T>);

/// A place where threads wait until another thread wakes them.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExCondvar(Condvar);

/// Whether a thread stopped waiting because of the time.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExWaitTimeoutResult(WaitTimeoutResult);

/// A place where a number of threads wait for each other.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBarrier(Barrier);

/// Whether a thread is the one that a barrier chose.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExBarrierWaitResult(BarrierWaitResult);

/// Code that at most one caller runs to its end.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExOnce(Once);

/// What a closure is told of earlier attempts.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExOnceState(OnceState);

/// What a guard protects.
pub trait GuardAdditionalFns<T: ?Sized> {
    /// The value, where it stands.
    spec fn view_ref(&self) -> &T;
}

impl<'a, T: ?Sized> GuardAdditionalFns<T> for MutexGuard<'a, T> {
    uninterp spec fn view_ref(&self) -> &T;
}

impl<'a, T: ?Sized> GuardAdditionalFns<T> for RwLockReadGuard<'a, T> {
    uninterp spec fn view_ref(&self) -> &T;
}

impl<'a, T: ?Sized> GuardAdditionalFns<T> for RwLockWriteGuard<'a, T> {
    uninterp spec fn view_ref(&self) -> &T;
}

/// A guard is seen as the value that it protects.
impl<'a, T> View for MutexGuard<'a, T> {
    type V = T;

    open spec fn view(&self) -> T {
        *self.view_ref()
    }
}

/// A guard is seen as the value that it protects.
impl<'a, T> View for RwLockReadGuard<'a, T> {
    type V = T;

    open spec fn view(&self) -> T {
        *self.view_ref()
    }
}

/// A guard is seen as the value that it protects.
impl<'a, T> View for RwLockWriteGuard<'a, T> {
    type V = T;

    open spec fn view(&self) -> T {
        *self.view_ref()
    }
}

/// An error of a lock is seen as what the lock would have given.
impl<T> View for PoisonError<T> {
    type V = T;

    uninterp spec fn view(&self) -> T;
}

pub assume_specification<'a, 'b, T: ?Sized>[ <MutexGuard<'a, T> as Deref>::deref ](guard: &'b MutexGuard<'a, T>) -> (res: &'b T)
    ensures
        res == guard.view_ref(),
    opens_invariants none
    no_unwind
;

pub assume_specification<'a, 'b, T: ?Sized>[ <MutexGuard<'a, T> as DerefMut>::deref_mut ](guard: &'b mut MutexGuard<'a, T>) -> (res:
    &'b mut T)
    ensures
        &*res == old(guard).view_ref(),
        &*final(res) == final(guard).view_ref(),
    opens_invariants none
    no_unwind
;

pub assume_specification<'a, 'b, T: ?Sized>[ <RwLockReadGuard<'a, T> as Deref>::deref ](guard: &'b RwLockReadGuard<'a, T>) -> (res:
    &'b T)
    ensures
        res == guard.view_ref(),
    opens_invariants none
    no_unwind
;

pub assume_specification<'a, 'b, T: ?Sized>[ <RwLockWriteGuard<'a, T> as Deref>::deref ](guard: &'b RwLockWriteGuard<'a, T>) -> (res:
    &'b T)
    ensures
        res == guard.view_ref(),
    opens_invariants none
    no_unwind
;

pub assume_specification<'a, 'b, T: ?Sized>[ <RwLockWriteGuard<'a, T> as DerefMut>::deref_mut ](
    guard: &'b mut RwLockWriteGuard<'a, T>,
) -> (res: &'b mut T)
    ensures
        &*res == old(guard).view_ref(),
        &*final(res) == final(guard).view_ref(),
    opens_invariants none
    no_unwind
;

// Nobody writes between the end of the one guard and the beginning of the other.
pub assume_specification<'a, T: ?Sized>[ RwLockWriteGuard::<'a, T>::downgrade ](guard: RwLockWriteGuard<'a, T>) -> (res:
    RwLockReadGuard<'a, T>)
    ensures
        res.view_ref() == guard.view_ref(),
;

pub assume_specification<T>[ Mutex::<T>::new ](t: T) -> Mutex<T>;

pub assume_specification<T>[ <Mutex<T> as From<T>>::from ](t: T) -> Mutex<T>;

pub assume_specification<T: core::default::Default>[ <Mutex<T> as core::default::Default>::default ]() -> Mutex<T>;

pub assume_specification<T>[ Mutex::<T>::into_inner ](lock: Mutex<T>) -> LockResult<T>;

pub assume_specification<'a, T: ?Sized>[ Mutex::<T>::lock ](lock: &'a Mutex<T>) -> LockResult<MutexGuard<'a, T>>;

pub assume_specification<'a, T: ?Sized>[ Mutex::<T>::try_lock ](lock: &'a Mutex<T>) -> TryLockResult<MutexGuard<'a, T>>;

pub assume_specification<T: ?Sized>[ Mutex::<T>::is_poisoned ](lock: &Mutex<T>) -> bool;

pub assume_specification<T: ?Sized>[ Mutex::<T>::clear_poison ](lock: &Mutex<T>);

pub assume_specification<'a, T: ?Sized>[ Mutex::<T>::get_mut ](lock: &'a mut Mutex<T>) -> LockResult<&'a mut T>;

pub assume_specification<T>[ RwLock::<T>::new ](t: T) -> RwLock<T>;

pub assume_specification<T>[ <RwLock<T> as From<T>>::from ](t: T) -> RwLock<T>;

pub assume_specification<T: core::default::Default>[ <RwLock<T> as core::default::Default>::default ]() -> RwLock<T>;

pub assume_specification<T>[ RwLock::<T>::into_inner ](lock: RwLock<T>) -> LockResult<T>;

pub assume_specification<'a, T: ?Sized>[ RwLock::<T>::read ](lock: &'a RwLock<T>) -> LockResult<RwLockReadGuard<'a, T>>;

pub assume_specification<'a, T: ?Sized>[ RwLock::<T>::try_read ](lock: &'a RwLock<T>) -> TryLockResult<RwLockReadGuard<'a, T>>;

pub assume_specification<'a, T: ?Sized>[ RwLock::<T>::write ](lock: &'a RwLock<T>) -> LockResult<RwLockWriteGuard<'a, T>>;

pub assume_specification<'a, T: ?Sized>[ RwLock::<T>::try_write ](lock: &'a RwLock<T>) -> TryLockResult<RwLockWriteGuard<'a, T>>;

pub assume_specification<T: ?Sized>[ RwLock::<T>::is_poisoned ](lock: &RwLock<T>) -> bool;

pub assume_specification<T: ?Sized>[ RwLock::<T>::clear_poison ](lock: &RwLock<T>);

pub assume_specification<'a, T: ?Sized>[ RwLock::<T>::get_mut ](lock: &'a mut RwLock<T>) -> LockResult<&'a mut T>;

pub assume_specification<T>[ PoisonError::<T>::new ](data: T) -> (res: PoisonError<T>)
    ensures
        res@ == data,
;

pub assume_specification<T>[ PoisonError::<T>::into_inner ](error: PoisonError<T>) -> (res: T)
    ensures
        res == error@,
;

pub assume_specification<'a, T>[ PoisonError::<T>::get_ref ](error: &'a PoisonError<T>) -> (res: &'a T)
    ensures
        *res == error@,
;

pub assume_specification<'a, T>[ PoisonError::<T>::get_mut ](error: &'a mut PoisonError<T>) -> (res: &'a mut T)
    ensures
        *res == old(error)@,
        *final(res) == final(error)@,
;

pub assume_specification[ Condvar::new ]() -> Condvar;

pub assume_specification[ <Condvar as core::default::Default>::default ]() -> Condvar;

pub assume_specification<'a, T>[ Condvar::wait ](condvar: &Condvar, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>>;

pub assume_specification<'a, T, F: FnMut(&mut T) -> bool>[ Condvar::wait_while ](
    condvar: &Condvar,
    guard: MutexGuard<'a, T>,
    condition: F,
) -> LockResult<MutexGuard<'a, T>>
    requires
        forall|value: &mut T| #[trigger] condition.requires((value,)),
;

pub assume_specification<'a, T>[ Condvar::wait_timeout ](condvar: &Condvar, guard: MutexGuard<'a, T>, dur: Duration) -> LockResult<
    (MutexGuard<'a, T>, WaitTimeoutResult),
>;

pub assume_specification<'a, T, F: FnMut(&mut T) -> bool>[ Condvar::wait_timeout_while ](
    condvar: &Condvar,
    guard: MutexGuard<'a, T>,
    dur: Duration,
    condition: F,
) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)>
    requires
        forall|value: &mut T| #[trigger] condition.requires((value,)),
;

pub assume_specification[ Condvar::notify_one ](condvar: &Condvar);

pub assume_specification[ Condvar::notify_all ](condvar: &Condvar);

pub assume_specification[ WaitTimeoutResult::timed_out ](result: &WaitTimeoutResult) -> bool;

pub assume_specification[ Barrier::new ](n: usize) -> Barrier;

pub assume_specification[ Barrier::wait ](barrier: &Barrier) -> BarrierWaitResult;

pub assume_specification[ BarrierWaitResult::is_leader ](result: &BarrierWaitResult) -> bool;

pub assume_specification[ Once::new ]() -> Once;

// Nothing is known of what the closure did: another caller may have run another one.
pub assume_specification<F: FnOnce()>[ Once::call_once ](once: &Once, f: F)
    requires
        f.requires(()),
;

pub assume_specification<F: FnOnce(&OnceState)>[ Once::call_once_force ](once: &Once, f: F)
    requires
        forall|state: &OnceState| #[trigger] f.requires((state,)),
;

pub assume_specification[ Once::is_completed ](once: &Once) -> bool;

pub assume_specification[ Once::wait ](once: &Once);

pub assume_specification[ Once::wait_force ](once: &Once);

pub assume_specification[ OnceState::is_poisoned ](state: &OnceState) -> bool;

} // verus!
