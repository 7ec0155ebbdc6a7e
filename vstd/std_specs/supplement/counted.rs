//! Counted references: what they refer to when nobody else has one.
// @when strong_count get_mut make_mut unwrap_or_clone Arc::try_unwrap Arc::into_inner
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use std::rc::Rc;
#[allow(unused_imports)]
use std::sync::Arc;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T: ?Sized>[ Rc::<T>::strong_count ](this: &Rc<T>) -> (res: usize)
    ensures
        res >= 1,
;

pub assume_specification<T: ?Sized>[ Arc::<T>::strong_count ](this: &Arc<T>) -> (res: usize)
    ensures
        res >= 1,
;

pub assume_specification<T: ?Sized>[ Rc::<T>::get_mut ](this: &mut Rc<T>) -> (res: Option<&mut T>)
    ensures
        match res {
            Some(value) => &*value == &**old(this) && &*final(value) == &**final(this),
            None => *final(this) == *old(this),
        },
;

pub assume_specification<T: ?Sized>[ Arc::<T>::get_mut ](this: &mut Arc<T>) -> (res: Option<&mut T>)
    ensures
        match res {
            Some(value) => &*value == &**old(this) && &*final(value) == &**final(this),
            None => *final(this) == *old(this),
        },
;

pub assume_specification<T: Clone>[ Rc::<T>::make_mut ](this: &mut Rc<T>) -> (res: &mut T)
    ensures
        cloned::<T>(**old(this), *res),
        **final(this) == *final(res),
;

pub assume_specification<T: Clone>[ Arc::<T>::make_mut ](this: &mut Arc<T>) -> (res: &mut T)
    ensures
        cloned::<T>(**old(this), *res),
        **final(this) == *final(res),
;

pub assume_specification<T: Clone>[ Rc::<T>::unwrap_or_clone ](this: Rc<T>) -> (res: T)
    ensures
        cloned::<T>(*this, res),
;

pub assume_specification<T: Clone>[ Arc::<T>::unwrap_or_clone ](this: Arc<T>) -> (res: T)
    ensures
        cloned::<T>(*this, res),
;

pub assume_specification<T>[ Arc::<T>::try_unwrap ](this: Arc<T>) -> (res: Result<T, Arc<T>>)
    ensures
        match res {
            Ok(value) => value == *this,
            Err(same) => same == this,
        },
;

pub assume_specification<T>[ Arc::<T>::into_inner ](this: Arc<T>) -> (res: Option<T>)
    ensures
        res matches Some(value) ==> value == *this,
;

} // verus!
