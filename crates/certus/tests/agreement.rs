//! A run without the cache, the first one with a fresh cache, and a rerun agree: the same status, and the same diagnostics at
//! the same places. Over a sample of the programs of the chapters, every one of which has a function that fails beside others
//! that may be settled by then.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;
use support::{literate, own_cache};

/// So many of the programs that qualify are tried.
const SAMPLE: usize = 16;

/// The first token of a clause is written behind a parenthesis that stands for it, once the file is loaded without the body
/// of the function that is proved.
const CLAUSES: &str = "use vstd::prelude::*;
verus! {
fn settled(x: u8) -> (r: u8)
    ensures r == x,
{
    x
}
fn fails(n: u8, v: Vec<u8>) {
    let mut i: u8 = 0;
    loop
        invariant
            v.len() > 300,
            n > 9,
        decreases n - i,
    {
        i = settled(i);
    }
}
}
";

/// A proved function with others in its body: these are counted too.
const INNER: &str = "use vstd::prelude::*;
verus! {
fn outer() -> (r: u8)
    ensures r == 3,
{
    struct S { x: u8 }
    impl S { fn get(&self) -> (r: u8) ensures r == self.x { self.x } }
    fn three() -> (r: u8) ensures r == 3 { 3 }
    let s = S { x: three() };
    s.get()
}
fn fails(n: u8) {
    assert(n > 3);
}
}
";

/// What a run says of a program: its status, and of each diagnostic all but what is added to explain it.
fn said(file: &Path, cache: &Path, flags: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.env("CERTUS_CACHE_DIR", cache).args(["verify", "--message-format=json"]).args(flags).arg(file);
    let output = command.output().expect("certus runs");
    let mut said = vec![format!("exit {:?}", output.status.code())];
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        match record["$message_type"] == "summary" {
            true => said.push(format!("{} {}", record["verified"], record["errors"])),
            false => {
                // What was tried by then depends on the time.
                record["children"] = Value::Null;
                record["rendered"] = Value::Null;
                said.push(record.to_string());
            }
        }
    }
    said
}

/// The differences between the runs of a program, and how many diagnostics it has.
fn compare(name: &str, program: &str) -> (Vec<String>, usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement").join(name.replace(['/', ':', '.'], "_"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("program.rs");
    fs::write(&file, program).expect("written");
    let cache = own_cache(&folder);
    let alone = said(&file, &cache, &["--cache=off"]);
    let differs = |which: &str| {
        let other = said(&file, &cache, &[]);
        (other != alone).then(|| format!("{name}: {which}\n{}\nnot\n{}", other.join("\n"), alone.join("\n")))
    };
    let found = ["with a fresh cache", "again"].into_iter().filter_map(differs).collect();
    (found, alone.len() - 2)
}

/// The programs of the chapters in which something is not proved beside something that is.
fn programs() -> Vec<(String, String)> {
    let folder = support::root().join("tests/spec");
    let mut all = Vec::new();
    for chapter in support::files(&folder, "md") {
        let text = fs::read_to_string(&chapter).expect("a chapter");
        let stem = chapter.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in literate::cases(&text).expect("it can be read") {
            let fails = case.expected.iter().any(|one| one.code.starts_with("verify/"));
            let is_only_proof = case.expected.iter().all(|one| one.code.starts_with("verify/"));
            if case.flags.is_empty() && fails && is_only_proof && case.program.matches("fn ").count() > 1 {
                all.push((format!("{stem}:{}", case.offset), case.program));
            }
        }
    }
    let step = (all.len() / SAMPLE).max(1);
    all.into_iter().step_by(step).collect()
}

#[test]
fn runs_with_and_without_the_cache_agree() {
    let mut all = programs();
    assert!(all.len() >= SAMPLE, "{} programs", all.len());
    all.push(("clauses".to_owned(), CLAUSES.to_owned()));
    all.push(("inner".to_owned(), INNER.to_owned()));
    // So that the solver and the libraries are there.
    let ready: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement-ready.rs");
    fs::write(&ready, "fn main() {}\n").expect("written");
    let plain = Command::new(env!("CARGO_BIN_EXE_certus")).arg("verify").arg(&ready).output().expect("certus runs");
    assert!(plain.status.success(), "{plain:?}");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let Some((name, program)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            results.push(compare(name, program));
        }
        results
    };
    let results: Vec<(Vec<String>, usize)> = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().expect("it does not panic")).collect()
    });
    assert_eq!(results.len(), all.len());
    assert!(results.iter().all(|(_, count)| *count > 0), "a program of the sample has no diagnostic");
    let faults: Vec<&String> = results.iter().flat_map(|(faults, _)| faults).collect();
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.iter().map(|f| &***f).collect::<Vec<_>>().join("\n\n")
    );
}
