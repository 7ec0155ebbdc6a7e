//! Appends to `plog` and to libpmemlog, in one run of `plog-bench` for each way of making them durable (Figure 14 of the
//! Verus paper).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::machine::Machine;
use super::{Fault, plot};

/// The name under which `--only` finds it. It is left out otherwise: it needs libpmemlog.
pub(crate) const NAME: &str = "plog";

/// The duration of each measurement, in milliseconds.
const MILLIS: &str = "200";

/// The median of measurements, and an interval in which the true one is with a probability of at least 95%.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Median {
    /// The lower end of the interval.
    pub(crate) low: f64,
    /// The median.
    pub(crate) median: f64,
    /// The upper end of the interval.
    pub(crate) high: f64,
}

impl Median {
    /// By order statistics: whichever way they are distributed, each of `n` independent values is above the true median with
    /// a probability of one half. With fewer than six values the interval is all of them, and the probability less.
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Median> {
        values.sort_by(f64::total_cmp);
        let n = values.len();
        let (mut skipped, mut below, mut ways) = (0, 0.0, 1.0);
        loop {
            below += ways;
            if below / 2f64.powi(i32::try_from(n).ok()?) > 0.025 {
                break;
            }
            skipped += 1;
            ways *= (n + 1 - skipped) as f64 / skipped as f64;
        }
        let first = skipped.saturating_sub(1).min(n / 2);
        let middle = (values.get(n.checked_sub(1)? / 2)? + values.get(n / 2)?) / 2.0;
        Some(Median { low: *values.get(first)?, median: middle, high: *values.get(n - 1 - first)? })
    }
}

/// Appends of one size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// Bytes an append.
    pub(crate) size: u64,
    /// Mebibytes a second.
    pub(crate) ours: Median,
    /// Mebibytes a second of libpmemlog.
    pub(crate) theirs: Median,
    /// The ratio in each round, in which both were measured one after the other.
    pub(crate) ratio: Median,
}

/// All sizes, with one way of making them durable.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// The way of making appends durable.
    pub(crate) way: &'static str,
    /// One point for each size.
    pub(crate) points: Vec<Point>,
}

/// Builds the program and runs it: as on persistent memory, in memory, and with pages written to files, on the disk of the repository.
pub(crate) fn measure(root: &Path, runs: usize, scratch: &Path) -> Result<Vec<Measured>, Fault> {
    let program = build(root)?;
    let memory = tempfile::tempdir_in("/dev/shm")?;
    let ways = [
        ("lines of the cache written back, files in memory", memory.path(), Some("pmem")),
        ("pages written to files in memory", memory.path(), None),
        ("pages written to files on a disk", scratch, None),
    ];
    let mut all = Vec::new();
    for (way, folder, word) in ways {
        eprintln!("appends: {way}");
        let output = Command::new(&program)
            .arg(folder)
            .args([&runs.to_string(), MILLIS])
            .args(word)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()?;
        if !output.status.success() {
            return Err("it cannot be measured; is libpmemlog installed (`libpmemlog-dev`)?".into());
        }
        all.push(Measured { way, points: read(&String::from_utf8_lossy(&output.stdout))? });
    }
    Ok(all)
}

fn build(root: &Path) -> Result<PathBuf, Fault> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--package", "plog-bench", "--message-format=json-render-diagnostics"]);
    let output = command.current_dir(root).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("plog-bench does not build".into());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    super::build::executable(&messages, "plog-bench").ok_or_else(|| "cargo built no executable `plog-bench`".into())
}

/// Parses the output of the program: a line for each measurement, those of a round beside each other.
pub(crate) fn read(printed: &str) -> Result<Vec<Point>, String> {
    let mut rounds: Vec<(u64, Vec<f64>, Vec<f64>)> = Vec::new();
    for line in printed.lines().filter(|line| !line.starts_with("capacity ")) {
        let wrong = || format!("`{line}` is no measurement");
        let [log, size, speed] = line.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let size = size.parse().map_err(|_| wrong())?;
        let speed: f64 = speed.parse().map_err(|_| wrong())?;
        let index = rounds.iter().position(|(known, ..)| *known == size).unwrap_or_else(|| {
            rounds.push((size, Vec::new(), Vec::new()));
            rounds.len() - 1
        });
        match log {
            "plog" => rounds[index].1.push(speed),
            "pmemlog" => rounds[index].2.push(speed),
            _ => return Err(wrong()),
        }
    }
    let point = |(size, ours, theirs): (u64, Vec<f64>, Vec<f64>)| {
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
        let is_whole = ours.len() == theirs.len();
        let medians = (Median::of(ours), Median::of(theirs), Median::of(ratios));
        let (Some(ours), Some(theirs), Some(ratio), true) = (medians.0, medians.1, medians.2, is_whole) else {
            return Err(format!("appends of {size} bytes were not measured as often for both"));
        };
        Ok(Point { size, ours, theirs, ratio })
    };
    rounds.into_iter().map(point).collect()
}

/// Writes the page and its plots.
pub(crate) fn write(folder: &Path, machine: &Machine, runs: usize, all: &[Measured]) -> Result<(), Fault> {
    for (index, measured) in all.iter().enumerate() {
        plot::appends(&folder.join(format!("appends-{}.svg", index + 1)), measured)?;
    }
    std::fs::write(folder.join("plog.md"), page(machine, runs, all))?;
    Ok(())
}

/// The page `docs/bench/plog.md`.
pub(crate) fn page(machine: &Machine, runs: usize, all: &[Measured]) -> String {
    let modified = if machine.is_modified { ", with changes that are not committed" } else { "" };
    let mut text = format!(
        "# Appends to a log\n\n\
         Written by `cargo xtask bench --only {NAME}`; do not edit. Figure 14 of the Verus paper.\n\n\
         - Commit `{}`{modified}, {}, {} cores ({}).\n\
         - `plog` and libpmemlog in one process, on the same file system, in turn; {runs} rounds of {MILLIS} ms for each size. \
         Each append is durable before the next (for `plog`: a tentative append and a commit). Logs of 64 MiB; when one is \
         full, all of it is given up (`advance_head`, `pmemlog_rewind`). The size of the log of `plog` is no multiple of \
         the sizes of appends, so that these go around its end.\n\
         - Medians, with an interval that has the true median with a probability of at least 95%. The ratio is that of each \
         round.\n",
        machine.commit, machine.system, machine.cores, machine.processor,
    );
    for (index, measured) in all.iter().enumerate() {
        // Writing to a string does not fail.
        let _ =
            write!(text, "\n## {}\n\n![Throughput](appends-{}.svg)\n\n{}", measured.way, index + 1, table(measured));
    }
    text
}

/// A row for each size.
pub(crate) fn table(measured: &Measured) -> String {
    let mut text = "| bytes | `plog`, MiB/s | libpmemlog, MiB/s | ratio |\n|---:|---:|---:|---:|\n".to_owned();
    for Point { size, ours, theirs, ratio } in &measured.points {
        let speed = |of: &Median| format!("{:.0} ({:.0} to {:.0})", of.median, of.low, of.high);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "| {size} | {} | {} | {:.2} ({:.2} to {:.2}) |",
            speed(ours),
            speed(theirs),
            ratio.median,
            ratio.low,
            ratio.high
        );
    }
    text
}
