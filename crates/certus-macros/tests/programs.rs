//! Every program that is accepted by the verifier is compiled, and some are run.

mod common;

use common::{Libraries, accepted, blocks, cargo, folder, text_of, with_attributes, workspace};
use std::fmt::Write as _;
use std::fs;

/// One crate with a module for each program.
#[test]
fn accepted_programs_compile() {
    let libraries = Libraries::build();
    let dir = folder("programs");
    let programs = accepted();
    assert!(programs.len() > 250, "only {} programs were found", programs.len());
    let mut root = String::new();
    for (i, (place, text)) in programs.iter().enumerate() {
        let text = text.replace("crate::", &format!("crate::p{i}::"));
        fs::write(dir.join(format!("src/p{i}.rs")), format!("// {place}\n{text}")).expect("a program can be written");
        let _ = writeln!(root, "mod p{i};"); // Writing to a string does not fail.
    }
    let input = dir.join("src/main.rs");
    fs::write(&input, root + "fn main() {}\n").expect("a program can be written");
    let output =
        libraries.rustc(&input, &["--emit=metadata", "--cap-lints=allow", "--out-dir", &dir.to_string_lossy()]);
    assert!(output.status.success(), "{}", text_of(&output));
}

/// A program that says so has attributes which plain rustc does not know.
#[test]
fn programs_with_attributes_of_the_verifier_do_not_compile() {
    let libraries = Libraries::build();
    let dir = folder("with_attributes");
    let programs = with_attributes();
    assert!(!programs.is_empty());
    for (place, text) in programs {
        let input = dir.join("src/main.rs");
        fs::write(&input, text + "fn main() {}\n").expect("a program can be written");
        let output =
            libraries.rustc(&input, &["--emit=metadata", "--cap-lints=allow", "--out-dir", &dir.to_string_lossy()]);
        let printed = text_of(&output);
        assert!(
            !output.status.success() && printed.contains("cannot find module or crate `verifier`"),
            "{place}: {printed}"
        );
    }
}

/// The manifest of a crate as a user writes it.
fn manifest(name: &str) -> String {
    let root = workspace();
    let path = |place: &str| root.join(place).display().to_string().replace('\\', "/");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n\
         vstd = {{ path = \"{}\" }}\nverus_builtin = {{ path = \"{}\" }}\nverus_builtin_macros = {{ path = \"{}\" }}\n\
         verus_state_machines_macros = {{ path = \"{}\" }}\n\n\
         [profile.dev.package.\"*\"]\nopt-level = 2\n\n[workspace]\n",
        path("vstd"),
        path("packages/verus_builtin"),
        path("packages/verus_builtin_macros"),
        path("packages/verus_state_machines_macros"),
    )
}

/// The program of the chapter that has a `main` of its own.
fn program() -> String {
    let page = workspace().join("tests/spec/erased-form.md");
    let main = blocks(&page).into_iter().find(|block| block.text.contains("fn main() {\n    let c ="));
    main.expect("the chapter has a program that is run").text.replace("fn main()", "pub fn main()")
}

/// A crate that names the packages is built, run and tested by plain cargo, and nothing in it is reported as unused.
#[test]
fn a_crate_builds_runs_and_tests_with_plain_cargo() {
    let dir = folder("plain");
    let sizes = "println!(\"{} {} {}\", size_of::<Ghost<[u64; 9]>>(), size_of::<Tracked<String>>(), \
                 size_of::<(u8, Ghost<spec_size::S>)>());";
    let main = format!(
        "#![deny(warnings)]\nuse std::mem::size_of;\nuse verus_builtin::{{Ghost, Tracked}};\nmod program;\nmod tools;\n\
         mod spec_size {{ use vstd::prelude::*; verus! {{ pub ghost struct S {{ pub x: int }} }} }}\n\
         fn main() {{ program::main(); {sizes} println!(\"{{}}\", tools::run(3)); }}\n\
         #[test] fn half() {{ assert_eq!(tools::run(8), 4); }}\n"
    );
    let tools = "use vstd::prelude::*;\nverus! {\n\
        mod specs { use super::*; pub open spec fn half(x: int) -> int { x / 2 } pub proof fn lemma(x: int) { }\n\
            pub broadcast group group_half { lemma_b } pub broadcast proof fn lemma_b(x: int) ensures #[trigger] half(x) == x / 2 { } }\n\
        use specs::{group_half, half, lemma};\n\
        struct Limit { most: u32, seen: u32 }\n\
        const ONLY_IN_SPECS: u32 = 7;\n\
        impl Limit { spec fn ok(&self) -> bool { self.seen <= self.most && ONLY_IN_SPECS == 7 } }\n\
        fn limited(mut given: u32, Ghost(g): Ghost<int>) -> (r: Limit) ensures r.ok() {\n\
            broadcast use group_half;\n\
            let mut mark = 0u32; let unused_but_in_proof = given;\n\
            proof { lemma(unused_but_in_proof as int); assert(mark == 0); }\n\
            Limit { most: 10, seen: 3 } }\n\
        pub fn run(x: u32) -> (r: u32) ensures r == half(x as int) {\n\
            let limit = limited(x, Ghost(x as int)); assert(limit.ok()); x / 2 }\n\
        }\n";
    fs::write(dir.join("Cargo.toml"), manifest("certus-plain-crate")).expect("the crate can be written");
    fs::copy(workspace().join("Cargo.lock"), dir.join("Cargo.lock")).expect("the crate can be written");
    for (file, text) in [("main.rs", main.as_str()), ("program.rs", &program()), ("tools.rs", tools)] {
        fs::write(dir.join("src").join(file), text).expect("the crate can be written");
    }
    let run = cargo(&dir, &["run", "-q"]);
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{}", text_of(&run));
    assert_eq!(printed, "2 Some(7) 7 45 8 10\n8\n0 0 1\n1\n");
    let tested = cargo(&dir, &["test", "-q"]);
    assert!(tested.status.success() && text_of(&tested).contains("1 passed"), "{}", text_of(&tested));
}

/// Which code runs may depend on the traits of types of ghost code; what is run is what was proved.
#[test]
fn bounds_on_ghost_types_choose_the_verified_code() {
    let libraries = Libraries::build();
    let dir = folder("bounds");
    let page = workspace().join("tests/spec/erased-form.md");
    let found = blocks(&page).into_iter().find(|block| block.info.contains("name: bounds-on-ghost-types"));
    let program = found.expect("the chapter has this program").text;
    let input = dir.join("src/main.rs");
    let main = "fn main() { println!(\"{} {} {}\", of_wrapper(), of_other(), of_integers()); }\n";
    fs::write(&input, program + main).expect("a program can be written");
    let output = libraries.rustc(&input, &["--cap-lints=allow", "--out-dir", &dir.to_string_lossy()]);
    assert!(output.status.success(), "{}", text_of(&output));
    let run = std::process::Command::new(dir.join("main")).output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "1 2 1\n");
}

/// A value of ghost code that is asked for by code that runs: an error once it is compiled for a type.
#[test]
fn traits_of_ghost_types_have_no_code() {
    let libraries = Libraries::build();
    let dir = folder("no-code");
    let input = dir.join("src/main.rs");
    let text =
        "use verus_builtin::Ghost;\nfn read(g: Ghost<u8>) -> u8 { *g }\nfn main() { read(Ghost::assume_new()); }\n";
    fs::write(&input, text).expect("a program can be written");
    let output = libraries.rustc(&input, &["--cap-lints=allow", "--out-dir", &dir.to_string_lossy()]);
    let said = text_of(&output);
    assert!(!output.status.success() && said.contains("code that runs asks for a ghost value"), "{said}");
}

/// What must not compile, with words of rustc's answer. None of these is accepted by the verifier either, but the last
/// ones, of which syntax does not tell what runs.
#[test]
fn ghost_code_in_the_place_of_code_that_runs_does_not_compile() {
    let libraries = Libraries::build();
    let dir = folder("refused");
    let cases = [
        ("fn f() -> u32 { let x = 5u32; let ghost x = 6u32; x }", "mismatched types"),
        ("fn f() { let mut x = 5u32; let ghost mut x = 7u32; x = 9; }", "mismatched types"),
        ("spec fn s() -> bool { true } fn f() -> bool { s() }", "takes 1 argument"),
        ("proof fn p(x: u32) { } fn f(x: u32) { p(x); }", "mismatched types"),
        ("fn f() -> bool { equal(1u8, 1u8) }", "takes 1 argument"),
        ("fn f(t: Tracked<u8>) -> u8 { t.get() }", "no method named `get`"),
        ("fn f(mut g: Ghost<int>, Ghost(y): Ghost<int>) { *g.borrow_mut() = y; }", "no method named `borrow_mut`"),
        ("fn f(o: Option<u8>) -> bool { o is Some }", "is ghost code"),
        ("fn requires(x: u32) -> u32 { x } fn f() -> u32 { assume_(3); 1 }\npub fn assume(x: u32) { }", ""),
        ("fn f(tracked x: u8) { } fn g(Tracked(y): Tracked<u8>) { f(y) }", "Tracked(x): Tracked<T>"),
        (
            "trait N { fn n() -> u8; } impl N for () { fn n() -> u8 { 1 } } impl N for u8 { fn n() -> u8 { 2 } } \
          fn k<T: N>(Ghost(x): Ghost<T>) -> u8 { T::n() } fn f() -> u8 { k(Ghost(3u8)) }",
            "type annotations needed",
        ),
        (
            "proof fn p(x: u64) { } fn f() -> bool { let x = 2000000000; proof { p(x); } let y = x + x; y > x }",
            "annotate it",
        ),
        ("global size_of u32 == 5;", "not the one that the program was verified for"),
        (
            "struct S { a: u8, ghost g: int } type O = S; fn f(Ghost(y): Ghost<int>) -> S { O { a: 1, g: y } }",
            "mismatched types",
        ),
    ];
    for (program, words) in cases {
        let input = dir.join("src/lib.rs");
        fs::write(&input, format!("use vstd::prelude::*;\nverus! {{\n{program}\n}}\n"))
            .expect("a program can be written");
        let output =
            libraries.rustc(&input, &["--crate-type=lib", "--emit=metadata", "--out-dir", &dir.to_string_lossy()]);
        let text = text_of(&output);
        match words {
            "" => assert!(output.status.success(), "{program}\n{text}"),
            words => assert!(!output.status.success() && text.contains(words), "{program}\n{text}"),
        }
    }
}
