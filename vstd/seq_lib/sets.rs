//! The set of the elements.

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

broadcast use {group_iset_lemmas, group_seq_lemmas, group_set_lemmas};

impl<A> Seq<A> {
    /// The members of the set of elements are the elements.
    pub(crate) proof fn lemma_to_set_contains(self, a: A)
        ensures
            self.to_set().contains(a) <==> self.contains(a),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_to_set_contains(a);
            assert(self =~= front.push(self.last()));
            front.lemma_push_contains(self.last(), a);
        }
    }

    /// The members of the set of elements are the elements.
    pub broadcast proof fn to_set_ensures(self)
        ensures
            #![trigger self.to_set()]
            forall|i: int| 0 <= i < self.len() ==> #[trigger] self.to_set().contains(self[i]),
            forall|a: A| #[trigger] self.to_set().contains(a) <==> self.contains(a),
    {
        assert forall|a: A| #[trigger] self.to_set().contains(a) <==> self.contains(a) by {
            self.lemma_to_set_contains(a);
        }
        assert forall|i: int| 0 <= i < self.len() implies #[trigger] self.to_set().contains(self[i]) by {
            assert(self.contains(self[i]));
        }
    }

    /// Without duplicates there are as many members as elements.
    pub proof fn unique_seq_to_set(self)
        requires
            self.no_duplicates(),
        ensures
            self.len() == self.to_set().len(),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            assert forall|i: int, j: int|
                #![trigger front[i], front[j]]
                0 <= i < front.len() && 0 <= j < front.len() && i != j implies front[i] != front[j] by {
                assert(self[i] != self[j]);
            }
            front.unique_seq_to_set();
            front.lemma_to_set_contains(self.last());
            if front.contains(self.last()) {
                let i = choose|i: int| 0 <= i < front.len() && front[i] == self.last();
                assert(self[i] != self[self.len() - 1]);
                assert(false);
            }
        }
    }

    /// There are no more members than elements.
    pub proof fn lemma_cardinality_of_set(self)
        ensures
            self.to_set().len() <= self.len(),
        decreases self.len(),
    {
        if self.len() > 0 {
            self.drop_last().lemma_cardinality_of_set();
        }
    }

    /// There are no members exactly when there are no elements.
    pub proof fn lemma_cardinality_of_empty_set_is_0(self)
        ensures
            self.to_set().len() == 0 <==> self.len() == 0,
    {
        if self.len() > 0 {
            assert(self.to_set().contains(self.last()));
            assert(self.to_set().len() != 0);
        }
    }

    /// As many members as elements make a sequence without duplicates.
    pub proof fn lemma_no_dup_set_cardinality(self)
        requires
            self.to_set().len() == self.len(),
        ensures
            self.no_duplicates(),
        decreases self.len(),
    {
        if self.len() > 0 {
            let front = self.drop_last();
            front.lemma_cardinality_of_set();
            front.lemma_no_dup_set_cardinality();
            front.lemma_to_set_contains(self.last());
            assert forall|i: int, j: int|
                #![trigger self[i], self[j]]
                0 <= i < self.len() && 0 <= j < self.len() && i != j implies self[i] != self[j] by {
                if i < front.len() && j < front.len() {
                    assert(front[i] != front[j]);
                } else if i < front.len() {
                    assert(front.contains(front[i]));
                } else if j < front.len() {
                    assert(front.contains(front[j]));
                }
            }
        }
    }

    /// Taking results before or after going to a set is the same.
    pub broadcast proof fn lemma_to_set_map_commutes<B>(self, f: spec_fn(A) -> B)
        ensures
            #[trigger] self.to_set().map(f) =~= self.map_values(f).to_set(),
    {
        let t = self.map_values(f);
        assert forall|b: B| #[trigger] self.to_set().map(f).contains(b) == t.to_set().contains(b) by {
            t.lemma_to_set_contains(b);
            if self.to_set().map(f).contains(b) {
                let a = choose|a: A| #[trigger] self.to_set().contains(a) && b == f(a);
                self.lemma_to_set_contains(a);
                let i = choose|i: int| 0 <= i < self.len() && self[i] == a;
                assert(t[i] == b);
            }
            if t.contains(b) {
                let i = choose|i: int| 0 <= i < t.len() && t[i] == b;
                assert(self.contains(self[i]));
                self.lemma_to_set_contains(self[i]);
            }
        }
    }

    /// The same for sets that may be infinite.
    pub broadcast proof fn lemma_to_iset_map_commutes<B>(self, f: spec_fn(A) -> B)
        ensures
            #[trigger] self.to_iset().map(f) =~= self.map_values(f).to_iset(),
    {
        self.lemma_to_set_map_commutes(f);
        assert forall|b: B| #[trigger]
            self.to_iset().map(f).contains(b) == self.map_values(f).to_iset().contains(b) by {
            assert(self.to_set().map(f).contains(b) == self.map_values(f).to_set().contains(b));
            if self.to_set().map(f).contains(b) {
                let a = choose|a: A| #[trigger] self.to_set().contains(a) && b == f(a);
                assert(self.to_iset().contains(a));
            }
            if self.to_iset().map(f).contains(b) {
                let a = choose|a: A| #[trigger] self.to_iset().contains(a) && b == f(a);
                assert(self.to_set().contains(a));
            }
        }
    }

    /// One element more is a member more.
    pub broadcast proof fn lemma_push_to_set_commute(self, elem: A)
        ensures
            #[trigger] self.push(elem).to_set() =~= self.to_set().insert(elem),
    {
        assert(self.push(elem).drop_last() =~= self);
    }

    /// One element more behind is a member more.
    pub broadcast proof fn lemma_to_set_insert_commutes(sq: Seq<A>, elt: A)
        ensures
            #[trigger] (sq + Seq::<A>::empty().push(elt)).to_set() =~= sq.to_set().insert(elt),
    {
        assert(sq + Seq::<A>::empty().push(elt) =~= sq.push(elt));
        sq.lemma_push_to_set_commute(elt);
    }

    /// The same for sets that may be infinite.
    pub broadcast proof fn lemma_to_iset_insert_commutes(sq: Seq<A>, elt: A)
        ensures
            #[trigger] (sq + Seq::<A>::empty().push(elt)).to_iset() =~= sq.to_iset().insert(elt),
    {
        Seq::lemma_to_set_insert_commutes(sq, elt);
        assert forall|a: A| #[trigger]
            (sq + Seq::<A>::empty().push(elt)).to_iset().contains(a) == sq.to_iset().insert(elt).contains(a) by {
            assert((sq + Seq::<A>::empty().push(elt)).to_set().contains(a) == sq.to_set().insert(elt).contains(a));
        }
    }
}

/// The set of a concatenation is the union.
pub proof fn seq_to_set_distributes_over_add<T>(s1: Seq<T>, s2: Seq<T>)
    ensures
        s1.to_set() + s2.to_set() =~= (s1 + s2).to_set(),
{
    assert forall|a: T| #[trigger] (s1.to_set() + s2.to_set()).contains(a) == (s1 + s2).to_set().contains(a) by {
        s1.lemma_to_set_contains(a);
        s2.lemma_to_set_contains(a);
        (s1 + s2).lemma_to_set_contains(a);
        s1.lemma_add_contains(s2, a);
    }
}

} // verus!
