//! Runs rustc on a program.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::answer::{Complaint, DENIED, ENDLESS, NON_LOCAL};
use crate::library::Library;
use crate::process::Process;
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

/// The file of MIR, where the compiler works.
const MIR_FILE: &str = "program.mir";

/// The name of standard input in rustc's output.
const STANDARD_INPUT: &str = "<anon>";

/// A rustc that waits for the text of its program, so that it is up when the text is known.
#[derive(Debug)]
pub struct Waiting {
    process: Process,
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
        // Nobody reads the text that shows the place; rustc would split the whole text into lines for each.
        command.args(["--json=diagnostic-short", "--force-warn", NON_LOCAL, "--force-warn", ENDLESS]);
        DENIED.iter().for_each(|(lint, _)| {
            command.args(["--force-warn", lint]);
        });
        command.arg("-").stdin(Stdio::piped());
        let process = Process::start(command, compiler.processes())?;
        Ok(Waiting { process, directory, prints_mir: program.prints_mir })
    }

    /// Whether it is still waiting.
    pub fn is_up(&self) -> bool {
        self.process.is_up()
    }

    /// Checks a text.
    ///
    /// # Errors
    ///
    /// If rustc has no result; [`GateError::Cancelled`] if another thread ended the compiler's processes.
    pub fn check(self, text: &str) -> Result<Checked, GateError> {
        let Waiting { process, directory, prints_mir } = self;
        let complaints = process.finish(Some(text))?.complaints(STANDARD_INPUT)?;
        let is_accepted = complaints.iter().all(|complaint| complaint.lint.is_some());
        let mir = if is_accepted && prints_mir { Some(mir(&directory)?) } else { None };
        Ok(Checked { complaints, mir })
    }
}

/// The MIR that rustc printed.
fn mir(directory: &TempDir) -> Result<String, GateError> {
    let path = directory.path().join(MIR_FILE);
    std::fs::read_to_string(&path).map_err(|source| GateError::File { path, source })
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

/// Checks a program in one go.
pub fn check(compiler: &Compiler, program: &Program, text: &str) -> Result<Checked, GateError> {
    Waiting::start(compiler, program)?.check(text)
}

/// The name as rustc wants it.
fn crate_name(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let taken = ["core", "alloc", "std", "vstd", "verus_builtin", "verus_builtin_macros", "crate", "self", "super"];
    if starts && name.chars().all(fits) && !taken.contains(&name) { name.to_string() } else { "program".to_string() }
}
