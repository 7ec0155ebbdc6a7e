//! Conversions between characters, numbers, strings, vectors, and what holds one value.
// @when std_specs::convert
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::array::*;
#[allow(unused_imports)]
use crate::pervasive::*;
#[allow(unused_imports)]
use crate::seq::*;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::std_specs::convert::*;
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use std::rc::Rc;
use std::string::String;
use std::sync::Arc;
use std::vec::Vec;

/// What values of one type are as values of others.
macro_rules! values_become {
    ($($from:ty => $($to:ty)*, |$x:ident| $value:expr;)*) => {
        verus! {
        $($(
            impl FromSpecImpl<$from> for $to {
                open spec fn obeys_from_spec() -> bool {
                    true
                }

                open spec fn from_spec($x: $from) -> $to {
                    $value as $to
                }
            }
        )*)*
        }
    };
}

values_become! {
    bool => u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize, |x| if x { 1int } else { 0 };
    char => u32 u64 u128, |x| x as u32;
}

verus! {

impl FromSpecImpl<u8> for char {
    open spec fn obeys_from_spec() -> bool {
        true
    }

    open spec fn from_spec(x: u8) -> char {
        x as char
    }
}

impl<T> FromSpecImpl<T> for Option<T> {
    open spec fn obeys_from_spec() -> bool {
        true
    }

    open spec fn from_spec(x: T) -> Option<T> {
        Some(x)
    }
}

pub assume_specification<T>[ <Box<T> as core::convert::From<T>>::from ](x: T) -> (res: Box<T>)
    ensures
        *res == x,
;

pub assume_specification<T>[ <Rc<T> as core::convert::From<T>>::from ](x: T) -> (res: Rc<T>)
    ensures
        *res == x,
;

pub assume_specification<T>[ <Arc<T> as core::convert::From<T>>::from ](x: T) -> (res: Arc<T>)
    ensures
        *res == x,
;

pub assume_specification[ <String as core::convert::From<char>>::from ](c: char) -> (res: String)
    ensures
        res@ == Seq::<char>::empty().push(c),
;

pub assume_specification<T: Clone>[ <Vec<T> as core::convert::From<&[T]>>::from ](s: &[T]) -> (res: Vec<T>)
    ensures
        res@.len() == s@.len(),
        forall|i: int| #![all_triggers] 0 <= i < s@.len() ==> cloned::<T>(s@[i], res@[i]),
        s@ =~= res@ ==> s@ == res@,
;

pub assume_specification<T, const N: usize>[ <Vec<T> as core::convert::From<[T; N]>>::from ](a: [T; N]) -> (res: Vec<T>)
    ensures
        res@ == a@,
;

} // verus!
