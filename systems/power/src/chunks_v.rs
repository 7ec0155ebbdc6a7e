//! What follows from [`partial_write`]: a crash chooses among chunks, and a write within one chunk is done or not.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::chunks_spec_t::*;

/// Any choice of chunks is a partial write.
pub proof fn lemma_mix_is_partial(size: int, pre: Seq<u8>, addr: int, bytes: Seq<u8>, chosen: spec_fn(int) -> bool)
    ensures
        partial_write(size, mix(size, pre, write_bytes(pre, addr, bytes), chosen), pre, addr, bytes),
{
}

/// Every partial write is a choice of chunks.
pub proof fn lemma_partial_is_mix(size: int, post: Seq<u8>, pre: Seq<u8>, addr: int, bytes: Seq<u8>) -> (chosen: spec_fn(
    int,
) -> bool)
    requires
        partial_write(size, post, pre, addr, bytes),
    ensures
        post == mix(size, pre, write_bytes(pre, addr, bytes), chosen),
{
    let written = write_bytes(pre, addr, bytes);
    let chosen = |chunk: int| agree_on_chunk(post, written, size, chunk);
    let mixed = mix(size, pre, written, chosen);
    assert forall|i: int| 0 <= i < post.len() implies #[trigger] post[i] == mixed[i] by {
        let chunk = chunk_of(size, i);
        assert(agree_on_chunk(post, pre, size, chunk) || agree_on_chunk(post, written, size, chunk));
    }
    chosen
}

/// A byte is as before or as written.
pub proof fn lemma_partial_byte(size: int, post: Seq<u8>, pre: Seq<u8>, addr: int, bytes: Seq<u8>, i: int)
    requires
        partial_write(size, post, pre, addr, bytes),
        0 <= i < pre.len(),
    ensures
        post[i] == pre[i] || post[i] == write_bytes(pre, addr, bytes)[i],
{
    let chunk = chunk_of(size, i);
    assert(agree_on_chunk(post, pre, size, chunk) || agree_on_chunk(post, write_bytes(pre, addr, bytes), size, chunk));
}

/// Nothing changes outside of a partial write.
pub proof fn lemma_partial_outside(size: int, post: Seq<u8>, pre: Seq<u8>, addr: int, bytes: Seq<u8>)
    requires
        partial_write(size, post, pre, addr, bytes),
    ensures
        agree_outside(post, pre, range(addr, bytes.len() as int)),
{
    assert forall|i: int|
        #![trigger post[i]]
        #![trigger pre[i]]
        0 <= i < post.len() && !range(addr, bytes.len() as int)(i) implies post[i] == pre[i] by {
        lemma_partial_byte(size, post, pre, addr, bytes, i);
    }
}

/// Whether a write lies in one chunk, so that a crash cannot divide it.
pub open spec fn is_atomic(size: int, addr: int, len: int) -> bool {
    &&& 0 < size
    &&& 0 < len
    &&& chunk_of(size, addr) == chunk_of(size, addr + len - 1)
}

/// A write in one chunk is done or not done.
pub proof fn lemma_atomic_write(size: int, post: Seq<u8>, pre: Seq<u8>, addr: int, bytes: Seq<u8>)
    requires
        is_atomic(size, addr, bytes.len() as int),
        partial_write(size, post, pre, addr, bytes),
    ensures
        post == pre || post == write_bytes(pre, addr, bytes),
{
    let written = write_bytes(pre, addr, bytes);
    let chunk = chunk_of(size, addr);
    assert forall|i: int| addr <= i < addr + bytes.len() implies #[trigger] chunk_of(size, i) == chunk by {
        lemma_chunks_are_ordered(size, addr, i);
        lemma_chunks_are_ordered(size, i, addr + bytes.len() - 1);
    }
    assert forall|i: int| 0 <= i < post.len() && !(addr <= i < addr + bytes.len()) implies #[trigger] post[i]
        == pre[i] by {
        lemma_partial_byte(size, post, pre, addr, bytes, i);
    }
    assert(agree_on_chunk(post, pre, size, chunk) || agree_on_chunk(post, written, size, chunk));
}

/// A higher address is in no lower chunk.
pub proof fn lemma_chunks_are_ordered(size: int, a: int, b: int)
    requires
        0 < size,
        a <= b,
    ensures
        chunk_of(size, a) <= chunk_of(size, b),
{
    vstd::arithmetic::div_mod::lemma_div_is_ordered(a, b, size);
}

/// Eight bytes at a multiple of eight lie in one chunk, wherever the size of chunks is a multiple of eight.
pub proof fn lemma_aligned_word_is_atomic(size: int, addr: int)
    requires
        0 < size,
        size % 8 == 0,
        addr % 8 == 0,
    ensures
        is_atomic(size, addr, 8),
{
    let words = size / 8;
    let word = addr / 8;
    let chunk = addr / size;
    let rest = addr % size;
    vstd::arithmetic::div_mod::lemma_fundamental_div_mod(addr, size);
    assert(rest == 8 * (word - words * chunk)) by (nonlinear_arith)
        requires
            addr == size * chunk + rest,
            addr == 8 * word,
            size == 8 * words,
    ;
    vstd::arithmetic::div_mod::lemma_fundamental_div_mod_converse(addr + 7, size, chunk, rest + 7);
}

} // verus!
