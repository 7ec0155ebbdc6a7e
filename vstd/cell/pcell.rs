//! Cells whose content is known to whoever holds the permission.
// @when cell
//!
//! trusted: the permission of a cell is made with the cell and there is one; who holds it owns what is in the cell,
//! so that each body reads or writes what nobody else can. A cell never drops what is in it, as it may end on a thread
//! where the value may not be.

use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;

#[allow(unused_imports)]
use crate::cell::CellId;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A cell. What is in it is known, and can be read and written, with the [`PointsTo`] of the same `id`.
#[verifier::external_body]
#[verifier::accept_recursive_types(T)]
pub struct PCell<T> {
    ucell: UnsafeCell<ManuallyDrop<T>>,
}

/// The cell with this `id` has this `value`, and nobody else knows better.
#[verifier::external_body]
#[verifier::reject_recursive_types_in_ground_variants(T)]
pub tracked struct PointsTo<T> {
    phantom: PhantomData<T>,
    no_copy: NoCopy,
}

impl<T> PointsTo<T> {
    /// Which cell it is about.
    pub uninterp spec fn id(&self) -> CellId;

    /// What is in the cell.
    pub uninterp spec fn value(&self) -> &T;

    /// There is one permission a cell only.
    pub axiom fn is_exclusive(tracked &mut self, tracked other: &PointsTo<T>)
        ensures
            *final(self) == *old(self),
            final(self).id() != other.id(),
    ;
}

impl<T> PCell<T> {
    /// Which cell it is.
    pub uninterp spec fn id(&self) -> CellId;

    /// A cell with a value, and the permission for it.
    #[inline(always)]
    #[verifier::external_body]
    pub const fn new(v: T) -> (pt: (PCell<T>, Tracked<PointsTo<T>>))
        ensures
            pt.1@.id() == pt.0.id(),
            *pt.1@.value() == v,
        opens_invariants none
        no_unwind
    {
        (PCell { ucell: UnsafeCell::new(ManuallyDrop::new(v)) }, Tracked::assume_new())
    }

    /// Looks at the value.
    #[inline(always)]
    #[verifier::external_body]
    pub fn borrow<'a>(&'a self, Tracked(perm): Tracked<&'a PointsTo<T>>) -> (v: &'a T)
        requires
            self.id() == perm.id(),
        ensures
            *v == *perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { &*(self.ucell.get() as *const T) }
    }

    /// Borrows the value, to change it.
    #[inline(always)]
    #[verifier::external_body]
    pub fn borrow_mut<'a>(&'a self, Tracked(perm): Tracked<&'a mut PointsTo<T>>) -> (v: &'a mut T)
        requires
            self.id() == old(perm).id(),
        ensures
            *v == *old(perm).value(),
            *final(v) == *final(perm).value(),
            final(perm).id() == self.id(),
        opens_invariants none
        no_unwind
    {
        unsafe { &mut *(self.ucell.get() as *mut T) }
    }

    /// Takes the value out and ends the cell.
    #[inline(always)]
    #[verifier::external_body]
    pub fn into_inner(self, Tracked(perm): Tracked<PointsTo<T>>) -> (v: T)
        requires
            self.id() == perm.id(),
        ensures
            v == *perm.value(),
        opens_invariants none
        no_unwind
    {
        ManuallyDrop::into_inner(self.ucell.into_inner())
    }

    /// Puts another value in and gives the one that was there.
    #[inline(always)]
    #[verifier::external_body]
    pub fn replace(&self, Tracked(perm): Tracked<&mut PointsTo<T>>, in_v: T) -> (out_v: T)
        requires
            self.id() == old(perm).id(),
        ensures
            final(perm).id() == old(perm).id(),
            *final(perm).value() == in_v,
            out_v == *old(perm).value(),
        opens_invariants none
        no_unwind
    {
        unsafe { core::mem::replace(&mut *(self.ucell.get() as *mut T), in_v) }
    }

    /// Puts another value in.
    #[inline(always)]
    #[verifier::external_body]
    pub fn write(&self, Tracked(perm): Tracked<&mut PointsTo<T>>, in_v: T)
        requires
            self.id() == old(perm).id(),
        ensures
            final(perm).id() == old(perm).id(),
            *final(perm).value() == in_v,
        opens_invariants none
        no_unwind
    {
        unsafe { *(self.ucell.get() as *mut T) = in_v; }
    }

    /// A copy of the value.
    #[inline(always)]
    #[verifier::external_body]
    pub fn read(&self, Tracked(perm): Tracked<&PointsTo<T>>) -> (out_v: T) where T: Copy
        requires
            self.id() == perm.id(),
        ensures
            out_v == *perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { *(self.ucell.get() as *const T) }
    }
}

} // verus!

/// A cell may go to another thread, and be shared: what is in it is read and written with the permission only.
unsafe impl<T> Sync for PCell<T> {}

/// A cell may go to another thread, and be shared: what is in it is read and written with the permission only.
unsafe impl<T> Send for PCell<T> {}
