//! Where things are in the area of the journal: a header, and then the segments, each with a part of the main table, of the item
//! table, and of the list table. The first one is made with the store, and each growth adds one behind the others.
//!
//! | Address | What | Protected by |
//! |---|---|---|
//! | 0 | a [`Geometry`], 248 bytes | CRC behind it |
//! | 256 | rows of the main table, one behind the other, as many as the first [`Segment`] says | each row protects itself |
//! | behind it | rows of the item table, each an item | CRC behind each item |
//! | behind it | rows of the list table | each row protects itself |
//! | behind it | the same of the next segment | |
//!
//! A row of the main table:
//!
//! | Offset | What | Protected by |
//! |---|---|---|
//! | 0 | the Boolean that says whether the row is valid, 8 bytes | it is a CDB |
//! | 8 | [`Links`]: the row of the item, and the row of the first element of the list, 16 bytes | CRC behind it |
//! | 32 | the key | CRC behind it |
//!
//! A row of the list table:
//!
//! | Offset | What | Protected by |
//! |---|---|---|
//! | 0 | the row of the next element of the list, 8 bytes | CRC behind it |
//! | 16 | the element | CRC behind it |
//!
//! Where no row is, the number is [`NONE`]. A row of the item table is valid if a valid row of the main table has its number, and
//! one of the list table if a valid row of the main table or of the list table has it. Rows of a table have numbers that go
//! on from one segment to the next. All arithmetic with addresses of this crate is here and in [`crate::segments_v`].

use pmcopy::{AnyBitPattern, PmCopy, PmSized};
use vstd::prelude::*;

verus! {

use crate::segments_v::*;
use journal::Format;
use pmcopy::memory_t::size_of;
use power::bytes_v::*;
use power::layout_v::*;

/// The number of this program, in the header of the journal: "capybara".
pub const PROGRAM: u64 = 0x6172_6162_7970_6163;

/// The version of this layout.
///
/// Version 1 had one segment, and no list of them.
pub const VERSION: u64 = 2;

/// Where the geometry is.
pub const HEADER: u64 = 0;

/// Where the rows begin.
pub const MAIN: u64 = 256;

/// How many segments a store may have: it may grow one time less.
pub const SEGMENTS: usize = 16;

/// The bytes of the journal that a growth takes: a geometry with its checksum.
pub const GROW_ROOM: u64 = 272;

/// Where the links are in a row of the main table.
pub const LINK: u64 = 8;

/// Where the key is in a row of the main table.
pub const KEY: u64 = 32;

/// The bytes of links with their checksum.
pub const LINK_LEN: u64 = 24;

/// Where the element is in a row of the list table. Before it is the number of the next row, with its checksum.
pub const ELEMENT: u64 = 16;

/// The bytes of a checksum.
pub const SUM_LEN: u64 = 8;

/// The bytes of the journal that the creation of a key takes.
pub const CREATE_ROOM: u64 = 24;

/// The bytes of the journal that the replacement of an item takes.
pub const UPDATE_ROOM: u64 = 40;

/// The bytes of the journal that a change of the first element of a list takes, or of where it is.
pub const HEAD_ROOM: u64 = 40;

/// The bytes of the journal that a change of a later element of a list takes.
pub const NEXT_ROOM: u64 = 32;

/// The bytes of the journal that the deletion of a key takes.
pub const DELETE_ROOM: u64 = 24;

/// The number that no row has.
pub const NONE: u32 = 0xffff_ffff;

/// Whether so many bytes from one address on and from another one on have no address in common.
pub open spec fn is_beside(a: int, a_len: int, b: int, b_len: int) -> bool {
    a + a_len <= b || b + b_len <= a
}

/// Where a row of the main table leads.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern, Debug)]
pub struct Links {
    /// The row of the item.
    pub item: u64,
    /// The row of the first element of the list.
    pub head: u64,
}

/// How many rows of each table a segment has.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern, Debug)]
pub struct Segment {
    /// Rows of the main table.
    pub keys: u32,
    /// Rows of the item table.
    pub items: u32,
    /// Rows of the list table.
    pub elements: u32,
}

/// How large a store is, and what is in it.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern, Debug)]
pub struct Geometry {
    /// How many keys the store has room for.
    pub keys: u64,
    /// How many items the store has room for. A transaction needs a free row for each item that it creates or replaces.
    pub items: u64,
    /// How many elements the lists of all keys may have together. A transaction needs a free row for each element that it
    /// appends or replaces.
    pub elements: u64,
    /// The bytes of a key.
    pub key_len: u64,
    /// The bytes of an item.
    pub item_len: u64,
    /// The bytes of an element.
    pub element_len: u64,
    /// A number for the types of keys, items and elements, which the user chooses.
    pub types: u64,
    /// The segments, which have these rows together. Those that there are not have none.
    pub segments: [Segment; SEGMENTS],
}

impl Geometry {
    /// The bytes of a row of the main table.
    pub open spec fn row_len(self) -> int {
        KEY + self.key_len + SUM_LEN
    }

    /// The bytes of a row of the item table.
    pub open spec fn item_row_len(self) -> int {
        self.item_len + SUM_LEN
    }

    /// Where a row of the main table is.
    pub open spec fn row(self, row: int) -> int {
        self.slot(0, row)
    }

    /// Where a row of the item table is.
    pub open spec fn item(self, item: int) -> int {
        self.slot(1, item)
    }

    /// The bytes of a row of the list table.
    pub open spec fn node_len(self) -> int {
        ELEMENT + self.element_len + SUM_LEN
    }

    /// Where a row of the list table is.
    pub open spec fn node(self, node: int) -> int {
        self.slot(2, node)
    }

    /// The bytes of everything.
    pub open spec fn size(self) -> int {
        self.begin(extents())
    }

    /// Whether the tables may be so large.
    pub open spec fn is_possible(self) -> bool {
        &&& self.keys < NONE
        &&& self.items < NONE
        &&& self.elements < NONE
        &&& self.row_len() <= u64::MAX
        &&& self.item_row_len() <= u64::MAX
        &&& self.node_len() <= u64::MAX
        &&& self.is_divided()
        &&& self.size() <= u64::MAX
    }

    /// Whether it is another one with so many more rows, and nothing else.
    pub open spec fn is_grown(self, before: Geometry, keys: int, items: int, elements: int) -> bool {
        &&& self.keys == before.keys + keys
        &&& self.items == before.items + items
        &&& self.elements == before.elements + elements
        &&& self.key_len == before.key_len
        &&& self.item_len == before.item_len
        &&& self.element_len == before.element_len
        &&& self.types == before.types
    }

    /// Whether so many more rows are not too many rows or bytes for a store.
    pub open spec fn may_grow(self, keys: int, items: int, elements: int) -> bool {
        &&& self.keys + keys < NONE
        &&& self.items + items < NONE
        &&& self.elements + elements < NONE
        &&& self.size() + self.growth(keys, items, elements) <= u64::MAX
    }

    /// Whether an area of this length has room for everything.
    pub open spec fn fits(self, len: int) -> bool {
        self.is_possible() && self.size() <= len
    }

    /// Whether keys, items and elements are of these types.
    pub open spec fn is_for<K: PmSized, I: PmSized, L: PmSized>(self) -> bool {
        &&& self.key_len == K::spec_size_of()
        &&& self.item_len == I::spec_size_of()
        &&& self.element_len == L::spec_size_of()
    }

    /// The addresses of the Boolean of a row.
    pub open spec fn flag_addrs(self, row: int) -> spec_fn(int) -> bool {
        range(self.row(row), LINK as int)
    }

    /// The addresses of the links of a row, with their checksum.
    pub open spec fn link_addrs(self, row: int) -> spec_fn(int) -> bool {
        range(self.row(row) + LINK, LINK_LEN as int)
    }

    /// The addresses of a row behind its Boolean.
    pub open spec fn body_addrs(self, row: int) -> spec_fn(int) -> bool {
        range(self.row(row) + LINK, self.row_len() - LINK)
    }

    /// The addresses of a row of the item table.
    pub open spec fn item_addrs(self, item: int) -> spec_fn(int) -> bool {
        range(self.item(item), self.item_row_len())
    }

    /// The addresses of a row of the list table.
    pub open spec fn node_addrs(self, node: int) -> spec_fn(int) -> bool {
        range(self.node(node), self.node_len())
    }

    /// The addresses of the number of the next row in a row of the list table, with its checksum.
    pub open spec fn next_addrs(self, node: int) -> spec_fn(int) -> bool {
        range(self.node(node), ELEMENT as int)
    }

    /// The format of a journal for a store, with room for so many bytes of entries.
    pub open spec fn format(self, capacity: u64) -> Format {
        Format { program: PROGRAM, program_version: VERSION, area: self.size() as u64, capacity }
    }

    /// The geometry of a store with so many keys, items and elements of these types.
    pub fn of<K: PmSized, I: PmSized, L: PmSized>(keys: u64, items: u64, elements: u64, types: u64) -> (geometry: Geometry)
        ensures
            geometry.is_for::<K, I, L>(),
            geometry.keys == keys,
            geometry.items == items,
            geometry.elements == elements,
            geometry.types == types,
    {
        let (key_len, item_len, element_len) = (size_of::<K>() as u64, size_of::<I>() as u64, size_of::<L>() as u64);
        let mut segments = [Segment { keys: 0, items: 0, elements: 0 }; SEGMENTS];
        // A store with more rows is not possible.
        segments[0] = Segment { keys: keys as u32, items: items as u32, elements: elements as u32 };
        Geometry { keys, items, elements, key_len, item_len, element_len, types, segments }
    }

    /// Where a row of the main table is.
    pub fn row_at(&self, row: u32) -> (at: u64)
        requires
            self.is_possible(),
            row < self.keys,
        ensures
            at == self.row(row as int),
            at + self.row_len() <= self.size(),
    {
        proof {
            self.lemma_first(0, row as int);
        }
        if row < self.segments[0].keys { MAIN + row as u64 * (KEY + self.key_len + SUM_LEN) } else { self.far(0, row) }
    }

    /// Where a row of the item table is.
    pub fn item_at(&self, item: u32) -> (at: u64)
        requires
            self.is_possible(),
            item < self.items,
        ensures
            at == self.item(item as int),
            at + self.item_row_len() <= self.size(),
    {
        proof {
            self.lemma_first(1, item as int);
        }
        let first = &self.segments[0];
        if item < first.items {
            let items = MAIN + first.keys as u64 * (KEY + self.key_len + SUM_LEN);
            items + item as u64 * (self.item_len + SUM_LEN)
        } else {
            self.far(1, item)
        }
    }

    /// Where a row of the list table is.
    pub fn node_at(&self, node: u32) -> (at: u64)
        requires
            self.is_possible(),
            node < self.elements,
        ensures
            at == self.node(node as int),
            at + self.node_len() <= self.size(),
    {
        proof {
            self.lemma_first(2, node as int);
        }
        let first = &self.segments[0];
        if node < first.elements {
            let items = MAIN + first.keys as u64 * (KEY + self.key_len + SUM_LEN);
            let lists = items + first.items as u64 * (self.item_len + SUM_LEN);
            lists + node as u64 * (ELEMENT + self.element_len + SUM_LEN)
        } else {
            self.far(2, node)
        }
    }

    /// Whether keys, items and elements are of these types.
    pub fn check_types<K: PmSized, I: PmSized, L: PmSized>(&self) -> (is: bool)
        ensures
            is == self.is_for::<K, I, L>(),
    {
        let is_for_keys = self.key_len == size_of::<K>() as u64 && self.item_len == size_of::<I>() as u64;
        is_for_keys && self.element_len == size_of::<L>() as u64
    }

    /// The tables lie behind the header.
    pub proof fn lemma_tables(self)
        ensures
            MAIN <= self.size(),
    {
        self.lemma_begin(0, extents());
    }

    /// A row of the main table lies behind the header, and beside the rows of other tables.
    pub proof fn lemma_row(self, row: int)
        requires
            self.is_possible(),
            0 <= row < self.keys,
        ensures
            MAIN <= self.row(row),
            self.row(row) + self.row_len() <= self.size(),
            forall|item: int| 0 <= item < self.items ==> is_beside(self.row(row), self.row_len(), #[trigger] self.item(item), self.item_row_len()),
            forall|node: int| 0 <= node < self.elements ==> is_beside(self.row(row), self.row_len(), #[trigger] self.node(node), self.node_len()),
    {
        self.lemma_beside(0, row);
    }

    /// A row of the item table lies behind the header, and beside the rows of other tables.
    pub proof fn lemma_item(self, item: int)
        requires
            self.is_possible(),
            0 <= item < self.items,
        ensures
            MAIN <= self.item(item),
            self.item(item) + self.item_row_len() <= self.size(),
            forall|row: int| 0 <= row < self.keys ==> is_beside(self.item(item), self.item_row_len(), #[trigger] self.row(row), self.row_len()),
            forall|node: int| 0 <= node < self.elements ==> is_beside(self.item(item), self.item_row_len(), #[trigger] self.node(node), self.node_len()),
    {
        self.lemma_beside(1, item);
    }

    /// A row of the list table lies behind the header, and beside the rows of other tables.
    pub proof fn lemma_node(self, node: int)
        requires
            self.is_possible(),
            0 <= node < self.elements,
        ensures
            MAIN <= self.node(node),
            self.node(node) + self.node_len() <= self.size(),
            forall|row: int| 0 <= row < self.keys ==> is_beside(self.node(node), self.node_len(), #[trigger] self.row(row), self.row_len()),
            forall|item: int| 0 <= item < self.items ==> is_beside(self.node(node), self.node_len(), #[trigger] self.item(item), self.item_row_len()),
    {
        self.lemma_beside(2, node);
    }

    /// Different rows of the main table have no address in common.
    pub proof fn lemma_rows_apart(self, a: int, b: int)
        requires
            self.is_possible(),
            0 <= a < self.keys,
            0 <= b < self.keys,
            a != b,
        ensures
            is_beside(self.row(a), self.row_len(), self.row(b), self.row_len()),
    {
        self.lemma_slots_apart(0, a, 0, b);
    }

    /// Different rows of the item table have no address in common.
    pub proof fn lemma_items_apart(self, a: int, b: int)
        requires
            self.is_possible(),
            0 <= a < self.items,
            0 <= b < self.items,
            a != b,
        ensures
            is_beside(self.item(a), self.item_row_len(), self.item(b), self.item_row_len()),
    {
        self.lemma_slots_apart(1, a, 1, b);
    }

    /// Different rows of the list table have no address in common.
    pub proof fn lemma_nodes_apart(self, a: int, b: int)
        requires
            self.is_possible(),
            0 <= a < self.elements,
            0 <= b < self.elements,
            a != b,
        ensures
            is_beside(self.node(a), self.node_len(), self.node(b), self.node_len()),
    {
        self.lemma_slots_apart(2, a, 2, b);
    }
}

} // verus!
