//! `cargo xtask tidy`: the rules that a machine can check. Each breach prints as `path:line: rule: message`.
//!
//! Every rule works on texts in memory, so that its test is a few lines of source and the expected finding.

mod cycles;
mod fields;
mod manifest;
mod numbers;
mod paths;
mod rules;
mod source;
mod text;
mod tokens;
mod trusted;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use source::Source;

/// One text of the repository, by its path from the root with `/` between the parts.
pub(crate) struct File {
    /// The path, with `/` between its parts.
    pub(crate) path: String,
    /// The text of the file.
    pub(crate) text: String,
}

/// One breach of one rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// The path of the file.
    path: String,
    /// From 1.
    line: usize,
    /// The name of the rule.
    rule: &'static str,
    /// The description of the breach.
    message: String,
}

impl Finding {
    /// A breach of `rule` on a line of a file; lines are counted from 1.
    pub(crate) fn new(path: &str, line: usize, rule: &'static str, message: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, rule, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.path, self.line, self.rule, self.message)
    }
}

/// Reads the repository around this crate, prints the findings and the figures.
pub(crate) fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = match read(&root) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("tidy: cannot read the repository: {error}");
            return ExitCode::from(2);
        }
    };
    let (findings, figures) = check(&files);
    for finding in &findings {
        println!("{finding}");
    }
    println!("tidy: {} files, {figures}, {} findings", files.len(), findings.len());
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All rules over all files; the findings by path and line, and the figures in a sentence.
pub(crate) fn check(files: &[File]) -> (Vec<Finding>, String) {
    let mut findings: Vec<Finding> = files.iter().flat_map(text::check).collect();
    findings.extend(manifest::check(files));
    findings.extend(files.iter().flat_map(trusted::check));
    findings.extend(rules::check(files));
    let mut sources = Vec::new();
    for file in files.iter().filter(|file| is_ours(&file.path)) {
        match Source::parse(&file.path, &file.text) {
            Ok(source) => sources.push(source),
            Err(error) => findings.push(Finding::new(&file.path, error.line, "syntax", error.message)),
        }
    }
    mark_test_files(&mut sources);
    findings.extend(sources.iter().flat_map(tokens::check));
    findings.extend(cycles::check(&sources));
    findings.extend(fields::check(&sources));
    let (number_findings, figures) = numbers::check(&sources);
    findings.extend(number_findings);
    findings.sort();
    (findings, figures)
}

/// Whether a file is Rust that we maintain as part of the product; programs to be verified have rules of their own.
fn is_ours(path: &str) -> bool {
    path.starts_with("crates/") && path.ends_with(".rs")
}

/// A file declared by `#[cfg(test)] mod name;` is a test as a whole, and so is what lies below it.
fn mark_test_files(sources: &mut [Source]) {
    let roots: Vec<String> = sources.iter().flat_map(Source::test_module_roots).collect();
    for source in sources {
        let stem = source.path.trim_end_matches(".rs");
        let is_below = |root: &String| stem == root || stem.starts_with(&format!("{root}/"));
        source.is_test |= roots.iter().any(is_below);
    }
}

/// Reads every text file below `root` that is not built or hidden.
fn read(root: &Path) -> io::Result<Vec<File>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name();
            let path = folder.join(&name);
            if matches!(name.to_str(), Some(".git" | "target" | "node_modules")) {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                continue;
            } else if let Ok(text) = String::from_utf8(std::fs::read(entry.path())?) {
                let path = path.to_string_lossy().replace('\\', "/");
                found.insert(path.clone(), File { path, text });
            }
        }
    }
    Ok(found.into_values().collect())
}

/// The crate that a path belongs to: `certus-vc` of `crates/certus-vc/src/lib.rs`.
pub(crate) fn crate_of(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or("")
}

#[cfg(test)]
mod tests;
