//! Where things are: checksums behind their data, the parts of a record, the parts of a storage. The arithmetic with addresses
//! of this crate is here, but for that of the models (`bytes`, `chunks`), which say what an address is; other files name what
//! they mean.

use vstd::prelude::*;

verus! {

use crate::bytes_v::*;
use crate::chunks_spec_t::*;

/// The number of bytes of a word: of a checksum, and of a corruption-detecting Boolean.
pub const WORD: usize = 8;

/// The address behind `len` bytes.
pub open spec fn behind(addr: int, len: int) -> int {
    addr + len
}

/// How many bytes data take with their checksum.
pub open spec fn checked_len(len: int) -> int {
    len + WORD
}

/// The addresses of data and of the checksum behind them.
pub open spec fn checked_range(addr: int, len: int) -> spec_fn(int) -> bool {
    range(addr, checked_len(len))
}

/// The address behind `len` bytes, which is where their checksum stands.
pub fn address_behind(addr: u64, len: usize) -> (behind_them: u64)
    requires
        behind(addr as int, len as int) <= u64::MAX,
    ensures
        behind_them == behind(addr as int, len as int),
{
    addr + len as u64
}

/// Where a record is: the Boolean at `at`, then a slot of `len` bytes with its checksum, then another one.
#[derive(Clone, Copy)]
pub struct Record {
    /// The first address, a multiple of eight.
    pub at: u64,
    /// The number of bytes of the data.
    pub len: usize,
}

impl Record {
    /// The number of bytes that a record of this length takes.
    pub open spec fn spec_size(self) -> int {
        WORD + 2 * checked_len(self.len as int)
    }

    /// Whether there is room for it.
    pub open spec fn fits(self, len: int) -> bool {
        &&& self.at % 8 == 0
        &&& self.at + self.spec_size() <= len
        &&& len <= u64::MAX
    }

    /// Where the data of a slot are.
    pub open spec fn slot(self, b: bool) -> int {
        self.at + WORD + if b { checked_len(self.len as int) } else { 0 }
    }

    /// The addresses of a slot, checksum included.
    pub open spec fn slot_addrs(self, b: bool) -> spec_fn(int) -> bool {
        checked_range(self.slot(b), self.len as int)
    }

    /// The addresses of the Boolean.
    pub open spec fn flag_addrs(self) -> spec_fn(int) -> bool {
        range(self.at as int, WORD as int)
    }

    /// Where the data of a slot are.
    pub(crate) fn slot_at(&self, b: bool) -> (addr: u64)
        requires
            self.at + self.spec_size() <= u64::MAX,
        ensures
            addr == self.slot(b),
    {
        let first = self.at + WORD as u64;
        if b { first + self.len as u64 + WORD as u64 } else { first }
    }
}

/// A part of a storage.
#[derive(Clone, Copy)]
pub struct Region {
    /// Where it begins.
    pub start: u64,
    /// How many bytes it has.
    pub len: u64,
}

impl Region {
    /// The address behind it.
    pub open spec fn end(self) -> int {
        self.start + self.len
    }

    /// Whether it lies within a storage of this length, between chunks.
    pub open spec fn fits(self, size: int, len: int) -> bool {
        self.is_aligned(size) && self.end() <= len
    }

    /// Whether it begins with a chunk.
    pub open spec fn is_aligned(self, size: int) -> bool {
        0 < size && self.start as int % size == 0
    }

    /// The chunk that it begins with.
    pub open spec fn first_chunk(self, size: int) -> int {
        self.start as int / size
    }

    /// Whether `len` bytes from an address of it on lie within it.
    pub open spec fn has(self, addr: int, len: int) -> bool {
        0 <= addr && addr + len <= self.len
    }

    /// Whether it has nothing in common with another one.
    pub open spec fn is_apart(self, other: Region) -> bool {
        self.end() <= other.start || other.end() <= self.start
    }

    /// Its addresses.
    pub open spec fn addrs(self) -> spec_fn(int) -> bool {
        range(self.start as int, self.len as int)
    }

    /// Where in the storage an address of it is.
    pub open spec fn at(self, addr: int) -> int {
        self.start + addr
    }

    /// Where in the storage an address of it is.
    pub(crate) fn address(&self, addr: u64) -> (at: u64)
        requires
            self.at(addr as int) <= u64::MAX,
        ensures
            at == self.at(addr as int),
    {
        self.start + addr
    }

    /// Chunks of the region are chunks of the storage.
    pub(crate) proof fn lemma_chunk(self, size: int, i: int)
        requires
            self.is_aligned(size),
        ensures
            chunk_of(size, self.at(i)) == self.first_chunk(size) + chunk_of(size, i),
    {
        let first = self.first_chunk(size);
        vstd::arithmetic::div_mod::lemma_fundamental_div_mod(self.start as int, size);
        vstd::arithmetic::div_mod::lemma_fundamental_div_mod(i, size);
        let (q, r) = (i / size, i % size);
        assert(self.at(i) == (first + q) * size + r) by (nonlinear_arith)
            requires
                self.start == size * first,
                i == size * q + r,
        ;
        vstd::arithmetic::div_mod::lemma_fundamental_div_mod_converse(self.at(i), size, first + q, r);
    }
}

} // verus!
