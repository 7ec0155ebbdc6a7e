//! What a program sees of an address space: virtual memory.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::space_spec_t::*;

impl Space {
    /// Whether an access to a virtual address is one to a physical address. If there is none, the program gets a fault.
    pub open spec fn locates(self, address: u64, access: Access, physical: int) -> bool {
        exists|page: Slot| #[trigger]
            self.pages.contains_key(page) && is_canonical(address) && page.covers(translated(address)) && allows(
                self.pages[page].rights,
                access,
            ) && physical == self.pages[page].frame + (translated(address) - page.start())
    }

    /// The cores know all changes at an address.
    pub open spec fn is_settled_at(self, address: u64) -> bool {
        &&& forall|page: Slot| #[trigger] self.stale.contains(page) ==> !page.covers(translated(address))
        &&& forall|region: Slot| #[trigger] self.retired.contains(region) ==> !region.covers(translated(address))
    }

    /// Whether no memory is at two addresses.
    pub open spec fn is_unshared(self) -> bool {
        forall|a: Slot, b: Slot| #[trigger]
            self.pages.contains_key(a) && #[trigger] self.pages.contains_key(b) && a != b ==> {
                ||| self.pages[a].frame + size(a.level) <= self.pages[b].frame
                ||| self.pages[b].frame + size(b.level) <= self.pages[a].frame
            }
    }
}

/// An address space with what is in the memory.
pub ghost struct Process {
    /// The address space.
    pub space: Space,
    /// The bytes of the memory, by physical address.
    pub memory: IMap<int, u8>,
}

impl Process {
    /// Whether a program can read this byte.
    pub open spec fn reads(self, address: u64, value: u8) -> bool {
        exists|physical: int| #[trigger] self.space.locates(address, Access::Read, physical) && self.memory[physical] == value
    }

    /// A write of a byte.
    pub open spec fn writes(self, address: u64, value: u8, after: Process) -> bool {
        exists|physical: int| #[trigger]
            self.space.locates(address, Access::Write, physical) && after == (Process {
                memory: self.memory.insert(physical, value),
                ..self
            })
    }
}

} // verus!
