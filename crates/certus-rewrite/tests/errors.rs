//! Errors: their text, their name, their place, and what is kept beside them.

use certus_codes::Class;

mod common;

use certus_rewrite::{Code, Mode, rewrite_expr};
use proc_macro2::TokenStream;

/// A program, the text of the one error, its name and the source it points at.
const ERRORS: &[(&str, &str, &str, &str)] = &[
    ("fn f(r: u8) -> (r: u8) { r }", "return value name collides with a parameter name", "return-name-collision", "r"),
    (
        "fn f(k: u8, n: u8) -> ((_, n): (u8, u8)) { (k, n) }",
        "return value name collides with a parameter name",
        "return-name-collision",
        "n",
    ),
    ("spec fn f(mut x: int) -> int { x }", "mut argument not allowed for spec functions", "spec-mut-param", "mut"),
    ("axiom fn f() { }", "an `axiom` should not have a body", "axiom-with-body", "fn"),
    ("proof fn f();", "a `proof` function must have a body", "proof-without-body", "fn"),
    ("fn f((x, y): (u8, u8)) { }", "expected a plain identifier pattern as parameter", "param-pattern", "(x, y)"),
    ("fn f(_: u8) { }", "expected a plain identifier pattern as parameter", "param-pattern", "_"),
    ("proof fn f(x @ y: int) { }", "expected a plain identifier pattern as parameter", "param-pattern", "x @ y"),
    (
        "pub open proof fn f() { }",
        "only `spec` functions can be marked `open`, `closed`, or `uninterp`",
        "publish-not-spec",
        "open",
    ),
    ("open spec fn f() -> int { 3 }", "function is marked `open` but not marked `pub`", "open-not-pub", "open"),
    (
        "uninterp spec fn f() -> int { 3 }",
        "function is marked `uninterp` but it has a body",
        "uninterp-with-body",
        "fn",
    ),
    (
        "trait T { open spec fn f() -> int; }",
        "trait function declarations cannot be open or closed, as they don't have a body",
        "publish-without-body",
        "open",
    ),
    (
        "proof fn f() { assert(forall|x: int| #[trigger x] g(x)); }",
        "invalid trigger attribute: to provide a trigger expression, use the #![trigger <expr>] attribute",
        "invalid-trigger",
        "#",
    ),
    ("proof fn f() { assert forall|x: int| #![wat] g(x) by { } }", "expected trigger", "expected-trigger", "#"),
    ("proof fn f() { assert(forall|x: int| #![auto g] g(x)); }", "unexpected token, expected `]`", "syntax", "g"),
    (
        "proof fn f(invariant: spec_fn(int) -> bool) requires invariant(3), { }",
        "expected curly braces: `invariant` begins a clause here; put the name in parentheses: `(invariant)`",
        "syntax",
        "invariant",
    ),
    (
        "proof fn f(ensures: int) requires ensures == 3, { }",
        "expected an expression: `ensures` begins a clause here; put the name in parentheses: `(ensures)`",
        "syntax",
        "=",
    ),
    ("proof fn f(x: int) requires invariant(3), { }", "expected curly braces", "syntax", "invariant"),
    ("proof fn f() { assert(,); }", "expected an expression", "syntax", ","),
    ("#[verifier(wat, wat)] fn f() { }", "unrecognized verifier attribute", "unknown-attribute", "#"),
    ("#[verifier::wat] fn f() { }", "unrecognized verifier attribute", "unknown-attribute", "#"),
    ("proof fn main() { }", "`main` function should be #[verifier::exec]", "main-not-exec", "main"),
    (
        "spec fn f() -> int returns 3int { 3 }",
        "spec functions cannot have `returns` clause",
        "returns-on-spec",
        "returns",
    ),
    ("unsafe proof fn f() { }", "'unsafe' only makes sense on exec-mode functions", "unsafe-not-exec", "unsafe"),
    ("static mut X: u8 = 3;", "static mut is not supported (Verus does not support 'static mut')", "static-mut", "mut"),
    (
        "proof fn f() { assert(a && (b) || e matches P ==> c); }",
        "matches with ==> is currently not allowed on the right-hand-side of most binary operators (use parentheses)",
        "matches-precedence",
        "matches",
    ),
    (
        "proof fn f() { assert(a == e matches P && c); }",
        "matches with && is currently not allowed on the right-hand-side of most binary operators (use parentheses)",
        "matches-precedence",
        "matches",
    ),
    (
        "spec fn f(e: E) -> bool { e matches P(x) &&& x }",
        "in &&&, a matches expression needs to be prefixed with &&&",
        "syntax",
        "&",
    ),
    ("proof fn f() { assert(x) by(magic); }", "unknown prover name `magic` for assert-by", "unknown-prover", "magic"),
];

/// What must not be called an error: a neighbour of each of the above.
const ACCEPTED: &[&str] = &[
    "fn f(r: u8) -> (s: u8) { r }",
    "union U { a: u8, b: u16 }",
    "fn f(mut x: u8) -> u8 { x }",
    "axiom fn f();",
    "proof fn f() { }",
    "#[verifier::external_body] proof fn f() { }",
    "fn f(Ghost(_x): Ghost<u8>, Tracked(y): Tracked<(int, int)>) { }",
    "trait T { fn f(&self, _: u8); } impl T for u8 { fn f(&self, _: u8) { } }",
    "pub open spec fn f() -> int { 3 }",
    "impl T for S { open spec fn f() -> int { 3 } }",
    "uninterp spec fn f() -> int;",
    "proof fn f() { assert(forall|x: int| #![trigger x] #![auto] #![all_triggers] #[trigger] g(x)); }",
    "#[verifier(external_body)] #[verifier::rlimit(10)] fn f() { }",
    "fn main() { }",
    "exec fn main() { }",
    "fn f() -> u8 returns 3u8 { 3 }",
    "unsafe fn f() { }",
    "static X: u8 = 3;",
    "proof fn f() { assert(a ==> (e matches P ==> c)); assert(a && (e matches P ==> c)); assert(e matches P && c); }",
    "spec fn f(e: E) -> bool { &&& e matches P(x) &&& x }",
    "macro_rules! is { () => { } }",
    "assume_specification[ C ] -> (c: char) ensures c != '7';",
];

/// Constructs without a form, and where they are reported.
const UNSUPPORTED: &[(&str, &str)] = &[("async spec fn f() -> int { 3 }", "async"), ("fn f() with x: int { }", "with")];

fn slice<'a>(text: &'a str, error: &certus_rewrite::RewriteError) -> &'a str {
    let (start, end) = (error.span.start(), error.span.end());
    text.lines().nth(start.line - 1).and_then(|line| line.get(start.column..end.column)).unwrap_or("?")
}

#[test]
fn texts_names_and_places() {
    for (program, message, name, place) in ERRORS {
        let rewritten = common::rewrite(program);
        let all: Vec<_> =
            rewritten.errors.iter().map(|e| (e.message.as_str(), e.code.name(), slice(program, e))).collect();
        assert_eq!(all, [(*message, *name, *place)], "{program}");
        assert_eq!(rewritten.errors[0].code.class(), Class::Language, "{program}");
    }
}

#[test]
fn neighbours_are_accepted() {
    for program in ACCEPTED {
        let rewritten = common::rewrite(program);
        assert!(rewritten.errors.is_empty(), "{program}: {:?}", rewritten.errors);
    }
}

#[test]
fn what_has_no_form_says_so() {
    for (program, place) in UNSUPPORTED {
        let rewritten = common::rewrite(program);
        let all: Vec<_> = rewritten.errors.iter().map(|e| (e.code.class(), slice(program, e))).collect();
        assert_eq!(all, [(Class::Unsupported, *place)], "{program}: {:?}", rewritten.errors);
    }
}

#[test]
fn an_error_does_not_hide_the_other_items() {
    let text =
        "fn before() { } fn broken( fn ) { } fn between() { } spec fn broken_too() -> { } struct After { x: int }";
    let rewritten = common::rewrite(text);
    let form = rewritten.tokens.to_string();
    assert_eq!(rewritten.errors.len(), 2, "{:?}", rewritten.errors);
    for name in ["before", "between", "After"] {
        assert!(form.contains(name), "{name} is missing from {form}");
    }
}

#[test]
fn an_error_inside_a_module_or_impl_does_not_hide_its_neighbours() {
    let text = "mod m { fn kept() { } fn broken(fn) { } mod n { fn kept_too() { } fn broken { } } } fn last() { }";
    let rewritten = common::rewrite(text);
    let form = rewritten.tokens.to_string();
    assert_eq!(rewritten.errors.len(), 2, "{:?}", rewritten.errors);
    for name in ["kept", "kept_too", "last"] {
        assert!(form.contains(name), "{name} is missing from {form}");
    }
}

#[test]
fn nested_blocks_are_left_alone() {
    let rewritten = common::rewrite("verus! { fn f() requires x ==> y { } } mod m { verus! { spec fn g(); } }");
    assert!(rewritten.errors.is_empty());
    assert!(rewritten.tokens.to_string().contains("requires x ==> y"));
}

#[test]
fn an_expression_that_does_not_parse_is_one_error() {
    let tokens: TokenStream = "a + ".parse().unwrap_or_default();
    assert_eq!(rewrite_expr(Mode::Keep, Code::Ghost, tokens).errors.len(), 1);
}
