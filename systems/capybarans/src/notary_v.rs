//! The notary: its state on storage, and its key. The right to permit writes is in here ([`Steward`]); so the theorem of the crate
//! holds whatever the program around it does.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::NotaryError;
use crate::history_spec_t::*;
use crate::history_v::*;
use crate::key_t::*;
use crate::ledger_v::*;
use crate::message_v::*;
use crate::operations_spec_t::*;
use crate::recovery_v::*;
use crate::steward_t::*;
use power::device_t::*;
use power::storage_t::*;

/// A notary.
pub struct Notary<D: Device> {
    ledger: Ledger<D>,
    key: SecretKey,
    steward: Tracked<Steward>,
    states: Ghost<Seq<State>>,
}

/// What a result is of.
pub open spec fn viewed<D: Device>(result: Result<Notary<D>, NotaryError>) -> Result<NotaryView, NotaryError> {
    match result {
        Ok(notary) => Ok(notary@),
        Err(error) => Err(error),
    }
}

impl<D: Device> Notary<D> {
    /// What it keeps, and what happened to it.
    pub closed spec fn view(&self) -> NotaryView {
        NotaryView { book: self.ledger@, session: Session { states: self.states@, signed: self.key.signed() } }
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.ledger.inv()
        &&& self.steward@.id() == self.ledger.id()
        &&& self.key.public() == self.ledger@.public
        &&& self@.session.is_honest(self.ledger@.public)
        &&& self.states@.last() == self.ledger@.state
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.ledger.constants()
    }

    /// What a crash would leave of the device, were no operation to follow.
    pub closed spec fn durable(&self) -> Seq<u8> {
        self.ledger.durable()
    }

    /// After a crash, what [`open`](Self::open) finds is what was kept: the last state of an honest session.
    pub proof fn lemma_crash(&self)
        requires
            self.inv(),
        ensures
            recovered(self.durable()) == Some(self@.book),
            self@.session.is_honest(self@.book.public),
            self@.session.states.last() == self@.book.state,
            self@.book.public.len() == PUBLIC_LEN,
            self@.book.state.hash.len() == HASH_LEN,
    {
        self.ledger.lemma_recovered();
    }

    /// Makes a new notary on a device, whatever it held before. For each key this must be done once: a second notary of one key
    /// gives the same timestamps again.
    ///
    /// # Errors
    /// The device is too small, or corrupted.
    pub fn create(device: D, key: SecretKey) -> (result: Result<Notary<D>, NotaryError>)
        requires
            device.state().writes.len() == 0,
            key.signed().len() == 0,
        ensures
            creates(device.state().settled.len() as int, device.constants().is_intact(), key.public(), viewed(result)),
            result matches Ok(notary) ==> notary.inv() && notary.constants() == device.constants(),
    {
        let (storage, Tracked(steward)): (PowerStorage<D>, Tracked<Steward>) = of_new(device, key.public_key())?;
        Self::start(storage, key, Tracked(steward))
    }

    /// Opens the notary that is on a device, after a crash or not. Writes nothing.
    ///
    /// # Errors
    /// There is none, or that of another key, or it is corrupted.
    pub fn open(device: D, key: SecretKey) -> (result: Result<Notary<D>, NotaryError>)
        requires
            device.state().writes.len() == 0,
            key.signed().len() == 0,
        ensures
            opens(recovered(device.state().settled), device.constants().is_intact(), key.public(), viewed(result)),
            recovered(device.state().settled) is Some ==> (result matches Ok(notary) ==> notary.inv() && notary.constants()
                == device.constants()),
    {
        let (storage, Tracked(steward)): (PowerStorage<D>, Tracked<Steward>) = of_old(device);
        Self::start(storage, key, Tracked(steward))
    }

    fn start(storage: PowerStorage<D>, key: SecretKey, Tracked(steward): Tracked<Steward>) -> (result: Result<
        Notary<D>,
        NotaryError,
    >)
        requires
            storage@.is_flushed(),
            steward.id() == storage.id(),
            key.signed().len() == 0,
        ensures
            opens(recovered(storage@.durable_state), storage.constants().is_intact(), key.public(), viewed(result)),
            recovered(storage@.durable_state) is Some ==> (result matches Ok(notary) ==> notary.inv() && notary.constants()
                == storage.constants()),
    {
        let tracked quiet = steward.quiet();
        let ledger = Ledger::start(storage, Tracked(quiet))?;
        if *ledger.public() != key.public_key() {
            return Err(NotaryError::WrongKey);
        }
        let ghost states = seq![ledger@.state];
        assert(key.signed() =~= seq![]);
        assert(key.public() == ledger@.public);
        let notary = Notary { ledger, key, steward: Tracked(steward), states: Ghost(states) };
        assert(recovered(storage@.durable_state) is Some ==> notary.inv());
        Ok(notary)
    }

    /// The public key.
    pub fn public(&self) -> (public: [u8; 32])
        requires
            self.inv(),
        ensures
            public@ == self@.book.public,
    {
        *self.ledger.public()
    }

    /// The last timestamp and hash.
    pub fn state(&self) -> (bound: Bound)
        requires
            self.inv(),
        ensures
            bound.state() == self@.book.state,
    {
        let entry = self.ledger.entry();
        Bound { timestamp: entry.timestamp, hash: entry.hash }
    }

    /// Gives the next timestamp to a hash, durably. If the machine crashes it was given or not. Whether it was given; there are no more
    /// of them after 2^64 - 1.
    pub fn advance(&mut self, hash: [u8; 32]) -> (given: bool)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            advances(old(self)@, hash@, final(self)@, given),
    {
        if self.ledger.entry().timestamp == u64::MAX {
            return false;
        }
        let ghost from = self.ledger@;
        let ghost to = Book { state: from.state.advance(hash@), ..from };
        proof {
            self@.session.lemma_advance(from.public, hash@);
        }
        let tracked permission = self.steward.borrow().step(from, to);
        self.ledger.advance(hash, Tracked(permission));
        self.states = Ghost(self.states@.push(to.state));
        true
    }

    /// Signs the statement that the last timestamp was given to the last hash: the bytes of a signed binding. Nothing if none was
    /// given yet.
    pub fn sign(&mut self) -> (binding: Option<Vec<u8>>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            signs(old(self)@, final(self)@, bytes_in(binding)),
            binding matches Some(bytes) ==> is_binding(old(self)@.book.public, bytes@, old(self)@.book.state),
    {
        let entry = self.ledger.entry();
        if entry.timestamp == 0 {
            return None;
        }
        let ghost before = self@;
        let mut bytes = message(self.ledger.public(), entry.timestamp, &entry.hash);
        let signature = self.key.sign(&bytes);
        proof {
            before.session.lemma_sign(before.book.public);
        }
        bytes.extend_from_slice(&signature);
        proof {
            let message = message_of(before.book.public, before.book.state);
            assert(is_signature(before.book.public, message, signature@) && signature@.len() == SIGNATURE_LEN);
            assert(bytes@ =~= message + signature@);
            assert(self@.session =~= before.sign().session);
        }
        Some(bytes)
    }
}

/// The bytes, if there are any.
pub open spec fn bytes_in(binding: Option<Vec<u8>>) -> Option<Seq<u8>> {
    match binding {
        Some(bytes) => Some(bytes@),
        None => None,
    }
}

} // verus!
