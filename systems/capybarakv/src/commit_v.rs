//! The end of a transaction: commits and aborts.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::index_v::*;
use crate::layout_v::NONE;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;
use power::permission_t::*;

/// Whether a row is among those from a place of a sequence on.
pub open spec fn is_from(touched: Seq<u32>, i: int, row: int) -> bool {
    exists|j: int| i <= j < touched.len() && #[trigger] touched[j] == row
}

/// Whether tables are the same but for the rows from a place of a sequence on.
pub open spec fn is_same_before<K, I>(touched: Seq<u32>, i: int, a: Table<K, I>, b: Table<K, I>) -> bool {
    a.len() == b.len() && forall|r: int| 0 <= r < a.len() && !is_from(touched, i, r) ==> #[trigger] a[r] == b[r]
}

/// Whether each row leads to an item that has a number.
pub open spec fn has_numbers<K, I>(table: Table<K, I>) -> bool {
    forall|r: int| 0 <= r < table.len() && #[trigger] table[r] is Some ==> (table[r]->0).item != NONE
}

/// What is not touched is the same.
proof fn lemma_untouched<K, I>(touched: Seq<u32>, busy: Set<int>, current: Table<K, I>, durable: Table<K, I>)
    requires
        tells_changes(touched, busy, current, durable),
        current.len() == durable.len() <= NONE,
    ensures
        is_same_before(touched, 0, current, durable),
{
    assert forall|r: int| 0 <= r < current.len() && !is_from(touched, 0, r) implies #[trigger] current[r] == durable[r] by {
        if touched.contains(r as u32) {
            let j = choose|j: int| 0 <= j < touched.len() && touched[j] == r as u32;
            assert(touched[j] == r);
        }
    }
}

/// Takes over the items of the rows that were touched.
fn keep<K, I>(
    kept: &mut [u32],
    links: &[u32],
    touched: &[u32],
    Ghost(current): Ghost<Table<K, I>>,
    Ghost(durable): Ghost<Table<K, I>>,
)
    requires
        mirrors(links@, current),
        mirrors(old(kept)@, durable),
        forall|x: u32| #[trigger] touched@.contains(x) ==> x < current.len(),
        is_same_before(touched@, 0, current, durable),
    ensures
        mirrors(final(kept)@, current),
{
    let ghost mut now = durable;
    let mut i = 0;
    while i < touched.len()
        invariant
            i <= touched@.len(),
            mirrors(links@, current),
            mirrors(kept@, now),
            forall|x: u32| #[trigger] touched@.contains(x) ==> x < current.len(),
            is_same_before(touched@, i as int, now, current),
        decreases touched@.len() - i,
    {
        let row = touched[i];
        assert(touched@.contains(row));
        kept[row as usize] = links[row as usize];
        proof {
            lemma_one_more(touched@, i as int, now, current);
            now = now.update(row as int, current[row as int]);
        }
        i += 1;
    }
    assert(now =~= current);
}

/// Takes back the items, and the places in the index, of the rows that were touched.
fn undo<K: PmCopy, I>(
    index: &mut Index,
    links: &mut [u32],
    kept: &[u32],
    touched: &[u32],
    Ghost(current): Ghost<Table<K, I>>,
    Ghost(durable): Ghost<Table<K, I>>,
)
    requires
        indexes(*old(index), current, durable),
        mirrors(old(links)@, current),
        mirrors(kept@, durable),
        has_numbers(current),
        has_numbers(durable),
        forall|x: u32| #[trigger] touched@.contains(x) ==> x < current.len(),
        is_same_before(touched@, 0, current, durable),
    ensures
        indexes(*final(index), durable, durable),
        mirrors(final(links)@, durable),
{
    let ghost mut now = current;
    let mut i = 0;
    while i < touched.len()
        invariant
            i <= touched@.len(),
            indexes(*index, now, durable),
            mirrors(links@, now),
            mirrors(kept@, durable),
            has_numbers(now),
            has_numbers(durable),
            forall|x: u32| #[trigger] touched@.contains(x) ==> x < durable.len(),
            is_same_before(touched@, i as int, now, durable),
        decreases touched@.len() - i,
    {
        let row = touched[i];
        assert(touched@.contains(row));
        let (link, old_link) = (links[row as usize], kept[row as usize]);
        assert(index.lists(row as int) == (now[row as int] is Some));
        if link == NONE && old_link != NONE {
            let hash = index.get_hash(row);
            index.insert(row, hash);
        } else if link != NONE && old_link == NONE {
            index.remove(row);
        }
        links[row as usize] = old_link;
        proof {
            lemma_one_more(touched@, i as int, now, durable);
            now = now.update(row as int, durable[row as int]);
        }
        i += 1;
    }
    assert(now =~= durable);
}

/// One row more is the same.
proof fn lemma_one_more<K, I>(touched: Seq<u32>, i: int, a: Table<K, I>, b: Table<K, I>)
    requires
        0 <= i < touched.len(),
        touched[i] < a.len(),
        is_same_before(touched, i, a, b),
    ensures
        is_same_before(touched, i + 1, a.update(touched[i] as int, b[touched[i] as int]), b),
{
    let after = a.update(touched[i] as int, b[touched[i] as int]);
    assert forall|r: int| 0 <= r < a.len() && !is_from(touched, i + 1, r) implies #[trigger] after[r] == b[r] by {
        if r != touched[i] && is_from(touched, i, r) {
            let j = choose|j: int| i <= j < touched.len() && #[trigger] touched[j] == r;
            assert(i + 1 <= j);
        }
        if r != touched[i] {
            assert(a[r] == b[r]);
        }
    }
}

impl<D: Device, K: PmCopy, I: PmCopy> KvStore<D, K, I> {
    /// Makes durable what the transaction has changed. A crash leaves all of it or nothing.
    pub fn commit(&mut self, Tracked(permission): Tracked<Permission>)
        requires
            old(self).inv(),
            permission.id() == old(self).id(),
            allows_change(
                permission,
                old(self)@.stored(old(self)@.on_abort),
                old(self)@.stored(old(self)@.on_commit),
            ),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self)@ == old(self)@.commit(),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        proof {
            self.tables.lemma_sizes();
            lemma_untouched(self.touched@, self.tables.busy@, current, durable);
        }
        self.tables.commit(Tracked(permission));
        keep::<K, I>(&mut self.kept, &self.links, &self.touched, Ghost(current), Ghost(durable));
        self.touched.clear();
        self.rows.commit();
        self.items.commit();
        proof {
            lemma_joined(before.rows.free@, before.rows.given@);
            lemma_joined(before.items.free@, before.items.given@);
        }
    }

    /// Gives up what the transaction has changed.
    pub fn abort(&mut self)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            final(self).durable() == old(self).durable(),
            final(self)@ == old(self)@.abort(),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        proof {
            self.tables.lemma_sizes();
            lemma_untouched(self.touched@, self.tables.busy@, current, durable);
        }
        self.tables.abort();
        undo::<K, I>(&mut self.index, &mut self.links, &self.kept, &self.touched, Ghost(current), Ghost(durable));
        self.touched.clear();
        self.rows.abort();
        self.items.abort();
        proof {
            lemma_joined(before.rows.free@, before.rows.taken@);
            lemma_joined(before.items.free@, before.items.taken@);
        }
    }
}

} // verus!
