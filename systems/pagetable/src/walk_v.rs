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
    /// The frames of the tables, by level: of the one with the last entry, and those above.
    pub frames: [u64; 5],
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
        &&& is_marked(t.word(place), self.word)
        &&& self.level == page.level || !(t.entry(place) is Table)
        &&& forall|level: int| self.level <= level <= 4 ==> t.has(page.up(level)) && #[trigger] self.frames[level] == t.frame(page.up(level))
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
                assert(self.frames[self.level as int] == t.frame(page.slot().up(self.level as int)));
                if t.is_mapped(page.slot()) {
                    lemma_ancestors(t, page.slot(), self.level as int);
                    assert(t.is_good(page.slot().up(self.level as int)));
                }
            }
            assert forall|t: Tables| t.inv(None) && #[trigger] self.leads(t, page.slot()) && self.level == level implies t.has(page.slot())
                && is_marked(t.word(page.slot()), self.word) by {
                assert(self.frames[level as int] == t.frame(page.slot()));
            }
        }
        self.level == level && is_page(self.word, level)
    }
}

impl<M: Machine, L> PageTable<M, L> {
    /// Reads the entry of a place.
    #[inline]
    pub(crate) fn look(&self, Ghost(slot): Ghost<Slot>, frame: u64, index: usize) -> (word: u64)
        requires
            self.tables().inv(None),
            self.tables().has(slot),
            frame == self.tables().frame(slot),
            index == slot.index(),
        ensures
            is_marked(self.tables().word(slot), word),
    {
        let ghost t = self.tables();
        proof {
            lemma_word(t, slot, None);
        }
        let word = self.machine.read(frame, index);
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && word == now.words[frame][index as int];
            lemma_runs(t, now, None);
        }
        word
    }

    /// Walks to a page: as far as there are tables, and not farther than to the level of the page.
    #[inline]
    pub(crate) fn walk(&self, page: Page) -> (walk: Walk)
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
        let mut frames = [0u64; 5];
        frames[4] = self.machine.root();
        loop
            invariant
                t == self.tables(),
                t.inv(None),
                slot == page.slot(),
                last == slot.level,
                1 <= last <= level <= 4,
                forall|l: int| level <= l <= 4 ==> t.has(slot.up(l)) && #[trigger] frames[l] == t.frame(slot.up(l)),
            decreases level,
        {
            let ghost place = slot.up(level as int);
            assert(frames[level as int] == t.frame(place));
            let word = self.look(Ghost(place), frames[level as usize], page.index(level));
            proof {
                reveal(entry);
                assert(t.is_good(place));
                lemma_marked(t.word(place), word, level as int, t.state.width);
            }
            if level == last || word & PRESENT == 0 || word & LARGE != 0 {
                return Walk { level, word, frames };
            }
            proof {
                lemma_up(slot, level as int - 1);
                assert(t.has(slot.up(level as int - 1)));
            }
            level -= 1;
            frames[level as usize] = word & ADDRESS;
        }
    }
}

} // verus!
