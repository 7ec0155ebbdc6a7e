//! Contracts of the conversion traits.
//!
//! An implementation says with `obeys_*_spec` whether it converts as `*_spec` says; nothing is assumed of one that does
//! not.
// @when From Into std_specs::convert
//!
//! trusted: nothing is said of an implementation but what it says itself with `obeys_*_spec`, so every one meets
//! the contracts.

#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

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
