//! One cell of a product, and how many of them are tried at once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::support::run::{self, Run};

/// How many cells stand in one program.
const BATCH: usize = 200;

/// The same for those that are refused before anything is typed: of such errors no more are shown.
const EARLY_BATCH: usize = 50;

/// What a rule says of a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expected {
    /// It is accepted, and what there is to prove in it is proved.
    Accepted,
    /// It is refused with one of these codes; `rust/*` is any of the class.
    Refused(Vec<&'static str>),
}

/// One cell of a product.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What is crossed with what.
    pub name: String,
    /// The inside of a module.
    pub text: String,
    pub expected: Expected,
    /// Whether it is refused, if it is, before types are known.
    pub is_early: bool,
}

impl Cell {
    /// A cell whose text stands inside of `verus!`.
    pub fn new(name: impl Into<String>, text: impl AsRef<str>, expected: Expected) -> Cell {
        Cell { name: name.into(), text: format!("verus! {{\n{}\n}}", text.as_ref()), expected, is_early: false }
    }

    /// A cell whose text is plain Rust.
    pub fn plain(name: impl Into<String>, text: impl Into<String>, expected: Expected) -> Cell {
        Cell { name: name.into(), text: text.into(), expected, is_early: false }
    }
}

/// Refused with one of some codes.
pub fn refused(codes: &[&'static str]) -> Expected {
    Expected::Refused(codes.to_vec())
}

/// The tests of a table: cells that are to be refused alike, or that are all accepted, share a program.
pub fn trials(table: &'static str, cells: Vec<Cell>) -> Vec<Trial> {
    let mut groups: BTreeMap<(Expected, bool), Vec<Cell>> = BTreeMap::new();
    for cell in cells {
        let is_early = cell.is_early && cell.expected != Expected::Accepted;
        groups.entry((cell.expected.clone(), is_early)).or_default().push(cell);
    }
    let mut trials = Vec::new();
    for (group, ((expected, is_early), cells)) in groups.into_iter().enumerate() {
        let kind = match &expected {
            Expected::Accepted => "accepted".to_owned(),
            // One name for all that begins alike.
            Expected::Refused(codes) => format!("{}+{}", codes.join(","), codes.len()).chars().take(60).collect(),
        };
        let size = if is_early { EARLY_BATCH } else { BATCH };
        let kind = if is_early { format!("{kind}/early") } else { kind };
        for (number, batch) in cells.chunks(size).enumerate() {
            let (name, batch) = (format!("{table}/{group}/{kind}/{number}"), batch.to_vec());
            let place = folder(table, group, number);
            trials.push(Trial::test(name, move || Ok(check(&place, batch)?)));
        }
    }
    trials
}

/// Where the programs of a test are written.
fn folder(table: &str, group: usize, number: usize) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("products").join(table).join(format!("{group}_{number}"))
}

/// Tries the cells together, until all have done what they should or nothing new comes of it; the rest is tried alone. An
/// error hides those of later stages, and errors hide what is accepted.
fn check(folder: &Path, mut left: Vec<Cell>) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let mut alone = Vec::new();
    for round in 0.. {
        let (run, ranges) = together(&folder.join(format!("batch_{round}.rs")), &left)?;
        let is_accepting = left.iter().all(|cell| cell.expected == Expected::Accepted);
        let count = left.len();
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for (cell, range) in left.into_iter().zip(ranges) {
            let is_good = fault(&cell, &run, Some(range)).is_none();
            if is_good { good.push(cell) } else { bad.push(cell) }
        }
        if is_accepting {
            let is_done = bad.is_empty() && run.status == Some(0);
            if !is_done && bad.is_empty() {
                return Err(format!("the program as a whole is refused:\n{}", run.stderr));
            }
            alone.append(&mut bad);
            left = if is_done { Vec::new() } else { good };
        } else if bad.len() == count {
            alone.append(&mut bad);
            left = Vec::new();
        } else {
            left = bad;
        }
        if left.is_empty() {
            break;
        }
    }
    let mut problems = Vec::new();
    for (number, cell) in alone.iter().enumerate() {
        let (run, _) = together(&folder.join(format!("alone_{number}.rs")), std::slice::from_ref(cell))?;
        if let Some(fault) = fault(cell, &run, None) {
            problems.push(format!("== {}: {fault}\n{}", cell.name, cell.text));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Runs a program of cells; the lines of each.
fn together(file: &Path, cells: &[Cell]) -> Result<(Run, Vec<(usize, usize)>), String> {
    let mut text = String::from("#![allow(unused)]\n");
    let mut ranges = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let first = text.lines().count() + 1;
        text += &format!("// {}\nmod cell_{number} {{\nuse vstd::prelude::*;\n{}\n}}\n", cell.name, cell.text);
        ranges.push((first, text.lines().count()));
    }
    text += "fn main() {}\n";
    std::fs::write(file, &text).map_err(|error| error.to_string())?;
    Ok((run::verify(file, &[], file), ranges))
}

/// What is wrong with what was said of a cell; of all that was said when no lines are given.
fn fault(cell: &Cell, run: &Run, range: Option<(usize, usize)>) -> Option<String> {
    let is_here = |line: Option<usize>| match (range, line) {
        (None, _) => true,
        (Some((first, last)), Some(line)) => (first..=last).contains(&line),
        (Some(_), None) => false,
    };
    let errors: Vec<_> = run.of_level("error").filter(|error| is_here(error.line)).collect();
    let said = || errors.iter().map(|error| error.rendered.as_str()).collect::<Vec<_>>().join("\n");
    let broken = !run.breaches.is_empty() || run.status.is_none();
    if broken || errors.iter().any(|error| error.code.starts_with("internal/")) {
        return Some(format!("the command failed: {:?}\n{}\n{}", run.breaches, run.stderr, said()));
    }
    match &cell.expected {
        Expected::Accepted if errors.is_empty() => None,
        Expected::Accepted => Some(format!("should be accepted, but:\n{}", said())),
        Expected::Refused(codes) if errors.is_empty() => {
            Some(format!("ACCEPTED, but should be {}", codes.join(" or ")))
        }
        Expected::Refused(codes) => {
            let fits = |code: &str, error: &str| match code.strip_suffix('*') {
                Some(class) => error.starts_with(class),
                None => code == error,
            };
            let is_told = errors.iter().any(|error| codes.iter().any(|code| fits(code, &error.code)));
            (!is_told).then(|| format!("should be {}, but:\n{}", codes.join(" or "), said()))
        }
    }
}
