//! The language server while somebody reads and writes a program: hover, symbols, completion, references, colours, hints.

mod support {
    #[allow(dead_code)] // Other tests use the rest.
    pub mod lsp;
}

use serde_json::{Value, json};
use support::lsp::{Client, Folder};

const PROGRAM: &str = "use vstd::prelude::*;
use vstd::arithmetic::mul::*;
verus! {
mod inner {
    use super::*;
    pub open spec fn twice(x: int) -> int { x + x }
}
use inner::twice;

trait Shape {
    spec fn size(&self) -> int;
    /// How large it is.
    fn measure(&self) -> (r: u64)
        ensures r == self.size();
}

struct Square { side: u64, ghost id: int }

impl Shape for Square {
    spec fn size(&self) -> int { self.side as int }
    fn measure(&self) -> (r: u64) { self.side }
}

enum Colour { Red, Blue(u8) }

/// A step of a proof.
proof fn lemma_twice(x: int, y: int)
    requires x == y,
    ensures twice(x) == x + y,
{
    lemma_mul_is_associative(x, y, 2);
}

#[verifier::external_body]
fn trusted() -> (r: u8)
    ensures r > 3,
{ 4 }

fn push(v: &mut Vec<u8>, s: &Square)
    requires old(v).len() < 9,
{
    let ghost before = v@;
    v.push(1);
    let m = s.measure();
    proof { assert(v@.len() > 0); lemma_twice(1, 1); }
    let mut i: u64 = 0;
    while i < 3
        invariant i <= 3,
        decreases 3 - i,
    { i = i + 1; }
}

fn believes() { assume(1 > 2); }

fn wrong() ensures false {}
}
fn main() {}
";

/// A client with the program open, whose names are known.
fn opened(name: &str) -> (Folder, Client, String) {
    let folder = Folder::new(name);
    let uri = folder.write("main.rs", PROGRAM);
    let mut client = Client::start(&json!({}));
    client.open(&uri, PROGRAM);
    client.end_of_run();
    let (line, column) = place(PROGRAM, "twice(x) ==");
    client.wait_for_index(&uri, line, column + 1);
    (folder, client, uri)
}

/// The line and column of a piece of a text.
fn place(text: &str, piece: &str) -> (usize, usize) {
    let at = text.find(piece).unwrap_or_else(|| panic!("{piece}"));
    let before = &text[..at];
    (before.matches('\n').count(), at - before.rfind('\n').map_or(0, |at| at + 1))
}

/// Parameters for the second letter of a piece of the program.
fn at(uri: &str, piece: &str) -> Value {
    let (line, column) = place(PROGRAM, piece);
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column + 1 } })
}

fn hover(client: &mut Client, uri: &str, piece: &str) -> String {
    let hover = client.request("textDocument/hover", at(uri, piece));
    hover["contents"]["value"].as_str().unwrap_or_default().to_string()
}

#[test]
fn a_hover_has_the_whole_contract() {
    let (_folder, mut client, uri) = opened("contract");
    let library = hover(&mut client, &uri, "lemma_mul_is_associative(x");
    assert!(library.contains("proof fn lemma_mul_is_associative(x: int, y: int, z: int)"), "{library}");
    assert!(library.contains("ensures") && !library.contains("assert"), "{library}");
    let declared = hover(&mut client, &uri, "lemma_twice(x: int");
    let whole = "/// A step of a proof.\nproof fn lemma_twice(x: int, y: int)\n    requires x == y,\n    ensures twice(x) == x + y,";
    assert!(declared.contains(whole), "{declared}");
    assert_eq!(hover(&mut client, &uri, "lemma_twice(1"), declared);
    // The standard library declares the function, and the contract is elsewhere.
    let std = hover(&mut client, &uri, "push(1)");
    assert!(std.contains("assume_specification") && std.contains("ensures"), "{std}");
    // The contract of a method is in its trait.
    let method = hover(&mut client, &uri, "measure(&self) -> (r: u64) {");
    assert!(method.contains("contract, from") && method.contains("ensures r == self.size()"), "{method}");
    client.shut_down();
}

#[test]
fn a_file_has_symbols() {
    let (_folder, mut client, uri) = opened("symbols");
    let symbols = client.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    fn names(symbols: &Value) -> Vec<String> {
        let all = symbols.as_array().map(Vec::as_slice).unwrap_or_default();
        let name = |one: &Value| match names(&one["children"]) {
            inner if inner.is_empty() => one["name"].as_str().unwrap_or_default().to_string(),
            inner => format!("{}({})", one["name"].as_str().unwrap_or_default(), inner.join(" ")),
        };
        all.iter().map(name).collect()
    }
    let wanted = [
        "inner(twice)",
        "Shape(size measure)",
        "Square(side id)",
        "Shape for Square(size measure)",
        "Colour(Red Blue)",
        "lemma_twice",
        "trusted",
        "push",
        "believes",
        "wrong",
        "main",
    ];
    assert_eq!(names(&symbols), wanted);
    assert_eq!(symbols[5]["detail"], "proof fn(x: int, y: int)");
    assert_eq!(symbols[0]["children"][0]["detail"], "spec fn(x: int) -> int");
    let found = client.request("workspace/symbol", json!({ "query": "TWICE" }));
    let found: Vec<&str> = found.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    client.shut_down();
}

/// The labels that are offered where the text of a function is typed, and all that is offered.
fn offered(client: &mut Client, uri: &str, version: u64, typed: &str) -> (Vec<String>, Value) {
    let text = PROGRAM.replace("fn wrong() ensures false {}", typed);
    let (line, column) = place(&text, "¦");
    let text = text.replace('¦', "");
    client.change(uri, version, &text);
    let params = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } });
    let answer = client.request("textDocument/completion", params);
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    let labels = items.iter().filter_map(|item| item["label"].as_str().map(str::to_string));
    (labels.collect(), answer["items"].clone())
}

#[test]
fn words_and_lemmas_are_completed_where_they_may_stand() {
    let (_folder, mut client, uri) = opened("completion");
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("pro¦", &["proof fn", "spec fn", "broadcast use"], &["requires", "assert"]),
        ("fn a(x: u8) -> u8\n    req¦", &["requires", "ensures", "decreases"], &["proof fn", "recommends"]),
        ("fn a(x: u8) -> u8\n    req¦\n{ x }", &["requires", "ensures"], &["assert"]),
        ("spec fn a(x: int) -> int\n    ¦{ x }", &["recommends", "decreases", "via"], &["requires", "ensures"]),
        ("fn a(x: u8)\n    requires twi¦", &["requires", "forall", "twice"], &["lemma_twice", "trusted"]),
        ("fn a(x: u8) {\n    ¦\n}", &["proof", "assert", "let ghost", "trusted"], &["requires", "lemma_twice"]),
        (
            "fn a(x: u8) {\n    proof {\n        lemma_tw¦\n    }\n}",
            &["assert", "lemma_twice"],
            &["let ghost", "trusted"],
        ),
        ("proof fn a(x: int) {\n    lemma_mul_is_comm¦", &["lemma_mul_is_commutative"], &["lemma_twice"]),
        ("fn a(x: u8) {\n    while x < 3\n        inv¦\n    { }\n}", &["invariant", "decreases"], &["requires"]),
        ("proof fn a(x: int) {\n    reveal(twi¦);\n}", &["twice"], &["lemma_twice", "assert"]),
        ("proof fn a(x: int) {\n    broadcast use group_mul¦;\n}", &[], &["assert"]),
        ("proof fn a(x: int) {\n    inner::¦\n}", &["twice"], &["assert"]),
        ("#[ver¦] fn a() {}", &["verifier::external_body"], &["assert"]),
        ("fn a() { // ¦\n }", &[], &["assert", "proof"]),
        ("fn ¦", &[], &["assert", "proof fn"]),
    ];
    for (number, (typed, wanted, unwanted)) in cases.iter().enumerate() {
        let (labels, _) = offered(&mut client, &uri, number as u64 + 2, typed);
        for label in *wanted {
            assert!(labels.iter().any(|one| one == label), "{typed}: no {label} in {labels:?}");
        }
        for label in *unwanted {
            assert!(labels.iter().all(|one| one != label), "{typed}: {label}");
        }
    }
    // A lemma comes with its contract, its call, and its path if it is not imported.
    let (_, items) = offered(&mut client, &uri, 90, "proof fn a(x: int) {\n    lemma_twi¦\n}");
    let item =
        |items: &Value, label: &str| items.as_array().and_then(|all| all.iter().find(|i| i["label"] == label)).cloned();
    let lemma = item(&items, "lemma_twice").expect("the lemma");
    assert_eq!(lemma["textEdit"]["newText"], "lemma_twice(${1:x}, ${2:y});");
    assert!(lemma["documentation"]["value"].as_str().is_some_and(|text| text.contains("requires x == y")), "{lemma}");
    let (_, items) = offered(&mut client, &uri, 91, "proof fn a(x: int) {\n    lemma_mul_is_assoc¦\n}");
    let lemma = item(&items, "lemma_mul_is_associative").expect("the lemma");
    assert_eq!(lemma["textEdit"]["newText"], "lemma_mul_is_associative(${1:x}, ${2:y}, ${3:z});");
    let (_, items) = offered(&mut client, &uri, 92, "proof fn a(x: int) {\n    lemma_fundamental_div_mod¦\n}");
    let lemma = item(&items, "lemma_fundamental_div_mod").expect("the lemma");
    let text = lemma["textEdit"]["newText"].as_str().unwrap_or_default();
    assert!(text.starts_with("vstd::arithmetic::div_mod::lemma_fundamental_div_mod(${1:"), "{lemma}");
    client.shut_down();
}

#[test]
fn uses_of_a_name_are_found() {
    let (_folder, mut client, uri) = opened("references");
    let mut params = at(&uri, "twice(x: int) -> int");
    params["context"] = json!({ "includeDeclaration": true });
    let lines = |answer: &Value| -> Vec<u64> {
        answer.as_array().expect("a list").iter().filter_map(|one| one["range"]["start"]["line"].as_u64()).collect()
    };
    let found = client.request("textDocument/references", params.clone());
    let found: Vec<u64> =
        found.as_array().expect("a list").iter().filter_map(|one| one["range"]["start"]["line"].as_u64()).collect();
    let line = |piece: &str| place(PROGRAM, piece).0 as u64;
    assert_eq!(found, [line("spec fn twice"), line("use inner::twice"), line("ensures twice(x)")]);
    params["context"]["includeDeclaration"] = json!(false);
    let without = client.request("textDocument/references", params.clone());
    assert_eq!(without.as_array().map(Vec::len), Some(2));
    let marked = client.request("textDocument/documentHighlight", at(&uri, "twice(x) =="));
    assert_eq!(lines(&marked).len(), 3, "{marked}");
    // An edit above moves the places.
    client.change(&uri, 2, &format!("\n\n{PROGRAM}"));
    let (row, column) = place(PROGRAM, "twice(x) ==");
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": row + 2, "character": column + 1 } });
    let moved = lines(&client.request("textDocument/documentHighlight", place));
    assert_eq!(moved, lines(&marked).iter().map(|line| line + 2).collect::<Vec<_>>());
    client.shut_down();
}

#[test]
fn ghost_code_and_modes_have_colours() {
    let (_folder, mut client, uri) = opened("colours");
    let answer = client.request("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": uri } }));
    let data: Vec<u64> = answer["data"].as_array().expect("numbers").iter().filter_map(Value::as_u64).collect();
    assert_eq!(data.len() % 5, 0);
    let (mut line, mut column, mut found) = (0, 0, Vec::new());
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let text = PROGRAM.lines().nth(line as usize).expect("a line");
        found.push((line, &text[column as usize..(column + token[2]) as usize], token[3], token[4]));
    }
    let of = |piece: &str, word: &str| {
        let line = place(PROGRAM, piece).0 as u64;
        found.iter().find(|token| token.0 == line && token.1 == word).map(|token| (token.2, token.3))
    };
    // Places in the lists of types and modifiers that the server declares.
    const KEYWORD: u64 = 0;
    const FUNCTION: u64 = 1;
    const METHOD: u64 = 2;
    const VARIABLE: u64 = 3;
    const DECLARATION: u64 = 1;
    const SPEC: u64 = 2;
    const PROOF: u64 = 4;
    const EXEC: u64 = 8;
    const GHOST: u64 = 16;
    assert_eq!(of("proof fn lemma_twice", "proof"), Some((KEYWORD, 0)));
    assert_eq!(of("proof fn lemma_twice", "lemma_twice"), Some((FUNCTION, DECLARATION | PROOF | GHOST)));
    assert_eq!(of("requires x == y", "requires"), Some((KEYWORD, GHOST)));
    assert_eq!(of("requires x == y", "x"), Some((VARIABLE, GHOST)));
    assert_eq!(of("ensures twice(x)", "twice"), Some((FUNCTION, SPEC | GHOST)));
    assert_eq!(of("proof { assert", "assert"), Some((KEYWORD, GHOST)));
    assert_eq!(of("proof { assert", "lemma_twice"), Some((FUNCTION, PROOF | GHOST)));
    assert_eq!(of("let m = s.measure", "measure"), Some((METHOD, EXEC)));
    assert_eq!(of("let m = s.measure", "m"), None);
    assert_eq!(of("let ghost before", "ghost"), Some((KEYWORD, GHOST)));
    assert_eq!(of("invariant i <= 3", "invariant"), Some((KEYWORD, GHOST)));
    assert_eq!(of("{ i = i + 1; }", "i"), None);
    client.shut_down();
}

/// The hints of the file: the line and the word of each.
fn hints(client: &mut Client, uri: &str) -> Vec<(u64, String)> {
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let answer = client.request("textDocument/inlayHint", json!({ "textDocument": { "uri": uri }, "range": range }));
    let hints = answer.as_array().expect("a list").iter();
    hints.filter_map(|hint| Some((hint["position"]["line"].as_u64()?, hint["label"].as_str()?.to_string()))).collect()
}

#[test]
fn functions_say_whether_they_are_proved() {
    let (folder, mut client, uri) = opened("hints");
    let line = |piece: &str| place(PROGRAM, piece).0 as u64;
    let wanted = [
        (line("fn measure(&self) -> (r: u64) {"), "proved"),
        (line("proof fn lemma_twice"), "proved"),
        (line("fn trusted"), "assumed"),
        (line("fn push"), "proved"),
        (line("fn believes"), "proved, with assumptions"),
        (line("fn wrong"), "failed"),
    ];
    let wanted: Vec<(u64, String)> = wanted.iter().map(|(line, word)| (*line, (*word).to_string())).collect();
    assert_eq!(hints(&mut client, &uri), wanted);
    // An edit takes the verdict of its function alone, and the next run gives a new one.
    let mended = PROGRAM.replace("fn wrong() ensures false", "fn wrong() ensures true");
    client.change(&uri, 2, &mended);
    let edited = hints(&mut client, &uri);
    assert_eq!((&edited[..5], edited[5].1.as_str()), (&wanted[..5], "edited"));
    folder.write("main.rs", &mended);
    client.save(&uri);
    client.end_of_run();
    assert_eq!(hints(&mut client, &uri)[5].1, "proved");
    assert!(client.heard.iter().any(|message| message["method"] == "workspace/inlayHint/refresh"));
    client.shut_down();
    // Of several functions, one is selected.
    let mut client = Client::start(&json!({ "extraArgs": ["--function", "believes"] }));
    client.open(&uri, &mended);
    client.end_of_run();
    let (row, column) = place(&mended, "twice(x) ==");
    client.wait_for_index(&uri, row, column + 1);
    let words: Vec<String> = hints(&mut client, &uri).into_iter().map(|(_, word)| word).collect();
    let not = "not selected";
    assert_eq!(words, [not, not, "assumed", not, "proved, with assumptions", not]);
    client.shut_down();
    let mut client = Client::start(&json!({ "inlayHints": false }));
    client.open(&uri, &mended);
    client.end_of_run();
    assert_eq!(hints(&mut client, &uri), []);
    client.shut_down();
}

#[test]
fn a_text_that_is_cut_anywhere_gets_answers() {
    let (_folder, mut client, uri) = opened("cut");
    let mut cuts: Vec<usize> = Vec::new();
    let mut was_word = false;
    for (at, letter) in PROGRAM.char_indices() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        let goes_on = is_word && was_word;
        if !(goes_on || letter.is_whitespace()) {
            cuts.push(at);
        }
        was_word = is_word;
    }
    let mut version = 2;
    for cut in cuts {
        // The rest is missing, or a single token.
        let end = PROGRAM[cut..].find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(0).max(1);
        for text in [PROGRAM[..cut].to_string(), format!("{}{}", &PROGRAM[..cut], &PROGRAM[cut + end..])] {
            client.change(&uri, version, &text);
            version += 1;
            let before = &text[..cut];
            let column = cut - before.rfind('\n').map_or(0, |at| at + 1);
            let position = json!({ "line": before.matches('\n').count(), "character": column });
            let document = json!({ "uri": uri });
            let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
            let at = json!({ "textDocument": document, "position": position, "range": range,
                             "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 } });
            for method in [
                "documentSymbol",
                "completion",
                "semanticTokens/full",
                "inlayHint",
                "hover",
                "definition",
                "references",
                "documentHighlight",
                "codeAction",
                "codeLens",
            ] {
                let answer = client.request_whole(&format!("textDocument/{method}"), at.clone());
                assert_eq!(answer.get("error"), None, "{method} at {cut}");
            }
        }
    }
    client.shut_down();
}

#[test]
fn suggestions_are_quick_fixes() {
    let premise = "    requires a > 0, b > 0,\n{\n    assert(a * b > 0) by (nonlinear_arith) requires b > 0;\n}\n";
    let text = format!(
        "use vstd::prelude::*;\nverus! {{\nproof fn f(a: int, b: int)\n{premise}proof fn g(a: int, b: int)\n{premise}}}\nfn main() {{}}\n"
    );
    let folder = Folder::new("fixes");
    let uri = folder.write("main.rs", &text);
    let mut client = Client::start(&json!({}));
    client.open(&uri, &text);
    client.end_of_run();
    let shown = client.diagnostics(&uri);
    assert_eq!(shown.as_array().map(Vec::len), Some(2), "{shown}");
    let params =
        json!({ "textDocument": { "uri": uri }, "range": shown[0]["range"], "context": { "diagnostics": [] } });
    let actions = client.request("textDocument/codeAction", params.clone());
    let kinds: Vec<&str> = actions.as_array().expect("a list").iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(kinds, ["quickfix", "source.fixAll"], "{actions}");
    assert_eq!(actions[0]["isPreferred"], true);
    let edits = actions[1]["edit"]["changes"][&uri].as_array().cloned().unwrap_or_default();
    assert_eq!(edits.len(), 2, "{actions}");
    // All of them together mend the file.
    let mut mended: Vec<String> = text.lines().map(str::to_string).collect();
    for edit in &edits {
        let start = &edit["range"]["start"];
        let (line, column) = (start["line"].as_u64().expect("a line"), start["character"].as_u64().expect("a column"));
        assert_eq!(edit["range"]["start"], edit["range"]["end"]);
        mended[line as usize].insert_str(column as usize, edit["newText"].as_str().expect("a text"));
    }
    let mended = mended.join("\n");
    folder.write("main.rs", &mended);
    client.change(&uri, 2, &mended);
    client.save(&uri);
    client.end_of_run();
    assert_eq!(client.diagnostics(&uri), json!([]));
    // Where the text was changed since the run, nothing is offered.
    folder.write("main.rs", &text);
    client.change(&uri, 3, &text);
    client.save(&uri);
    client.end_of_run();
    client.change(&uri, 4, &text.replace("arith) requires b > 0;", "arith);"));
    let shown = client.diagnostics(&uri);
    let params =
        json!({ "textDocument": { "uri": uri }, "range": shown[0]["range"], "context": { "diagnostics": [] } });
    assert_eq!(client.request("textDocument/codeAction", params), json!([]));
    client.shut_down();
    // A misspelled word has a fix, which is only likely to be right.
    let text = "use vstd::prelude::*;\nverus! {\nfn f(x: u8)\n    require x < 9,\n{}\n}\nfn main() {}\n";
    let uri = folder.write("other.rs", text);
    let mut client = Client::start(&json!({}));
    client.open(&uri, text);
    client.end_of_run();
    let shown = client.diagnostics(&uri);
    let changed = client.apply_fix(&uri, text, &shown[0]["range"]);
    assert!(changed.contains("    requires x < 9,"), "{changed}");
    client.shut_down();
}
