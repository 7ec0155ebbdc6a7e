//! A file mapped into memory as a device with chunks of eight bytes.
//!
//! trusted: the crate `power-media` writes chunks as a whole and makes them durable on flush, and at most
//! [`max_corrupted_bits`] bits of the file are read wrongly.
//!
//! [`max_corrupted_bits`]: crate::corruption_spec_t::max_corrupted_bits

use vstd::prelude::*;

verus! {

use crate::device_t::*;
use crate::outstanding_spec_t::*;
use power_media::Mapping;

/// What the crate gives.
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExMapping(Mapping);

/// A file mapped into memory.
#[verifier::external_body]
pub struct MappedFile {
    mapping: Mapping,
}

impl Device for MappedFile {
    uninterp spec fn state(&self) -> Outstanding;

    uninterp spec fn constants(&self) -> DeviceConstants;

    #[verifier::external_body]
    proof fn lemma_constants(&self) {
    }

    #[verifier::external_body]
    fn len(&self) -> (len: u64) {
        self.mapping.len() as u64
    }

    #[verifier::external_body]
    fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>) {
        self.mapping.read(addr as usize, len)
    }

    #[verifier::external_body]
    #[inline]
    fn write(&mut self, addr: u64, bytes: &[u8]) {
        self.mapping.write(addr as usize, bytes);
    }

    #[verifier::external_body]
    #[inline]
    fn flush(&mut self) {
        self.mapping.flush();
    }
}

impl MappedFile {
    /// A device of what was mapped and not written to since: `Mapping::open` makes durable what a file holds.
    #[verifier::external_body]
    pub fn new(mapping: Mapping) -> (device: MappedFile)
        ensures
            device.state().writes.len() == 0,
            device.constants().chunk == 8,
    {
        MappedFile { mapping }
    }
}

} // verus!
