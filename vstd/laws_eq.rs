//! What `==` of a type may be relied on for.
// @when laws_eq laws_cmp

#[allow(unused_imports)]
use crate::std_specs::cmp::PartialEqSpec;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// `eq_spec` is symmetric and transitive.
#[verifier::opaque]
pub open spec fn obeys_eq_spec_properties<T: PartialEq>() -> bool {
    &&& forall|x: T, y: T| #[trigger] x.eq_spec(&y) <==> y.eq_spec(&x)
    &&& forall|x: T, y: T, z: T|
        x.eq_spec(&y) && #[trigger] y.eq_spec(&z) ==> #[trigger] x.eq_spec(&z)
}

/// `==` computes what `eq_spec` says, which is symmetric and transitive.
pub open spec fn obeys_eq<T: PartialEq>() -> bool {
    &&& T::obeys_eq_spec()
    &&& obeys_eq_spec_properties::<T>()
}

/// The older name of [`obeys_eq`].
pub open spec fn obeys_eq_spec<T: PartialEq>() -> bool {
    obeys_eq::<T>()
}

/// `==` says whether two values are the same.
#[verifier::opaque]
pub open spec fn obeys_concrete_eq<T: PartialEq>() -> bool {
    &&& T::obeys_eq_spec()
    &&& forall|x: T, y: T| #[trigger] x.eq_spec(&y) <==> x == y
}

/// `==` says whether two values have one view.
#[verifier::opaque]
pub open spec fn obeys_view_eq<T: PartialEq + View>() -> bool {
    &&& T::obeys_eq_spec()
    &&& forall|x: T, y: T| #[trigger] x.eq_spec(&y) <==> x@ == y@
}

/// `==` says whether two values have one view, down to what they hold.
#[verifier::opaque]
pub open spec fn obeys_deep_eq<T: PartialEq + DeepView>() -> bool {
    &&& T::obeys_eq_spec()
    &&& forall|x: T, y: T| #[trigger] x.eq_spec(&y) <==> x.deep_view() == y.deep_view()
}

/// A type whose `eq_spec` says that values are the same has such a `==`, if that keeps to `eq_spec`.
pub broadcast proof fn axiom_structural_obeys_concrete_eq<T: PartialEq + Structural>()
    requires
        T::obeys_eq_spec(),
        forall|x: T, y: T| x.eq_spec(&y) <==> x == y,
    ensures
        #[trigger] obeys_concrete_eq::<T>(),
{
    reveal(obeys_concrete_eq);
}

/// `==` of values is as good as that of what they stand for.
pub proof fn lemma_isomorphic_obeys_eq<T: PartialEq, U: PartialEq>(f: spec_fn(U) -> T)
    requires
        obeys_eq::<T>(),
        U::obeys_eq_spec(),
        forall|x: U, y: U| #[trigger] x.eq_spec(&y) == f(x).eq_spec(&f(y)),
    ensures
        obeys_eq::<U>(),
{
    reveal(obeys_eq_spec_properties);
    assert forall|x: U, y: U| #[trigger] x.eq_spec(&y) implies y.eq_spec(&x) by {
        assert(f(x).eq_spec(&f(y)));
    }
    assert forall|x: U, y: U, z: U| x.eq_spec(&y) && #[trigger] y.eq_spec(&z) implies #[trigger] x.eq_spec(&z) by {
        assert(f(x).eq_spec(&f(y)) && f(y).eq_spec(&f(z)));
    }
}

/// A derived `==` compares all parts.
// trusted: what `derive` writes; of such a type no `PartialEqSpecImpl` is accepted, so nothing else is said of its `eq_spec`
pub broadcast axiom fn axiom_derived_obeys_concrete_eq<T: PartialEq + crate::derived::DerivedEq>()
    ensures
        #[trigger] obeys_concrete_eq::<T>(),
        obeys_eq::<T>(),
;

/// `==` is an equivalence, if that of what is inside does.
pub broadcast proof fn lemma_ref_obeys_eq_spec<T: PartialEq>()
    requires
        obeys_eq::<T>(),
    ensures
        #[trigger] obeys_eq::<&T>(),
{
    reveal(obeys_eq_spec_properties);
}

/// `==` says that values are the same, if that of what is inside does.
pub broadcast proof fn lemma_ref_obeys_concrete_eq<T: PartialEq>()
    requires
        obeys_concrete_eq::<T>(),
    ensures
        #[trigger] obeys_concrete_eq::<&T>(),
{
    reveal(obeys_concrete_eq);
}

/// `==` says that values have one view, if that of what is inside does.
pub broadcast proof fn lemma_ref_obeys_view_eq<T: PartialEq + View>()
    requires
        obeys_view_eq::<T>(),
    ensures
        #[trigger] obeys_view_eq::<&T>(),
{
    reveal(obeys_view_eq);
}

/// `==` says that values have one view, down to what they hold, if that of what is inside does.
pub broadcast proof fn lemma_ref_obeys_deep_eq<T: PartialEq + DeepView>()
    requires
        obeys_deep_eq::<T>(),
    ensures
        #[trigger] obeys_deep_eq::<&T>(),
{
    reveal(obeys_deep_eq);
}

/// `==` is an equivalence, if that of what is inside does.
pub broadcast proof fn lemma_option_obeys_eq_spec<T: PartialEq>()
    requires
        obeys_eq::<T>(),
    ensures
        #[trigger] obeys_eq::<Option<T>>(),
{
    reveal(obeys_eq_spec_properties);
}

/// `==` says that values are the same, if that of what is inside does.
pub broadcast proof fn lemma_option_obeys_concrete_eq<T: PartialEq>()
    requires
        obeys_concrete_eq::<T>(),
    ensures
        #[trigger] obeys_concrete_eq::<Option<T>>(),
{
    reveal(obeys_concrete_eq);
}

/// `==` says that values have one view, if that of what is inside does.
pub broadcast proof fn lemma_option_obeys_view_eq<T: PartialEq + View>()
    requires
        obeys_concrete_eq::<T>(),
    ensures
        #[trigger] obeys_view_eq::<Option<T>>(),
{
    reveal(obeys_view_eq);
    reveal(obeys_concrete_eq);
}

/// `==` says that values have one view, down to what they hold, if that of what is inside does.
pub broadcast proof fn lemma_option_obeys_deep_eq<T: PartialEq + DeepView>()
    requires
        obeys_deep_eq::<T>(),
    ensures
        #[trigger] obeys_deep_eq::<Option<T>>(),
{
    reveal(obeys_deep_eq);
}

} // verus!

/// What is known of types that are made of others, `$part`, or hold nothing else.
macro_rules! laws {
    ($($module:ident $ty:ty $(, $part:ident)*;)*) => {
        verus! {

        $(
        /// What is known of `==` of this type.
        pub mod $module {
            #[allow(unused_imports)]
            use super::*;

            /// `==` is an equivalence, if that of each part does.
            pub broadcast proof fn lemma_obeys_eq_spec<$($part: PartialEq),*>()
                requires
                    $(obeys_eq::<$part>(),)*
                ensures
                    #[trigger] obeys_eq::<$ty>(),
            {
                reveal(obeys_eq_spec_properties);
            }

            /// `==` says that values are the same, if that of each part does.
            pub broadcast proof fn lemma_obeys_concrete_eq<$($part: PartialEq),*>()
                requires
                    $(obeys_concrete_eq::<$part>(),)*
                ensures
                    #[trigger] obeys_concrete_eq::<$ty>(),
            {
                reveal(obeys_concrete_eq);
            }

            /// `==` says that values have one view, if that of each part does.
            pub broadcast proof fn lemma_obeys_view_eq<$($part: PartialEq + View),*>()
                requires
                    $(obeys_view_eq::<$part>(),)*
                ensures
                    #[trigger] obeys_view_eq::<$ty>(),
            {
                reveal(obeys_view_eq);
            }

            /// `==` says that values have one view, down to what they hold, if that of each part does.
            pub broadcast proof fn lemma_obeys_deep_eq<$($part: PartialEq + DeepView),*>()
                requires
                    $(obeys_deep_eq::<$part>(),)*
                ensures
                    #[trigger] obeys_deep_eq::<$ty>(),
            {
                reveal(obeys_deep_eq);
            }

            /// All that is known of `==` of these.
            pub broadcast group group_laws_eq {
                lemma_obeys_eq_spec,
                lemma_obeys_concrete_eq,
                lemma_obeys_view_eq,
                lemma_obeys_deep_eq,
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
    tuple_4_laws (W, V, U, T), W, V, U, T;
    tuple_5_laws (X, W, V, U, T), X, W, V, U, T;
    tuple_6_laws (Y, X, W, V, U, T), Y, X, W, V, U, T;
    tuple_7_laws (Z, Y, X, W, V, U, T), Z, Y, X, W, V, U, T;
    tuple_8_laws (A, Z, Y, X, W, V, U, T), A, Z, Y, X, W, V, U, T;
}

verus! {

/// All that is known of `==`.
pub broadcast group group_laws_eq {
    axiom_structural_obeys_concrete_eq,
    axiom_derived_obeys_concrete_eq,
    bool_laws::group_laws_eq,
    char_laws::group_laws_eq,
    u8_laws::group_laws_eq,
    i8_laws::group_laws_eq,
    u16_laws::group_laws_eq,
    i16_laws::group_laws_eq,
    u32_laws::group_laws_eq,
    i32_laws::group_laws_eq,
    u64_laws::group_laws_eq,
    i64_laws::group_laws_eq,
    u128_laws::group_laws_eq,
    i128_laws::group_laws_eq,
    usize_laws::group_laws_eq,
    isize_laws::group_laws_eq,
    tuple_1_laws::group_laws_eq,
    tuple_2_laws::group_laws_eq,
    tuple_3_laws::group_laws_eq,
    tuple_4_laws::group_laws_eq,
    tuple_5_laws::group_laws_eq,
    tuple_6_laws::group_laws_eq,
    tuple_7_laws::group_laws_eq,
    tuple_8_laws::group_laws_eq,
    lemma_ref_obeys_eq_spec,
    lemma_ref_obeys_concrete_eq,
    lemma_ref_obeys_view_eq,
    lemma_ref_obeys_deep_eq,
    lemma_option_obeys_eq_spec,
    lemma_option_obeys_concrete_eq,
    lemma_option_obeys_view_eq,
    lemma_option_obeys_deep_eq,
}

} // verus!
