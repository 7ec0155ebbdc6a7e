//! The tables of a store that was started, in the area of its journal: what is durable of them, and what a commit will give.

use journal::Journal;
use pmcopy::{PmCopy, as_bytes};
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::map_v::*;
use crate::recovery_v::*;
use crate::table_v::*;
use journal::abstract_spec_t::*;
use journal::recovery_v::*;
use pmcopy::{PmBytes, PmSized};
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

/// The tables in the area of a journal. Rows that a transaction changes by entries of the journal are busy.
#[verifier::reject_recursive_types(K)]
#[verifier::reject_recursive_types(I)]
pub struct Tables<D: Device, K: PmCopy, I: PmCopy> {
    pub(crate) journal: Journal<D>,
    pub(crate) geometry: Geometry,
    /// What a crash leaves.
    pub(crate) durable: Ghost<Table<K, I>>,
    /// What a commit gives.
    pub(crate) current: Ghost<Table<K, I>>,
    /// The rows that entries of the journal go to.
    pub(crate) busy: Ghost<Set<int>>,
}

/// The addresses that entries of the journal for some rows go to.
pub open spec fn switches(geometry: Geometry, busy: Set<int>) -> spec_fn(int) -> bool {
    |i: int| exists|r: int| #[trigger] busy.contains(r) && range(geometry.row(r), KEY as int)(i)
}

/// Whether a permission allows to go from one store to another.
pub open spec fn allows_change<K: PmCopy, I: PmCopy>(permission: Permission, from: Stored<K, I>, to: Stored<K, I>) -> bool {
    forall|pre: Seq<u8>, post: Seq<u8>|
        recovered_store::<K, I>(pre) == Some(from) && recovered_store::<K, I>(post) == Some(to)
            ==> #[trigger] permission.permits(pre, post)
}

/// Whether no row leads to an item.
pub open spec fn is_unused<K, I>(table: Table<K, I>, item: u32) -> bool {
    forall|r: int| 0 <= r < table.len() ==> !leads_to(#[trigger] table[r], item)
}

impl<D: Device, K: PmCopy, I: PmCopy> Tables<D, K, I> {
    /// What holds between operations.
    pub(crate) open spec fn inv(&self) -> bool {
        let view = self.journal@;
        &&& self.journal.inv()
        &&& allows_quiet(self.journal.quiet(), looking(look::<K, I>()))
        &&& is_store(view.found(view.durable), self.geometry, self.durable@)
        &&& is_store(view.found(view.read), self.geometry, self.durable@)
        &&& is_store(view.found(view.committed()), self.geometry, self.current@)
        &&& forall|i: int| #[trigger] covered(view.entries)(i) ==> switches(self.geometry, self.busy@)(i)
        &&& forall|r: int| #[trigger] self.busy@.contains(r) ==> 0 <= r < self.geometry.keys
    }

    /// Whether nothing changed but what is written directly to free rows.
    pub(crate) open spec fn is_same(&self, other: &Self) -> bool {
        &&& self.journal.is_same(&other.journal)
        &&& self.geometry == other.geometry
        &&& self.durable == other.durable
    }

    /// What follows from the invariant about sizes.
    pub(crate) proof fn lemma_sizes(&self)
        requires
            self.inv(),
        ensures
            self.geometry.fits(self.journal@.read.len() as int),
            self.geometry.is_for::<K, I>(),
            self.journal@.format.area == self.journal@.read.len(),
            self.journal@.committed().len() == self.journal@.read.len(),
            self.durable@.len() == self.geometry.keys,
            self.current@.len() == self.geometry.keys,
            is_distinct(self.durable@),
            is_distinct(self.current@),
            forall|r: int| 0 <= r < self.durable@.len() && #[trigger] self.durable@[r] is Some ==> (self.durable@[r]->0).item
                < self.geometry.items,
            forall|r: int| 0 <= r < self.current@.len() && #[trigger] self.current@[r] is Some ==> (self.current@[r]->0).item
                < self.geometry.items,
            agree_outside(self.journal@.read, self.journal@.committed(), covered(self.journal@.entries)),
    {
        reveal(is_store);
        reveal(holds);
        lemma_install_outside(self.journal@.read, self.journal@.entries);
    }

    /// Entries go neither to a row that is not busy, nor to a key, nor to an item.
    pub(crate) proof fn lemma_not_covered(&self, row: int, item: u32)
        requires
            self.inv(),
            0 <= row < self.geometry.keys,
            item < self.geometry.items,
        ensures
            forall|i: int| #[trigger] covered(self.journal@.entries)(i) ==> {
                &&& MAIN <= i
                &&& !range(self.geometry.row(row) + KEY, self.geometry.row_len() - KEY)(i)
                &&& !self.geometry.item_addrs(item as int)(i)
                &&& !self.busy@.contains(row) ==> !self.geometry.body_addrs(row)(i)
            },
    {
        assert forall|i: int| #[trigger] covered(self.journal@.entries)(i) implies {
            &&& MAIN <= i
            &&& !range(self.geometry.row(row) + KEY, self.geometry.row_len() - KEY)(i)
            &&& !self.geometry.item_addrs(item as int)(i)
            &&& !self.busy@.contains(row) ==> !self.geometry.body_addrs(row)(i)
        } by {
            let r = choose|r: int| #[trigger] self.busy@.contains(r) && range(self.geometry.row(r), KEY as int)(i);
            self.geometry.lemma_row(r);
            self.geometry.lemma_item(item as int);
            if r != row {
                self.geometry.lemma_rows_apart(r, row);
            }
        }
    }

    /// Writes directly to addresses that neither table says something with.
    fn write(&mut self, addr: u64, bytes: &[u8], Ghost(free): Ghost<spec_fn(int) -> bool>)
        requires
            old(self).inv(),
            in_bounds(old(self).journal@.read, addr as int, bytes@.len() as int),
            forall|i: int| addr <= i < addr + bytes@.len() ==> #[trigger] free(i),
            forall|i: int| #[trigger] free(i) ==> MAIN <= i,
            avoids(old(self).geometry, free, old(self).durable@),
            avoids(old(self).geometry, free, old(self).current@),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).current == old(self).current,
            final(self).busy == old(self).busy,
            final(self).journal@.entries == old(self).journal@.entries,
            final(self).journal@.room == old(self).journal@.room,
            final(self).journal@.read == write_bytes(old(self).journal@.read, addr as int, bytes@),
    {
        let ghost before = self.journal@;
        proof {
            lemma_is_unreachable(before.found(before.durable), self.geometry, self.durable@, free);
        }
        self.journal.write::<Option<Stored<K, I>>>(addr, bytes, Ghost(look::<K, I>()), Ghost(free));
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
            final(self).is_same(old(self)),
            final(self).current == old(self).current,
            final(self).busy == old(self).busy,
            final(self).journal@.entries == old(self).journal@.entries,
            final(self).journal@.room == old(self).journal@.room,
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
