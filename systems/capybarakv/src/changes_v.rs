//! Changes of the tables: a row that becomes valid, leads to another item, or is valid no more. What is new is written directly
//! to rows that are free; one entry of the journal then makes it count.

use pmcopy::{PmCopy, as_bytes};
use vstd::prelude::*;

verus! {

use crate::error_v::KvError;
use crate::layout_v::*;
use crate::map_v::*;
use crate::recovery_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use journal::layout_v::{PLACE, entry_len};
use pmcopy::{PmBytes, PmSized};
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::outstanding_spec_t::*;
use power::replay_v::*;
use power::words_v::*;

/// What an entry of the journal that would not fit says.
pub open spec fn is_full(error: KvError, room: int, len: int) -> bool {
    error matches KvError::TransactionFull { room: left } && left == room && entry_len(len) > room
}

impl<D: Device, K: PmCopy, I: PmCopy> Tables<D, K, I> {
    /// Whether an operation did not happen, for want of room in the journal.
    pub(crate) open spec fn is_refused(&self, other: &Self, error: KvError, len: int) -> bool {
        &&& self.current == other.current
        &&& self.busy == other.busy
        &&& self.journal@.room == other.journal@.room
        &&& is_full(error, other.journal@.room, len)
    }

    /// Whether an operation happened, and the row is busy now.
    pub(crate) open spec fn is_changed(&self, other: &Self, row: int, new: Option<Row<K, I>>, len: int) -> bool {
        &&& self.current@ == other.current@.update(row, new)
        &&& self.busy@ == other.busy@.insert(row)
        &&& self.journal@.room == other.journal@.room - entry_len(len)
        &&& self.journal@.room >= 0
    }

    /// Whether a row of the item table is free in both tables.
    pub(crate) open spec fn is_free_item(&self, item: u32) -> bool {
        item < self.geometry.items && is_unused(self.durable@, item) && is_unused(self.current@, item)
    }

    /// Makes a write to the Boolean or the number of a row pending, after which the row is another one.
    fn switch(&mut self, row: u32, offset: u64, bytes: &[u8], Ghost(new): Ghost<Option<Row<K, I>>>) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            offset + bytes@.len() <= KEY,
            is_distinct(old(self).current@.update(row as int, new)),
            ({
                let at = old(self).geometry.row(row as int) + offset;
                holds_row(write_bytes(old(self).journal@.committed(), at, bytes@), old(self).geometry, row as int, new)
            }),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(old(self), row as int, new, bytes@.len() as int),
                Err(error) => final(self).is_refused(old(self), error, bytes@.len() as int),
            },
    {
        let ghost (before, table, busy, geometry) = (self.journal@, self.current@, self.busy@, self.geometry);
        proof {
            self.lemma_sizes();
            geometry.lemma_row(row as int);
        }
        let at = self.geometry.row_at(row) + offset;
        if let Err(error) = self.journal.append(at, bytes) {
            return Err(KvError::of(error));
        }
        proof {
            let write = Write { addr: at as int, bytes: bytes@ };
            let after = self.journal@;
            let updated = table.update(row as int, new);
            assert(before.entries.push(write).drop_last() =~= before.entries);
            assert(after.committed() == write_bytes(before.committed(), at as int, bytes@));
            self.current@ = updated;
            self.busy@ = busy.insert(row as int);
            assert forall|i: int| #[trigger] covered(after.entries)(i) implies switches(geometry, self.busy@)(i) by {
                lemma_covered_push(before.entries, write, i);
                if covered(before.entries)(i) {
                    let r = choose|r: int| #[trigger] busy.contains(r) && range(geometry.row(r), KEY as int)(i);
                    assert(self.busy@.contains(r));
                } else {
                    assert(self.busy@.contains(row as int));
                }
            }
            lemma_switched(before.found(before.committed()), after.found(after.committed()), geometry, table, row as int, new);
        }
        Ok(())
    }

    /// A free row becomes valid, with a key and an item.
    pub(crate) fn insert(&mut self, row: u32, item: u32, key: &K, value: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).durable@[row as int] is None,
            old(self).current@[row as int] is None,
            !old(self).busy@.contains(row as int),
            old(self).is_free_item(item),
            forall|r: int| 0 <= r < old(self).current@.len() ==> !has_key(#[trigger] old(self).current@[r], *key),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(
                    old(self),
                    row as int,
                    Some(Row { key: *key, item, value: *value }),
                    WORD as int,
                ),
                Err(error) => final(self).is_refused(old(self), error, WORD as int),
            },
    {
        let ghost (table, geometry) = (self.current@, self.geometry);
        let ghost body = geometry.body_addrs(row as int);
        let ghost new = Row { key: *key, item, value: *value };
        proof {
            self.lemma_sizes();
            geometry.lemma_row(row as int);
            lemma_body_is_free(geometry, self.durable@, row as int);
            lemma_body_is_free(geometry, self.current@, row as int);
            lemma_insert(table, row as int, new);
        }
        self.put_item(item, value);
        proof {
            self.lemma_sizes();
        }
        let ghost first = self.journal@.read;
        let at = self.geometry.row_at(row);
        let link = item as u64;
        self.put(at + LINK, &link, Ghost(body));
        let ghost second = self.journal@.read;
        self.put(at + KEY, key, Ghost(body));
        let word = cdb(true);
        proof {
            let (read, committed) = (self.journal@.read, self.journal@.committed());
            self.lemma_sizes();
            self.lemma_not_covered(row as int, item);
            geometry.lemma_item(item as int);
            let item_at = geometry.item(item as int);
            lemma_stores_agree(first, second, checked_range(at + LINK, 8), item_at, *value);
            lemma_stores_agree(second, read, checked_range(at + KEY, K::spec_size_of() as int), item_at, *value);
            lemma_stores_agree(second, read, checked_range(at + KEY, K::spec_size_of() as int), at + LINK, link);
            let addrs = covered(self.journal@.entries);
            lemma_stores_agree(read, committed, addrs, item_at, *value);
            lemma_stores_agree(read, committed, addrs, at + LINK, link);
            lemma_stores_agree(read, committed, addrs, at + KEY, *key);
            lemma_flagged(committed, geometry, row as int, Some(new));
        }
        self.switch(row, 0, as_bytes(&word), Ghost(Some(new)))
    }

    /// A valid row leads to another item.
    pub(crate) fn replace(&mut self, row: u32, item: u32, value: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).current@[row as int] is Some,
            old(self).is_free_item(item),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(
                    old(self),
                    row as int,
                    Some(Row { item, value: *value, ..old(self).current@[row as int]->0 }),
                    LINK_LEN as int,
                ),
                Err(error) => final(self).is_refused(old(self), error, LINK_LEN as int),
            },
    {
        let ghost (table, geometry) = (self.current@, self.geometry);
        proof {
            self.lemma_sizes();
        }
        let ghost new = Row { item, value: *value, ..table[row as int]->0 };
        self.put_item(item, value);
        let link = item as u64;
        let sum = crc(as_bytes(&link));
        let mut bytes: Vec<u8> = Vec::new();
        bytes.extend_from_slice(as_bytes(&link));
        bytes.extend_from_slice(as_bytes(&sum));
        proof {
            let (read, committed) = (self.journal@.read, self.journal@.committed());
            self.lemma_sizes();
            self.lemma_not_covered(row as int, item);
            geometry.lemma_row(row as int);
            geometry.lemma_item(item as int);
            link.lemma_len();
            sum.lemma_len();
            lemma_stores_agree(read, committed, covered(self.journal@.entries), geometry.item(item as int), *value);
            reveal(is_store);
            assert(bytes@ =~= link.spec_to_bytes() + crc_bytes(link.spec_to_bytes()));
            lemma_linked(committed, geometry, table, row as int, new, bytes@);
            assert forall|r: int| 0 <= r < table.len() && r != row implies !has_key(#[trigger] table[r], new.key) && !leads_to(
                table[r],
                new.item,
            ) by {
                assert(table[row as int] is Some);
            }
            lemma_insert(table, row as int, new);
        }
        self.switch(row, LINK, &bytes, Ghost(Some(new)))
    }

    /// A valid row is valid no more.
    pub(crate) fn remove(&mut self, row: u32) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).current@[row as int] is Some,
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(old(self), row as int, None, WORD as int),
                Err(error) => final(self).is_refused(old(self), error, WORD as int),
            },
    {
        let word = cdb(false);
        proof {
            self.lemma_sizes();
            self.geometry.lemma_row(row as int);
            lemma_flagged::<K, I>(self.journal@.committed(), self.geometry, row as int, None);
            lemma_remove(self.current@, row as int);
        }
        self.switch(row, 0, as_bytes(&word), Ghost(None))
    }

    /// Stores an item in a free row of the item table.
    fn put_item(&mut self, item: u32, value: &I)
        requires
            old(self).inv(),
            old(self).is_free_item(item),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).current == old(self).current,
            final(self).busy == old(self).busy,
            final(self).journal@.entries == old(self).journal@.entries,
            final(self).journal@.room == old(self).journal@.room,
            stores(final(self).journal@.read, old(self).geometry.item(item as int), *value),
    {
        proof {
            self.lemma_sizes();
            self.geometry.lemma_item(item as int);
            lemma_item_is_free(self.geometry, self.durable@, item);
            lemma_item_is_free(self.geometry, self.current@, item);
        }
        let at = self.geometry.item_at(item);
        self.put(at, value, Ghost(self.geometry.item_addrs(item as int)));
    }
}

/// Addresses of one write more.
proof fn lemma_covered_push(entries: Seq<Write>, write: Write, i: int)
    requires
        covered(entries.push(write))(i),
    ensures
        covered(entries)(i) || range(write.addr, write.bytes.len() as int)(i),
{
    let more = entries.push(write);
    let k = choose|k: int| 0 <= k < more.len() && range((#[trigger] more[k]).addr, more[k].bytes.len() as int)(i);
    if k < entries.len() {
        assert(entries[k] == more[k]);
    }
}

/// A row with another Boolean.
proof fn lemma_flagged<K: PmCopy, I: PmCopy>(s: Seq<u8>, geometry: Geometry, row: int, new: Option<Row<K, I>>)
    requires
        geometry.fits(s.len() as int),
        geometry.is_for::<K, I>(),
        0 <= row < geometry.keys,
        new matches Some(new) ==> {
            &&& new.item < geometry.items
            &&& holds_link(s, geometry, row, new.item)
            &&& holds_key(s, geometry, row, new.key)
            &&& holds_item(s, geometry, new.item, new.value)
        },
    ensures
        holds_row(write_bytes(s, geometry.row(row), cdb_bytes(new is Some)), geometry, row, new),
        cdb_bytes(new is Some).len() == WORD,
{
    let bytes = cdb_bytes(new is Some);
    let flagged = write_bytes(s, geometry.row(row), bytes);
    lemma_cdb_value(new is Some);
    geometry.lemma_row(row);
    lemma_read_back(s, geometry.row(row), bytes);
    if let Some(new) = new {
        let addrs = geometry.flag_addrs(row);
        geometry.lemma_item(new.item as int);
        lemma_stores_agree(s, flagged, addrs, geometry.row(row) + LINK, new.item as u64);
        lemma_stores_agree(s, flagged, addrs, geometry.row(row) + KEY, new.key);
        lemma_stores_agree(s, flagged, addrs, geometry.item(new.item as int), new.value);
    }
}

/// A row with another item.
proof fn lemma_linked<K: PmCopy, I: PmCopy>(
    s: Seq<u8>,
    geometry: Geometry,
    table: Table<K, I>,
    row: int,
    new: Row<K, I>,
    bytes: Seq<u8>,
)
    requires
        holds(s, geometry, table),
        0 <= row < table.len(),
        table[row] matches Some(old) && old.key == new.key,
        new.item < geometry.items,
        holds_item(s, geometry, new.item, new.value),
        bytes == (new.item as u64).spec_to_bytes() + crc_bytes((new.item as u64).spec_to_bytes()),
        (new.item as u64).spec_to_bytes().len() == 8,
        crc_bytes((new.item as u64).spec_to_bytes()).len() == 8,
    ensures
        holds_row(write_bytes(s, geometry.row(row) + LINK, bytes), geometry, row, Some(new)),
{
    reveal(holds);
    reveal(stores);
    let at = geometry.row(row) + LINK;
    let linked = write_bytes(s, at, bytes);
    let addrs = geometry.link_addrs(row);
    let link = new.item as u64;
    assert(holds_row(s, geometry, row, table[row]));
    geometry.lemma_row(row);
    geometry.lemma_item(new.item as int);
    assert(read_bytes(linked, at, 8) =~= link.spec_to_bytes());
    assert(read_bytes(linked, at + 8, 8) =~= crc_bytes(link.spec_to_bytes()));
    lemma_read_agrees(s, linked, addrs, geometry.row(row), WORD as int);
    lemma_stores_agree(s, linked, addrs, geometry.row(row) + KEY, new.key);
    lemma_stores_agree(s, linked, addrs, geometry.item(new.item as int), new.value);
}

/// A store of which one row is another one.
proof fn lemma_switched<K: PmCopy, I: PmCopy>(
    found: journal::abstract_spec_t::Recovered,
    changed: journal::abstract_spec_t::Recovered,
    geometry: Geometry,
    table: Table<K, I>,
    row: int,
    new: Option<Row<K, I>>,
)
    requires
        is_store(found, geometry, table),
        changed.format == found.format,
        0 <= row < table.len(),
        agree_outside(found.area, changed.area, range(geometry.row(row), KEY as int)),
        holds_row(changed.area, geometry, row, new),
        is_distinct(table.update(row, new)),
    ensures
        is_store(changed, geometry, table.update(row, new)),
{
    reveal(is_store);
    reveal(holds);
    geometry.lemma_row(row);
    lemma_stores_agree(found.area, changed.area, range(geometry.row(row), KEY as int), HEADER as int, geometry);
    lemma_others_stay(found.area, changed.area, geometry, table, row);
    let updated = table.update(row, new);
    assert forall|r: int| 0 <= r < updated.len() implies holds_row(changed.area, geometry, r, #[trigger] updated[r]) by {
        if r != row {
            assert(updated[r] == table[r]);
        }
    }
}

} // verus!
