//! What is in memory for the tables beside the index: where each row leads, as numbers.

use vstd::prelude::*;

verus! {

use crate::layout_v::NONE;
use crate::space_v::lemma_push;
use crate::table_v::*;

/// Where a row of the main table leads. If the row is not valid it leads nowhere.
#[derive(Clone, Copy)]
pub struct Slot {
    /// The row of the item.
    pub item: u32,
    /// The row of the first element of the list.
    pub head: u32,
    /// The row of the last element.
    pub tail: u32,
    /// The number of elements.
    pub len: u32,
}

/// What a row that is not valid leads to.
pub const NOWHERE: Slot = Slot { item: NONE, head: NONE, tail: NONE, len: 0 };

/// Where a row leads.
pub open spec fn slot_of<K, I, L>(row: Option<Row<K, I, L>>) -> Slot {
    match row {
        Some(row) => Slot {
            item: row.item,
            head: place(row.list, 0),
            tail: place(row.list, row.list.len() - 1),
            len: row.list.len() as u32,
        },
        None => NOWHERE,
    }
}

/// Whether the slots are those of a table.
pub open spec fn mirrors<K, I, L>(slots: Seq<Slot>, table: Table<K, I, L>) -> bool {
    slots.len() == table.len() && forall|r: int| 0 <= r < table.len() ==> #[trigger] slots[r] == slot_of(table[r])
}

/// Whether `next` has for each element of a table the row of the next one.
#[verifier::opaque]
pub open spec fn chains<K, I, L>(next: Seq<u32>, table: Table<K, I, L>) -> bool {
    forall|r: int, n: int| #![trigger node_of(table, r, n)]
        is_node(table, r, n) ==> node_of(table, r, n) < next.len() && next[node_of(table, r, n) as int] == place(
            (table[r]->0).list,
            n + 1,
        )
}

/// Whether `next` has for each element of a list the row of the next one.
pub open spec fn chains_list<L>(next: Seq<u32>, list: Seq<Node<L>>) -> bool {
    forall|n: int| 0 <= n < list.len() ==> (#[trigger] list[n]).place < next.len() && next[list[n].place as int] == place(
        list,
        n + 1,
    )
}

/// Each list of a table has its chain.
pub proof fn lemma_chain<K, I, L>(next: Seq<u32>, table: Table<K, I, L>, row: int)
    requires
        chains(next, table),
        0 <= row < table.len(),
        table[row] is Some,
    ensures
        chains_list(next, (table[row]->0).list),
{
    reveal(chains);
    let list = (table[row]->0).list;
    assert forall|n: int| 0 <= n < list.len() implies (#[trigger] list[n]).place < next.len() && next[list[n].place as int] == place(
        list,
        n + 1,
    ) by {
        assert(is_node(table, row, n) && node_of(table, row, n) == list[n].place);
    }
}

/// A table of which one row has another list has its chains, if `next` changed only for rows that no other row has.
pub proof fn lemma_rechain<K, I, L>(before: Seq<u32>, next: Seq<u32>, table: Table<K, I, L>, row: int, new: Option<Row<K, I, L>>)
    requires
        chains(before, table),
        before.len() == next.len(),
        0 <= row < table.len(),
        new matches Some(new) ==> chains_list(next, new.list),
        forall|r: int, n: int| #![trigger node_of(table, r, n)]
            is_node(table, r, n) && r != row ==> next[node_of(table, r, n) as int] == before[node_of(table, r, n) as int],
    ensures
        chains(next, table.update(row, new)),
{
    reveal(chains);
    let after = table.update(row, new);
    assert forall|r: int, n: int| #![trigger node_of(after, r, n)] is_node(after, r, n) implies node_of(after, r, n) < next.len()
        && next[node_of(after, r, n) as int] == place((after[r]->0).list, n + 1) by {
        if r == row {
            assert((new->0).list[n].place == node_of(after, r, n));
        } else {
            assert(is_node(table, r, n) && node_of(table, r, n) == node_of(after, r, n));
        }
    }
}

/// A row of the list table is empty in a table where it was and where the changed list does not go.
pub proof fn lemma_still_empty<K, I, L>(table: Table<K, I, L>, row: int, new: Option<Row<K, I, L>>, node: u32)
    requires
        0 <= row < table.len(),
        forall|r: int, n: int| is_node(table, r, n) && r != row ==> #[trigger] node_of(table, r, n) != node,
        new matches Some(new) ==> forall|n: int| 0 <= n < new.list.len() ==> (#[trigger] new.list[n]).place != node,
    ensures
        is_empty_node(table.update(row, new), node),
{
    let after = table.update(row, new);
    assert forall|r: int, n: int| is_node(after, r, n) implies #[trigger] node_of(after, r, n) != node by {
        if r != row {
            assert(is_node(table, r, n) && node_of(table, r, n) == node_of(after, r, n));
        } else {
            assert((new->0).list[n].place == node_of(after, r, n));
        }
    }
}

/// Whether a row is among those from a place of a sequence on.
pub open spec fn is_from(touched: Seq<u32>, i: int, row: int) -> bool {
    exists|j: int| i <= j < touched.len() && #[trigger] touched[j] == row
}

/// Whether two sequences are the same but for the places from a place of a third one on.
#[verifier::opaque]
pub open spec fn is_same_before<T>(touched: Seq<u32>, i: int, a: Seq<T>, b: Seq<T>) -> bool {
    &&& a.len() == b.len()
    &&& forall|r: int| #![trigger a[r]] #![trigger b[r]] 0 <= r < a.len() && !is_from(touched, i, r) ==> a[r] == b[r]
    &&& forall|j: int| 0 <= j < touched.len() ==> #[trigger] touched[j] < a.len()
}

/// It is the same the other way round.
pub proof fn lemma_swapped<T>(touched: Seq<u32>, a: Seq<T>, b: Seq<T>)
    requires
        is_same_before(touched, 0, a, b),
    ensures
        is_same_before(touched, 0, b, a),
{
    reveal(is_same_before);
}

/// One place more is the same.
pub proof fn lemma_one_more<T>(touched: Seq<u32>, i: int, a: Seq<T>, b: Seq<T>)
    requires
        0 <= i < touched.len(),
        is_same_before(touched, i, a, b),
    ensures
        is_same_before(touched, i + 1, a.update(touched[i] as int, b[touched[i] as int]), b),
        a.len() == b.len(),
        touched[i] < a.len(),
{
    reveal(is_same_before);
    let after = a.update(touched[i] as int, b[touched[i] as int]);
    assert forall|r: int| #![trigger after[r]] #![trigger b[r]] 0 <= r < a.len() && !is_from(touched, i + 1, r) implies after[r] == b[r] by {
        if r != touched[i] {
            if is_from(touched, i, r) {
                let j = choose|j: int| i <= j < touched.len() && #[trigger] touched[j] == r;
                assert(i + 1 <= j);
            }
            assert(a[r] == b[r]);
        }
    }
}

/// A place that changes is touched.
pub proof fn lemma_touch<T>(touched: Seq<u32>, a: Seq<T>, b: Seq<T>, row: u32, new: T)
    requires
        is_same_before(touched, 0, a, b),
        row < a.len(),
    ensures
        is_same_before(touched.push(row), 0, a.update(row as int, new), b),
{
    reveal(is_same_before);
    let (more, after) = (touched.push(row), a.update(row as int, new));
    assert forall|r: int| #![trigger after[r]] #![trigger b[r]] 0 <= r < a.len() && !is_from(more, 0, r) implies after[r] == b[r] by {
        assert(more[touched.len() as int] == row);
        if is_from(touched, 0, r) {
            let j = choose|j: int| 0 <= j < touched.len() && #[trigger] touched[j] == r;
            assert(more[j] == r);
        }
        assert(a[r] == b[r]);
    }
    assert forall|j: int| 0 <= j < more.len() implies #[trigger] more[j] < a.len() by {
        if j < touched.len() {
            assert(more[j] == touched[j]);
        }
    }
}

/// Puts a row of the list table between two others, of which there may be none.
pub(crate) fn put_between(
    next: &mut [u32],
    touched: &mut Vec<u32>,
    Ghost(kept): Ghost<Seq<u32>>,
    previous: u32,
    node: u32,
    following: u32,
)
    requires
        is_same_before(old(touched)@, 0, old(next)@, kept),
        node < old(next)@.len() <= NONE,
        previous != NONE ==> previous < old(next)@.len() && previous != node,
    ensures
        is_same_before(final(touched)@, 0, final(next)@, kept),
        final(next)@.len() == old(next)@.len(),
        forall|x: int| 0 <= x < final(next)@.len() ==> #[trigger] final(next)@[x] == if x == node {
            following
        } else if x == previous {
            node
        } else {
            old(next)@[x]
        },
        forall|x: u32| #[trigger]
            final(touched)@.contains(x) <==> old(touched)@.contains(x) || x == node || (x == previous && previous != NONE),
{
    proof {
        lemma_touch(touched@, next@, kept, node, following);
        lemma_push(touched@, node);
    }
    next[node as usize] = following;
    touched.push(node);
    if previous != NONE {
        proof {
            lemma_touch(touched@, next@, kept, previous, node);
            lemma_push(touched@, previous);
        }
        next[previous as usize] = node;
        touched.push(previous);
    }
}

/// Copies the places that were touched, after which both are the same.
pub(crate) fn copy_touched<T: Copy>(to: &mut [T], from: &[T], touched: &[u32])
    requires
        is_same_before(touched@, 0, old(to)@, from@),
    ensures
        final(to)@ == from@,
{
    proof {
        reveal(is_same_before);
    }
    let mut i = 0;
    while i < touched.len()
        invariant
            i <= touched@.len(),
            is_same_before(touched@, i as int, to@, from@),
        decreases touched@.len() - i,
    {
        let row = touched[i] as usize;
        proof {
            reveal(is_same_before);
            lemma_one_more(touched@, i as int, to@, from@);
        }
        to[row] = from[row];
        i += 1;
    }
    proof {
        reveal(is_same_before);
        assert(to@ =~= from@);
    }
}

} // verus!
