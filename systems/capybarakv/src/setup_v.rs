//! How a storage becomes one with a store.

use journal::Format;
use pmcopy::{PmCopy, as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::map_v::*;
use crate::operations_spec_t::*;
use crate::recovery_v::*;
use crate::table_v::*;
use journal::abstract_spec_t::*;
use journal::install_v::allows_all;
use journal::recovery_v::*;
use pmcopy::{PmBytes, PmSized};
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::permission_t::*;
use power::storage_t::*;
use power::tentative_v::*;

/// A table without keys.
pub open spec fn empty_table<K, I, L>(n: nat) -> Table<K, I, L> {
    Seq::new(n, |r: int| None)
}

/// It is the map without keys.
proof fn lemma_empty<K, I, L>(n: nat)
    ensures
        map_of(empty_table::<K, I, L>(n)) == Map::<K, Entry<I, L>>::empty(),
    decreases n,
{
    if n > 0 {
        lemma_empty::<K, I, L>((n - 1) as nat);
        assert(empty_table::<K, I, L>(n).drop_last() =~= empty_table::<K, I, L>((n - 1) as nat));
    }
}

/// Writes the geometry and the Booleans of all rows to the area of a format.
fn write_tables<D: Device>(storage: &mut PowerStorage<D>, format: &Format, geometry: &Geometry, Tracked(all): Tracked<&Blanket>)
    requires
        all.id() == old(storage).id(),
        allows_all(*all),
        geometry.is_possible(),
        geometry.size() <= format.area,
        format.fits(old(storage)@.read_state.len() as int),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        final(storage)@.is_of_len(old(storage)@.read_state.len() as int),
        stores(format.of(final(storage)@.read_state), HEADER as int, *geometry),
        forall|r: int| #![trigger geometry.row(r)]
            0 <= r < geometry.keys ==> cdb_at(format.of(final(storage)@.read_state), geometry.row(r)) == Some(false),
{
    let ghost nothing = |s: Seq<u8>| ();
    let ghost anywhere = |addr: int| true;
    let ghost len = storage@.read_state.len();
    let start = format.address(0);
    proof {
        storage.lemma_lengths();
        geometry.lemma_len();
        geometry.lemma_tables();
    }
    write_checked::<D, ()>(storage, start + HEADER, as_bytes(geometry), Ghost(nothing), Ghost(anywhere), Tracked(all));
    proof {
        format.lemma_checked(storage@.read_state, HEADER as int, Geometry::spec_size_of() as int);
        reveal(stores);
    }
    let word = cdb(false);
    for row in 0..geometry.keys as u32
        invariant
            all.id() == storage.id(),
            allows_all(*all),
            geometry.is_possible(),
            geometry.size() <= format.area,
            format.fits(len as int),
            start == format.start(),
            word == cdb_word(false),
            storage.id() == old(storage).id(),
            storage.constants() == old(storage).constants(),
            storage@.is_of_len(len as int),
            stores(format.of(storage@.read_state), HEADER as int, *geometry),
            forall|r: int| #![trigger geometry.row(r)]
                0 <= r < row ==> cdb_at(format.of(storage@.read_state), geometry.row(r)) == Some(false),
    {
        let ghost before = storage@.read_state;
        proof {
            geometry.lemma_row(row as int);
            lemma_cdb_value(false);
        }
        let ghost anywhere = |addr: int| true;
        let at = start + geometry.row_at(row);
        write_quietly::<D, ()>(storage, at, as_bytes(&word), Ghost(nothing), Ghost(anywhere), Tracked(all));
        proof {
            let (s, t) = (format.of(before), format.of(storage@.read_state));
            let addrs = geometry.flag_addrs(row as int);
            lemma_read_around_write(before, at as int, cdb_bytes(false), format.start(), format.area as int);
            lemma_read_back(s, geometry.row(row as int), cdb_bytes(false));
            lemma_stores_agree(s, t, addrs, HEADER as int, *geometry);
            assert forall|r: int| #![trigger geometry.row(r)] 0 <= r < row + 1 implies cdb_at(t, geometry.row(r)) == Some(false) by {
                if r < row {
                    geometry.lemma_row(r);
                    geometry.lemma_rows_apart(r, row as int);
                    lemma_read_agrees(s, t, addrs, geometry.row(r), WORD as int);
                }
            }
        }
    }
}

/// Makes a store without keys, whatever the storage held before. What the storage has behind the tables is for growth. The journal has room for `capacity` bytes of entries, which
/// bounds a transaction. Whoever asks for it must permit anything, as there is nothing to keep.
pub fn setup<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(
    storage: &mut PowerStorage<D>,
    geometry: &Geometry,
    capacity: u64,
    Tracked(all): Tracked<&Blanket>,
) -> (result: Result<(), KvError>)
    requires
        all.id() == old(storage).id(),
        allows_all(*all),
        geometry.is_for::<K, I, L>(),
    ensures
        final(storage).id() == old(storage).id(),
        final(storage).constants() == old(storage).constants(),
        match result {
            Ok(()) => {
                &&& final(storage)@.is_flushed()
                &&& recovered(final(storage)@.durable_state) is Some
                &&& recovered_store::<K, I, L>(final(storage)@.durable_state) == Some(
                    Stored { geometry: *geometry, map: Map::<K, Entry<I, L>>::empty() },
                )
            },
            Err(error) => {
                &&& final(storage)@ == old(storage)@
                &&& is_of_setup(error, *geometry, capacity, old(storage)@.read_state.len() as int)
            },
        },
{
    let Some(area) = geometry.needed() else {
        return Err(KvError::TooLarge);
    };
    let least = Format { program: PROGRAM, program_version: VERSION, area, capacity };
    let Some(needed) = least.needed() else {
        return Err(KvError::TooLarge);
    };
    if needed > storage.len() {
        return Err(KvError::DoesNotFit { needed });
    }
    let format = Format { area: storage.len() - least.address(0), ..least };
    proof {
        storage.lemma_lengths();
    }
    write_tables(storage, &format, geometry, Tracked(all));
    let ghost content = format.of(storage@.read_state);
    journal::setup_v::setup_open(storage, &format, Tracked(all));
    proof {
        let found = Recovered { format, area: content };
        let table = empty_table::<K, I, L>(geometry.keys as nat);
        lemma_empty::<K, I, L>(geometry.keys as nat);
        reveal(is_store);
        reveal(holds);
        assert forall|r: int| 0 <= r < table.len() implies holds_row(content, *geometry, r, #[trigger] table[r]) by {
            assert(cdb_at(content, geometry.row(r)) == Some(false));
        }
        assert(is_store(found, *geometry, table));
        lemma_look(found, *geometry, table);
    }
    Ok(())
}

} // verus!
