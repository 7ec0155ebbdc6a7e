//! Contracts of `Option`.
//!
//! trusted: each contract says what the documentation of the standard library says; taking a tracked value leaves
//! `None`.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

#[verifier::external_type_specification]
#[verifier::accept_recursive_types(V)]
#[verifier::ext_equal]
pub struct ExOption<V>(core::option::Option<V>);

/// What proofs do with options: the older names of tests and parts, and ways to take a tracked option apart.
pub trait OptionAdditionalFns<T>: Sized {
    /// `self is Some`.
    #[allow(non_snake_case)]
    spec fn is_Some(&self) -> bool;

    /// `self->Some_0`.
    #[allow(non_snake_case)]
    spec fn get_Some_0(&self) -> T;

    /// `self is None`.
    #[allow(non_snake_case)]
    spec fn is_None(&self) -> bool;

    /// The value of a tracked option.
    proof fn tracked_unwrap(tracked self) -> (tracked t: T)
        requires
            self.is_Some(),
        ensures
            t == self.get_Some_0(),
    ;

    /// The value of a tracked option.
    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T)
        requires
            self.is_Some(),
        ensures
            t == self.get_Some_0(),
    ;

    /// A look at the value of a tracked option.
    proof fn tracked_borrow(tracked &self) -> (tracked t: &T)
        requires
            self.is_Some(),
        ensures
            t == self.get_Some_0(),
    ;

    /// Takes the value out of a tracked option.
    proof fn tracked_take(tracked &mut self) -> (tracked t: T)
        requires
            old(self).is_Some(),
        ensures
            t == old(self).get_Some_0(),
            final(self).is_None(),
    ;
}

impl<T> OptionAdditionalFns<T> for Option<T> {
    #[verifier::inline]
    open spec fn is_Some(&self) -> bool {
        self is Some
    }

    #[verifier::inline]
    open spec fn get_Some_0(&self) -> T {
        self->Some_0
    }

    #[verifier::inline]
    open spec fn is_None(&self) -> bool {
        self is None
    }

    proof fn tracked_unwrap(tracked self) -> (tracked t: T) {
        match self {
            Some(t) => t,
            None => proof_from_false(),
        }
    }

    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T) {
        match self {
            Some(t) => t,
            None => proof_from_false(),
        }
    }

    proof fn tracked_borrow(tracked &self) -> (tracked t: &T) {
        match self {
            Some(t) => t,
            None => proof_from_false(),
        }
    }

    // Trusted, as `tracked_swap` is: no ghost code may write through a reference to a value of any type, for it may be
    // one that is there at run time. Callers are checked for that. There is no body, since nothing runs it.
    #[verifier::external_body]
    proof fn tracked_take(tracked &mut self) -> (tracked t: T) {
        loop {}
    }
}

/// `option.is_some()` in specifications.
#[verifier::inline]
pub open spec fn is_some<T>(option: &Option<T>) -> bool {
    option is Some
}

#[verifier::when_used_as_spec(is_some)]
pub assume_specification<T>[ Option::<T>::is_some ](option: &Option<T>) -> (b: bool)
    ensures
        b == is_some(option),
    no_unwind
;

/// `option.is_none()` in specifications.
#[verifier::inline]
pub open spec fn is_none<T>(option: &Option<T>) -> bool {
    option is None
}

#[verifier::when_used_as_spec(is_none)]
pub assume_specification<T>[ Option::<T>::is_none ](option: &Option<T>) -> (b: bool)
    ensures
        b == is_none(option),
    no_unwind
;

pub assume_specification<T>[ Option::<T>::as_ref ](option: &Option<T>) -> (a: Option<&T>)
    ensures
        a is Some <==> option is Some,
        a is Some ==> option->0 == a->0,
    no_unwind
;

pub assume_specification<T>[ Option::<T>::as_mut ](option: &mut Option<T>) -> (res: Option<&mut T>)
    ensures
        *old(option) is None ==> *final(option) is None && res is None,
        *old(option) is Some ==> {
            &&& *final(option) is Some
            &&& res is Some
            &&& *res->0 == old(option)->0
            &&& *final(res->0) == final(option)->0
        },
;

pub assume_specification<T>[ Option::<T>::as_slice ](option: &Option<T>) -> (res: &[T])
    ensures
        res@ == (match *option {
            Some(t) => Seq::empty().push(t),
            None => Seq::empty(),
        }),
;

pub assume_specification<T>[ Option::<T>::as_mut_slice ](option: &mut Option<T>) -> (res: &mut [T])
    ensures
        final(res)@.len() == res@.len(),
        match *old(option) {
            Some(t) => res@ == Seq::empty().push(t) && *final(option) == Some(final(res)@[0]),
            None => res@ == Seq::<T>::empty() && *final(option) is None,
        },
;

/// `option.unwrap()` in specifications.
#[verifier::inline]
pub open spec fn spec_unwrap<T>(option: Option<T>) -> T
    recommends
        option is Some,
{
    option->0
}

#[verifier::when_used_as_spec(spec_unwrap)]
pub assume_specification<T>[ Option::<T>::unwrap ](option: Option<T>) -> (t: T)
    requires
        option is Some,
    ensures
        t == spec_unwrap(option),
;

/// `option.unwrap_or(default)` in specifications.
#[verifier::inline]
pub open spec fn spec_unwrap_or<T>(option: Option<T>, default: T) -> T {
    if option is Some {
        option->0
    } else {
        default
    }
}

#[verifier::when_used_as_spec(spec_unwrap_or)]
pub assume_specification<T>[ Option::<T>::unwrap_or ](option: Option<T>, default: T) -> (t: T)
    ensures
        t == spec_unwrap_or(option, default),
    no_unwind
;

/// `option.expect(msg)` in specifications.
#[verifier::inline]
pub open spec fn spec_expect<T>(option: Option<T>, msg: &str) -> T
    recommends
        option is Some,
{
    option->0
}

#[verifier::when_used_as_spec(spec_expect)]
pub assume_specification<T>[ Option::<T>::expect ](option: Option<T>, msg: &str) -> (t: T)
    requires
        option is Some,
    ensures
        t == spec_expect(option, msg),
;

pub assume_specification<T>[ Option::<T>::take ](option: &mut Option<T>) -> (t: Option<T>)
    ensures
        t == *old(option),
        *final(option) is None,
    no_unwind
;

pub assume_specification<T>[ Option::<T>::replace ](option: &mut Option<T>, value: T) -> (t: Option<T>)
    ensures
        t == *old(option),
        *final(option) == Some(value),
;

pub assume_specification<T>[ Option::<T>::insert ](option: &mut Option<T>, value: T) -> (res: &mut T)
    ensures
        *res == value,
        *final(option) == Some(*final(res)),
;

pub assume_specification<T>[ Option::<T>::get_or_insert ](option: &mut Option<T>, value: T) -> (res: &mut T)
    ensures
        *res == spec_unwrap_or(*old(option), value),
        *final(option) == Some(*final(res)),
;

pub assume_specification<T, U, F: FnOnce(T) -> U>[ Option::<T>::map ](a: Option<T>, f: F) -> (ret: Option<U>)
    requires
        a is Some ==> f.requires((a->0,)),
    ensures
        ret is Some == a is Some,
        ret is Some ==> f.ensures((a->0,), ret->0),
;

pub assume_specification<T, U, F: FnOnce(T) -> Option<U>>[ Option::<T>::and_then ](option: Option<T>, f: F) -> (res:
    Option<U>)
    requires
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> res is None,
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T, E, F: FnOnce() -> E>[ Option::<T>::ok_or_else ](option: Option<T>, err: F) -> (res:
    Result<T, E>)
    requires
        option is None ==> err.requires(()),
    ensures
        option is Some ==> res == Ok::<T, E>(option->0),
        option is None ==> res is Err && err.ensures((), res->Err_0),
;

pub assume_specification<T: core::default::Default>[ Option::<T>::unwrap_or_default ](option: Option<T>) -> (res: T)
    ensures
        option is Some ==> res == option->0,
        option is None ==> call_ensures(T::default, (), res),
;

pub assume_specification<T, F: FnOnce() -> T>[ Option::<T>::unwrap_or_else ](option: Option<T>, f: F) -> (res: T)
    requires
        option is None ==> f.requires(()),
    ensures
        option is Some ==> res == option->0,
        option is None ==> f.ensures((), res),
;

pub assume_specification<'a, T: Clone>[ Option::<&'a T>::cloned ](opt: Option<&'a T>) -> (res: Option<T>)
    ensures
        opt is None ==> res is None,
        opt is Some ==> res is Some && cloned::<T>(*opt->0, res->0),
;

pub assume_specification<T: Clone>[ <Option<T> as Clone>::clone ](opt: &Option<T>) -> (res: Option<T>)
    ensures
        opt is None ==> res is None,
        opt is Some ==> res is Some && cloned::<T>(opt->0, res->0),
;

/// `option.ok_or(err)` in specifications.
#[verifier::inline]
pub open spec fn spec_ok_or<T, E>(option: Option<T>, err: E) -> Result<T, E> {
    if option is Some {
        Ok(option->0)
    } else {
        Err(err)
    }
}

#[verifier::when_used_as_spec(spec_ok_or)]
pub assume_specification<T, E>[ Option::<T>::ok_or ](option: Option<T>, err: E) -> (res: Result<T, E>)
    ensures
        res == spec_ok_or(option, err),
;

} // verus!
