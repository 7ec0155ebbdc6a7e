//! The library `vstd`: that it is verified, within its resources, and rustc calls in it what the front end says is called; that
//! nothing is trusted in it without a reason; and that the check of it can fail.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What the solver may use for the whole library, in its units of resources. Unlike time they are the same on every machine.
const WHOLE: u64 = 20_000_000;

/// What it may use for one function.
const FUNCTION: u64 = 2_000_000;

/// So many lemmas for each axiom there are; fewer would be a step back. An axiom that becomes a lemma raises the number;
/// lemmas that nobody can name are no way to.
const LEMMAS_FOR_EACH_AXIOM: f64 = 10.0;

/// Runs the command; gives its exit status and the records that it printed.
fn certus(arguments: &[&str], file: &Path) -> (Option<i32>, Vec<Value>) {
    let output = Command::new(env!("CARGO_BIN_EXE_certus"))
        .args(arguments)
        .arg("--message-format=json")
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn vstd() -> PathBuf {
    support::root().join("vstd/lib.rs")
}

/// A folder of one test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A copy of the library with a text put at the beginning of the first block of one of its files.
fn copy_with(name: &str, file: &str, text: &str) -> PathBuf {
    let (from, to) = (support::root().join("vstd"), scratch(name));
    for source in support::files(&from, "rs") {
        let target = to.join(source.strip_prefix(&from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        let mut content = fs::read_to_string(&source).unwrap();
        if target == to.join(file) {
            assert!(content.contains("verus! {\n"));
            content = content.replacen("verus! {\n", &format!("verus! {{\n\n{text}\n"), 1);
        }
        fs::write(target, content).unwrap();
    }
    to.join("lib.rs")
}

/// The codes of the errors of a copy of the library, of which one module is verified.
fn errors_of(root: &Path, module: &str) -> Vec<String> {
    let (status, records) = certus(&["verify", "--is-vstd", "--module", module], root);
    assert_eq!(status, Some(1));
    let errors = records.iter().filter(|record| record["level"] == "error");
    errors.map(|record| record["code"]["code"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_library_is_verified_within_its_resources() {
    let (status, records) = certus(&["verify", "--is-vstd", "--audit"], &vstd());
    let errors: Vec<&Value> = records.iter().filter(|record| record["level"] == "error").collect();
    assert_eq!(errors, Vec::<&Value>::new());
    assert_eq!(status, Some(0));
    let summary = records.last().unwrap();
    let functions = summary["functions"].as_array().unwrap();
    assert!(functions.len() > 800 && summary["verified"] == functions.len(), "{}", functions.len());
    let used = |function: &Value| function["resource"].as_u64().unwrap();
    let slow: Vec<&Value> = functions.iter().filter(|function| used(function) > FUNCTION).collect();
    assert_eq!(slow, Vec::<&Value>::new());
    let total: u64 = functions.iter().map(used).sum();
    assert!(total <= WHOLE, "{total}");
}

#[test]
fn a_false_lemma_is_rejected() {
    let root = copy_with("false_lemma", "math.rs", "pub proof fn lemma_false(a: int, b: int) ensures a + b == a {}");
    assert_eq!(errors_of(&root, "math"), ["verify/postcondition"]);
}

#[test]
fn a_lemma_does_not_prove_itself_as_a_default_fact() {
    let text = "pub broadcast proof fn lemma_false(s: Seq<int>) ensures #[trigger] s.len() == 7 {}";
    let root = copy_with("default_fact", "seq_lib.rs", text);
    let lib = fs::read_to_string(&root).unwrap();
    let group = "    seq::group_seq_lemmas,\n";
    assert!(lib.contains(group));
    fs::write(&root, lib.replacen(group, &format!("{group}    seq_lib::lemma_false,\n"), 1)).unwrap();
    assert_eq!(errors_of(&root, "vstd::seq_lib"), ["verify/postcondition"]);
}

#[test]
fn a_lemma_does_not_prove_itself_through_a_group() {
    let text = "pub broadcast proof fn lemma_false(s: Seq<int>) ensures #[trigger] s.len() == 7 {\n    \
                broadcast use group_false;\n}\npub broadcast group group_false { lemma_false }";
    let root = copy_with("group", "seq.rs", text);
    assert_eq!(errors_of(&root, "vstd::seq"), ["language/broadcast-cycle"]);
}

#[test]
fn what_is_left_out_is_not_a_part_of_a_proof() {
    let uses = "pub proof fn lemma_uses<T: Clone>(a: T, b: T) requires strictly_cloned(a, b) ensures cloned(a, b) {}";
    let root = copy_with("left_out", "pervasive.rs", uses);
    let lib = root.with_file_name("pervasive.rs");
    let content = fs::read_to_string(&lib).unwrap();
    // A definition that is not supported, now and probably ever.
    let definition = "    call_ensures(T::clone, (&a,), b)\n";
    assert!(content.contains(definition));
    let unsupported = "    const { true }\n";
    fs::write(&lib, content.replacen(definition, unsupported, 1)).unwrap();
    assert_eq!(errors_of(&root, "vstd::pervasive"), ["unsupported/gap"]);
}

#[test]
fn a_call_needs_the_contract_that_is_left_out() {
    let root = copy_with("left_out_call", "math.rs", "exec fn first(s: &[u8]) -> Option<&u8> { s.first() }");
    let slice = root.with_file_name("std_specs").join("slice.rs");
    let content = fs::read_to_string(&slice).unwrap();
    let contract = "<[T]>::first ](slice: &[T]) -> (res: Option<&T>)\n    ensures\n";
    assert!(content.contains(contract));
    fs::write(&slice, content.replacen(contract, &format!("{contract}        const {{ true }},\n"), 1)).unwrap();
    assert_eq!(errors_of(&root, "math"), ["unsupported/gap"]);
}

/// The levels and codes of what is said of a library that is this text.
fn said_of(name: &str, items: &str) -> Vec<(String, String)> {
    let file = scratch(name).join("lib.rs");
    // Only ours names itself so.
    let head = "extern crate self as vstd;\nuse verus_builtin::*;";
    fs::write(&file, format!("{head}\nverus_builtin_macros::verus! {{\n{items}\n}}\n")).unwrap();
    let (_, records) = certus(&["verify", "--is-vstd"], &file);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let diagnostics = records.iter().filter(|record| record["$message_type"] == "diagnostic");
    diagnostics.map(|record| (text(&record["level"]), text(&record["code"]["code"]))).collect()
}

#[test]
fn only_what_is_not_supported_is_left_out() {
    let said = |name: &str, items: &str| said_of(name, &format!("{items} proof fn right() ensures 1 + 1 == 2 {{}}"));
    let pair = |level: &str, code: &str| (level.to_owned(), code.to_owned());
    let unsupported = "spec fn unread() -> bool { const { true } }";
    assert_eq!(said("unsupported", unsupported), [pair("warning", "unsupported/expression")]);
    let wrong = "fn run() {} spec fn wrong() -> bool { let r = run(); true }";
    assert_eq!(said("wrong", wrong), [pair("error", "language/mode")]);
    for clause in ["requires unread()", "ensures unread()"] {
        let mentioned = format!("{unsupported} proof fn mentions() {clause} {{}}");
        assert!(said("mentioned", &mentioned).contains(&pair("error", "unsupported/gap")), "{clause}");
    }
}

#[test]
fn only_the_library_has_its_name() {
    let folder = scratch("name");
    let file = folder.join("program.rs");
    fs::write(&file, "use vstd::prelude::*;\nverus! { proof fn f() ensures 1 + 1 == 2 {} }\nfn main() {}\n").unwrap();
    assert_eq!(certus(&["verify", "--crate-name", "vstd"], &file).0, Some(2));
    assert_eq!(certus(&["verify", "--is-vstd", "--crate-name", "mine"], &file).0, Some(2));
    // There is no other library beside a crate that is one.
    assert_eq!(certus(&["verify", "--is-vstd"], &file).0, Some(1));
    assert_eq!(certus(&["verify"], &file).0, Some(0));
}

#[test]
fn everything_trusted_in_the_library_has_a_reason() {
    let (status, records) = certus(&["trust", "--is-vstd"], &vstd());
    assert_eq!(status, Some(0));
    let (summary, items) = records.split_last().unwrap();
    assert_eq!(summary["$message_type"], "trust-summary");
    let without: Vec<&Value> = items.iter().filter(|item| item["reason"].is_null()).collect();
    assert_eq!(without, Vec::<&Value>::new());
    let kinds = ["axiom", "assume_specification", "external_body", "external_type_specification"];
    for (kind, field) in kinds.iter().zip(["axioms", "assume_specifications", "external_bodies"]) {
        let count = items.iter().filter(|item| item["kind"] == *kind).count();
        assert!(count > 0 && summary[field] == count, "{kind}: {count}, {summary}");
    }
    assert_eq!(summary["assumes"], 0);
    let ratio = summary["lemmas_for_each_axiom"].as_f64().unwrap();
    assert!(ratio >= LEMMAS_FOR_EACH_AXIOM, "{summary}");
}

/// A program with one of everything that is believed, and with neighbours that are not. It is what the command is asked
/// about; the project itself trusts none of it.
const TRUSTING: &str = "\
//! trusted: for the whole file
use vstd::prelude::*;
verus! {
axiom fn a() ensures 1 + 1 == 2;
// trusted: seen to be so,
// many times
#[verifier::external_body]
proof fn b() ensures 2 + 2 == 4 { unimplemented!() }
#[verifier::external_body]
fn c() -> (x: u8) ensures x == 3 { 3 }
proof fn d() ensures 1 + 1 == 2 { assume(1 + 1 == 2); }
proof fn e(x: int) ensures x == x { if x > 3 { admit(); } } // a remark
proof fn f() { assert(true); }
uninterp spec fn g() -> int;
#[verifier::external]
fn h() {}
fn i() { proof { assume(false); } // trusted: it is late
}
spec fn j(n: int) -> int decreases n { proof { assume(false); } j(n) } // trusted: it ends
struct K { x: u8 }
struct L { x: u8 } trait M { fn n(); }
impl Drop for L { fn drop(&mut self) opens_invariants none no_unwind { } }
}
impl Drop for K { fn drop(&mut self) {} }
impl M for K { fn n() {} }
pub fn plain() {}
verus! {
pub assume_specification[ plain ]() ensures 1 == 1;
}
fn main() {}
";

#[test]
fn a_program_tells_what_it_trusts() {
    let file = scratch("trusting").join("program.rs");
    fs::write(&file, TRUSTING).unwrap();
    let (status, records) = certus(&["trust"], &file);
    assert_eq!(status, Some(0), "{records:?}");
    let (summary, items) = records.split_last().unwrap();
    let found: Vec<(&str, &str, &str)> = items
        .iter()
        .map(|item| {
            let text = |name: &str| item[name].as_str().unwrap_or_default();
            (text("kind"), text("path"), text("reason"))
        })
        .collect();
    let whole = "for the whole file";
    let expected = [
        ("axiom", "program::a", whole),
        ("axiom", "program::b", "seen to be so, many times"),
        ("external_body", "program::c", whole),
        ("assume", "program::d", whole),
        ("admit", "program::e", whole),
        ("assume", "program::i", "it is late"),
        ("assume", "program::j", "it ends"),
        ("external_drop", "<program::K as core::ops::Drop>", whole),
        ("external_impl", "<program::K as program::M>", whole),
        ("assume_specification", "program::plain", whole),
    ];
    assert_eq!(found, expected);
    assert_eq!(items[4]["line"], 12);
    assert_eq!((&summary["axioms"], &summary["lemmas"], &summary["assumes"]), (&2.into(), &3.into(), &4.into()));
    fs::write(&file, TRUSTING.replace("//! trusted: for the whole file\n", "")).unwrap();
    let (_, records) = certus(&["trust"], &file);
    assert_eq!(records.last().unwrap()["without_reason"], 7);
    fs::write(&file, "verus! { fn f( }\n").unwrap();
    assert_eq!(certus(&["trust"], &file).0, Some(1));
}

/// A program that believes of types, traits, ends and the target what nobody proves.
const DECLARING: &str = "\
use vstd::prelude::*;
pub trait Plain { fn one(&self) -> u8; }
pub struct Other { x: u8 }
impl Plain for Other { fn one(&self) -> u8 { 1 } }
verus! {
#[verifier::external_trait_specification]
#[verifier::external_trait_extension(PlainSpec via PlainSpecImpl)]
pub trait ExPlain {
    type ExternalTraitSpecificationFor: Plain;
    spec fn said(&self) -> u8;
    fn one(&self) -> (r: u8) ensures r == self.said();
}
#[verifier::external_type_specification]
#[verifier::external_body]
pub struct ExOther(Other);
impl PlainSpecImpl for Other { open spec fn said(&self) -> u8 { 1 } }
#[verifier::external_body]
pub struct Hidden { x: u8 }
#[verifier::assume_termination]
fn ends() { ends() }
fn ends_too() decreases 1int { }
global size_of usize == 8;
#[no_mangle]
pub fn linked() { }
}
fn main() {}
";

#[test]
fn declarations_are_trusted_too() {
    let file = scratch("declaring").join("program.rs");
    fs::write(&file, DECLARING).unwrap();
    let (status, records) = certus(&["trust"], &file);
    assert_eq!(status, Some(0), "{records:?}");
    let (summary, items) = records.split_last().unwrap();
    let text = |item: &Value, name: &str| item[name].as_str().unwrap_or_default().to_string();
    let found: Vec<(String, String)> = items.iter().map(|item| (text(item, "kind"), text(item, "path"))).collect();
    let expected = [
        ("external_trait_specification", "program::ExPlain"),
        ("external_type_specification", "program::ExOther"),
        ("external_trait_extension", "<program::Other as program::PlainSpecImpl>"),
        ("external_body", "program::Hidden"),
        ("assume_termination", "program::ends"),
        ("global", "program::_"),
        ("linkage", "program::linked"),
    ];
    assert_eq!(found, expected.map(|(kind, path)| (kind.to_string(), path.to_string())));
    assert_eq!((&summary["external_types_traits_and_impls"], &summary["other"]), (&3.into(), &3.into()));
}
