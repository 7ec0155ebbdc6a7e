//! Contracts of `Clone` for the types that the language itself gives.
//!
//! trusted: each contract says what the documentation of the standard library says: a clone of these values is the
//! value.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A clone may be any value as far as the trait says; `vstd::pervasive::cloned` speaks of those that an impl gives.
#[verifier::external_trait_specification]
pub trait ExClone: Sized {
    type ExternalTraitSpecificationFor: core::clone::Clone;

    fn clone(&self) -> Self;
}

#[verifier::external_trait_specification]
pub trait ExCopy: Clone {
    type ExternalTraitSpecificationFor: core::marker::Copy;
}

pub assume_specification[ <bool as Clone>::clone ](b: &bool) -> (res: bool)
    returns
        *b,
;

pub assume_specification[ <char as Clone>::clone ](c: &char) -> (res: char)
    returns
        *c,
;

pub assume_specification<'b, T: ?Sized, 'a>[ <&'b T as Clone>::clone ](b: &'a &'b T) -> (res: &'b T)
    ensures
        res == *b,
;

pub assume_specification<T: Clone, const N: usize>[ <[T; N] as Clone>::clone ](a: &[T; N]) -> (res: [T; N])
    ensures
        forall|i: int| #![all_triggers] 0 <= i < N ==> cloned::<T>(a@[i], res@[i]),
        a@ =~= res@ ==> a@ == res@,
;

pub assume_specification<T: Copy>[ <Tracked<T> as Clone>::clone ](b: &Tracked<T>) -> (res: Tracked<T>)
    ensures
        res == *b,
;

pub assume_specification<T>[ <Ghost<T> as Clone>::clone ](b: &Ghost<T>) -> (res: Ghost<T>)
    ensures
        res == *b,
;

} // verus!

/// The clone of a number is that number.
macro_rules! integer_clones {
    ($($t:ident)*) => {
        verus! {

        $(
        pub assume_specification[ <$t as Clone>::clone ](x: &$t) -> (res: $t)
            ensures
                res == *x,
        ;
        )*

        }
    };
}

integer_clones! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
