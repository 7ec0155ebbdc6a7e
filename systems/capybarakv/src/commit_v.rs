//! The end of a transaction: commits and aborts.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::index_v::*;
use crate::layout_v::NONE;
use crate::order_v::*;
use crate::ordered_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::atomic_t::*;
use power::device_t::*;
use power::permission_t::*;

/// Whether the index lists the rows that lead to an item.
pub open spec fn lists_slots(index: Index, slots: Seq<Slot>) -> bool {
    &&& index.inv()
    &&& index.rows() == slots.len()
    &&& forall|r: int| 0 <= r < slots.len() ==> #[trigger] index.lists(r) == (slots[r].item != NONE)
}

/// Takes back what the touched rows lead to, and their places in the index.
fn undo(index: &mut Index, slots: &mut [Slot], kept: &[Slot], touched: &[u32])
    requires
        lists_slots(*old(index), old(slots)@),
        is_same_before(touched@, 0, old(slots)@, kept@),
    ensures
        lists_slots(*final(index), kept@),
        final(slots)@ == kept@,
        forall|r: int| #[trigger] final(index).hash(r) == old(index).hash(r),
{
    proof {
        reveal(is_same_before);
    }
    let mut i = 0;
    while i < touched.len()
        invariant
            i <= touched@.len(),
            lists_slots(*index, slots@),
            is_same_before(touched@, i as int, slots@, kept@),
            forall|r: int| #[trigger] index.hash(r) == old(index).hash(r),
        decreases touched@.len() - i,
    {
        proof {
            reveal(is_same_before);
        }
        let row = touched[i];
        let (slot, old_slot) = (slots[row as usize], kept[row as usize]);
        assert(index.lists(row as int) == (slot.item != NONE));
        if slot.item == NONE && old_slot.item != NONE {
            let hash = index.get_hash(row);
            index.insert(row, hash);
        } else if slot.item != NONE && old_slot.item == NONE {
            index.remove(row);
        }
        proof {
            lemma_one_more(touched@, i as int, slots@, kept@);
        }
        slots[row as usize] = old_slot;
        i += 1;
    }
    proof {
        reveal(is_same_before);
        assert(slots@ =~= kept@);
    }
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// Makes durable what the transaction has changed. A crash leaves all of it or nothing.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_change(
                permission,
                old(self)@.stored(old(self)@.on_abort),
                old(self)@.stored(old(self)@.on_commit),
            ),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
    {
        let tracked silent = AtomicPermission::new(permission, Silent {  });
        self.commit_with::<Silent>(Tracked(silent));
    }

    /// The same with a proof, which is done at the moment that decides whether a crash leaves all or nothing.
    pub fn commit_with<C: Callback>(&mut self, Tracked(permission): Tracked<AtomicPermission<C>>) -> (completion: Tracked<C::Completion>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_change(
                permission.permission(),
                old(self)@.stored(old(self)@.on_abort),
                old(self)@.stored(old(self)@.on_commit),
            ),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
            is_completed(
                permission.callback(),
                old(self)@.stored(old(self)@.on_abort),
                old(self)@.stored(old(self)@.on_commit),
                completion@,
            ),
    {
        let ghost before = *self;
        proof {
            self.tables.lemma_sizes();
            lemma_swapped(self.touched@, self.slots@, self.kept@);
            lemma_swapped(self.touched_nodes@, self.next@, self.kept_next@);
        }
        let completion = self.tables.commit::<C>(Tracked(permission));
        copy_touched(&mut self.kept, &self.slots, &self.touched);
        copy_touched(&mut self.kept_next, &self.next, &self.touched_nodes);
        self.touched.clear();
        self.touched_nodes.clear();
        self.rows.commit();
        self.items.commit();
        self.nodes.commit();
        settle_order(&mut self.order, true);
        proof {
            lemma_joined(before.rows.free@, before.rows.given@);
            lemma_joined(before.items.free@, before.items.given@);
            lemma_joined(before.nodes.free@, before.nodes.given@);
            reveal(is_same_before);
        }
        completion
    }

    /// Ends the use of the store, and leaves nothing to do for the next start. What the transaction has changed is given up. A
    /// start after a store was only dropped does what is left.
    pub fn close(self)
        requires
            self.inv(),
    {
        let mut tables = self.tables;
        tables.settle();
    }

    /// Gives up what the transaction has changed.
    pub fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).durable() == old(self).durable(),
            final(self)@ == old(self)@.abort(),
            final(self).is_settled(),
            final(self).is_idle(),
            final(self).area() == old(self).area(),
    {
        let ghost before = *self;
        proof {
            self.tables.lemma_sizes();
        }
        self.tables.abort();
        undo(&mut self.index, &mut self.slots, &self.kept, &self.touched);
        copy_touched(&mut self.next, &self.kept_next, &self.touched_nodes);
        self.touched.clear();
        self.touched_nodes.clear();
        self.rows.abort();
        self.items.abort();
        self.nodes.abort();
        settle_order(&mut self.order, false);
        proof {
            lemma_joined(before.rows.free@, before.rows.taken@);
            lemma_joined(before.items.free@, before.items.taken@);
            lemma_joined(before.nodes.free@, before.nodes.taken@);
            reveal(is_same_before);
        }
    }
}

} // verus!
