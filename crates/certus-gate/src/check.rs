//! Runs rustc, and parses its output.

use std::io::Write as _;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::names::NOT_REPLACED;
use crate::store::Library;
use crate::{Compiler, GateError};

/// A program to check, without its text.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the crate.
    pub name: String,
    /// Its edition, as rustc writes it.
    pub edition: String,
    /// Configuration flags.
    pub cfgs: Vec<String>,
    /// The libraries it may name.
    pub libraries: Vec<Library>,
    /// The crates it may name, and those that these need.
    pub crates: Vec<Extern>,
    /// Directories with the metadata of crates that those above need.
    pub search: Vec<PathBuf>,
    /// The environment that `env!` sees, beside that of this process.
    pub env: Vec<(String, String)>,
    /// Whether rustc also prints MIR.
    pub prints_mir: bool,
}

/// The result of a run of rustc.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The errors, none when the program is accepted.
    pub complaints: Vec<Complaint>,
    /// The MIR of the program, if it was asked for and the program is accepted.
    pub mir: Option<String>,
}

/// A crate under the name that a text names it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extern {
    /// The name that the text uses for the crate.
    pub name: String,
    /// The metadata of the crate.
    pub library: Library,
}

/// A place in the text, with a short text about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The text about the place.
    pub text: String,
}

/// An error of rustc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Its code, for instance `E0382`; some errors have none.
    pub code: Option<String>,
    /// The text of the error, without its code.
    pub message: String,
    /// The place that the error is about, if rustc gives one.
    pub primary: Option<Label>,
    /// Other places that explain the error.
    pub secondary: Vec<Label>,
    /// Notes without a place; the flag is true for a suggestion.
    pub notes: Vec<(bool, String)>,
    /// The error is not about the program: a macro call was left that should have been expanded.
    pub not_expanded: bool,
}

/// The file of MIR, where the compiler works.
const MIR_FILE: &str = "program.mir";

/// The name of standard input in rustc's output.
const STANDARD_INPUT: &str = "<anon>";

/// The output of a run of rustc.
pub(crate) struct Answer {
    pub(crate) success: bool,
    /// The diagnostics, as JSON objects.
    messages: Vec<Value>,
    /// The exit status.
    status: String,
    /// The output that is no diagnostic.
    pub(crate) rest: String,
}

/// The lint, and the code of its remarks, against an impl in a body that holds elsewhere too. The front end does not know of
/// such an impl everywhere, and some bodies, like the length of an array in a type, nobody else looks at.
pub const NON_LOCAL: &str = "non_local_definitions";

/// A rustc that waits for the text of its program, so that it is up when the text is known.
#[derive(Debug)]
pub struct Waiting {
    /// Nothing once the text was given.
    child: Option<Child>,
    /// Where the compiler works.
    directory: TempDir,
    prints_mir: bool,
}

impl Waiting {
    /// Starts a compiler.
    pub fn start(compiler: &Compiler, program: &Program) -> Result<Waiting, GateError> {
        let directory = tempfile::Builder::new().prefix("certus-gate-").tempdir();
        let directory = directory.map_err(|source| GateError::File { path: std::env::temp_dir(), source })?;
        let mut command = compiler.command();
        command.current_dir(directory.path());
        command.args(["--edition", &program.edition, "--crate-name", &crate_name(&program.name)]);
        match program.prints_mir {
            // Nothing of a library of this kind is reached but what says so, so that no code is made of it.
            true => {
                command.args(["--crate-type", "cdylib"]).arg(format!("--emit=metadata=program.rmeta,mir={MIR_FILE}"))
            }
            false => command.args(["--crate-type", "lib", "--emit=metadata", "-o", "program.rmeta"]),
        };
        configure(&mut command, &program.cfgs);
        name_libraries(&mut command, &program.libraries, &program.crates, &program.search);
        command.envs(program.env.iter().map(|(name, value)| (name, value)));
        command.args(["--force-warn", NON_LOCAL]);
        command.arg("-").stdin(Stdio::piped());
        Ok(Waiting { child: Some(spawn(command)?), directory, prints_mir: program.prints_mir })
    }

    /// Whether it is still waiting.
    pub fn is_up(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    /// Checks a text.
    pub fn check(mut self, text: &str) -> Result<Checked, GateError> {
        let lost = |source| GateError::File { path: "rustc".into(), source };
        let mut child = self.child.take().ok_or_else(|| lost(std::io::ErrorKind::NotFound.into()))?;
        if let Some(mut input) = child.stdin.take() {
            // A compiler that ended early says itself why.
            let _ = input.write_all(text.as_bytes());
        }
        let answer = Answer::read(child.wait_with_output().map_err(lost)?);
        let complaints = answer.complaints(STANDARD_INPUT)?;
        let mir = if complaints.is_empty() { self.mir()? } else { None };
        Ok(Checked { complaints, mir })
    }
}

/// Tells the compiler which configuration flags hold, and no others that depend on a profile.
pub(crate) fn configure(command: &mut Command, cfgs: &[String]) {
    for cfg in cfgs {
        command.args(["--cfg", cfg]);
    }
    let asserts = cfgs.iter().any(|cfg| cfg == "debug_assertions");
    command.arg(format!("-Cdebug-assertions={}", if asserts { "on" } else { "off" }));
    // That nothing overflows is proved; the checks would only stand among what is compared.
    command.arg("-Coverflow-checks=off");
}

/// Tells the compiler where the crates are that a text names.
pub(crate) fn name_libraries(command: &mut Command, libraries: &[Library], crates: &[Extern], search: &[PathBuf]) {
    let libraries = libraries.iter().map(|library| (&library.name, library));
    for (name, library) in libraries.chain(crates.iter().map(|named| (&named.name, &named.library))) {
        command.arg("--extern").arg(format!("{name}={}", library.path.display()));
        command.arg("-L").arg(format!("dependency={}", library.path.parent().unwrap_or(&library.path).display()));
    }
    for directory in search {
        command.arg("-L").arg(format!("dependency={}", directory.display()));
    }
}

impl Waiting {
    /// The MIR that rustc printed, if the program wanted it.
    fn mir(&self) -> Result<Option<String>, GateError> {
        if !self.prints_mir {
            return Ok(None);
        }
        let path = self.directory.path().join(MIR_FILE);
        let text = std::fs::read_to_string(&path);
        text.map(Some).map_err(|source| GateError::File { path, source })
    }
}

impl Drop for Waiting {
    /// One that was given no text has nothing to say.
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Checks a program in one go.
pub fn check(compiler: &Compiler, program: &Program, text: &str) -> Result<Checked, GateError> {
    Waiting::start(compiler, program)?.check(text)
}

/// Runs the compiler for metadata only.
pub(crate) fn run(mut command: Command) -> Result<Answer, GateError> {
    command.stdin(Stdio::null()).args(["--crate-type", "lib", "--emit=metadata"]);
    let program = command.get_program().into();
    let output = spawn(command)?.wait_with_output();
    Ok(Answer::read(output.map_err(|source| GateError::NoCompiler { program, source })?))
}

/// Starts the compiler, without code, with its diagnostics as JSON and without lints.
fn spawn(mut command: Command) -> Result<Child, GateError> {
    command.args(["--error-format=json", "--cap-lints", "allow"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    child.map_err(|source| GateError::NoCompiler { program: command.get_program().into(), source })
}

impl Answer {
    /// The errors, with places of the file of this name; none when the compiler accepted it.
    pub(crate) fn complaints(self, file: &str) -> Result<Vec<Complaint>, GateError> {
        let complaints: Vec<Complaint> = self.messages.iter().filter_map(|value| complaint(value, file)).collect();
        // What the system says is about no place and has no code.
        let of_system = |c: &&Complaint| c.primary.is_none() && c.code.is_none() && c.message.contains("(os error ");
        if let Some(complaint) = complaints.iter().find(of_system) {
            return Err(GateError::System(complaint.message.clone()));
        }
        match (self.success, complaints.is_empty()) {
            (true, true) => Ok(Vec::new()),
            (_, false) => Ok(complaints),
            (false, true) => {
                let last: Vec<&str> = self.rest.lines().rev().take(5).collect();
                let detail = last.into_iter().rev().collect::<Vec<_>>().join("\n");
                Err(GateError::Failed { status: self.status, detail })
            }
        }
    }

    fn read(output: Output) -> Answer {
        let mut answer = Answer {
            success: output.status.success(),
            messages: Vec::new(),
            status: output.status.to_string(),
            rest: String::new(),
        };
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            match serde_json::from_str::<Value>(line) {
                Ok(value) if value.is_object() => answer.messages.push(value),
                _ => {
                    answer.rest.push_str(line);
                    answer.rest.push('\n');
                }
            }
        }
        answer
    }
}

/// The first error of a run, for a message of one line.
pub(crate) fn first_error(answer: &Answer) -> Option<String> {
    let rendered = |value: &Value| value["rendered"].as_str().map(|text| text.trim().to_string());
    answer.messages.iter().filter(|value| value["level"] == "error").find_map(rendered)
}

/// An error as rustc's JSON gives it, or an impl that reaches out of a body; nothing for warnings and for the count at the end.
fn complaint(value: &Value, file: &str) -> Option<Complaint> {
    let level = value["level"].as_str()?;
    if !level.starts_with("error") && value["code"]["code"] != NON_LOCAL {
        return None;
    }
    let message = value["message"].as_str()?.to_string();
    let spans: Vec<(bool, Label)> = value["spans"].as_array()?.iter().filter_map(|span| label(span, file)).collect();
    if spans.is_empty() && message.starts_with("aborting due to") {
        return None;
    }
    let mut primary = None;
    let mut secondary = Vec::new();
    for (is_primary, label) in spans {
        if is_primary && primary.is_none() {
            primary = Some(label);
        } else {
            secondary.push(label);
        }
    }
    let mut notes = Vec::new();
    for child in value["children"].as_array().into_iter().flatten() {
        note(child, file, &mut secondary, &mut notes);
    }
    let not_expanded = message.contains(NOT_REPLACED);
    let code = value["code"]["code"].as_str().map(str::to_string);
    Some(Complaint { code, message, primary, secondary, notes, not_expanded })
}

/// A remark. What it would replace in the text is not shown, since the text is not the user's.
fn note(child: &Value, file: &str, secondary: &mut Vec<Label>, notes: &mut Vec<(bool, String)>) {
    let (Some(message), Some(spans)) = (child["message"].as_str(), child["spans"].as_array()) else { return };
    let suggests = spans.iter().any(|span| span["suggested_replacement"].is_string());
    let generated = message.contains("verus_builtin::internal");
    if suggests || generated {
        return;
    }
    let is_help = child["level"] == "help";
    let labels: Vec<Label> = spans.iter().filter_map(|span| label(span, file)).map(|(_, label)| label).collect();
    match labels.into_iter().next() {
        Some(label) => secondary.push(Label { text: message.to_string(), ..label }),
        None => notes.push((is_help, message.to_string())),
    }
}

/// A place in the text; of a place in what rustc expanded, the outermost call.
fn label(span: &Value, file: &str) -> Option<(bool, Label)> {
    let is_primary = span["is_primary"].as_bool().unwrap_or(false);
    let text = span["label"].as_str().unwrap_or_default().to_string();
    let mut place = span;
    while place["expansion"]["span"].is_object() {
        place = &place["expansion"]["span"];
    }
    if place["file_name"].as_str()? != file {
        return None;
    }
    let at = |name: &str| place[name].as_u64().map(|n| n as usize);
    let range = at("byte_start")?..at("byte_end")?;
    Some((is_primary, Label { range, text }))
}

/// The name as rustc wants it.
fn crate_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let taken = ["core", "alloc", "std", "vstd", "verus_builtin", "verus_builtin_macros", "crate", "self", "super"];
    if starts && name.chars().all(fits) && !taken.contains(&name) { name.to_string() } else { "program".to_string() }
}
