//! `cargo xtask bench`: measures the time of the command on this machine, and the queries that it sends to the solver.
//!
//! Every number is measured: whole processes from start to exit, on the release build, several times after a warm-up. A
//! program that does not end as it must (proved, or rejected for its seeded bug) has no numbers.
//!
//! The task starts the command and does not call the driver. A user waits for the process too; each run has memory of its
//! own to measure; and the task is built without optimisation.

mod appends;
mod build;
mod calls;
mod goals;
mod history;
pub(crate) mod machine;
mod machines;
mod mappings;
mod measure;
mod page;
mod plot;
mod project;
mod provers;
mod pushes;
mod queries;
mod references;
mod results;
mod saved;
mod stability;
mod stats;
mod stores;
mod subjects;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use crate::task::{self, Fault};
pub(crate) use build::binary;
use measure::{Measured, Run};
use results::Results;
use subjects::Subject;

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask bench [--runs N] [--only NAME]";

/// The options of the task.
#[derive(Debug, PartialEq)]
struct Options {
    /// Runs of each program after the warm-up; at least one.
    runs: usize,
    /// Measures only programs whose name contains this, and writes no files; `provers` measures the special provers and
    /// writes their page; `stability` how stable proofs are, `plog` appends to logs, `kv` key-value stores, and `pagetable`
    /// page tables, which are left out otherwise.
    only: Option<String>,
}

impl Options {
    /// Parses the options after `bench`.
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options { runs: 10, only: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{word}` is unknown or lacks its value"))?;
            match *word {
                "--runs" => options.runs = value.parse().map_err(|_| format!("`{value}` is no number of runs"))?,
                "--only" => options.only = Some((*value).to_owned()),
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        if options.runs == 0 { Err("at least one run is needed".to_owned()) } else { Ok(options) }
    }
}

/// Measures, shows the table, and writes the page; status 1 if a program did not end as it must.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    task::end(Options::parse(words), USAGE, |options| Ok(bench(options)?.is_complete()))
}

/// Builds and measures.
fn bench(options: &Options) -> Result<Results, Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let scratch = tempfile::tempdir()?;
    if options.only.as_deref() == Some(appends::NAME) {
        let measured = appends::measure(&root, options.runs, scratch.path())?;
        measured.iter().for_each(|one| println!("{}\n\n{}", one.way, appends::table(one)));
        appends::write(&root.join("docs/bench"), &machine::look(&root), options.runs, &measured)?;
        return Ok(nothing(options, &root));
    }
    if options.only.as_deref() == Some(stores::NAME) {
        let measured = stores::measure(&root, options.runs, scratch.path())?;
        measured.iter().for_each(|one| println!("{}\n\n{}", one.place, stores::table(one)));
        stores::write(&root.join("docs/bench"), &machine::look(&root), options.runs, &measured)?;
        return Ok(nothing(options, &root));
    }
    if options.only.as_deref() == Some(mappings::NAME) {
        let measured = mappings::measure(&root, options.runs)?;
        println!("{}", mappings::table(&measured.rows));
        mappings::write(&root.join("docs/bench"), &machine::look(&root), options.runs, &measured)?;
        return Ok(nothing(options, &root));
    }
    let binary = build::binary(&root)?;
    if options.only.as_deref() == Some(stability::NAME) {
        let measured = stability::measure(&binary, &root)?;
        println!("{}", stability::tables(&measured));
        std::fs::write(root.join("docs/bench/stability.md"), stability::page(&machine::look(&root), &measured))?;
        return Ok(nothing(options, &root));
    }
    let is_provers = options.only.as_deref() == Some(provers::NAME);
    if is_provers || options.only.is_none() {
        measure_provers(options.runs, &binary, &root, scratch.path())?;
    }
    if is_provers {
        return Ok(nothing(options, &root));
    }
    let mut subjects = subjects::all(&root, scratch.path())?;
    if let Some(part) = &options.only {
        subjects.retain(|subject| subject.name.contains(part));
        if subjects.is_empty() {
            return Err(format!("no program's name contains `{part}`").into());
        }
    }
    let measured = measure_all(options.runs, &binary, subjects, scratch.path())?;
    let queries = match measured.iter().find(|one| one.subject.name == subjects::LINKED_LIST) {
        Some(list) => Some(queries::look(&binary, &list.subject.file, scratch.path())?),
        None => None,
    };
    let has_machines = measured.iter().any(|one| matches!(one.subject.role, subjects::Role::Machine(_)));
    let expansion = if has_machines { machines::expansion(&binary, options.runs, scratch.path())? } else { None };
    let results = Results { runs: options.runs, machine: machine::look(&root), measured, queries, expansion };
    println!("{}", page::tables(&results));
    if options.only.is_none() {
        let folder = root.join("docs/bench");
        write(&folder, &results)?;
        println!("written to docs/bench");
    }
    Ok(results)
}

/// The results where the programs are not measured.
fn nothing(options: &Options, root: &Path) -> Results {
    Results { runs: options.runs, machine: machine::look(root), measured: Vec::new(), queries: None, expansion: None }
}

/// Measures the special provers, shows their table and writes their page.
fn measure_provers(runs: usize, binary: &Path, root: &Path, scratch: &Path) -> Result<(), Fault> {
    let measured = provers::measure(runs, binary, root, scratch)?;
    println!("{}", provers::table(&measured));
    let page = provers::page(runs, &machine::look(root), &measured);
    std::fs::write(root.join("docs/bench/provers.md"), page)?;
    Ok(())
}

/// Writes the page, its plots, and a line of history.
fn write(folder: &Path, results: &Results) -> Result<(), Fault> {
    std::fs::create_dir_all(folder)?;
    plot::stages(&folder.join("stages.svg"), results)?;
    plot::pushes(&folder.join("pushes.svg"), results)?;
    plot::machines(&folder.join("machines.svg"), results)?;
    plot::errors(&folder.join("errors.svg"), results)?;
    std::fs::write(folder.join("README.md"), page::page(results))?;
    let mut history = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("history.jsonl"))?;
    writeln!(history, "{}", history::line(results))?;
    let lines = std::fs::read_to_string(folder.join("history.jsonl"))?;
    plot::history(&folder.join("history.svg"), &history::medians(&lines))?;
    Ok(())
}

/// Runs every program once to warm up, then all of them in turn, so that a slow spell of the machine meets all alike.
fn measure_all(runs: usize, binary: &Path, subjects: Vec<Subject>, scratch: &Path) -> Result<Vec<Measured>, Fault> {
    let mut all: Vec<Measured> = subjects.into_iter().map(Measured::new).collect();
    let began = Instant::now();
    for round in 0..=runs {
        for one in &mut all {
            progress(round, runs, &one.subject.name);
            one.add(round, measure::run(binary, &one.subject, scratch)?);
        }
        let kind = if round == 0 { "warm-up".to_owned() } else { format!("run {round} of {runs}") };
        end_of_round(&format!("{kind}: {} programs, {:.1} s so far", all.len(), began.elapsed().as_secs_f64()));
    }
    for one in &all {
        if let Err(reason) = &one.runs {
            eprintln!("not measured: {}: {reason}", one.subject.name);
        }
    }
    Ok(all)
}

/// Shows the current program, on a terminal only.
fn progress(round: usize, runs: usize, name: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[2K[{round}/{runs}] {name}");
    }
}

/// A line that stays.
fn end_of_round(text: &str) {
    let clear = if std::io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
    eprintln!("{clear}{text}");
}

#[cfg(test)]
mod tests;
