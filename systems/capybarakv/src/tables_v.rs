//! The tables of a store that was started, in the area of its journal: what is durable of them, and what a commit will give.

use journal::Journal;
use pmcopy::{PmCopy, as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::recovery_v::*;
use crate::table_v::*;
use journal::abstract_spec_t::*;
use journal::layout_v::entry_len;
use journal::recovery_v::*;
use pmcopy::{PmBytes, PmSized};
use power::atomic_t::*;
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::checked_v::*;
use power::copied_v::*;
use power::crc_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::outstanding_spec_t::*;
use power::permission_t::*;
use power::replay_v::*;
use power::tentative_v::*;
use power::words_v::*;

/// The rows that entries of the journal go to.
pub ghost struct Busy {
    /// Rows of the main table.
    pub rows: Set<int>,
    /// Rows of the list table.
    pub nodes: Set<int>,
}

/// The tables in the area of a journal.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
#[verifier::reject_recursive_types(L)]
pub struct Tables<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> {
    pub(crate) journal: Journal<D>,
    pub(crate) geometry: Geometry,
    /// What a crash leaves.
    pub(crate) durable: Ghost<Table<K, I, L>>,
    /// What a commit gives.
    pub(crate) current: Ghost<Table<K, I, L>>,
    /// The rows that entries of the journal go to.
    pub(crate) busy: Ghost<Busy>,
}

impl Busy {
    /// Nothing is pending.
    pub open spec fn none() -> Busy {
        Busy { rows: Set::empty(), nodes: Set::empty() }
    }

    /// With an entry for a row of the main table.
    pub open spec fn with_row(self, row: int) -> Busy {
        Busy { rows: self.rows.insert(row), ..self }
    }

    /// With an entry for a row of the list table.
    pub open spec fn with_node(self, node: int) -> Busy {
        Busy { nodes: self.nodes.insert(node), ..self }
    }

    /// Whether these are rows that there are.
    pub open spec fn is_bounded(self, geometry: Geometry) -> bool {
        &&& forall|r: int| #[trigger] self.rows.contains(r) ==> 0 <= r < geometry.keys
        &&& forall|n: int| #[trigger] self.nodes.contains(n) ==> 0 <= n < geometry.elements
    }

    /// The addresses that entries go to.
    pub open spec fn addrs(self, geometry: Geometry) -> spec_fn(int) -> bool {
        |i: int|
            (exists|r: int| #[trigger] self.rows.contains(r) && range(geometry.row(r), KEY as int)(i)) || (exists|n: int|
                #[trigger] self.nodes.contains(n) && geometry.next_addrs(n)(i))
    }
}

/// Whether a permission allows to go from one store to another.
pub open spec fn allows_change<K: PmCopy, I: PmCopy, L: PmCopy>(
    permission: Permission,
    from: Stored<K, I, L>,
    to: Stored<K, I, L>,
) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        recovered_store::<K, I, L>(pre) == Some(from) && recovered_store::<K, I, L>(post) == Some(to)
            ==> #[trigger] permission.permits(pre, post)
}

/// Whether the proof of a permission was done when one store became the other.
pub open spec fn is_completed<C: Callback, K: PmCopy, I: PmCopy, L: PmCopy>(
    callback: C,
    from: Stored<K, I, L>,
    to: Stored<K, I, L>,
    completion: C::Completion,
) -> bool {
    exists|pre: Seq<u8>, post: Seq<u8>| #[trigger]
        callback.completes(pre, post, completion) && pre != post && recovered_store::<K, I, L>(pre) == Some(from)
            && recovered_store::<K, I, L>(post) == Some(to)
}

/// Whether an entry of the journal would not fit.
pub open spec fn is_full(error: KvError, room: int, len: int) -> bool {
    error matches KvError::TransactionFull { room: left } && left == room && entry_len(len) > room
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Tables<D, K, I, L> {
    /// What holds between operations.
    pub(crate) open spec fn inv(&self) -> bool {
        let view = self.journal@;
        &&& self.journal.inv()
        &&& allows_quiet(self.journal.quiet(), looking(look::<K, I, L>()))
        &&& is_store(view.found(view.durable), self.geometry, self.durable@)
        &&& is_store(view.found(view.read), self.geometry, self.durable@)
        &&& is_store(view.found(view.committed()), self.geometry, self.current@)
        &&& self.busy@.is_bounded(self.geometry)
        &&& forall|i: int| #[trigger] covered(view.entries)(i) ==> self.busy@.addrs(self.geometry)(i)
    }

    /// Whether nothing changed but the table that a commit gives, and what is written directly to free rows.
    pub(crate) open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.journal.is_same(&other.journal)
        &&& self.geometry == other.geometry
        &&& self.durable == other.durable
    }

    /// Whether nothing changed but what is written directly to free rows.
    pub(crate) open spec fn is_kept(&self, other: &Self) -> bool {
        &&& self.is_same(other)
        &&& self.current == other.current
        &&& self.busy == other.busy
        &&& self.journal@.entries == other.journal@.entries
        &&& self.journal@.room == other.journal@.room
    }

    /// Whether a change did not happen, for want of room in the journal.
    pub(crate) open spec fn is_refused(&self, other: &Self, error: KvError, len: int) -> bool {
        &&& self.current == other.current
        &&& self.busy == other.busy
        &&& self.journal@.room == other.journal@.room
        &&& is_full(error, other.journal@.room, len)
    }

    /// Whether a change happened to a row.
    pub(crate) open spec fn is_changed(&self, other: &Self, row: int, new: Option<Row<K, I, L>>, busy: Busy, len: int) -> bool {
        &&& self.current@ == other.current@.update(row, new)
        &&& self.busy@ == busy
        &&& self.journal@.room == other.journal@.room - entry_len(len)
        &&& self.journal@.room >= 0
    }

    /// Whether a row of the item table is free in both tables.
    pub(crate) open spec fn is_free_item(&self, item: u32) -> bool {
        item < self.geometry.items && is_unused(self.durable@, item) && is_unused(self.current@, item)
    }

    /// Whether a row of the list table is free in both tables.
    pub(crate) open spec fn is_free_node(&self, node: u32) -> bool {
        &&& node < self.geometry.elements
        &&& is_empty_node(self.durable@, node)
        &&& is_empty_node(self.current@, node)
        &&& !self.busy@.nodes.contains(node as int)
    }

    /// Whether addresses are those of entries for some rows, and say nothing of rows but one.
    pub(crate) open spec fn may_switch(&self, addrs: spec_fn(int) -> bool, row: int, busy: Busy) -> bool {
        &&& busy.is_bounded(self.geometry)
        &&& self.busy@.rows.subset_of(busy.rows)
        &&& self.busy@.nodes.subset_of(busy.nodes)
        &&& forall|i: int| #[trigger] addrs(i) ==> MAIN <= i && busy.addrs(self.geometry)(i)
        &&& forall|r: int|
            0 <= r < self.current@.len() && r != row ==> avoids_row(self.geometry, addrs, r, #[trigger] self.current@[r])
    }

    /// What follows from the invariant about sizes.
    pub(crate) proof fn lemma_sizes(&self)
        requires
            self.inv(),
        ensures
            self.geometry.fits(self.journal@.read.len() as int),
            self.geometry.is_for::<K, I, L>(),
            self.journal@.format.area == self.journal@.read.len(),
            self.journal@.committed().len() == self.journal@.read.len(),
            self.durable@.len() == self.geometry.keys,
            self.current@.len() == self.geometry.keys,
            is_distinct(self.durable@),
            is_distinct(self.current@),
            is_bounded(self.durable@, self.geometry),
            is_bounded(self.current@, self.geometry),
            agree_outside(self.journal@.read, self.journal@.committed(), covered(self.journal@.entries)),
            agree_outside(self.journal@.committed(), self.journal@.read, covered(self.journal@.entries)),
    {
        reveal(is_store);
        let view = self.journal@;
        lemma_bounded(view.read, self.geometry, self.durable@);
        lemma_bounded(view.committed(), self.geometry, self.current@);
        lemma_install_outside(view.read, view.entries);
    }

    /// What the area will hold of a row.
    pub(crate) proof fn lemma_row(&self, row: int)
        requires
            self.inv(),
            0 <= row < self.geometry.keys,
        ensures
            holds_row(self.journal@.committed(), self.geometry, row, self.current@[row]),
    {
        reveal(is_store);
        reveal(holds);
    }

    /// Entries go to no key and no item.
    pub(crate) proof fn lemma_key_not_covered(&self, row: int, item: u32)
        requires
            self.inv(),
            0 <= row < self.geometry.keys,
            item < self.geometry.items,
        ensures
            forall|i: int| #[trigger] covered(self.journal@.entries)(i) ==> {
                &&& MAIN <= i
                &&& !range(self.geometry.row(row) + KEY, self.geometry.row_len() - KEY)(i)
                &&& !self.geometry.item_addrs(item as int)(i)
                &&& !self.busy@.rows.contains(row) ==> !self.geometry.body_addrs(row)(i)
            },
    {
        let geometry = self.geometry;
        self.lemma_sizes();
        assert forall|i: int| #[trigger] covered(self.journal@.entries)(i) implies {
            &&& MAIN <= i
            &&& !range(geometry.row(row) + KEY, geometry.row_len() - KEY)(i)
            &&& !geometry.item_addrs(item as int)(i)
            &&& !self.busy@.rows.contains(row) ==> !geometry.body_addrs(row)(i)
        } by {
            geometry.lemma_item(item as int);
            geometry.lemma_row(row);
            if exists|r: int| #[trigger] self.busy@.rows.contains(r) && range(geometry.row(r), KEY as int)(i) {
                let r = choose|r: int| #[trigger] self.busy@.rows.contains(r) && range(geometry.row(r), KEY as int)(i);
                geometry.lemma_row(r);
                if r != row {
                    geometry.lemma_rows_apart(r, row);
                }
            } else {
                let n = choose|n: int| #[trigger] self.busy@.nodes.contains(n) && geometry.next_addrs(n)(i);
                geometry.lemma_node(n);
            }
        }
    }

    /// Entries go to no element.
    pub(crate) proof fn lemma_node_not_covered(&self, node: int)
        requires
            self.inv(),
            0 <= node < self.geometry.elements,
        ensures
            forall|i: int| #[trigger] covered(self.journal@.entries)(i) ==> {
                &&& !range(self.geometry.node(node) + ELEMENT, self.geometry.node_len() - ELEMENT)(i)
                &&& !self.busy@.nodes.contains(node) ==> !self.geometry.node_addrs(node)(i)
            },
    {
        let geometry = self.geometry;
        self.lemma_sizes();
        assert forall|i: int| #[trigger] covered(self.journal@.entries)(i) implies {
            &&& !range(geometry.node(node) + ELEMENT, geometry.node_len() - ELEMENT)(i)
            &&& !self.busy@.nodes.contains(node) ==> !geometry.node_addrs(node)(i)
        } by {
            geometry.lemma_node(node);
            if exists|r: int| #[trigger] self.busy@.rows.contains(r) && range(geometry.row(r), KEY as int)(i) {
                let r = choose|r: int| #[trigger] self.busy@.rows.contains(r) && range(geometry.row(r), KEY as int)(i);
                geometry.lemma_row(r);
            } else {
                let n = choose|n: int| #[trigger] self.busy@.nodes.contains(n) && geometry.next_addrs(n)(i);
                if n != node {
                    geometry.lemma_nodes_apart(n, node);
                }
            }
        }
    }

    /// Writes directly to addresses that neither table says something with.
    pub(crate) fn write(&mut self, addr: u64, bytes: &[u8], Ghost(free): Ghost<spec_fn(int) -> bool>)
        requires
            old(self).inv(),
            in_bounds(old(self).journal@.read, addr as int, bytes@.len() as int),
            forall|i: int| addr <= i < addr + bytes@.len() ==> #[trigger] free(i),
            forall|i: int| #[trigger] free(i) ==> MAIN <= i,
            avoids(old(self).geometry, free, old(self).durable@),
            avoids(old(self).geometry, free, old(self).current@),
        ensures
            final(self).inv(),
            final(self).is_kept(old(self)),
            final(self).journal@.read == write_bytes(old(self).journal@.read, addr as int, bytes@),
    {
        let ghost before = self.journal@;
        proof {
            lemma_is_unreachable(before.found(before.durable), self.geometry, self.durable@, free);
        }
        self.journal.write::<Option<Stored<K, I, L>>>(addr, bytes, Ghost(look::<K, I, L>()), Ghost(free));
        proof {
            let after = self.journal@;
            lemma_store_agrees(before.found(before.durable), after.found(after.durable), self.geometry, self.durable@, free);
            lemma_store_agrees(before.found(before.read), after.found(after.read), self.geometry, self.durable@, free);
            lemma_after_all_agrees(before.read, after.read, before.entries, free);
            lemma_store_agrees(
                before.found(before.committed()),
                after.found(after.committed()),
                self.geometry,
                self.current@,
                free,
            );
        }
    }

    /// Stores a value, with its checksum behind it, at addresses that neither table says something with.
    pub(crate) fn put<T: PmCopy>(&mut self, addr: u64, value: &T, Ghost(free): Ghost<spec_fn(int) -> bool>)
        requires
            old(self).inv(),
            in_bounds(old(self).journal@.read, addr as int, checked_len(T::spec_size_of() as int)),
            forall|i: int| addr <= i < addr + checked_len(T::spec_size_of() as int) ==> #[trigger] free(i),
            forall|i: int| #[trigger] free(i) ==> MAIN <= i,
            avoids(old(self).geometry, free, old(self).durable@),
            avoids(old(self).geometry, free, old(self).current@),
        ensures
            final(self).inv(),
            final(self).is_kept(old(self)),
            stores(final(self).journal@.read, addr as int, *value),
            agree_outside(
                old(self).journal@.read,
                final(self).journal@.read,
                checked_range(addr as int, T::spec_size_of() as int),
            ),
    {
        let bytes = as_bytes(value);
        let sum = crc(bytes);
        let ghost before = self.journal@.read;
        proof {
            self.lemma_sizes();
            value.lemma_len();
            sum.lemma_len();
        }
        let at = address_behind(addr, bytes.len());
        self.write(addr, bytes, Ghost(free));
        let ghost first = self.journal@.read;
        self.write(at, as_bytes(&sum), Ghost(free));
        proof {
            reveal(stores);
            lemma_word_of_bytes(spec_crc(bytes@));
            lemma_read_back(before, addr as int, bytes@);
            lemma_read_back(first, at as int, crc_bytes(bytes@));
            lemma_read_beside_write(first, at as int, crc_bytes(bytes@), addr as int, bytes@.len() as int);
        }
    }

    /// Makes a write pending by which a row becomes another one. The write goes to where entries may go.
    pub(crate) fn switch(
        &mut self,
        at: u64,
        bytes: &[u8],
        Ghost(row): Ghost<int>,
        Ghost(new): Ghost<Option<Row<K, I, L>>>,
        Ghost(busy): Ghost<Busy>,
    ) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            0 <= row < old(self).geometry.keys,
            at + bytes@.len() <= old(self).geometry.size(),
            old(self).may_switch(range(at as int, bytes@.len() as int), row, busy),
            is_distinct(old(self).current@.update(row, new)),
            holds_row(write_bytes(old(self).journal@.committed(), at as int, bytes@), old(self).geometry, row, new),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(old(self), row, new, busy, bytes@.len() as int),
                Err(error) => final(self).is_refused(old(self), error, bytes@.len() as int),
            },
    {
        let ghost (before, table, old_busy, geometry) = (self.journal@, self.current@, self.busy@, self.geometry);
        proof {
            self.lemma_sizes();
        }
        if let Err(error) = self.journal.append(at, bytes) {
            return Err(KvError::of(error));
        }
        proof {
            let write = Write { addr: at as int, bytes: bytes@ };
            let after = self.journal@;
            assert(before.entries.push(write).drop_last() =~= before.entries);
            assert(after.committed() == write_bytes(before.committed(), at as int, bytes@));
            self.current@ = table.update(row, new);
            self.busy@ = busy;
            assert forall|i: int| #[trigger] covered(after.entries)(i) implies busy.addrs(geometry)(i) by {
                lemma_covered_push(before.entries, write, i);
                if covered(before.entries)(i) {
                    lemma_more_addrs(old_busy, busy, geometry, i);
                } else {
                    assert(range(at as int, bytes@.len() as int)(i));
                }
            }
            lemma_switched(
                before.found(before.committed()),
                after.found(after.committed()),
                geometry,
                table,
                range(at as int, bytes@.len() as int),
                row,
                new,
            );
        }
        Ok(())
    }
}

/// Entries for more rows go to more addresses.
proof fn lemma_more_addrs(less: Busy, more: Busy, geometry: Geometry, i: int)
    requires
        less.rows.subset_of(more.rows),
        less.nodes.subset_of(more.nodes),
        less.addrs(geometry)(i),
    ensures
        more.addrs(geometry)(i),
{
    if exists|r: int| #[trigger] less.rows.contains(r) && range(geometry.row(r), KEY as int)(i) {
        let r = choose|r: int| #[trigger] less.rows.contains(r) && range(geometry.row(r), KEY as int)(i);
        assert(more.rows.contains(r));
    } else {
        let n = choose|n: int| #[trigger] less.nodes.contains(n) && geometry.next_addrs(n)(i);
        assert(more.nodes.contains(n));
    }
}

/// Addresses of one write more.
proof fn lemma_covered_push(entries: Seq<Write>, write: Write, i: int)
    requires
        covered(entries.push(write))(i),
    ensures
        covered(entries)(i) || range(write.addr, write.bytes.len() as int)(i),
{
    let more = entries.push(write);
    let k = choose|k: int| 0 <= k < more.len() && range((#[trigger] more[k]).addr, more[k].bytes.len() as int)(i);
    if k < entries.len() {
        assert(entries[k] == more[k]);
    }
}

/// A store of which one row is another one.
proof fn lemma_switched<K: PmCopy, I: PmCopy, L: PmCopy>(
    found: Recovered,
    changed: Recovered,
    geometry: Geometry,
    table: Table<K, I, L>,
    addrs: spec_fn(int) -> bool,
    row: int,
    new: Option<Row<K, I, L>>,
)
    requires
        is_store(found, geometry, table),
        changed.format == found.format,
        0 <= row < table.len(),
        agree_outside(found.area, changed.area, addrs),
        forall|i: int| #[trigger] addrs(i) ==> MAIN <= i,
        forall|r: int| 0 <= r < table.len() && r != row ==> avoids_row(geometry, addrs, r, #[trigger] table[r]),
        holds_row(changed.area, geometry, row, new),
        is_distinct(table.update(row, new)),
    ensures
        is_store(changed, geometry, table.update(row, new)),
{
    reveal(is_store);
    reveal(holds);
    lemma_stores_agree(found.area, changed.area, addrs, HEADER as int, geometry);
    let updated = table.update(row, new);
    assert forall|r: int| 0 <= r < updated.len() implies holds_row(changed.area, geometry, r, #[trigger] updated[r]) by {
        if r != row {
            assert(updated[r] == table[r]);
            lemma_row_agrees(found.area, changed.area, addrs, geometry, r, table[r]);
        }
    }
}

/// Contents that agree outside of some addresses do so behind some writes.
proof fn lemma_after_all_agrees(s: Seq<u8>, t: Seq<u8>, entries: Seq<Write>, addrs: spec_fn(int) -> bool)
    requires
        agree_outside(s, t, addrs),
    ensures
        agree_outside(after_all(s, entries), after_all(t, entries), addrs),
    decreases entries.len(),
{
    if entries.len() > 0 {
        lemma_after_all_agrees(s, t, entries.drop_last(), addrs);
    }
}

} // verus!
