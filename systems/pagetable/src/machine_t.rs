//! How verified code reaches the tables and the cores.
//!
//! trusted: each implementation of [`Machine`] does what its contract says, which is the model of [`crate::mmu_spec_t`]. No two
//! [`TableFrame`]s are for the same memory, and nothing else uses it. Nothing is trusted of allocators ([`Frames`]).

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;

/// A frame of 4 KiB in the part of the memory that is for tables. Nothing else uses it while this exists.
pub struct TableFrame {
    address: u64,
}

impl TableFrame {
    /// The physical address.
    pub closed spec fn view(&self) -> u64 {
        self.address
    }

    /// The physical address.
    pub fn address(&self) -> (address: u64)
        ensures
            address == self@,
    {
        self.address
    }

    /// Says that a frame is free, and for tables.
    ///
    /// # Safety
    ///
    /// The address is a multiple of 4096 in the part of the memory that is for tables, there is memory, and no other
    /// `TableFrame` of it and no other use.
    #[verifier::external_body]
    pub unsafe fn new(address: u64) -> (frame: TableFrame)
        ensures
            frame@ == address,
    {
        TableFrame { address }
    }
}

/// An allocator of frames for tables. Its contract is the type of what it gives.
pub trait Frames {
    /// A frame, if there is one.
    fn take(&mut self) -> Option<TableFrame>;

    /// Takes a frame back.
    fn give(&mut self, frame: TableFrame);
}

/// The cores that use an address space, and the memory of its tables. The cores go on while a function runs: each function does
/// one thing to the state, at some moment.
pub trait Machine: Sized {
    /// The state behind the last thing that was done.
    spec fn state(&self) -> State;

    /// A number for each table, kept outside of the tables, where the processors do not look.
    spec fn counts(&self) -> Map<u64, u16>;

    /// How many bits addresses of memory have.
    fn width(&self) -> (width: u64)
        ensures
            width == self.state().width,
            32 <= width <= 52,
    ;

    /// The number of cores.
    fn cores(&self) -> (cores: usize)
        ensures
            cores == self.state().caches.len(),
    ;

    /// The frame of the table at the root.
    fn root(&self) -> (root: u64)
        ensures
            root == self.state().root,
    ;

    /// Reads an entry.
    fn read(&self, frame: u64, index: usize) -> (word: u64)
        requires
            self.state().words.contains_key(frame),
            index < ENTRIES,
        ensures
            exists|now: State| #[trigger] self.state().runs(now) && word == now.words[frame][index as int],
    ;

    /// Replaces an entry (`mov`). Marks that a core makes at this moment are lost.
    fn write(&mut self, frame: u64, index: usize, word: u64)
        requires
            old(self).state().words.contains_key(frame),
            index < ENTRIES,
        ensures
            exists|now: State| #[trigger] old(self).state().runs(now) && final(self).state() == now.write(frame, index as int, word),
            final(self).counts() == old(self).counts(),
    ;

    /// Replaces an entry (`xchg`), and gives what was there, with all marks.
    fn swap(&mut self, frame: u64, index: usize, word: u64) -> (previous: u64)
        requires
            old(self).state().words.contains_key(frame),
            index < ENTRIES,
        ensures
            exists|now: State| #[trigger] old(self).state().runs(now) && {
                &&& previous == now.words[frame][index as int]
                &&& final(self).state() == now.write(frame, index as int, word)
            },
            final(self).counts() == old(self).counts(),
    ;

    /// Flips bits of an entry (`lock xor`).
    fn flip(&mut self, frame: u64, index: usize, bits: u64)
        requires
            old(self).state().words.contains_key(frame),
            index < ENTRIES,
        ensures
            exists|now: State| #[trigger] old(self).state().runs(now)
                && final(self).state() == now.write(frame, index as int, now.words[frame][index as int] ^ bits),
            final(self).counts() == old(self).counts(),
    ;

    /// Makes a core forget all that it keeps of an address (`invlpg`, by the core itself). When it comes back, no walk that began
    /// before is under way.
    fn invalidate(&mut self, core: usize, address: u64)
        requires
            core < old(self).state().caches.len(),
        ensures
            exists|now: State| #[trigger] old(self).state().runs(now)
                && final(self).state() == now.invalidate(core as int, translated(address)),
            final(self).counts() == old(self).counts(),
    ;

    /// Makes a frame a table without entries.
    fn adopt(&mut self, frame: TableFrame) -> (address: u64)
        ensures
            address == frame@,
            address & 0xfff == 0,
            address >> old(self).state().width == 0,
            old(self).state().tables.contains(address),
            !old(self).state().words.contains_key(address),
            exists|now: State| #[trigger] old(self).state().runs(now) && final(self).state() == (State {
                words: now.words.insert(address, Seq::new(ENTRIES as nat, |i: int| 0u64)),
                ..now
            }),
            final(self).counts() == old(self).counts().insert(address, 0),
    ;

    /// Gives up a table that no core can reach any more.
    fn release(&mut self, address: u64) -> (frame: TableFrame)
        requires
            old(self).state().words.contains_key(address),
            is_out_of_reach(old(self).state(), address),
        ensures
            frame@ == address,
            exists|now: State| #[trigger] old(self).state().runs(now)
                && final(self).state() == (State { words: now.words.remove(address), ..now }),
            final(self).counts() == old(self).counts().remove(address),
    ;

    /// The number kept for a table.
    fn count(&self, frame: u64) -> (count: u16)
        requires
            self.counts().contains_key(frame),
        ensures
            count == self.counts()[frame],
    ;

    /// Replaces it.
    fn set_count(&mut self, frame: u64, count: u16)
        requires
            old(self).counts().contains_key(frame),
        ensures
            final(self).state() == old(self).state(),
            final(self).counts() == old(self).counts().insert(frame, count),
    ;
}

/// Whether no core keeps a way to a table, and no entry leads to it.
pub open spec fn is_out_of_reach(state: State, address: u64) -> bool {
    &&& address != state.root
    &&& forall|core: int, way: Cached|
        0 <= core < state.caches.len() && #[trigger] state.caches[core].contains(way) ==> match way.entry {
            Entry::Table(to) => to.frame != address,
            _ => true,
        }
    &&& forall|frame: u64, index: int|
        state.words.contains_key(frame) && 0 <= index < ENTRIES ==> {
            let word = #[trigger] state.words[frame][index];
            word & PRESENT != 0 ==> word & ADDRESS != address
        }
}

} // verus!
