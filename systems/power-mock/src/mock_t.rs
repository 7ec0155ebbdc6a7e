//! A device in memory, for tests: it remembers what was done to it ([`History`]), and can have a bit that is read wrongly.
//!
//! trusted: reads give the content with all writes; what is on its way is in the history. Tests rest on it, and no proof.

use vstd::prelude::*;

verus! {

use crate::history_t::{Event, History, Shared};
use power::device_t::*;
use power::outstanding_spec_t::*;

/// A device in memory.
#[verifier::external_body]
pub struct MockDevice {
    content: Vec<u8>,
    bad: Option<(usize, u8)>,
    history: Shared,
}

impl Device for MockDevice {
    uninterp spec fn state(&self) -> Outstanding;

    uninterp spec fn constants(&self) -> DeviceConstants;

    #[verifier::external_body]
    proof fn lemma_constants(&self) {
    }

    #[verifier::external_body]
    fn len(&self) -> (len: u64) {
        self.content.len() as u64
    }

    #[verifier::external_body]
    fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>) {
        self.read_slowly(addr as usize, len)
    }

    #[verifier::external_body]
    fn write(&mut self, addr: u64, bytes: &[u8]) {
        let addr = addr as usize;
        self.content[addr..addr + bytes.len()].copy_from_slice(bytes);
        self.history.borrow_mut().add(Event::Write(addr, bytes.to_vec()));
    }

    #[verifier::external_body]
    fn flush(&mut self) {
        self.history.borrow_mut().add(Event::Flush);
    }
}

impl MockDevice {
    /// A device with this content and chunks of this size.
    #[verifier::external_body]
    pub fn new(content: Vec<u8>, chunk: usize) -> (device: MockDevice)
        requires
            0 < chunk,
            chunk % 8 == 0,
        ensures
            device.state() == Outstanding::idle(content@),
            device.constants().chunk == chunk,
    {
        let history = History::new(content.clone(), chunk);
        MockDevice { content, bad: None, history }
    }
}

} // verus!

impl MockDevice {
    /// Its history, which goes on.
    pub fn history(&self) -> Shared {
        self.history.clone()
    }

    /// From now on the bits of a mask are read wrongly at an address; one bit at most is what programs are promised.
    pub fn corrupt(&mut self, addr: usize, mask: u8) {
        self.bad = Some((addr, mask));
    }

    fn read_slowly(&self, addr: usize, len: usize) -> Vec<u8> {
        let mut bytes = self.content[addr..addr + len].to_vec();
        if let Some((bad, mask)) = self.bad
            && (addr..addr + len).contains(&bad)
        {
            bytes[bad - addr] ^= mask;
        }
        bytes
    }
}

impl MockDevice {
    /// The history of a device with which the same is done once more.
    pub fn replayed(start: Vec<u8>, chunk: usize, events: &[Event]) -> Shared {
        let mut device = MockDevice::new(start, chunk);
        let history = device.history();
        for event in events {
            match event {
                Event::Write(addr, bytes) => device.write(*addr as u64, bytes),
                Event::Flush => device.flush(),
            }
        }
        history
    }
}
