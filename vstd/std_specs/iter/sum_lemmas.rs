//! Sums of parts and of other orders, and bounds of sums.
// @when lemma_sum_push lemma_sum_add lemma_sum_first lemma_sum_split lemma_sum_take lemma_sum_subrange lemma_sum_update lemma_sum_insert lemma_sum_remove lemma_sum_reverse lemma_sum_permutation lemma_sum_filter lemma_sum_monotone lemma_sum_of_equal lemma_sum_nonnegative lemma_sum_at lemma_sum_is lemma_sums_within

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::relations::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::integers::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

/// The sum with one item more.
pub broadcast proof fn lemma_sum_push<N: Number>(items: Seq<N>, item: N)
    ensures
        #[trigger] sum_of(items.push(item)) == sum_of(items) + item.number(),
{
    assert(items.push(item).drop_last() =~= items);
}

/// The sum of a concatenation is that of the sums.
pub broadcast proof fn lemma_sum_add<N: Number>(left: Seq<N>, right: Seq<N>)
    ensures
        #[trigger] sum_of(left + right) == sum_of(left) + sum_of(right),
    decreases right.len(),
{
    if right.len() == 0 {
        assert(left + right =~= left);
    } else {
        lemma_sum_add(left, right.drop_last());
        assert((left + right).drop_last() =~= left + right.drop_last());
    }
}

/// The sum is the first item and the sum of the others.
pub proof fn lemma_sum_first<N: Number>(items: Seq<N>)
    requires
        items.len() > 0,
    ensures
        sum_of(items) == items[0].number() + sum_of(items.drop_first()),
{
    let one = Seq::<N>::empty().push(items[0]);
    lemma_sum_push(Seq::<N>::empty(), items[0]);
    assert(one + items.drop_first() =~= items);
    lemma_sum_add(one, items.drop_first());
}

/// The sum is that of the first `n` items and that of the others.
pub proof fn lemma_sum_split<N: Number>(items: Seq<N>, n: int)
    requires
        0 <= n <= items.len(),
    ensures
        sum_of(items) == sum_of(items.take(n)) + sum_of(items.skip(n)),
{
    assert(items.take(n) + items.skip(n) =~= items);
    lemma_sum_add(items.take(n), items.skip(n));
}

/// The sum of one item more of the first ones.
pub broadcast proof fn lemma_sum_take_succ<N: Number>(items: Seq<N>, n: int)
    requires
        0 <= n < items.len(),
    ensures
        #[trigger] sum_of(items.take(n + 1)) == sum_of(items.take(n)) + items[n].number(),
{
    assert(items.take(n + 1).drop_last() =~= items.take(n));
}

/// The sum of a part is a difference of sums of first items.
pub proof fn lemma_sum_subrange<N: Number>(items: Seq<N>, from: int, to: int)
    requires
        0 <= from <= to <= items.len(),
    ensures
        sum_of(items.subrange(from, to)) == sum_of(items.take(to)) - sum_of(items.take(from)),
{
    assert(items.take(from) + items.subrange(from, to) =~= items.take(to));
    lemma_sum_add(items.take(from), items.subrange(from, to));
}

/// An item that is written adds the difference to the item before.
pub broadcast proof fn lemma_sum_update<N: Number>(items: Seq<N>, at: int, item: N)
    requires
        0 <= at < items.len(),
    ensures
        #[trigger] sum_of(items.update(at, item)) == sum_of(items) - items[at].number() + item.number(),
{
    let new = items.update(at, item);
    lemma_sum_split(items, at);
    lemma_sum_split(new, at);
    lemma_sum_first(items.skip(at));
    lemma_sum_first(new.skip(at));
    assert(new.take(at) =~= items.take(at));
    assert(new.skip(at).drop_first() =~= items.skip(at).drop_first());
}

/// An item that is put in is added.
pub proof fn lemma_sum_insert<N: Number>(items: Seq<N>, at: int, item: N)
    requires
        0 <= at <= items.len(),
    ensures
        sum_of(items.insert(at, item)) == sum_of(items) + item.number(),
{
    lemma_sum_split(items, at);
    lemma_sum_push(items.take(at), item);
    assert(items.insert(at, item) =~= items.take(at).push(item) + items.skip(at));
    lemma_sum_add(items.take(at).push(item), items.skip(at));
}

/// An item that is taken out is subtracted.
pub proof fn lemma_sum_remove<N: Number>(items: Seq<N>, at: int)
    requires
        0 <= at < items.len(),
    ensures
        sum_of(items.remove(at)) == sum_of(items) - items[at].number(),
{
    lemma_sum_insert(items.remove(at), at, items[at]);
    assert(items.remove(at).insert(at, items[at]) =~= items);
}

/// The sum in the other direction is the same.
pub proof fn lemma_sum_reverse<N: Number>(items: Seq<N>)
    ensures
        sum_of(items.reverse()) == sum_of(items),
    decreases items.len(),
{
    if items.len() > 0 {
        lemma_sum_first(items);
        lemma_sum_reverse(items.drop_first());
        assert(items.reverse().drop_last() =~= items.drop_first().reverse());
    } else {
        assert(items.reverse() =~= items);
    }
}

/// The sum in any order is the same.
pub proof fn lemma_sum_permutation<N: Number>(left: Seq<N>, right: Seq<N>)
    requires
        left.to_multiset() == right.to_multiset(),
    ensures
        sum_of(left) == sum_of(right),
    decreases left.len(),
{
    broadcast use group_to_multiset_ensures;

    assert(left.to_multiset().len() == left.len() && right.to_multiset().len() == right.len());
    if left.len() > 0 {
        let last = left.last();
        assert(left.to_multiset().count(last) > 0);
        assert(right.contains(last));
        let at = choose|at: int| 0 <= at < right.len() && right[at] == last;
        assert(left.remove(left.len() - 1) =~= left.drop_last());
        assert(left.drop_last().to_multiset() =~= right.remove(at).to_multiset());
        lemma_sum_permutation(left.drop_last(), right.remove(at));
        lemma_sum_remove(right, at);
    }
}

/// The items that pass a filter and those that do not have the sum of all together.
pub proof fn lemma_sum_filter<N: Number>(items: Seq<N>, keep: spec_fn(N) -> bool)
    ensures
        sum_of(items) == sum_of(items.filter(keep)) + sum_of(items.filter(|item: N| !keep(item))),
    decreases items.len(),
{
    reveal(Seq::filter);
    if items.len() > 0 {
        let (front, last) = (items.drop_last(), items.last());
        lemma_sum_filter(front, keep);
        lemma_sum_push(front.filter(keep), last);
        lemma_sum_push(front.filter(|item: N| !keep(item)), last);
    }
}

/// Items that are each at most as great have at most as great a sum.
pub proof fn lemma_sum_monotone<M: Number, N: Number>(less: Seq<M>, more: Seq<N>)
    requires
        less.len() == more.len(),
        forall|i: int| 0 <= i < less.len() ==> (#[trigger] less[i]).number() <= more[i].number(),
    ensures
        sum_of(less) <= sum_of(more),
    decreases less.len(),
{
    if less.len() > 0 {
        let last = less.len() - 1;
        assert(less[last].number() <= more[last].number());
        lemma_sum_monotone(less.drop_last(), more.drop_last());
    }
}

/// The sum of items that are all the same number.
pub proof fn lemma_sum_of_equal<N: Number>(items: Seq<N>, number: int)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() == number,
    ensures
        sum_of(items) == items.len() * number,
{
    lemma_sum_of_bounds(items, number, number);
}

/// The sum of items that are not negative is not negative.
pub proof fn lemma_sum_nonnegative<N: Number>(items: Seq<N>)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
    ensures
        sum_of(items) >= 0,
    decreases items.len(),
{
    if items.len() > 0 {
        lemma_sum_nonnegative(items.drop_last());
    }
}

/// Where no item is negative, fewer of the first ones have at most as great a sum.
pub proof fn lemma_sum_take_monotone<N: Number>(items: Seq<N>, fewer: int, more: int)
    requires
        0 <= fewer <= more <= items.len(),
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
    ensures
        sum_of(items.take(fewer)) <= sum_of(items.take(more)) <= sum_of(items),
{
    lemma_sum_subrange(items, fewer, more);
    lemma_sum_nonnegative(items.subrange(fewer, more));
    lemma_sum_split(items, more);
    lemma_sum_nonnegative(items.skip(more));
}

/// Where no item is negative, none is greater than the sum.
pub proof fn lemma_sum_at_least_item<N: Number>(items: Seq<N>, at: int)
    requires
        0 <= at < items.len(),
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
    ensures
        items[at].number() <= sum_of(items),
{
    lemma_sum_remove(items, at);
    lemma_sum_nonnegative(items.remove(at));
}

/// Where no item is negative, a sum of zero is one of zeros.
pub proof fn lemma_sum_is_zero<N: Number>(items: Seq<N>)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
        sum_of(items) == 0,
    ensures
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() == 0,
{
    assert forall|i: int| 0 <= i < items.len() implies (#[trigger] items[i]).number() == 0 by {
        lemma_sum_at_least_item(items, i);
    }
}

/// Where no item is negative, those that pass a filter have at most the sum of all.
pub proof fn lemma_sum_filter_monotone<N: Number>(items: Seq<N>, keep: spec_fn(N) -> bool)
    requires
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] items[i]).number() >= 0,
    ensures
        sum_of(items.filter(keep)) <= sum_of(items),
{
    let others = items.filter(|item: N| !keep(item));
    lemma_sum_filter(items, keep);
    assert forall|i: int| 0 <= i < others.len() implies (#[trigger] others[i]).number() >= 0 by {
        assert(others.contains(others[i]));
        items.lemma_filter_contains_rev(|item: N| !keep(item), others[i]);
    }
    lemma_sum_nonnegative(others);
}

/// Sums that lie between two bounds lie between wider ones, and so do those of the first items.
pub proof fn lemma_sums_within_wider<N: Number>(items: Seq<N>, least: int, most: int, n: int, lower: int, upper: int)
    requires
        has_sums_within(items, least, most),
        0 <= n <= items.len(),
        lower <= least && most <= upper,
    ensures
        has_sums_within(items.take(n), lower, upper),
        least <= sum_of(items.take(n)) <= most,
{
    assert forall|k: int| 0 <= k <= n implies lower <= #[trigger] sum_of(items.take(n).take(k)) <= upper by {
        assert(items.take(n).take(k) =~= items.take(k));
        assert(least <= sum_of(items.take(k)) <= most);
    }
}

/// The sums of one item more lie between the bounds if those of the others do and the whole sum does.
pub proof fn lemma_sums_within_push<N: Number>(items: Seq<N>, item: N, least: int, most: int)
    ensures
        has_sums_within(items.push(item), least, most) == (has_sums_within(items, least, most) && least <= sum_of(items)
            + item.number() <= most),
{
    let all = items.push(item);
    lemma_sum_push(items, item);
    assert(all.take(all.len() as int) =~= all);
    if has_sums_within(all, least, most) {
        assert forall|n: int| 0 <= n <= items.len() implies least <= #[trigger] sum_of(items.take(n)) <= most by {
            assert(all.take(n) =~= items.take(n));
            assert(least <= sum_of(all.take(n)) <= most);
        }
        assert(least <= sum_of(all.take(all.len() as int)) <= most);
    }
    if has_sums_within(items, least, most) && least <= sum_of(items) + item.number() <= most {
        assert forall|n: int| 0 <= n <= all.len() implies least <= #[trigger] sum_of(all.take(n)) <= most by {
            if n < all.len() {
                assert(all.take(n) =~= items.take(n));
            }
        }
    }
}

} // verus!
