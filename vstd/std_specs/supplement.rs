//! Contracts that programs often want, beyond those that the library of the language has. Where a program has a contract of its
//! own for one of these functions, that one counts.
// @when abs_diff midpoint cmp::min cmp::max .is_ok_and( .is_err_and( .map_or .and( .or( .or_else( .xor( .filter( .zip( .copied( .flatten( .unwrap_or .and_then( get_or_insert_with as_mut split_first_mut split_last_mut get_mut borrow_mut front_mut back_mut
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use crate::std_specs::hash::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use core::borrow::{Borrow, BorrowMut};
#[allow(unused_imports)]
use core::cmp::Ordering;
#[allow(unused_imports)]
use core::hash::{BuildHasher, Hash};
#[allow(unused_imports)]
use core::slice::SliceIndex;
use std::boxed::Box;
use std::collections::{HashMap, VecDeque};
use std::vec::Vec;

verus! {

/// Whether both orders of a type are known and say the same of two values: what `min` and `max` use is `<`.
pub open spec fn are_ordered<T: Ord>(a: &T, b: &T) -> bool {
    &&& T::obeys_cmp_spec()
    &&& T::obeys_partial_cmp_spec()
    &&& a.partial_cmp_spec(b) == Some(a.cmp_spec(b))
}

pub assume_specification<T: Ord>[ core::cmp::max ](v1: T, v2: T) -> (r: T)
    ensures
        are_ordered(&v2, &v1) ==> r == if v2.cmp_spec(&v1) == Ordering::Less { v1 } else { v2 },
;

pub assume_specification<T: Ord>[ core::cmp::min ](v1: T, v2: T) -> (r: T)
    ensures
        are_ordered(&v2, &v1) ==> r == if v2.cmp_spec(&v1) == Ordering::Less { v2 } else { v1 },
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

pub assume_specification<T>[ <[T]>::split_first_mut ](slice: &mut [T]) -> (res: Option<(&mut T, &mut [T])>)
    ensures
        match res {
            Some((first, rest)) => {
                &&& old(slice)@.len() > 0
                &&& *first == old(slice)@[0]
                &&& rest@ == old(slice)@.subrange(1, old(slice)@.len() as int)
                &&& final(rest)@.len() == rest@.len()
                &&& final(slice)@ == Seq::empty().push(*final(first)) + final(rest)@
            },
            None => old(slice)@.len() == 0 && final(slice)@ == old(slice)@,
        },
;

pub assume_specification<T>[ <[T]>::split_last_mut ](slice: &mut [T]) -> (res: Option<(&mut T, &mut [T])>)
    ensures
        match res {
            Some((last, rest)) => {
                &&& old(slice)@.len() > 0
                &&& *last == old(slice)@.last()
                &&& rest@ == old(slice)@.drop_last()
                &&& final(rest)@.len() == rest@.len()
                &&& final(slice)@ == final(rest)@.push(*final(last))
            },
            None => old(slice)@.len() == 0 && final(slice)@ == old(slice)@,
        },
;

pub assume_specification<T, I: SliceIndex<[T]>>[ <[T]>::get_mut::<I> ](slice: &mut [T], i: I) -> (res: Option<
    &mut <I as SliceIndex<[T]>>::Output,
>)
    ensures
        final(slice)@.len() == old(slice)@.len(),
        match res {
            Some(part) => {
                &&& i.get_spec(old(slice)) == Some(&*part)
                &&& i.get_spec(final(slice)) == Some(&*final(part))
                &&& final(slice)@ == i.replaced_spec(old(slice), &*final(part))@
            },
            None => i.get_spec(old(slice)) is None && final(slice)@ == old(slice)@,
        },
;

pub assume_specification<T, const N: usize>[ <[T; N]>::as_mut_slice ](array: &mut [T; N]) -> (slice: &mut [T])
    ensures
        slice@ == old(array)@,
        final(slice)@ == final(array)@,
        final(slice)@.len() == slice@.len(),
;

pub assume_specification<T>[ <[T] as AsMut<[T]>>::as_mut ](slice: &mut [T]) -> (res: &mut [T])
    ensures
        res@ == old(slice)@,
        final(res)@ == final(slice)@,
        final(res)@.len() == res@.len(),
;

pub assume_specification<T, const N: usize>[ <[T; N] as AsMut<[T]>>::as_mut ](array: &mut [T; N]) -> (slice: &mut [T])
    ensures
        slice@ == old(array)@,
        final(slice)@ == final(array)@,
        final(slice)@.len() == slice@.len(),
;

pub assume_specification<T>[ <Vec<T> as AsMut<[T]>>::as_mut ](vec: &mut Vec<T>) -> (slice: &mut [T])
    ensures
        slice@ == old(vec)@,
        final(slice)@ == final(vec)@,
        final(slice)@.len() == slice@.len(),
;

pub assume_specification<T>[ <Vec<T> as BorrowMut<[T]>>::borrow_mut ](vec: &mut Vec<T>) -> (slice: &mut [T])
    ensures
        slice@ == old(vec)@,
        final(slice)@ == final(vec)@,
        final(slice)@.len() == slice@.len(),
;

pub assume_specification<T: ?Sized>[ <Box<T> as AsMut<T>>::as_mut ](b: &mut Box<T>) -> (res: &mut T)
    ensures
        &*res == &**old(b),
        &*final(res) == &**final(b),
;

pub assume_specification<T: ?Sized>[ <Box<T> as BorrowMut<T>>::borrow_mut ](b: &mut Box<T>) -> (res:
    &mut T)
    ensures
        &*res == &**old(b),
        &*final(res) == &**final(b),
;

pub assume_specification<T: ?Sized>[ <T as BorrowMut<T>>::borrow_mut ](t: &mut T) -> (res: &mut T)
    ensures
        &*res == &*old(t),
        &*final(res) == &*final(t),
;

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

} // verus!

/// The distance of two numbers, which has no sign.
macro_rules! abs_diff {
    ($($t:ty, $u:ty;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::abs_diff ](x: $t, y: $t) -> $u
                returns
                    (if x < y { y - x } else { x - y }) as $u,
                opens_invariants none
                no_unwind
            ;
        )*
        }
    };
}

abs_diff! {
    u8, u8;
    u16, u16;
    u32, u32;
    u64, u64;
    u128, u128;
    usize, usize;
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    i128, u128;
    isize, usize;
}

/// The middle of two numbers: half of their exact sum, rounded towards zero.
macro_rules! midpoint {
    ($($t:ty)*) => {
        verus! {
        $(
            #[verifier::allow_in_spec]
            pub assume_specification[ <$t>::midpoint ](x: $t, y: $t) -> $t
                returns
                    (if x + y < 0 { -(-(x + y) / 2) } else { (x + y) / 2 }) as $t,
                opens_invariants none
                no_unwind
            ;
        )*
        }
    };
}

midpoint! {
    u8 u16 u32 u64 u128 usize
    i8 i16 i32 i64 i128 isize
}
