//! Random operations through the public interface, compared with a model step by step: two maps, and how much room there is.
//!
//! The model is plain Rust, written from the documentation. `CAPYBARA_TORTURE=full` makes the test larger. The types are of this
//! crate, which is not verified.

use std::collections::BTreeMap;
use std::path::Path;

use capybara::{Error, Fault, Natural, Options, OrderedStore, Room, SharedStore, Store, Transaction};
use power_mock::Random;

/// A value.
#[repr(C)]
#[derive(Debug, pmcopy::PmCopy)]
struct Point {
    x: u64,
    y: [u16; 3],
    is_far: bool,
    mark: u8,
}

type Shop = OrderedStore<u32, Point, [u8; 12]>;

/// What a key has.
type Entry = (Point, Vec<[u8; 12]>);

/// How large a store is: keys, elements, and changes.
type Size = (u64, u64, u64);

#[derive(Clone)]
struct Model {
    size: Size,
    /// What it has got since it was made, and how often.
    more: Room,
    growths: u64,
    on_abort: BTreeMap<u32, Entry>,
    on_commit: BTreeMap<u32, Entry>,
    free_keys: u64,
    free_values: u64,
    free_elements: u64,
    room: u64,
}

impl Model {
    fn new(size: Size) -> Model {
        let (on_abort, on_commit) = (BTreeMap::new(), BTreeMap::new());
        let mut model = Model {
            size,
            more: Room::default(),
            growths: 0,
            on_abort,
            on_commit,
            free_keys: 0,
            free_values: 0,
            free_elements: 0,
            room: 0,
        };
        model.end();
        model
    }

    /// With nothing pending, all room is free that nothing needs.
    fn end(&mut self) {
        let (keys, elements, changes) = self.size;
        let len = self.on_abort.len() as u64;
        let total: usize = self.on_abort.values().map(|(_, list)| list.len()).sum();
        self.free_keys = keys + self.more.keys - len;
        self.free_values = keys + changes + self.more.values - len;
        let elements = if elements == 0 { 0 } else { elements + changes };
        self.free_elements = elements + self.more.elements - total as u64;
        self.room = changes * 40;
    }

    /// With more room. The journal must have 272 bytes, and a store can grow 15 times.
    fn grow(&mut self, more: Room) -> Result<(), &'static str> {
        if self.growths == 15 {
            return Err("it has grown as often as it can");
        }
        if self.size.2 * 40 < 272 {
            return Err("the journal is too small");
        }
        self.more.keys += more.keys;
        self.more.values += more.values;
        self.more.elements += more.elements;
        self.growths += u64::from(more != Room::default());
        self.end();
        Ok(())
    }

    fn commit(&mut self) {
        self.on_abort = self.on_commit.clone();
        self.end();
    }

    fn abort(&mut self) {
        self.on_commit = self.on_abort.clone();
        self.end();
    }

    /// The errors that would be true of a change.
    fn errors(&self, change: &Change) -> Vec<Error> {
        let entry = self.on_commit.get(&change.key());
        let len = entry.map_or(0, |(_, list)| list.len());
        let mut errors = Vec::new();
        let mut add = |is: bool, error: Error| errors.extend(is.then_some(error));
        add(!matches!(change, Change::Insert(..) | Change::Put(..)) && entry.is_none(), Error::KeyNotFound);
        match change {
            Change::Insert(..) | Change::Put(..) if entry.is_none() => {
                add(self.free_keys == 0, Error::OutOfKeys);
                add(self.free_values == 0, Error::OutOfValues);
                add(self.room < 24, Error::TransactionFull);
            }
            Change::Insert(..) => add(true, Error::KeyExists),
            Change::Put(..) | Change::Update(..) => {
                add(self.free_values == 0, Error::OutOfValues);
                add(self.room < 40, Error::TransactionFull);
            }
            Change::Remove(..) => add(self.room < 24, Error::TransactionFull),
            Change::Append(..) => {
                add(self.free_elements == 0, Error::OutOfElements);
                add(self.room < element_room(len), Error::TransactionFull);
            }
            Change::Set(_, index, _) => {
                add(entry.is_some() && *index >= len, Error::OutOfBounds { len });
                add(self.free_elements == 0, Error::OutOfElements);
                add(self.room < element_room(*index), Error::TransactionFull);
            }
            Change::Trim(_, n) => {
                add(entry.is_some() && *n > len, Error::OutOfBounds { len });
                add(self.room < 40, Error::TransactionFull);
            }
        }
        errors
    }

    /// Makes a change that may be made.
    fn make(&mut self, change: Change) {
        match change {
            Change::Insert(key, point) | Change::Put(key, point) if !self.on_commit.contains_key(&key) => {
                self.on_commit.insert(key, (point, Vec::new()));
                self.free_keys -= 1;
                self.free_values -= 1;
                self.room -= 24;
            }
            Change::Insert(key, point) | Change::Put(key, point) | Change::Update(key, point) => {
                self.entry(key).0 = point;
                self.free_values -= 1;
                self.room -= 40;
            }
            Change::Remove(key) => {
                self.on_commit.remove(&key);
                self.room -= 24;
            }
            Change::Append(key, element) => {
                let list = &mut self.entry(key).1;
                let room = element_room(list.len());
                list.push(element);
                self.free_elements -= 1;
                self.room -= room;
            }
            Change::Set(key, index, element) => {
                self.entry(key).1[index] = element;
                self.free_elements -= 1;
                self.room -= element_room(index);
            }
            Change::Trim(key, n) => {
                self.entry(key).1.drain(..n);
                self.room -= 40;
            }
        }
    }

    fn entry(&mut self, key: u32) -> &mut Entry {
        self.on_commit.get_mut(&key).expect("the key is there")
    }
}

/// The bytes of the journal for a change of the element at an index.
fn element_room(index: usize) -> u64 {
    if index == 0 { 40 } else { 32 }
}

#[derive(Clone, Debug)]
enum Change {
    Insert(u32, Point),
    Put(u32, Point),
    Update(u32, Point),
    Remove(u32),
    Append(u32, [u8; 12]),
    Set(u32, usize, [u8; 12]),
    Trim(u32, usize),
}

impl Change {
    fn random(random: &mut Random) -> Change {
        let key = random.below(14) as u32;
        let bytes = |random: &mut Random| [0; 12].map(|_: u8| random.below(256) as u8);
        let point = |random: &mut Random| Point {
            x: random.below(u64::MAX),
            y: [0; 3].map(|_: u16| random.below(1 << 16) as u16),
            is_far: random.below(2) == 1,
            mark: random.below(256) as u8,
        };
        match random.below(9) {
            0 => Change::Insert(key, point(random)),
            1 | 2 => Change::Put(key, point(random)),
            3 => Change::Update(key, point(random)),
            4 => Change::Remove(key),
            5 | 6 => Change::Append(key, bytes(random)),
            7 => Change::Set(key, random.below(5) as usize, bytes(random)),
            _ => Change::Trim(key, random.below(4) as usize),
        }
    }

    fn key(&self) -> u32 {
        match self {
            Change::Insert(key, _) | Change::Put(key, _) | Change::Update(key, _) | Change::Remove(key) => *key,
            Change::Append(key, _) | Change::Set(key, _, _) | Change::Trim(key, _) => *key,
        }
    }

    fn run(&self, transaction: &mut Transaction<'_, u32, Point, [u8; 12], Natural>) -> Result<(), Error> {
        match self {
            Change::Insert(key, point) => transaction.insert(key, point),
            Change::Put(key, point) => transaction.put(key, point),
            Change::Update(key, point) => transaction.update(key, point),
            Change::Remove(key) => transaction.remove(key),
            Change::Append(key, element) => transaction.append(key, element),
            Change::Set(key, index, element) => transaction.set_element(key, *index, element),
            Change::Trim(key, n) => transaction.trim(key, *n),
        }
    }

    fn run_alone(&self, store: &mut Shop) -> Result<(), Error> {
        match self {
            Change::Insert(key, point) => store.insert(key, point),
            Change::Put(key, point) => store.put(key, point),
            Change::Update(key, point) => store.update(key, point),
            Change::Remove(key) => store.remove(key),
            Change::Append(key, element) => store.append(key, element),
            Change::Set(key, index, element) => store.set_element(key, *index, element),
            Change::Trim(key, n) => store.trim(key, *n),
        }
    }
}

/// What happened, so that the test can tell that it tested something.
#[derive(Debug, Default)]
struct Counts {
    changes: u64,
    errors: BTreeMap<String, u64>,
    commits: u64,
    aborts: u64,
    forgotten: u64,
    reopened: u64,
    grown: u64,
    not_grown: u64,
    ordered: u64,
}

/// Compares what a change gave with the model, and makes it there.
fn compare(model: &mut Model, change: Change, result: Result<(), Error>, counts: &mut Counts) {
    let errors = model.errors(&change);
    match result {
        Ok(()) => {
            assert!(errors.is_empty(), "{change:?} was done in spite of {errors:?}");
            model.make(change);
            counts.changes += 1;
        }
        Err(error) => {
            assert!(errors.contains(&error), "{change:?} gave {error:?} and not one of {errors:?}");
            let name = format!("{error:?}").chars().take_while(|c| c.is_alphabetic()).collect();
            *counts.errors.entry(name).or_default() += 1;
        }
    }
}

/// Compares ranges with the model, if the store was opened for them.
fn compare_ranges(store: &Shop, map: &BTreeMap<u32, Entry>, is_ordered: bool) {
    for from in [None, Some(0), Some(3), Some(9), Some(13)] {
        for to in [None, Some(0), Some(4), Some(9), Some(14)] {
            if !is_ordered {
                assert_eq!(store.range(from.as_ref(), to.as_ref()).map(drop), Err(Error::Unordered));
                continue;
            }
            let is_between = |key: &u32| from.is_none_or(|from| from <= *key) && to.is_none_or(|to| *key < to);
            let wanted: Vec<(u32, Point)> =
                map.iter().filter(|(key, _)| is_between(key)).map(|(key, (point, _))| (*key, *point)).collect();
            let entries = store.range(from.as_ref(), to.as_ref()).expect("it is ordered");
            assert_eq!(entries.size_hint(), (wanted.len(), Some(wanted.len())));
            assert!(entries.map(|entry| entry.expect("good media")).eq(wanted.iter().copied()));
            let keys = store.range_keys(from.as_ref(), to.as_ref()).expect("it is ordered");
            assert!(keys.map(|key| key.expect("good media")).eq(wanted.iter().map(|(key, _)| *key)));
        }
    }
}

/// Compares all that reads give with the model.
fn compare_reads(store: &Shop, model: &Model, is_ordered: bool) {
    let map = &model.on_commit;
    compare_ranges(store, map, is_ordered);
    assert_eq!(store.len(), map.len());
    assert_eq!(store.is_empty(), map.is_empty());
    let mut keys: Vec<u32> = store.keys().map(|key| key.expect("good media")).collect();
    keys.sort_unstable();
    assert!(keys.iter().eq(map.keys()), "{keys:?}");
    let entries: BTreeMap<u32, Point> = store.iter().map(|entry| entry.expect("good media")).collect();
    assert!(entries.iter().eq(map.iter().map(|(key, (point, _))| (key, point))));
    for key in 0..14 {
        let entry = map.get(&key);
        assert_eq!(store.get(&key), Ok(entry.map(|(point, _)| *point)));
        assert_eq!(store.contains(&key), Ok(entry.is_some()));
        let Some((_, list)) = entry else {
            assert_eq!(store.list(&key).map(drop), Err(Error::KeyNotFound));
            assert_eq!(store.list_len(&key), Err(Error::KeyNotFound));
            assert_eq!(store.element(&key, 0), Err(Error::KeyNotFound));
            continue;
        };
        let elements = store.list(&key).expect("it is there");
        assert_eq!((elements.len(), store.list_len(&key)), (list.len(), Ok(list.len())));
        assert!(elements.map(|element| element.expect("good media")).eq(list.iter().copied()));
        for (index, element) in list.iter().enumerate() {
            assert_eq!(store.element(&key, index), Ok(*element));
        }
        assert_eq!(store.element(&key, list.len()), Err(Error::OutOfBounds { len: list.len() }));
    }
    let (keys, values, elements) = store.free();
    assert_eq!(
        (keys as u64, values as u64, elements as u64),
        (model.free_keys, model.free_values, model.free_elements)
    );
}

/// Gives a store a little more room, if it can have more.
fn grow(path: &Path, options: &Options, is_ordered: bool, model: &mut Model, random: &mut Random, counts: &mut Counts) {
    let more = Room { keys: random.below(4), values: random.below(6), elements: random.below(6) };
    let len = || std::fs::metadata(path).expect("a file").len();
    let before = len();
    match (Shop::grow(path, options, more), model.grow(more)) {
        (Ok(store), Ok(())) => {
            compare_reads(&store, model, is_ordered);
            counts.grown += 1;
        }
        (Err(error), Err(_)) => {
            assert!(matches!(error.fault, Fault::GrownTooOften | Fault::NoRoomToGrow { .. }), "{error}");
            assert_eq!(len(), before);
            counts.not_grown += 1;
        }
        (got, expected) => panic!("{:?}, not {expected:?}", got.map(drop)),
    }
}

/// A session: transactions, single changes, and restarts.
fn session(path: &Path, size: Size, steps: u64, random: &mut Random, counts: &mut Counts) {
    let (keys, elements, changes) = size;
    let plain = Options::new().keys(keys).elements(elements).changes(changes).types(5);
    let mut is_ordered = random.below(2) == 0;
    let options = |is_ordered| if is_ordered { plain.clone().ordered() } else { plain.clone() };
    let mut store = Shop::create(path, &options(is_ordered)).expect("a new file");
    let mut model = Model::new(size);
    for _ in 0..steps {
        match random.below(8) {
            0 => {
                drop(store);
                is_ordered = random.below(2) == 0;
                if random.below(2) == 0 {
                    grow(path, &options(is_ordered), is_ordered, &mut model, random, counts);
                }
                store = Shop::open(path, &options(is_ordered)).expect("it is there");
                counts.reopened += 1;
                counts.ordered += u64::from(is_ordered);
            }
            1 | 2 => {
                let change = Change::random(random);
                let result = change.run_alone(&mut store);
                compare(&mut model, change, result, counts);
                if result.is_ok() { model.commit() } else { model.abort() }
            }
            _ => {
                let mut transaction = store.transaction();
                for _ in 0..random.below(9) {
                    let change = Change::random(random);
                    let result = change.run(&mut transaction);
                    compare(&mut model, change, result, counts);
                    compare_reads(&transaction, &model, is_ordered);
                }
                match random.below(5) {
                    0 => transaction.abort(),
                    1 => drop(transaction),
                    2 => {
                        // The next transaction does not find what is left of this one.
                        std::mem::forget(transaction);
                        drop(store.transaction());
                        counts.forgotten += 1;
                    }
                    _ => {
                        transaction.commit();
                        model.commit();
                        counts.commits += 1;
                        continue;
                    }
                }
                model.abort();
                counts.aborts += 1;
            }
        }
        compare_reads(&store, &model, is_ordered);
    }
}

#[test]
fn operations_do_what_the_model_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut random, mut counts) = (Random(11), Counts::default());
    let sessions = power_mock::size("CAPYBARA_TORTURE", 40, 2_000);
    for number in 0..sessions {
        let path = folder.path().join(number.to_string());
        let size = (1 + random.below(12), random.below(3) * (1 + random.below(12)), random.below(12));
        session(&path, size, 60, &mut random, &mut counts);
        std::fs::remove_file(path).expect("it is there");
    }
    let errors = ["KeyExists", "KeyNotFound", "OutOfKeys", "OutOfElements", "OutOfBounds", "TransactionFull"];
    assert!(errors.iter().all(|name| counts.errors.get(*name).is_some_and(|n| *n > 5)), "{counts:?}");
    let least = [
        counts.commits,
        counts.aborts,
        counts.forgotten,
        counts.reopened,
        counts.ordered,
        counts.changes / 4,
        counts.grown * 4,
    ];
    assert!(least.iter().all(|n| *n as usize > sessions), "{counts:?}");
    assert!(counts.not_grown > 5, "{counts:?}");
}

/// The comparison can fail: it sees a store that is a change ahead of the model.
#[test]
#[should_panic(expected = "assertion")]
fn a_difference_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Shop::create(folder.path().join("s"), &Options::new().keys(3).changes(2)).expect("a new file");
    store.put(&1, &Point { x: 1, y: [0; 3], is_far: false, mark: 0 }).expect("there is room");
    compare_reads(&store, &Model::new((3, 0, 2)), false);
}

/// A store of other types does not grow, and its file is as it was.
#[test]
fn a_store_of_other_types_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("s");
    let options = Options::new().keys(3).types(1);
    drop(Store::<u32, u64>::create(&path, &options).expect("a new file"));
    let before = std::fs::read(&path).expect("a file");
    let more = Room { keys: 9, values: 9, elements: 0 };
    let error = Store::<u64, u64>::grow(&path, &options, more).expect_err("it has other keys");
    assert!(matches!(error.fault, Fault::OtherTypes { .. }), "{error}");
    let error = Store::<u32, u64>::grow(&path, &Options::new().types(2), more).expect_err("it has another number");
    assert!(matches!(error.fault, Fault::OtherTypes { .. }), "{error}");
    assert_eq!(std::fs::read(&path).expect("a file"), before);
}

#[test]
fn a_store_in_a_folder_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("numbers");
    let options = Options::new().keys(4).changes(7);
    let fill = |store: &SharedStore<u64, u64>| (0..1_000).filter(|key| store.put(key, &(key * 3)).is_ok()).count();
    let store = SharedStore::create(&path, 3, &options).expect("a new folder");
    assert_eq!(fill(&store), 12);
    drop(store);
    let more = Room { keys: 5, values: 5, elements: 0 };
    let store: SharedStore<u64, u64> = SharedStore::grow(&path, &options, more).expect("there is room");
    assert_eq!(fill(&store), 27);
    drop(store);
    let store: SharedStore<u64, u64> = SharedStore::open(&path, &options).expect("a store");
    let found =
        (0..1_000).filter(|key| store.get(key).expect("good media").is_some_and(|value| value == key * 3)).count();
    assert_eq!(found, 27);
}
