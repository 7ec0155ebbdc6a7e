//! The keys of a store in a range, in order, one after the other.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::cursors_v::*;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::map_v::*;
use crate::order_spec_t::*;
use crate::order_v::*;
use crate::ordered_v::*;
use crate::slots_v::*;
use crate::sorted_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::tree_v::*;
use power::device_t::*;

/// The keys of a range that are still to come.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct Range<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> {
    store: &'a KvStore<D, K, I, L, O>,
    tree: &'a Tree<K>,
    /// How many rows are before the next one, and before the end.
    at: usize,
    end: usize,
    /// Some rows that follow each other, and the place of the next one among them, if it is there.
    leaf: &'a [u32],
    place: usize,
}

impl<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> Range<'a, D, K, I, L, O> {
    spec fn table(&self) -> Table<K, I, L> {
        self.store.tables.current@
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.store.inv()
        &&& orders::<K, I, L, O>(*self.tree, self.table())
        &&& self.at <= self.end <= self.tree.rows().len()
        &&& self.place <= self.leaf@.len()
        &&& self.at + (self.leaf@.len() - self.place) <= self.tree.rows().len()
        &&& forall|i: int| self.place <= i < self.leaf@.len() ==> #[trigger] self.leaf@[i] == self.tree.rows()[self.at + i - self.place]
    }

    /// The keys.
    pub closed spec fn view(&self) -> Seq<K> {
        Seq::new((self.end - self.at) as nat, |i: int| keys_of(self.table())(self.tree.rows()[self.at + i]))
    }

    /// What the keys of the store have.
    pub closed spec fn map(&self) -> Map<K, Entry<I, L>> {
        self.store@.on_commit
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.store.constants()
    }

    /// The keys of a store from one on and before another one.
    pub(crate) fn new(store: &'a KvStore<D, K, I, L, O>, from: Option<&K>, to: Option<&K>) -> (result: Result<
        Range<'a, D, K, I, L, O>,
        KvError,
    >)
        requires
            store.inv(),
        ensures
            ranges(store@.on_commit, from, to, result, store.is_ordered(), store.constants()),
    {
        let Some(order) = &store.order else {
            return Err(KvError::Unordered);
        };
        let tree = &*order.current;
        let ghost keys = keys_of(store.tables.current@);
        proof {
            reveal(orders);
            store.tables.lemma_sizes();
            lemma_gives_tables::<D, K, I, L, O>(store.tables, *tree);
        }
        let at = match from {
            Some(key) => tree.rank::<O, Tables<D, K, I, L>>(key, true, &store.tables, Ghost(keys))?,
            None => 0,
        };
        let end = match to {
            Some(key) => tree.rank::<O, Tables<D, K, I, L>>(key, true, &store.tables, Ghost(keys))?,
            None => tree.len::<O>(Ghost(keys)),
        };
        let range = Range { store, tree, at, end: if end < at { at } else { end }, leaf: &[], place: 0 };
        proof {
            lemma_range::<K, I, L, O>(*tree, store.tables.current@, at as int, range.end as int, given(from), given(to), range@);
        }
        Ok(range)
    }

    /// The row of the next key, if there is one, and what comes behind it.
    fn advance(&mut self) -> (row: Option<u32>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).store == old(self).store,
            match row {
                Some(row) => {
                    &&& old(self)@.len() > 0
                    &&& row < old(self).table().len()
                    &&& has_key(old(self).table()[row as int], old(self)@.first())
                    &&& final(self)@ == old(self)@.drop_first()
                },
                None => old(self)@.len() == 0 && final(self)@ == old(self)@,
            },
    {
        if self.at == self.end {
            return None;
        }
        let ghost (keys, rows, before) = (keys_of(self.table()), self.tree.rows(), self@);
        proof {
            reveal(orders);
        }
        if self.place == self.leaf.len() {
            let (leaf, place) = self.tree.leaf::<O>(self.at, Ghost(keys));
            self.leaf = leaf;
            self.place = place;
        }
        let row = self.leaf[self.place];
        self.place += 1;
        self.at += 1;
        proof {
            assert(row == rows[self.at - 1]);
            assert(rows.contains(row));
            assert(self@ =~= before.drop_first());
        }
        Some(row)
    }

    /// The next key. If it is corrupted this is an error, and the one behind it is next.
    #[allow(clippy::should_implement_trait)]  // Iterators of the standard library have no such contract.
    pub fn next(&mut self) -> (result: Option<Result<K, KvError>>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            final(self).map() == old(self).map(),
            steps(old(self)@, final(self)@, result, old(self).constants().is_intact()),
    {
        let row = self.advance()?;
        proof {
            self.store.tables.lemma_sizes();
        }
        match self.store.tables.read_key(row) {
            Some(key) => Some(Ok(key)),
            None => Some(Err(KvError::Corrupted)),
        }
    }

    /// The next key with its item. If one of them is corrupted this is an error, and the key behind it is next.
    pub fn next_entry(&mut self) -> (result: Option<Result<(K, I), KvError>>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            final(self).map() == old(self).map(),
            match result {
                Some(Ok((key, item))) => {
                    &&& old(self)@.len() > 0
                    &&& key == old(self)@.first()
                    &&& old(self).map().contains_key(key)
                    &&& item == old(self).map()[key].item
                    &&& final(self)@ == old(self)@.drop_first()
                },
                Some(Err(error)) => {
                    &&& old(self)@.len() > 0
                    &&& error == KvError::Corrupted
                    &&& !old(self).constants().is_intact()
                    &&& final(self)@ == old(self)@.drop_first()
                },
                None => old(self)@.len() == 0 && final(self)@ == old(self)@,
            },
    {
        let row = self.advance()?;
        let store = self.store;
        proof {
            store.tables.lemma_sizes();
            lemma_value(self.table(), row as int);
        }
        let Some(key) = store.tables.read_key(row) else {
            return Some(Err(KvError::Corrupted));
        };
        match store.tables.read_item(row, store.slots[row as usize].item) {
            Some(item) => Some(Ok((key, item))),
            None => Some(Err(KvError::Corrupted)),
        }
    }

    /// How many there are.
    pub fn len(&self) -> (len: usize)
        requires
            self.inv(),
        ensures
            len == self@.len(),
    {
        self.end - self.at
    }

    /// Whether there are no more.
    pub fn is_empty(&self) -> (is: bool)
        requires
            self.inv(),
        ensures
            is == (self@.len() == 0),
    {
        self.at == self.end
    }
}

/// Rows between two places of a tree have the keys of the range.
proof fn lemma_range<K: PmCopy, I, L, O: KeyOrder<K>>(
    tree: Tree<K>,
    table: Table<K, I, L>,
    at: int,
    end: int,
    from: Option<K>,
    to: Option<K>,
    keys: Seq<K>,
)
    requires
        orders::<K, I, L, O>(tree, table),
        is_distinct(table),
        0 <= at <= end <= tree.rows().len(),
        match from {
            Some(from) => divides::<K, O>(tree.rows(), keys_of(table), at, from, true),
            None => at == 0,
        },
        match to {
            Some(to) => exists|last: int| #[trigger]
                divides::<K, O>(tree.rows(), keys_of(table), last, to, true) && end == if last < at { at } else { last },
            None => end == tree.rows().len(),
        },
        keys == Seq::new((end - at) as nat, |i: int| keys_of(table)(tree.rows()[at + i])),
    ensures
        is_range::<K, Entry<I, L>, O>(keys, map_of(table), from, to),
{
    reveal(orders);
    let rows = tree.rows();
    tree.lemma_sorted::<O>(keys_of(table));
    assert forall|i: int| 0 <= i < rows.len() implies (#[trigger] rows[i]) < table.len() && table[rows[i] as int] is Some by {
        assert(rows.contains(rows[i]));
    }
    assert forall|i: int, j: int| #![trigger keys[i], keys[j]] 0 <= i < j < keys.len() implies keys[i] != keys[j] && O::le(
        keys[i],
        keys[j],
    ) by {
        let (a, b) = (rows[at + i], rows[at + j]);
        assert(table[a as int] is Some && table[b as int] is Some && a != b);
    }
    assert forall|key: K| #[trigger] keys.contains(key) == (map_of(table).contains_key(key) && is_between::<K, O>(key, from, to)) by {
        lemma_keys(table, key);
        if keys.contains(key) {
            let i = keys.index_of(key);
            assert(has_key(table[rows[at + i] as int], key));
        }
        if map_of(table).contains_key(key) && is_between::<K, O>(key, from, to) {
            let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], key);
            assert(rows.contains(r as u32));
            let i = rows.index_of(r as u32);
            assert(keys_of(table)(rows[i]) == key);
            assert(at <= i < end);
            assert(keys[i - at] == key);
        }
    }
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// The keys from one on and before another one, in order. What is not given is no bound. Only the keys are read with which a
    /// bound is compared.
    ///
    /// # Errors
    /// The store keeps no order ([`KvError::Unordered`]), or a key is corrupted that a bound had to be compared with.
    pub fn range(&self, from: Option<&K>, to: Option<&K>) -> (result: Result<Range<'_, D, K, I, L, O>, KvError>)
        requires
            self.inv(),
        ensures
            ranges(self@.on_commit, from, to, result, self.is_ordered(), self.constants()),
    {
        Range::new(self, from, to)
    }

    /// The first key behind another one; with `or_at`, the first one that is not before it.
    ///
    /// # Errors
    /// The store keeps no order ([`KvError::Unordered`]), or a key is corrupted that had to be read.
    pub fn first_key(&self, key: &K, or_at: bool) -> (result: Result<Option<K>, KvError>)
        requires
            self.inv(),
        ensures
            finds_first::<K, Entry<I, L>, O>(self@.on_commit, *key, or_at, result, self.is_ordered(), self.constants().is_intact()),
    {
        let Some(order) = &self.order else {
            return Err(KvError::Unordered);
        };
        let tree = &*order.current;
        let ghost keys = keys_of(self.tables.current@);
        proof {
            self.tables.lemma_sizes();
            lemma_gives_tables::<D, K, I, L, O>(self.tables, *tree);
            reveal(orders);
        }
        let at = tree.rank::<O, Tables<D, K, I, L>>(key, or_at, &self.tables, Ghost(keys))?;
        proof {
            lemma_first::<K, I, L, O>(*tree, self.tables.current@, at as int, *key, or_at);
        }
        if at == tree.len::<O>(Ghost(keys)) {
            return Ok(None);
        }
        let row = tree.row::<O>(at, Ghost(keys));
        match self.tables.read_key(row) {
            Some(found) => Ok(Some(found)),
            None => Err(KvError::Corrupted),
        }
    }
}

/// The row at the place of a key has the first one from there on.
proof fn lemma_first<K: PmCopy, I, L, O: KeyOrder<K>>(tree: Tree<K>, table: Table<K, I, L>, at: int, key: K, or_at: bool)
    requires
        orders::<K, I, L, O>(tree, table),
        divides::<K, O>(tree.rows(), keys_of(table), at, key, or_at),
    ensures
        at < tree.rows().len() ==> {
            let row = tree.rows()[at];
            &&& row < table.len()
            &&& table[row as int] is Some
            &&& is_first::<K, Entry<I, L>, O>(Some((table[row as int]->0).key), map_of(table), key, or_at)
        },
        at == tree.rows().len() ==> is_first::<K, Entry<I, L>, O>(None, map_of(table), key, or_at),
{
    reveal(orders);
    let (rows, keys) = (tree.rows(), keys_of(table));
    tree.lemma_sorted::<O>(keys);
    if at < rows.len() {
        assert(rows.contains(rows[at]));
        assert(has_key(table[rows[at] as int], keys(rows[at])));
        lemma_keys(table, keys(rows[at]));
        O::lemma_total(keys(rows[at]), keys(rows[at]));
    }
    assert forall|other: K| #[trigger] map_of(table).contains_key(other) && is_behind::<K, O>(other, key, or_at) implies at < rows.len()
        && O::le(keys(rows[at]), other) by {
        lemma_keys(table, other);
        let r = choose|r: int| 0 <= r < table.len() && has_key(#[trigger] table[r], other);
        assert(rows.contains(r as u32));
        let i = rows.index_of(r as u32);
        assert(keys(rows[i]) == other);
        assert(at <= i);
    }
}

} // verus!
