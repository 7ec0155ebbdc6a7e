//! Changing the rights of pages.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::slot_spec_t::*;
use crate::space_spec_t::*;
use crate::stale_v::*;
use crate::table_v::*;
use crate::unmap_v::*;
use crate::word_v::*;

impl<M: Machine, L> PageTable<M, L> {
    /// Gives a page other rights. The entry changes in one step, and marks of the processors stay. Cores may still use the page
    /// with the rights that it had, until the token is settled.
    pub fn protect(&mut self, page: Page, rights: Rights) -> (result: Result<Stale<()>, NotMapped>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).loans() == old(self).loans(),
            match result {
                Ok(stale) => {
                    &&& protects(old(self)@, page.slot(), rights, final(self)@, Ok(stale@))
                    &&& stale.inv()
                    &&& stale.id() == final(self).id()
                },
                Err(NotMapped) => protects(old(self)@, page.slot(), rights, final(self)@, Err(NotMapped)),
            },
    {
        let ghost slot = page.slot();
        let ghost t = self.tables();
        let walk = self.walk(page);
        if !walk.is_at(page) {
            return Err(NotMapped);
        }
        let level = page.level();
        let frame = walk.table;
        let bits = (walk.word & RIGHTS) ^ rights_word(rights);
        proof {
            lemma_word(t, slot, None);
        }
        self.machine.flip(frame, page.index(level), bits);
        let ghost index = slot.index();
        let ghost mut dirty = false;
        let ghost before = t.pages()[slot];
        proof {
            let now = choose|now: State| #[trigger] t.state.runs(now) && self.machine.state() == now.write(
                frame,
                index,
                now.words[frame][index] ^ bits,
            );
            lemma_runs(t, now, None);
            let seen = t.word(slot);
            let t = t.at(now);
            assert(t.is_good(slot) && is_marked(seen, t.word(slot)) && is_marked(seen, walk.word));
            lemma_marked(seen, t.word(slot), slot.level, t.state.width);
            assert(t.entry(slot) == Entry::Page(before));
            lemma_rights(rights);
            lemma_flip(t.word(slot), walk.word, rights_word(rights), slot.level, t.state.width);
            lemma_with_other(t, slot, t.word(slot) ^ bits, Target { rights, ..before });
            self.stale@ = self.stale@.insert(t.kept(slot));
            dirty = t.word(slot) & DIRTY != 0;
            assert(self.tables() == t.with_other(slot, t.word(slot) ^ bits));
        }
        let tracked tables = self.retired.borrow().empty();
        let stale = Stale {
            page,
            frames: [0; 3],
            count: 0,
            tables: Tracked(tables),
            dirty: Ghost(dirty),
            loan: Tracked(()),
        };
        proof {
            lemma_unsettle(t.retired, t.stale, stale@, before);
            assert(t.retired.union_prefer_right(stale@.tables) =~= t.retired);
            assert forall|place: Slot| self.loans@.contains_key(place) <==> #[trigger] self@.pages.contains_key(place) by {
                assert(old(self)@.pages.contains_key(place) == self@.pages.contains_key(place));
            }
        }
        Ok(stale)
    }
}

} // verus!
