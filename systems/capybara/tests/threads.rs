//! Threads share a store: what they see has one order, and what they were told is durable survives kills.
//!
//! The histories of real threads are checked with `support/linearizable.rs`, which must itself reject histories that have no order.
//! `CAPYBARA_TORTURE=full` makes the tests larger.

#[path = "support/linearizable.rs"]
mod linearizable;
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Barrier, Mutex};

use capybara::{Error, Fault, Options, SharedStore, Store};
use linearizable::{Model, Timed, linearize};
use power_mock::{Killed, Random, Said, say};

type Shop = SharedStore<u64, u64>;

/// The processes that are killed. Tests that open a file again wait for those that start them.
static KILLED: Killed = Killed::new("CAPYBARA_TORTURE_FILE");

/// An operation on one key, with what it gave.
#[derive(Clone, Debug)]
enum Operation {
    Get(Option<u64>),
    Contains(bool),
    List(Result<Vec<u64>, Error>),
    Element(usize, Result<u64, Error>),
    Put(u64),
    Insert(u64, Result<(), Error>),
    Update(u64, Result<(), Error>),
    Remove(Result<(), Error>),
    Append(u64, Result<(), Error>),
    Set(usize, u64, Result<(), Error>),
    Trim(usize, Result<(), Error>),
}

/// A key with a value and a list, or without.
struct OneKey;

impl Model for OneKey {
    type State = Option<(u64, Vec<u64>)>;
    type Operation = Operation;

    fn step(state: &Self::State, operation: &Operation) -> Option<Self::State> {
        let mut after = state.clone();
        let missing = Err(Error::KeyNotFound);
        let short = |len: usize| Error::OutOfBounds { len };
        let list = after.as_mut().map(|(_, list)| list);
        let is_right = match operation {
            Operation::Get(value) => *value == after.as_ref().map(|(value, _)| *value),
            Operation::Contains(is) => *is == after.is_some(),
            Operation::List(result) => *result == list.map_or(Err(Error::KeyNotFound), |list| Ok(list.clone())),
            Operation::Element(index, result) => {
                let element = |list: &mut Vec<u64>| list.get(*index).copied().ok_or(short(list.len()));
                *result == list.map_or(Err(Error::KeyNotFound), element)
            }
            Operation::Put(value) => {
                after = Some((*value, list.map_or(Vec::new(), std::mem::take)));
                true
            }
            Operation::Insert(value, result) => match list {
                None => {
                    after = Some((*value, Vec::new()));
                    result.is_ok()
                }
                Some(_) => *result == Err(Error::KeyExists),
            },
            Operation::Update(value, result) => match &mut after {
                Some((old, _)) => {
                    *old = *value;
                    result.is_ok()
                }
                None => *result == missing,
            },
            Operation::Remove(result) => match after.take() {
                Some(_) => result.is_ok(),
                None => *result == missing,
            },
            Operation::Append(element, result) => match list {
                Some(list) => {
                    list.push(*element);
                    result.is_ok()
                }
                None => *result == missing,
            },
            Operation::Set(index, element, result) => match list {
                Some(list) if *index < list.len() => {
                    list[*index] = *element;
                    result.is_ok()
                }
                Some(list) => *result == Err(short(list.len())),
                None => *result == missing,
            },
            Operation::Trim(n, result) => match list {
                Some(list) if *n <= list.len() => {
                    list.drain(..n);
                    result.is_ok()
                }
                Some(list) => *result == Err(short(list.len())),
                None => *result == missing,
            },
        };
        is_right.then_some(after)
    }
}

/// The number of keys, and that of files.
const KEYS: u64 = 6;
const SHARDS: usize = 3;

/// Makes a random operation.
fn operate(store: &Shop, key: u64, number: u64, random: &mut Random) -> Operation {
    let good = |error: Error| panic!("good media, but {error}");
    match random.below(14) {
        0..=2 => Operation::Get(store.get(&key).unwrap_or_else(good)),
        3 => Operation::Contains(store.contains(&key).unwrap_or_else(|error| panic!("{error}"))),
        4 | 5 => Operation::List(store.list(&key)),
        6 => {
            let index = random.below(3) as usize;
            Operation::Element(index, store.element(&key, index))
        }
        7 => {
            store.put(&key, &number).unwrap_or_else(|error| panic!("{error}"));
            Operation::Put(number)
        }
        8 => Operation::Insert(number, store.insert(&key, &number)),
        9 => Operation::Update(number, store.update(&key, &number)),
        10 => Operation::Remove(store.remove(&key)),
        11 => Operation::Append(number, store.append(&key, &number)),
        12 => {
            let index = random.below(3) as usize;
            Operation::Set(index, number, store.set_element(&key, index, &number))
        }
        _ => {
            let n = random.below(3) as usize;
            Operation::Trim(n, store.trim(&key, n))
        }
    }
}

/// The operations of each key.
type History = BTreeMap<u64, Vec<Timed<Operation>>>;

/// What threads see that make random operations at once.
fn history(
    threads: u64,
    operations: u64,
    seed: u64,
    operate: impl Fn(u64, u64, &mut Random) -> Operation + Sync,
) -> History {
    let (clock, history) = (AtomicU64::new(0), Mutex::new(History::new()));
    let now = || clock.fetch_add(1, Ordering::SeqCst);
    let all_there = Barrier::new(threads as usize);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (now, history, operate, all_there) = (&now, &history, &operate, &all_there);
            scope.spawn(move || {
                all_there.wait();
                let mut random = Random(seed + thread);
                let mut seen = Vec::new();
                for n in 0..operations {
                    let key = random.below(KEYS);
                    let called = now();
                    if n % 8 == 0 {
                        // So that others begin meanwhile, however threads are scheduled.
                        std::thread::yield_now();
                    }
                    let operation = operate(key, thread * operations + n, &mut random);
                    seen.push((key, Timed { called, returned: now(), operation }));
                }
                let mut history = history.lock().expect("nobody panics");
                for (key, timed) in seen {
                    history.entry(key).or_default().push(timed);
                }
            });
        }
    });
    history.into_inner().expect("nobody panics")
}

/// How many operations began while another one on the same key was not over.
fn overlaps(history: &History) -> usize {
    let begins_in = |all: &[Timed<Operation>], timed: &Timed<Operation>| {
        all.iter().any(|other| other.called < timed.called && timed.called < other.returned)
    };
    history.values().map(|all| all.iter().filter(|timed| begins_in(all, timed)).count()).sum()
}

fn options() -> Options {
    // Durability is for the other tests: so there is time for more operations.
    Options::new().keys(KEYS).elements(20_000).changes(1).as_persistent_memory()
}

/// What a key has at the end, as an operation behind all others.
fn last(store: &Shop, key: u64) -> [Operation; 2] {
    let value = store.get(&key).expect("good media");
    [Operation::Get(value), Operation::List(store.list(&key))]
}

fn check(store: Shop, reopen: impl Fn(Shop) -> Shop, seed: u64) {
    let operations = power_mock::size("CAPYBARA_TORTURE", 1_500, 12_000) as u64;
    let mut history = history(4, operations, seed, |key, number, random| operate(&store, key, number, random));
    assert!(overlaps(&history) > 0, "the threads took turns");
    let store = reopen(store);
    for (key, all) in &mut history {
        for (n, operation) in last(&store, *key).into_iter().enumerate() {
            let time = u64::MAX - 4 + 2 * n as u64;
            all.push(Timed { called: time, returned: time + 1, operation });
        }
        assert!(linearize::<OneKey>(all, None).is_some(), "the history of key {key} has no order");
    }
}

#[test]
fn a_shared_file_is_linearizable() {
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store");
    let store = Store::create(&path, &options()).expect("a new file").share().expect("good media");
    let reopen = |store: Shop| {
        drop(store);
        Store::open(&path, &options()).expect("it is there").share().expect("good media")
    };
    check(store, reopen, 1);
}

/// Whoever drops a shared store leaves no log to install.
#[test]
fn a_shared_store_that_was_dropped_has_nothing_to_install() {
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stores");
    let store = Shop::create(&path, SHARDS, &options().keys(20)).expect("a new folder");
    for number in 0..20 {
        store.put(&number, &number).expect("there is room");
    }
    let left = || -> Vec<u64> {
        let files = std::fs::read_dir(&path).expect("a folder");
        files.map(|file| support::left_over(&file.expect("a file").path())).collect()
    };
    assert!(left().len() == SHARDS && left().iter().all(|bytes| *bytes > 0), "{:?}", left());
    drop(store);
    assert!(left().iter().all(|bytes| *bytes == 0), "{:?}", left());
}

#[test]
fn several_files_are_linearizable() {
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stores");
    let store = Shop::create(&path, SHARDS, &options()).expect("a new folder");
    let reopen = |store: Shop| {
        drop(store);
        Shop::open(&path, &options()).expect("it is there")
    };
    check(store, reopen, 9);
}

/// A store that answers some reads from memory that is not up to date: the check must see that.
#[test]
fn stale_reads_are_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Store::create(folder.path().join("store"), &options()).expect("a new file").share().expect("good media");
    let cache = Mutex::new(BTreeMap::new());
    let history = history(2, 400, 3, |key, number, random| match operate(&store, key, number, random) {
        Operation::Get(value) => {
            let mut cache = cache.lock().expect("nobody panics");
            let old = *cache.entry(key).or_insert(value);
            if random.below(4) == 0 {
                cache.insert(key, value);
            }
            Operation::Get(old)
        }
        other => other,
    });
    assert!(history.values().any(|all| linearize::<OneKey>(all, None).is_none()));
}

#[test]
fn the_checker_knows_what_has_no_order() {
    let timed = |called, returned, operation| Timed { called, returned, operation };
    let is = |history: &[Timed<Operation>]| linearize::<OneKey>(history, None).is_some();
    let one = || timed(0, 3, Operation::Put(1));
    // While it is put it is there or not, but not first there and then not.
    assert!(is(&[one(), timed(1, 2, Operation::Get(None))]));
    assert!(is(&[one(), timed(1, 2, Operation::Get(Some(1)))]));
    assert!(is(&[one(), timed(1, 5, Operation::Get(Some(1))), timed(2, 4, Operation::Get(None))]));
    assert!(!is(&[
        timed(0, 7, Operation::Put(1)),
        timed(1, 2, Operation::Get(Some(1))),
        timed(3, 4, Operation::Get(None))
    ]));
    // Afterwards it is there.
    assert!(!is(&[one(), timed(4, 5, Operation::Get(None))]));
    // Two that put and do not see each other.
    let both = |first, second| [timed(0, 5, Operation::Insert(1, first)), timed(1, 6, Operation::Insert(2, second))];
    assert!(!is(&both(Ok(()), Ok(()))));
    assert!(is(&both(Err(Error::KeyExists), Ok(()))));
    // An order that needs to go back: the later call comes first.
    let race = [
        timed(0, 9, Operation::Put(1)),
        timed(1, 8, Operation::Put(2)),
        timed(2, 3, Operation::Get(Some(2))),
        timed(10, 11, Operation::Get(Some(1))),
    ];
    assert!(is(&race));
}

#[test]
fn files_that_are_mixed_up_are_refused() {
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stores");
    let store = Shop::create(&path, SHARDS, &options()).expect("a new folder");
    for key in 0..KEYS {
        store.put(&key, &key).expect("there is room");
    }
    drop(store);
    assert!(matches!(Shop::create(&path, SHARDS, &options()).map_err(|error| error.fault), Err(Fault::Exists)));
    let file = |shard: usize| path.join(format!("{shard}-of-{SHARDS}"));
    let fault = || Shop::open(&path, &options()).map(drop).map_err(|error| error.fault);
    fault().expect("it is whole");
    let aside = path.join("aside");
    std::fs::rename(file(0), &aside).expect("it is there");
    assert!(matches!(fault(), Err(Fault::NotFound)));
    std::fs::rename(file(1), file(0)).expect("it is there");
    std::fs::rename(&aside, file(1)).expect("it is there");
    assert!(matches!(fault(), Err(Fault::Mixed)));
}

/// The threads of a process, each with a key of its own.
const WRITERS: u64 = 3;

/// Each thread puts numbers that grow to its key, and says which are durable. One that is hasty says so before.
fn write(folder: &Path, is_hasty: bool) -> ! {
    let store = Shop::open(folder, &Options::new()).expect("it is there");
    std::thread::scope(|scope| {
        for key in 0..WRITERS {
            let store = &store;
            scope.spawn(move || {
                let last = store.get(&key).expect("good media").unwrap_or(0);
                for number in last + 1.. {
                    say(&format!("sent{key}"), number);
                    if is_hasty {
                        say(&format!("told{key}"), number);
                    }
                    store.put(&key, &number).expect("there is room");
                    say(&format!("told{key}"), number);
                }
            });
        }
    });
    unreachable!("the threads do not end")
}

/// Kills as many processes, and says what was wrong first.
fn kill(test: &str, is_hasty: bool, kills: usize) -> Result<(), String> {
    if let Some(folder) = KILLED.file() {
        write(&folder, is_hasty);
    }
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stores");
    drop(Shop::create(&path, 2, &Options::new().keys(KEYS).changes(1)).expect("a new folder"));
    let (mut said, mut random) = (Said::default(), Random(17));
    for _ in 0..kills {
        KILLED.kill_one(test, &path, 1 + random.below(40), &mut said, &mut random);
        let store = Shop::open(&path, &Options::new()).expect("it is there");
        for key in 0..WRITERS {
            let found = store.get(&key).expect("good media").unwrap_or(0);
            let [told, sent] = ["told", "sent"].map(|word| format!("{word}{key}"));
            if found < said.last(&told) || found > said.last(&sent) {
                return Err(format!("key {key} is {found}: {} told, {} sent", said.last(&told), said.last(&sent)));
            }
            // The next process goes on from here.
            [told, sent].iter().for_each(|word| said.add(word, found));
        }
    }
    Ok(())
}

#[test]
fn what_threads_were_told_is_there() {
    kill("what_threads_were_told_is_there", false, power_mock::size("CAPYBARA_TORTURE", 12, 1_000))
        .expect("all is well");
}

/// The test above can fail: it sees what is lost when a thread says too early what is durable.
#[test]
fn threads_that_are_told_too_early_are_seen() {
    let wrong = kill("threads_that_are_told_too_early_are_seen", true, 400).expect_err("something is lost");
    assert!(wrong.contains("told"), "{wrong}");
}
