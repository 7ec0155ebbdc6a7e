//! Processes that commit to a journal in a mapped file are killed at random moments, again and again on the same file. What
//! they acknowledged is there, and of each commit all or nothing.
//!
//! The process is this test once more, with the name of the file in its environment. `JOURNAL_TORTURE=full` kills 1,000.

mod support;

use std::path::Path;
use std::time::Duration;

use journal::layout_v::Format;
use power::mapped_t::MappedFile;
use power_media::Mapping;
use power_mock::{Killed, Said, say};
use support::{Client, Random, area, size, size_for};

/// The processes that are killed.
static KILLED: Killed = Killed::new("JOURNAL_TORTURE_FILE");

/// The length of a block, and how many there are. A commit changes all of them.
const BLOCK: usize = 211;
const BLOCKS: usize = 16;

const FORMAT: Format =
    Format { program: 1, program_version: 1, area: (BLOCK * BLOCKS) as u64, capacity: ((BLOCK + 16) * BLOCKS) as u64 };

/// How the process works.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// As it should.
    Honest,
    /// It acknowledges before it commits.
    Early,
    /// It commits each block by itself.
    Separate,
}

/// What commit `number` writes to a block: the number, and bytes that are made of it.
fn block(number: u64, which: usize) -> Vec<u8> {
    let mut bytes = Random(number * BLOCKS as u64 + which as u64).bytes(BLOCK);
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes
}

fn open(file: &Path) -> Client<MappedFile> {
    let mapping = Mapping::open(file, size_for(&FORMAT).next_multiple_of(8) as u64).expect("a file");
    Client::open(MappedFile::new(mapping)).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The number of the last commit, if all of it is there and nothing else.
fn last(client: &Client<MappedFile>) -> Result<u64, String> {
    let found = area(client, &FORMAT);
    if found.iter().all(|byte| *byte == 0) {
        return Ok(0);
    }
    let numbers: Vec<u64> =
        found.chunks(BLOCK).map(|block| u64::from_le_bytes(block[..8].try_into().expect("eight bytes"))).collect();
    for (which, bytes) in found.chunks(BLOCK).enumerate() {
        if bytes != block(numbers[0], which) {
            return Err(format!("the commits of the blocks are {numbers:?}"));
        }
    }
    Ok(numbers[0])
}

/// Commits until it is killed.
fn commit(file: &Path, manner: Manner) -> ! {
    let mut client = open(file);
    let mut number = last(&client).expect("what a kill left is whole");
    loop {
        number += 1;
        say("sent", number);
        for which in 0..BLOCKS {
            client.journal.append((which * BLOCK) as u64, &block(number, which)).expect("there is room");
            if manner == Manner::Separate {
                client.commit();
            }
        }
        if manner == Manner::Early {
            say("committed", number);
            std::thread::sleep(Duration::from_micros(500));
        }
        client.commit();
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
    let file = folder.path().join("journal");
    let mapping = Mapping::open(&file, size_for(&FORMAT).next_multiple_of(8) as u64).expect("a new file");
    drop(Client::create(MappedFile::new(mapping), &FORMAT).unwrap_or_else(|error| panic!("{error:?}")));
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

/// And what is in one of the blocks only.
#[test]
fn separate_commits_are_seen() {
    let wrong = kill("separate_commits_are_seen", Manner::Separate, 300).expect_err("the blocks do not agree");
    assert!(wrong.contains("the commits of the blocks"), "{wrong}");
}
