//! A page table that cores change at once: each entry of the root has a lock of its own, for all that is below it.
//!
//! What is below an entry of the root is a page table of its own, as this entry and these tables are all that the processors read for
//! its addresses. An atomic invariant keeps the variables of these parts together with one for the whole address space: each part
//! has the pages of the whole at its own addresses. An operation takes one lock, and at the end, in one moment, changes the
//! variables of its part and of the whole, with the proof of the caller, which is about the whole.

use vstd::prelude::*;

use alloc::vec::Vec;

verus! {

use crate::entry_spec_t::*;
use crate::machine_t::*;
use crate::mmu_spec_t::*;
use crate::page_v::*;
use crate::parts_spec_t::*;
use crate::parts_v::*;
use crate::process_spec_t::*;
use crate::process_v::*;
use crate::resolve_v::*;
use crate::shared_spec_t::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use crate::space_spec_t::*;
use crate::table_v::*;
use crate::tables_v::*;
use vstd::invariant::*;
use vstd::iset::*;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;
use vstd::rwlock::*;

impl<L> Mapped<L> {
    /// What is mapped below an entry of the root.
    pub open spec fn part(self, index: int) -> Mapped<L> {
        Mapped {
            pages: self.pages.filter_keys(|slot: Slot| part_of(slot) == index),
            loans: self.loans.filter_keys(|slot: Slot| part_of(slot) == index),
        }
    }

    /// With something else below an entry of the root.
    pub open spec fn with_part(self, index: int, part: Mapped<L>) -> Mapped<L> {
        Mapped {
            pages: IMap::new(
                |slot: Slot| if part_of(slot) == index { part.pages.contains_key(slot) } else { self.pages.contains_key(slot) },
                |slot: Slot| if part_of(slot) == index { part.pages[slot] } else { self.pages[slot] },
            ),
            loans: self.loans.filter_keys(|slot: Slot| part_of(slot) != index).union_prefer_right(part.loans),
        }
    }

    /// All that is mapped are pages below an entry of the root.
    pub open spec fn is_below(self, index: int) -> bool {
        &&& forall|slot: Slot| #[trigger] self.pages.contains_key(slot) ==> slot.is_page() && part_of(slot) == index
        &&& forall|slot: Slot| #[trigger] self.loans.contains_key(slot) ==> part_of(slot) == index
    }

    /// All that is mapped are pages.
    pub open spec fn is_of_pages(self) -> bool {
        forall|slot: Slot| #[trigger] self.pages.contains_key(slot) ==> slot.is_page()
    }
}

/// The variables of a page table in parts.
#[verifier::reject_recursive_types(L)]
pub tracked struct Whole<L> {
    total: Held<L>,
    parts: Map<int, Known<L>>,
}

/// Which variables belong together.
pub ghost struct Family {
    /// The whole.
    pub terms: Terms,
    /// The variables of the parts.
    pub states: Seq<Loc>,
}

/// Each part has its pages of the whole.
pub ghost struct Together;

impl<L> InvariantPredicate<Family, Whole<L>> for Together {
    closed spec fn inv(family: Family, whole: Whole<L>) -> bool {
        &&& whole.total.id() == family.terms.state
        &&& whole.total@.is_of_pages()
        &&& forall|i: int| 0 <= i < 512 ==> #[trigger] is_variable(whole.parts, i, family.states[i], whole.total@.part(i))
    }
}

/// Whether a part has the variable with this name and value.
spec fn is_variable<L>(parts: Map<int, Known<L>>, i: int, name: Loc, value: Mapped<L>) -> bool {
    parts.contains_key(i) && parts[i].id() == name && parts[i]@ == value
}

/// What is below an entry of the root.
#[verifier::reject_recursive_types(L)]
pub struct Part<M: Machine, L> {
    table: PageTable<M, L>,
    held: Tracked<Held<L>>,
}

impl<M: Machine, L> Part<M, L> {
    /// What is mapped.
    spec fn mapped(&self) -> Mapped<L> {
        Mapped { pages: self.table@.pages, loans: self.table.loans() }
    }

    /// Between two operations cores know all changes, all pages are at addresses of the part, and its variable says what they are.
    spec fn keeps(&self, rule: Rule) -> bool {
        &&& self.is_idle(rule)
        &&& self.held@@ == self.mapped()
    }

    /// The same, but for the variable.
    spec fn is_idle(&self, rule: Rule) -> bool {
        &&& self.table.inv()
        &&& self.table@ == self.mapped().space()
        &&& self.mapped().is_below(rule.index)
        &&& self.table.state().width == rule.terms.width
        &&& self.table.state().tables == rule.terms.tables
        &&& self.held@.id() == rule.state
    }
}

impl<M: Machine, L> Part<M, L> {
    /// Every access of a program to an address of the part, on every core, goes where the map of the whole says: when nobody is at work
    /// in the part, whatever others do in theirs.
    proof fn theorem_access(
        &self,
        rule: Rule,
        total: Mapped<L>,
        whole: State,
        own: spec_fn(int) -> Set<u64>,
        core: int,
        address: u64,
        access: Access,
        physical: int,
    )
        requires
            self.keeps(rule),
            self.held@@ == total.part(rule.index),
            is_apart(whole, own),
            self.table.state().runs(whole.part(rule.index, own(rule.index))),
            0 <= core < whole.caches.len(),
            whole.accesses(core, address, access, physical),
            translated(address) / size(4) == rule.index,
        ensures
            total.space().locates(address, access, physical),
    {
        theorem_accesses(whole, core, address, access, physical, own);
        self.table.theorem_access(whole.part(rule.index, own(rule.index)), core, address, access, physical);
        let page = choose|page: Slot| #[trigger]
            self.table@.pages.contains_key(page) && is_canonical(address) && page.covers(translated(address)) && allows(
                self.table@.pages[page].rights,
                access,
            ) && physical == self.table@.pages[page].frame + (translated(address) - page.start());
        assert(total.pages.contains_key(page));
    }
}

/// Which parts are behind a lock.
pub ghost struct Rule {
    terms: Terms,
    index: int,
    state: Loc,
}

impl<M: Machine, L> RwLockPredicate<Part<M, L>> for Rule {
    closed spec fn inv(self, part: Part<M, L>) -> bool {
        part.keeps(self)
    }
}

impl Family {
    /// The rule of a part.
    spec fn rule(self, index: int) -> Rule {
        Rule { terms: self.terms, index, state: self.states[index] }
    }
}

/// A page table that cores share. Operations on pages below different entries of the root (of 512 GiB each) do not wait for each other.
#[verifier::reject_recursive_types(M)]
#[verifier::reject_recursive_types(L)]
pub struct SharedTable<M: Machine, L> {
    parts: Vec<RwLock<Part<M, L>, Rule>>,
    whole: Tracked<AtomicInvariant<Family, Whole<L>, Together>>,
}

/// Whether these are the machines of the parts of one address space that is new.
pub open spec fn are_new<M: Machine>(machines: Seq<M>, whole: State) -> bool {
    let counts = map![whole.root => 0u16];
    &&& is_new(whole, counts)
    &&& machines.len() == 512
    &&& forall|i: int| 0 <= i < 512 ==> (#[trigger] machines[i]).state() == whole.part(i, Set::empty()) && machines[i].counts() == counts
}

impl<M: Machine, L> SharedTable<M, L> {
    #[verifier::type_invariant]
    spec fn is_whole(self) -> bool {
        let family = self.whole@.constant();
        &&& self.parts@.len() == 512
        &&& forall|i: int| 0 <= i < 512 ==> (#[trigger] self.parts@[i]).pred() == family.rule(i)
    }

    /// What does not change of it.
    pub closed spec fn terms(&self) -> Terms {
        self.whole@.constant().terms
    }

    /// The namespace of its invariant, which linearizers must not open.
    pub closed spec fn namespace(&self) -> int {
        self.whole@.namespace()
    }

    /// The page table of a new address space, by the machines of its parts.
    pub fn new(machines: Vec<M>, Ghost(namespace): Ghost<int>, Ghost(state): Ghost<State>) -> (made: (
        SharedTable<M, L>,
        Tracked<Known<L>>,
    ))
        requires
            are_new(machines@, state),
        ensures
            made.0.terms() == (Terms { state: made.1@.id(), width: state.width, tables: state.tables }),
            made.0.namespace() == namespace,
            made.1@@ == (Mapped::<L> { pages: IMap::empty(), loans: Map::empty() }),
    {
        let ghost all = machines@;
        let ghost nothing = Mapped::<L> { pages: IMap::empty(), loans: Map::empty() };
        let tracked (total, client) = GhostVarAuth::new(nothing);
        let ghost terms = Terms { state: client.id(), width: state.width, tables: state.tables };
        let mut rest = machines;
        let mut parts: Vec<RwLock<Part<M, L>, Rule>> = Vec::with_capacity(512);
        let ghost mut states = Seq::<Loc>::empty();
        let tracked mut known = Map::<int, Known<L>>::tracked_empty();
        while parts.len() < 512
            invariant
                0 <= parts@.len() <= 512,
                rest@ == all.skip(parts@.len() as int),
                states.len() == parts@.len(),
                are_new(all, state),
                terms.width == state.width,
                terms.tables == state.tables,
                forall|i: int| 0 <= i < parts@.len() ==> (#[trigger] parts@[i]).pred() == (Rule { terms, index: i, state: states[i] }),
                forall|i: int| 0 <= i < parts@.len() ==> #[trigger] is_variable(known, i, states[i], nothing),
                nothing == (Mapped::<L> { pages: IMap::empty(), loans: Map::empty() }),
            decreases 512 - parts.len(),
        {
            let ghost index = parts@.len() as int;
            assert(rest@[0] == all[index]);
            proof {
                lemma_new(state, all[index].state(), index);
            }
            let table = PageTable::<M, L>::new(rest.remove(0));
            assert(rest@ =~= all.skip(index + 1));
            let tracked (held, half) = GhostVarAuth::new(nothing);
            let part = Part { table, held: Tracked(held) };
            let ghost rule = Rule { terms, index, state: half.id() };
            parts.push(RwLock::new(part, Ghost(rule)));
            proof {
                let (before, old) = (known, states);
                states = states.push(half.id());
                known.tracked_insert(index, half);
                assert forall|i: int| 0 <= i <= index implies #[trigger] is_variable(known, i, states[i], nothing) by {
                    assert(i < index ==> is_variable(before, i, old[i], nothing));
                }
            }
        }
        let ghost family = Family { terms, states };
        proof {
            assert forall|i: int| 0 <= i < 512 implies #[trigger] is_variable(known, i, states[i], nothing.part(i)) by {
                assert(is_variable(known, i, states[i], nothing));
                assert(nothing.part(i).pages =~= nothing.pages && nothing.part(i).loans =~= nothing.loans);
            }
        }
        let tracked whole = AtomicInvariant::new(family, Whole { total, parts: known }, namespace);
        (SharedTable { parts, whole: Tracked(whole) }, Tracked(client))
    }

    /// Maps a page to memory, and borrows what was lent for it until it is unmapped. An error gives the loan back. It happens
    /// at one moment, at which the linearizer is applied. The memory is none that is for tables.
    pub fn map<F: Frames, X: MutLinearizer<MapOf<L>>>(
        &self,
        page: Page,
        to: Target,
        loan: Tracked<L>,
        frames: &mut F,
        Tracked(linearizer): Tracked<X>,
    ) -> (done: (MapResult<L>, Tracked<X::Completion>))
        requires
            is_data(self.terms().tables, to.frame, page.slot().level),
            linearizer.pre(MapOf { terms: self.terms(), page: page.slot(), to, loan: loan@ }),
            !linearizer.namespaces().contains(self.namespace()),
        ensures
            linearizer.post(MapOf { terms: self.terms(), page: page.slot(), to, loan: loan@ }, done.0, done.1@),
    {
        proof {
            use_type_invariant(self);
            page.lemma_slot();
        }
        let ghost slot = page.slot();
        let ghost op = MapOf { terms: self.terms(), page: slot, to, loan: loan@ };
        let index = page.index(4);
        let (mut part, handle) = self.parts[index].acquire_write();
        let ghost rule = self.whole@.constant().rule(index as int);
        let ghost before = part.mapped();
        let result = part.table.map(page, to, loan, frames);
        let Tracked(credit) = create_open_invariant_credit();
        let Part { table, mut held } = part;
        let ghost after = Mapped { pages: table@.pages, loans: table.loans() };
        proof {
            lemma_map(before, op, after, result, index as int);
        }
        let tracked completion = commit(self.whole.borrow(), credit, held.borrow_mut(), index as int, after, op, &result, linearizer);
        handle.release_write(Part { table, held });
        (result, Tracked(completion))
    }

    /// Unmaps a page, makes all cores forget it, and gives back what was lent for it. It happens at one moment, at which
    /// the linearizer is applied.
    pub fn unmap<F: Frames, X: MutLinearizer<UnmapOf<L>>>(&self, page: Page, frames: &mut F, Tracked(linearizer): Tracked<X>) -> (done: (
        UnmapResult<L>,
        Tracked<X::Completion>,
    ))
        requires
            linearizer.pre(UnmapOf { terms: self.terms(), page: page.slot(), lent: core::marker::PhantomData }),
            !linearizer.namespaces().contains(self.namespace()),
        ensures
            linearizer.post(UnmapOf { terms: self.terms(), page: page.slot(), lent: core::marker::PhantomData }, done.0, done.1@),
    {
        proof {
            use_type_invariant(self);
            page.lemma_slot();
        }
        let ghost slot = page.slot();
        let ghost op = UnmapOf::<L> { terms: self.terms(), page: slot, lent: core::marker::PhantomData };
        let index = page.index(4);
        let (mut part, handle) = self.parts[index].acquire_write();
        let ghost before = part.mapped();
        let result: UnmapResult<L> = match part.table.unmap(page) {
            Ok((was, stale)) => {
                let loan = part.table.settle(stale, frames);
                proof {
                    assert(part.table@.stale =~= ISet::empty());
                    assert(part.table@.retired =~= ISet::empty());
                }
                Ok((was, loan))
            },
            Err(error) => Err(error),
        };
        let Tracked(credit) = create_open_invariant_credit();
        let Part { table, mut held } = part;
        let ghost after = Mapped { pages: table@.pages, loans: table.loans() };
        proof {
            lemma_unmap(before, op, after, result, index as int);
        }
        let tracked completion = commit(self.whole.borrow(), credit, held.borrow_mut(), index as int, after, op, &result, linearizer);
        handle.release_write(Part { table, held });
        (result, Tracked(completion))
    }

    /// The page at an address, if there is one. It is looked at at one moment, at which the linearizer is applied.
    pub fn resolve<X: ReadLinearizer<ResolveOf<L>>>(&self, address: u64, Tracked(linearizer): Tracked<X>) -> (done: (
        Option<Resolved>,
        Tracked<X::Completion>,
    ))
        requires
            is_canonical(address),
            linearizer.pre(ResolveOf { terms: self.terms(), address, lent: core::marker::PhantomData }),
            !linearizer.namespaces().contains(self.namespace()),
        ensures
            linearizer.post(ResolveOf { terms: self.terms(), address, lent: core::marker::PhantomData }, done.0, done.1@),
    {
        proof {
            use_type_invariant(self);
        }
        let ghost op = ResolveOf::<L> { terms: self.terms(), address, lent: core::marker::PhantomData };
        let page = Page::around(Size::Small, address);
        let index = page.index(4);
        let handle = self.parts[index].acquire_read();
        let part = handle.borrow();
        let result = part.table.resolve(address);
        let Tracked(credit) = create_open_invariant_credit();
        let tracked mut completion = None;
        proof {
            let tracked whole = self.whole.borrow();
            let tracked held = part.held.borrow();
            open_atomic_invariant_in_proof!(credit => whole => w => {
                assert(is_variable(w.parts, index as int, whole.constant().states[index as int], w.total@.part(index as int)));
                held.agree(w.parts.tracked_borrow(index as int));
                lemma_resolve(w.total@, translated(address), page.slot());
                completion = Some(linearizer.apply(op, &w.total, &result));
            });
        }
        handle.release_read();
        (result, Tracked(completion.tracked_unwrap()))
    }
}

/// A page at an address is one of the part that the address is in.
proof fn lemma_resolve<L>(total: Mapped<L>, address: int, least: Slot)
    requires
        total.is_of_pages(),
        least.is_page(),
        least.covers(address),
    ensures
        forall|slot: Slot| #[trigger]
            total.pages.contains_key(slot) && slot.covers(address) ==> total.part(part_of(least)).pages.contains_key(slot),
{
    assert forall|slot: Slot| #[trigger] total.pages.contains_key(slot) && slot.covers(address) implies part_of(slot) == part_of(least) by {
        lemma_covers(slot, address);
        lemma_covers(least, address);
    }
}

/// The part of a new address space is new.
proof fn lemma_new(whole: State, part: State, index: int)
    requires
        is_new(whole, map![whole.root => 0u16]),
        part == whole.part(index, Set::empty()),
    ensures
        is_new(part, map![whole.root => 0u16]),
{
    let zeros = Seq::new(ENTRIES as nat, |i: int| 0u64);
    assert(only(zeros, index) =~= zeros);
    assert(part.words =~= map![whole.root => zeros]);
    assert forall|core: int, item: Cached| 0 <= core < part.caches.len() implies !#[trigger] part.caches[core].contains(item) by {
        assert(!whole.caches[core].contains(item));
    }
}

/// At one moment, the variables of a part and of the whole change, with the proof of the caller.
proof fn commit<L, O: MutOperation<Resource = Held<L>, NewState = Mapped<L>>, X: MutLinearizer<O>>(
    tracked whole: &AtomicInvariant<Family, Whole<L>, Together>,
    tracked credit: OpenInvariantCredit,
    tracked held: &mut Held<L>,
    index: int,
    after: Mapped<L>,
    op: O,
    e: &O::ExecResult,
    tracked linearizer: X,
) -> (tracked completion: X::Completion)
    requires
        0 <= index < 512,
        old(held).id() == whole.constant().states[index],
        after.is_below(index),
        linearizer.pre(op),
        !linearizer.namespaces().contains(whole.namespace()),
        forall|pre: Held<L>|
            pre.id() == whole.constant().terms.state && pre@.is_of_pages() && pre@.part(index) == old(held)@ ==> #[trigger] op.requires(
                pre,
                pre@.with_part(index, after),
                *e,
            ),
        forall|pre: Held<L>, post: Held<L>, new: Mapped<L>| #[trigger] op.ensures(pre, post, new) ==> post.id() == pre.id() && post@ == new,
    ensures
        final(held).id() == old(held).id(),
        final(held)@ == after,
        linearizer.post(op, *e, completion),
    opens_invariants linearizer.namespaces().insert(whole.namespace())
{
    let family = whole.constant();
    let tracked mut completion = None;
    open_atomic_invariant_in_proof!(credit => whole => w => {
        let (before, total) = (w.parts, w.total@);
        assert(is_variable(before, index, family.states[index], total.part(index)));
        let tracked mut mine = w.parts.tracked_remove(index);
        held.agree(&mine);
        completion = Some(linearizer.apply(op, &mut w.total, total.with_part(index, after), e));
        held.update(&mut mine, after);
        w.parts.tracked_insert(index, mine);
        assert forall|i: int| 0 <= i < 512 implies #[trigger] is_variable(w.parts, i, family.states[i], w.total@.part(i)) by {
            assert(is_variable(before, i, family.states[i], total.part(i)));
            lemma_with_part(total, index, after, i);
        }
    });
    completion.tracked_unwrap()
}

/// With something else in one part, the other parts are the same.
proof fn lemma_with_part<L>(total: Mapped<L>, index: int, after: Mapped<L>, i: int)
    requires
        after.is_below(index),
    ensures
        total.with_part(index, after).part(i) == if i == index { after } else { total.part(i) },
{
    let part = total.with_part(index, after).part(i);
    if i == index {
        assert(part.pages =~= after.pages);
        assert(part.loans =~= after.loans);
    } else {
        assert(part.pages =~= total.part(i).pages);
        assert(part.loans =~= total.part(i).loans);
    }
}

/// A page in a part is free in it if and only if it is free in the whole.
proof fn lemma_is_free<L>(total: Mapped<L>, page: Slot)
    requires
        total.is_of_pages(),
        page.is_page(),
    ensures
        total.space().is_free(page) <==> total.part(part_of(page)).space().is_free(page),
{
    let part = total.part(part_of(page));
    assert forall|other: Slot| #[trigger] total.pages.contains_key(other) && other.overlaps(page) implies part.pages.contains_key(other) by {
        if other.level >= page.level {
            lemma_overlaps(other, page);
        } else {
            lemma_overlaps(page, other);
        }
    }
    assert forall|other: Slot| #[trigger] part.pages.contains_key(other) implies total.pages.contains_key(other) by {}
}

/// What `map` does to a part it does to the whole.
proof fn lemma_map<L>(before: Mapped<L>, op: MapOf<L>, after: Mapped<L>, result: MapResult<L>, index: int)
    requires
        op.page.is_page(),
        part_of(op.page) == index,
        match result {
            Ok(()) => {
                &&& maps(before.space(), op.page, op.to, op.terms.width, after.space(), Ok(()))
                &&& after == before.with(op.page, op.to, op.loan)
            },
            Err((error, back)) => {
                &&& maps(before.space(), op.page, op.to, op.terms.width, after.space(), Err(error))
                &&& after == before
                &&& back@ == op.loan
            },
        },
    ensures
        forall|pre: Held<L>|
            pre.id() == op.terms.state && pre@.is_of_pages() && pre@.part(index) == before ==> #[trigger] op.requires(
                pre,
                pre@.with_part(index, after),
                result,
            ),
{
    assert forall|pre: Held<L>| pre.id() == op.terms.state && pre@.is_of_pages() && pre@.part(index) == before implies #[trigger] op.requires(
        pre,
        pre@.with_part(index, after),
        result,
    ) by {
        let new = pre@.with_part(index, after);
        lemma_is_free(pre@, op.page);
        if result is Ok {
            assert(new.pages =~= pre@.with(op.page, op.to, op.loan).pages);
            assert(new.loans =~= pre@.with(op.page, op.to, op.loan).loans);
        } else {
            assert(new.pages =~= pre@.pages);
            assert(new.loans =~= pre@.loans);
        }
    }
}

/// What `unmap` does to a part it does to the whole.
proof fn lemma_unmap<L>(before: Mapped<L>, op: UnmapOf<L>, after: Mapped<L>, result: UnmapResult<L>, index: int)
    requires
        part_of(op.page) == index,
        match result {
            Ok((was, loan)) => {
                &&& before.pages.contains_key(op.page)
                &&& before.loans.contains_key(op.page)
                &&& was.frame == before.pages[op.page].frame
                &&& loan@ == before.loans[op.page]
                &&& after == before.without(op.page)
            },
            Err(_) => after == before && !before.pages.contains_key(op.page),
        },
    ensures
        forall|pre: Held<L>|
            pre.id() == op.terms.state && pre@.part(index) == before ==> #[trigger] op.requires(pre, pre@.with_part(index, after), result),
{
    assert forall|pre: Held<L>| pre.id() == op.terms.state && pre@.part(index) == before implies #[trigger] op.requires(
        pre,
        pre@.with_part(index, after),
        result,
    ) by {
        let new = pre@.with_part(index, after);
        if result is Ok {
            assert(new.pages =~= pre@.without(op.page).pages);
            assert(new.loans =~= pre@.without(op.page).loans);
        } else {
            assert(new.pages =~= pre@.pages);
            assert(new.loans =~= pre@.loans);
        }
    }
}

} // verus!
