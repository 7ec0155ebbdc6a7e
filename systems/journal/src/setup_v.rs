//! How a storage becomes one with a journal.

use pmcopy::as_bytes;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::commit_v::*;
use crate::error_v::JournalError;
use crate::install_v::*;
use crate::layout_v::*;
use crate::operations_spec_t::*;
use crate::recovery_v::*;
use pmcopy::PmBytes;
use power::bytes_v::*;
use power::cdb_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;

/// Makes a journal in which nothing is pending, whatever the storage held before. Only the area stays as it is. Whoever asks for
/// it must permit anything, as there is nothing to keep.
pub fn setup<D: Device>(storage: &mut PowerStorage<D>, format: &Format, Tracked(all): Tracked<&Blanket>) -> (result: Result<
    (),
    JournalError,
>)
    requires
        all.id() == old(storage).id(),
        allows_all(*all),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        match result {
            Ok(()) => {
                &&& final(storage)@.is_flushed()
                &&& recovered(final(storage)@.durable_state) == Some(
                    Recovered { format: *format, area: format.of(old(storage)@.read_state) },
                )
            },
            Err(error) => {
                &&& final(storage)@ == old(storage)@
                &&& is_of_setup(error, *format, old(storage)@.read_state.len() as int)
            },
        },
{
    let Some(needed) = format.needed() else {
        return Err(JournalError::TooLarge);
    };
    if needed > storage.len() {
        return Err(JournalError::DoesNotFit { needed });
    }
    proof {
        storage.lemma_lengths();
    }
    write_metadata(storage, format, *format, Tracked(all));
    Ok(())
}

/// The same with an area that goes to the end of the storage, also if that becomes longer: [`crate::longer_v`] says what is
/// recovered then.
pub fn setup_open<D: Device>(storage: &mut PowerStorage<D>, format: &Format, Tracked(all): Tracked<&Blanket>)
    requires
        all.id() == old(storage).id(),
        allows_all(*all),
        format.fits(old(storage)@.read_state.len() as int),
        format.size() == old(storage)@.read_state.len(),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_flushed(),
        is_open(final(storage)@.durable_state, *format),
        recovered(final(storage)@.durable_state) == Some(
            Recovered { format: *format, area: format.of(old(storage)@.read_state) },
        ),
{
    write_metadata(storage, format, Format { area: REST, ..*format }, Tracked(all));
}

/// Writes all that is before the area, with this format in the header.
fn write_metadata<D: Device>(storage: &mut PowerStorage<D>, format: &Format, stored: Format, Tracked(all): Tracked<&Blanket>)
    requires
        all.id() == old(storage).id(),
        allows_all(*all),
        format.is_read(stored, old(storage)@.read_state.len() as int),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_flushed(),
        stores(final(storage)@.durable_state, HEADER as int, header(stored)),
        recovered(final(storage)@.durable_state) == Some(
            Recovered { format: *format, area: format.of(old(storage)@.read_state) },
        ),
{
    let header = Header { magic: MAGIC, version: VERSION, format: stored };
    let word = cdb(false);
    let ghost nothing = |s: Seq<u8>| ();
    let ghost addrs = |addr: int| addr < format.start();
    let ghost before = storage@.read_state;
    proof {
        storage.lemma_lengths();
        header.lemma_len();
        lemma_cdb_value(false);
        reveal(stores);
    }
    write_checked::<D, ()>(storage, HEADER, as_bytes(&header), Ghost(nothing), Ghost(addrs), Tracked(all));
    let ghost first = storage@.read_state;
    let ghost shape = Shape { format: *format, second: false, log: seq![] };
    record(storage, Ghost(shape), LOGS, &[], Ghost(|s: Seq<u8>| None::<Recovered>), Tracked(all));
    let ghost logged = storage@.read_state;
    write_quietly::<D, ()>(storage, FLAG, as_bytes(&word), Ghost(nothing), Ghost(addrs), Tracked(all));
    storage.flush();
    proof {
        storage.lemma_lengths();
        lemma_stores_agree(first, logged, format.log_addrs(false), HEADER as int, header);
        lemma_stores_agree(logged, storage@.durable_state, flag_addrs(), HEADER as int, header);
        lemma_flag(logged, shape);
        lemma_recovered(storage@.durable_state, shape);
        lemma_read_agrees(before, logged, addrs, format.start(), format.area as int);
    }
}

} // verus!
