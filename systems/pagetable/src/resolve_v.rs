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
fn rights_of(word: u64) -> (of: Rights)
    ensures
        of == rights(word),
{
    Rights { write: word & WRITE != 0, user: word & USER != 0, execute: word & NO_EXECUTE == 0 }
}

impl<M: Machine, L> PageTable<M, L> {
    /// The page at an address, if there is one.
    pub fn resolve(&self, address: u64) -> (result: Option<Resolved>)
        requires
            self.inv(),
        ensures
            match result {
                Some(resolved) => resolves(self@, address, Some(resolved.found())),
                None => resolves(self@, address, None),
            },
    {
        let ghost t = self.tables();
        if !check_canonical(address) {
            return None;
        }
        let least = Page::around(Size::Small, address);
        let walk = self.walk(least);
        let (level, word) = (walk.level, walk.word);
        let ghost place = least.slot().up(level as int);
        proof {
            least.lemma_slot();
            lemma_inside(least.slot(), level as int);
            assert(walk.frames[level as int] == t.frame(place));
            lemma_word(t, place, None);
            lemma_marked(t.word(place), word, level as int, t.state.width);
            assert(t.is_good(place));
        }
        if word & PRESENT == 0 {
            proof {
                lemma_free(t, least.slot(), level as int);
            }
            return None;
        }
        let size = Size::of(level);
        let page = Page::around(size, address);
        proof {
            page.lemma_slot();
            lemma_covers(page.slot(), translated(address));
            lemma_covers(place, translated(address));
            assert(t.pages().contains_key(place));
        }
        Some(
            Resolved {
                page,
                to: Target { frame: word & ADDRESS, rights: rights_of(word) },
                accessed: word & ACCESSED != 0,
                dirty: word & DIRTY != 0,
            },
        )
    }
}

} // verus!
