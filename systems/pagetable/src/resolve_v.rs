//! Looking up addresses.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::entry_spec_t::*;
use crate::machine_t::*;
use crate::page_v::*;
use crate::shape_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::table_v::*;
use crate::tables_v::*;
use crate::walk_v::*;
use crate::word_v::*;

/// What is mapped at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The page.
    pub page: Page,
    /// Where it leads.
    pub to: Target,
    /// Whether a processor used it.
    pub accessed: bool,
    /// Whether a processor wrote to it.
    pub dirty: bool,
}

impl Resolved {
    /// The page, and where it leads.
    pub open spec fn found(self) -> (Slot, Target) {
        (self.page.slot(), self.to)
    }
}

/// The rights in a word.
#[inline]
pub(crate) fn rights_of(word: u64) -> (of: Rights)
    ensures
        of == rights(word),
{
    Rights { write: word & WRITE != 0, user: word & USER != 0, execute: word & NO_EXECUTE == 0 }
}

/// Where the word of a page leads.
#[inline]
pub(crate) fn target_of(word: u64, Ghost(t): Ghost<Tables>, Ghost(slot): Ghost<Slot>) -> (to: Target)
    requires
        t.inv(None),
        t.is_mapped(slot),
        is_marked(t.word(slot), word),
    ensures
        t.entry(slot) == Entry::Page(to),
{
    proof {
        reveal(entry);
        lemma_marked(t.word(slot), word, slot.level, t.state.width);
        assert(t.is_good(slot));
        assert(((word >> 3) & 3 | (word >> 5) & 4) < 4 ==> (word >> 3) & 3 == ((word >> 3) & 3 | (word >> 5) & 4)) by (bit_vector);
        assert(((word >> 3) & 3 | (word >> 10) & 4) < 4 ==> (word >> 3) & 3 == ((word >> 3) & 3 | (word >> 10) & 4)) by (bit_vector);
    }
    Target { frame: word & ADDRESS, rights: rights_of(word), memory: (word >> 3) & 3 }
}

/// The page that a walk to the page of 4 KiB at an address ended at.
#[inline]
fn resolved(walk: &Walk, least: Page, Ghost(t): Ghost<Tables>) -> (resolved: Resolved)
    requires
        t.inv(None),
        walk.leads(t, least.slot()),
        least.size() is Small,
        walk.word & PRESENT != 0,
    ensures
        t.pages().contains_pair(resolved.page.slot(), resolved.to),
        resolved.page.slot() == least.slot().up(walk.level as int),
        resolved.page.slot().start() <= least.slot().start(),
        least.slot().end() <= resolved.page.slot().end(),
{
    let (level, word, address) = (walk.level, walk.word, least.address());
    let ghost place = least.slot().up(level as int);
    proof {
        reveal(entry);
        least.lemma_slot();
        lemma_word(t, place, None);
        lemma_marked(t.word(place), word, level as int, t.state.width);
        assert(t.is_good(place));
    }
    let to = target_of(word, Ghost(t), Ghost(place));
    let page = Page::around(Size::of(level), address);
    proof {
        page.lemma_slot();
        lemma_covers(page.slot(), translated(address));
        lemma_covers(place, translated(address));
    }
    Resolved {
        page,
        to,
        accessed: word & ACCESSED != 0,
        dirty: word & DIRTY != 0,
    }
}

impl<M: Machine, L> PageTable<M, L> {
    /// The page at an address, if there is one.
    #[inline]
    pub fn resolve(&self, address: u64) -> (result: Option<Resolved>)
        requires
            self.inv(),
        ensures
            match result {
                Some(resolved) => resolves(self@, address, Some(resolved.found())),
                None => resolves(self@, address, None),
            },
    {
        if !check_canonical(address) {
            return None;
        }
        let least = Page::around(Size::Small, address);
        let walk = self.descend(least);
        proof {
            least.lemma_slot();
            lemma_nothing(self.tables(), walk, least.slot());
            lemma_covers(least.slot(), translated(address));
        }
        if walk.word & PRESENT == 0 {
            return None;
        }
        Some(resolved(&walk, least, Ghost(self.tables())))
    }

    /// The page with the lowest addresses of those that do not end before an address, if there is one. Addresses are in the
    /// order of their bits that are translated: those of the upper half come last.
    #[inline]
    pub fn next(&self, address: u64) -> (result: Option<Resolved>)
        requires
            self.inv(),
            is_canonical(address),
        ensures
            match result {
                Some(resolved) => is_next(self@, translated(address), Some(resolved.found())),
                None => is_next(self@, translated(address), None),
            },
    {
        let mut least = Page::around(Size::Small, address);
        loop
            invariant
                self.inv(),
                least.size() is Small,
                least.slot().is_page(),
                least.slot().end() > translated(address),
                forall|page: Slot| #[trigger] self@.pages.contains_key(page) && page.end() > translated(address) ==> page.end() > least.slot().start(),
            decreases size(5) - least.slot().start(),
        {
            let walk = self.descend(least);
            proof {
                least.lemma_slot();
                lemma_nothing(self.tables(), walk, least.slot());
            }
            if walk.word & PRESENT != 0 {
                let resolved = resolved(&walk, least, Ghost(self.tables()));
                proof {
                    let t = self.tables();
                    assert(t.is_good(resolved.page.slot()));
                    assert forall|page: Slot| #[trigger] self@.pages.contains_key(page) && page.overlaps(resolved.page.slot()) implies page
                        == resolved.page.slot() by {
                        lemma_alone(t, resolved.page.slot(), page);
                    }
                }
                return Some(resolved);
            }
            match least.behind(walk.level) {
                Some(page) => least = page,
                None => {
                    proof {
                        let t = self.tables();
                        assert forall|page: Slot| #[trigger] self@.pages.contains_key(page) implies page.end() <= size(5) by {
                            lemma_bounded(t, page);
                        }
                    }
                    return None;
                },
            }
        }
    }
}

/// Where a walk ends at an entry that is not in use, there is no page.
proof fn lemma_nothing(t: Tables, walk: Walk, least: Slot)
    requires
        t.inv(None),
        walk.leads(t, least),
        least.level == 1,
    ensures
        walk.word & PRESENT == 0 ==> t.space().is_free(least.up(walk.level as int)) && t.space().is_free(least),
{
    let place = least.up(walk.level as int);
    lemma_word(t, place, None);
    lemma_marked(t.word(place), walk.word, walk.level as int, t.state.width);
    if walk.word & PRESENT == 0 {
        lemma_free(t, least, walk.level as int, None);
        lemma_free(t, place, walk.level as int, None);
    }
}

} // verus!
