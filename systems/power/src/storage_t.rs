//! PoWER storage: nothing is written unless every crash state that it can lead to is permitted (PoWER paper, section 3.1
//! and listing 1).
//!
//! trusted: the precondition of `write`, for no body needs it; that `new` makes the only authority over a device; and that
//! nothing else here gives the device away. What the functions promise is proved in [`crate::prophecy_v`].

use vstd::prelude::*;

verus! {

use crate::atomic_t::*;
use crate::bytes_spec_t::*;
use crate::chunks_spec_t::*;
use crate::device_t::*;
use crate::permission_t::*;
use crate::prophecy_v::*;
use crate::view_spec_t::*;
use vstd::resource::Loc;

/// Whether a permission allows a write: all that it can leave behind, however much of it a crash lets happen.
pub open spec fn may_write(permission: Permission, size: int, durable: Seq<u8>, addr: int, bytes: Seq<u8>) -> bool {
    forall|post: Seq<u8>| #[trigger]
        partial_write(size, post, durable, addr, bytes) ==> permission.permits(durable, post)
}

/// A device of which every write since this was made was permitted.
pub struct PowerStorage<D: Device> {
    storage: ForeseenDevice<D>,
}

impl<D: Device> PowerStorage<D> {
    /// What tells it from others.
    pub closed spec fn id(&self) -> Loc {
        self.storage.id()
    }

    /// What does not change.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.storage.constants()
    }

    /// What is read, and what will be durable.
    pub closed spec fn view(&self) -> StorageView {
        self.storage.view()
    }

    /// What is known of every one.
    pub proof fn lemma_lengths(&self)
        ensures
            self@.is_of_len(self@.read_state.len() as int),
            self.constants().are_valid(self@.read_state.len() as int),
    {
        self.storage.lemma_lengths();
    }

    /// Puts a device under the rules. Who does so has the authority to permit writes, and nobody else.
    pub fn new(device: D) -> (made: (PowerStorage<D>, Tracked<Authority>))
        requires
            device.state().writes.len() == 0,
        ensures
            made.0.id() == made.1@.id(),
            made.0.constants() == device.constants(),
            made.0@ == StorageView::idle(device.state().settled),
    {
        let tracked authority = Authority::new();
        let storage = ForeseenDevice::new(device, Ghost(authority.id()));
        (PowerStorage { storage }, Tracked(authority))
    }

    /// The number of bytes.
    pub fn len(&self) -> (len: u64)
        ensures
            len == self@.read_state.len(),
    {
        self.storage.len()
    }

    /// What is at an address, perhaps corrupted.
    pub fn read(&self, addr: u64, len: usize) -> (bytes: Vec<u8>)
        requires
            in_bounds(self@.read_state, addr as int, len as int),
        ensures
            bytes@.len() == len,
            self.constants().may_read(self@.read_state, addr as int, bytes@),
    {
        self.storage.read(addr, len)
    }

    /// Issues a write, for which every crash state that it can lead to must be permitted.
    pub fn write(&mut self, addr: u64, bytes: &[u8], Tracked(permission): Tracked<Permission>)
        requires
            in_bounds(old(self)@.read_state, addr as int, bytes@.len() as int),
            permission.id() == old(self).id(),
            may_write(permission, old(self).constants().chunk, old(self)@.durable_state, addr as int, bytes@),
        ensures
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@.can_result_from_write(old(self)@, old(self).constants().chunk, addr as int, bytes@),
    {
        self.storage.write(addr, bytes);
    }

    /// Issues a write, for which every crash state that it can lead to must be permitted, and does the proof of the permission
    /// at this moment: for what is durable before, and will be durable behind it.
    pub fn write_with<C: Callback>(&mut self, addr: u64, bytes: &[u8], Tracked(permission): Tracked<AtomicPermission<C>>) -> (
        completion: Tracked<C::Completion>)
        requires
            in_bounds(old(self)@.read_state, addr as int, bytes@.len() as int),
            permission.id() == old(self).id(),
            may_write(permission.permission(), old(self).constants().chunk, old(self)@.durable_state, addr as int, bytes@),
        ensures
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@.can_result_from_write(old(self)@, old(self).constants().chunk, addr as int, bytes@),
            permission.callback().completes(old(self)@.durable_state, final(self)@.durable_state, completion@),
    {
        let ghost before = self@.durable_state;
        self.storage.write(addr, bytes);
        let tracked completion = permission.complete(before, self@.durable_state);
        Tracked(completion)
    }

    /// Waits until everything is durable.
    pub fn flush(&mut self)
        ensures
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@.can_result_from_flush(old(self)@),
    {
        self.storage.flush();
    }
}

} // verus!
