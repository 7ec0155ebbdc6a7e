//! Filtered sequences.

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
    /// How a filter takes the last element.
    proof fn lemma_filter_step(self, pred: spec_fn(A) -> bool)
        ensures
            self.len() == 0 ==> self.filter(pred) == self,
            self.len() > 0 ==> self.filter(pred) == (if pred(self.last()) {
                self.drop_last().filter(pred).push(self.last())
            } else {
                self.drop_last().filter(pred)
            }),
    {
        reveal(Seq::filter);
    }

    /// A filter leaves no more elements.
    pub broadcast proof fn lemma_filter_len(self, pred: spec_fn(A) -> bool)
        ensures
            #[trigger] self.filter(pred).len() <= self.len(),
        decreases self.len(),
    {
        self.lemma_filter_step(pred);
        if self.len() > 0 {
            self.drop_last().lemma_filter_len(pred);
        }
    }

    /// A filter leaves what passes.
    pub broadcast proof fn lemma_filter_pred(self, pred: spec_fn(A) -> bool, i: int)
        requires
            0 <= i < self.filter(pred).len(),
        ensures
            pred(#[trigger] self.filter(pred)[i]),
        decreases self.len(),
    {
        self.lemma_filter_step(pred);
        if self.len() > 0 {
            let front = self.drop_last().filter(pred);
            if i < front.len() {
                self.drop_last().lemma_filter_pred(pred, i);
            }
        }
    }

    /// A filter leaves all that passes.
    pub broadcast proof fn lemma_filter_contains(self, pred: spec_fn(A) -> bool, i: int)
        requires
            0 <= i < self.len() && pred(self[i]),
        ensures
            #[trigger] self.filter(pred).contains(self[i]),
        decreases self.len(),
    {
        self.lemma_filter_step(pred);
        let front = self.drop_last().filter(pred);
        if i < self.len() - 1 {
            self.drop_last().lemma_filter_contains(pred, i);
            assert(self.drop_last()[i] == self[i]);
        }
        front.lemma_push_contains(self.last(), self[i]);
    }

    /// What a filter leaves was there.
    pub broadcast proof fn lemma_filter_contains_rev(self, p: spec_fn(A) -> bool, elem: A)
        requires
            #[trigger] self.filter(p).contains(elem),
        ensures
            self.contains(elem),
        decreases self.len(),
    {
        self.lemma_filter_step(p);
        if self.len() > 0 {
            let front = self.drop_last();
            front.filter(p).lemma_push_contains(self.last(), elem);
            front.lemma_push_contains(self.last(), elem);
            assert(front.push(self.last()) =~= self);
            if front.filter(p).contains(elem) {
                front.lemma_filter_contains_rev(p, elem);
            }
        }
    }

    /// What a filter does.
    pub proof fn filter_lemma(self, pred: spec_fn(A) -> bool)
        ensures
            forall|i: int| 0 <= i < self.filter(pred).len() ==> pred(#[trigger] self.filter(pred)[i]),
            forall|i: int| 0 <= i < self.len() && pred(self[i]) ==> #[trigger] self.filter(pred).contains(self[i]),
            self.filter(pred).len() <= self.len(),
    {
        broadcast use group_filter_ensures;

    }

    /// A filter with one element more.
    pub broadcast proof fn lemma_filter_push(self, elem: A, pred: spec_fn(A) -> bool)
        ensures
            #[trigger] self.push(elem).filter(pred) == (if pred(elem) {
                self.filter(pred).push(elem)
            } else {
                self.filter(pred)
            }),
    {
        self.push(elem).lemma_filter_step(pred);
        assert(self.push(elem).drop_last() =~= self);
    }

    /// The size of a filter with one element more.
    pub broadcast proof fn lemma_filter_len_push(self, p: spec_fn(A) -> bool, elem: A)
        ensures
            #[trigger] self.push(elem).filter(p).len() == self.filter(p).len() + (if p(elem) {
                1int
            } else {
                0int
            }),
    {
        self.lemma_filter_push(elem, p);
    }

    /// A concatenation may be filtered part by part.
    pub broadcast proof fn filter_distributes_over_add(a: Self, b: Self, pred: spec_fn(A) -> bool)
        ensures
            #[trigger] (a + b).filter(pred) == a.filter(pred) + b.filter(pred),
        decreases b.len(),
    {
        b.lemma_filter_step(pred);
        if b.len() == 0 {
            assert(a + b =~= a);
            assert(a.filter(pred) + b =~= a.filter(pred));
        } else {
            let front = b.drop_last();
            Seq::filter_distributes_over_add(a, front, pred);
            assert((a + front).push(b.last()) =~= a + b);
            (a + front).lemma_filter_push(b.last(), pred);
            assert((a.filter(pred) + front.filter(pred)).push(b.last()) =~= a.filter(pred) + front.filter(pred).push(
                b.last(),
            ));
        }
    }

    /// A filter of one element and the rest.
    pub broadcast proof fn lemma_filter_prepend(self, x: A, p: spec_fn(A) -> bool)
        ensures
            #[trigger] (Seq::<A>::empty().push(x) + self).filter(p) == (if p(x) {
                Seq::<A>::empty().push(x)
            } else {
                Seq::empty()
            }) + self.filter(p),
    {
        let one = Seq::<A>::empty().push(x);
        Seq::filter_distributes_over_add(one, self, p);
        Seq::<A>::empty().lemma_filter_push(x, p);
        Seq::<A>::empty().lemma_filter_step(p);
    }

    /// Both ways to filter are the same.
    pub proof fn lemma_filter_eq_filter_alt(self, p: spec_fn(A) -> bool)
        ensures
            self.filter(p) =~= self.filter_alt(p),
    {
        if self.len() == 0 {
            self.lemma_filter_step(p);
        } else {
            let rest = self.drop_first();
            rest.lemma_filter_prepend(self.first(), p);
            assert(Seq::<A>::empty().push(self.first()) + rest =~= self);
        }
    }

    /// Nothing passes a filter that no element passes.
    pub proof fn lemma_all_neg_filter_empty(self, pred: spec_fn(A) -> bool)
        requires
            self.all(|x: A| !pred(x)),
        ensures
            self.filter(pred).len() == 0,
    {
        let q = |x: A| !pred(x);
        assert(self.all(q));
        let t = self.filter(pred);
        if t.len() > 0 {
            self.lemma_filter_pred(pred, 0);
            assert(t.contains(t[0]));
            self.lemma_filter_contains_rev(pred, t[0]);
            let i = choose|i: int| 0 <= i < self.len() && self[i] == t[0];
            assert(q(self[i]));
        }
    }

    /// The filter of a beginning is a beginning of the filter.
    pub proof fn lemma_filter_monotone(self, ys: Seq<A>, p: spec_fn(A) -> bool)
        requires
            self.is_prefix_of(ys),
        ensures
            self.filter(p).is_prefix_of(ys.filter(p)),
    {
        let rest = ys.subrange(self.len() as int, ys.len() as int);
        assert(self + rest =~= ys);
        Seq::filter_distributes_over_add(self, rest, p);
    }

    /// The filter of a beginning is no longer.
    pub proof fn lemma_filter_take_len(self, p: spec_fn(A) -> bool, i: int)
        requires
            0 <= i <= self.len(),
        ensures
            self.filter(p).len() >= self.take(i).filter(p).len(),
    {
        self.take(i).lemma_filter_monotone(self, p);
    }

    /// What a partial function gives is the result of some element.
    pub broadcast proof fn lemma_filter_map_contains<B>(self, f: spec_fn(A) -> Option<B>, elt: B)
        requires
            #[trigger] self.filter_map(f).contains(elt),
        ensures
            exists|t: A| #[trigger] self.contains(t) && f(t) == Some(elt),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            assert(front.push(self.last()) =~= self);
            if front.filter_map(f).contains(elt) {
                front.lemma_filter_map_contains(f, elt);
                let t = choose|t: A| #[trigger] front.contains(t) && f(t) == Some(elt);
                front.lemma_push_contains(self.last(), t);
            } else {
                front.lemma_push_contains(self.last(), self.last());
                assert(self.contains(self.last()));
                match f(self.last()) {
                    Option::Some(b) => {
                        front.filter_map(f).lemma_add_contains(Seq::<B>::empty().push(b), elt);
                        Seq::<B>::empty().lemma_push_contains(b, elt);
                    },
                    Option::None => {},
                }
            }
        }
    }

    /// A partial function on one element.
    pub proof fn lemma_filter_map_singleton<B>(a: A, f: spec_fn(A) -> Option<B>)
        ensures
            Seq::<A>::empty().push(a).filter_map(f) =~= (match f(a) {
                Option::Some(b) => Seq::<B>::empty().push(b),
                Option::None => Seq::empty(),
            }),
    {
        let one = Seq::<A>::empty().push(a);
        assert(one.drop_last().filter_map(f) =~= Seq::<B>::empty());
    }

    /// A partial function on a longer beginning.
    pub broadcast proof fn lemma_filter_map_take_succ<B>(self, f: spec_fn(A) -> Option<B>, i: int)
        requires
            0 <= i < self.len(),
        ensures
            #[trigger] self.take(i + 1).filter_map(f) =~= self.take(i).filter_map(f) + (match f(self[i]) {
                Option::Some(s) => Seq::<B>::empty().push(s),
                Option::None => Seq::empty(),
            }),
    {
        let t = self.take(i + 1);
        assert(t.drop_last() =~= self.take(i));
    }
}

/// Filtering before or after taking views is the same, when the conditions agree.
pub proof fn lemma_filter_view_commute<S: View>(s: Seq<S>, p: spec_fn(S) -> bool, sp: spec_fn(S::V) -> bool)
    requires
        forall|s: S| #[trigger] p(s) <==> sp(s.view()),
    ensures
        s.filter(p).map_values(|x: S| x.view()) == s.map_values(|x: S| x.view()).filter(sp),
    decreases s.len(),
{
    let v = |x: S| x.view();
    lemma_filter_image_commute(s, p, sp, v);
}

/// A condition holds at one index, as the condition on the views does.
pub proof fn lemma_exactly_one_view<S: View>(s: Seq<S>, p: spec_fn(S) -> bool, sp: spec_fn(S::V) -> bool)
    requires
        forall|s: S| #[trigger] p(s) <==> sp(s.view()),
    ensures
        s.exactly_one(p) <==> s.map_values(|x: S| x.view()).exactly_one(sp),
{
    lemma_filter_view_commute(s, p, sp);
    assert(s.filter(p).map_values(|x: S| x.view()).len() == s.filter(p).len());
}

/// Filtering before or after taking results is the same, when the conditions agree.
proof fn lemma_filter_image_commute<A, B>(
    s: Seq<A>,
    p: spec_fn(A) -> bool,
    q: spec_fn(B) -> bool,
    f: spec_fn(A) -> B,
)
    requires
        forall|a: A| #[trigger] p(a) <==> q(f(a)),
    ensures
        s.filter(p).map_values(f) == s.map_values(f).filter(q),
    decreases s.len(),
{
    s.lemma_filter_step(p);
    s.map_values(f).lemma_filter_step(q);
    if s.len() == 0 {
        assert(s.filter(p).map_values(f) =~= s.map_values(f).filter(q));
    } else {
        let front = s.drop_last();
        lemma_filter_image_commute(front, p, q, f);
        assert(s.map_values(f).drop_last() =~= front.map_values(f));
        assert(p(s.last()) <==> q(f(s.last())));
        assert(front.filter(p).push(s.last()).map_values(f) =~= front.filter(p).map_values(f).push(f(s.last())));
    }
}

} // verus!
