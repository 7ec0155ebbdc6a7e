//! What follows from the natural model of a device: what a crash can leave after a write is a partial write on what it could
//! leave before.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::chunks_spec_t::*;
use crate::chunks_v::*;
use crate::outstanding_spec_t::*;

/// The content has the length of the device.
pub proof fn lemma_content_len(device: Outstanding)
    ensures
        device.content().len() == device.settled.len(),
    decreases device.writes.len(),
{
    if device.writes.len() > 0 {
        lemma_content_len(Outstanding { writes: device.writes.drop_last(), ..device });
    }
}

/// What a crash leaves has the length of the device.
pub proof fn lemma_crash_len(device: Outstanding, size: int, chosen: spec_fn(int, int) -> bool)
    ensures
        device.crash(size, chosen).len() == device.settled.len(),
    decreases device.writes.len(),
{
    if device.writes.len() > 0 {
        lemma_crash_len(Outstanding { writes: device.writes.drop_last(), ..device }, size, chosen);
    }
}

/// A write is the last one after it was issued.
pub proof fn lemma_write(device: Outstanding, addr: int, bytes: Seq<u8>)
    ensures
        device.write(addr, bytes).content() == write_bytes(device.content(), addr, bytes),
{
    assert(device.write(addr, bytes).writes.drop_last() =~= device.writes);
}

/// What a crash after a write leaves is a partial write on what a crash before would have left.
pub proof fn lemma_crash_after_write(
    device: Outstanding,
    addr: int,
    bytes: Seq<u8>,
    size: int,
    chosen: spec_fn(int, int) -> bool,
)
    ensures
        partial_write(
            size,
            device.write(addr, bytes).crash(size, chosen),
            device.crash(size, chosen),
            addr,
            bytes,
        ),
{
    let after = device.write(addr, bytes);
    assert(after.writes.drop_last() =~= device.writes);
}

/// A choice matters for the writes that there are only.
pub proof fn lemma_choice_for_writes(
    size: int,
    settled: Seq<u8>,
    writes: Seq<Write>,
    a: spec_fn(int, int) -> bool,
    b: spec_fn(int, int) -> bool,
)
    requires
        forall|k: int, chunk: int| 0 <= k < writes.len() ==> #[trigger] a(k, chunk) == b(k, chunk),
    ensures
        after_chosen(size, settled, writes, a) == after_chosen(size, settled, writes, b),
    decreases writes.len(),
{
    if writes.len() > 0 {
        lemma_choice_for_writes(size, settled, writes.drop_last(), a, b);
    }
}

/// And every partial write on a crash state is a crash state after the write.
pub proof fn lemma_partial_write_is_crash(device: Outstanding, addr: int, bytes: Seq<u8>, size: int, pre: Seq<u8>, post: Seq<u8>)
    requires
        device.can_crash_as(size, pre),
        partial_write(size, post, pre, addr, bytes),
    ensures
        device.write(addr, bytes).can_crash_as(size, post),
{
    let before = choose|chosen: spec_fn(int, int) -> bool| pre == #[trigger] device.crash(size, chosen);
    let parts = lemma_partial_is_mix(size, post, pre, addr, bytes);
    let after = device.write(addr, bytes);
    let n = device.writes.len() as int;
    let chosen = |k: int, chunk: int| if k == n { parts(chunk) } else { before(k, chunk) };
    assert(after.writes.drop_last() =~= device.writes);
    lemma_choice_for_writes(size, device.settled, device.writes, before, chosen);
    assert(post =~= after.crash(size, chosen));
}

/// The content itself is a crash state: everything was performed.
pub proof fn lemma_content_is_crash(device: Outstanding, size: int)
    ensures
        device.can_crash_as(size, device.content()),
    decreases device.writes.len(),
{
    let all = |k: int, chunk: int| true;
    lemma_all_chosen(size, device.settled, device.writes);
    assert(device.content() == device.crash(size, all));
}

/// With every part chosen, everything is written.
proof fn lemma_all_chosen(size: int, settled: Seq<u8>, writes: Seq<Write>)
    ensures
        after_chosen(size, settled, writes, |k: int, chunk: int| true) == after_all(settled, writes),
    decreases writes.len(),
{
    if writes.len() > 0 {
        lemma_all_chosen(size, settled, writes.drop_last());
    }
}

} // verus!
