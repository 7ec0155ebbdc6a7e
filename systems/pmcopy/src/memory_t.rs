//! The bytes of values in memory.
//!
//! trusted: the bodies of what is `external_body`. They read the bytes of a value, of which none is undetermined (`PmSafe`), and
//! make a value of bytes that are proved to be those of one.

use core::mem::{MaybeUninit, size_of_val};

use vstd::prelude::*;

use crate::traits_t::*;

verus! {

use crate::arrays_t::*;

/// The number of bytes of a type.
#[verifier::external_body]
pub fn size_of<T: PmSized>() -> (size: usize)
    ensures
        size == T::spec_size_of(),
{
    core::mem::size_of::<T>()
}

/// What addresses of values of a type are multiples of.
#[verifier::external_body]
pub fn align_of<T: PmSized>() -> (align: usize)
    ensures
        align == T::spec_align_of(),
{
    core::mem::align_of::<T>()
}

/// The bytes of a value, where they are.
#[verifier::external_body]
pub fn as_bytes<T: PmBytes>(value: &T) -> (bytes: &[u8])
    ensures
        bytes@ == value.spec_to_bytes(),
{
    // SAFETY: so many bytes are behind the reference, and none of them is undetermined.
    unsafe { core::slice::from_raw_parts((value as *const T).cast::<u8>(), core::mem::size_of::<T>()) }
}

/// The bytes of values, where they are.
#[verifier::external_body]
pub fn slice_as_bytes<T: PmBytes>(values: &[T]) -> (bytes: &[u8])
    ensures
        bytes@ == bytes_of_all(values@),
{
    // SAFETY: as above, for all of the slice.
    unsafe { core::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values)) }
}

/// Memory of the size and alignment of a value, whose bytes come from storage and may be those of no value.
#[verifier::external_body]
#[verifier::reject_recursive_types(T)]
pub struct MaybeCorrupted<T: PmBytes> {
    memory: MaybeUninit<T>,
}

impl<T: PmBytes> MaybeCorrupted<T> {
    /// The bytes.
    pub uninterp spec fn view(&self) -> Seq<u8>;

    /// Memory with these bytes.
    #[verifier::external_body]
    pub fn of_bytes(bytes: &[u8]) -> (made: Self)
        requires
            bytes@.len() == T::spec_size_of(),
        ensures
            made@ == bytes@,
    {
        assert_eq!(bytes.len(), core::mem::size_of::<T>());
        let mut memory = MaybeUninit::<T>::uninit();
        // SAFETY: both have so many bytes, and the memory is new.
        unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), memory.as_mut_ptr().cast::<u8>(), bytes.len()) };
        MaybeCorrupted { memory }
    }

    /// The bytes, for a checksum.
    #[verifier::external_body]
    pub fn as_bytes(&self) -> (bytes: &[u8])
        ensures
            bytes@ == self@,
    {
        // SAFETY: all bytes were written when this was made, and nothing is behind a type of them that not every byte is of.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr().cast::<u8>(), core::mem::size_of::<T>()) }
    }

    /// The value, once its bytes are known to be those of one.
    #[verifier::external_body]
    pub fn extract(self, Ghost(value): Ghost<T>) -> (extracted: T)
        requires
            self@ == value.spec_to_bytes(),
        ensures
            extracted == value,
    {
        // SAFETY: the bytes are those of a value, which is what the precondition says.
        unsafe { self.memory.assume_init() }
    }
}

} // verus!
