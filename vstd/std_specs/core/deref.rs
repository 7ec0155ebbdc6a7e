//! Contracts of `Deref` and `DerefMut`: what `*x` gives is what its implementation says.
// @when Deref DerefMut deref deref_mut ops::*
//!
//! trusted: nothing is said of an implementation, so every one meets these contracts.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The contract of `deref`.
#[verifier::external_trait_specification]
pub trait ExDeref {
    type ExternalTraitSpecificationFor: core::ops::Deref;

    type Target: ?Sized;

    fn deref(&self) -> &Self::Target;
}

/// The contract of `deref_mut`.
#[verifier::external_trait_specification]
pub trait ExDerefMut: core::ops::Deref {
    type ExternalTraitSpecificationFor: core::ops::DerefMut;

    fn deref_mut(&mut self) -> &mut Self::Target;
}

} // verus!
