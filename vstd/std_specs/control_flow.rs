//! Contracts of what `?` calls.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::convert::Infallible;
use core::ops::{ControlFlow, FromResidual, Try};

verus! {

#[verifier::external_type_specification]
#[verifier::accept_recursive_types(B)]
#[verifier::reject_recursive_types_in_ground_variants(C)]
pub struct ExControlFlow<B, C>(ControlFlow<B, C>);

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExInfallible(Infallible);

pub assume_specification<T, E>[ <Result<T, E> as Try>::branch ](result: Result<T, E>) -> (cf: ControlFlow<Result<Infallible, E>, T>)
    ensures
        result is Ok ==> cf == ControlFlow::<Result<Infallible, E>, T>::Continue(result->Ok_0),
        result is Err ==> cf == ControlFlow::<Result<Infallible, E>, T>::Break(Err(result->Err_0)),
    no_unwind
;

pub assume_specification<T>[ <Option<T> as Try>::branch ](option: Option<T>) -> (cf: ControlFlow<Option<Infallible>, T>)
    ensures
        option is Some ==> cf == ControlFlow::<Option<Infallible>, T>::Continue(option->0),
        option is None ==> cf == ControlFlow::<Option<Infallible>, T>::Break(None),
    no_unwind
;

pub assume_specification<T>[ <Option<T> as FromResidual<Option<Infallible>>>::from_residual ](option: Option<Infallible>) -> (option2:
    Option<T>)
    ensures
        option is None,
        option2 is None,
    no_unwind
;

/// What `S::from(value)` may give: `ret`. Nothing is known of it but for the conversion of a type to itself.
pub uninterp spec fn spec_from<S, T>(value: T, ret: S) -> bool;

/// The conversion of a type to itself gives back the value.
pub broadcast axiom fn spec_from_blanket_identity<T>(t: T, s: T)
    ensures
        #[trigger] spec_from::<T, T>(t, s) ==> t == s,
;

pub assume_specification<T, E, F: From<E>>[ <Result<T, F> as FromResidual<Result<Infallible, E>>>::from_residual ](
    result: Result<Infallible, E>,
) -> (result2: Result<T, F>)
    ensures
        result is Err,
        result2 is Err,
        spec_from::<F, E>(result->Err_0, result2->Err_0),
    no_unwind
;

/// What every program knows about `?`.
pub broadcast group group_control_flow_axioms {
    spec_from_blanket_identity,
}

} // verus!
