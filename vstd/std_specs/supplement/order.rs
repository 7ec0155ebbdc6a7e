//! How values compare: the smaller, the larger, and what is done with an order.
// @when cmp::min cmp::max .reverse( .then( then_with .is_lt( .is_gt( .is_le( .is_ge( .is_eq( .is_ne(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use core::cmp::Ordering;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

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

pub assume_specification[ Ordering::reverse ](order: Ordering) -> (res: Ordering)
    ensures
        res == match order {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        },
;

pub assume_specification[ Ordering::then ](order: Ordering, other: Ordering) -> (res: Ordering)
    ensures
        res == if order == Ordering::Equal { other } else { order },
;

pub assume_specification<F: FnOnce() -> Ordering>[ Ordering::then_with ](order: Ordering, f: F) -> (res: Ordering)
    requires
        order == Ordering::Equal ==> f.requires(()),
    ensures
        order == Ordering::Equal ==> f.ensures((), res),
        order != Ordering::Equal ==> res == order,
;

pub assume_specification[ Ordering::is_eq ](order: Ordering) -> (res: bool)
    ensures
        res == (order == Ordering::Equal),
;

pub assume_specification[ Ordering::is_ne ](order: Ordering) -> (res: bool)
    ensures
        res == (order != Ordering::Equal),
;

pub assume_specification[ Ordering::is_lt ](order: Ordering) -> (res: bool)
    ensures
        res == (order == Ordering::Less),
;

pub assume_specification[ Ordering::is_gt ](order: Ordering) -> (res: bool)
    ensures
        res == (order == Ordering::Greater),
;

pub assume_specification[ Ordering::is_le ](order: Ordering) -> (res: bool)
    ensures
        res == (order != Ordering::Greater),
;

pub assume_specification[ Ordering::is_ge ](order: Ordering) -> (res: bool)
    ensures
        res == (order != Ordering::Less),
;

} // verus!
