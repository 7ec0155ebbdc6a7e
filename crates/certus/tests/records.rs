//! What is printed for programs: records as `docs/schema/records.json` describes them, and documents in the formats of
//! others.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const PROGRAM: &str = "use vstd::prelude::*;
verus! {
fn right(x: u8) -> (r: u8) requires x < 9, ensures r > x { x + 1 }
fn wrong(x: u8) -> (r: u8) ensures r > x { x }
uninterp spec fn f(i: int) -> int; proof fn quantified() requires forall|i: int| f(i) > 0 && f(i) < 9, ensures f(1) > 0 {}
// trusted: it is a test
#[verifier::external_body]
fn trusted() {}
}
fn main() {}
";

fn run(program: &str, arguments: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("main.rs"), program).expect("written");
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    certus.current_dir(dir.path()).args(arguments).output().expect("it runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/records.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("it is there")).expect("JSON")
}

/// Why a value is not as a schema says, if it is not. Knows the keywords that our schema uses, and no others.
fn fault(value: &Value, schema: &Value, whole: &Value) -> Option<String> {
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, wanted) in keywords {
        let found = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "required" | "additionalProperties" => None,
            "$ref" => {
                let name = wanted.as_str().and_then(|text| text.strip_prefix("#/$defs/")).expect("a reference");
                fault(value, whole["$defs"].get(name).expect("a definition"), whole)
            }
            "const" => (value != wanted).then(|| format!("{value} is not {wanted}")),
            "enum" => {
                let among = wanted.as_array().expect("a list").contains(value);
                (!among).then(|| format!("{value} is not among {wanted}"))
            }
            "type" => {
                let types = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                (!types.iter().any(|name| is_of_type(value, name))).then(|| format!("{value} is not of type {wanted}"))
            }
            "items" => value.as_array().into_iter().flatten().find_map(|item| fault(item, wanted, whole)),
            "properties" => object_fault(value, schema, whole),
            "oneOf" => {
                let faults: Vec<_> =
                    wanted.as_array().expect("a list").iter().map(|one| fault(value, one, whole)).collect();
                let fitting = faults.iter().filter(|fault| fault.is_none()).count();
                (fitting != 1).then(|| format!("{value} fits {fitting} of {wanted}: {faults:?}"))
            }
            keyword => panic!("the test does not know `{keyword}`"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn object_fault(value: &Value, schema: &Value, whole: &Value) -> Option<String> {
    let (fields, known) = (value.as_object()?, schema["properties"].as_object().expect("an object"));
    let missing = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = missing.into_iter().find(|name| !fields.contains_key(*name)) {
        return Some(format!("`{name}` is missing in {value}"));
    }
    fields.iter().find_map(|(name, field)| match known.get(name) {
        Some(schema) => fault(field, schema, whole).map(|fault| format!("`{name}`: {fault}")),
        None => Some(format!("`{name}` is not known in {value}")),
    })
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        other => panic!("the test does not know the type {other:?}"),
    }
}

/// Each line is a record as the schema says, and the last one is of this type and says which version it is.
#[track_caller]
fn fits(text: &str, last: &str) -> Vec<Value> {
    let schema = schema();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for record in &records {
        assert_eq!(fault(record, &schema, &schema), None);
    }
    let end = records.last().expect("a record");
    assert_eq!((&end["$message_type"], &end["schema"]), (&last.into(), &1.into()), "{text}");
    records
}

#[test]
fn records_are_as_the_schema_says() {
    let json = "--message-format=json";
    let records = fits(&out(&run(PROGRAM, &["verify", "main.rs", json])), "summary");
    assert!(records.iter().any(|record| record["code"]["code"] == "verify/postcondition"));
    fits(&out(&run("fn f( {", &["verify", "main.rs", json])), "summary");
    fits(&out(&run(PROGRAM, &["verify", "main.rs", json, "--triggers"])), "summary");
    let records = fits(&out(&run(PROGRAM, &["trust", "main.rs", json])), "trust-summary");
    assert_eq!(records.len(), 2);
    let records = fits(&out(&run(PROGRAM, &["stability", "main.rs", "--variants=3", json])), "stability-summary");
    assert_eq!(records.len(), 4);
    let records = fits(&out(&run(PROGRAM, &["profile", "main.rs", json])), "profile-summary");
    // A quantifier of the program, at its place.
    let quantified =
        records.iter().find(|record| record["function"] == "main::quantified" || record["function"] == "quantified");
    let used = &quantified.expect("its record")["quantifiers"][0];
    assert_eq!((&used["line"], &used["is_loop"]), (&5.into(), &false.into()), "{used}");
    assert!(used["instances"].as_u64().is_some_and(|count| count > 0), "{used}");
    fits(&out(&run(PROGRAM, &["stats", "main.rs", json])), "lines-of-crate");
    fits(&out(&run(PROGRAM, &["index", "main.rs"])), "index");
}

#[test]
fn word_comes_before_the_end() {
    let records = fits(&out(&run(PROGRAM, &["verify", "main.rs", "--message-format=json", "--events"])), "summary");
    let of = |name: &str| -> Vec<&Value> {
        records.iter().filter(|r| r["$message_type"] == "function" && r["name"] == name).collect()
    };
    let wrong = of("main::wrong");
    assert_eq!(wrong.first().expect("word of it")["state"], "queued");
    let last = wrong.last().expect("word of it");
    assert_eq!((&last["state"], &last["spans"][0]["line_start"]), (&"failed".into(), &4.into()));
    assert_eq!(last["diagnostics"][0]["code"]["code"], "verify/postcondition");
    assert_eq!(of("main::right").last().expect("word of it")["state"], "proved");
    let quantifier = records.iter().find(|r| r["$message_type"] == "quantifier").expect("its triggers");
    assert_eq!((&quantifier["trigger"], &quantifier["spans"][0]["line_start"]), (&"f(i)".into(), &5.into()));
    let human = out(&run(PROGRAM, &["verify", "main.rs", "--events"]));
    assert!(!human.contains("$message_type"), "{human}");
}

#[test]
fn records_of_cargo_are_as_the_schema_says() {
    let dir = tempfile::tempdir().expect("a directory");
    let manifest = "[package]\nname = \"one\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[lib]\npath = \"one.rs\"\n\
                    [package.metadata.certus]\nverify = true\n";
    std::fs::write(dir.path().join("Cargo.toml"), manifest).expect("written");
    std::fs::write(dir.path().join("one.rs"), PROGRAM).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-certus"));
    command.current_dir(dir.path()).args(["certus", "verify", "--message-format=json"]);
    let output = command.env_remove("CARGO").env_remove("CARGO_TARGET_DIR").output().expect("it runs");
    fits(&out(&output), "crates");
}

#[test]
fn what_is_not_as_the_schema_says_is_seen() {
    let schema = schema();
    let record = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let crates = r#"{"$message_type": "crates", "schema": 1, "verified": 1, "fresh": 0, "failed": 0, "skipped": 0}"#;
    assert_eq!(fault(&record(crates), &schema, &schema), None);
    for (from, to) in
        [("\"fresh\": 0, ", ""), ("1,", "2,"), ("\"skipped\": 0", "\"skipped\": \"0\""), ("0}", "0, \"x\": 1}")]
    {
        assert!(fault(&record(&crates.replacen(from, to, 1)), &schema, &schema).is_some(), "{from}");
    }
}

#[test]
fn sarif_and_junit_are_one_document() {
    let output = run(PROGRAM, &["verify", "main.rs", "--message-format=sarif"]);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_str(&out(&output)).expect("JSON");
    let results = document["runs"][0]["results"].as_array().expect("a list");
    let errors: Vec<&Value> = results.iter().filter(|result| result["level"] == "error").collect();
    assert_eq!((errors.len(), &errors[0]["ruleId"]), (1, &"verify/postcondition".into()));
    let output = run(PROGRAM, &["verify", "main.rs", "--message-format=junit"]);
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    assert!(text.contains("<testsuite name=\"main\" tests=\"3\" failures=\"1\" errors=\"0\""), "{text}");
    assert!(text.contains("<testcase classname=\"main\" name=\"wrong\"") && text.contains("verify/postcondition"));
    let broken = out(&run("fn f( {", &["verify", "main.rs", "--message-format=junit"]));
    assert!(broken.contains("<error type=\"rust/"), "{broken}");
}

#[test]
fn completions_and_manual_are_of_the_command_line() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = out(&run("", &["completions", shell]));
        assert!(text.contains("message-format") && text.contains("certus"), "{shell}");
    }
    assert!(out(&run("", &["man"])).contains(".TH certus 1"));
    assert!(out(&run("", &["man", "verify"])).contains("\\-\\-message\\-format"));
    assert_eq!(run("", &["man", "nothing"]).status.code(), Some(2));
}
