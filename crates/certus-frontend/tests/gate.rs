//! What must not pass: a wrong body is an error at its place, and the others stay good.

mod support;

use certus_tree::Program;
use support::{line, tree, with_files};

/// Asserts that `t::f` is rejected with a message that contains both parts.
#[track_caller]
fn rejected(text: &str, code: &str, place: &str) {
    let dump = tree(text);
    let found = line(&dump, "t::f");
    assert!(found.contains("error ") && found.contains(code) && found.contains(place), "{found}");
}

#[test]
fn types_and_names() {
    rejected("fn f() -> u8 { true }", "rust/type-mismatch@1:16", "`true`");
    rejected("struct S { a: u8 } fn f(s: S) -> u8 { s.b }", "rust/unresolved-field", "no field `b`");
    rejected("struct S; fn f(s: S) -> u8 { s.foo() }", "rust/unresolved-method@1:32", "`foo`");
    rejected("fn f(s: u8) -> u8 { s.foo() }", "unsupported/undeclared-std@1:23", "`foo`");
    rejected("fn f() -> u8 { gone }", "rust/unresolved-name@1:16", "`gone`");
    rejected("fn f() { gone::path(); }", "rust/unresolved-name@1:10", "`gone::path`");
    rejected("fn f() { gone!(1); }", "rust/unresolved-macro@1:10", "`gone!(1)`");
    rejected("struct S { a: u8, b: u8 } fn f() -> S { S { a: 1 } }", "rust/missing-fields", "`b`");
    rejected("fn g(x: u8) {} fn f() { g(); }", "rust/argument-count", "takes 1 argument, but 0 were given");
    rejected("fn f() { let x = Vec::new(); }", "rust/type-annotations", "must be known");
    rejected("fn f(x: u8) -> bool { x as bool }", "rust/cast", "`u8` cannot be cast to `bool`");
    rejected("fn g<T: Copy>(t: T) {} fn f() { g(String::new()); }", "rust/unsatisfied-bound", "`String: Copy`");
    rejected("fn f() { break; }", "rust/loop-control", "`break` outside of a loop");
    let verified = "use verus_builtin::*; use verus_builtin_macros::*; verus! { fn f(x: Gone) {} }";
    rejected(verified, "rust/unresolved-type", "`f`");
}

#[test]
fn operators_need_an_impl() {
    rejected("struct S(u8); fn f(a: S, b: S) -> bool { a == b }", "rust/unsatisfied-bound@1:42", "cannot be compared");
    rejected("fn f<T>(a: T, b: T) -> T { a + b }", "rust/unsatisfied-bound", "operator");
    rejected("struct S; fn f(a: S) -> S { -a }", "rust/unsatisfied-bound", "operator");
}

#[test]
fn literals_fit_their_type() {
    rejected("fn f() -> u8 { 256 }", "language/literal-range@1:16", "`256`");
    rejected("fn f() -> i8 { -129 }", "language/literal-range", "`i8`");
    rejected("fn f() -> i8 { 128 }", "language/literal-range", "`i8`");
    rejected("fn f() -> u128 { 340282366920938463463374607431768211456 }", "language/literal-range", "`u128`");
    assert!(tree("fn f() -> u8 { 255 }").contains("= { 255 }"));
}

#[test]
fn one_bad_body_leaves_the_others() {
    let dump = tree("fn f() -> u8 { true } fn g() -> u8 { 1 }");
    assert_eq!(line(&dump, "t::g"), "fn() -> u8 = { 1 }");
}

#[test]
fn problems_of_the_crate() {
    let dump = tree("use gone::x; fn a() {} fn a() {} struct S; impl S { fn d() {} fn d() {} }");
    let first = dump.lines().next().unwrap_or_default();
    assert!(first.contains("rust/unresolved-import@1:5"), "{first}");
    assert!(
        first.contains("the name `a` is defined twice") && first.contains("the name `d` is defined twice"),
        "{first}"
    );
    let dump = tree("fn a( {}");
    assert!(dump.contains("rust/syntax@1:"), "{dump}");
}

#[test]
fn modules_are_found_on_disk() {
    let files = [
        (
            "src/lib.rs",
            "mod a; mod b; #[path = \"other/c.rs\"] mod c; mod d { pub mod e; } mod gone; fn f() -> u8 { a::x() + b::y::z() + c::w() + d::e::v() }",
        ),
        ("src/a.rs", "pub fn x() -> u8 { 1 }"),
        ("src/b/mod.rs", "pub mod y;"),
        ("src/b/y.rs", "pub fn z() -> u8 { 2 }"),
        ("src/other/c.rs", "pub fn w() -> u8 { 3 }"),
        ("src/d/e.rs", "pub fn v() -> u8 { 4 }"),
        ("src/unrelated.rs", "fn ("),
    ];
    with_files(&files, |loaded| {
        let errors = support::messages(loaded.sources(), &loaded.diagnostics());
        assert!(
            errors.starts_with("rust/unresolved-module@") && !errors.contains(';') || errors.contains("`mod gone;`"),
            "{errors}"
        );
        let def = loaded.lookup("t::f").expect("t::f is defined");
        let dump = support::Dump { program: loaded }.def(def);
        assert!(dump.contains("Add(Add(Add(x(), z()), w()), v())"), "{dump}");
        assert!(loaded.lookup("t::b::y::z").is_some_and(|def| loaded.is_local(def)));
    });
}

#[test]
fn a_missing_root_is_an_error_of_the_call() {
    let options = certus_frontend::Options { root_file: "/nonexistent/x.rs".into(), ..Default::default() };
    assert!(matches!(certus_frontend::load(&options), Err(certus_frontend::LoadError::Read { .. })));
}

#[test]
fn garbage_never_panics() {
    let pieces = [
        "fn f(",
        "verus! {",
        "}",
        "{ x + }",
        "impl for",
        "'a",
        "\"",
        "struct S {",
        "match x {",
        "=> ,",
        "$crate",
        "0x",
        "#[",
        "forall|i|",
        "fn g() -> {",
        "use ::",
        "where",
    ];
    let mut seed = 7u64;
    for _ in 0..12 {
        let mut text = String::from("use verus_builtin_macros::*;\n");
        for _ in 0..12 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text += pieces[(seed >> 33) as usize % pieces.len()];
            text.push(' ');
        }
        let dump = tree(&text);
        assert!(!dump.contains("internal/"), "{text}\n{dump}");
    }
}
