//! Growth: a store gets room for more keys, items and elements, and what it has stays where it is.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::longer_v::*;
use crate::operations_spec_t::*;
use crate::order_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;
use power::permission_t::*;

/// Puts a value behind the others until there are `n`.
fn lengthen<T: Copy>(all: &mut Vec<T>, n: usize, value: T)
    requires
        old(all)@.len() <= n,
    ensures
        final(all)@ == old(all)@ + Seq::new((n - old(all)@.len()) as nat, |i: int| value),
{
    all.reserve(n - all.len());
    while all.len() < n
        invariant
            old(all)@.len() <= all@.len() <= n,
            all@ == old(all)@ + Seq::new((all@.len() - old(all)@.len()) as nat, |i: int| value),
        decreases n - all@.len(),
    {
        let ghost before = all@;
        all.push(value);
        assert(all@ =~= old(all)@ + Seq::new((all@.len() - old(all)@.len()) as nat, |i: int| value));
    }
}

/// An index of more rows that lists the same.
fn longer_index(index: &Index, slots: &[Slot], rows: u32) -> (longer: Index)
    requires
        index.inv(),
        index.rows() <= slots@.len() == rows,
        forall|r: int| 0 <= r < slots@.len() ==> #[trigger] index.lists(r) == (slots@[r].item != NONE),
    ensures
        longer.inv(),
        longer.rows() == rows,
        forall|r: int| #[trigger] longer.lists(r) == index.lists(r),
        forall|r: int| index.lists(r) ==> #[trigger] longer.hash(r) == index.hash(r),
{
    let mut longer = Index::new(rows);
    for row in 0..rows
        invariant
            index.inv(),
            longer.inv(),
            longer.rows() == rows == slots@.len(),
            index.rows() <= rows,
            forall|r: int| 0 <= r < slots@.len() ==> #[trigger] index.lists(r) == (slots@[r].item != NONE),
            forall|r: int| #[trigger] longer.lists(r) == (index.lists(r) && r < row),
            forall|r: int| index.lists(r) && r < row ==> #[trigger] longer.hash(r) == index.hash(r),
    {
        assert(index.lists(row as int) == (slots@[row as int].item != NONE));
        if slots[row as usize].item != NONE {
            longer.insert(row, index.get_hash(row));
        }
    }
    longer
}

/// Whether a permission allows a store to get so many more rows.
pub open spec fn allows_growth<K: PmCopy, I: PmCopy, L: PmCopy>(
    permission: Permission,
    from: Stored<K, I, L>,
    keys: int,
    items: int,
    elements: int,
) -> bool {
    forall|to: Stored<K, I, L>|
        to.map == from.map && to.geometry.is_grown(from.geometry, keys, items, elements) ==> #[trigger] allows_change(permission, from, to)
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// The bytes that the tables may take: those of the storage behind the journal.
    pub open(crate) spec fn area(&self) -> int {
        self.tables.journal@.format.area as int
    }

    /// Gets room for so many more keys, items and elements, in the storage behind the tables. It is durable then. A crash leaves the
    /// store with the room of before or with all of it, and in either case with the same map. What the transaction has changed is
    /// given up. A storage becomes longer between two starts.
    ///
    /// # Errors
    /// The storage is too small for it, or the store has grown too often or would be too large, or the journal has no room for a
    /// geometry; see [`is_of_growth`]. Nothing has changed.
    pub fn grow(&mut self, keys: u64, items: u64, elements: u64, Tracked(permission): Tracked<Permission>) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_growth(permission, old(self)@.stored(old(self)@.on_abort), keys as int, items as int, elements as int),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).area() == old(self).area(),
            grows(old(self)@, old(self).area(), (keys as int, items as int, elements as int), final(self)@, result),
    {
        proof {
            self.tables.lemma_sizes();
            self.tables.journal.lemma_format();
        }
        let geometry = self.tables.geometry.with_more(keys, items, elements)?;
        let format = self.tables.journal.format();
        let Some(size) = geometry.needed() else {
            return Err(KvError::TooLarge);
        };
        if size > format.area {
            return Err(
                match format.address(0).checked_add(size) {
                    Some(needed) => KvError::DoesNotFit { needed },
                    None => KvError::TooLarge,
                },
            );
        }
        if format.capacity < GROW_ROOM {
            return Err(KvError::TransactionFull { room: format.capacity });
        }
        self.abort();
        let ghost before = *self;
        let ghost (table, n) = (before.tables.current@, geometry.keys as int);
        let old = self.tables.geometry;
        proof {
            self.tables.lemma_sizes();
            reveal(is_same_before);
            assert(self.kept_next@ =~= self.next@);
        }
        self.tables.grow(&geometry, Tracked(permission));
        lengthen(&mut self.slots, geometry.keys as usize, NOWHERE);
        lengthen(&mut self.kept, geometry.keys as usize, NOWHERE);
        lengthen(&mut self.next, geometry.elements as usize, NONE);
        lengthen(&mut self.kept_next, geometry.elements as usize, NONE);
        self.index = longer_index(&self.index, &self.slots, geometry.keys as u32);
        self.rows.extend(old.keys as u32, geometry.keys as u32);
        self.items.extend(old.items as u32, geometry.items as u32);
        self.nodes.extend(old.elements as u32, geometry.elements as u32);
        proof {
            lemma_longer_map(table, n);
            lemma_longer_rows(table, n);
            lemma_longer_order(before.order, table, n);
            lemma_longer_chains(before.next@, self.next@, table, n);
        }
        Ok(())
    }
}

} // verus!
