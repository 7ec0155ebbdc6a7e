//! How a journal is found again after a restart.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::JournalError;
use crate::install_v::*;
use crate::journal_v::*;
use crate::layout_v::*;
use crate::log_v::*;
use crate::recovery_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;

/// The header of a storage, if it is one of a journal.
fn read_header<D: Device>(storage: &PowerStorage<D>) -> (result: Result<Format, JournalError>)
    ensures
        result matches Ok(format) ==> format.fits(storage@.read_state.len() as int),
        forall|format: Format| #[trigger]
            has_format(storage@.read_state, format) ==> match result {
                Ok(found) => found == format,
                Err(error) => error == JournalError::Corrupted && !storage.constants().is_intact(),
            },
        storage.constants().is_intact() ==> (result matches Ok(format) ==> has_format(storage@.read_state, format)),
{
    let len = storage.len();
    if len < FLAG {
        return Err(JournalError::NotAJournal);
    }
    let Some(header) = read_any::<D, Header>(storage, HEADER) else {
        return Err(JournalError::Corrupted);
    };
    let Some(needed) = header.format.needed() else {
        return Err(JournalError::NotAJournal);
    };
    if header.magic != MAGIC || header.version != VERSION || needed > len {
        return Err(JournalError::NotAJournal);
    }
    Ok(header.format)
}

/// The log that is to be installed, if there is one.
fn read_log<D: Device>(storage: &PowerStorage<D>, format: &Format) -> (result: Result<Option<Vec<u8>>, JournalError>)
    requires
        format.fits(storage@.read_state.len() as int),
    ensures
        result matches Ok(Some(log)) ==> entries(log@, format.area as int) is Some,
        forall|shape: Shape| #[trigger]
            has_shape(storage@.read_state, shape) && shape.format == format ==> match result {
                Ok(Some(log)) => shape.log == Some(log@),
                Ok(None) => shape.log is None,
                Err(error) => error == JournalError::Corrupted && !storage.constants().is_intact(),
            },
        storage.constants().is_intact() && has_format(storage@.read_state, *format) ==> match result {
            Ok(Some(log)) => has_shape(storage@.read_state, Shape { format: *format, log: Some(log@) }),
            Ok(None) => has_shape(storage@.read_state, Shape::idle(*format)),
            Err(_) => true,
        },
{
    proof {
        reveal(has_shape);
    }
    let Some(is_committed) = read_cdb(storage, FLAG) else {
        return Err(JournalError::Corrupted);
    };
    if !is_committed {
        return Ok(None);
    }
    let Some(len) = read_any::<D, u64>(storage, LENGTH) else {
        return Err(JournalError::Corrupted);
    };
    if len > format.capacity {
        return Err(JournalError::NotAJournal);
    }
    let Some(log) = read_checked(storage, LOG, len as usize) else {
        return Err(JournalError::Corrupted);
    };
    if is_log(&log, format.area) { Ok(Some(log)) } else { Err(JournalError::NotAJournal) }
}

impl<D: Device> Journal<D> {
    /// Starts with what a storage holds, after [`setup`](crate::setup_v::setup) or any crash since: if a log is committed
    /// it is installed. Corruption is an error. Where there is no journal there is nothing to keep.
    pub fn start(storage: PowerStorage<D>, Tracked(quiet): Tracked<Blanket>) -> (result: Result<Journal<D>, JournalError>)
        requires
            storage@.is_flushed(),
            quiet.id() == storage.id(),
            allows_quiet(quiet, recovery()),
            recovered(storage@.durable_state) is Some || allows_all(quiet),
        ensures
            recovered(storage@.durable_state) matches Some(found) ==> match result {
                Ok(journal) => {
                    &&& journal.inv()
                    &&& journal.id() == storage.id()
                    &&& journal.constants() == storage.constants()
                    &&& journal.quiet() == quiet
                    &&& journal@ == JournalView::idle(found)
                },
                Err(error) => error == JournalError::Corrupted && !storage.constants().is_intact(),
            },
            storage.constants().is_intact() && result is Ok ==> recovered(storage@.durable_state) is Some,
            result matches Ok(journal) ==> journal.can_read() && journal.constants() == storage.constants(),
    {
        let mut storage = storage;
        let ghost s = storage@.durable_state;
        let ghost shape = choose|shape: Shape| has_shape(s, shape);
        proof {
            storage.lemma_lengths();
            reveal(has_shape);
        }
        let format = read_header(&storage)?;
        if let Some(log) = read_log(&storage, &format)? {
            install(&mut storage, &format, &log, Tracked(&quiet));
        }
        Ok(Journal { storage, format, log: Vec::new(), quiet: Tracked(quiet) })
    }
}

} // verus!
