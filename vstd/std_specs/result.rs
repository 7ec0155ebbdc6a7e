//! Contracts of `Result`.
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

#[verifier::external_type_specification]
#[verifier::accept_recursive_types(T)]
#[verifier::reject_recursive_types_in_ground_variants(E)]
pub struct ExResult<T, E>(core::result::Result<T, E>);

/// What proofs do with results: the older names of tests and parts, and ways to take a tracked result apart.
pub trait ResultAdditionalSpecFns<T, E>: Sized {
    /// `self is Ok`.
    #[allow(non_snake_case)]
    spec fn is_Ok(&self) -> bool;

    /// `self->Ok_0`.
    #[allow(non_snake_case)]
    spec fn get_Ok_0(&self) -> T;

    /// `self is Err`.
    #[allow(non_snake_case)]
    spec fn is_Err(&self) -> bool;

    /// `self->Err_0`.
    #[allow(non_snake_case)]
    spec fn get_Err_0(&self) -> E;

    /// The value of a tracked result.
    proof fn tracked_unwrap(tracked self) -> (tracked t: T)
        requires
            self.is_Ok(),
        ensures
            t == self.get_Ok_0(),
    ;

    /// The error of a tracked result.
    proof fn tracked_unwrap_err(tracked self) -> (tracked t: E)
        requires
            self.is_Err(),
        ensures
            t == self.get_Err_0(),
    ;

    /// The value of a tracked result.
    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T)
        requires
            self.is_Ok(),
        ensures
            t == self.get_Ok_0(),
    ;

    /// The error of a tracked result.
    proof fn tracked_expect_err(tracked self, msg: &str) -> (tracked t: E)
        requires
            self.is_Err(),
        ensures
            t == self.get_Err_0(),
    ;
}

impl<T, E> ResultAdditionalSpecFns<T, E> for Result<T, E> {
    #[verifier::inline]
    open spec fn is_Ok(&self) -> bool {
        self is Ok
    }

    #[verifier::inline]
    open spec fn get_Ok_0(&self) -> T {
        self->Ok_0
    }

    #[verifier::inline]
    open spec fn is_Err(&self) -> bool {
        self is Err
    }

    #[verifier::inline]
    open spec fn get_Err_0(&self) -> E {
        self->Err_0
    }

    proof fn tracked_unwrap(tracked self) -> (tracked t: T) {
        match self {
            Ok(t) => t,
            Err(_) => proof_from_false(),
        }
    }

    proof fn tracked_unwrap_err(tracked self) -> (tracked t: E) {
        match self {
            Err(e) => e,
            Ok(_) => proof_from_false(),
        }
    }

    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T) {
        match self {
            Ok(t) => t,
            Err(_) => proof_from_false(),
        }
    }

    proof fn tracked_expect_err(tracked self, msg: &str) -> (tracked t: E) {
        match self {
            Err(e) => e,
            Ok(_) => proof_from_false(),
        }
    }
}

/// `result.is_ok()` in specifications.
#[verifier::inline]
pub open spec fn is_ok<T, E>(result: &Result<T, E>) -> bool {
    result is Ok
}

#[verifier::when_used_as_spec(is_ok)]
pub assume_specification<T, E>[ Result::<T, E>::is_ok ](r: &Result<T, E>) -> (b: bool)
    ensures
        b == is_ok(r),
    no_unwind
;

/// `result.is_err()` in specifications.
#[verifier::inline]
pub open spec fn is_err<T, E>(result: &Result<T, E>) -> bool {
    result is Err
}

#[verifier::when_used_as_spec(is_err)]
pub assume_specification<T, E>[ Result::<T, E>::is_err ](r: &Result<T, E>) -> (b: bool)
    ensures
        b == is_err(r),
    no_unwind
;

pub assume_specification<T, E>[ Result::<T, E>::as_ref ](result: &Result<T, E>) -> (r: Result<&T, &E>)
    ensures
        r is Ok <==> result is Ok,
        r is Ok ==> result->Ok_0 == r->Ok_0,
        r is Err <==> result is Err,
        r is Err ==> result->Err_0 == r->Err_0,
    no_unwind
;

/// `result.unwrap()` in specifications.
#[verifier::inline]
pub open spec fn spec_unwrap<T, E: core::fmt::Debug>(result: Result<T, E>) -> T
    recommends
        result is Ok,
{
    result->Ok_0
}

#[verifier::when_used_as_spec(spec_unwrap)]
pub assume_specification<T, E: core::fmt::Debug>[ Result::<T, E>::unwrap ](result: Result<T, E>) -> (t: T)
    requires
        result is Ok,
    ensures
        t == result->Ok_0,
;

/// `result.unwrap_err()` in specifications.
#[verifier::inline]
pub open spec fn spec_unwrap_err<T: core::fmt::Debug, E>(result: Result<T, E>) -> E
    recommends
        result is Err,
{
    result->Err_0
}

#[verifier::when_used_as_spec(spec_unwrap_err)]
pub assume_specification<T: core::fmt::Debug, E>[ Result::<T, E>::unwrap_err ](result: Result<T, E>) -> (e: E)
    requires
        result is Err,
    ensures
        e == result->Err_0,
;

/// `result.expect(msg)` in specifications.
#[verifier::inline]
pub open spec fn spec_expect<T, E: core::fmt::Debug>(result: Result<T, E>, msg: &str) -> T
    recommends
        result is Ok,
{
    result->Ok_0
}

#[verifier::when_used_as_spec(spec_expect)]
pub assume_specification<T, E: core::fmt::Debug>[ Result::<T, E>::expect ](result: Result<T, E>, msg: &str) -> (t: T)
    requires
        result is Ok,
    ensures
        t == result->Ok_0,
;

pub assume_specification<T, E, U, F: FnOnce(T) -> U>[ Result::<T, E>::map ](result: Result<T, E>, op: F) -> (mapped_result:
    Result<U, E>)
    requires
        result is Ok ==> op.requires((result->Ok_0,)),
    ensures
        result is Ok ==> mapped_result is Ok && op.ensures((result->Ok_0,), mapped_result->Ok_0),
        result is Err ==> mapped_result == Err::<U, E>(result->Err_0),
;

pub assume_specification<T, E, F, O: FnOnce(E) -> F>[ Result::<T, E>::map_err ](result: Result<T, E>, op: O) -> (mapped_result:
    Result<T, F>)
    requires
        result is Err ==> op.requires((result->Err_0,)),
    ensures
        result is Err ==> mapped_result is Err && op.ensures((result->Err_0,), mapped_result->Err_0),
        result is Ok ==> mapped_result == Ok::<T, F>(result->Ok_0),
;

/// `result.ok()` in specifications.
#[verifier::inline]
pub open spec fn ok<T, E>(result: Result<T, E>) -> Option<T> {
    if result is Ok {
        Some(result->Ok_0)
    } else {
        None
    }
}

#[verifier::when_used_as_spec(ok)]
pub assume_specification<T, E>[ Result::<T, E>::ok ](result: Result<T, E>) -> (opt: Option<T>)
    ensures
        opt == ok(result),
    no_unwind
;

/// `result.err()` in specifications.
#[verifier::inline]
pub open spec fn err<T, E>(result: Result<T, E>) -> Option<E> {
    if result is Err {
        Some(result->Err_0)
    } else {
        None
    }
}

#[verifier::when_used_as_spec(err)]
pub assume_specification<T, E>[ Result::<T, E>::err ](result: Result<T, E>) -> (opt: Option<E>)
    ensures
        opt == err(result),
    no_unwind
;

} // verus!
