//! Contracts of the places of the standard library that are written once, and of values that are computed when they are first needed.
//!
//! Anybody who sees such a place may write to it, so nothing is known of what is in it, besides what holds of all values of its type. Of a
//! lazy value it is known that its closure gave it.
// @when OnceCell OnceLock LazyCell LazyLock std_specs::lazy
//!
//! trusted: each contract says what the documentation of the standard library says: a place that is full gives back what it is to
//! be set to, and a lazy value is what one call of its closure gave, unless the program wrote through a `&mut` reference to it.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::cell::{LazyCell, OnceCell};
use core::ops::{Deref, DerefMut};
use std::sync::{LazyLock, OnceLock};

verus! {

/// A place that is written once.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExOnceCell<T>(OnceCell<T>);

/// A place that is written once, by one of several threads.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct ExOnceLock<T>(OnceLock<T>);

/// A value that is computed when it is first needed.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
#[verifier::reject_recursive_types(F)]
pub struct ExLazyCell<T, F>(LazyCell<T, F>);

/// A value that is computed when one of several threads first needs it.
#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
#[verifier::reject_recursive_types(F)]
pub struct ExLazyLock<T, F>(LazyLock<T, F>);

/// What is known of a lazy value before it is computed.
pub trait LazyAdditionalFns<T> {
    /// What the value may be.
    spec fn predicate(&self, value: T) -> bool;
}

impl<T, F> LazyAdditionalFns<T> for LazyCell<T, F> {
    uninterp spec fn predicate(&self, value: T) -> bool;
}

impl<T, F> LazyAdditionalFns<T> for LazyLock<T, F> {
    uninterp spec fn predicate(&self, value: T) -> bool;
}

} // verus!

/// A place that is written once.
macro_rules! once_specs {
    ($place:ident) => {
        verus! {

        pub assume_specification<T>[ $place::<T>::new ]() -> $place<T>;

        pub assume_specification<T>[ <$place<T> as core::default::Default>::default ]() -> $place<T>;

        pub assume_specification<T>[ <$place<T> as From<T>>::from ](value: T) -> $place<T>;

        pub assume_specification<'a, T>[ $place::<T>::get ](place: &'a $place<T>) -> Option<&'a T>;

        pub assume_specification<'a, T>[ $place::<T>::get_mut ](place: &'a mut $place<T>) -> Option<&'a mut T>;

        pub assume_specification<T>[ $place::<T>::set ](place: &$place<T>, value: T) -> (res: Result<(), T>)
            ensures
                res matches Err(back) ==> back == value,
        ;

        pub assume_specification<'a, T, F: FnOnce() -> T>[ $place::<T>::get_or_init ](place: &'a $place<T>, f: F) -> &'a T
            requires
                f.requires(()),
        ;

        pub assume_specification<T>[ $place::<T>::into_inner ](place: $place<T>) -> Option<T>;

        pub assume_specification<T>[ $place::<T>::take ](place: &mut $place<T>) -> Option<T>;

        } // verus!
    };
}

once_specs!(OnceCell);
once_specs!(OnceLock);

/// A value that is computed when it is first needed.
macro_rules! lazy_specs {
    ($lazy:ident) => {
        verus! {

        pub assume_specification<T, F: FnOnce() -> T>[ $lazy::<T, F>::new ](f: F) -> (lazy: $lazy<T, F>)
            requires
                f.requires(()),
            ensures
                forall|value: T| #[trigger] lazy.predicate(value) ==> f.ensures((), value),
        ;

        pub assume_specification<'a, T, F: FnOnce() -> T>[ $lazy::<T, F>::force ](lazy: &'a $lazy<T, F>) -> (res: &'a T)
            ensures
                lazy.predicate(*res),
        ;

        pub assume_specification<'a, T, F>[ $lazy::<T, F>::get ](lazy: &'a $lazy<T, F>) -> (res: Option<&'a T>)
            ensures
                res matches Some(value) ==> lazy.predicate(*value),
        ;

        pub assume_specification<'a, T, F: FnOnce() -> T>[ <$lazy<T, F> as Deref>::deref ](lazy: &'a $lazy<T, F>) -> (res: &'a T)
            ensures
                lazy.predicate(*res),
        ;

        // What is written through the reference need not be what the closure gives, so the lazy value is another one then.
        pub assume_specification<'a, T, F: FnOnce() -> T>[ $lazy::<T, F>::force_mut ](lazy: &'a mut $lazy<T, F>) -> (res: &'a mut T)
            ensures
                old(lazy).predicate(*res),
        ;

        pub assume_specification<'a, T, F>[ $lazy::<T, F>::get_mut ](lazy: &'a mut $lazy<T, F>) -> (res: Option<&'a mut T>)
            ensures
                res matches Some(value) ==> old(lazy).predicate(*value),
        ;

        pub assume_specification<'a, T, F: FnOnce() -> T>[ <$lazy<T, F> as DerefMut>::deref_mut ](lazy: &'a mut $lazy<T, F>) -> (res:
            &'a mut T)
            ensures
                old(lazy).predicate(*res),
        ;

        } // verus!
    };
}

lazy_specs!(LazyCell);
lazy_specs!(LazyLock);
