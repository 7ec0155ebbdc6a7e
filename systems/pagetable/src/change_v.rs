//! Changes of one entry: what they keep, and how they change the flat map.

use vstd::prelude::*;

verus! {

broadcast use crate::word_v::lemma_absent;

use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::live_v::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::tables_v::*;
use crate::word_v::*;

impl Tables {
    /// With another number for the table that a place is in.
    pub open spec fn recount(self, slot: Slot, count: u16) -> Tables {
        Tables { counts: self.counts.insert(self.frame(slot), count), ..self }
    }

    /// What cores may keep of the page in a place.
    pub open spec fn kept(self, slot: Slot) -> (Slot, Target, bool) {
        (slot, self.entry(slot)->Page_0, self.word(slot) & DIRTY != 0)
    }

    /// With a page in a free place.
    pub open spec fn with_page(self, slot: Slot, word: u64) -> Tables {
        self.put(slot, word).recount(slot, (self.counts[self.frame(slot)] + 1) as u16)
    }

    /// With an empty table below a free place.
    pub open spec fn with_dir(self, slot: Slot, word: u64) -> Tables {
        let frame = self.spare->0;
        Tables { dirs: self.dirs.insert(slot, frame), spare: None, ..self.with_page(slot, word) }
    }

    /// Without the page in a place.
    pub open spec fn without_page(self, slot: Slot) -> Tables {
        Tables {
            stale: self.stale.insert(self.kept(slot)),
            ..self.put(slot, 0).recount(slot, (self.counts[self.frame(slot)] - 1) as u16)
        }
    }

    /// Without the empty table below a place.
    pub open spec fn without_dir(self, slot: Slot) -> Tables {
        Tables {
            dirs: self.dirs.remove(slot),
            retired: self.retired.insert(self.dirs[slot], slot),
            ..self.put(slot, 0).recount(slot, (self.counts[self.frame(slot)] - 1) as u16)
        }
    }

    /// With another page in a place where there is one.
    pub open spec fn with_other(self, slot: Slot, word: u64) -> Tables {
        Tables { stale: self.stale.insert(self.kept(slot)), ..self.put(slot, word) }
    }

    /// Whether a word is one for a page.
    pub open spec fn is_page_word(self, slot: Slot, word: u64, to: Target) -> bool {
        &&& slot.level <= 3
        &&& to.memory < 4
        &&& entry(word, slot.level, self.state.width) == Entry::Page(to)
        &&& word & PRESENT != 0
        &&& word & ADDRESS == to.frame
        &&& is_data(self.state.tables, to.frame, slot.level)
    }
}

/// A word is in use, or it is zero, and then its place is free.
pub proof fn lemma_word(t: Tables, slot: Slot, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.has(slot),
    ensures
        t.word(slot) & PRESENT == 0 <==> t.word(slot) == 0,
        t.entry(slot) is Absent <==> t.word(slot) == 0,
        t.counts[t.frame(slot)] <= ENTRIES,
        t.word(slot) != 0 ==> t.counts[t.frame(slot)] > 0,
{
    let words = t.state.words[t.frame(slot)];
    lemma_live(words);
    lemma_live(words.update(slot.index(), 1));
    lemma_update(words, slot.index(), 1);
}

/// A change of one entry leaves all others as they are, and cores keep what they may, but for what was there.
pub(crate) proof fn lemma_elsewhere(t: Tables, after: Tables, slot: Slot, word: u64, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.has(slot),
        after.state == t.put(slot, word).state,
        after.forgotten == t.forgotten,
        t.stale.subset_of(after.stale),
        t.retired.submap_of(after.retired),
        forall|dir: Slot| #[trigger] t.dirs.contains_key(dir) && dir != slot ==> after.dirs.contains_key(dir) && after.dirs[dir] == t.dirs[dir],
    ensures
        forall|s: Slot|
            1 <= s.level <= 4 && #[trigger] t.dirs.contains_key(s.parent()) && s != slot && s.parent() != slot ==> after.word(s) == t.word(s),
        forall|core: int, item: Cached|
            0 <= core < t.state.caches.len() && #[trigger] after.state.caches[core].contains(item) ==> after.may_keep(core, item)
                || t.is_current(item) && (item.slot == slot || item.slot.parent() == slot),
        live(after.state.words[t.frame(slot)]) + one_if(t.word(slot) != 0) == live(t.state.words[t.frame(slot)]) + one_if(word != 0),
{
    lemma_update(t.state.words[t.frame(slot)], slot.index(), word);
}

/// A page in a free place.
pub proof fn lemma_with_page(t: Tables, slot: Slot, word: u64, to: Target, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.has(slot),
        t.word(slot) == 0,
        hole is None || hole == Some(slot.parent()),
        t.is_page_word(slot, word, to),
    ensures
        t.with_page(slot, word).inv(None),
{
    lemma_word(t, slot, hole);
    lemma_elsewhere(t, t.with_page(slot, word), slot, word, hole);
}

/// An empty table below a free place.
pub proof fn lemma_with_dir(t: Tables, slot: Slot, word: u64, frame: u64, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.has(slot),
        2 <= slot.level,
        t.word(slot) == 0,
        hole is None || hole == Some(slot.parent()),
        entry(word, slot.level, t.state.width) == Entry::Table(Target::table(frame)),
        word & ADDRESS == frame,
        t.spare == Some(frame),
        t.is_zero(frame),
        t.counts[frame] == 0,
        !t.retired.contains_value(slot),
    ensures
        t.with_dir(slot, word).inv(Some(slot)),
        t.with_dir(slot, word).pages() == t.pages(),
{
    let after = t.with_dir(slot, word);
    lemma_live(t.state.words[frame]);
    lemma_word(t, slot, hole);
    lemma_elsewhere(t, after, slot, word, hole);
}

/// A page is gone.
pub proof fn lemma_without_page(t: Tables, slot: Slot)
    requires
        t.inv(None),
        t.forgotten == ISet::<(int, int)>::empty(),
        t.is_mapped(slot),
    ensures
        t.without_page(slot).inv(Some(slot.parent())),
        t.without_page(slot).pages() == t.pages().remove(slot),
{
    let after = t.without_page(slot);
    lemma_elsewhere(t, after, slot, 0, None);
}

/// An empty table is gone.
pub proof fn lemma_without_dir(t: Tables, slot: Slot)
    requires
        t.inv(Some(slot)),
        t.forgotten == ISet::<(int, int)>::empty(),
        t.dirs.contains_key(slot),
        slot != Slot::root(),
        t.counts[t.dirs[slot]] == 0,
    ensures
        t.without_dir(slot).inv(Some(slot.parent())),
        t.without_dir(slot).pages() == t.pages(),
{
    let after = t.without_dir(slot);
    lemma_live(t.state.words[t.dirs[slot]]);
    lemma_elsewhere(t, after, slot, 0, Some(slot));
}

/// A page is another one.
pub proof fn lemma_with_other(t: Tables, slot: Slot, word: u64, to: Target)
    requires
        t.inv(None),
        t.forgotten == ISet::<(int, int)>::empty(),
        t.is_mapped(slot),
        t.is_page_word(slot, word, to),
    ensures
        t.with_other(slot, word).inv(None),
        t.with_other(slot, word).pages() == t.pages().insert(slot, to),
{
    let after = t.with_other(slot, word);
    lemma_elsewhere(t, after, slot, word, None);
}

} // verus!
