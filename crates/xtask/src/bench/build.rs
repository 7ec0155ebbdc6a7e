//! The binary that is measured.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Fault;

/// Names a binary to measure instead of building one, to compare two versions.
const OVERRIDE: &str = "CERTUS_BIN";

/// Builds the command in release, and returns its path. Cargo's progress and errors go to the terminal.
pub(crate) fn binary(root: &Path) -> Result<PathBuf, Fault> {
    if let Some(path) = std::env::var_os(OVERRIDE) {
        return Ok(PathBuf::from(path).canonicalize()?);
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--package", "certus", "--message-format=json-render-diagnostics"])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("the command does not build".into());
    }
    executable(&String::from_utf8_lossy(&output.stdout), "certus")
        .ok_or_else(|| "cargo built no executable `certus`".into())
}

/// The executable of this name in cargo's messages.
pub(crate) fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let records = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut built = records.filter(|record| record["target"]["name"] == name);
    built.find_map(|record| record["executable"].as_str().map(PathBuf::from))
}
