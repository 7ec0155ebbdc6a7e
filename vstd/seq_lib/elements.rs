//! What is in a sequence, and where.

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
    /// What `push` puts at the end is an element, and so is all that was one before.
    pub(crate) proof fn lemma_push_contains(self, a: A, b: A)
        ensures
            self.push(a).contains(b) <==> self.contains(b) || a == b,
    {
        let t = self.push(a);
        if self.contains(b) {
            let i = choose|i: int| 0 <= i < self.len() && self[i] == b;
            assert(t[i] == b);
        }
        if a == b {
            assert(t[self.len() as int] == b);
        }
        if t.contains(b) && a != b {
            let i = choose|i: int| 0 <= i < t.len() && t[i] == b;
            assert(self[i] == b);
        }
    }

    /// The elements of a concatenation are those of the parts.
    pub(crate) proof fn lemma_add_contains(self, other: Seq<A>, a: A)
        ensures
            (self + other).contains(a) <==> self.contains(a) || other.contains(a),
    {
        let t = self + other;
        if self.contains(a) {
            let i = choose|i: int| 0 <= i < self.len() && self[i] == a;
            assert(t[i] == a);
        }
        if other.contains(a) {
            let i = choose|i: int| 0 <= i < other.len() && other[i] == a;
            assert(t[i + self.len()] == a);
        }
        if t.contains(a) {
            let i = choose|i: int| 0 <= i < t.len() && t[i] == a;
            if i < self.len() {
                assert(self[i] == a);
            } else {
                assert(other[i - self.len()] == a);
            }
        }
    }

    /// Where the search from the front ends.
    proof fn lemma_first_from(self, needle: A, i: int)
        requires
            0 <= i <= self.len(),
        ensures
            i <= self.first_from(needle, i) <= self.len(),
            self.first_from(needle, i) < self.len() ==> self[self.first_from(needle, i)] == needle,
            forall|j: int| i <= j < self.first_from(needle, i) ==> #[trigger] self[j] != needle,
        decreases self.len() - i,
    {
        if i < self.len() && self[i] != needle {
            self.lemma_first_from(needle, i + 1);
        }
    }

    /// What `index_of_first` finds.
    pub proof fn index_of_first_ensures(self, needle: A)
        ensures
            match self.index_of_first(needle) {
                Some(index) => {
                    &&& self.contains(needle)
                    &&& 0 <= index < self.len()
                    &&& self[index] == needle
                    &&& forall|j: int| 0 <= j < index < self.len() ==> #[trigger] self[j] != needle
                },
                None => { !self.contains(needle) },
            },
    {
        self.lemma_first_from(needle, 0);
    }

    /// Where the search from the end ends.
    proof fn lemma_last_below(self, needle: A, i: int)
        requires
            0 <= i <= self.len(),
        ensures
            -1 <= self.last_below(needle, i) < i,
            self.last_below(needle, i) >= 0 ==> self[self.last_below(needle, i)] == needle,
            forall|j: int| self.last_below(needle, i) < j < i ==> #[trigger] self[j] != needle,
        decreases i,
    {
        if i > 0 && self[i - 1] != needle {
            self.lemma_last_below(needle, i - 1);
        }
    }

    /// What `index_of_last` finds.
    pub proof fn index_of_last_ensures(self, needle: A)
        ensures
            match self.index_of_last(needle) {
                Some(index) => {
                    &&& self.contains(needle)
                    &&& 0 <= index < self.len()
                    &&& self[index] == needle
                    &&& forall|j: int| 0 <= index < j < self.len() ==> #[trigger] self[j] != needle
                },
                None => { !self.contains(needle) },
            },
    {
        self.lemma_last_below(needle, self.len() as int);
    }

    /// What holds at every index holds of every element.
    pub proof fn lemma_indexing_implies_membership(self, f: spec_fn(A) -> bool)
        requires
            forall|i: int| 0 <= i < self.len() ==> #[trigger] f(#[trigger] self[i]),
        ensures
            forall|x: A| #[trigger] self.contains(x) ==> #[trigger] f(x),
    {
        assert forall|x: A| #[trigger] self.contains(x) implies #[trigger] f(x) by {
            let i = choose|i: int| 0 <= i < self.len() && self[i] == x;
            assert(f(self[i]));
        }
    }

    /// What holds of every element holds at every index.
    pub proof fn lemma_membership_implies_indexing(self, f: spec_fn(A) -> bool)
        requires
            forall|x: A| #[trigger] self.contains(x) ==> #[trigger] f(x),
        ensures
            forall|i: int| 0 <= i < self.len() ==> #[trigger] f(self[i]),
    {
        assert forall|i: int| 0 <= i < self.len() implies #[trigger] f(self[i]) by {
            assert(self.contains(self[i]));
        }
    }

    /// An element is somewhere.
    pub proof fn lemma_contains_to_index(self, elem: A) -> (idx: int)
        requires
            self.contains(elem),
        ensures
            0 <= idx < self.len() && self[idx] == elem,
    {
        choose|i: int| 0 <= i < self.len() && self[i] == elem
    }

    /// What is at an index is an element.
    pub broadcast proof fn lemma_index_contains(self, i: int)
        requires
            0 <= i < self.len(),
        ensures
            self.contains(#[trigger] self[i]),
    {
    }

    /// What holds of the first element and of all others holds of all.
    pub proof fn lemma_all_from_head_tail(self, pred: spec_fn(A) -> bool)
        requires
            self.len() > 0,
            pred(self[0]) && self.skip(1).all(|x: A| pred(x)),
        ensures
            self.all(|x: A| pred(x)),
    {
        let rest = self.skip(1);
        let p = |x: A| pred(x);
        assert forall|i: int| 0 <= i < self.len() implies #[trigger] p(self[i]) by {
            if i > 0 {
                assert(self[i] == rest[i - 1]);
                assert(p(rest[i - 1]));
            }
        }
        assert(self.all(p));
    }

    /// What holds of some element and not of the first holds of another.
    pub proof fn lemma_any_tail(self, pred: spec_fn(A) -> bool)
        requires
            self.any(|x: A| pred(x)),
        ensures
            !pred(self[0]) ==> self.skip(1).any(|x: A| pred(x)),
    {
        let rest = self.skip(1);
        let p = |x: A| pred(x);
        assert(self.any(p));
        let i = choose|i: int| 0 <= i < self.len() && #[trigger] p(self[i]);
        if i > 0 {
            assert(self[i] == rest[i - 1]);
            assert(p(rest[i - 1]));
            assert(rest.any(p));
        }
    }

    /// What holds of all elements and of one more holds of all.
    pub broadcast proof fn lemma_all_push(self, p: spec_fn(A) -> bool, elem: A)
        requires
            self.all(p),
            p(elem),
        ensures
            #[trigger] self.push(elem).all(p),
    {
        let t = self.push(elem);
        assert forall|i: int| 0 <= i < t.len() implies #[trigger] p(t[i]) by {
            if i < self.len() {
                assert(t[i] == self[i]);
            }
        }
    }

    /// Something holds of an element of a longer beginning when it does of a shorter one, or at its end.
    pub broadcast proof fn lemma_take_any_succ(self, p: spec_fn(A) -> bool, i: int)
        requires
            0 <= i < self.len(),
        ensures
            #[trigger] self.take(i + 1).any(p) <==> self.take(i).any(p) || p(self[i]),
    {
        let (s, t) = (self.take(i), self.take(i + 1));
        if t.any(p) {
            let k = choose|k: int| 0 <= k < t.len() && #[trigger] p(t[k]);
            if k < i {
                assert(s[k] == t[k]);
                assert(p(s[k]));
            }
        }
        if s.any(p) {
            let k = choose|k: int| 0 <= k < s.len() && #[trigger] p(s[k]);
            assert(s[k] == t[k]);
            assert(p(t[k]));
        }
        if p(self[i]) {
            assert(t[i] == self[i]);
            assert(p(t[i]));
        }
    }

    /// Results that tell elements apart are without duplicates exactly when the elements are.
    pub proof fn lemma_no_duplicates_injective<B>(self, f: spec_fn(A) -> B)
        requires
            injective(f),
        ensures
            self.no_duplicates() <==> self.map_values(f).no_duplicates(),
    {
        let t = self.map_values(f);
        if self.no_duplicates() {
            assert forall|i: int, j: int|
                #![trigger t[i], t[j]]
                0 <= i < t.len() && 0 <= j < t.len() && i != j implies t[i] != t[j] by {
                assert(self[i] != self[j]);
                assert(f(self[i]) == f(self[j]) ==> self[i] == self[j]);
            }
        }
        if t.no_duplicates() {
            assert forall|i: int, j: int|
                #![trigger self[i], self[j]]
                0 <= i < self.len() && 0 <= j < self.len() && i != j implies self[i] != self[j] by {
                assert(t[i] != t[j]);
            }
        }
    }

    /// The results with one element more.
    pub broadcast proof fn lemma_push_map_commute<B>(self, f: spec_fn(A) -> B, x: A)
        ensures
            self.map_values(f).push(f(x)) =~= #[trigger] self.push(x).map_values(f),
    {
    }

    /// The results on a longer beginning.
    pub broadcast proof fn lemma_map_take_succ<B>(self, f: spec_fn(A) -> B, i: int)
        requires
            0 <= i < self.len(),
        ensures
            #[trigger] self.take(i + 1).map_values(f) =~= self.take(i).map_values(f).push(f(self[i])),
    {
    }

    /// The pairs are the elements of the zipped sequence.
    pub proof fn lemma_zip_with_contains_index<B>(self, b: Seq<B>, i: int)
        requires
            0 <= i < self.len(),
            self.len() == b.len(),
        ensures
            self.zip_with(b).contains((self[i], b[i])),
    {
        assert(self.zip_with(b)[i] == (self[i], b[i]));
    }

    /// What holds of every pair holds at every index.
    pub proof fn lemma_zip_with_uncurry_all<B>(self, b: Seq<B>, f: spec_fn(A, B) -> bool)
        requires
            self.len() == b.len(),
        ensures
            self.zip_with(b).all(|p: (A, B)| f(p.0, p.1)) <==> forall|i: int|
                0 <= i < self.len() ==> #[trigger] f(self[i], b[i]),
    {
        let g = |p: (A, B)| f(p.0, p.1);
        let z = self.zip_with(b);
        if z.all(g) {
            assert forall|i: int| 0 <= i < self.len() implies #[trigger] f(self[i], b[i]) by {
                assert(g(z[i]));
            }
        }
        if forall|i: int| 0 <= i < self.len() ==> #[trigger] f(self[i], b[i]) {
            assert forall|i: int| 0 <= i < z.len() implies #[trigger] g(z[i]) by {
                assert(f(self[i], b[i]));
            }
        }
    }

    /// What `remove_duplicates` keeps.
    pub broadcast proof fn lemma_remove_duplicates_properties(self, seen: Seq<A>)
        ensures
            forall|x: A| (self + seen).contains(x) <==> #[trigger] self.remove_duplicates(seen).contains(x),
            #[trigger] self.remove_duplicates(seen).len() <= self.len() + seen.len(),
        decreases self.len(),
    {
        if self.len() == 0 {
            assert(self + seen =~= seen);
        } else {
            let (first, rest) = (self[0], self.skip(1));
            let one = Seq::<A>::empty().push(first);
            assert(self =~= one + rest);
            if seen.contains(first) {
                rest.lemma_remove_duplicates_properties(seen);
            } else {
                rest.lemma_remove_duplicates_properties(seen + one);
            }
            assert forall|x: A| (self + seen).contains(x) <==> #[trigger] self.remove_duplicates(seen).contains(x) by {
                self.lemma_add_contains(seen, x);
                one.lemma_add_contains(rest, x);
                Seq::<A>::empty().lemma_push_contains(first, x);
                seen.lemma_add_contains(one, x);
                rest.lemma_add_contains(seen, x);
                rest.lemma_add_contains(seen + one, x);
            }
        }
    }

    /// Duplicates may be removed in two steps.
    pub proof fn lemma_remove_duplicates_append_index(self, i: int, seen: Seq<A>)
        requires
            0 <= i < self.len(),
        ensures
            self.remove_duplicates(seen) == self.skip(i).remove_duplicates(self.take(i).remove_duplicates(seen)),
        decreases self.len(),
    {
        if i == 0 {
            assert(self.skip(0) =~= self);
        } else {
            let rest = self.skip(1);
            let more = if seen.contains(self[0]) {
                seen
            } else {
                seen + Seq::<A>::empty().push(self[0])
            };
            rest.lemma_remove_duplicates_append_index(i - 1, more);
            assert(rest.skip(i - 1) =~= self.skip(i));
            assert(self.take(i).skip(1) =~= rest.take(i - 1));
        }
    }

    /// Duplicates of a sequence with one element more.
    pub proof fn lemma_remove_duplicates_append(self, x: A, seen: Seq<A>)
        ensures
            (self + seen).contains(x) ==> (self + Seq::<A>::empty().push(x)).remove_duplicates(seen)
                == self.remove_duplicates(seen),
            !(self + seen).contains(x) ==> (self + Seq::<A>::empty().push(x)).remove_duplicates(seen)
                == self.remove_duplicates(seen) + Seq::<A>::empty().push(x),
    {
        let one = Seq::<A>::empty().push(x);
        let longer = self + one;
        let before = self.remove_duplicates(seen);
        longer.lemma_remove_duplicates_append_index(self.len() as int, seen);
        assert(longer.skip(self.len() as int) =~= one);
        assert(longer.take(self.len() as int) =~= self);
        self.lemma_remove_duplicates_properties(seen);
        assert((self + seen).contains(x) <==> before.contains(x));
        assert(one.skip(1) =~= Seq::<A>::empty());
        assert(one[0] == x);
        assert(one.skip(1).remove_duplicates(before) == before);
        assert(one.skip(1).remove_duplicates(before + one) == before + one);
    }
}

/// Where the elements are.
pub broadcast proof fn lemma_seq_contains<A>(s: Seq<A>, x: A)
    ensures
        #[trigger] s.contains(x) <==> exists|i: int| 0 <= i < s.len() && #[trigger] s[i] == x,
{
}

/// Nothing is in the empty sequence.
pub broadcast proof fn lemma_seq_empty_contains_nothing<A>(x: A)
    ensures
        !(#[trigger] Seq::<A>::empty().contains(x)),
{
}

/// A sequence of length 0 is the empty one.
pub broadcast proof fn lemma_seq_empty_equality<A>(s: Seq<A>)
    ensures
        #[trigger] s.len() == 0 ==> s =~= Seq::<A>::empty(),
{
}

/// The elements of a concatenation are those of the parts.
pub broadcast proof fn lemma_seq_concat_contains_all_elements<A>(x: Seq<A>, y: Seq<A>, elt: A)
    ensures
        #[trigger] (x + y).contains(elt) <==> x.contains(elt) || y.contains(elt),
{
    x.lemma_add_contains(y, elt);
}

/// The elements after `push`.
pub broadcast proof fn lemma_seq_contains_after_push<A>(s: Seq<A>, v: A, x: A)
    ensures
        #[trigger] s.push(v).contains(x) <==> v == x || s.contains(x),
{
    s.lemma_push_contains(v, x);
}

/// The elements of a part.
pub broadcast proof fn lemma_seq_subrange_elements<A>(s: Seq<A>, start: int, stop: int, x: A)
    requires
        0 <= start <= stop <= s.len(),
    ensures
        #[trigger] s.subrange(start, stop).contains(x) <==> (exists|i: int|
            0 <= start <= i < stop <= s.len() && #[trigger] s[i] == x),
{
    let part = s.subrange(start, stop);
    if part.contains(x) {
        let k = choose|k: int| 0 <= k < part.len() && part[k] == x;
        assert(s[k + start] == x);
    }
    if exists|i: int| 0 <= start <= i < stop <= s.len() && #[trigger] s[i] == x {
        let i = choose|i: int| 0 <= start <= i < stop <= s.len() && #[trigger] s[i] == x;
        assert(part[i - start] == x);
    }
}

/// The elements of a beginning.
pub broadcast proof fn lemma_seq_take_contains<A>(s: Seq<A>, n: int, x: A)
    requires
        0 <= n <= s.len(),
    ensures
        #[trigger] s.take(n).contains(x) <==> (exists|i: int| 0 <= i < n <= s.len() && #[trigger] s[i] == x),
{
    lemma_seq_subrange_elements(s, 0, n, x);
}

/// The elements of an end.
pub broadcast proof fn lemma_seq_skip_contains<A>(s: Seq<A>, n: int, x: A)
    requires
        0 <= n <= s.len(),
    ensures
        #[trigger] s.skip(n).contains(x) <==> (exists|i: int| 0 <= n <= i < s.len() && #[trigger] s[i] == x),
{
    lemma_seq_subrange_elements(s, n, s.len() as int, x);
}

/// Concatenations have no duplicates when the parts have none and nothing in common.
pub proof fn lemma_no_dup_in_concat<A>(a: Seq<A>, b: Seq<A>)
    requires
        a.no_duplicates(),
        b.no_duplicates(),
        forall|i: int, j: int|
            #![trigger a[i], b[j]]
            0 <= i < a.len() && 0 <= j < b.len() ==> a[i] != b[j],
    ensures
        #[trigger] (a + b).no_duplicates(),
{
    let t = a + b;
    assert forall|i: int, j: int|
        #![trigger t[i], t[j]]
        0 <= i < t.len() && 0 <= j < t.len() && i != j implies t[i] != t[j] by {
        if i < a.len() && j < a.len() {
            assert(a[i] != a[j]);
        } else if i < a.len() {
            assert(a[i] != b[j - a.len()]);
        } else if j < a.len() {
            assert(a[j] != b[i - a.len()]);
        } else {
            assert(b[i - a.len()] != b[j - a.len()]);
        }
    }
}

} // verus!
