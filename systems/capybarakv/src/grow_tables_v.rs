//! Tables that get more rows, behind those that there are, which stay as they are where they are.
//!
//! The Booleans of the new rows are written directly, where recovery does not look. Then the journal gets one entry, the new
//! geometry with its checksum, and its commit decides: before it there are the rows of before, and behind it there are all.

use pmcopy::{PmCopy, as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::changes_v::*;
use crate::free_v::*;
use crate::layout_v::*;
use crate::longer_v::*;
use crate::map_v::*;
use crate::recovery_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use journal::abstract_spec_t::*;
use journal::recovery_v::*;
use pmcopy::{PmBytes, PmSized};
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::cdb_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;

/// Whether the new rows are not valid, up to one.
spec fn are_cleared(s: Seq<u8>, before: Geometry, geometry: Geometry, row: int) -> bool {
    forall|r: int| before.keys <= r < row ==> cdb_at(s, #[trigger] geometry.row(r)) == Some(false)
}

/// A store with a new geometry.
proof fn lemma_grown<K: PmCopy, I: PmCopy, L: PmCopy>(
    found: Recovered,
    before: Geometry,
    geometry: Geometry,
    table: Table<K, I, L>,
)
    requires
        is_store(found, before, table),
        geometry.extends(before),
        geometry.fits(found.area.len() as int),
        are_cleared(found.area, before, geometry, geometry.keys as int),
    ensures
        ({
            let bytes = geometry.spec_to_bytes() + crc_bytes(geometry.spec_to_bytes());
            let area = write_bytes(found.area, HEADER as int, bytes);
            is_store(Recovered { area, ..found }, geometry, longer_table(table, geometry.keys as int))
        }),
{
    let bytes = geometry.spec_to_bytes() + crc_bytes(geometry.spec_to_bytes());
    let area = write_bytes(found.area, HEADER as int, bytes);
    let header = range(HEADER as int, bytes.len() as int);
    reveal(is_store);
    geometry.lemma_len();
    geometry.lemma_tables();
    lemma_stored(found.area, HEADER as int, geometry);
    lemma_bounded(found.area, before, table);
    assert forall|r: int| 0 <= r < table.len() implies avoids_row(before, header, r, #[trigger] table[r]) by {
        lemma_row_avoids(before, header, table, r);
    }
    lemma_agrees(found.area, area, header, before, table);
    assert forall|r: int| before.keys <= r < geometry.keys implies cdb_at(area, #[trigger] geometry.row(r)) == Some(false) by {
        geometry.lemma_row(r);
        lemma_read_agrees(found.area, area, header, geometry.row(r), WORD as int);
    }
    lemma_holds_longer(area, area, before, geometry, table);
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Tables<D, K, I, L> {
    /// Makes the new rows of a geometry not valid, where this one has none.
    fn clear_rows(&mut self, geometry: &Geometry)
        requires
            old(self).inv(),
            geometry.extends(old(self).geometry),
            geometry.fits(old(self).journal@.read.len() as int),
        ensures
            final(self).inv(),
            final(self).is_kept(old(self)),
            are_cleared(final(self).journal@.read, old(self).geometry, *geometry, geometry.keys as int),
    {
        let word = cdb(false);
        let ghost before = self.geometry;
        let (first, end) = (self.geometry.keys as u32, geometry.keys as u32);
        for row in first..end
            invariant
                self.inv(),
                self.is_kept(old(self)),
                self.geometry == before,
                self.journal@.read.len() == old(self).journal@.read.len(),
                geometry.extends(before),
                geometry.fits(self.journal@.read.len() as int),
                word == cdb_word(false),
                first == before.keys,
                end == geometry.keys,
                before == old(self).geometry,
                are_cleared(self.journal@.read, before, *geometry, row as int),
        {
            let ghost s = self.journal@.read;
            proof {
                self.lemma_sizes();
                before.lemma_tables();
                geometry.lemma_row(row as int);
                lemma_cdb_value(false);
                lemma_end_is_free(before, self.durable@);
                lemma_end_is_free(before, self.current@);
            }
            self.write(geometry.row_at(row), as_bytes(&word), Ghost(from(before.size())));
            proof {
                let t = self.journal@.read;
                let addrs = geometry.flag_addrs(row as int);
                lemma_read_back(s, geometry.row(row as int), cdb_bytes(false));
                assert forall|r: int| before.keys <= r < row + 1 implies cdb_at(t, #[trigger] geometry.row(r)) == Some(false) by {
                    if r < row {
                        geometry.lemma_row(r);
                        geometry.lemma_rows_apart(r, row as int);
                        lemma_read_agrees(s, t, addrs, geometry.row(r), WORD as int);
                    }
                }
            }
        }
    }

    /// Gets the rows of a geometry with more of them. A crash leaves the rows of before, or all.
    pub(crate) fn grow(&mut self, geometry: &Geometry, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            old(self).current@ == old(self).durable@,
            old(self).journal@.entries.len() == 0,
            old(self).journal@.room >= GROW_ROOM,
            geometry.extends(old(self).geometry),
            geometry.fits(old(self).journal@.read.len() as int),
            permission.id() == old(self).journal.id(),
            allows_change(
                permission,
                Stored { geometry: old(self).geometry, map: map_of(old(self).durable@) },
                Stored { geometry: *geometry, map: map_of(old(self).durable@) },
            ),
        ensures
            final(self).inv(),
            final(self).journal.is_same(&old(self).journal),
            final(self).geometry == geometry,
            final(self).durable@ == longer_table(old(self).durable@, geometry.keys as int),
            final(self).current@ == final(self).durable@,
            final(self).busy@ == Busy::none(),
            final(self).journal@.room == old(self).journal@.format.capacity,
    {
        let ghost (before, table) = (self.geometry, self.durable@);
        let bytes = with_checksum(geometry);
        proof {
            self.lemma_sizes();
            geometry.lemma_tables();
            geometry.lemma_len();
            lemma_stored(self.journal@.read, HEADER as int, *geometry);
        }
        self.clear_rows(geometry);
        let ghost view = self.journal@;
        proof {
            self.lemma_sizes();
        }
        let appended = self.journal.append(HEADER, &bytes);
        proof {
            assert(appended is Ok);
            let (from, to) = (view.found(view.durable), self.journal@.found(self.journal@.committed()));
            let rows = longer_table(table, geometry.keys as int);
            let write = Write { addr: HEADER as int, bytes: bytes@ };
            assert(view.entries.push(write).drop_last() =~= view.entries);
            assert(self.journal@.committed() == write_bytes(view.read, HEADER as int, bytes@));
            lemma_grown(view.found(view.read), before, *geometry, table);
            lemma_longer_map(table, geometry.keys as int);
            lemma_look(from, before, table);
            lemma_look(to, *geometry, rows);
            assert forall|pre: Seq<u8>, post: Seq<u8>| recovered(pre) == Some(from) && recovered(post) == Some(
                to,
            ) implies #[trigger] permission.permits(pre, post) by {
                assert(recovered_store::<K, I, L>(pre) == look::<K, I, L>()(from));
                assert(recovered_store::<K, I, L>(post) == look::<K, I, L>()(to));
            }
            self.durable@ = rows;
            self.current@ = rows;
            self.busy@ = Busy::none();
        }
        self.journal.commit(Tracked(permission));
        self.geometry = *geometry;
    }
}

} // verus!
