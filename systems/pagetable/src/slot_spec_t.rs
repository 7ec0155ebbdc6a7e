//! Places in the tree of tables, and the addresses that they are for.

use vstd::prelude::*;

verus! {

/// How many bytes an entry of a level is for. At the levels 1, 2 and 3 it can lead to a page of this size.
pub open spec fn size(level: int) -> int {
    if level == 1 {
        0x1000
    } else if level == 2 {
        0x20_0000
    } else if level == 3 {
        0x4000_0000
    } else if level == 4 {
        0x80_0000_0000
    } else {
        0x1_0000_0000_0000
    }
}

/// The place of an entry: the level of its table, and a number in address order, counted through all tables of this level that
/// there could be.
pub ghost struct Slot {
    /// The level, from 4 for the root down to 1.
    pub level: int,
    /// The number.
    pub number: int,
}

impl Slot {
    /// The place that leads to all others. There is no entry in it, but a register: CR3.
    pub open spec fn root() -> Slot {
        Slot { level: 5, number: 0 }
    }

    /// The place of the entry that leads to the table of this one.
    pub open spec fn parent(self) -> Slot {
        Slot { level: self.level + 1, number: self.number / 512 }
    }

    /// The place of an entry in the table below.
    pub open spec fn child(self, index: int) -> Slot {
        Slot { level: self.level - 1, number: self.number * 512 + index }
    }

    /// The index in its table.
    pub open spec fn index(self) -> int {
        self.number % 512
    }

    /// The first address that it is for.
    pub open spec fn start(self) -> int {
        self.number * size(self.level)
    }

    /// The address behind the last one.
    pub open spec fn end(self) -> int {
        self.start() + size(self.level)
    }

    /// Whether it is for an address.
    pub open spec fn covers(self, address: int) -> bool {
        self.start() <= address < self.end()
    }

    /// Whether there is an address that both are for.
    pub open spec fn overlaps(self, other: Slot) -> bool {
        self.start() < other.end() && other.start() < self.end()
    }

    /// Whether there can be a page here.
    pub open spec fn is_page(self) -> bool {
        1 <= self.level <= 3 && 0 <= self.start() && self.end() <= size(5)
    }
}

/// The bits of a virtual address that are translated.
pub open spec fn translated(address: u64) -> int {
    address as int % 0x1_0000_0000_0000
}

/// Whether an address can be translated: the bits above are copies of the highest one.
pub open spec fn is_canonical(address: u64) -> bool {
    address < 0x8000_0000_0000 || address >= 0xffff_8000_0000_0000
}

} // verus!
