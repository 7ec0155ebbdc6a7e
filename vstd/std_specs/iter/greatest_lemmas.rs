//! The greatest and the least of items that come in parts.
// @when lemma_greatest_ lemma_least_

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

broadcast use {group_seq_lemmas, group_iter_greatest_axioms};

/// There is only one place of the greatest item that `max` finds.
pub proof fn lemma_greatest_unique<A: Ord>(items: Seq<A>, at: int, other: int)
    requires
        is_lawfully_ordered::<A>(),
        0 <= at < items.len() && 0 <= other < items.len(),
        is_greatest_at(items, at) && is_greatest_at(items, other),
    ensures
        at == other,
{
    if at < other {
        assert(items[other].cmp_spec(&items[at]) == Ordering::Less);
        assert(items[at].cmp_spec(&items[other]) != Ordering::Greater);
    } else if other < at {
        assert(items[at].cmp_spec(&items[other]) == Ordering::Less);
        assert(items[other].cmp_spec(&items[at]) != Ordering::Greater);
    }
}

/// There is only one place of the least item that `min` finds.
pub proof fn lemma_least_unique<A: Ord>(items: Seq<A>, at: int, other: int)
    requires
        is_lawfully_ordered::<A>(),
        0 <= at < items.len() && 0 <= other < items.len(),
        is_least_at(items, at) && is_least_at(items, other),
    ensures
        at == other,
{
    if at < other {
        assert(items[at].cmp_spec(&items[other]) == Ordering::Greater);
        assert(items[at].cmp_spec(&items[other]) != Ordering::Less);
        assert(items[other].cmp_spec(&items[at]) != Ordering::Less);
    } else if other < at {
        assert(items[other].cmp_spec(&items[at]) == Ordering::Greater);
        assert(items[at].cmp_spec(&items[other]) != Ordering::Less);
    }
}

/// An item more is the greatest if it is not less than the greatest of the others.
pub proof fn lemma_greatest_push<A: Ord>(items: Seq<A>, item: A, at: int)
    requires
        is_lawfully_ordered::<A>(),
        0 <= at < items.len(),
        is_greatest_at(items, at),
    ensures
        is_greatest_at(
            items.push(item),
            if item.cmp_spec(&items[at]) == Ordering::Less {
                at
            } else {
                items.len() as int
            },
        ),
{
    let all = items.push(item);
    let last = items.len() as int;
    if item.cmp_spec(&items[at]) == Ordering::Less {
        assert forall|i: int| 0 <= i < all.len() implies (#[trigger] all[i]).cmp_spec(&all[at]) != Ordering::Greater by {
            if i < last {
                assert(items[i].cmp_spec(&items[at]) != Ordering::Greater);
            }
        }
        assert forall|i: int| at < i < all.len() implies (#[trigger] all[i]).cmp_spec(&all[at]) == Ordering::Less by {
            if i < last {
                assert(items[i].cmp_spec(&items[at]) == Ordering::Less);
            }
        }
    } else {
        assert(item.cmp_spec(&item) != Ordering::Greater);
        assert(items[at].cmp_spec(&item) != Ordering::Greater) by {
            assert(items[at].cmp_spec(&item) == Ordering::Greater ==> item.cmp_spec(&items[at]) == Ordering::Less);
        }
        assert forall|i: int| 0 <= i < all.len() implies (#[trigger] all[i]).cmp_spec(&all[last]) != Ordering::Greater by {
            if i < last {
                assert(items[i].cmp_spec(&items[at]) != Ordering::Greater);
            }
        }
    }
}

/// An item more is the least if it is less than the least of the others.
pub proof fn lemma_least_push<A: Ord>(items: Seq<A>, item: A, at: int)
    requires
        is_lawfully_ordered::<A>(),
        0 <= at < items.len(),
        is_least_at(items, at),
    ensures
        is_least_at(
            items.push(item),
            if item.cmp_spec(&items[at]) == Ordering::Less {
                items.len() as int
            } else {
                at
            },
        ),
{
    let all = items.push(item);
    let last = items.len() as int;
    if item.cmp_spec(&items[at]) == Ordering::Less {
        assert(items[at].cmp_spec(&item) == Ordering::Greater);
        assert(item.cmp_spec(&item) != Ordering::Less);
        assert forall|i: int| 0 <= i < last implies (#[trigger] all[i]).cmp_spec(&all[last]) == Ordering::Greater by {
            assert(items[i].cmp_spec(&items[at]) != Ordering::Less);
            assert(items[at].cmp_spec(&items[i]) != Ordering::Greater);
            // Otherwise the item would not be less than the least.
            assert(items[i].cmp_spec(&item) != Ordering::Greater ==> items[at].cmp_spec(&item) != Ordering::Greater);
        }
    } else {
        assert forall|i: int| 0 <= i < all.len() implies (#[trigger] all[i]).cmp_spec(&all[at]) != Ordering::Less by {
            if i < last {
                assert(items[i].cmp_spec(&items[at]) != Ordering::Less);
            }
        }
        assert forall|i: int| 0 <= i < at implies (#[trigger] all[i]).cmp_spec(&all[at]) == Ordering::Greater by {
            assert(items[i].cmp_spec(&items[at]) == Ordering::Greater);
        }
    }
}

} // verus!
