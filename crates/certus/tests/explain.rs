//! `certus explain`, and that no code is left in the registry that nothing gives.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use certus_diagnostics::{Code, Internal, Language, Resource, Rust, Unsupported, Verify};

/// All sources below a folder, without what only tests read.
fn sources(folder: &Path, found: &mut Vec<String>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("tests") && !path.ends_with("certus-codes") && !path.ends_with("xtask") {
            sources(&path, found);
        } else if path.extension().is_some_and(|own| own == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push(text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned());
        }
    }
}

/// The text that makes a code in the sources: `Language::Mode`.
fn constant(code: &Code) -> String {
    match code {
        Code::Verify(code) => format!("Verify::{code:?}"),
        Code::Language(code) => format!("Language::{code:?}"),
        Code::Unsupported(code) => format!("Unsupported::{code:?}"),
        Code::Rust(code) => format!("Rust::{code:?}"),
        Code::Resource(code) => format!("Resource::{code:?}"),
        Code::Internal(code) => format!("Internal::{code:?}"),
        Code::Rustc(name) => panic!("{name} is not in the registry"),
    }
}

/// A code that no stage gives would have a section about something that cannot happen.
#[test]
fn every_code_is_given() {
    let mut all = Vec::new();
    sources(&support::root().join("crates"), &mut all);
    let is_given = |code: &Code| {
        let constant = constant(code);
        let is_whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        all.iter().any(|text| text.match_indices(&constant).any(|(at, _)| is_whole(&text[at + constant.len()..])))
    };
    let stale: Vec<String> = Code::all().filter(|code| !is_given(code)).map(|code| code.to_string()).collect();
    assert!(stale.is_empty(), "codes that nothing gives: {stale:?}");
    let counts = [Verify::ALL.len(), Resource::ALL.len(), Internal::ALL.len()];
    assert!(counts.iter().all(|count| *count > 5) && Language::ALL.len() > 100, "{counts:?}");
    assert!(Rust::ALL.len() > 30 && Unsupported::ALL.len() > 80);
}

/// A kind that no stage makes would have a code for something that cannot happen.
#[test]
fn every_kind_of_obligation_is_made() {
    let mut all = Vec::new();
    sources(&support::root().join("crates"), &mut all);
    all.retain(|text| !text.contains("pub enum GoalKind"));
    for kind in certus_vir::GoalKind::ALL {
        let name = format!("GoalKind::{kind:?}");
        assert!(all.iter().any(|text| text.contains(&name)), "{name} is nowhere made");
    }
}

fn explain(code: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_certus")).args(["explain", code]).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_code_is_explained() {
    let (status, text) = explain("verify/overflow");
    assert_eq!(status, Some(0));
    assert!(text.starts_with("verify/overflow\n\nThe exact result") && text.contains("\nCorrected:\n"), "{text}");
    assert_eq!(explain("overflow"), (status, text));
    let (status, text) = explain("rust/E0382");
    assert_eq!(status, Some(0));
    assert!(text.contains("rustc") && text.contains("moved"), "{text}");
    for code in ["language/nothing-like-it", "nothing", "rust/E1", ""] {
        assert_eq!(explain(code).0, Some(2), "{code}");
    }
}
