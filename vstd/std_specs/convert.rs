//! Contracts of the conversion traits.
//!
//! An implementation says with `obeys_*_spec` whether it converts as `*_spec` says; nothing is assumed of one that does
//! not.
// @when From Into TryFrom TryInto try_from try_into std_specs::convert
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_*_spec`, so every one meets
//! the contracts. An integer is converted to a type that may be too small for it if it fits.

#[allow(unused_imports)]
use crate::pervasive::arbitrary;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::convert::{TryFrom, TryInto};
use core::num::TryFromIntError;

verus! {

/// The contract of `from`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(FromSpec via FromSpecImpl)]
pub trait ExFrom<T>: Sized {
    type ExternalTraitSpecificationFor: core::convert::From<T>;

    /// Whether values are converted as is said here.
    spec fn obeys_from_spec() -> bool;

    /// What a value is converted to.
    spec fn from_spec(v: T) -> Self;

    fn from(v: T) -> (ret: Self)
        ensures
            Self::obeys_from_spec() ==> ret == Self::from_spec(v),
    ;
}

/// The contract of `into`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(IntoSpec via IntoSpecImpl)]
pub trait ExInto<T>: Sized {
    type ExternalTraitSpecificationFor: core::convert::Into<T>;

    /// Whether values are converted as is said here.
    spec fn obeys_into_spec() -> bool;

    /// What a value is converted to.
    spec fn into_spec(self) -> T;

    fn into(self) -> (ret: T)
        ensures
            Self::obeys_into_spec() ==> ret == self.into_spec(),
    ;
}

/// `into` is `from` of the other type.
impl<T, U: core::convert::From<T>> IntoSpecImpl<U> for T {
    open spec fn obeys_into_spec() -> bool {
        <U as FromSpec<T>>::obeys_from_spec()
    }

    open spec fn into_spec(self) -> U {
        <U as FromSpec<T>>::from_spec(self)
    }
}

/// It is the same call.
pub assume_specification<T, U: core::convert::From<T>>[ <T as core::convert::Into<U>>::into ](a: T) -> (ret: U)
    ensures
        call_ensures(<U as core::convert::From<T>>::from, (a,), ret),
;

#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExTryFromIntError(TryFromIntError);

/// The contract of `try_from`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(TryFromSpec via TryFromSpecImpl)]
pub trait ExTryFrom<T>: Sized {
    type ExternalTraitSpecificationFor: TryFrom<T>;

    type Error;

    /// Whether values are converted as is said here.
    spec fn obeys_try_from_spec() -> bool;

    /// What a value is converted to, or why not.
    spec fn try_from_spec(v: T) -> Result<Self, Self::Error>;

    fn try_from(v: T) -> (ret: Result<Self, Self::Error>)
        ensures
            Self::obeys_try_from_spec() ==> ret == Self::try_from_spec(v),
    ;
}

/// The contract of `try_into`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(TryIntoSpec via TryIntoSpecImpl)]
pub trait ExTryInto<T>: Sized {
    type ExternalTraitSpecificationFor: TryInto<T>;

    type Error;

    /// Whether values are converted as is said here.
    spec fn obeys_try_into_spec() -> bool;

    /// What a value is converted to, or why not.
    spec fn try_into_spec(self) -> Result<T, Self::Error>;

    fn try_into(self) -> (ret: Result<T, Self::Error>)
        ensures
            Self::obeys_try_into_spec() ==> ret == self.try_into_spec(),
    ;
}

/// `try_into` is `try_from` of the other type.
impl<T, U: TryFrom<T>> TryIntoSpecImpl<U> for T {
    open spec fn obeys_try_into_spec() -> bool {
        <U as TryFromSpec<T>>::obeys_try_from_spec()
    }

    open spec fn try_into_spec(self) -> Result<U, <U as TryFrom<T>>::Error> {
        <U as TryFromSpec<T>>::try_from_spec(self)
    }
}

} // verus!

/// Conversions between integer types that keep the value.
macro_rules! widening_conversions {
    ($($from:ty => $($to:ty)*;)*) => {
        verus! {
        $($(
            impl FromSpecImpl<$from> for $to {
                open spec fn obeys_from_spec() -> bool {
                    true
                }

                open spec fn from_spec(v: $from) -> $to {
                    v as $to
                }
            }
        )*)*
        }
    };
}

widening_conversions! {
    u8 => u16 u32 u64 u128 usize;
    u16 => u32 u64 u128 usize;
    u32 => u64 u128;
    u64 => u128;
    i8 => i16 i32 i64 i128 isize;
    i16 => i32 i64 i128 isize;
    i32 => i64 i128;
    i64 => i128;
}

/// Conversions between integer types that succeed if the value fits.
macro_rules! narrowing_conversions {
    ($($from:ty => $($to:ty)*;)*) => {
        verus! {
        $($(
            impl TryFromSpecImpl<$from> for $to {
                open spec fn obeys_try_from_spec() -> bool {
                    true
                }

                open spec fn try_from_spec(v: $from) -> Result<$to, TryFromIntError> {
                    if <$to>::MIN <= v <= <$to>::MAX {
                        Ok(v as $to)
                    } else {
                        Err(arbitrary())
                    }
                }
            }
        )*)*
        }
    };
}

narrowing_conversions! {
    u8 => i8;
    u16 => u8 i8 i16 isize;
    u32 => u8 u16 usize i8 i16 i32 isize;
    u64 => u8 u16 u32 usize i8 i16 i32 i64 isize;
    u128 => u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize;
    usize => u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize;
    i8 => u8 u16 u32 u64 u128 usize;
    i16 => u8 u16 u32 u64 u128 usize i8;
    i32 => u8 u16 u32 u64 u128 usize i8 i16 isize;
    i64 => u8 u16 u32 u64 u128 usize i8 i16 i32 isize;
    i128 => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize;
    isize => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128;
}
