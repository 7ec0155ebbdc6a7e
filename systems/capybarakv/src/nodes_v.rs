//! Lists in memory: walks along them, and rows of the list table that become free.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::distinct_v::*;
use crate::layout_v::NONE;
use crate::map_v::*;
use crate::order_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use pmcopy::PmCopy;
use power::device_t::*;

/// The row of the element at a place of a list, which begins at `head`.
pub(crate) fn walk<L>(next: &[u32], head: u32, n: u32, Ghost(list): Ghost<Seq<Node<L>>>) -> (node: u32)
    requires
        chains_list(next@, list),
        head == place(list, 0),
        n <= list.len(),
    ensures
        node == place(list, n as int),
{
    let mut node = head;
    let mut i = 0;
    while i < n
        invariant
            chains_list(next@, list),
            i <= n <= list.len(),
            node == place(list, i as int),
        decreases n - i,
    {
        assert(list[i as int].place == node);
        node = next[node as usize];
        i += 1;
    }
    node
}

/// The row of the element at a place of a list, which begins at `head`, between the rows of the elements before it and behind it.
pub(crate) fn find_node<L>(next: &[u32], head: u32, n: u32, Ghost(list): Ghost<Seq<Node<L>>>) -> (nodes: (u32, u32, u32))
    requires
        chains_list(next@, list),
        head == place(list, 0),
        n < list.len(),
    ensures
        nodes.0 == place(list, n - 1),
        nodes.1 == list[n as int].place,
        nodes.2 == place(list, n + 1),
        nodes.1 < next@.len(),
        n > 0 ==> nodes.0 == list[n - 1].place && nodes.0 < next@.len(),
{
    if n == 0 {
        return (NONE, head, next[head as usize]);
    }
    let previous = walk::<L>(next, head, n - 1, Ghost(list));
    assert(list[n - 1].place == previous);
    let node = next[previous as usize];
    assert(list[n as int].place == node);
    (previous, node, next[node as usize])
}

/// Gives back the rows of the first elements of a list, which begins at `head`.
pub(crate) fn give_list<L>(nodes: &mut Space, next: &[u32], head: u32, n: u32, Ghost(list): Ghost<Seq<Node<L>>>)
    requires
        old(nodes).inv(),
        chains_list(next@, list),
        has_distinct_places(list),
        head == place(list, 0),
        n <= list.len(),
        forall|m: int| 0 <= m < list.len() ==> !old(nodes).free@.contains((#[trigger] list[m]).place) && !old(nodes).given@.contains(
            list[m].place,
        ),
    ensures
        final(nodes).inv(),
        final(nodes).free@ == old(nodes).free@,
        final(nodes).taken@ == old(nodes).taken@,
        final(nodes).given@.len() == old(nodes).given@.len() + n,
        forall|x: u32| #[trigger]
            final(nodes).given@.contains(x) ==> old(nodes).given@.contains(x) || is_at(list.take(n as int), x),
{
    let mut node = head;
    let mut i = 0;
    while i < n
        invariant
            nodes.inv(),
            chains_list(next@, list),
            has_distinct_places(list),
            i <= n <= list.len(),
            node == place(list, i as int),
            forall|m: int| 0 <= m < list.len() ==> !old(nodes).free@.contains((#[trigger] list[m]).place) && !old(
                nodes,
            ).given@.contains(list[m].place),
            nodes.free@ == old(nodes).free@,
            nodes.taken@ == old(nodes).taken@,
            nodes.given@.len() == old(nodes).given@.len() + i,
            forall|x: u32| #[trigger] nodes.given@.contains(x) ==> old(nodes).given@.contains(x) || is_at(list.take(i as int), x),
        decreases n - i,
    {
        let ghost given = nodes.given@;
        proof {
            assert(list[i as int].place == node);
            if is_at(list.take(i as int), node) {
                let m = choose|m: int| 0 <= m < list.take(i as int).len() && (#[trigger] list.take(i as int)[m]).place == node;
                assert(list[m].place != list[i as int].place);
            }
        }
        nodes.give(node);
        proof {
            lemma_push(given, node);
            assert forall|x: u32| #[trigger] nodes.given@.contains(x) implies old(nodes).given@.contains(x) || is_at(
                list.take(i + 1),
                x,
            ) by {
                if given.contains(x) && is_at(list.take(i as int), x) {
                    let m = choose|m: int| 0 <= m < list.take(i as int).len() && (#[trigger] list.take(i as int)[m]).place == x;
                    assert(list.take(i + 1)[m].place == x);
                }
                assert(list.take(i + 1)[i as int].place == node);
            }
        }
        node = next[node as usize];
        i += 1;
    }
}

/// Rows of the list table that were empty are so when a row of the main table has none but its own elements.
pub proof fn lemma_others_empty<K, I, L>(table: Table<K, I, L>, row: int, new: Option<Row<K, I, L>>)
    requires
        0 <= row < table.len(),
        new matches Some(new) ==> new.list.len() == 0 || (table[row] matches Some(old) && old.list == new.list),
    ensures
        forall|x: u32| is_empty_node(table, x) ==> #[trigger] is_empty_node(table.update(row, new), x),
{
    assert forall|x: u32| is_empty_node(table, x) implies #[trigger] is_empty_node(table.update(row, new), x) by {
        if let Some(new) = new {
            assert forall|n: int| 0 <= n < new.list.len() implies (#[trigger] new.list[n]).place != x by {
                assert(is_node(table, row, n) && node_of(table, row, n) == new.list[n].place);
            }
        }
        lemma_still_empty(table, row, new, x);
    }
}

/// The rows of the first elements of a list are empty when the row of the main table has only the others.
pub proof fn lemma_given_empty<K, I, L>(table: Table<K, I, L>, row: int, new: Option<Row<K, I, L>>, n: int)
    requires
        is_distinct(table),
        0 <= row < table.len(),
        table[row] is Some,
        0 <= n <= (table[row]->0).list.len(),
        new matches Some(new) ==> new.list == (table[row]->0).list.skip(n),
    ensures
        forall|x: u32| #[trigger] is_at((table[row]->0).list.take(n), x) ==> is_empty_node(table.update(row, new), x),
{
    let list = (table[row]->0).list;
    assert forall|x: u32| #[trigger] is_at(list.take(n), x) implies is_empty_node(table.update(row, new), x) by {
        let m = choose|m: int| 0 <= m < list.take(n).len() && (#[trigger] list.take(n)[m]).place == x;
        assert(is_node(table, row, m) && node_of(table, row, m) == x);
        if let Some(new) = new {
            assert forall|k: int| 0 <= k < new.list.len() implies (#[trigger] new.list[k]).place != x by {
                assert(is_node(table, row, k + n) && node_of(table, row, k + n) == new.list[k].place);
            }
        }
        lemma_still_empty(table, row, new, x);
    }
}

/// The row of the element at a place of the list of a row.
pub(crate) fn walk_row<K, I, L>(next: &[u32], row: u32, head: u32, n: u32, Ghost(table): Ghost<Table<K, I, L>>) -> (node: u32)
    requires
        chains(next@, table),
        row < table.len(),
        table[row as int] is Some,
        head == place((table[row as int]->0).list, 0),
        n <= (table[row as int]->0).list.len(),
    ensures
        node == place((table[row as int]->0).list, n as int),
{
    proof {
        lemma_chain(next@, table, row as int);
    }
    walk::<L>(next, head, n, Ghost((table[row as int]->0).list))
}

/// Gives back the rows of the first elements of the list of a row.
pub(crate) fn give_first<K, I, L>(
    nodes: &mut Space,
    next: &[u32],
    row: u32,
    head: u32,
    n: u32,
    Ghost(table): Ghost<Table<K, I, L>>,
)
    requires
        old(nodes).inv(),
        chains(next@, table),
        is_distinct(table),
        row < table.len(),
        table[row as int] is Some,
        head == place((table[row as int]->0).list, 0),
        n <= (table[row as int]->0).list.len(),
        forall|x: u32| #[trigger] old(nodes).free@.contains(x) ==> is_empty_node(table, x),
        forall|x: u32| #[trigger] old(nodes).given@.contains(x) ==> is_empty_node(table, x),
    ensures
        final(nodes).inv(),
        final(nodes).free@ == old(nodes).free@,
        final(nodes).taken@ == old(nodes).taken@,
        final(nodes).given@.len() == old(nodes).given@.len() + n,
        forall|x: u32| #[trigger]
            final(nodes).given@.contains(x) ==> old(nodes).given@.contains(x) || (x < next@.len() && is_at(
                (table[row as int]->0).list.take(n as int),
                x,
            )),
{
    let ghost list = (table[row as int]->0).list;
    proof {
        lemma_chain(next@, table, row as int);
        lemma_places(table, row as int);
        assert forall|m: int| 0 <= m < list.len() implies !nodes.free@.contains((#[trigger] list[m]).place)
            && !nodes.given@.contains(list[m].place) by {
            assert(is_node(table, row as int, m) && node_of(table, row as int, m) == list[m].place);
        }
    }
    give_list::<L>(nodes, next, head, n, Ghost(list));
    assert forall|x: u32| is_at(list.take(n as int), x) implies x < next@.len() by {
        let m = choose|m: int| 0 <= m < list.take(n as int).len() && (#[trigger] list.take(n as int)[m]).place == x;
        assert(list[m].place == x);
    }
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// A list has no more elements than there are rows for them.
    pub(crate) proof fn lemma_list_len(&self, row: int)
        requires
            self.inv(),
            0 <= row < self.tables.current@.len(),
            self.tables.current@[row] is Some,
        ensures
            (self.tables.current@[row]->0).list.len() + self.nodes.free@.len() <= self.tables.geometry.elements < NONE,
            self.slots@[row].len == (self.tables.current@[row]->0).list.len(),
    {
        let table = self.tables.current@;
        self.tables.lemma_sizes();
        lemma_value(table, row);
        lemma_total_remove(map_of(table), (table[row]->0).key);
    }
}

} // verus!
