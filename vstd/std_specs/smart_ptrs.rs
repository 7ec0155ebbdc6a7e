//! Contracts of boxes and of counted references. To a specification each is the value it points to.
//!
//! trusted: each contract says what the documentation of the standard library says of the value that is pointed to.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::boxed::Box;
use std::rc::Rc;
use std::sync::Arc;
use std::vec::Vec;

verus! {

pub assume_specification<T>[ <[T]>::into_vec ](b: Box<[T]>) -> (v: Vec<T>)
    ensures
        v@ == b@,
;

pub assume_specification<T>[ Box::<T>::new ](t: T) -> (v: Box<T>)
    ensures
        *v == t,
;

pub assume_specification<T>[ Rc::<T>::new ](t: T) -> (v: Rc<T>)
    ensures
        *v == t,
;

pub assume_specification<T>[ Arc::<T>::new ](t: T) -> (v: Arc<T>)
    ensures
        *v == t,
;

pub assume_specification<T: core::default::Default>[ <Box<T> as core::default::Default>::default ]() -> (res: Box<T>)
    ensures
        call_ensures(T::default, (), *res),
;

pub assume_specification<T: core::default::Default>[ <Rc<T> as core::default::Default>::default ]() -> (res: Rc<T>)
    ensures
        call_ensures(T::default, (), *res),
;

pub assume_specification<T: core::default::Default>[ <Arc<T> as core::default::Default>::default ]() -> (res: Arc<T>)
    ensures
        call_ensures(T::default, (), *res),
;

pub assume_specification<T: Clone>[ <Box<T> as Clone>::clone ](b: &Box<T>) -> (res: Box<T>)
    ensures
        cloned::<T>(**b, *res),
;

pub assume_specification<T>[ Rc::<T>::try_unwrap ](v: Rc<T>) -> (result: Result<T, Rc<T>>)
    ensures
        result is Ok ==> result->Ok_0 == *v,
        result is Err ==> result->Err_0 == v,
;

pub assume_specification<T>[ Rc::<T>::into_inner ](v: Rc<T>) -> (result: Option<T>)
    ensures
        result is Some ==> result->0 == *v,
;

} // verus!
