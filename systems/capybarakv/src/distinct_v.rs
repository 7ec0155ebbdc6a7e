//! Tables of which one row changes stay without rows that have something in common.

use vstd::prelude::*;

verus! {

use crate::map_v::*;
use crate::table_v::*;

/// Whether no two elements of a list are in one row.
pub open spec fn has_distinct_places<L>(list: Seq<Node<L>>) -> bool {
    forall|i: int, j: int| #![trigger list[i], list[j]] 0 <= i < j < list.len() ==> list[i].place != list[j].place
}

/// Whether an element of a list is in a row.
pub open spec fn is_at<L>(list: Seq<Node<L>>, node: u32) -> bool {
    exists|n: int| 0 <= n < list.len() && (#[trigger] list[n]).place == node
}

/// Whether the elements of a list are in rows of the list of a row, or in empty ones.
pub open spec fn is_at_home<K, I, L>(list: Seq<Node<L>>, table: Table<K, I, L>, row: int) -> bool {
    forall|n: int| 0 <= n < list.len() ==> is_empty_node(table, (#[trigger] list[n]).place) || (table[row] is Some && is_at(
        (table[row]->0).list,
        list[n].place,
    ))
}

/// A row that gets a key, an item and elements that no other row has.
pub proof fn lemma_distinct<K, I, L>(table: Table<K, I, L>, row: int, new: Row<K, I, L>)
    requires
        is_distinct(table),
        0 <= row < table.len(),
        forall|r: int| 0 <= r < table.len() && r != row ==> !has_key(#[trigger] table[r], new.key) && !leads_to(table[r], new.item),
        has_distinct_places(new.list),
        is_at_home(new.list, table, row),
    ensures
        is_distinct(table.update(row, Some(new))),
{
    let after = table.update(row, Some(new));
    assert forall|a: int, b: int| #![trigger after[a], after[b]]
        0 <= a < b < after.len() && after[a] is Some && after[b] is Some implies (after[a]->0).key != (after[b]->0).key
        && (after[a]->0).item != (after[b]->0).item by {
        assert(a == row || after[a] == table[a]);
        assert(b == row || after[b] == table[b]);
    }
    assert forall|a: int, i: int, b: int, j: int| #![trigger node_of(after, a, i), node_of(after, b, j)]
        is_node(after, a, i) && is_node(after, b, j) && node_of(after, a, i) == node_of(after, b, j) implies a == b && i == j by {
        if a == row && b == row {
            assert(new.list[i].place == new.list[j].place);
        } else if a == row {
            lemma_not_at_home(table, row, new.list, i, b, j);
        } else if b == row {
            lemma_not_at_home(table, row, new.list, j, a, i);
        } else {
            assert(node_of(table, a, i) == node_of(table, b, j));
            assert(is_node(table, a, i) && is_node(table, b, j));
        }
    }
}

/// Elements of a row are in no row where one of another row is.
proof fn lemma_not_at_home<K, I, L>(table: Table<K, I, L>, row: int, list: Seq<Node<L>>, i: int, r: int, n: int)
    requires
        is_distinct(table),
        is_at_home(list, table, row),
        0 <= row < table.len(),
        0 <= i < list.len(),
        r != row,
        is_node(table, r, n),
    ensures
        list[i].place != node_of(table, r, n),
{
    if !is_empty_node(table, list[i].place) {
        let k = choose|k: int| 0 <= k < (table[row]->0).list.len() && (#[trigger] (table[row]->0).list[k]).place == list[i].place;
        assert(node_of(table, row, k) == list[i].place);
        assert(is_node(table, row, k));
    }
}

/// A row that loses its key.
pub proof fn lemma_distinct_without<K, I, L>(table: Table<K, I, L>, row: int)
    requires
        is_distinct(table),
        0 <= row < table.len(),
    ensures
        is_distinct(table.update(row, None)),
{
    let after = table.update(row, None);
    assert forall|a: int, i: int, b: int, j: int| #![trigger node_of(after, a, i), node_of(after, b, j)]
        is_node(after, a, i) && is_node(after, b, j) && node_of(after, a, i) == node_of(after, b, j) implies a == b && i == j by {
        assert(node_of(table, a, i) == node_of(table, b, j));
        assert(is_node(table, a, i) && is_node(table, b, j));
    }
    assert forall|a: int, b: int| #![trigger after[a], after[b]]
        0 <= a < b < after.len() && after[a] is Some && after[b] is Some implies (after[a]->0).key != (after[b]->0).key
        && (after[a]->0).item != (after[b]->0).item by {
        assert(after[a] == table[a] && after[b] == table[b]);
    }
}

/// The list of a row has its elements in different rows.
pub proof fn lemma_places<K, I, L>(table: Table<K, I, L>, row: int)
    requires
        is_distinct(table),
        0 <= row < table.len(),
        table[row] is Some,
    ensures
        has_distinct_places((table[row]->0).list),
        is_at_home((table[row]->0).list, table, row),
{
    let list = (table[row]->0).list;
    assert forall|i: int, j: int| #![trigger list[i], list[j]] 0 <= i < j < list.len() implies list[i].place != list[j].place by {
        assert(is_node(table, row, i) && is_node(table, row, j));
        assert(node_of(table, row, i) == list[i].place && node_of(table, row, j) == list[j].place);
    }
}

} // verus!
