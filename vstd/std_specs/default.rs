//! Contracts of `Default`.
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

#[verifier::external_trait_specification]
pub trait ExDefault: Sized {
    type ExternalTraitSpecificationFor: core::default::Default;

    fn default() -> (r: Self);
}

pub assume_specification<T>[ <Option<T> as core::default::Default>::default ]() -> (r: Option<T>)
    ensures
        r == None::<T>,
;

pub assume_specification<'a>[ <&'a str as core::default::Default>::default ]() -> (r: &'a str)
    ensures
        r == "",
;

pub assume_specification<T: ?Sized>[ <core::marker::PhantomData<T> as core::default::Default>::default ]() -> (r:
    core::marker::PhantomData<T>)
    ensures
        r == core::marker::PhantomData::<T>,
;

pub assume_specification<U: core::default::Default, T: core::default::Default>[ <(U, T) as core::default::Default>::default ]() -> (r:
    (U, T))
    ensures
        call_ensures(U::default, (), r.0),
        call_ensures(T::default, (), r.1),
;

pub assume_specification<V: core::default::Default, U: core::default::Default, T: core::default::Default>[ <(
    V,
    U,
    T,
) as core::default::Default>::default ]() -> (r: (V, U, T))
    ensures
        call_ensures(V::default, (), r.0),
        call_ensures(U::default, (), r.1),
        call_ensures(T::default, (), r.2),
;

} // verus!

/// The default of a number is 0.
macro_rules! zero_defaults {
    ($($t:ident)*) => {
        verus! {

        $(
        pub assume_specification[ <$t as core::default::Default>::default ]() -> (r: $t)
            ensures
                r == 0,
        ;
        )*

        }
    };
}

zero_defaults! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// The defaults of other simple types.
macro_rules! simple_defaults {
    ($(($t:ty, $value:expr))*) => {
        verus! {

        $(
        pub assume_specification[ <$t as core::default::Default>::default ]() -> (r: $t)
            ensures
                r == $value,
        ;
        )*

        }
    };
}

simple_defaults! { (bool, false) (char, '\0') ((), ()) (f32, 0.0f32) (f64, 0.0f64) }
