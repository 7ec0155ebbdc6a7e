//! The keys of a store, and the elements of a list, one after the other.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::error_v::KvError;
use crate::layout_v::*;
use crate::map_v::*;
use crate::nodes_v::walk_row;
use crate::operations_spec_t::reads_from;
use crate::order_v::*;
use crate::slots_v::*;
use crate::store_v::*;
use crate::table_v::*;
use power::device_t::*;

/// The keys of the rows of a table from one on.
pub open spec fn keys_from<K, I, L>(table: Table<K, I, L>, row: int) -> Seq<K>
    decreases table.len() - row,
{
    if 0 <= row < table.len() {
        match table[row] {
            Some(valid) => seq![valid.key] + keys_from(table, row + 1),
            None => keys_from(table, row + 1),
        }
    } else {
        seq![]
    }
}

/// A key is among them if a row from there on has it, and none is twice among them.
proof fn lemma_keys_from<K, I, L>(table: Table<K, I, L>, row: int)
    requires
        has_distinct_keys(table),
        0 <= row <= table.len(),
    ensures
        keys_from(table, row).no_duplicates(),
        forall|key: K| #[trigger]
            keys_from(table, row).contains(key) <==> exists|r: int| row <= r < table.len() && has_key(#[trigger] table[r], key),
    decreases table.len() - row,
{
    if row < table.len() {
        lemma_keys_from(table, row + 1);
        let rest = keys_from(table, row + 1);
        if let Some(valid) = table[row] {
            let all = seq![valid.key] + rest;
            assert(all[0] == valid.key);
            if rest.contains(valid.key) {
                let r = choose|r: int| row + 1 <= r < table.len() && has_key(#[trigger] table[r], valid.key);
                assert(table[row] is Some && table[r] is Some);
            }
            assert forall|key: K| #[trigger] all.contains(key) == (key == valid.key || rest.contains(key)) by {
                if rest.contains(key) {
                    let n = choose|n: int| 0 <= n < rest.len() && rest[n] == key;
                    assert(all[n + 1] == key);
                }
            }
            assert forall|a: int, b: int| #![trigger all[a], all[b]] 0 <= a < b < all.len() implies all[a] != all[b] by {
                assert(rest.contains(rest[b - 1]));
            }
        }
    }
}

/// A cursor behind a value, and the value, if there was one.
pub(crate) type Step<C, T> = (C, Option<Result<T, KvError>>);

/// What a step of a cursor gives, and leaves of what is still to come.
pub open spec fn steps<T>(before: Seq<T>, after: Seq<T>, result: Option<Result<T, KvError>>, intact: bool) -> bool {
    match result {
        Some(Ok(value)) => before.len() > 0 && value == before.first() && after == before.drop_first(),
        Some(Err(error)) => before.len() > 0 && error == KvError::Corrupted && !intact && after == before.drop_first(),
        None => before.len() == 0 && after == before,
    }
}

/// The keys of a store that are still to come.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct Keys<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K> = Unordered> {
    store: &'a KvStore<D, K, I, L, O>,
    row: usize,
}

impl<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> Keys<'a, D, K, I, L, O> {
    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.store.inv()
        &&& self.row <= self.store.slots@.len()
    }

    /// The keys.
    pub closed spec fn view(&self) -> Seq<K> {
        keys_from(self.store.tables.current@, self.row as int)
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.store.constants()
    }

    /// All keys of a store.
    pub(crate) fn new(store: &'a KvStore<D, K, I, L, O>) -> (keys: Keys<'a, D, K, I, L, O>)
        requires
            store.inv(),
        ensures
            keys.inv(),
            keys.constants() == store.constants(),
            keys@.no_duplicates(),
            keys@.to_set() == store@.on_commit.dom(),
    {
        let ghost table = store.tables.current@;
        let keys = Keys { store, row: 0 };
        proof {
            store.tables.lemma_sizes();
            lemma_keys_from(table, 0);
            assert forall|key: K| #[trigger] keys@.to_set().contains(key) == store@.on_commit.contains_key(key) by {
                lemma_keys(table, key);
            }
            assert(keys@.to_set() =~= store@.on_commit.dom());
        }
        keys
    }

    /// The next key, and what comes behind it.
    pub(crate) fn step(&self) -> (result: Step<Keys<'a, D, K, I, L, O>, K>)
        requires
            self.inv(),
        ensures
            result.0.inv(),
            result.0.constants() == self.constants(),
            steps(self@, result.0@, result.1, self.constants().is_intact()),
    {
        let ghost table = self.store.tables.current@;
        let mut row = self.row;
        proof {
            self.store.tables.lemma_sizes();
        }
        while row < self.store.slots.len()
            invariant
                self.inv(),
                row <= self.store.slots@.len(),
                table == self.store.tables.current@,
                table.len() == self.store.slots@.len() == self.store.tables.geometry.keys,
                table.len() < NONE,
                is_bounded(table, self.store.tables.geometry),
                self.store.tables.geometry.items < NONE,
                keys_from(table, row as int) == self@,
            decreases self.store.slots@.len() - row,
        {
            if self.store.slots[row].item != NONE {
                assert(table[row as int] is Some);
                let behind = Keys { store: self.store, row: row + 1 };
                assert(self@.drop_first() =~= behind@);
                return match self.store.tables.read_key(row as u32) {
                    Some(key) => (behind, Some(Ok(key))),
                    None => (behind, Some(Err(KvError::Corrupted))),
                };
            }
            row += 1;
        }
        (Keys { store: self.store, row }, None)
    }

    /// The next key. If it is corrupted this is an error, and the one behind it is next.
    #[allow(clippy::should_implement_trait)]  // Iterators of the standard library have no such contract.
    pub fn next(&mut self) -> (result: Option<Result<K, KvError>>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            steps(old(self)@, final(self)@, result, old(self).constants().is_intact()),
    {
        let (behind, result) = self.step();
        *self = behind;
        result
    }
}

/// The elements of a list that are still to come.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct Elements<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K> = Unordered> {
    store: &'a KvStore<D, K, I, L, O>,
    node: u32,
    left: u32,
    row: Ghost<int>,
}

impl<'a, D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> Elements<'a, D, K, I, L, O> {
    /// The whole list.
    spec fn list(&self) -> Seq<Node<L>> {
        (self.store.tables.current@[self.row@]->0).list
    }

    /// The index of the next element.
    spec fn at(&self) -> int {
        self.list().len() - self.left
    }

    /// What holds between operations.
    pub closed spec fn inv(&self) -> bool {
        &&& self.store.inv()
        &&& 0 <= self.row@ < self.store.tables.current@.len()
        &&& self.store.tables.current@[self.row@] is Some
        &&& self.left <= self.list().len()
        &&& self.node == place(self.list(), self.at())
    }

    /// The elements.
    pub closed spec fn view(&self) -> Seq<L> {
        elements_of(self.list()).skip(self.at())
    }

    /// What does not change of the device.
    pub closed spec fn constants(&self) -> DeviceConstants {
        self.store.constants()
    }

    /// The list of a key.
    pub(crate) fn new(store: &'a KvStore<D, K, I, L, O>, key: &K) -> (result: Result<Elements<'a, D, K, I, L, O>, KvError>)
        requires
            store.inv(),
        ensures
            match result {
                Ok(elements) => {
                    &&& elements.inv()
                    &&& elements.constants() == store.constants()
                    &&& store@.on_commit.contains_key(*key)
                    &&& elements@ == store@.on_commit[*key].list
                },
                Err(KvError::KeyNotFound) => !store@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !store.constants().is_intact(),
            },
    {
        let elements = Elements::new_at(store, key, 0)?;
        assert(store@.on_commit[*key].list.skip(0) =~= store@.on_commit[*key].list);
        Ok(elements)
    }

    /// The list of a key from an index on.
    pub(crate) fn new_at(store: &'a KvStore<D, K, I, L, O>, key: &K, from: usize) -> (result: Result<Elements<'a, D, K, I, L, O>, KvError>)
        requires
            store.inv(),
        ensures
            reads_from(store@, *key, from as int, result, store.constants()),
    {
        let row = store.row_of(key)?;
        let ghost table = store.tables.current@;
        proof {
            store.tables.lemma_sizes();
            store.lemma_list_len(row as int);
        }
        let slot = store.slots[row as usize];
        if from > slot.len as usize {
            return Err(KvError::OutOfBounds { len: slot.len as usize });
        }
        let node = walk_row::<K, I, L>(&store.next, row, slot.head, from as u32, Ghost(table));
        let elements = Elements { store, node, left: slot.len - from as u32, row: Ghost(row as int) };
        assert(elements@ =~= store@.on_commit[*key].list.skip(from as int));
        Ok(elements)
    }

    /// The next element, and what comes behind it.
    pub(crate) fn step(&self) -> (result: Step<Elements<'a, D, K, I, L, O>, L>)
        requires
            self.inv(),
        ensures
            result.0.inv(),
            result.0.constants() == self.constants(),
            steps(self@, result.0@, result.1, self.constants().is_intact()),
    {
        let Elements { store, node, left, row } = *self;
        if left == 0 {
            return (Elements { store, node, left, row }, None);
        }
        let ghost (table, n) = (store.tables.current@, self.at());
        proof {
            store.tables.lemma_sizes();
            lemma_chain(store.next@, table, row@);
            assert(is_node(table, row@, n) && node_of(table, row@, n) == self.list()[n].place);
        }
        let behind = Elements { store, node: store.next[node as usize], left: left - 1, row };
        assert(behind@ =~= self@.drop_first());
        match store.tables.read_element(node, row, Ghost(n)) {
            Some(element) => (behind, Some(Ok(element))),
            None => (behind, Some(Err(KvError::Corrupted))),
        }
    }

    /// The next element. If it is corrupted this is an error, and the one behind it is next.
    #[allow(clippy::should_implement_trait)]  // Iterators of the standard library have no such contract.
    pub fn next(&mut self) -> (result: Option<Result<L, KvError>>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).constants() == old(self).constants(),
            steps(old(self)@, final(self)@, result, old(self).constants().is_intact()),
    {
        let (behind, result) = self.step();
        *self = behind;
        result
    }

    /// How many there are.
    pub fn len(&self) -> (len: usize)
        requires
            self.inv(),
        ensures
            len == self@.len(),
    {
        self.left as usize
    }

    /// Whether there are no more.
    pub fn is_empty(&self) -> (is: bool)
        requires
            self.inv(),
        ensures
            is == (self@.len() == 0),
    {
        self.left == 0
    }
}

} // verus!
