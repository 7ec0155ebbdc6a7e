//! Splitting large pages.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::live_v::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::resolve_v::target_of;
use crate::slot_spec_t::*;
use crate::space_spec_t::*;
use crate::stale_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::unmap_v::lemma_unsettle;
use crate::word_v::*;

broadcast use lemma_absent;

/// What is lent for a page can be divided among the smaller pages that it consists of.
pub trait Loan: Sized {
    /// What is lent for one of the smaller pages then.
    spec fn part(self, page: Slot, place: Slot) -> Self;

    /// Divides it.
    proof fn divide(tracked self, page: Slot) -> (tracked parts: Map<Slot, Self>)
        ensures
            forall|place: Slot| #[trigger] parts.contains_key(place) <==> place.parent() == page,
            forall|place: Slot| place.parent() == page ==> #[trigger] parts[place] == self.part(page, place),
    ;

    /// What is lent for a page when the smaller ones have been merged.
    spec fn whole(page: Slot, parts: Map<Slot, Self>) -> Self;

    /// Puts it together.
    proof fn join(page: Slot, tracked parts: Map<Slot, Self>) -> (tracked whole: Self)
        requires
            forall|place: Slot| #[trigger] parts.contains_key(place) <==> place.parent() == page,
        ensures
            whole == Self::whole(page, parts),
    ;
}

impl Loan for () {
    open spec fn part(self, page: Slot, place: Slot) -> () {
        ()
    }

    proof fn divide(tracked self, page: Slot) -> (tracked parts: Map<Slot, ()>) {
        units(page, 512)
    }

    open spec fn whole(page: Slot, parts: Map<Slot, ()>) -> () {
        ()
    }

    proof fn join(page: Slot, tracked parts: Map<Slot, ()>) -> (tracked whole: ()) {
        ()
    }
}

/// Nothing, for each of the first smaller pages of a page.
proof fn units(page: Slot, count: int) -> (tracked parts: Map<Slot, ()>)
    requires
        0 <= count <= 512,
    ensures
        forall|place: Slot| #[trigger] parts.contains_key(place) <==> place.parent() == page && place.index() < count,
    decreases count,
{
    if count == 0 {
        Map::tracked_empty()
    } else {
        let tracked mut parts = units(page, count - 1);
        parts.tracked_insert(page.child(count - 1), ());
        parts
    }
}

impl Tables {
    /// Whether an entry of a table that is not in the tree is one for a part of a page.
    pub open spec fn is_part(self, slot: Slot, to: Target, frame: u64, i: int) -> bool {
        let place = slot.child(i as int);
        let word = self.state.words[frame][i];
        &&& self.is_page_word(place, word, part(to, place))
    }

    /// With a table below a place where there is a page.
    pub open spec fn with_split(self, slot: Slot, word: u64) -> Tables {
        Tables {
            dirs: self.dirs.insert(slot, self.spare->0),
            counts: self.counts.insert(self.spare->0, 512),
            spare: None,
            ..self.with_other(slot, word)
        }
    }
}

impl<M: Machine, L: Loan> PageTable<M, L> {
    /// Splits a page into 512 smaller ones, in one step. Marks are the ones of a page that was used and written. Cores may
    /// still use the page as it was, until the token is settled.
    pub fn split<F: Frames>(&mut self, page: Page, frames: &mut F) -> (result: Result<Stale<()>, SplitError>)
        requires
            old(self).inv(),
            old(self)@.is_settled(page.slot()),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(stale) => {
                    &&& splits(old(self)@, page.slot(), final(self)@, Ok(stale@))
                    &&& stale.inv()
                    &&& stale.id() == final(self).id()
                    &&& forall|place: Slot| #[trigger]
                        final(self).loans().contains_key(place) ==> final(self).loans()[place] == if place.parent() == page.slot() {
                            old(self).loans()[page.slot()].part(page.slot(), place)
                        } else {
                            old(self).loans()[place]
                        }
                },
                Err(error) => splits(old(self)@, page.slot(), final(self)@, Err(error)) && final(self).loans() == old(self).loans(),
            },
    {
        let ghost slot = page.slot();
        let ghost t = self.tables();
        let level = page.level();
        if level == 1 {
            return Err(SplitError::Small);
        }
        let walk = self.walk(page);
        if !walk.is_at(page) {
            return Err(SplitError::NotMapped);
        }
        let Some(frame) = frames.take() else {
            return Err(SplitError::NoFrame);
        };
        let table = walk.table;
        let to = target_of(walk.word, Ghost(t), Ghost(slot));
        proof {
            lemma_word(t, slot, None);
            assert(t.is_good(slot));
            assert(old(self)@.pages.contains_key(slot));
            if t.retired.contains_value(slot) {
                assert(t.space().retired.contains(slot));
            }
        }
        let address = self.make_table(Ghost(None), frame);
        proof {
            lemma_marked(t.word(slot), self.tables().word(slot), slot.level, t.state.width);
        }
        self.fill(Ghost(slot), address, level, to);
        let ghost t = self.tables();
        let ghost loan = self.loans()[slot];
        let width = self.machine.width();
        let word = table_word(address, Ghost(width));
        self.machine.write(table, page.index(level), word);
        let ghost written = self.machine.state();
        self.machine.set_count(address, 512);
        let tracked tables = self.retired.borrow().empty();
        let ghost mut dirty = false;
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && written == now.write(table, slot.index(), word);
            lemma_runs(t, now, None);
            lemma_still_parts(t, now, slot, to, address, 512);
            let t = t.at(now);
            lemma_with_split(t, slot, word, address, to);
            self.stale@ = self.stale@.insert(t.kept(slot));
            self.dirs@ = self.dirs@.insert(slot, address);
            self.spare@ = None;
            dirty = t.word(slot) & DIRTY != 0;
            assert(self.tables() == t.with_split(slot, word));
            let tracked whole = self.loans.borrow_mut().tracked_remove(slot);
            let tracked parts = whole.divide(slot);
            self.loans.borrow_mut().tracked_union_prefer_right(parts);
            lemma_unsettle(t.retired, t.stale, StaleView { page: slot, tables: tables@, dirty }, to);
            assert(t.retired.union_prefer_right(tables@) =~= t.retired);
        }
        Ok(Stale { page, frames: [0; 3], count: 0, tables: Tracked(tables), dirty: Ghost(dirty), loan: Tracked(()) })
    }

    /// Fills a table that is not in the tree with the parts of a page.
    fn fill(&mut self, Ghost(slot): Ghost<Slot>, address: u64, level: u64, to: Target)
        requires
            old(self).tables().inv(None),
            old(self).spare@ == Some(address),
            old(self).forgotten@ == ISet::<(int, int)>::empty(),
            old(self).tables().is_mapped(slot),
            old(self).tables().entry(slot) == Entry::Page(to),
            level == slot.level,
            2 <= level <= 3,
        ensures
            final(self).tables().inv(None),
            final(self).spare@ == Some(address),
            final(self).forgotten@ == ISet::<(int, int)>::empty(),
            final(self)@ == old(self)@,
            final(self).dirs@ == old(self).dirs@,
            final(self).stale@ == old(self).stale@,
            final(self).retired@ == old(self).retired@,
            final(self).tables().is_mapped(slot),
            final(self).tables().entry(slot) == Entry::Page(to),
            forall|i: int| 0 <= i < 512 ==> #[trigger] final(self).tables().is_part(slot, to, address, i),
            final(self).keeps(old(self)),
    {
        let width = self.machine.width();
        let shift = (level - 2) * 9 + 12;
        let mut i: u64 = 0;
        while i < 512
            invariant
                0 <= i <= 512,
                self.tables().inv(None),
                self.spare@ == Some(address),
                self.forgotten@ == ISet::<(int, int)>::empty(),
                self@ == old(self)@,
                self.dirs@ == old(self).dirs@,
                self.stale@ == old(self).stale@,
                self.retired@ == old(self).retired@,
                self.tables().is_mapped(slot),
                self.tables().entry(slot) == Entry::Page(to),
                forall|j: int| 0 <= j < i ==> #[trigger] self.tables().is_part(slot, to, address, j),
                self.keeps(old(self)),
                width == self.state().width,
                32 <= width <= 52,
                level == slot.level,
                2 <= level <= 3,
                shift == (level - 2) * 9 + 12,
            decreases 512 - i,
        {
            let ghost t = self.tables();
            let frame = to.frame | (i << shift);
            let ghost place = slot.child(i as int);
            proof {
                lemma_aligned(t, slot, to);
                lemma_part(to, slot, i, shift, width);
                assert(is_data(t.state.tables, frame, place.level));
            }
            let bits = page_word(level - 1, Target { frame, ..to }, Ghost(width));
            let word = bits | MARKS;
            self.machine.write(address, i as usize, word);
            proof {
                let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == now.write(address, i as int, word);
                lemma_runs(t, now, None);
                lemma_still_parts(t, now, slot, to, address, i as int);
                lemma_fill(t.at(now), self.tables(), address, i as int, word);
                assert(is_marked(bits, bits | MARKS)) by (bit_vector)
                    requires
                        bits & PRESENT != 0,
                ;
                lemma_marked(bits, word, slot.level - 1, width);
                let after = self.tables();
                assert forall|j: int| 0 <= j < i + 1 implies #[trigger] after.is_part(slot, to, address, j) by {
                    assert(j < i ==> t.at(now).is_part(slot, to, address, j));
                }
            }
            i += 1;
        }
    }
}

/// Pages are aligned, and in memory that can be addressed.
pub(crate) proof fn lemma_aligned(t: Tables, slot: Slot, to: Target)
    requires
        t.inv(None),
        t.is_mapped(slot),
        t.entry(slot) == Entry::Page(to),
    ensures
        1 <= slot.level <= 3,
        is_aligned(to.frame, slot.level as u64, t.state.width),
        to.frame < 0x10_0000_0000_0000,
        to.memory < 4,
        is_data(t.state.tables, to.frame, slot.level),
{
    reveal(entry);
    assert(t.is_good(slot));
    let (frame, width, word) = (to.frame, t.state.width, t.word(slot));
    assert((frame == word & 0x000f_ffff_ffff_f000 ==> frame & 0xfff == 0) && (frame == word & 0x000f_ffff_ffe0_0000 ==> frame & 0x1f_ffff == 0) && (
    frame == word & 0x000f_ffff_c000_0000 ==> frame & 0x3fff_ffff == 0) && frame < 0x10_0000_0000_0000) by (bit_vector)
        requires
            frame >> width == 0,
            32 <= width <= 52,
    ;
}

/// A part of a page lies where the page does, and some bits behind, and it is aligned, too.
pub(crate) proof fn lemma_part(to: Target, slot: Slot, i: u64, shift: u64, width: u64)
    requires
        i < 512,
        2 <= slot.level <= 3,
        shift == (slot.level - 2) * 9 + 12,
        is_aligned(to.frame, slot.level as u64, width),
        32 <= width <= 52,
    ensures
        part(to, slot.child(i as int)) == (Target { frame: to.frame | (i << shift), ..to }),
        is_aligned(to.frame | (i << shift), (slot.level - 1) as u64, width),
        slot.level == 2 ==> (to.frame | (i << shift)) == to.frame + i * 0x1000,
        slot.level == 3 ==> (to.frame | (i << shift)) == to.frame + i * 0x20_0000,
{
    let (frame, place) = (to.frame, slot.child(i as int));
    let sum = frame | (i << shift);
    assert((shift == 12 ==> frame + i * 0x1000 == sum && sum & 0xfff == 0) && (shift == 21 ==> frame + i * 0x20_0000 == sum && sum & 0x1f_ffff == 0)
        && sum >> width == 0) by (bit_vector)
        requires
            sum == frame | (i << shift),
            shift == 12 && frame & 0x1f_ffff == 0 || shift == 21 && frame & 0x3fff_ffff == 0,
            frame >> width == 0,
            32 <= width <= 52,
            i < 512,
    ;
    assert(place.index() * size(place.level) == if slot.level == 2 { i * 0x1000 } else { i * 0x20_0000 }) by (nonlinear_arith)
        requires
            place.index() == i,
            size(place.level) == if slot.level == 2 { 0x1000int } else { 0x20_0000 },
    ;
}

/// Marks leave a page what it is, and the parts of it that are not in the tree yet.
proof fn lemma_still_parts(t: Tables, after: State, slot: Slot, to: Target, frame: u64, n: int)
    requires
        t.inv(None),
        t.spare == Some(frame),
        t.is_mapped(slot),
        is_same_but_marks(t.state, after),
        0 <= n <= 512,
        forall|i: int| 0 <= i < n ==> #[trigger] t.is_part(slot, to, frame, i),
    ensures
        t.at(after).entry(slot) == t.entry(slot),
        forall|i: int| 0 <= i < n ==> #[trigger] t.at(after).is_part(slot, to, frame, i),
{
    lemma_word(t, slot, None);
    lemma_marked(t.word(slot), t.at(after).word(slot), slot.level, t.state.width);
    assert forall|i: int| 0 <= i < n implies #[trigger] t.at(after).is_part(slot, to, frame, i) by {
        assert(t.is_part(slot, to, frame, i));
        lemma_marked(t.state.words[frame][i], after.words[frame][i], slot.level - 1, t.state.width);
    }
}

/// A write to a table that is not in the tree changes nothing else.
proof fn lemma_fill(t: Tables, after: Tables, address: u64, i: int, word: u64)
    requires
        t.inv(None),
        t.spare == Some(address),
        0 <= i < ENTRIES,
        after == t.at(t.state.write(address, i, word)),
    ensures
        after.inv(None),
        after.space() == t.space(),
        forall|s: Slot| t.has(s) ==> #[trigger] after.word(s) == t.word(s),
{
    assert(after.pages() =~= t.pages());
}

/// A table with the parts of a page in its place.
proof fn lemma_with_split(t: Tables, slot: Slot, word: u64, frame: u64, to: Target)
    requires
        t.inv(None),
        t.forgotten == ISet::<(int, int)>::empty(),
        t.is_mapped(slot),
        t.entry(slot) == Entry::Page(to),
        2 <= slot.level <= 3,
        t.spare == Some(frame),
        forall|i: int| 0 <= i < 512 ==> #[trigger] t.is_part(slot, to, frame, i),
        entry(word, slot.level, t.state.width) == Entry::Table(Target::table(frame)),
        word & PRESENT != 0,
        word & ADDRESS == frame,
        !t.retired.contains_value(slot),
    ensures
        t.with_split(slot, word).inv(None),
        t.with_split(slot, word).pages() == t.space().split(slot).pages,
{
    let after = t.with_split(slot, word);
    lemma_word(t, slot, None);
    lemma_elsewhere(t, after, slot, word, None);
    assert(after.stale.contains(t.kept(slot)));
    assert forall|i: int| 0 <= i < 512 implies #[trigger] t.state.words[frame][i] != 0 by {
        assert(t.is_part(slot, to, frame, i));
    }
    lemma_full(t.state.words[frame]);
    assert forall|s: Slot| 1 <= s.level <= 4 && #[trigger] after.dirs.contains_key(s.parent()) implies after.is_good(s) by {
        if s.parent() == slot {
            assert(t.is_part(slot, to, frame, s.index()));
            assert(s == slot.child(s.index()));
            assert(!t.dirs.contains_key(s));
        } else {
            assert(t.dirs.contains_key(s.parent()));
        }
    }
    assert forall|s: Slot| s.parent() == slot implies after.entry(s) == Entry::Page(#[trigger] part(to, s)) && after.has(s) by {
        assert(t.is_part(slot, to, frame, s.index()));
        assert(s == slot.child(s.index()));
    }
    assert(after.pages() =~= t.space().split(slot).pages);
}

} // verus!
