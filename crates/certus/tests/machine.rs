//! `certus machine`: its errors, its table, and the pictures in the guide, which are those that it makes.

mod support;

use std::path::PathBuf;
use std::process::Command;

use expect_test::{expect, expect_file};

/// Writes files into a directory of their own.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn run(folder: &PathBuf, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    let output = command.current_dir(folder).arg("machine").args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The status and the errors.
fn refused(folder: &PathBuf, arguments: &[&str]) -> (Option<i32>, String) {
    let (status, out, err) = run(folder, arguments);
    assert_eq!(out, "");
    (status, err)
}

const COUNTER: &str = "\
use vstd::prelude::*;
mod inner;
verus! {
state_machine! { Counter {
    fields {
        pub count: int,
        pub limit: int,
    }
    transition! {
        add(n: nat) {
            require pre.count + n <= pre.limit;
            update count = pre.count + n;
        }
    }
    // Its lemmas are missing, which is no reason not to draw it.
    #[invariant]
    pub fn within(&self) -> bool { self.count <= self.limit }
}}
}
";

const INNER: &str = "\
use vstd::prelude::*;
verus! {
tokenized_state_machine! { Stack { fields { #[sharding(map)] pub elements: Map<nat, int> } } }
mod deep {
    state_machine! { Queue { fields { pub first: int } } }
}
}
mod other {
    vstd::prelude::state_machine! { Queue { fields { pub last: int } } }
}
";

#[test]
fn a_table_shows_what_operations_do_with_fields() {
    let folder = folder("machine_table", &[("a.rs", COUNTER), ("inner.rs", INNER)]);
    let (status, out, err) = run(&folder, &["a.rs", "Counter"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    expect![[r#"
        Counter: state machine, 2 fields, 1 operation

        field  strategy  type
        count  -         int
        limit  -         int

        operation               field  what it does
        transition add(n: nat)  count  read, update
                                limit  read
    "#]]
    .assert_eq(&out);
    // A machine of another file of the crate.
    let (status, out, _) = run(&folder, &["a.rs", "Stack"]);
    assert!(status == Some(0) && out.contains("elements  map       Map<nat, int>"), "{out}");
}

#[test]
fn a_picture_is_the_same_in_each_run() {
    let folder = folder("machine_picture", &[("a.rs", COUNTER), ("inner.rs", INNER)]);
    let (first, second) = (run(&folder, &["a.rs", "Counter", "--svg"]), run(&folder, &["a.rs", "Counter", "--svg"]));
    assert!(first.1.starts_with("<svg ") && first.1.ends_with("</svg>\n"), "{}", first.1);
    assert_eq!(first, second);
}

#[test]
fn a_file_that_is_missing_is_an_error() {
    let folder = folder("machine_missing", &[]);
    let (status, err) = refused(&folder, &["missing.rs", "Counter"]);
    assert!(status == Some(2) && err.starts_with("error: ") && err.contains("missing.rs"), "{err}");
}

#[test]
fn a_name_that_no_machine_has_is_an_error() {
    let folder = folder("machine_unknown", &[("a.rs", COUNTER), ("inner.rs", INNER), ("b.rs", "fn main() {}\n")]);
    let unknown = |name: &str| refused(&folder, &["a.rs", name, "--svg"]);
    let expected = "error: there is no state machine `Countr`: did you mean `Counter`?\n";
    assert_eq!(unknown("Countr"), (Some(2), expected.to_owned()));
    let expected = "error: there is no state machine `Elevator`: there is Counter, Stack, Queue\n";
    assert_eq!(unknown("Elevator"), (Some(2), expected.to_owned()));
    let expected = "error: `b.rs` has no state machine\n".to_owned();
    assert_eq!(refused(&folder, &["b.rs", "Counter"]), (Some(2), expected.clone()));
    assert_eq!(refused(&folder, &["b.rs"]), (Some(2), expected));
}

#[test]
fn of_several_machines_one_must_be_named() {
    let folder = folder("machine_several", &[("a.rs", COUNTER), ("inner.rs", INNER)]);
    let expected = "error: `a.rs` has several state machines: Counter, Stack, Queue; name one of them\n";
    assert_eq!(refused(&folder, &["a.rs"]), (Some(2), expected.to_owned()));
    let expected = "error: there are several state machines `Queue`: at inner.rs:5:22, inner.rs:9:37; name the file of \
                    one of them\n";
    assert_eq!(refused(&folder, &["a.rs", "Queue"]), (Some(2), expected.to_owned()));
}

#[test]
fn a_file_or_a_machine_that_cannot_be_read_is_an_error_at_its_place() {
    let wrong_field = COUNTER.replace("update count", "update counter");
    let files = [("a.rs", "verus! {\nfn f() -> { }\n}\n"), ("b.rs", wrong_field.as_str()), ("inner.rs", "fn g() {}\n")];
    let folder = folder("machine_wrong", &files);
    let (status, err) = refused(&folder, &["a.rs", "Counter"]);
    assert!(status == Some(1) && err.starts_with("error: a.rs:2:") && err.contains("(language/syntax)"), "{err}");
    let (status, err) = refused(&folder, &["b.rs", "Counter", "--svg"]);
    assert!(status == Some(1) && err.starts_with("error: b.rs:12:") && err.contains("`counter`"), "{err}");
}

/// The pictures of the guide: the page, the machine of a program of it, and the picture below `captures/`.
const PICTURES: [(&str, &str, &str); 4] = [
    ("reference/state-machines.md", "Lock", "machine-lock"),
    ("concurrency/tokens.md", "Counting", "machine-counting"),
    ("concurrency/queue.md", "Turns", "machine-turns"),
    ("concurrency/readers.md", "Shelf", "machine-shelf"),
];

#[test]
fn the_pictures_in_the_guide_are_those_of_the_command() {
    let guide = support::root().join("docs/guide/src");
    for (page, machine, picture) in PICTURES {
        let text = std::fs::read_to_string(guide.join(page)).unwrap();
        assert!(text.contains(&format!("](../captures/{picture}.svg)")), "{page} does not show {picture}.svg");
        let cases = support::literate::cases(&text).unwrap();
        let program = cases.iter().find(|case| case.program.contains(&format!("! {{ {machine}"))).unwrap();
        let folder = folder(&format!("machine_guide_{machine}"), &[("a.rs", &program.program)]);
        let (status, out, err) = run(&folder, &["a.rs", machine, "--svg"]);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{page}");
        expect_file![guide.join(format!("captures/{picture}.svg"))].assert_eq(&out);
    }
}
