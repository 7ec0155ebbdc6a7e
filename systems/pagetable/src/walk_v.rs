//! Walks from the root, as the processors make them.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::shape_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::word_v::*;

/// Where a walk ended.
pub(crate) struct Walk {
    /// The level of the last entry.
    pub level: u64,
    /// The word of the last entry.
    pub word: u64,
    /// The frame of its table.
    pub table: u64,
}

/// The table in which a walk ended last. A walk to a page in it reads no other table.
pub(crate) struct Hint {
    /// The level of the place that leads to it.
    pub level: u64,
    /// The number of that place.
    pub number: u64,
    /// Its frame.
    pub frame: u64,
}

impl Hint {
    /// The place that leads to the table.
    pub(crate) open spec fn place(self) -> Slot {
        Slot { level: self.level as int, number: self.number as int }
    }

    /// The table at the root, which is always there.
    #[inline]
    pub(crate) fn root(frame: u64) -> (hint: Hint)
        ensures
            hint.place() == Slot::root(),
            hint.frame == frame,
    {
        Hint { level: 5, number: 0, frame }
    }
}

/// Whether a word is the one of a page.
#[inline]
pub(crate) fn is_page(word: u64, level: u64) -> (is: bool)
    requires
        level <= 3,
    ensures
        forall|t: Tables, slot: Slot| t.inv(None) && slot.level == level && t.has(slot) && #[trigger] is_marked(t.word(slot), word) ==> is
            == t.is_mapped(slot),
{
    proof {
        reveal(entry);
        assert forall|t: Tables, slot: Slot| t.inv(None) && slot.level == level && t.has(slot) && #[trigger] is_marked(t.word(slot), word) implies (word
            & PRESENT != 0 && is_leaf(word, level as int)) == t.is_mapped(slot) by {
            lemma_marked(t.word(slot), word, level as int, t.state.width);
            assert(t.is_good(slot));
        }
    }
    word & PRESENT != 0 && (level == 1 || word & LARGE != 0)
}

impl Walk {
    /// Whether this is a walk to a page through these tables.
    pub(crate) open spec fn leads(&self, t: Tables, page: Slot) -> bool {
        let place = page.up(self.level as int);
        &&& page.level <= self.level <= 4
        &&& t.has(place)
        &&& self.table == t.frame(place)
        &&& is_marked(t.word(place), self.word)
        &&& self.level == page.level || !(t.entry(place) is Table)
    }

    /// Whether it ended at the page.
    #[inline]
    pub(crate) fn is_at(&self, page: Page) -> (is: bool)
        ensures
            is ==> self.level == page.slot().level,
            forall|t: Tables| t.inv(None) && #[trigger] self.leads(t, page.slot()) ==> is == t.is_mapped(page.slot()),
    {
        let level = page.level();
        proof {
            assert forall|t: Tables| t.inv(None) && #[trigger] self.leads(t, page.slot()) && self.level != level implies !t.is_mapped(page.slot()) by {
                if t.is_mapped(page.slot()) {
                    lemma_ancestors(t, page.slot(), self.level as int);
                    assert(t.is_good(page.slot().up(self.level as int)));
                }
            }
        }
        self.level == level && is_page(self.word, level)
    }
}

impl<M: Machine, L> PageTable<M, L> {
    /// Reads the entry of a place.
    #[inline]
    pub(crate) fn look(&self, Ghost(slot): Ghost<Slot>, Ghost(hole): Ghost<Option<Slot>>, frame: u64, index: usize) -> (word: u64)
        requires
            self.tables().inv(hole),
            self.tables().has(slot),
            frame == self.tables().frame(slot),
            index == slot.index(),
        ensures
            is_marked(self.tables().word(slot), word),
    {
        let ghost t = self.tables();
        proof {
            lemma_word(t, slot, hole);
        }
        let word = self.machine.read(frame, index);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && word == now.words[frame][index as int];
            lemma_runs(t, now, hole);
        }
        word
    }

    /// Walks to a page: as far as there are tables, and not farther than to the level of the page. The table of the last such walk
    /// is tried first.
    #[inline]
    pub(crate) fn walk(&mut self, page: Page) -> (walk: Walk)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).tables() == old(self).tables(),
            final(self).id() == old(self).id(),
            final(self).loans() == old(self).loans(),
            walk.leads(final(self).tables(), page.slot()),
    {
        let level = page.level();
        if self.hint.level != level + 1 || self.hint.number != page.above(level + 1) {
            return self.walk_far(page);
        }
        let table = self.hint.frame;
        let word = self.look(Ghost(page.slot()), Ghost(None), table, page.index(level));
        Walk { level, word, table }
    }

    /// Walks to a page from the root, and keeps where the last table is.
    #[inline(never)]
    fn walk_far(&mut self, page: Page) -> (walk: Walk)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).tables() == old(self).tables(),
            final(self).id() == old(self).id(),
            final(self).loans() == old(self).loans(),
            walk.leads(final(self).tables(), page.slot()),
    {
        let walk = self.descend(page);
        if walk.level == page.level() {
            proof {
                page.lemma_slot();
                let t = self.tables();
                assert(t.has(page.slot()));
                assert(t.dirs.contains_key(page.slot().parent()));
                assert(page.slot().parent().number == page.slot().up(walk.level + 1).number);
            }
            self.hint = Hint { level: walk.level + 1, number: page.above(walk.level + 1), frame: walk.table };
            assert(self.hint.place() == page.slot().parent());
            assert(self.dirs@.contains_pair(self.hint.place(), self.hint.frame));
            assert(self.tables() == old(self).tables());
            assert(self@ == old(self)@);
        }
        walk
    }

    /// Walks to a page from the root.
    #[inline]
    pub(crate) fn descend(&self, page: Page) -> (walk: Walk)
        requires
            self.tables().inv(None),
        ensures
            walk.leads(self.tables(), page.slot()),
    {
        let ghost t = self.tables();
        let ghost slot = page.slot();
        proof {
            page.lemma_slot();
            assert(t.has(slot.up(4)));
        }
        let last = page.level();
        let mut level: u64 = 4;
        let mut table = self.machine.root();
        loop
            invariant
                t == self.tables(),
                t.inv(None),
                slot == page.slot(),
                last == slot.level,
                1 <= last <= level <= 4,
                t.has(slot.up(level as int)),
                table == t.frame(slot.up(level as int)),
            decreases level,
        {
            let ghost place = slot.up(level as int);
            let word = self.look(Ghost(place), Ghost(None), table, page.index(level));
            proof {
                reveal(entry);
                assert(t.is_good(place));
                lemma_marked(t.word(place), word, level as int, t.state.width);
            }
            if level == last || word & PRESENT == 0 || word & LARGE != 0 {
                return Walk { level, word, table };
            }
            level -= 1;
            table = word & ADDRESS;
        }
    }

    /// The frame of the table with the entry of a place above a page.
    pub(crate) fn table_of(&self, page: Page, level: u64, Ghost(hole): Ghost<Option<Slot>>) -> (table: u64)
        requires
            self.tables().inv(hole),
            page.slot().level <= level <= 4,
            self.tables().has(page.slot().up(level as int)),
        ensures
            table == self.tables().frame(page.slot().up(level as int)),
    {
        let ghost t = self.tables();
        let ghost slot = page.slot();
        proof {
            page.lemma_slot();
        }
        let mut at: u64 = 4;
        let mut table = self.machine.root();
        while at > level
            invariant
                t == self.tables(),
                t.inv(hole),
                slot == page.slot(),
                1 <= slot.level <= level <= at <= 4,
                t.has(slot.up(level as int)),
                t.has(slot.up(at as int)),
                table == t.frame(slot.up(at as int)),
            decreases at,
        {
            let ghost place = slot.up(at as int);
            let word = self.look(Ghost(place), Ghost(hole), table, page.index(at));
            proof {
                lemma_ancestors(t, slot.up(level as int), at as int);
                assert(t.is_good(place));
                lemma_marked(t.word(place), word, at as int, t.state.width);
            }
            at -= 1;
            table = word & ADDRESS;
        }
        table
    }
}

} // verus!
