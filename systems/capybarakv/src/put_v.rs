//! A key with its item and its list in one operation: all of it is done, or nothing.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::cursors_v::*;
use crate::error_v::KvError;
use crate::index_v::*;
use crate::layout_v::*;
use crate::operations_spec_t::*;
use crate::order_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;

/// The bytes of the journal that a new item and a new list take.
fn room_for(is_new: bool, len: usize) -> (room: u64)
    requires
        len < NONE,
    ensures
        room == put_room(is_new, len as int),
{
    let item = if is_new { CREATE_ROOM } else { UPDATE_ROOM + HEAD_ROOM };
    item + if len == 0 { 0 } else { HEAD_ROOM + (len as u64 - 1) * NEXT_ROOM }
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// Puts an item and a list into the store in place of what a key has, if it is there. What it takes is computed before anything is
    /// changed, and the key is looked for once. So nothing can fail in the middle, and an error has changed nothing.
    pub fn put(&mut self, key: &K, item: &I, list: &[L]) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            puts(old(self)@, *key, *item, list@, final(self)@, result, old(self).constants().is_intact()),
    {
        let ghost before = *self;
        let hash = hash(key);
        let found = self.find_row(key, hash)?;
        let (keys_left, items_left) = (self.rows.free.len(), self.items.free.len());
        if found.is_none() && keys_left == 0 {
            return Err(KvError::OutOfKeys);
        }
        if items_left == 0 {
            return Err(KvError::OutOfItems);
        }
        if list.len() > self.nodes.free.len() {
            return Err(KvError::OutOfElements);
        }
        proof {
            self.tables.lemma_sizes();
        }
        let room = self.room();
        if room < room_for(found.is_none(), list.len()) {
            return Err(KvError::TransactionFull { room });
        }
        let row = match found {
            Some(row) => {
                proof {
                    self.lemma_list_len(row as int);
                }
                let len = self.slots[row as usize].len;
                self.trim_row(Ghost(*key), row, len as usize)?;
                self.update_row(Ghost(*key), row, item)?;
                row
            },
            None => self.create_row(hash, key, item)?,
        };
        let ghost cleared = *self;
        assert(list@.take(0) =~= seq![]);
        assert(found is Some ==> before@.on_commit[*key].list.skip(before@.on_commit[*key].list.len() as int) =~= seq![]);
        assert(cleared@.on_commit =~= before@.on_commit.insert(*key, Entry { item: *item, list: list@.take(0) }));
        let mut n = 0;
        while n < list.len()
            invariant
                n <= list@.len(),
                self.inv(),
                self.is_same(&before),
                self.is_at(*key, row),
                before@.free_elements >= list@.len(),
                before@.room >= put_room(!before@.on_commit.contains_key(*key), list@.len() as int),
                self@ == (KvView {
                    on_commit: before@.on_commit.insert(*key, Entry { item: *item, list: list@.take(n as int) }),
                    free_elements: before@.free_elements - n,
                    room: before@.room - put_room(!before@.on_commit.contains_key(*key), n as int),
                    ..cleared@
                }),
            decreases list@.len() - n,
        {
            self.append_row(Ghost(*key), row, &list[n])?;
            assert(list@.take(n as int).push(list@[n as int]) =~= list@.take(n + 1));
            assert(self@.on_commit =~= before@.on_commit.insert(*key, Entry { item: *item, list: list@.take(n + 1) }));
            n += 1;
        }
        assert(list@.take(list@.len() as int) =~= list@);
        Ok(())
    }

    /// The elements of the list of a key from an index on, in order. The index begins with 0.
    pub fn elements(&self, key: &K, from: usize) -> (result: Result<Elements<'_, D, K, I, L, O>, KvError>)
        requires
            self.inv(),
        ensures
            reads_from(self@, *key, from as int, result, self.constants()),
    {
        Elements::new_at(self, key, from)
    }
}

} // verus!
