//! Contracts of the methods of slices.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

pub assume_specification<T>[ <[T]>::first ](slice: &[T]) -> (res: Option<&T>)
    ensures
        slice@.len() == 0 ==> res is None,
        slice@.len() != 0 ==> res is Some && *res->0 == slice@[0],
;

pub assume_specification<T>[ <[T]>::last ](slice: &[T]) -> (res: Option<&T>)
    ensures
        slice@.len() == 0 ==> res is None,
        slice@.len() != 0 ==> res is Some && *res->0 == slice@.last(),
;

pub assume_specification<T>[ <[T]>::first_mut ](slice: &mut [T]) -> (res: Option<&mut T>)
    ensures
        old(slice)@.len() == 0 ==> res is None && final(slice)@ == old(slice)@,
        old(slice)@.len() != 0 ==> {
            &&& res is Some
            &&& *res->0 == old(slice)@[0]
            &&& final(slice)@ == old(slice)@.update(0, *final(res->0))
        },
;

pub assume_specification<T>[ <[T]>::last_mut ](slice: &mut [T]) -> (res: Option<&mut T>)
    ensures
        old(slice)@.len() == 0 ==> res is None && final(slice)@ == old(slice)@,
        old(slice)@.len() != 0 ==> {
            &&& res is Some
            &&& *res->0 == old(slice)@.last()
            &&& final(slice)@ == old(slice)@.update(old(slice)@.len() - 1, *final(res->0))
        },
;

pub assume_specification<T>[ <[T]>::split_at ](slice: &[T], mid: usize) -> (ret: (&[T], &[T]))
    requires
        0 <= mid <= slice@.len(),
    ensures
        ret.0@ == slice@.subrange(0, mid as int),
        ret.1@ == slice@.subrange(mid as int, slice@.len() as int),
;

pub assume_specification<T>[ <[T]>::split_at_mut ](slice: &mut [T], mid: usize) -> (ret: (&mut [T], &mut [T]))
    requires
        0 <= mid <= old(slice)@.len(),
    ensures
        ret.0@ == old(slice)@.subrange(0, mid as int),
        ret.1@ == old(slice)@.subrange(mid as int, old(slice)@.len() as int),
        final(ret.0)@.len() == ret.0@.len(),
        final(ret.1)@.len() == ret.1@.len(),
        final(slice)@ == final(ret.0)@ + final(ret.1)@,
;

pub assume_specification<T>[ <[T]>::split_at_checked ](slice: &[T], mid: usize) -> (ret: Option<(&[T], &[T])>)
    ensures
        mid > slice@.len() ==> ret is None,
        mid <= slice@.len() ==> {
            &&& ret is Some
            &&& (ret->0).0@ == slice@.subrange(0, mid as int)
            &&& (ret->0).1@ == slice@.subrange(mid as int, slice@.len() as int)
        },
;

pub assume_specification<T: Copy>[ <[T]>::copy_from_slice ](dst: &mut [T], src: &[T])
    requires
        old(dst)@.len() == src@.len(),
    ensures
        final(dst)@ == src@,
;

} // verus!
