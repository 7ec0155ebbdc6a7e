//! The code with which a core touches an address.

use pagetable::walker_v::Use;

unsafe extern "C" {
    static stubs: u8;
    static stub_read: u8;
    static stub_write: u8;
    static stub_fetch: u8;
    static stub_count: u8;
}

/// Where the page with the code is for user mode.
pub const USER: u64 = 0x7f00_0000_0000;

/// What is done at the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stub {
    /// One access.
    Once(Use),
    /// Writes of numbers that grow, until there is a fault.
    Count,
}

/// The physical address of the page with the code.
pub fn frame() -> u64 {
    &raw const stubs as u64
}

impl Stub {
    /// Where the code is.
    pub fn address(self, user: bool) -> u64 {
        let here = match self {
            Stub::Once(Use::Read) => &raw const stub_read,
            Stub::Once(Use::Write) => &raw const stub_write,
            Stub::Once(Use::Execute) => &raw const stub_fetch,
            Stub::Count => &raw const stub_count,
        } as u64;
        if user { here - frame() + USER } else { here }
    }
}

/// A word that is at a physical address: an instruction that loads the number of the word, and one that ends a touch.
pub fn tag(physical: u64) -> u64 {
    word_with((physical >> 3) as u32)
}

/// Such a word with some number.
pub fn word_with(number: u32) -> u64 {
    0xb8 | u64::from(number) << 8 | 0x41cd << 40
}
