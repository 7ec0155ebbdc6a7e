//! `cargo xtask fuzz --sound`: random programs against the verifier.
//!
//! Each case is a program without arguments. It is compiled by rustc and run, and what is seen on the way (results, variables at
//! points, calls, heads of loops) becomes its specification. The verifier should prove that specification; where it does not, it
//! is incomplete. It must not prove any other: a claim that differs in one place, or a program that panics, has to be refused.
//! One acceptance of these is an unsoundness.

mod batch;
mod facts;
mod generate;
mod ghost;
mod print;
mod random;
mod references;
mod report;
mod run;
mod shrink;
mod tree;
mod types;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use report::Counts;
use run::Tools;

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask fuzz --sound [--from N] [--cases M] [--batch K] [--jobs J] [--counts FILE] [--show N] \
     [--references]";

/// What the number of a case gives.
#[derive(Clone, Copy)]
enum Kind {
    /// Each fourth number a case about references, else one of everything.
    Mixed,
    /// Cases about references.
    References,
}

impl Kind {
    /// The case of this number.
    fn case(self, seed: u64) -> generate::Case {
        match self {
            Kind::Mixed if seed % 4 != 3 => generate::case(seed),
            Kind::Mixed | Kind::References => references::case(seed),
        }
    }
}

/// The options of the task.
#[derive(Clone)]
struct Options {
    /// The number of the first case.
    from: u64,
    /// The number of cases.
    cases: u64,
    /// The number of cases in a batch.
    batch: u64,
    /// The number of threads.
    jobs: usize,
    /// The file for counts.
    counts: Option<PathBuf>,
    /// The number of a case to print.
    show: Option<u64>,
    /// What each number gives.
    kind: Kind,
}

fn options(words: &[&str]) -> Option<Options> {
    let mut options = Options { from: 0, cases: 200, batch: 50, jobs: 1, counts: None, show: None, kind: Kind::Mixed };
    let mut words = words.iter();
    let mut sound = false;
    while let Some(word) = words.next() {
        if *word == "--sound" {
            sound = true;
            continue;
        }
        if *word == "--references" {
            options.kind = Kind::References;
            continue;
        }
        let value = words.next()?;
        match *word {
            "--from" => options.from = value.parse().ok()?,
            "--cases" => options.cases = value.parse().ok()?,
            "--batch" => options.batch = value.parse::<u64>().ok()?.max(1),
            "--jobs" => options.jobs = value.parse().ok()?,
            "--counts" => options.counts = Some(value.into()),
            "--show" => options.show = Some(value.parse().ok()?),
            _ => return None,
        }
    }
    sound.then_some(options)
}

/// Runs the task: 0 if nothing wrong was accepted, 1 if something was, 2 if it could not run.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    let Some(options) = options(words) else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    match fuzz(&options) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(counts)) => {
            print!("{}", counts.summary());
            match (counts.accepted, counts.broken) {
                (0, 0) => ExitCode::SUCCESS,
                (0, _) => ExitCode::from(2),
                _ => ExitCode::from(1),
            }
        }
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

/// The verifier: `CERTUS_BIN`, or what cargo built last.
fn certus() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("CERTUS_BIN").map_or_else(|| root.join("target/debug/certus"), PathBuf::from)
}

/// Runs the cases; no counts if one case is only printed.
fn fuzz(options: &Options) -> Result<Option<Counts>, String> {
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    if let Some(seed) = options.show {
        let tools = Tools { certus: certus(), scratch: scratch.path().into() };
        print!("{}", batch::show(&tools, options.kind.case(seed))?);
        return Ok(None);
    }
    let next = AtomicU64::new(options.from);
    let end = options.from + options.cases;
    let total = Mutex::new(Counts::default());
    std::thread::scope(|scope| {
        for job in 0..options.jobs.max(1) {
            let directory = scratch.path().join(job.to_string());
            let (next, total) = (&next, &total);
            scope.spawn(move || {
                let tools = Tools { certus: certus(), scratch: directory };
                if std::fs::create_dir_all(&tools.scratch).is_err() {
                    return;
                }
                loop {
                    let from = next.fetch_add(options.batch, Ordering::Relaxed);
                    if from >= end {
                        break;
                    }
                    let seeds = from..(from + options.batch).min(end);
                    let counts = batch::run(&tools, options.kind, seeds);
                    if let Some(path) = &options.counts {
                        append(path, &counts.json(from));
                    }
                    if let Ok(mut total) = total.lock() {
                        total.add(&counts);
                        println!("{}", total.line());
                    }
                }
            });
        }
    });
    total.into_inner().map(Some).map_err(|e| e.to_string())
}

/// Appends a line to a file; a full disk is no reason to stop.
fn append(path: &PathBuf, line: &str) {
    use std::io::Write;
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    if let Ok(mut file) = file {
        let _ = writeln!(file, "{line}");
    }
}
