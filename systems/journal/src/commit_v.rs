//! Commits.

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::install_v::*;
use crate::journal_v::*;
use crate::layout_v::*;
use crate::log_v::*;
use crate::recovery_v::*;
use pmcopy::PmBytes;
use power::atomic_t::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;
use power::writes_v::*;

impl<D: Device> Journal<D> {
    /// Stores what is pending in the log, which does not count yet, and makes everything durable.
    fn record(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).log == old(self).log,
            final(self).storage@.is_flushed(),
            holds_log(final(self).storage@.durable_state, old(self).format, old(self).log@),
            final(self)@ == (JournalView { durable: old(self)@.read, ..old(self)@ }),
    {
        let ghost (s, before, format) = (self.storage@.durable_state, self.storage@.read_state, self.format);
        let ghost addrs = format.log_addrs();
        let tracked quiet = self.quiet.borrow();
        let len = self.log.len() as u64;
        proof {
            self.storage.lemma_lengths();
            reveal(has_shape);
            reveal(stores);
            len.lemma_len();
            lemma_log_unreachable(s, format);
        }
        write_checked::<D, Option<Recovered>>(&mut self.storage, LENGTH, as_bytes(&len), Ghost(recovery()), Ghost(addrs), Tracked(quiet));
        let ghost first = self.storage@.read_state;
        write_checked::<D, Option<Recovered>>(&mut self.storage, LOG, &self.log, Ghost(recovery()), Ghost(addrs), Tracked(quiet));
        self.storage.flush();
        proof {
            let last = self.storage@.read_state;
            self.storage.lemma_lengths();
            lemma_stores_agree(first, last, from(LOG as int), LENGTH as int, len);
            lemma_loose(s, last, Shape::idle(format));
            lemma_read_agrees(before, last, addrs, format.start(), format.area as int);
        }
    }

    /// Does all that is pending, and makes durable what was written directly. A crash leaves all or nothing of what was pending.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_step(permission, old(self)@.found(old(self)@.read), old(self)@.found(old(self)@.committed())),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
    {
        let tracked silent = AtomicPermission::new(permission, Silent {  });
        self.commit_with::<Silent>(Tracked(silent));
    }

    /// The same with a proof, which is done at the moment that decides whether a crash leaves all or nothing.
    pub fn commit_with<C: Callback>(&mut self, Tracked(permission): Tracked<AtomicPermission<C>>) -> (completion: Tracked<C::Completion>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_step(permission.permission(), old(self)@.found(old(self)@.read), old(self)@.found(old(self)@.committed())),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
            is_completed(
                permission.callback(),
                old(self)@.found(old(self)@.read),
                old(self)@.found(old(self)@.committed()),
                completion@,
            ),
    {
        self.record();
        let ghost (s, size, format) = (self.storage@.durable_state, self.storage.constants().chunk, self.format);
        let ghost shape = Shape { format, log: Some(self.log@) };
        let ghost flagged = write_bytes(s, FLAG as int, cdb_bytes(true));
        let word = cdb(true);
        proof {
            self.storage.lemma_lengths();
            reveal(has_shape);
            lemma_cdb_value(true);
            lemma_flag(s, shape);
            lemma_recovered(s, Shape::idle(format));
            lemma_recovered(flagged, shape);
            assert(s != flagged);
            lemma_aligned_word_is_atomic(size, FLAG as int);
            lemma_may_commit(permission.permission(), size, s, FLAG as int, cdb_bytes(true));
        }
        let completion = self.storage.write_with::<C>(FLAG, as_bytes(&word), Tracked(permission));
        self.storage.flush();
        install(&mut self.storage, &self.format, &self.log, Tracked(self.quiet.borrow()));
        self.log.clear();
        completion
    }
}

} // verus!
