//! Lemmas about finite sets. Nothing here is trusted.

#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A set of size 0 is empty, and the other way round.
pub proof fn lemma_len0_is_empty<A>(s: Set<A>)
    ensures
        s.len() == 0 <==> s =~= Set::<A>::empty(),
{
    broadcast use group_set_axioms;

    if s.len() == 0 {
        assert forall|a: A| !#[trigger] s.contains(a) by {
            if s.contains(a) {
                assert(s.remove(a).len() + 1 == s.len());
            }
        }
    }
}

/// A part of a set is no larger than the set.
pub proof fn lemma_len_subset<A>(s1: Set<A>, s2: Set<A>)
    requires
        s1.subset_of(s2),
    ensures
        s1.len() <= s2.len(),
    decreases s1.len(),
{
    broadcast use group_set_axioms;

    if s1.len() != 0 {
        let a = s1.choose();
        assert(s1.contains(a));
        lemma_len_subset(s1.remove(a), s2.remove(a));
    }
}

/// A part of a set that is as large as the set is the set.
pub proof fn lemma_subset_equality<A>(s1: Set<A>, s2: Set<A>)
    requires
        s1.subset_of(s2),
        s1.len() == s2.len(),
    ensures
        s1 =~= s2,
{
    broadcast use group_set_axioms;

    assert forall|a: A| #[trigger] s2.contains(a) implies s1.contains(a) by {
        if !s1.contains(a) {
            lemma_len_subset(s1, s2.remove(a));
        }
    }
}

/// What two sets have in common is no more than the first has.
pub proof fn lemma_len_intersect<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.intersect(s2).len() <= s1.len(),
{
    broadcast use group_set_axioms;

    lemma_len_subset(s1.intersect(s2), s1);
}

/// What is left of a set is no more than the set.
pub proof fn lemma_len_difference<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.difference(s2).len() <= s1.len(),
{
    broadcast use group_set_axioms;

    lemma_len_subset(s1.difference(s2), s1);
}

/// The sizes of sets without a common member add up.
pub proof fn lemma_set_disjoint_lens<A>(s1: Set<A>, s2: Set<A>)
    requires
        s1.disjoint(s2),
    ensures
        s1.union(s2).len() == s1.len() + s2.len(),
    decreases s1.len(),
{
    broadcast use group_set_axioms;

    if s1.len() == 0 {
        lemma_len0_is_empty(s1);
        assert(s1.union(s2) =~= s2);
    } else {
        let a = s1.choose();
        assert(s1.contains(a));
        lemma_set_disjoint_lens(s1.remove(a), s2);
        assert(s1.union(s2) =~= s1.remove(a).union(s2).insert(a));
    }
}

/// A union is no larger than both sets together.
pub proof fn lemma_len_union<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.union(s2).len() <= s1.len() + s2.len(),
{
    broadcast use group_set_axioms;

    let rest = s2.difference(s1);
    lemma_set_disjoint_lens(s1, rest);
    assert(s1.union(s2) =~= s1.union(rest));
    lemma_len_difference(s2, s1);
}

} // verus!
