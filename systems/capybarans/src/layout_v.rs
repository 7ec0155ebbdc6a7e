//! Where things are: a header, and a record of two entries (PoWER paper, figure 1).
//!
//! | Address | What | Protected by |
//! |---|---|---|
//! | 0 | the [`Header`], 48 bytes | CRC behind it |
//! | 56 | the Boolean that says which entry counts | it is a corruption-detecting Boolean |
//! | 64 | an [`Entry`], 40 bytes | CRC behind it |
//! | 112 | another one | CRC behind it |
//!
//! They are stored as they are in memory: numbers of eight bytes with the lowest first, then the bytes of keys and hashes. All
//! arithmetic with addresses of this crate is here.

use pmcopy::{AnyBitPattern, PmCopy};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use power::bytes_v::*;
use power::layout_v::*;

/// What the first eight bytes are: "certnota".
pub const MAGIC: u64 = 0x6174_6f6e_7472_6563;

/// The version of this layout.
pub const VERSION: u64 = 1;

/// Where the header is.
pub const HEADER: u64 = 0;

/// Where the Boolean is.
pub const FLAG: u64 = 56;

/// How many bytes a notary needs.
pub const STORE_LEN: u64 = 160;

/// What a storage with a notary begins with.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u64,
    /// [`VERSION`].
    pub version: u64,
    /// The public key of the notary.
    pub public: [u8; 32],
}

/// A timestamp, and the hash that it was given to.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern)]
pub struct Entry {
    /// The timestamp.
    pub timestamp: u64,
    /// The hash.
    pub hash: [u8; 32],
}

impl Entry {
    /// The state that it stands for.
    pub open spec fn state(self) -> State {
        State { timestamp: self.timestamp, hash: self.hash@ }
    }
}

/// The header of the notary with a public key.
pub open spec fn header(public: [u8; 32]) -> Header {
    Header { magic: MAGIC, version: VERSION, public }
}

/// Where an entry is: the one that counts if the Boolean is as said.
pub open spec fn entry_at(current: bool) -> int {
    FLAG + WORD + if current { checked_len(40) } else { 0 }
}

/// The addresses of an entry, checksum included.
pub open spec fn entry_addrs(current: bool) -> spec_fn(int) -> bool {
    checked_range(entry_at(current), 40)
}

/// The addresses of the Boolean.
pub open spec fn flag_addrs() -> spec_fn(int) -> bool {
    range(FLAG as int, WORD as int)
}

/// The addresses of a notary.
pub open spec fn all_addrs() -> spec_fn(int) -> bool {
    range(HEADER as int, STORE_LEN as int)
}

/// Where an entry is.
pub fn entry_address(current: bool) -> (addr: u64)
    ensures
        addr == entry_at(current),
{
    if current { 112 } else { 64 }
}

} // verus!
