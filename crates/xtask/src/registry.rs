//! `cargo xtask registry`: verifies, builds and tests one package for each of the crates that programs use most.
//!
//! The packages are those of the workspace `tests/registry`, with the versions of its lock file. Some call their
//! dependency from verified code, through specifications; others only depend on many crates. Cargo fetches the crates, so
//! this needs a network or a cache that has them, and no test runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::Instant;

use serde_json::Value;

use crate::task::{self, Fault};

/// How the task is called.
pub(crate) const USAGE: &str = "cargo xtask registry [--only NAME]..";

/// The workspace of the packages.
const WORKSPACE: &str = "tests/registry";

/// What is done with each package.
const STEPS: [&str; 3] = ["verify", "build", "test"];

/// What to run.
#[derive(Debug, Default, PartialEq)]
struct Options {
    /// Parts of the names of packages; all if there are none.
    only: Vec<String>,
}

/// Runs the task.
pub(crate) fn main(words: &[&str]) -> ExitCode {
    task::end(options(words), USAGE, run)
}

fn options(words: &[&str]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match (*word, words.next()) {
            ("--only", Some(name)) => options.only.push((*name).to_string()),
            ("--only", None) => return Err("`--only` needs a part of a name".to_string()),
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(options)
}

/// One line for each package; true if all steps of all packages succeeded.
fn run(options: &Options) -> Result<bool, Fault> {
    let command = certus()?;
    let all = packages()?;
    let is_chosen = |name: &String| options.only.is_empty() || options.only.iter().any(|part| name.contains(part));
    let chosen: Vec<&String> = all.iter().filter(|name| is_chosen(name)).collect();
    if chosen.is_empty() {
        return Err("no package has such a name".into());
    }
    let mut failed = Vec::new();
    for (at, name) in chosen.iter().enumerate() {
        let mut line = format!("[{}/{}] {name}:", at + 1, chosen.len());
        for step in STEPS {
            let began = Instant::now();
            let output = take(&command, step, name)?;
            let seconds = began.elapsed().as_secs_f64();
            if output.status.success() {
                line.push_str(&format!(" {step} {seconds:.1} s"));
                continue;
            }
            line.push_str(&format!(" {step} FAILED"));
            println!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            failed.push(name.as_str());
            break;
        }
        println!("{line}");
    }
    match failed.is_empty() {
        true => println!("{} packages verified, built and tested", chosen.len()),
        false => println!("{} of {} packages failed: {}", failed.len(), chosen.len(), failed.join(", ")),
    }
    Ok(failed.is_empty())
}

/// One step with one package.
fn take(command: &Path, step: &str, name: &str) -> Result<Output, Fault> {
    let mut run = match step {
        "verify" => {
            let mut run = Command::new(command);
            run.arg("certus");
            run
        }
        _ => Command::new("cargo"),
    };
    run.current_dir(WORKSPACE).args([step, "--locked", "--color=never", "-p", name]);
    run.args(["--target-dir", "../../target/registry"]);
    Ok(run.output()?)
}

/// The command: that of the variable `CERTUS_BIN`, or a release build.
fn certus() -> Result<PathBuf, Fault> {
    if let Some(path) = std::env::var_os("CERTUS_BIN") {
        let beside = PathBuf::from(path).with_file_name("cargo-certus");
        return Ok(std::path::absolute(beside)?);
    }
    let built = Command::new("cargo").args(["build", "--release", "-q", "-p", "certus"]).status()?;
    match built.success() {
        true => Ok(std::path::absolute("target/release/cargo-certus")?),
        false => Err("the command could not be built".into()),
    }
}

/// The names of the packages of the workspace.
fn packages() -> Result<Vec<String>, Fault> {
    let args = ["metadata", "--locked", "--no-deps", "--format-version", "1"];
    let output = Command::new("cargo").current_dir(WORKSPACE).args(args).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut names: Vec<String> = packages.filter_map(|p| p["name"].as_str().map(str::to_string)).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert_eq!(options(&[]), Ok(Options::default()));
        let only = vec!["bytes".to_string(), "many".to_string()];
        assert_eq!(options(&["--only", "bytes", "--only", "many"]), Ok(Options { only }));
        assert!(options(&["--only"]).is_err() && options(&["--all", "x"]).is_err());
    }
}
