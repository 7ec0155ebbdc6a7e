//! Making the cores forget.

use vstd::prelude::*;

verus! {

use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::live_v::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::stale_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::word_v::*;
use vstd::resource::map::*;

/// Whether what cores keep of a page, if they keep anything, is what is mapped now.
pub open spec fn is_forgotten(state: State, page: Slot, now: Option<Target>) -> bool {
    forall|core: int, item: Cached|
        0 <= core < state.caches.len() && #[trigger] state.caches[core].contains(item) && item.slot == page ==> match item.entry {
            Entry::Page(to) => now == Some(to),
            _ => true,
        }
}

impl Tables {
    /// Whether all cores have forgotten what is stale at an address.
    pub open spec fn all_forgot(self, address: int) -> bool {
        forall|core: int| 0 <= core < self.state.caches.len() ==> #[trigger] self.forgotten.contains((core, address))
    }
}

impl<M: Machine, L> PageTable<M, L> {
    /// What stays while cores forget.
    spec fn waits(&self, before: &Self) -> bool {
        &&& self.tables().inv(None)
        &&& self.spare@ is None
        &&& self.tables().pages() == before.tables().pages()
        &&& self.dirs@ == before.dirs@
        &&& self.keeps(before)
    }

    /// Makes all cores forget a page, gives tables that became empty back to their allocator, and what was lent for the page
    /// to the caller.
    #[inline(always)]
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
        let page = stale.page;
        let level = page.level();
        proof {
            stale.page.lemma_slot();
        }
        self.forget(page);
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
                slot == page.slot(),
                level == slot.level,
                self.stale@ == fresh,
                self.waits(old(self)),
                self.tables().all_forgot(slot.start()),
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
                assert(self.tables().retired.contains_key(frame));
                assert forall|j: int| i < j < count implies #[trigger] retired[j] != frame by {
                    assert(all.contains_key(retired[j]));
                }
            }
            let tracked part = left.split(Set::empty().insert(frame));
            assert(before_split[frame] == part@[frame]);
            if self.machine.count(frame) != 0 {
                self.forget_parts(page, level + 1 + i as u64);
            }
            let back = self.release(Ghost(dir), Ghost(slot.start()), frame, Tracked(part));
            frames.give(back);
            i += 1;
        }
        proof {
            assert(self.retired@@ =~= before.retired.remove_keys(all.dom()));
            assert(self@.stale == old(self)@.settle(stale@).stale);
            let t = self.tables();
            lemma_clean(t, slot);
            self.forgotten@ = ISet::empty();
            assert forall|place: Slot| self.loans@.contains_key(place) <==> #[trigger] self@.pages.contains_key(place) by {
                assert(old(self)@.pages.contains_key(place) == self@.pages.contains_key(place));
            }
        }
        loan
    }

    /// Makes all cores forget a page.
    #[inline]
    fn forget(&mut self, page: Page)
        requires
            old(self).tables().inv(None),
            old(self).spare@ is None,
        ensures
            final(self).waits(old(self)),
            final(self).tables().all_forgot(page.slot().start()),
            forall|address: int| old(self).tables().all_forgot(address) ==> #[trigger] final(self).tables().all_forgot(address),
            final(self).stale@ == old(self).stale@,
            final(self).retired@ == old(self).retired@,
            final(self).machine.counts() == old(self).machine.counts(),
    {
        let address = page.address();
        let cores = self.machine.cores();
        let ghost start = page.slot().start();
        let mut core: usize = 0;
        while core < cores
            invariant
                self.waits(old(self)),
                forall|c: int| 0 <= c < core ==> #[trigger] self.forgotten@.contains((c, start)),
                old(self).forgotten@.subset_of(self.forgotten@),
                0 <= core <= cores == self.state().caches.len(),
                translated(address) == start,
                self.stale@ == old(self).stale@,
                self.retired@ == old(self).retired@,
                self.machine.counts() == old(self).machine.counts(),
            decreases cores - core,
        {
            let ghost t = self.tables();
            self.machine.invalidate(core, address);
            proof {
                let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == now.invalidate(core as int, start);
                lemma_runs(t, now, None);
                let t = t.at(now);
                self.forgotten@ = self.forgotten@.insert((core as int, start));
                lemma_invalidated(t, self.tables(), core as int, start);
            }
            core += 1;
        }
    }

    /// Makes all cores forget the pages below a place.
    #[inline(never)]
    fn forget_parts(&mut self, page: Page, level: u64)
        requires
            old(self).tables().inv(None),
            old(self).spare@ is None,
            page.slot().level < level <= 4,
            2 <= level,
        ensures
            final(self).waits(old(self)),
            forall|address: int| old(self).tables().all_forgot(address) ==> #[trigger] final(self).tables().all_forgot(address),
            forall|j: int| 0 <= j < 512 ==> final(self).tables().all_forgot(#[trigger] page.slot().up(level as int).child(j).start()),
            final(self).stale@ == old(self).stale@,
            final(self).retired@ == old(self).retired@,
            final(self).machine.counts() == old(self).machine.counts(),
    {
        let mut i: u64 = 0;
        while i < 512
            invariant
                0 <= i <= 512,
                page.slot().level < level <= 4,
                2 <= level,
                self.waits(old(self)),
                forall|address: int| old(self).tables().all_forgot(address) ==> #[trigger] self.tables().all_forgot(address),
                forall|j: int| 0 <= j < i ==> self.tables().all_forgot(#[trigger] page.slot().up(level as int).child(j).start()),
                self.stale@ == old(self).stale@,
                self.retired@ == old(self).retired@,
                self.machine.counts() == old(self).machine.counts(),
            decreases 512 - i,
        {
            self.forget(page.part(level, i));
            i += 1;
        }
    }

    /// Gives up a table that was taken out of the tree.
    fn release(&mut self, Ghost(dir): Ghost<Slot>, Ghost(address): Ghost<int>, frame: u64, Tracked(part): Tracked<GhostSubmap<u64, Slot>>) -> (back: TableFrame)
        requires
            old(self).tables().inv(None),
            old(self).spare@ is None,
            old(self).tables().all_forgot(address),
            dir.covers(address),
            part.id() == old(self).id(),
            part@.dom() == Set::empty().insert(frame),
            part@[frame] == dir,
            old(self).tables().counts[frame] == 0 || (forall|j: int|
                0 <= j < 512 ==> old(self).tables().all_forgot(#[trigger] dir.child(j).start())),
        ensures
            final(self).waits(old(self)),
            final(self).forgotten@ == old(self).forgotten@,
            final(self).stale@ == old(self).stale@,
            final(self).retired@@ == old(self).retired@@.remove(frame),
    {
        let ghost t = self.tables();
        proof {
            part.agree(self.retired.borrow());
            lemma_out_of_reach(t, frame, address);
        }
        let back = self.machine.release(frame);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == (State { words: now.words.remove(frame), ..now });
            lemma_runs(t, now, None);
            self.retired.borrow_mut().delete(part);
            assert(self.retired@@ =~= t.retired.remove(frame));
            lemma_out_of_reach(t.at(now), frame, address);
            lemma_released(t.at(now), self.tables(), frame);
        }
        back
    }
}

/// A core forgot what it kept of an address.
proof fn lemma_invalidated(t: Tables, after: Tables, core: int, address: int)
    requires
        t.inv(None),
        0 <= core < t.state.caches.len(),
        after == (Tables {
            state: t.state.invalidate(core, address),
            forgotten: t.forgotten.insert((core, address)),
            ..t
        }),
    ensures
        after.inv(None),
        after.pages() == t.pages(),
{
}

/// When all cores forgot a page, it is not stale any more.
proof fn lemma_forgotten(t: Tables, after: Tables, page: Slot)
    requires
        t.inv(None),
        t.all_forgot(page.start()),
        page.level <= 3,
        after == (Tables { stale: after.stale, ..t }),
        forall|kept: (Slot, Target, bool)| #[trigger] after.stale.contains(kept) <==> t.stale.contains(kept) && kept.0 != page,
    ensures
        after.inv(None),
        after.pages() == t.pages(),
{
    assert forall|core: int, item: Cached|
        0 <= core < t.state.caches.len() && #[trigger] after.state.caches[core].contains(item) implies after.may_keep(core, item) by {
        assert(t.forgotten.contains((core, page.start())));
        if let Entry::Page(to) = item.entry {
            if !t.is_current(item) && !t.was_below(item) {
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
        t.all_forgot(page.start()),
        page.level <= 3,
    ensures
        (Tables { forgotten: ISet::empty(), ..t }).inv(None),
        (Tables { forgotten: ISet::empty(), ..t }).pages() == t.pages(),
        is_forgotten(t.state, page, t.pages().get(page)),
{
    assert forall|core: int, item: Cached|
        0 <= core < t.state.caches.len() && #[trigger] t.state.caches[core].contains(item) && item.slot == page implies t.is_current(item) by {
        assert(t.forgotten.contains((core, page.start())));
    }
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
proof fn lemma_out_of_reach(t: Tables, frame: u64, address: int)
    requires
        t.inv(None),
        t.spare is None,
        t.all_forgot(address),
        t.retired.contains_key(frame),
        t.retired[frame].covers(address),
    ensures
        is_out_of_reach(t.state, frame),
{
    assert forall|core: int, way: Cached| 0 <= core < t.state.caches.len() && #[trigger] t.state.caches[core].contains(way) implies match way.entry {
        Entry::Table(to) => to.frame != frame,
        _ => true,
    } by {
        assert(t.forgotten.contains((core, address)));
    }
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

/// Without a table that was taken out of the tree, and with which all cores forgot what was below.
proof fn lemma_released(t: Tables, after: Tables, frame: u64)
    requires
        t.inv(None),
        t.spare is None,
        is_out_of_reach(t.state, frame),
        t.retired.contains_key(frame),
        t.counts[frame] == 0 || (forall|j: int| 0 <= j < 512 ==> t.all_forgot(#[trigger] t.retired[frame].child(j).start())),
        after == (Tables {
            state: State { words: t.state.words.remove(frame), ..t.state },
            counts: t.counts.remove(frame),
            retired: t.retired.remove(frame),
            ..t
        }),
    ensures
        after.inv(None),
        after.pages() == t.pages(),
{
    assert forall|core: int, item: Cached|
        0 <= core < t.state.caches.len() && #[trigger] after.state.caches[core].contains(item) implies after.may_keep(core, item) by {
        if t.is_current(item) {
        } else if t.was_below(item) {
            let f = choose|f: u64| #[trigger]
                t.retired.contains_key(f) && t.retired[f] == item.slot.parent() && t.left(f, item.slot) == item.entry;
            if f == frame {
                let place = t.retired[frame].child(item.slot.index());
                lemma_live(t.state.words[frame]);
                lemma_absent(t.state.words[frame][item.slot.index()], item.slot.level, t.state.width);
                assert(t.forgotten.contains((core, place.start())));
            }
        }
    }
}

} // verus!
