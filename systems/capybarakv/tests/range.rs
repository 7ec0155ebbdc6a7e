//! Ranges of keys in order, compared with a map of the standard library after each of many random operations: within transactions,
//! after commits, aborts and crashes, and when the store is opened again. Also with an order in which different keys are in one
//! place, and with a key that is corrupted.

mod support;

use std::collections::BTreeMap;
use std::ops::Bound;

use capybarakv::bytes_v::Bytes64;
use capybarakv::order_v::{KeyOrder, Natural};
use capybarakv::{Geometry, KvError, PersistentStore, size_for};
use power_mock::{Event, MockDevice, Random, Shared};
use support::{ROW, size, start};
use vstd::prelude::*;

verus! {

/// Strings by their length alone.
pub struct ByLength;

impl KeyOrder<Bytes64> for ByLength {
    open spec fn le(a: Bytes64, b: Bytes64) -> bool {
        a@.len() <= b@.len()
    }

    proof fn lemma_total(a: Bytes64, b: Bytes64) {
    }

    proof fn lemma_transitive(a: Bytes64, b: Bytes64, c: Bytes64) {
    }

    fn is_le(a: &Bytes64, b: &Bytes64) -> (is: bool) {
        a.as_slice().len() <= b.as_slice().len()
    }
}

} // verus!

/// The number for these types.
const TYPES: u64 = 7;

/// The bytes of the journal.
const CAPACITY: u64 = 40 * 100;

/// The keys with their items.
type Map = BTreeMap<Vec<u8>, u64>;

/// An order in plain Rust.
type Le = fn(&[u8], &[u8]) -> bool;

/// A store, its device, and the model of it.
struct Pair<O: KeyOrder<Bytes64>> {
    store: PersistentStore<MockDevice, Bytes64, u64, u64, O>,
    start: Vec<u8>,
    history: Shared,
    on_abort: Map,
    on_commit: Map,
    le: Le,
}

/// What was done and seen.
#[derive(Debug, Default)]
struct Counts {
    created: u64,
    deleted: u64,
    commits: u64,
    aborts: u64,
    crashes: u64,
    keys: u64,
    most: usize,
}

fn bytes(string: &[u8]) -> Bytes64 {
    Bytes64::new(string).expect("there is room for it")
}

/// A random string: often a beginning of others, and of few different bytes.
fn string(random: &mut Random) -> Vec<u8> {
    let len = random.below(12) as usize;
    (0..len).map(|_| [0, 1, b'a', 0x7f, 0x80, 0xff][random.below(6) as usize]).collect()
}

/// What a crash leaves: what was flushed, and any of the words that were on their way.
fn crash(start: &[u8], events: &[Event], random: &mut Random) -> Vec<u8> {
    let (mut left, mut words) = (start.to_vec(), Vec::new());
    for event in events {
        match event {
            Event::Write(addr, bytes) => {
                words.extend(bytes.chunks(8).enumerate().map(|(i, word)| (addr + 8 * i, word.to_vec())));
            }
            Event::Flush => words.drain(..).for_each(|(at, word)| left[at..at + word.len()].copy_from_slice(&word)),
        }
    }
    for (at, word) in words {
        if random.below(2) == 0 {
            left[at..at + word.len()].copy_from_slice(&word);
        }
    }
    left
}

impl<O: KeyOrder<Bytes64>> Pair<O> {
    /// A store with room for so many keys.
    fn new(keys: u64, le: Le) -> Self {
        let geometry = Geometry::of::<Bytes64, u64, u64>(keys, keys + 100, 10, TYPES);
        let len = size_for(&geometry, CAPACITY).expect("it is small") as usize;
        let start = vec![0x5a; len];
        let device = MockDevice::new(start.clone(), 8);
        let history = device.history();
        let mut store = PersistentStore::create(device, &geometry, CAPACITY).expect("there is room");
        assert_eq!(store.range(None, None).err(), Some(KvError::Unordered));
        assert_eq!(store.first_key(&bytes(b""), true).err(), Some(KvError::Unordered));
        store.keep_order().expect("good media");
        Pair { store, start, history, on_abort: Map::new(), on_commit: Map::new(), le }
    }

    /// Finds the store again where the machine stops now.
    fn reopen(&mut self, random: &mut Random) {
        let content = crash(&self.start, self.history.borrow().events(), random);
        let device = MockDevice::new(content.clone(), 8);
        self.history = device.history();
        self.start = content;
        self.store = PersistentStore::open(device, TYPES).expect("good media");
        assert_eq!(self.store.range(None, None).err(), Some(KvError::Unordered));
        self.store.keep_order().expect("good media");
        self.on_commit = self.on_abort.clone();
    }

    fn commit(&mut self) {
        self.store.commit();
        self.on_abort = self.on_commit.clone();
    }

    /// A random change, or the end of the transaction. `growth` of ten changes of keys are creations.
    fn step(&mut self, growth: u64, random: &mut Random, counts: &mut Counts) {
        match random.below(40) {
            0 => {
                self.store.abort();
                self.on_commit = self.on_abort.clone();
                counts.aborts += 1;
            }
            1 | 2 => {
                self.commit();
                counts.commits += 1;
            }
            3 if random.below(8) == 0 => {
                self.reopen(random);
                counts.crashes += 1;
            }
            4 | 5 => {
                if let Some(key) = self.any(random) {
                    let item = random.next();
                    if self.store.update(&bytes(&key), &item).is_ok() {
                        self.on_commit.insert(key, item);
                    }
                }
            }
            _ if random.below(10) < growth => {
                let (key, item) = (string(random), random.next());
                match self.store.insert(&bytes(&key), &item) {
                    Ok(()) => assert!(self.on_commit.insert(key, item).is_none()),
                    Err(KvError::KeyExists) => assert!(self.on_commit.contains_key(&key)),
                    Err(KvError::OutOfKeys | KvError::OutOfItems | KvError::TransactionFull { .. }) => self.commit(),
                    Err(error) => panic!("{error:?}"),
                }
                counts.created += 1;
            }
            _ => {
                if let Some(key) = self.any(random) {
                    match self.store.delete(&bytes(&key)) {
                        Ok(()) => assert!(self.on_commit.remove(&key).is_some()),
                        Err(KvError::TransactionFull { .. }) => self.commit(),
                        Err(error) => panic!("{error:?}"),
                    }
                    counts.deleted += 1;
                }
            }
        }
        counts.most = counts.most.max(self.on_commit.len());
    }

    /// A key that is there.
    fn any(&self, random: &mut Random) -> Option<Vec<u8>> {
        let from = string(random);
        let behind = self.on_commit.range(from..).next();
        behind.or_else(|| self.on_commit.iter().next()).map(|(key, _)| key.clone())
    }

    /// Compares a range with the model.
    fn check_range(&self, from: Option<&[u8]>, to: Option<&[u8]>, counts: &mut Counts) {
        let le = self.le;
        let is_between = |key: &[u8]| from.is_none_or(|from| le(from, key)) && to.is_none_or(|to| !le(to, key));
        let (from_key, to_key) = (from.map(bytes), to.map(bytes));
        let range = || self.store.range(from_key.as_ref(), to_key.as_ref()).expect("good media");
        let (mut cursor, mut got) = (range(), Map::new());
        let mut previous: Option<Vec<u8>> = None;
        let mut left = cursor.len();
        assert_eq!(cursor.is_empty(), matches!(left, 0));
        while let Some(entry) = cursor.next_entry() {
            let (key, item) = entry.expect("good media");
            let key = key.as_slice().to_vec();
            assert!(previous.is_none_or(|previous| le(&previous, &key)), "out of order");
            assert!(got.insert(key.clone(), item).is_none(), "twice: {key:?}");
            previous = Some(key);
            left -= 1;
            assert_eq!(cursor.len(), left);
        }
        let wanted: Map =
            self.on_commit.iter().filter(|(key, _)| is_between(key)).map(|(key, item)| (key.clone(), *item)).collect();
        assert_eq!(got, wanted, "{from:?} to {to:?}");
        let (mut cursor, mut keys) = (range(), 0);
        while let Some(key) = cursor.next() {
            assert!(wanted.contains_key(key.expect("good media").as_slice()));
            keys += 1;
        }
        assert_eq!(keys, wanted.len());
        counts.keys += keys as u64;
    }

    /// Compares what the store gives with the model.
    fn check(&self, random: &mut Random, counts: &mut Counts) {
        let (a, b) = (string(random), self.any(random).unwrap_or_default());
        let (from, to) = if random.below(2) == 0 { (&a, &b) } else { (&b, &a) };
        self.check_range(Some(from), Some(to), counts);
        match random.below(16) {
            0 => self.check_range(None, None, counts),
            1 => self.check_range(Some(from), None, counts),
            2 => self.check_range(None, Some(to), counts),
            _ => {}
        }
        let le = self.le;
        for or_at in [true, false] {
            let is_behind = |key: &&Vec<u8>| if or_at { le(from, key) } else { !le(key, from) };
            let found = self.store.first_key(&bytes(from), or_at).expect("good media");
            let behind: Vec<&Vec<u8>> = self.on_commit.keys().filter(is_behind).collect();
            match found {
                Some(found) => {
                    assert!(behind.iter().any(|key| key.as_slice() == found.as_slice()));
                    assert!(behind.iter().all(|key| le(found.as_slice(), key)));
                }
                None => assert!(behind.is_empty()),
            }
        }
    }
}

/// Grows and shrinks a store, so that nodes are divided and merged, and compares after each step.
fn session<O: KeyOrder<Bytes64>>(seed: u64, keys: u64, steps: usize, le: Le, counts: &mut Counts) {
    let mut random = Random(seed);
    let mut pair = Pair::<O>::new(keys, le);
    for growth in [9, 5, 2, 8, 1] {
        for _ in 0..steps {
            pair.step(growth, &mut random, counts);
            pair.check(&mut random, counts);
        }
    }
}

#[test]
fn ranges_are_those_of_a_map() {
    let mut counts = Counts::default();
    for seed in 0..size(3, 60) as u64 {
        session::<Natural>(seed, 600, size(1_200, 4_000), |a, b| a <= b, &mut counts);
    }
    for seed in 0..size(20, 400) as u64 {
        session::<Natural>(seed + 1_000, 1 + seed % 9, 60, |a, b| a <= b, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.most > 300, "several leaves are needed");
    assert!(counts.commits > 100 && counts.aborts > 50 && counts.crashes > 20);
    assert!(counts.created > 1_000 && counts.deleted > 1_000 && counts.keys > 100_000);
}

/// Keys in one place of the order come in any order, but each once.
#[test]
fn keys_in_one_place_are_all_there() {
    let mut counts = Counts::default();
    for seed in 0..size(2, 40) as u64 {
        session::<ByLength>(seed, 400, size(800, 2_000), |a, b| a.len() <= b.len(), &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.most > 150 && counts.deleted > 300);
}

/// Keys that come in order, backwards, and from the middle out, and go again in each of these ways.
#[test]
fn keys_may_come_and_go_in_any_way() {
    const KEYS: u64 = 700;
    let orders: [fn(u64) -> u64; 4] =
        [|i| i, |i| KEYS - 1 - i, |i| if i % 2 == 0 { (KEYS + i) / 2 } else { (KEYS - i) / 2 }, |i| i * 373 % KEYS];
    for coming in orders {
        for going in orders {
            let geometry = Geometry::of::<u64, u64, u64>(KEYS, KEYS + 1, 0, TYPES);
            let len = size_for(&geometry, CAPACITY).expect("it is small") as usize;
            let device = MockDevice::new(vec![0; len], 64);
            let mut store: PersistentStore<_, u64, u64, u64, Natural> =
                PersistentStore::create(device, &geometry, CAPACITY).expect("there is room");
            store.keep_order().expect("good media");
            let mut model = BTreeMap::new();
            for i in 0..2 * KEYS {
                if i < KEYS {
                    store.insert(&coming(i), &i).expect("there is room");
                    assert_eq!(model.insert(coming(i), i), None);
                } else {
                    store.delete(&going(i - KEYS)).expect("it is there");
                    assert!(model.remove(&going(i - KEYS)).is_some());
                }
                store.commit();
                if i % 61 == 0 || i % KEYS > KEYS - 3 {
                    let mut range = store.range(None, None).expect("good media");
                    let mut got = Vec::new();
                    while let Some(key) = range.next() {
                        got.push(key.expect("good media"));
                    }
                    assert!(got.iter().eq(model.keys()));
                }
                let bounds = (Bound::Excluded(i / 2), Bound::Unbounded);
                let next = model.range(bounds).next().map(|(key, _)| *key);
                assert_eq!(store.first_key(&(i / 2), false), Ok(next));
            }
        }
    }
}

/// A key that is corrupted is an error where it has to be read, and the others are given.
#[test]
fn a_corrupted_key_is_an_error_and_nothing_else() {
    const KEYS: u64 = 300;
    let key = |number: u64| -> [u8; 16] { u128::from(number).to_be_bytes() };
    for bad in (0..KEYS).step_by(37) {
        let geometry = Geometry::of::<[u8; 16], support::Item, support::Element>(KEYS, KEYS + 1, 0, TYPES);
        let mut device = MockDevice::new(vec![0; support::size_for(&geometry, CAPACITY)], 64);
        device.corrupt(start(CAPACITY) + support::MAIN + bad as usize * ROW + 32 + 15, 1);
        let mut store: PersistentStore<_, [u8; 16], support::Item, support::Element, Natural> =
            PersistentStore::create(device, &geometry, CAPACITY).expect("there is room");
        store.keep_order().expect("there are no keys");
        let (mut there, mut refused) = (Vec::new(), 0);
        for number in 0..KEYS {
            // Some in order, and some between others.
            let number = if number % 3 == 0 { 2 * number } else { 2 * (KEYS - number) + 1 };
            match store.insert(&key(number), &support::item(&mut Random(number))) {
                Ok(()) => there.push(key(number)),
                Err(error) => {
                    assert_eq!(error, KvError::Corrupted);
                    refused += 1;
                }
            }
            store.commit();
            assert_eq!(store.len(), there.len());
        }
        there.sort_unstable();
        let (mut range, mut got, mut errors) = (store.range(None, None).expect("no key is read"), Vec::new(), 0);
        while let Some(result) = range.next() {
            match result {
                Ok(key) => got.push(key),
                Err(error) => {
                    assert_eq!(error, KvError::Corrupted);
                    errors += 1;
                }
            }
        }
        let is_there = there.len() as u64 > bad;
        assert_eq!(errors, u64::from(is_there));
        assert_eq!(got.len() as u64 + errors, there.len() as u64);
        assert!(got.is_sorted() && got.iter().all(|key| there.binary_search(key).is_ok()));
        assert!(refused < KEYS);
        assert_eq!(store.keep_order().err(), is_there.then_some(KvError::Corrupted));
        assert_eq!(store.range(None, None).map(|range| range.len()), Ok(there.len()));
    }
}
