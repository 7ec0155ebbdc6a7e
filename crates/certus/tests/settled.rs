//! Functions that have not changed are not looked at again, and no answer depends on that.
//!
//! Each edit is verified twice: after a run of the program before the edit, and without anything kept. Both must say the
//! same.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use support::own_cache;

const BIN: &str = env!("CARGO_BIN_EXE_certus");

const ROOT: &str = "pub mod a;\npub mod b;\n";

const A: &str = "use vstd::prelude::*;
verus! {
pub const LIMIT: u64 = 100;

pub open spec fn double(x: int) -> int {
    x + x
}

pub open spec fn sum(n: nat) -> int
    recommends small(n),
    decreases n,
{
    if n == 0 { 0 } else { n + sum((n - 1) as nat) }
}

pub open spec fn small(n: nat) -> bool {
    n < 1000
}

spec(checked) fn twice_sum(n: nat) -> int
    recommends n < 10,
{
    sum(n) + sum(n)
}

trait Sized2 {
    spec fn size(&self) -> int;

    proof fn known(&self)
        ensures self.size() == 4;
}

spec fn four() -> int {
    4
}

impl Sized2 for Pair {
    spec fn size(&self) -> int { four() }

    proof fn known(&self) {}
}

fn call_it<F: Fn(u64) -> u64>(f: F) -> (r: u64)
    requires f.requires((3,)),
    ensures f.ensures((3,), r),
{
    f(3)
}

fn gives_it() {
    let r = call_it(first);
    assert(r < 30);
}

/// Words.
pub proof fn lemma_sum(n: nat)
    ensures sum(n) >= n,
    decreases n,
{
    if n > 0 {
        lemma_sum((n - 1) as nat);
    }
}

pub proof fn lemma_two(n: nat)
    ensures sum(n) + 1 > 0,
{
    lemma_sum(n);
}

pub fn twice(x: u64) -> (r: u64)
    requires x < LIMIT,
    ensures r == double(x as int),
{
    x + x
}

pub fn first(x: u64) -> (r: u64)
    requires x < 10,
    ensures r >= x, r < 30,
{
    let r = twice(x);
    r
}

pub fn second(x: u64) -> (r: u64)
    requires x < 10,
    ensures r >= x,
{
    first(x)
}

pub struct Pair { pub a: Vec<u64>, pub b: u64 }

impl Pair {
    pub open spec fn wf(&self) -> bool { self.a@.len() == 2 }

    pub fn get(&self) -> (r: u64)
        requires self.wf(),
        ensures r == self.a@[1],
    {
        self.a[1]
    }

    pub fn take(self) -> (r: Vec<u64>)
        ensures r@ == self.a@,
    {
        let v = self.a;
        v
    }
}
}
";

const B: &str = "use vstd::prelude::*;
use crate::a::*;
verus! {
pub fn user(x: u64) -> (r: u64)
    requires x < 10,
    ensures r < 30,
{
    let mut i: u64 = 0;
    while i < x
        invariant x < 10, i <= x,
        decreases x - i,
    {
        i = i + 1;
    }
    first(i)
}

pub fn other(p: Pair) -> (r: u64)
    requires p.wf(),
    ensures r == p.a@[1],
{
    p.get()
}
}
";

/// A crate in a folder of its own, and a cache of its own.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("settled").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        let place = Place { folder };
        place.write(ROOT, A, B);
        // So that the solver and the libraries are there, whichever test is the first.
        let plain = Command::new(BIN).args(["verify", "--no-cache"]).arg(place.folder.join("lib.rs")).output();
        assert_eq!(plain.expect("certus runs").status.code(), Some(0));
        own_cache(&place.folder);
        place
    }

    fn write(&self, root: &str, a: &str, b: &str) {
        for (name, text) in [("lib.rs", root), ("a.rs", a), ("b.rs", b)] {
            fs::write(self.folder.join(name), text).expect("to write the program");
        }
    }

    /// What a run says that must not depend on what was kept, how many functions were settled, and the queries asked.
    fn verify(&self, flags: &[&str]) -> (Vec<String>, u64, u64) {
        let mut command = Command::new(BIN);
        command.env("CERTUS_CACHE_DIR", self.folder.join("certus")).args(["verify", "--message-format=json"]);
        let output = command.args(flags).arg(self.folder.join("lib.rs")).output().expect("certus runs");
        let mut said = vec![format!("exit {:?}", output.status.code())];
        let (mut settled, mut asked) = (0, 0);
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut record: Value = serde_json::from_str(line).expect("a record");
            if record["$message_type"] == "summary" {
                settled = record["cache"]["settled"].as_u64().expect("a number");
                asked = record["cache"]["misses"].as_u64().expect("a number");
                for function in record["functions"].as_array_mut().into_iter().flatten() {
                    function["time_ms"] = Value::Null;
                    function["resource"] = Value::Null;
                }
                said.push(record["functions"].to_string());
            } else {
                said.push(record.to_string());
            }
        }
        (said, settled, asked)
    }
}

/// What is replaced, and whether functions are settled after it.
struct Edit {
    name: &'static str,
    from: &'static str,
    to: &'static str,
    settles: bool,
}

fn edit(name: &'static str, from: &'static str, to: &'static str, settles: bool) -> Edit {
    Edit { name, from, to, settles }
}

fn edits() -> Vec<Edit> {
    vec![
        edit("a comment", "/// Words.", "/// Other words.\n\n", true),
        edit("a proof", "lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}", true),
        edit("a body", "let r = twice(x);\n    r", "twice(x)", true),
        edit("a body that is wrong", "let r = twice(x);\n    r", "let r = twice(x);\n    r + 20", true),
        edit("an assertion that is wrong", "let r = twice(x);", "let r = twice(x); assert(r > x);", true),
        edit("an overflow", "    x + x\n}\n\npub fn first", "    x + x + x - x\n}\n\npub fn first", true),
        edit("another loop", "i = i + 1;", "i = i + 2;", true),
        edit("a type that is wrong", "    self.a[1]", "    self.a[true]", false),
        edit("a name that is not there", "first(i)", "last(i)", false),
        edit("a value used after it moved", "p.get()", "let q = p; p.get()", false),
        edit("a cycle without a measure", "let r = twice(x);\n    r", "second(x)", false),
        edit("a cycle of proofs", "lemma_sum((n - 1) as nat);", "lemma_two((n - 1) as nat);", false),
        edit("a call of itself", "let r = twice(x);\n    r", "first(x)", false),
        edit(
            "a specification",
            "    x + x\n}\n\npub open spec fn sum",
            "    x + x + x\n}\n\npub open spec fn sum",
            true,
        ),
        edit("a definition that is right", "{ n + sum(", "{ sum(1) - sum(1) + n + sum(", true),
        edit("a definition without a measure", "    decreases n,\n{\n    if n == 0", "{\n    if n == 0", false),
        edit("a measure that does not decrease", "{ n + sum((n - 1)", "{ n + sum(n", true),
        edit("a recommendation", "    n < 1000", "    n < 5", true),
        edit("a recommendation of a checked function", "recommends n < 10,", "recommends n < 2000,", true),
        edit("a definition that an impl mentions", "    4\n", "    5\n", true),
        edit("a definition with a wrong type", "    4\n", "    true\n", false),
        edit("a definition with a name that is not there", "    4\n", "    fore()\n", false),
        edit("a definition that calls itself", "    4\n", "    four()\n", false),
        edit("a definition on a cycle", "    n < 1000", "    sum(n) < 1000", true),
        edit("a closed definition", "pub open spec fn small", "pub closed spec fn small", false),
        edit("an opaque definition", "pub open spec fn small", "#[verifier::opaque] pub open spec fn small", false),
        edit("a name from a clause that is not there", "requires x < LIMIT,", "requires x < LIMITS,", false),
        edit("an ensures clause", "ensures r >= x, r < 30,", "ensures r >= x,", true),
        edit("a clause for a value that is a function", "ensures r >= x, r < 30,", "ensures r >= x, r < 31,", true),
        edit("a clause that is wrong", "ensures r >= x, r < 30,", "ensures r >= x, r < 5,", true),
        edit("a requires clause", "requires x < LIMIT,", "requires x < 5,", true),
        edit("a clause that is gone", "requires self.wf(),", "", true),
        edit("what never holds", "requires x < LIMIT,", "requires x < LIMIT, x > LIMIT,", true),
        edit(
            "a measure of a proof",
            "    decreases n,\n{\n    if n > 0",
            "    decreases n + 1,\n{\n    if n > 0",
            true,
        ),
        edit("a clause of a trait", "ensures self.size() == 4;", "ensures self.size() == 5;", false),
        edit("the result's type", "pub fn second(x: u64) -> (r: u64)", "pub fn second(x: u64) -> (r: u32)", false),
        edit("a constant", "LIMIT: u64 = 100", "LIMIT: u64 = 5", false),
        edit("a field", "pub a: Vec<u64>, pub b", "pub a: Vec<u64>, pub c", false),
        edit("an attribute", "pub fn twice", "#[verifier::external_body] pub fn twice", false),
        edit("a new function", "pub struct Pair", "pub fn third() { assert(false); } pub struct Pair", false),
        edit("a missing function", "pub mod b;", "", false),
        edit("no proof any more", "        lemma_sum((n - 1) as nat);\n", "", true),
        edit("another file's words", "pub mod b;", "pub mod b; // the other one", true),
        edit("a syntax error", "let r = twice(x);", "let r = twice(x;", false),
        edit("an item in a body", "first(i)", "fn inner() {} first(i)", false),
    ]
}

#[test]
fn an_edit_gives_what_a_run_without_memory_gives() {
    let place = Place::new("edits");
    for Edit { name, from, to, settles } in edits() {
        place.write(ROOT, A, B);
        // Otherwise it may be said again what an earlier run said, with nothing done.
        let _ = fs::remove_dir_all(place.folder.join("certus/runs-1"));
        place.verify(&[]);
        let text = |file: &str| file.replacen(from, to, 1);
        let (root, a, b) = (text(ROOT), text(A), text(B));
        assert!([&*root, &*a, &*b] != [ROOT, A, B], "{name}: the place of the edit is gone");
        place.write(&root, &a, &b);
        let (with, settled, _) = place.verify(&[]);
        let (without, none, _) = place.verify(&["--no-cache"]);
        assert_eq!(with, without, "{name}");
        assert_eq!((settled > 0, none), (settles, 0), "{name}: {settled}");
    }
}

#[test]
fn a_function_that_failed_fails_until_it_is_mended() {
    let place = Place::new("failing");
    let wrong = A.replacen("let r = twice(x);\n    r", "let r = twice(x);\n    r + 20", 1);
    place.write(ROOT, &wrong, B);
    let (first, ..) = place.verify(&[]);
    assert!(first[0].contains("Some(1)"), "{first:?}");
    place.write(ROOT, &wrong, &B.replace("p.get()", "let r = p.get(); r"));
    let (with, settled, _) = place.verify(&[]);
    assert!(settled > 0);
    assert_eq!(with, place.verify(&["--no-cache"]).0);
    assert!(with[0].contains("Some(1)"), "{with:?}");
    place.write(ROOT, A, B);
    let (mended, settled, _) = place.verify(&[]);
    assert!(settled > 0 && mended[0].contains("Some(0)"), "{mended:?}");
}

#[test]
fn the_queries_are_those_of_a_run_without_memory() {
    let place = Place::new("queries");
    place.verify(&[]);
    place.write(
        ROOT,
        &A.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}"),
        &B.replace("i + 1", "1 + i"),
    );
    let (_, settled, asked) = place.verify(&[]);
    assert!(settled > 0 && asked == 2, "{settled} {asked}");
    for folder in ["records-1", "runs-1"] {
        fs::remove_dir_all(place.folder.join("certus").join(folder)).expect("what was kept");
    }
    assert_eq!(place.verify(&[]).2, 0, "each was in the cache");
}

#[test]
fn who_goes_back_finds_what_was_there() {
    let place = Place::new("back");
    let other = A.replace("requires x < LIMIT,", "requires x < 50,");
    let edited = |a: &str| a.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}");
    place.verify(&[]);
    place.write(ROOT, &other, B);
    assert!(place.verify(&[]).1 > 0);
    for a in [edited(A), edited(&other), A.to_owned()] {
        place.write(ROOT, &a, &B.replace("i + 1", "1 + i"));
        assert!(place.verify(&[]).1 > 0);
    }
}

#[test]
fn what_the_crate_depends_on_counts() {
    let place = Place::new("dependency");
    let numbers = place.folder.join("numbers.rs");
    let text = "use vstd::prelude::*; verus! { pub open spec fn limit() -> int { 20 } pub fn one() -> (r: u64) ensures \
                r == 1 { 1 } }";
    fs::write(&numbers, text).expect("to write");
    let user = |body: &str| {
        format!(
            "use vstd::prelude::*; verus! {{ pub fn user() -> (r: u64) ensures r < numbers::limit() {{ {body} }} }}"
        )
    };
    place.write("pub mod a;\npub mod b;\n", A, &user("numbers::one()"));
    let flags = [format!("--dependency=numbers={}", numbers.display())];
    let verify = || place.verify(&flags.each_ref().map(String::as_str));
    assert!(verify().0[0].contains("Some(0)"));
    place.write("pub mod a;\npub mod b;\n", A, &user("numbers::one() + 7"));
    let (said, settled, _) = verify();
    assert!(settled > 0 && said[0].contains("Some(0)"), "{said:?}");
    for (from, to, status) in [("{ 20 }", "{ 7 }", "Some(1)"), ("{ 20 }", "{ 30 }", "Some(0)")] {
        fs::write(&numbers, text.replace(from, to)).expect("to write");
        let (said, settled, _) = verify();
        assert!(settled == 0 && said[0].contains(status), "{said:?}");
    }
}

#[test]
fn what_is_damaged_or_not_wanted_is_not_used() {
    let place = Place::new("damaged");
    let edited = A.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) >= 0);\n}");
    for mode in ["--no-cache", "--cache=off", "--cache=enforce", "--audit"] {
        place.write(ROOT, A, B);
        place.verify(&[]);
        place.write(ROOT, &edited, B);
        assert_eq!(place.verify(&[mode]).1, 0, "{mode}");
    }
    assert!(place.verify(&["--cache=read-only"]).1 > 0);
    let records = place.folder.join("certus/records-1");
    let shards = fs::read_dir(records).expect("records").flatten();
    for file in shards.flat_map(|shard| fs::read_dir(shard.path()).expect("a shard").flatten()) {
        let mut bytes = fs::read(file.path()).expect("a record");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(file.path(), bytes).expect("to damage it");
    }
    assert_eq!(place.verify(&[]).1, 0);
}
