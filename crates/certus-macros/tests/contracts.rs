//! The functions of accepted programs are called with random inputs, and must do what their contracts say.
//!
//! This shows end to end that what the verifier accepts is true of what rustc compiles. The test reads contracts itself
//! and computes their values (`contracts/eval`), so that it shares no rule with the verifier but the parser. Assertions
//! in bodies are checked too, where rustc lets the program look at the variables.

mod common;
#[path = "contracts/mod.rs"]
mod contracts;

use contracts::eval::Machine;
use contracts::harness::{Crate, Report};
use contracts::program::Program;
use contracts::types::Scope;
use std::cmp::Reverse;

/// Functions that are not called: the chapter, the name, and why a failure would not be one of the verifier.
const EXEMPT: [(&str, &str, &str); 2] = [
    ("undeclared-std.md", "sizes", "the trusted function that it calls reads a file that is not there"),
    ("assert.md", "nonsense", "it assumes what is false"),
];

/// What was checked when these numbers were last changed, less a little: they may only grow.
const FUNCTIONS: usize = 900;
const CLAUSES: usize = 495;
const ASSERTIONS: usize = 400;

/// Runs in a thread whose stack is large enough for deep specifications.
fn run(name: &'static str, programs: Vec<(String, String)>) -> Report {
    let run = move || Crate::build(name, &programs, &EXEMPT).run();
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(run).expect("a thread can be started");
    thread.join().expect("the harness does not panic")
}

#[test]
fn accepted_programs_meet_their_contracts() {
    let programs = common::accepted().into_iter().filter(|(_, text)| !text.lines().any(|line| line == "//~ fails"));
    let report = run("contracts", programs.collect());
    println!(
        "{} functions, {} calls, {} answers\n{} clauses, {} open\n{} assertions, {} open, {} not readable\n\
         not called: {:#?}\ncut: {:#?}",
        report.functions,
        report.calls,
        report.answers,
        report.clauses,
        report.open,
        report.asserts,
        report.open_asserts,
        report.unreadable,
        report.skipped,
        report.cut
    );
    let mut causes: Vec<_> = report.causes.iter().collect();
    causes.sort_by_key(|(_, n)| Reverse(**n));
    println!("open because of: {:#?}", &causes[..causes.len().min(30)]);
    assert!(report.failures.is_empty(), "{} failures:\n{}", report.failures.len(), report.failures.join("\n"));
    assert!(report.functions >= FUNCTIONS, "only {} functions were called", report.functions);
    assert!(report.clauses >= CLAUSES, "only {} clauses were checked", report.clauses);
    assert!(report.asserts >= ASSERTIONS, "only {} assertions were checked", report.asserts);
}

/// A program of the language.
fn program(items: &str) -> String {
    format!("use vstd::prelude::*;\nverus! {{\n{items}\n}}\n")
}

/// Functions that do not do what they say, each with words of the report.
const WRONG: [(&str, &str); 21] = [
    ("fn f(x: u8) -> (r: u8) requires x < 255 ensures r == x { x + 1 }", "not `r == x`"),
    ("fn f(x: u8) -> (r: u8) requires x < 255 ensures r > x, r < x + 1 { x + 1 }", "not `r < x + 1`"),
    ("fn f(x: u8) -> u8 requires x < 9 returns x { x + 1 }", "not `"),
    ("fn f(x: &mut u8) ensures *final(x) == *old(x) { *x = 7; }", "x = 7 in the end"),
    ("fn f(p: &mut (u8, u8)) -> (r: &mut u8) ensures *final(p) == (*final(r), old(p).1) { &mut p.1 }", "not `"),
    (
        "fn f(v: &mut Vec<u8>) -> (r: Option<&mut u8>) ensures r is Some ==> final(v)@ == old(v)@.update(0, *final(r->0)) \
         { v.last_mut() }",
        "not `",
    ),
    ("fn f(v: &Vec<u8>) -> (r: bool) ensures r == forall|i: int| 0 <= i < v.len() ==> v[i] < 5 { true }", "r = true"),
    (
        "fn f(v: &Vec<u8>) -> (r: bool) ensures r == exists|i: int| 0 <= i < v@.len() && v@[i] == 2 { false }",
        "r = false",
    ),
    ("fn f(v: &Vec<u8>, i: usize) -> u8 requires i <= v.len() { v[i] }", "panics: index out of bounds"),
    ("fn f(x: u8) -> u8 { x + 1 }", "panics: attempt to add with overflow"),
    ("fn f(x: i8, y: i8) -> (r: i8) requires y > 0 ensures r == x / y { x / y }", "not `r == x / y`"),
    ("fn f(x: u16) -> (r: u8) ensures r == x { x as u8 }", "not `r == x`"),
    ("fn f(s: &str) -> (r: usize) ensures r == s@.len() { s.len() }", "not `r == s @ . len ()`"),
    (
        "spec fn sum(s: Seq<u8>) -> int decreases s.len() { if s.len() == 0 { 0 } else { s[0] + sum(s.skip(1)) } } \
         fn f(v: Vec<u8>) -> (r: u64) ensures r == sum(v@) { if v.len() == 0 { 0 } else { v[0] as u64 } }",
        "not `r == sum",
    ),
    (
        "enum E { A(u8), B } fn f(e: E) -> (r: Option<u8>) ensures r == (match e { E::A(x) => Some(x), E::B => None }) \
         { None }",
        "e = A",
    ),
    (
        "struct S { a: u8, b: u8 } impl S { spec fn ok(&self) -> bool { self.a <= self.b } \
         fn f(&mut self) requires old(self).ok() ensures final(self).ok() { self.b = 3; } }",
        "not `final (self) . ok ()`",
    ),
    ("fn f<T: Copy>(a: T, b: T) -> (r: (T, T)) ensures r == (a, b) { (b, a) }", "not `r == (a , b)`"),
    ("fn f(x: u8, Ghost(y): Ghost<int>) -> (r: u8) requires x == y ensures r != y { x }", "not `r != y`"),
    ("fn f(x: u8) { let y = x / 2; assert(y * 2 == x); }", "not `assert(y * 2 == x)` in `f`"),
    ("fn f() { let mut x = 1u8; let r = &mut x; *r = 2; assert(x == 1); }", "with x = 2"),
    (
        "fn g(v: &mut Vec<u8>) { v.push(1); assert(v@.len() == 1); } fn f() { let mut v = vec![7]; g(&mut v); }",
        "v = [7, 1]",
    ),
];

#[test]
fn functions_that_break_their_contracts_are_reported() {
    let programs = WRONG.iter().enumerate().map(|(i, (items, _))| (format!("wrong {i}"), program(items)));
    let report = run("wrong", programs.collect());
    for (i, (items, words)) in WRONG.iter().enumerate() {
        let mut failures = report.failures.iter().filter(|text| text.starts_with(&format!("wrong {i}: ")));
        assert!(failures.any(|text| text.contains(words)), "{items}\n{:#?}", report.failures);
    }
}

/// Similar functions that do what they say. All of their clauses can be computed.
const RIGHT: [&str; 11] = [
    "fn f(x: u8) -> (r: u8) requires x < 255 ensures r == x + 1 { x + 1 }",
    "fn f(x: &mut u8) ensures *old(x) < 255 ==> *final(x) == *old(x) + 1 { if *x < 255 { *x = *x + 1; } }",
    "fn f(p: &mut (u8, u8)) -> (r: &mut u8) ensures *final(p) == (*final(r), old(p).1), *r == old(p).0 { &mut p.0 }",
    "fn f(v: &mut Vec<u8>) -> (r: Option<&mut u8>) \
     ensures r is Some ==> final(v)@ == old(v)@.update(old(v).len() - 1, *final(r->0)) { v.last_mut() }",
    "fn f(v: &Vec<u8>, i: usize) -> (r: u8) requires i < v.len() ensures r == v[i as int], v@.contains(r) { v[i] }",
    "fn f(x: i8, y: i8) -> (r: i8) requires x >= 0, y != 0 ensures r == x / y, x % y >= 0 { x / y }",
    "fn f(x: u16) -> (r: u8) requires x <= 255 ensures r == x { x as u8 }",
    "fn f(s: &str) -> (r: usize) requires s.is_ascii() ensures r == s@.len() { s.len() }",
    "fn f(v: Vec<u8>) -> (r: bool) ensures r == exists|i: int, j: int| 0 <= i < j < v.len() && v[i] == v[j] \
     { let mut v = v; v.sort(); v.windows(2).any(|w| w[0] == w[1]) }",
    "enum E { A(u8), B } fn f(e: E) -> (r: Option<u8>) ensures e matches E::A(x) ==> r == Some(x), e is B ==> r is None \
     { match e { E::A(x) => Some(x), E::B => None } }",
    "fn f() ensures true { loop { } }",
];

#[test]
fn functions_that_keep_their_contracts_are_not_reported() {
    let programs = RIGHT.iter().enumerate().map(|(i, items)| (format!("right {i}"), program(items)));
    let report = run("right", programs.collect());
    assert!(report.failures.is_empty(), "{:#?}", report.failures);
    // The last one does not end: it is called, but nothing is known of it.
    assert_eq!((report.functions, report.cut.len(), report.open), (RIGHT.len(), 1, 1), "{report:#?}");
    assert!(report.calls > 100 * (RIGHT.len() - 3), "{report:#?}");
}

/// Formulas whose truth the language reference tells, and `None` where it leaves the value open.
const FORMULAS: [(&str, Option<bool>); 22] = [
    ("(-7int) / 2 == -4 && (-7int) % 2 == 1", Some(true)),
    ("7int / (-2) == -3 && 7int % (-2) == 1", Some(true)),
    ("1int / 0 == 0", None),
    ("255u8 + 1 == 256", Some(true)),
    ("0u8 - 1 < 0", Some(true)),
    ("300int as u8 == 44", None),
    ("!5u8 == 250 && 1u8 << 7 == 128 && 0x0fu8 ^ 0xff == 0xf0", Some(true)),
    ("1int <= 2 < 2", Some(false)),
    ("1int <= 2 < 3 <= 3", Some(true)),
    ("false ==> 1int / 0 == 0", Some(true)),
    ("1int / 0 == 0 && false", Some(false)),
    ("1int / 0 == 0 || false", None),
    ("forall|i: int| 0 <= i < 10 ==> i * i <= 81", Some(true)),
    ("forall|i: int| 0 <= i < 10 ==> i * i < 81", Some(false)),
    ("exists|i: int, j: int| 0 <= i < j < 5 && i + j == 7", Some(true)),
    ("exists|i: int, j: int| 0 <= i < j < 4 && i + j == 7", Some(false)),
    ("forall|i: int| i >= 0 ==> i + 1 > 0", None),
    ("forall|i: int| i >= 0 ==> i < 5", Some(false)),
    ("seq![1int, 2, 3].subrange(1, 3) =~= seq![2int, 3]", Some(true)),
    ("seq![1int, 2][2] == 0", None),
    ("Seq::new(3, |i: int| i * 2) == seq![0int, 2, 4]", Some(true)),
    ("Some(3int) == None || Some(3int)->0 == 4", Some(false)),
];

#[test]
fn formulas_have_the_values_of_the_reference() {
    let empty = Program::read("", "").expect("an empty program can be read");
    for (text, expected) in FORMULAS {
        let formula = verus_syn::parse_str(text).expect("a formula");
        let found = Machine::new(&empty, Scope::new(), Vec::new()).holds(&formula);
        assert_eq!(found.as_ref().ok(), expected.as_ref(), "{text}: {found:?}");
    }
}
