//! Addresses that say nothing of a table: those of rows that are free.

use vstd::prelude::*;

verus! {

use crate::layout_v::*;
use crate::table_v::*;
use power::bytes_v::*;

/// The bytes of a row behind its Boolean say nothing of a table where the row is not valid.
pub proof fn lemma_body_is_free<K, I, L>(geometry: Geometry, table: Table<K, I, L>, row: int)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        0 <= row < table.len(),
        table[row] is None,
        is_bounded(table, geometry),
    ensures
        avoids(geometry, geometry.body_addrs(row), table),
{
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(geometry, geometry.body_addrs(row), r, #[trigger] table[r]) by {
        geometry.lemma_row(row);
        lemma_main_avoids_others(geometry, geometry.body_addrs(row), row, table, r);
    }
}

/// Addresses of one row of the main table are none that another row says something with.
pub proof fn lemma_main_avoids_others<K, I, L>(
    geometry: Geometry,
    addrs: spec_fn(int) -> bool,
    row: int,
    table: Table<K, I, L>,
    r: int,
)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        0 <= row < table.len(),
        0 <= r < table.len(),
        is_bounded(table, geometry),
        forall|i: int| #[trigger] addrs(i) ==> range(geometry.row(row), geometry.row_len())(i),
        r != row || (table[r] is None && forall|i: int| #[trigger] addrs(i) ==> geometry.body_addrs(row)(i)),
    ensures
        avoids_row(geometry, addrs, r, table[r]),
{
    geometry.lemma_row(row);
    if r != row {
        geometry.lemma_rows_apart(r, row);
    }
    if let Some(other) = table[r] {
        geometry.lemma_item(other.item as int);
        assert forall|n: int, i: int| #![trigger other.list[n], addrs(i)]
            0 <= n < other.list.len() && geometry.node_addrs(other.list[n].place as int)(i) implies !addrs(i) by {
            assert(node_of(table, r, n) < geometry.elements);
            geometry.lemma_node(other.list[n].place as int);
        }
    }
}

/// The bytes of a row of the item table say nothing of a table of which no row leads there.
pub proof fn lemma_item_is_free<K, I, L>(geometry: Geometry, table: Table<K, I, L>, item: u32)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        item < geometry.items,
        is_unused(table, item),
        is_bounded(table, geometry),
    ensures
        avoids(geometry, geometry.item_addrs(item as int), table),
{
    let addrs = geometry.item_addrs(item as int);
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(geometry, addrs, r, #[trigger] table[r]) by {
        geometry.lemma_row(r);
        geometry.lemma_item(item as int);
        if let Some(other) = table[r] {
            geometry.lemma_items_apart(item as int, other.item as int);
            assert forall|n: int, i: int| #![trigger other.list[n], addrs(i)]
                0 <= n < other.list.len() && geometry.node_addrs(other.list[n].place as int)(i) implies !addrs(i) by {
                assert(node_of(table, r, n) < geometry.elements);
                geometry.lemma_node(other.list[n].place as int);
            }
        }
    }
}

/// Addresses of a row of the list table are none that a row of the main table says something with whose list is elsewhere.
pub proof fn lemma_node_avoids<K, I, L>(
    geometry: Geometry,
    addrs: spec_fn(int) -> bool,
    node: u32,
    table: Table<K, I, L>,
    r: int,
)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        0 <= r < table.len(),
        node < geometry.elements,
        is_bounded(table, geometry),
        forall|i: int| #[trigger] addrs(i) ==> geometry.node_addrs(node as int)(i),
        forall|n: int| is_node(table, r, n) ==> #[trigger] node_of(table, r, n) != node,
    ensures
        avoids_row(geometry, addrs, r, table[r]),
{
    geometry.lemma_row(r);
    geometry.lemma_node(node as int);
    if let Some(other) = table[r] {
        geometry.lemma_item(other.item as int);
        assert forall|n: int, i: int| #![trigger other.list[n], addrs(i)]
            0 <= n < other.list.len() && geometry.node_addrs(other.list[n].place as int)(i) implies !addrs(i) by {
            assert(node_of(table, r, n) != node);
            geometry.lemma_nodes_apart(node as int, other.list[n].place as int);
        }
    }
}

/// The bytes of a row of the list table say nothing of a table of which no element is there.
pub proof fn lemma_node_is_free<K, I, L>(geometry: Geometry, table: Table<K, I, L>, node: u32)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        node < geometry.elements,
        is_empty_node(table, node),
        is_bounded(table, geometry),
    ensures
        avoids(geometry, geometry.node_addrs(node as int), table),
{
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(geometry, geometry.node_addrs(node as int), r, #[trigger] table[r]) by {
        lemma_node_avoids(geometry, geometry.node_addrs(node as int), node, table, r);
    }
}

/// The addresses from one on.
pub open spec fn from(addr: int) -> spec_fn(int) -> bool {
    |i: int| addr <= i
}

/// What a row of a table says something with lies behind the header, and before the end of the tables.
pub proof fn lemma_row_avoids<K, I, L>(geometry: Geometry, addrs: spec_fn(int) -> bool, table: Table<K, I, L>, r: int)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        0 <= r < table.len(),
        is_bounded(table, geometry),
        forall|i: int| #[trigger] addrs(i) ==> i < MAIN || geometry.size() <= i,
    ensures
        avoids_row(geometry, addrs, r, table[r]),
{
    geometry.lemma_row(r);
    if let Some(row) = table[r] {
        geometry.lemma_item(row.item as int);
        assert forall|n: int, i: int| #![trigger row.list[n], addrs(i)]
            0 <= n < row.list.len() && geometry.node_addrs(row.list[n].place as int)(i) implies !addrs(i) by {
            assert(node_of(table, r, n) < geometry.elements);
            geometry.lemma_node(row.list[n].place as int);
        }
    }
}

/// What lies behind the tables says nothing of them.
pub proof fn lemma_end_is_free<K, I, L>(geometry: Geometry, table: Table<K, I, L>)
    requires
        geometry.is_possible(),
        table.len() == geometry.keys,
        is_bounded(table, geometry),
    ensures
        avoids(geometry, from(geometry.size()), table),
{
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(geometry, from(geometry.size()), r, #[trigger] table[r]) by {
        lemma_row_avoids(geometry, from(geometry.size()), table, r);
    }
}

} // verus!
