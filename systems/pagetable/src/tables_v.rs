//! Tables as a tree: what holds of them, whatever the cores do.
//!
//! The tree is kept flat. A map says in which frame the table below each place is, so that nothing is said by recursion, and a
//! change of one entry is a change at one place.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::live_v::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::word_v::*;

/// The tables of an address space.
pub ghost struct Tables {
    /// The cores, and the memory.
    pub state: State,
    /// The number of entries in use that is kept for each table.
    pub counts: Map<u64, u16>,
    /// The frame of the table that the entry in a place leads to.
    pub dirs: Map<Slot, u64>,
    /// Tables that were taken out of the tree, and where they were. Cores may still know a way to them.
    pub retired: Map<u64, Slot>,
    /// Pages that were unmapped or changed. Cores may still use them as they were. A truth value says whether for writes, too.
    pub stale: ISet<(Slot, Target, bool)>,
    /// A table that is about to become part of the tree.
    pub spare: Option<u64>,
    /// Cores, and addresses at which they have forgotten what is stale.
    pub forgotten: ISet<(int, int)>,
}

impl Tables {
    /// Whether there is a table with an entry for a place.
    pub open spec fn has(self, slot: Slot) -> bool {
        1 <= slot.level <= 4 && self.dirs.contains_key(slot.parent())
    }

    /// The frame of that table.
    pub open spec fn frame(self, slot: Slot) -> u64 {
        self.dirs[slot.parent()]
    }

    /// The word of the entry.
    pub open spec fn word(self, slot: Slot) -> u64 {
        self.state.words[self.frame(slot)][slot.index()]
    }

    /// The entry.
    pub open spec fn entry(self, slot: Slot) -> Entry {
        entry(self.word(slot), slot.level, self.state.width)
    }

    /// Whether a frame is a table that is owned.
    pub open spec fn owns(self, frame: u64) -> bool {
        &&& self.state.words.contains_key(frame)
        &&& self.state.words[frame].len() == ENTRIES
        &&& self.state.tables.contains(frame)
    }

    /// Whether a table is empty.
    pub open spec fn is_zero(self, frame: u64) -> bool {
        forall|i: int| 0 <= i < ENTRIES ==> #[trigger] self.state.words[frame][i] == 0
    }

    /// Whether the entry in a place is one that was written here.
    pub open spec fn is_good(self, slot: Slot) -> bool {
        match self.entry(slot) {
            Entry::Absent => self.word(slot) == 0 && !self.dirs.contains_key(slot),
            Entry::Reserved => false,
            Entry::Table(to) => {
                &&& self.dirs.contains_key(slot)
                &&& to == Target::table(self.dirs[slot])
                &&& self.word(slot) & ADDRESS == to.frame
            },
            Entry::Page(to) => {
                &&& !self.dirs.contains_key(slot)
                &&& slot.level <= 3
                &&& to.memory < 4
                &&& is_data(self.state.tables, to.frame, slot.level)
                &&& self.word(slot) & ADDRESS == to.frame
            },
        }
    }

    /// Whether a frame is a table of the tree.
    pub open spec fn is_dir(self, frame: u64) -> bool {
        exists|dir: Slot| #[trigger] self.dirs.contains_key(dir) && self.dirs[dir] == frame
    }

    /// Whether a frame is a table that is not in the tree, and never was.
    pub open spec fn is_spare(self, frame: u64) -> bool {
        &&& self.owns(frame)
        &&& self.counts.contains_key(frame)
        &&& !self.retired.contains_key(frame)
        &&& !self.is_dir(frame)
    }

    /// The tree is one. All tables that are owned are in it, but for those that were taken out, and one that will be put in.
    pub open spec fn is_tree(self) -> bool {
        &&& 32 <= self.state.width <= 52
        &&& self.dirs.contains_key(Slot::root())
        &&& self.dirs[Slot::root()] == self.state.root
        &&& forall|dir: Slot| #[trigger] self.dirs.contains_key(dir) ==> {
            &&& dir == Slot::root() || 2 <= dir.level && self.has(dir)
            &&& self.owns(self.dirs[dir])
            &&& !self.retired.contains_key(self.dirs[dir])
        }
        &&& forall|a: Slot, b: Slot| self.dirs.contains_key(a) && self.dirs.contains_key(b) && a != b
            ==> #[trigger] self.dirs[a] != #[trigger] self.dirs[b]
        &&& forall|slot: Slot| 1 <= slot.level <= 4 && #[trigger] self.dirs.contains_key(slot.parent()) ==> self.is_good(slot)
        &&& forall|frame: u64| #[trigger] self.retired.contains_key(frame) ==> {
            &&& self.owns(frame)
            &&& 2 <= self.retired[frame].level <= 4
            &&& self.counts.contains_key(frame)
            &&& self.counts[frame] == live(self.state.words[frame])
            &&& forall|i: int| 0 <= i < ENTRIES ==> #[trigger] self.state.words[frame][i] == 0 || self.is_left(frame, i)
            &&& !self.dirs.contains_key(self.retired[frame])
        }
        &&& forall|a: u64, b: u64| self.retired.contains_key(a) && self.retired.contains_key(b) && a != b
            ==> #[trigger] self.retired[a] != #[trigger] self.retired[b]
        &&& forall|slot: Slot, to: Target, dirty: bool| #[trigger]
            self.stale.contains((slot, to, dirty)) ==> is_data(self.state.tables, to.frame, slot.level)
        &&& self.spare matches Some(frame) ==> self.is_spare(frame)
        &&& forall|frame: u64| #[trigger] self.state.words.contains_key(frame)
            ==> self.is_dir(frame) || self.retired.contains_key(frame) || self.spare == Some(frame)
    }

    /// The numbers of entries are right, and no table is empty, but for the one at the root and perhaps one other.
    pub open spec fn is_counted(self, hole: Option<Slot>) -> bool {
        forall|dir: Slot| #[trigger] self.dirs.contains_key(dir) ==> {
            let frame = self.dirs[dir];
            &&& self.counts.contains_key(frame)
            &&& self.counts[frame] == live(self.state.words[frame])
            &&& self.counts[frame] > 0 || dir == Slot::root() || hole == Some(dir)
        }
    }

    /// Whether a core may keep this.
    pub open spec fn may_keep(self, core: int, item: Cached) -> bool {
        ||| self.is_current(item)
        ||| self.was_current(item) && !self.has_forgotten(core, item.slot)
    }

    /// Whether a core has forgotten what was stale in a place.
    pub open spec fn has_forgotten(self, core: int, slot: Slot) -> bool {
        exists|address: int| #[trigger] self.forgotten.contains((core, address)) && slot.covers(address)
    }

    /// Whether an entry is one of a page that was in the tree, as a part of a larger one that is there now.
    pub open spec fn is_left(self, frame: u64, i: int) -> bool {
        let (word, level) = (self.state.words[frame][i], self.retired[frame].level - 1);
        entry(word, level, self.state.width) matches Entry::Page(to) && word & ADDRESS == to.frame && is_data(self.state.tables, to.frame, level)
    }

    /// Whether this is a page below a table that was taken out of the tree.
    pub open spec fn was_below(self, item: Cached) -> bool {
        exists|frame: u64| #[trigger]
            self.retired.contains_key(frame) && self.retired[frame] == item.slot.parent() && self.left(frame, item.slot) == item.entry
    }

    /// What is left of a place in a table that was taken out of the tree.
    pub open spec fn left(self, frame: u64, slot: Slot) -> Entry {
        entry(self.state.words[frame][slot.index()], slot.level, self.state.width)
    }

    /// Whether this was in the tree.
    pub open spec fn was_current(self, item: Cached) -> bool {
        match item.entry {
            Entry::Page(to) => self.was_below(item) || exists|dirty: bool| #[trigger]
                self.stale.contains((item.slot, to, dirty)) && (item.dirty ==> dirty),
            Entry::Table(to) => {
                &&& to == Target::table(to.frame)
                &&& self.retired.contains_key(to.frame)
                &&& self.retired[to.frame] == item.slot
            },
            _ => false,
        }
    }

    /// Whether this is what is in the tree now, and marked.
    pub open spec fn is_current(self, item: Cached) -> bool {
        &&& self.has(item.slot)
        &&& item.entry == self.entry(item.slot)
        &&& self.word(item.slot) & ACCESSED != 0
        &&& item.dirty ==> self.word(item.slot) & DIRTY != 0
    }

    /// What the cores keep is in the tree, or was.
    pub open spec fn is_known(self) -> bool {
        forall|core: int, item: Cached|
            0 <= core < self.state.caches.len() && #[trigger] self.state.caches[core].contains(item) ==> self.may_keep(core, item)
    }

    /// What holds at every moment. In the middle of an operation one table may be empty.
    pub open spec fn inv(self, hole: Option<Slot>) -> bool {
        &&& self.is_tree()
        &&& self.is_counted(hole)
        &&& self.is_known()
    }

    /// After the cores went on.
    pub open spec fn at(self, state: State) -> Tables {
        Tables { state, ..self }
    }

    /// With another word in a place.
    pub open spec fn put(self, slot: Slot, word: u64) -> Tables {
        self.at(self.state.write(self.frame(slot), slot.index(), word))
    }

    /// Whether there is a page in a place.
    pub open spec fn is_mapped(self, slot: Slot) -> bool {
        self.has(slot) && self.entry(slot) is Page
    }

    /// The pages, as one map.
    pub open spec fn pages(self) -> IMap<Slot, Target> {
        IMap::new(|slot: Slot| self.is_mapped(slot), |slot: Slot| self.entry(slot)->Page_0)
    }
}

/// Whether no part of a page of this level is for tables.
pub open spec fn is_data(tables: ISet<u64>, frame: u64, level: int) -> bool {
    forall|table: u64| #[trigger]
        tables.contains(table) ==> table + size(1) <= frame || frame + size(level) <= table
}

/// Whether the cores left all as it was, but for marks.
pub open spec fn is_same_but_marks(before: State, after: State) -> bool {
    &&& after.width == before.width
    &&& after.root == before.root
    &&& after.tables == before.tables
    &&& after.caches.len() == before.caches.len()
    &&& after.words.dom() == before.words.dom()
    &&& forall|frame: u64| #[trigger]
        before.words.contains_key(frame) ==> after.words[frame].len() == before.words[frame].len()
    &&& forall|frame: u64, i: int|
        before.words.contains_key(frame) && 0 <= i < before.words[frame].len() ==> is_marked(
            before.words[frame][i],
            #[trigger] after.words[frame][i],
        )
}

} // verus!
