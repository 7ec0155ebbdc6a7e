//! Contracts of `Option`.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

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
        option matches Some(t) ==> a == Some(t),
    no_unwind
;

/// `option.unwrap()` in specifications: the value, if there is one.
pub open spec fn spec_unwrap<T>(option: Option<T>) -> T
    recommends
        option is Some,
{
    match option {
        Some(t) => t,
        None => crate::pervasive::arbitrary(),
    }
}

#[verifier::when_used_as_spec(spec_unwrap)]
pub assume_specification<T>[ Option::<T>::unwrap ](option: Option<T>) -> (t: T)
    requires
        option is Some,
    ensures
        option == Some(t),
        t == spec_unwrap(option),
;

/// `option.expect(msg)` in specifications: the value, if there is one.
pub open spec fn spec_expect<T>(option: Option<T>, msg: &str) -> T
    recommends
        option is Some,
{
    spec_unwrap(option)
}

#[verifier::when_used_as_spec(spec_expect)]
pub assume_specification<T>[ Option::<T>::expect ](option: Option<T>, msg: &str) -> (t: T)
    requires
        option is Some,
    ensures
        option == Some(t),
        t == spec_expect(option, msg),
;

/// `option.unwrap_or(default)` in specifications.
#[verifier::inline]
pub open spec fn spec_unwrap_or<T>(option: Option<T>, default: T) -> T {
    match option {
        Some(t) => t,
        None => default,
    }
}

#[verifier::when_used_as_spec(spec_unwrap_or)]
pub assume_specification<T>[ Option::<T>::unwrap_or ](option: Option<T>, default: T) -> (t: T)
    ensures
        t == spec_unwrap_or(option, default),
    no_unwind
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

/// `option.ok_or(err)` in specifications.
#[verifier::inline]
pub open spec fn spec_ok_or<T, E>(option: Option<T>, err: E) -> Result<T, E> {
    match option {
        Some(t) => Ok(t),
        None => Err(err),
    }
}

#[verifier::when_used_as_spec(spec_ok_or)]
pub assume_specification<T, E>[ Option::<T>::ok_or ](option: Option<T>, err: E) -> (res: Result<T, E>)
    ensures
        res == spec_ok_or(option, err),
;

/// Operations on options of tracked values.
pub trait OptionAdditionalFns<T>: Sized {
    /// Whether there is a value.
    #[allow(non_snake_case)]
    spec fn is_Some(&self) -> bool;

    /// The value, if there is one.
    #[allow(non_snake_case)]
    spec fn get_Some_0(&self) -> T;

    /// Whether there is no value.
    #[allow(non_snake_case)]
    spec fn is_None(&self) -> bool;

    /// Takes the value out.
    proof fn tracked_unwrap(tracked self) -> (tracked t: T)
        requires
            self.is_Some(),
        ensures
            t == self.get_Some_0(),
    ;

    /// Takes the value out.
    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T)
        requires
            self.is_Some(),
        ensures
            t == self.get_Some_0(),
    ;

    /// Borrows the value.
    proof fn tracked_borrow(tracked &self) -> (tracked t: &T)
        requires
            self.is_Some(),
        ensures
            *t == self.get_Some_0(),
    ;

    /// Takes the value out and leaves nothing.
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

    open spec fn get_Some_0(&self) -> T {
        spec_unwrap(*self)
    }

    #[verifier::inline]
    open spec fn is_None(&self) -> bool {
        self is None
    }

    proof fn tracked_unwrap(tracked self) -> (tracked t: T) {
        match self {
            Some(t) => t,
            None => crate::pervasive::proof_from_false(),
        }
    }

    proof fn tracked_expect(tracked self, msg: &str) -> (tracked t: T) {
        match self {
            Some(t) => t,
            None => crate::pervasive::proof_from_false(),
        }
    }

    proof fn tracked_borrow(tracked &self) -> (tracked t: &T) {
        match self {
            Some(t) => t,
            None => crate::pervasive::proof_from_false(),
        }
    }

    proof fn tracked_take(tracked &mut self) -> (tracked t: T) {
        let tracked mut nothing = None;
        crate::modes::tracked_swap(self, &mut nothing);
        nothing.tracked_unwrap()
    }
}

} // verus!
