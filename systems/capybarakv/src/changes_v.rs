//! Changes of the tables: a row that becomes valid, leads elsewhere, or is valid no more. What is new is written directly to rows
//! that are free; one entry of the journal then makes it count.

use pmcopy::{PmCopy, as_bytes};
use vstd::prelude::*;

verus! {

use crate::distinct_v::*;
use crate::error_v::KvError;
use crate::free_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use pmcopy::{PmBytes, PmSized};
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::replay_v::*;

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Tables<D, K, I, L> {
    /// A free row becomes valid, with a key, an item and an empty list.
    pub(crate) fn insert(&mut self, row: u32, item: u32, key: &K, value: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).durable@[row as int] is None,
            old(self).current@[row as int] is None,
            !old(self).busy@.rows.contains(row as int),
            old(self).is_free_item(item),
            forall|r: int| 0 <= r < old(self).current@.len() ==> !has_key(#[trigger] old(self).current@[r], *key),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(
                    old(self),
                    row as int,
                    Some(Row { key: *key, item, value: *value, list: seq![] }),
                    old(self).busy@.with_row(row as int),
                    WORD as int,
                ),
                Err(error) => final(self).is_refused(old(self), error, WORD as int),
            },
    {
        let ghost (table, geometry) = (self.current@, self.geometry);
        let ghost body = geometry.body_addrs(row as int);
        let ghost new = Row { key: *key, item, value: *value, list: Seq::<Node<L>>::empty() };
        proof {
            self.lemma_sizes();
            geometry.lemma_row(row as int);
            lemma_body_is_free(geometry, self.durable@, row as int);
            lemma_body_is_free(geometry, self.current@, row as int);
            lemma_distinct(table, row as int, new);
        }
        self.put_item(item, value);
        proof {
            self.lemma_sizes();
        }
        let ghost first = self.journal@.read;
        let at = self.geometry.row_at(row);
        let links = Links { item: item as u64, head: NONE as u64 };
        self.put(at + LINK, &links, Ghost(body));
        let ghost second = self.journal@.read;
        self.put(at + KEY, key, Ghost(body));
        let word = cdb(true);
        proof {
            let (read, committed) = (self.journal@.read, self.journal@.committed());
            self.lemma_sizes();
            self.lemma_key_not_covered(row as int, item);
            geometry.lemma_item(item as int);
            let item_at = geometry.item(item as int);
            let of_key = checked_range(at + KEY, K::spec_size_of() as int);
            lemma_stores_agree(first, second, checked_range(at + LINK, 16), item_at, *value);
            lemma_stores_agree(second, read, of_key, item_at, *value);
            lemma_stores_agree(second, read, of_key, at + LINK, links);
            let addrs = covered(self.journal@.entries);
            lemma_stores_agree(read, committed, addrs, item_at, *value);
            lemma_stores_agree(read, committed, addrs, at + LINK, links);
            lemma_stores_agree(read, committed, addrs, at + KEY, *key);
            self.lemma_flag(row as int, Some(new));
        }
        let ghost busy = self.busy@.with_row(row as int);
        self.switch(at, as_bytes(&word), Ghost(row as int), Ghost(Some(new)), Ghost(busy))
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
                Ok(()) => final(self).is_changed(old(self), row as int, None, old(self).busy@.with_row(row as int), WORD as int),
                Err(error) => final(self).is_refused(old(self), error, WORD as int),
            },
    {
        let word = cdb(false);
        proof {
            self.lemma_sizes();
            self.lemma_flag(row as int, None);
            lemma_distinct_without(self.current@, row as int);
        }
        let ghost busy = self.busy@.with_row(row as int);
        let at = self.geometry.row_at(row);
        self.switch(at, as_bytes(&word), Ghost(row as int), Ghost(None), Ghost(busy))
    }

    /// A row with another Boolean, and what is known of entries for it.
    proof fn lemma_flag(&self, row: int, new: Option<Row<K, I, L>>)
        requires
            self.inv(),
            0 <= row < self.geometry.keys,
            new matches Some(new) ==> holds_body(self.journal@.committed(), self.geometry, row, new) && new.list.len() == 0,
        ensures
            holds_row(
                write_bytes(self.journal@.committed(), self.geometry.row(row), cdb_bytes(new is Some)),
                self.geometry,
                row,
                new,
            ),
            cdb_bytes(new is Some).len() == WORD,
            self.may_switch(range(self.geometry.row(row), WORD as int), row, self.busy@.with_row(row)),
    {
        let (s, geometry, bytes) = (self.journal@.committed(), self.geometry, cdb_bytes(new is Some));
        let flagged = write_bytes(s, geometry.row(row), bytes);
        self.lemma_sizes();
        lemma_cdb_value(new is Some);
        geometry.lemma_row(row);
        lemma_read_back(s, geometry.row(row), bytes);
        self.lemma_may_switch_row(range(geometry.row(row), WORD as int), row);
        if let Some(new) = new {
            let addrs = geometry.flag_addrs(row);
            geometry.lemma_item(new.item as int);
            lemma_stores_agree(s, flagged, addrs, geometry.row(row) + LINK, links_of(new));
            lemma_stores_agree(s, flagged, addrs, geometry.row(row) + KEY, new.key);
            lemma_stores_agree(s, flagged, addrs, geometry.item(new.item as int), new.value);
        }
    }

    /// The addresses before the key of a row may get an entry.
    proof fn lemma_may_switch_row(&self, addrs: spec_fn(int) -> bool, row: int)
        requires
            self.inv(),
            0 <= row < self.geometry.keys,
            forall|i: int| #[trigger] addrs(i) ==> range(self.geometry.row(row), KEY as int)(i),
        ensures
            self.may_switch(addrs, row, self.busy@.with_row(row)),
    {
        let busy = self.busy@.with_row(row);
        self.lemma_sizes();
        self.geometry.lemma_row(row);
        assert(busy.rows.contains(row));
        assert forall|r: int| 0 <= r < self.current@.len() && r != row implies avoids_row(
            self.geometry,
            addrs,
            r,
            #[trigger] self.current@[r],
        ) by {
            lemma_main_avoids_others(self.geometry, addrs, row, self.current@, r);
        }
    }

    /// A valid row leads to something else, which is there.
    pub(crate) fn relink(&mut self, row: u32, links: Links, Ghost(new): Ghost<Row<K, I, L>>) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            has_key(old(self).current@[row as int], new.key),
            links == links_of(new),
            new.item < old(self).geometry.items,
            stores(old(self).journal@.committed(), old(self).geometry.item(new.item as int), new.value),
            holds_list(old(self).journal@.committed(), old(self).geometry, new.list),
            is_distinct(old(self).current@.update(row as int, Some(new))),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(
                    old(self),
                    row as int,
                    Some(new),
                    old(self).busy@.with_row(row as int),
                    LINK_LEN as int,
                ),
                Err(error) => final(self).is_refused(old(self), error, LINK_LEN as int),
            },
    {
        let ghost (s, geometry) = (self.journal@.committed(), self.geometry);
        let bytes = with_checksum(&links);
        proof {
            self.lemma_sizes();
            geometry.lemma_row(row as int);
        }
        let at = self.geometry.row_at(row) + LINK;
        proof {
            let addrs = range(at as int, LINK_LEN as int);
            let linked = write_bytes(s, at as int, bytes@);
            links.lemma_len();
            lemma_stored(s, at as int, links);
            self.lemma_row(row as int);
            self.lemma_may_switch_row(addrs, row as int);
            geometry.lemma_item(new.item as int);
            lemma_read_agrees(s, linked, addrs, geometry.row(row as int), WORD as int);
            lemma_stores_agree(s, linked, addrs, geometry.row(row as int) + KEY, new.key);
            lemma_stores_agree(s, linked, addrs, geometry.item(new.item as int), new.value);
            assert forall|n: int| #![trigger new.list[n]] 0 <= n < new.list.len() implies holds_node(
                linked,
                geometry,
                new.list[n],
                place(new.list, n + 1),
            ) by {
                geometry.lemma_node(new.list[n].place as int);
                lemma_node_agrees(s, linked, addrs, geometry, new.list[n], place(new.list, n + 1));
            }
        }
        let ghost busy = self.busy@.with_row(row as int);
        self.switch(at, &bytes, Ghost(row as int), Ghost(Some(new)), Ghost(busy))
    }

    /// A valid row leads to another item.
    pub(crate) fn replace(&mut self, row: u32, item: u32, head: u32, value: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).current@[row as int] is Some,
            head == place((old(self).current@[row as int]->0).list, 0),
            old(self).is_free_item(item),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(
                    old(self),
                    row as int,
                    Some(Row { item, value: *value, ..old(self).current@[row as int]->0 }),
                    old(self).busy@.with_row(row as int),
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
        proof {
            self.lemma_sizes();
            self.lemma_row(row as int);
            self.lemma_key_not_covered(row as int, item);
            geometry.lemma_item(item as int);
            lemma_stores_agree(
                self.journal@.read,
                self.journal@.committed(),
                covered(self.journal@.entries),
                geometry.item(item as int),
                *value,
            );
            lemma_places(table, row as int);
            assert forall|r: int| 0 <= r < table.len() && r != row implies !has_key(#[trigger] table[r], new.key) && !leads_to(
                table[r],
                new.item,
            ) by {
                assert(table[row as int] is Some);
            }
            lemma_distinct(table, row as int, new);
        }
        self.relink(row, Links { item: item as u64, head: head as u64 }, Ghost(new))
    }

    /// Stores an item in a free row of the item table.
    fn put_item(&mut self, item: u32, value: &I)
        requires
            old(self).inv(),
            old(self).is_free_item(item),
        ensures
            final(self).inv(),
            final(self).is_kept(old(self)),
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

/// The bytes of a value, with their checksum behind them.
pub(crate) fn with_checksum<T: PmCopy>(value: &T) -> (bytes: Vec<u8>)
    ensures
        bytes@ == value.spec_to_bytes() + crc_bytes(value.spec_to_bytes()),
{
    let sum = crc(as_bytes(value));
    let mut bytes: Vec<u8> = Vec::new();
    bytes.extend_from_slice(as_bytes(value));
    bytes.extend_from_slice(as_bytes(&sum));
    assert(bytes@ =~= value.spec_to_bytes() + crc_bytes(value.spec_to_bytes()));
    bytes
}

/// What was written with its checksum is stored.
pub(crate) proof fn lemma_stored<T: PmCopy>(s: Seq<u8>, at: int, value: T)
    requires
        in_bounds(s, at, checked_len(T::spec_size_of() as int)),
    ensures
        stores(write_bytes(s, at, value.spec_to_bytes() + crc_bytes(value.spec_to_bytes())), at, value),
        crc_bytes(value.spec_to_bytes()).len() == WORD,
{
    reveal(stores);
    let (data, sum) = (value.spec_to_bytes(), crc_bytes(value.spec_to_bytes()));
    let t = write_bytes(s, at, data + sum);
    value.lemma_len();
    power::words_v::lemma_word_of_bytes(spec_crc(data));
    assert(read_bytes(t, at, data.len() as int) =~= data);
    assert(read_bytes(t, at + data.len(), WORD as int) =~= sum);
}

} // verus!
