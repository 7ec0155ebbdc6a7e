//! Iterators that call a function for each item of another one, and what is found or made of all items by one function.
//!
//! The results of a function are not known before it is called, and it may never be called: so what such an iterator has yet to give is
//! a prophecy of the calls that come.
//!
//! trusted: the function is called for the items in order, once for each that is asked for, and `clone` likewise.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::pervasive::cloned;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::iter::{Cloned, Filter, Map};

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(F)]
pub struct ExMap<I, F>(Map<I, F>);

/// The iterator whose items the function is called for.
pub uninterp spec fn map_iter<I, F>(r: Map<I, F>) -> I;

/// The function that is called for each item.
pub uninterp spec fn map_fn<I, F>(r: Map<I, F>) -> F;

/// The results that the function has yet to give: those of the calls that come, and no others.
#[verifier::prophetic]
pub uninterp spec fn map_items<I, F, B>(r: Map<I, F>) -> Seq<B>;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn map_ends<I, F>(r: Map<I, F>) -> bool;

/// Whether the items are results of `f` for the first ones of `all`, and for all of these if the end is reached, which needs the end of
/// what they come from.
pub open spec fn map_holds<A, F: FnMut(A) -> B, B>(f: F, all: Seq<A>, all_end: bool, items: Seq<B>, ends: bool) -> bool {
    &&& items.len() <= all.len()
    &&& forall|i: int| 0 <= i < items.len() ==> f.ensures((all[i],), #[trigger] items[i])
    &&& ends ==> all_end && items.len() == all.len()
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(P)]
pub struct ExFilter<I, P>(Filter<I, P>);

/// The iterator whose items are chosen from.
pub uninterp spec fn filter_iter<I, P>(r: Filter<I, P>) -> I;

/// The items that come.
#[verifier::prophetic]
pub uninterp spec fn filter_items<I, P, A>(r: Filter<I, P>) -> Seq<A>;

/// Where in the iterator that is chosen from these items are.
#[verifier::prophetic]
pub uninterp spec fn filter_places<I, P>(r: Filter<I, P>) -> Seq<int>;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn filter_ends<I, P>(r: Filter<I, P>) -> bool;

/// Whether the items at these places are those of `all` that satisfy the predicate, up to the last place, or to the end if that is
/// reached, which needs the end of what they come from.
pub open spec fn filter_holds<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    all_end: bool,
    items: Seq<A>,
    places: Seq<int>,
    ends: bool,
) -> bool {
    &&& items.len() == places.len() <= all.len()
    &&& forall|i: int| 0 <= i < places.len() ==> 0 <= #[trigger] places[i] < all.len()
    &&& forall|i: int|
        0 <= i < items.len() ==> #[trigger] items[i] == all[places[i]] && predicate.ensures((&items[i],), true)
    &&& forall|i: int, j: int| 0 <= i < j < places.len() ==> #[trigger] places[i] < #[trigger] places[j]
    &&& forall|k: int|
        0 <= k < all.len() && (ends || places.len() > 0 && k < places.last()) && !places.contains(k) ==> predicate.ensures(
            (&#[trigger] all[k],),
            false,
        )
    &&& ends ==> all_end
}

/// Where the predicate decides as `keep` does, the items are those of `all.filter(keep)`, if the end is reached.
pub broadcast proof fn lemma_filter_holds<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    all_end: bool,
    items: Seq<A>,
    places: Seq<int>,
    ends: bool,
    keep: spec_fn(A) -> bool,
)
    requires
        #[trigger] filter_holds(predicate, all, all_end, items, places, ends),
        ends,
        forall|x: A, b: bool| all.contains(x) && #[trigger] predicate.ensures((&x,), b) ==> b == keep(x),
    ensures
        items == #[trigger] all.filter(keep),
{
    let count = lemma_first_places(predicate, all, items, places, keep, all.len() as int);
    assert(count == items.len()) by {
        if count < items.len() {
            assert(places[count] >= all.len());
        }
    }
    assert(all.take(all.len() as int) =~= all);
    assert(items.take(count) =~= items);
}

/// The same for the first `n` of all: how many places there are among these.
proof fn lemma_first_places<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    items: Seq<A>,
    places: Seq<int>,
    keep: spec_fn(A) -> bool,
    n: int,
) -> (count: int)
    requires
        0 <= n <= all.len(),
        filter_holds(predicate, all, true, items, places, true),
        forall|x: A, b: bool| all.contains(x) && #[trigger] predicate.ensures((&x,), b) ==> b == keep(x),
    ensures
        0 <= count <= items.len(),
        items.take(count) == all.take(n).filter(keep),
        forall|i: int| 0 <= i < count ==> #[trigger] places[i] < n,
        forall|i: int| count <= i < places.len() ==> #[trigger] places[i] >= n,
    decreases n,
{
    reveal(Seq::filter);
    if n == 0 {
        assert(items.take(0) =~= all.take(0).filter(keep));
        0
    } else {
        let count = lemma_first_places(predicate, all, items, places, keep, n - 1);
        let last = all[n - 1];
        assert(all.contains(last));
        assert(all.take(n).drop_last() =~= all.take(n - 1));
        if count < places.len() && places[count] == n - 1 {
            assert(items[count] == last);
            assert(items.take(count + 1) =~= items.take(count).push(last));
            count + 1
        } else {
            assert(!places.contains(n - 1)) by {
                if places.contains(n - 1) {
                    let i = choose|i: int| 0 <= i < places.len() && places[i] == n - 1;
                    assert(count < i ==> places[count] < places[i]);
                }
            }
            assert(predicate.ensures((&last,), false));
            count
        }
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExCloned<I>(Cloned<I>);

/// The iterator that gives references to what is cloned.
pub uninterp spec fn cloned_iter<I>(r: Cloned<I>) -> I;

/// The clones that come.
#[verifier::prophetic]
pub uninterp spec fn cloned_items<I, T>(r: Cloned<I>) -> Seq<T>;

/// Whether `next` comes to give `None`.
#[verifier::prophetic]
pub uninterp spec fn cloned_ends<I>(r: Cloned<I>) -> bool;

/// Whether the items are clones of what the first ones of `all` refer to, and all of them if the end is reached, which needs the end of
/// what they come from.
pub uninterp spec fn cloned_holds<A, T>(all: Seq<A>, all_end: bool, items: Seq<T>, ends: bool) -> bool;

pub broadcast axiom fn axiom_cloned_holds<T: Clone>(all: Seq<&T>, all_end: bool, items: Seq<T>, ends: bool)
    requires
        #[trigger] cloned_holds(all, all_end, items, ends),
    ensures
        items.len() <= all.len(),
        forall|i: int| 0 <= i < items.len() ==> cloned(*all[i], #[trigger] items[i]),
        ends ==> all_end && items.len() == all.len(),
;

/// Whether a search that asks `f` for one item after the other leads from `before` to `after`: up to the first item for which it gives
/// `stop`, if one is found, and else through all.
pub open spec fn is_searched<A, F: FnMut(A) -> bool>(f: F, before: Seq<A>, after: Seq<A>, is_found: bool, stop: bool) -> bool {
    let last = before.len() - after.len() - 1;
    if is_found {
        &&& 0 <= last
        &&& f.ensures((before[last],), stop)
        &&& forall|i: int| 0 <= i < last ==> f.ensures((#[trigger] before[i],), !stop)
    } else {
        &&& after.len() == 0
        &&& forall|i: int| 0 <= i < before.len() ==> f.ensures((#[trigger] before[i],), !stop)
    }
}

/// Whether these are what `f` gives for the items.
pub open spec fn are_keys<A, B, F: FnMut(&A) -> B>(f: F, items: Seq<A>, keys: Seq<B>) -> bool {
    &&& keys.len() == items.len()
    &&& forall|i: int|
        #![trigger items[i]]
        #![trigger keys[i]]
        0 <= i < items.len() ==> f.ensures((&items[i],), keys[i])
}

/// The items for which an answer is the same as this one.
pub open spec fn answered<A>(items: Seq<A>, answers: Seq<bool>, answer: bool) -> Seq<A>
    decreases items.len(),
{
    if items.len() == 0 {
        items
    } else {
        let front = answered(items.drop_last(), answers.drop_last(), answer);
        if answers.last() == answer { front.push(items.last()) } else { front }
    }
}

/// Whether `f` gives these answers for the items, by which they are added to the left collection or to the right one.
pub open spec fn is_divided<A, B, F: FnMut(&A) -> bool>(
    f: F,
    items: Seq<A>,
    answers: Seq<bool>,
    left: B,
    right: B,
) -> bool {
    &&& answers.len() == items.len()
    &&& forall|i: int| 0 <= i < items.len() ==> f.ensures((&items[i],), #[trigger] answers[i])
    &&& is_filled(answered(items, answers, true), left)
    &&& is_filled(answered(items, answers, false), right)
}

/// Whether these are a collection of the items for which `f` gives `true`, and one of the others.
pub open spec fn partition_holds<A, B, F: FnMut(&A) -> bool>(f: F, items: Seq<A>, left: B, right: B) -> bool {
    exists|answers: Seq<bool>| #[trigger] is_divided(f, items, answers, left, right)
}

/// Whether these are the values of a fold: `init`, and after each item what `f` gives for the value before and the item.
pub open spec fn are_folded<A, B, F: FnMut(B, A) -> B>(f: F, init: B, items: Seq<A>, values: Seq<B>) -> bool {
    &&& values.len() == items.len() + 1
    &&& values[0] == init
    &&& forall|i: int| 0 <= i < items.len() ==> f.ensures((#[trigger] values[i], items[i]), values[i + 1])
}

/// Whether `f` may lead from `init` to `result` over these items, one after the other.
pub open spec fn folds_to<A, B, F: FnMut(B, A) -> B>(f: F, init: B, items: Seq<A>, result: B) -> bool {
    exists|values: Seq<B>| #[trigger] are_folded(f, init, items, values) && values.last() == result
}

/// What holds at the beginning of a fold and is kept by each step holds at its end. `holds` takes how many items came before.
pub proof fn lemma_folds_to_invariant<A, B, F: FnMut(B, A) -> B>(
    f: F,
    init: B,
    items: Seq<A>,
    result: B,
    holds: spec_fn(int, B) -> bool,
)
    requires
        folds_to(f, init, items, result),
        holds(0, init),
        forall|i: int, before: B, after: B|
            0 <= i < items.len() && #[trigger] holds(i, before) && #[trigger] f.ensures((before, items[i]), after) ==> holds(
                i + 1,
                after,
            ),
    ensures
        holds(items.len() as int, result),
{
    let values = choose|values: Seq<B>| #[trigger] are_folded(f, init, items, values) && values.last() == result;
    lemma_are_folded(f, init, items, values, holds, items.len() as int);
}

/// The same for the value after `n` items.
proof fn lemma_are_folded<A, B, F: FnMut(B, A) -> B>(
    f: F,
    init: B,
    items: Seq<A>,
    values: Seq<B>,
    holds: spec_fn(int, B) -> bool,
    n: int,
)
    requires
        0 <= n <= items.len(),
        are_folded(f, init, items, values),
        holds(0, init),
        forall|i: int, before: B, after: B|
            0 <= i < items.len() && #[trigger] holds(i, before) && #[trigger] f.ensures((before, items[i]), after) ==> holds(
                i + 1,
                after,
            ),
    ensures
        holds(n, values[n]),
    decreases n,
{
    if n > 0 {
        lemma_are_folded(f, init, items, values, holds, n - 1);
        assert(f.ensures((values[n - 1], items[n - 1]), values[n - 1 + 1]));
    }
}

} // verus!

/// The specification of an iterator that calls a function for items of another one: `$iter` of it is that one, `$items` what it has
/// yet to give, and `$ends` whether `next` comes to give `None`.
macro_rules! calls_for_its_items {
    ([$($generics:tt)*] $iterator:ty, $item:ty, $iter:ident, $items:ident, $ends:ident) => {
        verus! {
            impl<$($generics)*> IteratorSpecImpl for $iterator {
                open spec fn obeys_prophetic_iter_laws(&self) -> bool {
                    $iter(*self).obeys_prophetic_iter_laws()
                }

                #[verifier::prophetic]
                open spec fn remaining(&self) -> Seq<$item> {
                    $items(*self)
                }

                #[verifier::prophetic]
                open spec fn will_return_none(&self) -> bool {
                    $ends(*self)
                }

                open spec fn decrease(&self) -> Option<nat> {
                    $iter(*self).decrease()
                }

                open spec fn peek(&self, index: int) -> Option<$item> {
                    None
                }
            }
        }
    };
}

pub(crate) use calls_for_its_items;

calls_for_its_items! { [B, I: core::iter::Iterator, F: FnMut(I::Item) -> B] Map<I, F>, B, map_iter, map_items, map_ends }

calls_for_its_items! {
    [I: core::iter::Iterator, P: FnMut(&I::Item) -> bool] Filter<I, P>, I::Item, filter_iter, filter_items, filter_ends
}

calls_for_its_items! {
    ['a, T: Clone + 'a, I: core::iter::Iterator<Item = &'a T>] Cloned<I>, T, cloned_iter, cloned_items, cloned_ends
}
