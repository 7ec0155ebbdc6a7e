//! Contracts of `ManuallyDrop`, which a specification sees as what is in it.
// @when ManuallyDrop
//!
//! trusted: each contract says what the documentation of the standard library says: the value is there until it is
//! taken out.

#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::mem::ManuallyDrop;
use core::ops::Deref;

verus! {

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types_in_ground_variants(V)]
pub struct ExManuallyDrop<V: ?Sized>(ManuallyDrop<V>);

/// What is in it.
pub trait ManuallyDropAdditionalFns<T: ?Sized> {
    /// The value, where it stands.
    spec fn view_ref(&self) -> &T;
}

impl<T: ?Sized> ManuallyDropAdditionalFns<T> for ManuallyDrop<T> {
    uninterp spec fn view_ref(&self) -> &T;
}

impl<T> View for ManuallyDrop<T> {
    type V = T;

    open spec fn view(&self) -> T {
        *self.view_ref()
    }
}

pub assume_specification<T>[ ManuallyDrop::<T>::new ](value: T) -> (res: ManuallyDrop<T>)
    ensures
        res@ == value,
;

pub assume_specification<T>[ ManuallyDrop::<T>::into_inner ](m: ManuallyDrop<T>) -> (value: T)
    ensures
        value == m@,
;

pub assume_specification<T: ?Sized>[ <ManuallyDrop<T> as Deref>::deref ](m: &ManuallyDrop<T>) -> (res: &T)
    ensures
        res == m.view_ref(),
;

/// Where nobody writes through it any more, nobody writes through what is in it.
// trusted: it has its value and nothing else, and drops nothing
pub broadcast axiom fn axiom_manually_drop_has_resolved<T>(m: ManuallyDrop<T>)
    ensures
        #[trigger] has_resolved(m) ==> has_resolved(m@),
;

/// What is known of all of them.
pub broadcast group group_manually_drop_axioms {
    axiom_manually_drop_has_resolved,
}

} // verus!
