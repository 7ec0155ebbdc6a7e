//! `certus explain`: every code that the sources can give has a section in the guide, and every section is of a code.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands before the name of a code where one is made, and the class that it then has.
const MAKERS: [(&str, &str); 17] = [
    ("language(", "language"),
    ("unsupported(", "unsupported"),
    ("Class::Language,", "language"),
    ("Class::Unsupported,", "unsupported"),
    ("Class::Rust,", "rust"),
    ("Class::Resource,", "resource"),
    ("Class::Internal,", "internal"),
    ("Class::Verify,", "verify"),
    (".outside(", "language"),
    ("rust(", "rust"),
    ("let error = rust(", "rust"),
    ("let whole = error(", "language"),
    ("vec![error(", "language"),
    ("RewriteError::new(span,", "language"),
    ("RewriteError::new(*span,", "language"),
    ("name:", "unsupported"),
    ("self.internal(", "internal"),
];

/// All files with an extension below a folder.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

fn is_name(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The codes that a source file makes.
fn made(path: &Path, text: &str, codes: &mut BTreeMap<String, PathBuf>) {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let is_rewriter = path.components().any(|part| part.as_os_str() == "certus-rewrite");
    for (at, _) in text.match_indices('"') {
        let Some((name, _)) = text[at + 1..].split_once('"').filter(|(name, _)| is_name(name)) else { continue };
        let before = text[..at].trim_end();
        // The rewriter's codes stand behind the place.
        let line = before.rsplit(['\n', ';']).next().unwrap_or_default();
        let by_rewriter = is_rewriter && line.contains(".error(") && before.ends_with(',') && !line.contains('"');
        let class = MAKERS.iter().find(|(maker, _)| before.ends_with(maker)).map(|(_, class)| *class);
        let class = class.or(by_rewriter.then_some("language"));
        // A field `name:` is one of a code in the rewriter only.
        if let Some(class) = class.filter(|_| is_rewriter || !before.ends_with("name:")) {
            codes.entry(format!("{class}/{name}")).or_insert(path.to_owned());
        }
    }
}

/// The codes that a source file has as a whole.
fn whole(path: &Path, text: &str, codes: &mut BTreeMap<String, PathBuf>) {
    for part in text.split('"').skip(1).step_by(2) {
        let is_code = part.split_once('/').is_some_and(|(class, name)| class == "unsupported" && is_name(name));
        if is_code {
            codes.entry(part.to_owned()).or_insert(path.to_owned());
        }
    }
}

/// The codes that the chapters expect.
fn expected(path: &Path, text: &str, codes: &mut BTreeMap<String, PathBuf>) {
    for line in text.lines().filter(|line| line.contains("//~")) {
        let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || "-/".contains(c)));
        let classes = ["verify/", "language/", "unsupported/", "rust/", "resource/", "internal/"];
        for code in words.filter(|word| classes.iter().any(|class| word.starts_with(class))) {
            codes.entry(code.to_owned()).or_insert(path.to_owned());
        }
    }
}

fn all_codes() -> BTreeMap<String, PathBuf> {
    let root = support::root();
    let mut codes = BTreeMap::new();
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.join("src").is_dir() && !folder.ends_with("xtask") && !folder.ends_with("certus-diagnostics") {
            files(&folder.join("src"), "rs", &mut sources);
        }
    }
    sources.retain(|path| !path.ends_with("tests.rs"));
    for path in sources {
        let text = std::fs::read_to_string(&path).unwrap();
        made(&path, &text, &mut codes);
        whole(&path, &text, &mut codes);
    }
    let mut chapters = Vec::new();
    files(&root.join("tests/spec"), "md", &mut chapters);
    files(&root.join("docs/guide/src"), "md", &mut chapters);
    for path in chapters.into_iter().filter(|path| !path.ends_with("README.md")) {
        expected(&path, &std::fs::read_to_string(&path).unwrap(), &mut codes);
    }
    codes
}

/// The codes with a section.
fn sections() -> BTreeSet<String> {
    let mut pages = Vec::new();
    files(&support::root().join("docs/guide/src/codes"), "md", &mut pages);
    let mut found = BTreeSet::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for line in text.lines() {
            if let Some(code) = line.strip_prefix("## `").and_then(|rest| rest.strip_suffix('`')) {
                assert!(found.insert(code.to_owned()), "{code} has two sections");
            }
        }
    }
    found
}

fn explain(code: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_certus")).args(["explain", code]).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn every_code_has_a_section() {
    let (codes, sections) = (all_codes(), sections());
    // The list is not empty because nothing was found.
    assert!(codes.len() > 200, "{}", codes.len());
    let of_rustc = |code: &str| code.strip_prefix("rust/E").is_some_and(|digits| digits.parse::<u32>().is_ok());
    let missing: Vec<_> = codes.iter().filter(|(code, _)| !sections.contains(*code) && !of_rustc(code)).collect();
    assert!(missing.is_empty(), "codes without a section in docs/guide/src/codes: {missing:#?}");
}

#[test]
fn every_section_is_of_a_code() {
    let kinds: BTreeSet<String> =
        certus_vir::GoalKind::ALL.into_iter().map(|kind| format!("verify/{}", kind.name())).collect();
    let codes = all_codes();
    let stale: Vec<_> =
        sections().into_iter().filter(|code| !codes.contains_key(code) && !kinds.contains(code)).collect();
    assert!(stale.is_empty(), "sections of codes that nothing gives: {stale:?}");
}

/// A kind that no stage makes would have a section about something that cannot happen.
#[test]
fn every_kind_of_obligation_is_made() {
    let mut sources = Vec::new();
    files(&support::root().join("crates"), "rs", &mut sources);
    sources.retain(|path| !path.ends_with("goal.rs") && !path.components().any(|part| part.as_os_str() == "tests"));
    let sources: Vec<String> = sources.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for kind in certus_vir::GoalKind::ALL {
        let name = format!("GoalKind::{kind:?}");
        assert!(sources.iter().any(|text| text.contains(&name)), "{name} is nowhere made");
    }
}

/// The share of the sections with a program, in hundredths: these numbers may only get larger.
#[test]
fn most_sections_have_a_program() {
    for (page, least) in [("verify", 100), ("language", 88), ("unsupported", 58), ("rust", 89)] {
        let path = support::root().join(format!("docs/guide/src/codes/{page}.md"));
        let text = std::fs::read_to_string(path).unwrap();
        let sections: Vec<&str> = text.split("\n## `").skip(1).collect();
        let shown = sections.iter().filter(|section| section.contains("\n```rust")).count();
        assert!(shown * 100 >= sections.len() * least, "{page}: {shown} of {}", sections.len());
    }
}

#[test]
fn a_code_is_explained() {
    let (status, text) = explain("verify/overflow");
    assert_eq!(status, Some(0));
    assert!(text.starts_with("verify/overflow\n\nThe exact result") && text.contains("\nMended:\n"), "{text}");
    assert_eq!(explain("overflow"), (status, text));
    let (status, text) = explain("rust/E0382");
    assert_eq!(status, Some(0));
    assert!(text.contains("rustc --explain E0382"));
    for code in ["language/nothing-like-it", "nothing", "rust/E1", ""] {
        assert_eq!(explain(code).0, Some(2), "{code}");
    }
}
