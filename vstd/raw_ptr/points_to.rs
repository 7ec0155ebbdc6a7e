//! The permission for memory that holds a value of a type, and what it allows.
// @when raw_ptr simple_pptr
//!
//! trusted: the permission for a piece of memory is made from that for its bytes, there is one, and who holds it owns the
//! memory and what is in it; each body reads, writes or borrows what the permission is for. The address is one that a
//! reference to a `T` may have: it is not null and a multiple of the alignment. Of a type without a size there are
//! permissions for every such address; each has a value of its own, which takes up no memory.

use super::*;
#[allow(unused_imports)]
use crate::layout::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

use core::marker::PhantomData;

verus! {

/// There is memory for a `T` at this pointer, and nobody else has it.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
tracked struct Memory<T> {
    phantom: PhantomData<T>,
    no_copy: NoCopy,
}

impl<T> Memory<T> {
    /// Where it is.
    uninterp spec fn ptr(&self) -> *mut T;

    /// A reference may be made to it: it is not null, and aligned.
    axiom fn is_place(tracked &self)
        ensures
            self.ptr()@.addr != 0,
            self.ptr()@.addr as nat % align_of::<T>() == 0,
    ;

    /// No byte belongs to two pieces of memory.
    axiom fn is_disjoint<S>(tracked &mut self, tracked other: &Memory<S>)
        requires
            size_of::<T>() != 0,
            size_of::<S>() != 0,
        ensures
            *final(self) == *old(self),
            final(self).ptr() as int + size_of::<T>() <= other.ptr() as int || other.ptr() as int + size_of::<S>()
                <= final(self).ptr() as int,
    ;

    /// Bytes that are as many as a value takes up. That the address is not 0 follows from the bytes, unless there are none.
    axiom fn of_bytes(tracked bytes: PointsToRaw, start: usize) -> (tracked memory: Self)
        requires
            start != 0 || size_of::<T>() != 0,
            start as int % align_of::<T>() as int == 0,
            bytes.is_range(start as int, size_of::<T>() as int),
        ensures
            memory.ptr() == ptr_mut_from_data::<T>(
                PtrData { addr: start, provenance: bytes.provenance(), metadata: () },
            ),
    ;

    /// The bytes.
    axiom fn into_bytes(tracked self) -> (tracked bytes: PointsToRaw)
        ensures
            bytes.is_range(self.ptr()@.addr as int, size_of::<T>() as int),
            bytes.provenance() == self.ptr()@.provenance,
    ;
}

/// There is memory for a `T` at this pointer, it has these contents, and nobody else knows better.
#[verifier::accept_recursive_types(T)]
pub tracked struct PointsTo<T> {
    tracked memory: Memory<T>,
    ghost contents: MemContents<T>,
}

/// What a permission says.
pub ghost struct PointsToData<T> {
    /// Where the memory is.
    pub ptr: *mut T,
    /// What is in it.
    pub opt_value: MemContents<T>,
}

impl<T> View for PointsTo<T> {
    type V = PointsToData<T>;

    closed spec fn view(&self) -> PointsToData<T> {
        PointsToData { ptr: self.memory.ptr(), opt_value: self.contents }
    }
}

impl<T> PointsTo<T> {
    /// Where the memory is.
    #[verifier::inline]
    pub open spec fn ptr(&self) -> *mut T {
        self@.ptr
    }

    /// What is in the memory.
    #[verifier::inline]
    pub open spec fn opt_value(&self) -> MemContents<T> {
        self@.opt_value
    }

    /// Whether there is a value.
    #[verifier::inline]
    pub open spec fn is_init(&self) -> bool {
        self.opt_value().is_init()
    }

    /// Whether there is nothing that may be read.
    #[verifier::inline]
    pub open spec fn is_uninit(&self) -> bool {
        self.opt_value().is_uninit()
    }

    /// The value.
    #[verifier::inline]
    pub open spec fn value(&self) -> T
        recommends
            self.is_init(),
    {
        self.opt_value().value()
    }

    /// No reference is null.
    pub proof fn is_nonnull(tracked &self)
        ensures
            self@.ptr@.addr != 0,
    {
        self.memory.is_place();
    }

    /// Every reference is aligned.
    pub proof fn is_aligned(tracked &self)
        ensures
            self@.ptr@.addr as nat % align_of::<T>() == 0,
    {
        self.memory.is_place();
    }

    /// Forgets the value. It is not dropped.
    pub proof fn leak_contents(tracked &mut self)
        ensures
            final(self).ptr() == old(self).ptr(),
            final(self).is_uninit(),
    {
        self.contents = MemContents::Uninit;
    }

    /// No byte belongs to two permissions. Of types without a size this says nothing.
    pub proof fn is_disjoint<S>(tracked &mut self, tracked other: &PointsTo<S>)
        requires
            size_of::<T>() != 0,
            size_of::<S>() != 0,
        ensures
            *final(self) == *old(self),
            final(self).ptr() as int + size_of::<T>() <= other.ptr() as int || other.ptr() as int + size_of::<S>()
                <= final(self).ptr() as int,
    {
        self.memory.is_disjoint(&other.memory);
    }

    /// As bytes, when there is no value.
    pub proof fn into_raw(tracked self) -> (tracked points_to_raw: PointsToRaw)
        requires
            self.is_uninit(),
        ensures
            points_to_raw.is_range(self.ptr().addr() as int, size_of::<T>() as int),
            points_to_raw.provenance() == self.ptr()@.provenance,
    {
        self.memory.into_bytes()
    }

    /// Two permissions are for two addresses.
    pub proof fn is_distinct<S>(tracked &mut self, tracked other: &PointsTo<S>)
        requires
            size_of::<T>() != 0,
            size_of::<S>() != 0,
        ensures
            *final(self) == *old(self),
            final(self).ptr() as int != other.ptr() as int,
    {
        self.is_disjoint(other);
    }
}

impl PointsToRaw {
    /// As memory for a value. Any address will do for a value without a size, but for 0.
    pub proof fn into_typed<V>(tracked self, start: usize) -> (tracked points_to: PointsTo<V>)
        requires
            start != 0 || size_of::<V>() != 0,
            start as int % align_of::<V>() as int == 0,
            self.is_range(start as int, size_of::<V>() as int),
        ensures
            points_to.ptr() == ptr_mut_from_data::<V>(
                PtrData { addr: start, provenance: self.provenance(), metadata: () },
            ),
            points_to.is_uninit(),
    {
        PointsTo { memory: Memory::of_bytes(self, start), contents: MemContents::Uninit }
    }
}

/// Writes a value. What was there before is not dropped.
#[inline(always)]
#[verifier::external_body]
pub fn ptr_mut_write<T>(ptr: *mut T, Tracked(perm): Tracked<&mut PointsTo<T>>, v: T)
    requires
        old(perm).ptr() == ptr,
    ensures
        final(perm).ptr() == ptr,
        final(perm).opt_value() == MemContents::Init(v),
    opens_invariants none
    no_unwind
{
    unsafe { core::ptr::write(ptr, v) }
}

/// Takes the value out and keeps the memory.
#[inline(always)]
#[verifier::external_body]
pub fn ptr_mut_read<T>(ptr: *const T, Tracked(perm): Tracked<&mut PointsTo<T>>) -> (v: T)
    requires
        old(perm).ptr() == ptr,
        old(perm).is_init(),
    ensures
        final(perm).ptr() == ptr,
        final(perm).is_uninit(),
        v == old(perm).value(),
    opens_invariants none
    no_unwind
{
    unsafe { core::ptr::read(ptr) }
}

/// Looks at the value.
#[inline(always)]
#[verifier::external_body]
pub fn ptr_ref<'a, T>(ptr: *const T, Tracked(perm): Tracked<&'a PointsTo<T>>) -> (v: &'a T)
    requires
        perm.ptr() == ptr,
        perm.is_init(),
    ensures
        v == perm.value(),
    opens_invariants none
    no_unwind
{
    unsafe { &*ptr }
}

/// Borrows the value, to change it.
#[inline(always)]
#[verifier::external_body]
pub fn ptr_mut_ref<'a, T>(ptr: *mut T, Tracked(perm): Tracked<&'a mut PointsTo<T>>) -> (v: &'a mut T)
    requires
        old(perm).ptr() == ptr,
        old(perm).is_init(),
    ensures
        final(perm).ptr() == ptr,
        final(perm).is_init(),
        *v == old(perm).value(),
        *final(v) == final(perm).value(),
    opens_invariants none
    no_unwind
{
    unsafe { &mut *ptr }
}

/// A reference with the pointer that it is, which `&'a T` does not tell.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct SharedReference<'a, T>(&'a T);

impl<'a, T> Clone for SharedReference<'a, T> {
    #[verifier::external_body]
    fn clone(&self) -> (ret: Self)
        ensures
            ret == *self,
    {
        SharedReference(self.0)
    }
}

impl<'a, T> Copy for SharedReference<'a, T> {

}

impl<'a, T> SharedReference<'a, T> {
    /// What it refers to.
    pub uninterp spec fn value(self) -> T;

    /// Where that is.
    pub uninterp spec fn ptr(self) -> *const T;

    /// The reference with its pointer.
    #[verifier::external_body]
    pub fn new(t: &'a T) -> (s: Self)
        ensures
            s.value() == t,
    {
        SharedReference(t)
    }

    /// The reference.
    #[verifier::external_body]
    pub fn as_ref(self) -> (t: &'a T)
        ensures
            t == self.value(),
    {
        self.0
    }

    /// The pointer.
    #[verifier::external_body]
    pub fn as_ptr(self) -> (ptr: *const T)
        ensures
            ptr == self.ptr(),
    {
        self.0
    }

    /// As long as the reference lives nobody changes what it refers to, so that it may be read through the pointer.
    pub axiom fn points_to(tracked self) -> (tracked pt: &'a PointsTo<T>)
        ensures
            pt.ptr() == self.ptr(),
            pt.is_init(),
            pt.value() == self.value(),
    ;
}

/// Looks at the value, as a reference of which the address is known. Its provenance is a new one.
#[inline(always)]
#[verifier::external_body]
pub fn ptr_ref2<'a, T>(ptr: *const T, Tracked(perm): Tracked<&'a PointsTo<T>>) -> (v: SharedReference<'a, T>)
    requires
        perm.ptr() == ptr,
        perm.is_init(),
    ensures
        v.value() == perm.value(),
        v.ptr().addr() == ptr.addr(),
        v.ptr()@.metadata == ptr@.metadata,
    opens_invariants none
    no_unwind
{
    SharedReference(unsafe { &*ptr })
}

} // verus!
