//! Parts of slices and vectors that a program writes to: `&mut s[a..b]`.
// @when ..
//!
//! trusted: each contract says what the documentation of the standard library says.

#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
#[cfg(feature = "alloc")]
use crate::std_specs::vec::*;
#[allow(unused_imports)]
use crate::view::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

#[allow(unused_imports)]
use core::ops::IndexMut;
#[allow(unused_imports)]
use core::slice::SliceIndex;
#[allow(unused_imports)]
#[cfg(feature = "alloc")]
use std::vec::Vec;

verus! {

pub assume_specification<T, I: SliceIndex<[T]>>[ <[T] as IndexMut<I>>::index_mut ](slice: &mut [T], i: I) -> (part:
    &mut <I as SliceIndex<[T]>>::Output)
    requires
        i.get_spec(&*old(slice)) is Some,
    ensures
        i.get_spec(&*old(slice)) == Some(&*part),
        i.get_spec(&*final(slice)) == Some(&*final(part)),
        final(slice)@.len() == old(slice)@.len(),
        final(slice)@ == i.replaced_spec(&*old(slice), &*final(part))@,
;

pub assume_specification<T, I: SliceIndex<[T]>>[ <Vec<T> as IndexMut<I>>::index_mut ](vec: &mut Vec<T>, i: I) -> (part:
    &mut <I as SliceIndex<[T]>>::Output)
    requires
        i.get_spec(spec_vec_as_slice(&*old(vec))) is Some,
    ensures
        i.get_spec(spec_vec_as_slice(&*old(vec))) == Some(&*part),
        i.get_spec(spec_vec_as_slice(&*final(vec))) == Some(&*final(part)),
        final(vec)@.len() == old(vec)@.len(),
        final(vec)@ == i.replaced_spec(spec_vec_as_slice(&*old(vec)), &*final(part))@,
;

} // verus!
