//! A store that was started: the tables, and what is in memory for them. Reads.

use pmcopy::PmCopy;
use pmcopy::equal_v::same;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::cursors_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::operations_spec_t::*;
use crate::order_v::*;
use crate::ordered_v::*;
use crate::recovery_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;
use power::permission_t::*;
use vstd::resource::Loc;

/// A key-value store that was started.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct KvStore<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K> = Unordered> {
    pub(crate) tables: Tables<D, K, I, L>,
    /// The rows of the main table that a commit would leave valid, by the hashes of their keys.
    pub(crate) index: Index,
    /// For each row of the main table where it leads, as a commit would leave it.
    pub(crate) slots: Vec<Slot>,
    /// The same as an abort would leave it.
    pub(crate) kept: Vec<Slot>,
    /// For each element of a list the row of the next one, as a commit would leave it.
    pub(crate) next: Vec<u32>,
    /// The same as an abort would leave it.
    pub(crate) kept_next: Vec<u32>,
    /// The rows of the main table.
    pub(crate) rows: Space,
    /// The rows of the item table.
    pub(crate) items: Space,
    /// The rows of the list table.
    pub(crate) nodes: Space,
    /// The rows of the main table that this transaction has changed.
    pub(crate) touched: Vec<u32>,
    /// The rows of the list table whose next rows this transaction has changed.
    pub(crate) touched_nodes: Vec<u32>,
    /// The rows of the main table in the order of their keys, if that is kept.
    pub(crate) order: Option<Order<K, O>>,
}

/// Whether a row has a hash, if it has a key.
pub open spec fn has_hash<K: PmCopy, I, L>(row: Option<Row<K, I, L>>, hash: u64) -> bool {
    row matches Some(row) ==> hash == hash_of(row.key)
}

/// Whether the index lists the rows of a table, and remembers the hashes of the other one.
pub open spec fn indexes<K: PmCopy, I, L>(index: Index, current: Table<K, I, L>, durable: Table<K, I, L>) -> bool {
    &&& index.inv()
    &&& index.rows() == current.len() == durable.len()
    &&& forall|r: int| 0 <= r < current.len() ==> #[trigger] index.lists(r) == (current[r] is Some)
    &&& forall|r: int| 0 <= r < current.len() ==> has_hash(current[r], #[trigger] index.hash(r)) && has_hash(
            durable[r],
            index.hash(r),
        )
}

/// Whether the free rows of the main table are free in both tables, and no row is forgotten.
pub open spec fn divides_rows<K, I, L>(rows: Space, touched: Seq<u32>, current: Table<K, I, L>, durable: Table<K, I, L>) -> bool {
    &&& rows.inv()
    &&& current.len() == durable.len()
    &&& forall|x: u32| #[trigger] rows.free@.contains(x) ==> x < current.len() && current[x as int] is None && durable[x as int] is None
        && !touched.contains(x)
    &&& forall|x: u32| #[trigger] rows.taken@.contains(x) ==> x < durable.len() && durable[x as int] is None
    &&& forall|x: u32| #[trigger] rows.given@.contains(x) ==> x < current.len() && current[x as int] is None
    &&& rows.free@.len() + rows.given@.len() + map_of(current).len() == current.len()
    &&& rows.free@.len() + rows.taken@.len() + map_of(durable).len() == durable.len()
}

/// Whether no row of either table leads to a free row of the item table, and no row is forgotten.
pub open spec fn divides_items<K, I, L>(items: Space, n: u64, current: Table<K, I, L>, durable: Table<K, I, L>) -> bool {
    &&& items.inv()
    &&& forall|x: u32| #[trigger] items.free@.contains(x) ==> x < n && is_unused(current, x) && is_unused(durable, x)
    &&& forall|x: u32| #[trigger] items.taken@.contains(x) ==> x < n && is_unused(durable, x)
    &&& forall|x: u32| #[trigger] items.given@.contains(x) ==> x < n && is_unused(current, x)
    &&& items.free@.len() + items.given@.len() + map_of(current).len() == n
    &&& items.free@.len() + items.taken@.len() + map_of(durable).len() == n
}

/// Whether no element of either table is in a free row of the list table, and no row is forgotten.
pub open spec fn divides_nodes<K, I, L>(
    nodes: Space,
    n: u64,
    touched: Seq<u32>,
    current: Table<K, I, L>,
    durable: Table<K, I, L>,
) -> bool {
    &&& nodes.inv()
    &&& forall|x: u32| #[trigger] nodes.free@.contains(x) ==> x < n && is_empty_node(current, x) && is_empty_node(durable, x)
        && !touched.contains(x)
    &&& forall|x: u32| #[trigger] nodes.taken@.contains(x) ==> x < n && is_empty_node(durable, x)
    &&& forall|x: u32| #[trigger] nodes.given@.contains(x) ==> x < n && is_empty_node(current, x)
    &&& nodes.free@.len() + nodes.given@.len() + total(map_of(current)) == n
    &&& nodes.free@.len() + nodes.taken@.len() + total(map_of(durable)) == n
}

/// Whether all busy rows are touched.
pub open spec fn tells_busy(busy: Busy, touched: Seq<u32>, touched_nodes: Seq<u32>) -> bool {
    &&& forall|r: int| #[trigger] busy.rows.contains(r) ==> touched.contains(r as u32)
    &&& forall|n: int| #[trigger] busy.nodes.contains(n) ==> touched_nodes.contains(n as u32)
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// The storage that it is on.
    pub open(crate) spec fn id(&self) -> Loc {
        self.tables.journal.id()
    }

    /// What does not change of it.
    pub open(crate) spec fn constants(&self) -> DeviceConstants {
        self.tables.journal.constants()
    }

    /// The permission that it was started with.
    pub open(crate) spec fn quiet(&self) -> Blanket {
        self.tables.journal.quiet()
    }

    /// What is durable of the storage.
    pub open(crate) spec fn durable(&self) -> Seq<u8> {
        self.tables.journal.durable()
    }

    /// The store.
    pub open(crate) spec fn view(&self) -> KvView<K, I, L> {
        KvView {
            geometry: self.tables.geometry,
            on_abort: map_of(self.tables.durable@),
            on_commit: map_of(self.tables.current@),
            free_keys: self.rows.free@.len() as int,
            free_items: self.items.free@.len() as int,
            free_elements: self.nodes.free@.len() as int,
            room: self.tables.journal@.room,
            capacity: self.tables.journal@.format.capacity as int,
        }
    }

    /// What holds between operations.
    pub open(crate) spec fn inv(&self) -> bool {
        let (current, durable, geometry) = (self.tables.current@, self.tables.durable@, self.tables.geometry);
        &&& self.tables.inv()
        &&& mirrors(self.slots@, current)
        &&& mirrors(self.kept@, durable)
        &&& is_same_before(self.touched@, 0, self.slots@, self.kept@)
        &&& chains(self.next@, current)
        &&& chains(self.kept_next@, durable)
        &&& is_same_before(self.touched_nodes@, 0, self.next@, self.kept_next@)
        &&& self.next@.len() == geometry.elements
        &&& indexes(self.index, current, durable)
        &&& divides_rows(self.rows, self.touched@, current, durable)
        &&& divides_items(self.items, geometry.items, current, durable)
        &&& divides_nodes(self.nodes, geometry.elements, self.touched_nodes@, current, durable)
        &&& tells_busy(self.tables.busy@, self.touched@, self.touched_nodes@)
        &&& keeps_order(self.order, current, durable)
    }

    /// Whether it keeps the keys in order.
    pub open(crate) spec fn is_ordered(&self) -> bool {
        self.order is Some
    }

    /// Whether nothing is pending.
    pub open(crate) spec fn is_settled(&self) -> bool {
        self.tables.current@ == self.tables.durable@
    }

    /// Whether nothing was changed since the last commit or abort.
    pub open(crate) spec fn is_idle(&self) -> bool {
        &&& self.touched@.len() == 0
        &&& self.touched_nodes@.len() == 0
        &&& self.rows.taken@.len() == 0
        &&& self.rows.given@.len() == 0
        &&& self.items.taken@.len() == 0
        &&& self.items.given@.len() == 0
        &&& self.nodes.taken@.len() == 0
        &&& self.nodes.given@.len() == 0
        &&& self.tables.journal@.entries.len() == 0
        &&& self.tables.journal@.room == self.tables.journal@.format.capacity
    }

    /// Whether what does not change is the same as of another one.
    pub open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.id() == other.id()
        &&& self.constants() == other.constants()
        &&& self.quiet() == other.quiet()
        &&& self.is_ordered() == other.is_ordered()
    }

    /// After a crash, what is recovered is what an abort would leave.
    pub proof fn lemma_recovered(&self)
        requires
            self.inv(),
        ensures
            recovered_store::<K, I, L>(self.durable()) == Some(self@.stored(self@.on_abort)),
            self.quiet().id() == self.id(),
    {
        let view = self.tables.journal@;
        self.tables.journal.lemma_recovered();
        lemma_look(view.found(view.durable), self.tables.geometry, self.tables.durable@);
    }

    /// The row of a key, if it has one.
    pub(crate) fn find(&self, key: &K, hash: u64) -> (result: Result<Option<u32>, KvError>)
        requires
            self.inv(),
            hash == hash_of(*key),
        ensures
            match result {
                Ok(Some(row)) => row < self.tables.geometry.keys && has_key(self.tables.current@[row as int], *key),
                Ok(None) => forall|r: int|
                    0 <= r < self.tables.current@.len() ==> !has_key(#[trigger] self.tables.current@[r], *key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        let ghost (table, chain) = (self.tables.current@, self.index.chain(hash));
        let ghost mut n: int = 0;
        let mut row = self.index.first(hash);
        proof {
            self.tables.lemma_sizes();
        }
        while row != NONE
            invariant
                self.inv(),
                hash == hash_of(*key),
                table == self.tables.current@,
                table.len() == self.tables.geometry.keys,
                chain == self.index.chain(hash),
                0 <= n <= chain.len(),
                row == element(chain, n),
                forall|m: int| 0 <= m < n ==> !has_key(table[#[trigger] chain[m] as int], *key),
            decreases chain.len() - n,
        {
            proof {
                lemma_is_element(chain, n);
                self.index.lemma_element(hash, n);
            }
            if self.index.get_hash(row) == hash {
                let Some(found) = self.tables.read_key(row) else {
                    return Err(KvError::Corrupted);
                };
                if same(&found, key) {
                    return Ok(Some(row));
                }
            }
            row = self.index.following(row, Ghost(hash), Ghost(n));
            proof {
                n = n + 1;
            }
        }
        proof {
            lemma_is_element(chain, n);
            if n < chain.len() {
                self.index.lemma_element(hash, n);
            }
            assert forall|r: int| 0 <= r < table.len() implies !has_key(#[trigger] table[r], *key) by {
                if has_key(table[r], *key) {
                    assert(self.index.lists(r) && self.index.hash(r) == hash);
                    let m = choose|m: int| 0 <= m < chain.len() && chain[m] == r as u32;
                    assert(chain[m] as int == r);
                }
            }
        }
        Ok(None)
    }

    /// Whether a row is that of a key.
    pub(crate) open spec fn is_at(&self, key: K, row: u32) -> bool {
        &&& row < self.tables.geometry.keys
        &&& row < self.slots@.len()
        &&& has_key(self.tables.current@[row as int], key)
        &&& self@.on_commit.contains_pair(key, entry_of(self.tables.current@[row as int]->0))
    }

    /// The row of a key of this hash, if it is there.
    pub(crate) fn find_row(&self, key: &K, hash: u64) -> (result: Result<Option<u32>, KvError>)
        requires
            self.inv(),
            hash == hash_of(*key),
        ensures
            match result {
                Ok(Some(row)) => self.is_at(*key, row),
                Ok(None) => !self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        let found = self.find(key, hash)?;
        proof {
            self.tables.lemma_sizes();
            lemma_keys(self.tables.current@, *key);
            if let Some(row) = found {
                lemma_value(self.tables.current@, row as int);
            }
        }
        Ok(found)
    }

    /// The row of a key.
    pub(crate) fn row_of(&self, key: &K) -> (result: Result<u32, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(row) => self.is_at(*key, row),
                Err(KvError::KeyNotFound) => !self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        match self.find_row(key, hash(key))? {
            Some(row) => Ok(row),
            None => Err(KvError::KeyNotFound),
        }
    }

    /// The item of a key. What the transaction has changed is read as changed.
    pub fn read(&self, key: &K) -> (result: Result<I, KvError>)
        requires
            self.inv(),
        ensures
            reads(self@, *key, result, self.constants().is_intact()),
    {
        let row = self.row_of(key)?;
        proof {
            self.tables.lemma_sizes();
        }
        match self.tables.read_item(row, self.slots[row as usize].item) {
            Some(item) => Ok(item),
            None => Err(KvError::Corrupted),
        }
    }

    /// Whether a key is in the store. The item is not read.
    pub fn contains(&self, key: &K) -> (result: Result<bool, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(is) => is == self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        Ok(self.find_row(key, hash(key))?.is_some())
    }

    /// All keys, in no particular order.
    pub fn keys(&self) -> (result: Result<Vec<K>, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(keys) => keys@.no_duplicates() && keys@.to_set() == self@.on_commit.dom(),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        let mut rest = Keys::new(self);
        let mut keys: Vec<K> = Vec::with_capacity(self.len());
        let ghost all = rest@;
        while let (behind, Some(key)) = rest.step()
            invariant
                rest.inv(),
                rest.constants() == self.constants(),
                keys@ + rest@ == all,
            ensures
                keys@ == all,
            decreases rest@.len(),
        {
            keys.push(key?);
            assert(keys@ + behind@ =~= all);
            rest = behind;
        }
        Ok(keys)
    }

    /// The number of keys.
    pub fn len(&self) -> (len: usize)
        requires
            self.inv(),
        ensures
            len == self@.on_commit.len(),
    {
        self.slots.len() - self.rows.free.len() - self.rows.given.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> (is: bool)
        requires
            self.inv(),
        ensures
            is == (self@.on_commit.len() == 0),
    {
        self.len() == 0
    }

    /// The keys that may be created before the next commit.
    pub fn free_keys(&self) -> (n: usize)
        ensures
            n == self@.free_keys,
    {
        self.rows.free.len()
    }

    /// The items that may be created or replaced before the next commit.
    pub fn free_items(&self) -> (n: usize)
        ensures
            n == self@.free_items,
    {
        self.items.free.len()
    }

    /// The elements that may be appended or replaced before the next commit.
    pub fn free_elements(&self) -> (n: usize)
        ensures
            n == self@.free_elements,
    {
        self.nodes.free.len()
    }

    /// The bytes of the journal that are left for this transaction.
    pub fn room(&self) -> (room: u64)
        requires
            self.inv(),
        ensures
            room == self@.room,
    {
        self.tables.journal.room()
    }
}

} // verus!
