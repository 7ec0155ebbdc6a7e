//! Making the cores forget.

use vstd::prelude::*;

verus! {

use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::stale_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use vstd::resource::map::*;

/// Whether what cores keep of a page, if they keep anything, is what is mapped now.
pub open spec fn is_forgotten(state: State, page: Slot, now: Option<Target>) -> bool {
    forall|core: int, item: Cached|
        0 <= core < state.caches.len() && #[trigger] state.caches[core].contains(item) && item.slot == page ==> match item.entry {
            Entry::Page(to) => now == Some(to),
            _ => true,
        }
}

impl<M: Machine, L> PageTable<M, L> {
    /// Makes all cores forget a page, gives tables that became empty back to their allocator, and what was lent for the page
    /// to the caller.
    pub fn settle<T, F: Frames>(&mut self, stale: Stale<T>, frames: &mut F) -> (loan: Tracked<T>)
        requires
            old(self).inv(),
            stale.inv(),
            stale.id() == old(self).id(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.settle(stale@),
            final(self).loans() == old(self).loans(),
            is_forgotten(final(self).state(), stale@.page, final(self)@.pages.get(stale@.page)),
            loan@ == stale.loan(),
    {
        let ghost slot = stale.page.slot();
        let ghost before = self.tables();
        proof {
            stale.page.lemma_slot();
        }
        self.forget(stale.page);
        let ghost middle = self.tables();
        proof {
            stale.tables.borrow().agree(self.retired.borrow());
            self.stale@ = ISet::new(|kept: (Slot, Target, bool)| before.stale.contains(kept) && kept.0 != slot);
            lemma_forgotten(middle, self.tables(), slot);
            lemma_settle(before, stale@, self.stale@);
        }
        let Stale { count, frames: retired, tables: Tracked(mut left), loan, .. } = stale;
        let ghost all = left@;
        let ghost fresh = self.stale@;
        let mut i: usize = 0;
        while i < count
            invariant
                0 <= i <= count <= 3,
                1 <= slot.level,
                slot.level + count <= 4,
                slot == stale.page.slot(),
                self.stale@ == fresh,
                self.tables().inv(None),
                self.spare@ is None,
                self.clean@ == (self.state().caches.len() as int, slot.start()),
                self.tables().pages() == before.pages(),
                self.is_same(old(self)),
                self.loans() == old(self).loans(),
                left.id() == self.id(),
                all == stale@.tables,
                forall|j: int| 0 <= j < count ==> #[trigger] all.contains_key(retired[j]) && all[retired[j]] == slot.up(slot.level + 1 + j),
                forall|frame: u64| #[trigger] left@.contains_key(frame) ==> exists|j: int| i <= j < count && #[trigger] retired[j] == frame,
                forall|j: int| i <= j < count ==> left@.contains_key(#[trigger] retired[j]) && left@[retired[j]] == all[retired[j]],
                self.retired@@ == before.retired.remove_keys(all.dom()).union_prefer_right(left@),
            decreases count - i,
        {
            let frame = retired[i];
            let ghost before_split = left@;
            let ghost dir = slot.up(slot.level + 1 + i);
            proof {
                assert(before_split.contains_key(frame) && all.contains_key(frame));
            }
            let tracked part = left.split(Set::empty().insert(frame));
            let back = self.release(Ghost(dir), frame, Tracked(part));
            frames.give(back);
            i += 1;
        }
        proof {
            assert(self.retired@@ =~= before.retired.remove_keys(all.dom()));
            let t = self.tables();
            lemma_clean(t, slot);
            self.clean@ = (0, 0);
        }
        loan
    }

    /// Makes all cores forget a page.
    fn forget(&mut self, page: Page)
        requires
            old(self).inv(),
        ensures
            final(self).tables().inv(None),
            final(self).spare@ is None,
            final(self).clean@ == (final(self).state().caches.len() as int, page.slot().start()),
            final(self).tables().pages() == old(self).tables().pages(),
            final(self).stale@ == old(self).stale@,
            final(self).retired@ == old(self).retired@,
            final(self).is_same(old(self)),
            final(self).loans() == old(self).loans(),
    {
        let address = page.address();
        let cores = self.machine.cores();
        let ghost start = page.slot().start();
        proof {
            self.clean@ = (0, start);
        }
        let mut core: usize = 0;
        while core < cores
            invariant
                self.tables().inv(None),
                self.spare@ is None,
                self.clean@ == (core as int, start),
                0 <= core <= cores == self.state().caches.len(),
                translated(address) == start,
                self.tables().pages() == old(self).tables().pages(),
                self.stale@ == old(self).stale@,
                self.retired@ == old(self).retired@,
                self.is_same(old(self)),
                self.loans() == old(self).loans(),
            decreases cores - core,
        {
            let ghost t = self.tables();
            self.machine.invalidate(core, address);
            proof {
                let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == now.invalidate(core as int, start);
                lemma_runs(t, now, None);
                self.clean@ = (core + 1, start);
            }
            core += 1;
        }
    }

    /// Gives up a table that was taken out of the tree.
    fn release(&mut self, Ghost(dir): Ghost<Slot>, frame: u64, Tracked(part): Tracked<GhostSubmap<u64, Slot>>) -> (back: TableFrame)
        requires
            old(self).tables().inv(None),
            old(self).spare@ is None,
            old(self).clean@.0 == old(self).state().caches.len(),
            dir.covers(old(self).clean@.1),
            part.id() == old(self).id(),
            part@.dom() == Set::empty().insert(frame),
            part@[frame] == dir,
        ensures
            final(self).tables().inv(None),
            final(self).spare@ is None,
            final(self).clean@ == old(self).clean@,
            final(self).tables().pages() == old(self).tables().pages(),
            final(self).stale@ == old(self).stale@,
            final(self).retired@@ == old(self).retired@@.remove(frame),
            final(self).is_same(old(self)),
            final(self).loans() == old(self).loans(),
    {
        let ghost t = self.tables();
        proof {
            part.agree(self.retired.borrow());
            lemma_out_of_reach(t, frame);
        }
        let back = self.machine.release(frame);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == (State { words: now.words.remove(frame), ..now });
            lemma_runs(t, now, None);
            self.retired.borrow_mut().delete(part);
            assert(self.retired@@ =~= t.retired.remove(frame));
            lemma_out_of_reach(t.at(now), frame);
        }
        back
    }
}

/// When all cores forgot a page, it is not stale any more.
proof fn lemma_forgotten(t: Tables, after: Tables, page: Slot)
    requires
        t.inv(None),
        t.clean == t.state.caches.len(),
        page.covers(t.address),
        after == (Tables { stale: after.stale, ..t }),
        forall|kept: (Slot, Target, bool)| #[trigger] after.stale.contains(kept) <==> t.stale.contains(kept) && kept.0 != page,
    ensures
        after.inv(None),
        after.pages() == t.pages(),
{
    assert forall|core: int, item: Cached|
        0 <= core < t.state.caches.len() && #[trigger] after.state.caches[core].contains(item) implies after.may_keep(core, item) by {
        if let Entry::Page(to) = item.entry {
            if !t.is_current(item) {
                let dirty = choose|dirty: bool| #[trigger] t.stale.contains((item.slot, to, dirty)) && (item.dirty ==> dirty);
                assert(after.stale.contains((item.slot, to, dirty)));
            }
        }
    }
}

/// What all cores forgot need not be remembered.
proof fn lemma_clean(t: Tables, page: Slot)
    requires
        t.inv(None),
        t.clean == t.state.caches.len(),
        page.covers(t.address),
    ensures
        (Tables { clean: 0, address: 0, ..t }).inv(None),
        (Tables { clean: 0, address: 0, ..t }).pages() == t.pages(),
        is_forgotten(t.state, page, t.pages().get(page)),
{
    let after = Tables { clean: 0, address: 0, ..t };
}

/// Without what a token is about, nothing else is settled.
proof fn lemma_settle(t: Tables, token: StaleView, stale: ISet<(Slot, Target, bool)>)
    requires
        t.is_tree(),
        token.tables.submap_of(t.retired),
        forall|kept: (Slot, Target, bool)| #[trigger] stale.contains(kept) <==> t.stale.contains(kept) && kept.0 != token.page,
    ensures
        regions(t.retired.remove_keys(token.tables.dom())) == regions(t.retired).difference(regions(token.tables)),
        stale_pages(stale) == stale_pages(t.stale).remove(token.page),
{
    let rest = t.retired.remove_keys(token.tables.dom());
    assert(forall|frame: u64| #[trigger] t.retired.dom().contains(frame) ==> rest.dom().contains(frame) || token.tables.dom().contains(frame));
    assert(forall|kept: (Slot, Target, bool)| #[trigger] t.stale.contains(kept) ==> stale.contains(kept) || kept.0 == token.page);
}

/// Nothing leads to a table that was taken out of the tree when all cores forgot the place where it was.
proof fn lemma_out_of_reach(t: Tables, frame: u64)
    requires
        t.inv(None),
        t.spare is None,
        t.clean == t.state.caches.len(),
        t.retired.contains_key(frame),
        t.retired[frame].covers(t.address),
    ensures
        is_out_of_reach(t.state, frame),
{
    assert forall|f: u64, index: int| t.state.words.contains_key(f) && 0 <= index < ENTRIES implies {
        let word = #[trigger] t.state.words[f][index];
        word & PRESENT != 0 ==> word & ADDRESS != frame
    } by {
        if t.is_dir(f) {
            let dir = choose|dir: Slot| #[trigger] t.dirs.contains_key(dir) && t.dirs[dir] == f;
            let slot = Slot { level: dir.level - 1, number: dir.number * 512 + index };
            assert(t.is_good(slot));
        }
    }
}

} // verus!
