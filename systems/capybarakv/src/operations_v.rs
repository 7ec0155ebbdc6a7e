//! Operations of a transaction: create, update and delete.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::nodes_v::*;
use crate::operations_spec_t::*;
use crate::order_v::*;
use crate::ordered_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// Puts a key that is not there into the store, with an item.
    pub fn create(&mut self, key: &K, item: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            creates(old(self)@, *key, *item, final(self)@, result, old(self).constants().is_intact()),
    {
        let hash = hash(key);
        let found = self.find_row(key, hash)?;
        if found.is_some() {
            return Err(KvError::KeyExists);
        }
        match self.create_row(hash, key, item) {
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Gives a row to a key that is not there.
    pub(crate) fn create_row(&mut self, hash: u64, key: &K, item: &I) -> (result: Result<u32, KvError>)
        requires
            old(self).inv(),
            hash == hash_of(*key),
            !old(self)@.on_commit.contains_key(*key),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            creates(
                old(self)@,
                *key,
                *item,
                final(self)@,
                match result {
                    Ok(_) => Ok(()),
                    Err(error) => Err(error),
                },
                old(self).constants().is_intact(),
            ),
            result matches Ok(row) ==> final(self).is_at(*key, row),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        proof {
            self.tables.lemma_sizes();
            lemma_keys(current, *key);
        }
        let (keys_left, items_left) = (self.rows.free.len(), self.items.free.len());
        if keys_left == 0 {
            return Err(KvError::OutOfKeys);
        }
        if items_left == 0 {
            return Err(KvError::OutOfItems);
        }
        let (row, place) = (self.rows.free[keys_left - 1], self.items.free[items_left - 1]);
        let ghost new = Row { key: *key, item: place, value: *item, list: Seq::<Node<L>>::empty() };
        proof {
            assert(self.rows.free@.contains(row));
            assert(self.items.free@.contains(place));
            lemma_insert(current, row as int, new);
            lemma_total_insert(map_of(current), *key, entry_of(new));
        }
        let ordered = with_row(&self.order, &self.tables, row, key, Ghost(new))?;
        self.tables.insert(row, place, key, item)?;
        reorder(&mut self.order, ordered);
        self.rows.take();
        self.items.take();
        self.touched.push(row);
        self.slots[row as usize] = Slot { item: place, ..NOWHERE };
        self.index.insert(row, hash);
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.rows.taken@, row);
            lemma_push(before.items.taken@, place);
            lemma_dropped(before.rows.free@);
            lemma_dropped(before.items.free@);
            assert(elements_of(new.list) =~= seq![]);
            lemma_touch(before.touched@, before.slots@, before.kept@, row, slot_of(Some(new)));
            lemma_rechain(before.next@, self.next@, current, row as int, Some(new));
            lemma_others_empty(current, row as int, Some(new));
        }
        Ok(row)
    }

    /// Replaces the item of a key.
    pub fn update(&mut self, key: &K, item: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            updates(old(self)@, *key, *item, final(self)@, result, old(self).constants().is_intact()),
    {
        let row = self.row_of(key)?;
        self.update_row(Ghost(*key), row, item)
    }

    /// Replaces the item of the key that has a row.
    pub(crate) fn update_row(&mut self, Ghost(key): Ghost<K>, row: u32, item: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            old(self).is_at(key, row),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            updates(old(self)@, key, *item, final(self)@, result, true),
            result is Ok ==> final(self).is_at(key, row),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let items_left = self.items.free.len();
        if items_left == 0 {
            return Err(KvError::OutOfItems);
        }
        let place = self.items.free[items_left - 1];
        let old_slot = self.slots[row as usize];
        let ghost new = Row { item: place, value: *item, ..current[row as int]->0 };
        proof {
            self.tables.lemma_sizes();
            assert(self.items.free@.contains(place));
            assert(current[row as int] is Some);
            lemma_insert(current, row as int, new);
            lemma_total_insert(map_of(current), key, entry_of(new));
        }
        self.tables.replace(row, place, old_slot.head, item)?;
        self.items.take();
        proof {
            lemma_dropped(before.items.free@);
            assert(leads_to(current[row as int], old_slot.item));
        }
        self.items.give(old_slot.item);
        self.touched.push(row);
        self.slots[row as usize] = Slot { item: place, ..old_slot };
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.items.taken@, place);
            lemma_push(before.items.given@, old_slot.item);
            lemma_touch(before.touched@, before.slots@, before.kept@, row, slot_of(Some(new)));
            lemma_chain(before.next@, current, row as int);
            lemma_rechain(before.next@, self.next@, current, row as int, Some(new));
            lemma_others_empty(current, row as int, Some(new));
            lemma_same_order(before.order, current, durable, row as int, new);
        }
        Ok(())
    }

    /// Deletes a key, its item and its list.
    pub fn delete(&mut self, key: &K) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            deletes(old(self)@, *key, final(self)@, result, old(self).constants().is_intact()),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let row = self.row_of(key)?;
        let old_slot = self.slots[row as usize];
        let ghost list = (current[row as int]->0).list;
        proof {
            self.tables.lemma_sizes();
            assert(current[row as int] is Some);
            lemma_remove(current, row as int);
            lemma_total_remove(map_of(current), *key);
            self.lemma_list_len(row as int);
        }
        let ordered = without_row(&self.order, &self.tables, row, key)?;
        self.tables.remove(row)?;
        reorder(&mut self.order, ordered);
        self.rows.give(row);
        self.items.give(old_slot.item);
        give_first::<K, I, L>(&mut self.nodes, &self.next, row, old_slot.head, old_slot.len, Ghost(current));
        self.touched.push(row);
        self.slots[row as usize] = NOWHERE;
        self.index.remove(row);
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.rows.given@, row);
            lemma_push(before.items.given@, old_slot.item);
            lemma_touch(before.touched@, before.slots@, before.kept@, row, slot_of(None::<Row<K, I, L>>));
            lemma_rechain(before.next@, self.next@, current, row as int, None);
            lemma_others_empty(current, row as int, None);
            lemma_given_empty(current, row as int, None, list.len() as int);
        }
        Ok(())
    }
}

} // verus!
