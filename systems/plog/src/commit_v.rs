//! What changes what is durable: a commit, and an advance of the head.

use pmcopy::{as_bytes, slice_as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::operations_spec_t::*;
use crate::plog_v::*;
use crate::recovery_v::*;
use pmcopy::arrays_v::lemma_all_len;
use power::bytes_spec_t::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::tentative_v::*;
use power::writes_v::*;

impl<D: Device> Plog<D> {
    /// Makes the metadata of all logs durable at once, in place of those of a shape: the copy that does not count is
    /// written and everything is flushed, and then the Boolean is flipped.
    fn install(&mut self, Ghost(shape): Ghost<Shape>, Tracked(permission): Tracked<Permission>)
        requires
            old(self).is_on(shape),
            permission.id() == old(self).id(),
            allows_step(
                permission,
                logs_in(old(self).storage@.read_state, shape.areas, shape.metas),
                crash(old(self)@),
            ),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self)@ == old(self)@,
    {
        let ghost (durable, read) = (self.storage@.durable_state, self.storage@.read_state);
        let tracked quiet = self.quiet.borrow();
        proof {
            lemma_unreachable(durable, shape);
            lemma_unread(durable, read, shape);
            lemma_all_len(self.metas@);
            reveal(stores_all);
        }
        let next = !self.current;
        let n = self.areas.len() as u64;
        let at = flag_address(n);
        write_checked::<D, Option<Logs>>(
            &mut self.storage,
            copy_address(n, next),
            slice_as_bytes(&self.metas),
            Ghost(recovery()),
            Ghost(shape.unread()),
            Tracked(quiet),
        );
        self.storage.flush();
        let ghost written = self.storage@.durable_state;
        let word = cdb(next);
        proof {
            let after = Shape { areas: shape.areas, metas: self.metas@, current: next };
            let flipped = write_bytes(written, at as int, cdb_bytes(next));
            self.storage.lemma_lengths();
            lemma_cdb_value(next);
            lemma_unread(durable, written, shape);
            lemma_flip(written, shape, self.metas@);
            lemma_recovered(written, shape);
            lemma_recovered(flipped, after);
            lemma_logs_agree(written, read, after, self.metas@);
            lemma_crash(read, self.areas@, self.metas@, self.next@);
            lemma_aligned_word_is_atomic(self.storage.constants().chunk, at as int);
            lemma_may_commit(permission, self.storage.constants().chunk, written, at as int, cdb_bytes(next));
        }
        self.storage.write(at, as_bytes(&word), Tracked(permission));
        self.storage.flush();
        self.current = next;
        proof {
            lemma_logs_agree(read, self.storage@.read_state, Shape { metas: self.next@, ..shape }, self.metas@);
        }
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
        self.metas.clear();
        self.metas.extend_from_slice(&self.next);
        proof {
            lemma_crash(self.storage@.read_state, self.areas@, before.metas@, self.next@);
            assert forall|i: int| 0 <= i < self@.len() implies #[trigger] self@[i] == commit(before@)[i] by {
                assert(self@[i].log =~= commit(before@)[i].log);
                assert(self@[i].pending =~= commit(before@)[i].pending);
            }
            assert(self@ =~= commit(before@));
        }
        self.install(Ghost(before.shape()), Tracked(permission));
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
        let (area, meta, next) = (self.areas[which], self.metas[which], self.next[which]);
        if head < meta.head || head - meta.head > meta.len {
            return Err(PlogError::OutOfRange { head: meta.head, tail: meta.head + meta.len });
        }
        let by = head - meta.head;
        let at = area.offset(meta.at, by);
        self.metas.set(which, Meta { head, at, len: meta.len - by });
        self.next.set(which, Meta { head, at, len: next.len - by });
        proof {
            let read = self.storage@.read_state;
            let log = before@[which as int].advance(head as int);
            area.lemma_content_from(read, meta.at as int, by as int, meta.len - by, next.len - meta.len);
            assert(self@[which as int].log =~= log.log);
            assert(self@ =~= before@.update(which as int, log));
            lemma_crash(read, self.areas@, before.metas@, before.next@);
        }
        self.install(Ghost(before.shape()), Tracked(permission));
        Ok(())
    }
}

} // verus!
