//! The surface language: `verus!` runs inside, and every position leads back to what was written.

mod support;

use certus_tree::{Item, Program};
use support::{line, tree, verus, with_files};

#[test]
fn clauses_and_ghost_code() {
    let dump = verus(
        "spec fn sq(x: int) -> int { x * x }\nproof fn p(x: int) requires x > 3 ensures sq(x) > 9 { assert(x > 2); }",
    );
    assert_eq!(line(&dump, "t::sq"), "fn(x: int) -> int #[mode(spec)] = { spec_mul<int, int>(x, x) }");
    let proof = line(&dump, "t::p");
    assert!(proof.contains("#[mode(proof)]") && proof.contains("([spec_gt<int, int>(x, lit<int>(\"3\"))])"), "{proof}");
}

#[test]
fn exec_code_keeps_its_operators() {
    let dump = verus("fn f(a: u32) -> (r: u32) requires a < 10 ensures r == a + 1 { a + 1 }");
    let found = line(&dump, "t::f");
    assert!(found.ends_with("Add(a, 1) }") && found.contains("(closure0|r: u32: u32|"), "{found}");
}

#[test]
fn spec_closures_are_called_before_any_dereference() {
    let dump = verus("spec fn f(g: spec_fn(int) -> int, x: int) -> int { g(x) }");
    assert!(line(&dump, "t::f").ends_with("= { call g(x) }"), "{dump}");
}

#[test]
fn named_functions_may_leave_their_generics_open() {
    let dump = verus("#[verifier::opaque] spec fn f<T>(x: T) -> bool { true }\nproof fn p() { reveal(f); }");
    assert!(line(&dump, "t::p").contains("reveal<fn f<_"), "{dump}");
    assert!(line(&dump, "t::f").contains("verifier::opaque()"), "{dump}");
}

#[test]
fn attributes_inside_and_outside_of_the_macro() {
    let dump = verus("#[verifier(external_body, rlimit(3))] fn f() {}");
    let found = line(&dump, "t::f");
    assert!(found.contains("verifier::external_body()") && found.contains("verifier::rlimit(3)"), "{found}");
    let dump = tree(
        "#[verifier(external_body, rlimit(3))] fn f() {} #[verifier::external] mod m {} #[cfg_attr(verus_keep_ghost, verifier::opaque)] fn g() {}",
    );
    assert!(line(&dump, "t::f").contains("#[verifier::external_body() verifier::rlimit(3)]"), "{dump}");
    assert!(
        line(&dump, "t::m").contains("verifier::external()") && line(&dump, "t::g").contains("verifier::opaque()"),
        "{dump}"
    );
}

#[test]
fn macros_inside_and_around() {
    let dump = verus("macro_rules! inc { ($e:expr) => { $e + 1 }; }\nfn f(a: u8) -> u8 { inc!(a) }");
    assert!(line(&dump, "t::f").contains("Add(a, 1)"), "{dump}");
    let text = "use verus_builtin::*; use verus_builtin_macros::*; macro_rules! make { ($n:ident, $e:expr) => { verus! { spec fn $n(x: int) -> int { x + $e } } }; } make!(f, 2 * 3);";
    let dump = tree(text);
    assert!(line(&dump, "t::f").contains("spec_add<int, nat>(x, "), "{dump}");
}

#[test]
fn positions_are_those_of_the_user() {
    let text = "use verus_builtin::*; use verus_builtin_macros::*;\nverus! {\nfn f(a: u32) -> u32 {\n    a == true\n}\nspec fn g(x: int) -> int { x.gone }\n}\n";
    let dump = tree(text);
    assert!(line(&dump, "t::f").contains("4:5 `a == true`"), "{dump}");
    assert!(line(&dump, "t::g").contains("6:28 `x.gone`"), "{dump}");
}

#[test]
fn errors_of_the_rewriter_are_kept() {
    let dump = verus("fn good() {}\nproof fn bad() { assert(1 ==) }\nfn other() {}");
    assert!(dump.lines().next().is_some_and(|l| l.contains("language/") && l.contains("@4:")), "{dump}");
    assert!(line(&dump, "t::good").starts_with("fn()") && line(&dump, "t::other").starts_with("fn()"), "{dump}");
}

/// With this many files another thread expands what is in them before it is known which belong to the program.
#[test]
fn errors_of_the_rewriter_count_in_the_program_alone() {
    let head = "use verus_builtin::*; use verus_builtin_macros::*;";
    let good = format!("{head}\nverus! {{ pub fn f() {{}} }}");
    let bad = format!("{head}\nverus! {{ proof fn bad() {{ assert(1 ==) }} }}");
    let other = "macro_rules! verus { ($($t:tt)*) => {}; }\nverus! { proof fn bad() { assert(1 ==) } }";
    let within = format!("{head}\n#[cfg(never)]\nverus! {{ proof fn bad() {{ assert(1 ==) }} }}");
    let root = |is_there: &str| {
        let modules: Vec<String> = (0..20).map(|n| format!("mod m{n};")).collect();
        format!("{}\n{is_there}\nmod bad; mod other; mod within;", modules.join(" "))
    };
    let errors = |is_there: &str| {
        let (root, names) = (root(is_there), (0..20).map(|n| format!("m{n}.rs")).collect::<Vec<_>>());
        let mut files = vec![("t.rs", &*root), ("bad.rs", &*bad), ("other.rs", other), ("within.rs", &*within)];
        files.extend(names.iter().map(|name| (&**name, &*good)));
        let mut found = Vec::new();
        with_files(&files, |loaded| {
            let text = |d: &certus_diagnostics::Diagnostic| format!("{} {}", d.code, d.primary.is_some());
            found = loaded.diagnostics().iter().map(text).collect();
        });
        found
    };
    assert_eq!(errors("#[cfg(never)]"), Vec::<String>::new());
    assert_eq!(errors("").len(), 1);
}

#[test]
fn items_know_where_they_are() {
    let text = "use verus_builtin::*; use verus_builtin_macros::*;\nverus! {\npub fn f(a: u32) -> (r: u32) { a }\n}\n";
    with_files(&[("t.rs", text)], |loaded| {
        let def = loaded.lookup("t::f").expect("t::f is defined");
        let Ok(Item::Function(f)) = loaded.item(def) else { panic!("t::f is a function") };
        assert!(f.def.in_verus);
        assert_eq!(loaded.sources().text(f.def.name_span), "f");
        assert!(loaded.sources().text(f.signature_span).starts_with("pub fn f(a: u32)"));
        assert_eq!(loaded.sources().text(f.params[0].span), "a: u32");
    });
}

#[test]
fn questions_about_traits() {
    let text = "trait T {} struct S; impl T for S {} struct U; trait I { type A; } impl I for U { type A = u8; } fn f<X: T>(x: X) {}";
    with_files(&[("t.rs", text)], |loaded| {
        let get = |path: &str| loaded.lookup(path).unwrap_or_else(|| panic!("{path} is defined"));
        let (t, s, u, f) = (get("t::T"), get("t::S"), get("t::U"), get("t::f"));
        let adt = |def| certus_tree::Ty::Adt(def, Vec::new());
        assert!(loaded.implements(t, &[adt(s)], f) && !loaded.implements(t, &[adt(u)], f));
        assert!(loaded.implements(t, &[certus_tree::Ty::Param(0, "X".into())], f));
        assert!(
            loaded
                .find_impl(t, &[adt(s)], f)
                .is_some_and(|(id, args)| loaded.impls(Some(t)).contains(&id) && args.is_empty())
        );
        assert!(loaded.find_impl(t, &[certus_tree::Ty::Param(0, "X".into())], f).is_none());
        let projection = certus_tree::Ty::Projection(get("t::I"), vec![adt(u)], "A".into());
        assert_eq!(loaded.normalize(&projection, f), certus_tree::Ty::Int(certus_tree::IntTy::U8));
        assert!(loaded.lookup("verus_builtin::int").is_some() && loaded.lookup("core::option::Option").is_some());
        assert!(loaded.lookup("alloc::vec::Vec::push").is_some() && loaded.lookup("t::gone").is_none());
    });
}
