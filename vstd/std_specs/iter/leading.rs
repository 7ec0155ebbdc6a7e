//! How many items at the beginning satisfy a predicate, which is where `take_while` ends and `skip_while` begins.
// @when leading( lemma_leading lemma_take_while lemma_skip_while lemma_inspect lemma_filter_of_kept

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

/// How many items satisfy the predicate before the first one that does not.
pub open spec fn leading<A>(items: Seq<A>, keep: spec_fn(A) -> bool) -> nat
    decreases items.len(),
{
    if items.len() == 0 {
        0
    } else {
        let front = leading(items.drop_last(), keep);
        if front == items.len() - 1 && keep(items.last()) { items.len() } else { front }
    }
}

/// All before the place satisfy the predicate; the item there does not, if there is one.
pub broadcast proof fn lemma_leading<A>(items: Seq<A>, keep: spec_fn(A) -> bool)
    ensures
        #[trigger] leading(items, keep) <= items.len(),
        forall|i: int| 0 <= i < leading(items, keep) ==> keep(#[trigger] items[i]),
        leading(items, keep) < items.len() ==> !keep(items[leading(items, keep) as int]),
    decreases items.len(),
{
    if items.len() > 0 {
        let front = items.drop_last();
        lemma_leading(front, keep);
        assert forall|i: int| 0 <= i < leading(items, keep) implies keep(#[trigger] items[i]) by {
            if i < front.len() {
                assert(keep(front[i]));
            }
        }
    }
}

/// A place with such items before it, and no such item there, is the one.
pub proof fn lemma_leading_unique<A>(items: Seq<A>, keep: spec_fn(A) -> bool, n: nat)
    requires
        n <= items.len(),
        forall|i: int| 0 <= i < n ==> keep(#[trigger] items[i]),
        n < items.len() ==> !keep(items[n as int]),
    ensures
        leading(items, keep) == n,
{
    lemma_leading(items, keep);
    let found = leading(items, keep);
    if found < n {
        assert(keep(items[found as int]));
    }
    if n < found {
        assert(keep(items[n as int]));
    }
}

/// All items satisfy the predicate if they do so from the beginning to the end.
pub proof fn lemma_leading_all<A>(items: Seq<A>, keep: spec_fn(A) -> bool)
    ensures
        leading(items, keep) == items.len() <==> items.all(keep),
{
    lemma_leading(items, keep);
    if items.all(keep) {
        assert forall|i: int| 0 <= i < items.len() implies keep(#[trigger] items[i]) by {}
        lemma_leading_unique(items, keep, items.len());
    }
}

/// An item more counts where all before it do.
pub proof fn lemma_leading_push<A>(items: Seq<A>, item: A, keep: spec_fn(A) -> bool)
    ensures
        leading(items.push(item), keep) == leading(items, keep) + (if leading(items, keep) == items.len() && keep(item) {
            1int
        } else {
            0int
        }),
{
    assert(items.push(item).drop_last() =~= items);
}

/// Those of the second part count where all of the first part do.
pub proof fn lemma_leading_add<A>(left: Seq<A>, right: Seq<A>, keep: spec_fn(A) -> bool)
    ensures
        leading(left + right, keep) == (if leading(left, keep) == left.len() {
            left.len() + leading(right, keep)
        } else {
            leading(left, keep)
        }),
{
    let all = left + right;
    lemma_leading(left, keep);
    lemma_leading(right, keep);
    let n = if leading(left, keep) == left.len() { left.len() + leading(right, keep) } else { leading(left, keep) };
    assert forall|i: int| 0 <= i < n implies keep(#[trigger] all[i]) by {
        if i < left.len() {
            assert(keep(left[i]));
        } else {
            assert(keep(right[i - left.len()]));
        }
    }
    if n < all.len() {
        if leading(left, keep) == left.len() {
            assert(all[n as int] == right[n - left.len()]);
        } else {
            assert(all[n as int] == left[n as int]);
        }
    }
    lemma_leading_unique(all, keep, n);
}

/// Of the first `n` items at most so many count.
pub proof fn lemma_leading_take<A>(items: Seq<A>, keep: spec_fn(A) -> bool, n: int)
    requires
        0 <= n <= items.len(),
    ensures
        leading(items.take(n), keep) == (if leading(items, keep) <= n { leading(items, keep) } else { n as nat }),
{
    lemma_leading(items, keep);
    let least = if leading(items, keep) <= n { leading(items, keep) } else { n as nat };
    lemma_leading_unique(items.take(n), keep, least);
}

/// Of the items after some of those that count, the others count.
pub proof fn lemma_leading_skip<A>(items: Seq<A>, keep: spec_fn(A) -> bool, n: int)
    requires
        0 <= n <= leading(items, keep),
    ensures
        leading(items.skip(n), keep) == leading(items, keep) - n,
{
    lemma_leading(items, keep);
    lemma_leading_unique(items.skip(n), keep, (leading(items, keep) - n) as nat);
}

/// A weaker predicate lets at least as many items count.
pub proof fn lemma_leading_weaker<A>(items: Seq<A>, keep: spec_fn(A) -> bool, weaker: spec_fn(A) -> bool)
    requires
        forall|i: int| 0 <= i < items.len() && keep(#[trigger] items[i]) ==> weaker(items[i]),
    ensures
        leading(items, keep) <= leading(items, weaker),
{
    lemma_leading(items, keep);
    lemma_leading(items, weaker);
    if leading(items, weaker) < leading(items, keep) {
        assert(keep(items[leading(items, weaker) as int]));
    }
}

/// A filter keeps the items that count, and looks at the others.
pub proof fn lemma_leading_filter<A>(items: Seq<A>, keep: spec_fn(A) -> bool)
    ensures
        items.filter(keep) == items.take(leading(items, keep) as int) + items.skip(leading(items, keep) as int).filter(keep),
    decreases items.len(),
{
    let n = leading(items, keep) as int;
    lemma_leading(items, keep);
    lemma_filter_of_kept(items.take(n), keep);
    assert(items.take(n) + items.skip(n) =~= items);
    Seq::filter_distributes_over_add(items.take(n), items.skip(n), keep);
}

/// A filter that all items pass gives them all.
pub proof fn lemma_filter_of_kept<A>(items: Seq<A>, keep: spec_fn(A) -> bool)
    requires
        forall|i: int| 0 <= i < items.len() ==> keep(#[trigger] items[i]),
    ensures
        items.filter(keep) == items,
    decreases items.len(),
{
    reveal(Seq::filter);
    if items.len() > 0 {
        lemma_filter_of_kept(items.drop_last(), keep);
        assert(keep(items[items.len() - 1]));
        assert(items.drop_last().push(items.last()) =~= items);
    } else {
        assert(items.filter(keep) =~= items);
    }
}

/// Where the predicate decides as `keep` does, `take_while` gives the items before the place, if the end is reached.
pub broadcast proof fn lemma_take_while_holds<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    all_end: bool,
    items: Seq<A>,
    ends: bool,
    keep: spec_fn(A) -> bool,
)
    requires
        #[trigger] take_while_holds(predicate, all, all_end, items, ends),
        ends,
        forall|x: A, b: bool| all.contains(x) && #[trigger] predicate.ensures((&x,), b) ==> b == keep(x),
    ensures
        items.len() == #[trigger] leading(all, keep),
        items == all.take(leading(all, keep) as int),
{
    let n = items.len();
    assert forall|i: int| 0 <= i < n implies keep(#[trigger] all[i]) by {
        assert(items[i] == all[i]);
        assert(all.contains(all[i]));
    }
    if n < all.len() {
        assert(all.contains(all[n as int]));
    }
    lemma_leading_unique(all, keep, n);
    assert(items =~= all.take(n as int));
}

/// Where the predicate decides as `keep` does, `skip_while` gives the items from the place on, if the end is reached.
pub broadcast proof fn lemma_skip_while_holds<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    all_end: bool,
    items: Seq<A>,
    skipped: nat,
    ends: bool,
    keep: spec_fn(A) -> bool,
)
    requires
        #[trigger] skip_while_holds(predicate, all, all_end, items, skipped, ends),
        ends,
        forall|x: A, b: bool| all.contains(x) && #[trigger] predicate.ensures((&x,), b) ==> b == keep(x),
    ensures
        skipped == #[trigger] leading(all, keep),
        items == all.skip(leading(all, keep) as int),
{
    assert forall|i: int| 0 <= i < skipped implies keep(#[trigger] all[i]) by {
        assert(all.contains(all[i]));
    }
    if skipped < all.len() {
        assert(items[0] == all[skipped as int]);
        assert(all.contains(all[skipped as int]));
    }
    lemma_leading_unique(all, keep, skipped);
    assert(items =~= all.skip(skipped as int));
}

/// Items that are looked at to the end are all items.
pub proof fn lemma_inspect_holds<A, F: FnMut(&A)>(f: F, all: Seq<A>, all_end: bool, items: Seq<A>, ends: bool)
    requires
        inspect_holds(f, all, all_end, items, ends),
    ensures
        items.is_prefix_of(all),
        ends ==> items == all,
{
    assert(items =~= all.take(items.len() as int));
    assert(ends ==> all.take(items.len() as int) =~= all);
}

} // verus!
