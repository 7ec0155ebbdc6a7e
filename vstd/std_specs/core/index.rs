//! Contracts of `Index` and `IndexMut`.
//!
//! An implementation says with `index_req` for which indices there is an element; `s[i]` asks for that.
// @when Index IndexMut IndexSpec IndexSpecImpl ops::*
//!
//! trusted: an implementation is only known by what it says itself, so every one meets these contracts.

#[allow(unused_imports)]
use crate::prelude::*;
use crate::slice::*;
use verus_builtin_macros::verus;

verus! {

/// The contract of `index`.
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(IndexSpec via IndexSpecImpl)]
pub trait ExIndex<Idx> where Idx: ?Sized {
    type ExternalTraitSpecificationFor: core::ops::Index<Idx>;

    type Output: ?Sized;

    /// Whether there is an element at an index, for reading and for writing.
    spec fn index_req(&self, index: &Idx) -> bool;

    fn index(&self, index: Idx) -> (output: &Self::Output) where Idx: Sized
        requires
            self.index_req(&index),
    ;
}

/// The contract of `index_mut`.
#[verifier::external_trait_specification]
pub trait ExIndexMut<Idx>: core::ops::Index<Idx> where Idx: ?Sized {
    type ExternalTraitSpecificationFor: core::ops::IndexMut<Idx>;

    fn index_mut(&mut self, index: Idx) -> (output: &mut Self::Output) where Idx: Sized
        requires
            self.index_req(&index),
    ;
}

/// A slice has an element at the indices that `SliceIndex` allows.
impl<T, I: core::slice::SliceIndex<[T]>> IndexSpecImpl<I> for [T] {
    open spec fn index_req(&self, index: &I) -> bool {
        SliceIndexSpec::get_spec(index, self) is Some
    }
}

/// A vector has the elements of its slice.
#[cfg(feature = "alloc")]
impl<T, I: core::slice::SliceIndex<[T]>> IndexSpecImpl<I> for std::vec::Vec<T> {
    open spec fn index_req(&self, index: &I) -> bool {
        forall|s: &[T]| #[trigger] s@ == self@ ==> SliceIndexSpec::get_spec(index, s) is Some
    }
}

/// A queue has elements at the numbers below its length.
#[cfg(feature = "alloc")]
impl<T> IndexSpecImpl<usize> for std::collections::VecDeque<T> {
    open spec fn index_req(&self, index: &usize) -> bool {
        *index < self@.len()
    }
}

/// An array has the elements of its slice.
impl<T, I, const N: usize> IndexSpecImpl<I> for [T; N] where [T]: core::ops::Index<I> {
    open spec fn index_req(&self, index: &I) -> bool {
        forall|s: &[T]| #[trigger] s@ == self@ ==> IndexSpec::index_req(s, index)
    }
}

} // verus!
