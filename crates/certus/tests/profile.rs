//! `certus profile`: instances by quantifier, with places, and matching loops by name.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Line 6 loops; line 17 is used twice and does not.
const PROGRAM: &str = "use vstd::prelude::*;
verus! {
uninterp spec fn next(x: int) -> int;
uninterp spec fn good(x: int) -> bool;
proof fn looping(x: int)
    requires good(x), forall|i: int| #[trigger] good(i) ==> good(next(i)),
{
    assert(x > 3);
}
spec fn twice(x: int) -> int {
    x + x
}
proof fn small(a: int, b: int)
    requires
        twice(a) == 4,
        twice(b) == 6,
        forall|i: int| #[trigger] twice(i) == 2 * i,
    ensures
        a + b == 5,
{
}
}
";

fn run(name: &str, arguments: &[&str]) -> (Option<i32>, String, PathBuf) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("profile");
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join(name);
    std::fs::write(&file, PROGRAM).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    let output = command.arg("profile").arg(&file).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap(), file)
}

fn records(name: &str, arguments: &[&str]) -> Vec<Value> {
    let (status, out, _) = run(name, &[&["--message-format=json"], arguments].concat());
    assert_eq!(status, Some(0), "{out}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of<'a>(records: &'a [Value], function: &str) -> &'a Value {
    records.iter().find(|record| record["function"].as_str().is_some_and(|name| name.ends_with(function))).unwrap()
}

#[test]
fn a_matching_loop_is_named_at_its_quantifier() {
    let records = records("loop.rs", &[]);
    let quantifiers = of(&records, "looping")["quantifiers"].as_array().unwrap();
    let [one] = quantifiers.as_slice() else { panic!("{quantifiers:?}") };
    assert_eq!((&one["line"], &one["trigger"], &one["is_loop"]), (&6.into(), &"good(i)".into(), &true.into()));
    assert!(one["instances"].as_u64().unwrap() >= one["chain"].as_u64().unwrap());
    assert!(Path::new(one["file_name"].as_str().unwrap()).ends_with("loop.rs"));
    assert_eq!(of(&records, "looping")["proved"], false);
}

#[test]
fn instances_are_counted_where_nothing_loops() {
    let records = records("small.rs", &["--function", "small"]);
    assert_eq!(records.len(), 2, "one function and the summary");
    let small = of(&records, "small");
    assert_eq!((&small["proved"], &records[1]["schema"]), (&true.into(), &1.into()));
    let quantifiers = small["quantifiers"].as_array().unwrap();
    let written = quantifiers.iter().find(|one| one["line"] == 17 && one["what"].is_null());
    let definition = quantifiers.iter().find(|one| one["line"] == 10 && !one["what"].is_null());
    for one in [written.unwrap(), definition.unwrap()] {
        assert_eq!((&one["instances"], &one["is_loop"]), (&2.into(), &false.into()), "{one}");
    }
    let sum: u64 = quantifiers.iter().map(|one| one["instances"].as_u64().unwrap()).sum();
    assert_eq!(small["instances"], sum);
}

#[test]
fn the_table_is_the_same_every_time_but_for_times() {
    let table = |name| {
        let (status, out, file) = run(name, &[]);
        assert_eq!(status, Some(0));
        let out = out.replace(&file.display().to_string(), "FILE");
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let line = |line: &str| {
            let mut words = words(line);
            // The second column of a function is its time.
            if words.iter().take(3).all(|word| word.parse::<f64>().is_ok()) {
                words.remove(1);
            }
            words.join(" ").replace("table_a::", "").replace("table_b::", "")
        };
        out.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    let first = table("table_a.rs");
    assert_eq!(first, table("table_b.rs"));
    assert!(first.contains("FILE:6:23, trigger good(i)\nmatching loop: a chain of"), "{first}");
    assert!(first.ends_with("1 quantifier in matching loops"), "{first}");
}

#[test]
fn a_program_with_errors_is_not_profiled() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("profile");
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("wrong.rs");
    std::fs::write(&file, "use vstd::prelude::*;\nverus! { proof fn f() { let x: u8 = true; } }\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_certus")).arg("profile").arg(&file).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("rust/type-mismatch"));
}
