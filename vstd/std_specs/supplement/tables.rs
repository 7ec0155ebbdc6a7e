//! Queues and hash tables: references to what is in them.
// @when get_mut .front( .front_mut( .back( .back_mut(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::hash::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use core::borrow::Borrow;
#[allow(unused_imports)]
use core::hash::{BuildHasher, Hash};
#[allow(unused_imports)]
use std::collections::{HashMap, VecDeque};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T>[ VecDeque::<T>::get_mut ](v: &mut VecDeque<T>, i: usize) -> (res: Option<&mut T>)
    ensures
        match res {
            Some(element) => {
                &&& i < old(v)@.len()
                &&& *element == old(v)@[i as int]
                &&& final(v)@ == old(v)@.update(i as int, *final(element))
            },
            None => i >= old(v)@.len() && final(v)@ == old(v)@,
        },
;

pub assume_specification<T>[ VecDeque::<T>::front_mut ](v: &mut VecDeque<T>) -> (res: Option<&mut T>)
    ensures
        match res {
            Some(element) => {
                &&& old(v)@.len() > 0
                &&& *element == old(v)@[0]
                &&& final(v)@ == old(v)@.update(0, *final(element))
            },
            None => old(v)@.len() == 0 && final(v)@ == old(v)@,
        },
;

pub assume_specification<T>[ VecDeque::<T>::back_mut ](v: &mut VecDeque<T>) -> (res: Option<&mut T>)
    ensures
        match res {
            Some(element) => {
                &&& old(v)@.len() > 0
                &&& *element == old(v)@.last()
                &&& final(v)@ == old(v)@.update(old(v)@.len() - 1, *final(element))
            },
            None => old(v)@.len() == 0 && final(v)@ == old(v)@,
        },
;

pub assume_specification<'a, Key: Borrow<Q> + Hash + Eq, Value, S: BuildHasher, Q: Hash + Eq + ?Sized>[ HashMap::<
    Key,
    Value,
    S>::get_mut ](m: &'a mut HashMap<Key, Value, S>, k: &Q) -> (result: Option<&'a mut Value>)
    ensures
        obeys_key_model::<Key>() && builds_valid_hashers::<S>() && borrows_as_key::<Key, Q>() ==> match result {
            Some(v) => {
                &&& maps_borrowed_key_to_value(old(m)@, k, *v)
                &&& borrowed_key_updated(old(m)@, final(m)@, k, *final(v))
            },
            None => !contains_borrowed_key(old(m)@, k) && final(m)@ == old(m)@,
        },
;

pub assume_specification<T>[ VecDeque::<T>::front ](v: &VecDeque<T>) -> (res: Option<&T>)
    ensures
        res == if v@.len() > 0 { Some(&v@[0]) } else { None },
;

pub assume_specification<T>[ VecDeque::<T>::back ](v: &VecDeque<T>) -> (res: Option<&T>)
    ensures
        res == if v@.len() > 0 { Some(&v@.last()) } else { None },
;

} // verus!
