//! One run of the command: wall time, memory, and the times that the command reports.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;
use wait4::Wait4;

use super::Fault;
use super::project::{self, Before};
use super::saved;
use super::stats::Spread;
use super::subjects::Subject;

/// One run that ended as it must.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    /// From the start of the process to its end, in milliseconds.
    pub(crate) wall: f64,
    /// The largest resident set of the command, or of a process that it waited for if that is larger, in bytes; 0
    /// where the system does not tell.
    pub(crate) memory: u64,
    /// The times that the command reports.
    pub(crate) times: Times,
}

/// Milliseconds by stage, from the summary record. Stages may overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Times {
    /// Reading, rewriting, and the front end.
    pub(crate) front_end: f64,
    /// From the typed tree to obligations.
    pub(crate) lower: f64,
    /// From obligations to the text of queries.
    pub(crate) smt: f64,
    /// Waiting for the solver.
    pub(crate) solver: f64,
}

/// A program and its runs, or the reason why it has none.
#[derive(Debug)]
pub(crate) struct Measured {
    /// The program.
    pub(crate) subject: Subject,
    /// Its runs, or the reason why there are none.
    pub(crate) runs: Result<Vec<Run>, String>,
}

impl Measured {
    pub(crate) fn new(subject: Subject) -> Measured {
        Measured { subject, runs: Ok(Vec::new()) }
    }

    /// Adds a run. Round 0 is the warm-up and does not count. One bad run spoils all, because the others may be fast
    /// for the wrong reason.
    pub(crate) fn add(&mut self, round: usize, outcome: Result<Run, String>) {
        match (&mut self.runs, outcome) {
            (Ok(runs), Ok(run)) if round > 0 => runs.push(run),
            (Ok(_), Err(reason)) => self.runs = Err(reason),
            _ => {}
        }
    }

    /// A figure over all runs; `None` when there is none.
    pub(crate) fn spread(&self, figure: fn(&Run) -> f64) -> Option<Spread> {
        let runs = self.runs.as_ref().ok().filter(|runs| !runs.is_empty())?;
        Some(Spread::of(runs.iter().map(figure)))
    }

    /// Wall time over all runs, in milliseconds.
    pub(crate) fn wall(&self) -> Option<Spread> {
        self.spread(|run| run.wall)
    }
}

/// Runs the command once. The inner error is the measured program's: it did not end as it must.
pub(crate) fn run(binary: &Path, subject: &Subject, scratch: &Path) -> Result<Result<Run, String>, Fault> {
    // Through a file, so that the two streams cannot block each other.
    let errors = scratch.join("stderr.txt");
    let mut command = Command::new(binary);
    command.args(["verify", "--message-format=json"]);
    match &subject.before {
        Before::Nothing => {
            command.arg("--no-cache");
        }
        Before::Same => {}
        Before::Edited(file) => project::edit(file, true)?,
        Before::Respecified(file) => project::respecify(file)?,
        Before::Saved(file) => return saved::run(binary, file),
    }
    command.args(&subject.arguments).arg(&subject.file);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(&errors)?);
    let began = Instant::now();
    let mut child = command.spawn()?;
    let mut stdout = Vec::new();
    if let Some(mut pipe) = child.stdout.take() {
        pipe.read_to_end(&mut stdout)?;
    }
    let ended = child.wait4()?;
    let wall = began.elapsed().as_secs_f64() * 1000.0;
    let stdout = String::from_utf8_lossy(&stdout);
    let judged = judge(subject, ended.status.code(), &stdout);
    let explained = judged.map_err(|reason| {
        let text = String::from_utf8_lossy(&std::fs::read(&errors).unwrap_or_default()).into_owned();
        format!("{reason}\n{text}").trim_end().to_owned()
    });
    Ok(explained.map(|times| Run { wall, memory: ended.rusage.maxrss, times }))
}

/// Whether a run ended as it must, and its times by stage.
pub(crate) fn judge(subject: &Subject, status: Option<i32>, stdout: &str) -> Result<Times, String> {
    let records: Vec<Value> = stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let errors: Vec<&Value> = records.iter().filter(|record| record["level"] == "error").collect();
    if status != Some(subject.status) {
        let status = status.map_or("none".to_owned(), |status| status.to_string());
        let first = errors.first().map_or("", |error| error["rendered"].as_str().unwrap_or(""));
        return Err(format!("exit status {status} instead of {}\n{first}", subject.status).trim_end().to_owned());
    }
    let is_proof_error = |error: &&Value| error["code"]["code"].as_str().unwrap_or("").starts_with("verify/");
    if let Some(other) = errors.iter().find(|error| !is_proof_error(error)) {
        return Err(format!("an error that is no failed proof: {}", other["message"].as_str().unwrap_or("")));
    }
    let summary = records.last().filter(|record| record["$message_type"] == "summary").ok_or("no summary")?;
    let verified = summary["verified"].as_u64().unwrap_or(0);
    if verified < subject.verified {
        return Err(format!("{verified} functions proved, at least {} expected", subject.verified));
    }
    let time = |stage: &str| summary["times_ms"][stage].as_f64().ok_or_else(|| format!("no time of stage `{stage}`"));
    Ok(Times { front_end: time("front_end")?, lower: time("lower")?, smt: time("smt")?, solver: time("solver")? })
}
