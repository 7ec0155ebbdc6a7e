//! Contracts of `MaybeUninit`: memory for a value that may not be there yet.
// @when MaybeUninit
//!
//! trusted: each contract says what the documentation of the standard library says: only a value that is there may be
//! read, and nobody drops it unless it is taken out.

#[allow(unused_imports)]
use crate::raw_ptr::MemContents;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::mem::MaybeUninit;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExMaybeUninit<T>(MaybeUninit<T>);

/// What is in it.
pub trait MaybeUninitAdditionalSpecFns<T> {
    /// The value, or that there is none.
    spec fn mem_contents(self) -> MemContents<T>;

    /// The same as an option.
    spec fn as_option(self) -> Option<T>;
}

impl<T> MaybeUninitAdditionalSpecFns<T> for MaybeUninit<T> {
    uninterp spec fn mem_contents(self) -> MemContents<T>;

    open spec fn as_option(self) -> Option<T> {
        if self.mem_contents() is Init {
            Some(self.mem_contents()->Init_0)
        } else {
            None
        }
    }
}

pub assume_specification<T>[ MaybeUninit::<T>::new ](val: T) -> (res: MaybeUninit<T>)
    ensures
        res.mem_contents() == MemContents::Init(val),
    opens_invariants none
    no_unwind
;

pub assume_specification<T>[ MaybeUninit::<T>::uninit ]() -> (res: MaybeUninit<T>)
    ensures
        res.mem_contents() == MemContents::<T>::Uninit,
    opens_invariants none
    no_unwind
;

/// A value that was there before is not dropped.
pub assume_specification<T>[ MaybeUninit::<T>::write ](m: &mut MaybeUninit<T>, val: T) -> (res: &mut T)
    ensures
        *res == val,
        final(m).mem_contents() == MemContents::Init(*final(res)),
    opens_invariants none
    no_unwind
;

pub assume_specification<T>[ MaybeUninit::<T>::assume_init ](m: MaybeUninit<T>) -> (res: T)
    requires
        m.mem_contents() is Init,
    ensures
        res == m.mem_contents().value(),
    opens_invariants none
    no_unwind
;

pub assume_specification<T>[ MaybeUninit::<T>::assume_init_ref ](m: &MaybeUninit<T>) -> (res: &T)
    requires
        m.mem_contents() is Init,
    ensures
        *res == m.mem_contents().value(),
    opens_invariants none
    no_unwind
;

pub assume_specification<T>[ MaybeUninit::<T>::assume_init_mut ](m: &mut MaybeUninit<T>) -> (res: &mut T)
    requires
        old(m).mem_contents() is Init,
    ensures
        *res == old(m).mem_contents().value(),
        final(m).mem_contents() == MemContents::Init(*final(res)),
    opens_invariants none
    no_unwind
;

} // verus!
