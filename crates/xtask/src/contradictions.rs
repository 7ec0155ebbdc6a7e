//! `cargo xtask contradictions`: whether `false` follows from what the library, the examples and the verified systems give to
//! the solver (`certus contradictions`).
//!
//! What is found must be mended, or be explained in `tests/contradictions.toml`: a branch of a proof by contradiction is
//! never reached, and that is what the proof says. An explanation of what is not found any more is an error too.

mod page;
mod programs;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use crate::task::{self, Fault};
use programs::Program;

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask contradictions [--program NAME] [--seeds N] [--times N] [--library-rlimit N] \
                                [--jobs N] [--write]";

/// The file with explanations of contradictions.
const EXPLANATIONS: &str = "tests/contradictions.toml";

/// The page that `--write` writes.
const PAGE: &str = "docs/bench/contradictions.md";

/// The kinds of queries about the goals of a program, and those about its statements as a whole.
const RUNS: [&[&str]; 2] = [&["contexts"], &["contracts", "triggers", "groups"]];

/// The options of the task.
#[derive(Debug, PartialEq)]
struct Options {
    /// Those that are asked about, by name; all when none is named.
    programs: Vec<String>,
    /// Under how many seeds of the solver's random choices.
    seeds: u32,
    /// How many times the budget of a proof each context has.
    times: u32,
    /// The budget of a proof where it is asked about statements as a whole.
    library_rlimit: f64,
    /// Solver processes at once.
    jobs: usize,
    /// Whether to write the page.
    write: bool,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options, String> {
        let mut options =
            Options { programs: Vec::new(), seeds: 3, times: 10, library_rlimit: 10.0, jobs: 1, write: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("`{word}` lacks its value"));
            match *word {
                "--program" => options.programs.push(value()?.to_owned()),
                "--seeds" => options.seeds = number(value()?)?,
                "--times" => options.times = number(value()?)?,
                "--library-rlimit" => options.library_rlimit = number(value()?)?,
                "--jobs" => options.jobs = number(value()?)?,
                "--write" => options.write = true,
                _ => return Err(format!("unknown option `{word}`")),
            }
        }
        match options.write && !options.programs.is_empty() {
            true => Err("the page is of all programs".to_owned()),
            false => Ok(options),
        }
    }
}

fn number<N: std::str::FromStr + PartialOrd + Default>(text: &str) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number > N::default());
    number.ok_or_else(|| format!("`{text}` is no number above 0"))
}

/// An intended contradiction.
#[derive(Clone, Debug, Deserialize, PartialEq)]
struct Explained {
    /// The library, or the example or package by its name.
    program: String,
    /// The function, with its path.
    function: String,
    /// The source at its beginning.
    text: String,
    /// The reason why it is intended.
    reason: String,
}

#[derive(Debug, Default, Deserialize)]
struct Explanations {
    /// Each of them.
    #[serde(default)]
    explained: Vec<Explained>,
}

/// A contradiction.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    /// The function, or what the question is about.
    function: String,
    /// `contradiction`, or `unreachable` if it is one with the condition of a branch.
    kind: String,
    /// The cause.
    cause: String,
    /// The file and line.
    place: String,
    /// The source at the place.
    text: String,
}

/// The counts for one kind of query.
#[derive(Clone, Debug, PartialEq)]
struct Counted {
    /// The kind.
    question: String,
    /// How many contexts there are.
    places: u64,
    /// The number of queries: one for each seed.
    asked: u64,
    /// How often the budget ran out.
    unanswered: u64,
    /// How many questions cannot be encoded.
    left_out: u64,
}

/// The results for a program.
#[derive(Clone, Debug, Default, PartialEq)]
struct Answers {
    /// The program.
    program: String,
    /// How much was asked.
    counted: Vec<Counted>,
    /// The contradictions.
    found: Vec<Found>,
    /// The number of queries.
    queries: u64,
    /// The solver's resource units.
    units: u64,
    /// The wall time.
    time: Duration,
}

/// Runs the task; the status is 1 if there is a contradiction without an explanation, or an explanation of none.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    task::end(Options::parse(words), USAGE, run)
}

/// Asks about all programs that the options choose; `true` if nothing unexplained was found.
fn run(options: &Options) -> Result<bool, Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let explanations: Explanations = toml::from_str(&std::fs::read_to_string(root.join(EXPLANATIONS))?)?;
    let scratch = tempfile::tempdir()?;
    let is_wanted = |name: &str| options.programs.is_empty() || options.programs.iter().any(|one| one == name);
    let mut all = Vec::new();
    for program in programs::all(&root, scratch.path(), &is_wanted)? {
        let answers = ask(options, &root, &program)?;
        print!("{}", page::lines(&answers));
        all.push(answers);
    }
    let judged = Judged::new(&all, &explanations.explained);
    print!("{}", judged.text());
    if options.write {
        std::fs::write(root.join(PAGE), page::page(options, &all, &judged))?;
    }
    Ok(judged.is_well())
}

/// Runs the queries for a program.
fn ask(options: &Options, root: &Path, program: &Program) -> Result<Answers, Fault> {
    let mut answers = Answers { program: program.name.clone(), ..Answers::default() };
    for questions in RUNS {
        let mut command = Command::new(programs::certus(root));
        command.current_dir(root).arg("contradictions").arg(&program.root).args(&program.arguments);
        command.args(questions.iter().flat_map(|question| ["--only", question]));
        command.arg("--message-format=json").arg(format!("--jobs={}", options.jobs));
        command.arg(format!("--seeds={}", options.seeds)).arg(format!("--times={}", options.times));
        if questions.len() > 1 {
            command.arg(format!("--rlimit={}", options.library_rlimit));
        }
        let began = Instant::now();
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        answers.time += began.elapsed();
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("`{}` cannot be asked about: {}", program.name, output.status).into());
        }
        answers.read(&String::from_utf8_lossy(&output.stdout))?;
    }
    Ok(answers)
}

impl Answers {
    /// Adds what the command printed.
    fn read(&mut self, printed: &str) -> Result<(), String> {
        let wrong = |what: &str| format!("`{}`: {what}", self.program);
        let mut is_complete = false;
        for line in printed.lines() {
            let record: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
            let word = |field: &str| record[field].as_str().unwrap_or_default().to_owned();
            match record["$message_type"].as_str() {
                Some("contradiction") => self.found.push(Found {
                    function: word("function"),
                    kind: word("kind"),
                    cause: word("cause"),
                    place: word("place"),
                    text: word("text"),
                }),
                Some("contradictions-summary") => {
                    is_complete = true;
                    self.queries += record["queries"].as_u64().unwrap_or(0);
                    self.units += record["units"].as_u64().unwrap_or(0);
                    let questions = record["questions"].as_object().into_iter().flatten();
                    self.counted.extend(questions.map(|(question, counts)| {
                        let count = |field: &str| counts[field].as_u64().unwrap_or(0);
                        let (places, asked, unanswered) = (count("places"), count("asked"), count("unanswered"));
                        let left_out = counts["left_out"].as_array().map_or(0, Vec::len) as u64;
                        Counted { question: question.clone(), places, asked, unanswered, left_out }
                    }));
                }
                // The library names what it cannot specify yet.
                Some("diagnostic") if record["level"] == "warning" => {}
                _ => return Err(wrong(line)),
            }
        }
        if is_complete { Ok(()) } else { Err(wrong("no summary")) }
    }
}

/// The findings, compared with the explanations.
struct Judged<'a> {
    /// With the reason why it is meant.
    explained: Vec<(&'a Found, &'a Explained)>,
    /// By the program's name.
    unexplained: Vec<(&'a str, &'a Found)>,
    /// Explanations of what is not found.
    stale: Vec<&'a Explained>,
}

impl<'a> Judged<'a> {
    /// Compares the findings with the explanations. Explanations for other programs are ignored.
    fn new(all: &'a [Answers], explanations: &'a [Explained]) -> Judged<'a> {
        let fits = |program: &str, found: &Found, one: &Explained| {
            one.program == program && one.function == found.function && one.text == found.text
        };
        let mut judged = Judged { explained: Vec::new(), unexplained: Vec::new(), stale: Vec::new() };
        for (program, found) in all.iter().flat_map(|one| one.found.iter().map(|found| (&*one.program, found))) {
            match explanations.iter().find(|one| fits(program, found, one)) {
                Some(explanation) => judged.explained.push((found, explanation)),
                None => judged.unexplained.push((program, found)),
            }
        }
        let is_asked = |one: &&Explained| all.iter().any(|answers| answers.program == one.program);
        let is_found = |one: &Explained| judged.explained.iter().any(|(_, known)| *known == one);
        let stale: Vec<&Explained> = explanations.iter().filter(is_asked).filter(|one| !is_found(one)).collect();
        Judged { stale, ..judged }
    }

    /// Whether each finding has an explanation, and each explanation has a finding.
    fn is_well(&self) -> bool {
        self.unexplained.is_empty() && self.stale.is_empty()
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for (program, Found { function, kind, cause, place, text }) in &self.unexplained {
            out += &format!("{kind} in {program}: {function} at {place}: {cause}: `{text}`\n");
        }
        for Explained { program, function, text, .. } in &self.stale {
            out += &format!("explained in {EXPLANATIONS}, but not found: {program}, {function}: `{text}`\n");
        }
        let (found, explained) = (self.unexplained.len() + self.explained.len(), self.explained.len());
        out + &format!("{found} found, {explained} explained; {} stale explanations\n", self.stale.len())
    }
}

#[cfg(test)]
mod tests;
