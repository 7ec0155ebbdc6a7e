//! The rows of a store in the order of their keys, if the store was asked to keep them.

use pmcopy::PmCopy;
use std::marker::PhantomData;
use std::sync::Arc;
use vstd::prelude::*;

verus! {

use crate::error_v::KvError;
use crate::index_v::lemma_taken_out;
use crate::layout_v::NONE;
use crate::map_v::has_key;
use crate::order_spec_t::*;
use crate::order_v::*;
use crate::slots_v::*;
use crate::sort_v::*;
use crate::sorted_v::*;
use crate::space_v::lemma_push;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::tree_v::*;
use power::device_t::*;

/// The rows of the main table in the order of their keys.
pub struct Order<K, O> {
    /// As a commit would leave them.
    pub(crate) current: Arc<Tree<K>>,
    /// As an abort would leave them.
    pub(crate) kept: Arc<Tree<K>>,
    /// The order.
    pub(crate) by: PhantomData<O>,
}

/// The keys of the rows of a table.
pub open spec fn keys_of<K, I, L>(table: Table<K, I, L>) -> spec_fn(u32) -> K {
    |row: u32| (table[row as int]->0).key
}

/// Whether a tree has the rows of a table that are valid, each once, and in order.
#[verifier::opaque]
pub open spec fn orders<K: Copy, I, L, O: KeyOrder<K>>(tree: Tree<K>, table: Table<K, I, L>) -> bool {
    &&& tree.inv::<O>(keys_of(table))
    &&& tree.rows().no_duplicates()
    &&& tree.rows().len() <= table.len() < NONE
    &&& forall|row: u32| #[trigger] tree.rows().contains(row) <==> row < table.len() && table[row as int] is Some
}

/// Whether an order is kept of both tables, if there is one.
pub(crate) open spec fn keeps_order<K: Copy, I, L, O: KeyOrder<K>>(
    order: Option<Order<K, O>>,
    current: Table<K, I, L>,
    durable: Table<K, I, L>,
) -> bool {
    order matches Some(order) ==> orders::<K, I, L, O>(*order.current, current) && orders::<K, I, L, O>(*order.kept, durable)
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Source<K> for Tables<D, K, I, L> {
    closed spec fn has(&self, row: u32) -> bool {
        self.inv() && row < self.geometry.keys && self.current@[row as int] is Some
    }

    closed spec fn key(&self, row: u32) -> K {
        (self.current@[row as int]->0).key
    }

    closed spec fn is_intact(&self) -> bool {
        self.journal.constants().is_intact()
    }

    fn read(&self, row: u32) -> (result: Result<K, KvError>) {
        match self.read_key(row) {
            Some(key) => Ok(key),
            None => Err(KvError::Corrupted),
        }
    }
}

/// Different numbers below a bound are no more than it.
proof fn lemma_few(rows: Seq<u32>, n: int)
    requires
        rows.no_duplicates(),
        forall|row: u32| #[trigger] rows.contains(row) ==> row < n,
        0 <= n <= u32::MAX,
    ensures
        rows.len() <= n,
    decreases n,
{
    if n == 0 {
        if rows.len() > 0 {
            assert(rows.contains(rows[0]));
        }
    } else if rows.contains((n - 1) as u32) {
        let last = (n - 1) as u32;
        let at = rows.index_of(last);
        assert forall|row: u32| #[trigger] rows.remove(at).contains(row) implies row < n - 1 by {
            lemma_taken_out(rows, at, row);
        }
        lemma_taken_out(rows, at, last);
        lemma_few(rows.remove(at), n - 1);
    } else {
        assert forall|row: u32| #[trigger] rows.contains(row) implies row < n - 1 by {
            assert(row != n - 1);
        }
        lemma_few(rows, n - 1);
    }
}

/// What is in a sequence with one more row, which was not there.
proof fn lemma_one_in(rows: Seq<u32>, at: int, row: u32)
    requires
        0 <= at <= rows.len(),
        rows.no_duplicates(),
        !rows.contains(row),
    ensures
        rows.insert(at, row).no_duplicates(),
        forall|other: u32| #[trigger] rows.insert(at, row).contains(other) <==> rows.contains(other) || other == row,
{
    let all = rows.insert(at, row);
    assert forall|i: int, j: int| #![trigger all[i], all[j]] 0 <= i < j < all.len() implies all[i] != all[j] by {
        assert(i != at ==> rows.contains(all[i]));
        assert(j != at ==> rows.contains(all[j]));
    }
    assert forall|other: u32| #[trigger] all.contains(other) == (rows.contains(other) || other == row) by {
        assert(all[at] == row);
        if rows.contains(other) {
            let i = rows.index_of(other);
            assert(all[if i < at { i } else { i + 1 }] == other);
        }
        if all.contains(other) {
            let i = all.index_of(other);
            assert(i != at ==> rows.contains(all[i]));
        }
    }
}

/// The tables give the keys of the rows of their tree.
pub(crate) proof fn lemma_gives_tables<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>>(
    tables: Tables<D, K, I, L>,
    tree: Tree<K>,
)
    requires
        tables.inv(),
        orders::<K, I, L, O>(tree, tables.current@),
    ensures
        gives::<K, Tables<D, K, I, L>>(tables, tree.rows(), keys_of(tables.current@)),
        tables.is_intact() == tables.journal.constants().is_intact(),
{
    reveal(orders);
    tables.lemma_sizes();
    assert forall|i: int| 0 <= i < tree.rows().len() implies tables.has(#[trigger] tree.rows()[i]) && tables.key(tree.rows()[i])
        == keys_of(tables.current@)(tree.rows()[i]) by {
        assert(tree.rows().contains(tree.rows()[i]));
    }
}

/// The order is the same if a row keeps its key.
pub(crate) proof fn lemma_same_order<K: Copy, I, L, O: KeyOrder<K>>(
    order: Option<Order<K, O>>,
    current: Table<K, I, L>,
    durable: Table<K, I, L>,
    row: int,
    new: Row<K, I, L>,
)
    requires
        keeps_order(order, current, durable),
        0 <= row < current.len(),
        has_key(current[row], new.key),
    ensures
        keeps_order(order, current.update(row, Some(new)), durable),
{
    reveal(orders);
    if let Some(order) = order {
        order.current.lemma_same_keys::<O>(keys_of(current), keys_of(current.update(row, Some(new))));
    }
}

/// The tree with one more row, for a table that gets it, if an order is kept.
pub(crate) fn with_row<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>>(
    order: &Option<Order<K, O>>,
    tables: &Tables<D, K, I, L>,
    row: u32,
    key: &K,
    Ghost(new): Ghost<Row<K, I, L>>,
) -> (result: Result<Option<Arc<Tree<K>>>, KvError>)
    requires
        tables.inv(),
        keeps_order(*order, tables.current@, tables.durable@),
        row < tables.geometry.keys,
        tables.current@[row as int] is None,
        new.key == key,
    ensures
        match result {
            Ok(tree) => {
                &&& tree is Some == (order is Some)
                &&& tree matches Some(tree) ==> orders::<K, I, L, O>(*tree, tables.current@.update(row as int, Some(new)))
            },
            Err(error) => error == KvError::Corrupted && !tables.journal.constants().is_intact(),
        },
{
    let Some(order) = order else {
        return Ok(None);
    };
    let tree = &*order.current;
    let ghost (before, after) = (tables.current@, tables.current@.update(row as int, Some(new)));
    proof {
        tables.lemma_sizes();
        lemma_gives_tables::<D, K, I, L, O>(*tables, *tree);
        reveal(orders);
        assert forall|i: int| 0 <= i < tree.rows().len() implies keys_of(before)(#[trigger] tree.rows()[i]) == keys_of(after)(
            tree.rows()[i],
        ) by {
            assert(tree.rows().contains(tree.rows()[i]));
        }
        tree.lemma_same_keys::<O>(keys_of(before), keys_of(after));
    }
    let (tree, Ghost(at)) = tree.insert::<O, Tables<D, K, I, L>>(row, key, tables, Ghost(keys_of(after)))?;
    proof {
        lemma_one_in(order.current.rows(), at, row);
        lemma_few(tree.rows(), after.len() as int);
    }
    Ok(Some(tree))
}

/// The tree without a row, for a table that loses it, if an order is kept.
pub(crate) fn without_row<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>>(
    order: &Option<Order<K, O>>,
    tables: &Tables<D, K, I, L>,
    row: u32,
    key: &K,
) -> (result: Result<Option<Arc<Tree<K>>>, KvError>)
    requires
        tables.inv(),
        keeps_order(*order, tables.current@, tables.durable@),
        row < tables.geometry.keys,
        has_key(tables.current@[row as int], *key),
    ensures
        match result {
            Ok(tree) => {
                &&& tree is Some == (order is Some)
                &&& tree matches Some(tree) ==> orders::<K, I, L, O>(*tree, tables.current@.update(row as int, None))
            },
            Err(error) => error == KvError::Corrupted && !tables.journal.constants().is_intact(),
        },
{
    let Some(order) = order else {
        return Ok(None);
    };
    let tree = &*order.current;
    let ghost (before, after) = (tables.current@, tables.current@.update(row as int, None));
    let ghost keys = keys_of(before);
    let ghost place = tree.rows().index_of(row);
    proof {
        tables.lemma_sizes();
        lemma_gives_tables::<D, K, I, L, O>(*tables, *tree);
        reveal(orders);
        assert(tree.rows().contains(row));
        O::lemma_total(*key, *key);
    }
    let mut at = tree.rank::<O, Tables<D, K, I, L>>(key, true, tables, Ghost(keys))?;
    // Other rows may have keys in the same place.
    while tree.row::<O>(at, Ghost(keys)) != row
        invariant
            tree.inv::<O>(keys),
            at <= place < tree.rows().len(),
            tree.rows()[place] == row,
        ensures
            at < tree.rows().len(),
            tree.rows()[at as int] == row,
        decreases place - at,
    {
        at += 1;
    }
    let rest = tree.remove::<O>(at, Ghost(keys));
    proof {
        let rows = tree.rows();
        assert forall|other: u32| #[trigger] rest.rows().contains(other) <==> other < after.len() && after[other as int] is Some by {
            lemma_taken_out(rows, at as int, other);
        }
        lemma_taken_out(rows, at as int, row);
        assert forall|i: int| 0 <= i < rest.rows().len() implies keys(#[trigger] rest.rows()[i]) == keys_of(after)(rest.rows()[i]) by {
            assert(rest.rows().contains(rest.rows()[i]));
        }
        rest.lemma_same_keys::<O>(keys, keys_of(after));
    }
    Ok(Some(rest))
}

/// Takes a tree as the one that a commit would leave.
pub(crate) fn reorder<K, O>(order: &mut Option<Order<K, O>>, tree: Option<Arc<Tree<K>>>)
    requires
        (tree is Some) == (*old(order) is Some),
    ensures
        (*final(order) is Some) == (*old(order) is Some),
        *final(order) matches Some(after) ==> after.current == tree->0 && after.kept == (old(order)->0).kept,
{
    if let (Some(order), Some(tree)) = (order.as_mut(), tree) {
        order.current = tree;
    }
}

/// The end of a transaction: both trees are the one that it left, or the one before it.
pub(crate) fn settle_order<K, O>(order: &mut Option<Order<K, O>>, is_commit: bool)
    ensures
        (*final(order) is Some) == (*old(order) is Some),
        *final(order) matches Some(after) ==> {
            let tree = if is_commit { (old(order)->0).current } else { (old(order)->0).kept };
            after.current == tree && after.kept == tree
        },
{
    if let Some(order) = order.as_mut() {
        if is_commit {
            order.kept = order.current.clone();
        } else {
            order.current = order.kept.clone();
        }
    }
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// Keeps the keys in order from now on, for [`range`](Self::range). Each key is read once. What the transaction has changed is
    /// given up.
    ///
    /// # Errors
    /// [`KvError::Corrupted`]. The store is the same.
    pub fn keep_order(&mut self) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).id() == old(self).id(),
            final(self).constants() == old(self).constants(),
            final(self).quiet() == old(self).quiet(),
            final(self).durable() == old(self).durable(),
            final(self)@ == old(self)@.abort(),
            match result {
                Ok(()) => final(self).is_ordered(),
                Err(error) => {
                    &&& error == KvError::Corrupted
                    &&& !old(self).constants().is_intact()
                    &&& final(self).is_ordered() == old(self).is_ordered()
                },
            },
    {
        self.abort();
        let tree = order_of::<D, K, I, L, O>(&self.tables, &self.slots)?;
        self.order = Some(Order { current: tree.clone(), kept: tree, by: PhantomData });
        Ok(())
    }
}

/// The valid rows of the tables in order.
fn order_of<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>>(
    tables: &Tables<D, K, I, L>,
    slots: &[Slot],
) -> (result: Result<Arc<Tree<K>>, KvError>)
    requires
        tables.inv(),
        mirrors(slots@, tables.current@),
    ensures
        match result {
            Ok(tree) => orders::<K, I, L, O>(*tree, tables.current@),
            Err(error) => error == KvError::Corrupted && !tables.journal.constants().is_intact(),
        },
{
    let ghost (table, keys) = (tables.current@, keys_of(tables.current@));
    let mut pairs: Vec<(K, u32)> = Vec::new();
    proof {
        tables.lemma_sizes();
    }
    for row in 0..slots.len() as u32
        invariant
            tables.inv(),
            mirrors(slots@, table),
            table == tables.current@,
            keys == keys_of(table),
            table.len() == tables.geometry.keys < NONE,
            tables.geometry.items < NONE,
            is_bounded(table, tables.geometry),
            pairs@.len() <= row,
            are_of(pairs@, keys),
            rows_of(pairs@).no_duplicates(),
            forall|other: u32| #[trigger] rows_of(pairs@).contains(other) <==> other < row && table[other as int] is Some,
    {
        if slots[row as usize].item != NONE {
            let ghost before = rows_of(pairs@);
            let Some(key) = tables.read_key(row) else {
                return Err(KvError::Corrupted);
            };
            pairs.push((key, row));
            proof {
                assert(rows_of(pairs@) =~= before.push(row));
                lemma_push(before, row);
            }
        }
    }
    let tree = tree_of::<K, O>(pairs, Ghost(keys));
    proof {
        reveal(orders);
    }
    Ok(tree)
}

} // verus!
