//! `certus stability`: proofs of the examples hold in every variant, and what does not hold fails in every variant.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn run(file: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_certus")).arg("stability").arg(file).args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn records(file: &Path, arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = run(file, &[&["--message-format=json"], arguments].concat());
    let records = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code(), records)
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// A program in a file of its own.
fn program(name: &str, text: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stability");
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join(name);
    std::fs::write(&file, format!("use vstd::prelude::*;\nverus! {{\n{text}\n}}\nfn main() {{}}\n")).unwrap();
    file
}

#[test]
fn examples_are_proved_in_every_variant() {
    // A list, recursion, loops, bit vectors and EPR mode.
    for name in ["linked_list.rs", "tree.rs", "sum_loop.rs", "page_table_entry.rs", "distributed_lock_epr.rs"] {
        let (status, records) = records(&example(name), &["--variants=6"]);
        let (summary, functions) = records.split_last().unwrap();
        assert_eq!(status, Some(0), "{records:?}");
        assert!(!functions.is_empty());
        assert_eq!((&summary["unstable"], &summary["not_proved"]), (&0.into(), &0.into()));
        for function in functions {
            assert_eq!((&function["proved"], &function["is_stable"]), (&6.into(), &true.into()), "{function}");
            let units = &function["units"];
            assert!(units["min"].as_f64().unwrap() > 0.0 && units["min"].as_f64() <= units["median"].as_f64());
            assert!(units["median"].as_f64() <= units["max"].as_f64());
        }
    }
}

#[test]
fn what_is_wrong_is_proved_in_no_variant() {
    for name in ["linked_list_bug.rs", "tree_bug.rs", "sum_loop_bug.rs", "binary_search_bug.rs"] {
        let (status, records) = records(&example(name), &["--variants=9"]);
        assert_eq!(status, Some(1));
        let failing: Vec<&Value> = records.iter().filter(|one| one["is_proved"] == false).collect();
        assert!(!failing.is_empty());
        for function in failing {
            assert_eq!(function["proved"], 0, "{function}");
            assert_eq!(function["failing"].as_array().unwrap().len(), 9);
        }
        // What does not hold is not called unstable.
        assert_eq!(records.last().unwrap()["unstable"], 0);
    }
}

#[test]
fn a_proof_at_the_edge_of_its_budget_is_unstable() {
    let file = example("linked_list.rs");
    // Between the least and the most that its variants take.
    let (_, all) = records(&file, &["--function=main", "--variants=30"]);
    let units = &all[0]["units"];
    let between = (units["min"].as_f64().unwrap() + units["max"].as_f64().unwrap()) / 2.0;
    let rlimit = format!("--rlimit={}", between / 3_000_000.0);
    let (status, all) = records(&file, &["--function=main", "--variants=30", &rlimit]);
    let proved = all[0]["proved"].as_u64().unwrap();
    assert!(0 < proved && proved < 30, "{}", all[0]);
    assert_eq!(all[0]["is_stable"], false);
    assert_eq!(all[0]["failing"].as_array().unwrap().len() as u64, 30 - proved);
    assert_eq!(status, Some(1));
}

#[test]
fn a_third_of_the_variants_is_of_each_kind_and_the_table_says_which_failed() {
    let file = program("wrong.rs", "proof fn f(x: int) { assert(x > 0); }");
    let (_, all) = records(&file, &["--variants=60"]);
    let failing = all[0]["failing"].as_array().unwrap();
    for kind in ["shuffled", "renamed", "reseeded"] {
        let seeds: Vec<u64> =
            failing.iter().filter(|one| one["kind"] == kind).map(|one| one["seed"].as_u64().unwrap()).collect();
        assert_eq!(seeds, (1..=20).collect::<Vec<u64>>());
    }
    let text = out(&run(&file, &["--variants=3"]));
    assert!(text.contains("0/3") && text.contains("wrong::f (not proved as written)"), "{text}");
    let last = "1 function in 3 variants: 0 unstable, 0 with a variation of more than 10%, 1 not proved as written; 0 \
                without ";
    assert!(text.contains(last), "{text}");
}

#[test]
fn functions_can_be_selected_and_nothing_is_no_success() {
    let file = program("two.rs", "proof fn f(x: int) ensures x < x + 1 {}\nproof fn g(x: int) { assert(x > 0); }");
    let (status, all) = records(&file, &["--function=f", "--variants=3"]);
    assert_eq!((status, all.len()), (Some(0), 2));
    assert_eq!(run(&file, &["--function=nothing"]).status.code(), Some(1));
    let wrong = program("not_rust.rs", "proof fn f() { let x: u8 = true; }");
    let output = run(&wrong, &[]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert_eq!(run(&file, &["--message-format=sarif"]).status.code(), Some(2));
}
