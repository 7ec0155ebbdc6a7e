//! Iterators that call a function for each item of another one, and what is made of all items by one function.
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

impl<B, I: core::iter::Iterator, F: FnMut(I::Item) -> B> IteratorSpecImpl for Map<I, F> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        map_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<B> {
        map_items::<I, F, B>(*self)
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        map_ends(*self)
    }

    open spec fn decrease(&self) -> Option<nat> {
        map_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<B> {
        None
    }
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
    lemma_is_filter(predicate, all, items, places, keep);
}

/// The same for the end of `all`, by its length.
proof fn lemma_is_filter<A, P: FnMut(&A) -> bool>(
    predicate: P,
    all: Seq<A>,
    items: Seq<A>,
    places: Seq<int>,
    keep: spec_fn(A) -> bool,
)
    requires
        filter_holds(predicate, all, true, items, places, true),
        forall|x: A, b: bool| all.contains(x) && #[trigger] predicate.ensures((&x,), b) ==> b == keep(x),
    ensures
        items == all.filter(keep),
    decreases all.len(),
{
    reveal(Seq::filter);
    if all.len() == 0 {
        assert(items =~= all.filter(keep));
    } else {
        let end = all.len() - 1;
        assert(all.contains(all[end]));
        assert forall|x: A, b: bool| all.drop_last().contains(x) && #[trigger] predicate.ensures((&x,), b) implies b == keep(x) by {
            let k = choose|k: int| 0 <= k < end && all.drop_last()[k] == x;
            assert(all[k] == x);
        }
        if places.contains(end) {
            let k = choose|k: int| 0 <= k < places.len() && places[k] == end;
            if k < places.len() - 1 {
                assert(places[k] < places[places.len() - 1]);
            }
            assert(items[k] == all[end]);
            let (fewer, before) = (items.drop_last(), places.drop_last());
            assert forall|i: int| 0 <= i < before.len() implies 0 <= #[trigger] before[i] < end by {
                assert(places[i] < places[places.len() - 1]);
            }
            assert forall|i: int| 0 <= i < fewer.len() implies #[trigger] fewer[i] == all.drop_last()[before[i]] && predicate.ensures(
                (&fewer[i],),
                true,
            ) by {
                assert(before[i] == places[i]);
                assert(items[i] == all[places[i]]);
            }
            assert forall|j: int| 0 <= j < all.drop_last().len() && !before.contains(j) implies predicate.ensures(
                (&#[trigger] all.drop_last()[j],),
                false,
            ) by {
                assert(all.drop_last()[j] == all[j]);
                if places.contains(j) {
                    let i = choose|i: int| 0 <= i < places.len() && places[i] == j;
                    assert(before[i] == j);
                }
            }
            assert(before.len() <= all.drop_last().len()) by {
                assert(places.len() <= all.len());
            }
            lemma_is_filter(predicate, all.drop_last(), fewer, before, keep);
            assert(items =~= fewer.push(all[end]));
        } else {
            assert(predicate.ensures((&all[end],), false));
            assert forall|i: int| 0 <= i < places.len() implies 0 <= #[trigger] places[i] < end by {
                assert(places.contains(places[i]));
            }
            assert forall|i: int| 0 <= i < items.len() implies #[trigger] items[i] == all.drop_last()[places[i]] && predicate.ensures(
                (&items[i],),
                true,
            ) by {
                assert(0 <= places[i] < end);
            }
            assert forall|j: int| 0 <= j < all.drop_last().len() && !places.contains(j) implies predicate.ensures(
                (&#[trigger] all.drop_last()[j],),
                false,
            ) by {
                assert(all.drop_last()[j] == all[j]);
            }
            lemma_increasing_places(places, end);
            lemma_is_filter(predicate, all.drop_last(), items, places, keep);
        }
    }
}

/// Increasing numbers below `end` are at most `end` many.
proof fn lemma_increasing_places(places: Seq<int>, end: int)
    requires
        0 <= end,
        forall|i: int| 0 <= i < places.len() ==> 0 <= #[trigger] places[i] < end,
        forall|i: int, j: int| 0 <= i < j < places.len() ==> #[trigger] places[i] < #[trigger] places[j],
    ensures
        places.len() <= end,
    decreases end,
{
    if places.len() > 0 {
        let last = places[places.len() - 1];
        let before = places.drop_last();
        assert forall|i: int| 0 <= i < before.len() implies 0 <= #[trigger] before[i] < last by {
            assert(places[i] < places[places.len() - 1]);
        }
        lemma_increasing_places(before, last);
    }
}

impl<I: core::iter::Iterator, P: FnMut(&I::Item) -> bool> IteratorSpecImpl for Filter<I, P> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        filter_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        filter_items::<I, P, I::Item>(*self)
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        filter_ends(*self)
    }

    open spec fn decrease(&self) -> Option<nat> {
        filter_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        None
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

impl<'a, T: Clone + 'a, I: core::iter::Iterator<Item = &'a T>> IteratorSpecImpl for Cloned<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        cloned_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<T> {
        cloned_items(*self)
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        cloned_ends(*self)
    }

    open spec fn decrease(&self) -> Option<nat> {
        cloned_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<T> {
        None
    }
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
