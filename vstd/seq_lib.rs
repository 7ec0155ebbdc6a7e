//! More operations on sequences, and lemmas about them. Nothing here is trusted.

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_seq_axioms;

impl<A> Seq<A> {
    /// The sequence of `f(i, s[i])`.
    pub open spec fn map<B>(self, f: spec_fn(int, A) -> B) -> Seq<B> {
        Seq::new(self.len(), |i: int| f(i, self[i]))
    }

    /// The sequence of `f(s[i])`.
    pub open spec fn map_values<B>(self, f: spec_fn(A) -> B) -> Seq<B> {
        Seq::new(self.len(), |i: int| f(self[i]))
    }

    /// Whether `other` begins with the sequence.
    pub open spec fn is_prefix_of(self, other: Seq<A>) -> bool {
        self.len() <= other.len() && self =~= other.subrange(0, self.len() as int)
    }

    /// Whether `other` ends with the sequence.
    pub open spec fn is_suffix_of(self, other: Seq<A>) -> bool {
        self.len() <= other.len() && self =~= other.subrange(other.len() - self.len(), other.len() as int)
    }

    /// Whether no element is at two indexes.
    pub open spec fn no_duplicates(self) -> bool {
        forall|i: int, j: int|
            #![trigger self[i], self[j]]
            0 <= i < self.len() && 0 <= j < self.len() && i != j ==> self[i] != self[j]
    }

    /// Whether the sequences have no common element.
    pub open spec fn disjoint(self, other: Seq<A>) -> bool {
        forall|i: int, j: int|
            #![trigger self[i], other[j]]
            0 <= i < self.len() && 0 <= j < other.len() ==> self[i] != other[j]
    }

    /// The elements in the opposite order.
    pub open spec fn reverse(self) -> Seq<A> {
        Seq::new(self.len(), |i: int| self[self.len() - 1 - i])
    }

    /// An index where `needle` is.
    pub open spec fn index_of(self, needle: A) -> int
        recommends
            self.contains(needle),
    {
        choose|i: int| 0 <= i < self.len() && self[i] == needle
    }

    /// The sequence with `a` put in front of the element at `i`.
    pub open spec fn insert(self, i: int, a: A) -> Seq<A>
        recommends
            0 <= i <= self.len(),
    {
        self.subrange(0, i).push(a).add(self.subrange(i, self.len() as int))
    }

    /// The sequence without the element at `i`.
    pub open spec fn remove(self, i: int) -> Seq<A>
        recommends
            0 <= i < self.len(),
    {
        self.subrange(0, i).add(self.subrange(i + 1, self.len() as int))
    }

    /// The elements that `pred` holds of, in the same order.
    pub open spec fn filter(self, pred: spec_fn(A) -> bool) -> Seq<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            self
        } else {
            let front = self.drop_last().filter(pred);
            if pred(self.last()) {
                front.push(self.last())
            } else {
                front
            }
        }
    }

    /// `f(.. f(f(b, s[0]), s[1]) .., s.last())`.
    pub open spec fn fold_left<B>(self, b: B, f: spec_fn(B, A) -> B) -> B
        decreases self.len(),
    {
        if self.len() == 0 {
            b
        } else {
            f(self.drop_last().fold_left(b, f), self.last())
        }
    }

    /// `f(s[0], f(s[1], .. f(s.last(), b) ..))`.
    pub open spec fn fold_right<B>(self, f: spec_fn(A, B) -> B, b: B) -> B
        decreases self.len(),
    {
        if self.len() == 0 {
            b
        } else {
            self.drop_last().fold_right(f, f(self.last(), b))
        }
    }

    /// The set of the elements.
    pub open spec fn to_set(self) -> Set<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Set::empty()
        } else {
            self.drop_last().to_set().insert(self.last())
        }
    }
}

/// Two sequences put one after the other can be taken apart again.
pub proof fn lemma_add_parts<A>(s1: Seq<A>, s2: Seq<A>)
    ensures
        s1.add(s2).subrange(0, s1.len() as int) =~= s1,
        s1.add(s2).subrange(s1.len() as int, (s1.len() + s2.len()) as int) =~= s2,
{
}

/// A sequence cut in two is the concatenation of the parts.
pub proof fn lemma_cut<A>(s: Seq<A>, i: int)
    requires
        0 <= i <= s.len(),
    ensures
        s.subrange(0, i).add(s.subrange(i, s.len() as int)) =~= s,
{
}

/// Concatenation may be bracketed either way.
pub proof fn lemma_add_associative<A>(s1: Seq<A>, s2: Seq<A>, s3: Seq<A>)
    ensures
        s1.add(s2).add(s3) =~= s1.add(s2.add(s3)),
{
}

/// Turning a sequence around twice gives the sequence.
pub proof fn lemma_reverse_reverse<A>(s: Seq<A>)
    ensures
        s.reverse().reverse() =~= s,
{
}

/// What `push` puts at the end is an element, and so is all that was one before.
pub proof fn lemma_push_contains<A>(s: Seq<A>, a: A, b: A)
    ensures
        s.push(a).contains(b) <==> s.contains(b) || a == b,
{
    if s.contains(b) {
        let i = choose|i: int| 0 <= i < s.len() && s.index(i) == b;
        assert(s.push(a).index(i) == b);
    }
    if a == b {
        assert(s.push(a).index(s.len() as int) == b);
    }
    if s.push(a).contains(b) && a != b {
        let i = choose|i: int| 0 <= i < s.push(a).len() && s.push(a).index(i) == b;
        assert(s.index(i) == b);
    }
}

/// The members of the set of elements are the elements.
pub proof fn lemma_to_set_contains<A>(s: Seq<A>, a: A)
    ensures
        s.to_set().contains(a) <==> s.contains(a),
    decreases s.len(),
{
    broadcast use group_set_axioms;

    if s.len() > 0 {
        let front = s.drop_last();
        lemma_to_set_contains(front, a);
        assert(s =~= front.push(s.last()));
        lemma_push_contains(front, s.last(), a);
    } else {
        assert(!s.contains(a));
    }
}

/// A filtered sequence has no more elements, and only such as pass.
pub proof fn lemma_filter<A>(s: Seq<A>, pred: spec_fn(A) -> bool)
    ensures
        s.filter(pred).len() <= s.len(),
        forall|i: int| 0 <= i < s.filter(pred).len() ==> pred(#[trigger] s.filter(pred)[i]),
    decreases s.len(),
{
    if s.len() > 0 {
        lemma_filter(s.drop_last(), pred);
    }
}

} // verus!
