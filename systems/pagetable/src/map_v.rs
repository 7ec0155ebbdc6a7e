//! Mapping pages.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::reserve_v::*;
use crate::shape_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::word_v::*;

impl<M: Machine, L> PageTable<M, L> {
    /// Maps a page to memory, and borrows what was lent for it until it is unmapped. An error gives the loan back.
    ///
    /// The memory is none that is for tables. No change of the region is still unknown to a core: then the manuals
    /// promise less than one would like, about pages of different sizes at one address for example.
    #[inline(always)]
    pub fn map<F: Frames>(&mut self, page: Page, to: Target, loan: Tracked<L>, frames: &mut F) -> (result: Result<(), (MapError, Tracked<L>)>)
        requires
            old(self).inv(),
            old(self)@.is_settled(page.slot()),
            is_data(old(self).state().tables, to.frame, page.slot().level),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => {
                    &&& maps(old(self)@, page.slot(), to, old(self).state().width, final(self)@, Ok(()))
                    &&& final(self).loans() == old(self).loans().insert(page.slot(), loan@)
                },
                Err((error, back)) => {
                    &&& maps(old(self)@, page.slot(), to, old(self).state().width, final(self)@, Err(error))
                    &&& final(self).loans() == old(self).loans()
                    &&& back == loan
                },
            },
    {
        let ghost slot = page.slot();
        let ghost t = self.tables();
        let level = page.level();
        if to.frame & offset_bits(level) != 0 || to.frame >> self.machine.width() != 0 || to.memory > 3 {
            proof {
                lemma_offset(to.frame, level);
            }
            return Err((MapError::BadTarget, loan));
        }
        let walk = self.walk(page);
        let mut at = walk.level;
        proof {
            page.lemma_slot();
            lemma_word(t, slot.up(at as int), None);
            lemma_marked(t.word(slot.up(at as int)), walk.word, at as int, t.state.width);
        }
        if walk.word != 0 {
            proof {
                lemma_occupied(t, slot, at as int);
            }
            return Err((MapError::Mapped, loan));
        }
        proof {
            lemma_free(t, slot, at as int, None);
        }
        let mut table = walk.table;
        let ghost mut hole: Option<Slot> = None;
        if at > level {
            let Some(lowest) = self.grow(page, at, table, frames) else {
                return Err((MapError::NoFrame, loan));
            };
            table = lowest;
            proof {
                hole = Some(slot.parent());
            }
        }
        self.put_page(Ghost(slot), Ghost(hole), table, page.index(level), level, to);
        proof {
            self.loans.borrow_mut().tracked_insert(slot, loan.get());
        }
        Ok(())
    }

    /// Makes the tables that lack above a page, from an entry that is free. Gives the frame of the lowest one, if there are enough frames.
    #[inline(never)]
    fn grow<F: Frames>(&mut self, page: Page, level: u64, table: u64, frames: &mut F) -> (lowest: Option<u64>)
        requires
            old(self).is_within(old(self).tables(), None),
            old(self)@.is_settled(page.slot()),
            page.slot().level < level <= 4,
            old(self).tables().has(page.slot().up(level as int)),
            old(self).tables().word(page.slot().up(level as int)) == 0,
            old(self).tables().frame(page.slot().up(level as int)) == table,
        ensures
            final(self).keeps(old(self)),
            match lowest {
                Some(lowest) => {
                    &&& final(self).is_within(old(self).tables(), Some(page.slot().parent()))
                    &&& final(self).tables().has(page.slot())
                    &&& final(self).tables().word(page.slot()) == 0
                    &&& final(self).tables().frame(page.slot()) == lowest
                },
                None => *final(self) == *old(self),
            },
    {
        let ghost slot = page.slot();
        let ghost t = self.tables();
        let (last, mut at, mut table) = (page.level(), level, table);
        let mut reserve = Reserve::of(frames, at - last)?;
        let ghost mut hole: Option<Slot> = None;
        while at > last
            invariant
                slot == page.slot(),
                last == slot.level,
                1 <= last <= at <= level <= 4,
                last <= 3,
                self.is_within(t, hole),
                self.tables().has(slot.up(at as int)),
                self.tables().word(slot.up(at as int)) == 0,
                self.tables().frame(slot.up(at as int)) == table,
                at < level ==> hole == Some(slot.up(at as int).parent()),
                at == level ==> hole is None,
                t.space().is_settled(slot),
                reserve.inv(),
                reserve.len() == at - last,
                self.keeps(old(self)),
            decreases at,
        {
            let ghost place = slot.up(at as int);
            proof {
                if t.retired.contains_value(place) {
                    assert(t.space().retired.contains(place));
                }
            }
            let frame = reserve.pop();
            table = self.put_table(Ghost(place), Ghost(hole), table, page.index(at), frame);
            proof {
                hole = Some(place);
            }
            at -= 1;
        }
        Some(table)
    }

    /// What stays the same while tables are made.
    pub(crate) open spec fn is_within(&self, before: Tables, hole: Option<Slot>) -> bool {
        let t = self.tables();
        &&& self.goes_on(hole)
        &&& t.space() == before.space()
        &&& t.retired == before.retired
        &&& before.dirs.submap_of(t.dirs)
    }

    /// Makes a table without entries, which is not in the tree yet.
    pub(crate) fn make_table(&mut self, Ghost(hole): Ghost<Option<Slot>>, frame: TableFrame) -> (address: u64)
        requires
            old(self).is_within(old(self).tables(), hole),
        ensures
            final(self).tables().inv(hole),
            final(self).spare@ == Some(address),
            final(self).forgotten@ == ISet::<(int, int)>::empty(),
            final(self)@ == old(self)@,
            final(self).tables().is_zero(address),
            final(self).tables().counts == old(self).tables().counts.insert(address, 0),
            final(self).dirs@ == old(self).dirs@,
            final(self).stale@ == old(self).stale@,
            final(self).retired@ == old(self).retired@,
            forall|s: Slot| old(self).tables().has(s) ==> is_marked(old(self).tables().word(s), #[trigger] final(self).tables().word(s)),
            final(self).keeps(old(self)),
            address & 0xfff == 0,
            address >> final(self).state().width == 0,
    {
        let ghost t = self.tables();
        let address = self.machine.adopt(frame);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == (State {
                words: now.words.insert(address, Seq::new(ENTRIES as nat, |i: int| 0u64)),
                ..now
            });
            self.spare@ = Some(address);
            lemma_runs(t, now, hole);
            lemma_adopt(t.at(now), self.tables(), address, hole);
            assert forall|s: Slot| t.has(s) implies is_marked(t.word(s), #[trigger] self.tables().word(s)) by {
                lemma_word(t, s, hole);
                assert(self.tables().word(s) == now.words[t.frame(s)][s.index()]);
            }
        }
        address
    }

    /// Makes an empty table, and an entry in a free place that leads to it.
    fn put_table(&mut self, Ghost(slot): Ghost<Slot>, Ghost(hole): Ghost<Option<Slot>>, table: u64, index: usize, frame: TableFrame) -> (address: u64)
        requires
            old(self).is_within(old(self).tables(), hole),
            old(self).tables().has(slot),
            2 <= slot.level,
            old(self).tables().word(slot) == 0,
            table == old(self).tables().frame(slot),
            index == slot.index(),
            hole is None || hole == Some(slot.parent()),
            !old(self).tables().retired.contains_value(slot),
        ensures
            final(self).is_within(old(self).tables(), Some(slot)),
            final(self).tables().dirs.contains_key(slot),
            final(self).tables().dirs[slot] == address,
            final(self).tables().is_zero(address),
            final(self).keeps(old(self)),
    {
        let address = self.make_table(Ghost(hole), frame);
        let ghost t = self.tables();
        proof {
            lemma_word(t, slot, hole);
            lemma_marked(old(self).tables().word(slot), t.word(slot), slot.level, t.state.width);
        }
        let width = self.machine.width();
        let word = table_word(address, Ghost(width));
        let count = self.machine.count(table);
        self.machine.write(table, index, word);
        let ghost written = self.machine.state();
        self.machine.set_count(table, count + 1);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && written == now.write(table, slot.index(), word);
            lemma_runs(t, now, hole);
            lemma_marked(t.word(slot), t.at(now).word(slot), slot.level, t.state.width);
            lemma_with_dir(t.at(now), slot, word, address, hole);
            self.dirs@ = self.dirs@.insert(slot, address);
            self.spare@ = None;
        }
        address
    }

    /// Writes the entry of a page into a free place.
    #[inline]
    fn put_page(&mut self, Ghost(slot): Ghost<Slot>, Ghost(hole): Ghost<Option<Slot>>, table: u64, index: usize, level: u64, to: Target)
        requires
            old(self).is_within(old(self).tables(), hole),
            old(self).tables().has(slot),
            level == slot.level <= 3,
            old(self).tables().word(slot) == 0,
            table == old(self).tables().frame(slot),
            index == slot.index(),
            hole is None || hole == Some(slot.parent()),
            is_aligned(to.frame, level, old(self).state().width),
            to.memory < 4,
            is_data(old(self).state().tables, to.frame, slot.level),
        ensures
            final(self).goes_on(None),
            final(self).tables().pages() == old(self).tables().pages().insert(slot, to),
            final(self).tables().retired == old(self).tables().retired,
            final(self).tables().stale == old(self).tables().stale,
            final(self).dirs@ == old(self).dirs@,
            final(self).keeps(old(self)),
    {
        let ghost t = self.tables();
        proof {
            lemma_word(t, slot, hole);
        }
        let width = self.machine.width();
        let word = page_word(level, to, Ghost(width));
        let count = self.machine.count(table);
        self.machine.write(table, index, word);
        let ghost written = self.machine.state();
        self.machine.set_count(table, count + 1);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && written == now.write(table, slot.index(), word);
            lemma_runs(t, now, hole);
            lemma_marked(t.word(slot), t.at(now).word(slot), slot.level, t.state.width);
            lemma_with_page(t.at(now), slot, word, to, hole);
        }
    }
}

/// An empty table more, which is not in the tree.
proof fn lemma_adopt(t: Tables, after: Tables, address: u64, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.spare is None,
        !t.state.words.contains_key(address),
        t.state.tables.contains(address),
        after == (Tables {
            state: State { words: t.state.words.insert(address, Seq::new(ENTRIES as nat, |i: int| 0u64)), ..t.state },
            counts: t.counts.insert(address, 0),
            spare: Some(address),
            ..t
        }),
    ensures
        after.inv(hole),
        after.space() == t.space(),
        forall|s: Slot| t.has(s) ==> #[trigger] after.word(s) == t.word(s),
{
    assert(after.pages() =~= t.pages());
}

} // verus!
