//! What operations of a page table that cores share do, each at one moment between its call and its return.
//!
//! The state is one map for the whole address space, a ghost variable in two halves. The page table has one half; the other one is
//! the client's, who may put it into an atomic invariant. An operation gets a linearizer, which is the client's proof for the
//! moment of the operation.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::resolve_v::Resolved;
use crate::slot_spec_t::*;
use crate::space_spec_t::*;
use crate::unmap_v::Unmapped;
use vstd::logatom::*;
use vstd::resource::Loc;
use vstd::resource::ghost_var::*;

/// What is mapped. Between two operations cores know all changes.
pub ghost struct Mapped<L> {
    /// The pages.
    pub pages: IMap<Slot, Target>,
    /// What was lent for each.
    pub loans: Map<Slot, L>,
}

/// The page table's half of the variable that says what is mapped.
pub type Held<L> = GhostVarAuth<Mapped<L>>;

/// The client's half of it.
pub type Known<L> = GhostVar<Mapped<L>>;

impl<L> Mapped<L> {
    /// As an address space.
    pub open spec fn space(self) -> Space {
        Space { pages: self.pages, stale: ISet::empty(), retired: ISet::empty() }
    }

    /// With a page.
    pub open spec fn with(self, page: Slot, to: Target, loan: L) -> Mapped<L> {
        Mapped { pages: self.pages.insert(page, to), loans: self.loans.insert(page, loan) }
    }

    /// Without a page.
    pub open spec fn without(self, page: Slot) -> Mapped<L> {
        Mapped { pages: self.pages.remove(page), loans: self.loans.remove(page) }
    }
}

/// What does not change of a page table that cores share.
pub ghost struct Terms {
    /// The variable that says what is mapped.
    pub state: Loc,
    /// How many bits addresses of memory have.
    pub width: u64,
    /// The part of the memory that is for tables.
    pub tables: ISet<u64>,
}

/// What `map` gives. An error gives the loan back.
pub type MapResult<L> = Result<(), (MapError, Tracked<L>)>;

/// What `unmap` gives: the page as it was, and what was lent.
pub type UnmapResult<L> = Result<(Unmapped, Tracked<L>), NotMapped>;

/// A page becomes mapped.
pub ghost struct MapOf<L> {
    /// The page table.
    pub terms: Terms,
    /// The page.
    pub page: Slot,
    /// Where it leads.
    pub to: Target,
    /// What is lent.
    pub loan: L,
}

impl<L> MutOperation for MapOf<L> {
    type Resource = Held<L>;

    type ExecResult = MapResult<L>;

    type NewState = Mapped<L>;

    open spec fn requires(self, pre: Held<L>, new_state: Mapped<L>, e: MapResult<L>) -> bool {
        &&& pre.id() == self.terms.state
        &&& match e {
            Ok(()) => {
                &&& maps(pre@.space(), self.page, self.to, self.terms.width, new_state.space(), Ok(()))
                &&& new_state == pre@.with(self.page, self.to, self.loan)
            },
            Err((error, back)) => {
                &&& maps(pre@.space(), self.page, self.to, self.terms.width, new_state.space(), Err(error))
                &&& new_state == pre@
                &&& back@ == self.loan
            },
        }
    }

    open spec fn ensures(self, pre: Held<L>, post: Held<L>, new_state: Mapped<L>) -> bool {
        post.id() == pre.id() && post@ == new_state
    }
}

/// A page becomes unmapped, and all cores have forgotten it.
pub ghost struct UnmapOf<L> {
    /// The page table.
    pub terms: Terms,
    /// The page.
    pub page: Slot,
    /// The type of what is lent.
    pub lent: core::marker::PhantomData<L>,
}

impl<L> MutOperation for UnmapOf<L> {
    type Resource = Held<L>;

    type ExecResult = UnmapResult<L>;

    type NewState = Mapped<L>;

    open spec fn requires(self, pre: Held<L>, new_state: Mapped<L>, e: UnmapResult<L>) -> bool {
        &&& pre.id() == self.terms.state
        &&& match e {
            Ok((was, loan)) => {
                &&& pre@.pages.contains_key(self.page)
                &&& was.frame == pre@.pages[self.page].frame
                &&& loan@ == pre@.loans[self.page]
                &&& new_state == pre@.without(self.page)
            },
            Err(NotMapped) => new_state == pre@ && !pre@.pages.contains_key(self.page),
        }
    }

    open spec fn ensures(self, pre: Held<L>, post: Held<L>, new_state: Mapped<L>) -> bool {
        post.id() == pre.id() && post@ == new_state
    }
}

/// What is at an address.
pub ghost struct ResolveOf<L> {
    /// The page table.
    pub terms: Terms,
    /// The address.
    pub address: u64,
    /// The type of what is lent.
    pub lent: core::marker::PhantomData<L>,
}

impl<L> ReadOperation for ResolveOf<L> {
    type Resource = Held<L>;

    type ExecResult = Option<Resolved>;

    open spec fn requires(self, r: Held<L>, e: Option<Resolved>) -> bool {
        &&& r.id() == self.terms.state
        &&& resolves(
            r@.space(),
            self.address,
            match e {
                Some(resolved) => Some(resolved.found()),
                None => None,
            },
        )
    }
}

} // verus!
