//! `certus contradictions`: those that are planted are found, each by the question that it is for, and the library and the examples
//! have none that a small budget finds.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The exit status, what was found, and the summary.
fn run(file: &Path, arguments: &[&str]) -> (Option<i32>, Vec<Value>, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.arg("contradictions").arg(file).arg("--message-format=json").args(arguments);
    let output = command.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = records.pop().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(summary["$message_type"], "contradictions-summary", "{summary}");
    records.retain(|record| record["$message_type"] == "contradiction");
    (output.status.code(), records, summary)
}

/// A program in a file of its own.
fn program(name: &str, text: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contradictions");
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join(name);
    std::fs::write(&file, format!("use vstd::prelude::*;\nverus! {{\n{text}\n}}\nfn main() {{}}\n")).unwrap();
    file
}

/// What was found of a program: which question, which kind, and what is written there.
fn found(name: &str, text: &str) -> Vec<[String; 3]> {
    let (status, found, _) = run(&program(name, text), &["--seeds=2", "--times=1"]);
    assert_eq!(status, Some(i32::from(!found.is_empty())));
    assert!(found.iter().all(|one| one["seeds"] == serde_json::json!([0, 1])), "{found:?}");
    let words = |one: &Value| ["question", "kind", "text"].map(|field| one[field].as_str().unwrap().to_owned());
    found.iter().map(words).collect()
}

/// Each is right for itself.
const AXIOMS: &str = "
uninterp spec fn f<A>(x: A) -> int;
uninterp spec fn g<A>(x: A, y: A) -> int;
broadcast axiom fn axiom_f<A>(x: A)
    requires x == x,
    ensures #[trigger] f(x) > 0;
broadcast axiom fn axiom_g<A>(x: A, y: A)
    ensures f(x) + (#[trigger] g(x, y)) < g(y, x), f(x) < 0;
";

#[test]
fn two_axioms_that_nobody_uses_are_found_around_the_trigger_that_reaches_both() {
    let found = found("axioms.rs", AXIOMS);
    let questions: Vec<&str> = found.iter().map(|[question, ..]| question.as_str()).collect();
    // Of `f(x)` alone only one of them says anything. A call of the other one says what it says.
    assert_eq!(questions, ["contracts", "triggers"], "{found:?}");
}

#[test]
fn two_groups_that_contradict_each_other_are_found_and_neither_of_them_alone() {
    let groups = "
uninterp spec fn f(x: int) -> int;
broadcast proof fn lemma_f(x: int)
    ensures #[trigger] f(x) > 0,
{
    admit(); // trusted: planted, one half of the contradiction that is to be found
}
broadcast proof fn lemma_h(s: Seq<int>)
    ensures f(#[trigger] s.len() as int) == 0,
{
    admit(); // trusted: planted, the other half
}
broadcast group group_one { lemma_f }
broadcast group group_other { lemma_h }
";
    let (status, found, _) = run(&program("groups.rs", groups), &["--seeds=1", "--times=1", "--only=groups"]);
    let names: Vec<&str> = found.iter().map(|one| one["function"].as_str().unwrap()).collect();
    assert_eq!(status, Some(1));
    assert!(
        !names.is_empty() && names.iter().all(|n| n.contains("group_one") && n.contains("group_other")),
        "{names:?}"
    );
}

#[test]
fn contracts_that_nothing_meets_are_found() {
    let found = found(
        "contracts.rs",
        "
#[verifier::external_body]
fn wrong(x: u8) -> (r: u8)
    requires x > 3,
    ensures r > x, r < x,
{
    x
}
mod plain {
    #[verifier::external]
    pub fn least(v: u64) -> u64 { v }
}
pub assume_specification[ plain::least ](v: u64) -> (r: u64)
    ensures r + 1 == v;
#[verifier::external_body]
fn never() -> (r: u8)
    ensures false,
{
    loop {}
}",
    );
    let questions: Vec<&str> = found.iter().map(|[question, ..]| question.as_str()).collect();
    // `least(0)` has no result, but `least(1)` has one: what is asked is whether all calls contradict the contract.
    assert_eq!(questions, ["contracts"], "{found:?}");
}

#[test]
fn contexts_are_told_apart_by_where_they_become_contradictory() {
    let found = found(
        "contexts.rs",
        "
uninterp spec fn f(x: int) -> int;
axiom fn axiom_f(x: int)
    ensures f(x) > x, f(x + 1) < x;
proof fn by_a_call(x: int)
    ensures f(x) > 0,
{
    axiom_f(x);
    axiom_f(x + 1);
    assert(f(x) > 0);
}
proof fn by_a_branch(x: int)
    requires x > 3,
    ensures x > 2,
{
    if x < 2 {
        assert(x > 7);
    }
}
proof fn meant(x: int)
    requires x > 3,
    ensures x > 2,
{
    if x < 2 {
        assert(x > 7);
        assert(false);
    }
    assert forall|y: int| #[trigger] f(y) > 0 && y > x implies y > 3 by {
        if y < 3 {
            assert(y > x);
            assert(false);
        }
    }
}
fn by_preconditions(x: u8)
    requires x > 3, x < 3,
{
    let y = x + 1;
}",
    );
    let expected = [
        ["contexts", "contradiction", "f(x) > x"],
        ["contexts", "unreachable", "x < 2"],
        ["contexts", "contradiction", "x < 3"],
    ];
    assert_eq!(found, expected.map(|one| one.map(str::to_owned)));
}

#[test]
fn examples_have_none() {
    for name in ["linked_list.rs", "delegation_map.rs", "distributed_lock_epr.rs", "page_table_entry.rs"] {
        let (status, found, summary) = run(&root().join("examples").join(name), &["--times=1", "--seeds=1"]);
        assert_eq!((status, found.len()), (Some(0), 0), "{name}: {found:?}");
        assert!(summary["questions"]["contexts"]["places"].as_u64().unwrap() > 5, "{summary}");
        assert_eq!(summary["questions"]["contexts"]["unanswered"], 0, "{summary}");
    }
}

#[test]
fn the_groups_of_the_library_do_not_contradict_each_other() {
    let arguments = ["--is-vstd", "--only=groups", "--seeds=1", "--times=1", "--rlimit=0.003", "--every=15"];
    let (status, found, summary) = run(&root().join("vstd/lib.rs"), &arguments);
    assert_eq!((status, found.len()), (Some(0), 0), "{found:?}");
    let groups = &summary["questions"]["groups"];
    // A part of each with each, twice.
    assert!(groups["places"].as_u64().unwrap() > 200, "{summary}");
    assert_eq!(groups["left_out"], serde_json::json!([]));
}
