//! Names that lemmas about sequences had when they were axioms, for programs that use them. Nothing here is trusted.
// @when axiom_seq_

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The empty sequence has no elements.
pub broadcast proof fn axiom_seq_empty<A>()
    ensures
        #[trigger] Seq::<A>::empty().len() == 0,
{
    broadcast use lemma_seq_empty;
}

/// `push` makes a sequence longer by one.
pub broadcast proof fn axiom_seq_push_len<A>(s: Seq<A>, a: A)
    ensures
        #[trigger] s.push(a).len() == s.len() + 1,
{
    lemma_seq_push_len(s, a);
}

/// The element that was pushed is the last one.
pub broadcast proof fn axiom_seq_push_index_same<A>(s: Seq<A>, a: A, i: int)
    requires
        i == s.len(),
    ensures
        #[trigger] s.push(a)[i] == a,
{
    lemma_seq_push_index_same(s, a, i);
}

/// `push` leaves the other elements as they are.
pub broadcast proof fn axiom_seq_push_index_different<A>(s: Seq<A>, a: A, i: int)
    requires
        i < s.len(),
    ensures
        #[trigger] s.push(a)[i] == s[i],
{
    lemma_seq_push_index_different(s, a, i);
}

/// `update` leaves the length as it is.
pub broadcast proof fn axiom_seq_update_len<A>(s: Seq<A>, i: int, a: A)
    ensures
        #[trigger] s.update(i, a).len() == s.len(),
{
    lemma_seq_update_len(s, i, a);
}

/// The element that was written.
pub broadcast proof fn axiom_seq_update_same<A>(s: Seq<A>, i: int, a: A)
    requires
        0 <= i < s.len(),
    ensures
        #[trigger] s.update(i, a)[i] == a,
{
    lemma_seq_update_same(s, i, a);
}

/// `update` leaves the other elements as they are.
pub broadcast proof fn axiom_seq_update_different<A>(s: Seq<A>, i1: int, i2: int, a: A)
    requires
        i1 != i2,
    ensures
        #[trigger] s.update(i2, a)[i1] == s[i1],
{
    lemma_seq_update_different(s, i1, i2, a);
}

/// A sequence is built after its proper parts.
pub broadcast proof fn axiom_seq_subrange_decreases<A>(s: Seq<A>, i: int, j: int)
    requires
        0 <= i <= j <= s.len(),
        s.subrange(i, j).len() < s.len(),
    ensures
        #[trigger] (decreases_to!(s => s.subrange(i, j))),
{
    lemma_seq_subrange_decreases(s, i, j);
}

/// The length of a part.
pub broadcast proof fn axiom_seq_subrange_len<A>(s: Seq<A>, j: int, k: int)
    requires
        0 <= j <= k <= s.len(),
    ensures
        #[trigger] s.subrange(j, k).len() == k - j,
{
    lemma_seq_subrange_len(s, j, k);
}

/// The elements of a part are those of the whole, moved.
pub broadcast proof fn axiom_seq_subrange_index<A>(s: Seq<A>, j: int, k: int, i: int)
    requires
        0 <= j <= k <= s.len(),
        0 <= i < k - j,
    ensures
        #[trigger] s.subrange(j, k)[i] == s[i + j],
{
    lemma_seq_subrange_index(s, j, k, i);
}

/// Lengths add up.
pub broadcast proof fn axiom_seq_add_len<A>(s1: Seq<A>, s2: Seq<A>)
    ensures
        #[trigger] s1.add(s2).len() == s1.len() + s2.len(),
{
    lemma_seq_add_len(s1, s2);
}

/// The elements of the first part come first.
pub broadcast proof fn axiom_seq_add_index1<A>(s1: Seq<A>, s2: Seq<A>, i: int)
    requires
        i < s1.len(),
    ensures
        #[trigger] s1.add(s2)[i] == s1[i],
{
    lemma_seq_add_index1(s1, s2, i);
}

/// The elements of the second part follow.
pub broadcast proof fn axiom_seq_add_index2<A>(s1: Seq<A>, s2: Seq<A>, i: int)
    requires
        s1.len() <= i < s1.len() + s2.len(),
    ensures
        #[trigger] s1.add(s2)[i] == s2[i - s1.len()],
{
    lemma_seq_add_index2(s1, s2, i);
}

} // verus!
