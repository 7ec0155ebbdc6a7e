//! `certus stats` on crates with several files.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Writes the files into a directory of their own.
fn crate_of(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&dir).unwrap();
    for (file, text) in files {
        std::fs::write(dir.join(file), text).unwrap();
    }
    dir
}

fn run(dir: &PathBuf, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_certus")).current_dir(dir).arg("stats").args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const ROOT: &str =
    "use vstd::prelude::*;\nmod b_t;\nverus! {\n/// A.\nfn a()\n    ensures true,\n{\n    proof {\n    }\n}\n}\n";
const BESIDE: &str = "verus! {\nspec fn b() -> int;\nfn c() {}\n}\n";

#[test]
fn files_of_modules_are_counted_too() {
    let dir = crate_of("stats_modules", &[("a.rs", ROOT), ("b_t.rs", BESIDE), ("unused.rs", "fn f() {}")]);
    let (status, out, _) = run(&dir, &["a.rs"]);
    let expected = "\
lines     trusted    proof     code    other    P/C
a.rs            2        3        3        6    1.0
  a.rs          0        3        3        4    1.0
  b_t.rs        2        0        0        2      -
";
    assert_eq!((status, out.as_str()), (Some(0), expected));
}

#[test]
fn programs_read_records() {
    let dir = crate_of("stats_records", &[("a.rs", ROOT), ("b_t.rs", BESIDE)]);
    let (status, out, _) = run(&dir, &["a.rs", "--message-format=json"]);
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(status, Some(0));
    assert_eq!(records.len(), 3);
    assert_eq!(records[0]["file_name"], "a.rs");
    assert_eq!(records[2]["$message_type"], "lines-of-crate");
    let numbers = ["trusted", "proof", "code", "other"].map(|name| records[2][name].as_u64().unwrap());
    assert_eq!(numbers, [2, 3, 3, 6]);
    assert_eq!(records[2]["proof_for_each_line_of_code"], 1.0);
    assert!(records[1]["proof_for_each_line_of_code"].is_null());
}

#[test]
fn several_crates_have_a_total() {
    let dir = crate_of("stats_total", &[("a.rs", "fn a() {}\n"), ("b.rs", BESIDE)]);
    let (_, out, _) = run(&dir, &["a.rs", "b.rs"]);
    assert_eq!(
        out.lines().last().unwrap().split_whitespace().collect::<Vec<_>>(),
        ["total", "1", "1", "1", "2", "1.0"]
    );
}

#[test]
fn what_cannot_be_counted_is_an_error() {
    let dir = crate_of("stats_errors", &[("bad.rs", "use a;\nfn f( {\n")]);
    let (status, out, error) = run(&dir, &["bad.rs"]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(error.starts_with("error: bad.rs:"), "{error}");
    let (status, _, error) = run(&dir, &["missing.rs"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("missing.rs"), "{error}");
}
