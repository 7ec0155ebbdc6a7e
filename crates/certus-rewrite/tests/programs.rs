//! Programs that cover every row of `docs/notes/keep-form.md`, rewritten and given to stock rustc.

mod common;

/// One program a feature: the inside of a `verus!` block.
const PROGRAMS: &[(&str, &str)] = &[
    ("modes", include_str!("programs/modes.txt")),
    ("attributes", include_str!("programs/attributes.txt")),
    ("clauses", include_str!("programs/clauses.txt")),
    ("arithmetic", include_str!("programs/arithmetic.txt")),
    ("comparisons", include_str!("programs/comparisons.txt")),
    ("quantifiers", include_str!("programs/quantifiers.txt")),
    ("proofs", include_str!("programs/proofs.txt")),
    ("closures", include_str!("programs/closures.txt")),
    ("loops", include_str!("programs/loops.txt")),
    ("datatypes", include_str!("programs/datatypes.txt")),
    ("traits", include_str!("programs/traits.txt")),
    ("items", include_str!("programs/items.txt")),
    ("ghosts", include_str!("programs/ghosts.txt")),
];

#[test]
fn programs_are_plain_rust() {
    let mut text = String::new();
    for (name, program) in PROGRAMS {
        let rewritten = common::rewrite(program);
        let errors: Vec<_> = rewritten.errors.iter().map(|e| (e.span.start().line, &e.message)).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let words: Vec<_> = ["requires [", "==>", "=~=", "forall |", "proof {"].into_iter().collect();
        let form = rewritten.tokens.to_string();
        assert!(words.iter().all(|word| !form.contains(word)), "{name} still has surface syntax");
        text.push_str(&format!("mod {name} {{ use verus_builtin::*;\n{form}\n}}\n"));
    }
    let errors = common::compile("programs", &text);
    assert!(errors.is_empty(), "{}", errors.iter().map(|(_, text)| text.as_str()).collect::<String>());
}

/// The neighbours of what is accepted: the form must not be so loose that type errors vanish.
#[test]
fn type_errors_are_still_found() {
    let wrong = [
        ("E0308", "spec fn f(b: bool) -> int { b }"),
        ("E0308", "spec fn f(x: u8) -> u8 { x + 1 }"),
        ("E0308", "spec fn f(x: nat) -> nat { x - 1 }"),
        ("E0277", "spec fn f(x: u8, b: bool) -> bool { x == b }"),
        ("E0277", "spec fn f(b: bool) -> bool { b < 3 }"),
        ("E0277", "spec fn f(b: bool) -> int { 3 + b }"),
        ("E0277", "spec fn f(x: u8, b: bool) -> bool { 1 < x < b }"),
        ("E0308", "proof fn f(x: int) { assert(x); }"),
        ("E0308", "proof fn f(x: int) { assert(x ==> true); }"),
        ("E0425", "fn f() requires y > 3 { }"),
        ("E0277", "fn f() -> (r: u8) ensures r { 3 }"),
        ("E0308", "spec fn g(x: int) -> bool; spec fn f(x: bool) -> bool { g(x) }"),
        ("E0599", "enum E { A { x: int }, B } spec fn f(e: E) -> int { e->y }"),
        ("E0599", "enum E { A { x: int }, B { x: bool } } spec fn f(e: E) -> int { e->x }"),
        ("E0308", "spec fn f(x: u8, y: u16) -> u8 { x & y }"),
        ("E0308", "spec fn f(s: spec_fn(int) -> bool) -> int { s(3) }"),
        ("E0057", "spec fn f(s: spec_fn(int) -> bool) -> bool { s(3, 4) }"),
        ("E0308", "fn f(Ghost(x): Ghost<int>) { let y: u8 = 1; proof { let z: bool = x; } }"),
        ("E0308", "fn f(x: int) -> (r: u8) returns 3int { 3 }"),
    ];
    for (i, (code, program)) in wrong.iter().enumerate() {
        let rewritten = common::rewrite(program);
        assert!(rewritten.errors.is_empty(), "{program}: {:?}", rewritten.errors);
        let text = format!("use verus_builtin::*;\n{}", rewritten.tokens);
        let errors = common::compile(&format!("wrong{i}"), &text);
        assert!(errors.iter().any(|(c, _)| c == code), "{program} gave {errors:?}");
    }
}

#[test]
fn the_builtin_crate_is_plain_stable_rust() {
    assert_eq!(common::compile_builtin(), Vec::new());
}

/// An attribute of the language is noted once, where it stands, and nothing is noted of Rust's own.
#[test]
fn notes_of_attributes() {
    let note = "I::expr_attr(\"verifier::proof_note(\\\"a\\\")\");";
    let cases = [
        ("#[derive(Clone, Copy)] struct S;", "#[derive(Clone,Copy)]struct S;".to_string()),
        (
            "#[derive(Clone, Structural)] struct S;",
            "#[doc=\"certus:attr derive(Structural)\"]#[derive(Clone)]struct S;".to_string(),
        ),
        ("fn f() -> u8 { g({ #![verifier::proof_note(\"a\")] x }) }", format!("fn f()->u8{{g({{{note}x}})}}")),
    ];
    for (source, form) in cases {
        let rewritten = common::rewrite(source);
        assert!(rewritten.errors.is_empty(), "{source}: {:?}", rewritten.errors);
        assert_eq!(common::compact(&rewritten.tokens), form, "{source}");
    }
}
