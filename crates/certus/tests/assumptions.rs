//! What a crate assumes is said with its result, and may be denied: `--no-cheating`, `certus trust --deny`.

use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = "use vstd::prelude::*;
verus! {
proof fn lemma(x: int) ensures x * x >= 0 { assume(x * x >= 0); assume(x == x); }
#[verifier::external_body]
fn now() -> (r: u64) ensures r > 0 { 1 }
axiom fn axiom_one(x: int) ensures x < 1 ==> x < 2;
proof fn proved() { }
}
fn main() {}
";

struct Place(TempDir);

impl Place {
    fn new(program: &str) -> Place {
        let place = Place(tempfile::tempdir().expect("a directory"));
        place.write("main.rs", program);
        place
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).expect("written");
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
        certus.current_dir(self.0.path()).args(arguments);
        let Output { status, stdout, stderr } = certus.output().expect("it runs");
        (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
    }
}

#[test]
fn the_result_says_what_is_assumed() {
    let place = Place::new(PROGRAM);
    // The second run repeats the first.
    for _ in 0..2 {
        let (status, text) = place.run(&["verify", "main.rs"]);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("2 functions proved (4 assumed), 0 errors"), "{text}");
        assert!(text.contains("assumed: assume main::lemma at main.rs:3:45\n"), "{text}");
        assert!(text.contains("and 1 more, which `certus trust` lists"), "{text}");
        let (_, text) = place.run(&["verify", "main.rs", "--message-format=json"]);
        let summary: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
        let kinds = summary["assumptions"].as_array().expect("a list").iter().map(|item| item["kind"].as_str());
        assert_eq!(kinds.flatten().collect::<Vec<_>>(), ["assume", "assume", "external_body", "axiom"]);
    }
    let (_, text) = Place::new("use vstd::prelude::*; verus! { fn f() {} } fn main() {}").run(&["verify", "main.rs"]);
    assert!(text.contains("1 function proved, 0 errors"), "{text}");
}

#[test]
fn what_is_not_listed_is_denied() {
    let place = Place::new(PROGRAM);
    let commands: [&[&str]; 2] = [&["trust", "main.rs", "--deny"], &["verify", "main.rs", "--no-cheating"]];
    let all = "# all\nassume main::lemma later\nassume main::lemma\naxiom main::axiom_one\nexternal_body main::now";
    for command in commands {
        let (status, text) = place.run(command);
        assert_eq!((status, text.matches("axiom").count() > 0), (Some(1), true), "{text}");
        let listed = [command, &["--allow-list", "list.txt"]].concat();
        let (status, text) = place.run(&listed);
        assert_eq!(status, Some(2), "{text}");
        assert!(text.contains("list.txt"), "{text}");
        place.write("list.txt", all);
        assert_eq!(place.run(&listed).0, Some(0));
        // One of the two is not listed.
        place.write("list.txt", &all.replacen("assume main::lemma\n", "", 1));
        assert_eq!(place.run(&listed).0, Some(1));
        place.write("list.txt", &format!("{all}\nadmit main::proved"));
        let (status, text) = place.run(&listed);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("list.txt:6") && text.contains("does not assume `admit main::proved`"), "{text}");
        place.write("list.txt", "an axiom");
        let (status, text) = place.run(&listed);
        assert!(status == Some(2) && text.contains("list.txt:1"), "{text}");
        std::fs::remove_file(place.0.path().join("list.txt")).expect("removed");
    }
}

#[test]
fn a_list_needs_what_it_is_for() {
    let place = Place::new(PROGRAM);
    for command in ["trust", "verify"] {
        assert_eq!(place.run(&[command, "main.rs", "--allow-list", "list.txt"]).0, Some(2));
    }
}

#[test]
fn assumptions_are_denied_without_proofs_too() {
    let place = Place::new(PROGRAM);
    let (status, text) = place.run(&["verify", "main.rs", "--no-verify", "--no-cheating"]);
    assert_eq!((status, text.matches("error[verify/cheating]").count()), (Some(1), 4), "{text}");
    assert_eq!(place.run(&["verify", "main.rs", "--no-verify"]).0, Some(0));
}
