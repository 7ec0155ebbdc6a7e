//! Processes that append to logs in a mapped file are killed at random moments, again and again on the same file. What they
//! acknowledged is there, nothing is there that they did not send, and what one commit wrote to two logs is in both.
//!
//! The process is this test once more, with the name of the file in its environment. `PLOG_TORTURE=full` kills 1,000.

mod support;

use std::path::Path;
use std::time::Duration;

use plog::error_v::PlogError;
use plog::logs_t::PersistentLogs;
use power::mapped_t::MappedFile;
use power_media::Mapping;
use power_mock::{Killed, Said, say};
use support::{Random, size, size_for};

/// The processes that are killed.
static KILLED: Killed = Killed::new("PLOG_TORTURE_FILE");

/// The capacities of the logs. Records wrap around often, and at different places.
const CAPACITIES: [u64; 2] = [457, 301];

/// How the process works.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// As it should.
    Honest,
    /// It acknowledges before it commits.
    Early,
    /// It commits each log by itself.
    Separate,
}

/// The bytes of a record: as many as its number says, all of them made of it.
fn record(number: u64) -> Vec<u8> {
    Random(number).bytes(9 + number as usize % 23)
}

/// The position of a record in each log.
fn position(number: u64) -> u64 {
    (0..number).map(|number| record(number).len() as u64).sum()
}

fn open(file: &Path, logs: usize) -> PersistentLogs<MappedFile> {
    let mapping = Mapping::open(file, size_for(&CAPACITIES[..logs]).next_multiple_of(8) as u64).expect("a file");
    PersistentLogs::open(MappedFile::new(mapping)).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The number of the first record and of the one behind the last, if the log is made of whole records.
fn records(logs: &PersistentLogs<MappedFile>, which: usize) -> Result<(u64, u64), String> {
    let (head, tail, _) = logs.get_head_tail_capacity(which).expect("there is this log");
    let bytes = logs.read(which, head, (tail - head) as usize).expect("the range is its own");
    let (mut number, mut at) = (0, 0);
    while at < head {
        at += record(number).len() as u64;
        number += 1;
    }
    if at != head {
        return Err(format!("log {which} begins within a record"));
    }
    let (first, mut rest) = (number, &bytes[..]);
    while !rest.is_empty() {
        rest =
            rest.strip_prefix(&record(number)[..]).ok_or(format!("log {which}: record {number} is not as it was"))?;
        number += 1;
    }
    Ok((first, number))
}

/// Appends records until it is killed.
fn append(file: &Path, logs: usize, manner: Manner) -> ! {
    let mut plog = open(file, logs);
    let mut next = records(&plog, 0).expect("what a kill left is whole").1;
    let mut random = Random(u64::from(std::process::id()));
    loop {
        let end = next + 1 + random.below(4);
        say("sent", end);
        for which in 0..logs {
            for number in next..end {
                let bytes = record(number);
                while let Err(error) = plog.tentatively_append(which, &bytes) {
                    assert!(matches!(error, PlogError::Full { .. }), "{error:?}");
                    let (first, _) = records(&plog, which).expect("the log is whole");
                    say("dropped", first + 3);
                    plog.advance_head(which, position(first + 3)).expect("there are that many");
                }
            }
            if manner == Manner::Separate {
                plog.commit();
                std::thread::sleep(Duration::from_micros(200));
            }
        }
        if manner == Manner::Early {
            say("committed", end);
            std::thread::sleep(Duration::from_micros(500));
        }
        plog.commit();
        if manner != Manner::Early {
            say("committed", end);
        }
        next = end;
    }
}

/// Kills as many processes that append, one after the other, and says what was wrong first, and how many records there were.
fn kill(test: &str, logs: usize, manner: Manner, kills: usize) -> Result<u64, String> {
    if let Some(file) = KILLED.file() {
        append(&file, logs, manner);
    }
    let _alone = KILLED.alone();
    let folder = tempfile::tempdir().expect("a folder for the file");
    let file = folder.path().join("logs");
    let len = size_for(&CAPACITIES[..logs]).next_multiple_of(8) as u64;
    let made = MappedFile::new(Mapping::open(&file, len).expect("a new file"));
    drop(PersistentLogs::create(made, &CAPACITIES[..logs]).unwrap_or_else(|error| panic!("{error:?}")));
    let (mut said, mut random) = (Said::default(), Random(logs as u64));
    for _ in 0..kills {
        let words = random.below(60);
        KILLED.kill_one(test, &file, words, &mut said, &mut random);
        let plog = open(&file, logs);
        let mut ends = Vec::new();
        for which in 0..logs {
            let (first, end) = records(&plog, which)?;
            let (committed, sent, dropped) = (said.last("committed"), said.last("sent"), said.most("dropped"));
            if end < committed || end > sent {
                return Err(format!("log {which} ends at {end}: {committed} committed, {sent} sent"));
            }
            if first > dropped {
                return Err(format!("log {which} begins at {first}: {dropped} dropped"));
            }
            ends.push(end);
        }
        if ends.iter().any(|end| *end != ends[0]) {
            return Err(format!("the logs end at {ends:?}"));
        }
    }
    Ok(said.last("committed"))
}

/// How many processes are killed in all.
fn kills() -> usize {
    size(16, 1_000)
}

#[test]
fn killed_processes_with_a_log_lose_nothing() {
    let committed =
        kill("killed_processes_with_a_log_lose_nothing", 1, Manner::Honest, kills() / 2).expect("all is well");
    assert!(committed as usize > 4 * kills(), "only {committed} records");
}

#[test]
fn killed_processes_with_two_logs_lose_nothing() {
    let committed =
        kill("killed_processes_with_two_logs_lose_nothing", 2, Manner::Honest, kills() / 2).expect("all is well");
    assert!(committed as usize > 4 * kills(), "only {committed} records");
}

/// The tests above can fail: they see what is lost when the acknowledgement comes before the commit.
#[test]
fn early_acknowledgements_are_seen() {
    let wrong = kill("early_acknowledgements_are_seen", 1, Manner::Early, 300).expect_err("something is lost");
    assert!(wrong.contains("committed"), "{wrong}");
}

/// And what is in one of two logs only.
#[test]
fn separate_commits_are_seen() {
    let wrong = kill("separate_commits_are_seen", 2, Manner::Separate, 300).expect_err("the logs do not agree");
    assert!(wrong.contains("the logs end at"), "{wrong}");
}
