//! Mapping and unmapping pages: the verified page table, the mapper of the `x86_64` crate, and one by hand, in one run of the example
//! `speed` of `systems/pagetable` (Figure 12 of the Verus paper).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::appends::Median;
use super::machine::Machine;
use super::{Fault, plot};

/// The name under which `--only` finds it. It is left out otherwise.
pub(crate) const NAME: &str = "pagetable";

/// The calls of each operation in each round: few enough that most rounds are not interrupted.
const CALLS: u32 = 250_000;

/// The verified mapper, and the one that loses no marks. Others with the same end are compared with them.
const OURS: [&str; 2] = ["verified", "verified-xchg"];

/// One mapper at one operation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// The mapper.
    pub(crate) mapper: String,
    /// Nanoseconds of a call.
    pub(crate) time: Median,
    /// How many times as long ours takes, in each round, in which all were measured one after the other.
    pub(crate) ratio: Median,
}

/// One operation on one workload.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The workload.
    pub(crate) work: String,
    /// The operation.
    pub(crate) operation: String,
    /// A point for each mapper.
    pub(crate) points: Vec<Point>,
}

/// The rows, and what the machine had to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// A row for each operation on each workload.
    pub(crate) rows: Vec<Row>,
    /// The mean numbers of processes that wanted to run, in the last one, five and fifteen minutes, before and after.
    pub(crate) load: [String; 2],
}

/// Builds the example and runs it.
pub(crate) fn measure(root: &Path, runs: usize) -> Result<Measured, Fault> {
    let program = build(root)?;
    let before = load();
    let output = Command::new(program)
        .args([CALLS.to_string(), runs.to_string()])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("it cannot be measured".into());
    }
    Ok(Measured { rows: read(&String::from_utf8_lossy(&output.stdout))?, load: [before, load()] })
}

/// How many processes wanted to run, where the system tells.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let words: Vec<&str> = text.split(' ').take(3).collect();
    if words.len() == 3 { words.join(", ") } else { "unknown".to_owned() }
}

/// Builds the example, and returns the path of its program.
fn build(root: &Path) -> Result<PathBuf, Fault> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--package", "pagetable", "--example", "speed"]);
    command.arg("--message-format=json-render-diagnostics");
    let output = command.current_dir(root).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("the example does not build".into());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    super::build::executable(&messages, "speed").ok_or_else(|| "cargo built no example `speed`".into())
}

/// Parses the output of the program: a line for each measurement.
pub(crate) fn read(printed: &str) -> Result<Vec<Row>, String> {
    /// What was measured of an operation: each mapper with its times.
    type Times<'p> = Vec<(&'p str, Vec<f64>)>;
    let mut found: Vec<((&str, &str), Times<'_>)> = Vec::new();
    for line in printed.lines() {
        let wrong = || format!("`{line}` is no measurement");
        let [work, operation, mapper, time] = line.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let time: f64 = time.parse().map_err(|_| wrong())?;
        entry(entry(&mut found, (work, operation)), mapper).push(time);
    }
    found.into_iter().map(|(of, times)| row(of, times)).collect()
}

/// The value of a name, which is put at the end if it is not there.
fn entry<N: Copy + PartialEq, T: Default>(list: &mut Vec<(N, T)>, name: N) -> &mut T {
    let index = list.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        list.push((name, T::default()));
        list.len() - 1
    });
    &mut list[index].1
}

/// The mapper of ours that one is compared with.
fn ours_beside(mapper: &str) -> &'static str {
    OURS[usize::from(mapper.ends_with("-xchg"))]
}

/// The row of an operation. An error if the mappers were not measured equally often.
fn row((work, operation): (&str, &str), times: Vec<(&str, Vec<f64>)>) -> Result<Row, String> {
    let wrong = || format!("not all mappers were measured as often at {work} {operation}, or not ours");
    let all = times.clone();
    let point = |(mapper, theirs): (&str, Vec<f64>)| {
        let ours = &all.iter().find(|(name, _)| *name == ours_beside(mapper)).ok_or_else(wrong)?.1;
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
        let is_whole = theirs.len() == ours.len();
        match (Median::of(theirs), Median::of(ratios), is_whole) {
            (Some(time), Some(ratio), true) => Ok(Point { mapper: mapper.to_owned(), time, ratio }),
            _ => Err(wrong()),
        }
    };
    let points = times.into_iter().map(point).collect::<Result<_, _>>()?;
    Ok(Row { work: work.to_owned(), operation: operation.to_owned(), points })
}

/// Writes the page and its plots.
pub(crate) fn write(folder: &Path, machine: &Machine, runs: usize, measured: &Measured) -> Result<(), Fault> {
    for operation in ["map", "unmap"] {
        let row = |row: &Row| {
            let points = row.points.iter().map(|point| (point.mapper.clone(), point.time));
            (row.work.clone(), points.collect())
        };
        let groups = plot::Groups {
            caption: operation.to_owned(),
            axes: ["pages", "nanoseconds, medians"],
            rows: measured.rows.iter().filter(|row| row.operation == operation).map(row).collect(),
        };
        groups.draw(&folder.join(format!("pagetable-{operation}.svg")))?;
    }
    std::fs::write(folder.join("pagetable.md"), page(machine, runs, measured))?;
    Ok(())
}

/// The page `docs/bench/pagetable.md`.
pub(crate) fn page(machine: &Machine, runs: usize, measured: &Measured) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    let calls = runs as u64 * u64::from(CALLS);
    format!(
        "# Mapping and unmapping pages\n\n\
         Written by `cargo xtask bench --only {NAME}`; do not edit. After Figure 12 of the Verus paper, with other peers.\n\n\
         - Commit `{}`{modified}, {}, {} cores ({}). Load of the machine (1, 5, 15 minutes): {} before, {} after.\n\
         - All mappers in one process, in turn; {runs} rounds of {CALLS} calls, {calls} calls together. The memory is that of the process, \
         and no core is told to forget anything, by none of them. The size of the pages is a constant, as it is where a kernel maps pages.\n\
         - `verified` is the page table of `systems/pagetable`. Its `unmap` is with `settle`: it takes tables that are empty out of \
         the tree, and gives them back. `x86_64` is the mapper of that crate (0.15.5), and `by-hand` one without proof; both \
         keep tables that are empty. All three lose a mark that a core makes while they unmap; those with `xchg` do not.\n\
         - `4KiB`, `2MiB`, `1GiB`: pages in address order. `4KiB-tables-stay`: a page of each table stays, so none becomes \
         empty. `4KiB-random-order`: each page is far from the one before. `4KiB-one-a-table`: one page in each table, so that \
         ours makes a table, with zeros, for each page, and takes it away with each; the others made them in a round that does not count.\n\
         - Medians of the rounds, each the mean of its calls, with an interval that has the true median with a probability of at least 95%. \
         The ratio is that of ours to the mapper, in each round: below 1, ours is faster. Those with `xchg` are compared with each other.\n\n\
         ![map](pagetable-map.svg)\n\n![unmap](pagetable-unmap.svg)\n\n{}",
        machine.commit,
        machine.system,
        machine.cores,
        machine.processor,
        measured.load[0],
        measured.load[1],
        table(&measured.rows)
    )
}

/// A line for each operation and mapper.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = "| pages | operation | mapper | nanoseconds | ratio |\n|---|---|---|---:|---:|\n".to_owned();
    for Row { work, operation, points } in rows {
        for Point { mapper, time, ratio } in points {
            let ratio = if OURS.contains(&mapper.as_str()) {
                "1".to_owned()
            } else {
                format!("{:.2} ({:.2} to {:.2})", ratio.median, ratio.low, ratio.high)
            };
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "| {work} | {operation} | {mapper} | {:.1} ({:.1} to {:.1}) | {ratio} |",
                time.median, time.low, time.high
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_are_read_by_operation_and_mapper() {
        let printed = "4KiB map verified 2\n4KiB map x86_64 4\n4KiB map verified-xchg 3\n4KiB map by-hand-xchg 6\n\
                       4KiB unmap verified 1\n4KiB unmap x86_64 1\n\
                       4KiB map verified 4\n4KiB map x86_64 4\n4KiB map verified-xchg 9\n4KiB map by-hand-xchg 6\n\
                       4KiB unmap verified 3\n4KiB unmap x86_64 1\n";
        let rows = read(printed).expect("measurements");
        assert_eq!(rows.iter().map(|row| row.operation.as_str()).collect::<Vec<_>>(), ["map", "unmap"]);
        let [ours, theirs, _, exact] = &rows[0].points[..] else { panic!("four mappers") };
        assert_eq!((ours.mapper.as_str(), ours.time.median), ("verified", 3.0));
        assert_eq!((theirs.time.median, theirs.ratio.median), (4.0, 0.75));
        assert_eq!((exact.ratio.low, exact.ratio.median, exact.ratio.high), (0.5, 1.0, 1.5));
        let text = table(&rows);
        assert!(text.contains("| 4KiB | map | x86_64 | 4.0 (4.0 to 4.0) | 0.75 (0.50 to 1.00) |\n"));
        assert!(text.contains("| 4KiB | unmap | verified | 2.0 (1.0 to 3.0) | 1 |\n"));
    }

    #[test]
    fn what_is_no_measurement_is_an_error() {
        for printed in [
            "A map verified fast\n",
            "A verified 1\n",
            "A map x86_64 1\n",
            "A map verified 1\nA map x86_64 1\nA map x86_64 2\n",
        ] {
            assert!(read(printed).is_err(), "{printed}");
        }
    }
}
