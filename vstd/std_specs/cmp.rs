//! Contracts of the comparison traits.
//!
//! An implementation says with `obeys_*_spec` whether it compares as `*_spec` says; nothing is assumed of one that does
//! not.
// @when f32 f64 std_specs::cmp ..= RangeInclusive ).contains(& .min( .max( .clamp( cmp::min cmp::max ::min( ::max( ::clamp( .cmp( .partial_cmp(
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_*_spec`, so every one meets
//! the contracts; those of the standard library compare as their documentation says, references by what they refer to.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::cmp::Ordering;

mod elements;
mod texts;

pub use elements::*;
pub use texts::*;

verus! {

/// The contract of `==`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(PartialEqSpec via PartialEqSpecImpl)]
pub trait ExPartialEq<Rhs: ?Sized = Self> {
    type ExternalTraitSpecificationFor: core::cmp::PartialEq<Rhs>;

    /// Whether values are compared as is said here.
    spec fn obeys_eq_spec() -> bool;

    /// Whether two values count as equal.
    spec fn eq_spec(&self, other: &Rhs) -> bool;

    fn eq(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_eq_spec() ==> r == self.eq_spec(other),
    ;

    fn ne(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_eq_spec() ==> r == !self.eq_spec(other),
    ;
}

/// The contract of `<` and its relatives.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(PartialOrdSpec via PartialOrdSpecImpl)]
pub trait ExPartialOrd<Rhs: ?Sized = Self>: core::cmp::PartialEq<Rhs> {
    type ExternalTraitSpecificationFor: core::cmp::PartialOrd<Rhs>;

    /// Whether values are compared as is said here.
    spec fn obeys_partial_cmp_spec() -> bool;

    /// How two values compare, if they do.
    spec fn partial_cmp_spec(&self, other: &Rhs) -> Option<Ordering>;

    fn partial_cmp(&self, other: &Rhs) -> (r: Option<Ordering>)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == self.partial_cmp_spec(other),
    ;

    fn lt(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Less)),
    ;

    fn le(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Less)
                || self.partial_cmp_spec(other) == Some(Ordering::Equal)),
    ;

    fn gt(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Greater)),
    ;

    fn ge(&self, other: &Rhs) -> (r: bool)
        ensures
            Self::obeys_partial_cmp_spec() ==> r == (self.partial_cmp_spec(other) == Some(Ordering::Greater)
                || self.partial_cmp_spec(other) == Some(Ordering::Equal)),
    ;
}

/// The contract of a total order.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(OrdSpec via OrdSpecImpl)]
pub trait ExOrd: core::cmp::Eq + core::cmp::PartialOrd {
    type ExternalTraitSpecificationFor: core::cmp::Ord;

    /// Whether values are compared as is said here.
    spec fn obeys_cmp_spec() -> bool;

    /// How two values compare.
    spec fn cmp_spec(&self, other: &Self) -> Ordering;

    fn cmp(&self, other: &Self) -> (r: Ordering)
        ensures
            Self::obeys_cmp_spec() ==> r == self.cmp_spec(other),
    ;

    // What these use is `<`, so they do what is said where both orders are known and say the same.

    fn max(self, other: Self) -> (r: Self) where Self: Sized
        ensures
            Self::obeys_cmp_spec() && Self::obeys_partial_cmp_spec() && other.partial_cmp_spec(&self) == Some(
                other.cmp_spec(&self),
            ) ==> r == if other.cmp_spec(&self) == Ordering::Less { self } else { other },
    ;

    fn min(self, other: Self) -> (r: Self) where Self: Sized
        ensures
            Self::obeys_cmp_spec() && Self::obeys_partial_cmp_spec() && other.partial_cmp_spec(&self) == Some(
                other.cmp_spec(&self),
            ) ==> r == if other.cmp_spec(&self) == Ordering::Less { other } else { self },
    ;

    fn clamp(self, min: Self, max: Self) -> (r: Self) where Self: Sized
        requires
            Self::obeys_partial_cmp_spec(),
            min.partial_cmp_spec(&max) matches Some(Ordering::Less | Ordering::Equal),
        ensures
            Self::obeys_cmp_spec() && self.partial_cmp_spec(&min) == Some(self.cmp_spec(&min)) && self.partial_cmp_spec(
                &max,
            ) == Some(self.cmp_spec(&max)) ==> r == if self.cmp_spec(&min) == Ordering::Less {
                min
            } else if self.cmp_spec(&max) == Ordering::Greater {
                max
            } else {
                self
            },
    ;
}

} // verus!

/// Truth values and numbers are equal when they are the same.
macro_rules! values_compare {
    ($($ty:ty)*) => {
        verus! {

        $(
        impl PartialEqSpecImpl for $ty {
            open spec fn obeys_eq_spec() -> bool {
                true
            }

            open spec fn eq_spec(&self, other: &$ty) -> bool {
                *self == *other
            }
        }
        )*

        }
    };
}

values_compare! { bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// Numbers have their order, characters that of their numbers.
macro_rules! numbers_compare {
    ($($ty:ty)*) => {
        verus! {

        $(
        impl PartialOrdSpecImpl for $ty {
            open spec fn obeys_partial_cmp_spec() -> bool {
                true
            }

            open spec fn partial_cmp_spec(&self, other: &$ty) -> Option<Ordering> {
                if *self < *other {
                    Some(Ordering::Less)
                } else if *self > *other {
                    Some(Ordering::Greater)
                } else {
                    Some(Ordering::Equal)
                }
            }
        }

        impl OrdSpecImpl for $ty {
            open spec fn obeys_cmp_spec() -> bool {
                true
            }

            open spec fn cmp_spec(&self, other: &$ty) -> Ordering {
                if *self < *other {
                    Ordering::Less
                } else if *self > *other {
                    Ordering::Greater
                } else {
                    Ordering::Equal
                }
            }
        }
        )*

        }
    };
}

numbers_compare! { char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

verus! {

impl PartialOrdSpecImpl for bool {
    open spec fn obeys_partial_cmp_spec() -> bool {
        true
    }

    open spec fn partial_cmp_spec(&self, other: &bool) -> Option<Ordering> {
        Some(bool_cmp(*self, *other))
    }
}

impl OrdSpecImpl for bool {
    open spec fn obeys_cmp_spec() -> bool {
        true
    }

    open spec fn cmp_spec(&self, other: &bool) -> Ordering {
        bool_cmp(*self, *other)
    }
}

/// How truth values compare: what is false is less.
pub open spec fn bool_cmp(a: bool, b: bool) -> Ordering {
    if a == b {
        Ordering::Equal
    } else if b {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEqSpecImpl<&B> for &A {
    open spec fn obeys_eq_spec() -> bool {
        <A as PartialEqSpec<B>>::obeys_eq_spec()
    }

    open spec fn eq_spec(&self, other: &&B) -> bool {
        <A as PartialEqSpec<B>>::eq_spec(*self, *other)
    }
}

impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrdSpecImpl<&B> for &A {
    open spec fn obeys_partial_cmp_spec() -> bool {
        <A as PartialOrdSpec<B>>::obeys_partial_cmp_spec()
    }

    open spec fn partial_cmp_spec(&self, other: &&B) -> Option<Ordering> {
        <A as PartialOrdSpec<B>>::partial_cmp_spec(*self, *other)
    }
}

impl<A: ?Sized + Ord> OrdSpecImpl for &A {
    open spec fn obeys_cmp_spec() -> bool {
        A::obeys_cmp_spec()
    }

    open spec fn cmp_spec(&self, other: &Self) -> Ordering {
        A::cmp_spec(*self, *other)
    }
}

impl<T: PartialEq> PartialEqSpecImpl for Option<T> {
    open spec fn obeys_eq_spec() -> bool {
        T::obeys_eq_spec()
    }

    open spec fn eq_spec(&self, other: &Option<T>) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.eq_spec(b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T: PartialOrd> PartialOrdSpecImpl for Option<T> {
    open spec fn obeys_partial_cmp_spec() -> bool {
        T::obeys_partial_cmp_spec()
    }

    open spec fn partial_cmp_spec(&self, other: &Option<T>) -> Option<Ordering> {
        match (self, other) {
            (Some(a), Some(b)) => a.partial_cmp_spec(b),
            (None, Some(_)) => Some(Ordering::Less),
            (Some(_), None) => Some(Ordering::Greater),
            (None, None) => Some(Ordering::Equal),
        }
    }
}

impl<T: Ord> OrdSpecImpl for Option<T> {
    open spec fn obeys_cmp_spec() -> bool {
        T::obeys_cmp_spec()
    }

    open spec fn cmp_spec(&self, other: &Option<T>) -> Ordering {
        match (self, other) {
            (Some(a), Some(b)) => a.cmp_spec(b),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
    }
}

} // verus!

/// Tuples are equal when their components are, one by one.
macro_rules! tuples_compare {
    ($($index:tt $ty:ident),+) => {
        verus! {

        impl<$($ty: PartialEq),+> PartialEqSpecImpl for ($($ty,)+) {
            open spec fn obeys_eq_spec() -> bool {
                $(&&& $ty::obeys_eq_spec())+
            }

            open spec fn eq_spec(&self, other: &($($ty,)+)) -> bool {
                $(&&& $ty::eq_spec(&self.$index, &other.$index))+
            }
        }

        }
    };
}

tuples_compare!(0 T);
tuples_compare!(0 U, 1 T);
tuples_compare!(0 V, 1 U, 2 T);
tuples_compare!(0 W, 1 V, 2 U, 3 T);
tuples_compare!(0 X, 1 W, 2 V, 3 U, 4 T);
tuples_compare!(0 Y, 1 X, 2 W, 3 V, 4 U, 5 T);
tuples_compare!(0 Z, 1 Y, 2 X, 3 W, 4 V, 5 U, 6 T);
tuples_compare!(0 A, 1 Z, 2 Y, 3 X, 4 W, 5 V, 6 U, 7 T);

verus! {

// The first components that differ decide how tuples compare.

impl<T: PartialOrd> PartialOrdSpecImpl for (T,) {
    open spec fn obeys_partial_cmp_spec() -> bool {
        T::obeys_partial_cmp_spec()
    }

    open spec fn partial_cmp_spec(&self, other: &(T,)) -> Option<Ordering> {
        self.0.partial_cmp_spec(&other.0)
    }
}

impl<T: Ord> OrdSpecImpl for (T,) {
    open spec fn obeys_cmp_spec() -> bool {
        T::obeys_cmp_spec()
    }

    open spec fn cmp_spec(&self, other: &(T,)) -> Ordering {
        self.0.cmp_spec(&other.0)
    }
}

impl<U: PartialOrd, T: PartialOrd> PartialOrdSpecImpl for (U, T) {
    open spec fn obeys_partial_cmp_spec() -> bool {
        &&& U::obeys_partial_cmp_spec()
        &&& T::obeys_partial_cmp_spec()
    }

    open spec fn partial_cmp_spec(&self, other: &(U, T)) -> Option<Ordering> {
        match self.0.partial_cmp_spec(&other.0) {
            Some(Ordering::Equal) => self.1.partial_cmp_spec(&other.1),
            ordering => ordering,
        }
    }
}

impl<U: Ord, T: Ord> OrdSpecImpl for (U, T) {
    open spec fn obeys_cmp_spec() -> bool {
        &&& U::obeys_cmp_spec()
        &&& T::obeys_cmp_spec()
    }

    open spec fn cmp_spec(&self, other: &(U, T)) -> Ordering {
        match self.0.cmp_spec(&other.0) {
            Ordering::Equal => self.1.cmp_spec(&other.1),
            ordering => ordering,
        }
    }
}

impl<V: PartialOrd, U: PartialOrd, T: PartialOrd> PartialOrdSpecImpl for (V, U, T) {
    open spec fn obeys_partial_cmp_spec() -> bool {
        &&& V::obeys_partial_cmp_spec()
        &&& U::obeys_partial_cmp_spec()
        &&& T::obeys_partial_cmp_spec()
    }

    open spec fn partial_cmp_spec(&self, other: &(V, U, T)) -> Option<Ordering> {
        match self.0.partial_cmp_spec(&other.0) {
            Some(Ordering::Equal) => match self.1.partial_cmp_spec(&other.1) {
                Some(Ordering::Equal) => self.2.partial_cmp_spec(&other.2),
                ordering => ordering,
            },
            ordering => ordering,
        }
    }
}

impl<V: Ord, U: Ord, T: Ord> OrdSpecImpl for (V, U, T) {
    open spec fn obeys_cmp_spec() -> bool {
        &&& V::obeys_cmp_spec()
        &&& U::obeys_cmp_spec()
        &&& T::obeys_cmp_spec()
    }

    open spec fn cmp_spec(&self, other: &(V, U, T)) -> Ordering {
        match self.0.cmp_spec(&other.0) {
            Ordering::Equal => match self.1.cmp_spec(&other.1) {
                Ordering::Equal => self.2.cmp_spec(&other.2),
                ordering => ordering,
            },
            ordering => ordering,
        }
    }
}

} // verus!

verus! {

// What floating-point comparisons give; see `vstd::float`. The relations have no definition. `==` of code is another
// relation than `==` of specifications: zeros with other signs are equal for code, and no NaN is.

/// That `x == y` gives `o`.
pub uninterp spec fn eq_ensures<A>(x: A, y: A, o: bool) -> bool;

/// That `x != y` gives `o`.
pub uninterp spec fn ne_ensures<A>(x: A, y: A, o: bool) -> bool;

/// That `x.partial_cmp(&y)` gives `o`.
pub uninterp spec fn partial_cmp_ensures<A>(x: A, y: A, o: Option<Ordering>) -> bool;

/// That `x < y` gives `o`.
pub uninterp spec fn lt_ensures<A>(x: A, y: A, o: bool) -> bool;

/// That `x <= y` gives `o`.
pub uninterp spec fn le_ensures<A>(x: A, y: A, o: bool) -> bool;

/// That `x > y` gives `o`.
pub uninterp spec fn gt_ensures<A>(x: A, y: A, o: bool) -> bool;

/// That `x >= y` gives `o`.
pub uninterp spec fn ge_ensures<A>(x: A, y: A, o: bool) -> bool;

} // verus!

verus! {

/// What `==` and `!=` say of two values, as methods.
pub trait PartialEqIs<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    spec fn is_eq(&self, other: &Rhs) -> bool;

    spec fn is_ne(&self, other: &Rhs) -> bool;
}

impl<A: ?Sized + PartialEq<Rhs>, Rhs: ?Sized> PartialEqIs<Rhs> for A {
    #[verifier::inline]
    open spec fn is_eq(&self, other: &Rhs) -> bool {
        self.eq_spec(other)
    }

    #[verifier::inline]
    open spec fn is_ne(&self, other: &Rhs) -> bool {
        !self.eq_spec(other)
    }
}

/// What `<` and its relatives say of two values, as methods.
pub trait PartialOrdIs<Rhs: ?Sized = Self>: PartialOrd<Rhs> {
    spec fn is_lt(&self, other: &Rhs) -> bool;

    spec fn is_le(&self, other: &Rhs) -> bool;

    spec fn is_gt(&self, other: &Rhs) -> bool;

    spec fn is_ge(&self, other: &Rhs) -> bool;
}

impl<A: ?Sized + PartialOrd<Rhs>, Rhs: ?Sized> PartialOrdIs<Rhs> for A {
    #[verifier::inline]
    open spec fn is_lt(&self, other: &Rhs) -> bool {
        self.partial_cmp_spec(other) == Some(Ordering::Less)
    }

    #[verifier::inline]
    open spec fn is_le(&self, other: &Rhs) -> bool {
        self.is_lt(other) || self.partial_cmp_spec(other) == Some(Ordering::Equal)
    }

    #[verifier::inline]
    open spec fn is_gt(&self, other: &Rhs) -> bool {
        self.partial_cmp_spec(other) == Some(Ordering::Greater)
    }

    #[verifier::inline]
    open spec fn is_ge(&self, other: &Rhs) -> bool {
        self.is_gt(other) || self.partial_cmp_spec(other) == Some(Ordering::Equal)
    }
}

} // verus!
