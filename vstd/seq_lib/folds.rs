//! Folding sequences.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use crate::relations::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

impl<A> Seq<A> {
    /// Folding from the left may stop and go on.
    pub broadcast proof fn lemma_fold_left_split<B>(self, b: B, f: spec_fn(B, A) -> B, k: int)
        requires
            0 <= k <= self.len(),
        ensures
            self.subrange(k, self.len() as int).fold_left((#[trigger] self.subrange(0, k).fold_left(b, f)), f)
                == self.fold_left(b, f),
        decreases self.len(),
    {
        if k == self.len() {
            assert(self.subrange(0, k) =~= self);
        } else {
            let front = self.drop_last();
            front.lemma_fold_left_split(b, f, k);
            assert(front.subrange(0, k) =~= self.subrange(0, k));
            assert(self.subrange(k, self.len() as int).drop_last() =~= front.subrange(k, front.len() as int));
        }
    }

    /// Folding from the left, one element taken first.
    proof fn lemma_fold_left_first<B>(self, b: B, f: spec_fn(B, A) -> B)
        requires
            self.len() > 0,
        ensures
            self.fold_left(b, f) == self.subrange(1, self.len() as int).fold_left(f(b, self[0]), f),
    {
        self.lemma_fold_left_split(b, f, 1);
        let one = self.subrange(0, 1);
        assert(one.drop_last().fold_left(b, f) == b);
        assert(one.fold_left(b, f) == f(b, self[0]));
    }

    /// Both ways to fold from the left are the same.
    pub proof fn lemma_fold_left_alt<B>(self, b: B, f: spec_fn(B, A) -> B)
        ensures
            self.fold_left(b, f) == self.fold_left_alt(b, f),
        decreases self.len(),
    {
        if self.len() > 0 {
            self.lemma_fold_left_first(b, f);
            self.subrange(1, self.len() as int).lemma_fold_left_alt(f(b, self[0]), f);
        }
    }

    /// Folding from the right may stop and go on.
    pub broadcast proof fn lemma_fold_right_split<B>(self, f: spec_fn(A, B) -> B, b: B, k: int)
        requires
            0 <= k <= self.len(),
        ensures
            self.subrange(0, k).fold_right(f, (#[trigger] self.subrange(k, self.len() as int).fold_right(f, b)))
                == self.fold_right(f, b),
        decreases self.len(),
    {
        if k == self.len() {
            assert(self.subrange(0, k) =~= self);
        } else {
            let front = self.drop_last();
            front.lemma_fold_right_split(f, f(self.last(), b), k);
            assert(front.subrange(0, k) =~= self.subrange(0, k));
            assert(self.subrange(k, self.len() as int).drop_last() =~= front.subrange(k, front.len() as int));
        }
    }

    /// Folding from the right, the first element taken last.
    proof fn lemma_fold_right_first<B>(self, f: spec_fn(A, B) -> B, b: B)
        requires
            self.len() > 0,
        ensures
            self.fold_right(f, b) == f(self[0], self.subrange(1, self.len() as int).fold_right(f, b)),
    {
        self.lemma_fold_right_split(f, b, 1);
        let one = self.subrange(0, 1);
        let c = self.subrange(1, self.len() as int).fold_right(f, b);
        assert(one.drop_last().fold_right(f, f(self[0], c)) == f(self[0], c));
        assert(one.fold_right(f, c) == f(self[0], c));
    }

    /// Both ways to fold from the right are the same.
    pub proof fn lemma_fold_right_alt<B>(self, f: spec_fn(A, B) -> B, b: B)
        ensures
            self.fold_right(f, b) == self.fold_right_alt(f, b),
        decreases self.len(),
    {
        if self.len() > 0 {
            self.lemma_fold_right_first(f, b);
            self.subrange(1, self.len() as int).lemma_fold_right_alt(f, b);
        }
    }

    /// Where the order does not matter, an element may be taken in first or last.
    pub proof fn lemma_fold_right_commute_one<B>(self, a: A, f: spec_fn(A, B) -> B, v: B)
        requires
            commutative_foldr(f),
        ensures
            self.fold_right(f, f(a, v)) == f(a, self.fold_right(f, v)),
        decreases self.len(),
    {
        if self.len() > 0 {
            self.drop_last().lemma_fold_right_commute_one(a, f, f(self.last(), v));
            assert(f(a, f(self.last(), v)) == f(self.last(), f(a, v)));
        }
    }

    /// Folding the reverse from the left is folding from the right with a function that takes its arguments the other
    /// way round.
    proof fn lemma_reverse_fold<B>(self, v: B, f: spec_fn(B, A) -> B, g: spec_fn(A, B) -> B)
        requires
            forall|a: A, b: B| #[trigger] g(a, b) == f(b, a),
        ensures
            self.reverse().fold_left(v, f) == self.fold_right(g, v),
        decreases self.len(),
    {
        if self.len() > 0 {
            let r = self.reverse();
            r.lemma_fold_left_first(v, f);
            assert(r.subrange(1, r.len() as int) =~= self.drop_last().reverse());
            self.drop_last().lemma_reverse_fold(f(v, self.last()), f, g);
            assert(g(self.last(), v) == f(v, self.last()));
        }
    }

    /// Folding the reverse from the left is folding from the right.
    pub proof fn lemma_reverse_fold_left<B>(self, v: B, f: spec_fn(B, A) -> B)
        ensures
            self.reverse().fold_left(v, f) == self.fold_right(|a: A, b: B| f(b, a), v),
    {
        self.lemma_reverse_fold(v, f, |a: A, b: B| f(b, a));
    }

    /// Folding the reverse from the right is folding from the left.
    pub proof fn lemma_reverse_fold_right<B>(self, v: B, f: spec_fn(A, B) -> B)
        ensures
            self.reverse().fold_right(f, v) == self.fold_left(v, |b: B, a: A| f(a, b)),
    {
        let r = self.reverse();
        r.lemma_reverse_fold(v, |b: B, a: A| f(a, b), f);
        assert(r.reverse() =~= self);
    }
}

/// Where the order does not matter, permutations give the same.
pub proof fn lemma_fold_right_permutation<A, B>(l1: Seq<A>, l2: Seq<A>, f: spec_fn(A, B) -> B, v: B)
    requires
        commutative_foldr(f),
        l1.to_multiset() == l2.to_multiset(),
    ensures
        l1.fold_right(f, v) == l2.fold_right(f, v),
    decreases l1.len(),
{
    to_multiset_len(l1);
    to_multiset_len(l2);
    if l1.len() > 0 {
        let (a, front) = (l1.last(), l1.drop_last());
        to_multiset_contains(l1, a);
        to_multiset_contains(l2, a);
        assert(l1[l1.len() - 1] == a);
        let i = choose|i: int| 0 <= i < l2.len() && l2[i] == a;
        let rest = l2.remove(i);
        to_multiset_remove(l2, i);
        to_multiset_remove(l1, l1.len() - 1);
        assert(l1.remove(l1.len() - 1) =~= front);
        lemma_fold_right_permutation(front, rest, f, f(a, v));
        let (left, right) = (l2.subrange(0, i), l2.subrange(i + 1, l2.len() as int));
        l2.lemma_fold_right_split(f, v, i);
        let tail = l2.subrange(i, l2.len() as int);
        tail.lemma_fold_right_first(f, v);
        assert(tail.subrange(1, tail.len() as int) =~= right);
        right.lemma_fold_right_commute_one(a, f, v);
        rest.lemma_fold_right_split(f, f(a, v), i);
        assert(rest.subrange(0, i) =~= left);
        assert(rest.subrange(i, rest.len() as int) =~= right);
    }
}

/// Where the order does not matter, permutations give the same.
pub proof fn lemma_fold_left_permutation<A, B>(l1: Seq<A>, l2: Seq<A>, f: spec_fn(B, A) -> B, v: B)
    requires
        commutative_foldl(f),
        l1.to_multiset() == l2.to_multiset(),
    ensures
        l1.fold_left(v, f) == l2.fold_left(v, f),
{
    let g = |a: A, b: B| f(b, a);
    let (r1, r2) = (l1.reverse(), l2.reverse());
    assert forall|x: A, y: A, w: B| #[trigger] g(x, g(y, w)) == g(y, g(x, w)) by {
        assert(f(f(w, y), x) == f(f(w, x), y));
    }
    l1.lemma_reverse_to_multiset();
    l2.lemma_reverse_to_multiset();
    lemma_fold_right_permutation(r1, r2, g, v);
    r1.lemma_reverse_fold(v, f, g);
    r2.lemma_reverse_fold(v, f, g);
    assert(r1.reverse() =~= l1);
    assert(r2.reverse() =~= l2);
}

} // verus!
