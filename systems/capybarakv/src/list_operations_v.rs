//! Operations on lists: append, trim, set, and reads.

use pmcopy::PmCopy;
use vstd::prelude::*;

verus! {

use crate::abstract_spec_t::*;
use crate::cursors_v::*;
use crate::distinct_v::*;
use crate::error_v::KvError;
use crate::layout_v::*;
use crate::lists_v::*;
use crate::map_v::*;
use crate::nodes_v::*;
use crate::operations_spec_t::*;
use crate::order_v::*;
use crate::ordered_v::*;
use crate::slots_v::*;
use crate::space_v::*;
use crate::store_v::*;
use crate::table_v::*;
use crate::tables_v::*;
use power::device_t::*;

impl<D: Device, K: PmCopy, I: PmCopy, L: PmCopy, O: KeyOrder<K>> KvStore<D, K, I, L, O> {
    /// The number of elements of the list of a key.
    pub fn list_len(&self, key: &K) -> (result: Result<usize, KvError>)
        requires
            self.inv(),
        ensures
            match result {
                Ok(len) => self@.on_commit.contains_key(*key) && len == self@.on_commit[*key].list.len(),
                Err(KvError::KeyNotFound) => !self@.on_commit.contains_key(*key),
                Err(error) => error == KvError::Corrupted && !self.constants().is_intact(),
            },
    {
        let row = self.row_of(key)?;
        proof {
            self.tables.lemma_sizes();
            self.lemma_list_len(row as int);
        }
        Ok(self.slots[row as usize].len as usize)
    }

    /// The element of a list at an index, which begins with 0.
    pub fn read_element(&self, key: &K, index: usize) -> (result: Result<L, KvError>)
        requires
            self.inv(),
        ensures
            reads_element(self@, *key, index as int, result, self.constants().is_intact()),
    {
        let row = self.row_of(key)?;
        let ghost table = self.tables.current@;
        let ghost list = (table[row as int]->0).list;
        proof {
            self.tables.lemma_sizes();
            self.lemma_list_len(row as int);
            lemma_chain(self.next@, table, row as int);
        }
        let slot = self.slots[row as usize];
        if index >= slot.len as usize {
            return Err(KvError::OutOfBounds { len: slot.len as usize });
        }
        let node = walk::<L>(&self.next, slot.head, index as u32, Ghost(list));
        assert(is_node(table, row as int, index as int) && node_of(table, row as int, index as int) == node);
        match self.tables.read_element(node, Ghost(row as int), Ghost(index as int)) {
            Some(element) => Ok(element),
            None => Err(KvError::Corrupted),
        }
    }

    /// All elements of a list.
    pub fn read_list(&self, key: &K) -> (result: Result<Vec<L>, KvError>)
        requires
            self.inv(),
        ensures
            reads_list(
                self@,
                *key,
                match result {
                    Ok(list) => Ok(list@),
                    Err(error) => Err(error),
                },
                self.constants().is_intact(),
            ),
    {
        let mut rest = Elements::new(self, key)?;
        let mut elements: Vec<L> = Vec::with_capacity(rest.len());
        let ghost all = rest@;
        while let (behind, Some(element)) = rest.step()
            invariant
                rest.inv(),
                rest.constants() == self.constants(),
                elements@ + rest@ == all,
            ensures
                elements@ == all,
            decreases rest@.len(),
        {
            elements.push(element?);
            assert(elements@ + behind@ =~= all);
            rest = behind;
        }
        Ok(elements)
    }

    /// What there is when the row of an element, and the row that leads to it, were written.
    proof fn lemma_new_element(&self, before: &Self, row: int, new: Row<K, I, L>, n: int)
        requires
            before.inv(),
            is_node_at(before.tables.current@, row, new, n),
            before.nodes.free@.len() > 0,
            new.list[n].place == before.nodes.free@.last(),
            self.nodes.free@ == before.nodes.free@.drop_last(),
            self.next@.len() == before.next@.len(),
            forall|x: int| 0 <= x < self.next@.len() ==> #[trigger] self.next@[x] == if x == new.list[n].place {
                place(new.list, n + 1)
            } else if n > 0 && x == new.list[n - 1].place {
                new.list[n].place
            } else {
                before.next@[x]
            },
        ensures
            chains(self.next@, before.tables.current@.update(row, Some(new))),
            forall|x: u32| #[trigger]
                self.nodes.free@.contains(x) ==> before.nodes.free@.contains(x) && is_empty_node(
                    before.tables.current@.update(row, Some(new)),
                    x,
                ),
            forall|x: u32| #[trigger]
                before.nodes.given@.contains(x) ==> is_empty_node(before.tables.current@.update(row, Some(new)), x),
    {
        let (table, place_of_new) = (before.tables.current@, new.list[n].place);
        let old_list = (table[row]->0).list;
        before.tables.lemma_sizes();
        lemma_chain(before.next@, table, row);
        lemma_places(table, row);
        assert(before.nodes.free@.contains(place_of_new));
        assert forall|m: int| 0 <= m < old_list.len() implies (#[trigger] old_list[m]).place != place_of_new by {
            assert(is_node(table, row, m) && node_of(table, row, m) == old_list[m].place);
        }
        assert forall|m: int| 0 <= m < new.list.len() implies (#[trigger] new.list[m]).place < self.next@.len()
            && self.next@[new.list[m].place as int] == place(new.list, m + 1) by {
            if m != n {
                assert(new.list[m] == old_list[m]);
                if n > 0 && m != n - 1 {
                    assert(new.list[n - 1] == old_list[n - 1]);
                    assert(old_list[m].place != old_list[n - 1].place);
                }
                assert(place(new.list, m + 1) == if m == n - 1 { place_of_new } else { place(old_list, m + 1) });
            }
        }
        assert forall|r: int, m: int| #![trigger node_of(table, r, m)]
            is_node(table, r, m) && r != row implies self.next@[node_of(table, r, m) as int] == before.next@[node_of(table, r, m) as int] by {
            assert(node_of(table, r, m) != place_of_new);
            if n > 0 {
                assert(is_node(table, row, n - 1) && node_of(table, row, n - 1) == new.list[n - 1].place);
            }
        }
        lemma_rechain(before.next@, self.next@, table, row, Some(new));
        lemma_dropped(before.nodes.free@);
        assert forall|x: u32| x != place_of_new && is_empty_node(table, x) implies #[trigger] is_empty_node(
            table.update(row, Some(new)),
            x,
        ) by {
            assert forall|m: int| 0 <= m < new.list.len() implies (#[trigger] new.list[m]).place != x by {
                if m != n {
                    assert(new.list[m] == old_list[m]);
                    assert(is_node(table, row, m) && node_of(table, row, m) == old_list[m].place);
                }
            }
            lemma_still_empty(table, row, Some(new), x);
        }
    }

    /// Puts an element behind the last one of the list of a key.
    pub fn append(&mut self, key: &K, element: &L) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            appends(old(self)@, *key, *element, final(self)@, result, old(self).constants().is_intact()),
    {
        let row = self.row_of(key)?;
        self.append_row(Ghost(*key), row, element)
    }

    /// Puts an element behind the last one of the list of the key that has a row.
    pub(crate) fn append_row(&mut self, Ghost(key): Ghost<K>, row: u32, element: &L) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            old(self).is_at(key, row),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            appends(old(self)@, key, *element, final(self)@, result, true),
            result is Ok ==> final(self).is_at(key, row),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let nodes_left = self.nodes.free.len();
        if nodes_left == 0 {
            return Err(KvError::OutOfElements);
        }
        let node = self.nodes.free[nodes_left - 1];
        let ghost old_row = current[row as int]->0;
        let ghost n = old_row.list.len() as int;
        let ghost new = Row { list: old_row.list.push(Node { place: node, element: *element }), ..old_row };
        proof {
            self.tables.lemma_sizes();
            self.lemma_list_len(row as int);
            lemma_chain(self.next@, current, row as int);
            assert(self.nodes.free@.contains(node));
            lemma_insert(current, row as int, new);
            lemma_total_insert(map_of(current), key, entry_of(new));
            assert(elements_of(new.list) =~= elements_of(old_row.list).push(*element));
            if n > 0 {
                assert(is_node(current, row as int, n - 1) && node_of(current, row as int, n - 1) == old_row.list[n - 1].place);
            }
        }
        let slot = self.slots[row as usize];
        self.tables.append(row, slot.item, slot.tail, node, element)?;
        self.nodes.take();
        put_between(&mut self.next, &mut self.touched_nodes, Ghost(self.kept_next@), slot.tail, node, NONE);
        self.touched.push(row);
        let head = if slot.tail == NONE { node } else { slot.head };
        self.slots[row as usize] = Slot { head, tail: node, len: slot.len + 1, ..slot };
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.nodes.taken@, node);
            lemma_touch(before.touched@, before.slots@, before.kept@, row, slot_of(Some(new)));
            self.lemma_new_element(&before, row as int, new, n);
            lemma_same_order(before.order, current, durable, row as int, new);
        }
        Ok(())
    }

    /// The row of an element of the list of a row, between those of the elements before it and behind it.
    fn find_element(&self, row: u32, head: u32, n: u32) -> (nodes: (u32, u32, u32))
        requires
            chains(self.next@, self.tables.current@),
            row < self.tables.current@.len(),
            self.tables.current@[row as int] is Some,
            head == place((self.tables.current@[row as int]->0).list, 0),
            n < (self.tables.current@[row as int]->0).list.len(),
        ensures
            ({
                let list = (self.tables.current@[row as int]->0).list;
                &&& nodes.0 == place(list, n - 1)
                &&& nodes.1 == list[n as int].place
                &&& nodes.2 == place(list, n + 1)
                &&& nodes.1 < self.next@.len()
                &&& n > 0 ==> nodes.0 == list[n - 1].place && nodes.0 < self.next@.len()
            }),
    {
        proof {
            lemma_chain(self.next@, self.tables.current@, row as int);
        }
        find_node::<L>(&self.next, head, n, Ghost((self.tables.current@[row as int]->0).list))
    }

    /// Replaces the element of a list at an index, which begins with 0.
    pub fn set_element(&mut self, key: &K, index: usize, element: &L) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            sets(old(self)@, *key, index as int, *element, final(self)@, result, old(self).constants().is_intact()),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let row = self.row_of(key)?;
        let ghost old_row = current[row as int]->0;
        let ghost n = index as int;
        proof {
            self.tables.lemma_sizes();
            self.lemma_list_len(row as int);
        }
        let slot = self.slots[row as usize];
        if index >= slot.len as usize {
            return Err(KvError::OutOfBounds { len: slot.len as usize });
        }
        let nodes_left = self.nodes.free.len();
        if nodes_left == 0 {
            return Err(KvError::OutOfElements);
        }
        let node = self.nodes.free[nodes_left - 1];
        let (previous, replaced, following) = self.find_element(row, slot.head, index as u32);
        let ghost new = Row { list: old_row.list.update(n, Node { place: node, element: *element }), ..old_row };
        proof {
            assert(self.nodes.free@.contains(node));
            lemma_insert(current, row as int, new);
            lemma_total_insert(map_of(current), *key, entry_of(new));
            assert(elements_of(new.list) =~= elements_of(old_row.list).update(n, *element));
            assert(place(new.list, n + 1) == following);
            if n + 1 < old_row.list.len() {
                assert(is_node(current, row as int, n + 1) && node_of(current, row as int, n + 1) == old_row.list[n + 1].place);
            }
            if n > 0 {
                assert(is_node(current, row as int, n - 1) && node_of(current, row as int, n - 1) == old_row.list[n - 1].place);
            }
        }
        self.tables.set(row, slot.item, (previous, following), node, element, Ghost(n))?;
        self.nodes.take();
        put_between(&mut self.next, &mut self.touched_nodes, Ghost(self.kept_next@), previous, node, following);
        proof {
            lemma_dropped(before.nodes.free@);
            assert(is_node(current, row as int, n) && node_of(current, row as int, n) == replaced);
        }
        self.nodes.give(replaced);
        self.touched.push(row);
        let head = if index == 0 { node } else { slot.head };
        let tail = if following == NONE { node } else { slot.tail };
        self.slots[row as usize] = Slot { head, tail, ..slot };
        proof {
            lemma_push(before.touched@, row);
            lemma_push(before.nodes.taken@, node);
            lemma_push(before.nodes.given@, replaced);
            lemma_touch(before.touched@, before.slots@, before.kept@, row, slot_of(Some(new)));
            self.lemma_new_element(&before, row as int, new, n);
            lemma_replaced_empty(current, row as int, new, n);
            lemma_same_order(before.order, current, durable, row as int, new);
        }
        Ok(())
    }

    /// Takes the first elements of a list away.
    pub fn trim(&mut self, key: &K, n: usize) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            trims(old(self)@, *key, n as int, final(self)@, result, old(self).constants().is_intact()),
    {
        let row = self.row_of(key)?;
        self.trim_row(Ghost(*key), row, n)
    }

    /// Takes the first elements of the list of the key that has a row away.
    pub(crate) fn trim_row(&mut self, Ghost(key): Ghost<K>, row: u32, n: usize) -> (result: Result<(), KvError>)
        requires
            old(self).inv(),
            old(self).is_at(key, row),
        ensures
            final(self).inv(),
            final(self).is_same(old(self)),
            trims(old(self)@, key, n as int, final(self)@, result, true),
            result is Ok ==> final(self).is_at(key, row),
    {
        let ghost before = *self;
        let ghost (current, durable) = (self.tables.current@, self.tables.durable@);
        let ghost old_row = current[row as int]->0;
        let ghost new = Row { list: old_row.list.skip(n as int), ..old_row };
        proof {
            self.tables.lemma_sizes();
            self.lemma_list_len(row as int);
        }
        let slot = self.slots[row as usize];
        if n > slot.len as usize {
            return Err(KvError::OutOfBounds { len: slot.len as usize });
        }
        let head = walk_row::<K, I, L>(&self.next, row, slot.head, n as u32, Ghost(current));
        proof {
            lemma_insert(current, row as int, new);
            lemma_total_insert(map_of(current), key, entry_of(new));
            assert(elements_of(new.list) =~= elements_of(old_row.list).skip(n as int));
            if n < old_row.list.len() {
                assert(is_node(current, row as int, n as int) && node_of(current, row as int, n as int) == old_row.list[n as int].place);
            }
        }
        self.tables.trim(row, slot.item, head, Ghost(n as int))?;
        give_first::<K, I, L>(&mut self.nodes, &self.next, row, slot.head, n as u32, Ghost(current));
        self.touched.push(row);
        let tail = if head == NONE { NONE } else { slot.tail };
        self.slots[row as usize] = Slot { head, tail, len: slot.len - n as u32, ..slot };
        proof {
            lemma_push(before.touched@, row);
            lemma_touch(before.touched@, before.slots@, before.kept@, row, slot_of(Some(new)));
            lemma_trimmed(before.next@, current, row as int, new, n as int);
            lemma_given_empty(current, row as int, Some(new), n as int);
            lemma_same_order(before.order, current, durable, row as int, new);
        }
        Ok(())
    }
}

/// Whether a row has the list that the main table has, but for the element at one place, or one more at the end.
pub open spec fn is_node_at<K, I, L>(table: Table<K, I, L>, row: int, new: Row<K, I, L>, n: int) -> bool {
    &&& 0 <= row < table.len()
    &&& table[row] is Some
    &&& 0 <= n < new.list.len()
    &&& n <= (table[row]->0).list.len() <= new.list.len()
    &&& n < (table[row]->0).list.len() ==> new.list.len() == (table[row]->0).list.len()
    &&& n == (table[row]->0).list.len() ==> new.list.len() == n + 1
    &&& forall|m: int| 0 <= m < new.list.len() && m != n ==> #[trigger] new.list[m] == (table[row]->0).list[m]
}

/// The row of an element is empty when the element was replaced.
proof fn lemma_replaced_empty<K, I, L>(table: Table<K, I, L>, row: int, new: Row<K, I, L>, n: int)
    requires
        is_distinct(table),
        is_node_at(table, row, new, n),
        n < (table[row]->0).list.len(),
        new.list[n].place != node_of(table, row, n),
    ensures
        is_empty_node(table.update(row, Some(new)), node_of(table, row, n)),
{
    let gone = node_of(table, row, n);
    assert(is_node(table, row, n));
    assert forall|m: int| 0 <= m < new.list.len() implies (#[trigger] new.list[m]).place != gone by {
        if m != n {
            assert(is_node(table, row, m) && node_of(table, row, m) == new.list[m].place);
        }
    }
    lemma_still_empty(table, row, Some(new), gone);
}

/// What is so when a list lost its first elements.
proof fn lemma_trimmed<K, I, L>(next: Seq<u32>, table: Table<K, I, L>, row: int, new: Row<K, I, L>, n: int)
    requires
        chains(next, table),
        0 <= row < table.len(),
        table[row] is Some,
        0 <= n <= (table[row]->0).list.len(),
        new.list == (table[row]->0).list.skip(n),
    ensures
        chains(next, table.update(row, Some(new))),
        forall|x: u32| is_empty_node(table, x) ==> #[trigger] is_empty_node(table.update(row, Some(new)), x),
{
    let list = (table[row]->0).list;
    lemma_chain(next, table, row);
    assert forall|m: int| 0 <= m < new.list.len() implies (#[trigger] new.list[m]).place < next.len()
        && next[new.list[m].place as int] == place(new.list, m + 1) by {
        assert(new.list[m] == list[m + n] && place(new.list, m + 1) == place(list, m + n + 1));
    }
    lemma_rechain(next, next, table, row, Some(new));
    assert forall|x: u32| is_empty_node(table, x) implies #[trigger] is_empty_node(table.update(row, Some(new)), x) by {
        assert forall|m: int| 0 <= m < new.list.len() implies (#[trigger] new.list[m]).place != x by {
            assert(is_node(table, row, m + n) && node_of(table, row, m + n) == new.list[m].place);
        }
        lemma_still_empty(table, row, Some(new), x);
    }
}

} // verus!
