//! Cells that may be empty, whose content is known to whoever holds the permission.
// @when pcell_maybe_uninit
//!
//! trusted: the permission of a cell is made with the cell and there is one; who holds it owns what is in the cell,
//! so that each body reads or writes what nobody else can. What is taken out is there, as the permission says so. A
//! cell never drops what is in it, so it does not matter on which thread the cell itself ends.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

#[allow(unused_imports)]
use crate::cell::{CellId, pcell};
#[allow(unused_imports)]
use crate::raw_ptr::MemContents;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// A cell that may be empty. What is in it is known, and can be read and written, with the [`PointsTo`] of the same
/// `id`.
#[verifier::external_body]
#[verifier::accept_recursive_types(V)]
pub struct PCell<V> {
    ucell: UnsafeCell<MaybeUninit<V>>,
}

/// The cell with this `id` has these contents, and nobody else knows better.
#[verifier::reject_recursive_types_in_ground_variants(V)]
pub tracked struct PointsTo<V> {
    // One of another kind of cell, in whose place the contents stand.
    tracked perm: pcell::PointsTo<MemContents<V>>,
}

impl<V> PointsTo<V> {
    /// Which cell it is about.
    pub closed spec fn id(&self) -> CellId {
        self.perm.id()
    }

    /// What is in the cell.
    pub closed spec fn mem_contents(&self) -> MemContents<V> {
        *self.perm.value()
    }

    /// Whether there is a value.
    #[verifier::inline]
    pub open spec fn is_init(&self) -> bool {
        self.mem_contents().is_init()
    }

    /// Whether the cell is empty.
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

    /// There is one permission a cell only.
    pub proof fn is_exclusive(tracked &mut self, tracked other: &PointsTo<V>)
        ensures
            *final(self) == *old(self),
            final(self).id() != other.id(),
    {
        self.perm.is_exclusive(&other.perm);
    }
}

impl<V> PCell<V> {
    /// Which cell it is.
    pub uninterp spec fn id(&self) -> CellId;

    /// An empty cell, and the permission for it.
    #[inline(always)]
    #[verifier::external_body]
    pub const fn empty() -> (pt: (PCell<V>, Tracked<PointsTo<V>>))
        ensures
            pt.1@.id() == pt.0.id(),
            pt.1@.mem_contents() == MemContents::<V>::Uninit,
        opens_invariants none
        no_unwind
    {
        (PCell { ucell: UnsafeCell::new(MaybeUninit::uninit()) }, Tracked::assume_new())
    }

    /// A cell with a value, and the permission for it.
    #[inline(always)]
    #[verifier::external_body]
    pub const fn new(v: V) -> (pt: (PCell<V>, Tracked<PointsTo<V>>))
        ensures
            pt.1@.id() == pt.0.id(),
            pt.1@.mem_contents() == MemContents::Init(v),
        opens_invariants none
        no_unwind
    {
        (PCell { ucell: UnsafeCell::new(MaybeUninit::new(v)) }, Tracked::assume_new())
    }

    /// Puts a value into an empty cell.
    #[inline(always)]
    #[verifier::external_body]
    pub fn put(&self, Tracked(perm): Tracked<&mut PointsTo<V>>, in_v: V)
        requires
            old(perm).id() == self.id(),
            old(perm).mem_contents() == MemContents::<V>::Uninit,
        ensures
            final(perm).id() == self.id(),
            final(perm).mem_contents() == MemContents::Init(in_v),
        opens_invariants none
        no_unwind
    {
        unsafe { *self.ucell.get() = MaybeUninit::new(in_v); }
    }

    /// Takes the value out and leaves the cell empty.
    #[inline(always)]
    #[verifier::external_body]
    pub fn take(&self, Tracked(perm): Tracked<&mut PointsTo<V>>) -> (out_v: V)
        requires
            self.id() == old(perm).id(),
            old(perm).is_init(),
        ensures
            final(perm).id() == old(perm).id(),
            final(perm).mem_contents() == MemContents::<V>::Uninit,
            out_v == old(perm).value(),
        opens_invariants none
        no_unwind
    {
        unsafe { core::mem::replace(&mut *self.ucell.get(), MaybeUninit::uninit()).assume_init() }
    }

    /// Puts another value in and gives the one that was there.
    #[inline(always)]
    #[verifier::external_body]
    pub fn replace(&self, Tracked(perm): Tracked<&mut PointsTo<V>>, in_v: V) -> (out_v: V)
        requires
            self.id() == old(perm).id(),
            old(perm).is_init(),
        ensures
            final(perm).id() == old(perm).id(),
            final(perm).mem_contents() == MemContents::Init(in_v),
            out_v == old(perm).value(),
        opens_invariants none
        no_unwind
    {
        unsafe { core::mem::replace(&mut *self.ucell.get(), MaybeUninit::new(in_v)).assume_init() }
    }

    /// Looks at the value.
    #[inline(always)]
    #[verifier::external_body]
    pub fn borrow<'a>(&'a self, Tracked(perm): Tracked<&'a PointsTo<V>>) -> (v: &'a V)
        requires
            self.id() == perm.id(),
            perm.is_init(),
        ensures
            *v == perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { (*self.ucell.get()).assume_init_ref() }
    }

    /// Borrows the value, to change it.
    #[inline(always)]
    #[verifier::external_body]
    pub fn borrow_mut<'a>(&'a self, Tracked(perm): Tracked<&'a mut PointsTo<V>>) -> (v: &'a mut V)
        requires
            self.id() == old(perm).id(),
            old(perm).is_init(),
        ensures
            *v == old(perm).value(),
            final(perm).is_init(),
            final(perm).value() == *final(v),
            final(perm).id() == self.id(),
        opens_invariants none
        no_unwind
    {
        unsafe { (*self.ucell.get()).assume_init_mut() }
    }

    /// Takes the value out and ends the cell.
    #[inline(always)]
    #[verifier::external_body]
    pub fn into_inner(self, Tracked(perm): Tracked<PointsTo<V>>) -> (v: V)
        requires
            self.id() == perm.id(),
            perm.is_init(),
        ensures
            v == perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { self.ucell.into_inner().assume_init() }
    }

    /// Puts a value in; one that was there is forgotten, not dropped.
    #[inline(always)]
    #[verifier::external_body]
    pub fn write(&self, Tracked(perm): Tracked<&mut PointsTo<V>>, in_v: V)
        requires
            self.id() == old(perm).id(),
        ensures
            final(perm).id() == old(perm).id(),
            final(perm).mem_contents() == MemContents::Init(in_v),
        opens_invariants none
        no_unwind
    {
        unsafe { *self.ucell.get() = MaybeUninit::new(in_v); }
    }

    /// A copy of the value.
    #[inline(always)]
    #[verifier::external_body]
    pub fn read(&self, Tracked(perm): Tracked<&PointsTo<V>>) -> (out_v: V)
        where V: Copy
        requires
            self.id() == perm.id(),
            perm.is_init(),
        returns
            perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { (*self.ucell.get()).assume_init() }
    }
}

} // verus!

/// A cell may go to another thread, and be shared: what is in it is read and written with the permission only.
unsafe impl<V> Sync for PCell<V> {}

/// A cell may go to another thread, and be shared: what is in it is read and written with the permission only.
unsafe impl<V> Send for PCell<V> {}
