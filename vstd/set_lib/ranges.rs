//! Ranges of integers, and types with finitely many values.

#[allow(unused_imports)]
use crate::iset::*;
#[allow(unused_imports)]
use crate::iset_lib::lemma_iset_subset_finite;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {group_iset_lemmas, group_set_lemmas};

/// Types in which finitely many values lie between any two.
pub trait FiniteRange: Sized {
    /// Whether `i` is in the range from `lo` up to, but not including, `hi`.
    spec fn in_range(i: Self, lo: Self, hi: Self) -> bool;

    /// The values from `lo` up to, but not including, `hi`.
    spec fn range_set(lo: Self, hi: Self) -> Set<Self>;

    /// The number of values from `lo` up to, but not including, `hi`.
    spec fn range_len(lo: Self, hi: Self) -> nat;

    /// What is known of ranges.
    proof fn range_properties(lo: Self, hi: Self)
        ensures
            forall|i: Self| #[trigger] Self::range_set(lo, hi).contains(i) <==> Self::in_range(i, lo, hi),
            Self::range_set(lo, hi).len() == Self::range_len(lo, hi),
    ;
}

/// What is known of ranges.
pub broadcast proof fn range_set_properties<A: FiniteRange>(lo: A, hi: A)
    ensures
        forall|i: A| #[trigger] A::range_set(lo, hi).contains(i) <==> A::in_range(i, lo, hi),
        (#[trigger] A::range_set(lo, hi)).len() == A::range_len(lo, hi),
{
    A::range_properties(lo, hi);
}

/// Types with finitely many values.
pub trait FiniteFull: Sized {
    /// The set of all values is finite.
    proof fn full_properties()
        ensures
            Set::<Self>::full() is Some,
    ;
}

/// The set of all values is finite.
pub broadcast proof fn full_set_properties<A: FiniteFull>()
    ensures
        #![trigger Set::<A>::full()]
        Set::<A>::full() is Some,
{
    A::full_properties();
}

impl<A: FiniteRange> Set<A> {
    /// The values from `lo` up to, but not including, `hi`.
    #[verifier::inline]
    pub open spec fn range(lo: A, hi: A) -> Set<A> {
        A::range_set(lo, hi)
    }

    /// The values from `lo` up to `hi`.
    #[verifier::inline]
    pub open spec fn range_inclusive(lo: A, hi: A) -> Set<A> {
        A::range_set(lo, hi).insert(hi)
    }
}

impl<A: FiniteFull> Set<A> {
    /// The values that `f` holds of.
    #[verifier::inline]
    pub open spec fn from_finite_type(f: spec_fn(A) -> bool) -> Set<A> {
        Set::<A>::full()->0.filter(f)
    }
}

} // verus!

/// Ranges of integer types.
macro_rules! range_impls {
    ($($t:ty)*) => {
        $(
            verus! {

            impl FiniteRange for $t {
                open spec fn in_range(i: Self, lo: Self, hi: Self) -> bool {
                    lo <= i < hi
                }

                open spec fn range_set(lo: Self, hi: Self) -> Set<Self> {
                    match Set::<Self>::new(|i: Self| Self::in_range(i, lo, hi)) {
                        Some(s) => s,
                        None => Set::empty(),
                    }
                }

                open spec fn range_len(lo: Self, hi: Self) -> nat {
                    if lo <= hi {
                        (hi - lo) as nat
                    } else {
                        0
                    }
                }

                proof fn range_properties(lo: Self, hi: Self)
                    decreases hi - lo,
                {
                    let range = ISet::<Self>::new(|i: Self| Self::in_range(i, lo, hi));
                    if lo < hi {
                        let last = (hi - 1) as Self;
                        Self::range_properties(lo, last);
                        let set = Self::range_set(lo, last).insert(last);
                        assert(range =~= set.to_iset());
                        assert(Self::range_set(lo, hi) =~= set);
                    } else {
                        assert(range =~= ISet::<Self>::empty());
                        assert(Self::range_set(lo, hi) =~= Set::<Self>::empty());
                    }
                }
            }

            }
        )*
    };
}

/// Machine integers are finitely many.
macro_rules! full_impls {
    ($($t:ty)*) => {
        $(
            verus! {

            impl FiniteFull for $t {
                proof fn full_properties() {
                    <$t as FiniteRange>::range_properties(<$t>::MIN, <$t>::MAX);
                    let most = <$t as FiniteRange>::range_set(<$t>::MIN, <$t>::MAX).insert(<$t>::MAX);
                    lemma_iset_subset_finite(most.to_iset(), ISet::<$t>::full());
                }
            }

            }
        )*
    };
}

range_impls!(int nat usize u8 u16 u32 u64 u128 isize i8 i16 i32 i64 i128);
full_impls!(usize u8 u16 u32 u64 u128 isize i8 i16 i32 i64 i128);
