//! Contracts that programs often want, beyond those that the library of the language has. Where a program has a contract of its
//! own for one of these functions, that one counts.
// @when abs_diff midpoint cmp::min cmp::max .is_ok_and( .is_err_and( .map_or .and( .or( .or_else( .xor( .filter( .zip( .copied( .flatten( .unwrap_or .and_then(
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::std_specs::cmp::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use core::cmp::Ordering;

verus! {

/// Whether both orders of a type are known and say the same of two values: what `min` and `max` use is `<`.
pub open spec fn are_ordered<T: Ord>(a: &T, b: &T) -> bool {
    &&& T::obeys_cmp_spec()
    &&& T::obeys_partial_cmp_spec()
    &&& a.partial_cmp_spec(b) == Some(a.cmp_spec(b))
}

pub assume_specification<T: Ord>[ core::cmp::max ](v1: T, v2: T) -> (r: T)
    ensures
        are_ordered(&v2, &v1) ==> r == if v2.cmp_spec(&v1) == Ordering::Less { v1 } else { v2 },
;

pub assume_specification<T: Ord>[ core::cmp::min ](v1: T, v2: T) -> (r: T)
    ensures
        are_ordered(&v2, &v1) ==> r == if v2.cmp_spec(&v1) == Ordering::Less { v2 } else { v1 },
;


pub assume_specification<T, U, F: FnOnce(T) -> U>[ Option::<T>::map_or ](option: Option<T>, default: U, f: F) -> (res: U)
    requires
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> res == default,
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T, U, D: FnOnce() -> U, F: FnOnce(T) -> U>[ Option::<T>::map_or_else ](option: Option<T>, default: D, f: F) -> (res: U)
    requires
        option is None ==> default.requires(()),
        option is Some ==> f.requires((option->0,)),
    ensures
        option is None ==> default.ensures((), res),
        option is Some ==> f.ensures((option->0,), res),
;

pub assume_specification<T, U>[ Option::<T>::and ](option: Option<T>, optb: Option<U>) -> (res: Option<U>)
    ensures
        res == if option is Some { optb } else { None },
;

pub assume_specification<T>[ Option::<T>::or ](option: Option<T>, optb: Option<T>) -> (res: Option<T>)
    ensures
        res == if option is Some { option } else { optb },
;

pub assume_specification<T, F: FnOnce() -> Option<T>>[ Option::<T>::or_else ](option: Option<T>, f: F) -> (res: Option<T>)
    requires
        option is None ==> f.requires(()),
    ensures
        option is Some ==> res == option,
        option is None ==> f.ensures((), res),
;

pub assume_specification<T>[ Option::<T>::xor ](option: Option<T>, optb: Option<T>) -> (res: Option<T>)
    ensures
        res == if option is Some && optb is None { option } else if option is None && optb is Some { optb } else { None },
;

pub assume_specification<T, P: FnOnce(&T) -> bool>[ Option::<T>::filter ](option: Option<T>, predicate: P) -> (res: Option<T>)
    requires
        option is Some ==> predicate.requires((&option->0,)),
    ensures
        option is None ==> res is None,
        option is Some ==> (res is None && predicate.ensures((&option->0,), false)) || (res == option && predicate.ensures((&option->0,), true)),
;

pub assume_specification<T, U>[ Option::<T>::zip ](option: Option<T>, other: Option<U>) -> (res: Option<(T, U)>)
    ensures
        res == if option is Some && other is Some { Some((option->0, other->0)) } else { None },
;

pub assume_specification<'a, T: Copy>[ Option::<&'a T>::copied ](option: Option<&'a T>) -> (res: Option<T>)
    ensures
        res == match option { Some(value) => Some(*value), None => None },
;

pub assume_specification<T>[ Option::<Option<T>>::flatten ](option: Option<Option<T>>) -> (res: Option<T>)
    ensures
        res == if option is Some { option->0 } else { None },
;

pub assume_specification<T, E>[ Result::<T, E>::unwrap_or ](result: Result<T, E>, default: T) -> (res: T)
    ensures
        res == if result is Ok { result->Ok_0 } else { default },
;

pub assume_specification<T, E, F: FnOnce(E) -> T>[ Result::<T, E>::unwrap_or_else ](result: Result<T, E>, op: F) -> (res: T)
    requires
        result is Err ==> op.requires((result->Err_0,)),
    ensures
        result is Ok ==> res == result->Ok_0,
        result is Err ==> op.ensures((result->Err_0,), res),
;

pub assume_specification<T: core::default::Default, E>[ Result::<T, E>::unwrap_or_default ](result: Result<T, E>) -> (res: T)
    ensures
        result is Ok ==> res == result->Ok_0,
        result is Err ==> call_ensures(T::default, (), res),
;

pub assume_specification<T, E, U, F: FnOnce(T) -> Result<U, E>>[ Result::<T, E>::and_then ](result: Result<T, E>, op: F) -> (res: Result<U, E>)
    requires
        result is Ok ==> op.requires((result->Ok_0,)),
    ensures
        result is Err ==> res == Err::<U, E>(result->Err_0),
        result is Ok ==> op.ensures((result->Ok_0,), res),
;

pub assume_specification<T, E, F, O: FnOnce(E) -> Result<T, F>>[ Result::<T, E>::or_else ](result: Result<T, E>, op: O) -> (res: Result<T, F>)
    requires
        result is Err ==> op.requires((result->Err_0,)),
    ensures
        result is Ok ==> res == Ok::<T, F>(result->Ok_0),
        result is Err ==> op.ensures((result->Err_0,), res),
;

pub assume_specification<T, E, U, F: FnOnce(T) -> U>[ Result::<T, E>::map_or ](result: Result<T, E>, default: U, f: F) -> (res: U)
    requires
        result is Ok ==> f.requires((result->Ok_0,)),
    ensures
        result is Err ==> res == default,
        result is Ok ==> f.ensures((result->Ok_0,), res),
;

pub assume_specification<T, E, F: FnOnce(T) -> bool>[ Result::<T, E>::is_ok_and ](result: Result<T, E>, f: F) -> (res: bool)
    requires
        result is Ok ==> f.requires((result->Ok_0,)),
    ensures
        result is Err ==> !res,
        result is Ok ==> f.ensures((result->Ok_0,), res),
;

pub assume_specification<T, E, F: FnOnce(E) -> bool>[ Result::<T, E>::is_err_and ](result: Result<T, E>, f: F) -> (res: bool)
    requires
        result is Err ==> f.requires((result->Err_0,)),
    ensures
        result is Ok ==> !res,
        result is Err ==> f.ensures((result->Err_0,), res),
;

} // verus!

/// The distance of two numbers, which has no sign.
macro_rules! abs_diff {
    ($($t:ty, $u:ty;)*) => {
        verus! {
        $(
            pub assume_specification[ <$t>::abs_diff ](x: $t, y: $t) -> $u
                returns
                    (if x < y { y - x } else { x - y }) as $u,
                opens_invariants none
                no_unwind
            ;
        )*
        }
    };
}

abs_diff! {
    u8, u8;
    u16, u16;
    u32, u32;
    u64, u64;
    u128, u128;
    usize, usize;
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
    i128, u128;
    isize, usize;
}

/// The middle of two numbers: half of their exact sum, rounded towards zero.
macro_rules! midpoint {
    ($($t:ty)*) => {
        verus! {
        $(
            #[verifier::allow_in_spec]
            pub assume_specification[ <$t>::midpoint ](x: $t, y: $t) -> $t
                returns
                    (if x + y < 0 { -(-(x + y) / 2) } else { (x + y) / 2 }) as $t,
                opens_invariants none
                no_unwind
            ;
        )*
        }
    };
}

midpoint! {
    u8 u16 u32 u64 u128 usize
    i8 i16 i32 i64 i128 isize
}
