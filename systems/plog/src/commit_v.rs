//! What changes what is durable: a commit, and an advance of the head.

use vstd::prelude::*;

verus! {

use crate::abstract_v::*;
use crate::encoding_v::*;
use crate::error::PlogError;
use crate::layout_v::*;
use crate::plog_v::*;
use crate::recovery_v::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::device_t::*;
use power::permission_v::*;
use power::tentative_v::*;
use power::words_v::*;
use power::writes_v::*;

impl<D: Device> Plog<D> {
    /// Replaces the metadata of all logs at once: the copy that does not count is written and everything is flushed, and
    /// then the Boolean is flipped.
    fn install(&mut self, metas: Vec<Meta>, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            are_metas(metas@, old(self).areas@),
            permission.id() == old(self).id(),
            allows_step(
                permission,
                logs_in(old(self).storage@.read_state, old(self).areas@, old(self).metas@),
                logs_in(old(self).storage@.read_state, old(self).areas@, metas@),
            ),
        ensures
            has_shape(final(self).storage@.durable_state, final(self).shape()),
            final(self).storage@.is_flushed(),
            final(self).quiet == old(self).quiet,
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).areas == old(self).areas,
            final(self).metas == metas,
            final(self).pending == old(self).pending,
            final(self).storage@.read_state.len() == old(self).storage@.read_state.len(),
            forall|addr: int|
                metadata_len(old(self).areas@.len() as int) <= addr < final(self).storage@.read_state.len() ==> #[trigger] final(self).storage@.read_state[addr] == old(self).storage@.read_state[addr],
    {
        let ghost shape = self.shape();
        let ghost (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        let ghost n = self.areas@.len() as int;
        let tracked quiet = self.quiet.borrow();
        proof {
            self.storage.lemma_lengths();
            lemma_shape(durable, shape);
            lemma_unreachable(durable, shape);
            lemma_unread(durable, read, shape);
        }
        let next = !self.current;
        let n = self.areas.len() as u64;
        let bytes = encode_metas(&metas);
        let at = 40 + 16 * n;
        let slot = at + 8 + if next { 24 * n + 8 } else { 0 };
        write_checked::<D, Option<Logs>>(
            &mut self.storage,
            slot,
            &bytes,
            slot + 24 * n,
            Ghost(recovery()),
            Ghost(shape.unread()),
            Tracked(quiet),
        );
        self.storage.flush();
        let ghost written = self.storage@.durable_state;
        let word = to_bytes(cdb(next));
        proof {
            let after = Shape { areas: shape.areas, metas: metas@, current: next };
            let flipped = write_bytes(written, at as int, word@);
            self.storage.lemma_lengths();
            lemma_cdb_value(next);
            lemma_unread(durable, written, shape);
            lemma_flip(written, shape, metas@);
            lemma_recovered(written, shape);
            lemma_recovered(flipped, after);
            lemma_logs_agree(written, read, after);
            lemma_aligned_word_is_atomic(self.storage.constants().chunk, at as int);
            assert(permission.permits(written, flipped));
            lemma_may_commit(permission, self.storage.constants().chunk, written, at as int, word@);
        }
        self.storage.write(at, &word, Tracked(permission));
        self.storage.flush();
        proof {
            self.storage.lemma_lengths();
        }
        self.metas = metas;
        self.current = next;
    }

    /// Makes everything durable that was appended, in all logs at once: a crash leaves all or nothing of it.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_step(permission, crash(old(self)@), crash(commit(old(self)@))),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@ == commit(old(self)@),
    {
        let ghost before = *self;
        let ghost read = self.storage@.read_state;
        proof {
            self.storage.lemma_lengths();
            lemma_shape(self.durable(), self.shape());
        }
        let metas = joined(&self.metas, &self.pending, Ghost(self.areas@));
        let pending = zeros(self.areas.len());
        proof {
            let after = logs_with(read, self.areas@, metas@, pending@);
            assert forall|i: int| 0 <= i < after.len() implies #[trigger] after[i] == commit(self@)[i] by {
                assert(after[i].log =~= commit(self@)[i].log);
                assert(after[i].pending =~= commit(self@)[i].pending);
            }
            assert(after =~= commit(self@));
            lemma_crash(read, self.areas@, self.metas@, self.pending@);
            lemma_crash(read, self.areas@, metas@, pending@);
        }
        self.install(metas, Tracked(permission));
        self.pending = pending;
        proof {
            lemma_shape(self.durable(), self.shape());
            lemma_logs_with_agree(self.storage@.read_state, read, self.areas@, self.metas@, self.pending@);
        }
    }

    /// Gives up the bytes of a log before a position, so that there is room for others. What is pending stays so.
    pub fn advance_head(&mut self, which: usize, head: u64, Tracked(permission): Tracked<Permission>) -> (result: Result<
        (),
        PlogError,
    >)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            which < old(self)@.len() && old(self)@[which as int].head <= head <= old(self)@[which as int].tail()
                ==> allows_step(
                permission,
                crash(old(self)@),
                crash(old(self)@.update(which as int, old(self)@[which as int].advance(head as int))),
            ),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            match result {
                Ok(()) => {
                    let log = old(self)@[which as int];
                    &&& which < old(self)@.len()
                    &&& log.head <= head <= log.tail()
                    &&& final(self)@ == old(self)@.update(which as int, log.advance(head as int))
                },
                Err(error) => {
                    &&& final(self)@ == old(self)@
                    &&& error.is_of_range(old(self)@, which as int, head as int, 0)
                },
            },
    {
        if which >= self.areas.len() {
            return Err(PlogError::NoSuchLog);
        }
        let ghost before = *self;
        let ghost read = self.storage@.read_state;
        proof {
            self.storage.lemma_lengths();
            lemma_shape(self.durable(), self.shape());
        }
        let area = self.areas[which];
        let meta = self.metas[which];
        assert(is_meta(meta, area));
        if head < meta.head || head - meta.head > meta.len {
            return Err(PlogError::OutOfRange { head: meta.head, tail: meta.head + meta.len });
        }
        let by = head - meta.head;
        let at = area.offset(meta.at, by);
        let mut metas = self.metas.clone();
        assert(metas@ =~= self.metas@);
        metas.set(which, Meta { head, at, len: meta.len - by });
        proof {
            let after = logs_with(read, self.areas@, metas@, self.pending@);
            let log = self@[which as int];
            area.lemma_content_from(read, meta.at as int, by as int, 0, meta.len - by);
            area.lemma_content_from(read, meta.at as int, by as int, meta.len - by, self.pending@[which as int] as int);
            assert(after[which as int].log =~= log.advance(head as int).log);
            assert(after =~= self@.update(which as int, log.advance(head as int)));
            lemma_crash(read, self.areas@, self.metas@, self.pending@);
            lemma_crash(read, self.areas@, metas@, self.pending@);
        }
        self.install(metas, Tracked(permission));
        proof {
            lemma_shape(self.durable(), self.shape());
            lemma_logs_with_agree(self.storage@.read_state, read, self.areas@, self.metas@, self.pending@);
        }
        Ok(())
    }
}

/// Metadata that have what is pending.
fn joined(metas: &[Meta], pending: &[u64], Ghost(areas): Ghost<Seq<Area>>) -> (all: Vec<Meta>)
    requires
        are_metas(metas@, areas),
        is_pending(pending@, metas@, areas),
    ensures
        are_metas(all@, areas),
        forall|i: int|
            0 <= i < all@.len() ==> (#[trigger] all@[i]).head == metas@[i].head && all@[i].at == metas@[i].at && all@[i].len
                == metas@[i].len + pending@[i],
{
    let mut all: Vec<Meta> = Vec::with_capacity(metas.len());
    for i in 0..metas.len()
        invariant
            all@.len() == i,
            are_metas(metas@, areas),
            is_pending(pending@, metas@, areas),
            forall|j: int|
                0 <= j < i ==> (#[trigger] all@[j]).head == metas@[j].head && all@[j].at == metas@[j].at && all@[j].len
                    == metas@[j].len + pending@[j],
    {
        let meta = metas[i];
        assert(is_meta(meta, areas[i as int]));
        all.push(Meta { len: meta.len + pending[i], ..meta });
    }
    all
}

} // verus!
