//! What the command promises whatever the program: the same queries for the same program, queries that do not depend
//! on what a function cannot reach, its exit statuses, and an answer to any file.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use support::run::{self, Run};

/// A function that nothing else mentions.
const BYSTANDER: &str =
    "fn bystander(x: u8) -> (y: u8)\n    ensures y >= x,\n{\n    if x < 7 { x + 1 } else { x }\n}\n\n";

/// An empty folder of one test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("determinism").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn linked_list() -> String {
    fs::read_to_string(support::root().join("examples/linked_list.rs")).unwrap()
}

/// Verifies a program in a folder of its own, which must succeed; gives the files of its log by name.
fn logged(folder: &Path, text: &str) -> BTreeMap<String, Vec<u8>> {
    fs::create_dir_all(folder).unwrap();
    let (program, log) = (folder.join("linked_list.rs"), folder.join("log"));
    fs::write(&program, text).unwrap();
    let flags = ["--log".to_owned(), log.to_string_lossy().into_owned()];
    let run = run::verify(&program, &flags, &program);
    assert_eq!(run.faults(0), [""; 0], "{:#?}", run.diagnostics);
    let files = fs::read_dir(&log).unwrap().map(|entry| entry.unwrap());
    files.map(|file| (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).unwrap())).collect()
}

/// The queries of every function but one, in order: the name that stands in the file's name, and the bytes. The number
/// before the name says how many queries come before.
fn queries_without(log: &BTreeMap<String, Vec<u8>>, function: &str) -> Vec<(String, String)> {
    let queries = log.iter().filter_map(|(file, bytes)| {
        let name = file.strip_suffix(".smt2")?.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-');
        Some((name.to_owned(), String::from_utf8_lossy(bytes).into_owned()))
    });
    queries.filter(|(name, _)| !name.contains(function)).collect()
}

#[test]
fn two_runs_send_the_same_bytes() {
    let folder = scratch("two_runs");
    let first = logged(&folder.join("here"), &linked_list());
    let second = logged(&folder.join("there"), &linked_list());
    assert!(first.keys().filter(|name| name.ends_with(".smt2")).count() > 3, "{:?}", first.keys());
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(*bytes == second[name], "{name} differs between two runs");
    }
}

#[test]
fn an_edit_elsewhere_changes_no_query() {
    let folder = scratch("edit");
    let opening = "verus! {\n";
    let with = |before: &str, inside: &str| {
        let text = linked_list();
        assert!(text.contains(opening));
        format!("{before}{}", text.replacen(opening, &format!("{opening}\n{inside}"), 1))
    };
    let renamed = BYSTANDER.replace("bystander", "another_with_a_longer_name");
    let base = logged(&folder.join("base"), &with("", BYSTANDER));
    let expected = queries_without(&base, "bystander");
    let count = base.keys().filter(|name| name.ends_with(".smt2")).count();
    assert!(expected.len() > 3 && expected.len() < count, "the bystander has queries, and so have others");
    for (name, text, left_out) in [
        ("renamed", with("", &renamed), "another_with_a_longer_name"),
        ("removed", with("", ""), "bystander"),
        ("moved", with("// A comment.\n\n", &format!("\n\n{BYSTANDER}")), "bystander"),
    ] {
        let found = queries_without(&logged(&folder.join(name), &text), left_out);
        let names = |all: &[(String, String)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&found), names(&expected), "{name}");
        for (one, other) in expected.iter().zip(&found) {
            assert!(one.1 == other.1, "{name}: the query of {} has changed", one.0);
        }
    }
}

/// Calls the command as it is.
fn certus(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_certus")).args(arguments).output().unwrap()
}

#[test]
fn the_exit_status_says_how_it_went() {
    let folder = scratch("status");
    let write = |name: &str, body: &str| {
        let file = folder.join(name);
        let text = format!("use vstd::prelude::*;\nverus! {{\nfn f(x: u8) {{ {body} }}\n}}\n");
        fs::write(&file, text).unwrap();
        file.to_string_lossy().into_owned()
    };
    let good = write("good.rs", "assert(x < 256);");
    let bad = write("bad.rs", "assert(x < 255);");
    let missing = folder.join("missing.rs").to_string_lossy().into_owned();
    for (arguments, status) in [
        (&["verify", &good][..], 0),
        (&["verify", "--message-format=json", &good], 0),
        (&["verify", &bad], 1),
        (&["verify", "--message-format=json", &bad], 1),
        (&["verify", "--function", "nobody", &good], 1),
        (&["verify", "--function", "f", &bad], 1),
        (&["verify", &missing], 2),
        (&["verify", "--message-format=json", &missing], 2),
        (&["verify", "--no-such-flag", &good], 2),
        (&["verify", "--message-format=yaml", &good], 2),
        (&["verify", "--edition", "1999", &good], 2),
        (&["verify"], 2),
        (&["prove", &good], 2),
        (&["--help"], 0),
        (&["--version"], 0),
    ] {
        let output = certus(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{errors}");
        assert!(status != 2 || !errors.trim().is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn the_last_line_of_json_is_the_summary() {
    let folder = scratch("summary");
    let program = folder.join("both.rs");
    let text =
        "use vstd::prelude::*;\nverus! {\nfn good(x: u8) { assert(x >= 0); }\nfn bad(x: u8) { assert(x > 0); }\n}\n";
    fs::write(&program, text).unwrap();
    let output = certus(&["verify", "--message-format=json", &program.to_string_lossy()]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let records: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, diagnostics) = records.split_last().unwrap();
    assert!(diagnostics.iter().all(|record| record["$message_type"] == "diagnostic"), "{stdout}");
    assert_eq!(summary["$message_type"], "summary");
    assert_eq!((&summary["verified"], &summary["errors"]), (&Value::from(1), &Value::from(1)));
    for stage in ["front_end", "lower", "smt", "solver", "total"] {
        assert!(summary["times_ms"][stage].is_f64(), "{stage}: {summary}");
    }
    let functions = summary["functions"].as_array().unwrap().iter();
    let status = functions.map(|function| (function["name"].as_str().unwrap(), function["status"].as_str().unwrap()));
    let status: Vec<(&str, &str)> = status.map(|(name, status)| (name.rsplit("::").next().unwrap(), status)).collect();
    assert_eq!(status, [("good", "verified"), ("bad", "failed")]);
}

#[test]
fn a_goal_of_epr_mode_that_fails_has_its_model_in_json() {
    let program = scratch("model").join("model.rs");
    let text = "use vstd::prelude::*;\nverus! {\nmod a {\npub struct Node { id: bool }\n\
        pub uninterp spec fn up(n: Node) -> bool;\n}\nmod p {\n#![verifier::epr_mode]\nuse super::a::*;\n\
        proof fn all(n: Node) requires up(n) ensures forall|m: Node| up(m) {}\n}\n}\n";
    fs::write(&program, text).unwrap();
    let output = certus(&["verify", "--message-format=json", &program.to_string_lossy()]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let first: Value = serde_json::from_str(stdout.lines().next().unwrap()).unwrap();
    assert_eq!(first["code"]["code"], "verify/postcondition");
    let model = &first["data"]["model"];
    assert_eq!(model["universes"], serde_json::json!([{ "sort": "Node", "values": ["Node0", "Node1"] }]));
    let tables = model["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2, "{model}");
    assert_eq!((&tables[0]["name"], &tables[1]["name"]), (&Value::from("n"), &Value::from("up")));
    // The one node that is up is the one that is said to be.
    assert_eq!(tables[1]["rows"], serde_json::json!([[[tables[0]["rows"][0][1]], "true"]]));
}

/// What must be wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Must {
    /// It is no program: an error.
    Fail,
    /// It may be a program that is too large for us.
    Answer,
}

/// The text inside `verus!`, in a function with a parameter `x: u8`.
fn in_verus(statement: &str) -> Vec<u8> {
    format!("use vstd::prelude::*;\nverus! {{\nfn f(x: u8) {{\n{statement}\n}}\n}}\n").into_bytes()
}

/// A text between many others.
fn nest(open: &str, inner: &str, close: &str, depth: usize) -> String {
    [open.repeat(depth), inner.to_owned(), close.repeat(depth)].concat()
}

#[test]
fn any_file_is_answered() {
    let folder = scratch("garbage");
    let deep = 10_000;
    let digits = "9".repeat(5_000);
    let plain = |body: String| format!("fn f(x: u8) {{\n{body}\n}}\n").into_bytes();
    let all = [
        ("empty", Must::Answer, Vec::new()),
        ("spaces", Must::Answer, b" \n\t\n".to_vec()),
        ("bom", Must::Answer, "\u{feff}fn f() {}\n".into()),
        ("binary", Must::Fail, (0..=255).cycle().take(100_000).collect()),
        ("zeros", Must::Fail, vec![0; 10_000]),
        ("parentheses", Must::Fail, vec![b'('; 1_000_000]),
        ("parentheses_inside", Must::Fail, in_verus(&"(".repeat(1_000_000))),
        ("closing", Must::Fail, vec![b'}'; 1_000_000]),
        ("unclosed_string", Must::Fail, b"fn f() { let s = \"abc".to_vec()),
        (
            "unclosed_string_inside",
            Must::Fail,
            b"use vstd::prelude::*;\nverus! {\nfn f() { let s = \"abc; }\n}\n".to_vec(),
        ),
        ("unclosed_comment", Must::Fail, b"fn f() {} /* /* */".to_vec()),
        ("unclosed_macro", Must::Fail, b"use vstd::prelude::*;\nverus! {\nfn f() {}\n".to_vec()),
        ("long_line", Must::Fail, "x ".repeat(500_000).into_bytes()),
        ("deep_parentheses", Must::Answer, plain(format!("let y = {};", nest("(", "x", ")", deep)))),
        ("deep_parentheses_inside", Must::Answer, in_verus(&format!("assert({});", nest("(", "x >= 0", ")", deep)))),
        ("deep_blocks", Must::Answer, plain(nest("{", "", "}", deep))),
        ("deep_blocks_inside", Must::Answer, in_verus(&nest("{", "", "}", deep))),
        ("deep_ifs_inside", Must::Answer, in_verus(&nest("if x > 0 {", "", "}", deep))),
        ("deep_negation_inside", Must::Answer, in_verus(&format!("assert({}(x >= 0));", "!".repeat(deep)))),
        ("deep_types_inside", Must::Answer, in_verus(&format!("let y: {} = x;", nest("Option<", "u8", ">", deep)))),
        ("deep_modules", Must::Answer, nest("mod a {", "", "}", deep).into_bytes()),
        // Typing a chain of ghost operators takes time by the square of its length, so this one is shorter.
        ("long_sum_inside", Must::Answer, in_verus(&format!("assert(0 <= x{});", " + x".repeat(deep / 10)))),
        ("long_conjunction_inside", Must::Answer, in_verus(&format!("assert(x >= 0{});", " && x >= 0".repeat(deep)))),
        // Outside of `verus!` nothing is looked at, so nothing is wrong with it.
        ("huge_literal", Must::Answer, plain(format!("let y: u8 = {digits};"))),
        ("huge_literal_inside", Must::Fail, in_verus(&format!("let y: u8 = {digits};"))),
        ("huge_int_inside", Must::Answer, in_verus(&format!("assert(x < {digits}int);"))),
    ];
    let faults: Vec<String> =
        all.iter().filter_map(|(name, must, bytes)| answered(&folder, name, *must, bytes)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is wrong with the answer to a file.
fn answered(folder: &Path, name: &str, must: Must, bytes: &[u8]) -> Option<String> {
    let file = folder.join(format!("{name}.rs"));
    fs::write(&file, bytes).unwrap();
    let run = run::verify(&file, &[], &file);
    let fault = fault(must, &run)?;
    let said = run.stderr.chars().take(500).collect::<String>();
    Some(format!("{name}: {fault} (exit status {:?}) {said}", run.status))
}

fn fault(must: Must, run: &Run) -> Option<String> {
    if run.stderr.contains("panicked at") || run.stderr.contains("internal error") {
        return Some("the command itself failed".to_owned());
    }
    if let Some(internal) = run.diagnostics.iter().find(|reported| reported.code.starts_with("internal/")) {
        return Some(format!("an internal error: {}", internal.text));
    }
    match run.status {
        // A file that is no text is a wrong call; then there is a sentence and no JSON.
        Some(2) if !run.stderr.trim().is_empty() => None,
        Some(0) if must == Must::Answer => run.breaches.first().cloned(),
        Some(1) if run.of_level("error").count() > 0 => run.breaches.first().cloned(),
        _ => Some("no clean answer".to_owned()),
    }
}

/// The messages of rustc's errors about a text, without the places and the count at the end.
fn rustc_errors(folder: &Path, text: &str) -> Vec<String> {
    let file = folder.join("text.rs");
    fs::write(&file, text).unwrap();
    let flags = ["--edition=2021", "--crate-type=lib", "--emit=metadata", "--error-format=short"];
    let output = Command::new("rustc").current_dir(folder).args(flags).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    said.lines().filter_map(|line| Some(line.split_once(": error")?.1.to_owned())).collect()
}

/// The text in which macros report what they write: rustc ends when they have, and looks at no types.
#[test]
fn rustc_ends_behind_the_expansions() {
    let folder = scratch("expansions");
    let program = "use vstd::prelude::*;\nmacro_rules! twice { ($e:expr) => { $e + $e } }\nverus! {\nfn f(x: u8) -> (r: u8)\n    \
                   requires x < 9,\n    ensures r == 2 * x,\n{\n    twice!(x)\n}\n} // verus!\nfn main() {}\n";
    let log = logged(&folder, program);
    let text = String::from_utf8_lossy(&log["expansions0.rs"]).into_owned() + "\nfn wrong() -> u8 { true }\n";
    let errors = rustc_errors(&folder, &text);
    let [report, end] = errors.as_slice() else { panic!("{errors:?}") };
    assert!(report.contains("certus-expansion") && end.contains("recursion limit"), "{errors:?}");
    // Without the macro that ends it, rustc goes on and finds the wrong type.
    let errors = rustc_errors(&folder, &text.replace("\n__certus_stop!{}", "\n"));
    assert!(errors.iter().any(|error| error.contains("E0308")), "{errors:?}");
}
