//! A delegation map (SOSP'24, figure 3): which host answers for which key, kept as a list of pivots.
//!
//! A pivot says who answers from its key on, up to the next pivot. To delegate a range of keys replaces the pivots in it.
//! That this changes the range and nothing else is a question about orders with many cases; it is answered in EPR mode
//! (`mod delegation`), about keys of which nothing is known but that they are ordered. The rest is about the list.

use vstd::prelude::*;

verus! {

/// From `key` on, `host` answers.
#[derive(Clone, Copy)]
pub struct Pivot {
    pub key: u64,
    pub host: u64,
}

/// Who answers for which key.
pub struct DelegationMap {
    pivots: Vec<Pivot>,
}

/// The first pivot is at the least key, and each is behind the one before.
pub(crate) closed spec fn is_valid(pivots: Seq<Pivot>) -> bool {
    &&& pivots.len() > 0
    &&& pivots[0].key == 0
    &&& forall|i: int, j: int| 0 <= i < j < pivots.len() ==> (#[trigger] pivots[i]).key < (#[trigger] pivots[j]).key
}

/// The last pivot that is not behind the key.
pub(crate) closed spec fn is_last(pivots: Seq<Pivot>, i: int, key: u64) -> bool {
    &&& 0 <= i < pivots.len()
    &&& pivots[i].key <= key
    &&& i + 1 < pivots.len() ==> key < pivots[i + 1].key
}

pub(crate) closed spec fn answers(pivots: Seq<Pivot>, key: u64) -> u64 {
    pivots[choose|i: int| is_last(pivots, i, key)].host
}

impl DelegationMap {
    /// Every map that there is has this property.
    pub closed spec fn valid(self) -> bool {
        is_valid(self.pivots@)
    }

    /// The host that answers for a key.
    pub closed spec fn host(self, key: u64) -> u64 {
        answers(self.pivots@, key)
    }

    /// One host answers for all keys.
    pub fn new(host: u64) -> (map: DelegationMap)
        ensures
            map.valid(),
            forall|key: u64| #[trigger] map.host(key) == host,
    {
        let mut pivots = Vec::new();
        pivots.push(Pivot { key: 0, host });
        proof {
            assert forall|key: u64| #[trigger] answers(pivots@, key) == host by {
                assert(is_last(pivots@, 0, key));
            }
        }
        DelegationMap { pivots }
    }

    /// The host that answers for a key.
    pub fn get(&self, key: u64) -> (host: u64)
        requires
            self.valid(),
        ensures
            host == self.host(key),
    {
        let mut i = 0;
        while i + 1 < self.pivots.len() && self.pivots[i + 1].key <= key
            invariant
                self.valid(),
                0 <= i < self.pivots.len(),
                self.pivots[i as int].key <= key,
            decreases self.pivots.len() - i,
        {
            i = i + 1;
        }
        proof {
            lemma_one_last(self.pivots@, i as int, key);
        }
        self.pivots[i].host
    }

    /// Lets a host answer for the keys from `low` to below `high`.
    pub fn set(&mut self, low: u64, high: u64, host: u64)
        requires
            old(self).valid(),
            low < high,
        ensures
            final(self).valid(),
            forall|key: u64| #[trigger] final(self).host(key)
                == if low <= key < high { host } else { old(self).host(key) },
    {
        let behind = self.get(high);
        let before = &self.pivots;
        let mut pivots: Vec<Pivot> = Vec::new();
        let mut i = 0;
        while i < before.len() && before[i].key < low
            invariant
                i <= before.len(),
                pivots@ =~= before@.subrange(0, i as int),
                forall|j: int| 0 <= j < i ==> (#[trigger] before@[j]).key < low,
            decreases before.len() - i,
        {
            pivots.push(before[i]);
            i = i + 1;
        }
        let start = i;
        pivots.push(Pivot { key: low, host });
        pivots.push(Pivot { key: high, host: behind });
        while i < before.len() && before[i].key <= high
            invariant
                is_valid(before@),
                start <= i <= before.len(),
                start < before.len() ==> low <= before@[start as int].key,
                forall|j: int| start <= j < i ==> low <= (#[trigger] before@[j]).key <= high,
            decreases before.len() - i,
        {
            i = i + 1;
        }
        let end = i;
        let ghost kept = pivots@;
        assert(kept =~= before@.subrange(0, start as int)
            + seq![Pivot { key: low, host }, Pivot { key: high, host: behind }]);
        while i < before.len()
            invariant
                end <= i <= before.len(),
                pivots@ =~= kept + before@.subrange(end as int, i as int),
            decreases before.len() - i,
        {
            pivots.push(before[i]);
            i = i + 1;
        }
        proof {
            model::set_of_lists(before@, pivots@, low, high, host, start as int, end as int);
        }
        self.pivots = pivots;
    }
}

/// There is one last pivot that is not behind a key.
proof fn lemma_one_last(pivots: Seq<Pivot>, i: int, key: u64)
    requires
        is_valid(pivots),
        is_last(pivots, i, key),
    ensures
        answers(pivots, key) == pivots[i].host,
{
    let j = choose|j: int| is_last(pivots, j, key);
    assert(is_last(pivots, j, key));
    if i < j {
        assert(pivots[i + 1].key <= pivots[j].key);
        assert(false);
    }
    if j < i {
        assert(pivots[j + 1].key <= pivots[i].key);
        assert(false);
    }
}

/// A pivot answers for its own key.
proof fn lemma_at_a_pivot(pivots: Seq<Pivot>, i: int)
    requires
        is_valid(pivots),
        0 <= i < pivots.len(),
    ensures
        answers(pivots, pivots[i].key) == pivots[i].host,
{
    assert(is_last(pivots, i, pivots[i].key));
    lemma_one_last(pivots, i, pivots[i].key);
}

/// There is a last pivot for every key.
proof fn lemma_some_last(pivots: Seq<Pivot>, key: u64, i: int) -> (last: int)
    requires
        is_valid(pivots),
        0 <= i < pivots.len(),
        pivots[i].key <= key,
    ensures
        is_last(pivots, last, key),
    decreases pivots.len() - i,
{
    if i + 1 < pivots.len() && pivots[i + 1].key <= key {
        lemma_some_last(pivots, key, i + 1)
    } else {
        i
    }
}

/// The abstract map, about keys that are ordered.
mod delegation {
    #![verifier::epr_mode]
    use super::model::*;
    use vstd::prelude::*;

    pub open spec fn lt(a: Key, b: Key) -> bool {
        le(a, b) && a != b
    }

    /// The pivots between `low` and `high` go, and there are two new ones.
    pub open spec fn set(old: Table, new: Table, low: Key, high: Key, host: Host) -> bool {
        &&& lt(low, high)
        &&& forall|k: Key| #[trigger] pivot(new, k) <==>
            k == low || k == high || pivot(old, k) && (lt(k, low) || lt(high, k))
        &&& answers(new, low) == host
        &&& forall|k: Key| #[trigger] pivot(new, k) && k != low ==> answers(new, k) == answers(old, k)
    }

    /// What `set` does at a key, from the last pivots that are not behind it before and after.
    pub proof fn set_changes_the_range(
        old: Table,
        new: Table,
        low: Key,
        high: Key,
        host: Host,
        key: Key,
        a: Key,
        b: Key,
        c: Key,
    )
        requires
            set(old, new, low, high, host),
            last(old, a, key),
            last(new, b, key),
            last(old, c, high),
        ensures
            answers(new, key) == if le(low, key) && lt(key, high) { host } else { answers(old, key) },
    {
        le_is_an_order();
        last_is_last(old, a, key);
        last_is_last(new, b, key);
        last_is_last(old, c, high);
    }
}

/// What the abstract map is of the list.
mod model {
    use super::*;
    use vstd::prelude::*;

    vstd::epr_model! {
        sort Key(u64) ordered by le, le_is_an_order;
        sort Host(u64);
        sort Table(Seq<Pivot>);
        relation pivot(m: Table, k: Key) {
            exists|i: int| 0 <= i < m.value.len() && #[trigger] m.value[i].key == k.value
        }
        relation last(m: Table, p: Key, k: Key) {
            is_valid(m.value) && exists|i: int| #[trigger] is_last(m.value, i, k.value) && m.value[i].key == p.value
        }
        function answers(m: Table, k: Key) -> Host { Host { value: super::answers(m.value, k.value) } }
    }

    /// The last pivot answers, also for its own key, and no other is nearer.
    pub proof fn last_is_last(m: Table, p: Key, k: Key)
        requires
            last(m, p, k),
        ensures
            pivot(m, p) && le(p, k) && answers(m, k) == answers(m, p),
            forall|q: Key| #[trigger] pivot(m, q) && le(q, k) ==> le(q, p),
    {
        let i = choose|i: int| #[trigger] is_last(m.value, i, k.value) && m.value[i].key == p.value;
        lemma_one_last(m.value, i, k.value);
        assert(is_last(m.value, i, p.value));
        lemma_one_last(m.value, i, p.value);
    }

    /// What `set` makes of the list: the pivots from `start` to before `end` are replaced by two.
    pub(super) open spec fn is_set(
        old: Seq<Pivot>,
        new: Seq<Pivot>,
        low: u64,
        high: u64,
        host: u64,
        start: int,
        end: int,
    ) -> bool {
        &&& is_valid(old) && low < high && 0 <= start <= end <= old.len()
        &&& new.len() == start + 2 + old.len() - end
        &&& forall|j: int| 0 <= j < start ==> (#[trigger] old[j]).key < low
        &&& forall|j: int| start <= j < end ==> low <= (#[trigger] old[j]).key <= high
        &&& forall|j: int| end <= j < old.len() ==> high < (#[trigger] old[j]).key
        &&& forall|i: int| 0 <= i < start ==> #[trigger] new[i] == old[i]
        &&& new[start] == Pivot { key: low, host }
        &&& new[start + 1] == Pivot { key: high, host: super::answers(old, high) }
        &&& forall|i: int| start + 2 <= i < new.len() ==> #[trigger] new[i] == old[i - start - 2 + end]
    }

    /// The list is a step of the abstract map.
    proof fn set_is_a_step(
        old: Seq<Pivot>,
        new: Seq<Pivot>,
        low: u64,
        high: u64,
        host: u64,
        start: int,
        end: int,
    )
        requires
            is_set(old, new, low, high, host, start, end),
            is_valid(new),
        ensures
            delegation::set(Table::of(old), Table::of(new), Key::of(low), Key::of(high), Host::of(host)),
    {
        let (o, n, l, h) = (Table::of(old), Table::of(new), Key::of(low), Key::of(high));
        assert forall|k: Key| #[trigger] pivot(n, k) <==>
            k == l || k == h || pivot(o, k) && (delegation::lt(k, l) || delegation::lt(h, k)) by {
            if pivot(o, k) {
                let j = choose|j: int| 0 <= j < old.len() && #[trigger] old[j].key == k.value;
                assert(j < start ==> new[j].key == k.value);
                assert(j >= end ==> new[j - end + start + 2].key == k.value);
            }
        }
        assert forall|k: Key| pivot(n, k) && k != l implies #[trigger] answers(n, k) == answers(o, k) by {
            let i = choose|i: int| 0 <= i < new.len() && #[trigger] new[i].key == k.value;
            lemma_at_a_pivot(new, i);
            if i < start {
                lemma_at_a_pivot(old, i);
            } else if i != start + 1 {
                lemma_at_a_pivot(old, i - start - 2 + end);
            }
        }
        lemma_at_a_pivot(new, start);
    }

    /// So the abstract proof says what it does at a key.
    proof fn set_at_a_key(old: Seq<Pivot>, new: Seq<Pivot>, low: u64, high: u64, host: u64, key: u64)
        requires
            is_valid(old),
            is_valid(new),
            delegation::set(Table::of(old), Table::of(new), Key::of(low), Key::of(high), Host::of(host)),
        ensures
            super::answers(new, key) == if low <= key < high { host } else { super::answers(old, key) },
    {
        let (a, b) = (old[lemma_some_last(old, key, 0)].key, new[lemma_some_last(new, key, 0)].key);
        let c = old[lemma_some_last(old, high, 0)].key;
        let (a, b, c) = (Key::of(a), Key::of(b), Key::of(c));
        let (o, n, l, h) = (Table::of(old), Table::of(new), Key::of(low), Key::of(high));
        delegation::set_changes_the_range(o, n, l, h, Host::of(host), Key::of(key), a, b, c);
    }

    /// And so for all keys.
    pub(super) proof fn set_of_lists(
        old: Seq<Pivot>,
        new: Seq<Pivot>,
        low: u64,
        high: u64,
        host: u64,
        start: int,
        end: int,
    )
        requires
            is_set(old, new, low, high, host, start, end),
        ensures
            is_valid(new),
            forall|key: u64| #[trigger] super::answers(new, key)
                == if low <= key < high { host } else { super::answers(old, key) },
    {
        assert(is_valid(new));
        set_is_a_step(old, new, low, high, host, start, end);
        assert forall|key: u64| #[trigger] super::answers(new, key)
            == if low <= key < high { host } else { super::answers(old, key) } by {
            set_at_a_key(old, new, low, high, host, key);
        }
    }
}

} // verus!

fn main() {
    let mut map = DelegationMap::new(1);
    map.set(10, 20, 2);
    map.set(15, 30, 3);
    for key in [0, 10, 15, 20, 29, 30] {
        println!("{key}: {}", map.get(key));
    }
}
