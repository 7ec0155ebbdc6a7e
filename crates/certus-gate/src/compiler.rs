//! Finding rustc.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use crate::GateError;
use crate::library::short;
use crate::process::Processes;

/// A working rustc, with its version output. Clones share their processes; two compilers are equal if they have the same
/// program, version and target.
#[derive(Clone, Debug)]
pub struct Compiler {
    program: PathBuf,
    /// All that `rustc -vV` prints: the version, the commit and the host.
    description: String,
    /// The target that programs are for, where it is not the host.
    target: Option<String>,
    processes: Processes,
}

impl PartialEq for Compiler {
    fn eq(&self, other: &Compiler) -> bool {
        (&self.program, &self.description, &self.target) == (&other.program, &other.description, &other.target)
    }
}

impl Eq for Compiler {}

impl Compiler {
    /// The program that `RUSTC` names, or `rustc` on the search path.
    pub fn find() -> Result<Compiler, GateError> {
        Compiler::at(&named())
    }

    /// The same program as [`Compiler::find`] asks, with what it said about itself the last time, as `cache` has it.
    ///
    /// It may be another compiler by now. Then it refuses the metadata that was made for the last one, so that a
    /// program that it accepts is accepted by the compiler of today; who gets errors asks it again ([`Compiler::again`]).
    pub fn remembered(cache: &Path) -> Option<Compiler> {
        let program = absolute(&named());
        let description = fs::read_to_string(memory(cache, &program)).ok()?;
        let processes = Processes::default();
        description.starts_with("rustc ").then_some(Compiler { program, description, target: None, processes })
    }

    /// Keeps what the compiler said for [`Compiler::remembered`].
    pub fn remember(&self, cache: &Path) {
        keep(&memory(cache, &self.program), self.description.as_bytes());
    }

    /// Asks the program who it is now.
    pub fn again(&self) -> Result<Compiler, GateError> {
        let (target, processes) = (self.target.clone(), self.processes.clone());
        Ok(Compiler { target, processes, ..Compiler::at(&self.program)? })
    }

    /// The same one for programs for a target. Errs where it knows no such target, or has no standard library for it.
    pub fn for_target(self, triple: &str) -> Result<Compiler, GateError> {
        if self.description.lines().any(|line| line.strip_prefix("host: ") == Some(triple)) {
            return Ok(self);
        }
        let wrong = |reason: String| GateError::Target { target: triple.to_string(), reason };
        let directory = self.print(triple, "target-libdir").map_err(wrong)?;
        if !Path::new(directory.trim()).is_dir() {
            let reason = "it has no standard library for it; with rustup, `rustup target add` installs one";
            return Err(wrong(reason.to_string()));
        }
        Ok(Compiler { target: Some(triple.to_string()), ..self })
    }

    /// The configuration flags that hold for a target where nothing else is asked for: those of `rustc FILE`.
    pub fn cfgs(&self, triple: &str) -> Result<Vec<String>, GateError> {
        let wrong = |reason: String| GateError::Target { target: triple.to_string(), reason };
        self.print(triple, "cfg").map(|text| flags(&text)).map_err(wrong)
    }

    /// The same for the machine that the compiler runs on. They are remembered in `cache` with what the compiler said
    /// about itself, and asked again of another one.
    pub fn host_cfgs(&self, cache: &Path) -> Result<Vec<String>, GateError> {
        let mut hash = Sha256::new();
        hash.update(self.program.as_os_str().as_encoded_bytes());
        hash.update(self.description.as_bytes());
        let target = cache.join("rustc").join(format!("cfg-{}", short(hash)));
        if let Ok(text) = fs::read_to_string(&target)
            && text.contains("target_arch=")
        {
            return Ok(flags(&text));
        }
        let host = self.description.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        let wrong = |reason: String| GateError::Target { target: host.to_string(), reason };
        let text = self.print(host, "cfg").map_err(wrong)?;
        keep(&target, text.as_bytes());
        Ok(flags(&text))
    }

    /// What it says about the code of one of its errors, `E0382`; `None` if it knows nothing about it.
    pub fn explain(&self, code: &str) -> Result<Option<String>, GateError> {
        let output = command(&self.program).args(["--explain", code]).stdin(Stdio::null()).output();
        let output = output.map_err(|source| GateError::NoCompiler { program: self.program.clone(), source })?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
    }

    /// Its output about a target, or the error.
    fn print(&self, triple: &str, what: &str) -> Result<String, String> {
        let mut command = command(&self.program);
        let output = command.args(["--print", what, "--target", triple]).stdin(Stdio::null()).output();
        let output = output.map_err(|error| error.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(text(&output.stderr).lines().next().unwrap_or("it fails").to_string()),
        }
    }

    /// A given program.
    pub fn at(program: &Path) -> Result<Compiler, GateError> {
        let program = absolute(program);
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
        Ok(Compiler { program, description, target: None, processes: Processes::default() })
    }

    /// The first line, for people: `rustc 1.95.0 (..)`.
    pub fn version(&self) -> &str {
        self.description.lines().next().unwrap_or("rustc")
    }

    /// The output of `rustc -vV`.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The processes that check programs and make metadata.
    pub fn processes(&self) -> &Processes {
        &self.processes
    }

    /// All that tells compilers with different metadata apart.
    pub(crate) fn identity(&self) -> String {
        match &self.target {
            Some(target) => format!("{}target: {target}\n", self.description),
            None => self.description.clone(),
        }
    }

    /// A run of the compiler.
    pub(crate) fn command(&self) -> Command {
        let mut command = command(&self.program);
        command.args(self.target.iter().flat_map(|target| ["--target", target]));
        // A program that nests deeply must not end the compiler.
        command.env("RUST_MIN_STACK", (256usize << 20).to_string());
        command
    }
}

/// What the environment asks for.
fn named() -> PathBuf {
    let named: Option<OsString> = env::var_os("RUSTC").filter(|value| !value.is_empty());
    named.map_or_else(|| "rustc".into(), PathBuf::from)
}

/// The compiler runs in another directory, so a path is made absolute; a mere name is looked for.
fn absolute(program: &Path) -> PathBuf {
    let relative = program.components().count() > 1 && program.is_relative();
    match relative.then(|| std::path::absolute(program)) {
        Some(Ok(absolute)) => absolute,
        _ => program.to_path_buf(),
    }
}

/// The file with the stored version output of a program.
fn memory(cache: &Path, program: &Path) -> PathBuf {
    let mut hash = Sha256::new();
    hash.update(program.as_os_str().as_encoded_bytes());
    cache.join("rustc").join(format!("said-{}", short(hash)))
}

/// Writes a file of the cache. Without it the compiler is asked again the next time, and nothing else.
fn keep(target: &Path, text: &[u8]) {
    let Some(directory) = target.parent() else { return };
    let _ = fs::create_dir_all(directory).and_then(|()| {
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(text)?;
        file.persist(target).map_err(|error| error.error)
    });
}

/// The flags of `--print cfg`, one a line.
fn flags(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.is_empty()).map(str::to_string).collect()
}

/// Without what would make a stable compiler accept more than it does.
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("RUSTC_BOOTSTRAP");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_its_memory() {
        let cache = Path::new("cache");
        assert_ne!(memory(cache, Path::new("/a/rustc")), memory(cache, Path::new("/b/rustc")));
        assert_eq!(memory(cache, Path::new("/a/rustc")), memory(cache, Path::new("/a/rustc")));
    }
}
