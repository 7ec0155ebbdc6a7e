//! Logs for programs that are not verified themselves: the same operations without ghost arguments. The authority over
//! the storage is in here, and permits for each operation what it is to do and nothing else; so the theorem of the crate
//! holds whatever the program around it does, as far as it does not take the device away.
//!
//! trusted: the contracts, and what is permitted at four places: anything to make logs, what recovery does not see to write,
//! one step each to commit and to advance a head. The verifier checks the bodies against the contracts; but a wider permission
//! would pass too, and a wrong contract would be kept.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::PlogError;
use crate::operations_spec_t::*;
use crate::plog_v::*;
use crate::recovery_v::*;
use crate::setup_v::*;
use crate::size_spec_t::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;

/// How many bytes a storage must have for logs of these capacities.
///
/// # Errors
/// There can be no such logs.
pub fn size_for(capacities: &[u64]) -> (result: Result<u64, PlogError>)
    ensures
        needs(capacities@, result),
{
    match lay_out(capacities) {
        Ok((_, len)) => Ok(len),
        Err(error) => Err(error),
    }
}

/// Logs on a device.
pub struct PersistentLogs<D: Device> {
    plog: Plog<D>,
    authority: Tracked<Authority>,
}

impl<D: Device> PersistentLogs<D> {
    /// The logs.
    pub closed spec fn view(&self) -> Logs {
        self.plog@
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.plog.inv()
        &&& self.authority@.id() == self.plog.id()
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.plog.constants()
    }

    /// What a crash would leave of the device, were no operation to follow.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.plog.durable()
    }

    /// After a crash, what [`open`](Self::open) finds are the logs without what is pending.
    pub proof fn lemma_crash(&self)
        requires
            self.inv(),
        ensures
            recovered(self.durable()) == Some(crash(self@)),
    {
        self.plog.lemma_recovered();
    }

    /// Makes empty logs of these capacities on a device, whatever it held before.
    pub fn create(device: D, capacities: &[u64]) -> (result: Result<PersistentLogs<D>, PlogError>)
        requires
            device.state().writes.len() == 0,
        ensures
            match result {
                Ok(logs) => {
                    &&& logs.inv()
                    &&& logs.constants() == device.constants()
                    &&& logs@ == initial(capacities@)
                },
                Err(PlogError::DoesNotFit { needed }) => {
                    &&& needed == size_of_logs(capacities@)
                    &&& needed > device.state().settled.len()
                },
                Err(PlogError::Corrupted) => !device.constants().is_intact(),
                Err(error) => error.is_of_layout(capacities@),
            },
    {
        let (mut storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        let tracked all = authority.permit_all(|pre: Seq<u8>, post: Seq<u8>| true);
        match setup(&mut storage, capacities, Tracked(&all)) {
            Ok(()) => Self::start(storage, Tracked(authority)),
            Err(error) => Err(error),
        }
    }

    /// Opens the logs that are on a device, after a crash or not.
    pub fn open(device: D) -> (result: Result<PersistentLogs<D>, PlogError>)
        requires
            device.state().writes.len() == 0,
        ensures
            recovered(device.state().settled) matches Some(logs) ==> match result {
                Ok(opened) => opened.inv() && opened.constants() == device.constants() && opened@ == logs,
                Err(error) => error == PlogError::Corrupted && !device.constants().is_intact(),
            },
            device.constants().is_intact() && result is Ok ==> recovered(device.state().settled) is Some,
    {
        let (storage, Tracked(authority)): (PowerStorage<D>, Tracked<Authority>) = PowerStorage::new(device);
        Self::start(storage, Tracked(authority))
    }

    fn start(storage: PowerStorage<D>, Tracked(authority): Tracked<Authority>) -> (result: Result<
        PersistentLogs<D>,
        PlogError,
    >)
        requires
            storage@.is_flushed(),
            authority.id() == storage.id(),
        ensures
            recovered(storage@.durable_state) matches Some(logs) ==> match result {
                Ok(opened) => opened.inv() && opened.constants() == storage.constants() && opened@ == logs,
                Err(error) => error == PlogError::Corrupted && !storage.constants().is_intact(),
            },
            storage.constants().is_intact() && result is Ok ==> recovered(storage@.durable_state) is Some,
    {
        let tracked quiet = authority.permit_all(same_recovery(recovery()));
        match Plog::start(storage, Tracked(quiet)) {
            Ok(plog) => Ok(PersistentLogs { plog, authority: Tracked(authority) }),
            Err(error) => Err(error),
        }
    }

    /// Appends bytes to a log, tentatively: they are durable, and can be read, after the next [`commit`](Self::commit).
    /// Gives the position of the first of them.
    ///
    /// # Errors
    /// There is no such log, or no room in it.
    pub fn tentatively_append(&mut self, which: usize, bytes: &[u8]) -> (result: Result<u64, PlogError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            appends(old(self)@, which as int, bytes@, final(self)@, result),
    {
        self.plog.tentatively_append(which, bytes)
    }

    /// Makes everything durable that was appended, in all logs at once: a crash leaves all or nothing of it.
    pub fn commit(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            final(self)@ == commit(old(self)@),
    {
        let ghost (from, to) = (crash(self@), crash(commit(self@)));
        let tracked permission = self.authority.borrow().permit(
            operation(recovery(), |old: Option<Logs>, new: Option<Logs>| old == Some(from) && new == Some(to)),
        );
        self.plog.commit(Tracked(permission));
    }

    /// Gives up the bytes of a log before a position, so that there is room for others. What is pending stays so.
    ///
    /// # Errors
    /// There is no such log, or the position is not between its head and its tail.
    pub fn advance_head(&mut self, which: usize, head: u64) -> (result: Result<(), PlogError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            advances(old(self)@, which as int, head as int, final(self)@, result),
    {
        let ghost (from, to) = (
            crash(self@),
            crash(self@.update(which as int, self@[which as int].advance(head as int))),
        );
        let tracked permission = self.authority.borrow().permit(
            operation(recovery(), |old: Option<Logs>, new: Option<Logs>| old == Some(from) && new == Some(to)),
        );
        self.plog.advance_head(which, head, Tracked(permission))
    }

    /// The committed bytes of a log from a position on. They are not protected by a checksum of the log: who wants to know
    /// whether they are corrupted appends one of his own.
    ///
    /// # Errors
    /// There is no such log, or it does not have, or no longer, the bytes.
    pub fn read(&self, which: usize, pos: u64, len: usize) -> (result: Result<Vec<u8>, PlogError>)
        requires
            self.inv(),
        ensures
            reads(self@, which as int, pos as int, len as int, self.constants().is_intact(), result),
    {
        self.plog.read(which, pos, len)
    }

    /// The position of the first byte, the position behind the last committed byte, and the number of bytes that there is
    /// room for from the first one on.
    ///
    /// # Errors
    /// There is no such log.
    pub fn get_head_tail_capacity(&self, which: usize) -> (result: Result<(u64, u64, u64), PlogError>)
        requires
            self.inv(),
        ensures
            tells(self@, which as int, result),
    {
        self.plog.get_head_tail_capacity(which)
    }

    /// The number of logs.
    pub fn count(&self) -> (n: usize)
        requires
            self.inv(),
        ensures
            n == self@.len(),
    {
        self.plog.count()
    }
}

} // verus!
