//! The cache of verdicts as a user meets it: a second run asks no solver, says the same, and trusts no damaged file.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use support::own_cache;

const BIN: &str = env!("CARGO_BIN_EXE_certus");

/// Two functions that are proved and one that is not.
const PROGRAM: &str = "use vstd::prelude::*;
verus! {

fn double(x: u64) -> (r: u64)
    requires x < 1000,
    ensures r == 2 * x,
{
    x + x
}

fn halve(x: u64) -> (r: u64)
    ensures 2 * r <= x,
{
    x / 2
}

fn wrong(x: u64) -> (r: u64)
    requires x < 1000,
    ensures r > x, r > 0,
{
    x
}

} // verus!
fn main() {}
";

/// A cache of its own for one test, with the solver and the libraries of the user's.
struct Place {
    folder: PathBuf,
    program: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        let program = folder.join("program.rs");
        fs::write(&program, PROGRAM).expect("to write the program");
        // So that the solver and the libraries are there, whichever test is the first.
        let plain = Command::new(BIN).args(["verify", "--no-cache"]).arg(&program).output().expect("certus runs");
        assert_eq!(plain.status.code(), Some(1), "{plain:?}");
        own_cache(&folder);
        Place { folder, program }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(BIN);
        command.env("CERTUS_CACHE_DIR", self.folder.join("certus")).args(arguments);
        if arguments.first() == Some(&"verify") {
            command.arg("--message-format=json").arg(&self.program);
        }
        command.output().expect("certus runs")
    }

    /// What a run of `verify` says that must not depend on the cache, and the hits and misses.
    fn verify(&self, flags: &[&str]) -> (Vec<String>, (u64, u64)) {
        let output = self.run(&[&["verify"], flags].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut said = vec![format!("exit {:?}", output.status.code())];
        let mut used = (0, 0);
        for line in text.lines() {
            let mut record: Value = serde_json::from_str(line).expect("a record");
            if record["$message_type"] != "summary" {
                said.push(record.to_string());
                continue;
            }
            used = (record["cache"]["hits"].as_u64().unwrap_or(99), record["cache"]["misses"].as_u64().unwrap_or(99));
            for function in record["functions"].as_array_mut().into_iter().flatten() {
                function["time_ms"] = Value::Null;
            }
            said.push(record["functions"].to_string());
        }
        (said, used)
    }

    fn entries(&self) -> Vec<PathBuf> {
        let shards = fs::read_dir(self.folder.join("certus/verdicts-1")).into_iter().flatten().flatten();
        let files = shards.flat_map(|shard| fs::read_dir(shard.path()).into_iter().flatten().flatten());
        // A file whose name begins with a dot is still being written: it is no entry yet.
        files.filter(|file| !file.file_name().to_string_lossy().starts_with('.')).map(|file| file.path()).collect()
    }
}

#[test]
fn a_second_run_says_the_same_without_the_solver() {
    let place = Place::new("second_run");
    let (fresh, used) = place.verify(&["--cache=off"]);
    assert_eq!((place.entries().len(), used.0), (0, 0));
    assert!(fresh.iter().any(|line| line.contains("verify/postcondition")), "{fresh:?}");
    let (first, used) = place.verify(&[]);
    // Whether `double` can be called at all is one more question, and no obligation.
    assert_eq!((used.0, place.entries().len() as u64), (0, used.1 + 1));
    let all = used.1;
    let (second, used) = place.verify(&[]);
    assert_eq!(used, (all, 0));
    assert_eq!((&first, &second), (&fresh, &fresh));
    // Other bounds are other questions.
    assert_eq!(place.verify(&["--rlimit", "7"]).1.0, 0);
    let stats = String::from_utf8_lossy(&place.run(&["cache", "stats"]).stdout).into_owned();
    assert!(stats.contains(&format!("{} verdicts", place.entries().len())), "{stats}");
    assert_eq!(place.run(&["cache", "clear"]).status.code(), Some(0));
    assert_eq!(place.entries().len(), 0);
}

#[test]
fn an_edit_asks_about_what_it_changed() {
    let place = Place::new("edit");
    let all = place.verify(&[]).1.1;
    let edited = format!("// A line more.\n{}", PROGRAM.replace("x / 2", "x / 3"));
    fs::write(&place.program, edited).expect("to write the program");
    let (said, used) = place.verify(&[]);
    assert_eq!(used, (all - 1, 1));
    assert!(said.iter().any(|line| line.contains("\"line_start\":22")), "places are those of now: {said:?}");
}

#[test]
fn a_damaged_cache_changes_nothing_and_is_said() {
    let place = Place::new("damaged");
    let (fresh, used) = place.verify(&[]);
    for file in place.entries() {
        let mut bytes = fs::read(&file).expect("the entry");
        let last = bytes.len() - 3;
        bytes[last] ^= 1;
        fs::write(&file, bytes).expect("to write the entry");
    }
    let (mut damaged, again) = place.verify(&[]);
    assert_eq!(again, (0, used.1));
    let warning = damaged.iter().position(|line| line.contains("resource/cache") && line.contains("damaged"));
    damaged.remove(warning.expect("a warning"));
    assert_eq!(damaged, fresh);
    assert_eq!(place.verify(&[]), (fresh, (used.1, 0)), "the entries were mended");
}

#[test]
fn a_cache_that_must_know_everything_asks_no_solver() {
    let place = Place::new("enforce");
    let (fresh, used) = place.verify(&[]);
    let (same, hits) = place.verify(&["--cache=enforce"]);
    assert_eq!((same, hits.1), (fresh, 0));
    assert_eq!(used.1, hits.0);
    place.run(&["cache", "clear"]);
    let (said, _) = place.verify(&["--cache=enforce"]);
    assert_eq!(said.iter().filter(|line| line.contains("resource/not-cached")).count() as u64, 3, "{said:?}");
    assert!(said.iter().any(|line| line.contains("exit Some(1)")) && !said.join("").contains("\"verified\""));
    let (_, used) = place.verify(&["--cache=read-only"]);
    assert_eq!((used.0, place.entries().len()), (0, 0));
}

/// Whether the last run was done at all, or its summary was given again.
fn was_repeated(output: &Output) -> bool {
    let text = String::from_utf8_lossy(&output.stdout);
    let summary: Value = serde_json::from_str(text.lines().last().unwrap_or("")).expect("a summary");
    summary["times_ms"]["lower"].as_f64().expect("a time") > 0.0
}

#[test]
fn a_run_in_which_nothing_changed_is_not_repeated() {
    let place = Place::new("rerun");
    let right = PROGRAM.replace("r > x, r > 0", "r == x");
    let module = place.folder.join("m.rs");
    fs::write(&place.program, format!("mod m;\n{right}")).expect("to write the program");
    fs::write(&module, "pub const N: u64 = 1;").expect("to write the module");
    std::thread::sleep(std::time::Duration::from_millis(100));
    let (first, used) = place.verify(&[]);
    assert!(first[0].contains("Some(0)"), "{first:?}");
    assert!(!was_repeated(&place.run(&["verify"])));
    assert_eq!(place.verify(&[]), (first.clone(), (used.1, 0)), "with the same words");
    assert!(!was_repeated(&place.run(&["verify", "--jobs", "1", "--time", "--cache=enforce"])));
    // What may change the answer.
    for flags in [&["--rlimit", "9"][..], &["--edition", "2024"], &["--cfg", "x"], &["--audit"], &["--no-cache"]] {
        assert!(was_repeated(&place.run(&[&["verify"], flags].concat())), "{flags:?}");
    }
    let mut without_rustc = Command::new(BIN);
    without_rustc.env("CERTUS_CACHE_DIR", place.folder.join("certus")).env("RUSTC", "/nowhere/rustc");
    let output = without_rustc.arg("verify").arg(&place.program).output().expect("certus runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    fs::write(&module, "pub const N: u64 = 2;").expect("to write the module");
    assert!(was_repeated(&place.run(&["verify"])));
    fs::write(&module, "pub const N: u64 = -2;").expect("to write the module");
    assert_eq!(place.run(&["verify"]).status.code(), Some(1));
}

#[test]
fn a_run_that_said_something_or_read_more_is_repeated() {
    let place = Place::new("said");
    std::thread::sleep(std::time::Duration::from_millis(100));
    for _ in 0..2 {
        assert!(was_repeated(&place.run(&["verify"])), "a failure is said again");
    }
    let right = PROGRAM.replace("r > x, r > 0", "r == x");
    let text = place.folder.join("text.txt");
    fs::write(&text, "a").expect("to write the text");
    let reads = format!("{right}\nconst TEXT: &str = include_str!({text:?});\n");
    fs::write(&place.program, reads).expect("to write the program");
    std::thread::sleep(std::time::Duration::from_millis(100));
    for _ in 0..2 {
        let output = place.run(&["verify"]);
        assert!(was_repeated(&output) && output.status.code() == Some(0), "{output:?}");
    }
}

/// What explains a failure is asked of a smaller query, whose cost is not that of the function.
#[test]
fn the_cost_that_is_remembered_is_that_of_the_proof() {
    let place = Place::new("costs");
    // The recommendation is asked about in a query of its own.
    let program = "use vstd::prelude::*;
verus! {
spec fn tenth(x: int) -> int
    recommends x % 10 == 0,
{
    x / 10
}
proof fn wrong(x: int, y: int)
    requires y > 3,
{
    assert(y > 2 && x * 2 == x + x);
    assert(tenth(x) * 10 == x);
}
}
";
    fs::write(&place.program, program).expect("to write the program");
    let output = place.run(&["verify", "--hints=off"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("verify/recommends"), "{text}");
    let summary: Value = serde_json::from_str(text.lines().last().expect("a summary")).expect("a record");
    let function = &summary["functions"][0];
    let files: Vec<PathBuf> =
        fs::read_dir(place.folder.join("certus/costs-1")).expect("costs").flatten().map(|file| file.path()).collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let costs: Value = serde_json::from_slice(&fs::read(file).expect("the costs")).expect("JSON");
    let costs = costs.as_object().expect("an object");
    let [cost] = costs.values().collect::<Vec<_>>()[..] else { panic!("{costs:?}") };
    assert_eq!(cost, &function["resource"], "{costs:?}");
}

#[test]
fn an_interrupted_run_loses_no_verdict() {
    let place = Place::new("interrupted");
    let many: String = (0..60)
        .map(|k| {
            format!(
                "proof fn lemma_{k}(s: Seq<int>, t: Seq<int>) requires s.len() == {k}, ensures \
                 (s + t).push({k})[{k} + t.len() as int] == {k}, (s + t).len() >= {k} {{}}\n"
            )
        })
        .collect();
    fs::write(&place.program, format!("use vstd::prelude::*;\nverus! {{\n{many}}}\nfn main() {{}}\n"))
        .expect("to write");
    let mut command = Command::new(BIN);
    command.env("CERTUS_CACHE_DIR", place.folder.join("certus")).args(["verify", "--jobs", "1"]).arg(&place.program);
    let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("certus runs");
    while place.entries().len() < 5 && child.try_wait().expect("a child").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().expect("to kill it");
    child.wait().expect("it ends");
    let kept = place.entries().len() as u64;
    assert!((5..60).contains(&kept), "{kept}");
    let (said, used) = place.verify(&[]);
    assert_eq!(used, (kept, 60 - kept));
    assert!(said[0].contains("Some(0)") && said.len() == 2, "{said:?}");
}
