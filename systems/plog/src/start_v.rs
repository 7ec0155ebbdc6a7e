//! How logs are found again after a restart.

use vstd::prelude::*;

verus! {

use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::plog_v::*;
use crate::recovery_v::*;
use crate::size_spec_t::*;
use power::checked_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;

/// Whether areas and metadata are as they should be.
fn are_valid(areas: &[Area], metas: &[Meta], len: u64) -> (are: bool)
    requires
        areas@.len() == metas@.len() <= MAX_LOGS,
        metadata_len(areas@.len() as int) <= len,
    ensures
        are == (are_areas(areas@, len as int) && are_metas(metas@, areas@)),
{
    let mut end = metadata_size(areas.len() as u64);
    for i in 0..areas.len()
        invariant
            areas@.len() == metas@.len() <= MAX_LOGS,
            metadata_len(areas@.len() as int) <= end == free_from(areas@.len() as int, areas@, i as int) <= len,
            forall|j: int| 0 <= j < i ==> #[trigger] is_area(areas@.len() as int, areas@, j),
            forall|j: int| #![trigger metas@[j]] #![trigger areas@[j]] 0 <= j < i ==> is_meta(metas@[j], areas@[j]),
    {
        let (area, meta) = (areas[i], metas[i]);
        if !area.lies_between(end, len) {
            proof {
                if are_areas(areas@, len as int) {
                    lemma_areas_apart(areas@, len as int, i as int, i as int);
                    assert(is_area(areas@.len() as int, areas@, i as int));
                }
            }
            return false;
        }
        if meta.at >= area.capacity || meta.len > area.capacity || meta.len > u64::MAX - meta.head {
            return false;
        }
        end = area.address_behind();
    }
    true
}

impl<D: Device> Plog<D> {
    /// Starts with what a storage holds, after [`setup`](crate::setup_v::setup) or any crash since. Corrupted metadata are
    /// an error; nothing is written.
    pub fn start(storage: PowerStorage<D>, Tracked(quiet): Tracked<Blanket>) -> (result: Result<Plog<D>, PlogError>)
        requires
            storage@.is_flushed(),
            quiet.id() == storage.id(),
            allows_quiet(quiet, recovery()),
        ensures
            recovered(storage@.durable_state) matches Some(logs) ==> match result {
                Ok(plog) => {
                    &&& plog.inv()
                    &&& plog.id() == storage.id()
                    &&& plog.constants() == storage.constants()
                    &&& plog@ == logs
                },
                Err(error) => error == PlogError::Corrupted && !storage.constants().is_intact(),
            },
            storage.constants().is_intact() && result is Ok ==> recovered(storage@.durable_state) is Some,
    {
        let len = storage.len();
        let ghost s = storage@.durable_state;
        let ghost shape = choose|shape: Shape| has_shape(s, shape);
        proof {
            reveal(has_shape);
        }
        if len < metadata_size(0) {
            return Err(PlogError::NotALog);
        }
        let Some(header) = read_any::<D, Header>(&storage, HEADER) else {
            return Err(PlogError::Corrupted);
        };
        let n = header.logs;
        if header.magic != MAGIC || header.version != VERSION || n > MAX_LOGS || metadata_size(n) > len {
            return Err(PlogError::NotALog);
        }
        let Some(areas) = read_all::<D, Area>(&storage, TABLE, n as usize) else {
            return Err(PlogError::Corrupted);
        };
        let Some(current) = read_cdb(&storage, flag_address(n)) else {
            return Err(PlogError::Corrupted);
        };
        let Some(metas) = read_all::<D, Meta>(&storage, copy_address(n, current), n as usize) else {
            return Err(PlogError::Corrupted);
        };
        if !are_valid(&areas, &metas, len) {
            return Err(PlogError::NotALog);
        }
        let next = metas.clone();
        let plog = Plog { storage, areas, metas, next, current, quiet: Tracked(quiet) };
        assert(storage.constants().is_intact() ==> has_shape(s, plog.shape()));
        Ok(plog)
    }
}

} // verus!
