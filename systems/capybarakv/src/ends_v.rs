//! The end of a transaction on the tables, and reads of them.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::recovery_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use journal::abstract_spec_t::*;
use journal::recovery_v::*;
use power::bytes_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::replay_v::*;

impl<D: Device, K: PmCopy, I: PmCopy> Tables<D, K, I> {
    /// Makes what is pending durable, all of it or nothing.
    pub(crate) fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).journal.id(),
            allows_change(
                permission,
                Stored { geometry: old(self).geometry, map: map_of(old(self).durable@) },
                Stored { geometry: old(self).geometry, map: map_of(old(self).current@) },
            ),
        ensures
            final(self).inv(),
            final(self).journal.is_same(&old(self).journal),
            final(self).geometry == old(self).geometry,
            final(self).durable@ == old(self).current@,
            final(self).current@ == old(self).current@,
            final(self).busy@ == Set::<int>::empty(),
            final(self).journal@.room == old(self).journal@.format.capacity,
    {
        let ghost before = self.journal@;
        proof {
            let (from, to) = (before.found(before.read), before.found(before.committed()));
            lemma_look(from, self.geometry, self.durable@);
            lemma_look(to, self.geometry, self.current@);
            assert forall|pre: Seq<u8>, post: Seq<u8>| recovered(pre) == Some(from) && recovered(post) == Some(
                to,
            ) implies #[trigger] permission.permits(pre, post) by {
                assert(recovered_store::<K, I>(pre) == look::<K, I>()(from));
                assert(recovered_store::<K, I>(post) == look::<K, I>()(to));
            }
        }
        self.journal.commit(Tracked(permission));
        proof {
            self.durable@ = self.current@;
            self.busy@ = Set::empty();
        }
    }

    /// Gives up what is pending.
    pub(crate) fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).journal.durable() == old(self).journal.durable(),
            final(self).current@ == old(self).durable@,
            final(self).busy@ == Set::<int>::empty(),
            final(self).journal@.room == old(self).journal@.format.capacity,
    {
        self.journal.abort();
        proof {
            self.current@ = self.durable@;
            self.busy@ = Set::empty();
        }
    }

    /// The key of a valid row; nothing if it is corrupted.
    pub(crate) fn read_key(&self, row: u32) -> (key: Option<K>)
        requires
            self.inv(),
            row < self.geometry.keys,
            self.current@[row as int] is Some,
        ensures
            match key {
                Some(key) => has_key(self.current@[row as int], key),
                None => !self.journal.constants().is_intact(),
            },
    {
        let ghost (geometry, valid) = (self.geometry, self.current@[row as int]->0);
        proof {
            self.lemma_sizes();
            assert(self.current@[row as int] is Some);
        }
        let at = self.geometry.row_at(row) + KEY;
        proof {
            self.lemma_not_covered(row as int, valid.item);
            geometry.lemma_row(row as int);
            reveal(is_store);
            reveal(holds);
            assert(holds_row(self.journal@.committed(), geometry, row as int, self.current@[row as int]));
            lemma_stores_agree(self.journal@.committed(), self.journal@.read, covered(self.journal@.entries), at as int, valid.key);
        }
        let key = self.journal.read_value::<K>(at);
        proof {
            if let Some(key) = key {
                lemma_stores_one(self.journal@.read, at as int, key, valid.key);
            }
        }
        key
    }

    /// The item that a valid row leads to; nothing if it is corrupted.
    pub(crate) fn read_item(&self, row: u32, item: u32) -> (value: Option<I>)
        requires
            self.inv(),
            row < self.geometry.keys,
            leads_to(self.current@[row as int], item),
        ensures
            match value {
                Some(value) => value == (self.current@[row as int]->0).value,
                None => !self.journal.constants().is_intact(),
            },
    {
        let ghost (geometry, valid) = (self.geometry, self.current@[row as int]->0);
        proof {
            self.lemma_sizes();
            assert(self.current@[row as int] is Some);
            self.lemma_not_covered(row as int, item);
            geometry.lemma_item(item as int);
            reveal(is_store);
            reveal(holds);
            assert(holds_row(self.journal@.committed(), geometry, row as int, self.current@[row as int]));
        }
        let at = self.geometry.item_at(item);
        proof {
            lemma_stores_agree(self.journal@.committed(), self.journal@.read, covered(self.journal@.entries), at as int, valid.value);
        }
        let value = self.journal.read_value::<I>(at);
        proof {
            if let Some(value) = value {
                lemma_stores_one(self.journal@.read, at as int, value, valid.value);
            }
        }
        value
    }
}

} // verus!
