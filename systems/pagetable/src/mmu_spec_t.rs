//! The processors: how cores walk the tables, what they keep of it, and what they do to the entries (Intel SDM volume 3A,
//! sections 4.6 to 4.10).
//!
//! A core keeps what it found: translations, as in a TLB, and ways to tables, as in the caches of paging structures. A walk is
//! a number of steps. Each begins at the root or at a way that the core has, reads one entry, marks it, and adds what it
//! found. So a walk begins wherever something is cached, is interrupted anywhere, and happens for no reason (speculation).
//! Anything may be forgotten at any time. Nothing *must* be forgotten but by an invalidation.
//!
//! Not in the model: identifiers of processes (PCID), global pages, protection keys, nested paging, 57-bit addresses.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::slot_spec_t::*;

/// The number of entries of a table.
pub const ENTRIES: usize = 512;

/// What a core keeps of an entry that it used.
pub ghost struct Cached {
    /// The place of the entry.
    pub slot: Slot,
    /// Where it leads, with the rights of the entries above.
    pub entry: Entry,
    /// Whether it may be used for writes without marking the entry again.
    pub dirty: bool,
}

/// The cores, and the memory of the tables.
pub ghost struct State {
    /// How many bits addresses of memory have.
    pub width: u64,
    /// The part of the memory that is for tables.
    pub tables: ISet<u64>,
    /// The frame of the table at the root (CR3).
    pub root: u64,
    /// The entries of each table that the address space owns.
    pub words: Map<u64, Seq<u64>>,
    /// What each core keeps.
    pub caches: Seq<ISet<Cached>>,
}

/// What a program does at an address.
pub ghost enum Access {
    /// A read of data.
    Read,
    /// A write.
    Write,
    /// The fetch of an instruction.
    Execute,
}

/// Whether rights allow an access in user mode.
pub open spec fn allows(rights: Rights, access: Access) -> bool {
    &&& rights.user
    &&& access is Write ==> rights.write
    &&& access is Execute ==> rights.execute
}

impl State {
    /// After a write to an entry.
    pub open spec fn write(self, frame: u64, index: int, word: u64) -> State {
        State { words: self.words.insert(frame, self.words[frame].update(index, word)), ..self }
    }

    /// After a core took something into its cache.
    pub open spec fn keep(self, core: int, item: Cached) -> State {
        State { caches: self.caches.update(core, self.caches[core].insert(item)), ..self }
    }

    /// After a core dropped all of an address.
    pub open spec fn invalidate(self, core: int, address: int) -> State {
        let rest = self.caches[core].filter(|item: Cached| !item.slot.covers(address));
        State { caches: self.caches.update(core, rest), ..self }
    }

    /// Whether a core that looks for the entry in `slot` may do so in the table `from`.
    pub open spec fn looks_in(self, core: int, slot: Slot, from: Target) -> bool {
        &&& 0 <= core < self.caches.len()
        &&& 1 <= slot.level <= 4
        &&& if slot.level == 4 {
            0 <= slot.number < 512 && from == Target::table(self.root)
        } else {
            exists|way: Cached| #[trigger]
                self.caches[core].contains(way) && way.slot == slot.parent() && way.entry == Entry::Table(from)
        }
    }

    /// What is found in a table that is owned.
    pub open spec fn found(self, slot: Slot, from: Target) -> Entry {
        entry(self.words[from.frame][slot.index()], slot.level, self.width).limited(from.rights)
    }

    /// What a walk finds that nothing interrupts and that uses no cache: from a table of a level on.
    pub open spec fn translate(self, address: int, from: Target, level: int) -> Option<(Slot, Target)>
        decreases level,
    {
        let slot = Slot { level, number: address / size(level) };
        match self.found(slot, from) {
            Entry::Page(to) => Some((slot, to)),
            Entry::Table(to) => if level > 1 { self.translate(address, to, level - 1) } else { None },
            _ => None,
        }
    }

    /// One step of a walk, of a write or of something else. A table that is not owned can hold anything, and what
    /// follows is not known.
    pub open spec fn walks(self, after: State, core: int, slot: Slot, from: Target, write: bool) -> bool {
        &&& self.looks_in(core, slot, from)
        &&& self.words.contains_key(from.frame) ==> {
            let word = self.words[from.frame][slot.index()];
            match self.found(slot, from) {
                Entry::Table(to) => {
                    let item = Cached { slot, entry: Entry::Table(to), dirty: false };
                    after == self.write(from.frame, slot.index(), word | ACCESSED).keep(core, item)
                },
                Entry::Page(to) => {
                    let marked = if write { word | ACCESSED | DIRTY } else { word | ACCESSED };
                    let item = Cached { slot, entry: Entry::Page(to), dirty: marked & DIRTY != 0 };
                    &&& write ==> to.rights.write
                    &&& after == self.write(from.frame, slot.index(), marked).keep(core, item)
                },
                _ => after == self,
            }
        }
    }

    /// A core forgets something.
    pub open spec fn forgets(self, after: State, core: int, rest: ISet<Cached>) -> bool {
        &&& 0 <= core < self.caches.len()
        &&& rest.subset_of(self.caches[core])
        &&& after == State { caches: self.caches.update(core, rest), ..self }
    }

    /// A core does something by itself.
    pub open spec fn steps(self, after: State) -> bool {
        ||| exists|core: int, slot: Slot, from: Target, write: bool| #[trigger] self.walks(after, core, slot, from, write)
        ||| exists|core: int, rest: ISet<Cached>| #[trigger] self.forgets(after, core, rest)
    }

    /// The cores do any number of things.
    pub open spec fn runs(self, after: State) -> bool {
        exists|trace: Seq<State>| #[trigger] self.runs_through(after, trace)
    }

    /// The cores go through these states.
    pub open spec fn runs_through(self, after: State, trace: Seq<State>) -> bool {
        &&& trace.len() > 0
        &&& trace.first() == self
        &&& trace.last() == after
        &&& forall|i: int| 0 < i < trace.len() ==> (#[trigger] trace[i - 1]).steps(trace[i])
    }

    /// Whether an access of a program to a virtual address on a core may go to a physical one. There is no other access.
    pub open spec fn accesses(self, core: int, address: u64, access: Access, physical: int) -> bool {
        exists|item: Cached| #[trigger]
            self.caches[core].contains(item) && is_canonical(address) && self.uses(item, translated(address), access, physical)
    }

    /// Whether it may do so with what is in a cache.
    pub open spec fn uses(self, item: Cached, address: int, access: Access, physical: int) -> bool {
        &&& item.slot.covers(address)
        &&& item.entry matches Entry::Page(to) && allows(to.rights, access) && physical == to.frame + (address - item.slot.start())
        &&& access is Write ==> item.dirty
    }

    /// Whether an access may fault: a walk ends, or something in the cache does not allow it.
    pub open spec fn faults(self, core: int, address: u64, access: Access) -> bool {
        ||| !is_canonical(address)
        ||| exists|slot: Slot, from: Target| #[trigger]
            self.looks_in(core, slot, from) && slot.covers(translated(address)) && self.words.contains_key(from.frame)
                && (self.found(slot, from) is Absent || self.found(slot, from) is Reserved)
        ||| exists|item: Cached| #[trigger]
            self.caches[core].contains(item) && item.slot.covers(translated(address))
                && (item.entry matches Entry::Page(to) && !allows(to.rights, access))
    }
}

} // verus!
