//! The largest and the smallest of integers in sequences that are put together.
// @when lemma_max_ lemma_min_

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::seq_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_lemmas;

impl Seq<int> {
    /// An element that no other is above is the largest.
    pub proof fn lemma_max_unique(self, x: int)
        requires
            self.contains(x),
            forall|i: int| 0 <= i < self.len() ==> #[trigger] self[i] <= x,
        ensures
            self.max() == x,
    {
        self.max_ensures();
        let i = choose|i: int| 0 <= i < self.len() && self[i] == self.max();
        assert(self[i] <= x);
    }

    /// An element that no other is below is the smallest.
    pub proof fn lemma_min_unique(self, x: int)
        requires
            self.contains(x),
            forall|i: int| 0 <= i < self.len() ==> x <= #[trigger] self[i],
        ensures
            self.min() == x,
    {
        self.min_ensures();
        let i = choose|i: int| 0 <= i < self.len() && self[i] == self.min();
        assert(x <= self[i]);
    }

    /// The largest element with one element more.
    pub proof fn lemma_max_push(self, x: int)
        requires
            self.len() > 0,
        ensures
            self.push(x).max() == (if x >= self.max() {
                x
            } else {
                self.max()
            }),
    {
        let all = self.push(x);
        self.max_ensures();
        let i = choose|i: int| 0 <= i < self.len() && self[i] == self.max();
        assert(all[i] == self.max() && all[self.len() as int] == x);
        all.lemma_max_unique(if x >= self.max() { x } else { self.max() });
    }

    /// The smallest element with one element more.
    pub proof fn lemma_min_push(self, x: int)
        requires
            self.len() > 0,
        ensures
            self.push(x).min() == (if x <= self.min() {
                x
            } else {
                self.min()
            }),
    {
        let all = self.push(x);
        self.min_ensures();
        let i = choose|i: int| 0 <= i < self.len() && self[i] == self.min();
        assert(all[i] == self.min() && all[self.len() as int] == x);
        all.lemma_min_unique(if x <= self.min() { x } else { self.min() });
    }
}

/// The largest element of a concatenation is the larger one of the two.
pub proof fn lemma_max_of_concat_is_larger(x: Seq<int>, y: Seq<int>)
    requires
        0 < x.len() && 0 < y.len(),
    ensures
        (x + y).max() == (if x.max() >= y.max() {
            x.max()
        } else {
            y.max()
        }),
{
    let all = x + y;
    lemma_max_of_concat(x, y);
    x.max_ensures();
    y.max_ensures();
    all.max_ensures();
    let i = choose|i: int| 0 <= i < all.len() && all[i] == all.max();
    assert(if i < x.len() { x[i] == all[i] } else { y[i - x.len()] == all[i] });
}

/// The smallest element of a concatenation is the smaller one of the two.
pub proof fn lemma_min_of_concat_is_smaller(x: Seq<int>, y: Seq<int>)
    requires
        0 < x.len() && 0 < y.len(),
    ensures
        (x + y).min() == (if x.min() <= y.min() {
            x.min()
        } else {
            y.min()
        }),
{
    let all = x + y;
    lemma_min_of_concat(x, y);
    x.min_ensures();
    y.min_ensures();
    all.min_ensures();
    let i = choose|i: int| 0 <= i < all.len() && all[i] == all.min();
    assert(if i < x.len() { x[i] == all[i] } else { y[i - x.len()] == all[i] });
}

} // verus!
