//! Iterators: what `next` does, and what is made of one by it.
//!
//! An iterator is described by the items that it has yet to give, `remaining`. That is a prophecy for iterators that
//! take their items from elsewhere, and an ordinary function for those that hold them. Whether an implementation of the
//! trait keeps to this description is what `obeys_prophetic_iter_laws` says: nothing is assumed of one that does not say
//! so.
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_prophetic_iter_laws`, so every
//! one meets the contract; an iterator is turned into itself, and what `rev` of one gives, its
//! `next_back` would; `all`, `any`, `find`, `position`, `nth`, `count`,
//! `last`, `for_each`, `fold`, `collect`, `max`, `min`, `max_by_key`, `min_by_key`, `sum`, `product`, `partition` and `unzip` call
//! `next` until they have their result. What `enumerate` and the like make is described beside their types.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::iter::{
    Chain, Cloned, Copied, DoubleEndedIterator, Enumerate, Filter, FilterMap, Inspect, Map, Peekable, Rev, Skip, SkipWhile, StepBy, Take,
    TakeWhile, Zip,
};

mod adapters;
mod chosen;
mod for_loop;
mod functions;
mod greatest;
mod greatest_lemmas;
mod leading;
mod older;
mod parted;
mod product_lemmas;
mod sum_lemmas;
mod sums;

pub use adapters::*;
pub use chosen::*;
pub use for_loop::*;
pub use functions::*;
pub use greatest::*;
pub use greatest_lemmas::*;
pub use leading::*;
pub use older::*;
pub use parted::*;
pub use product_lemmas::*;
pub use sum_lemmas::*;
pub use sums::*;

verus! {

/// The contract of `Iterator`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(IteratorSpec via IteratorSpecImpl)]
pub trait ExIterator {
    type ExternalTraitSpecificationFor: core::iter::Iterator;

    type Item;

    /// Whether the implementation keeps to what is said here.
    spec fn obeys_prophetic_iter_laws(&self) -> bool;

    /// The items to come.
    #[verifier::prophetic]
    spec fn remaining(&self) -> Seq<Self::Item>;

    /// Whether `next` comes to give `None`.
    #[verifier::prophetic]
    spec fn will_return_none(&self) -> bool;

    /// A number that goes down with each item, for iterators that are known to end.
    spec fn decrease(&self) -> Option<nat>;

    /// The item at a distance, as far as it can be told without a prophecy.
    spec fn peek(&self, index: int) -> Option<Self::Item>;

    fn next(&mut self) -> (ret: Option<Self::Item>)
        ensures
            final(self).obeys_prophetic_iter_laws() == old(self).obeys_prophetic_iter_laws(),
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& final(self).will_return_none() == old(self).will_return_none()
                &&& final(self).decrease() is Some == old(self).decrease() is Some
                &&& old(self).remaining().len() > 0 ==> {
                    &&& ret == Some(old(self).remaining()[0])
                    &&& final(self).remaining() == old(self).remaining().drop_first()
                    &&& final(self).decrease() is Some ==> old(self).decrease()->0 > final(self).decrease()->0
                }
                &&& old(self).remaining().len() == 0 ==> {
                    &&& ret is None
                    &&& final(self).remaining() == old(self).remaining()
                    &&& final(self).will_return_none()
                }
            },
    ;

    fn rev(self) -> (r: Rev<Self>) where Self: Sized
        ensures
            rev_iter(r) == self,
    ;

    /// Whether all items satisfy `f`. It stops at the first one that does not.
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> (r: bool) where Self: Sized
        requires
            forall|x: Self::Item|
                (old(self).obeys_prophetic_iter_laws() ==> old(self).remaining().contains(x)) ==> #[trigger] f.requires((x,)),
        ensures
            final(self).obeys_prophetic_iter_laws() == old(self).obeys_prophetic_iter_laws(),
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& final(self).will_return_none() == old(self).will_return_none()
                &&& final(self).decrease() is Some == old(self).decrease() is Some
                &&& final(self).remaining().is_suffix_of(old(self).remaining())
            },
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& is_searched(f, old(self).remaining(), final(self).remaining(), !r, false)
                &&& r ==> final(self).will_return_none()
            },
    ;

    /// Whether some item satisfies `f`. It stops at the first one that does.
    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> (r: bool) where Self: Sized
        requires
            forall|x: Self::Item|
                (old(self).obeys_prophetic_iter_laws() ==> old(self).remaining().contains(x)) ==> #[trigger] f.requires((x,)),
        ensures
            final(self).obeys_prophetic_iter_laws() == old(self).obeys_prophetic_iter_laws(),
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& final(self).will_return_none() == old(self).will_return_none()
                &&& final(self).decrease() is Some == old(self).decrease() is Some
                &&& final(self).remaining().is_suffix_of(old(self).remaining())
            },
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& is_searched(f, old(self).remaining(), final(self).remaining(), r, true)
                &&& !r ==> final(self).will_return_none()
            },
    ;

    /// The first item that satisfies the predicate.
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> (r: Option<Self::Item>) where Self: Sized
        requires
            forall|x: Self::Item|
                (old(self).obeys_prophetic_iter_laws() ==> old(self).remaining().contains(x)) ==> #[trigger] predicate.requires((&x,)),
        ensures
            final(self).obeys_prophetic_iter_laws() == old(self).obeys_prophetic_iter_laws(),
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& final(self).will_return_none() == old(self).will_return_none()
                &&& final(self).decrease() is Some == old(self).decrease() is Some
                &&& final(self).remaining().is_suffix_of(old(self).remaining())
            },
            final(self).obeys_prophetic_iter_laws() && r is None ==> {
                &&& final(self).remaining().len() == 0
                &&& final(self).will_return_none()
                &&& forall|i: int|
                    0 <= i < old(self).remaining().len() ==> predicate.ensures((#[trigger] &old(self).remaining()[i],), false)
            },
            final(self).obeys_prophetic_iter_laws() && r is Some ==> {
                let last = old(self).remaining().len() - final(self).remaining().len() - 1;
                &&& 0 <= last
                &&& r == Some(old(self).remaining()[last])
                &&& predicate.ensures((&old(self).remaining()[last],), true)
                &&& forall|i: int| 0 <= i < last ==> predicate.ensures((#[trigger] &old(self).remaining()[i],), false)
            },
    ;

    /// A collection of the items.
    fn collect<B: core::iter::FromIterator<Self::Item>>(self) -> (collection: B) where Self: Sized
        ensures
            self.obeys_prophetic_iter_laws() ==> is_collection(self.remaining(), self.will_return_none(), collection),
    ;

    /// How many items there are.
    fn count(self) -> (r: usize) where Self: Sized
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& r == self.remaining().len() as usize
            },
    ;

    /// The last item.
    fn last(self) -> (r: Option<Self::Item>) where Self: Sized
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& r == (if self.remaining().len() > 0 { Some(self.remaining().last()) } else { None })
            },
    ;

    /// The item after `n` others, which are dropped.
    fn nth(&mut self, n: usize) -> (r: Option<Self::Item>)
        ensures
            final(self).obeys_prophetic_iter_laws() == old(self).obeys_prophetic_iter_laws(),
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& final(self).will_return_none() == old(self).will_return_none()
                &&& final(self).decrease() is Some == old(self).decrease() is Some
                &&& n < old(self).remaining().len() ==> {
                    &&& r == Some(old(self).remaining()[n as int])
                    &&& final(self).remaining() == old(self).remaining().skip(n + 1)
                    &&& final(self).decrease() is Some ==> old(self).decrease()->0 > final(self).decrease()->0
                }
                &&& n >= old(self).remaining().len() ==> {
                    &&& r is None
                    &&& final(self).remaining().len() == 0
                    &&& final(self).will_return_none()
                }
            },
    ;

    /// The place of the first item that satisfies the predicate.
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> (r: Option<usize>) where Self: Sized
        requires
            forall|x: Self::Item|
                (old(self).obeys_prophetic_iter_laws() ==> old(self).remaining().contains(x)) ==> #[trigger] predicate.requires((x,)),
        ensures
            final(self).obeys_prophetic_iter_laws() == old(self).obeys_prophetic_iter_laws(),
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& final(self).will_return_none() == old(self).will_return_none()
                &&& final(self).decrease() is Some == old(self).decrease() is Some
                &&& final(self).remaining().is_suffix_of(old(self).remaining())
            },
            final(self).obeys_prophetic_iter_laws() ==> {
                &&& is_searched(predicate, old(self).remaining(), final(self).remaining(), r is Some, true)
                &&& r is None ==> final(self).will_return_none()
                &&& r is Some ==> r == Some((old(self).remaining().len() - final(self).remaining().len() - 1) as usize)
            },
    ;

    /// Calls `f` for each item, in order.
    fn for_each<F: FnMut(Self::Item)>(self, f: F) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((x,)),
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& forall|i: int| 0 <= i < self.remaining().len() ==> f.ensures((#[trigger] self.remaining()[i],), ())
            },
    ;

    /// The last of the values that begin with `init`, where `f` gives the next one for each item. `f` has to accept the values that
    /// can come before an item.
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> (r: B) where Self: Sized
        requires
            forall|b: B, x: Self::Item| !self.obeys_prophetic_iter_laws() ==> #[trigger] f.requires((b, x)),
            forall|b: B, i: int|
                self.obeys_prophetic_iter_laws() && 0 <= i < self.remaining().len() && #[trigger] folds_to(
                    f,
                    init,
                    self.remaining().take(i),
                    b,
                ) ==> f.requires((b, self.remaining()[i])),
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& folds_to(f, init, self.remaining(), r)
            },
    ;

    /// The items with their places, from 0.
    fn enumerate(self) -> (r: Enumerate<Self>) where Self: Sized
        ensures
            enumerate_iter(r) == self,
            enumerate_count(r) == 0,
    ;

    /// Pairs of the items of both, until one of them ends.
    #[verifier::impls_cannot_extend_spec]
    fn zip<U: core::iter::IntoIterator>(self, other: U) -> (r: Zip<Self, U::IntoIter>) where Self: Sized
        requires
            has_iter(other),
        ensures
            zip_first(r) == self,
            is_iter_of(zip_second(r), other),
    ;

    /// The items of this one, then those of the other.
    #[verifier::impls_cannot_extend_spec]
    fn chain<U: core::iter::IntoIterator<Item = Self::Item>>(self, other: U) -> (r: Chain<Self, U::IntoIter>) where Self: Sized
        requires
            has_iter(other),
        ensures
            chain_first(r) == self,
            is_iter_of(chain_second(r), other),
    ;

    /// The first `n` items.
    fn take(self, n: usize) -> (r: Take<Self>) where Self: Sized
        ensures
            take_iter(r) == self,
            take_count(r) == n,
    ;

    /// The first item, and each that is `step` places after the one before.
    fn step_by(self, step: usize) -> (r: StepBy<Self>) where Self: Sized
        requires
            step > 0,
        ensures
            step_by_iter(r) == self,
            step_by_step(r) == step,
            step_by_skip(r) == 0,
    ;

    /// The items, of which the next one can be looked at before it is taken.
    #[verifier::impls_cannot_extend_spec]
    fn peekable(self) -> (r: Peekable<Self>) where Self: Sized + core::iter::Iterator
        ensures
            peekable_iter::<Peekable<Self>, Self>(r) == self,
            peekable_peeked::<Peekable<Self>, <Self as core::iter::Iterator>::Item>(r) is None,
    ;

    /// Copies of what the items refer to.
    fn copied<'a, T: Copy + 'a>(self) -> (r: Copied<Self>) where Self: Sized + core::iter::Iterator<Item = &'a T>
        ensures
            copied_iter(r) == self,
    ;

    /// Clones of what the items refer to.
    fn cloned<'a, T: Clone + 'a>(self) -> (r: Cloned<Self>) where Self: Sized + core::iter::Iterator<Item = &'a T>
        ensures
            cloned_iter(r) == self,
            self.obeys_prophetic_iter_laws() ==> cloned_holds(
                self.remaining(),
                self.will_return_none(),
                cloned_items::<Self, T>(r),
                cloned_ends(r),
            ),
    ;

    /// The items after the first `n`.
    fn skip(self, n: usize) -> (r: Skip<Self>) where Self: Sized
        ensures
            skip_iter(r) == self,
            skip_count(r) == n,
    ;

    /// What `f` gives for the items. It is called for an item when that is asked for, so of `r.remaining()` there are as many as
    /// are taken.
    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> (r: Map<Self, F>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((x,)),
        ensures
            map_iter(r) == self,
            map_fn(r) == f,
            self.obeys_prophetic_iter_laws() ==> map_holds(
                f,
                self.remaining(),
                self.will_return_none(),
                map_items(r),
                map_ends(r),
            ),
    ;

    /// The items that satisfy the predicate.
    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> (r: Filter<Self, P>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] predicate.requires((&x,)),
        ensures
            filter_iter(r) == self,
            self.obeys_prophetic_iter_laws() ==> filter_holds(
                predicate,
                self.remaining(),
                self.will_return_none(),
                filter_items(r),
                filter_places(r),
                filter_ends(r),
            ),
    ;

    /// What `f` gives for the items where it gives something. It is called for an item when one of those is asked for.
    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> (r: FilterMap<Self, F>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((x,)),
        ensures
            filter_map_iter(r) == self,
            self.obeys_prophetic_iter_laws() ==> filter_map_holds(
                f,
                self.remaining(),
                self.will_return_none(),
                filter_map_items(r),
                filter_map_places(r),
                filter_map_ends(r),
            ),
    ;

    /// The items before the first one that does not satisfy the predicate.
    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> (r: TakeWhile<Self, P>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] predicate.requires((&x,)),
        ensures
            take_while_iter(r) == self,
            self.obeys_prophetic_iter_laws() ==> take_while_holds(
                predicate,
                self.remaining(),
                self.will_return_none(),
                take_while_items(r),
                take_while_ends(r),
            ),
    ;

    /// The items from the first one on that does not satisfy the predicate.
    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> (r: SkipWhile<Self, P>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] predicate.requires((&x,)),
        ensures
            skip_while_iter(r) == self,
            self.obeys_prophetic_iter_laws() ==> skip_while_holds(
                predicate,
                self.remaining(),
                self.will_return_none(),
                skip_while_items(r),
                skip_while_skipped(r),
                skip_while_ends(r),
            ),
    ;

    /// The items; `f` is called for each when it is asked for.
    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> (r: Inspect<Self, F>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((&x,)),
        ensures
            inspect_iter(r) == self,
            self.obeys_prophetic_iter_laws() ==> inspect_holds(
                f,
                self.remaining(),
                self.will_return_none(),
                inspect_items(r),
                inspect_ends(r),
            ),
    ;

    /// The greatest item. Of several it is the last one.
    fn max(self) -> (r: Option<Self::Item>) where Self: Sized, Self::Item: core::cmp::Ord
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& r is None <==> self.remaining().len() == 0
                &&& r is Some ==> exists|at: int|
                    0 <= at < self.remaining().len() && r == Some(self.remaining()[at]) && #[trigger] is_greatest_at(
                        self.remaining(),
                        at,
                    )
            },
    ;

    /// The least item. Of several it is the first one.
    fn min(self) -> (r: Option<Self::Item>) where Self: Sized, Self::Item: core::cmp::Ord
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& r is None <==> self.remaining().len() == 0
                &&& r is Some ==> exists|at: int|
                    0 <= at < self.remaining().len() && r == Some(self.remaining()[at]) && #[trigger] is_least_at(
                        self.remaining(),
                        at,
                    )
            },
    ;

    /// The item for which `f` gives the greatest key. Of several it is the last one.
    fn max_by_key<B: core::cmp::Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> (r: Option<Self::Item>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((&x,)),
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& r is None <==> self.remaining().len() == 0
                &&& r is Some ==> exists|keys: Seq<B>, at: int|
                    #![trigger is_greatest_at(keys, at)]
                    {
                        &&& are_keys(f, self.remaining(), keys)
                        &&& 0 <= at < self.remaining().len()
                        &&& r == Some(self.remaining()[at])
                        &&& is_greatest_at(keys, at)
                    }
            },
    ;

    /// The item for which `f` gives the least key. Of several it is the first one.
    fn min_by_key<B: core::cmp::Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> (r: Option<Self::Item>) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((&x,)),
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& r is None <==> self.remaining().len() == 0
                &&& r is Some ==> exists|keys: Seq<B>, at: int|
                    #![trigger is_least_at(keys, at)]
                    {
                        &&& are_keys(f, self.remaining(), keys)
                        &&& 0 <= at < self.remaining().len()
                        &&& r == Some(self.remaining()[at])
                        &&& is_least_at(keys, at)
                    }
            },
    ;

    /// The sum of the items, which are added up from the first one on.
    fn sum<S: core::iter::Sum<Self::Item>>(self) -> (r: S) where Self: Sized
        requires
            self.obeys_prophetic_iter_laws(),
            can_be_summed::<Self::Item, S>(self.remaining()),
        ensures
            self.will_return_none(),
            is_sum(self.remaining(), r),
    ;

    /// The product of the items, which are multiplied from the first one on.
    fn product<P: core::iter::Product<Self::Item>>(self) -> (r: P) where Self: Sized
        requires
            self.obeys_prophetic_iter_laws(),
            can_be_multiplied::<Self::Item, P>(self.remaining()),
        ensures
            self.will_return_none(),
            is_product(self.remaining(), r),
    ;

    /// The items that satisfy the predicate, and the others.
    fn partition<B: Default + Extend<Self::Item>, F: FnMut(&Self::Item) -> bool>(self, f: F) -> (r: (B, B)) where Self: Sized
        requires
            forall|x: Self::Item|
                (self.obeys_prophetic_iter_laws() ==> self.remaining().contains(x)) ==> #[trigger] f.requires((&x,)),
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& partition_holds(f, self.remaining(), r.0, r.1)
            },
    ;

    /// The left parts of the items, and the right parts.
    fn unzip<A, B, FromA: Default + Extend<A>, FromB: Default + Extend<B>>(self) -> (r: (FromA, FromB)) where
        Self: Sized + core::iter::Iterator<Item = (A, B)>,
        ensures
            self.obeys_prophetic_iter_laws() ==> {
                &&& self.will_return_none()
                &&& is_unzipped(self.remaining(), r.0, r.1)
            },
    ;
}

/// Whether this is a collection of these items, where `ends` says whether the iterator that gives them comes to give `None`. The
/// library says what that means for each type of the standard library; nothing is known of other types.
pub uninterp spec fn is_collection<A, B>(items: Seq<A>, ends: bool, collection: B) -> bool;

/// Whether this is what becomes of an empty collection when these items are added. The library says what that means for
/// some types of the standard library; nothing is known of other types.
pub uninterp spec fn is_filled<A, B>(items: Seq<A>, collection: B) -> bool;

/// Whether no item is greater than the one at this place, and each after it is less, where the order of their type is lawful.
pub uninterp spec fn is_greatest_at<A>(items: Seq<A>, at: int) -> bool;

/// Whether no item is less than the one at this place, and each before it is greater, where the order of their type is lawful.
pub uninterp spec fn is_least_at<A>(items: Seq<A>, at: int) -> bool;

/// Whether the library knows that these can be added up to an `S` without an overflow, one after the other.
pub uninterp spec fn can_be_summed<A, S>(items: Seq<A>) -> bool;

/// Whether this is the sum of the items.
pub uninterp spec fn is_sum<A, S>(items: Seq<A>, sum: S) -> bool;

/// Whether the library knows that these can be multiplied to a `P` without an overflow, one after the other.
pub uninterp spec fn can_be_multiplied<A, P>(items: Seq<A>) -> bool;

/// Whether this is the product of the items.
pub uninterp spec fn is_product<A, P>(items: Seq<A>, product: P) -> bool;

/// Whether these are filled with the left parts of the items, which are pairs, and with the right parts.
pub uninterp spec fn is_unzipped<A, L, R>(items: Seq<A>, left: L, right: R) -> bool;

/// The contract of `DoubleEndedIterator`: the last of the items to come is given first.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(DoubleEndedIteratorSpec via DoubleEndedIteratorSpecImpl)]
pub trait ExDoubleEndedIterator: core::iter::Iterator {
    type ExternalTraitSpecificationFor: core::iter::DoubleEndedIterator;

    /// The item at a distance from the last one, as far as it can be told without a prophecy.
    spec fn peek_back(&self, index: int) -> Option<<Self as core::iter::Iterator>::Item>;

    fn next_back(&mut self) -> (ret: Option<<Self as core::iter::Iterator>::Item>)
        ensures
            <Self as IteratorSpec>::obeys_prophetic_iter_laws(final(self))
                == <Self as IteratorSpec>::obeys_prophetic_iter_laws(old(self)),
            <Self as IteratorSpec>::obeys_prophetic_iter_laws(final(self)) ==> {
                &&& <Self as IteratorSpec>::will_return_none(final(self))
                    == <Self as IteratorSpec>::will_return_none(old(self))
                &&& <Self as IteratorSpec>::decrease(final(self)) is Some
                    == <Self as IteratorSpec>::decrease(old(self)) is Some
                &&& <Self as IteratorSpec>::remaining(old(self)).len() > 0 ==> {
                    &&& ret == Some(<Self as IteratorSpec>::remaining(old(self)).last())
                    &&& <Self as IteratorSpec>::remaining(final(self))
                        == <Self as IteratorSpec>::remaining(old(self)).drop_last()
                    &&& <Self as IteratorSpec>::decrease(final(self)) is Some
                        ==> <Self as IteratorSpec>::decrease(old(self))->0
                        > <Self as IteratorSpec>::decrease(final(self))->0
                }
                &&& <Self as IteratorSpec>::remaining(old(self)).len() == 0 ==> {
                    &&& ret is None
                    &&& <Self as IteratorSpec>::remaining(final(self)) == <Self as IteratorSpec>::remaining(old(self))
                    &&& <Self as IteratorSpec>::will_return_none(final(self))
                }
            },
    ;

    /// The last item that satisfies the predicate. `find` of a reversed iterator calls it, so an implementation of its own
    /// has to keep what the documentation says.
    fn rfind<P: FnMut(&<Self as core::iter::Iterator>::Item) -> bool>(&mut self, predicate: P) -> (r: Option<
        <Self as core::iter::Iterator>::Item,
    >) where Self: Sized
        requires
            forall|x: <Self as core::iter::Iterator>::Item|
                (<Self as IteratorSpec>::obeys_prophetic_iter_laws(old(self)) ==> <Self as IteratorSpec>::remaining(
                    old(self),
                ).contains(x)) ==> #[trigger] predicate.requires((&x,)),
        ensures
            <Self as IteratorSpec>::obeys_prophetic_iter_laws(final(self))
                == <Self as IteratorSpec>::obeys_prophetic_iter_laws(old(self)),
            <Self as IteratorSpec>::obeys_prophetic_iter_laws(final(self)) ==> {
                let (before, after) = (
                    <Self as IteratorSpec>::remaining(old(self)),
                    <Self as IteratorSpec>::remaining(final(self)),
                );
                &&& <Self as IteratorSpec>::will_return_none(final(self))
                    == <Self as IteratorSpec>::will_return_none(old(self))
                &&& <Self as IteratorSpec>::decrease(final(self)) is Some
                    == <Self as IteratorSpec>::decrease(old(self)) is Some
                &&& after.is_prefix_of(before)
                &&& r is None ==> {
                    &&& after.len() == 0
                    &&& <Self as IteratorSpec>::will_return_none(final(self))
                    &&& forall|i: int| 0 <= i < before.len() ==> predicate.ensures((#[trigger] &before[i],), false)
                }
                &&& r is Some ==> {
                    &&& after.len() < before.len()
                    &&& r == Some(before[after.len() as int])
                    &&& predicate.ensures((&before[after.len() as int],), true)
                    &&& forall|i: int|
                        after.len() < i < before.len() ==> predicate.ensures((#[trigger] &before[i],), false)
                }
            },
    ;
}

/// What a mutable reference gives, the iterator that it refers to does.
impl<I: core::iter::Iterator + ?Sized> IteratorSpecImpl for &mut I {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        <I as IteratorSpec>::obeys_prophetic_iter_laws(&**self)
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        <I as IteratorSpec>::remaining(&**self)
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        <I as IteratorSpec>::will_return_none(&**self)
    }

    open spec fn decrease(&self) -> Option<nat> {
        <I as IteratorSpec>::decrease(&**self)
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        <I as IteratorSpec>::peek(&**self, index)
    }
}

impl<I: DoubleEndedIterator + ?Sized> DoubleEndedIteratorSpecImpl for &mut I {
    open spec fn peek_back(&self, index: int) -> Option<I::Item> {
        <I as DoubleEndedIteratorSpec>::peek_back(&**self, index)
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExRev<I>(Rev<I>);

/// What a reversed iterator reverses.
pub uninterp spec fn rev_iter<I>(r: Rev<I>) -> I;

impl<I: DoubleEndedIterator> IteratorSpecImpl for Rev<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        rev_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        rev_iter(*self).remaining().reverse()
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        rev_iter(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        rev_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        rev_iter(*self).peek_back(index)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIteratorSpecImpl for Rev<I> {
    open spec fn peek_back(&self, index: int) -> Option<I::Item> {
        rev_iter(*self).peek(index)
    }
}

/// The contract of `IntoIterator`: nothing is said of all impls, but their types are known.
#[verifier::external_trait_specification]
pub trait ExIntoIterator {
    type ExternalTraitSpecificationFor: core::iter::IntoIterator;
}

/// What an iterator is when it is asked for one: itself.
pub assume_specification<I: core::iter::Iterator>[ <I as core::iter::IntoIterator>::into_iter ](i: I) -> (r: I)
    ensures
        r == i,
;

} // verus!

/// The specification of an iterator that holds the items that it has yet to give, `into_iter_elts` of it.
macro_rules! holds_its_items {
    (<$($parameter:tt),*> $iterator:ty, $item:ty) => {
        verus! {
            impl<$($parameter),*> IteratorSpecImpl for $iterator {
                open spec fn obeys_prophetic_iter_laws(&self) -> bool {
                    true
                }

                open spec fn remaining(&self) -> Seq<$item> {
                    into_iter_elts(*self)
                }

                open spec fn will_return_none(&self) -> bool {
                    true
                }

                open spec fn decrease(&self) -> Option<nat> {
                    Some(into_iter_elts(*self).len())
                }

                open spec fn peek(&self, index: int) -> Option<$item> {
                    if 0 <= index < into_iter_elts(*self).len() {
                        Some(into_iter_elts(*self)[index])
                    } else {
                        None
                    }
                }
            }

            impl<$($parameter),*> DoubleEndedIteratorSpecImpl for $iterator {
                open spec fn peek_back(&self, index: int) -> Option<$item> {
                    if 0 <= index < into_iter_elts(*self).len() {
                        Some(into_iter_elts(*self)[into_iter_elts(*self).len() - index - 1])
                    } else {
                        None
                    }
                }
            }
        }
    };
}

pub(crate) use holds_its_items;

/// The specification of an iterator that lends what it holds: `$elts` of it is what it has yet to give, and `$lent` what it
/// gives for the one at `$at`.
#[cfg(feature = "std")]
macro_rules! lends_its_items {
    (<$($parameter:tt),*> $iterator:ty, $item:ty, $elts:ident, |$all:ident, $at:ident| $lent:expr) => {
        verus! {
            impl<$($parameter),*> IteratorSpecImpl for $iterator {
                open spec fn obeys_prophetic_iter_laws(&self) -> bool {
                    true
                }

                open spec fn remaining(&self) -> Seq<$item> {
                    let $all = $elts(*self);
                    Seq::new($all.len(), |$at: int| $lent)
                }

                open spec fn will_return_none(&self) -> bool {
                    true
                }

                open spec fn decrease(&self) -> Option<nat> {
                    Some($elts(*self).len())
                }

                open spec fn peek(&self, index: int) -> Option<$item> {
                    let $all = $elts(*self);
                    let $at = index;
                    if 0 <= $at < $all.len() { Some($lent) } else { None }
                }
            }
        }
    };
}

#[cfg(feature = "std")]
pub(crate) use lends_its_items;

/// The same from the other end, for iterators that go both ways.
#[cfg(feature = "std")]
macro_rules! lends_its_items_backward {
    (<$($parameter:tt),*> $iterator:ty, $item:ty, $elts:ident, |$all:ident, $at:ident| $lent:expr) => {
        verus! {
            impl<$($parameter),*> DoubleEndedIteratorSpecImpl for $iterator {
                open spec fn peek_back(&self, index: int) -> Option<$item> {
                    let $all = $elts(*self);
                    let $at = $all.len() - index - 1;
                    if 0 <= $at < $all.len() { Some($lent) } else { None }
                }
            }
        }
    };
}

#[cfg(feature = "std")]
pub(crate) use lends_its_items_backward;
