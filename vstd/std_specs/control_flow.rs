//! What `?` does. The functions that it calls cannot be named on stable Rust; the verifier knows what they do, and here is
//! what is known of the conversion of errors.
//!
//! trusted: the standard library has one `From<T>` for `T`, and it gives its argument; the types have the variants
//! that are declared here.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::convert::Infallible;
use core::ops::ControlFlow;

verus! {

#[verifier::external_type_specification]
#[verifier::accept_recursive_types(B)]
#[verifier::reject_recursive_types_in_ground_variants(C)]
pub struct ExControlFlow<B, C>(ControlFlow<B, C>);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExInfallible(Infallible);

/// What `S::from(value)` may give: `ret`. Nothing is known of it but for the conversion of a type to itself.
pub uninterp spec fn spec_from<S, T>(value: T, ret: S) -> bool;

/// The conversion of a type to itself gives back the value.
pub broadcast axiom fn spec_from_blanket_identity<T>(t: T, s: T)
    ensures
        #[trigger] spec_from::<T, T>(t, s) ==> t == s,
;

/// What every program knows about `?`.
pub broadcast group group_control_flow_axioms {
    spec_from_blanket_identity,
}

} // verus!
