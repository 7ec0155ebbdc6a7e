//! Chunks: what a device writes as a whole or not at all, even when it crashes (PoWER paper, section 3.1 and listing 2).
//!
//! A chunk is 8 bytes of persistent memory, or a sector of a disk. Its size is a parameter everywhere.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;

/// The chunk that an address is in. A function of its own, to have something that facts about chunks are found by.
pub open spec fn chunk_of(size: int, addr: int) -> int {
    addr / size
}

/// Whether two contents are the same in one chunk.
pub open spec fn agree_on_chunk(a: Seq<u8>, b: Seq<u8>, size: int, chunk: int) -> bool {
    forall|i: int|
        #![trigger a[i]]
        #![trigger b[i]]
        0 <= i < a.len() && chunk_of(size, i) == chunk ==> a[i] == b[i]
}

/// Whether a crash can leave `post` where there was `pre` and a write was on its way: each chunk is as before, or as
/// after the write.
pub open spec fn partial_write(size: int, post: Seq<u8>, pre: Seq<u8>, addr: int, bytes: Seq<u8>) -> bool {
    &&& post.len() == pre.len()
    &&& forall|chunk: int|
        {
            ||| #[trigger] agree_on_chunk(post, pre, size, chunk)
            ||| agree_on_chunk(post, write_bytes(pre, addr, bytes), size, chunk)
        }
}

/// `a` with the chosen chunks of `b`.
pub open spec fn mix(size: int, a: Seq<u8>, b: Seq<u8>, chosen: spec_fn(int) -> bool) -> Seq<u8> {
    Seq::new(a.len(), |i: int| if chosen(chunk_of(size, i)) { b[i] } else { a[i] })
}

} // verus!
