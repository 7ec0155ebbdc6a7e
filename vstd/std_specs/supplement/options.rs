//! Options and results.
// @when .is_some_and( .is_none_or( .is_ok_and( .is_err_and( .map_or .and( .or( .or_else( .xor( .filter( .zip( .copied( .flatten( .unwrap_or .and_then( get_or_insert_with as_mut inspect( inspect_err( transpose unzip( expect_err then_some identity( .cloned(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T>[ Option::<T>::is_some_and ](option: Option<T>, f: impl FnOnce(T) -> bool) -> (res: bool)
    requires
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> !res,
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T>[ Option::<T>::is_none_or ](option: Option<T>, f: impl FnOnce(T) -> bool) -> (res: bool)
    requires
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> res,
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T, U, F: FnOnce(T) -> U>[ Option::<T>::map_or ](option: Option<T>, default: U, f: F) -> (res: U)
    requires
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> res == default,
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T, U, D: FnOnce() -> U, F: FnOnce(T) -> U>[ Option::<T>::map_or_else ](option: Option<T>, default: D, f: F) -> (res: U)
    requires
        option is None ==> default.requires(()),
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> default.ensures((), res),
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T, U>[ Option::<T>::and ](option: Option<T>, optb: Option<U>) -> (res: Option<U>)
    ensures
        res == if option is Some { optb } else { None },
;

pub assume_specification<T>[ Option::<T>::or ](option: Option<T>, optb: Option<T>) -> (res: Option<T>)
    ensures
        res == if option is Some { option } else { optb },
;

pub assume_specification<T, F: FnOnce() -> Option<T>>[ Option::<T>::or_else ](option: Option<T>, f: F) -> (res: Option<T>)
    requires
        option is None ==> f.requires(()),
    ensures
        option is Some ==> res == option,
        option is None ==> f.ensures((), res),
;

pub assume_specification<T>[ Option::<T>::xor ](option: Option<T>, optb: Option<T>) -> (res: Option<T>)
    ensures
        res == if option is Some && optb is None { option } else if option is None && optb is Some { optb } else { None },
;

pub assume_specification<T, P: FnOnce(&T) -> bool>[ Option::<T>::filter ](option: Option<T>, predicate: P) -> (res: Option<T>)
    requires
        option is Some ==> predicate.requires((&option->0,)),
    ensures
        option is None ==> res is None,
        option is Some ==> (res is None && predicate.ensures((&option->0,), false)) || (res == option && predicate.ensures((&option->0,), true)),
;

pub assume_specification<T, U>[ Option::<T>::zip ](option: Option<T>, other: Option<U>) -> (res: Option<(T, U)>)
    ensures
        res == if option is Some && other is Some { Some((option->0, other->0)) } else { None },
;

pub assume_specification<'a, T: Copy>[ Option::<&'a T>::copied ](option: Option<&'a T>) -> (res: Option<T>)
    ensures
        res == match option { Some(value) => Some(*value), None => None },
;

pub assume_specification<T>[ Option::<Option<T>>::flatten ](option: Option<Option<T>>) -> (res: Option<T>)
    ensures
        res == if option is Some { option->0 } else { None },
;

pub assume_specification<T, E>[ Result::<T, E>::unwrap_or ](result: Result<T, E>, default: T) -> (res: T)
    ensures
        res == if result is Ok { result->Ok_0 } else { default },
;

pub assume_specification<T, E, F: FnOnce(E) -> T>[ Result::<T, E>::unwrap_or_else ](result: Result<T, E>, op: F) -> (res: T)
    requires
        result is Err ==> op.requires((result->Err_0,)),
    ensures
        result is Ok ==> res == result->Ok_0,
        result is Err ==> op.ensures((result->Err_0,), res),
;

pub assume_specification<T: core::default::Default, E>[ Result::<T, E>::unwrap_or_default ](result: Result<T, E>) -> (res: T)
    ensures
        result is Ok ==> res == result->Ok_0,
        result is Err ==> call_ensures(T::default, (), res),
;

pub assume_specification<T, E, U, F: FnOnce(T) -> Result<U, E>>[ Result::<T, E>::and_then ](result: Result<T, E>, op: F) -> (res: Result<U, E>)
    requires
        result is Ok ==> op.requires((result->Ok_0,)),
    ensures
        result is Err ==> res == Err::<U, E>(result->Err_0),
        result is Ok ==> op.ensures((result->Ok_0,), res),
;

pub assume_specification<T, E, F, O: FnOnce(E) -> Result<T, F>>[ Result::<T, E>::or_else ](result: Result<T, E>, op: O) -> (res: Result<T, F>)
    requires
        result is Err ==> op.requires((result->Err_0,)),
    ensures
        result is Ok ==> res == Ok::<T, F>(result->Ok_0),
        result is Err ==> op.ensures((result->Err_0,), res),
;

pub assume_specification<T, E, U, F: FnOnce(T) -> U>[ Result::<T, E>::map_or ](result: Result<T, E>, default: U, f: F) -> (res: U)
    requires
        result is Ok ==> f.requires((result->Ok_0,)),
    ensures
        result is Err ==> res == default,
        result is Ok ==> f.ensures((result->Ok_0,), res),
;

pub assume_specification<T, E, F: FnOnce(T) -> bool>[ Result::<T, E>::is_ok_and ](result: Result<T, E>, f: F) -> (res: bool)
    requires
        result is Ok ==> f.requires((result->Ok_0,)),
    ensures
        result is Err ==> !res,
        result is Ok ==> f.ensures((result->Ok_0,), res),
;

pub assume_specification<T, E, F: FnOnce(E) -> bool>[ Result::<T, E>::is_err_and ](result: Result<T, E>, f: F) -> (res: bool)
    requires
        result is Err ==> f.requires((result->Err_0,)),
    ensures
        result is Ok ==> !res,
        result is Err ==> f.ensures((result->Err_0,), res),
;

pub assume_specification<T, F: FnOnce() -> T>[ Option::<T>::get_or_insert_with ](option: &mut Option<T>, f: F) -> (res:
    &mut T)
    requires
        *old(option) is None ==> f.requires(()),
    ensures
        *old(option) is Some ==> *res == old(option)->0,
        *old(option) is None ==> f.ensures((), *res),
        *final(option) == Some(*final(res)),
;

pub assume_specification<T, E>[ Result::<T, E>::as_mut ](result: &mut Result<T, E>) -> (res: Result<&mut T, &mut E>)
    ensures
        match res {
            Ok(t) => *old(result) == Ok::<T, E>(*t) && *final(result) == Ok::<T, E>(*final(t)),
            Err(e) => *old(result) == Err::<T, E>(*e) && *final(result) == Err::<T, E>(*final(e)),
        },
;

pub assume_specification<T, E, F: FnOnce(&T)>[ Result::<T, E>::inspect ](result: Result<T, E>, f: F) -> (res: Result<T, E>)
    requires
        result is Ok ==> f.requires((&result->Ok_0,)),
    ensures
        res == result,
        result is Ok ==> f.ensures((&result->Ok_0,), ()),
;

pub assume_specification<T, E, F: FnOnce(&E)>[ Result::<T, E>::inspect_err ](result: Result<T, E>, f: F) -> (res: Result<T, E>)
    requires
        result is Err ==> f.requires((&result->Err_0,)),
    ensures
        res == result,
        result is Err ==> f.ensures((&result->Err_0,), ()),
;

pub assume_specification<T, E>[ Option::<Result<T, E>>::transpose ](option: Option<Result<T, E>>) -> (res:
    Result<Option<T>, E>)
    ensures
        res == match option {
            Some(Ok(value)) => Ok::<Option<T>, E>(Some(value)),
            Some(Err(error)) => Err(error),
            None => Ok(None),
        },
;

pub assume_specification<T, U>[ Option::<(T, U)>::unzip ](option: Option<(T, U)>) -> (res: (Option<T>, Option<U>))
    ensures
        res == match option {
            Some(pair) => (Some(pair.0), Some(pair.1)),
            None => (None::<T>, None::<U>),
        },
;

pub assume_specification<T, E, U>[ Result::<T, E>::and ](result: Result<T, E>, res: Result<U, E>) -> (r: Result<U, E>)
    ensures
        r == if result is Ok { res } else { Err::<U, E>(result->Err_0) },
;

pub assume_specification<T, E, F>[ Result::<T, E>::or ](result: Result<T, E>, res: Result<T, F>) -> (r: Result<T, F>)
    ensures
        r == if result is Ok { Ok::<T, F>(result->Ok_0) } else { res },
;

pub assume_specification<T: core::fmt::Debug, E>[ Result::<T, E>::expect_err ](result: Result<T, E>, msg: &str) -> (e: E)
    requires
        result is Err,
    ensures
        e == result->Err_0,
;

pub assume_specification<'a, T: Copy, E>[ Result::<&'a T, E>::copied ](result: Result<&'a T, E>) -> (res: Result<T, E>)
    ensures
        res == match result { Ok(value) => Ok::<T, E>(*value), Err(error) => Err(error) },
;

pub assume_specification<'a, T: Clone, E>[ Result::<&'a T, E>::cloned ](result: Result<&'a T, E>) -> (res: Result<T, E>)
    ensures
        result is Ok ==> res is Ok && cloned::<T>(*result->Ok_0, res->Ok_0),
        result is Err ==> res == Err::<T, E>(result->Err_0),
;

pub assume_specification<T, E>[ Result::<Option<T>, E>::transpose ](result: Result<Option<T>, E>) -> (res:
    Option<Result<T, E>>)
    ensures
        res == match result {
            Ok(Some(value)) => Some(Ok::<T, E>(value)),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        },
;

pub assume_specification<T>[ bool::then_some ](b: bool, t: T) -> (res: Option<T>)
    ensures
        res == if b { Some(t) } else { None },
;

pub assume_specification<T>[ core::convert::identity ](x: T) -> (res: T)
    ensures
        res == x,
;

} // verus!
