//! `--crates FILE`: programs with crates that nobody verifies, with two versions of a crate, and with an environment.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A crate of the language.
fn verus(items: &str) -> String {
    format!("use vstd::prelude::*;\nverus! {{\n{items}\n}}\nfn main() {{}}\n")
}

/// A crate of the graph: its name, its text, whether it is verified, and the numbers of those it uses.
type Given<'g> = (&'g str, &'g str, bool, &'g [usize]);

/// Writes and builds the crates; `uses` are the names for those that the program uses.
fn graph(dir: &Path, crates: &[Given<'_>], uses: &[(usize, &str)]) -> Value {
    graph_of(dir, crates, uses, "2021")
}

/// The same with crates of an edition.
fn graph_of(dir: &Path, crates: &[Given<'_>], uses: &[(usize, &str)], edition: &str) -> Value {
    let metadata = |number: usize| dir.join(format!("lib{}-{number}.rmeta", crates[number].0));
    let mut list = Vec::new();
    for (number, (name, text, verified, deps)) in crates.iter().enumerate() {
        let root = dir.join(format!("{name}_{number}.rs"));
        fs::write(&root, text).expect("written");
        let needs: Vec<Value> = deps.iter().map(|n| json!({ "crate": n, "name": crates[*n].0 })).collect();
        let kind = if *verified { "verified" } else { "external" };
        let mut record = json!({ "name": name, "root": root, "edition": edition, "cfg": [], "kind": kind, "env": {}, "deps": needs });
        if !*verified {
            let mut rustc = Command::new("rustc");
            rustc.args(["--edition", edition, "--crate-type", "lib", "--emit=metadata", "--crate-name", name, "-o"]);
            rustc.arg(metadata(number)).arg(&root).arg("-C").arg(format!("metadata={number}"));
            // What is there for rustc only.
            rustc.args(["--cfg", "unseen"]);
            assert!(rustc.status().expect("the tests need rustc").success());
            record["metadata"] = json!(metadata(number));
        }
        list.push(record);
    }
    let deps: Vec<Value> = uses.iter().map(|(number, name)| json!({ "crate": number, "name": name })).collect();
    json!({ "version": 1, "crates": list, "deps": deps, "env": { "CARGO_PKG_VERSION": "0.1.0" }, "search": [dir] })
}

fn run(dir: &Path, program: &str, graph: &Value) -> Output {
    fs::write(dir.join("crates.json"), graph.to_string()).expect("written");
    fs::write(dir.join("main.rs"), program).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_certus"));
    command.current_dir(dir).args(["verify", "--color=never", "main.rs", "--crates", "crates.json"]);
    command.args(["--depinfo", "files.json"]).output().expect("it runs")
}

fn verify(crates: &[Given<'_>], uses: &[(usize, &str)], program: &str) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let graph = graph(dir.path(), crates, uses);
    let output = run(dir.path(), &verus(program), &graph);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const EXTERNAL: &str = r#"
pub struct Counter { n: u32 }
impl Counter {
    pub fn new() -> Counter { Counter { n: 0 } }
    pub fn next(&mut self) -> u32 { self.n += 1; self.n }
}
pub struct Open { pub a: u32 }
#[derive(Clone, Copy, PartialEq)] pub struct Plain { pub a: u32 }
pub fn twice(x: u32) -> u32 { x.wrapping_mul(2) }
pub fn unknown() -> std::net::TcpStream { panic!() }
pub struct Unknown { pub x: std::net::TcpStream }
pub struct Private { x: std::net::TcpStream }
pub struct Kept<T> { x: std::env::Args, y: T }
pub enum Either { A(std::net::TcpStream), B(u32) }
pub fn open() -> Private { panic!() }
#[macro_export] macro_rules! two { () => { $crate::twice(1) } }
"#;

fn accepted(program: &str) {
    let (code, errors) = verify(&[("ext", EXTERNAL, false, &[])], &[(0, "ext")], program);
    assert_eq!(code, Some(0), "{program}: {errors}");
}

fn refused(program: &str, code: &str) {
    let (status, errors) = verify(&[("ext", EXTERNAL, false, &[])], &[(0, "ext")], program);
    assert_eq!(status, Some(1), "{program}: {errors}");
    assert!(errors.contains(&format!("error[{code}]")), "no {code}: {errors}");
}

#[test]
fn a_wrapper_is_believed() {
    accepted(
        "#[verifier::external_body] fn w(x: u32) -> (r: u32) ensures r == (2 * x) as u32 { ext::twice(x) }
        #[verifier::external_body] fn m() -> u32 { ext::two!() }
        fn f() { let y = w(2); assert(y == 4); let z = m(); }",
    );
}

/// Macros in the arguments of one that rustc expands are those of the crate whose definition names them.
#[test]
fn inner_macros_are_those_of_their_crate() {
    let text = "#[macro_export(local_inner_macros)] macro_rules! listed {
            ($($e:expr),*) => { list![$(inside!($e)),*] };
        }
        #[macro_export] #[doc(hidden)] macro_rules! list { ($($content:tt)*) => { vec![$($content)*] }; }
        #[macro_export] #[doc(hidden)] macro_rules! inside { ($e:expr) => { $e + 1 }; }";
    let check = |program: &str, expected: i32| {
        let (code, errors) = verify(&[("ext", text, false, &[])], &[(0, "ext")], program);
        assert_eq!(code, Some(expected), "{program}: {errors}");
    };
    check("#[verifier::external_body] fn m() -> Vec<u32> { ext::listed!(3, 4) }", 0);
    check("#[verifier::external_body] fn m() -> Vec<u32> { let a = ext::listed!(3, 4)[1]; ext::listed!(a) }", 0);
    // The name means nothing where no definition of the crate wrote it.
    check("#[verifier::external_body] fn m() -> Vec<u32> { vec![inside!(3)] }", 1);
    check("#[verifier::external_body] fn m() -> Vec<u32> { ext::listed!(inside!(3)) }", 1);
}

#[test]
fn nothing_is_believed_without_a_declaration() {
    refused("fn f() { let y = ext::twice(2); }", "language/external");
    refused("fn f(c: ext::Open) {}", "language/external");
    let plain = "#[verifier::external_type_specification] pub struct Ex(ext::Plain);";
    refused(&format!("{plain} fn f(a: ext::Plain, b: ext::Plain) {{ let k = a == b; }}"), "language/external");
    refused("fn f() { ext::nothing(); }", "rust/unresolved-name");
}

#[test]
fn functions_and_types_are_declared() {
    accepted(
        "pub assume_specification [ext::twice](x: u32) -> (r: u32) ensures r == (2 * x) as u32;
        #[verifier::external_type_specification] pub struct ExOpen(ext::Open);
        #[verifier::external_type_specification] #[verifier::external_body] pub struct ExCounter(ext::Counter);
        fn f(o: ext::Open, c: ext::Counter) requires o.a == 3 { let y = ext::twice(2); assert(y == 4 && o.a < 4); }",
    );
    let wrong = "pub assume_specification [ext::twice](x: u64) -> (r: u32) ensures r == 0;";
    refused(wrong, "language/external-spec");
    let hidden = "#[verifier::external_type_specification] pub struct ExCounter(ext::Counter);";
    refused(hidden, "language/external-spec");
}

#[test]
fn what_is_not_known_is_refused_where_it_is_used() {
    accepted("fn f() {}");
    refused("fn f() { let x = ext::unknown(); }", "unsupported/unknown-type");
    let (_, errors) = verify(&[("ext", EXTERNAL, false, &[])], &[(0, "ext")], "fn f(u: ext::Unknown) {}");
    assert!(errors.contains("error[unsupported/external-crate]") && errors.contains("main.rs:"), "{errors}");
}

/// What fields a type has is of no interest where they are hidden, known or not. Nothing else follows from it.
#[test]
fn fields_of_unknown_types_may_be_hidden() {
    let hide = |name: &str| {
        let (ty, params) = if name == "Kept" { ("Kept<T>", "<T>") } else { (name, "") };
        let attributes = "#[verifier::external_type_specification] #[verifier::external_body]";
        let promise = if params.is_empty() { "" } else { "#[verifier::reject_recursive_types(T)]" };
        format!("{attributes} {promise} pub struct Ex{name}{params}(ext::{ty});\n")
    };
    let all: String = ["Private", "Unknown", "Kept", "Either"].map(hide).concat();
    accepted(&format!(
        "{all} pub uninterp spec fn is_open(p: ext::Private) -> bool;
        pub assume_specification [ext::open]() -> (p: ext::Private) ensures is_open(p);
        fn keep(u: ext::Unknown, e: &ext::Either, k: ext::Kept<u8>) -> ext::Kept<u8> {{ k }}
        fn f() -> (p: ext::Private) ensures is_open(p) {{ let p = ext::open(); p }}"
    ));
    for (body, code) in [
        ("fn f(u: ext::Unknown) { let x = u.x; }", "unsupported/unknown-type"),
        ("spec fn f(u: ext::Unknown) -> bool { u.x == u.x }", "unsupported/unknown-type"),
        ("fn f(u: ext::Unknown) { let ext::Unknown { x } = u; }", "unsupported/unknown-type"),
        ("fn f(e: ext::Either) { match e { ext::Either::B(n) => {}, _ => {} } }", "language/opaque-type"),
        ("fn f() -> ext::Either { ext::Either::B(3) }", "language/opaque-type"),
        ("spec fn f(e: ext::Either) -> bool { e is B }", "language/opaque-type"),
        ("fn g(p: ext::Private) {} fn f(p: ext::Private) { g(p); g(p); }", "rust/E0382"),
        ("fn g<T: Copy>(t: T) {} fn f(p: ext::Private) { g(p); }", "rust/unsatisfied-bound"),
        ("fn g<T: Send>(t: T) {} fn f(k: ext::Kept<u8>) { g(k); }", "rust/E0277"),
        ("fn f(p: ext::Private, q: ext::Private) { assert(p == q); }", "verify/assert"),
    ] {
        refused(&format!("{all} {body}"), code);
    }
    // Without a word about it, and where the fields are not hidden, the type is refused.
    refused("fn f(p: ext::Private) {}", "unsupported/external-crate");
    refused("fn f(p: &ext::Either) {}", "unsupported/external-crate");
    for name in ["Private", "Unknown", "Either"] {
        let open = format!("#[verifier::external_type_specification] pub struct Ex(ext::{name});");
        refused(&open, "unsupported/external-crate");
        refused(&format!("{open} fn f(p: ext::{name}) {{}}"), "unsupported/external-crate");
    }
}

#[test]
fn rustc_sees_the_crate() {
    let counter = "#[verifier::external_type_specification] #[verifier::external_body] pub struct Ex(ext::Counter);";
    refused(&format!("{counter} fn g(c: ext::Counter) {{}} fn f(c: ext::Counter) {{ g(c); g(c); }}"), "rust/E0382");
}

#[test]
fn what_a_crate_says_of_itself_is_not_believed() {
    let fakes = [
        "#[doc = \"certus:mode axiom\"] pub fn f() -> u32 { 4 }",
        "#[cfg_attr(not(unseen), verifier::external_body)] pub fn f() -> u32 { 4 }",
        "#[cfg(not(unseen))] vstd::prelude::verus! { pub fn f() -> (r: u32) ensures r == 3 { 4 } }
        #[cfg(unseen)] pub fn f() -> u32 { 4 }",
    ];
    for fake in fakes {
        let (code, errors) = verify(&[("ext", fake, false, &[])], &[(0, "ext")], "fn f() { let x = ext::f(); }");
        assert_eq!(code, Some(1), "{errors}");
        assert!(errors.contains("language/external"), "{errors}");
    }
}

#[test]
fn a_type_that_a_macro_may_change_is_refused() {
    let text = "#[cfg_attr(not(unseen), change)] pub struct V { pub a: u32 }";
    let program = "#[verifier::external_type_specification] pub struct ExV(ext::V);";
    let (code, errors) = verify(&[("ext", text, false, &[])], &[(0, "ext")], program);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("unsupported/external-crate"), "{errors}");
}

/// A macro of a crate of an earlier edition is compared with its own fragments, also where it is used in several ways.
#[test]
fn macros_of_other_editions_are_compared() {
    let text = "#[macro_export] macro_rules! both { ({ $($t:tt)* }) => { $($t)* }; }
        #[macro_export] macro_rules! table {
            ($(#[$m:meta])* $name:ident: $($v:expr),*) => {
                $(#[$m])* pub struct $name;
                impl $name {
                    $crate::both!({ pub fn size() -> usize { [$($crate::both!({ $v })),*].len() } });
                }
            };
        }
        #[macro_export] macro_rules! inner { (of: $e:expr) => { $e + 1 }; }
        #[macro_export] macro_rules! outer { ($e:expr) => { $crate::inner!(of: $crate::both!({ $e })) }; }
        #[macro_export] macro_rules! which { (1) => { 1u8 }; ($e:expr) => { 2u8 }; }
        #[macro_export] macro_rules! opaque { ($e:expr) => { $crate::which!($e) }; }";
    let first = "#[macro_export] macro_rules! first {
            ($p:pat | $q:pat) => { match 3u8 { $p => 1u8, $q => 2, _ => 3 } };
        }";
    let check = |edition: &str, outside: &str, inside: &str| {
        let dir = tempfile::tempdir().expect("a directory");
        let text = format!("{text}\n{}", if edition == "2018" { first } else { "" });
        let graph = graph_of(dir.path(), &[("ext", &text, false, &[])], &[(0, "ext")], edition);
        let output = run(dir.path(), &format!("{outside}\n{}", verus(inside)), &graph);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let table = "ext::table! { /// What there is.\n #[derive(Clone)] Names: 1u8, 2 + 3 }";
    for edition in ["2018", "2021"] {
        let (code, errors) = check(edition, table, "fn f() { let x = ext::outer!(3u8); assert(x == 4); }");
        assert_eq!(code, Some(0), "{edition}: {errors}");
        // To rustc what `opaque` hands on is an expression, and no longer `1`.
        let (code, errors) = check(edition, table, "fn f() { let x = ext::opaque!(1); }");
        assert_eq!(code, Some(1), "{edition}: {errors}");
        assert!(errors.contains("unsupported/expansion"), "{edition}: {errors}");
    }
    let (code, errors) = check("2018", "", "fn f() { let x = ext::first!(1 | 3); assert(x == 2); }");
    assert_eq!(code, Some(0), "{errors}");
    // What a fragment of a later edition is has no name in this one.
    for (outside, inside) in [(table, ""), ("", "fn f() { let x = ext::outer!(3u8); }")] {
        let (code, errors) = check("2024", outside, inside);
        assert_eq!(code, Some(1), "{errors}");
        assert!(errors.contains("unsupported/expansion"), "{errors}");
    }
}

/// A supertrait that another crate keeps for itself cannot be named, so a declaration does without it.
#[test]
fn private_supertraits_are_left_out() {
    let text = "mod private { pub trait Sealed {} impl Sealed for u8 {} }
        pub trait Super {}
        pub trait Open: private::Sealed { fn open(&self) -> u8 { 1 } }
        pub trait Wide: private::Sealed + Super { fn wide(&self) -> u8 { 1 } }
        impl Open for u8 {}
        pub fn opened<T: Open>(t: T) -> u8 { t.open() }
        pub fn secret<T: private::Sealed>(t: T) -> u8 { 1 }";
    let open = "#[verifier::external_trait_specification]
        pub trait ExOpen { type ExternalTraitSpecificationFor: ext::Open; fn open(&self) -> (r: u8) ensures r == 1; }";
    let check = |program: &str, error: &str| {
        let (code, errors) = verify(&[("ext", text, false, &[])], &[(0, "ext")], program);
        assert_eq!(code == Some(0), error.is_empty(), "{program}: {errors}");
        assert!(errors.contains(error), "{program}: {errors}");
    };
    let opened = "pub assume_specification<T: ext::Open>[ext::opened](t: T) -> (r: u8) ensures r == 1;";
    check(&format!("use ext::Open; {open} fn f(x: u8) {{ let y = x.open(); assert(y == 1); }}"), "");
    check(&format!("{open} {opened} fn f() {{ let y = ext::opened(3u8); assert(y == 1); }}"), "");
    check(&format!("use ext::Open; {open} fn f(x: u8) {{ let y = x.open(); assert(y == 2); }}"), "verify/assert");
    // Others are part of it.
    let wide = |bound: &str| {
        format!(
            "#[verifier::external_trait_specification] pub trait ExSuper {{ type ExternalTraitSpecificationFor: ext::Super; }}
            #[verifier::external_trait_specification] pub trait ExWide{bound} {{
                type ExternalTraitSpecificationFor: ext::Wide; fn wide(&self) -> u8; }}"
        )
    };
    check(&wide(": ext::Super"), "");
    check(&wide(""), "language/external-spec");
    check(&wide(": ext::Super + Clone"), "language/external-spec");
    // The proxy may say which ones it leaves out; it names no other trait.
    let said = |path: &str, item: &str| {
        let attribute = format!("#[verifier::external_trait_private_bound({path})]");
        item.replacen("pub trait", &format!("{attribute} pub trait"), 1)
    };
    let hidden = "ext::private::Sealed";
    check(&format!("use ext::Open; {} fn f(x: u8) {{ let y = x.open(); assert(y == 1); }}", said(hidden, open)), "");
    check(
        &format!("use ext::Open; {} fn f(x: u8) {{ let y = x.open(); assert(y == 2); }}", said(hidden, open)),
        "verify/assert",
    );
    for path in ["ext::Super", "ext::Sealed", "private::Sealed", "core::marker::Copy", "ext::private", "ext::Open"] {
        check(&said(path, open), "not a private non-local bound");
    }
    let twice = said(hidden, &said(hidden, open));
    check(&twice, "not a private non-local bound");
    // A bound of a function is what rustc asks for, so the function is called in a body that is trusted.
    check("fn f() { let y = ext::secret(3u8); }", "`#[verifier::external_body]`");
}

/// An error proposes a declaration by names that the program may write, wherever the item is.
#[test]
fn declarations_have_public_names() {
    let text = "mod inner { pub struct Deep { a: u8 } impl Deep { pub fn new() -> Deep { Deep { a: 1 } } } }
        pub mod outer { pub use crate::inner::Deep; }";
    for (program, declaration) in [
        ("fn f(d: ext::outer::Deep) {}", "#[verifier::external_body]"),
        ("fn f(d: ext::outer::Deep) {}", "pub struct ExDeep(ext::outer::Deep);"),
        (
            "fn f() { let d = ext::outer::Deep::new(); }",
            "pub assume_specification[ ext::outer::Deep::new ]() -> (r: ext::outer::Deep);",
        ),
    ] {
        let (code, errors) = verify(&[("ext", text, false, &[])], &[(0, "ext")], program);
        assert_eq!(code, Some(1), "{errors}");
        assert!(errors.contains(declaration), "{errors}");
    }
}

#[test]
fn attributes_of_tools_change_nothing() {
    let program = |name: &str| format!("#[verifier::external_type_specification] pub struct Ex(ext::{name});");
    let text = "#[cfg_attr(seen, change)] #[clippy::has_significant_drop] pub struct V { pub a: u32 }
        #[rustfmt::skip] #[cfg_attr(seen, change)] pub struct W { pub a: u32 }
        #[cfg_attr(unseen, allow(dead_code))] #[cfg_attr(not(seen), change)] pub struct X { pub a: u32 }";
    let text = text.replace("cfg_attr(not(seen), change)", "cfg_attr(not(unseen), change)");
    for (name, expected) in [("V", Some(0)), ("W", Some(0)), ("X", Some(1))] {
        let (code, errors) = verify(&[("ext", &text, false, &[])], &[(0, "ext")], &program(name));
        assert_eq!(code, expected, "{name}: {errors}");
    }
}

#[test]
fn methods_that_are_hidden_here_are_not_passed_over() {
    let text = "pub struct V { pub a: u32 }
        #[cfg(unseen)] impl V { pub fn foo(&self) -> u32 { 4 } pub const C: u32 = 4; }";
    let program = |body: &str| {
        let items = "pub trait Foo { fn foo(&self) -> (r: u32) ensures r == 3; const C: u32; }
            impl Foo for ext::V { fn foo(&self) -> u32 { 3 } const C: u32 = 3; }
            #[verifier::external_type_specification] pub struct ExV(ext::V);";
        format!("{items} fn f(x: ext::V) {{ let r = {body}; assert(r == 3); }}")
    };
    // The audit finds that rustc calls another function. Constants are not compared.
    for (body, error) in [
        ("x.foo()", "unsupported/external-crate"),
        ("(&x).foo()", "unsupported/external-crate"),
        ("ext::V::foo(&x)", "unsupported/external-crate"),
        ("{ let g = ext::V::foo; g(&x) }", "unsupported/external-crate"),
        ("ext::V::C", "unsupported/external-crate"),
    ] {
        let (code, errors) = verify(&[("ext", text, false, &[])], &[(0, "ext")], &program(body));
        assert_eq!(code, Some(1), "{body}: {errors}");
        assert!(errors.contains(error), "{body}: {errors}");
    }
    for body in ["<ext::V as Foo>::foo(&x)", "Foo::foo(&x)"] {
        let (code, errors) = verify(&[("ext", text, false, &[])], &[(0, "ext")], &program(body));
        assert_eq!(code, Some(0), "{body}: {errors}");
    }
}

#[test]
fn two_versions_of_a_crate_are_two() {
    let text = |n: u32| {
        let items = format!("pub open spec fn s() -> int {{ {n} }} pub fn f() -> (r: u32) ensures r == s() {{ {n} }}");
        verus(&items)
    };
    let (one, two) = (text(1), text(2));
    let crates: [Given<'_>; 2] = [("a", &one, true, &[]), ("a", &two, true, &[])];
    let uses = [(0, "a1"), (1, "a2")];
    let program = "fn f() { let x = a1::f(); let y = a2::f(); assert(x == 1 && y == 2); assert(a1::s() != a2::s()); }";
    let (code, errors) = verify(&crates, &uses, program);
    assert_eq!(code, Some(0), "{errors}");
    let (code, errors) = verify(&crates, &uses, "fn f() { let y = a2::f(); assert(y == 1); }");
    assert_eq!(code, Some(1), "{errors}");
    let own = [("main", one.as_str(), true, &[][..])];
    let (code, errors) = verify(&own, &[(0, "main")], "fn f() { let x = main::f(); assert(x == 1); }");
    assert_eq!(code, Some(0), "the crate has the name of what it uses: {errors}");
}

#[test]
fn a_verified_crate_may_use_one_that_is_not() {
    let middle = verus(
        "#[verifier::external_type_specification] #[verifier::external_body] pub struct Ex(ext::Counter);
        pub assume_specification [ext::twice](x: u32) -> (r: u32) ensures r == (2 * x) as u32;
        pub uninterp spec fn n(c: ext::Counter) -> int;
        #[verifier::external_body] pub fn new() -> ext::Counter { ext::Counter::new() }
        #[verifier::external_body] pub fn next(c: &mut ext::Counter) ensures n(*final(c)) == n(*old(c)) + 1 { c.next(); }",
    );
    let crates: [Given<'_>; 2] = [("ext", EXTERNAL, false, &[]), ("m", &middle, true, &[0])];
    let through = "fn f() { let mut c = m::new(); let ghost b = m::n(c); m::next(&mut c); assert(m::n(c) == b + 1); }";
    let (code, errors) = verify(&crates, &[(1, "m")], through);
    assert_eq!(code, Some(0), "{errors}");
    let direct = "fn f() { let y = ext::twice(2); assert(y == 4); }";
    let (code, errors) = verify(&crates, &[(1, "m"), (0, "ext")], direct);
    assert_eq!(code, Some(0), "{errors}");
    let (code, errors) = verify(&crates, &[(1, "m")], direct);
    assert_eq!(code, Some(1), "it is not used here: {errors}");
}

#[test]
fn the_environment_is_that_of_the_file() {
    let version =
        "fn f() { let v = env!(\"CARGO_PKG_VERSION\"); proof { reveal_strlit(\"0.1.0\"); } assert(v@.len() == 5); }";
    let (code, errors) = verify(&[], &[], version);
    assert_eq!(code, Some(0), "{errors}");
    for unknown in ["env!(\"HOME\")", "option_env!(\"HOME\")", "concat!(\"a\", env!(\"HOME\"))"] {
        let (code, errors) = verify(&[], &[], &format!("fn f() {{ let v = {unknown}; }}"));
        assert_eq!(code, Some(1), "{unknown}: {errors}");
        assert!(errors.contains("unsupported/environment"), "{unknown}: {errors}");
    }
}

#[test]
fn the_files_that_were_read_are_listed() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("inner.rs"), "pub fn f() {}").expect("written");
    let graph = graph(dir.path(), &[], &[]);
    let output = run(dir.path(), "mod inner; fn main() {}", &graph);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = fs::read_to_string(dir.path().join("files.json")).expect("it was written");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let files: Vec<&str> = value["files"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(files.len(), 2);
    assert!(files.iter().all(|file| Path::new(file).is_absolute()));
    let inner = files.iter().position(|file| file.ends_with("inner.rs")).expect("it was read");
    // What sha256sum says of it.
    assert_eq!(value["hashes"][inner], "93494f8c19e50a1ba875fe3b8540f6aa0c972c12b7a5ad25d384abefa034be20");
}

#[test]
fn a_wrong_file_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let told = |graph: &Value, what: &str| {
        let output = run(dir.path(), "fn main() {}", graph);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(what), "{errors}");
    };
    told(&json!({ "version": 7 }), "`version` is not 1");
    told(&json!({ "version": 1, "deps": [{ "crate": 0, "name": "a" }] }), "not among the crates before it");
    let record = |name: &str, root: &str| json!({ "version": 1, "crates": [{ "name": name, "root": root, "edition": "2021", "kind": "verified" }] });
    told(&record("a", "missing.rs"), "cannot read `missing.rs`");
    told(&record("vstd", "main.rs"), "`vstd` cannot be the name of a dependency");
    let mut graph = record("a", "main.rs");
    graph["crates"][0]["kind"] = json!("external");
    graph["crates"][0]["metadata"] = json!("missing.rmeta");
    told(&graph, "cannot read the metadata `missing.rmeta`");
}
