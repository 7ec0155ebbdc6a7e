//! How a journal is found again after a restart.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::commit_v::*;
use crate::error_v::JournalError;
use crate::install_v::*;
use crate::journal_v::*;
use crate::layout_v::*;
use crate::log_v::*;
use crate::recovery_v::*;
use power::atomic_t::*;
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
    proof {
        assert forall|format: Format| #[trigger] has_format(storage@.read_state, format) implies format.is_read(header.format, len as int) by {
            assert(stores(storage@.read_state, HEADER as int, crate::layout_v::header(format)) || is_open(storage@.read_state, format));
        }
    }
    if header.magic != MAGIC || header.version != VERSION {
        return Err(JournalError::NotAJournal);
    }
    let Some(format) = header.format.resolve(len) else {
        return Err(JournalError::NotAJournal);
    };
    Ok(format)
}

/// The log that counts, and whether it is the second.
fn read_log<D: Device>(storage: &PowerStorage<D>, format: &Format) -> (result: Result<(bool, Vec<u8>), JournalError>)
    requires
        format.fits(storage@.read_state.len() as int),
    ensures
        result matches Ok((_, log)) ==> entries(log@, format.area as int) is Some && log@.len() <= format.capacity,
        forall|shape: Shape| #[trigger]
            has_shape(storage@.read_state, shape) && shape.format == format ==> match result {
                Ok((second, log)) => shape.second == second && shape.log == log@,
                Err(error) => error == JournalError::Corrupted && !storage.constants().is_intact(),
            },
        storage.constants().is_intact() && has_format(storage@.read_state, *format) ==> (result matches Ok((second, log))
            ==> has_shape(storage@.read_state, Shape { format: *format, second, log: log@ })),
{
    proof {
        reveal(has_shape);
    }
    let Some(second) = read_cdb(storage, FLAG) else {
        return Err(JournalError::Corrupted);
    };
    let at = format.log_at(second);
    let Some(len) = read_any::<D, u64>(storage, at) else {
        return Err(JournalError::Corrupted);
    };
    if len > format.capacity {
        return Err(JournalError::NotAJournal);
    }
    let Some(log) = read_checked(storage, at + ENTRIES, len as usize) else {
        return Err(JournalError::Corrupted);
    };
    if is_log(&log, format.area) { Ok((second, log)) } else { Err(JournalError::NotAJournal) }
}

impl<D: Device> Journal<D> {
    /// Starts with what a storage holds, after [`setup`](crate::setup_v::setup) or any crash since: the log that counts is installed,
    /// and then one without entries counts. Corruption is an error. Where there is no journal there is nothing to keep.
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
                    &&& journal.is_settled()
                    &&& journal@ == JournalView::idle(found)
                },
                Err(error) => error == JournalError::Corrupted && !storage.constants().is_intact(),
            },
            storage.constants().is_intact() && result is Ok ==> recovered(storage@.durable_state) is Some,
            result matches Ok(journal) ==> journal.can_read() && journal.constants() == storage.constants(),
    {
        let mut storage = storage;
        let ghost s = storage@.durable_state;
        let ghost truth = choose|shape: Shape| has_shape(s, shape);
        proof {
            storage.lemma_lengths();
            reveal(has_shape);
        }
        let format = read_header(&storage)?;
        let (read, log) = read_log(&storage, &format)?;
        let ghost shape = Shape { format, second: read, log: log@ };
        let mut second = read;
        let tracked permission = AtomicPermission::new(quiet.once(), Silent {  });
        if !log.is_empty() {
            second = !read;
            install(&mut storage, &format, &log, Ghost(shape), Tracked(&quiet));
            publish::<D, Silent>(&mut storage, &format, second, &[], Ghost(shape), Tracked(&quiet), Tracked(permission));
        }
        proof {
            assert(log@.len() == 0 ==> log@ =~= seq![]);
        }
        let shape = Ghost(Shape { format, second, log: seq![] });
        Ok(Journal { storage, format, second, is_settled: true, shape, log: Vec::new(), quiet: Tracked(quiet) })
    }
}

} // verus!
