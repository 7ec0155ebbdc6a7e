//! Unmapping pages, and changing their rights.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::stale_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::walk_v::Hint;
use crate::word_v::*;
use vstd::resource::map::*;

/// A page that was unmapped, as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmapped {
    /// Where it led.
    pub frame: u64,
    /// Whether a processor used it.
    pub accessed: bool,
    /// Whether a processor wrote to it. If not, none will by what it may still keep.
    pub dirty: bool,
}

impl<M: Machine, L> PageTable<M, L> {
    /// Unmaps a page. Tables that become empty by this are taken out of the tree at once. Cores may still use the page, and look in
    /// the tables, until the token is settled.
    #[inline(always)]
    pub fn unmap(&mut self, page: Page) -> (result: Result<(Unmapped, Stale<L>), NotMapped>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok((was, stale)) => {
                    &&& unmaps(old(self)@, page.slot(), final(self)@, Ok(stale@))
                    &&& was.frame == old(self)@.pages[page.slot()].frame
                    &&& was.dirty == stale@.dirty
                    &&& stale.inv()
                    &&& stale.id() == final(self).id()
                    &&& stale.loan() == old(self).loans()[page.slot()]
                    &&& final(self).loans() == old(self).loans().remove(page.slot())
                },
                Err(NotMapped) => {
                    &&& unmaps(old(self)@, page.slot(), final(self)@, Err(NotMapped))
                    &&& final(self).loans() == old(self).loans()
                },
            },
    {
        let ghost slot = page.slot();
        let ghost t = self.tables();
        let walk = self.walk(page);
        if !walk.is_at(page) {
            return Err(NotMapped);
        }
        let level = page.level();
        let (word, left) = self.take_page(Ghost(slot), walk.table, page.index(level));
        let ghost middle = self.tables();
        let (frames, count, Tracked(tables)) = if left == 0 {
            self.prune(page, walk.table)
        } else {
            ([0; 3], 0, Tracked(self.retired.borrow().empty()))
        };
        proof {
            assert(self.retired@@ =~= middle.retired.union_prefer_right(tables@));
            assert(old(self)@.pages.contains_key(slot));
        }
        let tracked loan = self.loans.borrow_mut().tracked_remove(slot);
        let dirty = word & DIRTY != 0;
        let stale = Stale {
            page,
            frames,
            count,
            tables: Tracked(tables),
            dirty: Ghost(dirty),
            loan: Tracked(loan),
        };
        proof {
            lemma_unsettle(middle.retired, t.stale, stale@, old(self)@.pages[slot]);
        }
        Ok((Unmapped { frame: word & ADDRESS, accessed: word & ACCESSED != 0, dirty }, stale))
    }

    /// Takes the tables that are empty out of the tree, from the one in which a page was. Gives their frames, their number and the part
    /// of the token.
    #[inline(never)]
    fn prune(&mut self, page: Page, table: u64) -> (result: ([u64; 3], usize, Tracked<GhostSubmap<u64, Slot>>))
        requires
            old(self).goes_on(Some(page.slot().parent())),
            old(self).tables().has(page.slot()),
            table == old(self).tables().frame(page.slot()),
            old(self).tables().counts[table] == 0,
        ensures
            final(self).goes_on(None),
            final(self).dirs@.contains_pair(final(self).hint.place(), final(self).hint.frame),
            final(self).tables().pages() == old(self).tables().pages(),
            final(self).stale@ == old(self).stale@,
            final(self).is_same(old(self)),
            final(self).loans() == old(self).loans(),
            result.1 <= 3,
            page.slot().level + result.1 <= 4,
            result.2@.id() == final(self).id(),
            forall|frame: u64| #[trigger] result.2@@.contains_key(frame) ==> exists|i: int| 0 <= i < result.1 && #[trigger] result.0[i] == frame,
            forall|i: int|
                0 <= i < result.1 ==> result.2@@.contains_pair(#[trigger] result.0[i], page.slot().up(page.slot().level + 1 + i)),
            final(self).retired@@ == old(self).retired@@.union_prefer_right(result.2@@),
            old(self).retired@@.dom().disjoint(result.2@@.dom()),
    {
        let ghost slot = page.slot();
        let ghost middle = self.tables();
        let (level, mut frames, mut frame, mut left) = (page.level(), [0u64; 3], table, 0u16);
        let mut at = level;
        let tracked mut tables = self.retired.borrow().empty();
        self.hint = Hint::root(self.machine.root());
        while at < 4 && left == 0
            invariant
                slot == page.slot(),
                1 <= level == slot.level <= at <= 4,
                level <= 3,
                self.goes_on(Some(slot.up(at as int).parent())),
                self.tables().has(slot.up(at as int)),
                frame == self.tables().frame(slot.up(at as int)),
                left == self.tables().counts[frame],
                self.hint.place() == Slot::root(),
                self.hint.frame == self.state().root,
                self.tables().pages() == middle.pages(),
                self.stale@ == middle.stale,
                self.is_same(old(self)),
                self.loans() == old(self).loans(),
                tables.id() == self.id(),
                forall|frame: u64| #[trigger] tables@.contains_key(frame) ==> exists|i: int| 0 <= i < at - level && #[trigger] frames[i] == frame,
                forall|i: int| 0 <= i < at - level ==> tables@.contains_pair(#[trigger] frames[i], slot.up(level + 1 + i)),
                self.retired@@ == middle.retired.union_prefer_right(tables@),
                middle.retired.dom().disjoint(tables@.dom()),
            decreases 4 - at,
        {
            let ghost dir = slot.up(at as int + 1);
            let above = self.table_of(page, at + 1, Ghost(Some(dir)));
            let (Tracked(retired), next) = self.take_table(Ghost(dir), frame, above, page.index(at + 1));
            proof {
                tables.combine_points_to(retired);
            }
            let ghost before = frames@;
            frames[(at - level) as usize] = frame;
            assert(frames[at - level] == frame && forall|i: int| 0 <= i < at - level ==> frames[i] == #[trigger] before[i]);
            (frame, left) = (above, next);
            at += 1;
        }
        (frames, (at - level) as usize, Tracked(tables))
    }

    /// Takes the page out of a place. Gives its word, and how many entries are left.
    #[inline]
    fn take_page(&mut self, Ghost(slot): Ghost<Slot>, table: u64, index: usize) -> (result: (u64, u16))
        requires
            old(self).inv(),
            old(self).tables().is_mapped(slot),
            table == old(self).tables().frame(slot),
            index == slot.index(),
        ensures
            final(self).goes_on(Some(slot.parent())),
            final(self).tables().pages() == old(self).tables().pages().remove(slot),
            final(self).retired@@ == old(self).retired@@,
            final(self).stale@ == old(self).stale@.insert((slot, old(self)@.pages[slot], result.0 & DIRTY != 0)),
            final(self).dirs@ == old(self).dirs@,
            final(self).tables().counts[table] == result.1,
            final(self).keeps(old(self)),
            result.0 & ADDRESS == old(self)@.pages[slot].frame,
    {
        let ghost t = self.tables();
        proof {
            lemma_word(t, slot, None);
            assert(t.is_good(slot));
        }
        let count = self.machine.count(table);
        let word = self.machine.swap(table, index, 0);
        let ghost written = self.machine.state();
        self.machine.set_count(table, count - 1);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && word == now.words[table][slot.index()] && written == now.write(
                table,
                slot.index(),
                0,
            );
            lemma_runs(t, now, None);
            let t = t.at(now);
            lemma_marked(old(self).tables().word(slot), t.word(slot), slot.level, t.state.width);
            lemma_without_page(t, slot);
            self.stale@ = self.stale@.insert(t.kept(slot));
            assert(self.tables() == t.without_page(slot));
            assert(t.is_good(slot));
        }
        (word, count - 1)
    }

    /// Takes an empty table out of the tree. Gives the part of the token, and how many entries are left in the table above.
    fn take_table(&mut self, Ghost(dir): Ghost<Slot>, frame: u64, table: u64, index: usize) -> (result: (Tracked<GhostPointsTo<u64, Slot>>, u16))
        requires
            old(self).goes_on(Some(dir)),
            old(self).tables().dirs.contains_key(dir),
            dir != Slot::root(),
            frame == old(self).tables().dirs[dir],
            table == old(self).tables().frame(dir),
            index == dir.index(),
            old(self).tables().counts[frame] == 0,
        ensures
            final(self).goes_on(Some(dir.parent())),
            final(self).tables().pages() == old(self).tables().pages(),
            final(self).stale@ == old(self).stale@,
            final(self).dirs@ == old(self).dirs@.remove(dir),
            final(self).retired@@ == old(self).retired@@.insert(frame, dir),
            final(self).keeps(old(self)),
            final(self).tables().counts[table] == result.1,
            result.0@.id() == final(self).id(),
            result.0@@ == (frame, dir),
            !old(self).retired@@.contains_key(frame),
    {
        let ghost t = self.tables();
        proof {
            lemma_without_dir(t, dir);
            lemma_word(t, dir, Some(dir));
        }
        let count = self.machine.count(table);
        self.machine.write(table, index, 0);
        let ghost written = self.machine.state();
        self.machine.set_count(table, count - 1);
        let tracked retired = self.retired.borrow_mut().insert(frame, dir);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && written == now.write(table, dir.index(), 0);
            lemma_runs(t, now, Some(dir));
            let t = t.at(now);
            lemma_without_dir(t, dir);
            self.dirs@ = self.dirs@.remove(dir);
        }
        (Tracked(retired), count - 1)
    }
}

/// What a token is about becomes unsettled.
pub(crate) proof fn lemma_unsettle(retired: Map<u64, Slot>, stale: ISet<(Slot, Target, bool)>, token: StaleView, to: Target)
    requires
        retired.dom().disjoint(token.tables.dom()),
    ensures
        regions(retired.union_prefer_right(token.tables)) == regions(retired).union(regions(token.tables)),
        stale_pages(stale.insert((token.page, to, token.dirty))) == stale_pages(stale).insert(token.page),
{
    let all = retired.union_prefer_right(token.tables);
    let more = stale.insert((token.page, to, token.dirty));
    assert(forall|frame: u64| #[trigger] retired.dom().contains(frame) ==> all.dom().contains(frame));
    assert(forall|frame: u64| #[trigger] token.tables.dom().contains(frame) ==> all.dom().contains(frame));
    assert(forall|kept: (Slot, Target, bool)| #[trigger] stale.contains(kept) ==> more.contains(kept));
}

} // verus!
