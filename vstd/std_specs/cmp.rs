//! Contracts of the comparison traits.
//!
//! An implementation says with `obeys_*_spec` whether it compares as `*_spec` says; nothing is assumed of one that does
//! not.
// @when std_specs::cmp
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_*_spec`, so every one meets
//! the contracts.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::cmp::Ordering;

verus! {

/// The contract of `==`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(PartialEqSpec via PartialEqSpecImpl)]
pub trait ExPartialEq<Rhs: ?Sized = Self> {
    type ExternalTraitSpecificationFor: core::cmp::PartialEq<Rhs>;

    /// Whether values are compared as is said here.
    spec fn obeys_eq_spec() -> bool;

    /// Whether two values count as equal.
    spec fn eq_spec(&self, other: &Rhs) -> bool;

    fn eq(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_eq_spec() ==> r == self.eq_spec(other),
    ;

    fn ne(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_eq_spec() ==> r == !self.eq_spec(other),
    ;
}

/// The contract of `<` and its relatives.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(PartialOrdSpec via PartialOrdSpecImpl)]
pub trait ExPartialOrd<Rhs: ?Sized = Self>: core::cmp::PartialEq<Rhs> {
    type ExternalTraitSpecificationFor: core::cmp::PartialOrd<Rhs>;

    /// Whether values are compared as is said here.
    spec fn obeys_partial_cmp_spec() -> bool;

    /// How two values compare, if they do.
    spec fn partial_cmp_spec(&self, other: &Rhs) -> Option<Ordering>;

    fn partial_cmp(&self, other: &Rhs) -> (r: Option<Ordering>)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == self.partial_cmp_spec(other),
    ;

    fn lt(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Less)),
    ;

    fn le(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Less)
                || self.partial_cmp_spec(other) == Some(Ordering::Equal)),
    ;

    fn gt(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Greater)),
    ;

    fn ge(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Greater)
                || self.partial_cmp_spec(other) == Some(Ordering::Equal)),
    ;
}

/// The contract of a total order.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(OrdSpec via OrdSpecImpl)]
pub trait ExOrd: core::cmp::Eq + core::cmp::PartialOrd {
    type ExternalTraitSpecificationFor: core::cmp::Ord;

    /// Whether values are compared as is said here.
    spec fn obeys_cmp_spec() -> bool;

    /// How two values compare.
    spec fn cmp_spec(&self, other: &Self) -> Ordering;

    fn cmp(&self, other: &Self) -> (r: Ordering)
        ensures
            Self::obeys_cmp_spec() ==> r == self.cmp_spec(other),
    ;
}

} // verus!
