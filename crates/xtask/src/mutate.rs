//! `cargo xtask mutate`: mistakes in the verifier that its tests must notice.
//!
//! Some hundred mistakes (a check that is not made, a condition that always holds, an arm that is never taken) are put
//! into one copy of the verifier, each behind a number. A run without a mistake tells which of them each program of the
//! chapters, the guide and the examples meets, and each test; then each mistake is made, in the programs that meet it, until one gets
//! another answer. A mistake that no program notices survives. It is a test that is missing, or has its explanation in
//! `tests/mutants.toml`.

mod copy;
mod corpus;
mod page;
mod sites;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::task::{self, Fault};
use copy::{Mutant, Places};
use corpus::Program;
use serde::Deserialize;

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask mutate [--mutants N | --sample FILE] [--crate NAME] [--jobs N] [--seconds N] [--first FILE] [--write | --list]";

/// The crates whose mistakes could let a wrong program pass.
const CRATES: [&str; 6] =
    ["certus-rewrite", "certus-lower", "certus-vc", "certus-smt", "certus-provers", "certus-gate"];

/// The page that `--write` writes.
const PAGE: &str = "docs/bench/mutants.md";

/// How much longer than without a mistake a program may take before it counts as another answer.
const PATIENCE: u32 = 20;

/// The options of the task.
#[derive(Debug, PartialEq)]
struct Options {
    /// The number of mistakes.
    mutants: usize,
    /// A file with the names of the mistakes, a line each, which stay the same when the code around them changes.
    sample: Option<PathBuf>,
    /// The crates to make mistakes in; all if empty.
    crates: Vec<String>,
    /// The number of programs that run at once.
    jobs: usize,
    /// The time limit for one mistake, in seconds.
    seconds: usize,
    /// A file with names of programs, a line each, that are asked first.
    first: Option<PathBuf>,
    /// Whether to write the page.
    write: bool,
    /// Only lists the mistakes, each with the number that `CERTUS_MUTANT` chooses it by.
    list: bool,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options = Options {
            mutants: 600,
            sample: None,
            crates: Vec::new(),
            jobs: 2,
            seconds: 600,
            first: None,
            write: false,
            list: false,
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("`{word}` lacks its value"));
            let number = |text: &str| match text.parse() {
                Ok(0) | Err(_) => Err(format!("`{text}` is no number above 0")),
                Ok(number) => Ok(number),
            };
            match *word {
                "--mutants" => options.mutants = number(value()?)?,
                "--jobs" => options.jobs = number(value()?)?,
                "--seconds" => options.seconds = number(value()?)?,
                "--crate" => {
                    let name = value()?;
                    if !CRATES.contains(&name) {
                        return Err(format!("`{name}` is none of {}", CRATES.join(", ")));
                    }
                    options.crates.push(name.to_owned());
                }
                "--sample" => options.sample = Some(value()?.into()),
                "--first" => options.first = Some(value()?.into()),
                "--write" => options.write = true,
                "--list" => options.list = true,
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        match options.write && !options.crates.is_empty() {
            true => Err("the page is of all crates".to_owned()),
            false => Ok(options),
        }
    }
}

/// The verdict about a mistake.
#[derive(Clone, Debug, PartialEq)]
enum Verdict {
    /// A program had another result.
    Killed { by: String },
    /// No program had another result: the number of programs that ran, and the number that reach the mistake.
    Survived { asked: usize, meet: usize },
}

/// A mistake that no test needs to notice.
#[derive(Debug, Deserialize)]
struct Explained {
    /// As [`Mutant::name`].
    name: String,
    /// The reason why no program can show it.
    reason: String,
}

/// Which program noticed a mistake the last time: it is asked first.
#[derive(Debug, Default)]
struct Noticed(BTreeMap<String, String>);

impl Noticed {
    /// What the last run in this copy left; nothing if there was none.
    fn read(copy: &Path) -> Noticed {
        let text = std::fs::read_to_string(copy.join("target/noticed.json")).unwrap_or_default();
        Noticed(serde_json::from_str(&text).unwrap_or_default())
    }

    /// The program that noticed a mistake.
    fn by(&self, mutant: &Mutant) -> Option<&str> {
        self.0.get(&mutant.name()).map(String::as_str)
    }

    /// Remembers what noticed which mistake.
    fn write(copy: &Path, mutants: &[Mutant], verdicts: &[Verdict]) -> Result<(), Fault> {
        let noticed = mutants.iter().zip(verdicts).filter_map(|(mutant, verdict)| match verdict {
            Verdict::Killed { by } => Some((mutant.name(), by)),
            Verdict::Survived { .. } => None,
        });
        let text = serde_json::to_string_pretty(&noticed.collect::<BTreeMap<_, _>>())?;
        Ok(std::fs::write(copy.join("target/noticed.json"), text)?)
    }
}

#[derive(Debug, Default, Deserialize)]
struct Explanations {
    /// Each explained mistake.
    #[serde(default)]
    explained: Vec<Explained>,
}

/// The result of the task.
struct Outcome {
    /// The number of places for mistakes.
    places: usize,
    /// The number of mistakes that do not compile.
    left_out: usize,
    /// The number of programs.
    programs: usize,
    /// The mistakes, each with its verdict.
    tried: Vec<(Mutant, Verdict)>,
    /// The explanations, by the names of mistakes.
    reasons: BTreeMap<String, String>,
}

/// Runs the task; the status is 1 if a mistake survives without an explanation.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    task::end(Options::parse(words), USAGE, run)
}

/// Makes the mistakes that the options choose, one by one; `true` if each was noticed or is explained.
fn run(options: &Options) -> Result<bool, Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let crates: Vec<&str> = match options.crates.is_empty() {
        true => CRATES.to_vec(),
        false => options.crates.iter().map(String::as_str).collect(),
    };
    let sources = Places::read(&root, &crates)?;
    let sample = match &options.sample {
        Some(file) => sources.named(&std::fs::read_to_string(file)?),
        None => sources.sample(options.mutants),
    };
    if options.list {
        sample.iter().for_each(|mutant| println!("{}", page::place(mutant)));
        return Ok(true);
    }
    let built = copy::build(&root, &sources, sample)?;
    let scratch = tempfile::tempdir()?;
    let mut programs = corpus::programs(&root, scratch.path())?;
    programs.extend(corpus::tests(&built.folder)?);
    meet(&built.certus, &mut programs, options.jobs)?;
    let limit = Duration::from_secs(options.seconds as u64);
    let first = options.first.as_ref().map(std::fs::read_to_string).transpose()?.unwrap_or_default();
    let first: BTreeSet<&str> = first.lines().collect();
    let known = Noticed::read(&built.folder);
    let verdicts = parallel(&built.mutants, options.jobs, "mistakes", |mutant| {
        judge(&built.certus, (&programs, &first), mutant, known.by(mutant), limit)
    })?;
    Noticed::write(&built.folder, &built.mutants, &verdicts)?;
    let texts = std::fs::read_to_string(root.join("tests/mutants.toml")).unwrap_or_default();
    let explanations: Explanations = toml::from_str(&texts)?;
    let outcome = Outcome {
        places: sources.len(),
        left_out: built.left_out,
        programs: programs.len(),
        tried: built.mutants.into_iter().zip(verdicts).collect(),
        reasons: explanations.explained.into_iter().map(|one| (one.name, one.reason)).collect(),
    };
    print!("{}", page::text(&outcome));
    if options.write {
        std::fs::write(root.join(PAGE), page::page(&outcome))?;
    }
    Ok(outcome.unexplained().next().is_none())
}

impl Outcome {
    /// The mistakes that survive without a reason.
    fn unexplained(&self) -> impl Iterator<Item = &Mutant> {
        let survived = self.tried.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Survived { .. }));
        survived.map(|(mutant, _)| mutant).filter(|mutant| !self.reasons.contains_key(&mutant.name()))
    }
}

/// Runs each program without a mistake, and records its result and the mistakes that it reaches.
fn meet(certus: &Path, programs: &mut Vec<Program>, jobs: usize) -> Result<(), Fault> {
    let scratch = tempfile::tempdir()?;
    // The first run makes the libraries.
    if let Some(first) = programs.first() {
        first.ask(certus, None, None, Duration::from_secs(600))?;
    }
    let numbers: Vec<usize> = (0..programs.len()).collect();
    let found = parallel(&numbers, jobs, "programs", |number| {
        let trace = scratch.path().join(number.to_string());
        let began = Instant::now();
        let said = programs[*number].ask(certus, None, Some(&trace), Duration::from_secs(120))?;
        let time = began.elapsed();
        let meets = std::fs::read_to_string(&trace).unwrap_or_default();
        Ok((said, time, meets.lines().filter_map(|line| line.parse().ok()).collect()))
    })?;
    for (program, (said, time, meets)) in programs.iter_mut().zip(found) {
        (program.said, program.time, program.meets) = (said, time, meets);
    }
    // One that did not end cannot show anything; neither can a test that fails anyway.
    programs.retain(|program| match &program.said {
        Some((status, _)) => !program.is_test() || *status == Some(0),
        None => false,
    });
    Ok(())
}

/// Makes one mistake in the programs that meet it, the fastest first, until there is another answer or the time is over.
fn judge(
    certus: &Path,
    (programs, first): (&[Program], &BTreeSet<&str>),
    mutant: &Mutant,
    known: Option<&str>,
    time: Duration,
) -> Result<Verdict, Fault> {
    let began = Instant::now();
    let mut meeting: Vec<&Program> = programs.iter().filter(|one| one.meets.contains(&mutant.number)).collect();
    // The tests of its own crate are made for it, and programs that are refused tell more about checks.
    meeting.sort_by_key(|one| {
        let passes = one.said.as_ref().is_some_and(|(status, _)| *status == Some(0));
        let name = one.name.as_str();
        (known != Some(name), !first.contains(name), !one.is_test_of(mutant.krate()), passes, one.time)
    });
    for (asked, program) in meeting.iter().enumerate() {
        if began.elapsed() > time {
            return Ok(survived(mutant, asked, meeting.len()));
        }
        let limit = program.time * PATIENCE + Duration::from_secs(10);
        if program.ask(certus, Some(mutant.number), None, limit)? != program.said {
            return Ok(Verdict::Killed { by: program.name.clone() });
        }
    }
    Ok(survived(mutant, meeting.len(), meeting.len()))
}

/// Reports a surviving mistake at once, because the task takes long.
fn survived(mutant: &Mutant, asked: usize, meet: usize) -> Verdict {
    eprintln!("survives {asked} of {meet} programs: {}", page::place(mutant));
    Verdict::Survived { asked, meet }
}

/// Calls a function for each item, several at a time, and shows the progress.
fn parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    what: &str,
    work: impl Fn(&T) -> Result<R, Fault> + Sync,
) -> Result<Vec<R>, Fault> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<R, String>)>> = Mutex::default();
    let is_terminal = std::io::stderr().is_terminal();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    let answer = work(item).map_err(|fault| fault.to_string());
                    let Ok(mut done) = done.lock() else { break };
                    done.push((number, answer));
                    match is_terminal {
                        true => eprint!("\r{} of {} {what}", done.len(), items.len()),
                        false if done.len() % 50 == 0 => eprintln!("{} of {} {what}", done.len(), items.len()),
                        false => {}
                    }
                    let _ = std::io::stderr().flush();
                }
            });
        }
    });
    if is_terminal {
        eprintln!();
    }
    let mut done = done.into_inner().map_err(|_| "a thread failed")?;
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, answer)| answer).collect::<Result<Vec<R>, String>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options =
            Options::parse(&["--mutants", "5", "--crate", "certus-vc", "--jobs", "1"]).expect("they are right");
        assert_eq!((options.mutants, options.jobs, options.crates), (5, 1, vec!["certus-vc".to_owned()]));
        for wrong in [&["--mutants"][..], &["--mutants", "0"], &["--crate", "x"], &["--crate", "certus-vc", "--write"]]
        {
            assert!(Options::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn every_item_is_done_once_and_in_order() {
        let items: Vec<usize> = (0..100).collect();
        let found = parallel(&items, 3, "items", |item| Ok(item * 2)).expect("none fails");
        assert_eq!(found, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert!(parallel(&items, 3, "items", |item| if *item == 7 { Err("no".into()) } else { Ok(()) }).is_err());
    }
}
