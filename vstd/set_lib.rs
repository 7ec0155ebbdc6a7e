//! Lemmas about finite sets. Nothing here is trusted.

mod members;
mod order;
mod ranges;

pub use ranges::*;

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
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_set_lemmas, group_seq_lemmas};

impl<A> Set<A> {
    /// Whether there is no member.
    pub open spec fn is_empty(self) -> bool {
        self =~= Set::<A>::empty()
    }

    /// The results of `fwd`, which `rev` takes back.
    pub closed spec fn map_by<B>(self, fwd: spec_fn(A) -> B, rev: spec_fn(B) -> A) -> Set<B>
        recommends
            forall|a: A| self.contains(a) ==> rev(fwd(a)) == a,
    {
        self.map(fwd).filter(|b: B| self.contains(rev(b)) && b == fwd(rev(b)))
    }

    /// The members of the results of `fwd`, which `rev` takes back.
    pub closed spec fn map_flatten_by<B>(self, fwd: spec_fn(A) -> Set<B>, rev: spec_fn(B) -> A) -> Set<B>
        recommends
            forall|a: A, b: B| #[trigger] self.contains(a) && fwd(a).contains(b) ==> #[trigger] rev(b) == a,
    {
        self.map(fwd).flatten().filter(|b: B| self.contains(rev(b)) && fwd(rev(b)).contains(b))
    }

    /// The members of an image.
    pub broadcast proof fn lemma_map_contains<B>(self, f: spec_fn(A) -> B, b: B)
        ensures
            #[trigger] self.map(f).contains(b) <==> exists|a: A| #[trigger] self.contains(a) && b == f(a),
    {
        lemma_set_map(self, f, b);
    }

    /// The members of an image that can be taken back.
    pub broadcast proof fn lemma_map_by_contains<B>(self, fwd: spec_fn(A) -> B, rev: spec_fn(B) -> A, b: B)
        ensures
            #[trigger] self.map_by(fwd, rev).contains(b) <==> self.contains(rev(b)) && b == fwd(rev(b)),
    {
        if self.contains(rev(b)) && b == fwd(rev(b)) {
            assert(self.map(fwd).contains(b));
        }
    }

    /// The members of images that can be taken back.
    pub broadcast proof fn lemma_map_flatten_by_contains<B>(
        self,
        fwd: spec_fn(A) -> Set<B>,
        rev: spec_fn(B) -> A,
        b: B,
    )
        requires
            forall|a: A, b: B| #[trigger] self.contains(a) && fwd(a).contains(b) ==> #[trigger] rev(b) == a,
        ensures
            #[trigger] self.map_flatten_by(fwd, rev).contains(b) <==> self.contains(rev(b)) && fwd(rev(b)).contains(b),
    {
        if self.contains(rev(b)) && fwd(rev(b)).contains(b) {
            assert(self.map(fwd).contains(fwd(rev(b))));
            self.map(fwd).lemma_flatten_contains(b);
        }
    }

    /// The members, one after the other.
    pub open spec fn to_seq(self) -> Seq<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Seq::<A>::empty()
        } else {
            let x = self.choose();
            Seq::<A>::empty().push(x) + self.remove(x).to_seq()
        }
    }

    /// The members, in order.
    pub open spec fn to_sorted_seq(self, leq: spec_fn(A, A) -> bool) -> Seq<A> {
        self.to_seq().sort_by(leq)
    }

    /// The members, each once.
    pub open spec fn to_multiset(self) -> Multiset<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Multiset::<A>::empty()
        } else {
            Multiset::<A>::empty().insert(self.choose()).add(self.remove(self.choose()).to_multiset())
        }
    }

    /// Whether there is exactly one member.
    pub open spec fn is_singleton(self) -> bool {
        &&& self.len() > 0
        &&& forall|x: A, y: A| #[trigger] self.contains(x) && #[trigger] self.contains(y) ==> x == y
    }

    /// Whether different members have different results.
    pub open spec fn injective_on<B>(self, r: spec_fn(A) -> B) -> bool {
        forall|x1: A, x2: A|
            self.contains(x1) && self.contains(x2) && #[trigger] r(x1) == #[trigger] r(x2) ==> x1 == x2
    }

    /// Whether `min` is a member and at most every member.
    pub open spec fn has_least(self, leq: spec_fn(A, A) -> bool, min: A) -> bool {
        self.contains(min) && forall|x: A| self.contains(x) ==> #[trigger] leq(min, x)
    }

    /// Whether `min` is a member and no member is truly below it.
    pub open spec fn has_minimum(self, leq: spec_fn(A, A) -> bool, min: A) -> bool {
        self.contains(min) && forall|x: A| self.contains(x) && #[trigger] leq(x, min) ==> #[trigger] leq(min, x)
    }

    /// Whether `max` is a member and at least every member.
    pub open spec fn has_greatest(self, leq: spec_fn(A, A) -> bool, max: A) -> bool {
        self.contains(max) && forall|x: A| self.contains(x) ==> #[trigger] leq(x, max)
    }

    /// Whether `max` is a member and no member is truly above it.
    pub open spec fn has_maximum(self, leq: spec_fn(A, A) -> bool, max: A) -> bool {
        self.contains(max) && forall|x: A| self.contains(x) && #[trigger] leq(max, x) ==> #[trigger] leq(x, max)
    }

    /// The member that no other is below.
    pub closed spec fn find_unique_minimal(self, r: spec_fn(A, A) -> bool) -> A
        recommends
            total_ordering(r),
            self.len() > 0,
    {
        choose|min: A| self.has_least(r, min)
    }

    /// The member that no other is above.
    pub closed spec fn find_unique_maximal(self, r: spec_fn(A, A) -> bool) -> A
        recommends
            total_ordering(r),
            self.len() > 0,
    {
        choose|max: A| self.has_greatest(r, max)
    }

    /// Whether `pred` holds of every member.
    pub open spec fn all(&self, pred: spec_fn(A) -> bool) -> bool {
        forall|x: A| #[trigger] self.contains(x) ==> pred(x)
    }

    /// Whether `pred` holds of some member.
    pub open spec fn any(&self, pred: spec_fn(A) -> bool) -> bool {
        exists|x: A| #[trigger] self.contains(x) && pred(x)
    }

    /// The results of `f` on the members, where it has one.
    pub open spec fn filter_map<B>(self, f: spec_fn(A) -> Option<B>) -> Set<B> {
        self.map(
            |elem: A|
                match f(elem) {
                    Option::Some(r) => Set::<B>::empty().insert(r),
                    Option::None => Set::<B>::empty(),
                },
        ).flatten()
    }
}

impl<A> Set<Set<A>> {
    /// The members of the members.
    pub closed spec fn flatten(self) -> Set<A>
        decreases self.len(),
    {
        if self.len() == 0 {
            Set::empty()
        } else {
            let s = self.choose();
            self.remove(s).flatten().union(s)
        }
    }

    /// The members of the members.
    pub broadcast proof fn lemma_flatten_contains(self, elem: A)
        ensures
            #[trigger] self.flatten().contains(elem) <==> (exists|elem_s: Set<A>| #[trigger]
                self.contains(elem_s) && elem_s.contains(elem)),
        decreases self.len(),
    {
        if self.len() != 0 {
            let s = self.choose();
            let rest = self.remove(s);
            assert(self.contains(s));
            rest.lemma_flatten_contains(elem);
            if rest.flatten().contains(elem) {
                let t = choose|t: Set<A>| #[trigger] rest.contains(t) && t.contains(elem);
                assert(self.contains(t));
            }
            if exists|t: Set<A>| #[trigger] self.contains(t) && t.contains(elem) {
                let t = choose|t: Set<A>| #[trigger] self.contains(t) && t.contains(elem);
                if t != s {
                    assert(rest.contains(t));
                }
            }
        }
    }

    /// Finitely many finite sets have finitely many members.
    pub proof fn lemma_flatten_finite(self)
        ensures
            ISet::new(
                |elem: A| exists|elem_s: Set<A>| #[trigger] self.contains(elem_s) && elem_s.contains(elem),
            ).finite(),
    {
        broadcast use Self::lemma_flatten_contains;

        let members = ISet::new(
            |elem: A| exists|elem_s: Set<A>| #[trigger] self.contains(elem_s) && elem_s.contains(elem),
        );
        assert forall|elem: A| #[trigger] members.contains(elem) <==> self.flatten().to_iset().contains(elem) by {
            assert(self.flatten().to_iset().contains(elem) <==> self.flatten().contains(elem));
        }
        assert(members =~= self.flatten().to_iset());
    }

    /// One more set adds its members.
    pub broadcast proof fn flatten_insert_union_commute(self, other: Set<A>)
        ensures
            self.flatten().union(other) =~= #[trigger] self.insert(other).flatten(),
    {
        let (left, right) = (self.flatten().union(other), self.insert(other).flatten());
        assert forall|a: A| #[trigger] left.contains(a) == right.contains(a) by {
            self.lemma_flatten_contains(a);
            self.insert(other).lemma_flatten_contains(a);
            if left.contains(a) {
                if other.contains(a) {
                    assert(self.insert(other).contains(other));
                } else {
                    let t = choose|t: Set<A>| #[trigger] self.contains(t) && t.contains(a);
                    assert(self.insert(other).contains(t));
                }
            }
            if right.contains(a) {
                let t = choose|t: Set<A>| #[trigger] self.insert(other).contains(t) && t.contains(a);
                if t != other {
                    assert(self.contains(t));
                }
            }
        }
    }
}

/// A function that tells everything apart tells sets apart by their results.
pub proof fn lemma_sets_eq_iff_injective_map_eq<T, S>(s1: Set<T>, s2: Set<T>, f: spec_fn(T) -> S)
    requires
        injective(f),
    ensures
        (s1 == s2) <==> (s1.map(f) == s2.map(f)),
{
    lemma_sets_eq_iff_injective_map_on_eq(s1, s2, f);
}

/// A function that tells the members apart tells the sets apart by their results.
pub proof fn lemma_sets_eq_iff_injective_map_on_eq<T, S>(s1: Set<T>, s2: Set<T>, f: spec_fn(T) -> S)
    requires
        (s1 + s2).injective_on(f),
    ensures
        (s1 == s2) <==> (s1.map(f) == s2.map(f)),
{
    if s1.map(f) == s2.map(f) {
        assert forall|a: T| #[trigger] s1.contains(a) == s2.contains(a) by {
            if s1.contains(a) {
                assert(s1.map(f).contains(f(a)));
                let b = choose|b: T| #[trigger] s2.contains(b) && f(a) == f(b);
                assert((s1 + s2).contains(a) && (s1 + s2).contains(b));
            }
            if s2.contains(a) {
                assert(s2.map(f).contains(f(a)));
                let b = choose|b: T| #[trigger] s1.contains(b) && f(a) == f(b);
                assert((s1 + s2).contains(a) && (s1 + s2).contains(b));
            }
        }
        assert(s1 =~= s2);
    }
}

/// The integers from `lo` up to, but not including, `hi`.
pub open spec fn set_int_range(lo: int, hi: int) -> Set<int> {
    Set::<int>::range(lo, hi)
}

/// The members of a range, and how many there are.
pub proof fn lemma_int_range(lo: int, hi: int)
    requires
        lo <= hi,
    ensures
        forall|j: int| #[trigger] set_int_range(lo, hi).contains(j) <==> lo <= j < hi,
        set_int_range(lo, hi).len() == hi - lo,
{
    range_set_properties(lo, hi);
}

/// A part of a set is no larger than the set.
pub proof fn lemma_len_subset<A>(s1: Set<A>, s2: Set<A>)
    requires
        s1.subset_of(s2),
    ensures
        s1.len() <= s2.len(),
    decreases s2.len(),
{
    if s2.len() == 0 {
        s2.lemma_len0_is_empty();
        assert(s1 =~= s2);
    } else {
        let a = s2.choose();
        assert(s2.contains(a));
        lemma_len_subset(s1.remove(a), s2.remove(a));
    }
}

/// A union is no larger than both sets together.
pub proof fn lemma_len_union<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.union(s2).len() <= s1.len() + s2.len(),
{
    lemma_set_intersect_union_lens(s1, s2);
}

/// A union is no smaller than either set.
pub proof fn lemma_len_union_ind<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.union(s2).len() >= s1.len(),
        s1.union(s2).len() >= s2.len(),
{
    lemma_len_subset(s1, s1.union(s2));
    lemma_len_subset(s2, s1.union(s2));
}

/// What two sets have in common is no more than the first has.
pub proof fn lemma_len_intersect<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.intersect(s2).len() <= s1.len(),
{
    lemma_len_subset(s1.intersect(s2), s1);
}

/// What is left of a set is no more than the set.
pub proof fn lemma_len_difference<A>(s1: Set<A>, s2: Set<A>)
    ensures
        s1.difference(s2).len() <= s1.len(),
{
    lemma_len_subset(s1.difference(s2), s1);
}

/// A part of a set that is as large as the set is the set.
pub proof fn lemma_subset_equality<A>(x: Set<A>, y: Set<A>)
    requires
        x.subset_of(y),
        x.len() == y.len(),
    ensures
        x =~= y,
{
    assert forall|a: A| #[trigger] y.contains(a) implies x.contains(a) by {
        if !x.contains(a) {
            x.lemma_subset_not_in_lt(y, a);
        }
    }
}

/// There are no more results than members.
pub proof fn lemma_map_size_bound<A, B>(x: Set<A>, y: Set<B>, f: spec_fn(A) -> B)
    requires
        x.map(f) == y,
    ensures
        y.len() <= x.len(),
    decreases x.len(),
{
    if x.len() == 0 {
        x.lemma_len0_is_empty();
        assert(y =~= Set::<B>::empty());
    } else {
        let a = x.choose();
        assert(x.contains(a));
        let rest = x.remove(a);
        lemma_map_size_bound(rest, rest.map(f), f);
        rest.lemma_set_map_insert_commute(a, f);
        assert(rest.insert(a) =~= x);
    }
}

/// A function that tells the members apart has as many results as there are members.
pub proof fn lemma_map_size<A, B>(x: Set<A>, y: Set<B>, f: spec_fn(A) -> B)
    requires
        x.injective_on(f),
        x.map(f) == y,
    ensures
        x.len() == y.len(),
    decreases x.len(),
{
    if x.len() == 0 {
        x.lemma_len0_is_empty();
        assert(y =~= Set::<B>::empty());
    } else {
        let a = x.choose();
        assert(x.contains(a));
        let rest = x.remove(a);
        lemma_map_size(rest, rest.map(f), f);
        rest.lemma_set_map_insert_commute(a, f);
        assert(rest.insert(a) =~= x);
        if rest.map(f).contains(f(a)) {
            let b = choose|b: A| #[trigger] rest.contains(b) && f(a) == f(b);
            assert(x.contains(b));
            assert(false);
        }
    }
}

/// Adding a set again changes nothing.
pub broadcast proof fn lemma_set_union_again1<A>(a: Set<A>, b: Set<A>)
    ensures
        #[trigger] a.union(b).union(b) =~= a.union(b),
{
}

/// Adding a set again changes nothing.
pub broadcast proof fn lemma_set_union_again2<A>(a: Set<A>, b: Set<A>)
    ensures
        #[trigger] a.union(b).union(a) =~= a.union(b),
{
}

/// Cutting with a set again changes nothing.
pub broadcast proof fn lemma_set_intersect_again1<A>(a: Set<A>, b: Set<A>)
    ensures
        #![trigger (a.intersect(b)).intersect(b)]
        (a.intersect(b)).intersect(b) =~= a.intersect(b),
{
}

/// Cutting with a set again changes nothing.
pub broadcast proof fn lemma_set_intersect_again2<A>(a: Set<A>, b: Set<A>)
    ensures
        #![trigger (a.intersect(b)).intersect(a)]
        (a.intersect(b)).intersect(a) =~= a.intersect(b),
{
}

/// What is taken out is not left.
pub broadcast proof fn lemma_set_difference2<A>(s1: Set<A>, s2: Set<A>, a: A)
    ensures
        #![trigger s1.difference(s2).contains(a)]
        s2.contains(a) ==> !s1.difference(s2).contains(a),
{
}

/// What was added can be taken out again.
pub broadcast proof fn lemma_set_disjoint<A>(a: Set<A>, b: Set<A>)
    ensures
        #![trigger (a + b).difference(a)]
        a.disjoint(b) ==> ((a + b).difference(a) =~= b && (a + b).difference(b) =~= a),
{
}

/// Exactly the empty set is of size 0, and other sets have members.
pub broadcast proof fn lemma_set_empty_equivalency_len<A>(s: Set<A>)
    ensures
        #![trigger s.len()]
        (s.len() == 0 <==> s == Set::<A>::empty()) && (s.len() != 0 ==> exists|x: A| #[trigger] s.contains(x)),
{
    if s.len() == 0 {
        s.lemma_len0_is_empty();
    } else {
        assert(s.contains(s.choose()));
    }
}

/// The sizes of sets without a common member add up.
pub broadcast proof fn lemma_set_disjoint_lens<A>(a: Set<A>, b: Set<A>)
    ensures
        a.disjoint(b) ==> #[trigger] (a + b).len() == a.len() + b.len(),
{
    lemma_set_intersect_union_lens(a, b);
    if a.disjoint(b) {
        assert(a.intersect(b) =~= Set::<A>::empty());
    }
}

/// Sets have no common member exactly when they have nothing in common.
pub proof fn lemma_set_disjoint_iff_empty_intersection<T>(a: Set<T>, b: Set<T>)
    ensures
        a.disjoint(b) <==> a.intersect(b).is_empty(),
{
    if a.intersect(b).is_empty() {
        assert forall|x: T| #[trigger] a.contains(x) implies !b.contains(x) by {
            assert(!a.intersect(b).contains(x));
        }
    }
}

/// What is in both sets is counted twice when sizes are added.
pub broadcast proof fn lemma_set_intersect_union_lens<A>(a: Set<A>, b: Set<A>)
    ensures
        #[trigger] (a + b).len() + #[trigger] a.intersect(b).len() == a.len() + b.len(),
    decreases a.len(),
{
    if a.len() == 0 {
        a.lemma_len0_is_empty();
        assert(a + b =~= b);
        assert(a.intersect(b) =~= a);
    } else {
        let x = a.choose();
        assert(a.contains(x));
        let rest = a.remove(x);
        lemma_set_intersect_union_lens(rest, b);
        assert(a + b =~= (rest + b).insert(x));
        if b.contains(x) {
            assert(a.intersect(b) =~= rest.intersect(b).insert(x));
        } else {
            assert(a.intersect(b) =~= rest.intersect(b));
        }
    }
}

/// Two sets are what each has alone and what both have.
pub broadcast proof fn lemma_set_difference_len<A>(a: Set<A>, b: Set<A>)
    ensures
        (#[trigger] a.difference(b).len() + b.difference(a).len() + a.intersect(b).len() == (a + b).len()) && (
        a.difference(b).len() == a.len() - a.intersect(b).len()),
{
    lemma_set_disjoint_lens(a.difference(b), a.intersect(b));
    lemma_set_disjoint_lens(b.difference(a), a);
    assert(a.difference(b) + a.intersect(b) =~= a);
    assert(b.difference(a) + a =~= a + b);
}

/// More about sizes, for those who ask.
pub broadcast group group_set_properties {
    lemma_set_union_again1,
    lemma_set_union_again2,
    lemma_set_intersect_again1,
    lemma_set_intersect_again2,
    lemma_set_difference2,
    lemma_set_disjoint,
    lemma_set_disjoint_lens,
    lemma_set_intersect_union_lens,
    lemma_set_difference_len,
    lemma_set_empty_equivalency_len,
}

/// A set that is not empty has a member.
pub broadcast proof fn lemma_set_is_empty<A>(s: Set<A>)
    requires
        !(#[trigger] s.is_empty()),
    ensures
        exists|a: A| #[trigger] s.contains(a),
{
    if forall|a: A| !#[trigger] s.contains(a) {
        assert(s =~= Set::<A>::empty());
        assert(false);
    }
}

/// Exactly the empty set is of size 0.
pub broadcast proof fn lemma_set_is_empty_len0<A>(s: Set<A>)
    ensures
        #[trigger] s.is_empty() <==> s.len() == 0,
{
    if s.len() == 0 {
        s.lemma_len0_is_empty();
    }
}

/// What the macro compares is a set.
#[verifier::inline]
pub open spec fn check_argument_is_set<A>(s: Set<A>) -> Set<A> {
    s
}

/// What every program knows of the operations of this module.
pub broadcast group group_set_lib_default {
    lemma_set_is_empty,
    lemma_set_is_empty_len0,
    Set::lemma_flatten_contains,
    Set::lemma_map_contains,
    Set::lemma_map_by_contains,
    Set::lemma_map_flatten_by_contains,
    range_set_properties,
    full_set_properties,
}

} // verus!

/// `assert_sets_equal!(a, b, x => { proof })` proves `a == b`, member by member; the proof may be left out.
#[macro_export]
macro_rules! assert_sets_equal {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::set_lib::assert_sets_equal_internal!($($tail)*))
    };
}

/// The expansion of [`assert_sets_equal!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! assert_sets_equal_internal {
    (::verus_builtin::internal::spec_eq($s1:expr, $s2:expr) $($tail:tt)*) => {
        $crate::set_lib::assert_sets_equal_internal!($s1, $s2 $($tail)*)
    };
    ($s1:expr, $s2:expr $(,)?) => {
        $crate::set_lib::assert_sets_equal_internal!($s1, $s2, elem => {})
    };
    ($s1:expr, $s2:expr, $elem:ident $(: $t:ty)? => $body:block) => {
        let s1 = ::verus_builtin::internal::ghost_let($crate::set_lib::check_argument_is_set($s1));
        let s2 = ::verus_builtin::internal::ghost_let($crate::set_lib::check_argument_is_set($s2));
        ::verus_builtin::assert_by(::verus_builtin::internal::spec_eq(s1, s2), {
            ::verus_builtin::internal::proof_block();
            ::verus_builtin::assert_forall_by(|$elem $(: $t)?| {
                ::verus_builtin::internal::proof_block();
                ::verus_builtin::ensures([
                    ::verus_builtin::internal::iff(
                        ::verus_builtin::internal::trigger(s1.contains($elem)),
                        s2.contains($elem),
                    ),
                ]);
                $body
            });
            ::verus_builtin::assert_(::verus_builtin::ext_equal(s1, s2));
        });
    };
}

pub use assert_sets_equal;
#[doc(hidden)]
pub use assert_sets_equal_internal;
