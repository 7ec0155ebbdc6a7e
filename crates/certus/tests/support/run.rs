//! One run of the command, and what it printed for programs.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long one run may take; far more than any needs, so that a hung one fails instead of the whole test run.
const LIMIT: Duration = Duration::from_secs(120);

/// What one run of `certus verify --message-format=json` said.
#[derive(Debug, Default)]
pub struct Run {
    /// The exit status; `None` after a signal or when the time was up.
    pub status: Option<i32>,
    /// The diagnostics, in the order printed.
    pub diagnostics: Vec<Reported>,
    /// Breaches of the protocol: lines that are no JSON, a missing or wrong summary.
    pub breaches: Vec<String>,
    /// What was printed for people.
    pub stderr: String,
}

/// A diagnostic as far as tests look at it.
#[derive(Clone, Debug, Default)]
pub struct Reported {
    pub level: String,
    pub code: String,
    /// The message, the labels and the messages of the notes, a line each.
    pub text: String,
    /// The line on which the primary span starts, if it is in the program under test.
    pub line: Option<usize>,
    /// The first and last line of every span in the program under test, those of the notes included.
    pub covered: Vec<(usize, usize)>,
    /// The labels in the program under test, with their ranges in bytes.
    pub labels: Vec<(std::ops::Range<usize>, String)>,
    /// The diagnostic as a person would see it.
    pub rendered: String,
}

impl Run {
    /// The diagnostics of a level.
    pub fn of_level<'a>(&'a self, level: &'a str) -> impl Iterator<Item = &'a Reported> {
        self.diagnostics.iter().filter(move |reported| reported.level == level)
    }

    /// What is wrong with the run whatever the program: an exit status that does not fit, a breach of the protocol.
    pub fn faults(&self, expected: i32) -> Vec<String> {
        let mut faults = self.breaches.clone();
        if self.status != Some(expected) {
            let status = self.status.map_or("none (killed, or out of time)".to_owned(), |status| status.to_string());
            faults
                .push(format!("exit status: expected {expected}, got {status}\n{}", self.stderr).trim_end().to_owned());
        }
        faults
    }
}

/// Verifies a file as a user would, without the cache. The output goes through files beside `scratch`, so that a run
/// can be given up without a reader that hangs with it.
pub fn verify(program: &Path, flags: &[String], scratch: &Path) -> Run {
    let (stdout, stderr) = (scratch.with_extension("stdout"), scratch.with_extension("stderr"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_certus"))
        .args(["verify", "--message-format=json", "--no-cache"])
        .args(flags)
        .arg(program)
        .stdin(Stdio::null())
        .stdout(File::create(&stdout).unwrap())
        .stderr(File::create(&stderr).unwrap())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if began.elapsed() > LIMIT {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(3));
    };
    let read = |path: &Path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    parse(program, status, &read(&stdout), read(&stderr))
}

/// Reads the output of a run on a program.
pub fn parse(program: &Path, status: Option<i32>, stdout: &str, stderr: String) -> Run {
    let mut run = Run { status, stderr, ..Run::default() };
    let mut summary = None;
    for line in stdout.lines() {
        let record: Value = serde_json::from_str(line).unwrap_or(Value::Null);
        if summary.is_some() {
            run.breaches.push(format!("output after the summary: {line}"));
        }
        match record["$message_type"].as_str() {
            Some("diagnostic") => run.diagnostics.push(reported(&record, program)),
            Some("summary") => summary = Some(record),
            _ => run.breaches.push(format!("not a record of ours: {line}")),
        }
    }
    let errors = run.of_level("error").count() as u64;
    match summary {
        None => run.breaches.push("no summary".to_owned()),
        Some(summary) if summary["errors"] != errors => {
            run.breaches.push(format!("the summary counts {} errors, {errors} were reported", summary["errors"]));
        }
        Some(_) => {}
    }
    run
}

fn reported(record: &Value, program: &Path) -> Reported {
    let spans = |record: &Value| record["spans"].as_array().cloned().unwrap_or_default();
    let children = record["children"].as_array().cloned().unwrap_or_default();
    let own = spans(record);
    let all: Vec<Value> = own.iter().cloned().chain(children.iter().flat_map(spans)).collect();
    // The path may be shown relative or absolute; a program under test has a name of its own.
    let is_here = |span: &&Value| {
        let shown = Path::new(span["file_name"].as_str().unwrap_or(""));
        shown.file_name() == program.file_name()
    };
    let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let labels = all.iter().map(|span| text(&span["label"]));
    let lines = std::iter::once(text(&record["message"])).chain(labels);
    let lines = lines.chain(children.iter().map(|child| text(&child["message"])));
    let primary = own.iter().find(|span| span["is_primary"] == true).filter(is_here);
    let covered = |span: &Value| (number(&span["line_start"]), number(&span["line_end"]));
    let range = |span: &Value| number(&span["byte_start"])..number(&span["byte_end"]);
    Reported {
        level: text(&record["level"]),
        code: text(&record["code"]["code"]),
        text: lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"),
        line: primary.map(|span| number(&span["line_start"])),
        covered: all.iter().filter(is_here).map(covered).collect(),
        labels: own.iter().filter(is_here).map(|span| (range(span), text(&span["label"]))).collect(),
        rendered: text(&record["rendered"]),
    }
}
