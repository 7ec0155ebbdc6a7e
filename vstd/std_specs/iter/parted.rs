//! Collections that the items of one iterator are divided among.
// @when partition unzip( is_filled lemma_answered
//!
//! trusted: `partition` and `unzip` add the items to two empty collections, in order, as `extend` does.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(feature = "alloc")]
use std::vec::Vec;

verus! {

broadcast use {group_seq_lemmas, group_seq_lib_default};

/// An empty vector that is extended has the items.
#[cfg(feature = "alloc")]
pub broadcast axiom fn axiom_vec_is_filled<T>(items: Seq<T>, vec: Vec<T>)
    ensures
        #[trigger] is_filled(items, vec) == (vec@ == items),
;

/// Each part of a pair is added to a collection of its own.
pub broadcast axiom fn axiom_is_unzipped<A, B, L, R>(items: Seq<(A, B)>, left: L, right: R)
    ensures
        #[trigger] is_unzipped(items, left, right) == {
            &&& is_filled(Seq::new(items.len(), |i: int| items[i].0), left)
            &&& is_filled(Seq::new(items.len(), |i: int| items[i].1), right)
        },
;

/// Where the predicate decides as `keep` does, the items are divided by it.
pub proof fn lemma_partition_holds<A, B, F: FnMut(&A) -> bool>(f: F, items: Seq<A>, left: B, right: B, keep: spec_fn(A) -> bool)
    requires
        partition_holds(f, items, left, right),
        forall|x: A, b: bool| items.contains(x) && #[trigger] f.ensures((&x,), b) ==> b == keep(x),
    ensures
        is_filled(items.filter(keep), left),
        is_filled(items.filter(|x: A| !keep(x)), right),
{
    let answers = choose|answers: Seq<bool>| #[trigger] is_divided(f, items, answers, left, right);
    assert forall|i: int| 0 <= i < items.len() implies #[trigger] answers[i] == keep(items[i]) by {
        assert(items.contains(items[i]));
    }
    lemma_answered(items, answers, true, keep);
    lemma_answered(items, answers, false, |x: A| !keep(x));
}

/// The items with either answer are all items together.
pub proof fn lemma_answered_len<A>(items: Seq<A>, answers: Seq<bool>)
    requires
        answers.len() == items.len(),
    ensures
        answered(items, answers, true).len() + answered(items, answers, false).len() == items.len(),
    decreases items.len(),
{
    if items.len() > 0 {
        lemma_answered_len(items.drop_last(), answers.drop_last());
    }
}

/// What is in one of the two parts is an item with that answer.
pub proof fn lemma_answered_contains<A>(items: Seq<A>, answers: Seq<bool>, answer: bool, x: A)
    requires
        answers.len() == items.len(),
    ensures
        answered(items, answers, answer).contains(x) <==> exists|i: int|
            0 <= i < items.len() && answers[i] == answer && #[trigger] items[i] == x,
    decreases items.len(),
{
    if items.len() > 0 {
        let (front, last) = (items.drop_last(), items.len() - 1);
        let part = answered(front, answers.drop_last(), answer);
        lemma_answered_contains(front, answers.drop_last(), answer, x);
        part.lemma_push_contains(items.last(), x);
        if part.contains(x) {
            let i = choose|i: int| 0 <= i < front.len() && answers.drop_last()[i] == answer && #[trigger] front[i] == x;
            assert(items[i] == x);
        }
        if exists|i: int| 0 <= i < items.len() && answers[i] == answer && #[trigger] items[i] == x {
            let i = choose|i: int| 0 <= i < items.len() && answers[i] == answer && #[trigger] items[i] == x;
            if i < last {
                assert(front[i] == x && answers.drop_last()[i] == answer);
            }
        }
        if answers[last] == answer && items[last] == x {
            assert(answered(items, answers, answer).contains(x));
        }
    }
}

/// The items with one answer are those that a predicate which gives it chooses.
proof fn lemma_answered<A>(items: Seq<A>, answers: Seq<bool>, answer: bool, keep: spec_fn(A) -> bool)
    requires
        answers.len() == items.len(),
        forall|i: int| 0 <= i < items.len() ==> (#[trigger] answers[i] == answer) == keep(items[i]),
    ensures
        answered(items, answers, answer) == items.filter(keep),
    decreases items.len(),
{
    reveal(Seq::filter);
    if items.len() > 0 {
        assert((answers[items.len() - 1] == answer) == keep(items.last()));
        lemma_answered(items.drop_last(), answers.drop_last(), answer, keep);
    }
}

/// What is known of collections that are filled.
pub broadcast group group_iter_parted_axioms {
    axiom_vec_is_filled,
    axiom_is_unzipped,
}

} // verus!
