//! Contracts of small things of `core`.
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

mod deref;
mod index;

pub use deref::*;
pub use index::*;

verus! {

#[verifier::external_type_specification]
pub struct ExOrdering(core::cmp::Ordering);

#[verifier::external_type_specification]
#[verifier::accept_recursive_types(V)]
pub struct ExPhantomData<V: ?Sized>(core::marker::PhantomData<V>);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExDuration(core::time::Duration);

pub assume_specification<T>[ core::mem::swap ](a: &mut T, b: &mut T)
    ensures
        *final(a) == *old(b),
        *final(b) == *old(a),
    opens_invariants none
    no_unwind
;

pub assume_specification<T>[ core::mem::replace ](dest: &mut T, src: T) -> (res: T)
    ensures
        *final(dest) == src,
        res == *old(dest),
;

pub assume_specification<T: core::default::Default>[ core::mem::take ](dest: &mut T) -> (res: T)
    ensures
        res == *old(dest),
        call_ensures(T::default, (), *final(dest)),
;

pub assume_specification<T>[ core::mem::drop ](t: T)
;

pub assume_specification<T>[ core::mem::forget ](t: T)
;

pub assume_specification[ core::hint::unreachable_unchecked ]() -> !
    requires
        false,
;

pub assume_specification<T, F: FnOnce() -> T>[ bool::then ](b: bool, f: F) -> (ret: Option<T>)
    requires
        b ==> f.requires(()),
    ensures
        ret is Some == b,
        b ==> f.ensures((), ret->0),
;

} // verus!
