//! The greatest and the least of the items of an iterator.
// @when .max( .min( max_by_key min_by_key is_lawfully_ordered is_greatest_at is_least_at
//!
//! trusted: the items are compared with `cmp`, from the first one on; the later one of two that are as great counts as greater. Iterators
//! that know more of their items, such as those of ordered tables, find the same ones where the order is lawful.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use core::cmp::Ordering;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Whether a type has a total order that `cmp` computes.
pub open spec fn is_lawfully_ordered<T: Ord>() -> bool {
    &&& T::obeys_cmp_spec()
    &&& forall|a: T, b: T| #[trigger] a.cmp_spec(&b) == Ordering::Less <==> b.cmp_spec(&a) == Ordering::Greater
    &&& forall|a: T, b: T, c: T|
        #[trigger] a.cmp_spec(&b) != Ordering::Greater && #[trigger] b.cmp_spec(&c) != Ordering::Greater ==> a.cmp_spec(
            &c,
        ) != Ordering::Greater
}

/// It is so of types with an order: only items of such types have a greatest and a least one.
pub broadcast axiom fn axiom_is_greatest_or_least_at<A: Ord>(items: Seq<A>, at: int)
    ensures
        #![trigger is_greatest_at(items, at)]
        #![trigger is_least_at(items, at)]
        is_greatest_at(items, at) == (is_lawfully_ordered::<A>() ==> {
            &&& forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).cmp_spec(&items[at]) != Ordering::Greater
            &&& forall|i: int| at < i < items.len() ==> (#[trigger] items[i]).cmp_spec(&items[at]) == Ordering::Less
        }),
        is_least_at(items, at) == (is_lawfully_ordered::<A>() ==> {
            &&& forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).cmp_spec(&items[at]) != Ordering::Less
            &&& forall|i: int| 0 <= i < at ==> (#[trigger] items[i]).cmp_spec(&items[at]) == Ordering::Greater
        }),
;

/// What is known of the greatest and the least.
pub broadcast group group_iter_greatest_axioms {
    axiom_is_greatest_or_least_at,
}

} // verus!
