//! Contracts of further functions on raw pointers. Where a program has a contract of its own for one of these, that one counts.
// @when raw_ptr *mut *const ptr::
//!
//! trusted: each contract says what the documentation of the standard library says.

use super::*;
#[allow(unused_imports)]
use crate::view::View;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T: Pointee + ?Sized>[ <*mut T>::is_null ](p: *mut T) -> (b: bool)
    ensures
        b <==> p@.addr == 0,
    opens_invariants none
    no_unwind
;

pub assume_specification<T: Pointee + ?Sized>[ <*const T>::is_null ](p: *const T) -> (b: bool)
    ensures
        b <==> p@.addr == 0,
    opens_invariants none
    no_unwind
;

pub assume_specification<T: Pointee + ?Sized, U>[ <*mut T>::cast::<U> ](p: *mut T) -> (q: *mut U)
    ensures
        q == spec_cast_ptr_to_thin_ptr::<T, U>(p),
    opens_invariants none
    no_unwind
;

pub assume_specification<T: Pointee + ?Sized, U>[ <*const T>::cast::<U> ](p: *const T) -> (q: *const U)
    ensures
        q == spec_cast_ptr_to_thin_ptr::<T, U>(p as *mut T),
    opens_invariants none
    no_unwind
;

pub assume_specification<T: Pointee + ?Sized>[ <*mut T>::cast_const ](p: *mut T) -> (q: *const T)
    ensures
        q == p,
    opens_invariants none
    no_unwind
;

pub assume_specification<T: Pointee + ?Sized>[ <*const T>::cast_mut ](p: *const T) -> (q: *mut T)
    ensures
        q == p,
    opens_invariants none
    no_unwind
;

} // verus!
