//! `certus stats`: counts the lines of trusted code, proofs and code in a crate, as papers about verified systems do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use certus_diagnostics::Summary;
use certus_rewrite::LineKind;
use serde_json::json;

use crate::cli;
use crate::output::MessageFormat;
use crate::terminal::{errln, outln};

/// All lines were counted.
const COUNTED: u8 = 0;

/// A file cannot be parsed as Rust.
const MALFORMED: u8 = 1;

/// A file cannot be read.
const MISSING: u8 = 2;

/// The number of lines of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    trusted: usize,
    proof: usize,
    code: usize,
    /// `use`, `mod`, `verus!` itself.
    frame: usize,
}

impl Counts {
    fn of(lines: &[Option<LineKind>]) -> Counts {
        let count = |kind| lines.iter().filter(|line| **line == Some(kind)).count();
        Counts {
            trusted: count(LineKind::Trusted),
            proof: count(LineKind::Proof),
            code: count(LineKind::Code),
            frame: count(LineKind::Frame),
        }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            trusted: self.trusted + other.trusted,
            proof: self.proof + other.proof,
            code: self.code + other.code,
            frame: self.frame + other.frame,
        }
    }

    /// The proof-to-code ratio: lines of proof for each line of code. `None` without code.
    fn ratio(self) -> Option<f64> {
        (self.code > 0).then(|| self.proof as f64 / self.code as f64)
    }
}

/// Counts the lines of crates, and returns the exit status.
pub(crate) fn stats(options: &cli::Stats) -> u8 {
    let mut crates = Vec::new();
    for root in &options.files {
        let files = match certus_frontend::files(root) {
            Ok(files) => files,
            Err(error) => {
                errln!("error: {error}");
                return MISSING;
            }
        };
        match count(root, &files) {
            Ok(counted) => crates.push((root, counted)),
            Err(message) => {
                errln!("error: {message}");
                return MALFORMED;
            }
        }
    }
    match options.message_format {
        MessageFormat::Human => print_table(&crates),
        MessageFormat::Json => print_json(&crates),
    }
    COUNTED
}

/// The counts of each file of a crate, by the path to show. `Err` is a message for the user.
fn count(root: &Path, files: &BTreeMap<PathBuf, String>) -> Result<Vec<(String, Counts)>, String> {
    let mut counted = Vec::new();
    for (path, text) in files {
        let shown = shown(path, root);
        // By convention, a file whose name ends with `_t.rs` is trusted as a whole.
        let is_trusted = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_t"));
        let lines = certus_rewrite::lines(text, is_trusted).map_err(|error| {
            let place = error.span.start();
            format!("{shown}:{}:{}: {}", place.line, place.column + 1, error.message)
        })?;
        counted.push((shown, Counts::of(&lines)));
    }
    Ok(counted)
}

/// The path of a file relative to the user's directory, in the style of the given root file.
fn shown(path: &Path, root: &Path) -> String {
    let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
    let inside = absolute.parent().and_then(|dir| path.strip_prefix(dir).ok());
    match (inside, root.parent()) {
        (Some(inside), Some(dir)) => dir.join(inside).display().to_string(),
        _ => path.display().to_string(),
    }
}

fn total(files: &[(String, Counts)]) -> Counts {
    files.iter().fold(Counts::default(), |sum, (_, counts)| sum.plus(*counts))
}

/// Prints a table with one row for each file, and one for each crate.
fn print_table(crates: &[(&PathBuf, Vec<(String, Counts)>)]) {
    let names = crates.iter().flat_map(|(root, files)| {
        files.iter().map(|(name, _)| name.len() + 2).chain([root.display().to_string().len()])
    });
    let width = names.chain(["total".len()]).max().unwrap_or_default();
    let row = |name: &str, counts: Counts| {
        let ratio = counts.ratio().map_or("-".to_string(), |ratio| format!("{ratio:.1}"));
        let Counts { trusted, proof, code, frame } = counts;
        outln!("{name:width$} {trusted:>8} {proof:>8} {code:>8} {frame:>8} {ratio:>6}");
    };
    outln!("{:width$} {:>8} {:>8} {:>8} {:>8} {:>6}", "lines", "trusted", "proof", "code", "other", "P/C");
    for (root, files) in crates {
        row(&root.display().to_string(), total(files));
        for (name, counts) in files.iter().filter(|_| files.len() > 1) {
            row(&format!("  {name}"), *counts);
        }
    }
    if crates.len() > 1 {
        row("total", crates.iter().fold(Counts::default(), |sum, (_, files)| sum.plus(total(files))));
    }
}

fn print_json(crates: &[(&PathBuf, Vec<(String, Counts)>)]) {
    let record = |kind: &str, root: &str, file: Option<&str>, counts: Counts| {
        let record = json!({
            "$message_type": kind,
            "schema": Summary::SCHEMA,
            "crate": root,
            "file_name": file,
            "trusted": counts.trusted,
            "proof": counts.proof,
            "code": counts.code,
            "other": counts.frame,
            "proof_for_each_line_of_code": counts.ratio(),
        });
        outln!("{record}");
    };
    for (root, files) in crates {
        let root = root.display().to_string();
        files.iter().for_each(|(name, counts)| record("lines-of-file", &root, Some(name), *counts));
        record("lines-of-crate", &root, None, total(files));
    }
}
