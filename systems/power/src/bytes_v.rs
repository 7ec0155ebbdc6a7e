//! Facts about writes to sequences of bytes, and contents that are the same but for some addresses.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;

/// What was written is read.
pub proof fn lemma_read_back(s: Seq<u8>, addr: int, bytes: Seq<u8>)
    requires
        in_bounds(s, addr, bytes.len() as int),
    ensures
        read_bytes(write_bytes(s, addr, bytes), addr, bytes.len() as int) == bytes,
{
}

/// What lies beside a write stays.
pub proof fn lemma_read_beside_write(s: Seq<u8>, addr: int, bytes: Seq<u8>, from: int, len: int)
    requires
        in_bounds(s, from, len),
        from + len <= addr || addr + bytes.len() <= from,
    ensures
        read_bytes(write_bytes(s, addr, bytes), from, len) == read_bytes(s, from, len),
{
}

/// A write within a part changes the part as a write does.
pub proof fn lemma_read_around_write(s: Seq<u8>, addr: int, bytes: Seq<u8>, from: int, len: int)
    requires
        in_bounds(s, from, len),
        from <= addr,
        addr + bytes.len() <= from + len,
    ensures
        read_bytes(write_bytes(s, addr, bytes), from, len) == write_bytes(read_bytes(s, from, len), addr - from, bytes),
{
}

/// Whether two contents are the same but for the addresses of a set.
pub open spec fn agree_outside(a: Seq<u8>, b: Seq<u8>, addrs: spec_fn(int) -> bool) -> bool {
    &&& a.len() == b.len()
    &&& forall|i: int| #![trigger a[i]] #![trigger b[i]] 0 <= i < a.len() && !addrs(i) ==> a[i] == b[i]
}

/// Equality of a part, from contents that differ elsewhere only.
pub proof fn lemma_read_agrees(a: Seq<u8>, b: Seq<u8>, addrs: spec_fn(int) -> bool, from: int, len: int)
    requires
        agree_outside(a, b, addrs),
        in_bounds(a, from, len),
        forall|i: int| from <= i < from + len ==> !#[trigger] addrs(i),
    ensures
        read_bytes(a, from, len) == read_bytes(b, from, len),
{
}

/// The addresses from `addr` on, `len` of them.
pub open spec fn range(addr: int, len: int) -> spec_fn(int) -> bool {
    |i: int| addr <= i < addr + len
}

} // verus!
