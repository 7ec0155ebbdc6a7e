//! No token stream makes the rewriter panic, overflow the stack, or take long.

use certus_codes::Internal;

mod common;

use certus_rewrite::{Args, Code, Mode, calc, decreases_to, rewrite_expr, rewrite_items, rewrite_macro_exprs};
use proc_macro2::TokenStream;
use std::time::{Duration, Instant};

/// A small generator with a fixed seed (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap_or(0)
    }
}

const WORDS: &[&str] = &[
    "fn",
    "spec",
    "proof",
    "exec",
    "axiom",
    "open",
    "closed",
    "uninterp",
    "pub",
    "broadcast",
    "group",
    "use",
    "struct",
    "enum",
    "impl",
    "trait",
    "mod",
    "const",
    "static",
    "mut",
    "let",
    "ghost",
    "tracked",
    "requires",
    "ensures",
    "invariant",
    "decreases",
    "returns",
    "recommends",
    "opens_invariants",
    "no_unwind",
    "when",
    "via",
    "by",
    "assert",
    "assume",
    "forall",
    "exists",
    "choose",
    "reveal",
    "hide",
    "matches",
    "is",
    "has",
    "implies",
    "while",
    "loop",
    "for",
    "in",
    "if",
    "else",
    "match",
    "return",
    "x",
    "y",
    "T",
    "int",
    "nat",
    "f",
    "self",
    "&self",
    "3",
    "4u8",
    "5int",
    "2.5",
    "'a'",
    "\"s\"",
    "'l",
    "+",
    "-",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "==>",
    "<==>",
    "<==",
    "=~=",
    "!~=",
    "&&",
    "||",
    "&&&",
    "|||",
    "!",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "+=",
    "=",
    "->",
    "=>",
    "@",
    "@@",
    ".",
    "..",
    ",",
    ";",
    ":",
    "::",
    "#",
    "#!",
    "?",
    "spec_fn",
    "proof_fn",
    "assume_specification",
    "global",
    "size_of",
    "layout",
    "Ghost",
    "Tracked",
    "as",
    "unsafe",
    "async",
    "move",
    "dyn",
    "where",
    "verifier",
    "trigger",
    "atomically",
    "with",
    "any",
    "none",
    "decreases_to",
    "verus",
    "union",
    "type",
    "final",
    "old",
    "default_ensures",
    "extern",
];

fn soup(random: &mut Random, size: usize, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(size) + 1 {
        let pick = random.below(WORDS.len() + 24);
        match WORDS.get(pick) {
            Some(word) => text.push_str(word),
            None if depth == 0 => text.push('x'),
            None => {
                let (open, close) = [("(", ")"), ("{", "}"), ("[", "]")][random.below(3)];
                text.push_str(open);
                text.push_str(&soup(random, size / 2 + 1, depth - 1));
                text.push_str(close);
            }
        }
        text.push(' ');
    }
    text
}

fn all_entries(tokens: &TokenStream) {
    rewrite_items(Mode::Keep, tokens.clone());
    calc(Mode::Keep, tokens.clone());
    decreases_to(Mode::Keep, tokens.clone());
    for code in [Code::Ghost, Code::Exec] {
        rewrite_expr(Mode::Keep, code, tokens.clone());
        rewrite_macro_exprs(Mode::Keep, code, Args::All, tokens.clone());
        rewrite_macro_exprs(Mode::Keep, code, Args::Marked, tokens.clone());
    }
}

#[test]
fn token_soup_never_panics() {
    for seed in 1..=400u64 {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let text = soup(&mut random, 40, 4);
        let Ok(tokens) = text.parse::<TokenStream>() else { continue };
        all_entries(&tokens);
        let rewritten = rewrite_items(Mode::Keep, tokens);
        assert!(rewritten.errors.iter().all(|e| e.code != Internal::Parser.into()), "seed {seed}: {text}");
        proc_macro2::extra::invalidate_current_thread_spans();
    }
}

/// Programs with a piece taken out, doubled or exchanged: nearer to what people type than soup.
#[test]
fn damaged_programs_never_panic() {
    let programs = ["clauses", "proofs", "closures", "datatypes", "traits", "ghosts", "items"];
    for (i, program) in programs.iter().enumerate() {
        let path = format!("{}/tests/programs/{program}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        let mut random = Random(77 + i as u64);
        for _ in 0..40 {
            let mut words = words.clone();
            for _ in 0..3 {
                let (a, b) = (random.below(words.len()), random.below(words.len()));
                match random.below(3) {
                    0 => drop(words.remove(a)),
                    1 => words.insert(a, words[b]),
                    _ => words.swap(a, b),
                }
            }
            let Ok(tokens) = words.concat().parse::<TokenStream>() else { continue };
            let rewritten = rewrite_items(Mode::Keep, tokens);
            assert!(rewritten.errors.iter().all(|e| e.code != Internal::Parser.into()), "{}", words.concat());
            proc_macro2::extra::invalidate_current_thread_spans();
        }
    }
}

fn timed(text: &str) -> certus_rewrite::Rewritten {
    let tokens: TokenStream = text.parse().unwrap_or_default();
    let start = Instant::now();
    let rewritten = rewrite_items(Mode::Keep, tokens);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    rewritten
}

#[test]
fn long_chains_of_operators() {
    for op in ["+", "&&", "==>", "<=", "==", "&&&", "-", "as int +", "@.f() +", ".f().g() +"] {
        for mode in ["spec", "exec"] {
            let lead = if op == "&&&" { "&&& " } else { "" };
            let chain = format!("x {op} ").repeat(10_000);
            let rewritten = timed(&format!("{mode} fn f(x: int) -> int {{ {lead}{chain} x }} fn g() {{ }}"));
            assert!(rewritten.errors.len() <= 1, "{op}: {:?}", rewritten.errors.first());
            assert!(rewritten.errors.iter().all(|e| matches!(e.code.name(), "too-deep" | "syntax")), "{op}");
        }
    }
    let sum = |n: usize| timed(&format!("spec fn f(x: int) -> int {{ {} x }}", "x + ".repeat(n))).errors;
    assert!(sum(1_400).is_empty());
    assert_eq!(sum(10_000).iter().map(|e| e.code.name()).collect::<Vec<_>>(), ["too-deep"]);
    // What is in parentheses does not end an expression, nor does a block in one.
    for operand in ["(x)", "f(x)", "{ x }"] {
        let sum = format!("impl A {{ spec fn f(x: int) -> int {{ {} x }} }}", format!("{operand} + ").repeat(2_000));
        assert_eq!(timed(&sum).errors.iter().map(|e| e.code.name()).collect::<Vec<_>>(), ["too-deep"], "{operand}");
    }
    // Each function begins anew, also within an impl.
    let functions = "fn f(x: u8) -> u8 { x + 1 } ".repeat(2_000);
    assert!(timed(&format!("impl A {{ {functions} }}")).errors.is_empty());
    assert!(timed(&format!("spec fn f(x: bool) -> bool {{ {} x }}", "x ==> ".repeat(10_000))).errors.is_empty());
}

#[test]
fn prefixes_and_branches() {
    for text in [
        format!("spec fn f(x: bool) -> bool {{ {} x }}", "!".repeat(10_000)),
        format!("spec fn f(x: bool) -> bool {{ {} x }}", "forall|y: int| ".repeat(4_000)),
        format!("spec fn f(x: int) -> int {{ {} {{ 3 }} }}", "if x == 3 { 4 } else ".repeat(2_000)),
        format!("fn f() {{ {} }}", "while x { } ".repeat(4_000)),
        format!("fn f() {{ {} }}", "let ghost x = 3int; ".repeat(20_000)),
        "fn f() { } ".repeat(20_000),
    ] {
        let rewritten = timed(&text);
        assert!(rewritten.errors.iter().all(|e| e.code.name() == "too-deep"), "{:?}", rewritten.errors.first());
    }
}

#[test]
fn nesting_is_bounded() {
    let nested = |n: usize| format!("spec fn f(x: int) -> int {{ {}x{} }}", "(".repeat(n), ")".repeat(n));
    assert!(timed(&nested(200)).errors.is_empty());
    let rewritten = timed(&nested(5_000));
    assert_eq!(rewritten.errors.iter().map(|e| e.code.name()).collect::<Vec<_>>(), ["too-deep"]);
}
