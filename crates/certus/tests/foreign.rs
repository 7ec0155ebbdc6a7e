//! Programs that are verified against a library `vstd` that is not ours (`certus verify --vstd=PATH`): what it says is
//! believed, and nothing that ours says; what of it cannot be read matters only to who uses it.

use std::path::Path;
use std::process::{Command, Output};

/// A small library. Its sequences are none: what ours says of items of these names must not be known.
const LIBRARY: &str = r#"
#![allow(unused)]

pub mod counting;
pub mod prelude;
pub mod seq;
pub mod odd;

verus_builtin_macros::verus! {

pub broadcast group group_vstd_default {
    counting::lemma_twice_is_even,
    #[cfg(feature = "more")]
    counting::axiom_tally,
    #[cfg(feature = "none")]
    counting::no_such_axiom,
}

} // verus!
"#;

const PRELUDE: &str = "
pub use super::counting::*;
pub use super::seq::*;
pub use verus_builtin::*;
pub use verus_builtin_macros::*;
";

const COUNTING: &str = r#"
use super::prelude::*;

verus! {

pub open spec fn twice(n: int) -> int {
    2 * n
}

pub uninterp spec fn tally(n: int) -> int;

// trusted: a tally is what it is
pub broadcast axiom fn axiom_tally(n: int)
    ensures
        #[trigger] tally(n) == n + 1,
;

pub broadcast proof fn lemma_twice_is_even(n: int)
    ensures
        #[trigger] twice(n) % 2 == 0,
{
    assume(twice(n) % 2 == 0);
}

pub proof fn lemma_tally(n: int)
    ensures
        tally(n) > n,
{
    axiom_tally(n);
}

pub struct Shelf {
    pub n: u8,
}

impl Shelf {
    pub fn one(&self) -> (r: u8)
        ensures
            r == 1,
    {
        1
    }
}

#[verifier::external_body]
pub fn count() -> (r: u64)
    ensures
        r == tally(4),
{
    5
}

} // verus!
"#;

const SEQ: &str = r#"
use super::prelude::*;

verus! {

pub struct Seq<A> {
    item: A,
}

impl<A> Seq<A> {
    pub uninterp spec fn empty() -> Seq<A>;

    pub open spec fn len(self) -> nat {
        7
    }

    pub open spec fn spec_add(self, other: Seq<A>) -> Seq<A> {
        other
    }
}

} // verus!
"#;

/// What cannot be read, each thing in another way.
const ODD: &str = r#"
use super::prelude::*;

no_such_macro! { pub fn lost() {} }

impl !Send for Marker {}

pub fn not_of_the_language() -> u8 {
    1
}

verus! {

pub uninterp spec fn weighed(p: fn()) -> int;

pub open spec fn around() -> int {
    weighed(arbitrary()) + 1
}

pub uninterp spec fn arbitrary<A>() -> A;

pub struct Marker {
    pub n: u8,
}

pub async fn later() -> u8 {
    1
}

pub fn marked() -> (r: Option<Marker>)
    ensures
        r is None,
{
    None
}

pub trait Rated {
    spec fn rating(&self) -> int;

    fn rate(&self) -> (r: u8)
        ensures
            r == 1,
    ;
}

pub struct Book {
    pub n: u8,
}

impl Rated for Book {
    open spec fn rating(&self) -> int {
        weighed(arbitrary())
    }

    fn rate(&self) -> u8 {
        1
    }
}

} // verus!
"#;

/// The text of a program.
fn program(items: &str) -> String {
    format!("use vstd::prelude::*;\nverus! {{\n{items}\n}} // verus!\nfn main() {{}}\n")
}

/// Runs a command on a program, with the library beside it.
fn run(command: &str, items: &str, options: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a directory");
    write_library(&dir.path().join("other"));
    std::fs::write(dir.path().join("main.rs"), program(items)).expect("written");
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    certus.current_dir(dir.path()).args([command, "main.rs", "--vstd=other", "--color=never"]).args(options);
    certus.output().expect("it runs")
}

fn write_library(directory: &Path) {
    std::fs::create_dir_all(directory).expect("made");
    let manifest = "[package]\nname = \"vstd\"\nversion = \"7.0.0\"\nedition = \"2021\"\n[lib]\npath = \"vstd.rs\"\n\
                    [features]\ndefault = [\"more\"]\nmore = []\n";
    let files = [
        ("Cargo.toml", manifest),
        ("vstd.rs", LIBRARY),
        ("prelude.rs", PRELUDE),
        ("counting.rs", COUNTING),
        ("seq.rs", SEQ),
        ("odd.rs", ODD),
    ];
    for (name, text) in files {
        std::fs::write(directory.join(name), text).expect("written");
    }
}

/// All that a command printed.
fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[track_caller]
fn accepted(items: &str) {
    let output = run("verify", items, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

/// The program is refused with exactly one error, in which these words are.
#[track_caller]
fn refused(items: &str, words: &[&str]) {
    let output = run("verify", items, &[]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is not in\n{text}");
    }
}

#[test]
fn what_the_library_says_is_known() {
    accepted("fn f(x: u64) -> (r: u64) requires x < 9, ensures r > x { x + 1 }");
    accepted("proof fn p(n: int) ensures twice(n) % 2 == 0 {} proof fn q() ensures tally(1) == 2 {}");
    accepted("fn f() -> (r: u64) ensures r == 5 { proof { lemma_tally(4); } count() }");
    accepted("proof fn p(s: Seq<int>) ensures s.len() == 7, s + s == s {}");
}

#[test]
fn nothing_else_is_known() {
    refused("proof fn p(n: int) ensures twice(n) % 4 == 0 {}", &["verify/postcondition"]);
    refused("proof fn p() ensures Seq::<int>::empty().len() == 0 {}", &["verify/postcondition"]);
    refused("proof fn p(s: Seq<int>, t: Seq<int>) ensures s + t == s {}", &["verify/postcondition"]);
    refused("fn f() -> (r: u64) ensures r == 6 { count() }", &["verify/postcondition"]);
}

#[test]
fn computation_follows_its_definitions() {
    accepted("proof fn p() { assert(Seq::<int>::empty().len() == 7) by (compute_only); }");
    refused("proof fn p() { assert(Seq::<int>::empty().len() == 0) by (compute_only); }", &["verify/"]);
}

#[test]
fn what_the_library_does_not_say_is_not_supported() {
    refused("fn f(a: [u8; 3]) -> u8 { a[0] }", &["unsupported/vstd-source", "another contract"]);
    refused("fn f() { for i in 0..3u8 {} }", &["unsupported/vstd-source", "`for` loops"]);
    refused("fn f(n: u8) -> u8 { n.wrapping_add(1) }", &["unsupported/std"]);
}

#[test]
fn what_cannot_be_read_matters_where_it_is_used() {
    refused("spec fn s() -> int { vstd::odd::around() }", &["unsupported/fn-pointer", "odd.rs", "depends on"]);
    refused("fn f() { let x = vstd::odd::lost(); }", &["rust/"]);
    refused("fn f() -> u8 { vstd::odd::not_of_the_language() }", &["language/external"]);
    // rustc knows no negative impls, so it does not know the type, nor what speaks of it.
    refused("fn f() { let m = vstd::odd::marked(); }", &["rust/E0425", "marked"]);
}

#[test]
fn an_impl_that_runs_code_is_not_left_out() {
    let uses = "use vstd::odd::*; fn f(b: &Book) -> (r: u8) ensures r == 1 { b.rate() }";
    refused(uses, &["unsupported/fn-pointer", "odd.rs"]);
}

#[test]
fn methods_on_its_types_are_its_own() {
    let call = |call: &str| {
        format!(
            "trait More {{ fn more(&self) -> (r: u8) ensures r == 1; }} impl More for Shelf {{ fn more(&self) -> u8 {{ 1 }} }} \
             fn f(s: &Shelf) -> (r: u8) ensures r == 1 {{ {call} }}"
        )
    };
    refused(&call("s.more()"), &["unsupported/vstd-source", "method"]);
    accepted(&call("s.one()"));
}

#[test]
fn rustc_checks_the_program_against_it() {
    refused("struct S; fn f(s: S) { let n = count(); let a = s; let b = s; }", &["rust/E0382"]);
    refused("fn f() { let n: u8 = count(); }", &["rust/"]);
}

#[test]
fn what_it_takes_on_trust_is_listed() {
    let output = run("trust", "#[verifier::external_body] fn own() {}", &[]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for line in [
        "axiom vstd::counting::axiom_tally at other/counting.rs:13:",
        ": a tally is what it is",
        "assume vstd::counting::lemma_twice_is_even at",
        "external_body vstd::counting::count at",
        "library vstd: 1 axiom, 0 assume_specifications, 1 external body",
        "external_body main::own at main.rs",
    ] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
    let output = run("trust", "", &["--message-format=json"]);
    let last = String::from_utf8_lossy(&output.stdout).lines().last().map(str::to_string).unwrap_or_default();
    let summary: serde_json::Value = serde_json::from_str(&last).expect("JSON");
    assert_eq!((&summary["axioms"], &summary["library"]["axioms"]), (&0.into(), &1.into()), "{last}");
}

#[test]
fn a_library_that_is_not_there_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("main.rs"), program("")).expect("written");
    let verify = |option: &str| {
        let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
        let output = certus.current_dir(dir.path()).args(["verify", "main.rs", option]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        said(&output)
    };
    assert!(verify("--vstd=nowhere.rs").contains("cannot read `nowhere.rs`"));
    assert!(verify("--vstd=.").contains("Cargo.toml"));
}

#[test]
fn marks_of_the_verifier_are_its_own() {
    let dir = tempfile::tempdir().expect("a directory");
    write_library(&dir.path().join("other"));
    let forged = format!("{COUNTING}\n#[doc = \"certus:mode axiom\"]\npub fn forged() {{}}\n");
    std::fs::write(dir.path().join("other/counting.rs"), forged).expect("written");
    std::fs::write(dir.path().join("main.rs"), program("")).expect("written");
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    let output = certus.current_dir(dir.path()).args(["verify", "main.rs", "--vstd=other"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("language/reserved-doc"), "{}", said(&output));
}

/// How many functions of the library are proved when it is verified itself.
const PROVED_ITSELF: usize = 3;

/// Verifies the library itself, with more items in `counting.rs` and without what cannot be read.
fn verified_itself(more: &str) -> Output {
    let dir = tempfile::tempdir().expect("a directory");
    write_library(dir.path());
    let counting = COUNTING.replace("} // verus!", &format!("{more}\n}} // verus!"));
    std::fs::write(dir.path().join("counting.rs"), counting).expect("written");
    std::fs::write(dir.path().join("vstd.rs"), LIBRARY.replace("pub mod odd;", "")).expect("written");
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    certus.current_dir(dir.path()).args(["verify", "vstd.rs", "--is-vstd", "--color=never"]);
    certus.output().expect("it runs")
}

/// The library is not verified: it has this many proved functions and exactly one error, in which these words are.
#[track_caller]
fn not_verified_itself(more: &str, proved: usize, words: &[&str]) {
    let output = verified_itself(more);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
    assert!(text.contains(&format!("not verified: {proved} functions proved")), "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is not in\n{text}");
    }
}

#[test]
fn it_is_verified_itself() {
    let output = verified_itself("proof fn same() ensures super::seq::Seq::<int>::empty().len() == 7 {}");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // What a program takes on trust is shown here.
    not_verified_itself(
        "proof fn wrong(n: int) ensures twice(n) % 4 == 0 {}",
        PROVED_ITSELF,
        &["verify/postcondition"],
    );
}

#[test]
fn its_names_mean_nothing_where_it_is_verified() {
    not_verified_itself(
        "proof fn as_in_ours() ensures super::seq::Seq::<int>::empty().len() == 0 {}",
        PROVED_ITSELF,
        &["verify/postcondition"],
    );
}

#[test]
fn what_cannot_be_read_of_it_leaves_the_rest() {
    not_verified_itself("pub async fn later() -> u8 { 1 }", PROVED_ITSELF, &["unsupported/async"]);
    not_verified_itself("fn first(a: [u8; 3]) -> u8 { a[0] }", PROVED_ITSELF, &["unsupported/vstd-source"]);
}
