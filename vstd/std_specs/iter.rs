//! Iterators: what `next` does, and what a `for` loop knows.
//!
//! An iterator is described by the items that it has yet to give, `remaining`. That is a prophecy for iterators that
//! take their items from elsewhere, and an ordinary function for those that hold them. Whether an implementation of the
//! trait keeps to this description is what `obeys_prophetic_iter_laws` says: nothing is assumed of one that does not say
//! so.
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_prophetic_iter_laws`, so every
//! one meets the contract; an iterator is turned into itself, and what `rev` of one gives, its
//! `next_back` would; `all`, `any`, `find` and `collect` call `next` until they have their result.

#[allow(unused_imports)]
use crate::pervasive::arbitrary;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::iter::{DoubleEndedIterator, Rev};

mod older;

pub use older::*;

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
            final(self).obeys_prophetic_iter_laws() && r ==> {
                &&& final(self).remaining().len() == 0
                &&& final(self).will_return_none()
                &&& forall|i: int| 0 <= i < old(self).remaining().len() ==> f.ensures((#[trigger] old(self).remaining()[i],), true)
            },
            final(self).obeys_prophetic_iter_laws() && !r ==> {
                let last = old(self).remaining().len() - final(self).remaining().len() - 1;
                &&& 0 <= last
                &&& f.ensures((old(self).remaining()[last],), false)
                &&& forall|i: int| 0 <= i < last ==> f.ensures((#[trigger] old(self).remaining()[i],), true)
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
            final(self).obeys_prophetic_iter_laws() && !r ==> {
                &&& final(self).remaining().len() == 0
                &&& final(self).will_return_none()
                &&& forall|i: int| 0 <= i < old(self).remaining().len() ==> f.ensures((#[trigger] old(self).remaining()[i],), false)
            },
            final(self).obeys_prophetic_iter_laws() && r ==> {
                let last = old(self).remaining().len() - final(self).remaining().len() - 1;
                &&& 0 <= last
                &&& f.ensures((old(self).remaining()[last],), true)
                &&& forall|i: int| 0 <= i < last ==> f.ensures((#[trigger] old(self).remaining()[i],), false)
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
            self.obeys_prophetic_iter_laws() ==> is_collection(self.remaining(), collection),
    ;
}

/// Whether this is what a collection is made of these items. The library says what that means for each type of the standard library;
/// nothing is known of other types.
pub uninterp spec fn is_collection<A, B>(items: Seq<A>, collection: B) -> bool;

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

/// What an iterator is when it is asked for one: itself.
pub assume_specification<I: core::iter::Iterator>[ <I as core::iter::IntoIterator>::into_iter ](i: I) -> (r: I)
    ensures
        r == i,
;

/// The iterator of a `for` loop, with what was known of it at the beginning.
pub struct VerusForLoopWrapper<I: core::iter::Iterator> {
    /// How many items were taken.
    pub index: Ghost<int>,
    /// The iterator at the beginning.
    pub snapshot: Ghost<I>,
    /// The iterator now.
    pub iter: I,
    /// The items that were taken.
    pub history: Ghost<Seq<I::Item>>,
}

impl<I: core::iter::Iterator> VerusForLoopWrapper<I> {
    /// All items of the loop, from the first one.
    #[verifier::prophetic]
    pub open spec fn seq(self) -> Seq<I::Item> {
        self.snapshot@.remaining()
    }

    /// The items taken so far.
    pub open spec fn history(self) -> Seq<I::Item> {
        self.history@
    }

    /// How many items were taken.
    pub open spec fn index(self) -> int {
        self.index@
    }

    /// The item that comes next; after the last one what the iterator says would follow, if it does.
    pub open spec fn current(self) -> I::Item {
        match self.snapshot@.peek(self.index@) {
            Some(item) => item,
            None => arbitrary(),
        }
    }

    /// What goes down with each iteration.
    pub open spec fn measure(self) -> nat {
        match self.iter.decrease() {
            Some(n) => n,
            None => arbitrary(),
        }
    }

    /// Whether all items were taken.
    #[verifier::prophetic]
    pub open spec fn exhausted(self) -> bool {
        self.iter.obeys_prophetic_iter_laws() ==> {
            &&& self.index@ == self.seq().len()
            &&& self.snapshot@.will_return_none()
        }
    }

    /// How the parts belong together: what is left is what there was without what was taken.
    #[verifier::prophetic]
    pub open spec fn wf(self) -> bool {
        &&& self.iter.obeys_prophetic_iter_laws() == self.snapshot@.obeys_prophetic_iter_laws()
        &&& self.iter.obeys_prophetic_iter_laws() ==> {
            &&& 0 <= self.index@ <= self.seq().len()
            &&& self.iter.remaining() == self.seq().subrange(self.index@, self.seq().len() as int)
            &&& self.iter.will_return_none() == self.snapshot@.will_return_none()
            &&& self.iter.decrease() is Some == self.snapshot@.decrease() is Some
            &&& self.history@ == self.seq().subrange(0, self.index@)
        }
    }

    /// The wrapper before the first item.
    pub fn new(iter: I) -> (s: Self)
        ensures
            s.index@ == 0,
            s.snapshot@ == iter,
            s.iter == iter,
            s.history@ == Seq::<I::Item>::empty(),
            s.wf(),
    {
        broadcast use group_seq_lemmas;

        proof {
            assert(iter.remaining().subrange(0, iter.remaining().len() as int) =~= iter.remaining());
            assert(iter.remaining().subrange(0, 0) =~= Seq::<I::Item>::empty());
        }
        VerusForLoopWrapper { index: Ghost(0), snapshot: Ghost(iter), iter, history: Ghost(Seq::empty()) }
    }

    /// The next item.
    pub fn next(&mut self) -> (ret: Option<I::Item>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).snapshot == old(self).snapshot,
            final(self).iter.obeys_prophetic_iter_laws() == old(self).iter.obeys_prophetic_iter_laws(),
            match ret {
                Some(item) => {
                    &&& final(self).index@ == old(self).index@ + 1
                    &&& final(self).history@ == old(self).history@.push(item)
                    &&& final(self).iter.obeys_prophetic_iter_laws() ==> {
                        &&& 0 <= old(self).index@ < old(self).seq().len()
                        &&& item == old(self).seq()[old(self).index@]
                        &&& final(self).iter.decrease() is Some ==> old(self).measure() > final(self).measure()
                    }
                },
                None => {
                    &&& final(self).index@ == old(self).index@
                    &&& final(self).history@ == old(self).history@
                    &&& final(self).exhausted()
                },
            },
    {
        broadcast use group_seq_lemmas;

        let ghost all = self.seq();
        let ghost at = self.index@;
        let ret = self.iter.next();
        if let Some(item) = ret {
            proof {
                if self.iter.obeys_prophetic_iter_laws() {
                    assert(all.subrange(at, all.len() as int).drop_first() =~= all.subrange(at + 1, all.len() as int));
                    assert(all.subrange(0, at).push(item) =~= all.subrange(0, at + 1));
                }
            }
            self.index = Ghost(at + 1);
            self.history = Ghost(self.history@.push(item));
            Some(item)
        } else {
            None
        }
    }
}

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
