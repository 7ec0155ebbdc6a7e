//! Finite multisets: sets whose members count.
//!
//! A multiset is how often each value is in it, for finitely many values. `from_map`, `count` and `dom` are the
//! primitives; all other operations are defined from them, and what a program knows about an operation is proved.
//!
//! trusted: the model of a multiset is a count for every value, 0 but for finitely many (README.md).

use core::marker::PhantomData;

#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::math::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_set_lemmas, group_map_lemmas};

/// A finite multiset of values of type `V`. It exists in ghost code only.
#[verifier::external_body]
#[verifier::ext_equal]
#[verifier::accept_recursive_types(V)]
pub struct Multiset<V> {
    phantom: PhantomData<V>,
}

impl<V> Multiset<V> {
    /// How often a value is in it.
    pub uninterp spec fn count(self, value: V) -> nat;

    /// The multiset that has each key of `m` as often as `m` says.
    pub uninterp spec fn from_map(m: Map<V, nat>) -> Self;

    /// The values that are in it.
    pub uninterp spec fn dom(self) -> Set<V>;

    /// The number of its members, each counted as often as it is there.
    pub closed spec fn len(self) -> nat {
        count_in(self, self.dom())
    }

    /// The multiset without members.
    pub closed spec fn empty() -> Self {
        Self::from_map(Map::empty())
    }

    /// The multiset that has each member of a set once.
    pub open spec fn from_set(m: Set<V>) -> Self {
        Self::from_map(Map::new(m, |v: V| 1))
    }

    /// The multiset that has one value once.
    pub closed spec fn singleton(v: V) -> Self {
        Self::from_map(Map::empty().insert(v, 1))
    }

    /// Both multisets together.
    pub closed spec fn add(self, m2: Self) -> Self {
        Self::from_map(Map::new(self.dom().union(m2.dom()), |v: V| self.count(v) + m2.count(v)))
    }

    /// What is left when the members of `m2` are taken out, as far as they are there.
    pub closed spec fn sub(self, m2: Self) -> Self {
        Self::from_map(Map::new(self.dom(), |v: V| clip(self.count(v) - m2.count(v))))
    }

    /// The multiset with `v` once more.
    pub open spec fn insert(self, v: V) -> Self {
        self.add(Self::singleton(v))
    }

    /// The multiset with `v` once less, if it is there.
    pub open spec fn remove(self, v: V) -> Self {
        self.sub(Self::singleton(v))
    }

    /// The multiset with `v` as often as `mult` says.
    pub open spec fn update(self, v: V, mult: nat) -> Self {
        Self::from_map(
            Map::new(
                self.dom().insert(v),
                |key: V|
                    if key == v {
                        mult
                    } else {
                        self.count(key)
                    },
            ),
        )
    }

    /// Whether `m2` has each member at least as often.
    pub open spec fn subset_of(self, m2: Self) -> bool {
        forall|v: V|
            #![trigger self.count(v)]
            #![trigger m2.count(v)]
            self.count(v) <= m2.count(v)
    }

    /// `m1 <= m2`.
    #[verifier::inline]
    pub open spec fn spec_le(self, m2: Self) -> bool {
        self.subset_of(m2)
    }

    /// The members that `f` holds of, as often as they are there.
    pub closed spec fn filter(self, f: spec_fn(V) -> bool) -> Self {
        Self::from_map(
            Map::new(
                self.dom(),
                |v: V|
                    if f(v) {
                        self.count(v)
                    } else {
                        0
                    },
            ),
        )
    }

    /// Some member; any value when there is none.
    pub open spec fn choose(self) -> V {
        choose|v: V| #[trigger] self.count(v) > 0
    }

    /// Whether a value is in it.
    pub open spec fn contains(self, v: V) -> bool {
        self.count(v) > 0
    }

    /// `m has v`.
    #[verifier::inline]
    pub open spec fn spec_has(self, v: V) -> bool {
        self.contains(v)
    }

    /// What both multisets have.
    pub open spec fn intersection_with(self, other: Self) -> Self {
        Self::from_map(Map::new(self.dom(), |v: V| min(self.count(v) as int, other.count(v) as int) as nat))
    }

    /// What is left when the members of `other` are taken out, as far as they are there.
    pub open spec fn difference_with(self, other: Self) -> Self {
        Self::from_map(Map::new(self.dom(), |v: V| clip(self.count(v) - other.count(v))))
    }

    /// Whether the multisets have no common member.
    pub open spec fn is_disjoint_from(self, other: Self) -> bool {
        forall|x: V|
            #![trigger self.count(x)]
            #![trigger other.count(x)]
            self.count(x) == 0 || other.count(x) == 0
    }

    /// The members of the domain.
    pub broadcast proof fn dom_ensures(self)
        ensures
            #![trigger self.dom()]
            forall|v: V| #[trigger] self.dom().contains(v) <==> self.count(v) > 0,
    {
        broadcast use axiom_multiset_dom;

    }
}

// ---------------------------------------------------------------------------------------------- Axioms

/// A multiset made of a map has its values as counts, and nothing else.
broadcast axiom fn axiom_multiset_from_map<V>(m: Map<V, nat>, v: V)
    ensures
        #[trigger] Multiset::from_map(m).count(v) == (if m.dom().contains(v) {
            m.index(v)
        } else {
            0
        }),
;

/// The domain is the set of what is there at least once; it is finite.
broadcast axiom fn axiom_multiset_dom<V>(m: Multiset<V>, v: V)
    ensures
        #[trigger] m.dom().contains(v) <==> m.count(v) > 0,
;

/// Multisets with the same counts are equal.
pub broadcast axiom fn axiom_multiset_ext_equal<V>(m1: Multiset<V>, m2: Multiset<V>)
    ensures
        #[trigger] (m1 =~= m2) <==> (forall|v: V|
            #![trigger m1.count(v)]
            #![trigger m2.count(v)]
            m1.count(v) == m2.count(v)),
;

/// The same for deep equality: counting does not look inside of members.
pub broadcast axiom fn axiom_multiset_ext_equal_deep<V>(m1: Multiset<V>, m2: Multiset<V>)
    ensures
        #[trigger] (m1 =~~= m2) <==> m1 =~= m2,
;

// ---------------------------------------------------------------------------------------------- Counts

/// A multiset made of a map has its values as counts.
pub broadcast proof fn axiom_multiset_contained<V>(m: Map<V, nat>, v: V)
    requires
        m.dom().contains(v),
    ensures
        #[trigger] Multiset::from_map(m).count(v) == m[v],
{
    broadcast use axiom_multiset_from_map;

}

/// A multiset made of a map has nothing but its keys.
pub broadcast proof fn axiom_multiset_new_not_contained<V>(m: Map<V, nat>, v: V)
    requires
        !m.dom().contains(v),
    ensures
        #[trigger] Multiset::from_map(m).count(v) == 0,
{
    broadcast use axiom_multiset_from_map;

}

/// The keys with positive values are what is in a multiset made of a map.
pub broadcast proof fn lemma_from_map_dom<V>(mymap: Map<V, nat>)
    requires
        forall|k: V| #[trigger] mymap.contains_key(k) ==> mymap[k] > 0,
    ensures
        #[trigger] Multiset::from_map(mymap).dom() == mymap.dom(),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

    assert(Multiset::from_map(mymap).dom() =~= mymap.dom());
}

/// Nothing is in the empty multiset.
pub broadcast proof fn axiom_multiset_empty<V>(v: V)
    ensures
        #[trigger] Multiset::empty().count(v) == 0,
{
    broadcast use axiom_multiset_from_map;

}

/// A singleton has its value once.
pub broadcast proof fn axiom_multiset_singleton<V>(v: V)
    ensures
        (#[trigger] Multiset::singleton(v)).count(v) == 1,
{
    broadcast use axiom_multiset_from_map;

}

/// A singleton has no other value.
pub broadcast proof fn axiom_multiset_singleton_different<V>(v: V, w: V)
    ensures
        v != w ==> #[trigger] Multiset::singleton(v).count(w) == 0,
{
    broadcast use axiom_multiset_from_map;

}

/// Counts add up.
pub broadcast proof fn axiom_multiset_add<V>(m1: Multiset<V>, m2: Multiset<V>, v: V)
    ensures
        #[trigger] m1.add(m2).count(v) == m1.count(v) + m2.count(v),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

}

/// Counts are taken off, down to 0.
pub broadcast proof fn axiom_multiset_sub<V>(m1: Multiset<V>, m2: Multiset<V>, v: V)
    ensures
        #[trigger] m1.sub(m2).count(v) == (if m1.count(v) >= m2.count(v) {
            m1.count(v) - m2.count(v)
        } else {
            0
        }),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

}

/// What a filter leaves.
pub broadcast proof fn axiom_filter_count<V>(m: Multiset<V>, f: spec_fn(V) -> bool, v: V)
    ensures
        (#[trigger] m.filter(f).count(v)) == (if f(v) {
            m.count(v)
        } else {
            0
        }),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

}

// ---------------------------------------------------------------------------------------------- Sizes

/// The number of members that are in `s`, each counted as often as it is there.
spec fn count_in<V>(m: Multiset<V>, s: Set<V>) -> nat
    decreases s.len(),
{
    if s.len() == 0 {
        0
    } else {
        let v = s.choose();
        count_in(m, s.remove(v)) + m.count(v)
    }
}

/// The sum may begin with any value of the set.
proof fn lemma_count_in_remove<V>(m: Multiset<V>, s: Set<V>, v: V)
    requires
        s.contains(v),
    ensures
        count_in(m, s) == count_in(m, s.remove(v)) + m.count(v),
    decreases s.len(),
{
    let w = s.choose();
    assert(s.remove(v).len() + 1 == s.len());
    if v != w {
        lemma_count_in_remove(m, s.remove(w), v);
        lemma_count_in_remove(m, s.remove(v), w);
        assert(s.remove(w).remove(v) =~= s.remove(v).remove(w));
    }
}

/// What is not there adds nothing to the sum.
proof fn lemma_count_in_more<V>(m: Multiset<V>, s: Set<V>, t: Set<V>)
    requires
        s.subset_of(t),
        forall|v: V| #[trigger] t.contains(v) && !s.contains(v) ==> m.count(v) == 0,
    ensures
        count_in(m, s) == count_in(m, t),
    decreases t.len(),
{
    if t.len() == 0 {
        assert(s =~= t);
    } else {
        let v = t.choose();
        lemma_count_in_remove(m, t, v);
        if s.contains(v) {
            lemma_count_in_remove(m, s, v);
            lemma_count_in_more(m, s.remove(v), t.remove(v));
        } else {
            lemma_count_in_more(m, s, t.remove(v));
        }
    }
}

/// The sum over any set that has all members is the size.
proof fn lemma_len_is_count_in<V>(m: Multiset<V>, s: Set<V>)
    requires
        forall|v: V| #[trigger] m.count(v) > 0 ==> s.contains(v),
    ensures
        m.len() == count_in(m, s),
{
    broadcast use axiom_multiset_dom;

    assert forall|v: V| #[trigger] m.dom().contains(v) implies s.contains(v) by {
        assert(m.count(v) > 0);
    }
    lemma_count_in_more(m, m.dom(), s);
}

/// Sums add up.
proof fn lemma_count_in_add<V>(m1: Multiset<V>, m2: Multiset<V>, s: Set<V>)
    ensures
        count_in(m1.add(m2), s) == count_in(m1, s) + count_in(m2, s),
    decreases s.len(),
{
    broadcast use axiom_multiset_add;

    if s.len() != 0 {
        let v = s.choose();
        assert(s.contains(v));
        lemma_count_in_add(m1, m2, s.remove(v));
        assert(m1.add(m2).count(v) == m1.count(v) + m2.count(v));
    }
}

/// The empty multiset has no members.
pub broadcast proof fn axiom_len_empty<V>()
    ensures
        (#[trigger] Multiset::<V>::empty().len()) == 0,
{
    broadcast use axiom_multiset_empty;

    lemma_len_is_count_in(Multiset::<V>::empty(), Set::empty());
}

/// A singleton has one member.
pub broadcast proof fn axiom_len_singleton<V>(v: V)
    ensures
        (#[trigger] Multiset::<V>::singleton(v).len()) == 1,
{
    broadcast use {axiom_multiset_singleton, axiom_multiset_singleton_different};

    let (m, s) = (Multiset::singleton(v), Set::empty().insert(v));
    lemma_len_is_count_in(m, s);
    lemma_count_in_remove(m, s, v);
    assert(s.remove(v) =~= Set::<V>::empty());
    assert(m.count(v) == 1);
}

/// Sizes add up.
pub broadcast proof fn axiom_len_add<V>(m1: Multiset<V>, m2: Multiset<V>)
    ensures
        (#[trigger] m1.add(m2).len()) == m1.len() + m2.len(),
{
    broadcast use {axiom_multiset_dom, axiom_multiset_add};

    let s = m1.dom().union(m2.dom());
    assert forall|v: V| #[trigger] m1.count(v) > 0 implies s.contains(v) by {
        assert(m1.dom().contains(v));
    }
    assert forall|v: V| #[trigger] m2.count(v) > 0 implies s.contains(v) by {
        assert(m2.dom().contains(v));
    }
    lemma_len_is_count_in(m1, s);
    lemma_len_is_count_in(m2, s);
    lemma_len_is_count_in(m1.add(m2), s);
    lemma_count_in_add(m1, m2, s);
}

/// Taking out what is there takes off its size.
pub broadcast proof fn axiom_len_sub<V>(m1: Multiset<V>, m2: Multiset<V>)
    requires
        m2.subset_of(m1),
    ensures
        (#[trigger] m1.sub(m2).len()) == m1.len() - m2.len(),
{
    broadcast use {axiom_multiset_add, axiom_multiset_sub, axiom_multiset_ext_equal};

    axiom_len_add(m1.sub(m2), m2);
    assert(m1.sub(m2).add(m2) =~= m1);
}

/// No value is there more often than there are members.
pub broadcast proof fn axiom_count_le_len<V>(m: Multiset<V>, v: V)
    ensures
        #[trigger] m.count(v) <= #[trigger] m.len(),
{
    broadcast use axiom_multiset_dom;

    if m.count(v) > 0 {
        assert(m.dom().contains(v));
        lemma_count_in_remove(m, m.dom(), v);
    }
}

/// A multiset that is not empty has a member to choose.
pub broadcast proof fn axiom_choose_count<V>(m: Multiset<V>)
    requires
        #[trigger] m.len() != 0,
    ensures
        #[trigger] m.count(m.choose()) > 0,
{
    broadcast use axiom_multiset_dom;

    assert(m.dom().contains(m.dom().choose()));
    assert(m.count(m.dom().choose()) > 0);
}

/// Only the empty multiset has no members.
pub broadcast proof fn lemma_multiset_empty_len<V>(m: Multiset<V>)
    ensures
        #[trigger] m.len() == 0 <==> m =~= Multiset::<V>::empty(),
        #[trigger] m.len() > 0 ==> exists|v: V| 0 < m.count(v),
{
    broadcast use {axiom_multiset_empty, axiom_multiset_ext_equal, axiom_count_le_len};

    broadcast use axiom_len_empty;
    if m.len() > 0 {
        axiom_choose_count(m);
    } else {
        assert(m =~= Multiset::<V>::empty());
    }
}

/// What every program knows about multisets.
pub broadcast group group_multiset_axioms {
    axiom_multiset_empty,
    axiom_multiset_contained,
    axiom_multiset_new_not_contained,
    lemma_from_map_dom,
    axiom_multiset_singleton,
    axiom_multiset_singleton_different,
    axiom_multiset_add,
    axiom_multiset_sub,
    axiom_multiset_ext_equal,
    axiom_multiset_ext_equal_deep,
    axiom_len_empty,
    axiom_len_singleton,
    axiom_len_add,
    axiom_len_sub,
    axiom_count_le_len,
    axiom_filter_count,
    axiom_choose_count,
}

// ---------------------------------------------------------------------------------------------- Lemmas

/// `update` sets one count.
pub broadcast proof fn lemma_update_same<V>(m: Multiset<V>, v: V, mult: nat)
    ensures
        #[trigger] m.update(v, mult).count(v) == mult,
{
    broadcast use axiom_multiset_from_map;

}

/// `update` leaves other counts as they are.
pub broadcast proof fn lemma_update_different<V>(m: Multiset<V>, v1: V, mult: nat, v2: V)
    requires
        v1 != v2,
    ensures
        #[trigger] m.update(v1, mult).count(v2) == m.count(v2),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

}

/// What is there after an insertion.
pub broadcast proof fn lemma_insert_containment<V>(m: Multiset<V>, x: V, y: V)
    ensures
        0 < #[trigger] m.insert(x).count(y) <==> x == y || 0 < m.count(y),
{
    broadcast use group_multiset_axioms;

}

/// What is inserted is there once more.
pub broadcast proof fn lemma_insert_increases_count_by_1<V>(m: Multiset<V>, x: V)
    ensures
        #[trigger] m.insert(x).count(x) == m.count(x) + 1,
{
    broadcast use group_multiset_axioms;

}

/// What was there stays there.
pub broadcast proof fn lemma_insert_non_decreasing<V>(m: Multiset<V>, x: V, y: V)
    ensures
        0 < m.count(y) ==> 0 < #[trigger] m.insert(x).count(y),
{
    broadcast use group_multiset_axioms;

}

/// An insertion leaves other counts as they are.
pub broadcast proof fn lemma_insert_other_elements_unchanged<V>(m: Multiset<V>, x: V, y: V)
    ensures
        x != y ==> m.count(y) == #[trigger] m.insert(x).count(y),
{
    broadcast use group_multiset_axioms;

}

/// An insertion makes a multiset larger by one.
pub broadcast proof fn lemma_insert_len<V>(m: Multiset<V>, x: V)
    ensures
        #[trigger] m.insert(x).len() == m.len() + 1,
{
    broadcast use group_multiset_axioms;

}

/// How often both multisets have a value.
pub broadcast proof fn lemma_intersection_count<V>(a: Multiset<V>, b: Multiset<V>, x: V)
    ensures
        #[trigger] a.intersection_with(b).count(x) == min(a.count(x) as int, b.count(x) as int),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

}

/// Meeting the second multiset again changes nothing.
pub broadcast proof fn lemma_left_pseudo_idempotence<V>(a: Multiset<V>, b: Multiset<V>)
    ensures
        #[trigger] a.intersection_with(b).intersection_with(b) =~= a.intersection_with(b),
{
    broadcast use {axiom_multiset_ext_equal, lemma_intersection_count};

}

/// Meeting the first multiset again changes nothing.
pub broadcast proof fn lemma_right_pseudo_idempotence<V>(a: Multiset<V>, b: Multiset<V>)
    ensures
        #[trigger] a.intersection_with(a.intersection_with(b)) =~= a.intersection_with(b),
{
    broadcast use {axiom_multiset_ext_equal, lemma_intersection_count};

}

/// How often a value is left.
pub broadcast proof fn lemma_difference_count<V>(a: Multiset<V>, b: Multiset<V>, x: V)
    ensures
        #[trigger] a.difference_with(b).count(x) == clip(a.count(x) - b.count(x)),
{
    broadcast use {axiom_multiset_from_map, axiom_multiset_dom};

}

/// A value of which as much is taken out as there is, is gone.
pub broadcast proof fn lemma_difference_bottoms_out<V>(a: Multiset<V>, b: Multiset<V>, x: V)
    ensures
        #![trigger a.count(x), b.count(x), a.difference_with(b)]
        a.count(x) <= b.count(x) ==> a.difference_with(b).count(x) == 0,
{
    broadcast use lemma_difference_count;

}

/// More about multisets, for those who ask.
pub broadcast group group_multiset_properties {
    lemma_update_same,
    lemma_update_different,
    lemma_multiset_empty_len,
    lemma_insert_containment,
    lemma_insert_increases_count_by_1,
    lemma_insert_non_decreasing,
    lemma_insert_other_elements_unchanged,
    lemma_insert_len,
    lemma_intersection_count,
    lemma_left_pseudo_idempotence,
    lemma_right_pseudo_idempotence,
    lemma_difference_count,
    lemma_difference_bottoms_out,
    Multiset::dom_ensures,
}

} // verus!

/// `assert_multisets_equal!(a, b, v => { proof })` proves `a == b`, count by count; the proof may be left out.
#[macro_export]
macro_rules! assert_multisets_equal {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!(
            $crate::multiset::assert_multisets_equal_internal!($($tail)*)
        )
    };
}

/// The expansion of [`assert_multisets_equal!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_multisets_equal_internal {
    (::verus_builtin::internal::spec_eq($m1:expr, $m2:expr) $($tail:tt)*) => {
        $crate::multiset::assert_multisets_equal_internal!($m1, $m2 $($tail)*)
    };
    ($m1:expr, $m2:expr $(,)?) => {
        $crate::multiset::assert_multisets_equal_internal!($m1, $m2, key => {})
    };
    ($m1:expr, $m2:expr, $key:ident $(: $t:ty)? => $proof:block) => {
        let m1 = ::verus_builtin::internal::ghost_let($m1);
        let m2 = ::verus_builtin::internal::ghost_let($m2);
        ::verus_builtin::assert_by(::verus_builtin::internal::spec_eq(m1, m2), {
            ::verus_builtin::internal::proof_block();
            ::verus_builtin::assert_forall_by(|$key $(: $t)?| {
                ::verus_builtin::internal::proof_block();
                ::verus_builtin::ensures([
                    ::verus_builtin::internal::spec_eq(
                        ::verus_builtin::internal::trigger(m1.count($key)),
                        m2.count($key),
                    ),
                ]);
                $proof
            });
            ::verus_builtin::assert_(::verus_builtin::ext_equal(m1, m2));
        });
    };
}

pub use assert_multisets_equal;
#[doc(hidden)]
pub use assert_multisets_equal_internal;
