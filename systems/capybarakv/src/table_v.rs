//! The rows of the tables as a value, and what it means that an area holds them.

use vstd::prelude::*;

verus! {

use crate::layout_v::*;
use pmcopy::PmCopy;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::layout_v::*;

/// An element of a list, and the row of the list table where it is.
#[verifier::reject_recursive_types(L)]
pub ghost struct Node<L> {
    /// The row.
    pub place: u32,
    /// The element.
    pub element: L,
}

/// A valid row of the main table, with the item and the list that it leads to.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub ghost struct Row<K, I, L> {
    /// The key.
    pub key: K,
    /// The row of the item table.
    pub item: u32,
    /// The item.
    pub value: I,
    /// The list.
    pub list: Seq<Node<L>>,
}

/// The rows of the main table. Nothing for those that are not valid.
pub type Table<K, I, L> = Seq<Option<Row<K, I, L>>>;

/// The row of an element of a list; behind the last one, the number that no row has.
pub open spec fn place<L>(list: Seq<Node<L>>, n: int) -> u32 {
    if 0 <= n < list.len() { list[n].place } else { NONE }
}

/// Where a row leads.
pub open spec fn links_of<K, I, L>(row: Row<K, I, L>) -> Links {
    Links { item: row.item as u64, head: place(row.list, 0) as u64 }
}

/// Whether an area holds an element, and what is the next one.
pub open spec fn holds_node<L: PmCopy>(s: Seq<u8>, geometry: Geometry, node: Node<L>, next: u32) -> bool {
    &&& stores(s, geometry.node(node.place as int), next as u64)
    &&& stores(s, geometry.node(node.place as int) + ELEMENT, node.element)
}

/// Whether an area holds a list.
pub open spec fn holds_list<L: PmCopy>(s: Seq<u8>, geometry: Geometry, list: Seq<Node<L>>) -> bool {
    forall|n: int| #![trigger list[n]]
        0 <= n < list.len() ==> list[n].place < geometry.elements && holds_node(s, geometry, list[n], place(list, n + 1))
}

/// Whether an area holds what a valid row says.
pub open spec fn holds_body<K: PmCopy, I: PmCopy, L: PmCopy>(s: Seq<u8>, geometry: Geometry, r: int, row: Row<K, I, L>) -> bool {
    &&& row.item < geometry.items
    &&& stores(s, geometry.row(r) + LINK, links_of(row))
    &&& stores(s, geometry.row(r) + KEY, row.key)
    &&& stores(s, geometry.item(row.item as int), row.value)
    &&& holds_list(s, geometry, row.list)
}

/// Whether an area holds a row.
pub open spec fn holds_row<K: PmCopy, I: PmCopy, L: PmCopy>(
    s: Seq<u8>,
    geometry: Geometry,
    r: int,
    row: Option<Row<K, I, L>>,
) -> bool {
    &&& cdb_at(s, geometry.row(r)) == Some(row is Some)
    &&& row matches Some(row) ==> holds_body(s, geometry, r, row)
}

/// Whether a row has an element of its list.
pub open spec fn is_node<K, I, L>(table: Table<K, I, L>, r: int, n: int) -> bool {
    0 <= r < table.len() && table[r] is Some && 0 <= n < (table[r]->0).list.len()
}

/// Where an element of a row is.
pub open spec fn node_of<K, I, L>(table: Table<K, I, L>, r: int, n: int) -> u32 {
    (table[r]->0).list[n].place
}

/// Whether no two rows have one key or lead to one item, and no two elements are in one place.
pub open spec fn is_distinct<K, I, L>(table: Table<K, I, L>) -> bool {
    &&& forall|a: int, b: int| #![trigger table[a], table[b]]
        0 <= a < b < table.len() && table[a] is Some && table[b] is Some ==> (table[a]->0).key != (table[b]->0).key
            && (table[a]->0).item != (table[b]->0).item
    &&& forall|a: int, i: int, b: int, j: int| #![trigger node_of(table, a, i), node_of(table, b, j)]
        is_node(table, a, i) && is_node(table, b, j) && node_of(table, a, i) == node_of(table, b, j) ==> a == b && i == j
}

/// Whether an area holds a table.
#[verifier::opaque]
pub open spec fn holds<K: PmCopy, I: PmCopy, L: PmCopy>(s: Seq<u8>, geometry: Geometry, table: Table<K, I, L>) -> bool {
    &&& geometry.fits(s.len() as int)
    &&& geometry.is_for::<K, I, L>()
    &&& table.len() == geometry.keys
    &&& is_distinct(table)
    &&& forall|r: int| 0 <= r < table.len() ==> holds_row(s, geometry, r, #[trigger] table[r])
}

/// Whether a row leads to an item.
pub open spec fn leads_to<K, I, L>(row: Option<Row<K, I, L>>, item: u32) -> bool {
    row matches Some(row) && row.item == item
}

/// Whether no row leads to an item.
pub open spec fn is_unused<K, I, L>(table: Table<K, I, L>, item: u32) -> bool {
    forall|r: int| 0 <= r < table.len() ==> !leads_to(#[trigger] table[r], item)
}

/// Whether no element is in a row of the list table.
pub open spec fn is_empty_node<K, I, L>(table: Table<K, I, L>, node: u32) -> bool {
    forall|r: int, n: int| is_node(table, r, n) ==> #[trigger] node_of(table, r, n) != node
}

/// Whether the rows of a table lead to rows that there are.
pub open spec fn is_bounded<K, I, L>(table: Table<K, I, L>, geometry: Geometry) -> bool {
    &&& forall|r: int| 0 <= r < table.len() && #[trigger] table[r] is Some ==> (table[r]->0).item < geometry.items
    &&& forall|r: int, n: int| is_node(table, r, n) ==> #[trigger] node_of(table, r, n) < geometry.elements
}

/// Whether addresses are none of those that a row says something with.
pub open spec fn avoids_row<K, I, L>(geometry: Geometry, addrs: spec_fn(int) -> bool, r: int, row: Option<Row<K, I, L>>) -> bool {
    &&& forall|i: int| geometry.flag_addrs(r)(i) ==> !#[trigger] addrs(i)
    &&& row matches Some(row) ==> {
        &&& forall|i: int| geometry.body_addrs(r)(i) ==> !#[trigger] addrs(i)
        &&& forall|i: int| geometry.item_addrs(row.item as int)(i) ==> !#[trigger] addrs(i)
        &&& forall|n: int, i: int| #![trigger row.list[n], addrs(i)]
            0 <= n < row.list.len() && geometry.node_addrs(row.list[n].place as int)(i) ==> !addrs(i)
    }
}

/// Whether addresses are none of those that a table says something with.
pub open spec fn avoids<K, I, L>(geometry: Geometry, addrs: spec_fn(int) -> bool, table: Table<K, I, L>) -> bool {
    forall|r: int| 0 <= r < table.len() ==> avoids_row(geometry, addrs, r, #[trigger] table[r])
}

/// Contents that differ elsewhere only hold the same element.
pub proof fn lemma_node_agrees<L: PmCopy>(
    s: Seq<u8>,
    t: Seq<u8>,
    addrs: spec_fn(int) -> bool,
    geometry: Geometry,
    node: Node<L>,
    next: u32,
)
    requires
        agree_outside(s, t, addrs),
        geometry.element_len == L::spec_size_of(),
        node.place < geometry.elements,
        holds_node(s, geometry, node, next),
        forall|i: int| geometry.node_addrs(node.place as int)(i) ==> !#[trigger] addrs(i),
    ensures
        holds_node(t, geometry, node, next),
{
    lemma_stores_agree(s, t, addrs, geometry.node(node.place as int), next as u64);
    lemma_stores_agree(s, t, addrs, geometry.node(node.place as int) + ELEMENT, node.element);
}

/// Contents that differ elsewhere only hold the same row.
pub proof fn lemma_row_agrees<K: PmCopy, I: PmCopy, L: PmCopy>(
    s: Seq<u8>,
    t: Seq<u8>,
    addrs: spec_fn(int) -> bool,
    geometry: Geometry,
    r: int,
    row: Option<Row<K, I, L>>,
)
    requires
        agree_outside(s, t, addrs),
        geometry.fits(s.len() as int),
        geometry.is_for::<K, I, L>(),
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
        lemma_stores_agree(s, t, addrs, geometry.row(r) + LINK, links_of(row));
        lemma_stores_agree(s, t, addrs, geometry.row(r) + KEY, row.key);
        lemma_stores_agree(s, t, addrs, geometry.item(row.item as int), row.value);
        assert forall|n: int| #![trigger row.list[n]] 0 <= n < row.list.len() implies holds_node(
            t,
            geometry,
            row.list[n],
            place(row.list, n + 1),
        ) by {
            lemma_node_agrees(s, t, addrs, geometry, row.list[n], place(row.list, n + 1));
        }
    }
}

/// Contents that differ elsewhere only hold the same table.
pub proof fn lemma_agrees<K: PmCopy, I: PmCopy, L: PmCopy>(
    s: Seq<u8>,
    t: Seq<u8>,
    addrs: spec_fn(int) -> bool,
    geometry: Geometry,
    table: Table<K, I, L>,
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

/// Two lists that an area holds from one row on are in the same rows.
proof fn lemma_same_places<L: PmCopy>(s: Seq<u8>, geometry: Geometry, a: Seq<Node<L>>, b: Seq<Node<L>>, n: int)
    requires
        holds_list(s, geometry, a),
        holds_list(s, geometry, b),
        geometry.elements < NONE,
        place(a, 0) == place(b, 0),
        0 <= n,
    ensures
        n <= a.len() ==> place(a, n) == place(b, n) && n <= b.len(),
    decreases n,
{
    if 0 < n <= a.len() {
        lemma_same_places(s, geometry, a, b, n - 1);
        let (x, y) = (a[n - 1], b[n - 1]);
        lemma_stores_one(s, geometry.node(x.place as int), place(a, n) as u64, place(b, n) as u64);
    }
}

/// An area holds one list from a row on.
proof fn lemma_one_list<L: PmCopy>(s: Seq<u8>, geometry: Geometry, a: Seq<Node<L>>, b: Seq<Node<L>>)
    requires
        holds_list(s, geometry, a),
        holds_list(s, geometry, b),
        geometry.elements < NONE,
        place(a, 0) == place(b, 0),
    ensures
        a == b,
{
    lemma_same_places(s, geometry, a, b, a.len() as int);
    lemma_same_places(s, geometry, b, a, b.len() as int);
    assert forall|n: int| #![trigger a[n]] #![trigger b[n]] 0 <= n < a.len() implies a[n] == b[n] by {
        lemma_same_places(s, geometry, a, b, n);
        lemma_stores_one(s, geometry.node(a[n].place as int) + ELEMENT, a[n].element, b[n].element);
    }
    assert(a =~= b);
}

/// The rows of a table lead to rows that there are.
pub proof fn lemma_bounded<K: PmCopy, I: PmCopy, L: PmCopy>(s: Seq<u8>, geometry: Geometry, table: Table<K, I, L>)
    requires
        holds(s, geometry, table),
    ensures
        geometry.fits(s.len() as int),
        geometry.is_for::<K, I, L>(),
        table.len() == geometry.keys,
        is_distinct(table),
        is_bounded(table, geometry),
{
    reveal(holds);
    assert forall|r: int, n: int| is_node(table, r, n) implies #[trigger] node_of(table, r, n) < geometry.elements by {
        assert(holds_row(s, geometry, r, table[r]));
    }
}

/// An area holds one table.
pub proof fn lemma_one_table<K: PmCopy, I: PmCopy, L: PmCopy>(s: Seq<u8>, geometry: Geometry, a: Table<K, I, L>, b: Table<K, I, L>)
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
            lemma_stores_one(s, geometry.row(r) + LINK, links_of(x), links_of(y));
            lemma_stores_one(s, geometry.row(r) + KEY, x.key, y.key);
            lemma_stores_one(s, geometry.item(x.item as int), x.value, y.value);
            lemma_one_list(s, geometry, x.list, y.list);
        }
    }
    assert(a =~= b);
}

} // verus!
