//! Where things are: a header, the journal, and the area of who uses it.
//!
//! | Address | What | Protected by |
//! |---|---|---|
//! | 0 | a [`Header`], 48 bytes | CRC behind it |
//! | 56 | the Boolean that says which of two logs counts: false is the first, true the second | it is a CDB |
//! | 64 | the first log | see below |
//! | `64 + span` | the second log; `span` is `24 + capacity`, to the next line of the cache | see below |
//! | `64 + 2 * span` | the area | nothing: what is in it is the business of its user |
//!
//! A log:
//!
//! | Address in it | What | Protected by |
//! |---|---|---|
//! | 0 | the length of the entries, 8 bytes | CRC behind it |
//! | 16 | entries one behind the other, each a [`Place`] and the bytes for it; there is room for `capacity` bytes | one CRC behind the last entry |
//!
//! They are stored as they are in memory, as numbers of eight bytes, the lowest first. All arithmetic with addresses of this
//! crate is here.

use pmcopy::{AnyBitPattern, PmCopy};
use vstd::prelude::*;

verus! {

use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::layout_v::WORD;

/// What the first eight bytes are: "certjrnl".
pub const MAGIC: u64 = 0x6c6e_726a_7472_6563;

/// The version of this layout.
pub const VERSION: u64 = 2;

/// Where the header is.
pub const HEADER: u64 = 0;

/// Where the Boolean is.
pub const FLAG: u64 = 56;

/// Where the first log is, which begins with its length.
pub const LOGS: u64 = 64;

/// Where the entries of a log are in it.
pub const ENTRIES: u64 = 16;

/// The bytes of a [`Place`].
pub const PLACE: usize = 16;

/// The most bytes that entries may take, so that a log fits into the memory of any machine.
pub const MAX_CAPACITY: u64 = 0xffff_ffff;

/// The bytes of a line of the cache. The area begins at a multiple of it.
pub const LINE: u64 = 64;

/// The length that the header gives to an area that goes to the end of the storage, however long that is.
pub const REST: u64 = u64::MAX;

/// How a storage is divided, and for whom.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Format {
    /// Which program the area belongs to: a number that it chose.
    pub program: u64,
    /// Which version of what it stores there.
    pub program_version: u64,
    /// The length of the area. In a header it may be [`REST`].
    pub area: u64,
    /// How many bytes the entries of a transaction may take.
    pub capacity: u64,
}

/// What a storage with a journal begins with.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u64,
    /// [`VERSION`].
    pub version: u64,
    /// The rest.
    pub format: Format,
}

/// Where an entry of the log goes. The bytes for it stand behind.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Place {
    /// The first address in the area.
    pub addr: u64,
    /// How many bytes.
    pub len: u64,
}

/// The header of a storage of this format.
pub open spec fn header(format: Format) -> Header {
    Header { magic: MAGIC, version: VERSION, format }
}

/// The header of a storage of this format whose area goes to the end of the storage.
pub open spec fn open_header(format: Format) -> Header {
    header(Format { area: REST, ..format })
}

/// How many bytes of the log an entry takes.
pub open spec fn entry_len(len: int) -> int {
    PLACE + len
}

/// Whether an entry with so many bytes may be put where there is room for so many.
pub fn entry_fits(len: u64, room: u64) -> (fits: bool)
    ensures
        fits == (entry_len(len as int) <= room),
{
    PLACE as u64 <= room && len <= room - PLACE as u64
}

/// The addresses of the Boolean.
pub open spec fn flag_addrs() -> spec_fn(int) -> bool {
    range(FLAG as int, WORD as int)
}

impl Place {
    /// Whether the entry that begins a log of so many bytes is all there, and goes to somewhere in the area.
    pub open spec fn is_good(self, log: int, area: int) -> bool {
        entry_len(self.len as int) <= log && self.addr + self.len <= area
    }

    /// Whether that is so. There is no overflow, whatever the numbers are.
    pub fn check(&self, log: usize, area: u64) -> (good: bool)
        requires
            PLACE <= log,
        ensures
            good == self.is_good(log as int, area as int),
    {
        self.len <= (log - PLACE) as u64 && self.len <= area && self.addr <= area - self.len
    }
}

impl Format {
    /// How many bytes a log takes when it is full, with its length and its checksums.
    pub open spec fn log_len(self) -> int {
        ENTRIES + self.capacity + WORD
    }

    /// How many bytes there are for a log: whole lines.
    pub open spec fn span(self) -> int {
        self.log_len() + (LINE - 1 - (self.log_len() - 1) % LINE as int)
    }

    /// Where a log is, which begins with its length.
    pub open spec fn log(self, second: bool) -> int {
        LOGS + if second { self.span() } else { 0 }
    }

    /// Where the entries of a log are.
    pub open spec fn entries(self, second: bool) -> int {
        self.log(second) + ENTRIES
    }

    /// The addresses of a log, of its length and of the checksums.
    pub open spec fn log_addrs(self, second: bool) -> spec_fn(int) -> bool {
        range(self.log(second), self.log_len())
    }

    /// Where the area is.
    pub open spec fn start(self) -> int {
        LOGS + 2 * self.span()
    }

    /// How many bytes a storage must have.
    pub open spec fn size(self) -> int {
        self.start() + self.area
    }

    /// Whether a storage of this length has room for everything.
    pub open spec fn fits(self, len: int) -> bool {
        self.capacity <= MAX_CAPACITY && self.size() <= len <= u64::MAX
    }

    /// The content of the area.
    pub open spec fn of(self, s: Seq<u8>) -> Seq<u8> {
        read_bytes(s, self.start(), self.area as int)
    }

    /// Where in the storage an address of the area is.
    pub open spec fn at(self, addr: int) -> int {
        self.start() + addr
    }

    /// Addresses of the area, as those of the storage.
    pub open spec fn lift(self, addrs: spec_fn(int) -> bool) -> spec_fn(int) -> bool {
        |addr: int| self.start() <= addr < self.size() && addrs(addr - self.start())
    }

    /// Whether there is a storage with room for everything.
    pub open spec fn is_possible(self) -> bool {
        self.capacity <= MAX_CAPACITY && self.size() <= u64::MAX
    }

    /// How many bytes a storage must have; nothing if there is no such storage.
    pub fn needed(&self) -> (size: Option<u64>)
        ensures
            match size {
                Some(size) => self.is_possible() && size == self.size(),
                None => !self.is_possible(),
            },
    {
        if self.capacity > MAX_CAPACITY { None } else { self.address(0).checked_add(self.area) }
    }

    /// Whether a header with `stored` says that a storage of this length is divided so.
    pub open spec fn is_read(self, stored: Format, len: int) -> bool {
        self.fits(len) && (stored == self || (self.size() == len && stored == Format { area: REST, ..self }))
    }

    /// How a storage of this length is divided whose header has this format; nothing if that cannot be.
    pub fn resolve(&self, len: u64) -> (format: Option<Format>)
        ensures
            match format {
                Some(format) => format.is_read(*self, len as int),
                None => forall|format: Format| !#[trigger] format.is_read(*self, len as int),
            },
    {
        if self.capacity > MAX_CAPACITY {
            return None;
        }
        let start = self.address(0);
        if start > len {
            return None;
        }
        if self.area == REST {
            return Some(Format { area: len - start, ..*self });
        }
        if self.area <= len - start { Some(*self) } else { None }
    }

    /// A header says it of one format.
    pub proof fn lemma_one_read(self, other: Format, stored: Format, len: int)
        requires
            self.is_read(stored, len),
            other.is_read(stored, len),
        ensures
            self == other,
    {
    }

    /// Where in the storage an address of the area is.
    pub fn address(&self, addr: u64) -> (at: u64)
        requires
            self.capacity <= MAX_CAPACITY,
            self.at(addr as int) <= u64::MAX,
        ensures
            at == self.at(addr as int),
    {
        LOGS + 2 * self.lines() + addr
    }

    /// How many bytes there are for a log.
    fn lines(&self) -> (span: u64)
        requires
            self.capacity <= MAX_CAPACITY,
        ensures
            span == self.span(),
    {
        let len = ENTRIES + self.capacity + WORD as u64;
        len + (LINE - 1 - (len - 1) % LINE)
    }

    /// Where a log is.
    pub fn log_at(&self, second: bool) -> (at: u64)
        requires
            self.capacity <= MAX_CAPACITY,
        ensures
            at == self.log(second),
    {
        if second { LOGS + self.lines() } else { LOGS }
    }

    /// What stands in the area stands in the storage.
    pub proof fn lemma_read(self, s: Seq<u8>, addr: int, len: int)
        requires
            self.fits(s.len() as int),
            in_bounds(self.of(s), addr, len),
        ensures
            in_bounds(s, self.at(addr), len),
            read_bytes(self.of(s), addr, len) == read_bytes(s, self.at(addr), len),
    {
        assert(read_bytes(self.of(s), addr, len) =~= read_bytes(s, self.at(addr), len));
    }

    /// Contents that agree outside of addresses of the area have areas that do.
    pub proof fn lemma_lift(self, s: Seq<u8>, t: Seq<u8>, addrs: spec_fn(int) -> bool)
        requires
            self.fits(s.len() as int),
            agree_outside(s, t, self.lift(addrs)),
        ensures
            agree_outside(self.of(s), self.of(t), addrs),
    {
    }
}

} // verus!
