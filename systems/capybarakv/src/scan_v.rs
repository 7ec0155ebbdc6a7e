//! What is in memory for the tables, made again from what is in the area. Items are not read.

use journal::Journal;
use pmcopy::PmCopy;
use pmcopy::memory_t::size_of;
use vstd::prelude::*;

verus! {

use crate::count_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use pmcopy::{PmBytes, PmSized};
use power::checked_v::*;
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::*;
use power::layout_v::*;

/// What is in memory for a main table.
pub(crate) struct Scanned {
    /// The rows that are valid.
    pub(crate) index: Index,
    /// The items that they lead to.
    pub(crate) links: Vec<u32>,
    /// The rows that are not valid.
    pub(crate) free: Vec<u32>,
    /// For each row of the item table, whether a row leads to it.
    pub(crate) used: Vec<bool>,
}

/// What a row says: the number of the item, and the hash of the key.
fn read_row<D: Device, K: PmCopy, I: PmCopy>(
    journal: &Journal<D>,
    geometry: &Geometry,
    row: u32,
    Ghost(truth): Ghost<Option<Table<K, I>>>,
) -> (result: Result<Option<(u32, u64)>, KvError>)
    requires
        journal.can_read(),
        geometry.fits(journal@.read.len() as int),
        geometry.is_for::<K, I>(),
        row < geometry.keys,
        truth matches Some(table) ==> holds_row(journal@.read, *geometry, row as int, table[row as int]),
    ensures
        truth matches Some(table) ==> match result {
            Ok(Some((item, hash))) => {
                &&& table[row as int] is Some
                &&& link_of(table[row as int]) == item
                &&& has_hash(table[row as int], hash)
            },
            Ok(None) => table[row as int] is None,
            Err(error) => error == KvError::Corrupted && !journal.constants().is_intact(),
        },
        result matches Ok(Some((item, _))) ==> item < geometry.items,
{
    let at = geometry.row_at(row);
    proof {
        geometry.lemma_row(row as int);
        reveal(stores);
    }
    let Some(is_valid) = journal.read_cdb(at) else {
        return Err(KvError::Corrupted);
    };
    if !is_valid {
        return Ok(None);
    }
    let Some(link) = journal.read_any::<u64>(at + LINK) else {
        return Err(KvError::Corrupted);
    };
    if link >= geometry.items {
        return Err(KvError::NotAStore);
    }
    let Some(key) = journal.read_checked(at + KEY, size_of::<K>()) else {
        return Err(KvError::Corrupted);
    };
    Ok(Some((link as u32, crc(&key))))
}

/// Whether what was scanned is what a table says from a row on.
pub(crate) open spec fn is_scanned<K: PmCopy, I: PmCopy>(scanned: Scanned, table: Table<K, I>, from: int) -> bool {
    let Scanned { index, links, free, used } = scanned;
    &&& forall|r: int| from <= r < table.len() ==> #[trigger] links@[r] == link_of(table[r])
    &&& forall|r: int| from <= r < table.len() ==> #[trigger] index.lists(r) == (table[r] is Some)
    &&& forall|r: int| from <= r < table.len() ==> has_hash(table[r], #[trigger] index.hash(r))
    &&& forall|i: int| 0 <= i < used@.len() && #[trigger] used@[i] ==> exists|r: int|
        from <= r < table.len() && leads_to(#[trigger] table[r], i as u32)
    &&& forall|r: int| from <= r < table.len() && #[trigger] table[r] is Some ==> used@[(table[r]->0).item as int]
    &&& forall|x: u32| #[trigger] free@.contains(x) ==> x < table.len() && table[x as int] is None
    &&& free@.len() + count_rows(table) == table.len() - from + count_rows(table.take(from))
    &&& count(used@) + count_rows(table.take(from)) == count_rows(table)
}

/// Whether what was scanned is as long as the tables are, and says nothing of rows before one.
pub(crate) open spec fn is_sound(scanned: Scanned, geometry: Geometry, from: int) -> bool {
    let Scanned { index, links, free, used } = scanned;
    &&& index.inv()
    &&& index.rows() == links@.len() == geometry.keys
    &&& used@.len() == geometry.items
    &&& forall|r: int| 0 <= r < from ==> !#[trigger] index.lists(r)
    &&& free@.no_duplicates()
    &&& forall|x: u32| #[trigger] free@.contains(x) ==> from <= x < geometry.keys
}

/// Reads the main table. If the area holds a table, what is given is what it says.
pub(crate) fn scan<D: Device, K: PmCopy, I: PmCopy>(
    journal: &Journal<D>,
    geometry: &Geometry,
    Ghost(truth): Ghost<Option<Table<K, I>>>,
) -> (result: Result<Scanned, KvError>)
    requires
        journal.can_read(),
        geometry.fits(journal@.read.len() as int),
        geometry.is_for::<K, I>(),
        truth matches Some(table) ==> holds(journal@.read, *geometry, table),
    ensures
        result matches Ok(scanned) ==> is_sound(scanned, *geometry, 0),
        truth matches Some(table) ==> match result {
            Ok(scanned) => is_scanned(scanned, table, 0),
            Err(error) => error == KvError::Corrupted && !journal.constants().is_intact(),
        },
{
    let keys = geometry.keys as u32;
    let mut scanned = Scanned {
        index: Index::new(keys),
        links: vec![NONE; keys as usize],
        free: Vec::new(),
        used: vec![false; geometry.items as usize],
    };
    let mut row = keys;
    proof {
        reveal(holds);
        lemma_count_none(scanned.used@);
        if let Some(table) = truth {
            assert(table.take(keys as int) =~= table);
        }
    }
    while row > 0
        invariant
            journal.can_read(),
            geometry.fits(journal@.read.len() as int),
            geometry.is_for::<K, I>(),
            row <= geometry.keys,
            truth matches Some(table) ==> holds(journal@.read, *geometry, table) && is_scanned(scanned, table, row as int),
            is_sound(scanned, *geometry, row as int),
        decreases row,
    {
        row -= 1;
        let ghost before = scanned;
        proof {
            reveal(holds);
            if let Some(table) = truth {
                assert(holds_row(journal@.read, *geometry, row as int, table[row as int]));
                assert(table.take(row + 1).drop_last() =~= table.take(row as int));
                assert(table.take(row + 1).last() == table[row as int]);
            }
        }
        match read_row::<D, K, I>(journal, geometry, row, Ghost(truth))? {
            None => {
                scanned.free.push(row);
                scanned.links[row as usize] = NONE;
                proof {
                    lemma_push(before.free@, row);
                }
            },
            Some((item, hash)) => {
                if scanned.used[item as usize] {
                    return Err(KvError::NotAStore);
                }
                scanned.used[item as usize] = true;
                scanned.links[row as usize] = item;
                scanned.index.insert(row, hash);
                proof {
                    lemma_count_more(before.used@, item as int);
                }
            },
        }
    }
    proof {
        if let Some(table) = truth {
            assert(table.take(0) =~= seq![]);
        }
    }
    Ok(scanned)
}

/// The rows of the item table that no row leads to.
pub(crate) fn unused(used: &[bool]) -> (free: Vec<u32>)
    requires
        used@.len() <= NONE,
    ensures
        free@.no_duplicates(),
        forall|x: u32| #[trigger] free@.contains(x) ==> x < used@.len() && !used@[x as int],
        free@.len() + count(used@) == used@.len(),
{
    let mut free: Vec<u32> = Vec::new();
    let mut item = used.len() as u32;
    assert(used@.take(item as int) =~= used@);
    while item > 0
        invariant
            item <= used@.len() <= NONE,
            free@.no_duplicates(),
            forall|x: u32| #[trigger] free@.contains(x) ==> item <= x < used@.len() && !used@[x as int],
            free@.len() + count(used@) == used@.len() - item + count(used@.take(item as int)),
        decreases item,
    {
        item -= 1;
        let ghost before = free@;
        assert(used@.take(item + 1).drop_last() =~= used@.take(item as int));
        if !used[item as usize] {
            free.push(item);
            proof {
                lemma_push(before, item);
            }
        }
    }
    free
}

} // verus!
