//! A crate, edits of it, and what is said of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::own_cache;

pub const BIN: &str = env!("CARGO_BIN_EXE_certus");

pub const ROOT: &str = "pub mod a;\npub mod b;\n";

pub const A: &str = "use vstd::prelude::*;
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

pub const B: &str = "use vstd::prelude::*;
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
pub struct Place {
    pub folder: PathBuf,
}

impl Place {
    pub fn new(name: &str) -> Place {
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

    pub fn write(&self, root: &str, a: &str, b: &str) {
        for (name, text) in [("lib.rs", root), ("a.rs", a), ("b.rs", b)] {
            fs::write(self.folder.join(name), text).expect("to write the program");
        }
    }

    /// What a run says that must not depend on what was kept, how many functions were settled, and the queries asked.
    pub fn verify(&self, flags: &[&str]) -> (Vec<String>, u64, u64) {
        let mut command = Command::new(BIN);
        command.env("CERTUS_CACHE_DIR", self.folder.join("certus")).args(["verify", "--message-format=json"]);
        let output = command.args(flags).arg(self.folder.join("lib.rs")).output().expect("certus runs");
        said(output.status.code(), &String::from_utf8_lossy(&output.stdout))
    }
}

/// The same of what was printed.
pub fn said(status: Option<i32>, printed: &str) -> (Vec<String>, u64, u64) {
    let mut said = vec![format!("exit {status:?}")];
    let (mut settled, mut asked) = (0, 0);
    for line in printed.lines() {
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

/// What is replaced, and whether functions are settled after it.
pub struct Edit {
    pub name: &'static str,
    pub from: &'static str,
    pub to: &'static str,
    pub settles: bool,
}

fn edit(name: &'static str, from: &'static str, to: &'static str, settles: bool) -> Edit {
    Edit { name, from, to, settles }
}

pub fn edits() -> Vec<Edit> {
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
        // Which impls a proof may rely on is looked at anew where one changes that an impl depends on.
        edit("a definition that an impl mentions", "    4\n", "    5\n", false),
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
