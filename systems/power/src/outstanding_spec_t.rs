//! The natural model of a device (PoWER paper, section 3.1): what it holds for certain, and the writes that are still on
//! their way.
//!
//! A read sees all writes. A flush waits for them. A crash takes the outstanding writes apart into chunks, and performs
//! some of the parts and not the others, in the order in which they were issued.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::chunks_spec_t::*;

/// A write: where, and what.
pub ghost struct Write {
    /// The first address.
    pub addr: int,
    /// What is written there and behind.
    pub bytes: Seq<u8>,
}

/// A device between two operations.
pub ghost struct Outstanding {
    /// What would be there if no outstanding write had been issued.
    pub settled: Seq<u8>,
    /// What was issued since the last flush, in order.
    pub writes: Seq<Write>,
}

/// The content after the chosen parts of some writes: of write `k` those chunks `c` with `chosen(k, c)`.
pub open spec fn after_chosen(
    size: int,
    settled: Seq<u8>,
    writes: Seq<Write>,
    chosen: spec_fn(int, int) -> bool,
) -> Seq<u8>
    decreases writes.len(),
{
    if writes.len() == 0 {
        settled
    } else {
        let last = writes.last();
        let before = after_chosen(size, settled, writes.drop_last(), chosen);
        mix(size, before, write_bytes(before, last.addr, last.bytes), |chunk: int| chosen(writes.len() - 1, chunk))
    }
}

/// The content after some writes.
pub open spec fn after_all(settled: Seq<u8>, writes: Seq<Write>) -> Seq<u8>
    decreases writes.len(),
{
    if writes.len() == 0 {
        settled
    } else {
        write_bytes(after_all(settled, writes.drop_last()), writes.last().addr, writes.last().bytes)
    }
}

impl Outstanding {
    /// A device that has nothing to do.
    pub open spec fn idle(content: Seq<u8>) -> Outstanding {
        Outstanding { settled: content, writes: Seq::empty() }
    }

    /// What a read sees.
    pub open spec fn content(self) -> Seq<u8> {
        after_all(self.settled, self.writes)
    }

    /// After the issue of a write.
    pub open spec fn write(self, addr: int, bytes: Seq<u8>) -> Outstanding {
        Outstanding { settled: self.settled, writes: self.writes.push(Write { addr, bytes }) }
    }

    /// After a flush.
    pub open spec fn flush(self) -> Outstanding {
        Outstanding::idle(self.content())
    }

    /// What a crash leaves that performs the chosen parts.
    pub open spec fn crash(self, size: int, chosen: spec_fn(int, int) -> bool) -> Seq<u8> {
        after_chosen(size, self.settled, self.writes, chosen)
    }

    /// Whether a crash can leave this.
    pub open spec fn can_crash_as(self, size: int, state: Seq<u8>) -> bool {
        exists|chosen: spec_fn(int, int) -> bool| state == #[trigger] self.crash(size, chosen)
    }
}

} // verus!
