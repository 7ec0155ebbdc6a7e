//! What the cores do by themselves keeps all that holds of the tables.

use vstd::prelude::*;

verus! {

broadcast use crate::word_v::lemma_absent;

use crate::entry_spec_t::*;
use crate::live_v::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::tables_v::*;
use crate::word_v::*;

/// A core looks for an entry in the table where it is, or in one that was taken out of the tree and is empty.
pub proof fn lemma_looks_in(t: Tables, core: int, slot: Slot, from: Target, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.state.looks_in(core, slot, from),
    ensures
        t.state.words.contains_key(from.frame),
        from == Target::table(from.frame),
        t.has(slot) && from.frame == t.frame(slot) || t.retired.contains_key(from.frame) && t.retired[from.frame] == slot.parent()
            && !t.has_forgotten(core, slot.parent()),
{
    if slot.level < 4 {
        let way = choose|way: Cached| #[trigger]
            t.state.caches[core].contains(way) && way.slot == slot.parent() && way.entry == Entry::Table(from);
    }
}

/// A mark on an entry that is in use, in whichever table.
proof fn lemma_mark(t: Tables, frame: u64, index: int, word: u64, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.owns(frame),
        0 <= index < ENTRIES,
        is_marked(t.state.words[frame][index], word),
    ensures
        t.at(t.state.write(frame, index, word)).inv(hole),
        is_same_but_marks(t.state, t.state.write(frame, index, word)),
{
    let after = t.at(t.state.write(frame, index, word));
    lemma_marked(t.state.words[frame][index], word, 1, t.state.width);
    lemma_update(t.state.words[frame], index, word);
    assert forall|f: u64, i: int| t.state.words.contains_key(f) && 0 <= i < t.state.words[f].len() implies is_marked(
        t.state.words[f][i],
        #[trigger] after.state.words[f][i],
    ) by {
        lemma_marks(t.state.words[f][i]);
    }
    assert forall|s: Slot| 1 <= s.level <= 4 && #[trigger] after.dirs.contains_key(s.parent()) implies after.is_good(s) by {
        lemma_marked(t.word(s), after.word(s), s.level, t.state.width);
    }
    assert forall|f: u64, i: int| t.retired.contains_key(f) && 0 <= i < ENTRIES implies #[trigger] after.state.words[f][i] == 0 || after.is_left(f, i) by {
        lemma_marked(t.state.words[f][i], after.state.words[f][i], t.retired[f].level - 1, t.state.width);
    }
    assert forall|core: int, item: Cached|
        0 <= core < t.state.caches.len() && #[trigger] after.state.caches[core].contains(item) implies after.may_keep(core, item) by {
        if t.is_current(item) {
            lemma_marked(t.word(item.slot), after.word(item.slot), item.slot.level, t.state.width);
        } else {
            lemma_still_below(t, after, item);
        }
    }
    assert(after.state.words.dom() =~= t.state.words.dom());
}

/// A step of a walk.
proof fn lemma_walk(t: Tables, after: State, core: int, slot: Slot, from: Target, write: bool, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.state.walks(after, core, slot, from, write),
    ensures
        t.at(after).inv(hole),
        is_same_but_marks(t.state, after),
{
    lemma_looks_in(t, core, slot, from, hole);
    let word = t.state.words[from.frame][slot.index()];
    let found = t.state.found(slot, from);
    if found is Table || found is Page {
        let marked = if found is Page && write { word | ACCESSED | DIRTY } else { word | ACCESSED };
        let item = Cached { slot, entry: found, dirty: found is Page && marked & DIRTY != 0 };
        lemma_marks(word);
        lemma_marked(word, marked, slot.level, t.state.width);
        let middle = t.at(t.state.write(from.frame, slot.index(), marked));
        lemma_mark(t, from.frame, slot.index(), marked, hole);
        if t.has(slot) && from.frame == t.frame(slot) {
            assert(middle.is_current(item));
        } else {
            assert forall|address: int| #[trigger] t.forgotten.contains((core, address)) implies !slot.covers(address) by {
            }
        }
    } else {
        lemma_unchanged(t.state);
    }
}

/// What was below a table stays so, but for marks.
pub(crate) proof fn lemma_still_below(t: Tables, after: Tables, item: Cached)
    requires
        t.retired.submap_of(after.retired),
        after.state.width == t.state.width,
        forall|frame: u64, i: int| #[trigger] t.retired.contains_key(frame) && 0 <= i < ENTRIES ==> is_marked(
            t.state.words[frame][i],
            #[trigger] after.state.words[frame][i],
        ),
    ensures
        t.was_below(item) ==> after.was_below(item),
{
    if t.was_below(item) {
        let frame = choose|frame: u64| #[trigger]
            t.retired.contains_key(frame) && t.retired[frame] == item.slot.parent() && t.left(frame, item.slot) == item.entry;
        let i = item.slot.index();
        lemma_marked(t.state.words[frame][i], after.state.words[frame][i], item.slot.level, t.state.width);
    }
}

/// One thing that a core does.
proof fn lemma_step(t: Tables, after: State, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.state.steps(after),
    ensures
        t.at(after).inv(hole),
        is_same_but_marks(t.state, after),
{
    if exists|core: int, slot: Slot, from: Target, write: bool| #[trigger] t.state.walks(after, core, slot, from, write) {
        let (core, slot, from, write) = choose|core: int, slot: Slot, from: Target, write: bool| #[trigger]
            t.state.walks(after, core, slot, from, write);
        lemma_walk(t, after, core, slot, from, write, hole);
    } else {
        lemma_fewer(t, after, hole);
    }
}

/// No change is no change but for marks.
proof fn lemma_unchanged(state: State)
    ensures
        is_same_but_marks(state, state),
{
    assert forall|f: u64, i: int| state.words.contains_key(f) && 0 <= i < state.words[f].len() implies is_marked(
        state.words[f][i],
        #[trigger] state.words[f][i],
    ) by {
        lemma_marks(state.words[f][i]);
    }
}

/// Cores that forgot something.
pub proof fn lemma_fewer(t: Tables, after: State, hole: Option<Slot>)
    requires
        after == (State { caches: after.caches, ..t.state }),
        after.caches.len() == t.state.caches.len(),
    ensures
        is_same_but_marks(t.state, after),
{
    lemma_unchanged(t.state);
}

/// Marks on marks.
proof fn lemma_marks_add_up(a: State, b: State, c: State)
    requires
        is_same_but_marks(a, b),
        is_same_but_marks(b, c),
    ensures
        is_same_but_marks(a, c),
{
    assert forall|f: u64, i: int| a.words.contains_key(f) && 0 <= i < a.words[f].len() implies is_marked(
        a.words[f][i],
        #[trigger] c.words[f][i],
    ) by {
        lemma_marked_twice(a.words[f][i], b.words[f][i], c.words[f][i]);
    }
}

/// All that the cores do.
pub proof fn lemma_runs(t: Tables, after: State, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.state.runs(after),
    ensures
        t.at(after).inv(hole),
        is_same_but_marks(t.state, after),
        t.at(after).pages() == t.pages(),
{
    let trace = choose|trace: Seq<State>| #[trigger] t.state.runs_through(after, trace);
    lemma_trace(t, trace, trace.len() - 1, hole);
    lemma_same_pages(t, after, hole);
}

/// The first steps of what the cores do.
proof fn lemma_trace(t: Tables, trace: Seq<State>, n: int, hole: Option<Slot>)
    requires
        t.inv(hole),
        0 <= n < trace.len(),
        trace.first() == t.state,
        forall|i: int| 0 < i < trace.len() ==> (#[trigger] trace[i - 1]).steps(trace[i]),
    ensures
        t.at(trace[n]).inv(hole),
        is_same_but_marks(t.state, trace[n]),
    decreases n,
{
    if n == 0 {
        lemma_unchanged(t.state);
    } else {
        lemma_trace(t, trace, n - 1, hole);
        lemma_step(t.at(trace[n - 1]), trace[n], hole);
        lemma_marks_add_up(t.state, trace[n - 1], trace[n]);
    }
}

/// Marks do not change which pages there are.
proof fn lemma_same_pages(t: Tables, after: State, hole: Option<Slot>)
    requires
        t.inv(hole),
        is_same_but_marks(t.state, after),
    ensures
        t.at(after).pages() == t.pages(),
{
    assert forall|s: Slot| 1 <= s.level <= 4 && #[trigger] t.dirs.contains_key(s.parent()) implies t.entry(s) == t.at(after).entry(s)
        && is_marked(t.word(s), t.at(after).word(s)) by {
        lemma_marked(t.word(s), t.at(after).word(s), s.level, t.state.width);
    }
}

} // verus!
