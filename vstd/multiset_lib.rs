//! More about multisets. Nothing here is trusted.

#[allow(unused_imports)]
use crate::multiset::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_multiset_axioms;

impl<A> Multiset<A> {
    /// Whether there is no member.
    pub open spec fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether there is one value, once.
    pub open spec fn is_singleton(self) -> bool {
        &&& self.len() > 0
        &&& (forall|x: A| #[trigger] self.contains(x) ==> self.count(x) == 1)
        &&& (forall|x: A, y: A| #[trigger] self.contains(x) && #[trigger] self.contains(y) ==> x == y)
    }

    /// A multiset of one value, once, is the singleton of any of its members.
    pub proof fn lemma_is_singleton_contains_elem_equal_singleton(self, x: A)
        requires
            self.is_singleton(),
            self.contains(x),
        ensures
            self =~= Multiset::singleton(x),
    {
        assert forall|y: A| #[trigger] self.count(y) == Multiset::singleton(x).count(y) by {
            assert(self.contains(x) && self.contains(y) ==> x == y);
        }
    }

    /// A multiset of one value, once, has one member.
    pub proof fn lemma_singleton_size(self)
        requires
            self.is_singleton(),
        ensures
            self.len() == 1,
    {
        let x = self.choose();
        assert(self.count(x) > 0);
        self.lemma_is_singleton_contains_elem_equal_singleton(x);
    }

    /// Exactly the multisets with one member have one value, once.
    pub proof fn lemma_is_singleton(s: Multiset<A>)
        ensures
            s.is_singleton() <==> (s.len() == 1),
    {
        if s.is_singleton() {
            s.lemma_singleton_size();
        }
        if s.len() == 1 {
            assert forall|x: A| #[trigger] s.contains(x) implies s.count(x) == 1 by {
                assert(s.count(x) <= s.len());
            }
            assert forall|x: A, y: A| #[trigger] s.contains(x) && #[trigger] s.contains(y) implies x == y by {
                if x != y {
                    let both = Multiset::singleton(x).add(Multiset::singleton(y));
                    assert(both.subset_of(s));
                    assert(s.sub(both).len() == s.len() - both.len());
                }
            }
        }
    }
}

} // verus!
