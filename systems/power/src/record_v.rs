//! A record that is replaced atomically (PoWER paper, section 4.2 and figure 1), as an example of how the library is used,
//! and a part for others to build on.
//!
//! There are two slots, each with data and their checksum, and a corruption-detecting Boolean that says which of them
//! counts. To replace the record, the other slot is written (tentative writes), all is flushed, and the Boolean is flipped
//! (a committing write).

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::bytes_spec_t::*;
use crate::bytes_v::*;
use crate::cdb_v::*;
use crate::checked_v::*;
use crate::chunks_v::*;
use crate::device_t::*;
use crate::layout_v::*;
use crate::permission_t::*;
use crate::storage_t::*;
use crate::tentative_v::*;
use crate::writes_v::*;

/// Why an operation was not done.
pub enum RecordError {
    /// The media are corrupted.
    Corrupted,
}

impl Record {
    /// What a slot holds, if its checksum is right.
    pub open spec fn data(self, s: Seq<u8>, b: bool) -> Option<Seq<u8>> {
        checked_at(s, self.slot(b), self.len as int)
    }

    /// What is recovered.
    pub open spec fn recovered(self, s: Seq<u8>) -> Option<Seq<u8>> {
        match cdb_at(s, self.at as int) {
            Some(b) => self.data(s, b),
            None => None,
        }
    }

    /// Recovery as a function.
    pub open spec fn recovery(self) -> spec_fn(Seq<u8>) -> Option<Seq<u8>> {
        |s: Seq<u8>| self.recovered(s)
    }

    /// The slot that does not count is unreachable.
    pub proof fn lemma_other_slot_unreachable(self, s: Seq<u8>, b: bool)
        requires
            self.fits(s.len() as int),
            cdb_at(s, self.at as int) == Some(b),
        ensures
            is_unreachable(self.recovery(), s, self.slot_addrs(!b)),
    {
        let addrs = self.slot_addrs(!b);
        assert forall|other: Seq<u8>| #[trigger] agree_outside(s, other, addrs) implies self.recovered(other)
            == self.recovered(s) by {
            lemma_read_agrees(s, other, addrs, self.at as int, WORD as int);
            lemma_checked_agrees(s, other, addrs, self.slot(b), self.len as int);
        }
    }

    /// With the other slot filled, flipping the Boolean makes it count.
    pub proof fn lemma_flip(self, s: Seq<u8>, b: bool)
        requires
            self.fits(s.len() as int),
        ensures
            self.recovered(write_bytes(s, self.at as int, cdb_bytes(b))) == self.data(s, b),
    {
        let flipped = write_bytes(s, self.at as int, cdb_bytes(b));
        lemma_cdb_value(b);
        lemma_read_back(s, self.at as int, cdb_bytes(b));
        lemma_checked_agrees(s, flipped, self.flag_addrs(), self.slot(b), self.len as int);
    }

    /// Replaces the data. If the machine crashes, what is recovered is the old or the new data.
    pub fn replace<D: Device>(
        &self,
        storage: &mut PowerStorage<D>,
        data: &[u8],
        Tracked(quiet): Tracked<&Blanket>,
        Tracked(permission): Tracked<Permission>,
    ) -> (result: Result<(), RecordError>)
        requires
            self.fits(old(storage)@.read_state.len() as int),
            data@.len() == self.len,
            old(storage)@.is_flushed(),
            self.recovered(old(storage)@.durable_state) is Some,
            quiet.id() == old(storage).id(),
            allows_quiet(*quiet, self.recovery()),
            permission.id() == old(storage).id(),
            forall|pre: Seq<u8>, post: Seq<u8>|
                self.recovered(pre) == self.recovered(old(storage)@.durable_state) && self.recovered(post) == Some(data@)
                    ==> #[trigger] permission.permits(pre, post),
        ensures
            final(storage).id() == old(storage).id(),
            final(storage).constants() == old(storage).constants(),
            final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
            final(storage)@.is_flushed(),
            result is Ok ==> self.recovered(final(storage)@.durable_state) == Some(data@),
            result is Err ==> final(storage)@ == old(storage)@ && !old(storage).constants().is_intact(),
    {
        let ghost s = storage@.durable_state;
        proof {
            storage.lemma_lengths();
        }
        let current = match read_cdb(storage, self.at) {
            Some(b) => b,
            None => return Err(RecordError::Corrupted),
        };
        let next = !current;
        proof {
            self.lemma_other_slot_unreachable(s, current);
        }
        write_checked::<D, Option<Seq<u8>>>(
            storage,
            self.slot_at(next),
            data,
            Ghost(self.recovery()),
            Ghost(self.slot_addrs(next)),
            Tracked(quiet),
        );
        storage.flush();
        let word = cdb(next);
        let ghost filled = storage@.durable_state;
        proof {
            storage.lemma_lengths();
            lemma_cdb_value(next);
            self.lemma_flip(filled, next);
            lemma_aligned_word_is_atomic(storage.constants().chunk, self.at as int);
            lemma_may_commit(permission, storage.constants().chunk, filled, self.at as int, cdb_bytes(next));
        }
        storage.write(self.at, as_bytes(&word), Tracked(permission));
        storage.flush();
        proof {
            storage.lemma_lengths();
        }
        Ok(())
    }

    /// The data.
    pub fn get<D: Device>(&self, storage: &PowerStorage<D>) -> (result: Result<Vec<u8>, RecordError>)
        requires
            self.fits(storage@.read_state.len() as int),
            self.recovered(storage@.read_state) is Some,
        ensures
            result matches Ok(data) ==> self.recovered(storage@.read_state) == Some(data@),
            result is Err ==> !storage.constants().is_intact(),
    {
        let current = match read_cdb(storage, self.at) {
            Some(b) => b,
            None => return Err(RecordError::Corrupted),
        };
        let addr = self.slot_at(current);
        match read_checked(storage, addr, self.len) {
            Some(data) => Ok(data),
            None => Err(RecordError::Corrupted),
        }
    }

    /// Makes a record of what may be anything. Needs the permission to do anything, as there is nothing to keep yet.
    pub fn setup<D: Device>(&self, storage: &mut PowerStorage<D>, data: &[u8], Tracked(all): Tracked<&Blanket>)
        requires
            self.fits(old(storage)@.read_state.len() as int),
            data@.len() == self.len,
            all.id() == old(storage).id(),
            forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] all.transitions()(pre, post),
        ensures
            final(storage).id() == old(storage).id(),
            final(storage).constants() == old(storage).constants(),
            final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
            final(storage)@.is_flushed(),
            self.recovered(final(storage)@.durable_state) == Some(data@),
    {
        let addr = self.slot_at(false);
        let ghost nothing = |s: Seq<u8>| ();
        let ghost addrs = self.slot_addrs(false);
        proof {
            storage.lemma_lengths();
            lemma_cdb_value(false);
        }
        write_checked::<D, ()>(storage, addr, data, Ghost(nothing), Ghost(addrs), Tracked(all));
        let word = cdb(false);
        proof {
            self.lemma_flip(storage@.read_state, false);
        }
        storage.write(self.at, as_bytes(&word), Tracked(all.once()));
        storage.flush();
        proof {
            storage.lemma_lengths();
        }
    }
}

} // verus!
