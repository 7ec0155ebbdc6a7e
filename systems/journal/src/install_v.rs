//! Doing what a log says: the entries are written to where they go, and then the Boolean says that there is nothing to do.

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::log_v::*;
use crate::recovery_v::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::chunks_v::*;
use power::device_t::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::replay_v::*;
use power::storage_t::*;
use power::tentative_v::*;
use power::writes_v::*;
use vstd::slice::*;

/// Whether a permission allows everything.
pub open spec fn allows_all(quiet: Blanket) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] quiet.transitions()(pre, post)
}

/// Writes the entries of a log to the area, where recovery does not look.
fn replay<D: Device>(
    storage: &mut PowerStorage<D>,
    format: &Format,
    log: &[u8],
    Ghost(recover): Ghost<spec_fn(Seq<u8>) -> Option<Recovered>>,
    Tracked(quiet): Tracked<&Blanket>,
)
    requires
        format.fits(old(storage)@.read_state.len() as int),
        entries(log@, format.area as int) is Some,
        quiet.id() == old(storage).id(),
        may_scribble(
            *quiet,
            recover,
            old(storage)@.durable_state,
            format.lift(covered(entries(log@, format.area as int)->0)),
        ),
    ensures
        only_scribbled(*old(storage), *final(storage), format.lift(covered(entries(log@, format.area as int)->0))),
        recover(final(storage)@.durable_state) == recover(old(storage)@.durable_state),
        agree_outside(old(storage)@.read_state, final(storage)@.read_state, format.lift(covered(entries(log@, format.area as int)->0))),
        format.of(final(storage)@.read_state) == after_all(
            format.of(old(storage)@.read_state),
            entries(log@, format.area as int)->0,
        ),
{
    let ghost area = format.area as int;
    let ghost all = entries(log@, area)->0;
    let ghost addrs = format.lift(covered(all));
    let ghost first_area = format.of(storage@.read_state);
    let ghost mut done: Seq<Write> = seq![];
    let mut left = log;
    assert(all =~= done + all);
    proof {
        storage.lemma_lengths();
    }
    while !left.is_empty()
        invariant
            entries(left@, area) is Some,
            area == format.area,
            all == done + entries(left@, area)->0,
            addrs == format.lift(covered(all)),
            format.fits(storage@.read_state.len() as int),
            quiet.id() == storage.id(),
            may_scribble(*quiet, recover, storage@.durable_state, addrs),
            only_scribbled(*old(storage), *storage, addrs),
            agree_outside(old(storage)@.read_state, storage@.read_state, addrs),
            recover(storage@.durable_state) == recover(old(storage)@.durable_state),
            format.of(storage@.read_state) == after_all(first_area, done),
        decreases left@.len(),
    {
        let ghost read = storage@.read_state;
        let ghost entry = first(left@);
        let Some(place) = next(left, format.area) else {
            return;
        };
        let end = PLACE + place.len as usize;
        let bytes = slice_subrange(left, PLACE, end);
        let at = format.address(place.addr);
        proof {
            storage.lemma_lengths();
            assert(all[done.len() as int] == entry);
            assert forall|i: int| at <= i < at + bytes@.len() implies #[trigger] addrs(i) by {
                assert(range(all[done.len() as int].addr, all[done.len() as int].bytes.len() as int)(i - format.start()));
            }
        }
        write_quietly::<D, Option<Recovered>>(storage, at, bytes, Ghost(recover), Ghost(addrs), Tracked(quiet));
        proof {
            lemma_read_around_write(read, at as int, bytes@, format.start(), area);
            assert(done.push(entry).drop_last() =~= done);
            assert(all =~= done.push(entry) + entries(rest(left@), area)->0);
            done = done.push(entry);
        }
        left = slice_subrange(left, end, left.len());
    }
    assert(done =~= all);
}

/// Does what a log says, and makes it durable. Where there is no journal to recover, everything must be permitted.
pub(crate) fn install<D: Device>(
    storage: &mut PowerStorage<D>,
    format: &Format,
    log: &[u8],
    Tracked(quiet): Tracked<&Blanket>,
)
    requires
        old(storage)@.is_flushed(),
        format.fits(old(storage)@.read_state.len() as int),
        entries(log@, format.area as int) is Some,
        quiet.id() == old(storage).id(),
        allows_quiet(*quiet, recovery()),
        has_shape(old(storage)@.durable_state, Shape { format: *format, log: Some(log@) }) || allows_all(*quiet),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_flushed(),
        final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
        has_shape(old(storage)@.durable_state, Shape { format: *format, log: Some(log@) }) ==> {
            &&& has_shape(final(storage)@.durable_state, Shape::idle(*format))
            &&& format.of(final(storage)@.durable_state) == after_all(
                format.of(old(storage)@.durable_state),
                entries(log@, format.area as int)->0,
            )
        },
{
    let ghost (s, size) = (storage@.durable_state, storage.constants().chunk);
    let ghost shape = Shape { format: *format, log: Some(log@) };
    let ghost recover = if has_shape(s, shape) { recovery() } else { |s: Seq<u8>| None::<Recovered> };
    proof {
        storage.lemma_lengths();
        if has_shape(s, shape) {
            lemma_covered_unreachable(s, shape);
        }
    }
    replay(storage, format, log, Ghost(recover), Tracked(quiet));
    storage.flush();
    let word = cdb(false);
    let ghost installed = storage@.durable_state;
    let ghost cleared = power::bytes_spec_t::write_bytes(installed, FLAG as int, cdb_bytes(false));
    let tracked permission = quiet.once();
    proof {
        lemma_cdb_value(false);
        lemma_aligned_word_is_atomic(size, FLAG as int);
        if has_shape(s, shape) {
            lemma_loose(s, installed, shape);
            reveal(has_shape);
            lemma_flag(installed, Shape::idle(*format));
            lemma_recovered(installed, shape);
            lemma_recovered(cleared, Shape::idle(*format));
            lemma_install_idempotent(format.of(s), shape.entries());
        }
        lemma_may_commit(permission, size, installed, FLAG as int, cdb_bytes(false));
    }
    storage.write(FLAG, as_bytes(&word), Tracked(permission));
    storage.flush();
    proof {
        storage.lemma_lengths();
    }
}

} // verus!
