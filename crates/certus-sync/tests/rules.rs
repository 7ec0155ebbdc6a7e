//! Each rule of machines: a machine that breaks it, and a similar one that does not.

#[allow(dead_code, reason = "each test uses a part of it")]
mod support;

use certus_sync::Machines;
use support::{errors, machine};

/// Expects one error of this code, with this text in its message, at these tokens.
fn refused(machines: Machines, fields: &str, items: &str, code: &str, text: &str, at: &str) {
    let found = errors(machines, &machine(fields, items));
    let is_it = |error: &String| {
        error.starts_with(&format!("{code}: ")) && error.contains(text) && error.ends_with(&format!(" at `{at}`"))
    };
    assert!(
        found.len() == 1 && found.iter().all(is_it),
        "{fields} {items}\nexpected {code}: {text} at `{at}`\n{found:#?}"
    );
}

fn plain(items: &str, code: &str, text: &str, at: &str) {
    refused(Machines::Plain, "pub x: int, pub y: int", items, code, text, at);
}

fn sharded(fields: &str, items: &str, code: &str, text: &str, at: &str) {
    refused(Machines::Tokenized, fields, items, code, text, at);
}

fn accepted(machines: Machines, fields: &str, items: &str) {
    let found = errors(machines, &machine(fields, items));
    assert!(found.is_empty(), "{fields} {items}\n{found:#?}");
}

fn fine(items: &str) {
    accepted(Machines::Plain, "pub x: int, pub y: int", items);
}

const STATE: &str = "language/state-machine";
const STEP: &str = "language/transition";
const SHARDING: &str = "language/sharding";
const INDUCTIVE: &str = "language/inductive";
const SYNTAX: &str = "language/syntax";

#[test]
fn declarations() {
    let found = errors(Machines::Plain, "M { }");
    assert!(found.len() == 1 && found[0].contains("lacks its `fields"), "{found:?}");
    plain("fields { }", STATE, "only one declaration of `fields`", "fields");
    plain("const C: u8 = 1;", STATE, "no items of this kind", "const C: u8 = 1;");
    plain("#[cfg(a)] readonly! { f() { } }", STATE, "an operation has no attributes", "#[cfg(a)]");
    fine("/// Text.\n readonly! { f() { } }");
    plain("other! { f() { } }", STATE, "declares no operation", "other");
    plain("struct Other { }", STATE, "no types but", "Other");
    plain("struct Label { }", STATE, "must be `pub`", "Label");
    plain("pub struct Label<T> { t: T }", STATE, "must be one of the state machine", "T");
    plain("pub struct Label { } pub struct Label { }", STATE, "already declared", "pub struct Label { }");
    plain("readonly! { a() { } } readonly! { a() { } }", STATE, "two operations", "a");
    fine("readonly! { a() { } } readonly! { b() { } } pub open spec fn f(self) -> int { self.x }");
    for (text, expected) in [
        ("M<'a> { fields { } }", "type parameters only"),
        ("post { fields { } }", "reserved identifier"),
        ("#[other] M { fields { } }", "no attributes but"),
        ("M { fields { x: int } }", "must be `pub`"),
        ("M { fields { pub instance: int } }", "reserved identifier"),
        ("M { fields { pub param_token_x: int } }", "identifiers that begin with"),
        ("M { fields { pub x: int, pub x: int } }", "two fields"),
        ("M { fields { #[verifier::spec] pub x: int } }", "no mode of its own"),
    ] {
        let found = errors(Machines::Plain, text);
        assert!(found.len() == 1 && found[0].contains(expected) && found[0].starts_with(STATE), "{text}: {found:?}");
    }
    assert_eq!(errors(Machines::Plain, "#[verifier::reject_recursive_types(T)] M<T> { fields { pub t: T } }"), [""; 0]);
}

#[test]
fn labels_come_first() {
    plain("pub struct Label { } readonly! { a() { } }", STATE, "first parameter of a `readonly!`", "a");
    plain("pub struct Label { } transition! { a(n: int, l: Label) { } }", STATE, "first parameter", "a");
    plain("pub struct InitLabel { } init! { a() { init x = 0; init y = 0; } }", STATE, "first parameter", "a");
    fine("pub struct Label { } readonly! { a(l: Label, n: int) { } } property! { p() { } }");
}

#[test]
fn names_in_steps() {
    let step = |step: &str| format!("transition! {{ a(n: int) {{ {step} }} }}");
    plain(&step("require post.x == 1;"), STATE, "cannot refer to `post`", "post");
    plain(&step("require self.x == 1;"), STATE, "`self` has no meaning", "self");
    plain(&step("require x == 1;"), STATE, "its value is `pre.x`", "x");
    plain(&step("require tmp_e == 1;"), STATE, "reserved identifier", "tmp_e");
    plain(&step("let update_tmp_x = 1;"), STATE, "identifiers that begin with", "update_tmp_x");
    plain(&step("let pre = 1;"), STATE, "reserved identifier", "pre");
    plain(&step("require f!(1);"), STATE, "a macro is not allowed", "f!(1)");
    plain(&step("let n = 1;"), STATE, "no two variables", "n");
    plain("init! { a() { init x = pre.y; init y = 0; } }", STATE, "cannot refer to `pre`", "pre");
    plain("transition! { pre_x(post: int) { } }", STATE, "reserved identifier", "post");
    plain("transition! { a(n: super::T) { } }", STATE, "`super`", "super::T");
    fine(&step("require pre.x == n; require forall|x: int| x == x; let m = n; require match pre.y { k => k == m };"));
    fine("init! { a(x: int) { init x = x; init y = 0; } }");
    fine(&step("match o { None => { } Some(k) => { } } match p { None => { } Some(l) => { } }"));
}

#[test]
fn steps_where_they_belong() {
    plain("transition! { a() { init x = 1; } }", STEP, "in an `init!` only", "init x = 1;");
    plain("transition! { a() { update z = 1; } }", STEP, "no field `z`", "update z = 1;");
    plain("readonly! { a() { update x = 1; } }", STEP, "not allowed in a `readonly!`", "update x = 1;");
    plain("property! { a() { update x = 1; } }", STEP, "not allowed in a `property!`", "update x = 1;");
    let init = |step: &str| format!("init! {{ a() {{ init x = 0; init y = 0; {step} }} }}");
    plain(&init("update x = 1;"), STEP, "use `init`", "update x = 1;");
    plain(&init("assert true;"), STEP, "`assert` is not allowed in an `init!`", "assert true;");
    fine(&init("require true;"));
    plain("transition! { a() { if let Some(n) = o { } } }", STEP, "no `if let`", "let Some(n) = o");
    plain(
        "transition! { a() { update x.y = 1; } }",
        "unsupported/unsupported-syntax",
        "not supported",
        "update x.y = 1;",
    );
    plain("transition! { a() { x = 1; } }", SYNTAX, "expected a step", "x");
    plain("transition! { a() { let birds_eye x = 1; } }", SYNTAX, "wrong order", "birds_eye");
}

#[test]
fn one_value_for_a_field() {
    let init = |steps: &str| format!("init! {{ a(b: bool) {{ init y = 0; {steps} }} }}");
    plain(&init(""), STEP, "does not initialize the field `x`", "a");
    plain(&init("init x = 0; init x = 1;"), STEP, "initialized twice", "init x = 1;");
    plain(&init("if b { init x = 0; } else { }"), STEP, "this one does not initialize `x`", "{ }");
    plain(&init("match b { true => { } false => { init x = 0; } }"), STEP, "this one does not initialize `x`", "{ }");
    fine(&init("if b { init x = 0; } else if b { init x = 1; } else { init x = 2; }"));
    let step = |steps: &str| format!("transition! {{ a(b: bool) {{ {steps} }} }}");
    plain(&step("update x = 0; if b { update x = 1; }"), STEP, "updated twice", "if b { update x = 1; }");
    plain(&step("update x = 0; update x = 1;"), STEP, "updated twice", "update x = 1;");
    fine(&step("if b { update x = 0; } else { update x = 1; } update y = 1;"));
    fine(&step("update x[0] = 0; update x[1] = 1;"));
}

#[test]
fn invariants_and_lemmas() {
    let inv = "#[invariant] pub fn inv(&self) -> bool { true }";
    plain(
        &format!("{inv} transition! {{ a(n: int) {{ }} }}"),
        INDUCTIVE,
        "a_inductive(pre: Self, post: Self, n: int)",
        "a",
    );
    plain(&format!("{inv} init! {{ a() {{ init x = 0; init y = 0; }} }}"), INDUCTIVE, "a_inductive(post: Self)", "a");
    fine(&format!("{inv} readonly! {{ a() {{ }} }}"));
    let lemma = |sig: &str| format!("{inv} transition! {{ a(n: int) {{ }} }} #[inductive(a)] {sig}");
    fine(&lemma("fn l(pre: Self, post: Self, n: int) { }"));
    fine(&lemma("proof fn l(pre: Self, post: Self, n: int) { assert(true); }"));
    plain(&lemma("spec fn l(pre: Self, post: Self, n: int) { }"), INDUCTIVE, "is `proof` and not `spec`", "spec");
    plain(&lemma("fn l(pre: Self, post: Self) { }"), INDUCTIVE, "the parameters of this", "l");
    plain(&lemma("fn l(pre: Self, post: Self, n: nat) { }"), INDUCTIVE, "pre: Self, post: Self, n: int", "l");
    plain(&lemma("fn l(pre: Self, post: Self, m: int) { }"), INDUCTIVE, "the parameters of this", "l");
    plain(&lemma("fn l<T>(pre: Self, post: Self, n: int) { }"), INDUCTIVE, "no type parameters", "<T>");
    plain(&lemma("fn l(pre: Self, post: Self, n: int) -> int { 1 }"), INDUCTIVE, "no result", "l");
    plain(&lemma("fn l(pre: Self, post: Self, n: int) requires true { }"), INDUCTIVE, "no clauses", "l");
    plain(&lemma("fn l(pre: Self, post: Self, n: int) by (nonlinear_arith) { }"), INDUCTIVE, "no clauses", "l");
    plain(&lemma("fn l(pre: Self, post: Self, n: int) { requires(true); }"), INDUCTIVE, "no clauses", "l");
    plain("#[inductive(b)] fn l(pre: Self) { }", INDUCTIVE, "no operation `b`", "b");
    plain(
        "readonly! { a() { } } #[inductive(a)] fn l(pre: Self) { }",
        INDUCTIVE,
        "makes no sense for a `readonly!`",
        "l",
    );
    plain(
        "property! { a() { } } #[inductive(a)] fn l(pre: Self) { }",
        INDUCTIVE,
        "makes no sense for a `property!`",
        "l",
    );
    plain("#[inductive] fn l(pre: Self) { }", INDUCTIVE, "expected the name of an operation", "#[inductive]");
    for (function, text, at) in [
        ("fn inv(&self) -> bool { true }", "must be `pub`", "inv"),
        ("pub fn inv(&self, n: int) -> bool { true }", "one parameter", "inv"),
        ("pub fn inv(x: int) -> bool { true }", "`&self` or `self`", "x: int"),
        ("pub fn inv(&self) -> int { 1 }", "is `bool`", "inv"),
        ("pub fn inv(&self) { }", "is `bool`", "inv"),
        ("pub proof fn inv(&self) -> bool { true }", "is `spec` and not `proof`", "proof"),
        ("pub fn inv<T>(&self) -> bool { true }", "no type parameters", "<T>"),
        ("#[verifier::spec] pub fn inv(&self) -> bool { true }", "no mode of its own", "#[verifier::spec]"),
        ("#[inductive(a)] pub fn inv(&self) -> bool { true }", "conflicting", "#[inductive(a)]"),
    ] {
        let items = format!("#[invariant] {function}");
        let found = errors(Machines::Plain, &machine("pub x: int", &items));
        assert!(
            found.iter().any(|e| e.starts_with(INDUCTIVE) && e.contains(text) && e.ends_with(&format!("`{at}`"))),
            "{found:?}"
        );
    }
}

#[test]
fn strategies() {
    sharded("pub x: int", "", SHARDING, "needs a sharding strategy", "pub x: int");
    sharded("#[sharding] pub x: int", "", SHARDING, "expected one sharding strategy", "#[sharding]");
    sharded("#[sharding(a, b)] pub x: int", "", SHARDING, "expected one sharding strategy", "#[sharding(a, b)]");
    sharded("#[sharding(other)] pub x: int", "", SHARDING, "unrecognized", "#[sharding(other)]");
    sharded("#[sharding(map)] pub x: Seq<int>", "", SHARDING, "Map<_, _>", "Seq<int>");
    let twice = "#[sharding(map)] #[sharding(map)] pub x: Map<int, int>";
    sharded(twice, "", SHARDING, "duplicate sharding attribute", "#[sharding(map)]");
    refused(Machines::Plain, "#[sharding(variable)] pub x: int", "", SHARDING, "tokenized", "#[sharding(variable)]");
    accepted(Machines::Tokenized, "#[sharding(map)] pub x: Map<int, int>, #[sharding(count)] pub c: nat", "");
}

/// Fields of all strategies that the tests below need.
const ALL: &str = "#[sharding(variable)] pub v: int, #[sharding(constant)] pub c: int, #[sharding(option)] pub o: Option<int>, \
                   #[sharding(map)] pub m: Map<int, int>, #[sharding(multiset)] pub b: Multiset<int>, \
                   #[sharding(set)] pub s: Set<int>, #[sharding(count)] pub n: nat, #[sharding(bool)] pub t: bool, \
                   #[sharding(persistent_map)] pub pm: Map<int, int>, #[sharding(persistent_set)] pub ps: Set<int>, \
                   #[sharding(storage_option)] pub so: Option<int>, #[sharding(storage_map)] pub sm: Map<int, int>, \
                   #[sharding(not_tokenized)] pub nt: int";

fn step(text: &str, code: &str, expected: &str) {
    sharded(ALL, &format!("transition! {{ a(k: int, d: bool) {{ {text} }} }}"), code, expected, text);
}

#[test]
fn elements_fit_their_fields() {
    step("add v += Some(1);", SHARDING, "use `update`");
    step("update o = Some(1);", SHARDING, "`update` is not allowed");
    step("update c = 1;", SHARDING, "`update` is not allowed");
    step("add o += {1};", SHARDING, "is an element of a `Multiset`");
    step("add n += Some(1);", SHARDING, "is an element of a `Option`");
    step("add pm += [1 => 2];", SHARDING, "use `(union)=`");
    step("add m (union)= [1 => 2];", SHARDING, "use `+=`");
    step("remove ps -= set {1};", SHARDING, "can only grow");
    step("deposit o += Some(1);", SHARDING, "for storage strategies");
    step("add so += Some(1);", SHARDING, "`deposit`, `withdraw` and `guard`");
    step("guard so >= Some(1);", STEP, "`readonly!` or a `property!` only");
    let readonly = |text: &str| format!("readonly! {{ a() {{ {text} }} }}");
    sharded(ALL, &readonly("remove o -= Some(1);"), STEP, "not allowed in a `readonly!`", "remove o -= Some(1);");
    let items = "transition! { a(k: int) { remove o -= Some(let x); have m >= [k => let y]; add b += {x}; add s += set {y}; \
                 add n += (3); add t += true; add pm (union)= [k => 1]; deposit so += Some(1); withdraw sm -= [k => let z]; \
                 update v = pre.v + z; update nt = 2; } } property! { p() { guard so >= Some(1); have n >= (1); } }";
    accepted(Machines::Tokenized, ALL, items);
}

#[test]
fn proofs_and_patterns_where_they_mean_something() {
    step("remove o -= Some(1) by { };", STEP, "has no condition to prove");
    step("add b += {1} by { };", STEP, "always succeeds");
    step("add o += Some(let x);", STEP, "which value to add");
    step("deposit so += Some(let x);", STEP, "which value to deposit");
    let items = "property! { p() { guard so >= Some(let x); } }";
    sharded(ALL, items, STEP, "determined", "guard so >= Some(let x);");
    accepted(
        Machines::Tokenized,
        ALL,
        "transition! { a() { add o += Some(1) by { }; withdraw so -= Some(let x) by { }; } }",
    );
}

#[test]
fn what_nobody_knows() {
    let a = |text: &str| format!("transition! {{ a(k: int) {{ {text} }} }}");
    let opened = "birds_eye let x = pre.nt;";
    for (text, at) in [
        ("require x == 1;", "require x == 1;"),
        ("have o >= Some(1);", "have o >= Some(1);"),
        ("{ assert x == 1; require k == 1; }", "require k == 1;"),
        ("require let 1 = k;", "require let 1 = k;"),
    ] {
        sharded(ALL, &a(&format!("{opened} {text}")), STEP, "in the scope of a `birds_eye`", at);
    }
    sharded(
        ALL,
        &a(&format!("{{ {opened} assert x == 1; }} require k == 1;")),
        STEP,
        "after an `assert`",
        "require k == 1;",
    );
    sharded(ALL, &a("withdraw so -= Some(let w); require w == 1;"), STEP, "scope of a `withdraw`", "require w == 1;");
    sharded(ALL, &a("require birds_eye let x = pre.nt;"), STEP, "is not allowed", "require birds_eye let x = pre.nt;");
    let guard = format!("property! {{ p() {{ {opened} guard so >= Some(1); }} }}");
    sharded(ALL, &guard, STEP, "determined by what is known", "guard so >= Some(1);");
    plain("readonly! { a() { birds_eye let n = 1; } }", STEP, "tokenized", "birds_eye let n = 1;");
    accepted(Machines::Tokenized, ALL, &a("require k == 1; birds_eye let x = pre.nt; assert x == 1; add n += (1);"));
}

#[test]
fn tokens_are_exchanged() {
    let a = |text: &str| format!("transition! {{ a(d: bool) {{ {text} }} }}");
    sharded(ALL, &a("if d { add n += (1); }"), STEP, "in a branch", "add n += (1);");
    for text in ["have o >= Some(1); remove o -= Some(1);", "add o += Some(1); have o >= Some(1);"] {
        let at = text.split_inclusive(';').nth(1).unwrap().trim();
        sharded(ALL, &a(text), STEP, "in the order", at);
    }
    sharded(ALL, &a("require pre.o == Some(1int);"), SHARDING, "cannot be read here", "pre.o");
    sharded(ALL, &a("require f(pre);"), SHARDING, "single fields only", "pre");
    sharded(ALL, &a("require pre.other == 1;"), SHARDING, "no field of the state", "pre.other");
    accepted(Machines::Tokenized, ALL, &a("let n = pre.o; if pre.nt == 1 { update nt = pre.nt + 1; }"));
    sharded(ALL, &a("let z = pre.o; update nt = 1; require d;"), SHARDING, "cannot be read here", "pre.o");
    sharded(ALL, &a("update v[0] = 1;"), STEP, "part of a field", "update v[0] = 1;");
    accepted(
        Machines::Tokenized,
        ALL,
        &a("if d { update v = 1; } remove o -= Some(1); add o += Some(2); require pre.c == 1;"),
    );
}

#[test]
fn malformed_steps_are_errors_of_syntax() {
    for (text, expected) in [
        ("add o = Some(1);", "expected `+=` or `(union)=`"),
        ("add o (other)= Some(1);", "expected `union`"),
        ("have o += Some(1);", "expected `>=`"),
        ("add o += 1;", "malformed `add`"),
        ("have m >= [let x => 1];", "a pattern stands here only"),
    ] {
        let found = errors(Machines::Tokenized, &machine(ALL, &format!("transition! {{ a() {{ {text} }} }}")));
        assert!(found.len() == 1 && found[0].starts_with(SYNTAX) && found[0].contains(expected), "{text}: {found:?}");
    }
}
