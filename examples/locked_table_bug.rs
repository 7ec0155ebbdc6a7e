//! The table of `locked_table.rs` with a bug: `put` adds an entry for a key that has one already. `get` finds the old
//! one.
//~ fails

use std::marker::PhantomData;
use std::sync::Arc;
use vstd::modes::*;
use vstd::prelude::*;
use vstd::rwlock::*;
use vstd::tokens::InstanceId;
use vstd::thread::{spawn, JoinHandle};

verus! {

/// The bucket of a key.
pub open spec fn bucket_of(key: u64, buckets: nat) -> nat {
    key as nat % buckets
}

/// The value of a key, if it has one.
pub open spec fn value_of<V>(contents: Map<u64, V>, key: u64) -> Option<V> {
    if contents.contains_key(key) {
        Some(contents[key])
    } else {
        None
    }
}

tokenized_state_machine! { Contents<V> {
    fields {
        /// How many buckets there are.
        #[sharding(constant)]
        pub size: nat,

        /// What is in each bucket.
        #[sharding(map)]
        pub buckets: Map<nat, Map<u64, V>>,

        /// What is known of each key.
        #[sharding(map)]
        pub keys: Map<u64, Option<V>>,
    }

    init! {
        start(size: nat) {
            require size > 0;
            init size = size;
            init buckets = Map::new(Set::range(0, size), |b: nat| Map::<u64, V>::empty());
            init keys = Map::new(Set::range_inclusive(0, u64::MAX), |key: u64| None::<V>);
        }
    }

    transition! {
        put(key: u64, value: V) {
            remove buckets -= [bucket_of(key, pre.size) => let contents];
            remove keys -= [key => let _];
            add buckets += [bucket_of(key, pre.size) => contents.insert(key, value)];
            add keys += [key => Some(value)];
        }
    }

    transition! {
        remove(key: u64) {
            remove buckets -= [bucket_of(key, pre.size) => let contents];
            remove keys -= [key => let _];
            add buckets += [bucket_of(key, pre.size) => contents.remove(key)];
            add keys += [key => None];
        }
    }

    property! {
        get(key: u64) {
            have buckets >= [bucket_of(key, pre.size) => let contents];
            have keys >= [key => let known];
            assert known == value_of(contents, key);
        }
    }

    #[invariant]
    pub fn keys_are_known(&self) -> bool {
        &&& self.size > 0
        &&& forall|b: nat| b < self.size <==> #[trigger] self.buckets.contains_key(b)
        &&& forall|key: u64| #[trigger] self.keys.contains_key(key) ==> self.keys[key] == value_of(
            self.buckets[bucket_of(key, self.size)],
            key,
        )
    }

    #[inductive(start)]
    fn start_inductive(post: Self, size: nat) {
    }

    #[inductive(put)]
    fn put_inductive(pre: Self, post: Self, key: u64, value: V) {
    }

    #[inductive(remove)]
    fn remove_inductive(pre: Self, post: Self, key: u64) {
    }
} }

/// Which entries may be in a table.
pub trait Rule<V> {
    spec fn allows(key: u64, value: V) -> bool;
}

/// The entries of a bucket. No two of them have the same key.
pub struct Bucket<V> {
    entries: Vec<(u64, V)>,
    token: Tracked<Contents::buckets<V>>,
}

impl<V: Copy> Bucket<V> {
    /// The bucket as a map.
    pub closed spec fn view(self) -> Map<u64, V> {
        self.token@.value()
    }

    /// Whether the list of entries stands for the map.
    pub closed spec fn is_right(self) -> bool {
        let entries = self.entries@;
        &&& forall|i: int, j: int| 0 <= i < j < entries.len() ==> (#[trigger] entries[i]).0 != (#[trigger] entries[j]).0
        &&& forall|i: int|
            0 <= i < entries.len() ==> self@.contains_key((#[trigger] entries[i]).0) && self@[entries[i].0]
                == entries[i].1
        &&& forall|key: u64| #[trigger]
            self@.contains_key(key) ==> exists|i: int| 0 <= i < entries.len() && (#[trigger] entries[i]).0 == key
    }

    /// Where the entry of a key is; behind the last one, if there is none.
    fn find(&self, key: u64) -> (at: usize)
        requires
            self.is_right(),
        ensures
            at <= self.entries@.len(),
            at < self.entries@.len() ==> self.entries@[at as int].0 == key,
            at == self.entries@.len() ==> !self@.contains_key(key),
    {
        for i in 0..self.entries.len()
            invariant
                self.is_right(),
                forall|k: int| 0 <= k < i ==> (#[trigger] self.entries@[k]).0 != key,
        {
            if self.entries[i].0 == key {
                return i;
            }
        }
        self.entries.len()
    }
}

/// The bucket with this number of the table of this instance, in which all entries follow the rule.
pub ghost struct BucketOf<V, R> {
    pub instance: InstanceId,
    pub number: nat,
    pub rule: PhantomData<(V, R)>,
}

impl<V: Copy, R: Rule<V>> RwLockPredicate<Bucket<V>> for BucketOf<V, R> {
    closed spec fn inv(self, bucket: Bucket<V>) -> bool {
        &&& bucket.token@.instance_id() == self.instance
        &&& bucket.token@.key() == self.number
        &&& bucket.is_right()
        &&& forall|key: u64| #[trigger] bucket@.contains_key(key) ==> R::allows(key, bucket@[key])
    }
}

/// A hash table.
pub struct Table<V: Copy, R: Rule<V>> {
    buckets: Vec<RwLock<Bucket<V>, BucketOf<V, R>>>,
    instance: Tracked<Contents::Instance<V>>,
}

impl<V: Copy, R: Rule<V>> Table<V, R> {
    #[verifier::type_invariant]
    spec fn wf(&self) -> bool {
        &&& self.buckets@.len() > 0
        &&& self.instance@.size() == self.buckets@.len()
        &&& forall|b: int|
            0 <= b < self.buckets@.len() ==> (#[trigger] self.buckets@[b]).pred().instance == self.instance@.id()
                && self.buckets@[b].pred().number == b
    }

    /// Whether the token says what is known of a key of this table.
    pub closed spec fn knows(&self, token: Contents::keys<V>, key: u64) -> bool {
        token.instance_id() == self.instance@.id() && token.key() == key
    }

    /// A table without entries, and the tokens of all keys.
    pub fn new(size: usize) -> (res: (Self, Tracked<Map<u64, Contents::keys<V>>>))
        requires
            size > 0,
        ensures
            forall|key: u64| #[trigger]
                res.1@.contains_key(key) && res.0.knows(res.1@[key], key) && res.1@[key].value() is None,
    {
        let tracked (Tracked(instance), Tracked(tokens), Tracked(keys)) = Contents::Instance::start(size as nat);
        let tracked mut tokens = tokens.into_map();
        let tracked keys = keys.into_map();
        let mut buckets: Vec<RwLock<Bucket<V>, BucketOf<V, R>>> = Vec::new();
        for b in 0..size
            invariant
                buckets@.len() == b,
                forall|k: nat|
                    b <= k < size ==> #[trigger] tokens.contains_key(k) && tokens[k].instance_id() == instance.id()
                        && tokens[k].key() == k && tokens[k].value() == Map::<u64, V>::empty(),
                forall|k: int|
                    0 <= k < b ==> (#[trigger] buckets@[k]).pred().instance == instance.id()
                        && buckets@[k].pred().number == k,
        {
            let ghost before = tokens;
            let tracked token = tokens.tracked_remove(b as nat);
            assert(tokens == before.remove(b as nat));
            let bucket = Bucket { entries: Vec::new(), token: Tracked(token) };
            let lock = RwLock::new(
                bucket,
                Ghost(BucketOf { instance: instance.id(), number: b as nat, rule: PhantomData }),
            );
            assert(lock.pred().instance == instance.id() && lock.pred().number == b);
            buckets.push(lock);
        }
        (Table { buckets, instance: Tracked(instance) }, Tracked(keys))
    }

    /// The lock of the bucket of a key.
    fn bucket(&self, key: u64) -> (lock: &RwLock<Bucket<V>, BucketOf<V, R>>)
        ensures
            lock.pred().instance == self.instance@.id(),
            lock.pred().number == bucket_of(key, self.instance@.size()),
    {
        proof {
            use_type_invariant(self);
        }
        &self.buckets[(key % self.buckets.len() as u64) as usize]
    }

    /// The value of a key. It is the one that the token knows.
    pub fn get(&self, key: u64, Tracked(token): Tracked<&Contents::keys<V>>) -> (value: Option<V>)
        requires
            self.knows(*token, key),
        ensures
            value == token.value(),
            value matches Some(value) ==> R::allows(key, value),
    {
        let handle = self.bucket(key).acquire_read();
        let bucket = handle.borrow();
        proof {
            self.instance.borrow().get(key, bucket.token.borrow(), token);
        }
        let at = bucket.find(key);
        let value = if at < bucket.entries.len() {
            Some(bucket.entries[at].1)
        } else {
            None
        };
        handle.release_read();
        value
    }

    /// The value that a key has now, for those who have no token.
    pub fn peek(&self, key: u64) -> (value: Option<V>)
        ensures
            value matches Some(value) ==> R::allows(key, value),
    {
        let handle = self.bucket(key).acquire_read();
        let bucket = handle.borrow();
        let at = bucket.find(key);
        let value = if at < bucket.entries.len() {
            Some(bucket.entries[at].1)
        } else {
            None
        };
        handle.release_read();
        value
    }

    /// Gives a key a value. The result is the one that it had.
    pub fn put(&self, key: u64, value: V, Tracked(token): Tracked<&mut Contents::keys<V>>) -> (before: Option<V>)
        requires
            self.knows(*old(token), key),
            R::allows(key, value),
        ensures
            self.knows(*final(token), key),
            final(token).value() == Some(value),
            before == old(token).value(),
    {
        let tracked instance = self.instance.borrow();
        let (mut bucket, handle) = self.bucket(key).acquire_write();
        let ghost old_bucket = bucket;
        proof {
            instance.get(key, bucket.token.borrow(), token);
        }
        let at = bucket.find(key);
        let before = if at < bucket.entries.len() {
            Some(bucket.entries[at].1)
        } else {
            None
        };
        bucket.entries.push((key, value));
        proof {
            put_value(instance, key, value, bucket.token.borrow_mut(), token);
            assert forall|k: u64| #[trigger] bucket@.contains_key(k) implies exists|i: int|
                0 <= i < bucket.entries@.len() && (#[trigger] bucket.entries@[i]).0 == k by {
                if k == key {
                    assert(bucket.entries@[at as int].0 == k);
                } else {
                    assert(old_bucket@.contains_key(k));
                    let i = choose|i: int|
                        0 <= i < old_bucket.entries@.len() && (#[trigger] old_bucket.entries@[i]).0 == k;
                    assert(bucket.entries@[i].0 == k);
                }
            }
        }
        handle.release_write(bucket); // FAILS
        before
    }

    /// Takes the value of a key away. The result is the one that it had.
    pub fn remove(&self, key: u64, Tracked(token): Tracked<&mut Contents::keys<V>>) -> (before: Option<V>)
        requires
            self.knows(*old(token), key),
        ensures
            self.knows(*final(token), key),
            final(token).value() is None,
            before == old(token).value(),
    {
        let tracked instance = self.instance.borrow();
        let (mut bucket, handle) = self.bucket(key).acquire_write();
        let ghost old_bucket = bucket;
        proof {
            instance.get(key, bucket.token.borrow(), token);
        }
        let at = bucket.find(key);
        let before = if at < bucket.entries.len() {
            Some(bucket.entries.swap_remove(at).1)
        } else {
            None
        };
        proof {
            remove_value(instance, key, bucket.token.borrow_mut(), token);
            assert forall|k: u64| #[trigger] bucket@.contains_key(k) implies exists|i: int|
                0 <= i < bucket.entries@.len() && (#[trigger] bucket.entries@[i]).0 == k by {
                assert(old_bucket@.contains_key(k));
                let i = choose|i: int|
                    0 <= i < old_bucket.entries@.len() && (#[trigger] old_bucket.entries@[i]).0 == k;
                // The last entry is where the one of the key was.
                let now = if i == old_bucket.entries@.len() - 1 {
                    at as int
                } else {
                    i
                };
                assert(at < old_bucket.entries@.len() ==> bucket.entries@[now].0 == k);
                assert(at == old_bucket.entries@.len() ==> bucket.entries@[i].0 == k);
            }
        }
        handle.release_write(bucket);
        before
    }
}

/// Gives a key a value in the machine.
proof fn put_value<V>(
    tracked instance: &Contents::Instance<V>,
    key: u64,
    value: V,
    tracked bucket: &mut Contents::buckets<V>,
    tracked token: &mut Contents::keys<V>,
)
    requires
        old(bucket).instance_id() == instance.id(),
        old(bucket).key() == bucket_of(key, instance.size()),
        old(token).instance_id() == instance.id(),
        old(token).key() == key,
    ensures
        final(bucket).instance_id() == instance.id(),
        final(bucket).key() == old(bucket).key(),
        final(bucket).value() == old(bucket).value().insert(key, value),
        final(token).instance_id() == instance.id(),
        final(token).key() == key,
        final(token).value() == Some(value),
{
    let tracked (mut b, mut t) = (Contents::buckets::arbitrary(), Contents::keys::arbitrary());
    tracked_swap(bucket, &mut b);
    tracked_swap(token, &mut t);
    let tracked (Tracked(b), Tracked(t)) = instance.put(key, value, b, t);
    *bucket = b;
    *token = t;
}

/// Takes the value of a key away in the machine.
proof fn remove_value<V>(
    tracked instance: &Contents::Instance<V>,
    key: u64,
    tracked bucket: &mut Contents::buckets<V>,
    tracked token: &mut Contents::keys<V>,
)
    requires
        old(bucket).instance_id() == instance.id(),
        old(bucket).key() == bucket_of(key, instance.size()),
        old(token).instance_id() == instance.id(),
        old(token).key() == key,
    ensures
        final(bucket).instance_id() == instance.id(),
        final(bucket).key() == old(bucket).key(),
        final(bucket).value() == old(bucket).value().remove(key),
        final(token).instance_id() == instance.id(),
        final(token).key() == key,
        final(token).value() is None,
{
    let tracked (mut b, mut t) = (Contents::buckets::arbitrary(), Contents::keys::arbitrary());
    tracked_swap(bucket, &mut b);
    tracked_swap(token, &mut t);
    let tracked (Tracked(b), Tracked(t)) = instance.remove(key, b, t);
    *bucket = b;
    *token = t;
}

/// Values below a million.
struct Small;

impl Rule<u64> for Small {
    open spec fn allows(key: u64, value: u64) -> bool {
        value < 1_000_000
    }
}

/// Puts the keys from `from` up to `to` in, looks at them and at those of others, and takes each second one away.
fn work(
    table: &Table<u64, Small>,
    from: u64,
    to: u64,
    Tracked(tokens): Tracked<Map<u64, Contents::keys<u64>>>,
)
    requires
        from <= to < 1_000_000,
        forall|key: u64| from <= key < to ==> #[trigger] tokens.contains_key(key) && table.knows(tokens[key], key),
{
    let tracked mut tokens = tokens;
    for key in from..to
        invariant
            to < 1_000_000,
            forall|k: u64| key <= k < to ==> #[trigger] tokens.contains_key(k) && table.knows(tokens[k], k),
    {
        let tracked mut token = tokens.tracked_remove(key);
        let _ = table.put(key, 1, Tracked(&mut token));
        let before = table.put(key, key, Tracked(&mut token));
        let now = table.get(key, Tracked(&token));
        assert!(before == Some(1) && now == Some(key));
        if let Some(value) = table.peek(key / 2) {
            assert!(value < 1_000_000);
        }
        if key % 2 == 1 {
            let before = table.remove(key, Tracked(&mut token));
            let now = table.get(key, Tracked(&token));
            assert!(before == Some(key) && now.is_none());
        }
    }
}

/// Threads that use a table, each with keys of its own. The result is how many of all keys have a value in the end.
fn work_all(buckets: usize, threads: u64, n: u64) -> (left: Option<u64>)
    requires
        buckets > 0,
        threads <= 64,
        n <= 10_000,
{
    let (table, Tracked(mut tokens)): (Table<u64, Small>, _) = Table::new(buckets);
    let table = Arc::new(table);
    let mut handles: Vec<JoinHandle<()>> = Vec::new();
    for i in 0..threads
        invariant
            threads <= 64,
            n <= 10_000,
            forall|key: u64|
                i * n <= key < threads * n ==> #[trigger] tokens.contains_key(key) && table.knows(tokens[key], key),
    {
        assert(i * n <= 64 * n && (i + 1) * n <= threads * n && i * n + n == (i + 1) * n) by (nonlinear_arith)
            requires
                i < threads <= 64,
                n <= 10_000,
        ;
        let (from, to) = (i * n, i * n + n);
        let tracked part = tokens.tracked_remove_keys(Set::range(from, to));
        let other = table.clone();
        handles.push(spawn(move || work(&other, from, to, Tracked(part))));
    }
    while handles.len() > 0
        decreases handles@.len(),
    {
        if handles.pop().unwrap().join().is_err() {
            return None;
        }
    }
    let mut left = 0;
    assert(threads * n <= 64 * 10_000) by (nonlinear_arith)
        requires
            threads <= 64,
            n <= 10_000,
    ;
    for key in 0..threads * n
        invariant
            left <= key,
    {
        if table.peek(key).is_some() {
            left = left + 1;
        }
    }
    Some(left)
}

} // verus!

/// Each second key is left.
fn main() {
    assert_eq!(work_all(61, 4, 5_000), Some(10_000));
}
