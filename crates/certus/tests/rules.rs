//! `tests/rules.tsv` answers each place where the reference implementation of the language refuses a program. Each
//! answer names programs of `tests/spec`, which the test `spec` runs; this one checks that they are there and show what
//! the answer says.
//!
//! A row is `id`, `answer` and `words`, with tabs between. `words` are names of programs, `chapter.md#name`, then `;`
//! and an explanation:
//!
//! | `answer` | What the row must have |
//! |---|---|
//! | a code | a program that expects it, two expected errors in all, and a program that is accepted |
//! | `unsupported/..` | a program that expects it, and what is missing |
//! | `accept` | a program that is accepted, and why that is sound |
//! | `n/a` | why the rule cannot arise |

mod support;

use std::collections::BTreeMap;

use support::literate::{self, Case};

/// The least explanation that can say something.
const SHORTEST_REASON: usize = 20;

type Programs = BTreeMap<String, Case>;

/// Every program of the chapters that has a name, by `chapter.md#name`.
fn programs() -> Programs {
    let folder = support::root().join("tests/spec");
    let mut programs = Programs::new();
    for file in support::files(&folder, "md") {
        let chapter = file.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        let cases = literate::cases(&text).unwrap_or_else(|(line, reason)| panic!("{chapter}:{line}: {reason}"));
        let named = cases.into_iter().filter_map(|case| Some((format!("{chapter}#{}", case.name.clone()?), case)));
        programs.extend(named);
    }
    programs
}

/// How many errors the program expects, of the code or of any.
fn errors(case: &Case, code: Option<&str>) -> usize {
    let is_meant = |expected: &&literate::Expected| code.is_none_or(|code| expected.code == code);
    case.expected.iter().filter(|expected| expected.level == "error").filter(is_meant).count()
}

/// What is wrong with one row.
fn check(row: &str, programs: &Programs) -> Result<(), String> {
    let [id, answer, words] = row.split('\t').collect::<Vec<_>>()[..] else {
        return Err("expected three columns".to_owned());
    };
    if id.len() != 10 || !id.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err("the first column is ten hexadecimal digits".to_owned());
    }
    let (names, reason) = words.split_once(';').unwrap_or((words, ""));
    let mut cases = Vec::new();
    for name in names.split_whitespace() {
        cases.push(programs.get(name).ok_or(format!("there is no program `{name}`"))?);
    }
    let reasoned = reason.trim().len() >= SHORTEST_REASON;
    let accepted = cases.iter().any(|case| errors(case, None) == 0);
    let shown = cases.iter().any(|case| errors(case, Some(answer)) > 0);
    let refused: usize = cases.iter().map(|case| errors(case, None)).sum();
    let missing = match answer {
        "n/a" if !reasoned => "why the rule cannot arise",
        "accept" if !accepted => "a program that is accepted",
        "accept" if !reasoned => "why that is sound",
        "n/a" | "accept" => return Ok(()),
        code if !code.contains('/') => "`n/a`, `accept` or a code as answer",
        _ if !shown => "a program that expects the code",
        code if code.starts_with("unsupported/") && !reasoned => "what is missing",
        code if code.starts_with("unsupported/") => return Ok(()),
        _ if refused < 2 => "two programs or lines that are refused",
        _ if !accepted => "a neighbour that is accepted",
        _ => return Ok(()),
    };
    Err(format!("it lacks {missing}"))
}

#[test]
fn each_answer_is_shown_by_its_programs() {
    let programs = programs();
    let table = std::fs::read_to_string(support::root().join("tests/rules.tsv")).unwrap();
    let mut problems = Vec::new();
    let mut before = "";
    for (index, row) in table.lines().enumerate() {
        let id = row.split('\t').next().unwrap_or_default();
        if id <= before {
            problems.push(format!("tests/rules.tsv:{}: the rows are sorted, each rule once", index + 1));
        }
        before = id;
        if let Err(problem) = check(row, &programs) {
            problems.push(format!("tests/rules.tsv:{}: {id}: {problem}", index + 1));
        }
    }
    assert!(!before.is_empty(), "tests/rules.tsv has no rows");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn answers_that_show_nothing_are_refused() {
    let chapter = "```rust # name: ok\n```\n```rust # name: no\n//~ ERROR language/mode\n//~ ERROR language/mode\n```\n\
                   ```rust # name: one\n//~ ERROR language/mode\n```\n```rust # name: later\n//~ ERROR unsupported/x\n```\n";
    let cases = literate::cases(chapter).unwrap();
    let programs: Programs =
        cases.into_iter().map(|case| (format!("a.md#{}", case.name.clone().unwrap()), case)).collect();
    let why = "a reason that is long enough";
    for (row, holds) in [
        ("0123456789\tlanguage/mode\ta.md#no a.md#ok".to_owned(), true),
        ("0123456789\tlanguage/mode\ta.md#no".to_owned(), false),
        ("0123456789\tlanguage/mode\ta.md#one a.md#ok".to_owned(), false),
        ("0123456789\tlanguage/type\ta.md#no a.md#ok".to_owned(), false),
        ("0123456789\tlanguage/mode\ta.md#no a.md#none a.md#ok".to_owned(), false),
        (format!("0123456789\tunsupported/x\ta.md#later; {why}"), true),
        ("0123456789\tunsupported/x\ta.md#later".to_owned(), false),
        (format!("0123456789\taccept\ta.md#ok; {why}"), true),
        (format!("0123456789\taccept\ta.md#no; {why}"), false),
        ("0123456789\taccept\ta.md#ok".to_owned(), false),
        (format!("0123456789\tn/a\t; {why}"), true),
        ("0123456789\tn/a\t".to_owned(), false),
        (format!("0123456789\tfine\ta.md#ok a.md#no; {why}"), false),
        (format!("12345\tn/a\t; {why}"), false),
        ("0123456789\tn/a".to_owned(), false),
    ] {
        assert_eq!(check(&row, &programs).is_ok(), holds, "{row}");
    }
}
