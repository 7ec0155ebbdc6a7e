//! Finding rustc.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::GateError;

/// A rustc that runs, and what it says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    program: PathBuf,
    /// All that `rustc -vV` prints: the version, the commit and the host.
    description: String,
}

impl Compiler {
    /// The program that `RUSTC` names, or `rustc` on the search path.
    pub fn find() -> Result<Compiler, GateError> {
        let named: Option<OsString> = env::var_os("RUSTC").filter(|value| !value.is_empty());
        Compiler::at(Path::new(&named.unwrap_or_else(|| "rustc".into())))
    }

    /// A given program.
    pub fn at(program: &Path) -> Result<Compiler, GateError> {
        // The compiler runs in another directory.
        let relative = program.components().count() > 1 && program.is_relative();
        let program = match relative.then(|| std::path::absolute(program)) {
            Some(Ok(absolute)) => absolute,
            _ => program.to_path_buf(),
        };
        let output = command(&program).arg("-vV").stdin(Stdio::null()).output();
        let output = output.map_err(|source| GateError::NoCompiler { program: program.clone(), source })?;
        let description = String::from_utf8_lossy(&output.stdout).into_owned();
        let bad = |reason: String| GateError::BadCompiler { program: program.clone(), reason };
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(bad(said.lines().next().unwrap_or("it fails").to_string()));
        }
        if !description.starts_with("rustc ") {
            return Err(bad("it does not say which version it is".to_string()));
        }
        Ok(Compiler { program, description })
    }

    /// The first line, for people: `rustc 1.95.0 (..)`.
    pub fn version(&self) -> &str {
        self.description.lines().next().unwrap_or("rustc")
    }

    /// All that tells compilers with different metadata apart.
    pub(crate) fn identity(&self) -> &str {
        &self.description
    }

    /// A run of the compiler.
    pub(crate) fn command(&self) -> Command {
        let mut command = command(&self.program);
        // A program that nests deeply must not end the compiler.
        command.env("RUST_MIN_STACK", (256usize << 20).to_string());
        command
    }
}

/// Without what would make a stable compiler accept more than it does.
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("RUSTC_BOOTSTRAP");
    command
}
