//! What the tests that run the command have in common.
#![allow(dead_code, reason = "every test crate compiles all of this and uses a part of it")]

pub mod edits;
pub mod literate;
pub mod marks;
pub mod run;

use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// All files below a folder with the given extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A cache for one test in a folder: the solver and the libraries of the user's, which must be there, and no memory of runs.
pub fn own_cache(folder: &Path) -> PathBuf {
    let cache = folder.join("certus");
    std::fs::create_dir_all(&cache).expect("a cache");
    let home = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let user = home("XDG_CACHE_HOME").or_else(|| Some(home("HOME")?.join(".cache"))).map(|dir| dir.join("certus"));
    let user = home("CERTUS_CACHE_DIR").or(user).expect("a cache directory");
    for entry in std::fs::read_dir(user).expect("the user's cache").flatten() {
        let name = entry.file_name();
        if !matches!(name.to_str(), Some("verdicts-1" | "costs-1" | "runs-1" | "records-1") | None) {
            std::os::unix::fs::symlink(entry.path(), cache.join(name)).expect("a link");
        }
    }
    cache
}

/// Runs the trials with cargo's own options and result line, two at a time unless asked otherwise.
pub fn conclude(trials: Vec<libtest_mimic::Trial>) -> std::process::ExitCode {
    let mut arguments = libtest_mimic::Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(2));
    libtest_mimic::run(&arguments, trials).exit_code()
}
