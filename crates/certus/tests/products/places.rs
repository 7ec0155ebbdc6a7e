//! Where attributes may be written: every kind of item, statement, expression and field, each with a program around it.

/// What an attribute is about where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    SpecFn,
    ProofFn,
    ExecFn,
    Struct,
    Enum,
    Field,
    Variant,
    Parameter,
    Generic,
    Trait,
    Impl,
    Module,
    Const,
    Static,
    Group,
    Uses,
    Layout,
    /// An item of which no definition is left.
    Item,
    /// `assume_specification`.
    Assumed,
    /// A `let` without a word, in exec code.
    Let,
    /// `let ghost` and `let tracked`.
    GhostLet,
    Loop,
    Assertion,
    AssertForall,
    Cast,
    /// The inside of a clause, where an attribute is written `#![..]`.
    Clause,
    Expression,
}

/// A place: `@` stands where the attribute goes.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub name: &'static str,
    pub subject: Subject,
    pub text: &'static str,
    /// What is particular about a function: `decl` in a trait without a body, `default` with one, `impl` in an impl of a
    /// trait, `axiom`, `broadcast`, `public`, `generic` of a type; otherwise empty.
    pub kind: &'static str,
}

const fn place(name: &'static str, subject: Subject, text: &'static str) -> Place {
    Place { name, subject, text, kind: "" }
}

const fn special(name: &'static str, subject: Subject, kind: &'static str, text: &'static str) -> Place {
    Place { name, subject, text, kind }
}

use Subject::*;

/// Items and their parts.
pub const ITEMS: &[Place] = &[
    place("spec fn", SpecFn, "@ spec fn f(x: u8) -> bool { x > 1 }"),
    special("open spec fn", SpecFn, "public", "@ pub open spec fn f(x: u8) -> bool { x > 1 }"),
    special("closed spec fn", SpecFn, "closed", "@ pub closed spec fn f(x: u8) -> bool { x > 1 }"),
    special("uninterp spec fn", SpecFn, "uninterp", "@ uninterp spec fn f(x: u8) -> bool;"),
    place("proof fn", ProofFn, "@ proof fn f(x: u8) requires x < 10 ensures x < 20 { }"),
    special("axiom fn", ProofFn, "axiom", "@ axiom fn f(x: u8) ensures x < 256;"),
    special(
        "broadcast proof fn",
        ProofFn,
        "broadcast",
        "spec fn p(x: u8) -> bool { x < 20 } @ broadcast proof fn f(x: u8) requires x < 10 ensures #[trigger] p(x) { }",
    ),
    place("exec fn", ExecFn, "@ fn f(x: u8) -> u8 { x }"),
    place("exec fn with keyword", ExecFn, "@ exec fn f(x: u8) -> u8 { x }"),
    special("const fn", ExecFn, "const", "@ const fn f(x: u8) -> u8 { x }"),
    place("spec method", SpecFn, "struct S; impl S { @ spec fn f(&self) -> bool { true } }"),
    place("proof method", ProofFn, "struct S; impl S { @ proof fn f(&self) { } }"),
    place("exec method", ExecFn, "struct S; impl S { @ fn f(&self) -> u8 { 1 } }"),
    special("spec fn of a trait", SpecFn, "decl", "trait T { @ spec fn f(&self) -> bool; }"),
    special("proof fn of a trait", ProofFn, "decl", "trait T { @ proof fn f(&self); }"),
    special("exec fn of a trait", ExecFn, "decl", "trait T { @ fn f(&self) -> u8; }"),
    special("default spec fn", SpecFn, "default", "trait T { @ spec fn f(&self) -> bool { true } }"),
    special("default proof fn", ProofFn, "default", "trait T { @ proof fn f(&self) { } }"),
    special("default exec fn", ExecFn, "default", "trait T { @ fn f(&self) -> u8 { 1 } }"),
    special(
        "spec fn of an impl",
        SpecFn,
        "impl",
        "trait T { spec fn f(&self) -> bool; } struct S; impl T for S { @ spec fn f(&self) -> bool { true } }",
    ),
    special(
        "proof fn of an impl",
        ProofFn,
        "impl",
        "trait T { proof fn f(&self); } struct S; impl T for S { @ proof fn f(&self) { } }",
    ),
    special(
        "exec fn of an impl",
        ExecFn,
        "impl",
        "trait T { fn f(&self) -> u8; } struct S; impl T for S { @ fn f(&self) -> u8 { 1 } }",
    ),
    special("inner spec fn", SpecFn, "inner", "fn g() { @ spec fn f(x: u8) -> bool { x > 1 } }"),
    special("inner exec fn", ExecFn, "inner", "fn g() { @ fn f(x: u8) -> u8 { x } }"),
    place("struct", Struct, "@ struct S { x: u8 }"),
    place("tuple struct", Struct, "@ struct S(u8);"),
    place("unit struct", Struct, "@ struct S;"),
    special("tracked struct", Struct, "tracked", "@ tracked struct S { x: u8 }"),
    special("ghost struct", Struct, "ghost", "@ ghost struct S { x: u8 }"),
    special("generic struct", Struct, "generic", "@ struct S<A> { x: A }"),
    place("enum", Enum, "@ enum E { A, B(u8) }"),
    special("generic enum", Enum, "generic", "@ enum E<A> { A, B(A) }"),
    special("tracked enum", Enum, "tracked", "@ tracked enum E { A, B(u8) }"),
    place("field", Field, "struct S { @ x: u8 }"),
    special("ghost field", Field, "ghost", "struct S { @ ghost x: u8 }"),
    special("tracked field", Field, "tracked", "struct S { @ tracked x: u8 }"),
    special("field of a tuple struct", Field, "tuple", "struct S(@ u8);"),
    special("field of an enum", Field, "enum", "enum E { A { @ x: u8 } }"),
    special("tuple field of an enum", Field, "tuple", "enum E { A(@ u8) }"),
    place("variant", Variant, "enum E { @ A, B }"),
    place("parameter", Parameter, "fn f(@ x: u8) { }"),
    special("parameter of a proof fn", Parameter, "proof", "proof fn f(@ x: u8) { }"),
    special("parameter of a spec fn", Parameter, "spec", "spec fn f(@ x: u8) -> bool { true }"),
    special("receiver", Parameter, "self", "struct S; impl S { fn f(@ &self) { } }"),
    special("parameter of a trait", Parameter, "proof", "trait T { proof fn f(&self, @ x: u8); }"),
    place("type parameter of a fn", Generic, "fn f<@ A>(x: A) { }"),
    special("type parameter of a struct", Generic, "type", "struct S<@ A> { x: A }"),
    place("type parameter of a trait", Generic, "trait T<@ A> { }"),
    place("type parameter of an impl", Generic, "struct S<A> { x: A } impl<@ A> S<A> { }"),
    place("lifetime parameter", Generic, "fn f<@ 'a>(x: &'a u8) { }"),
    place("const parameter", Generic, "struct S<@ const N: usize> { x: u8 }"),
    place("trait", Trait, "@ trait T { fn f(&self); }"),
    place("impl", Impl, "struct S; @ impl S { fn f(&self) { } }"),
    special("impl of a trait", Impl, "trait", "trait T { fn f(&self); } struct S; @ impl T for S { fn f(&self) { } }"),
    place("module", Module, "@ mod m { fn f() { } }"),
    place("spec const", Const, "@ spec const C: u8 = 1;"),
    place("const", Const, "@ const C: u8 = 1;"),
    special("exec const", Const, "exec", "@ exec const C: u8 = 1;"),
    place("const of an impl", Const, "struct S; impl S { @ const C: u8 = 1; }"),
    special("const of a trait", Const, "trait", "trait T { @ const C: u8; }"),
    special(
        "const of an impl of a trait",
        Const,
        "trait",
        "trait T { const C: u8; } struct S; impl T for S { @ const C: u8 = 1; }",
    ),
    place("static", Static, "@ exec static C: u8 = 1;"),
    place(
        "broadcast group",
        Group,
        "axiom fn a(); broadcast axiom fn b(x: u8) ensures #[trigger] id(x) == x; spec fn id(x: u8) -> u8 { x } @ broadcast group g { b }",
    ),
    place(
        "broadcast use",
        Uses,
        "broadcast axiom fn b(x: u8) ensures #[trigger] id(x) == x; spec fn id(x: u8) -> u8 { x } @ broadcast use b;",
    ),
    place("global", Layout, "#[repr(C)] struct S { x: u8 } @ global layout S is size == 1, align == 1;"),
    place("type alias", Item, "@ type A = u8;"),
    place("associated type", Item, "trait T { @ type A; }"),
    place("associated type of an impl", Item, "trait T { type A; } struct S; impl T for S { @ type A = u8; }"),
    place("use", Item, "mod m { pub fn f() { } } @ use m::f;"),
    place("macro_rules", Item, "@ macro_rules! m { () => { } }"),
    special("macro call", Item, "call", "macro_rules! m { () => { fn f() { } } } @ m!();"),
    place(
        "assume_specification",
        Assumed,
        "#[verifier::external] fn e(x: u8) -> u8 { x } @ assume_specification[ e ](x: u8) -> u8;",
    ),
];

/// Statements, expressions and their parts, in functions.
pub const STATEMENTS: &[Place] = &[
    place("let", Let, "fn f() { @ let x = 1u8; }"),
    place("let without a value", Let, "fn f() { @ let x: u8; x = 1u8; }"),
    place("let in a proof fn", GhostLet, "proof fn f() { @ let x = 1u8; }"),
    place("let ghost", GhostLet, "fn f() { @ let ghost x = 1u8; }"),
    special("let tracked", GhostLet, "tracked", "proof fn f(tracked y: u8) { @ let tracked x = y; }"),
    place("assert", Assertion, "fn f() { @ assert(true); }"),
    place("assert in a proof fn", Assertion, "proof fn f() { @ assert(true); }"),
    place("assert by", Assertion, "proof fn f() { @ assert(true) by { } }"),
    place("assert by prover", Assertion, "proof fn f(x: int) { @ assert(x * x == x * x) by(nonlinear_arith); }"),
    place(
        "assert forall",
        AssertForall,
        "spec fn p(x: int) -> bool { true } proof fn f() { @ assert forall|x: int| p(x) by { } }",
    ),
    place("assume", Assertion, "proof fn f() { @ assume(true); }"),
    place("call", Expression, "fn g() { } fn f() { @ g(); }"),
    place("argument", Expression, "fn g(x: u8) { } fn f(x: u8) { g(@ x); }"),
    place("method call", Expression, "struct S; impl S { fn g(&self) { } } fn f(s: S) { @ s.g(); }"),
    place("macro call statement", Expression, "macro_rules! m { () => { } } fn f() { @ m!(); }"),
    place("block", Expression, "fn f() { @ { } }"),
    place("proof block", Expression, "fn f() { @ proof { } }"),
    place("if", Expression, "fn f(b: bool) { @ if b { } }"),
    place("match", Expression, "fn f(b: bool) { @ match b { _ => { } } }"),
    place("arm", Expression, "fn f(b: bool) { match b { @ _ => { } } }"),
    place("closure", Expression, "fn f() { let c = @ |x: u8| -> u8 { x }; }"),
    place("parameter of a closure", Expression, "fn f() { let c = |@ x: u8| -> u8 { x }; }"),
    place("operand", Expression, "spec fn f(x: int) -> bool { x + (@ (x + 1)) > 1 }"),
    place("value of a field", Expression, "struct S { x: u8 } fn f() -> S { S { @ x: 1 } }"),
    place("field of a pattern", Expression, "struct S { x: u8 } fn f(s: S) { let S { @ x } = s; }"),
    place("return", Expression, "fn f() -> u8 { @ return 1; }"),
    place(
        "body of a quantifier",
        Expression,
        "spec fn p(x: int) -> bool { true } spec fn f() -> bool { forall|x: int| @ p(x) }",
    ),
    place("element", Expression, "spec fn f(x: int) -> Seq<int> { seq![@ x] }"),
    place("reveal", Expression, "spec fn p(x: int) -> bool { true } proof fn f() { @ reveal(p); }"),
    place("assignment", Expression, "fn f() { let mut x = 1u8; @ x = 2; }"),
    place("cast", Cast, "spec fn f(x: int) -> u8 { @ (x as u8) }"),
    place("cast in a proof fn", Cast, "proof fn f(x: int) { let y: u8 = @ (x as u8); }"),
    place("while", Loop, "fn f() { let mut i = 0u8; @ while i < 3 invariant i <= 3 decreases 3 - i { i = i + 1; } }"),
    place("loop", Loop, "fn f() { @ loop decreases 0int { break; } }"),
    place("for", Loop, "fn f() { @ for i in 0u8..3 { } }"),
    place("labelled loop", Loop, "fn f() { @ 'a: loop decreases 0int { break 'a; } }"),
];
