//! What holds of the crates of a program together: each rule of the language reaches across their borders.

use std::process::Command;

/// A crate of the language.
fn verus(items: &str) -> String {
    format!("use vstd::prelude::*;\nverus! {{\n{items}\n}}\n")
}

/// Verifies a program with crates; gives its status and errors.
fn verify(dependencies: &[(&str, String)], program: &str) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.current_dir(dir.path()).args(["verify", "--color=never", "main.rs"]);
    for (name, text) in dependencies {
        std::fs::write(dir.path().join(format!("{name}.rs")), text).expect("written");
        command.arg("--dependency").arg(format!("{name}={name}.rs"));
    }
    std::fs::write(dir.path().join("main.rs"), format!("{program}\nfn main() {{}}\n")).expect("written");
    let output = command.output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn accepted(dependencies: &[(&str, String)], program: &str) {
    let (code, errors) = verify(dependencies, &verus(program));
    assert_eq!(code, Some(0), "{program}: {errors}");
}

/// The errors hold the code, and are said at a place of the file.
fn refused(dependencies: &[(&str, String)], program: &str, code: &str, file: &str) {
    let (status, errors) = verify(dependencies, &verus(program));
    assert_eq!(status, Some(1), "{program}: {errors}");
    let at = errors.find(&format!("error[{code}]")).unwrap_or_else(|| panic!("no {code}: {errors}"));
    assert!(errors[at..].contains(&format!("{file}:")), "not in {file}: {errors}");
}

#[test]
fn closed_opaque_and_uninterpreted_stay_so() {
    let a = "pub closed spec fn c() -> int { 3 } #[verifier::opaque] pub open spec fn o() -> int { 4 }
        pub uninterp spec fn u() -> int; spec fn private() -> int { 5 } pub open spec fn open() -> int { 6 }";
    let a = [("a", verus(a))];
    refused(&a, "proof fn f() { assert(a::c() == 3); }", "verify/assert", "main.rs");
    refused(&a, "proof fn f() { reveal(a::c); assert(a::c() == 3); }", "language/reveal", "main.rs");
    refused(&a, "proof fn f() { assert(a::o() == 4); }", "verify/assert", "main.rs");
    accepted(&a, "proof fn f() { reveal(a::o); assert(a::o() == 4); }");
    refused(&a, "proof fn f() { hide(a::open); assert(a::open() == 6); }", "verify/assert", "main.rs");
    refused(&a, "proof fn f() { assert(a::u() == 1); }", "verify/assert", "main.rs");
    refused(&a, "proof fn f() { assert(a::private() == 5); }", "rust/E0603", "main.rs");
}

#[test]
fn broadcast_lemmas_are_used_when_they_are_named() {
    let a = "pub uninterp spec fn u(i: int) -> int; pub broadcast axiom fn ax(i: int) ensures #[trigger] u(i) == 7;
        pub broadcast group g { ax }";
    let a = [("a", verus(a))];
    refused(&a, "proof fn f() { assert(a::u(3) == 7); }", "verify/assert", "main.rs");
    accepted(&a, "proof fn f() { broadcast use a::ax; assert(a::u(3) == 7); }");
    accepted(&a, "broadcast use a::g; proof fn f() { assert(a::u(3) == 7); }");
}

#[test]
fn a_cycle_through_another_crate_is_one() {
    let cyclic = "language/cyclic-definition";
    let by_bound = "pub trait T { proof fn p() ensures false; } pub proof fn g<X: T>() ensures false { X::p(); }";
    let program = "use a::T; pub struct S; impl T for S { proof fn p() { a::g::<S>(); } }";
    refused(&[("a", verus(by_bound))], program, cyclic, "main.rs");
    let by_impl = "pub trait T { proof fn p() ensures false; } pub struct W<X> { pub x: X }
        impl<X: T> T for W<X> { proof fn p() { X::p() } }";
    let program = "use a::*; pub struct S; impl T for S { proof fn p() { <W<S> as T>::p(); } }";
    refused(&[("a", verus(by_impl))], program, cyclic, "main.rs");
    let by_definition =
        "pub trait T { spec fn f(&self) -> int; } pub closed spec fn g<X: T>(x: X) -> int { x.f() + 1 }";
    let program = "use a::*; pub struct S; impl T for S { open spec fn f(&self) -> int { g(*self) } }";
    refused(&[("a", verus(by_definition))], program, cyclic, "main.rs");
}

#[test]
fn a_default_body_of_another_crate_may_close_a_cycle() {
    let program = "use a::T; pub struct S; impl T for S { proof fn p() { S::q(); } }";
    let back = "pub trait T { proof fn p(); proof fn q() { Self::p(); } }";
    refused(&[("a", verus(back))], program, "language/cyclic-definition", "main.rs");
    accepted(&[("a", verus("pub trait T { proof fn p(); proof fn q() {} }"))], program);
}

#[test]
fn a_default_body_that_nobody_calls_may_close_a_cycle() {
    let a = |body: &str| {
        let traits =
            format!("pub trait V {{ proof fn p(); }} pub trait T {{ proof fn q() where Self: V {{ {body} }} }}");
        [("a", verus(&format!("{traits} pub proof fn g<X: T>() {{}}")))]
    };
    let program = "use a::*; struct S; impl T for S {} impl V for S { proof fn p() { a::g::<S>(); } }";
    refused(&a("Self::p();"), program, "language/cyclic-definition", "main.rs");
    accepted(&a(""), program);
}

#[test]
fn a_default_body_is_judged_where_it_is_verified() {
    let private = "spec fn hidden() -> bool { true } pub trait T { proof fn d() ensures hidden() {} }";
    let program = "use a::T; struct S; impl T for S {} proof fn p() { S::d(); }";
    accepted(&[("a", verus(private))], program);
}

#[test]
fn associated_types_of_specified_traits_are_known_across_crates() {
    let outside = "pub trait Plain { type Out; fn one(&self) -> Self::Out; fn two(&self, x: Self::Out) -> u8; }
        pub struct Other { pub x: u8 }
        impl Plain for Other { type Out = u8; fn one(&self) -> u8 { 1 } fn two(&self, x: u8) -> u8 { x } }";
    let specified = "#[verifier::external_type_specification] pub struct ExOther(Other);
        pub uninterp spec fn given<A>(a: A) -> bool;
        #[verifier::external_trait_specification] pub trait ExPlain {
            type ExternalTraitSpecificationFor: Plain; type Out;
            fn one(&self) -> (r: Self::Out) ensures given(r);
            fn two(&self, x: Self::Out) -> (r: u8) requires given(x);
        }";
    let a = [("a", format!("{outside}\n{}", verus(specified)))];
    let call = "use a::*;
        fn one<A: Plain>(a: &A) -> (r: A::Out) ensures given(r) { a.one() }
        fn two<A: Plain>(a: &A, x: A::Out) -> u8 requires given(x) { a.two(x) }
        fn f(o: Other) -> u8";
    accepted(&a, &format!("{call} {{ let x = one(&o); assert(x <= 255 && given(x)); two(&o, x) }}"));
    refused(&a, &format!("{call} {{ let x = one(&o); two(&o, 3) }}"), "verify/precondition", "main.rs");
    // The impl itself is not verified.
    refused(&a, &format!("{call} {{ o.one() }}"), "language/external", "main.rs");
}

#[test]
fn hidden_types_of_other_crates_take_no_recursion() {
    let a = "#[verifier::external_body] #[verifier::reject_recursive_types(A)] pub struct O<A> { f: core::marker::PhantomData<A> }";
    let program = "pub struct P<A> { pub x: a::O<A> } pub struct R { pub p: Option<P<Box<R>>> }";
    refused(&[("a", verus(a))], program, "language/positivity", "main.rs");
}

/// A crate with code outside of the language.
fn with_outside() -> String {
    let outside = "pub fn ext(x: u32) -> u32 { x }\npub struct Ext { pub a: u32 }\npub const K: u32 = 3;\n";
    format!("{}{outside}", verus("pub struct V { pub v: u32 } pub fn verified() ensures true {}"))
}

#[test]
fn what_is_outside_of_the_language_needs_a_specification() {
    let a = [("a", with_outside())];
    refused(&a, "fn f() { let r = a::ext(3); }", "language/external", "main.rs");
    refused(&a, "fn f(e: a::Ext) {}", "language/external", "main.rs");
    refused(&a, "fn f() { let k = a::K; }", "language/external", "main.rs");
    accepted(
        &a,
        "pub assume_specification [a::ext](x: u32) -> (r: u32) ensures r == x;
        #[verifier::external_type_specification] pub struct Ex(a::Ext);
        fn f(e: a::Ext) { let r = a::ext(3); assert(r == 3); }",
    );
}

#[test]
fn what_is_verified_is_not_specified_again() {
    let a = [("a", with_outside())];
    let specification = "pub assume_specification [a::verified]() ensures false;";
    refused(&a, specification, "language/external-spec", "main.rs");
    let specification = "#[verifier::external_type_specification] pub struct Ex(a::V);";
    refused(&a, specification, "language/external-spec", "main.rs");
}

#[test]
fn specifications_of_a_dependency_are_known_and_single() {
    let b = verus("pub assume_specification [a::ext](x: u32) -> (r: u32) ensures r == x;");
    let two = [("a", with_outside()), ("b", b.clone())];
    accepted(&two, "fn f() { let r = a::ext(3); assert(r == 3); }");
    let again = "pub assume_specification [a::ext](x: u32) -> (r: u32) ensures r == 3;";
    refused(&two, again, "language/external-spec", "main.rs");
    let three = [("a", with_outside()), ("b", b), ("c", verus(again))];
    refused(&three, "fn f() {}", "language/external-spec", "c.rs");
    let ty = || verus("#[verifier::external_type_specification] pub struct Ex(a::Ext);");
    refused(&[("a", with_outside()), ("b", ty()), ("c", ty())], "fn f() {}", "language/external-spec", "c.rs");
}

#[test]
fn specifications_of_a_trait_are_single() {
    let outside = ("x", "pub trait T { fn m(&self) -> u8; }".to_string());
    let proxy = |says: &str| {
        verus(&format!(
            "#[verifier::external_trait_specification] pub trait ExT {{
                type ExternalTraitSpecificationFor: x::T; fn m(&self) -> (r: u8) ensures r == {says}; }}"
        ))
    };
    let program = "fn f<A: x::T>(a: A) { let r = a.m(); assert(r == 3); }";
    accepted(&[outside.clone(), ("y", proxy("3"))], program);
    refused(&[outside, ("y", proxy("3")), ("z", proxy("4"))], program, "language/external-spec", "z.rs");
}

/// What a crate says of its own functions only is looked at where that crate is verified.
#[test]
fn rules_of_a_crate_are_its_own_matter() {
    let used = |a: &str, program: &str| {
        let a = [("a", verus(a))];
        accepted(&a, program);
    };
    used(
        "mod m { use vstd::prelude::*; pub(self) open spec fn o() -> int { 3 } pub open spec fn p() -> int { o() } }
        pub open spec fn z() -> int { m::p() }",
        "proof fn f() { assert(a::z() == 3); }",
    );
    used(
        "pub mod m { use vstd::prelude::*; pub(crate) spec fn k() -> int { 3 } }
        pub open spec fn z() -> int { m::k() }",
        "proof fn f() { assert(a::z() == a::z()); }",
    );
    used(
        "#[verifier::epr_mode] pub mod m { use vstd::prelude::*; pub open spec fn next(x: int) -> int { x + 1 }
        pub proof fn p(x: int) ensures next(x) == x + 1 {} }",
        "proof fn f() { a::m::p(3); }",
    );
}

#[test]
fn errors_of_a_dependency_are_errors() {
    let unused = "fn f() {}";
    refused(&[("a", "pub fn x( {}".into())], unused, "rust/syntax", "a.rs");
    refused(&[("a", "use foo::bar;".into())], unused, "rust/unresolved-import", "a.rs");
    refused(&[("a", verus("pub fn f(x: Nope) {}"))], unused, "rust/E0425", "a.rs");
    refused(&[("a", "/// certus:mode axiom\npub fn f() {}".into())], unused, "language/reserved-doc", "a.rs");
    let used = "proof fn f() { assert(a::x() == 1); }";
    refused(&[("a", verus("pub spec fn x() -> int { 1 }"))], used, "language/publish", "a.rs");
    let orphan = "impl a::T for a::S { fn t() {} }";
    refused(&[("a", verus("pub trait T { fn t(); } pub struct S;"))], orphan, "rust/E0117", "main.rs");
}

#[test]
fn all_crates_have_one_size_of_usize() {
    let a = "global size_of usize == 8; pub proof fn big() ensures usize::MAX == 0xffff_ffff_ffff_ffff {}";
    let a = [("a", verus(a))];
    accepted(&a, "proof fn f() { a::big(); assert(usize::MAX == 0xffff_ffff_ffff_ffff); }");
    refused(&a, "global size_of usize == 4; proof fn f() { a::big(); }", "language/global-twice", "main.rs");
}

#[test]
fn types_that_rustc_cannot_compute_are_no_way_around_it() {
    let a = [("a", verus("pub const fn n() -> usize { let f = |x: u8| -> (r: u8) { x }; 3 }"))];
    let program = "pub struct N { pub v: u32 } fn g(n: N) {} fn f(a: [u8; a::n()], x: N) { g(x); g(x); }";
    refused(&a, program, "rust/E0080", "main.rs");
    let a = [("a", verus("pub const fn n() -> usize { 3 }"))];
    refused(&a, program, "rust/E0382", "main.rs");
}

/// A program that computes a table when it is compiled.
const TABLE: &str = "
    const fn squares(bound: Ghost<int>) -> (squares: [u64; 4])
        ensures forall|i: int| 0 <= i < 4 ==> #[trigger] squares[i] == i * i,
    {
        let mut squares = [0; 4];
        let ghost before = squares;
        let mut i = 0;
        while i < 4
            invariant i <= 4, forall|j: int| 0 <= j < i ==> #[trigger] squares[j] == j * j,
            decreases 4 - i,
        {
            assert(i * i < 16) by (nonlinear_arith) requires i < 4;
            squares[i] = (i * i) as u64;
            i += 1;
        }
        squares
    }
    exec const SQUARES: [u64; 4]
        ensures forall|i: int| 0 <= i < 4 ==> #[trigger] SQUARES[i] == i * i,
    {
        squares(Ghost(3))
    }
    pub fn square(i: usize) -> (r: u64)
        requires i < 4,
        ensures r == i * i,
    {
        SQUARES[i]
    }";

#[test]
fn tables_are_computed_when_a_crate_is_compiled() {
    let a = [("a", verus(TABLE))];
    accepted(&a, "fn f() { let nine = a::square(3); assert(nine == 9); }");
    let none = [("b", verus("pub fn f() {}"))];
    accepted(&none, TABLE);
    let moved = "pub struct N { pub v: u64 } const fn take(n: N) -> u64 { let v = n.v; core::mem::forget(n); v }
        exec const TWO: [u64; 2] ensures true, { let n = N { v: 3 }; [take(n), take(n)] }";
    refused(&none, moved, "rust/E0382", "main.rs");
    let public = TABLE.replace("exec const SQUARES", "pub exec const SQUARES");
    accepted(&[("a", verus(&public))], "fn f() { let t = a::SQUARES; assert(t[3] == 3 * 3); }");
    // Nothing that rustc knows of a crate is computed from a table that it does not know.
    let hidden = public.replace("let mut squares", "let one = |x: u8| -> (r: u8) { x }; let mut squares");
    refused(&[("a", verus(&hidden))], "fn f() {}", "rust/E0080", "a.rs");
    let field = "exec const TWO: [usize; 1] ensures true, { [2] } pub struct Field(pub [u8; TWO[0]]);";
    refused(&[("a", verus(field))], "fn f(x: a::Field) {}", "unsupported/const-generic", "a.rs");
}

#[test]
fn constants_of_other_crates_are_computed() {
    let a = "proof fn lemma_small(x: u32) requires x < 10 ensures x < 20 {}
        pub const fn twice(x: u32) -> (r: u32) requires x < 10 ensures r == 2 * x
        {
            proof { lemma_small(x); }
            let ghost before = x;
            assert(before == x) by { lemma_small(x); }
            let mut i = 0u32;
            while i < x invariant i <= x decreases x - i { i += 1; }
            i * 2
        }
        pub exec const LIMIT: u32 ensures LIMIT == 8 { twice(4) }
        pub exec const TABLE: [u32; 2] ensures TABLE[1] == 6 { [1, twice(3)] }
        pub exec const WIDTH: usize ensures WIDTH == 4 { assert(1 + 1 == 2); 4 }";
    let used = "fn f() { let x = a::LIMIT; let y = a::TABLE[1]; assert(x == 8 && y == 6); }";
    accepted(&[("a", verus(a))], used);
    refused(&[("a", verus(a))], &used.replace("y == 6", "y == 7"), "verify/assert", "main.rs");
}

#[test]
fn constants_with_clauses_are_computed_without_them() {
    let a = [(
        "a",
        verus(
            "proof fn lemma() {}
            pub exec const LIMIT: u8
                ensures LIMIT > 3,
            {
                proof { lemma(); }
                let ghost all = 9int;
                let mut i = 0;
                while i < 9
                    invariant i <= 9,
                    decreases 9 - i,
                {
                    i += 1;
                    assert(i <= all) by { lemma(); }
                }
                i
            }
            pub exec static COUNT: (u8, Ghost<int>) ensures COUNT.0 == 2, { (2, Ghost(5)) }
            pub struct Page;
            impl Page { pub exec const SIZE: u16 ensures Self::SIZE % 2 == 0, { 4096 } }",
        ),
    )];
    accepted(
        &a,
        "fn f() { let l = a::LIMIT; assert(l > 3); let c = a::COUNT.0; assert(c == 2); let s = a::Page::SIZE; assert(s % 2 == 0); }",
    );
    // The clause says all that is known of it.
    refused(&a, "fn f() { let l = a::LIMIT; assert(l == 9); }", "verify/assert", "main.rs");
    refused(&a, "fn f() { let s = a::Page::SIZE; assert(s == 4096); }", "verify/assert", "main.rs");
    // The crate itself is not verified here, but what runs is still rustc's to compute.
    let overflow = "pub exec const BIG: u8 ensures true, { 200 + 100 }";
    refused(&[("a", verus(overflow))], "fn f() {}", "rust/E0080", "a.rs");
}

#[test]
fn functions_of_other_crates_are_computed_without_ghost_code() {
    let a = [(
        "a",
        verus(
            "pub struct Size { pub bytes: u16 }
            impl Size {
                pub const fn new(bytes: u16, Ghost(most): Ghost<int>) -> (size: Size)
                    requires bytes <= most, most == 4096,
                    ensures size.bytes == bytes,
                {
                    let ghost before = bytes;
                    proof { assert(before <= 4096); }
                    Size { bytes }
                }
                pub const fn halved(self) -> (size: Size)
                    ensures size.bytes == self.bytes / 2,
                {
                    let ghost whole = self;
                    Size { bytes: self.bytes / 2 }
                }
            }
            pub enum Unit { Bytes { n: u16 }, Pages(u8) }
            pub const fn low(x: u32) -> (r: u8) { #[verifier::truncate] (x as u8) }",
        ),
    )];
    let program = "exec const PAGE: a::Size ensures PAGE.bytes == 20, { a::Size::new(40, Ghost(4096)).halved() }
        exec const LOW: u8 ensures true, { a::low(0x1234) }
        fn f() { let page = PAGE; assert(page.bytes == 20); }";
    accepted(&a, program);
    refused(&a, &program.replace("Ghost(4096)", "Ghost(39)"), "verify/precondition", "main.rs");
    refused(&a, &program.replace("PAGE.bytes == 20", "PAGE.bytes == 40"), "verify/postcondition", "main.rs");
    let shared = "use vstd::atomic::*; exec static FIRST: (PAtomicU8, Tracked<PermissionU8>) ensures FIRST.1@.value() == 3, { PAtomicU8::new(3) }";
    accepted(&a, shared);
    refused(&a, &shared.replace("new(3)", "new(4)"), "verify/postcondition", "main.rs");
    // Some ghost code is not found by its names, so that such a function is not written for rustc.
    let closure = "pub const fn one() -> u8 { let f = |x: u8| -> (r: u8) { x }; 1 }";
    let used = "exec const ONE: u8 ensures true, { a::one() }";
    refused(&[("a", verus(closure))], used, "rust/E0080", "main.rs");
}

#[test]
fn code_outside_of_the_language_is_declared_too() {
    let outside = "pub fn numbers(n: u32) -> impl Iterator<Item = u32> { 0..n }
        pub const fn two() -> usize { 2 }
        pub const TWO: usize = two();
        pub async fn later() -> u32 { 1 }
        pub struct Pair([u8; two()]);
        impl Pair { pub fn all(&self) -> impl Iterator<Item = &u8> + '_ { self.0.iter() } }";
    let a = format!("{}{outside}", verus("pub open spec fn s() -> int { 1 }"));
    let program = "proof fn f() { assert(a::s() == 1); } #[verifier::external_body] fn g() { let n = a::two(); }";
    accepted(&[("a", a)], program);
}

#[test]
fn impls_for_traits_of_the_standard_library_are_known() {
    let a = "pub struct P { pub v: u32 } impl PartialEq for P {
        fn eq(&self, o: &P) -> (r: bool) ensures r == (self == o) { self.v == o.v } }";
    let program = "fn f(x: a::P, y: a::P) requires x == y { let b = x == y; assert(b); }";
    accepted(&[("a", verus(a))], program);
}

#[test]
fn queries_do_not_depend_on_what_is_not_used() {
    let queries = |a: &str| {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::write(dir.path().join("a.rs"), verus(a)).expect("written");
        let program = verus("fn f() { let x = a::one(); assert(x == a::s()); }");
        std::fs::write(dir.path().join("main.rs"), format!("{program}fn main() {{}}")).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
        command.current_dir(dir.path()).args(["verify", "main.rs", "--dependency", "a=a.rs", "--log", "log"]);
        assert_eq!(command.output().expect("it runs").status.code(), Some(0));
        let mut found = Vec::new();
        for entry in std::fs::read_dir(dir.path().join("log")).expect("a log").flatten() {
            if entry.path().extension().is_some_and(|e| e == "smt2") {
                let text = std::fs::read_to_string(entry.path()).expect("a query");
                found.push((entry.file_name(), text));
            }
        }
        found.sort();
        assert!(!found.is_empty());
        found
    };
    let used = "pub open spec fn s() -> int { 1 } pub fn one() -> (r: u32) ensures r == s() { 1 }";
    let more = "pub struct T { pub x: int } pub proof fn lemma(t: T) ensures t == t {} pub open spec fn z() -> T { T { x: 1 } }
        pub trait Q { spec fn q(&self) -> int; } impl Q for T { open spec fn q(&self) -> int { 1 } }";
    assert_eq!(queries(used), queries(&format!("{more} {used}")));
}

#[test]
fn trust_names_the_crates_that_are_believed() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("a.rs"), verus("")).expect("written");
    std::fs::write(dir.path().join("main.rs"), "fn main() {}").expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    let output = command.current_dir(dir.path()).args(["trust", "main.rs", "--dependency", "a=a.rs"]).output();
    let output = output.expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("crate a: "), "{output:?}");
}
