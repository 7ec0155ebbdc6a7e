//! Checks that the trusted code of the verified systems is in files with names for that.

use super::{File, Finding};

/// Constructs that make the verifier trust something.
const TRUSTING: &[&str] = &[
    "assume(",
    "admit(",
    "external_body",
    "verifier::external",
    "external_fn_specification",
    "assume_specification",
    "axiom fn",
];

/// Rule `trusted`: below `systems/NAME/src/` everything that is believed without a proof is in files named `*_t.rs`, and
/// verified ones are named `*_v.rs`, so that a reader sees from a list of files what to review.
pub(crate) fn check(file: &File) -> Vec<Finding> {
    let parts: Vec<&str> = file.path.split('/').collect();
    let ["systems", _, "src", .., name] = parts.as_slice() else { return Vec::new() };
    if !name.ends_with(".rs") || name.ends_with("_t.rs") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    if !name.ends_with("_v.rs") && !matches!(*name, "lib.rs" | "main.rs" | "mod.rs") {
        let message = "name it `*_v.rs` if it is verified, `*_t.rs` if something in it is trusted";
        findings.push(Finding::new(&file.path, 1, "trusted", message));
    }
    for (index, line) in file.text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if let Some(word) = TRUSTING.iter().find(|word| code.contains(**word)) {
            let message = format!("`{word}` in a verified file; what is trusted belongs into one named `*_t.rs`");
            findings.push(Finding::new(&file.path, index + 1, "trusted", message));
        }
    }
    findings
}
