//! The language server, driven by a client that speaks the protocol.

mod support {
    pub mod lsp;
}

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use support::lsp::{Client, Folder, is_diagnostics_of, wait_for_end_of};

const PROGRAM: &str = "use vstd::prelude::*;
verus! {
/// Twice as much.
pub open spec fn twice(x: int) -> int { x + x }

fn right(x: u8) -> (r: u8)
    requires x < 100,
    ensures r == twice(x as int),
{ x + x }

fn wrong(x: u8) -> (r: u8)
    ensures r > x,
{ let größe = \"\u{1d54f}\"; x }

fn call(s: Seq<int>) requires s.len() > 3 { let r = right(3); }
}
fn main() {}
";

/// A client with a file open, after the run that this begins.
fn opened(name: &str, text: &str) -> (Folder, Client, String) {
    let folder = Folder::new(name);
    let uri = folder.write("main.rs", text);
    let mut client = Client::start(&json!({}));
    client.open(&uri, text);
    client.end_of_run();
    (folder, client, uri)
}

/// Saves the file that is open with a text in which nothing is wrong.
fn save_mended(folder: &Folder, client: &mut Client, text: &str) {
    let uri = folder.write("main.rs", text);
    client.change(&uri, 2, text);
    client.save(&uri);
    client.end_of_run();
    assert_eq!(client.diagnostics(&uri), json!([]));
}

/// What is wrong in the root of a crate after the run that opening one of its files begins.
fn found_from(client: &mut Client, root: &str, opened: (&str, &str)) -> Vec<String> {
    client.open(opened.0, opened.1);
    client.end_of_run();
    messages(&client.diagnostics(root)).into_iter().map(str::to_owned).collect()
}

/// What is wrong in a word, without what is said besides.
fn messages(diagnostics: &Value) -> Vec<&str> {
    let all = diagnostics.as_array().expect("a list").iter().filter_map(|d| d["message"].as_str());
    all.map(|text| text.split(['(', '\n']).next().unwrap_or_default().trim_end()).collect()
}

#[test]
fn a_saved_file_is_verified() {
    let (folder, mut client, uri) = opened("saved", PROGRAM);
    let shown = client.diagnostics(&uri);
    assert_eq!(messages(&shown), ["postcondition not satisfied"]);
    // Lines from 0, columns in UTF-16 units: the letter before the value is two of them.
    let column = "{ let größe = \"\u{1d54f}\"; ".encode_utf16().count();
    assert_eq!(shown[0]["range"]["start"], json!({ "line": 12, "character": column }));
    assert_eq!((&shown[0]["code"], &shown[0]["source"]), (&json!("verify/postcondition"), &json!("certus")));
    assert_eq!(shown[0]["relatedInformation"][0]["location"]["range"]["start"]["line"], 11);
    // Before the run was over there was word of it.
    assert!(client.heard.iter().any(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "report"));
    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let title = |line: u64| {
        let lens = lenses.as_array().expect("a list").iter().find(|lens| lens["range"]["start"]["line"] == line);
        lens.and_then(|lens| lens["command"]["title"].as_str()).unwrap_or_default().to_string()
    };
    assert!(title(5).starts_with("verified · "), "{lenses}");
    assert!(title(10).starts_with("failed · "), "{lenses}");
    // Mended, it has no errors.
    let mended = PROGRAM.replace("ensures r > x,", "ensures r >= x,");
    save_mended(&folder, &mut client, &mended);
    client.shut_down();
}

#[test]
fn names_say_what_they_stand_for() {
    let (_folder, mut client, uri) = opened("names", PROGRAM);
    client.wait_for_index(&uri, 14, "fn call(s: Seq<int>) requires s.len() > 3 { let r = ri".len());
    let at = |line: &str, word: &str| {
        let number = PROGRAM.lines().position(|l| l.contains(line)).expect("the line");
        let column = PROGRAM.lines().nth(number).and_then(|l| l.find(word)).expect("the word");
        json!({ "textDocument": { "uri": uri }, "position": { "line": number, "character": column + 1 } })
    };
    let began = std::time::Instant::now();
    let hover = client.request("textDocument/hover", at("let r = right", "right"));
    assert!(began.elapsed() < Duration::from_millis(500), "{:?}", began.elapsed());
    let said = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(said.contains("requires x < 100,\n    ensures r == twice(x as int),"), "{said}");
    assert!(!said.contains("x + x"), "no body: {said}");
    assert!(said.contains("verified · "), "{said}");
    let spec = client.request("textDocument/hover", at("ensures r == twice", "twice"));
    let said = spec["contents"]["value"].as_str().unwrap_or_default();
    assert!(said.contains("/// Twice as much.") && said.contains("{ x + x }"), "{said}");
    let local = client.request("textDocument/hover", at("requires x < 100", "x <"));
    assert!(local["contents"]["value"].as_str().unwrap_or_default().contains("x: u8"), "{local}");
    let own = client.request("textDocument/definition", at("ensures r == twice", "twice"));
    assert_eq!((&own["uri"], &own["range"]["start"]), (&json!(uri), &json!({ "line": 3, "character": 17 })), "{own}");
    let library = client.request("textDocument/definition", at("requires s.len()", "len"));
    let path = library["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).unwrap_or_default().to_string();
    let text = fs::read_to_string(&path).expect("the library's file is there");
    let line = library["range"]["start"]["line"].as_u64().expect("a line");
    assert!(path.contains("vstd/seq.rs"), "{path}");
    assert!(text.lines().nth(line as usize).expect("the line").contains("fn len"), "{library}");
    assert_eq!(client.request("textDocument/hover", at("use vstd", "use")), Value::Null);
    client.shut_down();
}

#[test]
fn a_quantifier_says_its_triggers() {
    let text = "use vstd::prelude::*;\nverus! {\nspec fn p(i: int) -> bool;\nspec fn q(i: int) -> bool;\n\
                proof fn f()\n    requires forall|i: int| p(i) && q(i),\n    ensures p(3),\n{}\n}\nfn main() {}\n";
    let text = text.replace("spec fn", "uninterp spec fn");
    let (folder, mut client, uri) = opened("triggers", &text);
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 5, "character": 14 } });
    let hover = client.request("textDocument/hover", place);
    assert!(hover["contents"]["value"].as_str().unwrap_or_default().contains("p(i); or q(i)"), "{hover}");
    // The choice is not sure: the trigger can be written.
    let shown = client.diagnostics(&uri);
    let changed = client.apply_fix(&uri, &text, &shown[0]["range"]);
    assert!(changed.contains("forall|i: int| #![trigger p(i)] #![trigger q(i)] p(i) && q(i)"), "{changed}");
    save_mended(&folder, &mut client, &changed);
    client.shut_down();
}

#[test]
fn a_quick_fix_mends_a_proof() {
    let text = "use vstd::prelude::*;\nverus! {\nproof fn f(a: int, b: int)\n    requires a > 0, b > 0,\n{\n    \
                assert(a * b > 0) by (nonlinear_arith) requires b > 0;\n}\n}\nfn main() {}\n";
    let (folder, mut client, uri) = opened("fix", text);
    let shown = client.diagnostics(&uri);
    assert_eq!(shown.as_array().map(Vec::len), Some(1), "{shown}");
    let changed = client.apply_fix(&uri, text, &shown[0]["range"]);
    assert!(changed.contains("requires a > 0, b > 0;"), "{changed}");
    save_mended(&folder, &mut client, &changed);
    client.shut_down();
}

/// A proof that takes longer than any test waits, with an error beside it.
const SLOW: &str = "use vstd::prelude::*;
verus! {
fn quick() { assert(1 + 1 == 3); }
#[verifier::rlimit(100000)]
proof fn slow(a: int, b: int, c: int)
    by (nonlinear_arith)
    requires a > 2, b > 2, c > 2,
    ensures a * a * a + b * b * b != c * c * c,
{}
}
fn main() {}
";

#[test]
fn a_save_ends_the_run_before_it() {
    let folder = Folder::new("superseded");
    let uri = folder.write("main.rs", SLOW);
    let mut client = Client::start(&json!({ "extraArgs": ["--no-cache"] }));
    client.open(&uri, SLOW);
    // The error is there while the rest still runs.
    let early = client.wait("the error", |m| is_diagnostics_of(m, &uri) && m["params"]["diagnostics"] != json!([]));
    assert_eq!(messages(&early["params"]["diagnostics"]), ["assertion failed"]);
    let solvers = client.processes("z3");
    assert!(!solvers.is_empty(), "the run has solvers");
    // The server answers while the solvers work.
    let began = std::time::Instant::now();
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": 4 } });
    assert_eq!(client.request("textDocument/hover", place), Value::Null);
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let mended = "use vstd::prelude::*;\nverus! { fn quick() { assert(1 + 1 == 2); } }\nfn main() {}\n";
    folder.write("main.rs", mended);
    client.change(&uri, 2, mended);
    client.save(&uri);
    let place = client.heard.len();
    client.end_of_run();
    assert_eq!(client.diagnostics(&uri), json!([]));
    solvers.into_iter().for_each(wait_for_end_of);
    // Nothing of the older run comes any more.
    client.listen(Duration::from_millis(500));
    let old = |m: &&Value| is_diagnostics_of(m, &uri) && messages(&m["params"]["diagnostics"]).len() > 1;
    assert_eq!(client.heard[place..].iter().find(old), None);
    client.shut_down();
}

#[test]
fn ten_quick_edits_have_one_result() {
    let (folder, mut client, uri) = opened("ten", PROGRAM);
    let place = client.heard.len();
    let mut text = String::new();
    for number in 0..10 {
        // Each text has its error in another line.
        text = format!("{}{PROGRAM}", "\n".repeat(number + 1));
        folder.write("main.rs", &text);
        client.change(&uri, 2 + number as u64, &text);
        client.save(&uri);
    }
    client.listen(Duration::from_millis(100));
    client.end_of_newest_run();
    client.listen(Duration::from_millis(300));
    let heard = &client.heard[place..];
    let ends = heard.iter().map(|m| &m["params"]["value"]).filter(|value| value["kind"] == "end");
    let results: Vec<&str> =
        ends.filter_map(|value| value["message"].as_str()).filter(|text| *text != "superseded").collect();
    assert_eq!((results.len(), results[0].starts_with("1 error")), (1, true), "{results:?}");
    let line = text.lines().position(|line| line.contains("größe")).expect("the line");
    let shown = client.diagnostics(&uri);
    assert_eq!((messages(&shown).len(), &shown[0]["range"]["start"]["line"]), (1, &json!(line)), "{shown}");
    // When the last run has begun, nothing about an older text is shown.
    let begun = heard.iter().rposition(|message| message["params"]["value"]["kind"] == "begin").expect("a run");
    let published = heard[begun..].iter().filter(|message| is_diagnostics_of(message, &uri));
    assert!(published.map(|message| &message["params"]["version"]).all(|version| *version == 11));
    client.shut_down();
}

#[test]
fn an_edit_that_is_not_saved_moves_what_is_shown() {
    let folder = Folder::new("moved");
    let uri = folder.write("main.rs", SLOW);
    let mut client = Client::start(&json!({ "extraArgs": ["--no-cache"] }));
    client.open(&uri, SLOW);
    client.wait_for_process("z3");
    client.change(&uri, 2, &format!("\n\n{SLOW}"));
    let shown = client.wait("the error", |m| is_diagnostics_of(m, &uri) && m["params"]["diagnostics"] != json!([]));
    let (version, line) = (&shown["params"]["version"], &shown["params"]["diagnostics"][0]["range"]["start"]["line"]);
    let is_moved = (version, line) == (&json!(2), &json!(4));
    // The error may have come before the edit.
    assert!(is_moved || (version, line) == (&json!(1), &json!(2)), "{shown}");
    client.shut_down();
}

#[test]
fn nothing_goes_on_without_a_client() {
    for (number, name) in ["malformed", "closed", "killed"].into_iter().enumerate() {
        let folder = Folder::new(name);
        let uri = folder.write("main.rs", SLOW);
        let mut client = Client::start(&json!({ "extraArgs": ["--no-cache"] }));
        client.open(&uri, SLOW);
        client.wait("the error", |m| is_diagnostics_of(m, &uri) && m["params"]["diagnostics"] != json!([]));
        assert!(!client.processes("z3").is_empty(), "the run has solvers");
        match number {
            0 => client.write_raw(b"Content-Length: nonsense\r\n\r\n{"),
            1 => client.close(),
            _ => client.kill(),
        }
        client.wait_for_end_of_all();
    }
}

#[test]
fn whatever_the_client_says_is_survived() {
    let (_folder, mut client, uri) = opened("whatever", PROGRAM);
    let unknown = client.request_whole("textDocument/unknown", json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    let wrong = client.request_whole("textDocument/hover", json!({ "position": "here" }));
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    let elsewhere =
        json!({ "textDocument": { "uri": "file:///no/such/file.rs" }, "position": { "line": 1, "character": 1 } });
    assert_eq!(client.request("textDocument/hover", elsewhere), Value::Null);
    let behind = json!({ "textDocument": { "uri": uri }, "position": { "line": 9999, "character": 9999 } });
    assert_eq!(client.request("textDocument/definition", behind), Value::Null);
    client.notify(
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": "untitled:one", "languageId": "rust", "version": 1, "text": "" } }),
    );
    client.notify("textDocument/didSave", json!({ "textDocument": 5 }));
    client.notify("no/such/notification", json!([1, 2]));
    // A file that is not there: the run says so.
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": "file:///no/such/file.rs" } }));
    client.wait("a message", |m| m["method"] == "window/showMessage");
    client.shut_down();
}

#[test]
fn a_client_may_speak_between_shutdown_and_exit() {
    let (_folder, mut client, uri) = opened("late", PROGRAM);
    client.request("shutdown", Value::Null);
    // An answer to a request that the server sent before.
    client.send(&json!({ "jsonrpc": "2.0", "id": 1, "result": null }));
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    let late = client.request_whole("textDocument/hover", json!({}));
    assert_eq!(late["error"]["code"], -32600, "{late}");
    client.exit();
}

#[test]
fn a_file_of_a_module_verifies_its_crate() {
    let folder = Folder::new("module");
    let root = "mod part;\nuse vstd::prelude::*;\nverus! { fn f() { part::g(0); } }\nfn main() {}\n";
    let part = "use vstd::prelude::*;\nverus! { pub fn g(x: u8) requires x > 0 {} }\n";
    let root_uri = folder.write("entry.rs", root);
    let uri = folder.write("part.rs", part);
    let mut client = Client::start(&json!({}));
    assert_eq!(found_from(&mut client, &root_uri, (&uri, part)), ["precondition not satisfied"]);
    client.shut_down();
}

#[test]
fn a_file_of_a_package_verifies_its_crate() {
    let folder = Folder::new("package");
    let manifest = "[package]\nname = \"one\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[lib]\npath = \"one.rs\"\n\
                    [features]\ndefault = [\"on\"]\non = []\n[package.metadata.certus]\nverify = true\n";
    folder.write("Cargo.toml", manifest);
    let root = "mod part;\nuse vstd::prelude::*;\nverus! { fn f() { part::g(0); } }\n";
    let part = "use vstd::prelude::*;\n#[cfg(feature = \"on\")]\nverus! { pub fn g(x: u8) requires x > 0 {} }\n";
    let root_uri = folder.write("one.rs", root);
    let uri = folder.write("part.rs", part);
    let mut client = Client::start(&json!({}));
    assert_eq!(found_from(&mut client, &root_uri, (&uri, part)), ["precondition not satisfied"]);
    client.shut_down();
}

/// A crate of two files of which the second is edited, after the first run.
fn crate_with_a_part(name: &str) -> (Folder, Client, String) {
    let folder = Folder::new(name);
    folder.write("entry.rs", "mod part;\nuse vstd::prelude::*;\nverus! { fn f() { part::g(1); } }\nfn main() {}\n");
    let uri = folder.write("part.rs", &part("assert(x + 1 > x);"));
    let mut client = Client::start(&json!({}));
    client.open(&uri, &part("assert(x + 1 > x);"));
    client.end_of_run();
    assert_eq!(client.diagnostics(&uri), json!([]));
    (folder, client, uri)
}

fn part(body: &str) -> String {
    format!(
        "use vstd::prelude::*;\nverus! {{ pub fn g(x: u8) requires x > 0 {{ {body} }}\nfn h(x: u8) {{ assert(x >= 0); }} }}\n"
    )
}

/// Saves the part with a body, and hears what is wrong then.
fn save_part(folder: &Folder, client: &mut Client, body: &str) -> Vec<String> {
    let uri = folder.write("part.rs", &part(body));
    client.change(&uri, 2, &part(body));
    client.save(&uri);
    client.end_of_run();
    messages(&client.diagnostics(&uri)).into_iter().map(str::to_owned).collect()
}

#[test]
fn a_prestarted_run_answers_the_next_save() {
    let (folder, mut client, _) = crate_with_a_part("waiting");
    let bodies = [
        ("assert(x > 5);", Some("assertion failed")),
        ("assert(x >= 1);", None),
        ("let y = x + 1;", Some("possible arithmetic underflow/overflow")),
        ("let y = x + true;", Some("")),
        ("let y = (x;", Some("")),
        ("assert(x >= 0);", None),
    ];
    for (number, (body, wrong)) in bodies.into_iter().enumerate() {
        let waiting = client.wait_for_process("rustc");
        let found = save_part(
            &folder,
            &mut client,
            &format!("{body} let n: int = {number};").replace("let n: int", "let n: u8"),
        );
        match wrong {
            None => assert_eq!(found, Vec::<String>::new(), "{body}"),
            Some("") => assert!(!found.is_empty(), "{body}"),
            Some(wrong) => assert!(found.iter().any(|text| text.contains(wrong)), "{body}: {found:?}"),
        }
        // It answers once.
        wait_for_end_of(waiting);
    }
    client.shut_down();
}

#[test]
fn a_compiler_that_was_killed_while_it_waited_is_not_missed() {
    let (folder, mut client, _) = crate_with_a_part("waiting-killed");
    let waiting = client.wait_for_process("rustc");
    let killed = std::process::Command::new("kill").args(["-KILL", &waiting.to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(save_part(&folder, &mut client, "assert(x > 5);"), ["assertion failed"]);
    assert_eq!(save_part(&folder, &mut client, "assert(x > 0);"), Vec::<String>::new());
    client.shut_down();
}

#[test]
fn the_last_of_quick_saves_counts() {
    let (folder, mut client, uri) = crate_with_a_part("waiting-quick");
    client.wait_for_process("rustc");
    for number in 0..4 {
        for body in ["assert(x > 5);", "assert(x > 6);", "assert(x > 0);"] {
            let text = part(&format!("{body} let n: u8 = {number};"));
            folder.write("part.rs", &text);
            client.change(&uri, 2, &text);
            client.save(&uri);
            client.listen(Duration::from_millis(30 * number));
        }
        client.listen(Duration::from_millis(10));
        client.end_of_newest_run();
        assert_eq!(client.diagnostics(&uri), json!([]), "{number}");
    }
    client.shut_down();
}

#[test]
fn a_manifest_that_changes_counts() {
    let folder = Folder::new("waiting-manifest");
    let manifest = |features: &str| {
        format!(
            "[package]\nname = \"one\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[lib]\npath = \"one.rs\"\n[features]\n\
             default = [{features}]\non = []\n[package.metadata.certus]\nverify = true\n"
        )
    };
    folder.write("Cargo.toml", &manifest(""));
    let text = "use vstd::prelude::*;\n#[cfg(feature = \"on\")]\nverus! { fn g(x: u8) { assert(x > 0); } }\nverus! { fn h() {} }\n";
    let uri = folder.write("one.rs", text);
    let mut client = Client::start(&json!({}));
    assert_eq!(found_from(&mut client, &uri, (&uri, text)), Vec::<String>::new());
    let waiting = client.wait_for_process("rustc");
    folder.write("Cargo.toml", &manifest("\"on\""));
    client.save(&uri);
    client.end_of_run();
    assert_eq!(messages(&client.diagnostics(&uri)), ["assertion failed"]);
    wait_for_end_of(waiting);
    client.shut_down();
    for wish in [json!({ "keepReady": false }), json!({})] {
        let keeps = wish == json!({});
        let mut client = Client::start(&wish);
        client.open(&uri, text);
        client.end_of_run();
        client.wait_for_index(&uri, 2, "verus! { fn g(".len() - 1);
        assert_eq!(!client.processes("rustc").is_empty(), keeps);
        client.shut_down();
    }
}
