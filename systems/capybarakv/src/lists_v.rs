//! Changes of lists on the tables. A new element is written directly to a free row of the list table; one entry of the journal, for
//! the row that leads to it, then makes it count.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::changes_v::*;
use crate::distinct_v::*;
use crate::error_v::KvError;
use crate::free_v::*;
use crate::layout_v::*;
use crate::map_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use pmcopy::{PmBytes, PmSized};
use power::bytes_spec_t::*;
use power::bytes_v::*;
use power::copied_v::*;
use power::device_t::*;
use power::layout_v::*;
use power::replay_v::*;

/// The rows that entries go to when the element at a place of a list changes: that of the list, or of the element before.
pub open spec fn busy_with<L>(busy: Busy, row: int, list: Seq<Node<L>>, n: int) -> Busy {
    if n == 0 { busy.with_row(row) } else { busy.with_node(list[n - 1].place as int) }
}

/// Whether an area holds a list but for one element.
pub open spec fn holds_others<L: PmCopy>(s: Seq<u8>, geometry: Geometry, list: Seq<Node<L>>, n: int) -> bool {
    forall|m: int| #![trigger list[m]]
        0 <= m < list.len() && m != n ==> list[m].place < geometry.elements && holds_node(s, geometry, list[m], place(list, m + 1))
}

/// The bytes that such an entry writes.
pub open spec fn entry_at(n: int) -> int {
    if n == 0 { LINK_LEN as int } else { ELEMENT as int }
}

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy> Tables<D, K, I, L> {
    /// Stores an element in a free row of the list table.
    fn put_node(&mut self, node: u32, next: u32, element: &L)
        requires
            old(self).inv(),
            old(self).is_free_node(node),
        ensures
            final(self).inv(),
            final(self).is_kept(old(self)),
            holds_node(final(self).journal@.committed(), old(self).geometry, Node { place: node, element: *element }, next),
    {
        let ghost (geometry, addrs) = (self.geometry, self.geometry.node_addrs(node as int));
        proof {
            self.lemma_sizes();
            geometry.lemma_node(node as int);
            lemma_node_is_free(geometry, self.durable@, node);
            lemma_node_is_free(geometry, self.current@, node);
        }
        let at = self.geometry.node_at(node);
        let number = next as u64;
        self.put(at, &number, Ghost(addrs));
        proof {
            self.lemma_sizes();
        }
        let ghost first = self.journal@.read;
        self.put(at + ELEMENT, element, Ghost(addrs));
        proof {
            let (read, committed) = (self.journal@.read, self.journal@.committed());
            self.lemma_sizes();
            self.lemma_node_not_covered(node as int);
            lemma_stores_agree(first, read, checked_range(at + ELEMENT, L::spec_size_of() as int), at as int, number);
            lemma_stores_agree(read, committed, covered(self.journal@.entries), at as int, number);
            lemma_stores_agree(read, committed, covered(self.journal@.entries), at + ELEMENT, *element);
        }
    }

    /// What an entry for a row of the list table does to the row of the main table that has it.
    proof fn lemma_next(&self, row: int, node: u32, next: u32, new: Row<K, I, L>, n: int)
        requires
            self.inv(),
            0 <= row < self.geometry.keys,
            self.current@[row] matches Some(old) && new == (Row { list: new.list, ..old }),
            is_node(self.current@, row, n),
            n < new.list.len(),
            node == node_of(self.current@, row, n),
            new.list[n] == (self.current@[row]->0).list[n],
            next == place(new.list, n + 1),
            has_distinct_places(new.list),
            place(new.list, 0) == place((self.current@[row]->0).list, 0),
            holds_others(self.journal@.committed(), self.geometry, new.list, n),
        ensures
            ({
                let number = next as u64;
                let bytes = number.spec_to_bytes() + power::crc_v::crc_bytes(number.spec_to_bytes());
                let busy = self.busy@.with_node(node as int);
                &&& bytes.len() == ELEMENT
                &&& holds_row(
                    write_bytes(self.journal@.committed(), self.geometry.node(node as int), bytes),
                    self.geometry,
                    row,
                    Some(new),
                )
                &&& self.may_switch(range(self.geometry.node(node as int), ELEMENT as int), row, busy)
            }),
    {
        let (s, geometry, table) = (self.journal@.committed(), self.geometry, self.current@);
        let number = next as u64;
        let at = geometry.node(node as int);
        let bytes = number.spec_to_bytes() + power::crc_v::crc_bytes(number.spec_to_bytes());
        let addrs = range(at, ELEMENT as int);
        let t = write_bytes(s, at, bytes);
        self.lemma_sizes();
        self.lemma_row(row);
        geometry.lemma_node(node as int);
        geometry.lemma_row(row);
        geometry.lemma_item(new.item as int);
        number.lemma_len();
        lemma_stored(s, at, number);
        lemma_read_agrees(s, t, addrs, geometry.row(row), WORD as int);
        lemma_stores_agree(s, t, addrs, geometry.row(row) + LINK, links_of(new));
        lemma_stores_agree(s, t, addrs, geometry.row(row) + KEY, new.key);
        lemma_stores_agree(s, t, addrs, geometry.item(new.item as int), new.value);
        assert forall|m: int| #![trigger new.list[m]] 0 <= m < new.list.len() implies new.list[m].place < geometry.elements && holds_node(
            t,
            geometry,
            new.list[m],
            place(new.list, m + 1),
        ) by {
            if m == n {
                lemma_stores_agree(s, t, addrs, at + ELEMENT, new.list[n].element);
            } else {
                let _ = (new.list[n], new.list[m]);
                geometry.lemma_nodes_apart(node as int, new.list[m].place as int);
                lemma_node_agrees(s, t, addrs, geometry, new.list[m], place(new.list, m + 1));
            }
        }
        let busy = self.busy@.with_node(node as int);
        assert(busy.nodes.contains(node as int));
        assert forall|r: int| 0 <= r < table.len() && r != row implies avoids_row(geometry, addrs, r, #[trigger] table[r]) by {
            assert forall|m: int| is_node(table, r, m) implies #[trigger] node_of(table, r, m) != node by {
                assert(node_of(table, row, n) == node);
            }
            lemma_node_avoids(geometry, addrs, node, table, r);
        }
    }

    /// A row of the main table, or of the list table, leads to an element that is there: so the list becomes another one from that
    /// place on.
    fn lead(&mut self, row: u32, links: Links, previous: u32, Ghost(new): Ghost<Row<K, I, L>>, Ghost(n): Ghost<int>) -> (result: Result<
        (),
        KvError,
    >)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).current@[row as int] matches Some(before) && {
                &&& new == (Row { list: new.list, ..before })
                &&& 0 <= n <= before.list.len()
                &&& previous == place(before.list, n - 1)
                &&& n > 0 ==> n <= new.list.len() && new.list[n - 1] == before.list[n - 1] && place(new.list, 0) == place(
                    before.list,
                    0,
                ) && links.head == place(new.list, n)
                &&& n == 0 ==> links == links_of(new)
            },
            is_at_home(new.list, old(self).current@, row as int),
            has_distinct_places(new.list),
            holds_others(old(self).journal@.committed(), old(self).geometry, new.list, n - 1),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            match result {
                Ok(()) => final(self).is_changed(
                    old(self),
                    row as int,
                    Some(new),
                    busy_with(old(self).busy@, row as int, (old(self).current@[row as int]->0).list, n),
                    entry_at(n),
                ),
                Err(error) => final(self).is_refused(old(self), error, entry_at(n)),
            },
    {
        let ghost (table, geometry) = (self.current@, self.geometry);
        let ghost list = (table[row as int]->0).list;
        proof {
            self.lemma_sizes();
            self.lemma_row(row as int);
            assert(table[row as int] is Some);
            assert forall|r: int| 0 <= r < table.len() && r != row implies !has_key(#[trigger] table[r], new.key) && !leads_to(
                table[r],
                new.item,
            ) by {
                assert(table[row as int] is Some);
            }
            lemma_distinct(table, row as int, new);
            if n > 0 {
                assert(node_of(table, row as int, n - 1) == previous);
                assert(is_node(table, row as int, n - 1));
            }
        }
        if previous == NONE {
            return self.relink(row, links, Ghost(new));
        }
        let next = links.head;
        let bytes = with_checksum(&next);
        let at = self.geometry.node_at(previous);
        proof {
            self.lemma_next(row as int, previous, place(new.list, n), new, n - 1);
        }
        let ghost busy = self.busy@.with_node(previous as int);
        self.switch(at, &bytes, Ghost(row as int), Ghost(Some(new)), Ghost(busy))
    }

    /// A list gets one more element at its end.
    pub(crate) fn append(&mut self, row: u32, item: u32, tail: u32, node: u32, element: &L) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).is_free_node(node),
            old(self).current@[row as int] matches Some(before) && item == before.item && tail == place(
                before.list,
                before.list.len() - 1,
            ),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            ({
                let before = old(self).current@[row as int]->0;
                let n = before.list.len() as int;
                match result {
                    Ok(()) => final(self).is_changed(
                        old(self),
                        row as int,
                        Some(Row { list: before.list.push(Node { place: node, element: *element }), ..before }),
                        busy_with(old(self).busy@, row as int, before.list, n),
                        entry_at(n),
                    ),
                    Err(error) => final(self).is_refused(old(self), error, entry_at(n)),
                }
            }),
    {
        let ghost (table, before) = (self.current@, self.current@[row as int]->0);
        let ghost list = before.list.push(Node { place: node, element: *element });
        self.put_node(node, NONE, element);
        proof {
            self.lemma_row(row as int);
            self.lemma_sizes();
            lemma_new_node(table, row as int, list, before.list.len() as int);
            assert forall|m: int| #![trigger list[m]] 0 <= m < list.len() && m != list.len() - 2 implies list[m].place
                < self.geometry.elements && holds_node(self.journal@.committed(), self.geometry, list[m], place(list, m + 1)) by {
                if m < before.list.len() {
                    assert(list[m] == before.list[m] && place(list, m + 1) == place(before.list, m + 1));
                }
            }
        }
        let links = Links { item: item as u64, head: node as u64 };
        self.lead(row, links, tail, Ghost(Row { list, ..before }), Ghost(before.list.len() as int))
    }

    /// A list loses its first elements. `head` is the row of the first one that stays.
    pub(crate) fn trim(&mut self, row: u32, item: u32, head: u32, Ghost(n): Ghost<int>) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).current@[row as int] matches Some(before) && item == before.item && 0 <= n <= before.list.len() && head == place(
                before.list,
                n,
            ),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            ({
                let before = old(self).current@[row as int]->0;
                match result {
                    Ok(()) => final(self).is_changed(
                        old(self),
                        row as int,
                        Some(Row { list: before.list.skip(n), ..before }),
                        old(self).busy@.with_row(row as int),
                        LINK_LEN as int,
                    ),
                    Err(error) => final(self).is_refused(old(self), error, LINK_LEN as int),
                }
            }),
    {
        let ghost (table, before) = (self.current@, self.current@[row as int]->0);
        let ghost list = before.list.skip(n);
        proof {
            self.lemma_sizes();
            self.lemma_row(row as int);
            lemma_places(table, row as int);
            assert forall|m: int| #![trigger list[m]] 0 <= m < list.len() implies list[m].place < self.geometry.elements && holds_node(
                self.journal@.committed(),
                self.geometry,
                list[m],
                place(list, m + 1),
            ) && is_at(before.list, list[m].place) by {
                assert(list[m] == before.list[m + n] && place(list, m + 1) == place(before.list, m + n + 1));
            }
            assert(place(list, 0) == place(before.list, n));
            assert forall|i: int, j: int| #![trigger list[i], list[j]] 0 <= i < j < list.len() implies list[i].place != list[j].place by {
                assert(before.list[i + n].place != before.list[j + n].place);
            }
        }
        let links = Links { item: item as u64, head: head as u64 };
        self.lead(row, links, NONE, Ghost(Row { list, ..before }), Ghost(0))
    }

    /// An element of a list is replaced. `around` are the rows of the elements before it and behind it.
    pub(crate) fn set(
        &mut self,
        row: u32,
        item: u32,
        around: (u32, u32),
        node: u32,
        element: &L,
        Ghost(n): Ghost<int>,
    ) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            row < old(self).geometry.keys,
            old(self).is_free_node(node),
            old(self).current@[row as int] matches Some(before) && {
                &&& item == before.item
                &&& 0 <= n < before.list.len()
                &&& around.0 == place(before.list, n - 1)
                &&& around.1 == place(before.list, n + 1)
            },
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            ({
                let before = old(self).current@[row as int]->0;
                match result {
                    Ok(()) => final(self).is_changed(
                        old(self),
                        row as int,
                        Some(Row { list: before.list.update(n, Node { place: node, element: *element }), ..before }),
                        busy_with(old(self).busy@, row as int, before.list, n),
                        entry_at(n),
                    ),
                    Err(error) => final(self).is_refused(old(self), error, entry_at(n)),
                }
            }),
    {
        let ghost (table, before) = (self.current@, self.current@[row as int]->0);
        let ghost list = before.list.update(n, Node { place: node, element: *element });
        self.put_node(node, around.1, element);
        proof {
            self.lemma_row(row as int);
            self.lemma_sizes();
            lemma_new_node(table, row as int, list, n);
            assert forall|m: int| #![trigger list[m]] 0 <= m < list.len() && m != n - 1 implies list[m].place
                < self.geometry.elements && holds_node(self.journal@.committed(), self.geometry, list[m], place(list, m + 1)) by {
                assert(place(list, m + 1) == place(before.list, m + 1));
                if m != n {
                    assert(list[m] == before.list[m]);
                }
            }
        }
        let links = Links { item: item as u64, head: node as u64 };
        self.lead(row, links, around.0, Ghost(Row { list, ..before }), Ghost(n))
    }
}

/// A list with one element in a row that was empty, and the others where they were.
proof fn lemma_new_node<K, I, L>(table: Table<K, I, L>, row: int, list: Seq<Node<L>>, n: int)
    requires
        is_distinct(table),
        0 <= row < table.len(),
        table[row] matches Some(before) && before.list.len() <= list.len() <= before.list.len() + 1,
        0 <= n < list.len(),
        list.len() > (table[row]->0).list.len() ==> n == (table[row]->0).list.len(),
        is_empty_node(table, list[n].place),
        forall|m: int| 0 <= m < list.len() && m != n ==> #[trigger] list[m] == (table[row]->0).list[m],
    ensures
        has_distinct_places(list),
        is_at_home(list, table, row),
{
    let before = (table[row]->0).list;
    lemma_places(table, row);
    assert forall|m: int| 0 <= m < before.len() implies (#[trigger] before[m]).place != list[n].place by {
        assert(is_node(table, row, m) && node_of(table, row, m) == before[m].place);
    }
    assert forall|i: int, j: int| #![trigger list[i], list[j]] 0 <= i < j < list.len() implies list[i].place != list[j].place by {
        if i != n && j != n {
            assert(before[i].place != before[j].place);
        } else if i == n {
            assert(before[j].place != list[n].place);
        } else {
            assert(before[i].place != list[n].place);
        }
    }
    assert forall|m: int| 0 <= m < list.len() implies is_empty_node(table, (#[trigger] list[m]).place) || is_at(before, list[m].place) by {
        if m != n {
            assert(before[m].place == list[m].place);
        }
    }
}

} // verus!
