//! YCSB on capybara, redb, LMDB and RocksDB, in turn, with files in one folder. Each write is durable when it comes back, as far as
//! the file system of the folder goes.
//!
//! `capybara-bench FOLDER ROUNDS MILLISECONDS RECORDS [lines]` prints a line for each measurement: the workload, the store, and
//! operations a second. With `lines` there is also a capybara that takes its file for persistent memory and writes lines of the
//! cache back. RocksDB takes part if its library is there.

mod lmdb_t;
mod ours_t;
mod redb_t;
mod rocksdb_t;
mod workload_t;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use workload_t::{Operation, Random, Source, WORKLOADS, Workload};

/// What goes wrong.
type Fault = Box<dyn Error>;

/// The bytes of a key and of a value, as in the PoWER paper.
const KEY: usize = 24;
const VALUE: usize = 1140;

/// How many more records a store gets in all rounds together, at most.
const MORE: u64 = 150_000;

/// A store.
trait Peer {
    /// Puts records that are not there, in large transactions.
    fn load(&mut self, records: &[([u8; KEY], &[u8; VALUE])]) -> Result<(), Fault>;

    /// Puts one that is not there, durably.
    fn insert(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault>;

    /// Replaces one, durably.
    fn update(&mut self, key: &[u8; KEY], value: &[u8; VALUE]) -> Result<(), Fault>;

    /// Copies a value, which is there.
    fn get(&mut self, key: &[u8; KEY], value: &mut Vec<u8>) -> Result<(), Fault>;

    /// Copies as many values in the order of keys, one after the other, from this one on. Gives back how many there were.
    fn scan(&mut self, key: &[u8; KEY], count: usize, value: &mut Vec<u8>) -> Result<usize, Fault>;

    /// Gets ready for scans, or for no scans.
    fn prepare(&mut self, _is_ordered: bool) -> Result<(), Fault> {
        Ok(())
    }
}

/// A store with its name and how many records it has.
struct Runner {
    name: &'static str,
    peer: Box<dyn Peer>,
    records: u64,
}

/// What is measured.
struct Arguments {
    folder: PathBuf,
    rounds: u64,
    time: Duration,
    records: u64,
    has_lines: bool,
}

fn arguments() -> Result<Arguments, Fault> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (words, has_lines) = match given.as_slice() {
        [words @ .., last] if last == "lines" => (words, true),
        words => (words, false),
    };
    let [folder, rounds, millis, records] = words else {
        return Err("usage: capybara-bench FOLDER ROUNDS MILLISECONDS RECORDS [lines]".into());
    };
    let time = Duration::from_millis(millis.parse()?);
    Ok(Arguments { folder: folder.into(), rounds: rounds.parse()?, time, records: records.parse()?, has_lines })
}

/// A key by its number.
fn key(number: u64) -> [u8; KEY] {
    let mut key = [b'0'; KEY];
    let digits = format!("user{:020}", workload_t::mixed(number));
    key.copy_from_slice(digits.as_bytes());
    key
}

fn main() -> Result<(), Fault> {
    let arguments = arguments()?;
    let folder = arguments.folder.join(format!("capybara-bench-{}", std::process::id()));
    std::fs::create_dir(&folder)?;
    let result = measure(&arguments, &folder);
    std::fs::remove_dir_all(&folder)?;
    result
}

/// All stores, with their records.
fn peers(arguments: &Arguments, folder: &Path, values: &[[u8; VALUE]]) -> Result<Vec<Runner>, Fault> {
    let room = arguments.records + MORE;
    let mut peers: Vec<(&'static str, Box<dyn Peer>)> = vec![
        ("capybara", Box::new(ours_t::Ours::create(&folder.join("capybara"), room, false)?)),
        ("redb", Box::new(redb_t::Redb::create(&folder.join("redb"))?)),
        ("lmdb", Box::new(lmdb_t::Lmdb::create(&folder.join("lmdb"), room)?)),
    ];
    match rocksdb_t::RocksDb::create(&folder.join("rocksdb")) {
        Ok(rocks) => peers.push(("rocksdb", Box::new(rocks))),
        Err(error) => eprintln!("without RocksDB: {error}"),
    }
    if arguments.has_lines {
        peers.push(("capybara-lines", Box::new(ours_t::Ours::create(&folder.join("lines"), room, true)?)));
    }
    for (name, peer) in &mut peers {
        eprintln!("loading {name}");
        let mut first = 0;
        while first < arguments.records {
            let end = (first + 1_000).min(arguments.records);
            let records: Vec<_> = (first..end).map(|n| (key(n), &values[n as usize % values.len()])).collect();
            peer.load(&records)?;
            first = end;
        }
    }
    Ok(peers.into_iter().map(|(name, peer)| Runner { name, peer, records: arguments.records }).collect())
}

fn measure(arguments: &Arguments, folder: &Path) -> Result<(), Fault> {
    let mut random = Random(1);
    let values: Vec<[u8; VALUE]> = (0..64).map(|_| [0; VALUE].map(|_: u8| random.next() as u8)).collect();
    let mut peers = peers(arguments, folder, &values)?;
    for round in 0..arguments.rounds {
        for workload in &WORKLOADS {
            eprintln!("round {} of {}, {}", round + 1, arguments.rounds, workload.name);
            for turn in 0..peers.len() {
                // Who comes first changes from round to round.
                let index = (turn + round as usize) % peers.len();
                let speed = run(arguments.time, workload, &mut peers[index], &values, round)?;
                println!("{} {} {speed}", workload.name, peers[index].name);
            }
        }
    }
    Ok(())
}

/// Operations a second of a workload, for a while.
fn run(
    time: Duration,
    workload: &Workload,
    runner: &mut Runner,
    values: &[[u8; VALUE]],
    round: u64,
) -> Result<f64, Fault> {
    // The same operations for all stores, as far as they get.
    let mut source = Source::new(workload, round, runner.records);
    let mut buffer = Vec::with_capacity(VALUE);
    let mut operations = 0u64;
    runner.peer.prepare(workload.is_ordered())?;
    let start = Instant::now();
    loop {
        for _ in 0..workload.between_looks {
            let value = &values[source.value() as usize % values.len()];
            match source.next() {
                Operation::Read(n) => runner.peer.get(&key(n), &mut buffer)?,
                Operation::Update(n) => runner.peer.update(&key(n), value)?,
                Operation::Scan(n, count) => {
                    if runner.peer.scan(&key(n), count, &mut buffer)? == 0 {
                        return Err("a record is missing".into());
                    }
                }
                Operation::Modify(n) => {
                    runner.peer.get(&key(n), &mut buffer)?;
                    runner.peer.update(&key(n), value)?;
                }
                Operation::Insert(n) => {
                    runner.peer.insert(&key(n), value)?;
                    runner.records = n + 1;
                }
            }
            if buffer.first() == Some(&0) {
                std::hint::black_box(&buffer);
            }
            operations += 1;
        }
        let taken = start.elapsed();
        if taken >= time || operations >= workload.most {
            return Ok(operations as f64 / taken.as_secs_f64());
        }
    }
}
