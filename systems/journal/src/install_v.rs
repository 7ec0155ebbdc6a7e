//! Doing what a log says: its entries are written to where they go. Nothing waits for that: as long as the log counts, recovery does
//! it again.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::log_v::*;
use crate::recovery_v::*;
use power::bytes_v::*;
use power::device_t::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::replay_v::*;
use power::storage_t::*;
use power::tentative_v::*;
use vstd::slice::*;

/// Whether a permission allows everything.
pub open spec fn allows_all(quiet: Blanket) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] quiet.transitions()(pre, post)
}

/// Recovery, where there is something to recover.
pub open spec fn recovery_of(s: Seq<u8>, shape: Shape) -> spec_fn(Seq<u8>) -> Option<Recovered> {
    if has_shape(s, shape) { recovery() } else { |s: Seq<u8>| None }
}

/// It does not look at the log that does not count, nor at what the entries of the other one go to.
pub(crate) proof fn lemma_may_scribble(quiet: Blanket, s: Seq<u8>, shape: Shape)
    requires
        allows_quiet(quiet, recovery()),
        has_shape(s, shape) || allows_all(quiet),
    ensures
        may_scribble(quiet, recovery_of(s, shape), s, shape.format.log_addrs(!shape.second)),
        may_scribble(quiet, recovery_of(s, shape), s, shape.format.lift(covered(shape.entries()))),
{
    if has_shape(s, shape) {
        lemma_other_log_unreachable(s, shape);
        lemma_covered_unreachable(s, shape);
    }
}

/// Does what the log says that counts. Where there is no journal to recover, everything must be permitted.
pub(crate) fn install<D: Device>(
    storage: &mut PowerStorage<D>,
    format: &Format,
    log: &[u8],
    Ghost(shape): Ghost<Shape>,
    Tracked(quiet): Tracked<&Blanket>,
)
    requires
        shape.format == format && shape.log == log@,
        format.fits(old(storage)@.read_state.len() as int),
        entries(log@, format.area as int) is Some,
        quiet.id() == old(storage).id(),
        allows_quiet(*quiet, recovery()),
        has_shape(old(storage)@.durable_state, shape) || allows_all(*quiet),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
        shape.area(final(storage)@.read_state) == shape.area(old(storage)@.read_state),
        format.of(final(storage)@.read_state) == shape.area(old(storage)@.read_state),
        has_shape(old(storage)@.durable_state, shape) ==> {
            &&& has_shape(final(storage)@.durable_state, shape)
            &&& shape.area(final(storage)@.durable_state) == shape.area(old(storage)@.durable_state)
        },
{
    let ghost (s, area) = (storage@.durable_state, format.area as int);
    let ghost recover = recovery_of(s, shape);
    let ghost all = shape.entries();
    let ghost addrs = format.lift(covered(all));
    let ghost first_area = format.of(storage@.read_state);
    let ghost mut done: Seq<Write> = seq![];
    let mut left = log;
    assert(all =~= done + all);
    proof {
        storage.lemma_lengths();
        lemma_may_scribble(*quiet, s, shape);
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
            recover(storage@.durable_state) == recover(s),
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
    proof {
        assert(done =~= all);
        lemma_install_idempotent(first_area, all);
        if has_shape(s, shape) {
            lemma_loose(s, storage@.durable_state, shape);
        }
    }
}

} // verus!
