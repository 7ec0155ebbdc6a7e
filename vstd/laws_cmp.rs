//! What the order of a type may be relied on for.
// @when laws_cmp

#[allow(unused_imports)]
use crate::laws_eq::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::{OrdSpec, PartialEqSpec, PartialOrdSpec};
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::cmp::Ordering;

mod texts;

pub use texts::*;

verus! {

/// The laws of a partial order that goes with an equivalence.
#[verifier::opaque]
pub open spec fn obeys_partial_cmp_spec_properties<T: PartialOrd>() -> bool {
    &&& forall|x: T, y: T| #[trigger] x.partial_cmp_spec(&y) == Some(Ordering::Equal) <==> x.eq_spec(&y)
    &&& forall|x: T, y: T| #[trigger]
        x.partial_cmp_spec(&y) == Some(Ordering::Less) <==> y.partial_cmp_spec(&x) == Some(Ordering::Greater)
    &&& forall|x: T, y: T, z: T|
        x.partial_cmp_spec(&y) == Some(Ordering::Less) && #[trigger] y.partial_cmp_spec(&z) == Some(Ordering::Less)
            ==> #[trigger] x.partial_cmp_spec(&z) == Some(Ordering::Less)
    &&& forall|x: T, y: T, z: T|
        x.partial_cmp_spec(&y) == Some(Ordering::Greater) && #[trigger] y.partial_cmp_spec(&z) == Some(
            Ordering::Greater,
        ) ==> #[trigger] x.partial_cmp_spec(&z) == Some(Ordering::Greater)
    &&& obeys_eq_spec_properties::<T>()
}

/// `==` and the comparisons compute what is said of them, and agree on what is equal.
#[verifier::opaque]
pub open spec fn obeys_cmp_partial_ord<T: PartialOrd>() -> bool {
    &&& T::obeys_eq_spec()
    &&& T::obeys_partial_cmp_spec()
    &&& forall|x: T, y: T| x.eq_spec(&y) <==> #[trigger] x.partial_cmp_spec(&y) == Some(Ordering::Equal)
}

/// `cmp` computes what is said of it, and agrees with the comparisons.
#[verifier::opaque]
pub open spec fn obeys_cmp_ord<T: Ord>() -> bool {
    &&& T::obeys_cmp_spec()
    &&& forall|x: T, y: T|
        #![trigger x.partial_cmp_spec(&y)]
        #![trigger x.cmp_spec(&y)]
        x.partial_cmp_spec(&y) == Some(x.cmp_spec(&y))
}

/// The type has a total order, which all comparisons compute.
pub open spec fn obeys_cmp<T: Ord>() -> bool {
    &&& obeys_eq::<T>()
    &&& obeys_cmp_partial_ord::<T>()
    &&& obeys_cmp_ord::<T>()
    &&& obeys_partial_cmp_spec_properties::<T>()
}

/// The older name of [`obeys_cmp`].
pub open spec fn obeys_cmp_spec<T: Ord>() -> bool {
    obeys_cmp::<T>()
}

/// What a total order says of the functions that compute it.
pub proof fn lemma_obeys_cmp_obeys_traits<T: Ord>()
    requires
        obeys_cmp::<T>(),
    ensures
        T::obeys_eq_spec(),
        T::obeys_partial_cmp_spec(),
        T::obeys_cmp_spec(),
{
    reveal(obeys_cmp_partial_ord);
    reveal(obeys_cmp_ord);
}

/// References have the order of what they refer to.
pub broadcast proof fn lemma_ref_obeys_cmp_spec<T: Ord>()
    requires
        obeys_cmp::<T>(),
    ensures
        #[trigger] obeys_cmp::<&T>(),
{
    reveal(obeys_eq_spec_properties);
    reveal(obeys_partial_cmp_spec_properties);
    reveal(obeys_cmp_partial_ord);
    reveal(obeys_cmp_ord);
}

/// A derived order compares the parts, in the order of their declarations.
// trusted: what `derive` writes; of such a type no `OrdSpecImpl` is accepted, so nothing else is said of its `cmp_spec`
pub broadcast axiom fn axiom_derived_obeys_cmp<T: Ord + crate::derived::DerivedOrd>()
    ensures
        #[trigger] obeys_cmp::<T>(),
;

/// `None` is before everything, and what is inside has its order.
pub broadcast proof fn lemma_option_obeys_cmp_spec<T: Ord>()
    requires
        obeys_cmp::<T>(),
    ensures
        #[trigger] obeys_cmp::<Option<T>>(),
{
    reveal(obeys_eq_spec_properties);
    reveal(obeys_partial_cmp_spec_properties);
    reveal(obeys_cmp_partial_ord);
    reveal(obeys_cmp_ord);
}

} // verus!

/// The order of numbers, and of tuples of others, `$part`.
macro_rules! laws {
    ($($module:ident $ty:ty $(, $part:ident)*;)*) => {
        verus! {

        $(
        /// What is known of the order of this type.
        pub mod $module {
            #[allow(unused_imports)]
            use super::*;

            /// The type has a total order, which all comparisons compute, if each part has: the first ones that differ
            /// decide.
            pub broadcast proof fn lemma_obeys_cmp_spec<$($part: Ord),*>()
                requires
                    $(obeys_cmp::<$part>(),)*
                ensures
                    #[trigger] obeys_cmp::<$ty>(),
            {
                reveal(obeys_eq_spec_properties);
                reveal(obeys_partial_cmp_spec_properties);
                reveal(obeys_cmp_partial_ord);
                reveal(obeys_cmp_ord);
            }
        }
        )*

        }
    };
}

laws! {
    bool_laws bool;
    char_laws char;
    u8_laws u8;
    i8_laws i8;
    u16_laws u16;
    i16_laws i16;
    u32_laws u32;
    i32_laws i32;
    u64_laws u64;
    i64_laws i64;
    u128_laws u128;
    i128_laws i128;
    usize_laws usize;
    isize_laws isize;
    tuple_1_laws (T,), T;
    tuple_2_laws (U, T), U, T;
    tuple_3_laws (V, U, T), V, U, T;
}

verus! {

/// All that is known of orders.
pub broadcast group group_laws_cmp {
    axiom_derived_obeys_cmp,
    bool_laws::lemma_obeys_cmp_spec,
    char_laws::lemma_obeys_cmp_spec,
    u8_laws::lemma_obeys_cmp_spec,
    i8_laws::lemma_obeys_cmp_spec,
    u16_laws::lemma_obeys_cmp_spec,
    i16_laws::lemma_obeys_cmp_spec,
    u32_laws::lemma_obeys_cmp_spec,
    i32_laws::lemma_obeys_cmp_spec,
    u64_laws::lemma_obeys_cmp_spec,
    i64_laws::lemma_obeys_cmp_spec,
    u128_laws::lemma_obeys_cmp_spec,
    i128_laws::lemma_obeys_cmp_spec,
    usize_laws::lemma_obeys_cmp_spec,
    isize_laws::lemma_obeys_cmp_spec,
    lemma_string_obeys_cmp_spec,
    lemma_ref_obeys_cmp_spec,
    lemma_option_obeys_cmp_spec,
    tuple_1_laws::lemma_obeys_cmp_spec,
    tuple_2_laws::lemma_obeys_cmp_spec,
    tuple_3_laws::lemma_obeys_cmp_spec,
}

} // verus!
