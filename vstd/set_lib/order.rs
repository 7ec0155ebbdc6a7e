//! Least and greatest members of finite sets.

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
use crate::set_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_set_lemmas, group_seq_lemmas};

impl<A> Set<A> {
    /// A function that tells the members of a set apart tells those of a part apart.
    pub proof fn lemma_injective_on_subset<B>(self, r: spec_fn(A) -> B, other: Self)
        requires
            other <= self,
            self.injective_on(r),
        ensures
            other.injective_on(r),
    {
    }

    /// In a set that is not empty, something is least.
    proof fn lemma_least_exists(self, r: spec_fn(A, A) -> bool) -> (min: A)
        requires
            self.len() > 0,
            total_ordering(r),
        ensures
            self.has_least(r, min),
        decreases self.len(),
    {
        let a = self.choose();
        let rest = self.remove(a);
        assert(self.contains(a));
        assert(r(a, a));
        if rest.len() == 0 {
            assert forall|x: A| self.contains(x) implies #[trigger] r(a, x) by {
                if x != a {
                    assert(rest.contains(x));
                }
            }
            a
        } else {
            let b = rest.lemma_least_exists(r);
            assert(r(a, b) || r(b, a));
            if r(a, b) {
                assert forall|x: A| self.contains(x) implies #[trigger] r(a, x) by {
                    if x != a {
                        assert(rest.contains(x));
                        assert(r(b, x));
                    }
                }
                a
            } else {
                assert forall|x: A| self.contains(x) implies #[trigger] r(b, x) by {
                    if x != a {
                        assert(rest.contains(x));
                    }
                }
                b
            }
        }
    }

    /// The member that no other is below is the only one.
    pub proof fn find_unique_minimal_ensures(self, r: spec_fn(A, A) -> bool)
        requires
            self.len() > 0,
            total_ordering(r),
        ensures
            self.has_minimum(r, self.find_unique_minimal(r)) && (forall|min: A| #[trigger]
                self.has_minimum(r, min) ==> self.find_unique_minimal(r) == min),
    {
        let a = self.lemma_least_exists(r);
        let m = self.find_unique_minimal(r);
        self.lemma_minimal_equivalent_least(r, m);
        assert forall|min: A| #[trigger] self.has_minimum(r, min) implies m == min by {
            self.lemma_minimal_equivalent_least(r, min);
            assert(r(m, min) && r(min, m));
        }
    }

    /// The member that no other is above is the only one.
    pub proof fn find_unique_maximal_ensures(self, r: spec_fn(A, A) -> bool)
        requires
            self.len() > 0,
            total_ordering(r),
        ensures
            self.has_maximum(r, self.find_unique_maximal(r)) && (forall|max: A| #[trigger]
                self.has_maximum(r, max) ==> self.find_unique_maximal(r) == max),
    {
        let q = |x: A, y: A| r(y, x);
        assert forall|x: A, y: A, z: A| #[trigger] q(x, y) && #[trigger] q(y, z) implies q(x, z) by {
            assert(r(z, y) && r(y, x));
        }
        assert forall|x: A, y: A| #[trigger] q(x, y) && #[trigger] q(y, x) implies x == y by {
            assert(r(x, y) && r(y, x));
        }
        assert forall|x: A, y: A| #[trigger] q(x, y) || #[trigger] q(y, x) by {
            assert(r(x, y) || r(y, x));
        }
        let a = self.lemma_least_exists(q);
        assert forall|x: A| self.contains(x) implies #[trigger] r(x, a) by {
            assert(q(a, x));
        }
        assert(self.has_greatest(r, a));
        let m = self.find_unique_maximal(r);
        self.lemma_maximal_equivalent_greatest(r, m);
        assert forall|max: A| #[trigger] self.has_maximum(r, max) implies m == max by {
            self.lemma_maximal_equivalent_greatest(r, max);
            assert(r(m, max) && r(max, m));
        }
    }

    /// The greatest member is one that nothing is above.
    pub proof fn lemma_greatest_implies_maximal(self, r: spec_fn(A, A) -> bool, max: A)
        requires
            pre_ordering(r),
        ensures
            self.has_greatest(r, max) ==> self.has_maximum(r, max),
    {
    }

    /// The least member is one that nothing is below.
    pub proof fn lemma_least_implies_minimal(self, r: spec_fn(A, A) -> bool, min: A)
        requires
            pre_ordering(r),
        ensures
            self.has_least(r, min) ==> self.has_minimum(r, min),
    {
    }

    /// Where all can be compared, what nothing is above is the greatest.
    pub proof fn lemma_maximal_equivalent_greatest(self, r: spec_fn(A, A) -> bool, max: A)
        requires
            total_ordering(r),
        ensures
            self.has_greatest(r, max) <==> self.has_maximum(r, max),
    {
        if self.has_maximum(r, max) {
            assert forall|x: A| self.contains(x) implies #[trigger] r(x, max) by {
                assert(r(x, max) || r(max, x));
            }
        }
    }

    /// Where all can be compared, what nothing is below is the least.
    pub proof fn lemma_minimal_equivalent_least(self, r: spec_fn(A, A) -> bool, min: A)
        requires
            total_ordering(r),
        ensures
            self.has_least(r, min) <==> self.has_minimum(r, min),
    {
        if self.has_minimum(r, min) {
            assert forall|x: A| self.contains(x) implies #[trigger] r(min, x) by {
                assert(r(x, min) || r(min, x));
            }
        }
    }

    /// There is one least member only.
    pub proof fn lemma_least_is_unique(self, r: spec_fn(A, A) -> bool)
        requires
            partial_ordering(r),
        ensures
            forall|min: A, min_prime: A| #[trigger]
                self.has_least(r, min) && #[trigger] self.has_least(r, min_prime) ==> min == min_prime,
    {
        assert forall|min: A, min_prime: A| #[trigger]
            self.has_least(r, min) && #[trigger] self.has_least(r, min_prime) implies min == min_prime by {
            assert(r(min, min_prime) && r(min_prime, min));
        }
    }

    /// There is one greatest member only.
    pub proof fn lemma_greatest_is_unique(self, r: spec_fn(A, A) -> bool)
        requires
            partial_ordering(r),
        ensures
            forall|max: A, max_prime: A| #[trigger]
                self.has_greatest(r, max) && #[trigger] self.has_greatest(r, max_prime) ==> max == max_prime,
    {
        assert forall|max: A, max_prime: A| #[trigger]
            self.has_greatest(r, max) && #[trigger] self.has_greatest(r, max_prime) implies max == max_prime by {
            assert(r(max_prime, max) && r(max, max_prime));
        }
    }

    /// Where all can be compared, nothing is below one member only.
    pub proof fn lemma_minimal_is_unique(self, r: spec_fn(A, A) -> bool)
        requires
            total_ordering(r),
        ensures
            forall|min: A, min_prime: A| #[trigger]
                self.has_minimum(r, min) && #[trigger] self.has_minimum(r, min_prime) ==> min == min_prime,
    {
        assert forall|min: A, min_prime: A| #[trigger]
            self.has_minimum(r, min) && #[trigger] self.has_minimum(r, min_prime) implies min == min_prime by {
            self.lemma_minimal_equivalent_least(r, min);
            self.lemma_minimal_equivalent_least(r, min_prime);
            assert(r(min, min_prime) && r(min_prime, min));
        }
    }

    /// Where all can be compared, nothing is above one member only.
    pub proof fn lemma_maximal_is_unique(self, r: spec_fn(A, A) -> bool)
        requires
            total_ordering(r),
        ensures
            forall|max: A, max_prime: A| #[trigger]
                self.has_maximum(r, max) && #[trigger] self.has_maximum(r, max_prime) ==> max == max_prime,
    {
        assert forall|max: A, max_prime: A| #[trigger]
            self.has_maximum(r, max) && #[trigger] self.has_maximum(r, max_prime) implies max == max_prime by {
            self.lemma_maximal_equivalent_greatest(r, max);
            self.lemma_maximal_equivalent_greatest(r, max_prime);
            assert(r(max, max_prime) && r(max_prime, max));
        }
    }
}

} // verus!
