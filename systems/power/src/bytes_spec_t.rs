//! Contents of a storage as sequences of bytes: what a write makes of them, and what stands in one place. The models of a
//! device are made of these words.

use vstd::prelude::*;

verus! {

/// Whether `len` bytes from `addr` on lie within `s`.
pub open spec fn in_bounds(s: Seq<u8>, addr: int, len: int) -> bool {
    0 <= addr && 0 <= len && addr + len <= s.len()
}

/// `s` with `bytes` from `addr` on.
pub open spec fn write_bytes(s: Seq<u8>, addr: int, bytes: Seq<u8>) -> Seq<u8> {
    Seq::new(s.len(), |i: int| if addr <= i < addr + bytes.len() { bytes[i - addr] } else { s[i] })
}

/// The `len` bytes of `s` from `addr` on.
pub open spec fn read_bytes(s: Seq<u8>, addr: int, len: int) -> Seq<u8> {
    s.subrange(addr, addr + len)
}

} // verus!
