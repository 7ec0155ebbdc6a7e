//! The prophecy model of a device (PoWER paper, section 3.1 and listing 2): what a read sees, and what will have become
//! durable when the device is next flushed or crashes.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::chunks_spec_t::*;

/// A device between two operations, as a program that knows the future would see it.
pub ghost struct StorageView {
    /// What a read sees: all writes.
    pub read_state: Seq<u8>,
    /// What a crash would leave, as far as it depends on what was written up to now.
    pub durable_state: Seq<u8>,
}

impl StorageView {
    /// A device that has nothing to do.
    pub open spec fn idle(content: Seq<u8>) -> StorageView {
        StorageView { read_state: content, durable_state: content }
    }

    /// Whether both states have the length of the device.
    pub open spec fn is_of_len(self, len: int) -> bool {
        self.read_state.len() == len && self.durable_state.len() == len
    }

    /// Whether everything that was written is durable.
    pub open spec fn is_flushed(self) -> bool {
        self.read_state == self.durable_state
    }

    /// Whether this may be the view after a write.
    pub open spec fn can_result_from_write(self, pre: StorageView, size: int, addr: int, bytes: Seq<u8>) -> bool {
        &&& self.read_state == write_bytes(pre.read_state, addr, bytes)
        &&& partial_write(size, self.durable_state, pre.durable_state, addr, bytes)
    }

    /// Whether this may be the view after a flush: nothing changes, and it was foreseen that all would be durable.
    pub open spec fn can_result_from_flush(self, pre: StorageView) -> bool {
        self == pre && pre.is_flushed()
    }
}

} // verus!
