//! `cargo xtask torture SYSTEM`: tests of a verified system that do not trust its proof, and mistakes in its code that the
//! verifier must reject.
//!
//! The tests are those of the system at full size. The mistakes are in `systems/SYSTEM/mutants.toml`, each is made in a copy of
//! the sources, and one that is not rejected and has no explanation there makes the task fail.

mod copy;
mod mutants;
mod page;
mod system;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::task::{self, Fault};
use copy::Copy;
use mutants::Mutant;
use system::System;

/// How the task is called.
pub(crate) const USAGE: &str =
    "cargo xtask torture SYSTEM [--only tests|mutants] [--mutants N] [--with-tests] [--write]";

/// The options of the task.
#[derive(Debug, PartialEq)]
struct Options {
    /// The system.
    system: &'static System,
    /// Runs the tests at full size.
    tests: bool,
    /// Makes the mistakes.
    mutants: bool,
    /// The number of mistakes, spread over the list; then the tests do not run.
    sample: Option<usize>,
    /// Also runs the tests of usual size on each mistake.
    with_tests: bool,
    /// Writes the page.
    write: bool,
}

impl Options {
    /// Parses the options after `torture`.
    fn parse(words: &[&str]) -> Result<Options, String> {
        let (name, words) = words.split_first().ok_or_else(|| format!("name a system: {}", system::names()))?;
        let system = system::named(name).ok_or_else(|| format!("`{name}` is none of {}", system::names()))?;
        let mut options = Options { system, tests: true, mutants: true, sample: None, with_tests: false, write: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("`{word}` lacks its value"));
            match *word {
                "--only" => match value()? {
                    "tests" => options.mutants = false,
                    "mutants" => options.tests = false,
                    other => return Err(format!("`{other}` is neither `tests` nor `mutants`")),
                },
                "--mutants" => {
                    let text = value()?;
                    options.sample = Some(text.parse().map_err(|_| format!("`{text}` is no number of mutants"))?);
                    options.tests = false;
                }
                "--with-tests" => options.with_tests = true,
                "--write" => options.write = true,
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        match options {
            Options { tests: false, mutants: false, .. } | Options { sample: Some(0), .. } => {
                Err("nothing is left to do".to_owned())
            }
            Options { mutants: false, .. } if options.sample.is_some() || options.with_tests || options.write => {
                Err("without mutants there is nothing to choose and to write".to_owned())
            }
            Options { sample: Some(_), write: true, .. } => Err("the page is of all mutants".to_owned()),
            options => Ok(options),
        }
    }
}

/// The verdict about a mistake.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    /// The verifier rejects it, with these codes of errors.
    Rejected(Vec<String>),
    /// The verifier accepts it.
    Survived,
    /// It does not compile.
    DoesNotCompile(String),
}

/// Whether the tests find a mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Caught {
    /// A test failed with the mutant.
    Yes,
    /// All tests passed with the mutant.
    No,
    /// The tests did not end within [`copy::PATIENCE`].
    Hangs,
}

/// A mistake and its results.
#[derive(Clone, Debug)]
struct Tried {
    /// The mutant.
    mutant: Mutant,
    /// The verdict of the verifier.
    verdict: Verdict,
    /// The result of the tests, if they ran.
    caught: Option<Caught>,
}

impl Tried {
    /// Whether the result is as expected.
    fn is_well(&self) -> bool {
        match self.verdict {
            Verdict::Rejected(_) => true,
            Verdict::Survived => self.mutant.explained.is_some(),
            Verdict::DoesNotCompile(_) => false,
        }
    }
}

/// Runs the task. The status is 1 if a test fails or a mistake survives without an explanation.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    task::end(Options::parse(words), USAGE, torture)
}

/// Runs the tests, then the mistakes. Returns whether all results are as expected.
fn torture(options: &Options) -> Result<bool, Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let system = options.system;
    if options.tests && !tests(&root, system)? {
        return Ok(false);
    }
    if !options.mutants {
        return Ok(true);
    }
    let list = mutants::read(&std::fs::read_to_string(root.join(system.list()))?)?;
    if let Some(other) = list.iter().find(|mutant| !system.verifies(&mutant.file)) {
        return Err(format!("`{}`: {} is in no package that is verified", other.what, other.file).into());
    }
    let chosen = mutants::sample(list, options.sample);
    let tried = try_all(&root, system, chosen, options.with_tests)?;
    println!("{}", page::table(&tried));
    if options.write {
        let machine = crate::bench::machine::look(&root);
        let page = page::page(&machine, system, options.with_tests, &tried);
        std::fs::write(root.join(system.page()), page)?;
        println!("written to {}", system.page());
    }
    Ok(tried.iter().all(Tried::is_well))
}

/// Runs the tests at full size.
fn tests(root: &Path, system: &System) -> Result<bool, Fault> {
    let began = Instant::now();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--release", "--tests"])
        .args(system.tested_packages())
        .args(["--", "--nocapture"])
        .envs(system.sizes.iter().map(|name| (name, "full")))
        .current_dir(root)
        .status()?;
    eprintln!("tests at full size: {:.0} s", began.elapsed().as_secs_f64());
    Ok(status.success())
}

/// Makes the mistakes, one after the other, in a copy that is verified as it is before.
fn try_all(root: &Path, system: &'static System, mutants: Vec<Mutant>, with_tests: bool) -> Result<Vec<Tried>, Fault> {
    let copy = Copy::new(root, &crate::bench::binary(root)?, system)?;
    progress("the sources as they are");
    match copy.verify()? {
        Verdict::Survived => {}
        other => return Err(format!("the sources are not verified as they are: {other:?}").into()),
    }
    if with_tests && !(copy.builds()? && copy.test()? == Caught::No) {
        return Err("the tests fail on the sources as they are".into());
    }
    let count = mutants.len();
    let mut tried = Vec::new();
    for (index, mutant) in mutants.into_iter().enumerate() {
        progress(&format!("[{}/{count}] {}", index + 1, mutant.what));
        let began = Instant::now();
        let changed = copy.change(&mutant)?;
        let mut verdict = copy.verify()?;
        let mut caught = None;
        if with_tests {
            if copy.builds()? {
                caught = Some(copy.test()?);
            } else {
                verdict = Verdict::DoesNotCompile("rustc".to_owned());
            }
        }
        changed.restore()?;
        let one = Tried { mutant, verdict, caught };
        let mark = if one.is_well() { "" } else { " <<<" };
        stays(&format!("{:5.1} s  {}  {}{mark}", began.elapsed().as_secs_f64(), page::verdict(&one), one.mutant.what));
        tried.push(one);
    }
    Ok(tried)
}

/// Shows the current step, on a terminal only.
fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[2K{text}");
        // Where there is no terminal any more nobody looks.
        let _ = std::io::stderr().flush();
    }
}

/// A line that stays.
fn stays(text: &str) {
    let clear = if std::io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
    eprintln!("{clear}{text}");
}

#[cfg(test)]
mod tests;
