//! What has to do with the machine and with time: durations, waiting, the end of the program, hints to the compiler.
// @when Duration sleep process::exit spin_loop black_box needs_drop ptr_eq
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::std_specs::core::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::time::Duration;
use std::rc::Rc;
use std::sync::Arc;

verus! {

/// How many nanoseconds a duration has.
pub uninterp spec fn duration_nanos(d: Duration) -> nat;

pub assume_specification[ Duration::new ](secs: u64, nanos: u32) -> (res: Duration)
    requires
        secs + nanos as int / 1_000_000_000 <= u64::MAX,
    ensures
        duration_nanos(res) == secs * 1_000_000_000 + nanos,
;

pub assume_specification[ Duration::from_secs ](secs: u64) -> (res: Duration)
    ensures
        duration_nanos(res) == secs * 1_000_000_000,
;

pub assume_specification[ Duration::from_millis ](millis: u64) -> (res: Duration)
    ensures
        duration_nanos(res) == millis * 1_000_000,
;

pub assume_specification[ Duration::from_micros ](micros: u64) -> (res: Duration)
    ensures
        duration_nanos(res) == micros * 1_000,
;

pub assume_specification[ Duration::from_nanos ](nanos: u64) -> (res: Duration)
    ensures
        duration_nanos(res) == nanos,
;

pub assume_specification[ Duration::as_secs ](d: &Duration) -> (res: u64)
    ensures
        res == duration_nanos(*d) / 1_000_000_000,
;

pub assume_specification[ Duration::as_millis ](d: &Duration) -> (res: u128)
    ensures
        res == duration_nanos(*d) / 1_000_000,
;

pub assume_specification[ Duration::as_nanos ](d: &Duration) -> (res: u128)
    ensures
        res == duration_nanos(*d),
;

pub assume_specification[ std::thread::sleep ](dur: Duration)
;

pub assume_specification[ std::process::exit ](code: i32) -> !
;

pub assume_specification[ core::hint::spin_loop ]()
;

pub assume_specification<T>[ core::hint::black_box ](dummy: T) -> (res: T)
    ensures
        res == dummy,
;

pub assume_specification<T: ?Sized>[ core::mem::needs_drop::<T> ]() -> bool
;

// Whether references that are counted lead to one place depends on where they come from, of which nothing is known.

pub assume_specification<T: ?Sized>[ Rc::<T>::ptr_eq ](this: &Rc<T>, other: &Rc<T>) -> (res: bool)
    ensures
        res ==> this == other,
;

pub assume_specification<T: ?Sized>[ Arc::<T>::ptr_eq ](this: &Arc<T>, other: &Arc<T>) -> (res: bool)
    ensures
        res ==> this == other,
;

} // verus!
