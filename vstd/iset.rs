//! Sets that may be infinite.
//!
//! A set is what its members are: `new` and `contains` are the primitives, and three axioms say that a set made from a
//! predicate has the members that the predicate holds of, and that sets with the same members are equal. Finiteness and
//! size are defined: a set is finite when a sequence lists its members, and its size is the length of the shortest one.
//!
//! trusted: the model of a set is a predicate (README.md).

pub mod fold;

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::set::Set;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[doc(inline)]
pub use crate::imap::{lemma_iset_mk_map_domain, lemma_iset_mk_map_index};

verus! {

/// A set of values of type `A`, finite or not. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::reject_recursive_types(A)]
pub struct ISet<A> {
    phantom: PhantomData<A>,
}

impl<A> ISet<A> {
    /// The set of the values that `f` holds of.
    pub uninterp spec fn new(f: spec_fn(A) -> bool) -> ISet<A>;

    /// Whether `a` is a member.
    pub uninterp spec fn contains(self, a: A) -> bool;

    /// `s has x`.
    #[verifier::inline]
    pub open spec fn spec_has(self, a: A) -> bool {
        self.contains(a)
    }

    /// The set without members.
    pub closed spec fn empty() -> ISet<A> {
        ISet::new(|a: A| false)
    }

    /// The set of all values of the type.
    pub open spec fn full() -> ISet<A> {
        ISet::empty().complement()
    }

    /// The set with `a` as a member too.
    pub closed spec fn insert(self, a: A) -> ISet<A> {
        ISet::new(|b: A| b == a || self.contains(b))
    }

    /// The set without `a`.
    pub closed spec fn remove(self, a: A) -> ISet<A> {
        ISet::new(|b: A| b != a && self.contains(b))
    }

    /// What is in one of the sets or in both.
    pub closed spec fn union(self, other: ISet<A>) -> ISet<A> {
        ISet::new(|a: A| self.contains(a) || other.contains(a))
    }

    /// What is in both sets.
    pub closed spec fn intersect(self, other: ISet<A>) -> ISet<A> {
        ISet::new(|a: A| self.contains(a) && other.contains(a))
    }

    /// What is in `self` and not in `other`.
    pub closed spec fn difference(self, other: ISet<A>) -> ISet<A> {
        ISet::new(|a: A| self.contains(a) && !other.contains(a))
    }

    /// What is not in the set.
    pub closed spec fn complement(self) -> ISet<A> {
        ISet::new(|a: A| !self.contains(a))
    }

    /// The members that `f` holds of.
    pub open spec fn filter(self, f: spec_fn(A) -> bool) -> ISet<A> {
        self.intersect(ISet::new(f))
    }

    /// The results of `f` on the members.
    pub open spec fn map<B>(self, f: spec_fn(A) -> B) -> ISet<B> {
        ISet::new(|b: B| exists|a: A| #[trigger] self.contains(a) && b == f(a))
    }

    /// `s + t`.
    #[verifier::inline]
    pub open spec fn spec_add(self, other: ISet<A>) -> ISet<A> {
        self.union(other)
    }

    /// `s * t`.
    #[verifier::inline]
    pub open spec fn spec_mul(self, other: ISet<A>) -> ISet<A> {
        self.intersect(other)
    }

    /// `s - t`.
    #[verifier::inline]
    pub open spec fn spec_sub(self, other: ISet<A>) -> ISet<A> {
        self.difference(other)
    }

    /// Whether every member is a member of `other`.
    pub open spec fn subset_of(self, other: ISet<A>) -> bool {
        forall|a: A|
            #![trigger self.contains(a)]
            #![trigger other.contains(a)]
            self.contains(a) ==> other.contains(a)
    }

    /// `s <= t`.
    #[verifier::inline]
    pub open spec fn spec_le(self, other: ISet<A>) -> bool {
        self.subset_of(other)
    }

    /// Whether a finite set has the same members.
    pub open spec fn congruent(self, other: Set<A>) -> bool {
        forall|a: A|
            #![trigger self.contains(a)]
            #![trigger other.contains(a)]
            self.contains(a) == other.contains(a)
    }

    /// The finite set with these members, when they are finitely many.
    pub open spec fn to_set(self) -> Option<Set<A>>
        recommends
            self.finite(),
    {
        Set::new_from_iset(self)
    }

    /// Whether the sets have no common member.
    pub open spec fn disjoint(self, other: ISet<A>) -> bool {
        forall|a: A|
            #![trigger self.contains(a)]
            #![trigger other.contains(a)]
            self.contains(a) ==> !other.contains(a)
    }

    /// Some member; any value when there is none.
    pub open spec fn choose(self) -> A {
        choose|a: A| #[trigger] self.contains(a)
    }

    /// Whether `s` mentions every member. It may mention other values too, and any value more than once.
    spec fn listed_by(self, s: Seq<A>) -> bool {
        forall|a: A| #[trigger] self.contains(a) ==> s.contains(a)
    }

    /// Whether a sequence of length `n` mentions every member.
    spec fn listed_in(self, n: nat) -> bool {
        exists|s: Seq<A>| s.len() == n && #[trigger] self.listed_by(s)
    }

    /// Whether `n` is the least length of a sequence that mentions every member.
    spec fn has_size(self, n: nat) -> bool {
        &&& self.listed_in(n)
        &&& forall|m: nat| m < n ==> !#[trigger] self.listed_in(m)
    }

    /// Whether the members can be listed.
    pub closed spec fn finite(self) -> bool {
        exists|s: Seq<A>| #[trigger] self.listed_by(s)
    }

    /// The number of members of a finite set.
    pub closed spec fn len(self) -> nat
        recommends
            self.finite(),
    {
        choose|n: nat| self.has_size(n)
    }
}

// ---------------------------------------------------------------------------------------------- Axioms

/// A set made from a predicate has the members that it holds of.
pub broadcast axiom fn axiom_iset_new<A>(f: spec_fn(A) -> bool, a: A)
    ensures
        #[trigger] ISet::new(f).contains(a) == f(a),
;

/// Sets with the same members are equal.
pub broadcast axiom fn axiom_iset_ext_equal<A>(s1: ISet<A>, s2: ISet<A>)
    ensures
        #[trigger] (s1 =~= s2) <==> (forall|a: A|
            #![trigger s1.contains(a)]
            #![trigger s2.contains(a)]
            s1.contains(a) == s2.contains(a)),
;

/// The same for deep equality: membership does not look inside of members.
pub broadcast axiom fn axiom_iset_ext_equal_deep<A>(s1: ISet<A>, s2: ISet<A>)
    ensures
        #[trigger] (s1 =~~= s2) <==> s1 =~= s2,
;

// ---------------------------------------------------------------------------------------------- Members

/// Nothing is a member of the empty set.
pub broadcast proof fn lemma_iset_empty<A>(a: A)
    ensures
        !(#[trigger] ISet::empty().contains(a)),
{
    broadcast use axiom_iset_new;

}

/// Everything is a member of the full set.
pub broadcast proof fn lemma_iset_full<A>(a: A)
    ensures
        #[trigger] ISet::full().contains(a),
{
    broadcast use axiom_iset_new;

}

/// The members of `s.insert(a)`.
pub broadcast proof fn lemma_iset_insert<A>(s: ISet<A>, a: A, b: A)
    ensures
        #[trigger] s.insert(a).contains(b) == (b == a || s.contains(b)),
{
    broadcast use axiom_iset_new;

}

/// What was inserted is a member, whether or not anyone asks.
pub broadcast proof fn lemma_iset_insert_same<A>(s: ISet<A>, a: A)
    ensures
        (#[trigger] s.insert(a)).contains(a),
{
    broadcast use axiom_iset_new;

}

/// The members of `s.remove(a)`.
pub broadcast proof fn lemma_iset_remove<A>(s: ISet<A>, a: A, b: A)
    ensures
        #[trigger] s.remove(a).contains(b) == (b != a && s.contains(b)),
{
    broadcast use axiom_iset_new;

}

/// The members of a union.
pub broadcast proof fn lemma_iset_union<A>(s1: ISet<A>, s2: ISet<A>, a: A)
    ensures
        #[trigger] s1.union(s2).contains(a) == (s1.contains(a) || s2.contains(a)),
{
    broadcast use axiom_iset_new;

}

/// The members of an intersection.
pub broadcast proof fn lemma_iset_intersect<A>(s1: ISet<A>, s2: ISet<A>, a: A)
    ensures
        #[trigger] s1.intersect(s2).contains(a) == (s1.contains(a) && s2.contains(a)),
{
    broadcast use axiom_iset_new;

}

/// The members of a difference.
pub broadcast proof fn lemma_iset_difference<A>(s1: ISet<A>, s2: ISet<A>, a: A)
    ensures
        #[trigger] s1.difference(s2).contains(a) == (s1.contains(a) && !s2.contains(a)),
{
    broadcast use axiom_iset_new;

}

/// The members of a complement.
pub broadcast proof fn lemma_iset_complement<A>(s: ISet<A>, a: A)
    ensures
        #[trigger] s.complement().contains(a) == !s.contains(a),
{
    broadcast use axiom_iset_new;

}

/// The same as [`axiom_iset_new`], under the name that programs use.
pub broadcast proof fn lemma_iset_new<A>(f: spec_fn(A) -> bool, a: A)
    ensures
        #[trigger] ISet::new(f).contains(a) == f(a),
{
    axiom_iset_new(f, a);
}

/// Inserting leaves other values as they are.
pub broadcast proof fn lemma_iset_insert_different<A>(s: ISet<A>, a1: A, a2: A)
    requires
        a1 != a2,
    ensures
        #[trigger] s.insert(a2).contains(a1) == s.contains(a1),
{
    lemma_iset_insert(s, a2, a1);
}

/// What was removed is not a member.
pub broadcast proof fn lemma_iset_remove_same<A>(s: ISet<A>, a: A)
    ensures
        !(#[trigger] s.remove(a).contains(a)),
{
    lemma_iset_remove(s, a, a);
}

/// Removing leaves other values as they are.
pub broadcast proof fn lemma_iset_remove_different<A>(s: ISet<A>, a1: A, a2: A)
    requires
        a1 != a2,
    ensures
        #[trigger] s.remove(a2).contains(a1) == s.contains(a1),
{
    lemma_iset_remove(s, a2, a1);
}

/// Removing a member and inserting it again gives the set.
pub broadcast proof fn lemma_iset_remove_insert<A>(s: ISet<A>, a: A)
    requires
        s.contains(a),
    ensures
        (#[trigger] s.remove(a)).insert(a) == s,
{
    broadcast use {lemma_iset_insert, lemma_iset_remove, axiom_iset_ext_equal};

    assert(s.remove(a).insert(a) =~= s);
}

/// The same as [`axiom_iset_ext_equal`], under the name that programs use.
pub broadcast proof fn lemma_iset_ext_equal<A>(s1: ISet<A>, s2: ISet<A>)
    ensures
        #[trigger] (s1 =~= s2) <==> (forall|a: A|
            #![trigger s1.contains(a)]
            #![trigger s2.contains(a)]
            s1.contains(a) == s2.contains(a)),
{
    broadcast use axiom_iset_ext_equal;

}

/// The same as [`axiom_iset_ext_equal_deep`], under the name that programs use.
pub broadcast proof fn lemma_iset_ext_equal_deep<A>(s1: ISet<A>, s2: ISet<A>)
    ensures
        #[trigger] (s1 =~~= s2) <==> s1 =~= s2,
{
    broadcast use axiom_iset_ext_equal_deep;

}

// ---------------------------------------------------------------------------------------------- Finite sets

/// The empty set is finite.
pub broadcast proof fn lemma_iset_empty_finite<A>()
    ensures
        #[trigger] ISet::<A>::empty().finite(),
{
    broadcast use lemma_iset_empty;

    assert(ISet::<A>::empty().listed_by(Seq::empty()));
}

/// One more member leaves a set finite.
pub broadcast proof fn lemma_iset_insert_finite<A>(s: ISet<A>, a: A)
    requires
        s.finite(),
    ensures
        #[trigger] s.insert(a).finite(),
{
    broadcast use group_seq_axioms, lemma_iset_insert;

    let list = choose|list: Seq<A>| s.listed_by(list);
    lemma_push_lists(s, a, list);
}

/// A list of a set with one more value lists the set with one more member.
proof fn lemma_push_lists<A>(s: ISet<A>, a: A, list: Seq<A>)
    requires
        s.listed_by(list),
    ensures
        s.insert(a).listed_by(list.push(a)),
{
    broadcast use group_seq_axioms, lemma_iset_insert;

    let longer = list.push(a);
    assert forall|b: A| #[trigger] s.insert(a).contains(b) implies longer.contains(b) by {
        if b == a {
            assert(longer.index(list.len() as int) == b);
        } else {
            let i = choose|i: int| 0 <= i < list.len() && list.index(i) == b;
            assert(longer.index(i) == b);
        }
    }
}

/// A part of a finite set is finite.
proof fn lemma_part_finite<A>(s1: ISet<A>, s2: ISet<A>)
    requires
        s1.subset_of(s2),
        s2.finite(),
    ensures
        s1.finite(),
{
    let list = choose|list: Seq<A>| s2.listed_by(list);
    assert(s1.listed_by(list));
}

/// One member less leaves a set finite.
pub broadcast proof fn lemma_iset_remove_finite<A>(s: ISet<A>, a: A)
    requires
        s.finite(),
    ensures
        #[trigger] s.remove(a).finite(),
{
    broadcast use lemma_iset_remove;

    lemma_part_finite(s.remove(a), s);
}

/// A union of finite sets is finite.
pub broadcast proof fn lemma_iset_union_finite<A>(s1: ISet<A>, s2: ISet<A>)
    requires
        s1.finite(),
        s2.finite(),
    ensures
        #[trigger] s1.union(s2).finite(),
{
    broadcast use group_seq_axioms, lemma_iset_union;

    let list1 = choose|list: Seq<A>| s1.listed_by(list);
    let list2 = choose|list: Seq<A>| s2.listed_by(list);
    let both = list1.add(list2);
    assert forall|a: A| #[trigger] s1.union(s2).contains(a) implies both.contains(a) by {
        if s1.contains(a) {
            let i = choose|i: int| 0 <= i < list1.len() && list1.index(i) == a;
            assert(both.index(i) == a);
        } else {
            let i = choose|i: int| 0 <= i < list2.len() && list2.index(i) == a;
            assert(both.index(list1.len() + i) == a);
        }
    }
    assert(s1.union(s2).listed_by(both));
}

/// An intersection with a finite set is finite.
pub broadcast proof fn lemma_iset_intersect_finite<A>(s1: ISet<A>, s2: ISet<A>)
    requires
        s1.finite() || s2.finite(),
    ensures
        #[trigger] s1.intersect(s2).finite(),
{
    broadcast use lemma_iset_intersect;

    if s1.finite() {
        lemma_part_finite(s1.intersect(s2), s1);
    } else {
        lemma_part_finite(s1.intersect(s2), s2);
    }
}

/// A difference from a finite set is finite.
pub broadcast proof fn lemma_iset_difference_finite<A>(s1: ISet<A>, s2: ISet<A>)
    requires
        s1.finite(),
    ensures
        #[trigger] s1.difference(s2).finite(),
{
    broadcast use lemma_iset_difference;

    lemma_part_finite(s1.difference(s2), s1);
}

/// The results of a function on a finite set are a finite set.
pub proof fn lemma_iset_map_finite<A, B>(s: ISet<A>, f: spec_fn(A) -> B)
    requires
        s.finite(),
    ensures
        s.map(f).finite(),
{
    broadcast use group_seq_axioms, axiom_iset_new;

    let list = choose|list: Seq<A>| s.listed_by(list);
    let image = Seq::new(list.len(), |i: int| f(list.index(i)));
    assert forall|b: B| #[trigger] s.map(f).contains(b) implies image.contains(b) by {
        let a = choose|a: A| #[trigger] s.contains(a) && b == f(a);
        let i = choose|i: int| 0 <= i < list.len() && list.index(i) == a;
        assert(image.index(i) == b);
    }
    assert(s.map(f).listed_by(image));
}

// ---------------------------------------------------------------------------------------------- Sizes

/// Below a length that lists the members there is a least one.
proof fn lemma_least_length<A>(s: ISet<A>, n: nat)
    requires
        s.listed_in(n),
    ensures
        exists|m: nat| s.has_size(m),
    decreases n,
{
    if exists|m: nat| m < n && #[trigger] s.listed_in(m) {
        let m = choose|m: nat| m < n && #[trigger] s.listed_in(m);
        lemma_least_length(s, m);
    } else {
        assert(s.has_size(n));
    }
}

/// A finite set has the size that `len` says.
proof fn lemma_len_is_size<A>(s: ISet<A>)
    requires
        s.finite(),
    ensures
        s.has_size(s.len()),
{
    let list = choose|list: Seq<A>| s.listed_by(list);
    assert(s.listed_in(list.len()));
    lemma_least_length(s, list.len());
}

/// A set has one size only.
proof fn lemma_size_is_len<A>(s: ISet<A>, n: nat)
    requires
        s.has_size(n),
    ensures
        s.finite(),
        s.len() == n,
{
    let list = choose|list: Seq<A>| list.len() == n && #[trigger] s.listed_by(list);
    lemma_len_is_size(s);
    let m = s.len();
    assert(s.listed_in(n) && s.listed_in(m));
}

/// The empty set has no members.
pub broadcast proof fn lemma_iset_empty_len<A>()
    ensures
        #[trigger] ISet::<A>::empty().len() == 0,
{
    broadcast use group_seq_axioms, lemma_iset_empty;

    let s = ISet::<A>::empty();
    assert(s.listed_by(Seq::empty()));
    assert(s.listed_in(0));
    lemma_size_is_len(s, 0);
}

/// A list without one of its entries still lists a set that this entry is not a member of.
proof fn lemma_shorter_list<A>(s: ISet<A>, a: A, list: Seq<A>)
    requires
        !s.contains(a),
        s.insert(a).listed_by(list),
    ensures
        list.len() > 0,
        s.listed_in((list.len() - 1) as nat),
{
    broadcast use group_seq_axioms, lemma_iset_insert;

    assert(s.insert(a).contains(a));
    let k = choose|k: int| 0 <= k < list.len() && list.index(k) == a;
    let left = list.subrange(0, k);
    let right = list.subrange(k + 1, list.len() as int);
    let rest = left.add(right);
    assert forall|b: A| #[trigger] s.contains(b) implies rest.contains(b) by {
        assert(s.insert(a).contains(b));
        let i = choose|i: int| 0 <= i < list.len() && list.index(i) == b;
        if i < k {
            assert(rest.index(i) == b);
        } else {
            assert(rest.index(i - 1) == b);
        }
    }
    assert(s.listed_by(rest));
}

/// A new member makes a finite set larger by one.
pub broadcast proof fn lemma_iset_insert_len<A>(s: ISet<A>, a: A)
    requires
        s.finite(),
    ensures
        #[trigger] s.insert(a).len() == s.len() + (if s.contains(a) {
            0int
        } else {
            1
        }),
{
    broadcast use group_seq_axioms, lemma_iset_insert, axiom_iset_ext_equal;

    let n = s.len();
    if s.contains(a) {
        assert(s.insert(a) =~= s);
    } else {
        lemma_len_is_size(s);
        let list = choose|list: Seq<A>| list.len() == n && #[trigger] s.listed_by(list);
        lemma_push_lists(s, a, list);
        let more = (n + 1) as nat;
        assert(list.push(a).len() == more);
        assert(s.insert(a).listed_in(more));
        assert forall|m: nat| m < more implies !#[trigger] s.insert(a).listed_in(m) by {
            if s.insert(a).listed_in(m) {
                let short = choose|short: Seq<A>| short.len() == m && #[trigger] s.insert(a).listed_by(short);
                lemma_shorter_list(s, a, short);
            }
        }
        lemma_size_is_len(s.insert(a), more);
    }
}

/// A member less makes a finite set smaller by one.
pub broadcast proof fn lemma_iset_remove_len<A>(s: ISet<A>, a: A)
    requires
        s.finite(),
    ensures
        s.len() == #[trigger] s.remove(a).len() + (if s.contains(a) {
            1int
        } else {
            0
        }),
{
    broadcast use lemma_iset_insert, lemma_iset_remove, lemma_iset_remove_finite, axiom_iset_ext_equal;

    if s.contains(a) {
        lemma_iset_insert_len(s.remove(a), a);
        assert(s.remove(a).insert(a) =~= s);
    } else {
        assert(s.remove(a) =~= s);
    }
}

/// A finite set that is not empty has a member to choose.
pub broadcast proof fn lemma_iset_choose_len<A>(s: ISet<A>)
    requires
        s.finite(),
        #[trigger] s.len() != 0,
    ensures
        s.contains(#[trigger] s.choose()),
{
    broadcast use lemma_iset_empty, axiom_iset_ext_equal;

    broadcast use lemma_iset_empty_len;
    if forall|a: A| !#[trigger] s.contains(a) {
        assert(s =~= ISet::<A>::empty());
    }
}

/// A set with a member is not of size 0.
pub broadcast proof fn lemma_iset_contains_len<A>(s: ISet<A>, a: A)
    requires
        s.finite(),
        s.contains(a),
    ensures
        #![trigger s.contains(a), s.len()]
        s.len() != 0,
{
    lemma_iset_remove_len(s, a);
}

/// A set that is not finite has a member to choose.
pub broadcast proof fn lemma_iset_choose_infinite<A>(s: ISet<A>)
    requires
        !s.finite(),
    ensures
        #[trigger] s.contains(s.choose()),
{
    broadcast use {lemma_iset_empty, axiom_iset_ext_equal};

    if forall|a: A| !#[trigger] s.contains(a) {
        broadcast use lemma_iset_empty_finite;
        assert(s =~= ISet::<A>::empty());
    }
}

/// A set whose members are all in a sequence is finite.
pub proof fn lemma_iset_finite_if_subset_of_seq<A>(i: ISet<A>, s: Seq<A>)
    requires
        forall|a: A| #[trigger] i.contains(a) ==> s.contains(a),
    ensures
        i.finite(),
{
    assert(i.listed_by(s));
}

/// What every program knows about these sets.
pub broadcast group group_iset_lemmas {
    axiom_iset_new,
    axiom_iset_ext_equal,
    axiom_iset_ext_equal_deep,
    lemma_iset_empty,
    lemma_iset_full,
    lemma_iset_insert,
    lemma_iset_insert_same,
    lemma_iset_remove,
    lemma_iset_union,
    lemma_iset_intersect,
    lemma_iset_difference,
    lemma_iset_complement,
    lemma_iset_empty_finite,
    lemma_iset_insert_finite,
    lemma_iset_remove_finite,
    lemma_iset_union_finite,
    lemma_iset_intersect_finite,
    lemma_iset_difference_finite,
    lemma_iset_empty_len,
    lemma_iset_insert_len,
    lemma_iset_remove_len,
    lemma_iset_contains_len,
    lemma_iset_choose_len,
    lemma_iset_choose_infinite,
    lemma_iset_remove_insert,
}

/// The older name of [`group_iset_lemmas`].
pub broadcast group group_iset_axioms {
    group_iset_lemmas,
}

} // verus!

/// The expansion of [`iset!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! iset_internal {
    [$($elem:expr),* $(,)?] => {
        $crate::iset::ISet::empty()$(.insert($elem))*
    };
}

/// `iset![a, b, c]` is the set of these members.
#[macro_export]
macro_rules! iset {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::iset::iset_internal!($($tail)*))
    };
}

pub use iset;
#[doc(hidden)]
pub use iset_internal;
