//! The theorems about programs: what cores do is what the flat map says.

use vstd::prelude::*;

verus! {

broadcast use crate::word_v::lemma_absent;

use crate::change_v::lemma_word;
use crate::cores_v::*;
use crate::entry_spec_t::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::process_spec_t::*;
use crate::shape_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::table_v::*;
use crate::tables_v::*;

impl<M: Machine, L> PageTable<M, L> {
    /// All that holds between operations goes on to hold, whatever the cores do: at every moment the theorems below are about.
    pub proof fn theorem_always(&self, now: State)
        requires
            self.inv(),
            self.state().runs(now),
        ensures
            self.tables().at(now).inv(None),
            self.tables().at(now).space() == self@,
            is_same_but_marks(self.state(), now),
    {
        lemma_runs(self.tables(), now, None);
    }

    /// Every access of a program goes where the flat map says, unless a change of the address is still unknown to a core.
    pub proof fn theorem_access(&self, now: State, core: int, address: u64, access: Access, physical: int)
        requires
            self.inv(),
            self.state().runs(now),
            0 <= core < now.caches.len(),
            now.accesses(core, address, access, physical),
            self@.is_settled_at(address),
        ensures
            self@.locates(address, access, physical),
    {
        self.theorem_always(now);
        lemma_access(self.tables().at(now), core, address, access, physical, None);
    }

    /// An access faults only if the flat map does not allow it, unless a change of the address is still unknown to a core.
    pub proof fn theorem_fault(&self, now: State, core: int, address: u64, access: Access, physical: int)
        requires
            self.inv(),
            self.state().runs(now),
            0 <= core < now.caches.len(),
            now.faults(core, address, access),
            self@.is_settled_at(address),
        ensures
            !self@.locates(address, access, physical),
    {
        self.theorem_always(now);
        lemma_fault(self.tables().at(now), core, address, access, physical, None);
    }

    /// No access of a program goes to memory that is for tables, even where a change is still unknown.
    pub proof fn theorem_isolation(&self, now: State, core: int, address: u64, access: Access, physical: int, table: u64)
        requires
            self.inv(),
            self.state().runs(now),
            0 <= core < now.caches.len(),
            now.accesses(core, address, access, physical),
            self.state().tables.contains(table),
        ensures
            !(table <= physical < table + size(1)),
    {
        self.theorem_always(now);
        lemma_isolation(self.tables().at(now), core, address, access, physical, table, None);
    }

    /// The pages of the flat map are those that a walk through the memory finds, and with the same targets.
    pub proof fn theorem_walk(&self, now: State, address: int)
        requires
            self.inv(),
            self.state().runs(now),
            0 <= address < size(5),
        ensures
            match now.translate(address, Target::table(now.root), 4) {
                Some((page, to)) => page.covers(address) && self@.pages.contains_key(page) && self@.pages[page] == to,
                None => forall|page: Slot| #[trigger] self@.pages.contains_key(page) ==> !page.covers(address),
            },
    {
        self.theorem_always(now);
        lemma_translate(self.tables().at(now), address, 4);
    }

    /// Every table but the one at the root leads to a page, so there are no more tables than the pages need; and every frame
    /// that is owned is a table, or one that a token gives back.
    pub proof fn theorem_no_waste(&self, frame: u64) -> (page: Slot)
        requires
            self.inv(),
            self.state().words.contains_key(frame),
            frame != self.state().root,
            !self.tables().retired.contains_key(frame),
        ensures
            self@.pages.contains_key(page),
            exists|level: int| page.level < level <= 4 && #[trigger] self.tables().dirs.contains_key(page.up(level)) && self.tables().dirs[page.up(
                level,
            )] == frame,
    {
        let t = self.tables();
        let dir = choose|dir: Slot| #[trigger] t.dirs.contains_key(dir) && t.dirs[dir] == frame;
        lemma_below(t, dir)
    }
}

/// An access goes where the flat map says, also in the middle of an operation, when a table may be empty.
pub proof fn lemma_access(t: Tables, core: int, address: u64, access: Access, physical: int, hole: Option<Slot>)
    requires
        t.inv(hole),
        0 <= core < t.state.caches.len(),
        t.state.accesses(core, address, access, physical),
        t.space().is_settled_at(address),
    ensures
        t.space().locates(address, access, physical),
{
    let item = choose|item: Cached| #[trigger]
        t.state.caches[core].contains(item) && is_canonical(address) && t.state.uses(item, translated(address), access, physical);
    if t.is_current(item) {
        assert(t.space().pages.contains_key(item.slot));
    } else {
        lemma_was_current(t, item, hole);
    }
}

/// An access does not go to a table, also in the middle of an operation.
pub proof fn lemma_isolation(t: Tables, core: int, address: u64, access: Access, physical: int, table: u64, hole: Option<Slot>)
    requires
        t.inv(hole),
        0 <= core < t.state.caches.len(),
        t.state.accesses(core, address, access, physical),
        t.state.tables.contains(table),
    ensures
        !(table <= physical < table + size(1)),
{
    let item = choose|item: Cached| #[trigger]
        t.state.caches[core].contains(item) && is_canonical(address) && t.state.uses(item, translated(address), access, physical);
    if t.is_current(item) {
        assert(t.is_good(item.slot));
    } else {
        lemma_was_current(t, item, hole);
    }
}

/// A write goes where the flat map says, or to a page that was unmapped or changed and was written before, as its mark said, or
/// into a region in which tables were taken out.
pub proof fn lemma_write(t: Tables, core: int, address: u64, physical: int, hole: Option<Slot>)
    requires
        t.inv(hole),
        0 <= core < t.state.caches.len(),
        t.state.accesses(core, address, Access::Write, physical),
    ensures
        ({
            let at = translated(address);
            ||| t.space().locates(address, Access::Write, physical)
            ||| exists|slot: Slot, to: Target| #[trigger] t.stale.contains((slot, to, true)) && slot.covers(at) && physical == to.frame + (at - slot.start())
            ||| exists|region: Slot| #[trigger] t.space().retired.contains(region) && region.covers(at)
        }),
{
    let at = translated(address);
    let item = choose|item: Cached| #[trigger]
        t.state.caches[core].contains(item) && is_canonical(address) && t.state.uses(item, at, Access::Write, physical);
    assert(t.may_keep(core, item));
    if t.is_current(item) {
        assert(t.space().pages.contains_key(item.slot));
    } else if t.was_below(item) {
        lemma_was_current(t, item, hole);
        let frame = choose|frame: u64| #[trigger]
            t.retired.contains_key(frame) && t.retired[frame] == item.slot.parent() && t.left(frame, item.slot) == item.entry;
        assert(t.space().retired.contains(item.slot.parent()));
    }
}

/// What was in the tree is of memory that is not for tables, and at addresses of which a change is unknown.
proof fn lemma_was_current(t: Tables, item: Cached, hole: Option<Slot>)
    requires
        t.inv(hole),
        t.was_current(item),
        item.entry is Page,
    ensures
        is_data(t.state.tables, item.entry->Page_0.frame, item.slot.level),
        t.space().stale.contains(item.slot) || t.space().retired.contains(item.slot.parent()),
        forall|address: int| t.space().retired.contains(item.slot.parent()) && #[trigger] item.slot.covers(address) ==> item.slot.parent().covers(
            address,
        ),
{
    if t.was_below(item) {
        let frame = choose|frame: u64| #[trigger]
            t.retired.contains_key(frame) && t.retired[frame] == item.slot.parent() && t.left(frame, item.slot) == item.entry;
        assert(t.state.words[frame][item.slot.index()] == 0 || t.is_left(frame, item.slot.index()));
        assert(0u64 & PRESENT == 0) by (bit_vector);
    }
    if t.space().retired.contains(item.slot.parent()) {
        let frame = choose|frame: u64| #[trigger] t.retired.dom().contains(frame) && t.retired[frame] == item.slot.parent();
    }
}

/// Where there is a fault, the flat map has no page that allows the access, also in the middle of an operation.
pub proof fn lemma_fault(t: Tables, core: int, address: u64, access: Access, physical: int, hole: Option<Slot>)
    requires
        t.inv(hole),
        0 <= core < t.state.caches.len(),
        t.state.faults(core, address, access),
        t.space().is_settled_at(address),
    ensures
        !t.space().locates(address, access, physical),
{
    let at = translated(address);
    if t.space().locates(address, access, physical) {
        let page = choose|page: Slot| #[trigger]
            t.space().pages.contains_key(page) && is_canonical(address) && page.covers(at) && allows(t.space().pages[page].rights, access)
                && physical == t.space().pages[page].frame + (at - page.start());
        if exists|item: Cached| #[trigger]
            t.state.caches[core].contains(item) && item.slot.covers(at) && (item.entry matches Entry::Page(to) && !allows(to.rights, access)) {
            let item = choose|item: Cached| #[trigger]
                t.state.caches[core].contains(item) && item.slot.covers(at) && (item.entry matches Entry::Page(to) && !allows(
                    to.rights,
                    access,
                ));
            if t.is_current(item) {
                lemma_alone(t, item.slot, page);
            } else {
                lemma_was_current(t, item, hole);
            }
        } else {
            let (slot, from) = choose|slot: Slot, from: Target| #[trigger]
                t.state.looks_in(core, slot, from) && slot.covers(at) && t.state.words.contains_key(from.frame) && (t.state.found(slot, from)
                    is Absent || t.state.found(slot, from) is Reserved);
            if t.has(slot) && from == Target::table(t.frame(slot)) {
                lemma_free(t, slot, slot.level, hole);
            } else {
                let way = choose|way: Cached| #[trigger]
                    t.state.caches[core].contains(way) && way.slot == slot.parent() && way.entry == Entry::Table(from);
                assert(t.space().retired.contains(way.slot));
            }
        }
    }
}

/// A walk through the memory finds what the flat map says.
proof fn lemma_translate(t: Tables, address: int, level: int)
    requires
        t.inv(None),
        1 <= level <= 4,
        0 <= address < size(5),
        t.has(Slot { level, number: address / size(level) }),
    ensures
        match t.state.translate(
            address,
            Target::table(t.frame(Slot { level, number: address / size(level) })),
            level,
        ) {
            Some((page, to)) => page.covers(address) && t.pages().contains_key(page) && t.pages()[page] == to,
            None => forall|page: Slot| #[trigger] t.pages().contains_key(page) ==> !page.covers(address),
        },
    decreases level,
{
    let slot = Slot { level, number: address / size(level) };
    lemma_covers(slot, address);
    if t.entry(slot) is Table {
        let next = Slot { level: level - 1, number: address / size(level - 1) };
        lemma_translate(t, address, level - 1);
    } else if t.entry(slot) is Absent {
        lemma_free(t, slot, level, None);
    }
}

impl Process {
    /// What was written last is what is read. Where memory is at one address only, nothing else changed.
    pub proof fn theorem_last_written(self, address: u64, value: u8, after: Process, other: u64, read: u8)
        requires
            self.writes(address, value, after),
            forall|a: Slot, b: Slot| #[trigger]
                self.space.pages.contains_key(a) && #[trigger] self.space.pages.contains_key(b) && a != b ==> !a.overlaps(b),
            self.space.is_unshared(),
        ensures
            after.reads(address, value),
            other != address ==> (after.reads(other, read) <==> self.reads(other, read)),
    {
        let physical = choose|physical: int| #[trigger]
            self.space.locates(address, Access::Write, physical) && after == (Process {
                memory: self.memory.insert(physical, value),
                ..self
            });
        assert(self.space.locates(address, Access::Read, physical));
        assert forall|p: int| other != address && #[trigger] self.space.locates(other, Access::Read, p) implies p != physical by {
            if p == physical {
                lemma_unshared(self.space, address, other, p);
            }
        }
    }
}

/// Where memory is not mapped twice, what can be read of it is at one address.
proof fn lemma_unshared(space: Space, a: u64, b: u64, physical: int)
    requires
        forall|a: Slot, b: Slot| #[trigger]
            space.pages.contains_key(a) && #[trigger] space.pages.contains_key(b) && a != b ==> !a.overlaps(b),
        space.is_unshared(),
        space.locates(a, Access::Read, physical),
        space.locates(b, Access::Read, physical),
    ensures
        a == b,
{
    // Without products.
    hide(size);
    hide(Slot::start);
}

} // verus!
