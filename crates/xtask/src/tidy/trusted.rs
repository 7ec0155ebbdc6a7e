//! Checks that the trusted code of the verified systems is in files with names for that, and that addresses are computed in
//! one file.

use super::{File, Finding};

/// Constructs that make the verifier trust something, or rustc.
const TRUSTING: &[&str] = &[
    "assume(",
    "admit(",
    "external_body",
    "verifier::external",
    "external_fn_specification",
    "external_type_specification",
    "external_trait_specification",
    "external_trait_extension",
    "assume_specification",
    "assume_termination",
    "axiom fn",
    "global size_of",
    "global layout",
    "unsafe ",
];

/// What begins the reason that the verifier's list of what is trusted shows for all of a file.
const REASON: &str = "//! trusted: ";

/// The files of `plog` that may have numbers in them: where things are, and how many bytes they take.
const LAYOUT: [&str; 2] = ["layout_v.rs", "size_spec_t.rs"];

/// What a file of a system is, by its name.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// `*_spec_t.rs`: specification alone.
    Specification,
    /// `*_t.rs`: something in it must be believed.
    Trusted,
    /// `*_v.rs`, and the roots of crates and modules.
    Verified,
}

/// Rules `trusted`, `layout` and `mock` on one file; see the functions.
pub(crate) fn check(file: &File) -> Vec<Finding> {
    let parts: Vec<&str> = file.path.split('/').collect();
    match parts.as_slice() {
        ["systems", system, "src", .., name] if name.ends_with(".rs") => {
            let mut findings = trusted(file, name);
            if *system == "plog" && !LAYOUT.contains(name) {
                findings.extend(layout(file));
            }
            findings
        }
        ["systems", _, "Cargo.toml"] => mock(file),
        _ => Vec::new(),
    }
}

/// Rule `trusted`: below `systems/NAME/src/` what must be believed is in files named `*_t.rs`, so that a reader sees from a list
/// of files what to read. Of these `*_spec_t.rs` have spec functions alone, and the others say at their heads what is trusted.
/// Verified files are named `*_v.rs`.
fn trusted(file: &File, name: &str) -> Vec<Finding> {
    let find = |line: usize, message: String| Finding::new(&file.path, line, "trusted", message);
    let kind = match name {
        _ if name.ends_with("_spec_t.rs") => Kind::Specification,
        _ if name.ends_with("_t.rs") => Kind::Trusted,
        _ => Kind::Verified,
    };
    let mut findings = Vec::new();
    if kind == Kind::Verified && !name.ends_with("_v.rs") && !matches!(name, "lib.rs" | "main.rs" | "mod.rs") {
        let message = "name it `*_v.rs` if it is verified, `*_t.rs` if something in it must be believed";
        findings.push(find(1, message.to_owned()));
    }
    if kind == Kind::Trusted && !file.text.lines().any(|line| line.starts_with(REASON)) {
        findings.push(find(1, format!("say in a line that begins with `{REASON}` what must be believed, and why")));
    }
    for (number, code) in code(&file.text) {
        let word = TRUSTING.iter().find(|word| code.contains(**word));
        if let Some(word) = word.filter(|_| kind != Kind::Trusted) {
            let word = word.trim_end();
            let message = match kind {
                Kind::Specification => format!("`{word}` in a file of specification alone; name such a file `*_t.rs`"),
                _ => format!("`{word}` in a verified file; what is trusted belongs into one named `*_t.rs`"),
            };
            findings.push(find(number, message));
        }
        if kind == Kind::Specification && has_other_function(code) {
            let message = "a `*_spec_t.rs` has spec functions alone; what is proved or runs belongs into another file";
            findings.push(find(number, message.to_owned()));
        }
    }
    findings
}

/// Rule `layout`: in `plog` no number but 0 and 1 stands outside of the layout, so that nothing is added to addresses elsewhere.
fn layout(file: &File) -> Vec<Finding> {
    let lines = code(&file.text).filter(|(_, code)| numbers(code).any(|number| !matches!(number, "0" | "1")));
    let message = "a number belongs into `layout_v.rs`, as a function that says what it is for";
    lines.map(|(number, _)| Finding::new(&file.path, number, "layout", message)).collect()
}

/// Rule `mock`: devices for tests are dependencies of tests alone.
fn mock(file: &File) -> Vec<Finding> {
    let mut section = "";
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        if line.starts_with('[') {
            section = line.trim();
        } else if line.starts_with("power-mock") && section != "[dev-dependencies]" {
            let message = "`power-mock` is for tests; name it below `[dev-dependencies]`";
            findings.push(Finding::new(&file.path, index + 1, "mock", message));
        }
    }
    findings
}

/// The lines without their comments, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(|line| line.split("//").next().unwrap_or_default()))
}

/// Whether a function begins in the line that is no spec function.
fn has_other_function(code: &str) -> bool {
    let words: Vec<&str> = code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
    words.iter().enumerate().any(|(index, word)| *word == "fn" && (index == 0 || words[index - 1] != "spec"))
}

/// The number literals of a line, without their types and without what is behind a dot, as in `pair.0`.
fn numbers(code: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = code.char_indices().filter(move |(at, c)| {
        let before = code[..*at].chars().next_back();
        c.is_ascii_digit() && !before.is_some_and(|b| is_word(b) || b == '.')
    });
    starts.map(move |(at, _)| {
        let word = code[at..].split(|c| !is_word(c)).next().unwrap_or_default();
        let is_decimal = !["0x", "0b", "0o"].iter().any(|base| word.starts_with(base));
        let digits = word.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        if is_decimal { digits } else { word }
    })
}
