//! Operations of a transaction: create, update and delete.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::changes_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::operations_spec_t::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;

impl<D: Device, K: PmCopy, I: PmCopy> KvStore<D, K, I> {
    /// Puts a key that is not there into the store, with an item.
    pub fn create(&mut self, key: &K, item: &I) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            creates(old(self)@, *key, *item, final(self)@, result, old(self).constants().is_intact()),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let hash = hash(key);
        let found = self.find(key, hash)?;
        proof {
            self.tables.lemma_sizes();
            lemma_keys(current, *key);
        }
        if found.is_some() {
            return Err(KvError::KeyExists);
        }
        let (keys_left, items_left) = (self.rows.free.len(), self.items.free.len());
        if keys_left == 0 {
            return Err(KvError::OutOfKeys);
        }
        if items_left == 0 {
            return Err(KvError::OutOfItems);
        }
        let (row, place) = (self.rows.free[keys_left - 1], self.items.free[items_left - 1]);
        let ghost new = Row { key: *key, item: place, value: *item };
        proof {
            assert(self.rows.free@.contains(row));
            assert(self.items.free@.contains(place));
            lemma_insert(current, row as int, new);
        }
        self.tables.insert(row, place, key, item)?;
        self.rows.take();
        self.items.take();
        self.touched.push(row);
        self.links[row as usize] = place;
        self.index.insert(row, hash);
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.rows.taken@, row);
            lemma_push(before.items.taken@, place);
            lemma_dropped(before.rows.free@);
            lemma_dropped(before.items.free@);
        }
        Ok(())
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
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let found = self.find(key, hash(key))?;
        proof {
            self.tables.lemma_sizes();
            lemma_keys(current, *key);
        }
        let Some(row) = found else {
            return Err(KvError::KeyNotFound);
        };
        let items_left = self.items.free.len();
        if items_left == 0 {
            return Err(KvError::OutOfItems);
        }
        let place = self.items.free[items_left - 1];
        let old_place = self.links[row as usize];
        let ghost new = Row { key: *key, item: place, value: *item };
        proof {
            assert(self.items.free@.contains(place));
            assert(current[row as int] is Some);
            lemma_insert(current, row as int, new);
        }
        self.tables.replace(row, place, item)?;
        self.items.take();
        proof {
            lemma_dropped(before.items.free@);
            assert(leads_to(current[row as int], old_place));
        }
        self.items.give(old_place);
        self.touched.push(row);
        self.links[row as usize] = place;
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.items.taken@, place);
            lemma_push(before.items.given@, old_place);
        }
        Ok(())
    }

    /// Deletes a key and its item.
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
        let found = self.find(key, hash(key))?;
        proof {
            self.tables.lemma_sizes();
            lemma_keys(current, *key);
        }
        let Some(row) = found else {
            return Err(KvError::KeyNotFound);
        };
        let old_place = self.links[row as usize];
        proof {
            assert(current[row as int] is Some);
            lemma_remove(current, row as int);
        }
        self.tables.remove(row)?;
        self.rows.give(row);
        self.items.give(old_place);
        self.touched.push(row);
        self.links[row as usize] = NONE;
        self.index.remove(row);
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.rows.given@, row);
            lemma_push(before.items.given@, old_place);
        }
        Ok(())
    }
}

/// What is in a sequence without its last element is in the sequence.
proof fn lemma_dropped(s: Seq<u32>)
    requires
        s.len() > 0,
    ensures
        forall|x: u32| #[trigger] s.drop_last().contains(x) ==> s.contains(x),
{
}

} // verus!
