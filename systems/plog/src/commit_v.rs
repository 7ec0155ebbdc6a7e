//! What changes what is durable: a commit, and an advance of the head.

use pmcopy::{as_bytes, slice_as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_v::*;
use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::operations_v::*;
use crate::plog_v::*;
use crate::recovery_v::*;
use pmcopy::arrays_t::lemma_all_len;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::device_t::*;
use power::permission_v::*;
use power::tentative_v::*;
use power::writes_v::*;

impl<D: Device> Plog<D> {
    /// Replaces the metadata of all logs at once by `next`: the copy that does not count is written and everything is
    /// flushed, and then the Boolean is flipped.
    fn install(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            are_metas(old(self).next@, old(self).areas@),
            permission.id() == old(self).id(),
            allows_step(
                permission,
                logs_in(old(self).storage@.read_state, old(self).areas@, old(self).metas@),
                logs_in(old(self).storage@.read_state, old(self).areas@, old(self).next@),
            ),
        ensures
            has_shape(final(self).storage@.durable_state, final(self).shape()),
            final(self).storage@.is_flushed(),
            final(self).quiet == old(self).quiet,
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).areas == old(self).areas,
            final(self).metas == old(self).next,
            final(self).next == old(self).metas,
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
            lemma_all_len(self.next@);
        }
        let next = !self.current;
        let n = self.areas.len() as u64;
        let at = 40 + 16 * n;
        let slot = at + 8 + if next { 24 * n + 8 } else { 0 };
        write_checked::<D, Option<Logs>>(
            &mut self.storage,
            slot,
            slice_as_bytes(&self.next),
            Ghost(recovery()),
            Ghost(shape.unread()),
            Tracked(quiet),
        );
        self.storage.flush();
        let ghost written = self.storage@.durable_state;
        let word = cdb(next);
        proof {
            let after = Shape { areas: shape.areas, metas: self.next@, current: next };
            let flipped = write_bytes(written, at as int, cdb_bytes(next));
            self.storage.lemma_lengths();
            lemma_cdb_value(next);
            lemma_unread(durable, written, shape);
            lemma_flip(written, shape, self.next@);
            lemma_recovered(written, shape);
            lemma_recovered(flipped, after);
            lemma_logs_agree(written, read, after);
            lemma_aligned_word_is_atomic(self.storage.constants().chunk, at as int);
            assert(permission.permits(written, flipped));
            lemma_may_commit(permission, self.storage.constants().chunk, written, at as int, cdb_bytes(next));
        }
        self.storage.write(at, as_bytes(&word), Tracked(permission));
        self.storage.flush();
        proof {
            self.storage.lemma_lengths();
        }
        core::mem::swap(&mut self.metas, &mut self.next);
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
        let ghost pending = Seq::new(self.areas@.len(), |i: int| 0u64);
        join(&self.metas, &self.pending, &mut self.next, Ghost(self.areas@));
        let ghost metas = self.next@;
        proof {
            let after = logs_with(read, self.areas@, metas, pending);
            assert forall|i: int| 0 <= i < after.len() implies #[trigger] after[i] == commit(self@)[i] by {
                assert(after[i].log =~= commit(self@)[i].log);
                assert(after[i].pending =~= commit(self@)[i].pending);
            }
            assert(after =~= commit(self@));
            lemma_crash(read, self.areas@, self.metas@, self.pending@);
            lemma_crash(read, self.areas@, metas, pending);
        }
        self.install(Tracked(permission));
        clear(&mut self.pending);
        assert(self.pending@ =~= pending);
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
            advances(old(self)@, which as int, head as int, final(self)@, result),
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
        copy(&self.metas, &mut self.next);
        self.next.set(which, Meta { head, at, len: meta.len - by });
        proof {
            let metas = self.next@;
            let after = logs_with(read, self.areas@, metas, self.pending@);
            let log = self@[which as int];
            area.lemma_content_from(read, meta.at as int, by as int, 0, meta.len - by);
            area.lemma_content_from(read, meta.at as int, by as int, meta.len - by, self.pending@[which as int] as int);
            assert(after[which as int].log =~= log.advance(head as int).log);
            assert(after =~= self@.update(which as int, log.advance(head as int)));
            lemma_crash(read, self.areas@, self.metas@, self.pending@);
            lemma_crash(read, self.areas@, metas, self.pending@);
        }
        self.install(Tracked(permission));
        proof {
            lemma_shape(self.durable(), self.shape());
            lemma_logs_with_agree(self.storage@.read_state, read, self.areas@, self.metas@, self.pending@);
        }
        Ok(())
    }
}

/// Makes metadata that have what is pending.
fn join(metas: &[Meta], pending: &[u64], all: &mut Vec<Meta>, Ghost(areas): Ghost<Seq<Area>>)
    requires
        are_metas(metas@, areas),
        is_pending(pending@, metas@, areas),
        old(all)@.len() == areas.len(),
    ensures
        are_metas(final(all)@, areas),
        forall|i: int|
            0 <= i < metas@.len() ==> #[trigger] final(all)@[i] == (Meta {
                len: (metas@[i].len + pending@[i]) as u64,
                ..metas@[i]
            }),
{
    for i in 0..metas.len()
        invariant
            all@.len() == areas.len(),
            are_metas(metas@, areas),
            is_pending(pending@, metas@, areas),
            forall|j: int|
                0 <= j < i ==> #[trigger] all@[j] == (Meta { len: (metas@[j].len + pending@[j]) as u64, ..metas@[j] }),
    {
        let meta = metas[i];
        assert(is_meta(meta, areas[i as int]));
        all.set(i, Meta { len: meta.len + pending[i], ..meta });
    }
}

/// Copies metadata.
fn copy(from: &[Meta], to: &mut Vec<Meta>)
    requires
        old(to)@.len() == from@.len(),
    ensures
        final(to)@ == from@,
{
    for i in 0..from.len()
        invariant
            to@.len() == from@.len(),
            forall|j: int| 0 <= j < i ==> #[trigger] to@[j] == from@[j],
    {
        to.set(i, from[i]);
    }
    assert(to@ =~= from@);
}

/// Sets all numbers to zero.
fn clear(numbers: &mut Vec<u64>)
    ensures
        final(numbers)@.len() == old(numbers)@.len(),
        forall|i: int| 0 <= i < final(numbers)@.len() ==> #[trigger] final(numbers)@[i] == 0,
{
    let n = numbers.len();
    for i in 0..n
        invariant
            n == numbers@.len() == old(numbers)@.len(),
            forall|j: int| 0 <= j < i ==> #[trigger] numbers@[j] == 0,
    {
        numbers.set(i, 0);
    }
}

} // verus!
