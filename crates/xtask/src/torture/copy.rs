//! A copy of the sources to make mistakes in: a workspace with the systems, all else as it is in the tree.
//!
//! It lies in the target directory and shares it, so that what does not change is built once.

use std::fs::File;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;

use super::mutants::Mutant;
use super::system::System;
use super::{Caught, Fault, Verdict};

/// How long the tests of a mistake may run.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A copy that no other process uses.
pub(crate) struct Copy {
    /// The system that the mistakes are in.
    system: &'static System,
    /// The folder of the copy.
    folder: PathBuf,
    /// The target directory of cargo.
    target: PathBuf,
    /// `cargo-certus`, beside the command that was built.
    certus: PathBuf,
    /// The lock, which other runs respect.
    _lock: File,
}

/// A file of the copy with a mistake in it.
#[must_use]
pub(crate) struct Changed {
    /// The changed file.
    file: PathBuf,
    /// Its original text.
    original: String,
}

impl Changed {
    /// Undoes the mistake.
    pub(crate) fn restore(self) -> Result<(), Fault> {
        Ok(std::fs::write(self.file, self.original)?)
    }
}

impl Copy {
    /// Copies the systems.
    pub(crate) fn new(root: &Path, binary: &Path, system: &'static System) -> Result<Copy, Fault> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        std::fs::create_dir_all(&target)?;
        let target = target.canonicalize()?;
        let lock = File::create(target.join("torture.lock"))?;
        lock.try_lock().map_err(|_| "another torture runs in this target directory")?;
        let folder = target.join("torture");
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        let systems = copied(&root.join("systems"))?;
        for name in &systems {
            let place = Path::new("systems").join(name);
            copy_folder(&root.join(&place), &folder.join(&place))?;
            let own = folder.join(&place).join("Cargo.toml");
            std::fs::write(&own, absolute(&std::fs::read_to_string(&own)?, "../../", root)?)?;
        }
        let manifest = manifest(&std::fs::read_to_string(root.join("Cargo.toml"))?, root, &systems)?;
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let certus = binary.with_file_name("cargo-certus");
        Ok(Copy { system, folder, target, certus, _lock: lock })
    }

    /// Makes a mistake.
    pub(crate) fn change(&self, mutant: &Mutant) -> Result<Changed, Fault> {
        let file = self.folder.join("systems").join(&mutant.file);
        let original = std::fs::read_to_string(&file)?;
        std::fs::write(&file, mutant.made_in(&original)?)?;
        Ok(Changed { file, original })
    }

    /// The verdict of the verifier about the copy.
    pub(crate) fn verify(&self) -> Result<Verdict, Fault> {
        let output = self
            .command(&self.certus)
            .args(["certus", "verify"])
            .args(self.system.verified_packages())
            .args(["--lib", "--message-format=json", "--", "--hints", "off"])
            .output()?;
        let printed = String::from_utf8_lossy(&output.stdout);
        judge(output.status.code(), &printed).map_err(|reason| {
            let errors = String::from_utf8_lossy(&output.stderr);
            format!("{reason}\n{errors}").into()
        })
    }

    /// Whether the copy and its tests are programs.
    pub(crate) fn builds(&self) -> Result<bool, Fault> {
        Ok(self.cargo_test().arg("--no-run").status()?.success())
    }

    /// Runs the tests of usual size.
    pub(crate) fn test(&self) -> Result<Caught, Fault> {
        // A group of its own, because the tests start processes.
        let mut child = self.cargo_test().process_group(0).spawn()?;
        Ok(match wait(&mut child)? {
            Some(status) if status.success() => Caught::No,
            Some(_) => Caught::Yes,
            None => Caught::Hangs,
        })
    }

    fn cargo_test(&self) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = self.command(Path::new(&cargo));
        command.args(["test", "--quiet", "--tests"]).args(self.system.tested_packages());
        self.system.sizes.iter().for_each(|name| {
            command.env_remove(name);
        });
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target).stdin(Stdio::null());
        command
    }
}

/// Waits for a process; nothing if it was killed, with all that it started, because it took too long.
fn wait(child: &mut Child) -> Result<Option<ExitStatus>, Fault> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if began.elapsed() > PATIENCE {
            kill_process_group(Pid::from_child(child), Signal::KILL)?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What the verifier said, from its status and what it printed as JSON.
pub(crate) fn judge(status: Option<i32>, printed: &str) -> Result<Verdict, String> {
    let records = printed.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors: Vec<Value> = records.filter(|record| record["level"] == "error").collect();
    let code = |error: &Value| error["code"]["code"].as_str().unwrap_or("no code").to_owned();
    let mut codes: Vec<String> = errors.iter().map(code).collect();
    codes.sort();
    codes.dedup();
    // A proof that is not found within its budget is not accepted either.
    let is_of_proof = |code: &&String| code.starts_with("verify/") || code.starts_with("resource/");
    match (status, codes.iter().find(|code| !is_of_proof(code))) {
        (Some(0), None) if codes.is_empty() => Ok(Verdict::Survived),
        (Some(1), None) if !codes.is_empty() => Ok(Verdict::Rejected(codes)),
        (Some(_), Some(other)) => Ok(Verdict::DoesNotCompile(other.clone())),
        _ => Err(format!("the verifier ended with {status:?} and {} errors", errors.len())),
    }
}

/// The names of the systems that are copied, in order: all but those that measure, which nothing is built on.
fn copied(systems: &Path) -> Result<Vec<String>, Fault> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(systems)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|_| "the name of a system is no text")?;
        if entry.path().join("Cargo.toml").exists() && !name.ends_with("-bench") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// A manifest with absolute paths to what lies at this place from it.
fn absolute(text: &str, place: &str, root: &Path) -> Result<String, Fault> {
    let root = root.to_str().ok_or("the path of the tree is no text")?;
    Ok(text.replace(&format!("path = \"{place}"), &format!("path = \"{root}/")))
}

/// The manifest of the copy's workspace: that of the tree with the copied members, and absolute paths to what is not copied.
pub(crate) fn manifest(text: &str, root: &Path, copied: &[String]) -> Result<String, Fault> {
    let mut all = String::new();
    for line in text.lines() {
        let is_copied = copied.iter().any(|name| line.starts_with(&format!("{name} = ")));
        let line = if line.starts_with("members = ") {
            let members: Vec<String> = copied.iter().map(|name| format!("\"systems/{name}\"")).collect();
            format!("members = [{}]", members.join(", "))
        } else if line.starts_with("exclude = ") {
            continue;
        } else if is_copied {
            line.to_owned()
        } else {
            absolute(line, "", root)?
        };
        all += &line;
        all.push('\n');
    }
    Ok(all)
}

/// Copies a folder with its files and folders.
fn copy_folder(from: &Path, to: &Path) -> Result<(), Fault> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
