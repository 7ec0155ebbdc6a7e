//! The prophecy model, built on a device that knows nothing of the future. That this verifies is the proof that the model
//! may be used: what `read`, `write` and `flush` promise here follows from what a [`Device`] does.
//!
//! Time between two flushes is an epoch. Whether the epoch ends with a flush is a prophecy, resolved by the flush. If it
//! does not, a crash ends it, and the parts of writes that the crash performs are [`fate`], of which nothing is known:
//! what is proved holds for each.

use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::device_t::*;
use crate::outstanding_v::*;
use crate::soundness_v::*;
use crate::view_spec_t::*;
use vstd::proph::Prophecy;
use vstd::resource::Loc;

/// Whether a crash in an epoch of the storage `id` performs write `k` of the epoch in a chunk. Undefined on purpose.
pub uninterp spec fn fate(id: Loc, epoch: nat, k: int, chunk: int) -> bool;

/// A device whose durable state is foreseen.
pub struct ForeseenDevice<D: Device> {
    device: D,
    /// Whether this epoch will end with a flush.
    flushes: Prophecy<bool>,
    epoch: Ghost<nat>,
    id: Ghost<Loc>,
}

impl<D: Device> ForeseenDevice<D> {
    /// What tells it from others.
    pub closed spec fn id(&self) -> Loc {
        self.id@
    }

    /// The device as it is.
    pub closed spec fn device(&self) -> D {
        self.device
    }

    /// What becomes of this epoch.
    pub closed spec fn future(&self) -> Future {
        if self.flushes@ {
            Future::Flush
        } else {
            let (id, epoch) = (self.id@, self.epoch@);
            Future::Crash(|k: int, chunk: int| fate(id, epoch, k, chunk))
        }
    }

    /// What does not change.
    pub open spec fn constants(&self) -> DeviceConstants {
        self.device().constants()
    }

    /// What is read, and what will be durable.
    pub open spec fn view(&self) -> StorageView {
        foreseen(self.device().state(), self.constants().chunk, self.future())
    }

    /// What is known of every one.
    pub proof fn lemma_lengths(&self)
        ensures
            self.view().read_state.len() == self.device().state().settled.len(),
            self.view().durable_state.len() == self.device().state().settled.len(),
            self.constants().are_valid(self.view().read_state.len() as int),
    {
        let state = self.device().state();
        self.device.lemma_constants();
        lemma_content_len(state);
        if let Future::Crash(chosen) = self.future() {
            lemma_crash_len(state, self.constants().chunk, chosen);
        }
    }

    /// If a crash comes next that fulfils [`fate`], it leaves the durable state.
    pub proof fn lemma_crash_is_foreseen(&self)
        ensures
            self.device().state().can_crash_as(self.constants().chunk, self.view().durable_state),
    {
        let state = self.device().state();
        match self.future() {
            Future::Flush => {
                lemma_content_is_crash(state, self.constants().chunk);
            },
            Future::Crash(chosen) => {
                assert(self.view().durable_state == state.crash(self.constants().chunk, chosen));
            },
        }
    }

    /// A device that has nothing to do, as after a restart.
    pub fn new(device: D, Ghost(id): Ghost<Loc>) -> (storage: ForeseenDevice<D>)
        requires
            device.state().writes.len() == 0,
        ensures
            storage.id() == id,
            storage.device() == device,
            storage.view() == StorageView::idle(device.state().settled),
    {
        ForeseenDevice { device, flushes: Prophecy::new(), epoch: Ghost(0), id: Ghost(id) }
    }

    /// The number of bytes.
    pub fn len(&self) -> (len: u64)
        ensures
            len == self.view().read_state.len(),
    {
        proof {
            self.lemma_lengths();
        }
        self.device.len()
    }

    /// What is at an address.
    pub fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>)
        requires
            in_bounds(self.view().read_state, addr as int, len as int),
        ensures
            bytes@.len() == len,
            self.constants().may_read(self.view().read_state, addr as int, bytes@),
    {
        proof {
            self.lemma_lengths();
        }
        self.device.read(addr, len)
    }

    /// Issues a write.
    pub fn write(&mut self, addr: u64, bytes: &[u8])
        requires
            in_bounds(old(self).view().read_state, addr as int, bytes@.len() as int),
        ensures
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).view().can_result_from_write(
                old(self).view(),
                old(self).constants().chunk,
                addr as int,
                bytes@,
            ),
    {
        proof {
            self.lemma_lengths();
            lemma_foreseen_write(
                self.device().state(),
                self.constants().chunk,
                self.future(),
                addr as int,
                bytes@,
            );
        }
        self.device.write(addr, bytes);
    }

    /// Waits until everything is durable, which turns out to have been foreseen.
    pub fn flush(&mut self)
        ensures
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).view().can_result_from_flush(old(self).view()),
    {
        self.device.flush();
        let mut flushes = Prophecy::new();
        core::mem::swap(&mut self.flushes, &mut flushes);
        flushes.resolve(&true);
        self.epoch = Ghost((self.epoch@ + 1) as nat);
    }
}

} // verus!
