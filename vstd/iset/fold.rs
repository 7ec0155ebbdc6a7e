//! Combining the members of a finite set, in any order.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use group_iset_lemmas;

/// Whether the order in which two values are taken in does not matter.
pub open spec fn is_fun_commutative<A, B>(f: spec_fn(B, A) -> B) -> bool {
    forall|a1: A, a2: A, b: B| #[trigger] f(f(b, a2), a1) == f(f(b, a1), a2)
}

impl<A> ISet<A> {
    /// `f` applied to `z` and the members, one after the other.
    pub closed spec fn fold<B>(self, z: B, f: spec_fn(B, A) -> B) -> B
        recommends
            self.finite(),
            is_fun_commutative(f),
        decreases self.len(),
        when self.finite()
    {
        if self.len() == 0 {
            z
        } else {
            f(self.remove(self.choose()).fold(z, f), self.choose())
        }
    }
}

/// Folding may end with any member.
proof fn lemma_fold_remove<A, B>(s: ISet<A>, z: B, f: spec_fn(B, A) -> B, a: A)
    requires
        s.finite(),
        s.contains(a),
        is_fun_commutative(f),
    ensures
        s.fold(z, f) == f(s.remove(a).fold(z, f), a),
    decreases s.len(),
{
    let b = s.choose();
    assert(s.len() != 0);
    if a != b {
        lemma_fold_remove(s.remove(b), z, f, a);
        lemma_fold_remove(s.remove(a), z, f, b);
        assert(s.remove(b).remove(a) =~= s.remove(a).remove(b));
    }
}

/// A new member is taken in last.
pub broadcast proof fn lemma_fold_insert<A, B>(s: ISet<A>, z: B, f: spec_fn(B, A) -> B, a: A)
    requires
        s.finite(),
        !s.contains(a),
        is_fun_commutative(f),
    ensures
        #[trigger] s.insert(a).fold(z, f) == f(s.fold(z, f), a),
{
    lemma_fold_remove(s.insert(a), z, f, a);
    assert(s.insert(a).remove(a) =~= s);
}

/// Folding nothing gives what it began with.
pub broadcast proof fn lemma_fold_empty<A, B>(z: B, f: spec_fn(B, A) -> B)
    ensures
        #[trigger] ISet::empty().fold(z, f) == z,
{
}

/// What holds of the empty set, and of a set with one member more whenever it holds of the set, holds of finite sets.
pub proof fn lemma_finite_set_induct<A>(s: ISet<A>, pred: spec_fn(ISet<A>) -> bool)
    requires
        s.finite(),
        pred(ISet::empty()),
        forall|s: ISet<A>, a: A| pred(s) && s.finite() && !s.contains(a) ==> #[trigger] pred(s.insert(a)),
    ensures
        pred(s),
    decreases s.len(),
{
    if s.len() == 0 {
        assert(s =~= ISet::<A>::empty());
    } else {
        let a = s.choose();
        assert(s.contains(a));
        lemma_finite_set_induct(s.remove(a), pred);
        assert(pred(s.remove(a).insert(a)));
    }
}

} // verus!
