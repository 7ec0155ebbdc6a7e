//! Asking cargo.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use cargo_metadata::{Metadata, MetadataCommand};
use serde_json::Value;

use crate::Error;
use crate::selection::Selection;

/// The cargo to ask: the one that runs us, where that is so.
#[derive(Clone, Debug)]
pub struct Cargo {
    program: OsString,
}

/// The `rust-version` of packages, by their ids: `1.80`, and not `1.80.0` where that is not what stands there.
pub(crate) type RustVersions = BTreeMap<String, String>;

/// How a run ended, with what it printed.
pub(crate) struct Ran {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Cargo {
    /// The program that `CARGO` names, or `cargo` on the search path.
    pub fn find() -> Cargo {
        let named = std::env::var_os("CARGO").filter(|value| !value.is_empty());
        Cargo { program: named.unwrap_or_else(|| "cargo".into()) }
    }

    /// Runs a subcommand as the user would, with our own terminal; gives its exit status, if it has one.
    pub fn hand_over(&self, subcommand: &str, args: &[String]) -> Result<Option<i32>, Error> {
        let status = self.command(subcommand).args(args).status().map_err(|source| self.no_program(source))?;
        Ok(status.code())
    }

    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.program);
        // What a stable compiler accepts only with this is not what anybody should verify.
        command.arg(subcommand).env_remove("RUSTC_BOOTSTRAP");
        command
    }

    fn no_program(&self, source: std::io::Error) -> Error {
        Error::NoProgram { program: self.program.to_string_lossy().into_owned(), source }
    }

    /// Runs a subcommand and listens; `heard` is given each line of its standard error as it comes.
    pub(crate) fn listen(&self, subcommand: &str, args: &[String], heard: &mut dyn FnMut(&str)) -> Result<Ran, Error> {
        let mut command = self.command(subcommand);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|source| self.no_program(source))?;
        let stdout = child.stdout.take().map(|mut pipe| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                // What was read up to an error is not all; the reader of the answer will see that it is cut off.
                let _ = pipe.read_to_end(&mut bytes);
                String::from_utf8_lossy(&bytes).into_owned()
            })
        });
        let mut stderr = String::new();
        if let Some(pipe) = child.stderr.take() {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                heard(&line);
                stderr.push_str(&line);
                stderr.push('\n');
            }
        }
        let status = child.wait().map_err(|source| self.no_program(source))?;
        let stdout = stdout.and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(Ran { success: status.success(), stdout, stderr })
    }

    /// Runs a subcommand that must succeed, for its output.
    pub(crate) fn ask(&self, subcommand: &str, args: &[String]) -> Result<String, Error> {
        let ran = self.listen(subcommand, args, &mut |_| {})?;
        match ran.success {
            true => Ok(ran.stdout),
            false => Err(Error::Cargo { said: ran.stderr.trim().to_string() }),
        }
    }

    /// `cargo metadata` for one target, and the versions of Rust that packages name, as they are written there.
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

    /// `cargo tree` of what is selected, in the form that [`crate::tree`] reads, with crates of macros or without them. The
    /// target is always named: cargo takes a package for the host and one for the target with the same features for one
    /// otherwise, whatever features those have that they use.
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

    /// `cargo check` of what is selected, with its messages as JSON. It goes on after errors: the crates that are
    /// verified are not needed from it, and what is wrong in them the verifier says.
    pub(crate) fn check(&self, selection: &Selection, heard: &mut dyn FnMut(&str)) -> Result<Ran, Error> {
        let mut args: Vec<String> = ["--message-format=json", "--keep-going"].map(str::to_string).to_vec();
        args.extend(selection.resolve_args());
        args.extend(selection.package_args());
        args.extend(selection.triple_args());
        args.extend(selection.build_args()?);
        self.listen("check", &args, heard)
    }
}
