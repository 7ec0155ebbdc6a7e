//! YCSB on capybara and other stores, in one run of `capybara-bench` for each place of the files (Figure 3 of the PoWER paper).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::appends::Median;
use super::machine::Machine;
use super::{Fault, plot};

/// The name under which `--only` finds it. It is left out otherwise: it builds other stores.
pub(crate) const NAME: &str = "kv";

/// The duration of each measurement in milliseconds, and the records, for files in memory and on a disk.
const IN_MEMORY: (&str, &str) = ("300", "100000");
const ON_DISK: (&str, &str) = ("1000", "100000");

/// The store that the others are compared with.
const OURS: &str = "capybara";

/// One store on one workload.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// The store.
    pub(crate) store: String,
    /// Operations a second.
    pub(crate) speed: Median,
    /// How many times as many ours does, in each round, in which all were measured one after the other.
    pub(crate) ratio: Median,
}

/// All stores on one workload, in the order in which they were measured first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The name of the workload.
    pub(crate) workload: String,
    /// A point for each store.
    pub(crate) points: Vec<Point>,
}

/// All workloads with files in one place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// The place.
    pub(crate) place: &'static str,
    /// How long each measurement took, in milliseconds, and how many records there were.
    pub(crate) size: (&'static str, &'static str),
    /// A row for each workload.
    pub(crate) rows: Vec<Row>,
}

/// Builds the program and runs it on files in memory and on the disk of the scratch folder.
pub(crate) fn measure(root: &Path, runs: usize, scratch: &Path) -> Result<Vec<Measured>, Fault> {
    let program = build(root)?;
    let memory = tempfile::tempdir_in("/dev/shm")?;
    let places =
        [("files in memory", memory.path(), IN_MEMORY, Some("lines")), ("files on a disk", scratch, ON_DISK, None)];
    let mut all = Vec::new();
    for (place, folder, (millis, records), word) in places {
        eprintln!("stores: {place}");
        let output = Command::new(&program)
            .arg(folder)
            .args([&runs.to_string(), millis, records])
            .args(word)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err("it cannot be measured".into());
        }
        all.push(Measured { place, size: (millis, records), rows: read(&String::from_utf8_lossy(&output.stdout))? });
    }
    Ok(all)
}

/// Builds the package that measures, which is a workspace of its own, and returns the path of its program.
fn build(root: &Path) -> Result<PathBuf, Fault> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--locked", "--message-format=json-render-diagnostics"]);
    let output = command.current_dir(root.join("systems/capybara-bench")).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("capybara-bench does not build".into());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    super::build::executable(&messages, "capybara-bench").ok_or_else(|| "cargo built no `capybara-bench`".into())
}

/// Parses the output of the program: a line for each measurement.
pub(crate) fn read(printed: &str) -> Result<Vec<Row>, String> {
    /// What was measured of a workload: each store with its speeds.
    type Speeds<'p> = Vec<(&'p str, Vec<f64>)>;
    let mut found: Vec<(&str, Speeds<'_>)> = Vec::new();
    for line in printed.lines() {
        let wrong = || format!("`{line}` is no measurement");
        let [workload, store, speed] = line.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let speed: f64 = speed.parse().map_err(|_| wrong())?;
        let row = entry(&mut found, workload);
        entry(row, store).push(speed);
    }
    found.into_iter().map(|(workload, speeds)| row(workload, speeds)).collect()
}

/// The value of a name, which is put at the end if it is not there.
fn entry<'l, 'n, T: Default>(list: &'l mut Vec<(&'n str, T)>, name: &'n str) -> &'l mut T {
    let index = list.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        list.push((name, T::default()));
        list.len() - 1
    });
    &mut list[index].1
}

/// The row of a workload: of each store the median speed, and the median of the ratios of our speeds to its speeds.
/// An error if the stores were not measured equally often.
fn row(workload: &str, speeds: Vec<(&str, Vec<f64>)>) -> Result<Row, String> {
    let wrong = || format!("not all stores were measured as often with workload {workload}, or not {OURS}");
    let ours = speeds.iter().find(|(store, _)| *store == OURS).ok_or_else(wrong)?.1.clone();
    let point = |(store, theirs): (&str, Vec<f64>)| {
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
        let is_whole = theirs.len() == ours.len();
        match (Median::of(theirs), Median::of(ratios), is_whole) {
            (Some(speed), Some(ratio), true) => Ok(Point { store: store.to_owned(), speed, ratio }),
            _ => Err(wrong()),
        }
    };
    Ok(Row { workload: workload.to_owned(), points: speeds.into_iter().map(point).collect::<Result<_, _>>()? })
}

/// Writes the page and its plots.
pub(crate) fn write(folder: &Path, machine: &Machine, runs: usize, all: &[Measured]) -> Result<(), Fault> {
    for (index, measured) in all.iter().enumerate() {
        plot::stores(&folder.join(format!("kv-{}.svg", index + 1)), measured)?;
    }
    std::fs::write(folder.join("kv.md"), page(machine, runs, all))?;
    Ok(())
}

/// The page `docs/bench/kv.md`.
pub(crate) fn page(machine: &Machine, runs: usize, all: &[Measured]) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    let mut text = format!(
        "# YCSB on key-value stores\n\n\
         Written by `cargo xtask bench --only {NAME}`; do not edit. Figure 3 of the PoWER paper, with other peers.\n\n\
         - Commit `{}`{modified}, {}, {} cores ({}).\n\
         - All stores in one process, on the same file system, in turn; {runs} rounds; one thread. Each write is a transaction, and durable \
         when it comes back, as far as the file system goes: `capybara` writes pages (`fdatasync`), redb commits with its usual \
         durability, LMDB with its usual flags, RocksDB (7.8, the library of Debian) with `sync`. Everything else of \
         them is as usual: so LMDB compares no checksums, which the others do in their ways.\n\
         - Keys of 24 bytes and values of 1140, as in the paper. Updates replace whole values. A: half reads, half updates; B: \
         95% reads; C: reads; D: 95% reads of new records, 5% inserts; F: half reads, half reads with an update; X: 75% updates, 5% \
         reads with an update, 20% reads, all records alike (the others by Zipf's law); `load`: inserts, at most 5,000 a measurement. \
         E, which the paper leaves out: 95% reads of 1 to 100 records in the order of keys, 5% inserts, at most 20,000 operations a \
         measurement. For E `capybara` is opened anew with its keys in order; otherwise it keeps no order.\n\
         - `capybara-lines` is `capybara` with the file taken for persistent memory: lines of the cache are written back, and nothing is called. \
         It is not comparable with the others on durability where the memory is not persistent.\n\
         - Medians, with an interval that has the true median with a probability of at least 95%. The ratio is that of \
         `capybara` to the store, in each round: above 1, `capybara` does more.\n",
        machine.commit, machine.system, machine.cores, machine.processor,
    );
    for (index, measured) in all.iter().enumerate() {
        let (millis, records) = measured.size;
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "\n## {}\n\n{records} records at first; {millis} ms for each measurement.\n\n![Throughput](kv-{}.svg)\n\n{}",
            measured.place,
            index + 1,
            table(measured)
        );
    }
    text
}

/// A row for each workload and store.
pub(crate) fn table(measured: &Measured) -> String {
    let mut text = "| workload | store | operations a second | ratio |\n|---|---|---:|---:|\n".to_owned();
    for Row { workload, points } in &measured.rows {
        for Point { store, speed, ratio } in points {
            let ratio = match store.as_str() {
                OURS => "1".to_owned(),
                _ => format!("{:.2} ({:.2} to {:.2})", ratio.median, ratio.low, ratio.high),
            };
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "| {workload} | {store} | {:.0} ({:.0} to {:.0}) | {ratio} |",
                speed.median, speed.low, speed.high
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_are_read_by_workload_and_store() {
        let printed =
            "A capybara 100\nA redb 50\nB capybara 8\nB redb 8\nA redb 20\nA capybara 60\nB redb 4\nB capybara 2\n";
        let rows = read(printed).expect("measurements");
        assert_eq!(rows.iter().map(|row| row.workload.as_str()).collect::<Vec<_>>(), ["A", "B"]);
        let [ours, theirs] = &rows[0].points[..] else { panic!("two stores") };
        assert_eq!((ours.store.as_str(), ours.speed.median, ours.ratio.median), ("capybara", 80.0, 1.0));
        assert_eq!((theirs.store.as_str(), theirs.speed.median, theirs.ratio.median), ("redb", 35.0, 2.5));
        assert_eq!((theirs.ratio.low, theirs.ratio.high), (2.0, 3.0));
        let measured = Measured { place: "here", size: ("1", "2"), rows };
        assert!(table(&measured).contains("| A | redb | 35 (20 to 50) | 2.50 (2.00 to 3.00) |\n"));
        assert!(table(&measured).contains("| B | capybara | 5 (2 to 8) | 1 |\n"));
    }

    #[test]
    fn what_is_no_measurement_is_an_error() {
        for printed in ["A capybara fast\n", "A capybara\n", "A redb 1\n", "A capybara 1\nA redb 1\nA redb 2\n"] {
            assert!(read(printed).is_err(), "{printed}");
        }
    }
}
