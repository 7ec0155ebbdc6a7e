//! The contract of devices, which is the natural model of [`crate::outstanding_spec_t`] with the decay of
//! [`crate::corruption_spec_t`].
//!
//! trusted: each backend does what this contract says. Nothing is trusted of prophecies.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::corruption_spec_t::*;
use crate::outstanding_spec_t::*;

/// What does not change while a device exists.
pub ghost struct DeviceConstants {
    /// The size of chunks in bytes: what becomes durable as a whole or not at all.
    pub chunk: int,
    /// The bits that may be read wrongly, a mask for each address.
    pub corruption: Seq<u8>,
}

impl DeviceConstants {
    /// Whether a device of this length may be like that.
    pub open spec fn are_valid(self, len: int) -> bool {
        &&& 0 < self.chunk
        &&& self.chunk % 8 == 0
        &&& len <= u64::MAX
        &&& self.corruption.len() == len
        &&& weight(self.corruption) <= max_corrupted_bits()
    }

    /// Whether `bytes` may be read from `addr` on where the content is `content`.
    pub open spec fn may_read(self, content: Seq<u8>, addr: int, bytes: Seq<u8>) -> bool {
        maybe_corrupted(
            bytes,
            read_bytes(content, addr, bytes.len() as int),
            read_bytes(self.corruption, addr, bytes.len() as int),
        )
    }

    /// Whether nothing is read wrongly.
    pub open spec fn is_intact(self) -> bool {
        weight(self.corruption) == 0
    }
}

/// Storage that keeps what was flushed when the machine crashes.
pub trait Device: Sized {
    /// What it holds, and what is on its way.
    spec fn state(&self) -> Outstanding;

    /// What does not change.
    spec fn constants(&self) -> DeviceConstants;

    /// What is known of every device.
    proof fn lemma_constants(&self)
        ensures
            self.constants().are_valid(self.state().settled.len() as int),
    ;

    /// The number of bytes.
    fn len(&self) -> (len: u64)
        ensures
            len == self.state().settled.len(),
    ;

    /// What is at an address, outstanding writes included.
    fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>)
        requires
            in_bounds(self.state().settled, addr as int, len as int),
        ensures
            bytes@.len() == len,
            self.constants().may_read(self.state().content(), addr as int, bytes@),
    ;

    /// Issues a write. It need not be durable before the next flush comes back.
    fn write(&mut self, addr: u64, bytes: &[u8])
        requires
            in_bounds(old(self).state().settled, addr as int, bytes@.len() as int),
        ensures
            final(self).constants() == old(self).constants(),
            final(self).state() == old(self).state().write(addr as int, bytes@),
    ;

    /// Waits until everything is durable. Does not come back if it cannot be.
    fn flush(&mut self)
        ensures
            final(self).constants() == old(self).constants(),
            final(self).state() == old(self).state().flush(),
    ;
}

} // verus!
