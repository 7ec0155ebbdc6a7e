//! Finite sets.
//!
//! A finite set is a set (`iset`) that is known to be finite by its type. The primitives go from one to the other; all
//! operations are defined through them, and what a program knows is proved.
//!
//! trusted: the model of a set is a predicate that a finite list covers (README.md).

pub mod fold;

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A finite set of values of type `A`. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::accept_recursive_types(A)]
pub struct Set<A> {
    phantom: PhantomData<A>,
}

impl<A> Set<A> {
    /// The same members as a set that may be infinite.
    pub uninterp spec fn to_iset(self) -> ISet<A>;

    /// The finite set with the members of `s`.
    uninterp spec fn from_iset(s: ISet<A>) -> Set<A>
        recommends
            s.finite(),
    ;

    /// Whether `a` is a member.
    pub closed spec fn contains(self, a: A) -> bool {
        self.to_iset().contains(a)
    }

    /// `s has x`.
    #[verifier::inline]
    pub open spec fn spec_has(self, a: A) -> bool {
        self.contains(a)
    }

    /// Whether a set that may be infinite has the same members.
    pub open spec fn congruent(self, other: ISet<A>) -> bool {
        forall|a: A|
            #![trigger self.contains(a)]
            #![trigger other.contains(a)]
            self.contains(a) == other.contains(a)
    }

    /// The set with the members of `s`, when they are finitely many.
    pub closed spec fn new_from_iset(s: ISet<A>) -> Option<Set<A>> {
        if s.finite() {
            Some(Set::from_iset(s))
        } else {
            None
        }
    }

    /// The set of the values that `f` holds of, when they are finitely many.
    pub open spec fn new(f: spec_fn(A) -> bool) -> Option<Set<A>> {
        Set::new_from_iset(ISet::new(f))
    }

    /// The set of all values of the type, when they are finitely many.
    pub open spec fn full() -> Option<Set<A>> {
        Set::new_from_iset(ISet::full())
    }

    /// What is not in the set, when it is finite.
    pub open spec fn complement(self) -> Option<Set<A>> {
        Set::new_from_iset(self.to_iset().complement())
    }

    /// The set without members.
    pub closed spec fn empty() -> Set<A> {
        Set::from_iset(ISet::empty())
    }

    /// The set with `a` as a member too.
    pub closed spec fn insert(self, a: A) -> Set<A> {
        Set::from_iset(self.to_iset().insert(a))
    }

    /// The set without `a`.
    pub closed spec fn remove(self, a: A) -> Set<A> {
        Set::from_iset(self.to_iset().remove(a))
    }

    /// What is in one of the sets or in both.
    pub closed spec fn union(self, other: Set<A>) -> Set<A> {
        Set::from_iset(self.to_iset().union(other.to_iset()))
    }

    /// What is in both sets.
    pub closed spec fn intersect(self, other: Set<A>) -> Set<A> {
        Set::from_iset(self.to_iset().intersect(other.to_iset()))
    }

    /// What is in `self` and not in `other`.
    pub closed spec fn difference(self, other: Set<A>) -> Set<A> {
        Set::from_iset(self.to_iset().difference(other.to_iset()))
    }

    /// The members that `f` holds of.
    pub closed spec fn filter(self, f: spec_fn(A) -> bool) -> Set<A> {
        Set::from_iset(self.to_iset().intersect(ISet::new(f)))
    }

    /// The results of `f` on the members.
    pub closed spec fn map<B>(self, f: spec_fn(A) -> B) -> Set<B> {
        Set::from_iset(self.to_iset().map(f))
    }

    /// `s + t`.
    #[verifier::inline]
    pub open spec fn spec_add(self, other: Set<A>) -> Set<A> {
        self.union(other)
    }

    /// `s * t`.
    #[verifier::inline]
    pub open spec fn spec_mul(self, other: Set<A>) -> Set<A> {
        self.intersect(other)
    }

    /// `s - t`.
    #[verifier::inline]
    pub open spec fn spec_sub(self, other: Set<A>) -> Set<A> {
        self.difference(other)
    }

    /// Whether every member is a member of `other`.
    pub open spec fn subset_of(self, other: Set<A>) -> bool {
        forall|a: A|
            #![trigger self.contains(a)]
            #![trigger other.contains(a)]
            self.contains(a) ==> other.contains(a)
    }

    /// `s <= t`.
    #[verifier::inline]
    pub open spec fn spec_le(self, other: Set<A>) -> bool {
        self.subset_of(other)
    }

    /// Whether the sets have no common member.
    pub open spec fn disjoint(self, other: Set<A>) -> bool {
        forall|a: A|
            #![trigger self.contains(a)]
            #![trigger other.contains(a)]
            self.contains(a) ==> !other.contains(a)
    }

    /// The number of members.
    pub closed spec fn len(self) -> nat {
        self.to_iset().len()
    }

    /// Always true: these sets are finite.
    pub open spec fn finite(self) -> bool {
        true
    }

    /// Some member; any value when there is none.
    pub open spec fn choose(self) -> A {
        choose|a: A| #[trigger] self.contains(a)
    }
}

// ---------------------------------------------------------------------------------------------- Axioms

/// A finite set is finite.
pub broadcast axiom fn axiom_set_finite<A>(s: Set<A>)
    ensures
        #[trigger] s.to_iset().finite(),
;

/// A finite set made of a set that is finite has its members.
axiom fn axiom_set_from_iset<A>(s: ISet<A>)
    requires
        s.finite(),
    ensures
        Set::from_iset(s).to_iset() == s,
;

/// Sets with the same members are equal.
pub broadcast axiom fn axiom_set_ext_equal<A>(s1: Set<A>, s2: Set<A>)
    ensures
        #[trigger] (s1 =~= s2) <==> (forall|a: A|
            #![trigger s1.contains(a)]
            #![trigger s2.contains(a)]
            s1.contains(a) == s2.contains(a)),
;

/// The same for deep equality: membership does not look inside of members.
pub broadcast axiom fn axiom_set_ext_equal_deep<A>(s1: Set<A>, s2: Set<A>)
    ensures
        #[trigger] (s1 =~~= s2) <==> s1 =~= s2,
;

/// A member is smaller than the set that it is in, so recursion may go from one to the other.
pub broadcast axiom fn axiom_set_contains_decreases<A>(s: Set<A>, a: A)
    requires
        s.contains(a),
    ensures
        #[trigger] (decreases_to!(s => a)),
;

// ---------------------------------------------------------------------------------------------- Members

/// A finite set and the same set as one that may be infinite have the same members.
pub broadcast proof fn lemma_set_to_iset_contains<A>(s: Set<A>, a: A)
    ensures
        #[trigger] s.to_iset().contains(a) == s.contains(a),
{
}

/// The same, when the set is looked at and the other one is there.
pub broadcast proof fn lemma_set_contains_to_iset<A>(s: Set<A>, a: A)
    ensures
        #![trigger s.to_iset(), s.contains(a)]
        s.to_iset().contains(a) == s.contains(a),
{
}

/// The set with given members exists exactly when they are finitely many.
pub broadcast proof fn lemma_set_new_from_iset<A>(s: ISet<A>)
    ensures
        (#[trigger] Set::new_from_iset(s)) is Some <==> s.finite(),
        Set::new_from_iset(s) matches Some(t) ==> t.to_iset() == s,
{
    if s.finite() {
        axiom_set_from_iset(s);
    }
}

/// Nothing is a member of the empty set.
pub broadcast proof fn lemma_set_empty<A>(a: A)
    ensures
        !(#[trigger] Set::empty().contains(a)),
{
    broadcast use group_iset_axioms;

    axiom_set_from_iset(ISet::<A>::empty());
}

/// The members of `s.insert(a)`.
pub broadcast proof fn lemma_set_insert<A>(s: Set<A>, a: A, b: A)
    ensures
        #[trigger] s.insert(a).contains(b) == (b == a || s.contains(b)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s.to_iset().insert(a));
}

/// What was inserted is a member, whether or not anyone asks.
pub broadcast proof fn lemma_set_insert_same<A>(s: Set<A>, a: A)
    ensures
        (#[trigger] s.insert(a)).contains(a),
{
    lemma_set_insert(s, a, a);
}

/// The members of `s.remove(a)`.
pub broadcast proof fn lemma_set_remove<A>(s: Set<A>, a: A, b: A)
    ensures
        #[trigger] s.remove(a).contains(b) == (b != a && s.contains(b)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s.to_iset().remove(a));
}

/// The members of a union.
pub broadcast proof fn lemma_set_union<A>(s1: Set<A>, s2: Set<A>, a: A)
    ensures
        #[trigger] s1.union(s2).contains(a) == (s1.contains(a) || s2.contains(a)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s1.to_iset().union(s2.to_iset()));
}

/// The members of an intersection.
pub broadcast proof fn lemma_set_intersect<A>(s1: Set<A>, s2: Set<A>, a: A)
    ensures
        #[trigger] s1.intersect(s2).contains(a) == (s1.contains(a) && s2.contains(a)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s1.to_iset().intersect(s2.to_iset()));
}

/// The members of a difference.
pub broadcast proof fn lemma_set_difference<A>(s1: Set<A>, s2: Set<A>, a: A)
    ensures
        #[trigger] s1.difference(s2).contains(a) == (s1.contains(a) && !s2.contains(a)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s1.to_iset().difference(s2.to_iset()));
}

/// Inserting leaves other values as they are.
pub broadcast proof fn lemma_set_insert_different<A>(s: Set<A>, a1: A, a2: A)
    requires
        a1 != a2,
    ensures
        #[trigger] s.insert(a2).contains(a1) == s.contains(a1),
{
    lemma_set_insert(s, a2, a1);
}

/// What was removed is not a member.
pub broadcast proof fn lemma_set_remove_same<A>(s: Set<A>, a: A)
    ensures
        !(#[trigger] s.remove(a).contains(a)),
{
    lemma_set_remove(s, a, a);
}

/// Removing leaves other values as they are.
pub broadcast proof fn lemma_set_remove_different<A>(s: Set<A>, a1: A, a2: A)
    requires
        a1 != a2,
    ensures
        #[trigger] s.remove(a2).contains(a1) == s.contains(a1),
{
    lemma_set_remove(s, a2, a1);
}

/// Removing a member and inserting it again gives the set.
pub broadcast proof fn lemma_set_remove_insert<A>(s: Set<A>, a: A)
    requires
        s.contains(a),
    ensures
        (#[trigger] s.remove(a)).insert(a) == s,
{
    broadcast use {lemma_set_insert, lemma_set_remove, axiom_set_ext_equal};

    assert(s.remove(a).insert(a) =~= s);
}

/// A set that may be infinite and is made of a predicate has a finite one, when it is finite.
pub broadcast proof fn lemma_set_new_some<A>(f: spec_fn(A) -> bool)
    requires
        ISet::<A>::new(f).finite(),
    ensures
        #[trigger] Set::<A>::new(f) is Some,
{
    lemma_set_new_from_iset(ISet::<A>::new(f));
}

/// The members of a set that is made of a predicate, when it is finite.
pub broadcast proof fn lemma_set_new<A>(f: spec_fn(A) -> bool, a: A)
    requires
        Set::<A>::new(f) is Some,
    ensures
        #[trigger] Set::<A>::new(f).unwrap().contains(a) == f(a),
{
    broadcast use group_iset_axioms;

    lemma_set_new_from_iset(ISet::<A>::new(f));
}

/// The members of a complement, when it is finite.
pub broadcast proof fn lemma_set_complement<A>(s: Set<A>, a: A)
    requires
        ISet::new(|x: A| !s.contains(x)).finite(),
    ensures
        #[trigger] s.complement().unwrap().contains(a) == !s.contains(a),
{
    broadcast use group_iset_axioms;

    assert(s.to_iset().complement() =~= ISet::new(|x: A| !s.contains(x)));
    lemma_set_new_from_iset(s.to_iset().complement());
}

/// The same as [`axiom_set_finite`], under the name that programs use.
pub broadcast proof fn lemma_to_iset_finite<A>(s: Set<A>)
    ensures
        #[trigger] s.to_iset().finite(),
{
    axiom_set_finite(s);
}

/// The members of a filtered set.
pub broadcast proof fn lemma_set_filter<A>(s: Set<A>, f: spec_fn(A) -> bool, a: A)
    ensures
        #[trigger] s.filter(f).contains(a) == (s.contains(a) && f(a)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s.to_iset().intersect(ISet::new(f)));
}

/// The members of an image.
pub broadcast proof fn lemma_set_map<A, B>(s: Set<A>, f: spec_fn(A) -> B, b: B)
    ensures
        #[trigger] s.map(f).contains(b) == (exists|a: A| #[trigger] s.contains(a) && b == f(a)),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    lemma_iset_map_finite(s.to_iset(), f);
    axiom_set_from_iset(s.to_iset().map(f));
    if s.map(f).contains(b) {
        let a = choose|a: A| #[trigger] s.to_iset().contains(a) && b == f(a);
        assert(s.contains(a));
    }
    if exists|a: A| #[trigger] s.contains(a) && b == f(a) {
        let a = choose|a: A| #[trigger] s.contains(a) && b == f(a);
        assert(s.to_iset().contains(a));
    }
}

// ---------------------------------------------------------------------------------------------- Sizes

/// The size of a finite set is that of the same set as one that may be infinite.
pub broadcast proof fn lemma_set_to_iset_len<A>(s: Set<A>)
    ensures
        #[trigger] s.to_iset().len() == s.len(),
{
}

/// The empty set has no members.
pub broadcast proof fn lemma_set_empty_len<A>()
    ensures
        #[trigger] Set::<A>::empty().len() == 0,
{
    broadcast use group_iset_axioms;

    axiom_set_from_iset(ISet::<A>::empty());
}

/// A new member makes a set larger by one.
pub broadcast proof fn lemma_set_insert_len<A>(s: Set<A>, a: A)
    ensures
        #[trigger] s.insert(a).len() == s.len() + (if s.contains(a) {
            0int
        } else {
            1
        }),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s.to_iset().insert(a));
}

/// A member less makes a set smaller by one.
pub broadcast proof fn lemma_set_remove_len<A>(s: Set<A>, a: A)
    ensures
        s.len() == #[trigger] s.remove(a).len() + (if s.contains(a) {
            1int
        } else {
            0
        }),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    axiom_set_from_iset(s.to_iset().remove(a));
}

/// A set that is not empty has a member to choose.
pub broadcast proof fn lemma_set_choose_len<A>(s: Set<A>)
    requires
        #[trigger] s.len() != 0,
    ensures
        s.contains(#[trigger] s.choose()),
{
    broadcast use group_iset_axioms, axiom_set_finite;

    let a = s.to_iset().choose();
    assert(s.to_iset().contains(a));
    assert(s.contains(a));
}

/// A set with a member is not of size 0.
pub broadcast proof fn lemma_set_contains_len<A>(s: Set<A>, a: A)
    requires
        s.contains(a),
    ensures
        #![trigger s.contains(a), s.len()]
        s.len() != 0,
{
    lemma_set_remove_len(s, a);
}

/// The same as [`lemma_set_to_iset_len`], under the name that programs use.
pub broadcast proof fn lemma_to_iset_len<A>(s: Set<A>)
    ensures
        #[trigger] s.to_iset().len() == s.len(),
{
}

/// What every program knows about these sets.
pub broadcast group group_set_lemmas {
    axiom_set_finite,
    axiom_set_ext_equal,
    axiom_set_ext_equal_deep,
    axiom_set_contains_decreases,
    lemma_set_to_iset_contains,
    lemma_set_contains_to_iset,
    lemma_set_new_from_iset,
    lemma_set_empty,
    lemma_set_insert,
    lemma_set_insert_same,
    lemma_set_remove,
    lemma_set_union,
    lemma_set_intersect,
    lemma_set_difference,
    lemma_set_filter,
    lemma_set_map,
    lemma_set_to_iset_len,
    lemma_set_empty_len,
    lemma_set_insert_len,
    lemma_set_remove_len,
    lemma_set_contains_len,
    lemma_set_choose_len,
    lemma_set_remove_insert,
}

/// The older name of [`group_set_lemmas`].
pub broadcast group group_set_axioms {
    group_set_lemmas,
}

} // verus!

/// The expansion of [`set!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! set_internal {
    [$($elem:expr),* $(,)?] => {
        $crate::set::Set::empty()$(.insert($elem))*
    };
}

/// `set![a, b, c]` is the set of these members.
#[macro_export]
macro_rules! set {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::set::set_internal!($($tail)*))
    };
}

pub use set;
#[doc(hidden)]
pub use set_internal;
