//! The multiset of the elements.

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

/// One element more is there once more.
pub broadcast proof fn to_multiset_build<A>(s: Seq<A>, a: A)
    ensures
        #![trigger s.push(a).to_multiset()]
        s.push(a).to_multiset() =~= s.to_multiset().insert(a),
{
    assert(s.push(a).drop_last() =~= s);
}

/// The multiset of a concatenation.
pub broadcast proof fn lemma_multiset_commutative<A>(a: Seq<A>, b: Seq<A>)
    ensures
        #[trigger] (a + b).to_multiset() =~= a.to_multiset().add(b.to_multiset()),
    decreases b.len(),
{
    if b.len() == 0 {
        assert(a + b =~= a);
    } else {
        let front = b.drop_last();
        lemma_multiset_commutative(a, front);
        to_multiset_build(a + front, b.last());
        assert((a + front).push(b.last()) =~= a + b);
    }
}

/// The multiset of a sequence cut around one element.
proof fn lemma_multiset_around<A>(s: Seq<A>, i: int)
    requires
        0 <= i < s.len(),
    ensures
        s.to_multiset() == s.subrange(0, i).to_multiset().add(s.subrange(i + 1, s.len() as int).to_multiset()).insert(
            s[i],
        ),
{
    let (left, right) = (s.subrange(0, i), s.subrange(i + 1, s.len() as int));
    assert(left.push(s[i]) + right =~= s);
    lemma_multiset_commutative(left.push(s[i]), right);
    to_multiset_build(left, s[i]);
    assert(s.to_multiset() =~= left.to_multiset().add(right.to_multiset()).insert(s[i]));
}

/// An element less is there once less.
pub broadcast proof fn to_multiset_remove<A>(s: Seq<A>, i: int)
    requires
        0 <= i < s.len(),
    ensures
        #![trigger s.remove(i).to_multiset()]
        s.remove(i).to_multiset() == s.to_multiset().remove(s[i]),
{
    lemma_multiset_around(s, i);
    lemma_multiset_commutative(s.subrange(0, i), s.subrange(i + 1, s.len() as int));
    assert(s.remove(i).to_multiset() =~= s.to_multiset().remove(s[i]));
}

/// An element more, wherever, is there once more.
pub broadcast proof fn to_multiset_insert<A>(s: Seq<A>, i: int, a: A)
    requires
        0 <= i <= s.len(),
    ensures
        #![trigger s.insert(i, a).to_multiset()]
        s.insert(i, a).to_multiset() == s.to_multiset().insert(a),
{
    let t = s.insert(i, a);
    to_multiset_remove(t, i);
    lemma_multiset_around(t, i);
    assert(t.remove(i) =~= s);
    assert(t.to_multiset() =~= s.to_multiset().insert(a));
}

/// An element in place of another.
pub broadcast proof fn to_multiset_update<A>(s: Seq<A>, i: int, a: A)
    requires
        0 <= i < s.len(),
    ensures
        #[trigger] s.update(i, a).to_multiset() == s.to_multiset().insert(a).remove(s[i]),
{
    let t = s.update(i, a);
    lemma_multiset_around(s, i);
    lemma_multiset_around(t, i);
    assert(t.subrange(0, i) =~= s.subrange(0, i));
    assert(t.subrange(i + 1, t.len() as int) =~= s.subrange(i + 1, s.len() as int));
    assert(t.to_multiset() =~= s.to_multiset().insert(a).remove(s[i]));
}

/// There are as many members as elements.
pub broadcast proof fn to_multiset_len<A>(s: Seq<A>)
    ensures
        s.len() == #[trigger] s.to_multiset().len(),
    decreases s.len(),
{
    if s.len() > 0 {
        to_multiset_len(s.drop_last());
    }
}

/// The members are the elements.
pub broadcast proof fn to_multiset_contains<A>(s: Seq<A>, a: A)
    ensures
        #![trigger s.to_multiset().count(a)]
        s.contains(a) <==> s.to_multiset().count(a) > 0,
    decreases s.len(),
{
    if s.len() > 0 {
        to_multiset_contains(s.drop_last(), a);
        s.drop_last().lemma_push_contains(s.last(), a);
        assert(s.drop_last().push(s.last()) =~= s);
        assert(s.to_multiset().count(a) == s.drop_last().to_multiset().count(a) + Multiset::singleton(s.last()).count(
            a,
        ));
    }
}

impl<A> Seq<A> {
    /// What is known of the multiset of the elements.
    pub broadcast proof fn to_multiset_ensures(self)
        ensures
            #![trigger self.to_multiset().len()]
            forall|a: A| #[trigger] (self.push(a).to_multiset()) =~= self.to_multiset().insert(a),
            forall|i: int|
                0 <= i < self.len() ==> #[trigger] (self.remove(i).to_multiset()) =~= self.to_multiset().remove(
                    self[i],
                ),
            self.len() == self.to_multiset().len(),
            forall|a: A| self.contains(a) <==> #[trigger] self.to_multiset().count(a) > 0,
    {
        broadcast use group_to_multiset_ensures;

    }

    /// Without duplicates every member is there once.
    pub proof fn lemma_multiset_has_no_duplicates(self)
        requires
            self.no_duplicates(),
        ensures
            forall|x: A| #[trigger] self.to_multiset().contains(x) ==> self.to_multiset().count(x) == 1,
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            assert forall|i: int, j: int|
                #![trigger front[i], front[j]]
                0 <= i < front.len() && 0 <= j < front.len() && i != j implies front[i] != front[j] by {
                assert(self[i] != self[j]);
            }
            front.lemma_multiset_has_no_duplicates();
            assert forall|x: A| #[trigger] self.to_multiset().contains(x) implies self.to_multiset().count(x) == 1 by {
                to_multiset_contains(front, x);
                if front.contains(x) {
                    let i = choose|i: int| 0 <= i < front.len() && front[i] == x;
                    assert(self[i] != self[self.len() - 1]);
                    assert(front.to_multiset().contains(x));
                } else if x != self.last() {
                    assert(self.to_multiset().count(x) == 0);
                }
            }
        }
    }

    /// When every member is there once there are no duplicates.
    pub proof fn lemma_multiset_has_no_duplicates_conv(self)
        requires
            forall|x: A| #[trigger] self.to_multiset().contains(x) ==> self.to_multiset().count(x) == 1,
        ensures
            self.no_duplicates(),
    {
        assert forall|i: int, j: int|
            #![trigger self[i], self[j]]
            0 <= i < self.len() && 0 <= j < self.len() && i != j implies self[i] != self[j] by {
            if self[i] == self[j] {
                let (x, rest) = (self[i], self.remove(i));
                to_multiset_remove(self, i);
                to_multiset_contains(rest, x);
                to_multiset_contains(self, x);
                assert(self.contains(x));
                assert(self.to_multiset().contains(x));
                if j < i {
                    assert(rest[j] == x);
                } else {
                    assert(rest[j - 1] == x);
                }
            }
        }
    }

    /// The reverse has the same elements as often.
    pub proof fn lemma_reverse_to_multiset(self)
        ensures
            self.reverse().to_multiset() =~= self.to_multiset(),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            let one = Seq::<A>::empty().push(self.last());
            front.lemma_reverse_to_multiset();
            assert(one + front.reverse() =~= self.reverse());
            lemma_multiset_commutative(one, front.reverse());
            to_multiset_build(Seq::<A>::empty(), self.last());
        } else {
            assert(self.reverse() =~= self);
        }
    }
}

/// Which part comes first does not matter.
pub broadcast proof fn lemma_seq_union_to_multiset_commutative<A>(a: Seq<A>, b: Seq<A>)
    ensures
        #[trigger] (a + b).to_multiset() =~= (b + a).to_multiset(),
{
    lemma_multiset_commutative(a, b);
    lemma_multiset_commutative(b, a);
}

} // verus!
