//! What cores do in the whole address space is what they do in each part of it: so the theorems about a page table hold of each part of
//! one that cores share.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::mmu_spec_t::*;
use crate::parts_spec_t::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::tables_v::*;

/// Whether the parts have tables of their own, and each way that a core keeps leads to a table of the part that it is in.
pub open spec fn is_apart(state: State, own: spec_fn(int) -> Set<u64>) -> bool {
    &&& state.words.contains_key(state.root)
    &&& forall|frame: u64| #[trigger] state.words.contains_key(frame) ==> state.words[frame].len() == ENTRIES
    &&& forall|i: int| !(#[trigger] own(i)).contains(state.root)
    &&& forall|i: int, j: int, frame: u64| i != j && #[trigger] own(i).contains(frame) ==> !#[trigger] own(j).contains(frame)
    &&& forall|core: int, item: Cached|
        0 <= core < state.caches.len() && #[trigger] state.caches[core].contains(item) ==> {
            &&& 1 <= item.slot.level <= 4
            &&& item.entry matches Entry::Table(to) ==> own(part_of(item.slot)).contains(to.frame) && state.words.contains_key(to.frame)
        }
}

/// What cores do in the whole they do in each part, or it is nothing there.
pub proof fn theorem_steps(whole: State, after: State, index: int, own: spec_fn(int) -> Set<u64>)
    requires
        is_apart(whole, own),
        whole.steps(after),
    ensures
        whole.part(index, own(index)).runs(after.part(index, own(index))),
{
    let (part, then) = (whole.part(index, own(index)), after.part(index, own(index)));
    if exists|core: int, slot: Slot, from: Target, write: bool| #[trigger] whole.walks(after, core, slot, from, write) {
        let (core, slot, from, write) = choose|core: int, slot: Slot, from: Target, write: bool| #[trigger]
            whole.walks(after, core, slot, from, write);
        lemma_walks(whole, after, core, slot, from, write, index, own);
    } else {
        let (core, rest) = choose|core: int, rest: ISet<Cached>| #[trigger] whole.forgets(after, core, rest);
        let rest = rest.filter(|item: Cached| part_of(item.slot) == index);
        assert(then.caches =~~= part.caches.update(core, rest));
        assert(then.words =~= part.words);
        assert(part.forgets(then, core, rest));
    }
    let trace = if then == part { seq![part] } else { seq![part, then] };
    assert(part.runs_through(then, trace));
}

/// A step of a walk is one in the part that it is in, and nothing in the others.
proof fn lemma_walks(
    whole: State,
    after: State,
    core: int,
    slot: Slot,
    from: Target,
    write: bool,
    index: int,
    own: spec_fn(int) -> Set<u64>,
)
    requires
        is_apart(whole, own),
        whole.walks(after, core, slot, from, write),
    ensures
        whole.part(index, own(index)) == after.part(index, own(index)) || whole.part(index, own(index)).steps(
            after.part(index, own(index)),
        ),
{
    let (part, then) = (whole.part(index, own(index)), after.part(index, own(index)));
    if slot.level < 4 {
        let way = choose|way: Cached| #[trigger]
            whole.caches[core].contains(way) && way.slot == slot.parent() && way.entry == Entry::Table(from);
        assert(part_of(way.slot) == part_of(slot));
        assert(part_of(slot) == index ==> part.caches[core].contains(way));
    } else {
        assert(part_of(slot) == slot.number == slot.index());
    }
    let (word, found) = (whole.words[from.frame][slot.index()], whole.found(slot, from));
    if found is Table || found is Page {
        let marked = if found is Page && write { word | ACCESSED | DIRTY } else { word | ACCESSED };
        let item = Cached { slot, entry: found, dirty: found is Page && marked & DIRTY != 0 };
        assert(after == whole.write(from.frame, slot.index(), marked).keep(core, item));
        if part_of(slot) != index {
            theorem_writes(whole, from.frame, slot.index(), marked, index, own(index));
            assert(then.caches =~~= part.caches);
        } else if part.words.contains_key(from.frame) {
            let root = whole.words[whole.root];
            assert(slot.level == 4 ==> only(root.update(index, marked), index) =~= only(root, index).update(index, marked));
            assert(then.caches =~~= part.keep(core, item).caches);
            assert(then.words =~= part.write(from.frame, slot.index(), marked).words);
        }
    }
    if part_of(slot) == index {
        assert(part.walks(then, core, slot, from, write));
    }
}

/// What is written in one part is nothing in the others.
pub proof fn theorem_writes(whole: State, frame: u64, entry: int, word: u64, index: int, own: Set<u64>)
    requires
        whole.words.contains_key(frame),
        whole.words[frame].len() == ENTRIES,
        0 <= entry < ENTRIES,
        !own.contains(frame),
        frame == whole.root ==> entry != index,
    ensures
        whole.write(frame, entry, word).part(index, own) == whole.part(index, own),
{
    let (part, then) = (whole.part(index, own), whole.write(frame, entry, word).part(index, own));
    assert(only(whole.words[whole.root].update(entry, word), index) =~= only(whole.words[whole.root], index) || frame != whole.root);
    assert(then.words =~= part.words);
    assert(then.caches =~~= part.caches);
}

/// An access to an address in the whole is one in the part that the address is in.
pub proof fn theorem_accesses(whole: State, core: int, address: u64, access: Access, physical: int, own: spec_fn(int) -> Set<u64>)
    requires
        is_apart(whole, own),
        0 <= core < whole.caches.len(),
        whole.accesses(core, address, access, physical),
    ensures
        ({
            let index = translated(address) / size(4);
            whole.part(index, own(index)).accesses(core, address, access, physical)
        }),
{
    let index = translated(address) / size(4);
    let item = choose|item: Cached| #[trigger]
        whole.caches[core].contains(item) && is_canonical(address) && whole.uses(item, translated(address), access, physical);
    lemma_covers(item.slot, translated(address));
    assert(whole.part(index, own(index)).caches[core].contains(item));
}

/// Each way that a core keeps leads to a table that is owned, and not to the root: what [`is_apart`] asks, of each part.
pub proof fn theorem_ways(t: Tables, core: int, item: Cached, hole: Option<Slot>)
    requires
        t.inv(hole),
        0 <= core < t.state.caches.len(),
        t.state.caches[core].contains(item),
        item.entry is Table,
    ensures
        t.state.words.contains_key(item.entry->Table_0.frame),
        item.entry->Table_0.frame != t.state.root,
{
    if t.is_current(item) {
        assert(t.is_good(item.slot));
        assert(t.dirs[Slot::root()] == t.state.root);
    }
}

} // verus!
