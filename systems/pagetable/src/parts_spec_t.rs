//! What is below one entry of the root, as a machine of its own: what a page table that cores share gives to each of its parts.

use vstd::prelude::*;

verus! {

use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;

/// The index of the entry of the root that a place is below.
pub open spec fn part_of(slot: Slot) -> int {
    slot.up(4).number
}

impl State {
    /// What the machine of one entry of the root shows: this entry, the tables below it, which are `own`, and what cores keep of its
    /// addresses. The other entries of the root are not in use there.
    pub open spec fn part(self, index: int, own: Set<u64>) -> State {
        State {
            words: Map::new(
                self.words.dom().filter(|frame: u64| frame == self.root || own.contains(frame)),
                |frame: u64| if frame == self.root { only(self.words[frame], index) } else { self.words[frame] },
            ),
            caches: Seq::new(self.caches.len(), |core: int| self.caches[core].filter(|item: Cached| part_of(item.slot) == index)),
            ..self
        }
    }
}

/// The words with none but one in use.
pub open spec fn only(words: Seq<u64>, index: int) -> Seq<u64> {
    Seq::new(words.len(), |i: int| if i == index { words[i] } else { 0 })
}

} // verus!
