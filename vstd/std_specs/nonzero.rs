//! Contracts of numbers that are not zero: `NonZeroU32`, `NonZero<u32>` and the like. Such a number is seen as the number
//! that it is, `n@`. The type itself is declared in `std-api`: stable Rust cannot name the bound of its parameter.
// @when NonZero std_specs::nonzero
//!
//! trusted: each contract says what the documentation of the standard library says; such a number is known by its value, and
//! there is one for each number but zero.

#[allow(unused_imports)]
use crate::std_specs::clone::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use crate::std_specs::convert::*;
#[allow(unused_imports)]
use crate::std_specs::ops::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use core::cmp::Ordering;
#[allow(unused_imports)]
use core::num::NonZero;

verus! {

/// The types of numbers that have a type without zero.
pub trait ZeroablePrimitiveSpec: Sized {
    /// The type of those that are not zero.
    type NonZero: View<V = Self>;

    /// Whether it is zero.
    spec fn is_zero(self) -> bool;

    /// The number as one that is not zero.
    spec fn as_nonzero(self) -> Self::NonZero;

    /// A number but zero is what it was made of.
    proof fn lemma_view_of_nonzero(self)
        requires
            !self.is_zero(),
        ensures
            self.as_nonzero()@ == self,
    ;

    /// There is one for each number.
    proof fn lemma_nonzero_of_view(n: Self::NonZero)
        ensures
            n@.as_nonzero() == n,
            !n@.is_zero(),
    ;
}

/// The number as one that is not zero.
pub open spec fn nonzero_from_primitive<T: ZeroablePrimitiveSpec>(n: T) -> T::NonZero {
    n.as_nonzero()
}

/// A number but zero is what it was made of.
pub broadcast proof fn axiom_nonzero_from_primitive_view_eq<T: ZeroablePrimitiveSpec>(n: T)
    requires
        !n.is_zero(),
    ensures
        #![trigger nonzero_from_primitive(n)]
        nonzero_from_primitive(n)@ == n,
{
    n.lemma_view_of_nonzero();
}

/// The number that a number but zero is.
#[verifier::inline]
pub open spec fn nonzero_spec_get<N: View>(n: N) -> N::V where N::V: ZeroablePrimitiveSpec<NonZero = N> {
    n@
}

/// A number but zero is known by its value.
pub broadcast proof fn axiom_view_nonzero_from_primitive_eq<N: View>(n: N) where N::V: ZeroablePrimitiveSpec<NonZero = N>
    ensures
        #[trigger] nonzero_from_primitive(n@) == n,
{
    <N::V as ZeroablePrimitiveSpec>::lemma_nonzero_of_view(n);
}

/// It is not zero.
pub broadcast proof fn axiom_nonzero_is_not_zero<N: View>(n: N) where N::V: ZeroablePrimitiveSpec<NonZero = N>
    ensures
        !(#[trigger] n@).is_zero(),
{
    <N::V as ZeroablePrimitiveSpec>::lemma_nonzero_of_view(n);
}

} // verus!

/// The type of the numbers of one type that are not zero.
macro_rules! nonzero_types {
    ($($t:ident $made_of:ident $has_one:ident $is_one:ident $is_known:ident $bitor:ident $get:ident;)*) => {
        verus! {

        $(
        impl View for NonZero<$t> {
            type V = $t;

            uninterp spec fn view(&self) -> $t;
        }

        impl DeepView for NonZero<$t> {
            type V = $t;

            open spec fn deep_view(&self) -> $t {
                self@
            }
        }

        /// The number as one that is not zero.
        uninterp spec fn $made_of(n: $t) -> NonZero<$t>;

        /// There is one for each number but zero.
        axiom fn $has_one(n: $t)
            ensures
                n != 0 ==> $made_of(n)@ == n,
        ;

        /// It is known by its value, and is not zero.
        axiom fn $is_one(n: NonZero<$t>)
            ensures
                n@ != 0,
                $made_of(n@) == n,
        ;

        impl ZeroablePrimitiveSpec for $t {
            type NonZero = NonZero<$t>;

            open spec fn is_zero(self) -> bool {
                self == 0
            }

            closed spec fn as_nonzero(self) -> NonZero<$t> {
                $made_of(self)
            }

            proof fn lemma_view_of_nonzero(self) {
                $has_one(self);
            }

            proof fn lemma_nonzero_of_view(n: NonZero<$t>) {
                $is_one(n);
            }
        }

        /// It is known by its value, and is not zero.
        pub broadcast proof fn $is_known(n: NonZero<$t>)
            ensures
                (#[trigger] n@) != 0,
                nonzero_from_primitive(n@) == n,
        {
            $is_one(n);
        }

        /// `n.get()` in specifications.
        #[verifier::inline]
        pub open spec fn $get(n: NonZero<$t>) -> $t {
            n@
        }

        pub assume_specification[ NonZero::<$t>::new ](n: $t) -> (ret: Option<NonZero<$t>>)
            ensures
                match ret {
                    Some(nonzero) => nonzero@ == n && n != 0,
                    None => n == 0,
                },
            opens_invariants none
            no_unwind
        ;

        pub assume_specification[ NonZero::<$t>::new_unchecked ](n: $t) -> (ret: NonZero<$t>)
            requires
                n != 0,
            ensures
                ret@ == n,
            opens_invariants none
            no_unwind
        ;

        #[verifier::when_used_as_spec($get)]
        pub assume_specification[ NonZero::<$t>::get ](n: NonZero<$t>) -> (ret: $t)
            ensures
                ret == n@,
                ret != 0,
            opens_invariants none
            no_unwind
        ;

        pub assume_specification[ <NonZero<$t> as Clone>::clone ](n: &NonZero<$t>) -> (ret: NonZero<$t>)
            ensures
                ret == *n,
        ;

        impl FromSpecImpl<NonZero<$t>> for $t {
            open spec fn obeys_from_spec() -> bool {
                true
            }

            open spec fn from_spec(v: NonZero<$t>) -> $t {
                v@
            }
        }

        /// Bits that are not all zero are not all zero with others.
        pub broadcast proof fn $bitor(a: $t, b: $t)
            requires
                a != 0,
            ensures
                #[trigger] (a | b) != 0,
        {
            assert((a | b) != 0) by (bit_vector)
                requires
                    a != 0,
            ;
        }

        impl BitOrSpecImpl for NonZero<$t> {
            open spec fn obeys_bitor_spec() -> bool {
                true
            }

            open spec fn bitor_req(self, rhs: NonZero<$t>) -> bool {
                true
            }

            open spec fn bitor_spec(self, rhs: NonZero<$t>) -> NonZero<$t> {
                nonzero_from_primitive(self@ | rhs@)
            }
        }

        impl BitOrSpecImpl<$t> for NonZero<$t> {
            open spec fn obeys_bitor_spec() -> bool {
                true
            }

            open spec fn bitor_req(self, rhs: $t) -> bool {
                true
            }

            open spec fn bitor_spec(self, rhs: $t) -> NonZero<$t> {
                nonzero_from_primitive(self@ | rhs)
            }
        }

        impl PartialEqSpecImpl for NonZero<$t> {
            open spec fn obeys_eq_spec() -> bool {
                true
            }

            open spec fn eq_spec(&self, other: &NonZero<$t>) -> bool {
                self@ == other@
            }
        }

        impl PartialOrdSpecImpl for NonZero<$t> {
            open spec fn obeys_partial_cmp_spec() -> bool {
                true
            }

            open spec fn partial_cmp_spec(&self, other: &NonZero<$t>) -> Option<Ordering> {
                if self@ < other@ {
                    Some(Ordering::Less)
                } else if self@ > other@ {
                    Some(Ordering::Greater)
                } else {
                    Some(Ordering::Equal)
                }
            }
        }

        impl OrdSpecImpl for NonZero<$t> {
            open spec fn obeys_cmp_spec() -> bool {
                true
            }

            open spec fn cmp_spec(&self, other: &NonZero<$t>) -> Ordering {
                if self@ < other@ {
                    Ordering::Less
                } else if self@ > other@ {
                    Ordering::Greater
                } else {
                    Ordering::Equal
                }
            }
        }
        )*

        /// What is known of numbers that are not zero.
        pub broadcast group group_nonzero_axioms {
            axiom_nonzero_from_primitive_view_eq,
            $($is_known, $bitor,)*
        }

        }
    };
}

nonzero_types! {
    u8 nonzero_of_u8 axiom_nonzero_u8_of axiom_nonzero_u8_is_one axiom_nonzero_u8 lemma_nonzero_u8_bitor nonzero_u8_get;
    u16 nonzero_of_u16 axiom_nonzero_u16_of axiom_nonzero_u16_is_one axiom_nonzero_u16 lemma_nonzero_u16_bitor nonzero_u16_get;
    u32 nonzero_of_u32 axiom_nonzero_u32_of axiom_nonzero_u32_is_one axiom_nonzero_u32 lemma_nonzero_u32_bitor nonzero_u32_get;
    u64 nonzero_of_u64 axiom_nonzero_u64_of axiom_nonzero_u64_is_one axiom_nonzero_u64 lemma_nonzero_u64_bitor nonzero_u64_get;
    u128 nonzero_of_u128 axiom_nonzero_u128_of axiom_nonzero_u128_is_one axiom_nonzero_u128 lemma_nonzero_u128_bitor nonzero_u128_get;
    usize nonzero_of_usize axiom_nonzero_usize_of axiom_nonzero_usize_is_one axiom_nonzero_usize lemma_nonzero_usize_bitor nonzero_usize_get;
    i8 nonzero_of_i8 axiom_nonzero_i8_of axiom_nonzero_i8_is_one axiom_nonzero_i8 lemma_nonzero_i8_bitor nonzero_i8_get;
    i16 nonzero_of_i16 axiom_nonzero_i16_of axiom_nonzero_i16_is_one axiom_nonzero_i16 lemma_nonzero_i16_bitor nonzero_i16_get;
    i32 nonzero_of_i32 axiom_nonzero_i32_of axiom_nonzero_i32_is_one axiom_nonzero_i32 lemma_nonzero_i32_bitor nonzero_i32_get;
    i64 nonzero_of_i64 axiom_nonzero_i64_of axiom_nonzero_i64_is_one axiom_nonzero_i64 lemma_nonzero_i64_bitor nonzero_i64_get;
    i128 nonzero_of_i128 axiom_nonzero_i128_of axiom_nonzero_i128_is_one axiom_nonzero_i128 lemma_nonzero_i128_bitor nonzero_i128_get;
    isize nonzero_of_isize axiom_nonzero_isize_of axiom_nonzero_isize_is_one axiom_nonzero_isize lemma_nonzero_isize_bitor nonzero_isize_get;
}
