//! How a storage becomes one with empty logs.

use pmcopy::{as_bytes, slice_as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::PlogError;
use crate::layout_v::*;
use crate::recovery_v::*;
use crate::size_spec_t::*;
use pmcopy::PmBytes;
use pmcopy::arrays_v::lemma_all_len;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;

/// The areas for logs of these capacities, one behind the other, and how many bytes a storage needs for them.
pub(crate) fn lay_out(capacities: &[u64]) -> (result: Result<(Vec<Area>, u64), PlogError>)
    ensures
        match result {
            Ok((areas, len)) => {
                &&& are_areas(areas@, len as int)
                &&& len == size_of_logs(capacities@)
                &&& areas@.len() == capacities@.len()
                &&& forall|i: int| 0 <= i < areas@.len() ==> (#[trigger] areas@[i]).capacity == capacities@[i]
            },
            Err(error) => error.is_of_layout(capacities@),
        },
{
    if capacities.len() as u64 > MAX_LOGS {
        return Err(PlogError::TooManyLogs);
    }
    let mut areas: Vec<Area> = Vec::with_capacity(capacities.len());
    let mut end = metadata_size(capacities.len() as u64);
    for i in 0..capacities.len()
        invariant
            areas@.len() == i <= capacities@.len() <= MAX_LOGS,
            metadata_len(capacities@.len() as int) <= end,
            end == end_of(capacities@, i as int),
            end == free_from(capacities@.len() as int, areas@, i as int),
            forall|j: int| 0 <= j < i ==> #[trigger] is_area(capacities@.len() as int, areas@, j),
            forall|j: int| 0 <= j < i ==> (#[trigger] areas@[j]).capacity == capacities@[j],
    {
        let capacity = capacities[i];
        if capacity == 0 {
            return Err(PlogError::NoCapacity { which: i });
        }
        let Some(area) = area_behind(end, capacity) else {
            proof {
                lemma_end_grows(capacities@, i + 1, capacities@.len() as int);
            }
            return Err(PlogError::TooLarge);
        };
        let ghost before = areas@;
        end = area.address_behind();
        areas.push(area);
        assert forall|j: int| 0 <= j <= i implies #[trigger] is_area(capacities@.len() as int, areas@, j) by {
            assert(j < i ==> is_area(capacities@.len() as int, before, j));
        }
    }
    Ok((areas, end))
}

/// Makes empty logs of these capacities, whatever the storage held before. Whoever asks for it must permit anything, as
/// there is nothing to keep.
pub fn setup<D: Device>(storage: &mut PowerStorage<D>, capacities: &[u64], Tracked(all): Tracked<&Blanket>) -> (result: Result<
    (),
    PlogError,
>)
    requires
        all.id() == old(storage).id(),
        forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] all.transitions()(pre, post),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        match result {
            Ok(()) => {
                &&& final(storage)@.is_flushed()
                &&& recovered(final(storage)@.durable_state) == Some(initial(capacities@))
            },
            Err(error) => {
                &&& final(storage)@ == old(storage)@
                &&& match error {
                    PlogError::DoesNotFit { needed } => {
                        &&& needed == size_of_logs(capacities@)
                        &&& needed > old(storage)@.read_state.len()
                    },
                    _ => error.is_of_layout(capacities@),
                }
            },
        },
{
    let (areas, needed) = lay_out(capacities)?;
    if needed > storage.len() {
        return Err(PlogError::DoesNotFit { needed });
    }
    let metas = vec![Meta { head: 0, at: 0, len: 0 }; areas.len()];
    proof {
        assert forall|j: int| 0 <= j < areas@.len() implies is_meta(metas@[j], #[trigger] areas@[j]) by {
            assert(is_area(areas@.len() as int, areas@, j));
        }
    }
    write_metadata(storage, &areas, &metas, Tracked(all));
    proof {
        let s = storage@.durable_state;
        let shape = Shape { areas: areas@, metas: metas@, current: false };
        reveal(has_shape);
        lemma_recovered(s, shape);
        let (a, b) = (logs_in(s, areas@, metas@), initial(capacities@));
        assert forall|i: int| 0 <= i < a.len() implies #[trigger] a[i] == b[i] by {
            assert(a[i].pending =~= b[i].pending);
        }
    }
    Ok(())
}

/// Writes all metadata, and makes them durable.
fn write_metadata<D: Device>(
    storage: &mut PowerStorage<D>,
    areas: &[Area],
    metas: &[Meta],
    Tracked(all): Tracked<&Blanket>,
)
    requires
        all.id() == old(storage).id(),
        forall|pre: Seq<u8>, post: Seq<u8>| #[trigger] all.transitions()(pre, post),
        are_areas(areas@, old(storage)@.read_state.len() as int),
        metas@.len() == areas@.len(),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
        final(storage)@.is_flushed(),
        has_areas(final(storage)@.durable_state, areas@),
        cdb_at(final(storage)@.durable_state, flag_at(areas@.len() as int)) == Some(false),
        stores_all(final(storage)@.durable_state, copy_at(areas@.len() as int, false), metas@),
{
    let n = areas.len() as u64;
    let header = Header { magic: MAGIC, version: VERSION, logs: n };
    let at = flag_address(n);
    let ghost nothing = |s: Seq<u8>| ();
    let ghost addrs = metadata_addrs(n as int);
    proof {
        storage.lemma_lengths();
        reveal(stores);
        reveal(stores_all);
        lemma_cdb_value(false);
        header.lemma_len();
        lemma_all_len(areas@);
        lemma_all_len(metas@);
    }
    write_checked::<D, ()>(storage, HEADER, as_bytes(&header), Ghost(nothing), Ghost(addrs), Tracked(all));
    let ghost first = storage@.read_state;
    write_checked::<D, ()>(storage, TABLE, slice_as_bytes(areas), Ghost(nothing), Ghost(addrs), Tracked(all));
    let ghost second = storage@.read_state;
    write_checked::<D, ()>(storage, copy_address(n, false), slice_as_bytes(metas), Ghost(nothing), Ghost(addrs), Tracked(all));
    let ghost third = storage@.read_state;
    let word = cdb(false);
    write_quietly::<D, ()>(storage, at, as_bytes(&word), Ghost(nothing), Ghost(addrs), Tracked(all));
    storage.flush();
    proof {
        let last = storage@.read_state;
        lemma_stores_agree(first, last, from(TABLE as int), HEADER as int, header);
        lemma_stores_all_agree(second, last, from(at as int), TABLE as int, areas@);
        lemma_stores_all_agree(third, last, flag_addrs(n as int), copy_at(n as int, false), metas@);
        lemma_read_back(third, at as int, cdb_bytes(false));
    }
}

} // verus!
