//! `certus stats`: counts the lines of trusted code, proofs and code in a crate, as papers about verified systems do.

use std::path::PathBuf;

use certus_diagnostics::Summary;
use certus_driver::lines::{CountError, Counts, count};
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

/// Counts the lines of crates, and returns the exit status.
pub(crate) fn stats(options: &cli::Stats) -> u8 {
    let mut crates = Vec::new();
    for root in &options.files {
        match count(root) {
            Ok(counted) => crates.push((root, counted)),
            Err(error) => {
                errln!("error: {error}");
                return if matches!(error, CountError::Read(_)) { MISSING } else { MALFORMED };
            }
        }
    }
    match options.message_format {
        MessageFormat::Human => print_table(&crates),
        MessageFormat::Json => print_json(&crates),
    }
    COUNTED
}

fn total(files: &[(String, Counts)]) -> Counts {
    Counts::total(files.iter().map(|(_, counts)| counts))
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
        row("total", Counts::total(&crates.iter().map(|(_, files)| total(files)).collect::<Vec<_>>()));
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
