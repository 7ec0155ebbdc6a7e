//! Processes that commit to a store in a mapped file are killed at random moments, again and again on the same file. What
//! they acknowledged is there, and of each transaction all or nothing.
//!
//! The process is this test once more, with the name of the file in its environment. `CAPYBARAKV_TORTURE=full` kills 1,000.

mod support;

use std::path::Path;
use std::time::Duration;

use capybarakv::{Geometry, KvError};
use power::mapped_t::MappedFile;
use power_media::Mapping;
use power_mock::{Killed, Said, say};
use support::{Client, Element, Item, Key, Random, TYPES, element, item, key, size, size_for};

/// The processes that are killed.
static KILLED: Killed = Killed::new("CAPYBARAKV_TORTURE_FILE");

/// How many keys there may be, and the bytes of the journal.
const KEYS: u64 = 24;
const CAPACITY: u64 = KEYS * 40 * 6;

/// How the process works.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// As it should.
    Honest,
    /// It acknowledges before it commits.
    Early,
    /// It commits each change by itself.
    Separate,
}

type Store = Client<MappedFile, Key, Item, Element>;

/// What a key has.
type Value = (Item, Vec<Element>);

fn geometry() -> Geometry {
    Geometry::of::<Key, Item, Element>(KEYS, 2 * KEYS, 10 * KEYS, TYPES)
}

fn mapping(file: &Path) -> MappedFile {
    MappedFile::new(Mapping::open(file, size_for(&geometry(), CAPACITY).next_multiple_of(8) as u64).expect("a file"))
}

fn open(file: &Path) -> Store {
    Client::open(mapping(file), TYPES).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The element that transaction `number` appends to the list of a key.
fn appended(number: u64, which: u64) -> Element {
    element(&mut Random(number * KEYS + which))
}

/// What transaction `number` leaves: the first key always, and others by chance. A list has an element of each transaction since the
/// key was created, but no more than four.
fn values(number: u64) -> Vec<Option<Value>> {
    let is_there =
        |number: u64, which: u64| number > 0 && (which == 0 || Random(number * KEYS + which + 7).below(4) > 0);
    (0..KEYS)
        .map(|which| {
            if !is_there(number, which) {
                return None;
            }
            let value = item(&mut Random(number * KEYS + which));
            let since =
                (1..=number).rev().take_while(|number| is_there(*number, which)).take(4).last().expect("it is there");
            let list = (since..=number).map(|number| appended(number, which)).collect();
            Some((Item { number, ..value }, list))
        })
        .collect()
}

/// The number of the last transaction, if all of it is there and nothing else.
fn last(store: &Store) -> Result<u64, String> {
    let read = |which: u64| match store.store.read(&key(which)) {
        Ok(item) => Some((item, store.store.read_list(&key(which)).expect("it has a list"))),
        Err(KvError::KeyNotFound) => None,
        Err(error) => panic!("{error:?}"),
    };
    let found: Vec<Option<Value>> = (0..KEYS).map(read).collect();
    let Some((first, _)) = found[0] else {
        return if found.iter().all(Option::is_none) { Ok(0) } else { Err("the first key is missing".to_owned()) };
    };
    if found == values(first.number) { Ok(first.number) } else { Err(format!("not all of {} is there", first.number)) }
}

/// Changes what a key has.
fn change(
    store: &mut Store,
    number: u64,
    which: u64,
    before: Option<Value>,
    behind: Option<Value>,
) -> Result<(), KvError> {
    let (store, key) = (&mut store.store, key(which));
    match (before, behind) {
        (None, None) => Ok(()),
        (None, Some((item, _))) => {
            store.create(&key, &item)?;
            store.append(&key, &appended(number, which))
        }
        (Some(_), None) => store.delete(&key),
        (Some((_, list)), Some((item, _))) => {
            store.update(&key, &item)?;
            if list.len() == 4 {
                store.trim(&key, 1)?;
            }
            // The element is appended in two steps.
            store.append(&key, &list[0])?;
            let len = store.list_len(&key)?;
            store.set_element(&key, len - 1, &appended(number, which))
        }
    }
}

/// Commits until it is killed.
fn commit(file: &Path, manner: Manner) -> ! {
    let mut store = open(file);
    let mut number = last(&store).expect("what a kill left is whole");
    loop {
        let before = values(number);
        number += 1;
        say("sent", number);
        for (which, (before, behind)) in before.into_iter().zip(values(number)).enumerate() {
            change(&mut store, number, which as u64, before, behind).unwrap_or_else(|error| panic!("{error:?}"));
            if manner == Manner::Separate {
                store.commit();
            }
        }
        if manner == Manner::Early {
            say("committed", number);
            std::thread::sleep(Duration::from_micros(500));
        }
        store.commit();
        if manner != Manner::Early {
            say("committed", number);
        }
    }
}

/// Kills as many processes that commit, one after the other, and says what was wrong first, and how many commits there were.
fn kill(test: &str, manner: Manner, kills: usize) -> Result<u64, String> {
    if let Some(file) = KILLED.file() {
        commit(&file, manner);
    }
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder for the file");
    let file = folder.path().join("store");
    drop(Store::create(mapping(&file), &geometry(), CAPACITY).unwrap_or_else(|error| panic!("{error:?}")));
    let (mut said, mut random) = (Said::default(), Random(7));
    for _ in 0..kills {
        let words = 1 + random.below(20);
        KILLED.kill_one(test, &file, words, &mut said, &mut random);
        let number = last(&open(&file))?;
        let (committed, sent) = (said.last("committed"), said.last("sent"));
        if number < committed || number > sent {
            return Err(format!("the last is {number}: {committed} committed, {sent} sent"));
        }
        // The next process goes on from here.
        ["committed", "sent"].iter().for_each(|word| said.add(word, number));
    }
    Ok(said.last("committed"))
}

#[test]
fn killed_processes_lose_nothing() {
    let kills = size(16, 1_000);
    let committed = kill("killed_processes_lose_nothing", Manner::Honest, kills).expect("all is well");
    assert!(committed as usize > kills, "only {committed} commits");
}

/// The test above can fail: it sees what is lost when the acknowledgement comes before the commit.
#[test]
fn early_acknowledgements_are_seen() {
    let wrong = kill("early_acknowledgements_are_seen", Manner::Early, 300).expect_err("something is lost");
    assert!(wrong.contains("the last is"), "{wrong}");
}

/// And what is in a part of a transaction only.
#[test]
fn separate_commits_are_seen() {
    let wrong = kill("separate_commits_are_seen", Manner::Separate, 300).expect_err("the transaction is not whole");
    assert!(wrong.contains("not all of") || wrong.contains("the first key"), "{wrong}");
}
