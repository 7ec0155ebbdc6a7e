//! Warnings of proofs that say nothing: where there must be none, and that an answer of "nothing found" is kept.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Runs the command on a program, with a cache of its own; the codes and lines of its diagnostics, and the summary.
fn run(name: &str, text: &str, arguments: &[&str]) -> (Vec<(String, u64)>, Value) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vacuity").join(name);
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("program.rs");
    std::fs::write(&file, format!("use vstd::prelude::*;\nverus! {{\n{text}\n}}\nfn main() {{}}\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.args(["verify", "--message-format=json"]).args(arguments).arg(&file);
    let output = command.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = records.pop().unwrap();
    let place = |record: &Value| {
        let code = record["code"]["code"].as_str().unwrap().to_owned();
        (code, record["spans"][0]["line_start"].as_u64().unwrap() - 2)
    };
    (records.iter().map(place).collect(), summary)
}

/// Nothing here is a reason for a warning, however much is looked for.
const MEANT: &str = r#"
proof fn lemma_by_contradiction(x: int)
    requires x > 3,
    ensures x > 2,
{
    if !(x > 2) {
        assert(x <= 2);
        assert(false);
    }
}
fn arm(x: Option<u8>) -> (r: u8)
    requires x is Some,
    ensures r == x->0,
{
    match x {
        Some(y) => y,
        None => {
            assert(false);
            unreached()
        }
    }
}
fn panics(x: u8) -> (r: u8)
    requires x < 10,
    ensures r == x,
{
    if x > 20 {
        unreached()
    }
    x
}
#[verifier::exec_allows_no_decreases_clause]
fn forever() -> !
{
    let mut x: u8 = 0;
    loop {
        x = if x < 10 { x + 1 } else { 0 };
    }
}
fn leaves(v: &Vec<u8>) -> (r: Option<usize>)
    ensures r matches Some(i) ==> i < v.len() && v[i as int] == 0,
{
    let mut i: usize = 0;
    while i < v.len()
        invariant i <= v.len(),
        decreases v.len() - i,
    {
        if v[i] == 0 {
            return Some(i);
        }
        i = i + 1;
    }
    None
}
fn increase(x: &mut u8)
    requires *old(x) < 100,
    ensures *final(x) == *old(x) + 1,
{
    *x = *x + 1;
}
proof fn lemma_true(x: int)
    requires x > 3,
    ensures x > 2,
{
}
#[verifier::allow(vacuous)]
fn allowed(x: u8) -> (r: u8)
    requires x < 10,
    ensures x < 11,
{
    if x > 20 {
        return 1;
    }
    0
}
"#;

#[test]
fn what_is_meant_gets_no_warning() {
    let (found, summary) = run("meant", MEANT, &["--vacuity=full", "--no-cache"]);
    assert_eq!((found, &summary["errors"]), (Vec::new(), &0.into()));
    // Without the attribute there are two, so they were looked for.
    let without = MEANT.replace("#[verifier::allow(vacuous)]", "");
    let (found, _) = run("not_allowed", &without, &["--vacuity=full", "--no-cache"]);
    let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(codes, ["verify/unreachable-code", "verify/empty-ensures"]);
}

const EMPTY: &str = "fn f(x: u8)
    requires x > 3, x < 3,
{
    if x > 9 {
        let y = x;
    }
}
fn g(x: u8) -> (r: u8)
    requires x < 10,
    ensures x < 20,
{
    x
}";

#[test]
fn a_mode_says_what_is_looked_for() {
    let contradiction = ("verify/contradictory-requires".to_owned(), 2);
    let (found, summary) = run("on", EMPTY, &["--no-cache"]);
    // A warning is no failure.
    assert_eq!(
        (&found, &summary["verified"], &summary["errors"]),
        (&vec![contradiction.clone()], &2.into(), &0.into())
    );
    assert_eq!(run("off", EMPTY, &["--no-cache", "--vacuity=off"]).0, []);
    let (found, _) = run("full", EMPTY, &["--no-cache", "--vacuity=full"]);
    // Where nothing can be called nothing more is said.
    assert_eq!(found, [contradiction, ("verify/empty-ensures".to_owned(), 10)]);
}

#[test]
fn what_is_not_proved_is_not_looked_at() {
    let wrong = "fn wrong(x: u8) requires x > 3, ensures x > 2 { if x > 255 { let y = 1; } assert(x > 4); }";
    let text = format!("{EMPTY}\n{wrong}");
    let (found, _) = run("fails", &text, &["--no-cache", "--vacuity=full"]);
    let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(codes, ["verify/assert", "verify/contradictory-requires", "verify/empty-ensures"]);
}

#[test]
fn questions_on_the_side_are_kept_and_do_not_count() {
    // No two runs of the tests have the same queries.
    let salt = std::process::id();
    let text = format!("fn f(x: u32) requires x > {salt}, x < {} {{ assert(x != {salt}); }}", salt + 100);
    for mode in ["--vacuity=on", "--vacuity=full"] {
        // A function that is selected is asked about, however little has changed.
        let (found, first) = run("kept", &text, &[mode, "--function=f"]);
        assert_eq!(found, []);
        let (_, second) = run("kept", &format!("{text} // again"), &[mode, "--function=f"]);
        let number = |summary: &Value, what: &str| summary["cache"][what].as_u64().unwrap();
        assert_eq!(number(&first, "hits") + number(&first, "misses"), 1, "{first}");
        assert_eq!((number(&second, "hits"), number(&second, "misses")), (1, 0), "{second}");
    }
}
