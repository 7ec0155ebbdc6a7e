//! Tests of the test runners: they must see every difference, or no other test means anything.

mod support;

use std::path::Path;

use support::literate::{self, Case, Expected};
use support::marks::{self, Verdict};
use support::run::{self, Reported, Run};

fn expected(level: &'static str, code: &str, part: &str, line: Option<usize>) -> Expected {
    Expected { level, code: code.into(), part: part.into(), line }
}

fn error(code: &str, line: Option<usize>) -> Reported {
    let covered = line.map(|line| (line, line)).into_iter().collect();
    let text = "assertion failed\nnot known".to_owned();
    Reported {
        level: "error".into(),
        code: code.into(),
        text,
        line,
        covered,
        labels: Vec::new(),
        rendered: "rendered".into(),
    }
}

fn run_of(status: i32, diagnostics: Vec<Reported>) -> Run {
    Run { status: Some(status), diagnostics, ..Run::default() }
}

fn case(program: &str) -> Case {
    let expected = literate::expectations(program).unwrap();
    Case { offset: 10, name: None, program: program.into(), flags: Vec::new(), expected }
}

fn judge(program: &str, run: &Run) -> String {
    literate::judge("a.md", &case(program), run).err().unwrap_or_default()
}

#[test]
fn chapters_are_taken_apart() {
    let chapter = "# T\n```rust\nfn a() {}\n```\n```text\nx\n```\n- in a list\n  ````rust,vstd # flags: --rlimit 1\n  ```\n  \
                   b //~ ERROR verify/assert\n  ````\n";
    let cases = literate::cases(chapter).unwrap();
    assert_eq!(cases.len(), 2);
    assert_eq!((cases[0].offset, cases[0].program.as_str()), (2, "fn a() {}\n"));
    assert!(cases[0].flags.is_empty() && cases[0].expected.is_empty());
    assert_eq!((cases[1].offset, &cases[1].flags), (9, &vec!["--rlimit".to_owned(), "1".to_owned()]));
    assert_eq!(cases[1].expected, [expected("error", "verify/assert", "", Some(2))]);
    let cases = literate::cases("```rust # name: a flags: -x\n```\n```rust # name: b\n```\n").unwrap();
    assert_eq!((cases[0].name.as_deref(), &cases[0].flags), (Some("a"), &vec!["-x".to_owned()]));
    assert_eq!((cases[1].name.as_deref(), cases[1].flags.len()), (Some("b"), 0));
}

#[test]
fn chapters_that_would_hide_a_program_are_refused() {
    for (chapter, line) in [
        ("a\n```rust\nfn f() {}\n", 2),
        ("```\nfn f() {}\n```\n", 1),
        ("```rust,should_panic\n```\n", 1),
        ("```rust # --rlimit 1\n```\n", 1),
        ("```rust # name:\n```\n", 1),
        ("```rust # name: a --rlimit 1\n```\n", 1),
        ("```rust # name: a\n```\n```rust # name: a flags: --rlimit 1\n```\n", 3),
        ("```rust\n\nf() //~ EROR verify/assert\n```\n", 3),
    ] {
        assert_eq!(literate::cases(chapter).unwrap_err().0, line, "{chapter}");
    }
}

#[test]
fn directives_name_their_line() {
    let program = "a //~ ERROR verify/assert: of x: y\nb\n//~^ WARNING language/trigger\n//~^^^ ERROR rust/E0308\n\
                   //~| ERROR verify/overflow\n//~? ERROR internal/solver\nc //~ ERROR verify/a //~ ERROR verify/b\n";
    let found = [
        expected("error", "verify/assert", "of x: y", Some(1)),
        expected("warning", "language/trigger", "", Some(2)),
        expected("error", "rust/E0308", "", Some(1)),
        expected("error", "verify/overflow", "", Some(1)),
        expected("error", "internal/solver", "", None),
        expected("error", "verify/a", "", Some(7)),
        expected("error", "verify/b", "", Some(7)),
    ];
    assert_eq!(literate::expectations(program).unwrap(), found);
}

#[test]
fn directives_that_cannot_be_read_are_errors() {
    for directive in [
        "//~",
        "//~ ERROR",
        "//~ ERROR assert",
        "//~ ERROR wrong/assert",
        "//~ ERROR verify/assert not satisfied",
        "//~^ ERROR verify/assert",
        "//~| ERROR verify/assert",
        "//~^? ERROR verify/assert",
        "//~ error verify/assert",
    ] {
        assert!(literate::expectations(directive).is_err(), "{directive}");
    }
}

#[test]
fn expected_and_reported_must_agree() {
    let fails = "a\nb //~ ERROR verify/assert: not known\n";
    assert_eq!(judge("a", &run_of(0, vec![])), "");
    assert_eq!(judge(fails, &run_of(1, vec![error("verify/assert", Some(2))])), "");
    let differences = [
        judge(fails, &run_of(1, vec![])),
        judge(fails, &run_of(1, vec![error("verify/assert", Some(1))])),
        judge(fails, &run_of(1, vec![error("verify/assert", None)])),
        judge(fails, &run_of(1, vec![error("verify/overflow", Some(2))])),
        judge(fails, &run_of(1, vec![error("verify/assert", Some(2)), error("verify/assert", Some(2))])),
        judge(fails, &run_of(0, vec![error("verify/assert", Some(2))])),
        judge("b //~ ERROR verify/assert: other", &run_of(1, vec![error("verify/assert", Some(1))])),
        judge("b //~ WARNING verify/assert", &run_of(0, vec![])),
        judge("a", &run_of(1, vec![])),
        judge("a", &run_of(0, vec![error("verify/assert", Some(1))])),
        judge("a", &Run { status: None, ..Run::default() }),
    ];
    for (index, difference) in differences.iter().enumerate() {
        assert!(!difference.is_empty(), "difference {index} was not seen");
    }
}

#[test]
fn differences_name_the_line_of_the_chapter() {
    let text = judge("a\nb //~ ERROR verify/assert\n", &run_of(1, vec![error("verify/assert", Some(1))]));
    let wanted = "a.md:12: expected, not reported: error verify/assert\n\
                  a.md:11: reported, not expected: error verify/assert\nrendered";
    assert_eq!(text, wanted);
}

#[test]
fn a_particular_expectation_takes_its_diagnostic_first() {
    let other = Reported { text: "other".into(), ..error("verify/assert", Some(1)) };
    let program = "b //~ ERROR verify/assert //~ ERROR verify/assert: not known\n";
    assert_eq!(judge(program, &run_of(1, vec![error("verify/assert", Some(1)), other])), "");
}

#[test]
fn output_is_read_and_its_protocol_checked() {
    let span = |file: &str, line: usize, primary: bool| {
        format!(
            r#"{{"file_name":"{file}","line_start":{line},"line_end":{line},"is_primary":{primary},"label":"here"}}"#
        )
    };
    let diagnostic = |span: &str| {
        format!(
            r#"{{"$message_type":"diagnostic","level":"error","code":{{"code":"verify/assert"}},"message":"m","spans":[{span}],"children":[{{"message":"n","spans":[]}}]}}"#
        )
    };
    let summary = r#"{"$message_type":"summary","errors":1}"#;
    let parse = |stdout: &str| run::parse(Path::new("x/a.rs"), Some(1), stdout, String::new());
    let both = format!("{},{}", span("a.rs", 5, false), span("/y/a.rs", 3, true));
    let run = parse(&format!("{}\n{summary}\n", diagnostic(&both)));
    assert_eq!(run.breaches, [""; 0]);
    assert_eq!((run.diagnostics[0].line, &run.diagnostics[0].covered), (Some(3), &vec![(5, 5), (3, 3)]));
    assert_eq!(run.diagnostics[0].text, "m\nhere\nhere\nn");
    let elsewhere = parse(&format!("{}\n{summary}\n", diagnostic(&span("vstd.rs", 3, true))));
    assert_eq!((elsewhere.diagnostics[0].line, elsewhere.diagnostics[0].covered.len()), (None, 0));
    for output in [
        "".to_owned(),
        summary.to_owned(),
        diagnostic(&both),
        format!("verifying\n{}\n{summary}\n", diagnostic(&both)),
        format!("{summary}\n{}\n", diagnostic(&both)),
    ] {
        assert!(!parse(&output).breaches.is_empty(), "{output}");
    }
}

#[test]
fn examples_say_what_is_expected_of_them() {
    assert_eq!(marks::expected("// A list.\nfn f() {}\n"), Ok(Verdict::Verified));
    let fails = "// A list.\n//~ fails\n\nfn f() {\n    a, // FAILS\n}\n";
    assert_eq!(marks::expected(fails), Ok(Verdict::FailsAt(vec![5])));
    assert!(marks::expected("//~ fails\nfn f() {}\n").is_err());
    assert!(marks::expected("fn f() {} // FAILS\n").is_err());
    assert!(marks::expected("fn f() {}\n//~ fails\na // FAILS\n").is_err());
}

#[test]
fn examples_fail_at_their_marks_only() {
    let at = |lines: &[usize]| lines.iter().map(|line| error("verify/assert", Some(*line))).collect::<Vec<_>>();
    let fails = Verdict::FailsAt(vec![3, 5]);
    assert_eq!(marks::judge(&Verdict::Verified, &run_of(0, vec![])), Ok(()));
    assert_eq!(marks::judge(&fails, &run_of(1, at(&[3, 5]))), Ok(()));
    for run in [run_of(1, at(&[3])), run_of(1, at(&[3, 5, 6])), run_of(0, at(&[3, 5])), run_of(0, vec![])] {
        assert!(marks::judge(&fails, &run).is_err());
    }
    assert!(marks::judge(&Verdict::Verified, &run_of(1, at(&[3]))).is_err());
    assert!(marks::judge(&Verdict::Verified, &run_of(1, vec![])).is_err());
}
