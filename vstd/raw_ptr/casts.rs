//! Null pointers, casts, addresses and comparisons.
// @when raw_ptr *mut *const ptr:: simple_pptr
//!
//! `p as *mut U` is the spec function for the two types, in a specification and in code that runs.
//!
//! trusted: a cast keeps the address and the provenance, and the length where there is one; a comparison is one of the
//! addresses and the metadata; each body is one cast.

use super::*;
#[allow(unused_imports)]
use crate::view::View;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use super::group_raw_ptr_axioms;

/// The null pointer.
#[verifier::inline]
pub open spec fn ptr_null<T>() -> *const T {
    ptr_from_data::<T>(PtrData { addr: 0, provenance: Provenance::null(), metadata: () })
}

#[verifier::when_used_as_spec(ptr_null)]
pub assume_specification<T>[ core::ptr::null::<T> ]() -> (res: *const T)
    ensures
        res == ptr_null::<T>(),
    opens_invariants none
    no_unwind
;

/// The null pointer.
#[verifier::inline]
pub open spec fn ptr_null_mut<T>() -> *mut T {
    ptr_mut_from_data::<T>(PtrData { addr: 0, provenance: Provenance::null(), metadata: () })
}

#[verifier::when_used_as_spec(ptr_null_mut)]
pub assume_specification<T>[ core::ptr::null_mut::<T> ]() -> (res: *mut T)
    ensures
        res == ptr_null_mut::<T>(),
    opens_invariants none
    no_unwind
;

pub assume_specification<T: Pointee + ?Sized>[ <*mut T as PartialEq<*mut T>>::eq ](
    x: &*mut T,
    y: &*mut T,
) -> (res: bool)
    ensures
        res <==> (x@.addr == y@.addr) && (x@.metadata == y@.metadata),
;

pub assume_specification<T: Pointee + ?Sized>[ <*const T as PartialEq<*const T>>::eq ](
    x: &*const T,
    y: &*const T,
) -> (res: bool)
    ensures
        res <==> (x@.addr == y@.addr) && (x@.metadata == y@.metadata),
;

/// The address.
#[verifier::inline]
pub open spec fn spec_addr<T: Pointee + ?Sized>(p: *mut T) -> usize {
    p@.addr
}

#[verifier::when_used_as_spec(spec_addr)]
pub assume_specification<T: Pointee + ?Sized>[ <*mut T>::addr ](p: *mut T) -> (addr: usize)
    ensures
        addr == spec_addr(p),
    opens_invariants none
    no_unwind
;

/// The address.
#[verifier::inline]
pub open spec fn spec_addr_const<T: Pointee + ?Sized>(p: *const T) -> usize {
    p@.addr
}

#[verifier::when_used_as_spec(spec_addr_const)]
pub assume_specification<T: Pointee + ?Sized>[ <*const T>::addr ](p: *const T) -> (addr: usize)
    ensures
        addr == spec_addr_const(p),
    opens_invariants none
    no_unwind
;

/// The same pointer with another address.
pub open spec fn spec_with_addr<T: Pointee + ?Sized>(p: *mut T, addr: usize) -> *mut T {
    ptr_mut_from_data::<T>(PtrData { addr, ..p@ })
}

#[verifier::when_used_as_spec(spec_with_addr)]
pub assume_specification<T: Pointee + ?Sized>[ <*mut T>::with_addr ](p: *mut T, addr: usize) -> (q: *mut T)
    ensures
        q == spec_with_addr(p, addr),
    opens_invariants none
    no_unwind
;

/// The same pointer with another address.
pub open spec fn spec_with_addr_const<T: Pointee + ?Sized>(p: *const T, addr: usize) -> *const T {
    ptr_from_data::<T>(PtrData { addr, ..p@ })
}

#[verifier::when_used_as_spec(spec_with_addr_const)]
pub assume_specification<T: Pointee + ?Sized>[ <*const T>::with_addr ](p: *const T, addr: usize) -> (q: *const T)
    ensures
        q == spec_with_addr_const(p, addr),
    opens_invariants none
    no_unwind
;

/// `p as *mut U` for a type `U` with a size: address and provenance stay.
pub open spec fn spec_cast_ptr_to_thin_ptr<T: Pointee + ?Sized, U>(ptr: *mut T) -> *mut U {
    ptr_mut_from_data::<U>(PtrData { addr: ptr@.addr, provenance: ptr@.provenance, metadata: () })
}

/// What `as` does; write `as`.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_cast_ptr_to_thin_ptr)]
pub fn cast_ptr_to_thin_ptr<T: Pointee + ?Sized, U>(ptr: *mut T) -> (result: *mut U)
    ensures
        result == spec_cast_ptr_to_thin_ptr::<T, U>(ptr),
    opens_invariants none
    no_unwind
{
    ptr as *mut U
}

/// `p as *mut [T]` of a pointer to an array: the length is that of the array.
pub open spec fn spec_cast_array_ptr_to_slice_ptr<T, const N: usize>(ptr: *mut [T; N]) -> *mut [T] {
    ptr_mut_from_data::<[T]>(PtrData { addr: ptr@.addr, provenance: ptr@.provenance, metadata: N })
}

/// What `as` does; write `as`.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_cast_array_ptr_to_slice_ptr)]
pub fn cast_array_ptr_to_slice_ptr<T, const N: usize>(ptr: *mut [T; N]) -> (result: *mut [T])
    ensures
        result == spec_cast_array_ptr_to_slice_ptr(ptr),
    opens_invariants none
    no_unwind
{
    ptr as *mut [T]
}

/// `p as *mut [U]` of a pointer to a slice: the number of elements stays, whatever their sizes.
pub open spec fn spec_cast_slice_ptr_to_slice_ptr<T, U>(ptr: *mut [T]) -> *mut [U] {
    ptr_mut_from_data::<[U]>(PtrData { addr: ptr@.addr, provenance: ptr@.provenance, metadata: ptr@.metadata })
}

/// What `as` does; write `as`.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_cast_slice_ptr_to_slice_ptr)]
pub fn cast_slice_ptr_to_slice_ptr<T, U>(ptr: *mut [T]) -> (result: *mut [U])
    ensures
        result == spec_cast_slice_ptr_to_slice_ptr::<T, U>(ptr),
    opens_invariants none
    no_unwind
{
    ptr as *mut [U]
}

/// `p as *mut str` of a pointer to a slice: as many bytes as there were elements.
pub open spec fn spec_cast_slice_ptr_to_str_ptr<T>(ptr: *mut [T]) -> *mut str {
    ptr_mut_from_data::<str>(PtrData { addr: ptr@.addr, provenance: ptr@.provenance, metadata: ptr@.metadata })
}

/// What `as` does; write `as`.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_cast_slice_ptr_to_str_ptr)]
pub fn cast_slice_ptr_to_str_ptr<T>(ptr: *mut [T]) -> (result: *mut str)
    ensures
        result == spec_cast_slice_ptr_to_str_ptr::<T>(ptr),
    opens_invariants none
    no_unwind
{
    ptr as *mut str
}

/// `p as *mut [T]` of a pointer to a string: as many elements as there were bytes.
pub open spec fn spec_cast_str_ptr_to_slice_ptr<T>(ptr: *mut str) -> *mut [T] {
    ptr_mut_from_data::<[T]>(PtrData { addr: ptr@.addr, provenance: ptr@.provenance, metadata: ptr@.metadata })
}

/// What `as` does; write `as`.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_cast_str_ptr_to_slice_ptr)]
pub fn cast_str_ptr_to_slice_ptr<T>(ptr: *mut str) -> (result: *mut [T])
    ensures
        result == spec_cast_str_ptr_to_slice_ptr::<T>(ptr),
    opens_invariants none
    no_unwind
{
    ptr as *mut [T]
}

/// `p as usize`: the address.
pub open spec fn spec_cast_ptr_to_usize<T: Pointee + ?Sized>(ptr: *mut T) -> usize {
    ptr@.addr
}

/// What `as` does; write `as`.
#[verifier::external_body]
#[verifier::when_used_as_spec(spec_cast_ptr_to_usize)]
pub fn cast_ptr_to_usize<T: Pointee + ?Sized>(ptr: *mut T) -> (result: usize)
    ensures
        result == spec_cast_ptr_to_usize(ptr),
    opens_invariants none
    no_unwind
{
    ptr as *mut u8 as usize
}

} // verus!
