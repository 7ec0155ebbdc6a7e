//! How a store is found again after a restart.

use journal::Journal;
use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::count_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::order_v::*;
use crate::recovery_v::*;
use crate::scan_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use journal::abstract_spec_t::*;
use journal::install_v::allows_all;
use journal::recovery_v::*;
use pmcopy::PmSized;
use power::copied_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;

/// What went well, or the error of the journal.
fn of_journal<T>(result: Result<T, journal::JournalError>) -> (made: Result<T, KvError>)
    ensures
        match result {
            Ok(value) => made == Ok::<T, KvError>(value),
            Err(error) => made == Err::<T, KvError>(KvError::spec_of(error)),
        },
{
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(KvError::of(error)),
    }
}

/// The geometry of the store in the area of a journal, if it is one for these types.
fn read_geometry<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(journal: &Journal<D>, types: u64) -> (result: Result<Geometry, KvError>)
    requires
        journal.can_read(),
    ensures
        result matches Ok(geometry) ==> {
            &&& geometry.fits(journal@.read.len() as int)
            &&& geometry.is_for::<K, I, L>()
            &&& geometry.types == types
        },
        forall|geometry: Geometry, table: Table<K, I, L>| #[trigger]
            is_store(journal@.found(journal@.read), geometry, table) ==> match result {
                Ok(found) => found == geometry,
                Err(KvError::OtherTypes) => geometry.types != types,
                Err(error) => error == KvError::Corrupted && !journal.constants().is_intact(),
            },
{
    let format = journal.format();
    proof {
        journal.lemma_area_len();
        reveal(is_store);
        reveal(holds);
        assert forall|geometry: Geometry| MAIN <= #[trigger] geometry.size() by {
            geometry.lemma_tables();
        }
    }
    if format.program != PROGRAM {
        return Err(KvError::NotAStore);
    }
    if format.program_version != VERSION {
        return Err(KvError::OtherVersion { version: format.program_version });
    }
    if format.area < MAIN {
        return Err(KvError::NotAStore);
    }
    let Some(geometry) = journal.read_any::<Geometry>(HEADER) else {
        return Err(KvError::Corrupted);
    };
    let Some(size) = geometry.needed() else {
        return Err(KvError::NotAStore);
    };
    if size > format.area {
        return Err(KvError::NotAStore);
    }
    if geometry.types != types || !geometry.check_types::<K, I, L>() {
        return Err(KvError::OtherTypes);
    }
    Ok(geometry)
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// Starts with what a storage holds, after [`setup`](crate::setup_v::setup) or any crash since: if a commit was interrupted it
    /// is finished. Corruption of the metadata is an error. Where there is no store there is nothing to keep.
    pub fn start(storage: PowerStorage<D>, types: u64, Tracked(quiet): Tracked<Blanket>) -> (result: Result<
        KvStore<D, K, I, L, O>,
        KvError,
    >)
        requires
            storage@.is_flushed(),
            quiet.id() == storage.id(),
            allows_quiet(quiet, looking(look::<K, I, L>())),
            recovered(storage@.durable_state) is Some || allows_all(quiet),
        ensures
            recovered_store::<K, I, L>(storage@.durable_state) matches Some(stored) ==> match result {
                Ok(store) => {
                    &&& store.inv()
                    &&& store.id() == storage.id()
                    &&& store.constants() == storage.constants()
                    &&& store.quiet() == quiet
                    &&& !store.is_ordered()
                    &&& store@ == KvView::idle(stored, store@.capacity)
                    &&& stored.geometry.types == types
                },
                Err(KvError::OtherTypes) => stored.geometry.types != types,
                Err(error) => error == KvError::Corrupted && !storage.constants().is_intact(),
            },
    {
        let ghost s = storage@.durable_state;
        let ghost found = recovered(s)->0;
        let ghost is_there = recovered_store::<K, I, L>(s) is Some;
        proof {
            assert forall|pre: Seq<u8>, post: Seq<u8>|
                pre.len() == post.len() && recovery()(post) == recovery()(pre) implies #[trigger] quiet.transitions()(pre, post) by {
                assert(looking(look::<K, I, L>())(post) == looking(look::<K, I, L>())(pre));
            }
        }
        let journal = of_journal(Journal::start(storage, Tracked(quiet)))?;
        let ghost (truth, table) = choose|geometry: Geometry, table: Table<K, I, L>| is_store(found, geometry, table);
        proof {
            if is_there {
                assert(is_store(found, truth, table));
                lemma_look(found, truth, table);
                assert(journal@.found(journal@.read) =~= found);
                assert(journal@.committed() == journal@.read);
            }
        }
        let geometry = read_geometry::<D, K, I, L>(&journal, types)?;
        proof {
            reveal(is_store);
        }
        let scanned = scan::<D, K, I, L>(&journal, &geometry, Ghost(if is_there { Some(table) } else { None }))?;
        let Scanned { index, slots, free, used, lists } = scanned;
        let (free_items, free_nodes) = (unused(&used), unused(&lists.used));
        let (kept, kept_next) = (slots.clone(), lists.next.clone());
        let tables = Tables { journal, geometry, durable: Ghost(table), current: Ghost(table), busy: Ghost(Busy::none()) };
        let store = KvStore {
            tables,
            index,
            slots,
            kept,
            next: lists.next,
            kept_next,
            rows: Space { free, taken: Vec::new(), given: Vec::new() },
            items: Space { free: free_items, taken: Vec::new(), given: Vec::new() },
            nodes: Space { free: free_nodes, taken: Vec::new(), given: Vec::new() },
            touched: Vec::new(),
            touched_nodes: Vec::new(),
            order: None,
        };
        proof {
            if is_there {
                lemma_bounded(store.tables.journal@.read, geometry, table);
                lemma_count(table);
                reveal(chains);
                reveal(is_same_before);
                assert(store.kept@ =~= store.slots@);
                assert(store.kept_next@ =~= store.next@);
                assert forall|x: u32| #[trigger] store.items.free@.contains(x) implies is_unused(table, x) by {
                    reveal(holds);
                    assert forall|r: int| 0 <= r < table.len() implies !leads_to(#[trigger] table[r], x) by {}
                }
                assert(store.inv());
            }
        }
        Ok(store)
    }
}

} // verus!
