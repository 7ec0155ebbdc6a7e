//! How slices, arrays, vectors and queues compare: they are equal if they have one length and equal elements.
// @when Vec &[ std_specs::cmp
//!
//! trusted: the standard library compares element by element.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::vec::*;
#[allow(unused_imports)]
use crate::std_specs::vecdeque::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::collections::VecDeque;
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
    [const N: usize] Vec<T>, [U; N];
    ['a] Vec<T>, &'a [U];
}

verus! {

impl<T: PartialEq> PartialEqSpecImpl for VecDeque<T> {
    open spec fn obeys_eq_spec() -> bool {
        T::obeys_eq_spec()
    }

    open spec fn eq_spec(&self, other: &VecDeque<T>) -> bool {
        elements_eq(self@, other@)
    }
}

} // verus!
