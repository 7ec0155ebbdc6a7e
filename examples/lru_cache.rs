//! A cache that drops the entry that was not used for the longest time.

use vstd::prelude::*;

verus! {

struct Entry {
    key: u64,
    value: u64,
}

/// Entries, the one that was used last at the end.
struct Cache {
    entries: Vec<Entry>,
    capacity: usize,
}

impl Cache {
    spec fn wf(self) -> bool {
        &&& 0 < self.capacity
        &&& self.entries.len() <= self.capacity
        &&& forall|i: int, j: int|
            #![auto]
            0 <= i < j < self@.len() ==> self@[i].0 != self@[j].0
    }

    /// The keys and values, the one that was used last at the end.
    spec fn view(self) -> Seq<(u64, u64)> {
        self.entries@.map_values(|e: Entry| (e.key, e.value))
    }

    /// Whether there is an entry of a key.
    spec fn has(self, key: u64) -> bool {
        exists|i: int| 0 <= i < self@.len() && self@[i].0 == key
    }

    fn new(capacity: usize) -> (cache: Cache)
        requires
            capacity > 0,
        ensures
            cache.wf(),
            cache.capacity == capacity,
            cache@ == Seq::<(u64, u64)>::empty(),
    {
        Cache { entries: Vec::new(), capacity }
    }

    /// The position of a key.
    fn position(&self, key: u64) -> (p: Option<usize>)
        requires
            self.wf(),
        ensures
            match p {
                Some(i) => i < self@.len() && self@[i as int].0 == key,
                None => !self.has(key),
            },
    {
        for i in 0..self.entries.len()
            invariant
                forall|j: int| 0 <= j < i ==> self@[j].0 != key,
        {
            if self.entries[i].key == key {
                return Some(i);
            }
        }
        None
    }

    /// The value of a key. Its entry is then the one that was used last.
    fn get(&mut self, key: u64) -> (value: Option<u64>)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).capacity == old(self).capacity,
            match value {
                None => !old(self).has(key) && final(self)@ == old(self)@,
                Some(v) => exists|i: int| #![auto] 0 <= i < old(self)@.len() && old(self)@[i] == (key, v)
                    && final(self)@ == old(self)@.remove(i).push((key, v)),
            },
    {
        match self.position(key) {
            None => None,
            Some(i) => {
                let entry = self.entries.remove(i);
                let value = entry.value;
                self.entries.push(entry);
                assert(old(self)@[i as int] == (key, value));
                assert(self@ == old(self)@.remove(i as int).push((key, value)));
                Some(value)
            },
        }
    }

    /// Stores a value. If there is no room, the entry that was not used for the longest time goes.
    fn put(&mut self, key: u64, value: u64)
        requires
            old(self).wf(),
        ensures
            final(self).wf(),
            final(self).capacity == old(self).capacity,
            old(self).has(key) ==> exists|i: int| #![auto] 0 <= i < old(self)@.len() && old(self)@[i].0 == key
                && final(self)@ == old(self)@.remove(i).push((key, value)),
            !old(self).has(key) && old(self)@.len() < old(self).capacity
                ==> final(self)@ == old(self)@.push((key, value)),
            !old(self).has(key) && old(self)@.len() == old(self).capacity
                ==> final(self)@ == old(self)@.drop_first().push((key, value)),
    {
        let position = self.position(key);
        match position {
            Some(i) => {
                self.entries.remove(i);
            },
            None => {
                if self.entries.len() == self.capacity {
                    self.entries.remove(0);
                }
            },
        }
        self.entries.push(Entry { key, value });
        proof {
            if let Some(i) = position {
                assert(old(self)@[i as int].0 == key);
                assert(self@ == old(self)@.remove(i as int).push((key, value)));
            }
        }
    }
}

fn main() {
    let mut cache = Cache::new(2);
    cache.put(1, 10);
    cache.put(2, 20);
    assert(cache@[0].0 == 1);
    let one = cache.get(1);
    cache.put(3, 30);
    let gone = cache.get(2);
    assert(one == Some(10u64));
    assert(gone is None);
}

} // verus!
