//! The page table of an address space.

use vstd::prelude::*;

verus! {

use crate::change_v::*;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::space_spec_t::*;
use crate::tables_v::*;
use crate::walk_v::Hint;
use crate::word_v::*;
use vstd::resource::Loc;
use vstd::resource::map::*;

/// The page table of an address space, with the cores that use it. For each page it has a loan: a ghost value that the owner of
/// the memory lends while the page is mapped, such as the permission to use the memory.
pub struct PageTable<M: Machine, L> {
    pub(crate) machine: M,
    pub(crate) loans: Tracked<Map<Slot, L>>,
    pub(crate) retired: Tracked<GhostMapAuth<u64, Slot>>,
    pub(crate) dirs: Ghost<Map<Slot, u64>>,
    pub(crate) stale: Ghost<ISet<(Slot, Target, bool)>>,
    pub(crate) spare: Ghost<Option<u64>>,
    pub(crate) forgotten: Ghost<ISet<(int, int)>>,
    pub(crate) hint: Hint,
}

/// Whether a machine is as it must be for a new address space: one table, without entries, and nothing in the caches.
pub open spec fn is_new(state: State, counts: Map<u64, u16>) -> bool {
    &&& state.words == map![state.root => Seq::new(ENTRIES as nat, |i: int| 0u64)]
    &&& state.tables.contains(state.root)
    &&& counts == map![state.root => 0u16]
    &&& forall|core: int, item: Cached| 0 <= core < state.caches.len() ==> !#[trigger] state.caches[core].contains(item)
}

impl<M: Machine, L> PageTable<M, L> {
    /// What tells it from others.
    pub open(crate) spec fn id(&self) -> Loc {
        self.retired@.id()
    }

    /// The tables.
    pub open(crate) spec fn tables(&self) -> Tables {
        Tables {
            state: self.machine.state(),
            counts: self.machine.counts(),
            dirs: self.dirs@,
            retired: self.retired@@,
            stale: self.stale@,
            spare: self.spare@,
            forgotten: self.forgotten@,
        }
    }

    /// The address space.
    pub open(crate) spec fn view(&self) -> Space {
        self.tables().space()
    }

    /// What was lent for each page.
    pub open(crate) spec fn loans(&self) -> Map<Slot, L> {
        self.loans@
    }

    /// The cores and the memory.
    pub open(crate) spec fn state(&self) -> State {
        self.machine.state()
    }

    /// What holds between operations.
    pub open(crate) spec fn inv(&self) -> bool {
        &&& self.goes_on(None)
        &&& forall|page: Slot| self.loans@.contains_key(page) <==> #[trigger] self@.pages.contains_key(page)
        &&& self.dirs@.contains_pair(self.hint.place(), self.hint.frame)
    }

    /// What holds between two changes of an operation, where one table may be empty.
    pub(crate) open spec fn goes_on(&self, hole: Option<Slot>) -> bool {
        &&& self.tables().inv(hole)
        &&& self.spare@ is None
        &&& self.forgotten@ == ISet::<(int, int)>::empty()
    }

    /// What never changes.
    pub open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.id() == other.id()
        &&& self.state().width == other.state().width
        &&& self.state().tables == other.state().tables
        &&& self.state().root == other.state().root
        &&& self.state().caches.len() == other.state().caches.len()
    }

    /// What the parts of operations leave as it is.
    pub(crate) open spec fn keeps(&self, before: &Self) -> bool {
        &&& self.is_same(before)
        &&& self.loans() == before.loans()
        &&& self.hint == before.hint
    }

    /// The page table of a new address space.
    pub fn new(machine: M) -> (table: PageTable<M, L>)
        requires
            is_new(machine.state(), machine.counts()),
        ensures
            table.inv(),
            table.state() == machine.state(),
            table.loans() == Map::<Slot, L>::empty(),
            table@ == (Space { pages: IMap::empty(), stale: ISet::empty(), retired: ISet::empty() }),
    {
        let _ = machine.width();
        let root = machine.root();
        let tracked (retired, _) = GhostMapAuth::new(Map::empty());
        let table = PageTable {
            machine,
            loans: Tracked(Map::tracked_empty()),
            retired: Tracked(retired),
            dirs: Ghost(map![Slot::root() => root]),
            stale: Ghost(ISet::empty()),
            spare: Ghost(None),
            forgotten: Ghost(ISet::empty()),
            hint: Hint::root(root),
        };
        proof {
            let t = table.tables();
            reveal(entry);
            crate::live_v::lemma_live(t.state.words[root]);
            assert(0u64 & PRESENT == 0) by (bit_vector);
            assert forall|slot: Slot| 1 <= slot.level <= 4 && #[trigger] t.dirs.contains_key(slot.parent()) implies t.word(slot) == 0 by {
                assert(0 <= slot.index() < ENTRIES);
            }
            assert(t.dirs.contains_key(Slot::root()));
            assert(table@.pages =~= IMap::empty());
            assert(table@.stale =~= ISet::empty());
            assert(table@.retired =~= ISet::empty());
        }
        table
    }

    /// The machine, to look at.
    pub fn machine(&self) -> (machine: &M)
        ensures
            machine.state() == self.state(),
    {
        &self.machine
    }
}

impl Tables {
    /// The address space.
    pub open spec fn space(self) -> Space {
        Space { pages: self.pages(), stale: stale_pages(self.stale), retired: regions(self.retired) }
    }
}

/// The pages that cores may keep.
pub open spec fn stale_pages(stale: ISet<(Slot, Target, bool)>) -> ISet<Slot> {
    ISet::new(|slot: Slot| exists|to: Target, dirty: bool| #[trigger] stale.contains((slot, to, dirty)))
}

} // verus!
