//! Contracts of `Option`.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T>[ Option::<T>::is_some ](option: &Option<T>) -> (b: bool)
    ensures
        b == (option is Some),
;

pub assume_specification<T>[ Option::<T>::is_none ](option: &Option<T>) -> (b: bool)
    ensures
        b == (option is None),
;

pub assume_specification<T>[ Option::<T>::as_ref ](option: &Option<T>) -> (res: Option<&T>)
    ensures
        res is Some <==> option is Some,
        option matches Some(t) ==> res == Some(t),
;

pub assume_specification<T>[ Option::<T>::unwrap ](option: Option<T>) -> (t: T)
    requires
        option is Some,
    ensures
        option == Some(t),
;

pub assume_specification<T>[ Option::<T>::expect ](option: Option<T>, msg: &str) -> (t: T)
    requires
        option is Some,
    ensures
        option == Some(t),
;

pub assume_specification<T>[ Option::<T>::unwrap_or ](option: Option<T>, default: T) -> (t: T)
    ensures
        t == (match option {
            Some(value) => value,
            None => default,
        }),
;

pub assume_specification<T>[ Option::<T>::take ](option: &mut Option<T>) -> (t: Option<T>)
    ensures
        t == *old(option),
        *final(option) is None,
;

pub assume_specification<T>[ Option::<T>::replace ](option: &mut Option<T>, value: T) -> (t: Option<T>)
    ensures
        t == *old(option),
        *final(option) == Some(value),
;

pub assume_specification<T, E>[ Option::<T>::ok_or ](option: Option<T>, err: E) -> (res: Result<T, E>)
    ensures
        res == (match option {
            Some(t) => Ok(t),
            None => Err(err),
        }),
;

} // verus!
