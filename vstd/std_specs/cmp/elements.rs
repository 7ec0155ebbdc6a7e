//! How slices, arrays, vectors and queues compare: they are equal if they have one length and equal elements.
// @when std_specs::cmp laws_eq laws_cmp
//!
//! trusted: the standard library compares element by element, and may ask either of `==` and `!=`.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
#[cfg(feature = "alloc")]
use crate::std_specs::vec::*;
#[allow(unused_imports)]
#[cfg(feature = "alloc")]
use crate::std_specs::vecdeque::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[cfg(feature = "alloc")]
use std::collections::VecDeque;
#[cfg(feature = "alloc")]
use std::vec::Vec;

verus! {

/// Whether sequences have one length and equal elements.
pub open spec fn elements_eq<T: PartialEq<U>, U>(a: Seq<T>, b: Seq<U>) -> bool {
    &&& a.len() == b.len()
    &&& forall|i: int|
        #![trigger a[i]]
        #![trigger b[i]]
        0 <= i < a.len() ==> <T as PartialEqSpec<U>>::eq_spec(&a[i], &b[i])
}

} // verus!

/// Values of these two types are equal if they have one length and equal elements.
macro_rules! elements_equal {
    ($([$($parameter:tt)*] $left:ty, $right:ty;)*) => {
        verus! {

        $(
        impl<T: PartialEq<U>, U, $($parameter)*> PartialEqSpecImpl<$right> for $left {
            open spec fn obeys_eq_spec() -> bool {
                <T as PartialEqSpec<U>>::obeys_eq_spec()
            }

            open spec fn eq_spec(&self, other: &$right) -> bool {
                elements_eq(self@, other@)
            }
        }
        )*

        }
    };
}

elements_equal! {
    [] [T], [U];
    [const N: usize] [T; N], [U; N];
    [const N: usize] [T; N], [U];
    [const N: usize] [T], [U; N];
}

#[cfg(feature = "alloc")]
elements_equal! {
    [const N: usize] Vec<T>, [U; N];
    ['a] Vec<T>, &'a [U];
}

verus! {

#[cfg(feature = "alloc")]
impl<T: PartialEq> PartialEqSpecImpl for VecDeque<T> {
    open spec fn obeys_eq_spec() -> bool {
        T::obeys_eq_spec()
    }

    open spec fn eq_spec(&self, other: &VecDeque<T>) -> bool {
        elements_eq(self@, other@)
    }
}

#[cfg(feature = "alloc")]
impl<T: PartialEq<U>, U> PartialEqSpecImpl<Vec<U>> for Vec<T> {
    open spec fn obeys_eq_spec() -> bool {
        <T as PartialEqSpec<U>>::obeys_eq_spec()
    }

    open spec fn eq_spec(&self, other: &Vec<U>) -> bool {
        &&& self.len() == other.len()
        &&& forall|i: int|
            #![trigger self[i]]
            #![trigger other[i]]
            0 <= i < self.len() ==> <T as PartialEqSpec<U>>::eq_spec(&self[i], &other[i])
    }
}

/// Whether two elements may have been found equal, or not: the standard library is free to ask `==` or `!=`.
pub open spec fn compared<T: PartialEq<U>, U>(x: T, y: U, equal: bool) -> bool {
    ||| call_ensures(<T as PartialEq<U>>::eq, (&x, &y), equal)
    ||| call_ensures(<T as PartialEq<U>>::ne, (&x, &y), !equal)
}

/// Whether two sequences may have been found equal, or not.
pub open spec fn all_compared<T: PartialEq<U>, U>(x: Seq<T>, y: Seq<U>, equal: bool) -> bool {
    if equal {
        &&& x.len() == y.len()
        &&& forall|i: int| #![trigger x[i]] #![trigger y[i]] 0 <= i < x.len() ==> compared(x[i], y[i], true)
    } else {
        ||| x.len() != y.len()
        ||| exists|i: int| #![trigger x[i]] #![trigger y[i]] 0 <= i < x.len() && compared(x[i], y[i], false)
    }
}

pub assume_specification<T: PartialEq<U>, U>[ <Vec<T> as PartialEq<Vec<U>>>::eq ](x: &Vec<T>, y: &Vec<U>) -> (res: bool)
    ensures
        all_compared(x@, y@, res),
;

pub assume_specification<T: PartialEq<U>, U>[ <Vec<T> as PartialEq<Vec<U>>>::ne ](x: &Vec<T>, y: &Vec<U>) -> (res: bool)
    ensures
        all_compared(x@, y@, !res),
;

} // verus!
