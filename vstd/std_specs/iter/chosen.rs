//! Iterators that give some items of another one, which a function chooses, or what a function gives for these, or call one for each.
//!
//! As for `map` and `filter`, what such an iterator has yet to give is a prophecy of the calls that come.
//!
//! trusted: the function is called for the items in order, once for each that is looked at: up to the one that is asked for, up to the
//! first that is refused by `take_while`, which gives nothing after it, and up to the first that is kept by `skip_while`, which gives
//! all after it.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::iter::{FilterMap, Inspect, SkipWhile, TakeWhile};

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(F)]
pub struct ExFilterMap<I, F>(FilterMap<I, F>);

/// The iterator whose items the function is called for.
pub uninterp spec fn filter_map_iter<I, F>(r: FilterMap<I, F>) -> I;

/// What the function has yet to give.
#[verifier::prophetic]
pub uninterp spec fn filter_map_items<I, F, B>(r: FilterMap<I, F>) -> Seq<B>;

/// For which items of the iterator inside it gives these.
#[verifier::prophetic]
pub uninterp spec fn filter_map_places<I, F>(r: FilterMap<I, F>) -> Seq<int>;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn filter_map_ends<I, F>(r: FilterMap<I, F>) -> bool;

/// Whether the items are what `f` gives for those of `all` at these places, and `f` gives nothing for the others, up to the last place,
/// or to the end if that is reached, which needs the end of what they come from.
pub open spec fn filter_map_holds<A, B, F: FnMut(A) -> Option<B>>(
    f: F,
    all: Seq<A>,
    all_end: bool,
    items: Seq<B>,
    places: Seq<int>,
    ends: bool,
) -> bool {
    &&& items.len() == places.len() <= all.len()
    &&& forall|i: int| 0 <= i < places.len() ==> 0 <= #[trigger] places[i] < all.len()
    &&& forall|i: int| 0 <= i < items.len() ==> f.ensures((all[places[i]],), Some(#[trigger] items[i]))
    &&& forall|i: int, j: int| 0 <= i < j < places.len() ==> #[trigger] places[i] < #[trigger] places[j]
    &&& forall|k: int|
        0 <= k < all.len() && (ends || places.len() > 0 && k < places.last()) && !places.contains(k) ==> f.ensures(
            (#[trigger] all[k],),
            None,
        )
    &&& ends ==> all_end
}

/// Where `f` gives what `kept` does, the items are those of `all.filter_map(kept)`, if the end is reached.
pub broadcast proof fn lemma_filter_map_holds<A, B, F: FnMut(A) -> Option<B>>(
    f: F,
    all: Seq<A>,
    all_end: bool,
    items: Seq<B>,
    places: Seq<int>,
    ends: bool,
    kept: spec_fn(A) -> Option<B>,
)
    requires
        #[trigger] filter_map_holds(f, all, all_end, items, places, ends),
        ends,
        forall|x: A, b: Option<B>| all.contains(x) && #[trigger] f.ensures((x,), b) ==> b == kept(x),
    ensures
        items == #[trigger] all.filter_map(kept),
{
    let count = lemma_first_kept(f, all, items, places, kept, all.len() as int);
    assert(count == items.len()) by {
        if count < items.len() {
            assert(places[count] >= all.len());
        }
    }
    assert(all.take(all.len() as int) =~= all);
    assert(items.take(count) =~= items);
}

/// The same for the first `n` of all: how many places there are among these.
proof fn lemma_first_kept<A, B, F: FnMut(A) -> Option<B>>(
    f: F,
    all: Seq<A>,
    items: Seq<B>,
    places: Seq<int>,
    kept: spec_fn(A) -> Option<B>,
    n: int,
) -> (count: int)
    requires
        0 <= n <= all.len(),
        filter_map_holds(f, all, true, items, places, true),
        forall|x: A, b: Option<B>| all.contains(x) && #[trigger] f.ensures((x,), b) ==> b == kept(x),
    ensures
        0 <= count <= items.len(),
        items.take(count) == all.take(n).filter_map(kept),
        forall|i: int| 0 <= i < count ==> #[trigger] places[i] < n,
        forall|i: int| count <= i < places.len() ==> #[trigger] places[i] >= n,
    decreases n,
{
    if n == 0 {
        assert(items.take(0) =~= all.take(0).filter_map(kept));
        0
    } else {
        let count = lemma_first_kept(f, all, items, places, kept, n - 1);
        let last = all[n - 1];
        assert(all.contains(last));
        assert(all.take(n).drop_last() =~= all.take(n - 1));
        if count < places.len() && places[count] == n - 1 {
            assert(f.ensures((last,), Some(items[count])));
            assert(items.take(count + 1) =~= items.take(count) + Seq::<B>::empty().push(items[count]));
            count + 1
        } else {
            assert(!places.contains(n - 1)) by {
                if places.contains(n - 1) {
                    let i = choose|i: int| 0 <= i < places.len() && places[i] == n - 1;
                    assert(count < i ==> places[count] < places[i]);
                }
            }
            assert(f.ensures((last,), None));
            count
        }
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(P)]
pub struct ExTakeWhile<I, P>(TakeWhile<I, P>);

/// The iterator whose first items are given.
pub uninterp spec fn take_while_iter<I, P>(r: TakeWhile<I, P>) -> I;

/// The items that come.
#[verifier::prophetic]
pub uninterp spec fn take_while_items<I, P, A>(r: TakeWhile<I, P>) -> Seq<A>;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn take_while_ends<I, P>(r: TakeWhile<I, P>) -> bool;

/// Whether the items are the first ones of `all` and satisfy the predicate. If the end is reached, the item after them does not, or there
/// is none, and what they come from ends.
pub open spec fn take_while_holds<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    all_end: bool,
    items: Seq<A>,
    ends: bool,
) -> bool {
    &&& items.len() <= all.len()
    &&& forall|i: int| 0 <= i < items.len() ==> #[trigger] items[i] == all[i] && predicate.ensures((&items[i],), true)
    &&& ends && items.len() < all.len() ==> predicate.ensures((&all[items.len() as int],), false)
    &&& ends && items.len() == all.len() ==> all_end
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(P)]
pub struct ExSkipWhile<I, P>(SkipWhile<I, P>);

/// The iterator whose first items are left out.
pub uninterp spec fn skip_while_iter<I, P>(r: SkipWhile<I, P>) -> I;

/// The items that come.
#[verifier::prophetic]
pub uninterp spec fn skip_while_items<I, P, A>(r: SkipWhile<I, P>) -> Seq<A>;

/// How many items are left out before them.
#[verifier::prophetic]
pub uninterp spec fn skip_while_skipped<I, P>(r: SkipWhile<I, P>) -> nat;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn skip_while_ends<I, P>(r: SkipWhile<I, P>) -> bool;

/// Whether the items are those of `all` that come after the first `skipped`, and no more than are asked for. If there is one, or the end
/// is reached, those left out satisfy the predicate, and the first item does not. The end needs the end of what they come from.
pub open spec fn skip_while_holds<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    all_end: bool,
    items: Seq<A>,
    skipped: nat,
    ends: bool,
) -> bool {
    &&& skipped + items.len() <= all.len()
    &&& forall|i: int| 0 <= i < items.len() ==> #[trigger] items[i] == all[skipped + i]
    &&& items.len() > 0 ==> predicate.ensures((&items[0],), false)
    &&& items.len() > 0 || ends ==> forall|k: int| 0 <= k < skipped ==> predicate.ensures((&#[trigger] all[k],), true)
    &&& ends ==> all_end && skipped + items.len() == all.len()
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(F)]
pub struct ExInspect<I, F>(Inspect<I, F>);

/// The iterator whose items are given.
pub uninterp spec fn inspect_iter<I, F>(r: Inspect<I, F>) -> I;

/// The items that come.
#[verifier::prophetic]
pub uninterp spec fn inspect_items<I, F, A>(r: Inspect<I, F>) -> Seq<A>;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn inspect_ends<I, F>(r: Inspect<I, F>) -> bool;

/// Whether the items are the first ones of `all`, for which `f` is called, and all of them if the end is reached, which needs the end of
/// what they come from.
pub open spec fn inspect_holds<A, F: FnMut(&A)>(f: F, all: Seq<A>, all_end: bool, items: Seq<A>, ends: bool) -> bool {
    &&& items.len() <= all.len()
    &&& forall|i: int| 0 <= i < items.len() ==> #[trigger] items[i] == all[i] && f.ensures((&items[i],), ())
    &&& ends ==> all_end && items.len() == all.len()
}

} // verus!

calls_for_its_items! {
    [B, I: core::iter::Iterator, F: FnMut(I::Item) -> Option<B>] FilterMap<I, F>, B, filter_map_iter, filter_map_items, filter_map_ends
}

calls_for_its_items! {
    [I: core::iter::Iterator, P: FnMut(&I::Item) -> bool] TakeWhile<I, P>, I::Item, take_while_iter, take_while_items, take_while_ends
}

calls_for_its_items! {
    [I: core::iter::Iterator, P: FnMut(&I::Item) -> bool] SkipWhile<I, P>, I::Item, skip_while_iter, skip_while_items, skip_while_ends
}

calls_for_its_items! {
    [I: core::iter::Iterator, F: FnMut(&I::Item)] Inspect<I, F>, I::Item, inspect_iter, inspect_items, inspect_ends
}
