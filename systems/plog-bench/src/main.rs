//! Appends of several sizes to a log of `plog` and to one of libpmemlog on the same file system, in turn. Each append is
//! durable before the next; when a log is full, all of it is given up.
//!
//! `plog-bench FOLDER ROUNDS MILLISECONDS [pmem]` prints a line for each measurement: the log, the size of the appends, and
//! mebibytes a second. With `pmem` both write lines of the cache back as on persistent memory, otherwise both have pages written
//! (`msync`, or what does the same) unless the folder is on persistent memory.

mod pmemlog_t;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plog::error_v::PlogError;
use plog::logs_t::PersistentLogs;
use plog::size_for;
use pmemlog_t::PmemLog;
use power::mapped_t::MappedFile;
use power_media::Mapping;

/// The sizes of appends, in bytes (Figure 14 of the Verus paper).
const SIZES: [usize; 8] = [128, 256, 512, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10];

/// The size of a log in bytes; not a multiple of the sizes of appends, so that appends go around its end, but of lines of the
/// cache, so that appends begin with one as those of libpmemlog do.
const CAPACITY: u64 = (64 << 20) + 64;

struct Arguments {
    folder: PathBuf,
    rounds: usize,
    time: Duration,
    is_persistent: bool,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (folder, rounds, millis, is_persistent) = match given.as_slice() {
        [folder, rounds, millis] => (folder, rounds, millis, false),
        [folder, rounds, millis, word] if word == "pmem" => (folder, rounds, millis, true),
        _ => return Err("usage: plog-bench FOLDER ROUNDS MILLISECONDS [pmem]".into()),
    };
    let time = Duration::from_millis(millis.parse()?);
    Ok(Arguments { folder: folder.into(), rounds: rounds.parse()?, time, is_persistent })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    let library = pmemlog_t::load(arguments.is_persistent)?;
    let ours = arguments.folder.join("plog");
    let theirs = arguments.folder.join("pmemlog");
    for path in [&ours, &theirs] {
        if path.exists() {
            return Err(format!("{} is there already", path.display()).into());
        }
    }
    let result = measure(&arguments, &library, &ours, &theirs);
    for path in [&ours, &theirs] {
        if path.exists() {
            std::fs::remove_file(path)?;
        }
    }
    result
}

fn measure(
    arguments: &Arguments,
    library: &libloading::Library,
    ours: &Path,
    theirs: &Path,
) -> Result<(), Box<dyn Error>> {
    let len = size_for(&[CAPACITY]).map_err(|error| format!("{error:?}"))?.next_multiple_of(8);
    let open = if arguments.is_persistent { Mapping::open_as_persistent } else { Mapping::open };
    let device = MappedFile::new(open(ours, len)?);
    let mut logs = PersistentLogs::create(device, &[CAPACITY]).map_err(|error| format!("{error:?}"))?;
    let mut log = PmemLog::create(library, theirs, usize::try_from(CAPACITY)? + (8 << 10))?;
    println!("capacity plog {CAPACITY} pmemlog {}", log.capacity());
    // Every page of both files is there before the clock starts.
    let bytes: Vec<u8> = (0..1 << 20).map(|at: usize| ((at * 31) >> 3) as u8).collect();
    while log.append(&bytes) {}
    for _ in 0..CAPACITY >> 20 {
        append(&mut logs, &bytes)?;
    }
    for round in 0..arguments.rounds {
        for size in SIZES {
            let bytes = &bytes[..size];
            // Who comes first changes from round to round.
            for turn in [round % 2, (round + 1) % 2] {
                let speed = match turn {
                    0 => run(arguments.time, size, || append(&mut logs, bytes))?,
                    _ => run(arguments.time, size, || append_pmem(&mut log, bytes))?,
                };
                println!("{} {size} {speed}", ["plog", "pmemlog"][turn]);
            }
        }
    }
    Ok(())
}

/// Mebibytes a second of what is done again and again for a while.
fn run(
    time: Duration,
    size: usize,
    mut append: impl FnMut() -> Result<(), Box<dyn Error>>,
) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    let mut appends = 0u64;
    loop {
        for _ in 0..16 {
            append()?;
        }
        appends += 16;
        let taken = start.elapsed();
        if taken >= time {
            return Ok((appends * size as u64) as f64 / (1 << 20) as f64 / taken.as_secs_f64());
        }
    }
}

/// Appends and commits; gives up the whole log first if there is no room.
fn append(logs: &mut PersistentLogs<MappedFile>, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let describe = |error: PlogError| format!("{error:?}");
    if let Err(PlogError::Full { .. }) = logs.tentatively_append(0, bytes) {
        let (_, tail, _) = logs.get_head_tail_capacity(0).map_err(describe)?;
        logs.advance_head(0, tail).map_err(describe)?;
        logs.tentatively_append(0, bytes).map_err(describe)?;
    }
    logs.commit();
    Ok(())
}

/// Appends; empties the log first if there is no room.
fn append_pmem(log: &mut PmemLog, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    if !log.append(bytes) {
        log.rewind();
        if !log.append(bytes) {
            return Err(std::io::Error::last_os_error().into());
        }
    }
    Ok(())
}
