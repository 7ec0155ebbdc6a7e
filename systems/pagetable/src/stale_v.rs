//! What the cores may still keep, as a token: what was unmapped cannot be used for something else before they forgot it.

use vstd::prelude::*;

verus! {

use crate::page_v::*;
use crate::slot_spec_t::*;
use crate::slot_v::*;
use vstd::resource::Loc;
use vstd::resource::map::*;

/// What a token is about.
pub ghost struct StaleView {
    /// The page.
    pub page: Slot,
    /// The tables that became empty, by their frames, and where they were.
    pub tables: Map<u64, Slot>,
    /// Whether cores may keep the page for writes.
    pub dirty: bool,
}

/// The duty to make all cores forget a page. Who unmaps a page gets back what was lent for it only from here, when the
/// duty is done ([`PageTable::settle`](crate::table_v::PageTable::settle)); and only then the frames of tables that
/// became empty go back to their allocator. A token that is dropped is memory that is lost.
#[must_use = "cores may use the page until the token is settled"]
pub struct Stale<L> {
    pub(crate) page: Page,
    /// The frames of the tables that became empty; the first `count` of them.
    pub(crate) frames: [u64; 3],
    pub(crate) count: usize,
    pub(crate) tables: Tracked<GhostSubmap<u64, Slot>>,
    pub(crate) dirty: Ghost<bool>,
    pub(crate) loan: Tracked<L>,
}

impl<L> Stale<L> {
    /// Of which page table.
    pub open(crate) spec fn id(&self) -> Loc {
        self.tables@.id()
    }

    /// What it is about.
    pub open(crate) spec fn view(&self) -> StaleView {
        StaleView { page: self.page.slot(), tables: self.tables@@, dirty: self.dirty@ }
    }

    /// What was lent for the page.
    pub open(crate) spec fn loan(&self) -> L {
        self.loan@
    }

    /// What is known of every one.
    pub open(crate) spec fn inv(&self) -> bool {
        &&& self.count <= 3
        &&& self.page.slot().level + self.count <= 4
        &&& forall|frame: u64| #[trigger] self.tables@@.contains_key(frame) ==> exists|i: int|
            0 <= i < self.count && #[trigger] self.frames[i] == frame
        &&& forall|i: int|
            0 <= i < self.count ==> self.tables@@.contains_pair(#[trigger] self.frames[i], self.page.slot().up(self.page.slot().level + 1 + i))
    }
}

} // verus!
