//! What the processor reads in an entry of a table (Intel SDM volume 3A, section 4.5, tables 4-15 to 4-20; four-level
//! paging, without protection keys).

use vstd::prelude::*;

verus! {

/// The entry is in use.
pub const PRESENT: u64 = 1;

/// What it leads to may be written.
pub const WRITE: u64 = 2;

/// What it leads to may be used in user mode.
pub const USER: u64 = 4;

/// The processor used the entry.
pub const ACCESSED: u64 = 0x20;

/// The processor wrote to the page of the entry.
pub const DIRTY: u64 = 0x40;

/// The entry leads to a page, though it is above the lowest level.
pub const LARGE: u64 = 0x80;

/// No instructions are executed in what it leads to.
pub const NO_EXECUTE: u64 = 0x8000_0000_0000_0000;

/// The bits of an address of a frame of 4 KiB.
pub const ADDRESS: u64 = 0x000f_ffff_ffff_f000;

/// What may be done in a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Writes.
    pub write: bool,
    /// Accesses in user mode.
    pub user: bool,
    /// Execution of instructions.
    pub execute: bool,
}

impl Rights {
    /// Everything is allowed. Entries that lead to tables have these rights, and the page decides.
    pub open spec fn all() -> Rights {
        Rights { write: true, user: true, execute: true }
    }

    /// What both allow.
    pub open spec fn and(self, other: Rights) -> Rights {
        Rights {
            write: self.write && other.write,
            user: self.user && other.user,
            execute: self.execute && other.execute,
        }
    }
}

/// Where an entry leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The physical address of a page or a table.
    pub frame: u64,
    /// What may be done there.
    pub rights: Rights,
    /// How the memory is cached: the number of an entry of the register PAT (section 12.12). After a reset 0 is write-back, 1
    /// write-through, and 3 uncached.
    pub memory: u64,
}

/// What an entry means.
pub ghost enum Entry {
    /// The walk ends: nothing is mapped.
    Absent,
    /// The walk ends: bits are set that must not be.
    Reserved,
    /// The walk goes on in a table of the next lower level.
    Table(Target),
    /// The walk ends at a page.
    Page(Target),
}

impl Target {
    /// A table, as it is entered in the table above.
    pub open spec fn table(frame: u64) -> Target {
        Target { frame, rights: Rights::all(), memory: 0 }
    }
}

impl Entry {
    /// The entry as it is found behind others that allow `rights`.
    pub open spec fn limited(self, rights: Rights) -> Entry {
        match self {
            Entry::Table(to) => Entry::Table(Target { rights: to.rights.and(rights), ..to }),
            Entry::Page(to) => Entry::Page(Target { rights: to.rights.and(rights), ..to }),
            _ => self,
        }
    }
}

/// The bits of the address in an entry that leads to a page. Levels are numbered from 1, of entries that lead to pages of 4 KiB.
pub open spec fn page_address(word: u64, level: int) -> u64 {
    if level == 1 {
        word & 0x000f_ffff_ffff_f000
    } else if level == 2 {
        word & 0x000f_ffff_ffe0_0000
    } else {
        word & 0x000f_ffff_c000_0000
    }
}

/// The memory type in an entry that leads to a page.
pub open spec fn memory_type(word: u64, level: int) -> u64 {
    if level == 1 {
        (word >> 3) & 3 | (word >> 5) & 4
    } else {
        (word >> 3) & 3 | (word >> 10) & 4
    }
}

/// Whether an entry leads to a page, if to anything.
pub open spec fn is_leaf(word: u64, level: int) -> bool {
    level == 1 || word & LARGE != 0
}

/// Whether bits are set that must not be, where addresses of memory have `width` bits.
pub open spec fn has_reserved_bits(word: u64, level: int, width: u64) -> bool {
    ||| (word & ADDRESS) >> width != 0
    ||| level == 4 && word & LARGE != 0
    ||| level == 3 && word & LARGE != 0 && word & 0x3fff_e000 != 0
    ||| level == 2 && word & LARGE != 0 && word & 0x001f_e000 != 0
}

/// The rights in an entry.
pub open spec fn rights(word: u64) -> Rights {
    Rights { write: word & WRITE != 0, user: word & USER != 0, execute: word & NO_EXECUTE == 0 }
}

/// The meaning of an entry.
#[verifier::opaque]
pub open spec fn entry(word: u64, level: int, width: u64) -> Entry {
    if word & PRESENT == 0 {
        Entry::Absent
    } else if has_reserved_bits(word, level, width) {
        Entry::Reserved
    } else if is_leaf(word, level) {
        Entry::Page(Target { frame: page_address(word, level), rights: rights(word), memory: memory_type(word, level) })
    } else {
        Entry::Table(Target { frame: word & ADDRESS, rights: rights(word), memory: (word >> 3) & 3 })
    }
}

} // verus!
