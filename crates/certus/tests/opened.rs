//! Seeded bugs in what predicates say: the error names the conjunct that fails, at the bottom of the definitions.
//!
//! `opened/seeds.txt` has programs that verify, with names for the conjuncts of their predicates (`«name:conjunct»`), and for
//! each program changes (`--- name | old => new`) after which the conjunct of that name is the first that is not proved.

mod support;

use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Failed, Trial};

use support::run::{Run, verify};

/// The beginnings of the label at a conjunct.
const SHOWN: [&str; 2] = ["this conjunct is not proved", "this is not known to be false"];

/// A program, with the ranges of its conjuncts in bytes.
#[derive(Clone)]
struct Program {
    text: String,
    conjuncts: Vec<(String, std::ops::Range<usize>)>,
}

/// Takes the names out of a program.
fn without_names(marked: &str) -> Program {
    let mut text = "use vstd::prelude::*;\nverus! {\n".to_owned();
    let (mut conjuncts, mut open) = (Vec::new(), Vec::new());
    let mut rest = marked;
    while let Some(at) = rest.find(['«', '»']) {
        text.push_str(&rest[..at]);
        match rest[at..].strip_prefix('«') {
            Some(inner) => {
                let (name, after) = inner.split_once(':').expect("a name");
                open.push((name.to_owned(), text.len()));
                rest = after;
            }
            None => {
                let (name, start) = open.pop().expect("the beginning of a conjunct");
                conjuncts.push((name, start..text.len()));
                rest = &rest[at + '»'.len_utf8()..];
            }
        }
    }
    text.push_str(rest);
    text.push_str("\n}\nfn main() {}\n");
    Program { text, conjuncts }
}

/// Verifies a program.
fn run(name: &str, text: &str) -> Run {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("opened");
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join(format!("{}.rs", name.replace([' ', ':', '/'], "_")));
    std::fs::write(&file, text).unwrap();
    verify(&file, &[], &file)
}

/// The program itself is proved.
fn accepted(name: &str, marked: &str) -> Result<(), Failed> {
    let faults = run(name, &without_names(marked).text).faults(0);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// After a change, the conjunct of this name is what the error shows, and nothing else.
fn shown(name: &str, marked: &str, conjunct: &str, old: &str, new: &str) -> Result<(), Failed> {
    if marked.matches(old).count() != 1 {
        return Err(format!("`{old}` is there {} times", marked.matches(old).count()).into());
    }
    let program = without_names(&marked.replacen(old, new, 1));
    let run = run(name, &program.text);
    let named = |range: &std::ops::Range<usize>| {
        let known = program.conjuncts.iter().find(|(_, of)| of == range).map(|(name, _)| name.clone());
        known.unwrap_or_else(|| format!("`{}`", program.text.get(range.clone()).unwrap_or("?")))
    };
    let labels = run.of_level("error").flat_map(|error| &error.labels);
    let found = labels.filter(|(_, text)| SHOWN.iter().any(|shown| text.starts_with(shown)));
    let found: Vec<String> = found.map(|(range, _)| named(range)).collect();
    if found == [conjunct] {
        return Ok(());
    }
    let printed: Vec<&str> = run.diagnostics.iter().map(|one| one.rendered.as_str()).collect();
    Err(format!("shown: {}\n{}\n{}", found.join(", "), printed.join("\n"), run.stderr).into())
}

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for block in include_str!("opened/seeds.txt").split("=== ").skip(1) {
        let (title, rest) = block.split_once('\n').expect("a program");
        let (title, mut parts) = (title.to_owned(), rest.split("\n--- "));
        let marked = parts.next().unwrap_or("").to_owned();
        for (number, seed) in parts.enumerate() {
            let (conjunct, change) = seed.trim_end().split_once(" | ").expect("the name of a conjunct");
            let (old, new) = change.split_once("=>").expect("a change");
            let (conjunct, old, new) = (conjunct.to_owned(), old.trim().to_owned(), new.trim().to_owned());
            let (name, marked) = (format!("{title} {number} {conjunct}"), marked.clone());
            let name_ = name.clone();
            trials.push(Trial::test(name, move || shown(&name_, &marked, &conjunct, &old, &new)));
        }
        let name = format!("{title} as it is");
        let name_ = name.clone();
        trials.push(Trial::test(name, move || accepted(&name_, &marked)));
    }
    support::conclude(trials)
}
