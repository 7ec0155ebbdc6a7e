//! What the tree says about the flat map: where there is a table, there is no page, and below it there is one.

use vstd::prelude::*;

verus! {

use crate::change_v::lemma_word;
use crate::entry_spec_t::*;
use crate::live_v::*;
use crate::mmu_spec_t::ENTRIES;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::tables_v::*;

/// Above a place with an entry there are tables.
pub proof fn lemma_ancestors(t: Tables, slot: Slot, level: int)
    requires
        t.is_tree(),
        t.has(slot),
        slot.level <= level <= 4,
    ensures
        t.has(slot.up(level)),
        level > slot.level ==> t.dirs.contains_key(slot.up(level)),
    decreases level,
{
    if level > slot.level {
        lemma_ancestors(t, slot, level - 1);
        assert(t.dirs.contains_key(slot.up(level)));
    }
}

/// No other page is where there is a place without a table below.
pub proof fn lemma_alone(t: Tables, place: Slot, page: Slot)
    requires
        t.is_tree(),
        t.has(place),
        !t.dirs.contains_key(place),
        t.is_mapped(page),
        page.overlaps(place),
    ensures
        page == place,
{
    assert(t.is_good(page));
    if page.level >= place.level {
        lemma_overlaps(page, place);
        lemma_ancestors(t, place, page.level);
    } else {
        lemma_overlaps(place, page);
        lemma_ancestors(t, page, place.level);
    }
}

/// Nothing is mapped where the entry above, or the one of the place itself, is not in use.
pub proof fn lemma_free(t: Tables, place: Slot, level: int, hole: Option<Slot>)
    requires
        t.inv(hole),
        1 <= place.level <= level <= 4,
        t.has(place.up(level)),
        t.word(place.up(level)) == 0,
    ensures
        t.space().is_free(place),
{
    let above = place.up(level);
    lemma_word(t, above, hole);
    assert(t.is_good(above));
    assert forall|page: Slot| #[trigger] t.pages().contains_key(page) implies !page.overlaps(place) by {
        if page.overlaps(place) {
            lemma_alone(t, above, page);
        }
    }
}

/// Pages are at addresses that are translated.
pub proof fn lemma_bounded(t: Tables, page: Slot)
    requires
        t.is_tree(),
        t.is_mapped(page),
    ensures
        0 <= page.start(),
        page.end() <= size(5),
{
    lemma_ancestors(t, page, 4);
    assert(page.up(4).parent() == Slot::root());
}

/// There is a page below a table.
pub proof fn lemma_below(t: Tables, dir: Slot) -> (page: Slot)
    requires
        t.inv(None),
        t.dirs.contains_key(dir),
        dir != Slot::root(),
    ensures
        t.is_mapped(page),
        page.level < dir.level,
        page.up(dir.level) == dir,
    decreases dir.level,
{
    let words = t.state.words[t.dirs[dir]];
    lemma_live(words);
    let i = choose|i: int| 0 <= i < words.len() && words[i] != 0;
    let slot = Slot { level: dir.level - 1, number: dir.number * 512 + i };
    assert(slot.parent() == dir && slot.index() == i);
    assert(t.is_good(slot));
    lemma_word(t, slot, None);
    if t.dirs.contains_key(slot) {
        let page = lemma_below(t, slot);
        page
    } else {
        slot
    }
}

/// Something is mapped where an entry above, or the one of the place itself, is in use and leads to no table above.
pub proof fn lemma_occupied(t: Tables, place: Slot, level: int)
    requires
        t.inv(None),
        1 <= place.level <= level <= 4,
        place.level <= 3,
        t.has(place.up(level)),
        t.word(place.up(level)) != 0,
        level == place.level || !(t.entry(place.up(level)) is Table),
    ensures
        !t.space().is_free(place),
{
    let above = place.up(level);
    lemma_word(t, above, None);
    assert(t.is_good(above));
    let page = if t.dirs.contains_key(above) { lemma_below(t, above) } else { above };
    assert(t.pages().contains_key(page));
    if page == above {
        lemma_overlaps(above, place);
    } else {
        lemma_overlaps(above, page);
    }
}

} // verus!
