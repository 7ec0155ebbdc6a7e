//! Each rule: a source that breaks it, and neighbours that do not.

use super::{File, check};

fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}

/// The findings as `path:line: rule`, apart from the share of documentation, which small sources never reach.
fn findings(files: &[File]) -> Vec<String> {
    let (found, _) = check(files);
    let found = found.iter().filter(|finding| finding.rule != "doc-share");
    found.map(|finding| format!("{}:{}: {}", finding.path, finding.line, finding.rule)).collect()
}

/// The findings in one file of `certus-vc`, as `line: rule`.
fn in_source(text: &str) -> Vec<String> {
    in_path("crates/certus-vc/src/lib.rs", text)
}

fn in_path(path: &str, text: &str) -> Vec<String> {
    let prefix = format!("{path}:");
    findings(&[file(path, text)]).iter().map(|line| line.replacen(&prefix, "", 1)).collect()
}

/// A function of `lines` lines.
fn function(name: &str, lines: usize) -> String {
    format!("fn {name}() {{\n{}}}\n", "    f();\n".repeat(lines - 2))
}

#[test]
fn finding_prints_path_line_rule_message() {
    let (found, _) = check(&[file("crates/certus-vc/src/lib.rs", "//! Doc.\nfn f() { todo!() }\n")]);
    let text = "crates/certus-vc/src/lib.rs:2: panic: \
                say in a comment, on this line or the one before, why this cannot fail";
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [text]);
}

#[test]
fn syntax_errors_are_found_at_their_place() {
    assert_eq!(in_source("fn f() {}\nfn (\n"), ["2: syntax"]);
    assert_eq!(in_source("fn f() {}\nfn g() { 1 + }\n"), ["2: syntax"]);
}

#[test]
fn arrows_follow_the_table() {
    let manifest = |name: &str, text: &str| file(&format!("crates/{name}/Cargo.toml"), text);
    let tree = || manifest("certus-tree", "[package]\nname = \"certus-tree\"\n");
    let vir = || manifest("certus-vir", "[package]\n");
    let allowed = manifest("certus-lower", "[dependencies]\ncertus-tree.workspace = true\nother = \"1\"\n");
    assert_eq!(findings(&[tree(), vir(), allowed]), [""; 0]);
    let turned = manifest("certus-vir", "[dependencies]\ncertus-tree = { path = \"../certus-tree\" }\n");
    assert_eq!(findings(&[tree(), turned]), ["crates/certus-vir/Cargo.toml:2: arrow"]);
    let renamed = manifest("certus-vir", "[dependencies]\nt = { package = \"certus-tree\", version = \"1\" }\n");
    assert_eq!(findings(&[tree(), renamed]), ["crates/certus-vir/Cargo.toml:2: arrow"]);
    let on_target = manifest("certus-vir", "[target.'cfg(unix)'.build-dependencies]\ncertus-tree = \"1\"\n");
    assert_eq!(findings(&[tree(), on_target]), ["crates/certus-vir/Cargo.toml:2: arrow"]);
    let in_tests = manifest("certus-vir", "[dev-dependencies]\ncertus-tree = \"1\"\n");
    assert_eq!(findings(&[tree(), in_tests]), [""; 0]);
    let everything = manifest("certus", "[dependencies]\ncertus-tree = \"1\"\ncertus-vir = \"1\"\n");
    assert_eq!(findings(&[tree(), vir(), everything]), [""; 0]);
    assert_eq!(findings(&[manifest("certus-new", "[package]\n")]), ["crates/certus-new/Cargo.toml:1: arrow"]);
}

#[test]
fn one_crate_knows_rust_analyzer() {
    let text = "[dependencies]\nra_ap_hir = \"1\"\n";
    assert_eq!(in_path("crates/certus-vc/Cargo.toml", text), ["2: rust-analyzer"]);
    assert_eq!(in_path("crates/certus-frontend/Cargo.toml", text), [""; 0]);
    let text = "fn f() {\n    ra_ap_hir::f();\n}\n";
    assert_eq!(in_source(text), ["2: rust-analyzer"]);
    assert_eq!(in_path("crates/certus-frontend/src/lib.rs", text), [""; 0]);
    assert_eq!(in_source("// ra_ap_hir is somewhere else.\nconst A: &str = \"ra_ap_hir\";\n"), [""; 0]);
}

#[test]
fn only_the_command_prints_and_exits() {
    for text in ["println!()", "eprint!(\"a\")", "std::process::exit(1)", "{ use std::process::exit; exit(1) }"] {
        let text = format!("fn f() {{\n    {text};\n}}\n");
        assert_eq!(in_source(&text), ["2: reserved"], "{text}");
        assert_eq!(in_path("crates/certus/src/main.rs", &text), [""; 0]);
        assert_eq!(in_path("crates/certus-vc/tests/a.rs", &text), [""; 0]);
        assert_eq!(in_path("crates/certus-vc/build.rs", &text), [""; 0]);
    }
    assert_eq!(in_path("crates/certus/src/main.rs", "fn f() { dbg!(1); }\n"), ["1: reserved"]);
    assert_eq!(in_source("fn f(p: &Process) { p.exit(1); my::exit(2); writeln!(p, \"println!\"); }\n"), [""; 0]);
}

#[test]
fn an_installed_command_has_no_checkout() {
    let text = "fn f() -> &'static str {\n    concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/x\")\n}\n";
    assert_eq!(in_path("crates/certus/src/bin/cargo-certus/main.rs", text), ["2: reserved"]);
    assert_eq!(in_source(text), ["2: reserved"]);
    assert_eq!(in_path("crates/certus/tests/a.rs", text), [""; 0]);
    assert_eq!(in_path("crates/xtask/src/main.rs", text), [""; 0]);
    assert_eq!(in_source("fn f() -> &'static str {\n    env!(\"OUT_DIR\")\n}\n"), [""; 0]);
}

#[test]
fn only_the_solver_crate_starts_processes() {
    for text in ["use std::process::Command;\n", "use std::{process::{Child, Command}};\n"] {
        assert_eq!(in_source(text), ["1: reserved"]);
        assert_eq!(in_path("crates/certus-solve/src/lib.rs", text), [""; 0]);
    }
    assert_eq!(in_source("use clap::Command;\nuse std::process::{Child};\nstruct S { c: Command }\n"), [""; 0]);
}

#[test]
fn lowering_never_sees_source_text() {
    let text = "use certus_diagnostics::{Sources, Span};\n";
    assert_eq!(in_path("crates/certus-lower/src/lib.rs", text), ["1: reserved"]);
    assert_eq!(in_path("crates/certus-frontend/src/lib.rs", text), [""; 0]);
}

#[test]
fn ignored_tests_are_found_in_tests_too() {
    let text = "#[cfg(test)]\nmod tests {\n    #[test]\n    #[ignore = \"slow\"]\n    fn f() {}\n}\n";
    assert_eq!(in_source(text), ["4: ignore"]);
    assert_eq!(in_path("crates/certus/tests/a.rs", "#[cfg_attr(unix, ignore)]\nfn f() {}\n"), ["1: ignore"]);
    assert_eq!(in_source("/// Says #[ignore].\n#[must_use]\nfn ignore() {}\n"), [""; 0]);
}

#[test]
fn a_silenced_lint_has_its_reason() {
    assert_eq!(in_source("#![allow(dead_code)]\n"), ["1: allow"]);
    assert_eq!(in_source("\n#[expect(unused)]\nfn f() {}\n"), ["2: allow"]);
    assert_eq!(in_source("#[cfg_attr(unix, allow(unused))]\nfn f() {}\n"), ["1: allow"]);
    assert_eq!(in_source("#[allow(unused, reason = \"for later\")]\nfn f() {}\n"), [""; 0]);
    assert_eq!(in_source("// The macro needs it.\n#[allow(unused)]\nfn f() {}\n"), [""; 0]);
    assert_eq!(in_source("#[deny(unused)]\nfn f() {}\n"), [""; 0]);
}

#[test]
fn commented_out_code_is_found() {
    for code in ["let x = f(1);", "f(x, y);", "}", "if x {", "x += 1;", "return;", "use a::b;", "println!(\"{x}\");"] {
        assert_eq!(in_source(&format!("fn f() {{\n    // {code}\n}}\n")), ["2: dead-code"], "{code}");
    }
    assert_eq!(in_source("fn f() {\n    g(); /* g(1); */\n}\n"), ["2: dead-code"]);
}

#[test]
fn prose_is_not_code() {
    for prose in [
        "The empty list;",
        "x;",
        "if so, the caller has checked that it holds",
        "for instance `f(x);`",
        "see {a, b}",
        "A call f(x) of it; then more.",
        "-----",
        "https://example.org/a;",
        "x = y",
    ] {
        assert_eq!(in_source(&format!("fn f() {{\n    // {prose}\n}}\n")), [""; 0], "{prose}");
    }
    let documented = "/// let x = 1;\n/// ```\n/// f();\n/// ```\nfn f() { g(\"// h();\", r#\"/* i(); */\"#); }\n";
    assert_eq!(in_source(documented), [""; 0]);
}

#[test]
fn trust_in_systems_has_files_of_its_own() {
    // Lines that the rule must find: texts of files that are made up here. Nothing is trusted or left unfinished with them.
    for text in [
        "assume(false);",
        "#[verifier::external_body]",
        "pub axiom fn f();",
        "admit();",
        "#[verifier::external]",
        "unsafe impl A for B {}",
        "global size_of usize == 8;",
        "pub assume_specification [f] () -> u8;",
    ] {
        let text = format!("fn f() {{}}\n{text}\n");
        assert_eq!(in_path("systems/log/src/part/a_v.rs", &text), ["2: trusted"], "{text}");
        assert_eq!(in_path("systems/log/src/lib.rs", &text), ["2: trusted"], "{text}");
        assert_eq!(in_path("systems/log/src/a_t.rs", &format!("//! trusted: it is so.\n{text}")), [""; 0]);
        assert_eq!(in_path("systems/log/tests/a.rs", &text), [""; 0]);
    }
    assert_eq!(in_path("systems/log/src/a_v.rs", "// Nothing like assume(x) is here.\nfn f() {}\n"), [""; 0]);
    assert_eq!(in_path("systems/log/src/a.rs", "fn f() {}\n"), ["1: trusted"]);
    assert_eq!(in_path("systems/log/src/a_t.rs", "//! A file.\nfn f() {}\n"), ["1: trusted"]);
}

#[test]
fn specification_files_have_spec_functions_alone() {
    let in_spec = |text: &str| in_path("systems/log/src/a_spec_t.rs", text);
    for text in [
        "pub open spec fn f(g: spec_fn(int) -> bool) -> bool {\n    g(3)\n}\n",
        "pub uninterp spec fn f() -> int;\n",
        "pub ghost struct A { pub f: fn_like }\n",
        "// A proof fn is elsewhere.\n",
    ] {
        assert_eq!(in_spec(text), [""; 0], "{text}");
    }
    for text in [
        "fn f() {}\n",
        "pub proof fn lemma_f()\n    ensures true,\n{\n}\n",
        "impl A { spec fn f() -> int { 0 } fn g() {} }\n",
        "pub axiom fn axiom_f() ensures false;\n",
    ] {
        assert!(in_spec(text).contains(&"1: trusted".to_owned()), "{text}");
    }
    assert_eq!(in_spec("#[verifier::external_body]\npub ghost struct A;\n"), ["1: trusted"]);
}

#[test]
fn numbers_of_the_layout_stand_in_it() {
    let text = "fn f() {\n    let at = 40 + 16 * n;\n    g(0, 1, 1usize, 0int, x.0, x_2, p.1.0);\n    g(at + 8u64);\n    g(0x0);\n}\n";
    assert_eq!(in_path("systems/plog/src/a_v.rs", text), ["2: layout", "4: layout", "5: layout"]);
    assert_eq!(in_path("systems/plog/src/layout_v.rs", text), [""; 0]);
    assert_eq!(in_path("systems/plog/tests/a.rs", text), [""; 0]);
    assert_eq!(in_path("systems/power/src/a_v.rs", text), [""; 0]);
    assert_eq!(in_path("systems/plog/src/a_v.rs", "// At 40.\nfn f() {}\n"), [""; 0]);
}

#[test]
fn devices_for_tests_are_for_tests() {
    let text = "[dependencies]\npower.workspace = true\n[dev-dependencies]\npower-mock.workspace = true\n";
    assert_eq!(in_path("systems/log/Cargo.toml", text), [""; 0]);
    let text = "[dependencies]\npower-mock.workspace = true\n";
    assert_eq!(in_path("systems/log/Cargo.toml", text), ["2: mock"]);
}

#[test]
fn what_may_panic_needs_its_reason() {
    for call in ["x.unwrap()", "x\n        .expect(\"a\")", "panic!()", "vec![x.unwrap()]", "unreachable!(\"no\")"] {
        let bare = in_source(&format!("fn f() {{\n    g({call});\n}}\n"));
        assert!(bare.len() == 1 && bare[0].ends_with(": panic"), "{call}: {bare:?}");
    }
    assert_eq!(in_source("fn f() {\n    // Checked by the caller.\n    x.unwrap();\n}\n"), [""; 0]);
    assert_eq!(in_source("fn f() {\n    x.unwrap(); // Checked by the caller.\n}\n"), [""; 0]);
    assert_eq!(in_source("fn f() {\n    // Too far.\n\n    x.unwrap();\n}\n"), ["4: panic"]);
    assert_eq!(in_source("/// Doc.\nfn f() { x.unwrap(); }\n"), ["2: panic"]);
    assert_eq!(in_source("fn f(&self) { x.unwrap_or(1); self.expect(T); quote! { panic!() }; }\n"), [""; 0]);
}

#[test]
fn tests_may_panic() {
    for text in [
        "#[cfg(test)]\nmod tests {\n    fn f() { x.unwrap(); }\n}\n",
        "#[test]\nfn f() { x.unwrap(); }\n",
        "#[cfg(all(test, unix))]\nfn f() { x.unwrap(); }\n",
    ] {
        assert_eq!(in_source(text), [""; 0]);
    }
    assert_eq!(in_source("#[cfg(not(test))]\nfn f() { x.unwrap(); }\n"), ["2: panic"]);
    let files = [
        file("crates/certus-vc/src/a.rs", "#[cfg(test)]\nmod tests;\nmod real;\n"),
        file("crates/certus-vc/src/a/tests.rs", "fn f() { x.unwrap(); }\n"),
        file("crates/certus-vc/src/a/tests/more.rs", "fn f() { x.unwrap(); }\n"),
        file("crates/certus-vc/src/a/real.rs", "fn f() { x.unwrap(); }\n"),
    ];
    assert_eq!(findings(&files), ["crates/certus-vc/src/a/real.rs:1: panic"]);
}

#[test]
fn panics_have_a_budget_by_crate() {
    let panics = |count: usize, lines: usize| {
        let text = "fn f() { x.unwrap() } // Because.\n".repeat(count) + &"fn g() {}\n".repeat(lines - count);
        in_source(&text)
    };
    assert_eq!(panics(1, 10), [""; 0]);
    assert_eq!(panics(2, 10), ["crates/certus-vc/Cargo.toml:1: panic-share"]);
    assert_eq!(panics(2, 1000).len(), 1, "only the median file is too long");
    assert_eq!(panics(3, 1000).len(), 2);
}

#[test]
fn files_have_a_limit_and_a_median() {
    let lines = |count: usize| "fn f() {}\n".repeat(count);
    let small = |name: &str| file(&format!("crates/certus-vc/src/{name}.rs"), &lines(250));
    let large = |count: usize| file("crates/certus-vc/src/lib.rs", &lines(count));
    assert_eq!(findings(&[small("a"), small("b"), large(1000)]), [""; 0]);
    assert_eq!(findings(&[small("a"), small("b"), large(1001)]), ["crates/certus-vc/src/lib.rs:1: file-length"]);
    assert_eq!(findings(&[large(251)]), ["crates:1: file-length"]);
    let tested = lines(200) + "#[cfg(test)]\nmod tests {\n" + &lines(2000) + "}\n";
    assert_eq!(in_source(&tested), [""; 0]);
    assert_eq!(in_source(&("// @generated by a program\n".to_owned() + &lines(2000))), [""; 0]);
}

#[test]
fn functions_have_a_limit_and_a_percentile() {
    let short = |count: usize| "fn f() {}\n".repeat(count);
    assert_eq!(in_source(&(function("g", 101) + &short(140))), ["1: function-length"]);
    assert_eq!(in_source(&(function("g", 100) + &short(99))), [""; 0], "one of a hundred may be long");
    assert_eq!(in_source(&(function("g", 71) + &short(98))), ["1: function-length"], "one of 99 may not");
    let method = format!("impl S {{\n    /// Doc.\n    #[inline]\n    pub {}}}\n", function("g", 101));
    assert_eq!(in_source(&(method + &short(140))), ["4: function-length"]);
}

#[test]
fn every_crate_has_documentation() {
    let share = |docs: usize, others: usize| {
        let text = "/// Doc.\nfn f() {}\n".repeat(docs) + &"fn g() {}\n".repeat(others - docs);
        let (found, _) = check(&[file("crates/certus-vc/src/lib.rs", &text)]);
        found.iter().any(|finding| finding.rule == "doc-share")
    };
    assert!(!share(12, 88));
    assert!(share(12, 89));
}

#[test]
fn the_command_stays_small() {
    let of = |name: &str, lines: usize| {
        // Several files, as one of so many lines would be too long.
        let files =
            (0..10).map(|n| file(&format!("crates/{name}/src/f{n}.rs"), &"const A: u8 = 0;\n".repeat(lines / 10)));
        let (found, _) = check(&files.collect::<Vec<_>>());
        found.iter().any(|finding| finding.rule == "command-length")
    };
    assert!(!of("certus", 3500));
    assert!(of("certus", 3510));
    assert!(!of("certus-driver", 3510));
}

#[test]
fn nothing_of_a_machine_gets_in() {
    let path = ["/wo", "rk/x"].concat();
    let host = ["https://pypi.", "org/simple"].concat();
    assert_eq!(in_path("docs/a.md", &format!("a\n{path}\n")), ["2: machine"]);
    assert_eq!(in_path("Cargo.lock", &host), ["1: machine"]);
    assert_eq!(in_path("docs/a.md", "the network, a workspace, crates.io, PyPI\n"), [""; 0]);
}

/// The findings in files of `certus-vc`, each a path below `src` and a text.
fn in_modules(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|(path, text)| file(&format!("crates/certus-vc/src/{path}"), text));
    findings(&files.collect::<Vec<_>>())
}

#[test]
fn few_modules_use_each_other_in_a_circle() {
    let circle = ["crates/certus-vc/Cargo.toml:1: import-cycle"];
    let root = ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\npub use d::D;\n");
    let (a, b, c) =
        (("a.rs", "use crate::b::B;\n"), ("b.rs", "use crate::c::{C, E};\n"), ("c.rs", "fn f(d: crate::D) {}\n"));
    assert_eq!(in_modules(&[root, a, b, c, ("d.rs", "use super::a;\n")]), circle, "through what the root gives out");
    assert_eq!(in_modules(&[root, a, b, c, ("d.rs", "use other::a;\n")]), [""; 0]);
    assert_eq!(
        in_modules(&[root, a, b, ("c.rs", "use crate::a;\n"), ("d.rs", "use crate::a::*;\n")]),
        [""; 0],
        "three may"
    );
    let tested = ("d.rs", "#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n");
    assert_eq!(in_modules(&[root, a, b, c, tested]), [""; 0]);
}

#[test]
fn a_module_may_use_those_that_it_is_in() {
    let children = |text: &str| {
        let names = ["p", "q", "r", "s"];
        let parent = names.map(|name| format!("mod {name};\nfn {name}() {{ {name}::f(); }}\n")).concat();
        let files = names.map(|name| (format!("{name}.rs"), format!("use super::T;\n{text}")));
        let files = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        in_modules(&[("lib.rs", parent.as_str())].into_iter().chain(files).collect::<Vec<_>>())
    };
    assert_eq!(children(""), [""; 0]);
    assert_eq!(children("use super::p;\n"), [""; 0], "all use one, and it uses none");
    assert_eq!(children("use super::{p, q, r, s};\n"), ["crates/certus-vc/Cargo.toml:1: import-cycle"]);
}

#[test]
fn state_of_a_whole_crate_has_private_fields() {
    let in_lower = |text: &str| in_path("crates/certus-lower/src/body/fx.rs", text);
    assert_eq!(in_lower("struct Fx {\n    pub(crate) cx: u8,\n    owner: u8,\n}\n"), [""; 0]);
    assert_eq!(in_lower("struct Fx {\n    cx: u8,\n    pub out: u8,\n}\n"), ["3: private-field"]);
    assert_eq!(in_lower("struct Scope {\n    /// Doc.\n    pub(super) slots: u8,\n}\n"), ["3: private-field"]);
    assert_eq!(in_lower("struct Setting(bool, pub bool);\n"), ["1: private-field"]);
    // Other types, and those of other crates, are plain data.
    assert_eq!(in_lower("struct Owner {\n    pub def: u8,\n}\n"), [""; 0]);
    assert_eq!(in_source("struct Fx {\n    pub out: u8,\n}\n"), [""; 0]);
}

#[test]
fn a_type_with_private_fields_keeps_its_name() {
    let names = ["Encoder", "Vocabulary", "Theory", "Callees", "Broadcasts"];
    let crate_of = |names: &[&str]| -> Vec<File> {
        let text = |i: usize| names.get(i).map_or("//! Doc.\n".to_owned(), |name| format!("struct {name};\n"));
        (0..10).map(|i| file(&format!("crates/certus-smt/src/f{i}.rs"), &text(i))).collect()
    };
    assert_eq!(findings(&crate_of(&names)), [""; 0]);
    assert_eq!(findings(&crate_of(&names[1..])), ["crates/certus-smt/Cargo.toml:1: private-field"]);
}

#[test]
fn values_that_travel_together_want_a_type() {
    let functions = |many: usize, others: usize| {
        let text = "fn f(a: A, b: B, c: C, d: D, e: E, f: F) {}\n".repeat(many)
            + &"impl S { fn g(&self, a: A, b: B, c: C, d: D, e: E) {} }\n".repeat(others);
        in_source(&text)
    };
    assert_eq!(functions(1, 999).iter().filter(|finding| finding.ends_with("parameters")).count(), 0);
    assert_eq!(functions(1, 200), ["1: parameters"]);
    assert_eq!(functions(0, 200), [""; 0]);
}

/// A file of rules: its headings and formulas, its code, and its tests.
fn rules(name: &str, docs: &str, code: &str) -> File {
    file(&format!("crates/certus-smt/src/rules/{name}.rs"), &format!("{docs}\n{code}"))
}

const FORMULA: &str = "//! # Rule `a-b`\n//!\n//! ```smt\n//! (f x)\n//! ```\n//!\n//! True because it is.\n";
const MADE: &str = "/// Rule `a-b`: it.\nfn f() {}\n";

/// A test of this name.
fn test(name: &str) -> String {
    format!("#[cfg(test)]\nmod tests {{\n    #[test]\n    fn {name}() {{}}\n}}\n")
}

#[test]
fn rules_have_a_formula_a_reason_code_and_a_test() {
    let good = || rules("x", FORMULA, &(MADE.to_owned() + &test("a_b_holds")));
    assert_eq!(findings(&[good()]), [""; 0]);
    let of = |docs: &str, code: &str| {
        let (found, _) = check(&[rules("x", docs, code)]);
        found
            .into_iter()
            .filter(|f| f.rule == "rules")
            .map(|f| format!("{}: {}", f.line, f.message))
            .collect::<Vec<_>>()
    };
    let code = MADE.to_owned() + &test("a_b");
    assert_eq!(of(FORMULA, &code), [""; 0]);
    assert!(of("//! Some words.\n", "fn f() {}\n")[0].starts_with("1: a file here has a rule"));
    let formula = "rule `a-b` needs its formula in a block marked `smt`";
    let text = FORMULA.replace("```smt", "```text");
    assert_eq!(of(&text, &code), [format!("1: {formula}")]);
    assert_eq!(of(&FORMULA.replace("//! (f x)\n", ""), &code), [format!("1: {formula}")]);
    assert!(of(&FORMULA.replace("True because it is.", ""), &code)[0].contains("needs the reason"));
    assert!(of(&FORMULA.replace("a-b", "A b"), &code.replace("`a-b`", "`A b`"))[0].contains("small letters"));
    assert!(of(FORMULA, &test("a_b"))[0].contains("needs code below"));
    for other in ["a", "a_bc", "holds_a_b"] {
        assert!(of(FORMULA, &(MADE.to_owned() + &test(other)))[0].contains("needs a test"), "{other}");
    }
    assert!(of(FORMULA, &(MADE.to_owned() + "#[cfg(test)]\nfn a_b() {}\n"))[0].contains("needs a test"));
}

#[test]
fn rules_have_names_and_tests_of_their_own() {
    let code = MADE.to_owned() + &test("a_b");
    let twice = [rules("x", FORMULA, &code), rules("y", FORMULA, &code)];
    assert_eq!(findings(&twice), ["crates/certus-smt/src/rules/y.rs:1: rules"]);
    // The test of a rule with a longer name is none of the shorter one's.
    let longer = FORMULA.replace("a-b", "a-b-c");
    let both = |tests: &str| {
        let code = MADE.to_owned() + &MADE.replace("a-b", "a-b-c").replace("fn f", "fn g") + tests;
        findings(&[rules("x", &format!("{FORMULA}//!\n{longer}"), &code)])
    };
    assert_eq!(both(&test("a_b_c")), ["crates/certus-smt/src/rules/x.rs:1: rules"]);
    assert_eq!(both("#[test]\nfn a_b() {}\n#[test]\nfn a_b_c() {}\n"), [""; 0]);
    // Tests may stand below the file.
    let below = file("crates/certus-smt/src/rules/x/tests.rs", "#[test]\nfn a_b() {}\n");
    assert_eq!(findings(&[rules("x", FORMULA, MADE), below]), [""; 0]);
}

#[test]
fn code_names_rules_that_are_there() {
    let good = || rules("x", FORMULA, &(MADE.to_owned() + &test("a_b")));
    let other = |text: &str| file("crates/certus-smt/src/flow.rs", text);
    assert_eq!(findings(&[good(), other("/// By rule `a-b`, and Rule `a-b`.\nfn f() {}\n")]), [""; 0]);
    let found = findings(&[good(), other("fn f() {} // By rule `a-b`, or rule `c`.\n\n/// Rule `c`.\nfn g() {}\n")]);
    assert_eq!(found, ["crates/certus-smt/src/flow.rs:3: rules"]);
}
