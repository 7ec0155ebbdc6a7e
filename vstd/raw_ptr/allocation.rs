//! Memory as bytes: where it comes from, how it is divided, and how it becomes memory for a value.
// @when raw_ptr simple_pptr
//!
//! trusted: the allocator of the standard library keeps to its documentation: what it hands out is nobody else's until it
//! is given back, of the size and the alignment that were asked for, and not at the address 0. Each byte of it is in one
//! permission. A pointer made of a number may be used where its provenance was exposed.

use super::*;
#[allow(unused_imports)]
use crate::layout::*;
#[allow(unused_imports)]
use crate::map::*;
#[allow(unused_imports)]
use crate::set::*;
#[allow(unused_imports)]
use crate::set_lib::*;
#[allow(unused_imports)]
use verus_builtin::*;
use verus_builtin_macros::verus;

verus! {

broadcast use {crate::map::group_map_lemmas, crate::set::group_set_lemmas, crate::set_lib::group_set_lib_default};

/// Some provenance has been exposed.
#[verifier::external_body]
tracked struct Exposure {}

impl Exposure {
    /// Which one.
    uninterp spec fn provenance(self) -> Provenance;
}

impl Clone for Exposure {
    #[verifier::external_body]
    fn clone(&self) -> (s: Self)
        ensures
            s == *self,
    {
        *self
    }
}

impl Copy for Exposure {

}

/// The provenance has been exposed: a number may become a pointer with it.
pub tracked struct IsExposed {
    tracked exposure: Option<Exposure>,
}

impl Clone for IsExposed {
    #[verifier::external_body]
    fn clone(&self) -> (s: Self)
        ensures
            s == *self,
    {
        *self
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
    pub closed spec fn provenance(self) -> Provenance {
        match self.exposure {
            None => Provenance::null(),
            Some(exposure) => exposure.provenance(),
        }
    }

    /// That of a pointer which may not be used for anything is known to everybody.
    pub proof fn null() -> (tracked exp: IsExposed)
        ensures
            exp.provenance() == Provenance::null(),
    {
        IsExposed { exposure: None }
    }
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

/// A byte of memory, and nobody else has it. Where it is stands beside it.
#[verifier::external_body]
tracked struct Byte {
    no_copy: NoCopy,
}

/// The bytes at these addresses are there, nothing is known of what is in them, and nobody else has them.
pub tracked struct PointsToRaw {
    tracked bytes: Map<int, Byte>,
    ghost allocation: Provenance,
}

impl PointsToRaw {
    /// Which allocation they belong to.
    pub closed spec fn provenance(self) -> Provenance {
        self.allocation
    }

    /// The addresses.
    pub closed spec fn dom(self) -> Set<int> {
        self.bytes.dom()
    }

    /// Whether they are `len` bytes from `start` on.
    pub open spec fn is_range(self, start: int, len: int) -> bool {
        Set::range(start, start + len) =~= self.dom()
    }

    /// Whether `len` bytes from `start` on are among them.
    pub open spec fn contains_range(self, start: int, len: int) -> bool {
        Set::range(start, start + len) <= self.dom()
    }

    /// No bytes at all.
    pub proof fn empty(provenance: Provenance) -> (tracked points_to_raw: Self)
        ensures
            points_to_raw.dom() == Set::<int>::empty(),
            points_to_raw.provenance() == provenance,
    {
        PointsToRaw { bytes: Map::tracked_empty(), allocation: provenance }
    }

    /// Some of the bytes, and the others.
    pub proof fn split(tracked self, range: Set<int>) -> (tracked res: (Self, Self))
        requires
            range.subset_of(self.dom()),
        ensures
            res.0.provenance() == self.provenance(),
            res.1.provenance() == self.provenance(),
            res.0.dom() == range,
            res.1.dom() == self.dom().difference(range),
    {
        let all = self.dom();
        let tracked PointsToRaw { mut bytes, allocation } = self;
        let tracked part = bytes.tracked_remove_keys(range);
        assert(part.dom() =~= range);
        assert(bytes.dom() =~= all.difference(range));
        (PointsToRaw { bytes: part, allocation }, PointsToRaw { bytes, allocation })
    }

    /// The bytes of both.
    pub proof fn join(tracked self, tracked other: Self) -> (tracked joined: Self)
        requires
            self.provenance() == other.provenance(),
        ensures
            joined.provenance() == self.provenance(),
            joined.dom() == self.dom() + other.dom(),
    {
        let all = self.dom() + other.dom();
        let tracked PointsToRaw { mut bytes, allocation } = self;
        bytes.tracked_union_prefer_right(other.bytes);
        assert(bytes.dom() =~= all);
        PointsToRaw { bytes, allocation }
    }

    /// The first bytes of a range, and those after them.
    pub proof fn split_range(tracked self, start: int, len: int, at: int) -> (tracked res: (Self, Self))
        requires
            self.is_range(start, len),
            0 <= at <= len,
        ensures
            res.0.provenance() == self.provenance(),
            res.1.provenance() == self.provenance(),
            res.0.is_range(start, at),
            res.1.is_range(start + at, len - at),
    {
        let tracked parts = self.split(Set::range(start, start + at));
        parts
    }

    /// Two ranges, one behind the other, as one.
    pub proof fn join_range(tracked self, tracked other: Self, start: int, at: int, len: int) -> (tracked joined: Self)
        requires
            self.provenance() == other.provenance(),
            0 <= at <= len,
            self.is_range(start, at),
            other.is_range(start + at, len - at),
        ensures
            joined.provenance() == self.provenance(),
            joined.is_range(start, len),
    {
        self.join(other)
    }
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
#[cfg(feature = "std")]
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
#[cfg(feature = "std")]
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
