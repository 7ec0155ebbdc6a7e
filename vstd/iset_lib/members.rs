//! Members, sizes and results of sets that may be infinite.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::iset_lib::*;
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
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_set_lemmas, group_seq_lemmas};

impl<A> ISet<A> {
    /// A set of size 0 is empty.
    pub proof fn lemma_len0_is_empty(self)
        requires
            self.finite(),
            self.len() == 0,
        ensures
            self == ISet::<A>::empty(),
    {
        assert forall|a: A| !#[trigger] self.contains(a) by {
            assert(self.contains(a) ==> self.len() != 0);
        }
        assert(self =~= ISet::<A>::empty());
    }

    /// A set with exactly one member has size 1.
    pub proof fn lemma_singleton_size(self)
        requires
            self.is_singleton(),
        ensures
            self.len() == 1,
    {
        if !self.finite() {
            let a = self.choose();
            assert(self.contains(a));
            assert(self =~= ISet::<A>::empty().insert(a));
        }
        let a = self.choose();
        assert(self.contains(a));
        assert(self =~= ISet::<A>::empty().insert(a));
    }

    /// Exactly the sets of size 1 have exactly one member.
    pub proof fn lemma_is_singleton(s: ISet<A>)
        requires
            s.finite(),
        ensures
            s.is_singleton() == (s.len() == 1),
    {
        if s.is_singleton() {
            s.lemma_singleton_size();
        }
        if s.len() == 1 {
            assert forall|x: A, y: A| #[trigger] s.contains(x) && #[trigger] s.contains(y) implies x == y by {
                if x != y {
                    assert(s.remove(x).contains(y));
                    assert(s.remove(x).len() == 0);
                }
            }
        }
    }

    /// A filter leaves no more members.
    pub proof fn lemma_len_filter(self, f: spec_fn(A) -> bool)
        requires
            self.finite(),
        ensures
            self.filter(f).finite(),
            self.filter(f).len() <= self.len(),
    {
        lemma_len_subset(self.filter(f), self);
    }

    /// A member more to take out leaves less.
    pub broadcast proof fn lemma_iset_insert_diff_decreases(self, s: ISet<A>, elt: A)
        requires
            self.contains(elt),
            !s.contains(elt),
        self.finite(),
        ensures
            #[trigger] self.difference(s.insert(elt)).len() < self.difference(s).len(),
    {
        self.difference(s.insert(elt)).lemma_subset_not_in_lt(self.difference(s), elt);
    }

    /// A part that lacks a member is smaller.
    pub proof fn lemma_subset_not_in_lt(self: ISet<A>, s2: ISet<A>, elt: A)
        requires
            self.subset_of(s2),
            s2.finite(),
            !self.contains(elt),
            s2.contains(elt),
        ensures
            self.len() < s2.len(),
    {
        lemma_len_subset(self, s2.remove(elt));
    }

    /// Inserting before or after taking results is the same.
    pub broadcast proof fn lemma_iset_map_insert_commute<B>(self, elt: A, f: spec_fn(A) -> B)
        ensures
            #[trigger] self.insert(elt).map(f) =~= self.map(f).insert(f(elt)),
    {
        assert forall|b: B| #[trigger] self.map(f).insert(f(elt)).contains(b) implies self.insert(elt).map(
            f,
        ).contains(b) by {
            if b == f(elt) {
                assert(self.insert(elt).contains(elt));
            } else {
                let a = choose|a: A| #[trigger] self.contains(a) && b == f(a);
                assert(self.insert(elt).contains(a));
            }
        }
        assert forall|b: B| #[trigger] self.insert(elt).map(f).contains(b) implies self.map(f).insert(
            f(elt),
        ).contains(b) by {
            let a = choose|a: A| #[trigger] self.insert(elt).contains(a) && b == f(a);
            if a != elt {
                assert(self.contains(a));
            }
        }
    }

    /// The results on a union are the union of the results.
    pub proof fn lemma_map_union_commute<B>(self, t: ISet<A>, f: spec_fn(A) -> B)
        ensures
            (self.union(t)).map(f) =~= self.map(f).union(t.map(f)),
    {
        assert forall|b: B| #[trigger] self.map(f).union(t.map(f)).contains(b) implies self.union(t).map(
            f,
        ).contains(b) by {
            if self.map(f).contains(b) {
                let a = choose|a: A| #[trigger] self.contains(a) && b == f(a);
                assert(self.union(t).contains(a));
            } else {
                let a = choose|a: A| #[trigger] t.contains(a) && b == f(a);
                assert(self.union(t).contains(a));
            }
        }
        assert forall|b: B| #[trigger] self.union(t).map(f).contains(b) implies self.map(f).union(
            t.map(f),
        ).contains(b) by {
            let a = choose|a: A| #[trigger] self.union(t).contains(a) && b == f(a);
            assert(self.contains(a) || t.contains(a));
        }
    }

    /// A property of some member is one of some result, when results keep it.
    pub broadcast proof fn lemma_any_map_preserved_pred<B>(
        self,
        p: spec_fn(A) -> bool,
        q: spec_fn(B) -> bool,
        f: spec_fn(A) -> B,
    )
        requires
            self.any(p),
            forall|x: A| #[trigger] p(x) ==> q(f(x)),
        ensures
            #![trigger self.any(p), self.map(f).any(q)]
            self.map(f).any(q),
    {
        let a = choose|a: A| #[trigger] self.contains(a) && p(a);
        assert(self.map(f).contains(f(a)));
    }

    /// What holds of every member of a set holds of every member of a part.
    pub broadcast proof fn lemma_iset_all_subset(self, s2: ISet<A>, p: spec_fn(A) -> bool)
        requires
            self.subset_of(s2),
            s2.all(p),
        ensures
            #![trigger self.subset_of(s2), self.all(p)]
            self.all(p),
    {
        assert forall|x: A| #[trigger] self.contains(x) implies p(x) by {
            assert(s2.contains(x));
        }
    }

    /// The results of a partial function are those that it has.
    proof fn lemma_filter_map_contains<B>(self, f: spec_fn(A) -> Option<B>, b: B)
        ensures
            self.filter_map(f).contains(b) <==> exists|a: A| #[trigger] self.contains(a) && f(a) == Some(b),
    {
        let g = |elem: A|
            match f(elem) {
                Option::Some(r) => ISet::<B>::empty().insert(r),
                Option::None => ISet::<B>::empty(),
            };
        assert(self.filter_map(f) == self.map(g).flatten());
        if self.filter_map(f).contains(b) {
            let t = choose|t: ISet<B>| #[trigger] self.map(g).contains(t) && t.contains(b);
            let a = choose|a: A| #[trigger] self.contains(a) && t == g(a);
            assert(f(a) == Some(b));
        }
        if exists|a: A| #[trigger] self.contains(a) && f(a) == Some(b) {
            let a = choose|a: A| #[trigger] self.contains(a) && f(a) == Some(b);
            assert(self.map(g).contains(g(a)));
            assert(g(a).contains(b));
        }
    }

    /// One more member gives one more result, if any.
    pub broadcast proof fn lemma_filter_map_insert<B>(s: ISet<A>, f: spec_fn(A) -> Option<B>, elem: A)
        ensures
            #[trigger] s.insert(elem).filter_map(f) == (match f(elem) {
                Some(res) => s.filter_map(f).insert(res),
                None => s.filter_map(f),
            }),
    {
        let left = s.insert(elem).filter_map(f);
        let right = match f(elem) {
            Some(res) => s.filter_map(f).insert(res),
            None => s.filter_map(f),
        };
        assert forall|b: B| #[trigger] left.contains(b) == right.contains(b) by {
            s.insert(elem).lemma_filter_map_contains(f, b);
            s.lemma_filter_map_contains(f, b);
            if left.contains(b) {
                let a = choose|a: A| #[trigger] s.insert(elem).contains(a) && f(a) == Some(b);
                if a != elem {
                    assert(s.contains(a));
                }
            }
            if right.contains(b) {
                if f(elem) == Some(b) {
                    assert(s.insert(elem).contains(elem));
                } else {
                    let a = choose|a: A| #[trigger] s.contains(a) && f(a) == Some(b);
                    assert(s.insert(elem).contains(a));
                }
            }
        }
        assert(left =~= right);
    }

    /// The results on a union are the union of the results.
    pub broadcast proof fn lemma_filter_map_union<B>(self, f: spec_fn(A) -> Option<B>, t: ISet<A>)
        ensures
            #[trigger] self.union(t).filter_map(f) == self.filter_map(f).union(t.filter_map(f)),
    {
        let left = self.union(t).filter_map(f);
        let right = self.filter_map(f).union(t.filter_map(f));
        assert forall|b: B| #[trigger] left.contains(b) == right.contains(b) by {
            self.union(t).lemma_filter_map_contains(f, b);
            self.lemma_filter_map_contains(f, b);
            t.lemma_filter_map_contains(f, b);
            if left.contains(b) {
                let a = choose|a: A| #[trigger] self.union(t).contains(a) && f(a) == Some(b);
                assert(self.contains(a) || t.contains(a));
            }
            if self.filter_map(f).contains(b) {
                let a = choose|a: A| #[trigger] self.contains(a) && f(a) == Some(b);
                assert(self.union(t).contains(a));
            }
            if t.filter_map(f).contains(b) {
                let a = choose|a: A| #[trigger] t.contains(a) && f(a) == Some(b);
                assert(self.union(t).contains(a));
            }
        }
        assert(left =~= right);
    }

    /// The results on a finite set are finitely many.
    pub proof fn lemma_map_finite<B>(self, f: spec_fn(A) -> B)
        requires
            self.finite(),
        ensures
            self.map(f).finite(),
    {
        lemma_iset_map_finite(self, f);
    }

    /// The results on a finite set are finitely many, also when they can be taken back.
    pub broadcast proof fn lemma_map_by_finite<B>(self, fwd: spec_fn(A) -> B, rev: spec_fn(B) -> A)
        requires
            self.finite(),
        ensures
            #[trigger] self.map_by(fwd, rev).finite(),
    {
        self.lemma_map_finite(fwd);
        lemma_iset_subset_finite(self.map(fwd), self.map_by(fwd, rev));
    }

    /// Finitely many finite results have finitely many members.
    pub broadcast proof fn lemma_map_flatten_by_finite<B>(self, fwd: spec_fn(A) -> ISet<B>, rev: spec_fn(B) -> A)
        requires
            self.finite(),
            forall|a: A| self.contains(a) ==> #[trigger] fwd(a).finite(),
        ensures
            #[trigger] self.map_flatten_by(fwd, rev).finite(),
    {
        self.lemma_map_finite(fwd);
        self.map(fwd).lemma_flatten_finite();
        let part = self.map_flatten_by(fwd, rev);
        assert forall|b: B| #[trigger] part.contains(b) implies self.map(fwd).flatten().contains(b) by {
            assert(self.map(fwd).contains(fwd(rev(b))));
        }
        lemma_iset_subset_finite(self.map(fwd).flatten(), part);
    }

    /// Finitely many members have finitely many results.
    pub broadcast proof fn lemma_filter_map_finite<B>(self, f: spec_fn(A) -> Option<B>)
        requires
            self.finite(),
        ensures
            #[trigger] self.filter_map(f).finite(),
        decreases self.len(),
    {
        if self.len() == 0 {
            assert(self.filter_map(f) =~= ISet::<B>::empty()) by {
                assert forall|b: B| !#[trigger] self.filter_map(f).contains(b) by {
                    self.lemma_filter_map_contains(f, b);
                }
            }
        } else {
            let a = self.choose();
            assert(self.contains(a));
            self.remove(a).lemma_filter_map_finite(f);
            Self::lemma_filter_map_insert(self.remove(a), f, a);
            assert(self.remove(a).insert(a) =~= self);
        }
    }

    /// Going to a sequence and back gives the set.
    pub broadcast proof fn lemma_to_seq_to_set_id(self)
        requires
            self.finite(),
        ensures
            #[trigger] self.to_seq().to_set().to_iset() =~= self,
        decreases self.len(),
    {
        if self.len() != 0 {
            let x = self.choose();
            assert(self.contains(x));
            self.remove(x).lemma_to_seq_to_set_id();
            let rest = self.remove(x).to_seq();
            assert forall|a: A| #[trigger] self.to_seq().to_set().to_iset().contains(a) == self.contains(a) by {
                self.to_seq().lemma_to_set_contains(a);
                rest.lemma_to_set_contains(a);
                Seq::<A>::empty().push(x).lemma_add_contains(rest, a);
                Seq::<A>::empty().lemma_push_contains(x, a);
                assert(self.remove(x).contains(a) == rest.to_set().to_iset().contains(a));
            }
        } else {
            self.lemma_len0_is_empty();
            assert forall|a: A| !#[trigger] self.to_seq().to_set().to_iset().contains(a) by {
                self.to_seq().lemma_to_set_contains(a);
            }
        }
    }

    /// Images that can be taken back are the union of the images.
    pub proof fn map_flatten_by_is_map_flatten<B>(self, fwd: spec_fn(A) -> ISet<B>, rev: spec_fn(B) -> A)
        requires
            forall|a: A, b: B| #[trigger] self.contains(a) && fwd(a).contains(b) ==> #[trigger] rev(b) == a,
        ensures
            self.map_flatten_by(fwd, rev) == self.map(fwd).flatten(),
    {
        let (left, right) = (self.map_flatten_by(fwd, rev), self.map(fwd).flatten());
        assert forall|b: B| #[trigger] right.contains(b) == left.contains(b) by {
            if right.contains(b) {
                let t = choose|t: ISet<B>| #[trigger] self.map(fwd).contains(t) && t.contains(b);
                let a = choose|a: A| #[trigger] self.contains(a) && t == fwd(a);
                assert(rev(b) == a);
            }
            if left.contains(b) {
                assert(self.map(fwd).contains(fwd(rev(b))));
            }
        }
        assert(left =~= right);
    }
}

} // verus!
