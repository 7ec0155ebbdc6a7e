//! Rules for every file, whatever its language: nothing of one machine gets into the repository.

use super::{File, Finding};

/// Texts that belong to a machine or a registry, and why they must not appear. They are spelled in two parts so that
/// this table does not find itself.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("index.", "crates.io", REGISTRY),
    ("static.", "crates.io", REGISTRY),
    ("pypi.", "org", REGISTRY),
    ("files.python", "hosted.org", REGISTRY),
    ("registry.", "npmjs.org", REGISTRY),
    ("proxy.golang", ".org", REGISTRY),
    ("artif", "actory", REGISTRY),
    ("/wo", "rk/", "a path of one machine; use a path from the repository's root"),
];

const REGISTRY: &str = "the host of a package registry; the user's own cargo and pip know where theirs are";

/// Rule `machine`.
pub(crate) fn check(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for (first, second, reason) in FORBIDDEN {
            let text = format!("{first}{second}");
            if line.contains(&text) {
                let message = format!("`{text}` is {reason}");
                findings.push(Finding::new(&file.path, index + 1, "machine", message));
            }
        }
    }
    findings
}
