//! Runs the literate tests of `tests/spec`: each program of each chapter is a test, named `chapter.md:line`.
//!
//! `SPEC_FILTER=text` keeps the chapters whose path contains the text; cargo's own filters work on the names.

mod support;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::Trial;
use support::literate::{self, Case};
use support::run;

fn main() -> ExitCode {
    let folder = support::root().join("tests/spec");
    let filter = std::env::var("SPEC_FILTER").unwrap_or_default();
    let mut trials = Vec::new();
    for chapter in support::files(&folder, "md") {
        let name = chapter.strip_prefix(&folder).unwrap_or(&chapter).to_string_lossy().replace('\\', "/");
        if name.contains(&filter) {
            trials.extend(trials_of(&name, &std::fs::read_to_string(&chapter).unwrap()));
        }
    }
    if trials.is_empty() {
        let nothing = || Err("no program was found, so nothing was tested".into());
        trials.push(Trial::test("tests/spec", nothing));
    }
    support::conclude(trials)
}

/// One test a program, or one that fails if the chapter cannot be read.
fn trials_of(name: &str, chapter: &str) -> Vec<Trial> {
    let path = format!("tests/spec/{name}");
    match literate::cases(chapter) {
        Err((line, reason)) => vec![Trial::test(name, move || Err(format!("{path}:{line}: {reason}").into()))],
        Ok(cases) => {
            let trial = |case: Case| {
                let path = path.clone();
                Trial::test(format!("{name}:{}", case.offset), move || Ok(check(&path, &case)?))
            };
            cases.into_iter().map(trial).collect()
        }
    }
}

/// Writes the program to a file of its own and verifies it.
fn check(path: &str, case: &Case) -> Result<(), String> {
    let stem = path.replace(|c: char| !c.is_alphanumeric(), "_");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spec").join(stem);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let program = folder.join(format!("line_{}.rs", case.offset));
    std::fs::write(&program, &case.program).map_err(|error| error.to_string())?;
    literate::judge(path, case, &run::verify(&program, &case.flags, &program))
}
