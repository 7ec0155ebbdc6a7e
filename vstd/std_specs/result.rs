//! Contracts of `Result`.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

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
        match *result {
            Ok(t) => r == Ok::<&T, &E>(&t),
            Err(e) => r == Err::<&T, &E>(&e),
        },
    no_unwind
;

/// `result.unwrap()` in specifications: the value, if there is one.
pub open spec fn spec_unwrap<T, E: core::fmt::Debug>(result: Result<T, E>) -> T
    recommends
        result is Ok,
{
    match result {
        Ok(t) => t,
        Err(_) => crate::pervasive::arbitrary(),
    }
}

#[verifier::when_used_as_spec(spec_unwrap)]
pub assume_specification<T, E: core::fmt::Debug>[ Result::<T, E>::unwrap ](result: Result<T, E>) -> (t: T)
    requires
        result is Ok,
    ensures
        result == Ok::<T, E>(t),
        t == spec_unwrap(result),
;

/// `result.unwrap_err()` in specifications: the error, if there is one.
pub open spec fn spec_unwrap_err<T: core::fmt::Debug, E>(result: Result<T, E>) -> E
    recommends
        result is Err,
{
    match result {
        Ok(_) => crate::pervasive::arbitrary(),
        Err(e) => e,
    }
}

#[verifier::when_used_as_spec(spec_unwrap_err)]
pub assume_specification<T: core::fmt::Debug, E>[ Result::<T, E>::unwrap_err ](result: Result<T, E>) -> (e: E)
    requires
        result is Err,
    ensures
        result == Err::<T, E>(e),
        e == spec_unwrap_err(result),
;

/// `result.expect(msg)` in specifications: the value, if there is one.
pub open spec fn spec_expect<T, E: core::fmt::Debug>(result: Result<T, E>, msg: &str) -> T
    recommends
        result is Ok,
{
    spec_unwrap(result)
}

#[verifier::when_used_as_spec(spec_expect)]
pub assume_specification<T, E: core::fmt::Debug>[ Result::<T, E>::expect ](result: Result<T, E>, msg: &str) -> (t: T)
    requires
        result is Ok,
    ensures
        result == Ok::<T, E>(t),
        t == spec_expect(result, msg),
;

/// `result.ok()` in specifications.
#[verifier::inline]
pub open spec fn ok<T, E>(result: Result<T, E>) -> Option<T> {
    match result {
        Ok(t) => Some(t),
        Err(_) => None,
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
    match result {
        Ok(_) => None,
        Err(e) => Some(e),
    }
}

#[verifier::when_used_as_spec(err)]
pub assume_specification<T, E>[ Result::<T, E>::err ](result: Result<T, E>) -> (opt: Option<E>)
    ensures
        opt == err(result),
    no_unwind
;

/// Operations on results with tracked values.
pub trait ResultAdditionalSpecFns<T, E> {
    /// Whether there is a value.
    #[allow(non_snake_case)]
    spec fn is_Ok(&self) -> bool;

    /// The value, if there is one.
    #[allow(non_snake_case)]
    spec fn get_Ok_0(&self) -> T;

    /// Whether there is an error.
    #[allow(non_snake_case)]
    spec fn is_Err(&self) -> bool;

    /// The error, if there is one.
    #[allow(non_snake_case)]
    spec fn get_Err_0(&self) -> E;

    /// Takes the value out.
    proof fn tracked_unwrap(tracked self) -> (tracked t: T)
        requires
            self.is_Ok(),
        ensures
            t == self.get_Ok_0(),
    ;

    /// Takes the error out.
    proof fn tracked_unwrap_err(tracked self) -> (tracked t: E)
        requires
            self.is_Err(),
        ensures
            t == self.get_Err_0(),
    ;

    /// Takes the value out.
    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T)
        requires
            self.is_Ok(),
        ensures
            t == self.get_Ok_0(),
    ;

    /// Takes the error out.
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

    open spec fn get_Ok_0(&self) -> T {
        match *self {
            Ok(t) => t,
            Err(_) => crate::pervasive::arbitrary(),
        }
    }

    #[verifier::inline]
    open spec fn is_Err(&self) -> bool {
        self is Err
    }

    open spec fn get_Err_0(&self) -> E {
        match *self {
            Ok(_) => crate::pervasive::arbitrary(),
            Err(e) => e,
        }
    }

    proof fn tracked_unwrap(tracked self) -> (tracked t: T) {
        match self {
            Ok(t) => t,
            Err(_) => crate::pervasive::proof_from_false(),
        }
    }

    proof fn tracked_unwrap_err(tracked self) -> (tracked t: E) {
        match self {
            Ok(_) => crate::pervasive::proof_from_false(),
            Err(e) => e,
        }
    }

    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T) {
        match self {
            Ok(t) => t,
            Err(_) => crate::pervasive::proof_from_false(),
        }
    }

    proof fn tracked_expect_err(tracked self, msg: &str) -> (tracked t: E) {
        match self {
            Ok(_) => crate::pervasive::proof_from_false(),
            Err(e) => e,
        }
    }
}

} // verus!
