//! What it means that an area holds a table, and that a table is a map.

use vstd::prelude::*;

verus! {

use crate::layout_v::*;
use pmcopy::PmCopy;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::*;

/// A valid row of the main table, with the item that it leads to.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
pub ghost struct Row<K, I> {
    /// The key.
    pub key: K,
    /// The row of the item table.
    pub item: u32,
    /// The item.
    pub value: I,
}

/// The rows of the main table. Nothing for those that are not valid.
pub type Table<K, I> = Seq<Option<Row<K, I>>>;

/// Whether an area holds a key in a row of the main table.
pub open spec fn holds_key<K: PmCopy>(s: Seq<u8>, geometry: Geometry, row: int, key: K) -> bool {
    stores(s, geometry.row(row) + KEY, key)
}

/// Whether a row of the main table leads to a row of the item table.
pub open spec fn holds_link(s: Seq<u8>, geometry: Geometry, row: int, item: u32) -> bool {
    stores(s, geometry.row(row) + LINK, item as u64)
}

/// Whether an area holds an item in a row of the item table.
pub open spec fn holds_item<I: PmCopy>(s: Seq<u8>, geometry: Geometry, item: u32, value: I) -> bool {
    stores(s, geometry.item(item as int), value)
}

/// Whether an area holds a row.
pub open spec fn holds_row<K: PmCopy, I: PmCopy>(s: Seq<u8>, geometry: Geometry, r: int, row: Option<Row<K, I>>) -> bool {
    &&& cdb_at(s, geometry.row(r)) == Some(row is Some)
    &&& row matches Some(row) ==> {
        &&& row.item < geometry.items
        &&& holds_link(s, geometry, r, row.item)
        &&& holds_key(s, geometry, r, row.key)
        &&& holds_item(s, geometry, row.item, row.value)
    }
}

/// Whether no two rows have one key, or lead to one item.
pub open spec fn is_distinct<K, I>(table: Table<K, I>) -> bool {
    forall|a: int, b: int| #![trigger table[a], table[b]]
        0 <= a < b < table.len() && table[a] is Some && table[b] is Some ==> (table[a]->0).key != (table[b]->0).key
            && (table[a]->0).item != (table[b]->0).item
}

/// Whether an area holds a table.
#[verifier::opaque]
pub open spec fn holds<K: PmCopy, I: PmCopy>(s: Seq<u8>, geometry: Geometry, table: Table<K, I>) -> bool {
    &&& geometry.fits(s.len() as int)
    &&& geometry.is_for::<K, I>()
    &&& table.len() == geometry.keys
    &&& is_distinct(table)
    &&& forall|r: int| 0 <= r < table.len() ==> holds_row(s, geometry, r, #[trigger] table[r])
}

/// Whether a row leads to an item.
pub open spec fn leads_to<K, I>(row: Option<Row<K, I>>, item: u32) -> bool {
    row matches Some(row) && row.item == item
}

/// Whether addresses are none of those that a row says something with.
pub open spec fn avoids_row<K, I>(geometry: Geometry, addrs: spec_fn(int) -> bool, r: int, row: Option<Row<K, I>>) -> bool {
    &&& forall|i: int| geometry.flag_addrs(r)(i) ==> !#[trigger] addrs(i)
    &&& row matches Some(row) ==> {
        &&& forall|i: int| geometry.body_addrs(r)(i) ==> !#[trigger] addrs(i)
        &&& forall|i: int| geometry.item_addrs(row.item as int)(i) ==> !#[trigger] addrs(i)
    }
}

/// Whether addresses are none of those that a table says something with.
pub open spec fn avoids<K, I>(geometry: Geometry, addrs: spec_fn(int) -> bool, table: Table<K, I>) -> bool {
    forall|r: int| 0 <= r < table.len() ==> avoids_row(geometry, addrs, r, #[trigger] table[r])
}

/// Contents that differ elsewhere only hold the same row.
pub proof fn lemma_row_agrees<K: PmCopy, I: PmCopy>(
    s: Seq<u8>,
    t: Seq<u8>,
    addrs: spec_fn(int) -> bool,
    geometry: Geometry,
    r: int,
    row: Option<Row<K, I>>,
)
    requires
        agree_outside(s, t, addrs),
        geometry.fits(s.len() as int),
        geometry.is_for::<K, I>(),
        0 <= r < geometry.keys,
        holds_row(s, geometry, r, row),
        avoids_row(geometry, addrs, r, row),
    ensures
        holds_row(t, geometry, r, row),
{
    geometry.lemma_row(r);
    lemma_read_agrees(s, t, addrs, geometry.row(r), WORD as int);
    if let Some(row) = row {
        geometry.lemma_item(row.item as int);
        lemma_stores_agree(s, t, addrs, geometry.row(r) + LINK, row.item as u64);
        lemma_stores_agree(s, t, addrs, geometry.row(r) + KEY, row.key);
        lemma_stores_agree(s, t, addrs, geometry.item(row.item as int), row.value);
    }
}

/// Contents that differ elsewhere only hold the same table.
pub proof fn lemma_agrees<K: PmCopy, I: PmCopy>(
    s: Seq<u8>,
    t: Seq<u8>,
    addrs: spec_fn(int) -> bool,
    geometry: Geometry,
    table: Table<K, I>,
)
    requires
        agree_outside(s, t, addrs),
        holds(s, geometry, table),
        avoids(geometry, addrs, table),
    ensures
        holds(t, geometry, table),
{
    reveal(holds);
    assert forall|r: int| 0 <= r < table.len() implies holds_row(t, geometry, r, #[trigger] table[r]) by {
        lemma_row_agrees(s, t, addrs, geometry, r, table[r]);
    }
}

/// An area holds one table.
pub proof fn lemma_one_table<K: PmCopy, I: PmCopy>(s: Seq<u8>, geometry: Geometry, a: Table<K, I>, b: Table<K, I>)
    requires
        holds(s, geometry, a),
        holds(s, geometry, b),
    ensures
        a == b,
{
    reveal(holds);
    assert forall|r: int| #![trigger a[r]] #![trigger b[r]] 0 <= r < a.len() implies a[r] == b[r] by {
        assert(holds_row(s, geometry, r, a[r]));
        assert(holds_row(s, geometry, r, b[r]));
        if a[r] is Some {
            let (x, y) = (a[r]->0, b[r]->0);
            lemma_stores_one(s, geometry.row(r) + LINK, x.item as u64, y.item as u64);
            lemma_stores_one(s, geometry.row(r) + KEY, x.key, y.key);
            lemma_stores_one(s, geometry.item(x.item as int), x.value, y.value);
        }
    }
    assert(a =~= b);
}

/// The bytes of a row behind its Boolean say nothing of a table where the row is not valid.
pub proof fn lemma_body_is_free<K: PmCopy, I: PmCopy>(geometry: Geometry, table: Table<K, I>, row: int)
    requires
        table.len() == geometry.keys,
        0 <= row < table.len(),
        table[row] is None,
        forall|r: int| 0 <= r < table.len() && #[trigger] table[r] is Some ==> (table[r]->0).item < geometry.items,
    ensures
        avoids(geometry, geometry.body_addrs(row), table),
{
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(geometry, geometry.body_addrs(row), r, #[trigger] table[r]) by {
        geometry.lemma_row(row);
        if r != row {
            geometry.lemma_rows_apart(r, row);
        }
        if let Some(other) = table[r] {
            geometry.lemma_item(other.item as int);
        }
    }
}

/// The bytes of a row of the item table say nothing of a table of which no row leads there.
pub proof fn lemma_item_is_free<K: PmCopy, I: PmCopy>(geometry: Geometry, table: Table<K, I>, item: u32)
    requires
        table.len() == geometry.keys,
        item < geometry.items,
        forall|r: int| 0 <= r < table.len() ==> !leads_to(#[trigger] table[r], item),
    ensures
        avoids(geometry, geometry.item_addrs(item as int), table),
{
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(
        geometry,
        geometry.item_addrs(item as int),
        r,
        #[trigger] table[r],
    ) by {
        geometry.lemma_row(r);
        geometry.lemma_item(item as int);
        if let Some(other) = table[r] {
            geometry.lemma_items_apart(item as int, other.item as int);
        }
    }
}

/// When the Boolean or the number of a row changes, the other rows stay.
pub proof fn lemma_others_stay<K: PmCopy, I: PmCopy>(
    s: Seq<u8>,
    t: Seq<u8>,
    geometry: Geometry,
    table: Table<K, I>,
    row: int,
)
    requires
        holds(s, geometry, table),
        0 <= row < table.len(),
        agree_outside(s, t, range(geometry.row(row), KEY as int)),
    ensures
        forall|r: int| 0 <= r < table.len() && r != row ==> holds_row(t, geometry, r, #[trigger] table[r]),
{
    reveal(holds);
    assert forall|r: int| 0 <= r < table.len() && r != row implies holds_row(t, geometry, r, #[trigger] table[r]) by {
        geometry.lemma_rows_apart(r, row);
        geometry.lemma_row(row);
        if let Some(other) = table[r] {
            geometry.lemma_item(other.item as int);
        }
        lemma_row_agrees(s, t, range(geometry.row(row), KEY as int), geometry, r, table[r]);
    }
}

} // verus!
