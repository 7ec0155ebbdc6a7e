//! The options of Verus: what each does, or which error it gives.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const PROGRAM: &str = "use vstd::prelude::*;
verus! {
fn right(x: u8) -> (r: u8) requires x < 9, ensures r > x { x + 1 }
mod m {
    pub fn wrong(x: u8) -> (r: u8) ensures r > x { x }
    pub mod n { pub fn wrong_inside(x: u8) -> (r: u8) ensures r > x { x } }
}
mod mm { pub proof fn wrong_beside() { assert(false); } }
}
fn main() {}
";

fn run_in(dir: &Path, program: &str, arguments: &[&str]) -> Output {
    std::fs::write(dir.join("program.rs"), program).expect("written");
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    certus.current_dir(dir).args(["verify", "program.rs", "--no-cache"]).args(arguments).output().expect("it runs")
}

fn run(program: &str, arguments: &[&str]) -> Output {
    run_in(tempfile::tempdir().expect("a directory").path(), program, arguments)
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The functions that these options select and that are not proved.
fn failed(arguments: &[&str]) -> Vec<String> {
    let output = run(PROGRAM, &[arguments, &["--message-format=json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let summary: Value = serde_json::from_str(text.lines().last().expect("a record")).expect("JSON");
    let functions = summary["functions"].as_array().cloned().unwrap_or_default();
    let failed = functions.iter().filter(|function| function["status"] == "failed");
    failed.map(|function| function["name"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn an_option_that_is_not_there_is_refused_with_what_to_use() {
    for (option, instead) in [
        ("--triggers", "--events"),
        ("--triggers-mode=silent", "--events"),
        ("--profile", "certus profile"),
        ("--profile-all", "certus profile"),
        ("--time-expanded", "--output-json --time"),
        ("--export=a=b", "cargo certus verify"),
        ("--import=a=b", "cargo certus verify"),
        ("--extern=a=b", "--dependency"),
        ("-L", "--dependency"),
        ("--is-core", "not verified"),
        ("--is-stdlib-outside-of-core", "not verified"),
        ("--no-vstd", "without it"),
        ("--smt-option=smt.random_seed=7", "certus stability"),
        ("--log-all", "--log DIR"),
        ("--log=smt", "--log-dir"),
        ("--log=vir-option=compact", "--log-dir"),
        ("--record", "send its files"),
        ("--trace", "--events"),
        ("--version", "certus --version"),
        ("--emit=asm", "cargo"),
        ("--test", "cargo test"),
        ("-A", "#![allow"),
        ("-Vcvc5", "Z3"),
        ("-Vdebug", "--log DIR"),
        ("-Vallow-inline-air", "could state anything"),
        ("-Vaxiom-usage-info", "certus trust --uses"),
        ("-Vcapture-profiles", "certus profile"),
        ("-Vignore-unexpected-smt", "never ignored"),
        ("-Vno-solver-version-check", "one version"),
    ] {
        let output = run(PROGRAM, &[option]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(1), "{option}: {said}");
        assert!(said.contains("unsupported/option") && said.contains(instead), "{option}: {said}");
    }
    // Neither Verus nor rustc has these.
    for option in ["--no-such-option", "--trigger", "-q"] {
        let output = run(PROGRAM, &[option]);
        assert_eq!(output.status.code(), Some(2));
        assert!(!text(&output).contains("unsupported/option"), "{option}");
    }
    let unknown = run(PROGRAM, &["-Vno-such-option"]);
    assert!(unknown.status.code() == Some(2) && text(&unknown).contains("`-V no-such-option`"));
}

#[test]
fn a_file_without_a_command_is_told_what_to_write() {
    let run = |word: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_certus")).arg(word).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        text(&output)
    };
    assert!(run("some/file.rs").contains("write `certus verify some/file.rs`"));
    assert!(!run("verfy").contains("to verify a file"));
}

#[test]
fn options_without_effect_are_accepted() {
    let proved = "use vstd::prelude::*;\nverus! { proof fn f() { assert(1 + 1 == 2); } }\nfn main() {}\n";
    let all =
        ["--expand-errors", "--no-erasure-check", "--no-report-long-running", "-Vspinoff-all", "-Vuse-crate-name"];
    assert_eq!(run(proved, &all).status.code(), Some(0));
    assert_eq!(run(PROGRAM, &all).status.code(), Some(1));
}

#[test]
fn selections_are_those_of_verus() {
    let (wrong, inside, beside) = ("program::m::wrong", "program::m::n::wrong_inside", "program::mm::wrong_beside");
    assert_eq!(failed(&[]), [wrong, inside, beside]);
    assert_eq!(failed(&["--verify-root"]), [""; 0]);
    assert_eq!(failed(&["--verify-module", "m"]), [wrong, inside]);
    assert_eq!(failed(&["--verify-only-module", "m"]), [wrong]);
    assert_eq!(failed(&["--verify-module", "m::n"]), [inside]);
    assert_eq!(failed(&["--verify-only-module", "mm", "--verify-root"]), [beside]);
    // A path begins at the root of the crate.
    assert_eq!(run(PROGRAM, &["--verify-module", "n"]).status.code(), Some(1));
    assert_eq!(failed(&["--verify-module", "n"]), [""; 0]);
}

#[test]
fn functions_are_selected_by_parts_of_their_names() {
    let (wrong, inside, beside) = ("program::m::wrong", "program::m::n::wrong_inside", "program::mm::wrong_beside");
    assert_eq!(failed(&["--verify-function", "wrong"]), [wrong]);
    assert_eq!(failed(&["--verify-function", "*side"]), [inside, beside]);
    assert_eq!(failed(&["--verify-function", "wrong*"]), [wrong, inside, beside]);
    assert_eq!(failed(&["--verify-function", "*ong_*"]), [inside, beside]);
    // A part is enough where one function has it.
    assert_eq!(failed(&["--verify-function", "g_ins"]), [inside]);
    assert_eq!(failed(&["--verify-function", "g_", "--verify-only-module", "mm"]), [beside]);
    for part in ["ong_", "program", "*inside*x"] {
        let output = run(PROGRAM, &["--verify-function", part]);
        assert!(output.status.code() == Some(1) && text(&output).contains("language/selection"), "{part}");
    }
}

#[test]
fn functions_are_selected_by_the_names_that_they_have_in_the_source() {
    let program = "use vstd::prelude::*;
verus! {
trait T { fn by_default(&self) -> (r: u8) ensures r > 0 { 1 } }
impl T for u8 {}
fn hides() -> (r: impl T) { 3u8 }
}
fn main() {}
";
    for name in ["by_default", "hides"] {
        let output = run(program, &["--function", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output));
        assert!(text(&output).contains("1 function proved"), "{name}: {}", text(&output));
    }
}

#[test]
fn a_budget_is_a_number_or_infinite() {
    let proved = "use vstd::prelude::*;\nverus! { proof fn f(x: int) { assert(x + x - x == x); } }\nfn main() {}\n";
    for (budget, status) in [("infinity", 0), ("10", 0), ("2.5", 0), ("0", 2), ("-1", 2), ("NaN", 2), ("much", 2)] {
        let output = run(proved, &[&format!("--rlimit={budget}")]);
        assert_eq!(output.status.code(), Some(status), "{budget}: {}", text(&output));
    }
}

#[test]
fn recommendations_are_checked_unless_an_option_says_no() {
    let program = "use vstd::prelude::*;
verus! {
spec fn f(x: int) -> int recommends x > 0 { x }
proof fn p() { assert(f(0) == 1); }
}
fn main() {}
";
    assert!(text(&run(program, &[])).contains("recommend"));
    let output = run(program, &["--no-auto-recommends-check"]);
    assert!(output.status.code() == Some(1) && !text(&output).contains("recommend"), "{}", text(&output));
}

/// The document that is all of standard output.
fn document(program: &str, arguments: &[&str]) -> (Value, Output) {
    let output = run(program, &[&["--output-json"], arguments].concat());
    (serde_json::from_slice(&output.stdout).expect("one JSON document"), output)
}

#[test]
fn the_document_of_verus_is_on_standard_output() {
    let (document, output) = document(PROGRAM, &[]);
    assert_eq!(output.status.code(), Some(1));
    // Diagnostics are for people.
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[verify/postcondition]"));
    let results = &document["verification-results"];
    assert_eq!((&results["verified"], &results["errors"]), (&1.into(), &3.into()));
    assert_eq!((&results["success"], &results["is-verifying-entire-crate"]), (&false.into(), &true.into()));
    assert_eq!((&results["encountered-error"], &results["encountered-vir-error"]), (&true.into(), &false.into()));
    assert!(document["func-details"]["program::m::wrong"]["failed_proof_notes"].is_array());
    assert!(document["verus"]["version"].as_str().is_some_and(|version| version.starts_with("Certus ")));
    assert!(document.get("times-ms").is_none());
}

#[test]
fn the_document_of_verus_has_times_if_they_are_wanted() {
    let (document, _) = document(PROGRAM, &["--time", "--num-threads=2"]);
    let times = &document["times-ms"];
    assert!(times["total"].is_u64() && times["num-threads"] == 2, "{times}");
    let modules = times["smt"]["smt-run-module-times"].as_array().expect("a list");
    let module = modules.iter().find(|module| module["module"] == "program::m").expect("its module");
    let [function] = module["function-breakdown"].as_array().expect("a list").as_slice() else { panic!("{module}") };
    assert_eq!((&function["function"], &function["success"]), (&"program::m::wrong".into(), &false.into()));
    assert!(function["mode:"] == "exec" && function["rlimit"].is_u64() && function["time-micros"].is_u64());
}

#[test]
fn the_document_of_verus_says_what_was_not_reached() {
    let (part, output) = document(PROGRAM, &["--verify-root"]);
    assert_eq!(output.status.code(), Some(0));
    let results = &part["verification-results"];
    assert!(results.get("success").is_none() && results["is-verifying-entire-crate"] == false, "{results}");
    let (broken, output) = document("use vstd::prelude::*;\nverus! { spec fn f() -> int { f() } }", &[]);
    assert_eq!(output.status.code(), Some(1));
    let results = &broken["verification-results"];
    assert!(results["encountered-vir-error"] == true && results.get("verified").is_none(), "{results}");
    assert_eq!(results["success"], false);
    // Ownership is checked by rustc, and the proofs count.
    let moved = "use vstd::prelude::*;\nverus! { struct S; fn g(s: S) {} fn f(s: S) { g(s); g(s); } }\nfn main() {}\n";
    let (document, _) = document_of(moved);
    let results = &document["verification-results"];
    assert_eq!((&results["encountered-vir-error"], &results["success"]), (&false.into(), &false.into()));
    let both = run(PROGRAM, &["--output-json", "--message-format=json"]);
    let printed = String::from_utf8_lossy(&both.stdout);
    let (lines, document) = printed.split_at(printed.find("\n{\n").expect("a document"));
    let diagnostic: Value = serde_json::from_str(lines.lines().next().unwrap_or_default()).expect("a diagnostic");
    let document: Value = serde_json::from_str(document).expect("a document");
    assert_eq!((both.status.code(), &diagnostic["level"]), (Some(1), &"error".into()), "{printed}");
    assert_eq!(document["verification-results"]["success"], false, "{printed}");
}

fn document_of(program: &str) -> (Value, Output) {
    document(program, &[])
}

const COMPILED: &str = "use vstd::prelude::*;
verus! {
fn max(a: u32, b: u32, Ghost(limit): Ghost<int>) -> (m: u32)
    requires a <= limit, b <= limit,
    ensures m >= a, m >= b, m <= limit,
{
    if a < b { b } else { a }
}
}
fn main() {
    println!(\"{}\", max(3, 5, Ghost::assume_new()));
    if cfg!(marked) { println!(\"marked\"); }
}
";

#[test]
fn a_proved_program_is_compiled() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let output = run_in(dir.path(), COMPILED, &["--compile", "-o", "max", "--cfg", "marked", "-C", "debuginfo=0"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = Command::new(at("max")).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&said.stdout), "5\nmarked\n");
    // A library, under the name of its own.
    let output = run_in(dir.path(), COMPILED, &["--compile", "--crate-type=lib"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(at("libprogram.rlib").is_file());
    // What is not proved is not compiled.
    let wrong = COMPILED.replace("if a < b", "if a > b");
    let output = run_in(dir.path(), &wrong, &["--compile", "-o", "wrong"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(!at("wrong").exists());
    // A crate without a `main` is a library, unless it is said to be a program.
    let headless = COMPILED.replace("fn main()", "fn not_main()");
    let output = run_in(dir.path(), &headless, &["--compile", "-o", "headless.rlib"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(at("headless.rlib").is_file());
    let output = run_in(dir.path(), &headless, &["--compile", "--crate-type=bin", "-o", "headless"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("E0601") && !at("headless").exists(), "{}", text(&output));
}

/// `#![feature(..)]` is for other compilers.
#[test]
fn a_program_is_compiled_without_the_lines_that_rustc_rejects() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("part.rs"), "pub const TEXT: &str = \"a note\";\n").expect("written");
    let main = "fn main() { println!(\"{} {} {}\", part::TEXT, line!(), file!()); }\n";
    let program = format!("#![feature(never_type)]\n#![feature(\n    allocator_api\n)]\nmod part;\n{main}");
    let output = run_in(dir.path(), &program, &["--compile", "-o", "noted"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = Command::new(dir.path().join("noted")).output().expect("it runs");
    let file = dir.path().join("program.rs");
    assert_eq!(String::from_utf8_lossy(&said.stdout), format!("a note 6 {}\n", file.display()));
}

#[test]
fn a_library_is_compiled_again_without_being_loaded() {
    let dir = tempfile::tempdir().expect("a directory");
    let library =
        "use vstd::prelude::*;\nverus! { pub fn f(x: u8) -> (r: u8) requires x < 3 ensures r == x + 1 { x + 1 } }\n";
    std::fs::write(dir.path().join("small.rs"), library).expect("written");
    for _ in 0..2 {
        let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
        let output =
            certus.current_dir(dir.path()).args(["verify", "small.rs", "--compile"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        std::fs::remove_file(dir.path().join("libsmall.rlib")).expect("it was written");
    }
}

#[test]
fn what_goes_with_compile_is_said() {
    for arguments in [&["-o", "x"][..], &["-O"], &["--compile", "--no-erasure-check"], &["--compile", "--is-vstd"]] {
        let output = run(COMPILED, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output));
    }
    let output = run(COMPILED, &["--compile", "--crate-type=proc-macro"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
}
