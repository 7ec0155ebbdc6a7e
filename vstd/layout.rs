//! Sizes and alignments of types.
// @when size_of align_of layout raw_ptr simple_pptr
//!
//! trusted: what the reference of Rust says of the layout of types, and what the functions of `core::mem` return.

#[allow(unused_imports)]
use crate::arithmetic::power::*;
#[allow(unused_imports)]
use crate::arithmetic::power2::*;
#[allow(unused_imports)]
use crate::math::abs;
#[allow(unused_imports)]
use crate::slice::*;
#[allow(unused_imports)]
use crate::string::*;
#[allow(unused_imports)]
use crate::view::View;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::mem::MaybeUninit;

verus! {

/// Whether there is memory of that size and alignment, as `core::alloc::Layout` asks for it.
pub open spec fn valid_layout(size: usize, align: usize) -> bool {
    is_pow2(align as int) && size <= isize::MAX as int - (isize::MAX as int % align as int)
}

/// Whether a type has a size that is known when the program is compiled.
pub uninterp spec fn is_sized<V: ?Sized>() -> bool;

/// The bytes of a value. A type whose values would be too large for any memory has a size too.
pub uninterp spec fn size_of<V>() -> nat;

/// What the addresses of values are multiples of.
pub uninterp spec fn align_of<V>() -> nat;

/// The bytes of this value.
pub uninterp spec fn spec_size_of_val<V: ?Sized>(val: &V) -> nat;

/// What the address of this value is a multiple of.
pub uninterp spec fn spec_align_of_val<V: ?Sized>(val: &V) -> nat;

/// The size as the program sees it.
#[verifier::inline]
pub open spec fn size_of_as_usize<V>() -> usize
    recommends
        size_of::<V>() as usize as int == size_of::<V>(),
{
    size_of::<V>() as usize
}

/// The alignment as the program sees it.
#[verifier::inline]
pub open spec fn align_of_as_usize<V>() -> usize
    recommends
        align_of::<V>() as usize as int == align_of::<V>(),
{
    align_of::<V>() as usize
}

/// The size of a value as the program sees it.
#[verifier::inline]
pub open spec fn size_of_val_as_usize<V: ?Sized>(val: &V) -> usize
    recommends
        spec_size_of_val::<V>(val) as usize as int == spec_size_of_val::<V>(val),
{
    spec_size_of_val::<V>(val) as usize
}

/// The alignment of a value as the program sees it.
#[verifier::inline]
pub open spec fn align_of_val_as_usize<V: ?Sized>(val: &V) -> usize
    recommends
        spec_align_of_val::<V>(val) as usize as int == spec_align_of_val::<V>(val),
{
    spec_align_of_val::<V>(val) as usize
}

#[verifier::when_used_as_spec(size_of_as_usize)]
pub assume_specification<V>[ core::mem::size_of::<V> ]() -> (u: usize)
    ensures
        u as nat == size_of::<V>(),
    opens_invariants none
    no_unwind
;

#[verifier::when_used_as_spec(align_of_as_usize)]
pub assume_specification<V>[ core::mem::align_of::<V> ]() -> (u: usize)
    ensures
        u as nat == align_of::<V>(),
    opens_invariants none
    no_unwind
;

#[verifier::when_used_as_spec(size_of_val_as_usize)]
pub assume_specification<V: ?Sized>[ core::mem::size_of_val::<V> ](val: &V) -> (u: usize)
    ensures
        u as nat == spec_size_of_val::<V>(val),
    opens_invariants none
    no_unwind
;

#[verifier::when_used_as_spec(align_of_val_as_usize)]
pub assume_specification<V: ?Sized>[ core::mem::align_of_val::<V> ](val: &V) -> (u: usize)
    ensures
        u as nat == spec_align_of_val::<V>(val),
    opens_invariants none
    no_unwind
;

/// A type for which code was compiled has a layout that there is memory for.
#[verifier::external_body]
pub const exec fn layout_for_type_is_valid<V>()
    ensures
        valid_layout(size_of::<V>() as usize, align_of::<V>() as usize),
        size_of::<V>() as usize as nat == size_of::<V>(),
        align_of::<V>() as usize as nat == align_of::<V>(),
        align_of::<V>() != 0,
        size_of::<V>() % align_of::<V>() == 0,
    opens_invariants none
    no_unwind
{
}

/// A value has a layout that there is memory for. Ghost code has a tracked reference only to what code made that runs, or to
/// what is put together from that.
#[verifier::external_body]
pub const exec fn layout_for_val_is_valid<V: ?Sized>(val: Tracked<&V>)
    ensures
        valid_layout(spec_size_of_val::<V>(val@) as usize, spec_align_of_val::<V>(val@) as usize),
        spec_size_of_val::<V>(val@) as usize as nat == spec_size_of_val::<V>(val@),
        spec_align_of_val::<V>(val@) as usize as nat == spec_align_of_val::<V>(val@),
        spec_align_of_val::<V>(val@) != 0,
        spec_size_of_val::<V>(val@) % spec_align_of_val::<V>(val@) == 0,
    opens_invariants none
    no_unwind
{
}

/// What numbers, truth values, characters and the unit type take up.
pub broadcast axiom fn layout_of_primitives()
    ensures
        #![trigger size_of::<bool>()]
        #![trigger size_of::<char>()]
        #![trigger size_of::<u8>()]
        #![trigger size_of::<i8>()]
        #![trigger size_of::<u16>()]
        #![trigger size_of::<i16>()]
        #![trigger size_of::<u32>()]
        #![trigger size_of::<i32>()]
        #![trigger size_of::<u64>()]
        #![trigger size_of::<i64>()]
        #![trigger size_of::<u128>()]
        #![trigger size_of::<i128>()]
        #![trigger size_of::<usize>()]
        #![trigger size_of::<isize>()]
        size_of::<bool>() == 1,
        size_of::<char>() == 4,
        size_of::<u8>() == size_of::<i8>() == 1,
        size_of::<u16>() == size_of::<i16>() == 2,
        size_of::<u32>() == size_of::<i32>() == 4,
        size_of::<u64>() == size_of::<i64>() == 8,
        size_of::<u128>() == size_of::<i128>() == 16,
        size_of::<usize>() == size_of::<isize>(),
        size_of::<usize>() * 8 == usize::BITS,
        size_of::<()>() == 0,
        align_of::<()>() == 1,
;

/// The empty tuple takes up nothing.
pub broadcast proof fn layout_of_unit_tuple()
    ensures
        #![trigger size_of::<()>()]
        #![trigger align_of::<()>()]
        size_of::<()>() == 0,
        align_of::<()>() == 1,
{
    broadcast use layout_of_primitives;

    assert(size_of::<bool>() == 1);
}

/// Pointers and references to the same type take up the same, and have an address in them. Source: the Rust reference, page "Type layout", section
/// "Pointers and references layout", as for the next two.
pub broadcast axiom fn layout_of_references_and_pointers<T: ?Sized>()
    ensures
        #![trigger size_of::<*mut T>()]
        #![trigger size_of::<*const T>()]
        #![trigger size_of::<&T>()]
        #![trigger align_of::<*mut T>()]
        #![trigger align_of::<*const T>()]
        #![trigger align_of::<&T>()]
        size_of::<*const T>() == size_of::<*mut T>(),
        size_of::<&T>() == size_of::<*mut T>(),
        align_of::<*const T>() == align_of::<*mut T>(),
        align_of::<&T>() == align_of::<*mut T>(),
        size_of::<usize>() <= size_of::<*mut T>(),
        align_of::<usize>() <= align_of::<*mut T>(),
;

/// A pointer to something whose size is known is an address.
pub broadcast axiom fn layout_of_references_and_pointers_for_sized_types<T: Sized>()
    ensures
        #![trigger size_of::<*mut T>()]
        #![trigger align_of::<*mut T>()]
        size_of::<*mut T>() == size_of::<usize>(),
        align_of::<*mut T>() == align_of::<usize>(),
;

/// A pointer to something else has an address in it.
pub broadcast proof fn layout_of_references_and_pointers_for_unsized_types<T: ?Sized>()
    ensures
        #![trigger size_of::<*mut T>()]
        #![trigger align_of::<*mut T>()]
        size_of::<usize>() <= size_of::<*mut T>(),
        align_of::<usize>() <= align_of::<*mut T>(),
{
    broadcast use layout_of_references_and_pointers;
}

/// A size is a multiple of the alignment, which is a power of two.
pub broadcast axiom fn align_properties<T>()
    ensures
        #![trigger align_of::<T>()]
        size_of::<T>() % align_of::<T>() == 0,
        is_pow2(align_of::<T>() as int),
;

/// A slice is its elements one after the other.
pub broadcast axiom fn layout_of_slices<T>(x: &[T])
    ensures
        #![trigger spec_size_of_val::<[T]>(x)]
        #![trigger spec_align_of_val::<[T]>(x)]
        spec_align_of_val::<[T]>(x) == align_of::<T>(),
        spec_size_of_val::<[T]>(x) == x@.len() * size_of::<T>(),
;

/// A string is its bytes one after the other.
pub broadcast axiom fn layout_of_str(x: &str)
    ensures
        #![trigger spec_align_of_val::<str>(x)]
        #![trigger spec_size_of_val::<str>(x)]
        spec_align_of_val::<str>(x) == align_of::<u8>(),
        spec_size_of_val::<str>(x) == x.spec_bytes().len(),
;

/// The place of a value that may not be there yet is that of the value. Source: the documentation of `MaybeUninit`, section
/// "Layout".
pub broadcast axiom fn layout_of_maybe_uninit<T: Sized>()
    ensures
        #![trigger size_of::<MaybeUninit<T>>()]
        #![trigger align_of::<MaybeUninit<T>>()]
        size_of::<MaybeUninit<T>>() == size_of::<T>(),
        align_of::<MaybeUninit<T>>() == align_of::<T>(),
;

/// Every type has an alignment.
pub broadcast proof fn align_nonzero<T>()
    ensures
        #![trigger align_of::<T>()]
        align_of::<T>() > 0,
{
    broadcast use align_properties;
    reveal(is_pow2);
}

/// A byte can be anywhere.
pub broadcast proof fn align_of_u8()
    ensures
        #![trigger align_of::<u8>()]
        align_of::<u8>() == 1,
{
    broadcast use {layout_of_primitives, align_properties, align_nonzero};

    let align = align_of::<u8>() as int;
    assert(1int % align != 0 || align == 1) by (nonlinear_arith)
        requires
            align > 0,
    ;
}

/// The size of an address is a power of two.
pub proof fn usize_size_pow2()
    ensures
        is_pow2(size_of::<usize>() as int),
{
    broadcast use layout_of_primitives;
    reveal_with_fuel(is_pow2, 4);
    assert(is_pow2(4));
    assert(is_pow2(8));
}

/// The largest numbers without sign, by their bits and by their bytes.
pub proof fn unsigned_int_max_values()
    ensures
        usize::MAX as nat == pow2(usize::BITS as nat) - 1,
        usize::MAX as nat == pow(256, size_of::<usize>()) - 1,
        u8::MAX as nat == pow2(u8::BITS as nat) - 1,
        u8::MAX as nat == pow(256, size_of::<u8>()) - 1,
        u16::MAX as nat == pow2(u16::BITS as nat) - 1,
        u16::MAX as nat == pow(256, size_of::<u16>()) - 1,
        u32::MAX as nat == pow2(u32::BITS as nat) - 1,
        u32::MAX as nat == pow(256, size_of::<u32>()) - 1,
        u64::MAX as nat == pow2(u64::BITS as nat) - 1,
        u64::MAX as nat == pow(256, size_of::<u64>()) - 1,
        u128::MAX as nat == pow2(u128::BITS as nat) - 1,
        u128::MAX as nat == pow(256, size_of::<u128>()) - 1,
{
    broadcast use layout_of_primitives;
    lemma_powers_of_bytes();
}

/// The ends of the numbers with sign, by their bits and by their bytes.
pub proof fn signed_int_min_max_values()
    ensures
        isize::MAX as nat == pow2((isize::BITS - 1) as nat) - 1,
        abs(isize::MIN as int) == pow2((isize::BITS - 1) as nat),
        (isize::MAX as nat) * 2 == pow(256, size_of::<isize>()) - 2,
        abs(isize::MIN as int) * 2 == pow(256, size_of::<isize>()),
        i8::MAX as nat == pow2((i8::BITS - 1) as nat) - 1,
        abs(i8::MIN as int) == pow2((i8::BITS - 1) as nat),
        (i8::MAX as nat) * 2 == pow(256, size_of::<i8>()) - 2,
        abs(i8::MIN as int) * 2 == pow(256, size_of::<i8>()),
        i16::MAX as nat == pow2((i16::BITS - 1) as nat) - 1,
        abs(i16::MIN as int) == pow2((i16::BITS - 1) as nat),
        (i16::MAX as nat) * 2 == pow(256, size_of::<i16>()) - 2,
        abs(i16::MIN as int) * 2 == pow(256, size_of::<i16>()),
        i32::MAX as nat == pow2((i32::BITS - 1) as nat) - 1,
        abs(i32::MIN as int) == pow2((i32::BITS - 1) as nat),
        (i32::MAX as nat) * 2 == pow(256, size_of::<i32>()) - 2,
        abs(i32::MIN as int) * 2 == pow(256, size_of::<i32>()),
        i64::MAX as nat == pow2((i64::BITS - 1) as nat) - 1,
        abs(i64::MIN as int) == pow2((i64::BITS - 1) as nat),
        (i64::MAX as nat) * 2 == pow(256, size_of::<i64>()) - 2,
        abs(i64::MIN as int) * 2 == pow(256, size_of::<i64>()),
        i128::MAX as nat == pow2((i128::BITS - 1) as nat) - 1,
        abs(i128::MIN as int) == pow2((i128::BITS - 1) as nat),
        (i128::MAX as nat) * 2 == pow(256, size_of::<i128>()) - 2,
        abs(i128::MIN as int) * 2 == pow(256, size_of::<i128>()),
{
    broadcast use layout_of_primitives;
    lemma_powers_of_bytes();
}

/// The powers that numbers reach to.
proof fn lemma_powers_of_bytes()
    ensures
        pow2(7) == 0x80,
        pow2(8) == 0x100,
        pow2(15) == 0x8000,
        pow2(16) == 0x1_0000,
        pow2(31) == 0x8000_0000,
        pow2(32) == 0x1_0000_0000,
        pow2(63) == 0x8000_0000_0000_0000,
        pow2(64) == 0x1_0000_0000_0000_0000,
        pow2(127) == 0x8000_0000_0000_0000_0000_0000_0000_0000,
        pow2(128) == 0x8000_0000_0000_0000_0000_0000_0000_0000 * 2,
        pow(256, 1) == 0x100,
        pow(256, 2) == 0x1_0000,
        pow(256, 4) == 0x1_0000_0000,
        pow(256, 8) == 0x1_0000_0000_0000_0000,
        pow(256, 16) == 0x8000_0000_0000_0000_0000_0000_0000_0000 * 2,
{
    assert(pow(2, 7) == 0x80) by (compute_only);
    assert(pow(2, 8) == 0x100) by (compute_only);
    assert(pow(2, 15) == 0x8000) by (compute_only);
    assert(pow(2, 16) == 0x1_0000) by (compute_only);
    assert(pow(2, 31) == 0x8000_0000) by (compute_only);
    assert(pow(2, 32) == 0x1_0000_0000) by (compute_only);
    assert(pow(2, 63) == 0x8000_0000_0000_0000) by (compute_only);
    assert(pow(2, 64) == 0x1_0000_0000_0000_0000) by (compute_only);
    assert(pow(2, 127) == 0x8000_0000_0000_0000_0000_0000_0000_0000) by (compute_only);
    assert(pow(2, 128) == 0x8000_0000_0000_0000_0000_0000_0000_0000 * 2) by (compute_only);
    assert(pow(256, 1) == 0x100) by (compute_only);
    assert(pow(256, 2) == 0x1_0000) by (compute_only);
    assert(pow(256, 4) == 0x1_0000_0000) by (compute_only);
    assert(pow(256, 8) == 0x1_0000_0000_0000_0000) by (compute_only);
    assert(pow(256, 16) == 0x8000_0000_0000_0000_0000_0000_0000_0000 * 2) by (compute_only);
}

/// What is known of the alignment of every type.
pub broadcast group group_align_properties {
    align_properties,
    align_nonzero,
}

/// What is known of layouts.
pub broadcast group group_layout_axioms {
    layout_of_primitives,
    layout_of_unit_tuple,
    layout_of_references_and_pointers,
    layout_of_references_and_pointers_for_sized_types,
    layout_of_references_and_pointers_for_unsized_types,
    layout_of_slices,
    layout_of_str,
    layout_of_maybe_uninit,
    group_align_properties,
}

} // verus!
