//! The list of `intrusive_list.rs` with a bug: `push_back` does not clear `next`. New entries have no links, so a test
//! with new entries finds nothing. An entry from another list still leads to its old neighbour there.
//~ fails

use vstd::layout::*;
use vstd::prelude::*;
use vstd::simple_pptr::*;

verus! {

/// What the caller wants to keep in order. The list that has the entry sets the links.
pub struct Entry {
    pub value: u64,
    pub prev: Option<PPtr<Entry>>,
    pub next: Option<PPtr<Entry>>,
}

// Without a size, entries could be at the same address. The number is for targets with 64 bits.
global size_of Entry == 40;

/// The entries in order, but for one of them.
pub open spec fn without(order: Seq<PPtr<Entry>>, entry: PPtr<Entry>) -> Seq<PPtr<Entry>> {
    order.remove(order.index_of(entry))
}

/// Those behind the one that is left out move up.
proof fn lemma_without(order: Seq<PPtr<Entry>>, entry: PPtr<Entry>)
    requires
        order.contains(entry),
        order.no_duplicates(),
    ensures
        without(order, entry).len() == order.len() - 1,
        without(order, entry).no_duplicates(),
        forall|i: int|
            0 <= i < order.index_of(entry) ==> #[trigger] without(order, entry)[i] == order[i],
        forall|i: int|
            order.index_of(entry) <= i < order.len() - 1 ==> #[trigger] without(order, entry)[i] == order[i + 1],
{
}

/// A list of entries, and the permissions for them.
pub struct List {
    head: Option<PPtr<Entry>>,
    tail: Option<PPtr<Entry>>,
    /// The entries from the first to the last. Nobody needs to know when the program runs.
    order: Ghost<Seq<PPtr<Entry>>>,
    permissions: Tracked<Map<PPtr<Entry>, PointsTo<Entry>>>,
}

impl List {
    /// The entries, from the first to the last.
    pub closed spec fn view(self) -> Seq<PPtr<Entry>> {
        self.order@
    }

    /// The values of the entries.
    pub closed spec fn values(self) -> Map<PPtr<Entry>, u64> {
        self.entries().map_values(|entry: Entry| entry.value)
    }

    /// What is in the memory of the entries.
    spec fn entries(self) -> Map<PPtr<Entry>, Entry> {
        self.permissions@.map_values(|permission: PointsTo<Entry>| permission.value())
    }

    /// The entry at a position; none before the first and after the last one.
    spec fn at(self, i: int) -> Option<PPtr<Entry>> {
        if 0 <= i < self@.len() {
            Some(self@[i])
        } else {
            None
        }
    }

    /// Under each pointer is the permission for its memory, and the memory is in use.
    spec fn owns_entries(self) -> bool {
        forall|entry: PPtr<Entry>| #[trigger]
            self.permissions@.contains_key(entry) ==> {
                &&& self.permissions@[entry].pptr() == entry
                &&& self.permissions@[entry].is_init()
            }
    }

    /// The entry at a position is there, and knows its neighbours.
    spec fn is_linked(self, i: int) -> bool {
        let entry = self@[i];
        &&& self.entries().contains_key(entry)
        &&& self.entries()[entry].prev == self.at(i - 1)
        &&& self.entries()[entry].next == self.at(i + 1)
    }

    /// What holds of every list. A program that can see the fields could break it; other modules cannot.
    pub closed spec fn wf(self) -> bool {
        &&& self.owns_entries()
        &&& self@.no_duplicates()
        &&& forall|i: int| 0 <= i < self@.len() ==> self.is_linked(i)
        &&& self.head == self.at(0)
        &&& self.tail == self.at(self@.len() - 1)
    }

    /// A list without entries.
    pub fn new() -> (list: List)
        ensures
            list.wf(),
            list@ == Seq::<PPtr<Entry>>::empty(),
            list.values() == Map::<PPtr<Entry>, u64>::empty(),
    {
        let (order, permissions) = (Ghost(Seq::empty()), Tracked(Map::tracked_empty()));
        List { head: None, tail: None, order, permissions }
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> (empty: bool)
        requires
            self.wf(),
        ensures
            empty == (self@.len() == 0),
    {
        self.head.is_none()
    }

    /// Tells an entry what comes next. Before the first entry is the list itself, which knows the first one.
    fn set_next(&mut self, entry: Option<PPtr<Entry>>, next: Option<PPtr<Entry>>)
        requires
            old(self).owns_entries(),
            entry matches Some(entry) ==> old(self).entries().contains_key(entry),
        ensures
            final(self).owns_entries(),
            final(self).order == old(self).order,
            final(self).tail == old(self).tail,
            final(self).head == (if entry is None { next } else { old(self).head }),
            final(self).entries() == match entry {
                None => old(self).entries(),
                Some(at) => old(self).entries().insert(at, Entry { next, ..old(self).entries()[at] }),
            },
    {
        match entry {
            None => self.head = next,
            Some(entry) => {
                let tracked mut permission = self.permissions.borrow_mut().tracked_remove(entry);
                entry.borrow_mut(Tracked(&mut permission)).next = next;
                proof {
                    self.permissions.borrow_mut().tracked_insert(entry, permission);
                }
            },
        }
    }

    /// Tells an entry what comes before. After the last entry is the list itself, which knows the last one.
    fn set_prev(&mut self, entry: Option<PPtr<Entry>>, prev: Option<PPtr<Entry>>)
        requires
            old(self).owns_entries(),
            entry matches Some(entry) ==> old(self).entries().contains_key(entry),
        ensures
            final(self).owns_entries(),
            final(self).order == old(self).order,
            final(self).head == old(self).head,
            final(self).tail == (if entry is None { prev } else { old(self).tail }),
            final(self).entries() == match entry {
                None => old(self).entries(),
                Some(at) => old(self).entries().insert(at, Entry { prev, ..old(self).entries()[at] }),
            },
    {
        match entry {
            None => self.tail = prev,
            Some(entry) => {
                let tracked mut permission = self.permissions.borrow_mut().tracked_remove(entry);
                entry.borrow_mut(Tracked(&mut permission)).prev = prev;
                proof {
                    self.permissions.borrow_mut().tracked_insert(entry, permission);
                }
            },
        }
    }

    /// Puts an entry after all others. The entry stays where it is in memory.
    pub fn push_back(&mut self, entry: PPtr<Entry>, Tracked(permission): Tracked<PointsTo<Entry>>)
        requires
            old(self).wf(),
            permission.pptr() == entry,
            permission.is_init(),
        ensures
            final(self).wf(),
            !old(self)@.contains(entry),
            final(self)@ == old(self)@.push(entry),
            final(self).values() == old(self).values().insert(entry, permission.value().value),
    {
        let tracked mut permission = permission;
        proof {
            if self@.contains(entry) {
                // Then the list would have a permission for it, too.
                assert(self.is_linked(self@.index_of(entry)));
                permission.is_distinct(self.permissions.borrow().tracked_borrow(entry));
            }
        }
        let last = self.tail;
        let ghost len = self@.len();
        assert(len > 0 ==> self.is_linked(len - 1));
        let fields = entry.borrow_mut(Tracked(&mut permission));
        fields.prev = last;
        self.set_next(last, Some(entry));
        let ghost others = self.entries();
        self.tail = Some(entry);
        self.order = Ghost(self.order@.push(entry));
        proof {
            self.permissions.borrow_mut().tracked_insert(entry, permission);
        }
        assert(self.entries() =~= others.insert(entry, permission.value()));
        assert forall|i: int| 0 <= i < self@.len() implies self.is_linked(i) by { // FAILS
            // All entries but two are as they were.
            let before = old(self).is_linked(i);
        }
    }

    /// Takes an entry out, wherever it is in the list. Only its neighbours are touched.
    pub fn remove(&mut self, entry: PPtr<Entry>) -> (res: (u64, Tracked<PointsTo<Entry>>))
        requires
            old(self).wf(),
            old(self)@.contains(entry),
        ensures
            final(self).wf(),
            final(self)@ == without(old(self)@, entry),
            final(self).values() == old(self).values().remove(entry),
            res.0 == old(self).values()[entry],
            res.1@.pptr() == entry,
            res.1@.is_init(),
            res.1@.value().value == res.0,
    {
        // `lemma_without` says enough. Who also sees the parts of sequences searches for long.
        hide(without);
        let ghost at = self@.index_of(entry);
        assert(self.is_linked(at));
        assert(at > 0 ==> self.is_linked(at - 1));
        assert(at + 1 < self@.len() ==> self.is_linked(at + 1));
        let tracked permission = self.permissions.borrow_mut().tracked_remove(entry);
        let fields = entry.borrow(Tracked(&permission));
        let (value, prev, next) = (fields.value, fields.prev, fields.next);
        self.set_next(prev, next);
        self.set_prev(next, prev);
        self.order = Ghost(without(self.order@, entry));
        proof {
            lemma_without(old(self)@, entry);
        }
        assert forall|i: int| 0 <= i < self@.len() implies self.is_linked(i) by {
            // All entries but two are as they were. Those behind have moved up.
            let before = old(self).is_linked(if i < at { i } else { i + 1 });
        }
        (value, Tracked(permission))
    }

    /// Takes the first entry.
    pub fn pop_front(&mut self) -> (res: (PPtr<Entry>, Tracked<PointsTo<Entry>>))
        requires
            old(self).wf(),
            old(self)@.len() > 0,
        ensures
            final(self).wf(),
            final(self)@ == old(self)@.drop_first(),
            final(self).values() == old(self).values().remove(res.0),
            res.0 == old(self)@.first(),
            res.1@.pptr() == res.0,
            res.1@.is_init(),
            res.1@.value().value == old(self).values()[res.0],
    {
        let first = self.head.unwrap();
        let (_, permission) = self.remove(first);
        (first, permission)
    }

    /// Takes all entries, prints their values, and gives their memory back.
    pub fn print_and_free(self)
        requires
            self.wf(),
    {
        let mut list = self;
        while !list.is_empty()
            invariant
                list.wf(),
            decreases list@.len(),
        {
            let (entry, permission) = list.pop_front();
            let value = entry.into_inner(permission).value;
            println!("{value}");
        }
    }
}

fn main() {
    let (mut ready, mut waiting) = (List::new(), List::new());
    let (a, permission) = PPtr::new(Entry { value: 10, prev: None, next: None });
    ready.push_back(a, permission);
    let (b, permission) = PPtr::new(Entry { value: 20, prev: None, next: None });
    ready.push_back(b, permission);
    let (c, permission) = PPtr::new(Entry { value: 30, prev: None, next: None });
    ready.push_back(c, permission);
    assert(ready@ =~= seq![a, b, c]);
    // From the middle of one list to the end of another one.
    assert(ready@[1] == b);
    let (value, permission) = ready.remove(b);
    assert(value == 20);
    assert(ready@ =~= seq![a, c]);
    waiting.push_back(b, permission);
    assert(waiting@ =~= seq![b]);
    assert(ready.values()[c] == 30);
    ready.print_and_free();
    waiting.print_and_free();
}

} // verus!
