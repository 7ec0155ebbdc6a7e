//! Sequences of integers.

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

impl Seq<int> {
    /// The largest element.
    pub open spec fn max(self) -> int
        recommends
            0 < self.len(),
        decreases self.len(),
    {
        if self.len() == 0 {
            0
        } else if self.len() == 1 {
            self[0]
        } else {
            let rest = self.drop_first().max();
            if rest <= self[0] {
                self[0]
            } else {
                rest
            }
        }
    }

    /// The smallest element.
    pub open spec fn min(self) -> int
        recommends
            0 < self.len(),
        decreases self.len(),
    {
        if self.len() == 0 {
            0
        } else if self.len() == 1 {
            self[0]
        } else {
            let rest = self.drop_first().min();
            if self[0] <= rest {
                self[0]
            } else {
                rest
            }
        }
    }

    /// No element is above the largest, which is one.
    pub proof fn max_ensures(self)
        ensures
            forall|x: int| #[trigger] self.contains(x) ==> x <= self.max(),
            forall|i: int| 0 <= i < self.len() ==> #[trigger] self[i] <= self.max(),
            self.len() == 0 || self.contains(self.max()),
        decreases self.len(),
    {
        if self.len() > 1 {
            let rest = self.drop_first();
            rest.max_ensures();
            assert forall|i: int| 0 <= i < self.len() implies #[trigger] self[i] <= self.max() by {
                if i > 0 {
                    assert(rest[i - 1] == self[i]);
                }
            }
            if rest.max() > self[0] {
                let k = choose|k: int| 0 <= k < rest.len() && rest[k] == rest.max();
                assert(self[k + 1] == self.max());
            }
        }
        if self.len() >= 1 && self.max() == self[0] {
            assert(self.contains(self[0]));
        }
    }

    /// No element is below the smallest, which is one.
    pub proof fn min_ensures(self)
        ensures
            forall|x: int| #[trigger] self.contains(x) ==> self.min() <= x,
            forall|i: int| 0 <= i < self.len() ==> self.min() <= #[trigger] self[i],
            self.len() == 0 || self.contains(self.min()),
        decreases self.len(),
    {
        if self.len() > 1 {
            let rest = self.drop_first();
            rest.min_ensures();
            assert forall|i: int| 0 <= i < self.len() implies self.min() <= #[trigger] self[i] by {
                if i > 0 {
                    assert(rest[i - 1] == self[i]);
                }
            }
            if rest.min() < self[0] {
                let k = choose|k: int| 0 <= k < rest.len() && rest[k] == rest.min();
                assert(self[k + 1] == self.min());
            }
        }
        if self.len() >= 1 && self.min() == self[0] {
            assert(self.contains(self[0]));
        }
    }

    /// The elements, in order.
    pub closed spec fn sort(self) -> Self {
        self.sort_by(|x: int, y: int| x <= y)
    }

    /// What sorting does.
    pub proof fn lemma_sort_ensures(self)
        ensures
            self.to_multiset() =~= self.sort().to_multiset(),
            sorted_by(self.sort(), |x: int, y: int| x <= y),
    {
        let leq = |x: int, y: int| x <= y;
        self.lemma_sort_by_ensures(leq);
    }

    /// A part has nothing above the largest element of the whole.
    pub proof fn lemma_subrange_max(self, from: int, to: int)
        requires
            0 <= from < to <= self.len(),
        ensures
            self.subrange(from, to).max() <= self.max(),
    {
        let part = self.subrange(from, to);
        self.max_ensures();
        part.max_ensures();
        let k = choose|k: int| 0 <= k < part.len() && part[k] == part.max();
        assert(self[k + from] == part.max());
    }

    /// A part has nothing below the smallest element of the whole.
    pub proof fn lemma_subrange_min(self, from: int, to: int)
        requires
            0 <= from < to <= self.len(),
        ensures
            self.subrange(from, to).min() >= self.min(),
    {
        let part = self.subrange(from, to);
        self.min_ensures();
        part.min_ensures();
        let k = choose|k: int| 0 <= k < part.len() && part[k] == part.min();
        assert(self[k + from] == part.min());
    }
}

/// The largest element of a concatenation.
pub proof fn lemma_max_of_concat(x: Seq<int>, y: Seq<int>)
    requires
        0 < x.len() && 0 < y.len(),
    ensures
        x.max() <= (x + y).max(),
        y.max() <= (x + y).max(),
        forall|elt: int| #[trigger] (x + y).contains(elt) ==> elt <= (x + y).max(),
{
    let t = x + y;
    t.max_ensures();
    assert(t.subrange(0, x.len() as int) =~= x);
    assert(t.subrange(x.len() as int, t.len() as int) =~= y);
    t.lemma_subrange_max(0, x.len() as int);
    t.lemma_subrange_max(x.len() as int, t.len() as int);
}

/// The smallest element of a concatenation.
pub proof fn lemma_min_of_concat(x: Seq<int>, y: Seq<int>)
    requires
        0 < x.len() && 0 < y.len(),
    ensures
        (x + y).min() <= x.min(),
        (x + y).min() <= y.min(),
        forall|elt: int| #[trigger] (x + y).contains(elt) ==> (x + y).min() <= elt,
{
    let t = x + y;
    t.min_ensures();
    assert(t.subrange(0, x.len() as int) =~= x);
    assert(t.subrange(x.len() as int, t.len() as int) =~= y);
    t.lemma_subrange_min(0, x.len() as int);
    t.lemma_subrange_min(x.len() as int, t.len() as int);
}

} // verus!
