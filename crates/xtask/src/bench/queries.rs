//! The queries that the command sends to the solver: their size, and whether two runs send the same ones.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use super::Fault;

/// The queries of one program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queries {
    /// How many there are.
    pub(crate) count: usize,
    /// All of them together.
    pub(crate) bytes: usize,
    /// The largest one.
    pub(crate) largest: usize,
    /// The names of the files that differ between two runs, or that only one of them wrote.
    pub(crate) different: Vec<String>,
}

/// The files of a log by name.
pub(crate) type Log = BTreeMap<String, Vec<u8>>;

/// Runs the command twice on a program and compares what it logs.
pub(crate) fn look(binary: &Path, program: &Path, scratch: &Path) -> Result<Queries, Fault> {
    let first = log(binary, program, &scratch.join("first"))?;
    let second = log(binary, program, &scratch.join("second"))?;
    Ok(compare(&first, &second))
}

/// The log of one run, whatever its verdict.
fn log(binary: &Path, program: &Path, folder: &Path) -> Result<Log, Fault> {
    let mut command = Command::new(binary);
    command.args(["verify", "--message-format=json", "--no-cache", "--log"]).arg(folder).arg(program);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let mut files = Log::new();
    if folder.exists() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            files.insert(entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// The size of the first log's queries, and every difference between two logs, VIR included.
pub(crate) fn compare(first: &Log, second: &Log) -> Queries {
    let sizes = || first.iter().filter(|(name, _)| name.ends_with(".smt2")).map(|(_, text)| text.len());
    let names = first.keys().chain(second.keys().filter(|name| !first.contains_key(*name)));
    let different = names.filter(|name| first.get(*name) != second.get(*name)).cloned().collect();
    Queries { count: sizes().count(), bytes: sizes().sum(), largest: sizes().max().unwrap_or(0), different }
}
