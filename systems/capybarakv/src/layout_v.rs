//! Where things are in the area of the journal: a header, the main table, the item table, and the list table.
//!
//! | Address | What | Protected by |
//! |---|---|---|
//! | 0 | a [`Geometry`], 56 bytes | CRC behind it |
//! | 64 | the main table: `keys` rows, one behind the other | each row protects itself |
//! | behind it | the item table: `items` rows, each an item | CRC behind each item |
//! | behind it | the list table: `elements` rows | each row protects itself |
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
//! one of the list table if a valid row of the main table or of the list table has it. All arithmetic with addresses of this
//! crate is here.

use pmcopy::{AnyBitPattern, PmCopy, PmSized};
use vstd::prelude::*;

verus! {

use journal::Format;
use pmcopy::memory_t::size_of;
use power::bytes_v::*;
use power::layout_v::*;

/// The number of this program, in the header of the journal: "capybara".
pub const PROGRAM: u64 = 0x6172_6162_7970_6163;

/// The version of this layout.
pub const VERSION: u64 = 1;

/// Where the geometry is.
pub const HEADER: u64 = 0;

/// Where the main table is.
pub const MAIN: u64 = 64;

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

/// Where a row of the main table leads.
#[repr(C)]
#[derive(PmCopy, AnyBitPattern, Debug)]
pub struct Links {
    /// The row of the item.
    pub item: u64,
    /// The row of the first element of the list.
    pub head: u64,
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
        MAIN + row * self.row_len()
    }

    /// Where a row of the item table is.
    pub open spec fn item(self, item: int) -> int {
        self.row(self.keys as int) + item * self.item_row_len()
    }

    /// The bytes of a row of the list table.
    pub open spec fn node_len(self) -> int {
        ELEMENT + self.element_len + SUM_LEN
    }

    /// Where a row of the list table is.
    pub open spec fn node(self, node: int) -> int {
        self.item(self.items as int) + node * self.node_len()
    }

    /// The bytes of everything.
    pub open spec fn size(self) -> int {
        self.node(self.elements as int)
    }

    /// Whether the tables may be so large.
    pub open spec fn is_possible(self) -> bool {
        &&& self.keys < NONE
        &&& self.items < NONE
        &&& self.elements < NONE
        &&& self.row_len() <= u64::MAX
        &&& self.item_row_len() <= u64::MAX
        &&& self.node_len() <= u64::MAX
        &&& self.size() <= u64::MAX
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
        Geometry { keys, items, elements, key_len, item_len, element_len, types }
    }

    /// The bytes of everything; nothing if the tables may not be so large.
    pub fn needed(&self) -> (size: Option<u64>)
        ensures
            match size {
                Some(size) => self.is_possible() && size == self.size(),
                None => !self.is_possible(),
            },
    {
        if self.keys >= NONE as u64 || self.items >= NONE as u64 || self.elements >= NONE as u64 {
            return None;
        }
        proof {
            self.lemma_products();
        }
        let row_len = self.key_len.checked_add(KEY + SUM_LEN)?;
        let item_len = self.item_len.checked_add(SUM_LEN)?;
        let node_len = self.element_len.checked_add(ELEMENT + SUM_LEN)?;
        let main = row_len.checked_mul(self.keys)?.checked_add(MAIN)?;
        let items = item_len.checked_mul(self.items)?.checked_add(main)?;
        node_len.checked_mul(self.elements)?.checked_add(items)
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
            self.lemma_row(row as int);
            self.lemma_products();
            vstd::arithmetic::mul::lemma_mul_inequality(row as int, self.keys as int, self.row_len());
        }
        MAIN + row as u64 * (KEY + self.key_len + SUM_LEN)
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
            self.lemma_item(item as int);
            self.lemma_products();
            vstd::arithmetic::mul::lemma_mul_inequality(item as int, self.items as int, self.item_row_len());
        }
        MAIN + self.keys * (KEY + self.key_len + SUM_LEN) + item as u64 * (self.item_len + SUM_LEN)
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
            self.lemma_node(node as int);
            self.lemma_products();
            vstd::arithmetic::mul::lemma_mul_inequality(node as int, self.elements as int, self.node_len());
        }
        let items = MAIN + self.keys * (KEY + self.key_len + SUM_LEN) + self.items * (self.item_len + SUM_LEN);
        items + node as u64 * (ELEMENT + self.element_len + SUM_LEN)
    }

    /// Whether keys, items and elements are of these types.
    pub fn check_types<K: PmSized, I: PmSized, L: PmSized>(&self) -> (is: bool)
        ensures
            is == self.is_for::<K, I, L>(),
    {
        let is_for_keys = self.key_len == size_of::<K>() as u64 && self.item_len == size_of::<I>() as u64;
        is_for_keys && self.element_len == size_of::<L>() as u64
    }

    /// Products of lengths and numbers are not negative.
    proof fn lemma_products(self)
        ensures
            0 <= self.keys * self.row_len(),
            0 <= self.items * self.item_row_len(),
            0 <= self.elements * self.node_len(),
            self.keys * self.row_len() == self.row_len() * self.keys,
            self.items * self.item_row_len() == self.item_row_len() * self.items,
            self.elements * self.node_len() == self.node_len() * self.elements,
            self.node_len() <= self.elements * self.node_len() || self.elements == 0,
            self.row_len() <= self.keys * self.row_len() || self.keys == 0,
            self.item_row_len() <= self.items * self.item_row_len() || self.items == 0,
    {
        vstd::arithmetic::mul::lemma_mul_is_commutative(self.keys as int, self.row_len());
        vstd::arithmetic::mul::lemma_mul_is_commutative(self.items as int, self.item_row_len());
        vstd::arithmetic::mul::lemma_mul_is_commutative(self.elements as int, self.node_len());
        if self.elements > 0 {
            vstd::arithmetic::mul::lemma_mul_inequality(1, self.elements as int, self.node_len());
        }
        if self.keys > 0 {
            vstd::arithmetic::mul::lemma_mul_inequality(1, self.keys as int, self.row_len());
        }
        if self.items > 0 {
            vstd::arithmetic::mul::lemma_mul_inequality(1, self.items as int, self.item_row_len());
        }
    }

    /// The tables lie behind the header.
    pub proof fn lemma_tables(self)
        ensures
            MAIN <= self.item(0) <= self.node(0) <= self.size(),
    {
        self.lemma_products();
    }

    /// A row of the main table lies between the header and the item table.
    pub proof fn lemma_row(self, row: int)
        requires
            0 <= row < self.keys,
        ensures
            MAIN <= self.row(row),
            self.row(row) + self.row_len() <= self.item(0) <= self.node(0) <= self.size(),
    {
        self.lemma_products();
        vstd::arithmetic::mul::lemma_mul_inequality(0, row, self.row_len());
        vstd::arithmetic::mul::lemma_mul_inequality(row + 1, self.keys as int, self.row_len());
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(self.row_len(), row, 1);
    }

    /// A row of the list table lies behind the item table.
    pub proof fn lemma_node(self, node: int)
        requires
            0 <= node < self.elements,
        ensures
            MAIN <= self.item(0) <= self.node(0) <= self.node(node),
            self.node(node) + self.node_len() <= self.size(),
    {
        self.lemma_products();
        vstd::arithmetic::mul::lemma_mul_inequality(0, node, self.node_len());
        vstd::arithmetic::mul::lemma_mul_inequality(node + 1, self.elements as int, self.node_len());
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(self.node_len(), node, 1);
    }

    /// A row of the item table lies behind the main table.
    pub proof fn lemma_item(self, item: int)
        requires
            0 <= item < self.items,
        ensures
            MAIN <= self.item(0) <= self.item(item),
            self.item(item) + self.item_row_len() <= self.node(0) <= self.size(),
    {
        self.lemma_products();
        vstd::arithmetic::mul::lemma_mul_inequality(0, item, self.item_row_len());
        vstd::arithmetic::mul::lemma_mul_inequality(item + 1, self.items as int, self.item_row_len());
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(self.item_row_len(), item, 1);
    }

    /// Different rows of the main table have no address in common.
    pub proof fn lemma_rows_apart(self, a: int, b: int)
        requires
            a != b,
        ensures
            self.row(a) + self.row_len() <= self.row(b) || self.row(b) + self.row_len() <= self.row(a),
    {
        lemma_apart(a, b, self.row_len());
    }

    /// Different rows of the item table have no address in common.
    pub proof fn lemma_items_apart(self, a: int, b: int)
        requires
            a != b,
        ensures
            self.item(a) + self.item_row_len() <= self.item(b) || self.item(b) + self.item_row_len() <= self.item(a),
    {
        lemma_apart(a, b, self.item_row_len());
    }

    /// Different rows of the list table have no address in common.
    pub proof fn lemma_nodes_apart(self, a: int, b: int)
        requires
            a != b,
        ensures
            self.node(a) + self.node_len() <= self.node(b) || self.node(b) + self.node_len() <= self.node(a),
    {
        lemma_apart(a, b, self.node_len());
    }
}

/// Places of one length, one behind the other, have no address in common.
proof fn lemma_apart(a: int, b: int, len: int)
    requires
        0 <= len,
        a != b,
    ensures
        a * len + len <= b * len || b * len + len <= a * len,
{
    if a < b {
        vstd::arithmetic::mul::lemma_mul_inequality(a + 1, b, len);
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(len, a, 1);
    } else {
        vstd::arithmetic::mul::lemma_mul_inequality(b + 1, a, len);
        vstd::arithmetic::mul::lemma_mul_is_distributive_add_other_way(len, b, 1);
    }
}

} // verus!
