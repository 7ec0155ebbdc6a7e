//! Memory as bytes: where it comes from, how it is divided, and how it becomes memory for a value.
// @when raw_ptr
//!
//! trusted: the allocator of the standard library keeps to its documentation: what it hands out is nobody else's until it
//! is given back, of the size and the alignment that were asked for, and not at the address 0. Each byte of it is in one
//! permission. A pointer made of a number may be used where its provenance was exposed.

use super::*;
#[allow(unused_imports)]
use crate::layout::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::set_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

/// The provenance has been exposed: a number may become a pointer with it.
#[verifier::external_body]
pub tracked struct IsExposed {}

impl Clone for IsExposed {
    #[verifier::external_body]
    fn clone(&self) -> (s: Self)
        ensures
            s == *self,
    {
        IsExposed {  }
    }
}

impl Copy for IsExposed {

}

impl IsExposed {
    /// Which provenance.
    pub open spec fn view(self) -> Provenance {
        self.provenance()
    }

    /// Which provenance.
    pub uninterp spec fn provenance(self) -> Provenance;

    /// That of a pointer which may not be used for anything is known to everybody.
    pub axiom fn null() -> (tracked exp: IsExposed)
        ensures
            exp.provenance() == Provenance::null(),
    ;
}

/// Exposes the provenance of a pointer.
#[verifier::external_body]
pub fn expose_provenance<T>(m: *mut T) -> (provenance: Tracked<IsExposed>)
    ensures
        provenance@@ == m@.provenance,
    opens_invariants none
    no_unwind
{
    let _ = m.expose_provenance();
    Tracked::assume_new()
}

/// The pointer with an address and an exposed provenance.
#[verifier::external_body]
pub fn with_exposed_provenance<T>(addr: usize, Tracked(provenance): Tracked<IsExposed>) -> (p: *mut T)
    ensures
        p == ptr_mut_from_data::<T>(PtrData { addr, provenance: provenance@, metadata: () }),
    opens_invariants none
    no_unwind
{
    core::ptr::with_exposed_provenance_mut(addr)
}

/// The bytes at these addresses are there, nothing is known of what is in them, and nobody else has them.
#[verifier::external_body]
pub tracked struct PointsToRaw {
    no_copy: NoCopy,
}

impl PointsToRaw {
    /// Which allocation they belong to.
    pub uninterp spec fn provenance(self) -> Provenance;

    /// The addresses.
    pub uninterp spec fn dom(self) -> Set<int>;

    /// Whether they are `len` bytes from `start` on.
    pub open spec fn is_range(self, start: int, len: int) -> bool {
        Set::range(start, start + len) =~= self.dom()
    }

    /// Whether `len` bytes from `start` on are among them.
    pub open spec fn contains_range(self, start: int, len: int) -> bool {
        Set::range(start, start + len) <= self.dom()
    }

    /// No bytes at all.
    pub axiom fn empty(provenance: Provenance) -> (tracked points_to_raw: Self)
        ensures
            points_to_raw.dom() == Set::<int>::empty(),
            points_to_raw.provenance() == provenance,
    ;

    /// Some of the bytes, and the others.
    pub axiom fn split(tracked self, range: Set<int>) -> (tracked res: (Self, Self))
        requires
            range.subset_of(self.dom()),
        ensures
            res.0.provenance() == self.provenance(),
            res.1.provenance() == self.provenance(),
            res.0.dom() == range,
            res.1.dom() == self.dom().difference(range),
    ;

    /// The bytes of both.
    pub axiom fn join(tracked self, tracked other: Self) -> (tracked joined: Self)
        requires
            self.provenance() == other.provenance(),
        ensures
            joined.provenance() == self.provenance(),
            joined.dom() == self.dom() + other.dom(),
    ;

    /// As memory for a value. That the address is not 0 follows from the memory, unless there is none.
    pub axiom fn into_typed<V>(tracked self, start: usize) -> (tracked points_to: PointsTo<V>)
        requires
            start != 0 || size_of::<V>() != 0,
            start as int % align_of::<V>() as int == 0,
            self.is_range(start as int, size_of::<V>() as int),
        ensures
            points_to.ptr() == ptr_mut_from_data::<V>(
                PtrData { addr: start, provenance: self.provenance(), metadata: () },
            ),
            points_to.is_uninit(),
    ;
}

impl<V> PointsTo<V> {
    /// As bytes, when there is no value.
    pub axiom fn into_raw(tracked self) -> (tracked points_to_raw: PointsToRaw)
        requires
            self.is_uninit(),
        ensures
            points_to_raw.is_range(self.ptr().addr() as int, size_of::<V>() as int),
            points_to_raw.provenance() == self.ptr()@.provenance,
    ;
}

/// The right to give memory back to the allocator, once.
#[verifier::external_body]
pub tracked struct Dealloc {
    no_copy: NoCopy,
}

/// Which memory that is.
pub ghost struct DeallocData {
    /// Where it begins.
    pub addr: usize,
    /// How many bytes were asked for.
    pub size: nat,
    /// Which alignment was asked for.
    pub align: nat,
    /// Which allocation it is.
    pub provenance: Provenance,
}

impl Dealloc {
    /// Which memory it is for.
    pub uninterp spec fn view(self) -> DeallocData;

    /// Where it begins.
    #[verifier::inline]
    pub open spec fn addr(self) -> usize {
        self.view().addr
    }

    /// How many bytes were asked for.
    #[verifier::inline]
    pub open spec fn size(self) -> nat {
        self.view().size
    }

    /// Which alignment was asked for.
    #[verifier::inline]
    pub open spec fn align(self) -> nat {
        self.view().align
    }

    /// Which allocation it is.
    #[verifier::inline]
    pub open spec fn provenance(self) -> Provenance {
        self.view().provenance
    }
}

/// New memory. Without memory the program ends.
#[verifier::external_body]
pub fn allocate(size: usize, align: usize) -> (pt: (*mut u8, Tracked<PointsToRaw>, Tracked<Dealloc>))
    requires
        valid_layout(size, align),
        size != 0,
    ensures
        pt.1@.is_range(pt.0.addr() as int, size as int),
        pt.0.addr() + size <= usize::MAX + 1,
        pt.2@@ == (DeallocData {
            addr: pt.0.addr(),
            size: size as nat,
            align: align as nat,
            provenance: pt.1@.provenance(),
        }),
        pt.0.addr() as int % align as int == 0,
        pt.0@.provenance == pt.1@.provenance(),
    opens_invariants none
{
    // The precondition is what a layout asks for, and the size is not 0.
    let layout = unsafe { std::alloc::Layout::from_size_align_unchecked(size, align) };
    let memory = unsafe { std::alloc::alloc(layout) };
    if memory.is_null() {
        std::process::abort();
    }
    (memory, Tracked::assume_new(), Tracked::assume_new())
}

/// Gives memory back. All of its bytes have to be there, and are gone afterwards.
#[verifier::external_body]
pub fn deallocate(
    p: *mut u8,
    size: usize,
    align: usize,
    Tracked(pt): Tracked<PointsToRaw>,
    Tracked(dealloc): Tracked<Dealloc>,
)
    requires
        dealloc.addr() == p.addr(),
        dealloc.size() == size,
        dealloc.align() == align,
        dealloc.provenance() == pt.provenance() && pt.is_range(dealloc.addr() as int, dealloc.size() as int),
        p@.provenance == dealloc.provenance(),
    opens_invariants none
{
    // It is the layout that the memory was asked for with.
    unsafe { std::alloc::dealloc(p, std::alloc::Layout::from_size_align_unchecked(size, align)) }
}

} // verus!
