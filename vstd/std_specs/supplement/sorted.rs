//! Slices whose elements are compared: what is in them, and their order.
// @when .contains(& starts_with ends_with .sort( sort_unstable binary_search
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use core::cmp::Ordering;
#[allow(unused_imports)]
use std::collections::VecDeque;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Whether `==` of a type computes what it says of itself, the same in both directions.
pub open spec fn is_compared_either_way<T: PartialEq>() -> bool {
    &&& T::obeys_eq_spec()
    &&& forall|a: T, b: T| #[trigger] a.eq_spec(&b) == b.eq_spec(&a)
}

pub assume_specification<T: PartialEq>[ <[T]>::contains ](slice: &[T], x: &T) -> (res: bool)
    ensures
        is_compared_either_way::<T>() ==> res == exists|i: int| 0 <= i < slice@.len() && (#[trigger] slice@[i]).eq_spec(x),
;

pub assume_specification<T: PartialEq>[ VecDeque::<T>::contains ](v: &VecDeque<T>, x: &T) -> (res: bool)
    ensures
        is_compared_either_way::<T>() ==> res == exists|i: int| 0 <= i < v@.len() && (#[trigger] v@[i]).eq_spec(x),
;

pub assume_specification<T: PartialEq>[ <[T]>::starts_with ](slice: &[T], needle: &[T]) -> (res: bool)
    ensures
        is_compared_either_way::<T>() ==> res == {
            &&& needle@.len() <= slice@.len()
            &&& forall|i: int| 0 <= i < needle@.len() ==> slice@[i].eq_spec(&#[trigger] needle@[i])
        },
;

pub assume_specification<T: PartialEq>[ <[T]>::ends_with ](slice: &[T], needle: &[T]) -> (res: bool)
    ensures
        is_compared_either_way::<T>() ==> res == {
            &&& needle@.len() <= slice@.len()
            &&& forall|i: int|
                0 <= i < needle@.len() ==> slice@[slice@.len() - needle@.len() + i].eq_spec(&#[trigger] needle@[i])
        },
;

/// Whether a type has a total order, which `cmp` and the comparisons compute.
pub open spec fn is_totally_ordered<T: Ord>() -> bool {
    &&& T::obeys_cmp_spec()
    &&& T::obeys_partial_cmp_spec()
    &&& forall|a: T, b: T| #[trigger] a.partial_cmp_spec(&b) == Some(a.cmp_spec(&b))
    &&& forall|a: T, b: T| #[trigger] a.cmp_spec(&b) == Ordering::Less <==> b.cmp_spec(&a) == Ordering::Greater
    &&& forall|a: T, b: T, c: T|
        #[trigger] a.cmp_spec(&b) != Ordering::Greater && #[trigger] b.cmp_spec(&c) != Ordering::Greater ==> a.cmp_spec(
            &c,
        ) != Ordering::Greater
}

/// Whether no element is greater than one that follows, by the order of the type.
pub open spec fn is_sorted_by_order<T: Ord>(s: Seq<T>) -> bool {
    forall|i: int, j: int| 0 <= i < j < s.len() ==> (#[trigger] s[i]).cmp_spec(&#[trigger] s[j]) != Ordering::Greater
}

pub assume_specification<T: Ord>[ <[T]>::sort ](slice: &mut [T])
    ensures
        final(slice)@.to_multiset() == old(slice)@.to_multiset(),
        is_totally_ordered::<T>() ==> is_sorted_by_order(final(slice)@),
;

pub assume_specification<T: Ord>[ <[T]>::sort_unstable ](slice: &mut [T])
    ensures
        final(slice)@.to_multiset() == old(slice)@.to_multiset(),
        is_totally_ordered::<T>() ==> is_sorted_by_order(final(slice)@),
;

pub assume_specification<T: Ord>[ <[T]>::binary_search ](slice: &[T], x: &T) -> (res: Result<usize, usize>)
    ensures
        is_totally_ordered::<T>() && is_sorted_by_order(slice@) ==> match res {
            Ok(at) => at < slice@.len() && slice@[at as int].cmp_spec(x) == Ordering::Equal,
            Err(at) => {
                &&& at <= slice@.len()
                &&& forall|i: int| 0 <= i < at ==> (#[trigger] slice@[i]).cmp_spec(x) == Ordering::Less
                &&& forall|i: int| at <= i < slice@.len() ==> (#[trigger] slice@[i]).cmp_spec(x) == Ordering::Greater
            },
        },
;

} // verus!
