//! Sorted sequences.

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

broadcast use {group_multiset_axioms, group_seq_lemmas};

impl<A> Seq<A> {
    /// A sorted sequence with `a` in its place.
    spec fn insert_sorted(self, a: A, leq: spec_fn(A, A) -> bool) -> Seq<A>
        decreases self.len(),
    {
        if self.len() == 0 || leq(self.last(), a) {
            self.push(a)
        } else {
            self.drop_last().insert_sorted(a, leq).push(self.last())
        }
    }

    /// The elements, in order.
    pub closed spec fn sort_by(self, leq: spec_fn(A, A) -> bool) -> Seq<A>
        recommends
            total_ordering(leq),
        decreases self.len(),
    {
        if self.len() == 0 {
            self
        } else {
            self.drop_last().sort_by(leq).insert_sorted(self.last(), leq)
        }
    }

    /// A sorted sequence with something no smaller behind is sorted.
    proof fn lemma_push_sorted(self, a: A, leq: spec_fn(A, A) -> bool)
        requires
            sorted_by(self, leq),
            forall|i: int| 0 <= i < self.len() ==> leq(#[trigger] self[i], a),
        ensures
            sorted_by(self.push(a), leq),
    {
        let t = self.push(a);
        assert forall|i: int, j: int| 0 <= i < j < t.len() implies #[trigger] leq(t[i], t[j]) by {
            if j < self.len() {
                assert(leq(self[i], self[j]));
            } else {
                assert(leq(self[i], a));
            }
        }
    }

    /// What `insert_sorted` does.
    proof fn lemma_insert_sorted(self, a: A, leq: spec_fn(A, A) -> bool)
        requires
            total_ordering(leq),
            sorted_by(self, leq),
        ensures
            sorted_by(self.insert_sorted(a, leq), leq),
            self.insert_sorted(a, leq).to_multiset() == self.to_multiset().insert(a),
        decreases self.len(),
    {
        if self.len() == 0 || leq(self.last(), a) {
            assert forall|i: int| 0 <= i < self.len() implies leq(#[trigger] self[i], a) by {
                if i < self.len() - 1 {
                    assert(leq(self[i], self[self.len() - 1]));
                }
            }
            self.lemma_push_sorted(a, leq);
            to_multiset_build(self, a);
        } else {
            let (front, last) = (self.drop_last(), self.last());
            assert(sorted_by(front, leq)) by {
                assert forall|i: int, j: int| 0 <= i < j < front.len() implies #[trigger] leq(front[i], front[j]) by {
                    assert(leq(self[i], self[j]));
                }
            }
            front.lemma_insert_sorted(a, leq);
            let t = front.insert_sorted(a, leq);
            assert(leq(a, last));
            assert forall|i: int| 0 <= i < t.len() implies leq(#[trigger] t[i], last) by {
                assert(t.contains(t[i]));
                to_multiset_contains(t, t[i]);
                to_multiset_contains(front, t[i]);
                if front.contains(t[i]) {
                    let k = choose|k: int| 0 <= k < front.len() && front[k] == t[i];
                    assert(leq(self[k], self[self.len() - 1]));
                } else {
                    assert(t[i] == a);
                }
            }
            t.lemma_push_sorted(last, leq);
            to_multiset_build(t, last);
            to_multiset_build(front, last);
            assert(front.push(last) =~= self);
            assert(t.push(last).to_multiset() =~= self.to_multiset().insert(a));
        }
    }

    /// What sorting does.
    pub proof fn lemma_sort_by_ensures(self, leq: spec_fn(A, A) -> bool)
        requires
            total_ordering(leq),
        ensures
            self.to_multiset() =~= self.sort_by(leq).to_multiset(),
            sorted_by(self.sort_by(leq), leq),
            forall|x: A| !self.contains(x) ==> !(#[trigger] self.sort_by(leq).contains(x)),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_sort_by_ensures(leq);
            front.sort_by(leq).lemma_insert_sorted(self.last(), leq);
            to_multiset_build(front, self.last());
            assert(front.push(self.last()) =~= self);
        }
        assert forall|x: A| !self.contains(x) implies !(#[trigger] self.sort_by(leq).contains(x)) by {
            to_multiset_contains(self, x);
            to_multiset_contains(self.sort_by(leq), x);
        }
    }
}

/// There is one way only to sort.
pub proof fn lemma_sorted_unique<A>(x: Seq<A>, y: Seq<A>, leq: spec_fn(A, A) -> bool)
    requires
        sorted_by(x, leq),
        sorted_by(y, leq),
        total_ordering(leq),
        x.to_multiset() == y.to_multiset(),
    ensures
        x =~= y,
    decreases x.len(),
{
    to_multiset_len(x);
    to_multiset_len(y);
    if x.len() > 0 {
        let (a, b) = (x.last(), y.last());
        lemma_last_is_greatest(x, y, leq);
        lemma_last_is_greatest(y, x, leq);
        assert(a == b);
        let (p, q) = (x.drop_last(), y.drop_last());
        to_multiset_remove(x, x.len() - 1);
        to_multiset_remove(y, y.len() - 1);
        assert(x.remove(x.len() - 1) =~= p);
        assert(y.remove(y.len() - 1) =~= q);
        assert(sorted_by(p, leq)) by {
            assert forall|i: int, j: int| 0 <= i < j < p.len() implies #[trigger] leq(p[i], p[j]) by {
                assert(leq(x[i], x[j]));
            }
        }
        assert(sorted_by(q, leq)) by {
            assert forall|i: int, j: int| 0 <= i < j < q.len() implies #[trigger] leq(q[i], q[j]) by {
                assert(leq(y[i], y[j]));
            }
        }
        lemma_sorted_unique(p, q, leq);
        assert(p.push(a) =~= x);
        assert(q.push(b) =~= y);
    }
}

/// The last element of a sorted sequence is no smaller than the last of any other order.
proof fn lemma_last_is_greatest<A>(x: Seq<A>, y: Seq<A>, leq: spec_fn(A, A) -> bool)
    requires
        sorted_by(x, leq),
        total_ordering(leq),
        x.len() > 0,
        y.len() > 0,
        x.to_multiset() == y.to_multiset(),
    ensures
        leq(y.last(), x.last()),
{
    let b = y.last();
    to_multiset_contains(x, b);
    to_multiset_contains(y, b);
    assert(y[y.len() - 1] == b);
    let i = choose|i: int| 0 <= i < x.len() && x[i] == b;
    if i < x.len() - 1 {
        assert(leq(x[i], x[x.len() - 1]));
    }
}

} // verus!
