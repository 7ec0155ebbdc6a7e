//! Runs cargo.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use cargo_metadata::{Metadata, MetadataCommand};
use serde_json::Value;

use crate::Error;
use crate::selection::Selection;

/// A cargo executable: the one that started this program, if there is one.
#[derive(Clone, Debug)]
pub struct Cargo {
    program: OsString,
}

/// The `rust-version` of packages, by their ids, as the manifest writes it: `1.80`, and not `1.80.0`.
pub(crate) type RustVersions = BTreeMap<String, String>;

/// The exit status and the output of a run.
pub(crate) struct Ran {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Cargo {
    /// The program in the variable `CARGO`, or `cargo` on the search path.
    pub fn find() -> Cargo {
        let named = std::env::var_os("CARGO").filter(|value| !value.is_empty());
        Cargo { program: named.unwrap_or_else(|| "cargo".into()) }
    }

    /// Runs a subcommand for the user, on our terminal, and returns its exit status, if it has one.
    pub fn hand_over(&self, subcommand: &str, args: &[String]) -> Result<Option<i32>, Error> {
        let status = self.command(subcommand).args(args).status().map_err(|source| self.no_program(source))?;
        Ok(status.code())
    }

    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.program);
        // Code that a stable compiler accepts only with this variable should not be verified.
        command.arg(subcommand).env_remove("RUSTC_BOOTSTRAP");
        command
    }

    fn no_program(&self, source: std::io::Error) -> Error {
        Error::NoProgram { program: self.program.to_string_lossy().into_owned(), source }
    }

    /// Runs a subcommand, and calls `on_line` for each status line of its standard error. The other lines belong to an
    /// error or a warning; what is left of them is in the result, so that nothing is printed twice.
    pub(crate) fn listen(
        &self,
        subcommand: &str,
        args: &[String],
        on_line: &mut dyn FnMut(&str),
    ) -> Result<Ran, Error> {
        let mut command = self.command(subcommand);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|source| self.no_program(source))?;
        let stdout = child.stdout.take().map(|mut pipe| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                // After an error the text is incomplete; its reader will notice.
                let _ = pipe.read_to_end(&mut bytes);
                String::from_utf8_lossy(&bytes).into_owned()
            })
        });
        let mut stderr = String::new();
        if let Some(pipe) = child.stderr.take() {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if is_status(&line) {
                    on_line(&line);
                } else {
                    stderr.push_str(&line);
                    stderr.push('\n');
                }
            }
        }
        let status = child.wait().map_err(|source| self.no_program(source))?;
        let stdout = stdout.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(Ran { success: status.success(), stdout, stderr })
    }

    /// Runs a subcommand that must succeed, and returns its output.
    pub(crate) fn ask(&self, subcommand: &str, args: &[String]) -> Result<String, Error> {
        let ran = self.listen(subcommand, args, &mut |_| {})?;
        match ran.success {
            true => Ok(ran.stdout),
            false => Err(Error::Cargo { output: ran.stderr.trim().to_string() }),
        }
    }

    /// Runs `cargo metadata` for one target. The second value has the `rust-version`s of packages, as the manifests
    /// write them.
    pub(crate) fn metadata(&self, selection: &Selection, triple: &str) -> Result<(Metadata, RustVersions), Error> {
        let mut args: Vec<String> = ["--format-version", "1", "--filter-platform", triple].map(str::to_string).to_vec();
        args.extend(selection.resolve_args());
        let text = self.ask("metadata", &args)?;
        let bad = |reason: String| Error::Answer { command: "metadata", reason };
        let value: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let packages = value.get("packages").and_then(Value::as_array).into_iter().flatten();
        let version = |package: &Value| {
            let text = |name: &str| package.get(name).and_then(Value::as_str).map(str::to_string);
            Some((text("id")?, text("rust_version")?))
        };
        let versions = packages.filter_map(version).collect();
        Ok((MetadataCommand::parse(text).map_err(|error| bad(error.to_string()))?, versions))
    }

    /// Runs `cargo tree` for the selection, in the format of [`crate::tree`], with or without crates of macros. The
    /// target is always named: otherwise cargo merges the builds of a package for the host and for the target if they
    /// have the same features, whatever features their dependencies have.
    pub(crate) fn tree(&self, selection: &Selection, triple: &str, macros: bool) -> Result<String, Error> {
        let mut edges = if selection.needs_dev() { "normal,dev" } else { "normal" }.to_string();
        if !macros {
            edges.push_str(",no-proc-macro");
        }
        let mut args: Vec<String> =
            ["--edges", &edges, "--prefix", "depth", "--format", crate::tree::FORMAT, "--charset", "ascii"]
                .map(str::to_string)
                .to_vec();
        args.extend(selection.resolve_args());
        args.extend(selection.package_args());
        args.extend(["--target", selection.target.as_deref().unwrap_or(triple)].map(str::to_string));
        self.ask("tree", &args)
    }

    /// Runs `cargo check` for the selection, with messages as JSON. It continues after errors: the verified crates are
    /// not needed from it, and the verifier reports their errors.
    pub(crate) fn check(&self, selection: &Selection, on_line: &mut dyn FnMut(&str)) -> Result<Ran, Error> {
        let mut args: Vec<String> = ["--message-format=json", "--keep-going"].map(str::to_string).to_vec();
        args.extend(selection.resolve_args());
        args.extend(selection.package_args());
        args.extend(selection.triple_args());
        args.extend(selection.build_args()?);
        self.listen("check", &args, on_line)
    }
}

/// Whether a line of cargo's tells of its progress: it has a verb, which ends at the twelfth column.
fn is_status(line: &str) -> bool {
    let verb = line.get(..12).map(str::trim_start).filter(|_| line.as_bytes().get(12) == Some(&b' '));
    let is_verb = |verb: &str| verb.starts_with(|c: char| c.is_ascii_uppercase());
    verb.is_some_and(|verb| is_verb(verb) && verb.chars().all(|c| c.is_ascii_alphabetic()) && verb != "Finished")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_errors_are_no_status_lines() {
        for line in
            ["   Compiling demo v0.1.0", "    Creating binary (application) `demo` package", " Downloading crates .."]
        {
            assert!(is_status(line), "{line}");
        }
        let others = [
            "error: no such package",
            "Caused by:",
            "  failed to parse manifest",
            "    Finished `dev` profile",
            "",
            "     |",
        ];
        for line in others {
            assert!(!is_status(line), "{line}");
        }
    }
}
