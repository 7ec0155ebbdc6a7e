//! What users and programs see of a diagnostic.

use std::time::Duration;

use certus_diagnostics::{
    CacheUse, Code, Diagnostic, FunctionSummary, Internal, Label, Language, Note, Sources, Span, Status, Summary,
    Times, Verify, render_human, render_json,
};
use expect_test::{Expect, expect};

const LIST: &str = "\
fn pop(v: &mut Vec<u64>) -> (r: u64)
    requires
        old(v).len() > 0,
    ensures
        v.len() < 10,
{
    v.pop().unwrap()
}

fn main() {
    let mut v = Vec::new();
    let é = pop(&mut v);
}
";

/// The table with `LIST` in it, and a function that finds the span of a piece of its text.
fn list() -> (Sources, impl Fn(&str) -> Span) {
    let mut sources = Sources::default();
    let file = sources.add("src/list.rs", LIST);
    let find = move |needle: &str| {
        let start = LIST.find(needle).unwrap();
        Span::new(file, start as u32, (start + needle.len()) as u32)
    };
    (sources, find)
}

fn check_human(diagnostic: &Diagnostic, sources: &Sources, expected: Expect) {
    expected.assert_eq(&(render_human(diagnostic, sources, false) + "\n"));
}

fn precondition(find: impl Fn(&str) -> Span) -> Diagnostic {
    Diagnostic::error(Verify::Precondition, "precondition not satisfied", find("pop(&mut v)"))
        .with_label("this call")
        .with_secondary(find("old(v).len() > 0"), "this conjunct is not known to hold")
        .with_note("`v` is empty here")
        .with_help("assert `v.len() > 0` before the call")
}

#[test]
fn human_shows_both_labels_and_the_remarks() {
    let (sources, find) = list();
    check_human(
        &precondition(find),
        &sources,
        expect![[r#"
        error[verify/precondition]: precondition not satisfied
          --> src/list.rs:12:13
           |
         3 |         old(v).len() > 0,
           |         ---------------- this conjunct is not known to hold
        ...
        12 |     let é = pop(&mut v);
           |             ^^^^^^^^^^^ this call
           |
           = note: `v` is empty here
           = help: assert `v.len() > 0` before the call
    "#]],
    );
}

#[test]
fn human_shows_a_note_with_a_place_after_the_excerpt() {
    let (mut sources, find) = list();
    let other = sources.add("src/other.rs", "spec fn f() -> int;\n");
    let labels = vec![Label { span: Span::new(other, 8, 9), text: "declared here".into() }];
    let mut diagnostic = Diagnostic::warning(Language::InvalidTrigger, "no trigger", find("v.len() < 10"))
        .with_secondary(Span::new(other, 0, 4), "other file");
    diagnostic.notes.push(Note { is_help: false, message: "`f` has no body".into(), labels });
    check_human(
        &diagnostic,
        &sources,
        expect![[r#"
        warning[language/invalid-trigger]: no trigger
         --> src/list.rs:5:9
          |
        5 |         v.len() < 10,
          |         ^^^^^^^^^^^^
          |
         ::: src/other.rs:1:1
          |
        1 | spec fn f() -> int;
          | ---- other file
          |
        note: `f` has no body
         --> src/other.rs:1:9
          |
        1 | spec fn f() -> int;
          |         ^ declared here
    "#]],
    );
}

#[test]
fn human_without_a_place_is_the_message() {
    let diagnostic = Diagnostic::error_without_span(Internal::Solver, "the solver did not start");
    check_human(
        &diagnostic,
        &Sources::default(),
        expect![[r#"
        error[internal/solver]: the solver did not start
    "#]],
    );
}

#[test]
fn human_marks_several_lines() {
    let (sources, find) = list();
    let span = find("{\n    v.pop().unwrap()\n}");
    let diagnostic = Diagnostic::error(Verify::Postcondition, "postcondition not satisfied", span)
        .with_label("at the end of this body");
    check_human(
        &diagnostic,
        &sources,
        expect![[r#"
        error[verify/postcondition]: postcondition not satisfied
         --> src/list.rs:6:1
          |
        6 | / {
        7 | |     v.pop().unwrap()
        8 | | }
          | |_^ at the end of this body
    "#]],
    );
}

#[test]
fn colour_only_when_asked() {
    let (sources, find) = list();
    let diagnostic = precondition(find);
    assert!(!render_human(&diagnostic, &sources, false).contains('\u{1b}'));
    assert!(render_human(&diagnostic, &sources, true).contains('\u{1b}'));
}

#[test]
fn json_has_the_shape_of_rustc() {
    let (sources, find) = list();
    let line = render_json(&precondition(find), &sources);
    assert!(!line.contains('\n'));
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    expect![[r#"
        {
          "$message_type": "diagnostic",
          "children": [
            {
              "children": [],
              "code": null,
              "level": "note",
              "message": "`v` is empty here",
              "rendered": null,
              "spans": []
            },
            {
              "children": [],
              "code": null,
              "level": "help",
              "message": "assert `v.len() > 0` before the call",
              "rendered": null,
              "spans": []
            }
          ],
          "code": {
            "code": "verify/precondition",
            "explanation": null
          },
          "level": "error",
          "message": "precondition not satisfied",
          "rendered": "error[verify/precondition]: precondition not satisfied\n  --> src/list.rs:12:13\n   |\n 3 |         old(v).len() > 0,\n   |         ---------------- this conjunct is not known to hold\n...\n12 |     let é = pop(&mut v);\n   |             ^^^^^^^^^^^ this call\n   |\n   = note: `v` is empty here\n   = help: assert `v.len() > 0` before the call\n",
          "spans": [
            {
              "byte_end": 200,
              "byte_start": 189,
              "column_end": 24,
              "column_start": 13,
              "file_name": "src/list.rs",
              "is_primary": true,
              "label": "this call",
              "line_end": 12,
              "line_start": 12,
              "text": [
                {
                  "highlight_end": 24,
                  "highlight_start": 13,
                  "text": "    let é = pop(&mut v);"
                }
              ]
            },
            {
              "byte_end": 74,
              "byte_start": 58,
              "column_end": 25,
              "column_start": 9,
              "file_name": "src/list.rs",
              "is_primary": false,
              "label": "this conjunct is not known to hold",
              "line_end": 3,
              "line_start": 3,
              "text": [
                {
                  "highlight_end": 25,
                  "highlight_start": 9,
                  "text": "        old(v).len() > 0,"
                }
              ]
            }
          ]
        }
    "#]].assert_eq(&(serde_json::to_string_pretty(&value).unwrap() + "\n"));
}

#[test]
fn json_counts_columns_in_characters_and_highlights_each_line() {
    let mut sources = Sources::default();
    let file = sources.add("a.rs", "é = f(\r\n  ü)\n");
    let diagnostic = Diagnostic::error(Verify::Assert, "assertion failed", Span::new(file, 5, 13));
    let value: serde_json::Value = serde_json::from_str(&render_json(&diagnostic, &sources)).unwrap();
    let span = &value["spans"][0];
    expect![[r#"{"byte_end":13,"byte_start":5,"column_end":4,"column_start":5,"file_name":"a.rs","is_primary":true,"label":null,"line_end":2,"line_start":1,"text":[{"highlight_end":7,"highlight_start":5,"text":"é = f("},{"highlight_end":4,"highlight_start":1,"text":"  ü)"}]}"#]].assert_eq(&span.to_string());
}

/// Every span over a text, and those past its end, backwards, within a character or in no file, renders.
#[test]
fn no_span_panics() {
    for text in ["", "\n", "a", "é", "a\r\n\té\n\n", "fn f() {\n}\n日本", "\n\n\n", "\r", "a\u{301}\u{200d}\0\u{1b}[0m"]
    {
        let mut sources = Sources::default();
        let file = sources.add("a.rs", text);
        let past = text.len() as u32 + 2;
        for start in (0..=past).chain([u32::MAX]) {
            for end in (0..=past).chain([u32::MAX]) {
                let mut other = Span::new(file, end, start);
                let span = Span::new(file, start, end);
                for label in ["", "words"] {
                    let diagnostic = Diagnostic::error(Verify::Assert, "failed", span)
                        .with_label(label)
                        .with_secondary(other, label)
                        .with_note("");
                    assert!(!render_human(&diagnostic, &sources, true).is_empty());
                    let line = render_json(&diagnostic, &sources);
                    assert!(!line.contains('\n') && serde_json::from_str::<serde_json::Value>(&line).is_ok());
                    other.file.0 = 7;
                }
            }
        }
    }
}

#[test]
fn spans_of_unknown_files_are_left_out() {
    let (sources, find) = list();
    let mut span = find("main");
    span.file.0 = 9;
    let diagnostic = Diagnostic::error(Code::Rustc("E0308".into()), "mismatched types", span);
    check_human(
        &diagnostic,
        &sources,
        expect![[r#"
        error[rust/E0308]: mismatched types
    "#]],
    );
    assert!(render_json(&diagnostic, &sources).contains(r#""spans":[]"#));
}

#[test]
fn summary_is_one_line() {
    let mut summary = Summary { verified: 3, errors: 1, warnings: 0, ..Summary::default() };
    summary.times_ms.total = Times::ms(Duration::from_nanos(12_345_678));
    summary.cache = CacheUse { hits: 2, misses: 1, settled: 4 };
    expect![[r#"{"$message_type":"summary","schema":1,"verified":3,"errors":1,"warnings":0,"times_ms":{"front_end":0.0,"lower":0.0,"smt":0.0,"solver":0.0,"gate":0.0,"total":12.345},"cache":{"hits":2,"misses":1,"settled":4}}"#]].assert_eq(&summary.to_json());
    let pop = FunctionSummary {
        name: "list::pop".into(),
        module: "list".into(),
        mode: "exec".into(),
        status: Status::ResourceLimit,
        time_ms: 1.5,
        resource: 90,
    };
    summary.functions = Some(vec![pop]);
    let value: serde_json::Value = serde_json::from_str(&summary.to_json()).unwrap();
    expect![[
        r#"[{"mode":"exec","module":"list","name":"list::pop","resource":90,"status":"resource-limit","time_ms":1.5}]"#
    ]]
    .assert_eq(&value["functions"].to_string());
}
