//! Cells whose content is known to whoever holds the permission: changes behind shared references, without locks.
// @when cell
//!
//! trusted: the permission of a cell is made with the cell and there is one; who holds it owns what is in the cell,
//! so that each body reads or writes what nobody else can.

pub mod invcell;
mod older;
pub mod pcell;
pub mod pcell_maybe_uninit;

use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

pub use older::*;

#[doc(hidden)]
pub use crate::raw_ptr::MemContents;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// Which cell it is.
#[verifier::external_body]
pub struct CellId {
    id: int,
}

/// A cell that may be empty. What is in it is known, and can be read and written, with the [`PointsTo`] of the same
/// `id`.
#[verifier::external_body]
#[verifier::accept_recursive_types(V)]
pub struct PCell<V> {
    ucell: UnsafeCell<MaybeUninit<V>>,
}

/// The cell with this `id` has these contents, and nobody else knows better.
#[verifier::external_body]
#[verifier::reject_recursive_types_in_ground_variants(V)]
pub tracked struct PointsTo<V> {
    phantom: PhantomData<V>,
    no_copy: NoCopy,
}

/// A cell and what is in it.
pub ghost struct PointsToData<V> {
    /// The cell.
    pub pcell: CellId,
    /// What is in it.
    pub mem_contents: MemContents<V>,
}

impl<V> PointsTo<V> {
    /// Which cell it is about.
    pub uninterp spec fn id(&self) -> CellId;

    /// What is in the cell.
    pub uninterp spec fn mem_contents(&self) -> MemContents<V>;

    /// Both together.
    pub open spec fn view(self) -> PointsToData<V> {
        PointsToData { pcell: self.id(), mem_contents: self.mem_contents() }
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
}

impl<V> PCell<V> {
    /// Which cell it is.
    pub uninterp spec fn id(&self) -> CellId;

    /// An empty cell, and the permission for it.
    #[inline(always)]
    #[verifier::external_body]
    pub const fn empty() -> (pt: (PCell<V>, Tracked<PointsTo<V>>))
        ensures
            pt.1@@ == (PointsToData { pcell: pt.0.id(), mem_contents: MemContents::Uninit }),
    {
        (PCell { ucell: UnsafeCell::new(MaybeUninit::uninit()) }, Tracked::assume_new())
    }

    /// A cell with a value, and the permission for it.
    #[inline(always)]
    #[verifier::external_body]
    pub const fn new(v: V) -> (pt: (PCell<V>, Tracked<PointsTo<V>>))
        ensures
            pt.1@@ == (PointsToData { pcell: pt.0.id(), mem_contents: MemContents::Init(v) }),
    {
        (PCell { ucell: UnsafeCell::new(MaybeUninit::new(v)) }, Tracked::assume_new())
    }

    /// Puts a value into an empty cell.
    #[inline(always)]
    #[verifier::external_body]
    pub fn put(&self, Tracked(perm): Tracked<&mut PointsTo<V>>, v: V)
        requires
            old(perm)@ == (PointsToData { pcell: self.id(), mem_contents: MemContents::<V>::Uninit }),
        ensures
            final(perm)@ == (PointsToData { pcell: self.id(), mem_contents: MemContents::Init(v) }),
        opens_invariants none
        no_unwind
    {
        unsafe { *self.ucell.get() = MaybeUninit::new(v); }
    }

    /// Takes the value out.
    #[inline(always)]
    #[verifier::external_body]
    pub fn take(&self, Tracked(perm): Tracked<&mut PointsTo<V>>) -> (v: V)
        requires
            self.id() == old(perm)@.pcell,
            old(perm).is_init(),
        ensures
            final(perm).id() == old(perm)@.pcell,
            final(perm).mem_contents() == MemContents::<V>::Uninit,
            v == old(perm).value(),
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
            self.id() == old(perm)@.pcell,
            old(perm).is_init(),
        ensures
            final(perm).id() == old(perm)@.pcell,
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
            self.id() == perm@.pcell,
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
            self.id() == old(perm)@.pcell,
            old(perm).is_init(),
        ensures
            *v == old(perm).value(),
            final(perm).id() == old(perm).id(),
            final(perm).is_init(),
            final(perm).value() == *final(v),
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
            self.id() == perm@.pcell,
            perm.is_init(),
        ensures
            v == perm.value(),
        opens_invariants none
        no_unwind
    {
        unsafe { self.ucell.into_inner().assume_init() }
    }
}

impl<V: Copy> PCell<V> {
    /// Puts another value in.
    #[inline(always)]
    #[verifier::external_body]
    pub fn write(&self, Tracked(perm): Tracked<&mut PointsTo<V>>, in_v: V)
        requires
            self.id() == old(perm)@.pcell,
            old(perm).is_init(),
        ensures
            final(perm).id() == old(perm)@.pcell,
            final(perm).mem_contents() == MemContents::Init(in_v),
        opens_invariants none
        no_unwind
    {
        unsafe { *self.ucell.get() = MaybeUninit::new(in_v); }
    }
}

} // verus!

/// A cell may go to another thread, and be shared: what is in it is read and written with the permission only.
unsafe impl<V> Sync for PCell<V> {}

/// A cell may go to another thread, and be shared: what is in it is read and written with the permission only.
unsafe impl<V> Send for PCell<V> {}

/// `pcell_points![cell => contents]` is what a permission says.
#[macro_export]
macro_rules! pcell_points {
    [$($tail:tt)*] => {
        ::verus_builtin_macros::verus_proof_macro_exprs!($crate::cell::pcell_points_internal!($($tail)*))
    };
}

/// The expansion of [`pcell_points!`], with its expressions read as specifications.
#[doc(hidden)]
#[macro_export]
macro_rules! pcell_points_internal {
    [$pcell:expr => $val:expr] => {
        $crate::cell::PointsToData { pcell: $pcell, mem_contents: $val }
    };
}

pub use pcell_points;
#[doc(hidden)]
pub use pcell_points_internal;
