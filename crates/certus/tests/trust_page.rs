//! `certus trust --uses` and `--html`: who uses what is trusted.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

const PROGRAM: &str = "use vstd::prelude::*;
verus! {
uninterp spec fn f(x: int) -> int;
// trusted: <it> is a test
broadcast axiom fn axiom_f(x: int)
    ensures #[trigger] f(x) > 0;
axiom fn axiom_unused()
    ensures f(3) == 3;
#[verifier::external_body]
fn read() -> (r: u8)
    ensures r < 10
{
    3
}
proof fn lemma(x: int)
    ensures f(x) >= 1
{
    broadcast use axiom_f;
}
proof fn lemma_twice(x: int)
    ensures f(x) + f(x) >= 2
{
    lemma(x);
}
fn next() -> (r: u8)
    ensures r < 11
{
    let x = read();
    x + 1
}
proof fn assumed(x: int)
    ensures x > 3
{
    assume(x > 3);
}
fn uses_all() -> (r: u8)
    ensures r > 3
{
    proof { lemma_twice(1); assumed(4); }
    let x = next();
    if x > 3 { x } else { 4 }
}
proof fn rests_on_nothing(x: int)
    ensures x <= x
{
}
}
fn main() {}
";

fn run(name: &str, arguments: &[&str]) -> (Option<i32>, String, PathBuf) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trust_page").join(name);
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("main.rs"), PROGRAM).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    let output = command.current_dir(&dir).args(["trust", "main.rs"]).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), dir)
}

/// What is trusted, who uses it directly, and who through calls.
fn expected() -> Vec<(&'static str, &'static str, Value, Value)> {
    vec![
        ("axiom", "main::axiom_f", json!(["main::lemma"]), json!(["main::lemma_twice", "main::uses_all"])),
        ("axiom", "main::axiom_unused", json!([]), json!([])),
        ("external_body", "main::read", json!(["main::next"]), json!(["main::uses_all"])),
        ("assume", "main::assumed", json!(["main::assumed"]), json!(["main::uses_all"])),
    ]
}

#[test]
fn every_use_is_listed_and_no_other() {
    let (status, out, _) = run("json", &["--uses", "--message-format=json"]);
    assert_eq!(status, Some(0));
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<_> = records[..records.len() - 1]
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap();
            (text("kind"), text("path"), one["used_by"].clone(), one["used_through_calls_by"].clone())
        })
        .collect();
    assert_eq!(found, expected());
    // Without the option nothing is followed.
    let (_, out, _) = run("plain", &["--message-format=json"]);
    assert!(!out.contains("used_by"), "{out}");
}

#[test]
fn the_list_for_people_has_them_too() {
    let (_, out, _) = run("text", &["--uses"]);
    assert!(
        out.contains("main.rs:5:20: <it> is a test\n    used by main::lemma\n    used by main::lemma_twice, through"),
        "{out}"
    );
}

#[test]
fn the_page_has_an_anchor_for_each_item_and_function() {
    let (status, out, dir) = run("page", &["--html", "page.html"]);
    assert_eq!(status, Some(0));
    let page = std::fs::read_to_string(dir.join("page.html")).unwrap();
    // The items in their file, and the counts that the list ends with.
    assert_eq!(page.matches("<div class=\"item\"").count(), expected().len());
    assert!(page.contains("<h2 id=\"main.rs\"><code>main.rs</code> (4)</h2>"), "{page}");
    assert!(page.contains(out.lines().last().unwrap()), "{page}");
    for (number, (kind, path, directly, through)) in expected().iter().enumerate() {
        let at = page.find(&format!("id=\"t{number}\"><span class=\"kind\">{kind}</span>")).unwrap();
        let item = &page[at..at + page[at..].find("</div>").unwrap()];
        assert!(item.contains(&format!("<code>{path}</code>")), "{item}");
        let (directly, through) = (directly.as_array().unwrap(), through.as_array().unwrap());
        assert!(
            item.contains(&format!(
                "used by {} function{}, and by {} ",
                directly.len(),
                if directly.len() == 1 { "" } else { "s" },
                through.len()
            )),
            "{item}"
        );
        for user in directly.iter().chain(through) {
            let user = user.as_str().unwrap();
            assert!(item.contains(&format!("href=\"#f-{user}\"")), "{item}");
            assert!(page.contains(&format!("id=\"f-{user}\"")), "{page}");
        }
        assert_eq!(item.matches("<li>").count(), directly.len() + through.len(), "{item}");
    }
    assert!(page.contains("&lt;it&gt; is a test") && !page.contains("<it>") && !page.contains("rests_on_nothing"));
    // Nothing is loaded from elsewhere.
    assert!(!page.contains("http") && !page.contains("<script") && !page.contains("src="));
    assert_eq!(run("nowhere", &["--html", "no/such/folder/page.html"]).0, Some(2));
}
