//! Pointers to memory of the heap, whose content is known to whoever holds the permission.
// @when simple_pptr
//!
//! A [`PPtr`] is an address and may be copied as one likes. It is the [`PointsTo`] of this address that says that there
//! is memory, what is in it, and that nobody else has it; [`PPtr::free`] and [`PPtr::into_inner`] use it up.
//!
//! The permission is one of `vstd::raw_ptr`, from which everything follows that is said of it without a trusted body.
//!
//! trusted: the permission of a piece of memory is made with the memory by `empty` or `new`, there is one, and it ends
//! when the memory is given back. Who holds it owns the memory and what is in it, so that each body reads or writes
//! what nobody else can. The memory is that of a box of a `MaybeUninit<V>`: its address is aligned for `V`, is not
//! null (nor is that of a value without a size), and has been exposed, so that a pointer can be made of the number. A
//! permission may go to another thread, or be shared with it, if a `V` may.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use std::boxed::Box;

#[allow(unused_imports)]
use crate::layout::*;
#[allow(unused_imports)]
use crate::raw_ptr;
pub use crate::raw_ptr::MemContents;
#[allow(unused_imports)]
use crate::view::View;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// An address where there may be a `V`. What is there can be read and written with the [`PointsTo`] of this pointer.
pub struct PPtr<V>(pub usize, pub PhantomData<V>);

/// The memory at this address is there, has these contents, and nobody else knows better.
#[verifier::accept_recursive_types(V)]
pub tracked struct PointsTo<V> {
    tracked memory: raw_ptr::PointsTo<V>,
}

impl<V> PPtr<V> {
    /// The address.
    #[verifier::inline]
    pub open spec fn spec_addr(p: PPtr<V>) -> usize {
        p.0
    }

    /// The address.
    #[inline(always)]
    #[verifier::when_used_as_spec(spec_addr)]
    pub fn addr(self) -> (u: usize)
        ensures
            u == self.addr(),
        opens_invariants none
        no_unwind
    {
        self.0
    }

    /// The pointer with an address. It is worth nothing without a permission.
    #[inline(always)]
    pub fn from_addr(u: usize) -> (s: Self)
        ensures
            u == s.addr(),
        opens_invariants none
        no_unwind
    {
        PPtr(u, PhantomData)
    }

    /// The pointer with an address, by another name.
    #[inline(always)]
    pub fn from_usize(u: usize) -> (s: Self)
        ensures
            u == s.addr(),
        opens_invariants none
        no_unwind
    {
        PPtr(u, PhantomData)
    }
}

impl<V> PointsTo<V> {
    /// The pointer that it is for.
    #[verifier::inline]
    pub open spec fn pptr(&self) -> PPtr<V> {
        PPtr(self.addr(), PhantomData)
    }

    /// The address that it is for.
    pub closed spec fn addr(self) -> usize {
        self.memory.ptr()@.addr
    }

    /// What is in the memory.
    pub closed spec fn mem_contents(&self) -> MemContents<V> {
        self.memory.opt_value()
    }

    /// What is in the memory.
    #[verifier::inline]
    pub open spec fn opt_value(&self) -> MemContents<V> {
        self.mem_contents()
    }

    /// Whether there is a value.
    #[verifier::inline]
    pub open spec fn is_init(&self) -> bool {
        self.mem_contents().is_init()
    }

    /// Whether there is nothing that may be read.
    #[verifier::inline]
    pub open spec fn is_uninit(&self) -> bool {
        self.mem_contents().is_uninit()
    }

    /// The value.
    #[verifier::inline]
    pub open spec fn value(&self) -> V
        recommends
            self.is_init(),
    {
        self.mem_contents().value()
    }

    /// The address is not 0.
    pub proof fn is_nonnull(tracked &self)
        ensures
            self.addr() != 0,
    {
        self.memory.is_nonnull();
    }

    /// The address is one that a reference may have.
    pub proof fn is_aligned(tracked &self)
        ensures
            self.addr() as nat % align_of::<V>() == 0,
    {
        self.memory.is_aligned();
    }

    /// No byte belongs to two permissions. Of types without a size this says nothing.
    pub proof fn is_disjoint<S>(tracked &mut self, tracked other: &PointsTo<S>)
        requires
            size_of::<V>() != 0,
            size_of::<S>() != 0,
        ensures
            *final(self) == *old(self),
            final(self).addr() + size_of::<V>() <= other.addr() || other.addr() + size_of::<S>() <= final(self).addr(),
    {
        self.memory.is_disjoint(&other.memory);
    }

    /// Two permissions are for two addresses.
    pub proof fn is_distinct<S>(tracked &mut self, tracked other: &PointsTo<S>)
        requires
            size_of::<V>() != 0,
            size_of::<S>() != 0,
        ensures
            *final(self) == *old(self),
            final(self).addr() != other.addr(),
    {
        self.memory.is_disjoint(&other.memory);
    }

    /// Forgets the value. It is not dropped.
    pub proof fn leak_contents(tracked &mut self)
        ensures
            final(self).pptr() == old(self).pptr(),
            final(self).is_uninit(),
    {
        self.memory.leak_contents();
    }
}

impl<V> Clone for PPtr<V> {
    fn clone(&self) -> (res: Self)
        ensures
            res == *self,
    {
        *self
    }
}

impl<V> Copy for PPtr<V> {

}

impl<V> PPtr<V> {
    /// New memory with nothing in it, and the permission for it.
    #[verifier::external_body]
    pub fn empty() -> (pt: (PPtr<V>, Tracked<PointsTo<V>>))
        ensures
            pt.1@.pptr() == pt.0,
            pt.1@.is_uninit(),
        opens_invariants none
    {
        let memory: *mut MaybeUninit<V> = Box::into_raw(Box::new(MaybeUninit::uninit()));
        (PPtr(memory as usize, PhantomData), Tracked::assume_new())
    }

    /// New memory with a value, and the permission for it.
    #[verifier::external_body]
    pub fn new(v: V) -> (pt: (PPtr<V>, Tracked<PointsTo<V>>))
        ensures
            pt.1@.pptr() == pt.0,
            pt.1@.mem_contents() == MemContents::Init(v),
        opens_invariants none
    {
        let memory: *mut MaybeUninit<V> = Box::into_raw(Box::new(MaybeUninit::new(v)));
        (PPtr(memory as usize, PhantomData), Tracked::assume_new())
    }

    /// Gives the memory back, with nothing in it.
    #[verifier::external_body]
    pub fn free(self, Tracked(perm): Tracked<PointsTo<V>>)
        requires
            perm.pptr() == self,
            perm.is_uninit(),
        opens_invariants none
    {
        unsafe { drop(Box::from_raw(self.0 as *mut MaybeUninit<V>)) }
    }

    /// Takes the value out and gives the memory back.
    #[inline(always)]
    #[verifier::external_body]
    pub fn into_inner(self, Tracked(perm): Tracked<PointsTo<V>>) -> (v: V)
        requires
            perm.pptr() == self,
            perm.is_init(),
        ensures
            v == perm.value(),
        opens_invariants none
    {
        unsafe { (*Box::from_raw(self.0 as *mut MaybeUninit<V>)).assume_init() }
    }

    /// Puts a value where there is none.
    #[inline(always)]
    #[verifier::external_body]
    pub fn put(self, Tracked(perm): Tracked<&mut PointsTo<V>>, v: V)
        requires
            old(perm).pptr() == self,
            old(perm).mem_contents() == MemContents::<V>::Uninit,
        ensures
            final(perm).pptr() == old(perm).pptr(),
            final(perm).mem_contents() == MemContents::Init(v),
        opens_invariants none
        no_unwind
    {
        unsafe { core::ptr::write(self.0 as *mut V, v) }
    }

    /// Takes the value out and keeps the memory.
    #[inline(always)]
    #[verifier::external_body]
    pub fn take(self, Tracked(perm): Tracked<&mut PointsTo<V>>) -> (v: V)
        requires
            old(perm).pptr() == self,
            old(perm).is_init(),
        ensures
            final(perm).pptr() == old(perm).pptr(),
            final(perm).mem_contents() == MemContents::<V>::Uninit,
            v == old(perm).value(),
        opens_invariants none
        no_unwind
    {
        unsafe { core::ptr::read(self.0 as *const V) }
    }

    /// Puts another value in and gives the one that was there.
    #[inline(always)]
    #[verifier::external_body]
    pub fn replace(self, Tracked(perm): Tracked<&mut PointsTo<V>>, in_v: V) -> (out_v: V)
        requires
            old(perm).pptr() == self,
            old(perm).is_init(),
        ensures
            final(perm).pptr() == old(perm).pptr(),
            final(perm).mem_contents() == MemContents::Init(in_v),
            out_v == old(perm).value(),
        opens_invariants none
        no_unwind
    {
        unsafe { core::mem::replace(&mut *(self.0 as *mut V), in_v) }
    }

    /// Looks at the value.
    #[inline(always)]
    #[verifier::external_body]
    pub fn borrow<'a>(self, Tracked(perm): Tracked<&'a PointsTo<V>>) -> (v: &'a V)
        requires
            perm.pptr() == self,
            perm.is_init(),
        ensures
            *v == perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { &*(self.0 as *const V) }
    }

    /// Borrows the value, to change it.
    #[inline(always)]
    #[verifier::external_body]
    pub fn borrow_mut<'a>(self, Tracked(perm): Tracked<&'a mut PointsTo<V>>) -> (v: &'a mut V)
        requires
            old(perm).pptr() == self,
            old(perm).is_init(),
        ensures
            final(perm).pptr() == self,
            final(perm).is_init(),
            *v == old(perm).value(),
            final(perm).value() == *final(v),
        opens_invariants none
        no_unwind
    {
        unsafe { &mut *(self.0 as *mut V) }
    }

    /// Puts a value in, whatever is there.
    #[inline(always)]
    #[verifier::external_body]
    pub fn write(self, Tracked(perm): Tracked<&mut PointsTo<V>>, in_v: V)
        where V: Copy
        requires
            old(perm).pptr() == self,
        ensures
            final(perm).pptr() == old(perm).pptr(),
            final(perm).mem_contents() == MemContents::Init(in_v),
        opens_invariants none
        no_unwind
    {
        unsafe { core::ptr::write(self.0 as *mut V, in_v) }
    }

    /// A copy of the value.
    #[inline(always)]
    #[verifier::external_body]
    pub fn read(self, Tracked(perm): Tracked<&PointsTo<V>>) -> (out_v: V)
        where V: Copy
        requires
            perm.pptr() == self,
            perm.is_init(),
        ensures
            out_v == perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { core::ptr::read(self.0 as *const V) }
    }
}

} // verus!
