//! What is in memory for the tables, made again from what is in the area. Items and elements are not read.

use journal::Journal;
use pmcopy::PmCopy;
use pmcopy::memory_t::size_of;
use vstd::prelude::*;

verus! {

use crate::count_v::*;
use crate::distinct_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use pmcopy::{PmBytes, PmSized};
use power::checked_v::*;
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::*;
use power::layout_v::*;

/// What is in memory for the tables.
pub(crate) struct Scanned {
    /// The rows that are valid.
    pub(crate) index: Index,
    /// Where they lead.
    pub(crate) slots: Vec<Slot>,
    /// The rows that are not valid.
    pub(crate) free: Vec<u32>,
    /// For each row of the item table, whether a row leads to it.
    pub(crate) used: Vec<bool>,
    /// For each row of the list table, whether an element is there, and the row of the next one.
    pub(crate) lists: Lists,
}

/// What is in memory for the list table.
pub(crate) struct Lists {
    /// For each row, whether an element is there.
    pub(crate) used: Vec<bool>,
    /// For each element the row of the next one.
    pub(crate) next: Vec<u32>,
}

/// What a row says: where it leads, and the hash of the key.
fn read_row<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(
    journal: &Journal<D>,
    geometry: &Geometry,
    row: u32,
    Ghost(truth): Ghost<Option<Table<K, I, L>>>,
) -> (result: Result<Option<(Links, u64)>, KvError>)
    requires
        journal.can_read(),
        geometry.fits(journal@.read.len() as int),
        geometry.is_for::<K, I, L>(),
        row < geometry.keys,
        truth matches Some(table) ==> holds_row(journal@.read, *geometry, row as int, table[row as int]),
    ensures
        truth matches Some(table) ==> match result {
            Ok(Some((links, hash))) => {
                &&& table[row as int] is Some
                &&& links == links_of(table[row as int]->0)
                &&& has_hash(table[row as int], hash)
            },
            Ok(None) => table[row as int] is None,
            Err(error) => error == KvError::Corrupted && !journal.constants().is_intact(),
        },
        result matches Ok(Some((links, _))) ==> links.item < geometry.items,
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
    let Some(links) = journal.read_any::<Links>(at + LINK) else {
        return Err(KvError::Corrupted);
    };
    if links.item >= geometry.items {
        return Err(KvError::NotAStore);
    }
    let Some(key) = journal.read_checked(at + KEY, size_of::<K>()) else {
        return Err(KvError::Corrupted);
    };
    Ok(Some((links, crc(&key))))
}

/// Whether rows of the list table are used where elements are, and nowhere else.
pub(crate) open spec fn is_used_by<K, I, L>(used: Seq<bool>, table: Table<K, I, L>, from: int) -> bool {
    &&& forall|r: int, n: int| #![trigger node_of(table, r, n)]
        is_node(table, r, n) && from <= r ==> used[node_of(table, r, n) as int]
    &&& forall|x: int| 0 <= x < used.len() && #[trigger] used[x] ==> exists|r: int, n: int|
        is_node(table, r, n) && from <= r && #[trigger] node_of(table, r, n) == x
}

/// Reads the rows of a list from a row on: the row of the last element, and how many there are. Each row may be used once.
fn read_list<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(
    journal: &Journal<D>,
    geometry: &Geometry,
    lists: &mut Lists,
    head: u64,
    Ghost(row): Ghost<int>,
    Ghost(truth): Ghost<Option<Table<K, I, L>>>,
) -> (result: Result<(u32, u32, u32), KvError>)
    requires
        journal.can_read(),
        geometry.fits(journal@.read.len() as int),
        geometry.is_for::<K, I, L>(),
        old(lists).used@.len() == geometry.elements,
        old(lists).next@.len() == geometry.elements,
        truth matches Some(table) ==> {
            &&& 0 <= row < table.len()
            &&& table[row] is Some
            &&& is_distinct(table)
            &&& is_bounded(table, *geometry)
            &&& head == place((table[row]->0).list, 0)
            &&& has_distinct_places((table[row]->0).list)
            &&& holds_list(journal@.read, *geometry, (table[row]->0).list)
            &&& is_used_by(old(lists).used@, table, row + 1)
        },
    ensures
        final(lists).used@.len() == geometry.elements,
        final(lists).next@.len() == geometry.elements,
        truth matches Some(table) ==> match result {
            Ok((head, tail, len)) => {
                let list = (table[row]->0).list;
                &&& head == place(list, 0)
                &&& tail == place(list, list.len() - 1)
                &&& len == list.len()
                &&& chains_list(final(lists).next@, list)
                &&& is_used_by(final(lists).used@, table, row)
                &&& count(final(lists).used@) == count(old(lists).used@) + list.len()
                &&& forall|x: int| 0 <= x < old(lists).used@.len() && old(lists).used@[x] ==> #[trigger] final(lists).next@[x]
                    == old(lists).next@[x]
            },
            Err(error) => error == KvError::Corrupted && !journal.constants().is_intact(),
        },
{
    let ghost list = (truth->0[row]->0).list;
    let ghost first = *lists;
    let (mut node, mut tail, mut len) = (head, NONE, 0u32);
    while node != NONE as u64
        invariant
            journal.can_read(),
            geometry.fits(journal@.read.len() as int),
            geometry.is_for::<K, I, L>(),
            lists.used@.len() == geometry.elements,
            lists.next@.len() == geometry.elements,
            first.used@.len() == geometry.elements,
            count(lists.used@) == count(first.used@) + len,
            truth matches Some(table) ==> {
                &&& 0 <= row < table.len()
                &&& table[row] is Some
                &&& is_distinct(table)
                &&& is_bounded(table, *geometry)
                &&& list == (table[row]->0).list
                &&& has_distinct_places(list)
                &&& holds_list(journal@.read, *geometry, list)
                &&& len <= list.len()
                &&& node == place(list, len as int)
                &&& tail == place(list, len - 1)
                &&& is_used_by(first.used@, table, row + 1)
                &&& forall|x: int| 0 <= x < lists.used@.len() ==> #[trigger] lists.used@[x] == (first.used@[x] || is_at(
                    list.take(len as int),
                    x as u32,
                ))
                &&& forall|m: int| 0 <= m < len ==> lists.next@[(#[trigger] list[m]).place as int] == place(list, m + 1)
                &&& forall|x: int| 0 <= x < first.used@.len() && first.used@[x] ==> #[trigger] lists.next@[x] == first.next@[x]
            },
        decreases geometry.elements - count(lists.used@),
    {
        let ghost used = lists.used@;
        proof {
            if let Some(table) = truth {
                assert(list[len as int].place == node);
                lemma_not_used(first.used@, table, row, len as int);
                if is_at(list.take(len as int), node as u32) {
                    let m = choose|m: int|
                        0 <= m < list.take(len as int).len() && (#[trigger] list.take(len as int)[m]).place == node as u32;
                    assert(list[m].place != list[len as int].place);
                }
            }
        }
        if node >= geometry.elements || lists.used[node as usize] {
            return Err(KvError::NotAStore);
        }
        let at = geometry.node_at(node as u32);
        let Some(next) = journal.read_any::<u64>(at) else {
            return Err(KvError::Corrupted);
        };
        if next > NONE as u64 {
            return Err(KvError::NotAStore);
        }
        lists.used[node as usize] = true;
        lists.next[node as usize] = next as u32;
        proof {
            lemma_count_more(used, node as int);
            lemma_count_bound(lists.used@);
            if let Some(table) = truth {
                lemma_one_more_at(list, len as int);
                assert forall|m: int| 0 <= m < len + 1 implies lists.next@[(#[trigger] list[m]).place as int] == place(list, m + 1) by {
                    if m < len {
                        assert(list[m].place != list[len as int].place);
                    }
                }
            }
        }
        tail = node as u32;
        node = next;
        len += 1;
    }
    proof {
        if let Some(table) = truth {
            if len < list.len() {
                assert(list[len as int].place < geometry.elements);
            }
            assert(list.take(len as int) =~= list);
            lemma_used(first.used@, lists.used@, table, row);
        }
    }
    Ok((head as u32, tail, len))
}

/// One more element is in a row.
proof fn lemma_one_more_at<L>(list: Seq<Node<L>>, n: int)
    requires
        0 <= n < list.len(),
    ensures
        forall|x: u32| #[trigger] is_at(list.take(n + 1), x) == (is_at(list.take(n), x) || x == list[n].place),
{
    assert forall|x: u32| #[trigger] is_at(list.take(n + 1), x) == (is_at(list.take(n), x) || x == list[n].place) by {
        if is_at(list.take(n), x) {
            let m = choose|m: int| 0 <= m < list.take(n).len() && (#[trigger] list.take(n)[m]).place == x;
            assert(list.take(n + 1)[m].place == x);
        }
        assert(list.take(n + 1)[n] == list[n]);
        if is_at(list.take(n + 1), x) && x != list[n].place {
            let m = choose|m: int| 0 <= m < list.take(n + 1).len() && (#[trigger] list.take(n + 1)[m]).place == x;
            assert(list.take(n)[m].place == x);
        }
    }
}

/// The row of an element is not used by later rows of the main table.
proof fn lemma_not_used<K, I, L>(used: Seq<bool>, table: Table<K, I, L>, row: int, n: int)
    requires
        is_distinct(table),
        is_node(table, row, n),
        is_used_by(used, table, row + 1),
        node_of(table, row, n) < used.len(),
    ensures
        !used[node_of(table, row, n) as int],
{
    let x = node_of(table, row, n) as int;
    if used[x] {
        let (r, m) = choose|r: int, m: int| is_node(table, r, m) && row + 1 <= r && #[trigger] node_of(table, r, m) == x;
        assert(node_of(table, r, m) == node_of(table, row, n));
    }
}

/// The rows that are used when those of one more list are.
proof fn lemma_used<K, I, L>(before: Seq<bool>, used: Seq<bool>, table: Table<K, I, L>, row: int)
    requires
        0 <= row < table.len(),
        table[row] is Some,
        is_used_by(before, table, row + 1),
        before.len() == used.len(),
        forall|r: int, n: int| is_node(table, r, n) ==> #[trigger] node_of(table, r, n) < used.len(),
        forall|x: int| 0 <= x < used.len() ==> #[trigger] used[x] == (before[x] || is_at((table[row]->0).list, x as u32)),
        used.len() <= NONE,
    ensures
        is_used_by(used, table, row),
{
    let list = (table[row]->0).list;
    assert forall|r: int, n: int| #![trigger node_of(table, r, n)]
        is_node(table, r, n) && row <= r implies used[node_of(table, r, n) as int] by {
        if r == row {
            assert(list[n].place == node_of(table, r, n));
        }
    }
    assert forall|x: int| 0 <= x < used.len() && #[trigger] used[x] implies exists|r: int, n: int|
        is_node(table, r, n) && row <= r && #[trigger] node_of(table, r, n) == x by {
        if before[x] {
            let (r, m) = choose|r: int, m: int| is_node(table, r, m) && row + 1 <= r && #[trigger] node_of(table, r, m) == x;
            assert(is_node(table, r, m) && row <= r && node_of(table, r, m) == x);
        } else {
            let m = choose|m: int| 0 <= m < list.len() && (#[trigger] list[m]).place == x as u32;
            assert(is_node(table, row, m) && node_of(table, row, m) == x);
        }
    }
}

/// Whether what was scanned is what a table says from a row on.
pub(crate) open spec fn is_scanned<K: PmCopy, I: PmCopy, L: PmCopy>(scanned: Scanned, table: Table<K, I, L>, from: int) -> bool {
    let Scanned { index, slots, free, used, lists } = scanned;
    &&& forall|r: int| from <= r < table.len() ==> #[trigger] slots@[r] == slot_of(table[r])
    &&& forall|r: int| from <= r < table.len() ==> #[trigger] index.lists(r) == (table[r] is Some)
    &&& forall|r: int| from <= r < table.len() ==> has_hash(table[r], #[trigger] index.hash(r))
    &&& forall|i: int| 0 <= i < used@.len() && #[trigger] used@[i] ==> exists|r: int|
        from <= r < table.len() && leads_to(#[trigger] table[r], i as u32)
    &&& forall|r: int| from <= r < table.len() && #[trigger] table[r] is Some ==> used@[(table[r]->0).item as int]
    &&& forall|x: u32| #[trigger] free@.contains(x) ==> x < table.len() && table[x as int] is None
    &&& free@.len() + count_rows(table) == table.len() - from + count_rows(table.take(from))
    &&& count(used@) + count_rows(table.take(from)) == count_rows(table)
    &&& count(lists.used@) + count_nodes(table.take(from)) == count_nodes(table)
    &&& is_used_by(lists.used@, table, from)
    &&& forall|r: int, n: int| #![trigger node_of(table, r, n)]
        is_node(table, r, n) && from <= r ==> lists.next@[node_of(table, r, n) as int] == place((table[r]->0).list, n + 1)
}

/// Whether what was scanned is as long as the tables are, and says nothing of rows before one.
pub(crate) open spec fn is_sound(scanned: Scanned, geometry: Geometry, from: int) -> bool {
    let Scanned { index, slots, free, used, lists } = scanned;
    &&& index.inv()
    &&& index.rows() == slots@.len() == geometry.keys
    &&& used@.len() == geometry.items
    &&& lists.used@.len() == geometry.elements
    &&& lists.next@.len() == geometry.elements
    &&& forall|r: int| 0 <= r < from ==> !#[trigger] index.lists(r)
    &&& free@.no_duplicates()
    &&& forall|x: u32| #[trigger] free@.contains(x) ==> from <= x < geometry.keys
}

/// Reads the tables. If the area holds them, what is given is what they say.
pub(crate) fn scan<D: Device, K: PmCopy, I: PmCopy, L: PmCopy>(
    journal: &Journal<D>,
    geometry: &Geometry,
    Ghost(truth): Ghost<Option<Table<K, I, L>>>,
) -> (result: Result<Scanned, KvError>)
    requires
        journal.can_read(),
        geometry.fits(journal@.read.len() as int),
        geometry.is_for::<K, I, L>(),
        truth matches Some(table) ==> holds(journal@.read, *geometry, table),
    ensures
        result matches Ok(scanned) ==> is_sound(scanned, *geometry, 0),
        truth matches Some(table) ==> match result {
            Ok(scanned) => is_scanned(scanned, table, 0),
            Err(error) => error == KvError::Corrupted && !journal.constants().is_intact(),
        },
{
    let keys = geometry.keys as u32;
    let nodes = geometry.elements as usize;
    let mut scanned = Scanned {
        index: Index::new(keys),
        slots: vec![NOWHERE; keys as usize],
        free: Vec::new(),
        used: vec![false; geometry.items as usize],
        lists: Lists { used: vec![false; nodes], next: vec![NONE; nodes] },
    };
    let mut row = keys;
    proof {
        lemma_count_none(scanned.used@);
        lemma_count_none(scanned.lists.used@);
        if let Some(table) = truth {
            lemma_bounded(journal@.read, *geometry, table);
            assert(table.take(keys as int) =~= table);
        }
    }
    while row > 0
        invariant
            journal.can_read(),
            geometry.fits(journal@.read.len() as int),
            geometry.is_for::<K, I, L>(),
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
                lemma_bounded(journal@.read, *geometry, table);
                assert(holds_row(journal@.read, *geometry, row as int, table[row as int]));
                assert(table.take(row + 1).drop_last() =~= table.take(row as int));
                assert(table.take(row + 1).last() == table[row as int]);
            }
        }
        match read_row::<D, K, I, L>(journal, geometry, row, Ghost(truth))? {
            None => {
                scanned.free.push(row);
                scanned.slots[row as usize] = NOWHERE;
                proof {
                    lemma_push(before.free@, row);
                    if let Some(table) = truth {
                        lemma_none_used(before.lists.used@, table, row as int);
                    }
                }
            },
            Some((links, hash)) => {
                if scanned.used[links.item as usize] {
                    return Err(KvError::NotAStore);
                }
                scanned.used[links.item as usize] = true;
                proof {
                    if let Some(table) = truth {
                        lemma_places(table, row as int);
                    }
                }
                let (head, tail, len) = read_list::<D, K, I, L>(
                    journal,
                    geometry,
                    &mut scanned.lists,
                    links.head,
                    Ghost(row as int),
                    Ghost(truth),
                )?;
                scanned.slots[row as usize] = Slot { item: links.item as u32, head, tail, len };
                scanned.index.insert(row, hash);
                proof {
                    lemma_count_more(before.used@, links.item as int);
                    if let Some(table) = truth {
                        lemma_chained(before.lists, scanned.lists, table, row as int);
                    }
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

/// A row without a list uses no rows of the list table.
proof fn lemma_none_used<K, I, L>(used: Seq<bool>, table: Table<K, I, L>, row: int)
    requires
        is_used_by(used, table, row + 1),
        0 <= row < table.len(),
        table[row] is None,
    ensures
        is_used_by(used, table, row),
{
    assert forall|r: int, n: int| #![trigger node_of(table, r, n)]
        is_node(table, r, n) && row <= r implies used[node_of(table, r, n) as int] by {
        assert(r != row);
    }
    assert forall|x: int| 0 <= x < used.len() && #[trigger] used[x] implies exists|r: int, n: int|
        is_node(table, r, n) && row <= r && #[trigger] node_of(table, r, n) == x by {
        let (r, m) = choose|r: int, m: int| is_node(table, r, m) && row + 1 <= r && #[trigger] node_of(table, r, m) == x;
        assert(is_node(table, r, m) && row <= r && node_of(table, r, m) == x);
    }
}

/// With one more list, the lists have their chains.
proof fn lemma_chained<K, I, L>(before: Lists, lists: Lists, table: Table<K, I, L>, row: int)
    requires
        0 <= row < table.len(),
        table[row] is Some,
        chains_list(lists.next@, (table[row]->0).list),
        is_used_by(before.used@, table, row + 1),
        forall|r: int, n: int| is_node(table, r, n) ==> #[trigger] node_of(table, r, n) < before.used@.len(),
        forall|x: int| 0 <= x < before.used@.len() && before.used@[x] ==> #[trigger] lists.next@[x] == before.next@[x],
        forall|r: int, n: int| #![trigger node_of(table, r, n)]
            is_node(table, r, n) && row < r ==> before.next@[node_of(table, r, n) as int] == place((table[r]->0).list, n + 1),
    ensures
        forall|r: int, n: int| #![trigger node_of(table, r, n)]
            is_node(table, r, n) && row <= r ==> lists.next@[node_of(table, r, n) as int] == place((table[r]->0).list, n + 1),
{
    assert forall|r: int, n: int| #![trigger node_of(table, r, n)]
        is_node(table, r, n) && row <= r implies lists.next@[node_of(table, r, n) as int] == place((table[r]->0).list, n + 1) by {
        if r == row {
            assert((table[row]->0).list[n].place == node_of(table, r, n));
        } else {
            assert(before.used@[node_of(table, r, n) as int]);
        }
    }
}

/// The rows of a table that are not used.
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
