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
use pmcopy::PmSized;
use power::atomic_t::*;
use power::bytes_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::replay_v::*;

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Tables<D, K, I, L> {
    /// Makes what is pending durable, all of it or nothing.
    pub(crate) fn commit<C: Callback>(&mut self, Tracked(permission): Tracked<AtomicPermission<C>>) -> (completion: Tracked<
        C::Completion,
    >)
        requires
            old(self).inv(),
            permission.id() == old(self).journal.id(),
            allows_change(
                permission.permission(),
                Stored { geometry: old(self).geometry, map: map_of(old(self).durable@) },
                Stored { geometry: old(self).geometry, map: map_of(old(self).current@) },
            ),
        ensures
            final(self).inv(),
            final(self).journal.is_same(&old(self).journal),
            final(self).geometry == old(self).geometry,
            final(self).durable@ == old(self).current@,
            final(self).current@ == old(self).current@,
            final(self).busy@ == Busy::none(),
            final(self).journal@.room == old(self).journal@.format.capacity,
            is_completed(
                permission.callback(),
                Stored { geometry: old(self).geometry, map: map_of(old(self).durable@) },
                Stored { geometry: old(self).geometry, map: map_of(old(self).current@) },
                completion@,
            ),
    {
        let ghost before = self.journal@;
        let ghost callback = permission.callback();
        proof {
            let (from, to) = (before.found(before.durable), before.found(before.committed()));
            lemma_look(from, self.geometry, self.durable@);
            lemma_look(to, self.geometry, self.current@);
            assert forall|pre: Seq<u8>, post: Seq<u8>| recovered(pre) == Some(from) && recovered(post) == Some(
                to,
            ) implies #[trigger] permission.permission().permits(pre, post) by {
                assert(recovered_store::<K, I, L>(pre) == look::<K, I, L>()(from));
                assert(recovered_store::<K, I, L>(post) == look::<K, I, L>()(to));
            }
        }
        let completion = self.journal.commit_with::<C>(Tracked(permission));
        proof {
            let (pre, post) = choose|pre: Seq<u8>, post: Seq<u8>| #[trigger]
                callback.completes(pre, post, completion@) && pre != post && recovered(pre) == Some(before.found(before.durable))
                    && recovered(post) == Some(before.found(before.committed()));
            assert(recovered_store::<K, I, L>(pre) == look::<K, I, L>()(before.found(before.durable)));
            assert(recovered_store::<K, I, L>(post) == look::<K, I, L>()(before.found(before.committed())));
            self.durable@ = self.current@;
            self.busy@ = Busy::none();
        }
        completion
    }

    /// Gives up what is pending.
    pub(crate) fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).journal.durable() == old(self).journal.durable(),
            final(self).journal@.entries.len() == 0,
            final(self).current@ == old(self).durable@,
            final(self).busy@ == Busy::none(),
            final(self).journal@.room == old(self).journal@.format.capacity,
    {
        self.journal.abort();
        proof {
            self.current@ = self.durable@;
            self.busy@ = Busy::none();
        }
    }

    /// Leaves nothing to do for the next start.
    pub(crate) fn settle(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_kept(old(self)),
            final(self).journal.is_settled(),
    {
        proof {
            let view = self.journal@;
            lemma_look(view.found(view.durable), self.geometry, self.durable@);
            lemma_look(view.found(view.read), self.geometry, self.durable@);
        }
        self.journal.settle::<Option<Stored<K, I, L>>>(Ghost(look::<K, I, L>()));
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
        let ghost valid = self.current@[row as int]->0;
        proof {
            self.lemma_sizes();
            self.lemma_row(row as int);
            self.lemma_key_not_covered(row as int, valid.item);
            self.geometry.lemma_row(row as int);
        }
        let at = self.geometry.row_at(row) + KEY;
        self.read_value(at, Ghost(valid.key))
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
        proof {
            self.lemma_sizes();
            self.lemma_row(row as int);
            self.lemma_key_not_covered(row as int, item);
            self.geometry.lemma_item(item as int);
        }
        let at = self.geometry.item_at(item);
        self.read_value(at, Ghost((self.current@[row as int]->0).value))
    }

    /// The element of a list that is in a row of the list table; nothing if it is corrupted.
    pub(crate) fn read_element(&self, node: u32, Ghost(row): Ghost<int>, Ghost(n): Ghost<int>) -> (element: Option<L>)
        requires
            self.inv(),
            is_node(self.current@, row, n),
            node == node_of(self.current@, row, n),
        ensures
            match element {
                Some(element) => element == (self.current@[row]->0).list[n].element,
                None => !self.journal.constants().is_intact(),
            },
    {
        let ghost list = (self.current@[row]->0).list;
        proof {
            self.lemma_sizes();
            self.lemma_row(row);
            self.lemma_node_not_covered(node as int);
            self.geometry.lemma_node(node as int);
            assert(holds_node(self.journal@.committed(), self.geometry, list[n], place(list, n + 1)));
        }
        let at = self.geometry.node_at(node) + ELEMENT;
        self.read_value(at, Ghost(list[n].element))
    }

    /// A value that will be stored where no entry goes.
    fn read_value<T: PmCopy>(&self, at: u64, Ghost(truth): Ghost<T>) -> (value: Option<T>)
        requires
            self.inv(),
            stores(self.journal@.committed(), at as int, truth),
            forall|i: int| #[trigger]
                covered(self.journal@.entries)(i) ==> !range(at as int, checked_len(T::spec_size_of() as int))(i),
        ensures
            match value {
                Some(value) => value == truth,
                None => !self.journal.constants().is_intact(),
            },
    {
        proof {
            self.lemma_sizes();
            lemma_stores_agree(self.journal@.committed(), self.journal@.read, covered(self.journal@.entries), at as int, truth);
        }
        let value = self.journal.read_value::<T>(at);
        proof {
            if let Some(value) = value {
                lemma_stores_one(self.journal@.read, at as int, value, truth);
            }
        }
        value
    }
}

} // verus!
