//! Commits. One flush makes the new log durable, together with all that was written before, and one the Boolean that says that it
//! counts.

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
use power::layout_v::checked_range;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;
use power::writes_v::*;

/// Whether a permission allows everything.
pub open spec fn allows_any(permission: Permission) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] permission.permits(pre, post)
}

/// Stores a log where recovery does not look.
pub(crate) fn record<D: Device>(
    storage: &mut PowerStorage<D>,
    Ghost(shape): Ghost<Shape>,
    at: u64,
    log: &[u8],
    Ghost(recover): Ghost<spec_fn(Seq<u8>) -> Option<Recovered>>,
    Tracked(quiet): Tracked<&Blanket>,
)
    requires
        shape.log == log@ && at == shape.format.log(shape.second),
        shape.format.fits(old(storage)@.read_state.len() as int),
        log@.len() <= shape.format.capacity,
        entries(log@, shape.format.area as int) is Some,
        quiet.id() == old(storage).id(),
        may_scribble(*quiet, recover, old(storage)@.durable_state, shape.format.log_addrs(shape.second)),
    ensures
        only_scribbled(*old(storage), *final(storage), shape.format.log_addrs(shape.second)),
        recover(final(storage)@.durable_state) == recover(old(storage)@.durable_state),
        shape.is_logged(final(storage)@.read_state),
        agree_outside(old(storage)@.read_state, final(storage)@.read_state, shape.format.log_addrs(shape.second)),
{
    let ghost addrs = shape.format.log_addrs(shape.second);
    let len = log.len() as u64;
    proof {
        storage.lemma_lengths();
        reveal(stores);
        len.lemma_len();
    }
    write_checked::<D, Option<Recovered>>(storage, at, as_bytes(&len), Ghost(recover), Ghost(addrs), Tracked(quiet));
    let ghost first = storage@.read_state;
    write_checked::<D, Option<Recovered>>(storage, at + ENTRIES, log, Ghost(recover), Ghost(addrs), Tracked(quiet));
    proof {
        let behind = checked_range(at + ENTRIES, log@.len() as int);
        lemma_stores_agree(first, storage@.read_state, behind, at as int, len);
    }
}

/// Makes a log the one that counts. What is read of the area is durable then. A crash leaves the journal as it was, or with this
/// log. Where there is no journal to recover, everything must be permitted.
pub(crate) fn publish<D: Device, C: Callback>(
    storage: &mut PowerStorage<D>,
    format: &Format,
    second: bool,
    log: &[u8],
    Ghost(shape): Ghost<Shape>,
    Tracked(quiet): Tracked<&Blanket>,
    Tracked(permission): Tracked<AtomicPermission<C>>,
) -> (completion: Tracked<C::Completion>)
    requires
        shape.format == format && shape.second != second,
        format.fits(old(storage)@.read_state.len() as int),
        log@.len() <= format.capacity,
        entries(log@, format.area as int) is Some,
        quiet.id() == old(storage).id(),
        permission.id() == old(storage).id(),
        allows_quiet(*quiet, recovery()),
        has_shape(old(storage)@.durable_state, shape) || (allows_all(*quiet) && allows_any(permission.permission())),
        has_shape(old(storage)@.durable_state, shape) ==> allows_step(
            permission.permission(),
            shape.recovered(old(storage)@.durable_state),
            (Shape { format: *format, second, log: log@ }).recovered(old(storage)@.read_state),
        ),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
        final(storage)@.is_flushed(),
        format.of(final(storage)@.read_state) == format.of(old(storage)@.read_state),
        has_shape(old(storage)@.durable_state, shape) ==> {
            &&& has_shape(final(storage)@.durable_state, Shape { format: *format, second, log: log@ })
            &&& is_completed(
                permission.callback(),
                shape.recovered(old(storage)@.durable_state),
                (Shape { format: *format, second, log: log@ }).recovered(old(storage)@.read_state),
                completion@,
            )
        },
{
    let ghost (s, read, size) = (storage@.durable_state, storage@.read_state, storage.constants().chunk);
    let ghost next = Shape { format: *format, second, log: log@ };
    let ghost recover = recovery_of(s, shape);
    let word = cdb(second);
    proof {
        storage.lemma_lengths();
        lemma_may_scribble(*quiet, s, shape);
        lemma_cdb_value(second);
        lemma_aligned_word_is_atomic(size, FLAG as int);
    }
    record(storage, Ghost(next), format.log_at(second), log, Ghost(recover), Tracked(quiet));
    storage.flush();
    let ghost t = storage@.durable_state;
    let ghost flagged = write_bytes(t, FLAG as int, cdb_bytes(second));
    proof {
        lemma_read_agrees(read, t, format.log_addrs(second), format.start(), format.area as int);
        lemma_read_beside_write(t, FLAG as int, cdb_bytes(second), format.start(), format.area as int);
        if has_shape(s, shape) {
            lemma_loose(s, t, shape);
            reveal(has_shape);
            lemma_flag(t, next);
            lemma_recovered(flagged, next);
            assert(t != flagged);
        }
        lemma_may_commit(permission.permission(), size, t, FLAG as int, cdb_bytes(second));
    }
    let completion = storage.write_with::<C>(FLAG, as_bytes(&word), Tracked(permission));
    storage.flush();
    completion
}

impl<D: Device> Journal<D> {
    /// Does all that is pending, and makes durable what was written directly. A crash leaves all or nothing of what was pending.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_step(permission, old(self)@.found(old(self)@.durable), old(self)@.found(old(self)@.committed())),
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
            allows_step(permission.permission(), old(self)@.found(old(self)@.durable), old(self)@.found(old(self)@.committed())),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
            is_completed(
                permission.callback(),
                old(self)@.found(old(self)@.durable),
                old(self)@.found(old(self)@.committed()),
                completion@,
            ),
    {
        let ghost before = self.shape@;
        proof {
            self.lemma_fits();
        }
        self.second = !self.second;
        self.is_settled = self.log.is_empty();
        self.shape = Ghost(Shape { format: self.format, second: self.second, log: self.log@ });
        let tracked quiet = self.quiet.borrow();
        let completion = publish::<D, C>(
            &mut self.storage,
            &self.format,
            self.second,
            &self.log,
            Ghost(before),
            Tracked(quiet),
            Tracked(permission),
        );
        install(&mut self.storage, &self.format, &self.log, self.shape, Tracked(quiet));
        self.log.clear();
        completion
    }

    /// Leaves nothing to install: what the last commit did is durable where it belongs, and its log does not count any more. Nothing
    /// is done if that is so already. What is pending stays so.
    pub fn settle<T>(&mut self, Ghost(look): Ghost<spec_fn(Recovered) -> T>)
        requires
            old(self).inv(),
            allows_quiet(old(self).quiet(), looking(look)),
            look(old(self)@.found(old(self)@.read)) == look(old(self)@.found(old(self)@.durable)),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).is_settled(),
            final(self)@ == (JournalView { durable: final(self)@.durable, ..old(self)@ }),
            final(self)@.durable == old(self)@.durable || final(self)@.durable == old(self)@.read,
    {
        if self.is_settled {
            return;
        }
        let ghost before = self.shape@;
        let tracked quiet = self.quiet.borrow();
        let tracked permission = AtomicPermission::new(quiet.once(), Silent {  });
        proof {
            self.lemma_fits();
        }
        self.second = !self.second;
        self.is_settled = true;
        self.shape = Ghost(Shape { format: self.format, second: self.second, log: seq![] });
        publish::<D, Silent>(
            &mut self.storage,
            &self.format,
            self.second,
            &[],
            Ghost(before),
            Tracked(quiet),
            Tracked(permission),
        );
    }
}

} // verus!
