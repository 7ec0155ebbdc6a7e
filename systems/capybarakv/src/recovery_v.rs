//! What a storage is recovered to, and what of it recovery does not look at.

use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::table_v::*;
use journal::abstract_spec_t::*;
use journal::recovery_v::*;
use pmcopy::PmCopy;
use power::bytes_v::*;
use power::copied_v::*;
use power::writes_v::*;

/// Whether what the journal recovers is a store with this table.
#[verifier::opaque]
pub open spec fn is_store<K: PmCopy, I: PmCopy, L: PmCopy>(found: Recovered, geometry: Geometry, table: Table<K, I, L>) -> bool {
    &&& found.format.program == PROGRAM
    &&& found.format.program_version == VERSION
    &&& found.format.area == found.area.len()
    &&& stores(found.area, HEADER as int, geometry)
    &&& holds(found.area, geometry, table)
}

/// The store in what the journal recovers, if there is one.
pub open spec fn look<K: PmCopy, I: PmCopy, L: PmCopy>() -> spec_fn(Recovered) -> Option<Stored<K, I, L>> {
    |found: Recovered|
        if exists|geometry: Geometry, table: Table<K, I, L>| is_store(found, geometry, table) {
            let (geometry, table) = choose|geometry: Geometry, table: Table<K, I, L>| is_store(found, geometry, table);
            Some(Stored { geometry, map: map_of(table) })
        } else {
            None
        }
}

/// The store in a storage, if there is one.
pub open spec fn recovered_store<K: PmCopy, I: PmCopy, L: PmCopy>(s: Seq<u8>) -> Option<Stored<K, I, L>> {
    match looking(look::<K, I, L>())(s) {
        Some(found) => found,
        None => None,
    }
}

/// What the keys have in a storage with a store of this size.
pub open spec fn recovery_of<K: PmCopy, I: PmCopy, L: PmCopy>(geometry: Geometry) -> spec_fn(Seq<u8>) -> Option<Map<K, Entry<I, L>>> {
    |s: Seq<u8>|
        match recovered_store::<K, I, L>(s) {
            Some(stored) if stored.geometry == geometry => Some(stored.map),
            _ => None,
        }
}

/// What is found where there is a store, of which there is no other.
pub proof fn lemma_look<K: PmCopy, I: PmCopy, L: PmCopy>(found: Recovered, geometry: Geometry, table: Table<K, I, L>)
    requires
        is_store(found, geometry, table),
    ensures
        look::<K, I, L>()(found) == Some(Stored { geometry, map: map_of(table) }),
{
    let (other, chosen) = choose|geometry: Geometry, table: Table<K, I, L>| is_store(found, geometry, table);
    assert(is_store(found, other, chosen));
    reveal(is_store);
    lemma_stores_one(found.area, HEADER as int, geometry, other);
    lemma_one_table(found.area, geometry, table, chosen);
}

/// Where recovery does not look.
pub proof fn lemma_is_unreachable<K: PmCopy, I: PmCopy, L: PmCopy>(
    found: Recovered,
    geometry: Geometry,
    table: Table<K, I, L>,
    free: spec_fn(int) -> bool,
)
    requires
        is_store(found, geometry, table),
        avoids(geometry, free, table),
        forall|i: int| #[trigger] free(i) ==> MAIN <= i,
    ensures
        is_unreachable(look_at(look::<K, I, L>(), found.format), found.area, free),
{
    let recover = look_at(look::<K, I, L>(), found.format);
    assert forall|other: Seq<u8>| #[trigger] agree_outside(found.area, other, free) implies recover(other) == recover(found.area) by {
        let changed = Recovered { format: found.format, area: other };
        lemma_store_agrees(found, changed, geometry, table, free);
        lemma_look(found, geometry, table);
        lemma_look(changed, geometry, table);
        assert(found =~= Recovered { format: found.format, area: found.area });
    }
}

/// Contents that differ elsewhere only are the same store.
pub proof fn lemma_store_agrees<K: PmCopy, I: PmCopy, L: PmCopy>(
    found: Recovered,
    changed: Recovered,
    geometry: Geometry,
    table: Table<K, I, L>,
    free: spec_fn(int) -> bool,
)
    requires
        is_store(found, geometry, table),
        changed.format == found.format,
        agree_outside(found.area, changed.area, free),
        avoids(geometry, free, table),
        forall|i: int| #[trigger] free(i) ==> MAIN <= i,
    ensures
        is_store(changed, geometry, table),
{
    reveal(is_store);
    lemma_stores_agree(found.area, changed.area, free, HEADER as int, geometry);
    lemma_agrees(found.area, changed.area, free, geometry, table);
}

} // verus!
