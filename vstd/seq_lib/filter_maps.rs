//! What partial functions give for sequences in parts.
// @when lemma_filter_map_

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

impl<A> Seq<A> {
    /// A partial function on one element more.
    pub broadcast proof fn lemma_filter_map_push<B>(self, elem: A, f: spec_fn(A) -> Option<B>)
        ensures
            #[trigger] self.push(elem).filter_map(f) == (match f(elem) {
                Option::Some(b) => self.filter_map(f).push(b),
                Option::None => self.filter_map(f),
            }),
    {
        assert(self.push(elem).drop_last() =~= self);
        match f(elem) {
            Option::Some(b) => assert(self.filter_map(f) + Seq::<B>::empty().push(b) =~= self.filter_map(f).push(b)),
            Option::None => assert(self.push(elem).filter_map(f) =~= self.filter_map(f)),
        }
    }

    /// A partial function may be applied to a concatenation part by part.
    pub broadcast proof fn lemma_filter_map_add<B>(self, other: Seq<A>, f: spec_fn(A) -> Option<B>)
        ensures
            #[trigger] (self + other).filter_map(f) == self.filter_map(f) + other.filter_map(f),
        decreases other.len(),
    {
        if other.len() == 0 {
            assert(self + other =~= self);
            assert(self.filter_map(f) + other.filter_map(f) =~= self.filter_map(f));
        } else {
            let (front, last) = (other.drop_last(), other.last());
            self.lemma_filter_map_add(front, f);
            (self + front).lemma_filter_map_push(last, f);
            front.lemma_filter_map_push(last, f);
            assert((self + front).push(last) =~= self + other);
            assert(front.push(last) =~= other);
            assert((self + other).filter_map(f) =~= self.filter_map(f) + other.filter_map(f));
        }
    }

    /// A partial function gives no more than there are elements.
    pub broadcast proof fn lemma_filter_map_len<B>(self, f: spec_fn(A) -> Option<B>)
        ensures
            #[trigger] self.filter_map(f).len() <= self.len(),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_filter_map_len(f);
            front.lemma_filter_map_push(self.last(), f);
            assert(front.push(self.last()) =~= self);
        }
    }

    /// What a partial function gives for an element is among the results.
    pub proof fn lemma_filter_map_contains_rev<B>(self, f: spec_fn(A) -> Option<B>, i: int)
        requires
            0 <= i < self.len(),
            f(self[i]) is Some,
        ensures
            self.filter_map(f).contains(f(self[i])->0),
        decreases self.len(),
    {
        let (front, last) = (self.drop_last(), self.last());
        front.lemma_filter_map_push(last, f);
        assert(front.push(last) =~= self);
        let all = self.filter_map(f);
        if i < front.len() {
            front.lemma_filter_map_contains_rev(f, i);
            let at = choose|at: int| 0 <= at < front.filter_map(f).len() && front.filter_map(f)[at] == f(self[i])->0;
            assert(all[at] == f(self[i])->0);
        } else {
            assert(all[all.len() - 1] == f(self[i])->0);
        }
    }

    /// The results for a beginning are a beginning of the results.
    pub proof fn lemma_filter_map_monotone<B>(self, ys: Seq<A>, f: spec_fn(A) -> Option<B>)
        requires
            self.is_prefix_of(ys),
        ensures
            self.filter_map(f).is_prefix_of(ys.filter_map(f)),
    {
        let rest = ys.subrange(self.len() as int, ys.len() as int);
        assert(self + rest =~= ys);
        self.lemma_filter_map_add(rest, f);
    }

    /// A partial function that gives nothing for each element gives nothing.
    pub proof fn lemma_filter_map_of_none<B>(self, f: spec_fn(A) -> Option<B>)
        requires
            forall|i: int| 0 <= i < self.len() ==> f(#[trigger] self[i]) is None,
        ensures
            self.filter_map(f).len() == 0,
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_filter_map_of_none(f);
            front.lemma_filter_map_push(self.last(), f);
            assert(front.push(self.last()) =~= self);
            assert(f(self[self.len() - 1]) is None);
        }
    }

    /// A partial function that gives something for each element is a function on these.
    pub proof fn lemma_filter_map_of_some<B>(self, f: spec_fn(A) -> Option<B>, g: spec_fn(A) -> B)
        requires
            forall|i: int| 0 <= i < self.len() ==> f(#[trigger] self[i]) == Some(g(self[i])),
        ensures
            self.filter_map(f) == self.map_values(g),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_filter_map_of_some(f, g);
            front.lemma_filter_map_push(self.last(), f);
            assert(front.push(self.last()) =~= self);
            assert(f(self[self.len() - 1]) == Some(g(self[self.len() - 1])));
        }
        assert(self.filter_map(f) =~= self.map_values(g));
    }

    /// A partial function is a filter and a function on what passes.
    pub proof fn lemma_filter_map_is_filter<B>(self, f: spec_fn(A) -> Option<B>)
        ensures
            self.filter_map(f) == self.filter(|a: A| f(a) is Some).map_values(|a: A| f(a)->0),
        decreases self.len(),
    {
        let (keep, g) = (|a: A| f(a) is Some, |a: A| f(a)->0);
        if self.len() > 0 {
            let (front, last) = (self.drop_last(), self.last());
            front.lemma_filter_map_is_filter(f);
            front.lemma_filter_map_push(last, f);
            front.lemma_filter_push(last, keep);
            assert(front.push(last) =~= self);
            assert(self.filter_map(f) =~= self.filter(keep).map_values(g));
        } else {
            reveal(Seq::filter);
            assert(self.filter_map(f) =~= self.filter(keep).map_values(g));
        }
    }
}

} // verus!
