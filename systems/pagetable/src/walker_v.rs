//! The walk of the processors as code that runs: what the model ([`crate::mmu_spec_t`]) says of an access that begins at the root, uses no
//! cache, and that nothing interrupts. The page table does not use it: it is there to be compared with a processor.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::lemma_offset;
use crate::resolve_v::rights_of;
use crate::slot_spec_t::*;
use crate::word_v::offset_bits;
use vstd::arithmetic::div_mod::lemma_fundamental_div_mod;

/// Memory with tables, to read.
pub trait Memory {
    /// The memory.
    spec fn state(&self) -> State;

    /// How many bits addresses of memory have.
    fn width(&self) -> (width: u64)
        ensures
            width == self.state().width,
            32 <= width <= 52,
    ;

    /// The frame of the table at the root.
    fn root(&self) -> (root: u64)
        ensures
            root == self.state().root,
    ;

    /// An entry, if there is such a table.
    fn read(&self, frame: u64, index: usize) -> (word: Option<u64>)
        requires
            index < ENTRIES,
        ensures
            match word {
                Some(word) => self.state().words.contains_key(frame) && word == self.state().words[frame][index as int],
                None => !self.state().words.contains_key(frame),
            },
    ;
}

/// What an entry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing is mapped.
    Absent,
    /// Bits are set that must not be.
    Reserved,
    /// The walk goes on in a table.
    Table(Target),
    /// The walk ends at a page.
    Page(Target),
}

impl Meaning {
    /// In the terms of the model.
    pub open spec fn view(self) -> Entry {
        match self {
            Meaning::Absent => Entry::Absent,
            Meaning::Reserved => Entry::Reserved,
            Meaning::Table(to) => Entry::Table(to),
            Meaning::Page(to) => Entry::Page(to),
        }
    }

    /// What a word means behind entries with these rights.
    pub fn of(word: u64, level: u64, width: u64, above: Rights) -> (meaning: Meaning)
        requires
            1 <= level <= 4,
            32 <= width <= 52,
        ensures
            meaning@ == entry(word, level as int, width).limited(above),
    {
        proof {
            reveal(entry);
        }
        let is_large = word & LARGE != 0;
        let own = rights_of(word);
        let rights = Rights { write: own.write && above.write, user: own.user && above.user, execute: own.execute && above.execute };
        if word & PRESENT == 0 {
            Meaning::Absent
        } else if (word & ADDRESS) >> width != 0 || is_large && (level == 4 || level == 3 && word & 0x3fff_e000 != 0 || level == 2 && word
            & 0x001f_e000 != 0) {
            Meaning::Reserved
        } else if level == 1 {
            Meaning::Page(Target { frame: word & 0x000f_ffff_ffff_f000, rights, memory: (word >> 3) & 3 | (word >> 5) & 4 })
        } else if is_large {
            let frame = if level == 2 { word & 0x000f_ffff_ffe0_0000 } else { word & 0x000f_ffff_c000_0000 };
            Meaning::Page(Target { frame, rights, memory: (word >> 3) & 3 | (word >> 10) & 4 })
        } else {
            Meaning::Table(Target { frame: word & ADDRESS, rights, memory: (word >> 3) & 3 })
        }
    }
}

/// What a program does at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A read of data.
    Read,
    /// A write.
    Write,
    /// The fetch of an instruction.
    Execute,
}

impl Use {
    /// In the terms of the model.
    pub open spec fn view(self) -> Access {
        match self {
            Use::Read => Access::Read,
            Use::Write => Access::Write,
            Use::Execute => Access::Execute,
        }
    }

    /// Whether rights allow it in user mode.
    pub fn is_allowed(self, rights: Rights) -> (is: bool)
        ensures
            is == allows(rights, self@),
    {
        rights.user && match self {
            Use::Read => true,
            Use::Write => rights.write,
            Use::Execute => rights.execute,
        }
    }
}

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The frame of the table.
    pub frame: u64,
    /// The index of the entry.
    pub index: usize,
    /// What is there.
    pub word: u64,
    /// What it means behind the entries above.
    pub meaning: Meaning,
}

impl Step {
    /// The entry when a core used it, for a write or for something else. A core writes only where the rights of all entries allow it.
    pub fn marked(&self, write: bool) -> (word: u64)
        ensures
            word == marked(self.word, self.meaning@, write),
    {
        match self.meaning {
            Meaning::Table(_) => self.word | ACCESSED,
            Meaning::Page(_) => if write { self.word | ACCESSED | DIRTY } else { self.word | ACCESSED },
            _ => self.word,
        }
    }

    /// Whether it is the one that the model makes from a table for an entry.
    pub open spec fn is_of(self, state: State, slot: Slot, from: Target) -> bool {
        &&& self.frame == from.frame && state.words.contains_key(from.frame)
        &&& self.index == slot.index()
        &&& self.word == state.words[from.frame][slot.index()]
        &&& self.meaning@ == state.found(slot, from)
    }
}

/// An entry when a core used it.
pub open spec fn marked(word: u64, entry: Entry, write: bool) -> u64 {
    match entry {
        Entry::Table(_) => word | ACCESSED,
        Entry::Page(_) => if write { word | ACCESSED | DIRTY } else { word | ACCESSED },
        _ => word,
    }
}

/// The place of the entry of a level on the way to an address.
pub open spec fn place(address: u64, level: int) -> Slot {
    Slot { level, number: translated(address) / size(level) }
}

/// A walk: its steps, from the root on.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// The steps; the first `count` of them.
    pub steps: [Step; 4],
    /// How many there are.
    pub count: usize,
}

impl Walk {
    /// The table that a step looks in.
    pub open spec fn from(self, root: u64, i: int) -> Target {
        if i == 0 { Target::table(root) } else { self.steps[i - 1].meaning@->Table_0 }
    }

    /// Whether the steps are those of the model, and each but the last leads to the next.
    pub open spec fn is_of(self, state: State, address: u64) -> bool {
        &&& 1 <= self.count <= 4
        &&& forall|i: int| 0 <= i < self.count ==> (#[trigger] self.steps[i]).is_of(state, place(address, 4 - i), self.from(state.root, i))
        &&& forall|i: int| 0 <= i < self.count - 1 ==> (#[trigger] self.steps[i]).meaning@ is Table
        &&& !(self.steps[self.count - 1].meaning@ is Table)
    }

    /// The last step.
    pub fn last(&self) -> (step: Step)
        requires
            1 <= self.count <= 4,
        ensures
            step == self.steps[self.count - 1],
    {
        self.steps[self.count - 1]
    }

    /// The physical address, if the walk ends at a page.
    pub fn physical(&self, address: u64, Ghost(state): Ghost<State>) -> (physical: Option<u64>)
        requires
            self.is_of(state, address),
        ensures
            match (self.steps[self.count - 1].meaning@, physical) {
                (Entry::Page(to), Some(physical)) => physical == to.frame + (translated(address) - place(address, 5 - self.count).start()),
                (entry, physical) => !(entry is Page) && physical is None,
            },
    {
        let level = 5 - self.count as u64;
        proof {
            let last = self.steps[self.count - 1];
            assert(last.is_of(state, place(address, level as int), self.from(state.root, self.count - 1)));
            reveal(entry);
            if level <= 3 {
                lemma_offset(address, level);
                lemma_fundamental_div_mod(translated(address), size(level as int));
            }
            let (word, bits) = (last.word, offset_bits(level));
            assert(word & 0x000f_ffff_ffff_f000 < 0x10_0000_0000_0000 && word & 0x000f_ffff_ffe0_0000 < 0x10_0000_0000_0000 && word
                & 0x000f_ffff_c000_0000 < 0x10_0000_0000_0000 && address & bits <= bits) by (bit_vector);
        }
        match self.last().meaning {
            Meaning::Page(to) => Some(to.frame + (address & offset_bits(level))),
            _ => None,
        }
    }

    /// The walk to an address, unless it leaves the tables.
    pub fn to<M: Memory>(memory: &M, address: u64) -> (walk: Option<Walk>)
        ensures
            walk matches Some(walk) ==> walk.is_of(memory.state(), address),
    {
        let ghost state = memory.state();
        let width = memory.width();
        let mut from = Target { frame: memory.root(), rights: Rights { write: true, user: true, execute: true }, memory: 0 };
        let mut walk = Walk { steps: [Step { frame: 0, index: 0, word: 0, meaning: Meaning::Absent }; 4], count: 0 };
        loop
            invariant
                state == memory.state(),
                width == state.width,
                32 <= width <= 52,
                walk.count < 4,
                from == walk.from(state.root, walk.count as int),
                forall|i: int|
                    0 <= i < walk.count ==> (#[trigger] walk.steps[i]).is_of(state, place(address, 4 - i), walk.from(state.root, i))
                        && walk.steps[i].meaning@ is Table,
            decreases 4 - walk.count,
        {
            let level = 4 - walk.count as u64;
            let index = ((address >> (3 + 9 * level)) & 511) as usize;
            proof {
                lemma_index(address, level);
            }
            let word = memory.read(from.frame, index)?;
            let meaning = Meaning::of(word, level, width, from.rights);
            let ghost before = walk;
            walk.steps[walk.count] = Step { frame: from.frame, index, word, meaning };
            walk.count += 1;
            assert(forall|i: int| 0 <= i < before.count ==> walk.steps[i] == #[trigger] before.steps[i]);
            assert(forall|i: int| 0 <= i <= before.count ==> #[trigger] walk.from(state.root, i) == before.from(state.root, i));
            match meaning {
                Meaning::Table(to) => {
                    proof {
                        reveal(entry);
                    }
                    from = to;
                },
                _ => return Some(walk),
            }
        }
    }
}

/// The index of the entry on the way to an address.
proof fn lemma_index(address: u64, level: u64)
    requires
        1 <= level <= 4,
    ensures
        (address >> (3 + 9 * level)) & 511 == place(address, level as int).index(),
{
    assert((address >> 12) & 511 == address % 0x1_0000_0000_0000 / 0x1000 % 512 && (address >> 21) & 511 == address % 0x1_0000_0000_0000
        / 0x20_0000 % 512 && (address >> 30) & 511 == address % 0x1_0000_0000_0000 / 0x4000_0000 % 512 && (address >> 39) & 511 == address
        % 0x1_0000_0000_0000 / 0x80_0000_0000 % 512) by (bit_vector);
}

/// A walk finds what the model translates the address to.
pub proof fn theorem_translate(walk: Walk, state: State, address: u64)
    requires
        walk.is_of(state, address),
    ensures
        state.translate(translated(address), Target::table(state.root), 4) == match walk.steps[walk.count - 1].meaning@ {
            Entry::Page(to) => Some((place(address, 5 - walk.count), to)),
            _ => None,
        },
{
    lemma_translate(walk, state, address, 0);
}

/// A walk finds what the model translates the address to, from a step on.
proof fn lemma_translate(walk: Walk, state: State, address: u64, i: int)
    requires
        walk.is_of(state, address),
        0 <= i < walk.count,
    ensures
        state.translate(translated(address), walk.from(state.root, i), 4 - i) == match walk.steps[walk.count - 1].meaning@ {
            Entry::Page(to) => Some((place(address, 5 - walk.count), to)),
            _ => None,
        },
    decreases walk.count - i,
{
    assert(walk.steps[i].is_of(state, place(address, 4 - i), walk.from(state.root, i)));
    if i + 1 < walk.count {
        lemma_translate(walk, state, address, i + 1);
    }
}

/// A core that looks in the table of a step may make it, and leaves these marks.
pub proof fn theorem_step(step: Step, state: State, core: int, slot: Slot, from: Target, write: bool) -> (after: State)
    requires
        step.is_of(state, slot, from),
        state.looks_in(core, slot, from),
        write ==> (step.meaning@ matches Entry::Page(to) ==> to.rights.write),
        0 <= slot.index() < state.words[from.frame].len(),
    ensures
        state.walks(after, core, slot, from, write),
        after.words[step.frame][step.index as int] == marked(step.word, step.meaning@, write),
{
    let word = marked(step.word, step.meaning@, write);
    let item = Cached { slot, entry: step.meaning@, dirty: step.meaning@ is Page && word & DIRTY != 0 };
    match step.meaning@ {
        Entry::Absent | Entry::Reserved => state,
        _ => state.write(from.frame, slot.index(), word).keep(core, item),
    }
}

} // verus!
