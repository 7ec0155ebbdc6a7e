//! Iterators that give items of others: in pairs, one after the other, with numbers, some of them, copies of them.
//!
//! trusted: each gives what the documentation of `Iterator` says of it. Their `next_back` has no declaration, so nothing
//! is said of it.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::pervasive::arbitrary;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::std_specs::slice::into_iter_elts;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::iter::{Chain, Copied, Enumerate, Peekable, Skip, StepBy, Take, Zip};

verus! {

/// What every program knows about iterators that are made of others.
pub broadcast group group_iter_adapter_axioms {
    axiom_iter_has_iter,
    axiom_iter_of_iter,
    axiom_slice_has_iter,
    axiom_iter_of_slice,
    axiom_array_has_iter,
    axiom_iter_of_array,
    axiom_cloned_holds,
}

/// Whether the library knows what iterator this is turned into. If it does not know, turn it into one with `into_iter` first.
pub uninterp spec fn has_iter<T>(of: T) -> bool;

/// Whether this is an iterator that a value was turned into.
pub uninterp spec fn is_iter_of<T, I>(iter: I, of: T) -> bool;

pub broadcast axiom fn axiom_iter_has_iter<I: core::iter::Iterator>(of: I)
    ensures
        #[trigger] has_iter(of),
;

pub broadcast axiom fn axiom_iter_of_iter<I: core::iter::Iterator>(iter: I, of: I)
    requires
        #[trigger] is_iter_of(iter, of),
    ensures
        iter == of,
;

pub broadcast axiom fn axiom_slice_has_iter<T>(of: &[T])
    ensures
        #[trigger] has_iter(of),
;

pub broadcast axiom fn axiom_iter_of_slice<'a, T>(iter: core::slice::Iter<'a, T>, of: &'a [T])
    requires
        #[trigger] is_iter_of(iter, of),
    ensures
        into_iter_elts(iter) == of@,
;

pub broadcast axiom fn axiom_array_has_iter<T, const N: usize>(of: &[T; N])
    ensures
        #[trigger] has_iter(of),
;

pub broadcast axiom fn axiom_iter_of_array<'a, T, const N: usize>(iter: core::slice::Iter<'a, T>, of: &'a [T; N])
    requires
        #[trigger] is_iter_of(iter, of),
    ensures
        into_iter_elts(iter) == of@,
;

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExEnumerate<I>(Enumerate<I>);

/// The iterator whose items are counted.
pub uninterp spec fn enumerate_iter<I>(r: Enumerate<I>) -> I;

/// The number of the next item.
pub uninterp spec fn enumerate_count<I>(r: Enumerate<I>) -> nat;

impl<I: core::iter::Iterator> IteratorSpecImpl for Enumerate<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        enumerate_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<(usize, I::Item)> {
        let items = enumerate_iter(*self).remaining();
        Seq::new(items.len(), |i: int| ((enumerate_count(*self) + i) as usize, items[i]))
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        enumerate_iter(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        enumerate_iter(*self).decrease()
    }

    /// After the last item the number is still that of the place.
    open spec fn peek(&self, index: int) -> Option<(usize, I::Item)> {
        let item = match enumerate_iter(*self).peek(index) {
            Some(item) => item,
            None => arbitrary(),
        };
        Some(((enumerate_count(*self) + index) as usize, item))
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(A)]
#[verifier::reject_recursive_types(B)]
pub struct ExZip<A, B>(Zip<A, B>);

/// The iterator that gives the left parts of the pairs.
pub uninterp spec fn zip_first<A, B>(r: Zip<A, B>) -> A;

/// The iterator that gives the right parts of the pairs.
pub uninterp spec fn zip_second<A, B>(r: Zip<A, B>) -> B;

impl<A: core::iter::Iterator, B: core::iter::Iterator> IteratorSpecImpl for Zip<A, B> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        zip_first(*self).obeys_prophetic_iter_laws() && zip_second(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<(A::Item, B::Item)> {
        let (left, right) = (zip_first(*self).remaining(), zip_second(*self).remaining());
        let len = if left.len() <= right.len() { left.len() } else { right.len() };
        Seq::new(len, |i: int| (left[i], right[i]))
    }

    /// The one that ends first decides. After the right one has ended the left one can have as few items.
    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        let (left, right) = (zip_first(*self), zip_second(*self));
        ||| left.remaining().len() <= right.remaining().len() && left.will_return_none()
        ||| right.remaining().len() <= left.remaining().len() && right.will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        match zip_first(*self).decrease() {
            Some(left) => Some(left),
            None => zip_second(*self).decrease(),
        }
    }

    open spec fn peek(&self, index: int) -> Option<(A::Item, B::Item)> {
        match (zip_first(*self).peek(index), zip_second(*self).peek(index)) {
            (Some(left), Some(right)) => Some((left, right)),
            _ => None,
        }
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(A)]
#[verifier::reject_recursive_types(B)]
pub struct ExChain<A, B>(Chain<A, B>);

/// The iterator that comes first.
pub uninterp spec fn chain_first<A, B>(r: Chain<A, B>) -> A;

/// The iterator that comes when the first one has ended.
pub uninterp spec fn chain_second<A, B>(r: Chain<A, B>) -> B;

impl<A: core::iter::Iterator, B: core::iter::Iterator<Item = A::Item>> IteratorSpecImpl for Chain<A, B> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        chain_first(*self).obeys_prophetic_iter_laws() && chain_second(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<A::Item> {
        if chain_first(*self).will_return_none() {
            chain_first(*self).remaining() + chain_second(*self).remaining()
        } else {
            chain_first(*self).remaining()
        }
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        chain_first(*self).will_return_none() && chain_second(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        match (chain_first(*self).decrease(), chain_second(*self).decrease()) {
            (Some(first), Some(second)) => Some(first + second),
            _ => None,
        }
    }

    open spec fn peek(&self, index: int) -> Option<A::Item> {
        chain_first(*self).peek(index)
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExTake<I>(Take<I>);

/// The iterator that the items are taken from.
pub uninterp spec fn take_iter<I>(r: Take<I>) -> I;

/// How many items may still be taken.
pub uninterp spec fn take_count<I>(r: Take<I>) -> nat;

impl<I: core::iter::Iterator> IteratorSpecImpl for Take<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        take_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        let items = take_iter(*self).remaining();
        items.take(if take_count(*self) <= items.len() { take_count(*self) as int } else { items.len() as int })
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        take_count(*self) <= take_iter(*self).remaining().len() || take_iter(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        Some(take_count(*self))
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        if index < take_count(*self) { take_iter(*self).peek(index) } else { None }
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExSkip<I>(Skip<I>);

/// The iterator whose first items are left out.
pub uninterp spec fn skip_iter<I>(r: Skip<I>) -> I;

/// How many items are still to be left out.
pub uninterp spec fn skip_count<I>(r: Skip<I>) -> nat;

impl<I: core::iter::Iterator> IteratorSpecImpl for Skip<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        skip_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        let items = skip_iter(*self).remaining();
        items.skip(if skip_count(*self) <= items.len() { skip_count(*self) as int } else { items.len() as int })
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        skip_iter(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        skip_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        skip_iter(*self).peek(index + skip_count(*self))
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExStepBy<I>(StepBy<I>);

/// The iterator whose items are chosen from.
pub uninterp spec fn step_by_iter<I>(r: StepBy<I>) -> I;

/// How far the items that are given lie apart.
pub uninterp spec fn step_by_step<I>(r: StepBy<I>) -> nat;

/// How many items are dropped before the next one is given.
pub uninterp spec fn step_by_skip<I>(r: StepBy<I>) -> nat;

impl<I: core::iter::Iterator> IteratorSpecImpl for StepBy<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        step_by_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        let (items, skip, step) = (step_by_iter(*self).remaining(), step_by_skip(*self), step_by_step(*self));
        let len = if items.len() <= skip { 0 } else { (items.len() - skip - 1) / step as int + 1 };
        Seq::new(len as nat, |i: int| items[skip + i * step])
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        step_by_iter(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        step_by_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        step_by_iter(*self).peek(step_by_skip(*self) + index * step_by_step(*self))
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExCopied<I>(Copied<I>);

/// The iterator that gives references to what is copied.
pub uninterp spec fn copied_iter<I>(r: Copied<I>) -> I;

impl<'a, T: Copy + 'a, I: core::iter::Iterator<Item = &'a T>> IteratorSpecImpl for Copied<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        copied_iter(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<T> {
        let items = copied_iter(*self).remaining();
        Seq::new(items.len(), |i: int| *items[i])
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        copied_iter(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        copied_iter(*self).decrease()
    }

    open spec fn peek(&self, index: int) -> Option<T> {
        match copied_iter(*self).peek(index) {
            Some(item) => Some(*item),
            None => None,
        }
    }
}

#[verifier::external_type_specification]
#[verifier::external_body]
#[verifier::reject_recursive_types(I)]
pub struct ExPeekable<I: core::iter::Iterator>(Peekable<I>);

/// The iterator whose items can be looked at.
pub uninterp spec fn peekable_iter<P, I>(r: P) -> I;

/// What the iterator gave and nobody took yet.
pub uninterp spec fn peekable_peeked<P, A>(r: P) -> Option<Option<A>>;

impl<I: core::iter::Iterator> IteratorSpecImpl for Peekable<I> {
    open spec fn obeys_prophetic_iter_laws(&self) -> bool {
        peekable_iter::<Peekable<I>, I>(*self).obeys_prophetic_iter_laws()
    }

    #[verifier::prophetic]
    open spec fn remaining(&self) -> Seq<I::Item> {
        match peekable_peeked::<Peekable<I>, I::Item>(*self) {
            Some(Some(item)) => seq![item] + peekable_iter::<Peekable<I>, I>(*self).remaining(),
            Some(None) => Seq::empty(),
            None => peekable_iter::<Peekable<I>, I>(*self).remaining(),
        }
    }

    #[verifier::prophetic]
    open spec fn will_return_none(&self) -> bool {
        peekable_peeked::<Peekable<I>, I::Item>(*self) == Some(None::<I::Item>) || peekable_iter::<Peekable<I>, I>(*self).will_return_none()
    }

    open spec fn decrease(&self) -> Option<nat> {
        match (peekable_iter::<Peekable<I>, I>(*self).decrease(), peekable_peeked::<Peekable<I>, I::Item>(*self)) {
            (Some(n), Some(Some(_))) => Some(n + 1),
            (Some(_), Some(None)) => Some(0),
            (n, _) => n,
        }
    }

    open spec fn peek(&self, index: int) -> Option<I::Item> {
        match peekable_peeked::<Peekable<I>, I::Item>(*self) {
            Some(Some(item)) => if index == 0 { Some(item) } else { peekable_iter::<Peekable<I>, I>(*self).peek(index - 1) },
            Some(None) => None,
            None => peekable_iter::<Peekable<I>, I>(*self).peek(index),
        }
    }
}

/// The next item, which stays the next one.
pub assume_specification<I: core::iter::Iterator>[ Peekable::<I>::peek ](iter: &mut Peekable<I>) -> (r: Option<&I::Item>)
    ensures
        IteratorSpec::obeys_prophetic_iter_laws(final(iter)) == IteratorSpec::obeys_prophetic_iter_laws(old(iter)),
        IteratorSpec::obeys_prophetic_iter_laws(old(iter)) ==> {
            let items = IteratorSpec::remaining(old(iter));
            &&& IteratorSpec::remaining(final(iter)) == items
            &&& IteratorSpec::will_return_none(final(iter)) == IteratorSpec::will_return_none(old(iter))
            &&& IteratorSpec::decrease(final(iter)) is Some == IteratorSpec::decrease(old(iter)) is Some
            &&& IteratorSpec::decrease(final(iter)) is Some ==> IteratorSpec::decrease(final(iter))->0 <= IteratorSpec::decrease(
                old(iter),
            )->0
            &&& items.len() > 0 ==> r is Some && *r->0 == items[0]
            &&& items.len() == 0 ==> r is None && IteratorSpec::will_return_none(old(iter))
        },
;

} // verus!
