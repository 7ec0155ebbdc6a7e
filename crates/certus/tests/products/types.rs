//! Mode against kind of type: ghost and tracked data built, matched, stored, returned, borrowed and copied in code of every
//! mode.
//!
//! What is `ghost` has no value when the program runs; what is `tracked` has none either, and is not copied. Exec code
//! cannot make or read either but inside of `Ghost` and `Tracked`; a proof makes a tracked value of tracked parts only.

use super::cell::{Cell, Expected, refused};

/// The mode of a whole or of a part.
const MODES: &[&str] = &["", "ghost", "tracked"];

fn accepted_if(is_right: bool) -> Expected {
    if is_right { Expected::Accepted } else { refused(&["language/mode", "language/ghost-field", "rust/*"]) }
}

/// The whole table.
pub fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for mode in MODES {
        cells.extend(wholes(mode));
        cells.extend(parts(mode));
    }
    cells.extend(tracked_moves());
    cells
}

/// Types of a mode, used in exec code.
fn wholes(mode: &str) -> Vec<Cell> {
    let is_exec = mode.is_empty();
    let types = format!(
        "{mode} struct S {{ x: u8 }}\n{mode} struct P(u8);\n{mode} struct U;\n{mode} enum E {{ A, B(u8), C {{ x: u8 }} }}"
    );
    let exec_uses = [
        ("struct built", "fn f() { let s = S { x: 1 }; }"),
        ("tuple struct built", "fn f() { let s = P(1); }"),
        ("unit struct built", "fn f() { let s = U; }"),
        ("variant built", "fn f() { let e = E::B(1); }"),
        ("unit variant built", "fn f() { let e = E::A; }"),
        ("struct variant built", "fn f() { let e = E::C { x: 1 }; }"),
        ("built in a block", "fn f() { let s = { let t = 1u8; S { x: t } }; }"),
        ("built in a branch", "fn f(b: bool) { let s = if b { S { x: 1 } } else { S { x: 2 } }; }"),
        ("built in an argument", "fn g<A>(a: A) { } fn f() { g(S { x: 1 }); }"),
        ("built in a tuple", "fn f() { let t = (1u8, S { x: 1 }); }"),
        ("built in an array", "fn f() { let t = [S { x: 1 }]; }"),
        ("built in a closure", "fn f() { let c = || { let s = S { x: 1 }; }; }"),
        ("built and returned", "fn f() -> S { S { x: 1 } }"),
        ("built in a loop", "fn f() { loop decreases 0int { let s = S { x: 1 }; break; } }"),
        ("built in a match", "fn f(b: bool) { match b { true => { let s = S { x: 1 }; } false => { } } }"),
        ("built under a reference", "fn f() { let s = &S { x: 1 }; }"),
        ("built in an exec constant", "exec const C: S = S { x: 1 };"),
    ];
    let mut cells: Vec<Cell> = exec_uses
        .iter()
        .map(|(name, text)| {
            Cell::new(format!("`{mode}` {name} in exec code"), format!("{types}\n{text}"), accepted_if(is_exec))
        })
        .collect();
    let proof_uses = [
        ("built in a proof", "proof fn f() { let s = S { x: 1 }; assert(s.x == 1); }"),
        ("built in a spec function", "spec fn f() -> S { S { x: 1 } }"),
        (
            "matched in a spec function",
            "spec fn f(e: E) -> u8 { match e { E::A => 0, E::B(x) => x, E::C { x } => x } }",
        ),
        ("built in a ghost variable", "fn f() { let ghost s = S { x: 1 }; }"),
        ("built in a proof block", "fn f() { proof { let s = S { x: 1 }; } }"),
        ("built in a clause", "fn f() requires (S { x: 1 }).x == 1 { }"),
        ("a ghost parameter", "fn f(Ghost(s): Ghost<S>) { }"),
        ("a ghost field of another", "struct T { ghost s: S, y: u8 } fn f(t: T) -> u8 { t.y }"),
        ("a parameter of a proof", "proof fn f(s: S, tracked t: S) { }"),
        ("updated in a spec function", "spec fn f(s: S) -> S { S { x: 2, ..s } }"),
    ];
    cells.extend(
        proof_uses
            .iter()
            .map(|(name, text)| Cell::new(format!("`{mode}` {name}"), format!("{types}\n{text}"), Expected::Accepted)),
    );
    // A tracked value is made in proofs of types that are not ghost.
    let built = "proof fn f() { let tracked s = S { x: 1 }; }";
    let expected = accepted_if(mode != "ghost");
    cells.push(Cell::new(format!("`{mode}` built tracked of a literal"), format!("{types}\n{built}"), expected));
    cells
}

/// A field of a mode, in a type of exec code.
fn parts(mode: &str) -> Vec<Cell> {
    let is_exec = mode.is_empty();
    let types = format!(
        "struct S {{ y: u8, {mode} x: u8 }}\nstruct P(u8, {mode} u8);\nenum E {{ A, C {{ y: u8, {mode} x: u8 }} }}"
    );
    let uses = [
        ("read", "fn f(s: S) -> u8 { s.x }".to_owned(), is_exec),
        ("read through a reference", "fn f(s: &S) -> u8 { s.x }".to_owned(), is_exec),
        ("read of a tuple struct", "fn f(s: P) -> u8 { s.1 }".to_owned(), is_exec),
        ("read by a branch", "fn f(s: S) { if s.x == 1 { } }".to_owned(), is_exec),
        ("read by a match", "fn f(s: S) { match s.x { 1 => { } _ => { } } }".to_owned(), is_exec),
        ("read by a let", "fn f(s: S) { let z = s.x; }".to_owned(), is_exec),
        ("read as an argument", "fn g(x: u8) { } fn f(s: S) { g(s.x); }".to_owned(), is_exec),
        ("read by an operator", "fn f(s: S) -> bool { s.x == 1 }".to_owned(), is_exec),
        ("read in a closure", "fn f(s: S) { let c = |z: u8| -> bool { s.x == z }; }".to_owned(), is_exec),
        ("borrowed", "fn f(s: &S) { let z = &s.x; }".to_owned(), is_exec),
        ("assigned exec", "fn f(s: &mut S) { s.x = 2; }".to_owned(), is_exec),
        ("bound by a pattern and read", "fn f(s: S) -> u8 { let S { y, x } = s; x }".to_owned(), is_exec),
        (
            "bound by an arm and read",
            "fn f(e: E) -> u8 { match e { E::A => 0, E::C { y, x } => x } }".to_owned(),
            is_exec,
        ),
        ("tested by a pattern", "fn f(s: S) -> u8 { match s { S { y: _, x: 1 } => 1, _ => 2 } }".to_owned(), is_exec),
        ("built of a literal", "fn f() -> S { S { y: 1, x: 1 } }".to_owned(), true),
        ("built of a tracked value", "fn f(Tracked(w): Tracked<u8>) -> S { S { y: 1, x: w } }".to_owned(), false),
        ("built of a ghost value", "fn f(Ghost(w): Ghost<u8>) -> S { S { y: 1, x: w } }".to_owned(), false),
        ("left alone", "fn f(s: S) -> u8 { s.y }".to_owned(), true),
        ("left alone by a pattern", "fn f(s: S) -> u8 { let S { y, .. } = s; y }".to_owned(), true),
        ("moved with the whole", "fn f(s: S) -> S { s }".to_owned(), true),
        ("read in a spec function", "spec fn f(s: S) -> u8 { s.x }".to_owned(), true),
        ("read in an assertion", "fn f(s: S) requires s.x == 1 { assert(s.x == 1); }".to_owned(), true),
        ("read into a ghost variable", "fn f(s: S) { let ghost z = s.x; }".to_owned(), true),
    ];
    uses.into_iter()
        .map(|(name, text, is_right)| {
            Cell::new(format!("field `{mode}` {name}"), format!("{types}\n{text}"), accepted_if(is_right))
        })
        .collect()
}

/// Tracked values are not copied, and are not made of ghost ones.
fn tracked_moves() -> Vec<Cell> {
    let types = "tracked struct Tok { x: u8 }\ntracked struct Two { a: Tok, ghost g: Tok, b: Option<Tok> }\nproof fn eat(tracked t: Tok) { }";
    let uses = [
        ("moved once", "proof fn f(tracked t: Tok) { eat(t); }", true),
        ("moved twice", "proof fn f(tracked t: Tok) { eat(t); eat(t); }", false),
        ("moved in two branches", "proof fn f(tracked t: Tok, b: bool) { if b { eat(t); } else { eat(t); } }", true),
        ("moved after a branch", "proof fn f(tracked t: Tok, b: bool) { if b { eat(t); } eat(t); }", false),
        ("of a ghost parameter", "proof fn f(t: Tok) { eat(t); }", false),
        ("of a ghost variable", "proof fn f(tracked t: Tok) { let g = t; eat(g); }", false),
        ("of a tracked variable", "proof fn f(tracked t: Tok) { let tracked u = t; eat(u); }", true),
        ("of a tracked field", "proof fn f(tracked w: Two) { eat(w.a); }", true),
        ("of a ghost field", "proof fn f(tracked w: Two) { eat(w.g); }", false),
        ("of a field of a ghost value", "proof fn f(w: Two) { eat(w.a); }", false),
        ("of a field twice", "proof fn f(tracked w: Two) { eat(w.a); eat(w.a); }", false),
        ("of a field and the whole", "proof fn f(tracked w: Two) -> (tracked r: Two) { eat(w.a); w }", false),
        ("through a reference", "proof fn f(tracked t: &Tok) { eat(*t); }", false),
        ("by a pattern", "proof fn f(tracked w: Two) { let tracked Two { a, g, b } = w; eat(a); }", true),
        (
            "by a pattern, a ghost part",
            "proof fn f(tracked w: Two) { let tracked Two { a, g, b } = w; eat(g); }",
            false,
        ),
        ("by an arm", "proof fn f(tracked w: Option<Tok>) { match w { Some(t) => eat(t), None => { } } }", true),
        (
            "by an arm of a ghost value",
            "proof fn f(w: Option<Tok>) { match w { Some(t) => eat(t), None => { } } }",
            false,
        ),
        ("of a spec function", "spec fn s() -> Tok { arbitrary() } proof fn f() { eat(s()); }", false),
        ("of a choice", "proof fn f() { eat(choose|t: Tok| t.x == 1); }", false),
        (
            "of a ghost result",
            "proof fn g(tracked t: Tok) -> Tok { t } proof fn f(tracked t: Tok) { eat(g(t)); }",
            false,
        ),
        (
            "of a tracked result",
            "proof fn g(tracked t: Tok) -> (tracked r: Tok) { t } proof fn f(tracked t: Tok) { eat(g(t)); }",
            true,
        ),
        ("of a wrapper", "fn f(Tracked(t): Tracked<Tok>) { proof { eat(t); } }", true),
        ("of a wrapper twice", "fn f(Tracked(t): Tracked<Tok>) { proof { eat(t); } proof { eat(t); } }", false),
        (
            "of a wrapper in a loop",
            "fn f(Tracked(t): Tracked<Tok>) { let mut i = 0u8; while i < 3 decreases 3 - i { i = i + 1; proof { eat(t); } } }",
            false,
        ),
        ("of a ghost wrapper", "fn f(Ghost(t): Ghost<Tok>) { proof { eat(t); } }", false),
        (
            "made of a literal of a ghost part",
            "proof fn f(t: Tok) { let tracked w = Two { a: t, g: t, b: None }; }",
            false,
        ),
        (
            "made of tracked parts",
            "proof fn f(tracked t: Tok, g: Tok) { let tracked w = Two { a: t, g: g, b: None }; }",
            true,
        ),
        ("returned ghost", "proof fn f(t: Tok) -> (tracked r: Tok) { t }", false),
        (
            "returned of two branches",
            "proof fn f(tracked t: Tok, g: Tok, b: bool) -> (tracked r: Tok) { if b { t } else { g } }",
            false,
        ),
        (
            "assigned of a ghost one",
            "proof fn f(tracked t: Tok, g: Tok) { let tracked mut u = t; u = g; eat(u); }",
            false,
        ),
        ("captured twice", "proof fn f(tracked t: Tok) { let tracked p = (t, t); }", false),
        ("cloned", "proof fn f(tracked t: &Tok) { eat(t.clone()); }", false),
    ];
    uses.iter()
        .map(|(name, text, is_right)| {
            let expected = match is_right {
                true => Expected::Accepted,
                false => refused(&["language/mode", "rust/*"]),
            };
            Cell::new(format!("tracked {name}"), format!("{types}\n{text}"), expected)
        })
        .collect()
}
