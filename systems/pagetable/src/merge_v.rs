//! Merging small pages into a large one.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::resolve_v::target_of;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::split_v::*;
use crate::stale_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::unmap_v::lemma_unsettle;
use crate::walk_v::*;
use crate::word_v::*;
use vstd::resource::map::*;

broadcast use lemma_absent;

impl Tables {
    /// With one page in place of a table.
    pub open spec fn with_merged(self, slot: Slot, word: u64) -> Tables {
        Tables {
            dirs: self.dirs.remove(slot),
            retired: self.retired.insert(self.dirs[slot], slot),
            stale: self.stale.insert((slot.child(0), self.pages()[slot.child(0)], true)),
            ..self.put(slot, word)
        }
    }
}

impl<M: Machine, L: Loan> PageTable<M, L> {
    /// Merges 512 small pages into one, in one step, if they are the parts of one. Marks are the ones of a page that was used and
    /// written. Cores may still use the small pages, and look in their table, until the token is settled.
    pub fn merge(&mut self, page: Page) -> (result: Result<Stale<()>, MergeError>)
        requires
            old(self).inv(),
            old(self)@.is_settled(page.slot()),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(stale) => {
                    &&& merges(old(self)@, page.slot(), final(self)@, Ok(stale@))
                    &&& stale.inv()
                    &&& stale.id() == final(self).id()
                    &&& forall|place: Slot| #[trigger]
                        final(self).loans().contains_key(place) && place != page.slot() ==> final(self).loans()[place] == old(self).loans()[place]
                },
                Err(error) => merges(old(self)@, page.slot(), final(self)@, Err(error)) && final(self).loans() == old(self).loans(),
            },
    {
        let ghost slot = page.slot();
        let ghost t = self.tables();
        let level = page.level();
        if level == 1 {
            return Err(MergeError::Small);
        }
        self.hint = Hint::root(self.machine.root());
        let walk = self.descend(page);
        let at = walk.level;
        proof {
            lemma_is_dir(t, walk, slot);
        }
        if at != level || walk.word & PRESENT == 0 || walk.word & LARGE != 0 {
            return Err(MergeError::NotWhole);
        }
        let below = walk.word & ADDRESS;
        let Some(to) = self.whole(Ghost(slot), below, level) else {
            return Err(MergeError::NotWhole);
        };
        let width = self.machine.width();
        let bits = page_word(level, to, Ghost(width));
        let word = bits | MARKS;
        self.machine.write(walk.table, page.index(level), word);
        let ghost mut now = self.machine.state();
        let tracked mut tables = self.retired.borrow().empty();
        let first = page.part(level, 0);
        proof {
            now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == now.write(t.frame(slot), slot.index(), word);
            lemma_runs(t, now, None);
            assert(bits & PRESENT != 0 ==> is_marked(bits, bits | MARKS) && (bits | MARKS) & ACCESSED != 0 && (bits | MARKS) & DIRTY != 0) by (bit_vector);
            lemma_marked(bits, word, level as int, width);
            let t = t.at(now);
            lemma_with_merged(t, slot, word, to);
            tables.combine_points_to(self.retired.borrow_mut().insert(below, slot));
            self.stale@ = self.stale@.insert((slot.child(0), to, true));
            self.dirs@ = self.dirs@.remove(slot);
            assert(self.tables() == t.with_merged(slot, word));
            let children = self.loans@.dom().filter(|place: Slot| place.parent() == slot);
            let tracked parts = self.loans.borrow_mut().tracked_remove_keys(children);
            assert forall|place: Slot| #[trigger] parts.contains_key(place) <==> place.parent() == slot by {
                assert(place.parent() == slot ==> place == slot.child(place.index()));
                assert(old(self)@.pages.contains_key(place) ==> old(self).loans().contains_key(place));
            }
            self.loans.borrow_mut().tracked_insert(slot, Loan::join(slot, parts));
            lemma_unsettle(t.retired, t.stale, StaleView { page: slot.child(0), tables: tables@, dirty: true }, to);
            assert(t.retired.union_prefer_right(tables@) =~= t.retired.insert(below, slot));
            assert(t.space() == old(self)@);
            assert(tables@.contains_key(below));
        }
        Ok(Stale { page: first, frames: [below, 0, 0], count: 1, tables: Tracked(tables), dirty: Ghost(true), loan: Tracked(()) })
    }

    /// Where the page leads whose parts are in a table, if they are parts of one.
    fn whole(&self, Ghost(slot): Ghost<Slot>, table: u64, level: u64) -> (result: Option<Target>)
        requires
            self.inv(),
            self.tables().dirs.contains_key(slot),
            table == self.tables().dirs[slot],
            level == slot.level,
            2 <= level <= 3,
        ensures
            match result {
                Some(to) => {
                    &&& self@.is_whole(slot)
                    &&& to == self@.pages[slot.child(0)]
                    &&& is_aligned(to.frame, level, self.state().width)
                    &&& to.memory < 4
                },
                None => !self@.is_whole(slot),
            },
    {
        let ghost t = self.tables();
        let shift = (level - 2) * 9 + 12;
        proof {
            assert forall|i: int| 0 <= i < 512 implies (#[trigger] slot.child(i)).parent() == slot && slot.child(i).index() == i by {}
            assert(t.has(slot.child(0)));
        }
        let first = self.look(Ghost(slot.child(0)), Ghost(None), table, 0);
        if !is_page(first, level - 1) {
            assert(!self@.pages.contains_key(slot.child(0)));
            return None;
        }
        let to = target_of(first, Ghost(t), Ghost(slot.child(0)));
        proof {
            lemma_offset(to.frame, level);
            lemma_aligned(t, slot.child(0), to);
        }
        if to.frame & offset_bits(level) != 0 {
            return None;
        }
        let mut i: u64 = 1;
        while i < 512
            invariant
                1 <= i <= 512,
                t == self.tables(),
                self.inv(),
                t.dirs.contains_key(slot),
                table == t.dirs[slot],
                level == slot.level,
                2 <= level <= 3,
                shift == (level - 2) * 9 + 12,
                is_aligned(to.frame, level, t.state.width),
                to == t.pages()[slot.child(0)],
                to.memory < 4,
                32 <= t.state.width <= 52,
                forall|j: int| 0 <= j < i ==> #[trigger] t.pages().contains_key(slot.child(j)) && t.pages()[slot.child(j)] == part(to, slot.child(j)),
            decreases 512 - i,
        {
            let ghost place = slot.child(i as int);
            assert(place.parent() == slot && place.index() == i);
            let word = self.look(Ghost(place), Ghost(None), table, i as usize);
            if !is_page(word, level - 1) {
                assert(!self@.pages.contains_key(place));
                return None;
            }
            let other = target_of(word, Ghost(t), Ghost(place));
            proof {
                assert(t.pages().contains_key(place));
                lemma_part(to, slot, i, shift, t.state.width);
            }
            if other.frame != to.frame | (i << shift) || other.memory != to.memory || other.rights.write != to.rights.write || other.rights.user
                != to.rights.user || other.rights.execute != to.rights.execute {
                return None;
            }
            assert(other == part(to, place));
            i += 1;
        }
        Some(to)
    }
}

/// A walk to a page ends at an entry of a table if there is a table.
proof fn lemma_is_dir(t: Tables, walk: Walk, slot: Slot)
    requires
        t.inv(None),
        walk.leads(t, slot),
        2 <= slot.level <= 3,
    ensures
        t.dirs.contains_key(slot) <==> walk.level == slot.level && walk.word & PRESENT != 0 && walk.word & LARGE == 0,
        t.dirs.contains_key(slot) ==> t.dirs[slot] == walk.word & ADDRESS && t.has(slot) && walk.table == t.frame(slot)
            && t.owns(t.frame(slot)),
        !t.dirs.contains_key(slot) ==> !t.space().is_whole(slot),
{
    reveal(entry);
    let place = slot.up(walk.level as int);
    lemma_marked(t.word(place), walk.word, walk.level as int, t.state.width);
    assert(t.is_good(place));
    if t.dirs.contains_key(slot) && walk.level > slot.level {
        crate::shape_v::lemma_ancestors(t, slot, walk.level as int);
    }
    if t.space().is_whole(slot) {
        assert(t.pages().contains_key(slot.child(0)));
        assert(slot.child(0).parent() == slot);
    }
}

/// One page in place of a table with its parts.
proof fn lemma_with_merged(t: Tables, slot: Slot, word: u64, to: Target)
    requires
        t.inv(None),
        t.forgotten == ISet::<(int, int)>::empty(),
        t.dirs.contains_key(slot),
        2 <= slot.level <= 3,
        t.space().is_whole(slot),
        to == t.pages()[slot.child(0)],
        entry(word, slot.level, t.state.width) == Entry::Page(to),
        word & PRESENT != 0,
        word & ADDRESS == to.frame,
        !t.retired.contains_value(slot),
    ensures
        t.with_merged(slot, word).inv(None),
        t.with_merged(slot, word).pages() == t.space().merge(slot).pages,
{
    let after = t.with_merged(slot, word);
    let frame = t.dirs[slot];
    assert(t.has(slot));
    lemma_word(t, slot, None);
    lemma_elsewhere(t, after, slot, word, None);
    assert forall|i: int| 0 <= i < 512 implies (#[trigger] slot.child(i)).parent() == slot && slot.child(i).index() == i && t.is_mapped(
        slot.child(i),
    ) && t.is_good(slot.child(i)) by {
        assert(t.pages().contains_key(slot.child(i)));
    }
    assert(t.is_good(slot.child(0)) && t.is_good(slot.child(511)));
    assert forall|s: Slot| s.parent() == slot implies s == slot.child(#[trigger] s.index()) && 0 <= s.index() < 512 by {}
    assert(is_data(t.state.tables, to.frame, slot.level)) by {
        lemma_whole_is_data(t, slot, to);
    }
    assert forall|i: int| 0 <= i < ENTRIES implies #[trigger] after.state.words[frame][i] == 0 || after.is_left(frame, i) by {
        assert(t.is_good(slot.child(i)));
    }
    assert forall|s: Slot| #[trigger] t.dirs.contains_key(s) implies s.parent() != slot by {
        assert(s.parent() == slot ==> t.is_good(slot.child(s.index())));
    }
    assert forall|s: Slot| 1 <= s.level <= 4 && #[trigger] after.dirs.contains_key(s.parent()) implies after.is_good(s) by {
        assert(t.dirs.contains_key(s.parent()));
    }
    assert forall|core: int, item: Cached|
        0 <= core < t.state.caches.len() && #[trigger] after.state.caches[core].contains(item) implies after.may_keep(core, item) by {
        if t.is_current(item) && item.slot.parent() == slot {
            assert(after.retired.contains_key(frame) && after.left(frame, item.slot) == item.entry);
        }
    }
    assert(after.pages() =~= t.space().merge(slot).pages);
}

/// If no part of a page is for tables, the page is not.
proof fn lemma_whole_is_data(t: Tables, slot: Slot, to: Target)
    requires
        t.inv(None),
        2 <= slot.level <= 3,
        t.space().is_whole(slot),
        to == t.pages()[slot.child(0)],
    ensures
        is_data(t.state.tables, to.frame, slot.level),
{
    assert(t.pages().contains_key(slot.child(0)));
    lemma_aligned(t, slot.child(0), to);
    assert forall|table: u64| #[trigger] t.state.tables.contains(table) implies table + size(1) <= to.frame || to.frame + size(slot.level)
        <= table by {
        let i = if table < to.frame {
            0
        } else if slot.level == 2 {
            (table - to.frame) / 0x1000
        } else {
            (table - to.frame) / 0x20_0000
        };
        if i < 512 {
            let place = slot.child(i);
            assert(t.pages().contains_key(place));
            assert(place.parent() == slot && place.index() == i);
            lemma_aligned(t, place, part(to, place));
            assert(place.index() * size(place.level) == if slot.level == 2 { i * 0x1000 } else { i * 0x20_0000 }) by (nonlinear_arith)
                requires
                    place.index() == i,
                    size(place.level) == if slot.level == 2 { 0x1000int } else { 0x20_0000 },
            ;
        }
    }
}

} // verus!
