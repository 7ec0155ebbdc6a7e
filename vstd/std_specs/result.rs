//! Contracts of `Result`.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T, E>[ Result::<T, E>::is_ok ](result: &Result<T, E>) -> (b: bool)
    ensures
        b == (result is Ok),
;

pub assume_specification<T, E>[ Result::<T, E>::is_err ](result: &Result<T, E>) -> (b: bool)
    ensures
        b == (result is Err),
;

pub assume_specification<T, E>[ Result::<T, E>::ok ](result: Result<T, E>) -> (option: Option<T>)
    ensures
        option == (match result {
            Ok(t) => Some(t),
            Err(_) => None,
        }),
;

pub assume_specification<T, E>[ Result::<T, E>::err ](result: Result<T, E>) -> (option: Option<E>)
    ensures
        option == (match result {
            Ok(_) => None,
            Err(e) => Some(e),
        }),
;

pub assume_specification<T, E: core::fmt::Debug>[ Result::<T, E>::unwrap ](result: Result<T, E>) -> (t: T)
    requires
        result is Ok,
    ensures
        result == Ok::<T, E>(t),
;

pub assume_specification<T, E: core::fmt::Debug>[ Result::<T, E>::expect ](result: Result<T, E>, msg: &str) -> (t: T)
    requires
        result is Ok,
    ensures
        result == Ok::<T, E>(t),
;

pub assume_specification<T: core::fmt::Debug, E>[ Result::<T, E>::unwrap_err ](result: Result<T, E>) -> (e: E)
    requires
        result is Err,
    ensures
        result == Err::<T, E>(e),
;

} // verus!
