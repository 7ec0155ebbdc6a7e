//! Tables with more rows behind them, and a storage that has become longer: both are the same map.

use vstd::prelude::*;

verus! {

use crate::layout_v::*;
use crate::map_v::*;
use crate::order_v::*;
use crate::ordered_v::*;
use crate::recovery_v::*;
use crate::slots_v::*;
use crate::table_v::*;
use journal::abstract_spec_t::*;
use journal::longer_v::*;
use journal::recovery_v::*;
use pmcopy::PmCopy;
use power::bytes_spec_t::*;
use power::checked_v::*;
use power::layout_v::*;

/// A table with rows behind it that are not valid, so that it has `n`.
pub open spec fn longer_table<K, I, L>(table: Table<K, I, L>, n: int) -> Table<K, I, L> {
    table + Seq::new((n - table.len()) as nat, |r: int| None)
}

/// It is the same map.
pub proof fn lemma_longer_map<K, I, L>(table: Table<K, I, L>, n: int)
    requires
        table.len() <= n,
    ensures
        map_of(longer_table(table, n)) == map_of(table),
    decreases n - table.len(),
{
    if table.len() == n {
        assert(longer_table(table, n) =~= table);
    } else {
        assert(longer_table(table, n).drop_last() =~= longer_table(table, n - 1));
        lemma_longer_map(table, n - 1);
    }
}

/// Its rows lead where they did.
pub proof fn lemma_longer_rows<K, I, L>(table: Table<K, I, L>, n: int)
    requires
        table.len() <= n,
    ensures
        longer_table(table, n).len() == n,
        is_distinct(table) ==> is_distinct(longer_table(table, n)),
        forall|item: u32| is_unused(table, item) ==> #[trigger] is_unused(longer_table(table, n), item),
        forall|node: u32| is_empty_node(table, node) ==> #[trigger] is_empty_node(longer_table(table, n), node),
{
    let longer = longer_table(table, n);
    assert forall|r: int, k: int| #[trigger] is_node(longer, r, k) implies is_node(table, r, k) && node_of(longer, r, k) == node_of(
        table,
        r,
        k,
    ) by {}
    assert forall|node: u32| is_empty_node(table, node) implies #[trigger] is_empty_node(longer, node) by {
        assert forall|r: int, k: int| is_node(longer, r, k) implies #[trigger] node_of(longer, r, k) != node by {
            assert(node_of(table, r, k) == node_of(longer, r, k));
        }
    }
    if is_distinct(table) {
        assert forall|a: int, i: int, b: int, j: int| #![trigger node_of(longer, a, i), node_of(longer, b, j)]
            is_node(longer, a, i) && is_node(longer, b, j) && node_of(longer, a, i) == node_of(longer, b, j) implies a == b && i == j by {
            assert(node_of(table, a, i) == node_of(table, b, j));
        }
    }
}

/// Where a row that is not valid is behind the others, nothing else is different.
pub proof fn lemma_longer_chains<K, I, L>(next: Seq<u32>, longer: Seq<u32>, table: Table<K, I, L>, n: int)
    requires
        chains(next, table),
        table.len() <= n,
        next.len() <= longer.len(),
        forall|i: int| 0 <= i < next.len() ==> #[trigger] longer[i] == next[i],
    ensures
        chains(longer, longer_table(table, n)),
{
    reveal(chains);
    let after = longer_table(table, n);
    assert forall|r: int, k: int| #![trigger node_of(after, r, k)] is_node(after, r, k) implies node_of(after, r, k) < longer.len()
        && longer[node_of(after, r, k) as int] == place((after[r]->0).list, k + 1) by {
        assert(is_node(table, r, k) && node_of(table, r, k) == node_of(after, r, k));
    }
}

/// An order is one of a table with rows behind it that are not valid.
pub(crate) proof fn lemma_longer_order<K: Copy, I, L, O: KeyOrder<K>>(order: Option<Order<K, O>>, table: Table<K, I, L>, n: int)
    requires
        keeps_order(order, table, table),
        table.len() <= n < NONE,
    ensures
        keeps_order(order, longer_table(table, n), longer_table(table, n)),
{
    reveal(orders);
    let longer = longer_table(table, n);
    if let Some(order) = order {
        assert forall|i: int| 0 <= i < order.current.rows().len() implies keys_of(table)(#[trigger] order.current.rows()[i])
            == keys_of(longer)(order.current.rows()[i]) by {
            assert(order.current.rows().contains(order.current.rows()[i]));
        }
        assert forall|i: int| 0 <= i < order.kept.rows().len() implies keys_of(table)(#[trigger] order.kept.rows()[i]) == keys_of(
            longer,
        )(order.kept.rows()[i]) by {
            assert(order.kept.rows().contains(order.kept.rows()[i]));
        }
        order.current.lemma_same_keys::<O>(keys_of(table), keys_of(longer));
        order.kept.lemma_same_keys::<O>(keys_of(table), keys_of(longer));
    }
}

/// A longer area holds the same table, also for a geometry with more rows, if these are not valid.
pub proof fn lemma_holds_longer<K: PmCopy, I: PmCopy, L: PmCopy>(
    s: Seq<u8>,
    longer: Seq<u8>,
    before: Geometry,
    geometry: Geometry,
    table: Table<K, I, L>,
)
    requires
        holds(s, before, table),
        starts_with(longer, s),
        geometry.extends(before),
        geometry.fits(longer.len() as int),
        forall|r: int| before.keys <= r < geometry.keys ==> cdb_at(longer, #[trigger] geometry.row(r)) == Some(false),
    ensures
        holds(longer, geometry, longer_table(table, geometry.keys as int)),
{
    reveal(holds);
    let after = longer_table(table, geometry.keys as int);
    lemma_longer_rows(table, geometry.keys as int);
    assert forall|r: int| 0 <= r < after.len() implies holds_row(longer, geometry, r, #[trigger] after[r]) by {
        if r < table.len() {
            assert(holds_row(s, before, r, table[r]));
            assert(geometry.row(r) == before.row(r));
            assert(read_bytes(longer, geometry.row(r), WORD as int) =~= read_bytes(s, before.row(r), WORD as int));
            if let Some(row) = table[r] {
                assert(geometry.item(row.item as int) == before.item(row.item as int));
                lemma_stores_longer(s, longer, before.row(r) + LINK, links_of(row));
                lemma_stores_longer(s, longer, before.row(r) + KEY, row.key);
                lemma_stores_longer(s, longer, before.item(row.item as int), row.value);
                assert forall|n: int| #![trigger row.list[n]] 0 <= n < row.list.len() implies row.list[n].place < geometry.elements
                    && holds_node(longer, geometry, row.list[n], place(row.list, n + 1)) by {
                    let node = row.list[n];
                    assert(geometry.node(node.place as int) == before.node(node.place as int));
                    lemma_stores_longer(s, longer, before.node(node.place as int), place(row.list, n + 1) as u64);
                    lemma_stores_longer(s, longer, before.node(node.place as int) + ELEMENT, node.element);
                }
            }
        }
    }
}

/// A storage that has become longer holds the same store, whatever is in what was added.
pub proof fn lemma_longer_storage<K: PmCopy, I: PmCopy, L: PmCopy>(s: Seq<u8>, longer: Seq<u8>)
    requires
        recovered_store::<K, I, L>(s) is Some,
        starts_with(longer, s),
        longer.len() <= u64::MAX,
    ensures
        recovered_store::<K, I, L>(longer) == recovered_store::<K, I, L>(s),
{
    lemma_longer(s, longer);
    let (found, more) = (recovered(s)->0, recovered(longer)->0);
    let (geometry, table) = choose|geometry: Geometry, table: Table<K, I, L>| is_store(found, geometry, table);
    reveal(is_store);
    lemma_bounded(found.area, geometry, table);
    lemma_stores_longer(found.area, more.area, HEADER as int, geometry);
    lemma_holds_longer(found.area, more.area, geometry, geometry, table);
    assert(longer_table(table, geometry.keys as int) =~= table);
    lemma_look(found, geometry, table);
    lemma_look(more, geometry, table);
}

} // verus!
