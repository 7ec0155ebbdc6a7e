//! What an address space is to who manages it: one flat map from pages to memory, and what operations do to it.

use vstd::prelude::*;

verus! {

use crate::entry_spec_t::*;
use crate::error_v::*;
use crate::mmu_spec_t::*;
use crate::slot_spec_t::*;
use crate::stale_v::StaleView;

/// An address space between two operations.
pub ghost struct Space {
    /// The pages: where each leads, and what may be done there. A page has the place of its entry.
    pub pages: IMap<Slot, Target>,
    /// The pages that cores may still use as they were.
    pub stale: ISet<Slot>,
    /// The regions in which cores may still look in tables that are not there any more.
    pub retired: ISet<Slot>,
}

impl Space {
    /// No page is at any of the addresses.
    pub open spec fn is_free(self, place: Slot) -> bool {
        forall|page: Slot| #[trigger] self.pages.contains_key(page) ==> !page.overlaps(place)
    }

    /// The cores know all changes of a region.
    pub open spec fn is_settled(self, place: Slot) -> bool {
        &&& forall|page: Slot| #[trigger] self.stale.contains(page) ==> !page.overlaps(place)
        &&& forall|region: Slot| #[trigger] self.retired.contains(region) ==> !region.overlaps(place)
    }

    /// With a page.
    pub open spec fn with(self, page: Slot, to: Target) -> Space {
        Space { pages: self.pages.insert(page, to), ..self }
    }

    /// Without a page.
    pub open spec fn without(self, page: Slot) -> Space {
        Space { pages: self.pages.remove(page), ..self }
    }

    /// With 512 smaller pages in place of one.
    pub open spec fn split(self, page: Slot) -> Space {
        let pages = IMap::new(
            |place: Slot| place.parent() == page || place != page && self.pages.contains_key(place),
            |place: Slot| if place.parent() == page { part(self.pages[page], place) } else { self.pages[place] },
        );
        Space { pages, ..self }
    }

    /// Whether all smaller pages are there, as parts of a larger one.
    pub open spec fn is_whole(self, page: Slot) -> bool {
        let to = self.pages[page.child(0)];
        &&& to.frame as int % size(page.level) == 0
        &&& forall|i: int| 0 <= i < 512 ==> #[trigger] self.pages.contains_key(page.child(i)) && self.pages[page.child(i)] == part(to, page.child(i))
    }

    /// With one page in place of 512 smaller ones.
    pub open spec fn merge(self, page: Slot) -> Space {
        let pages = IMap::new(
            |place: Slot| place == page || place.parent() != page && self.pages.contains_key(place),
            |place: Slot| if place == page { self.pages[page.child(0)] } else { self.pages[place] },
        );
        Space { pages, ..self }
    }

    /// When cores may still keep what a token says.
    pub open spec fn unsettle(self, token: StaleView) -> Space {
        Space { stale: self.stale.insert(token.page), retired: self.retired.union(regions(token.tables)), ..self }
    }

    /// When they do not any more.
    pub open spec fn settle(self, token: StaleView) -> Space {
        Space { stale: self.stale.remove(token.page), retired: self.retired.difference(regions(token.tables)), ..self }
    }
}

/// Where a smaller page leads that is a part of one that leads to `to`.
pub open spec fn part(to: Target, place: Slot) -> Target {
    Target { frame: (to.frame + place.index() * size(place.level)) as u64, ..to }
}

/// The places of tables.
pub open spec fn regions(tables: Map<u64, Slot>) -> ISet<Slot> {
    ISet::new(|slot: Slot| tables.contains_value(slot))
}

/// A page becomes mapped, or why not. An error has changed nothing.
pub open spec fn maps(before: Space, page: Slot, to: Target, width: u64, after: Space, result: Result<(), MapError>) -> bool {
    match result {
        Ok(()) => before.is_free(page) && after == before.with(page, to),
        Err(MapError::Mapped) => after == before && !before.is_free(page),
        Err(MapError::BadTarget) => after == before && !(to.frame as int % size(page.level) == 0 && to.frame >> width == 0 && to.memory < 4),
        Err(MapError::NoFrame) => after == before,
    }
}

/// A page becomes unmapped, or it was not mapped.
pub open spec fn unmaps(before: Space, page: Slot, after: Space, result: Result<StaleView, NotMapped>) -> bool {
    match result {
        Ok(stale) => {
            &&& before.pages.contains_key(page)
            &&& stale.page == page
            &&& after == before.without(page).unsettle(stale)
        },
        Err(NotMapped) => after == before && !before.pages.contains_key(page),
    }
}

/// A page gets other rights, or it was not mapped.
pub open spec fn protects(before: Space, page: Slot, rights: Rights, after: Space, result: Result<StaleView, NotMapped>) -> bool {
    match result {
        Ok(stale) => {
            &&& before.pages.contains_key(page)
            &&& stale.page == page
            &&& after == before.with(page, Target { rights, ..before.pages[page] }).unsettle(stale)
        },
        Err(NotMapped) => after == before && !before.pages.contains_key(page),
    }
}

/// A page becomes 512 smaller ones, with the same rights, or why not. An error has changed nothing.
pub open spec fn splits(before: Space, page: Slot, after: Space, result: Result<StaleView, SplitError>) -> bool {
    match result {
        Ok(stale) => {
            &&& before.pages.contains_key(page)
            &&& page.level > 1
            &&& stale.page == page
            &&& after == before.split(page).unsettle(stale)
        },
        Err(SplitError::NotMapped) => after == before && !before.pages.contains_key(page),
        Err(SplitError::Small) => after == before && page.level == 1,
        Err(SplitError::NoFrame) => after == before,
    }
}

/// Smaller pages become one, or why not. An error has changed nothing. The token is of the first of them, and of their table.
pub open spec fn merges(before: Space, page: Slot, after: Space, result: Result<StaleView, MergeError>) -> bool {
    match result {
        Ok(stale) => {
            &&& page.level > 1
            &&& before.is_whole(page)
            &&& stale.page == page.child(0)
            &&& stale.tables.contains_value(page)
            &&& after == before.merge(page).unsettle(stale)
        },
        Err(MergeError::Small) => after == before && page.level == 1,
        Err(MergeError::NotWhole) => after == before && !before.is_whole(page),
    }
}

/// What is found at an address.
pub open spec fn resolves(space: Space, address: u64, result: Option<(Slot, Target)>) -> bool {
    match result {
        Some((page, to)) => {
            &&& is_canonical(address)
            &&& page.covers(translated(address))
            &&& space.pages.contains_key(page)
            &&& space.pages[page] == to
        },
        None => is_canonical(address) ==> forall|page: Slot| #[trigger]
            space.pages.contains_key(page) ==> !page.covers(translated(address)),
    }
}

/// The first page that does not end before an address.
pub open spec fn is_next(space: Space, address: int, result: Option<(Slot, Target)>) -> bool {
    match result {
        Some((first, to)) => {
            &&& space.pages.contains_pair(first, to)
            &&& first.end() > address
            &&& forall|page: Slot| #[trigger] space.pages.contains_key(page) && page.end() > address ==> first.start() <= page.start()
        },
        None => forall|page: Slot| #[trigger] space.pages.contains_key(page) ==> page.end() <= address,
    }
}

} // verus!
