//! Slices and vectors: their elements, and where they are.
// @when as_mut split_first split_last get_mut borrow_mut .swap( .reverse( rotate_left rotate_right to_vec .capacity( shrink_to_fit into_boxed_slice .fill(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use core::borrow::BorrowMut;
#[allow(unused_imports)]
use core::slice::SliceIndex;
#[allow(unused_imports)]
use std::boxed::Box;
#[allow(unused_imports)]
use std::vec::Vec;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

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

pub assume_specification<T>[ <[T]>::swap ](slice: &mut [T], a: usize, b: usize)
    requires
        a < old(slice)@.len(),
        b < old(slice)@.len(),
    ensures
        final(slice)@ == old(slice)@.update(a as int, old(slice)@[b as int]).update(b as int, old(slice)@[a as int]),
;

pub assume_specification<T>[ <[T]>::reverse ](slice: &mut [T])
    ensures
        final(slice)@ == Seq::new(old(slice)@.len(), |i: int| old(slice)@[old(slice)@.len() - 1 - i]),
;

pub assume_specification<T>[ <[T]>::rotate_left ](slice: &mut [T], mid: usize)
    requires
        mid <= old(slice)@.len(),
    ensures
        final(slice)@ == old(slice)@.subrange(mid as int, old(slice)@.len() as int) + old(slice)@.subrange(0, mid as int),
;

pub assume_specification<T>[ <[T]>::rotate_right ](slice: &mut [T], k: usize)
    requires
        k <= old(slice)@.len(),
    ensures
        final(slice)@ == old(slice)@.subrange(old(slice)@.len() - k, old(slice)@.len() as int) + old(slice)@.subrange(
            0,
            old(slice)@.len() - k,
        ),
;

pub assume_specification<T>[ <[T]>::split_first ](slice: &[T]) -> (res: Option<(&T, &[T])>)
    ensures
        match res {
            Some((first, rest)) => {
                &&& slice@.len() > 0
                &&& *first == slice@[0]
                &&& rest@ == slice@.subrange(1, slice@.len() as int)
            },
            None => slice@.len() == 0,
        },
;

pub assume_specification<T>[ <[T]>::split_last ](slice: &[T]) -> (res: Option<(&T, &[T])>)
    ensures
        match res {
            Some((last, rest)) => {
                &&& slice@.len() > 0
                &&& *last == slice@.last()
                &&& rest@ == slice@.drop_last()
            },
            None => slice@.len() == 0,
        },
;

pub assume_specification<T: Clone>[ <[T]>::to_vec ](slice: &[T]) -> (res: Vec<T>)
    ensures
        res@.len() == slice@.len(),
        forall|i: int| #![all_triggers] 0 <= i < slice@.len() ==> cloned::<T>(slice@[i], res@[i]),
        slice@ =~= res@ ==> slice@ == res@,
;

pub assume_specification<T>[ Vec::<T>::capacity ](vec: &Vec<T>) -> (res: usize)
    ensures
        vec@.len() <= res,
;

pub assume_specification<T>[ Vec::<T>::shrink_to_fit ](vec: &mut Vec<T>)
    ensures
        final(vec)@ == old(vec)@,
;

pub assume_specification<T>[ Vec::<T>::into_boxed_slice ](vec: Vec<T>) -> (res: Box<[T]>)
    ensures
        res@ == vec@,
;

pub assume_specification<T: Clone>[ <[T]>::fill ](slice: &mut [T], value: T)
    ensures
        final(slice)@.len() == old(slice)@.len(),
        forall|i: int| 0 <= i < final(slice)@.len() ==> cloned::<T>(value, #[trigger] final(slice)@[i]),
;

} // verus!
