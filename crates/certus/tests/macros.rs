//! Macros of crates that a cargo package depends on: what they write is verified and given to rustc, what they get is what rustc
//! gives them, and what goes wrong is said at the call.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The crate of macros.
const MACROS: &str = include_str!("macros/mac.rs");

/// A crate that uses them all.
const APP: &str = include_str!("macros/app.rs");

/// A package that is verified and a crate of macros that it depends on.
struct World {
    directory: tempfile::TempDir,
}

/// How a command ended, and what it said.
struct Said {
    status: Option<i32>,
    text: String,
}

fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is there")
}

impl World {
    fn new() -> World {
        let world = World { directory: tempfile::tempdir().expect("a directory") };
        let package = |name: &str| format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        let vstd = checkout().join("vstd");
        world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"app\", \"mac\"]\n");
        world.write("mac/Cargo.toml", &(package("mac") + "[lib]\nproc-macro = true\n"));
        let depends = format!(
            "[package.metadata.certus]\nverify = true\n[dependencies]\nmac = {{ path = \"../mac\" }}\n\
             vstd = {{ path = \"{}\" }}\n",
            vstd.display()
        );
        world.write("app/Cargo.toml", &(package("app") + &depends));
        world.write("mac/src/lib.rs", MACROS);
        world.write("app/src/lib.rs", APP);
        world.write(
            "app/examples/run.rs",
            "fn main() { println!(\"{}\", app::run()); for s in app::shown() { println!(\"{s:?}\"); } }",
        );
        // The versions that Certus was built with, which are in cargo's cache where it was.
        std::fs::copy(checkout().join("Cargo.lock"), world.directory.path().join("Cargo.lock")).expect("copied");
        world
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.directory.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn run(&self, program: &str, arguments: &str) -> Said {
        let mut command = Command::new(program);
        command.current_dir(self.directory.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        command.env("CARGO_TARGET_DIR", self.directory.path().join("target")).env_remove("CARGO");
        Said::of(&command.output().expect("it runs"))
    }

    fn certus(&self, arguments: &str) -> Said {
        self.run(env!("CARGO_BIN_EXE_cargo-certus"), &format!("certus verify -p app {arguments}"))
    }

    /// What is said of a program of one `verus!` block, whose errors must be `code` at the line with `HERE`.
    #[track_caller]
    fn refuses(&self, items: &str, code: &str, message: &str) {
        let text = format!("use vstd::prelude::*;\nverus! {{\nfn first() {{}}\n{items}\n}}\n");
        let line = text.lines().position(|line| line.contains("HERE")).expect("a line") + 1;
        self.write("app/src/lib.rs", &text);
        let said = self.certus("").ends_with(1);
        let errors: Vec<&str> = said.text.lines().filter(|line| line.starts_with("error[")).collect();
        assert!(
            !errors.is_empty() && errors.iter().all(|error| error.starts_with(&format!("error[{code}]"))),
            "{}",
            said.text
        );
        let place = format!("app/src/lib.rs:{line}:");
        assert!(said.text.contains(&place), "`{place}` is not in\n{}", said.text);
        said.says(message);
    }
}

impl Said {
    fn of(output: &Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { status: output.status.code(), text: text(&output.stdout) + &text(&output.stderr) }
    }

    #[track_caller]
    fn ends_with(self, status: i32) -> Said {
        assert_eq!(self.status, Some(status), "\n{}", self.text);
        self
    }

    #[track_caller]
    fn says(self, part: &str) -> Said {
        assert!(self.text.contains(part), "`{part}` is not in\n{}", self.text);
        self
    }
}

/// The tokens of an item, as far as blanks do not matter.
fn tokens(text: &str) -> String {
    text.replace("\\n", "").chars().filter(|c| !c.is_whitespace()).collect()
}

/// The strings that a text has in the lines with a word.
fn shown(text: &str, word: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains(word));
    lines.filter_map(|line| Some(tokens(line.split_once('"')?.1.rsplit_once('"')?.0))).collect()
}

/// The steps build on each other, since the macros of the language are compiled for the package once.
#[test]
fn macros_of_crates() {
    let world = World::new();
    verifies_and_runs(&world);
    remembers_no_other_macro(&world);
    tells_what_is_wrong(&world);
    survives_the_server(&world);
}

fn verifies_and_runs(world: &World) {
    world.certus("-- --log log").ends_with(0).says("7 functions proved");
    let ran = world.run("cargo", "run -q -p app --example run").ends_with(0).says("\n");
    // 12 + 18 + 5 + 12 + 7 + 1
    assert!(ran.text.lines().any(|line| line == "55"), "{}", ran.text);
    // A derive gets the same tokens from rustc and here, inside of `verus!` and outside.
    let text = std::fs::read_to_string(world.directory.path().join("app/log/program.rs"))
        .or_else(|_| std::fs::read_to_string(world.directory.path().join("log/program.rs")))
        .expect("the log");
    let here = shown(&text, "const SHOWN");
    let compiled = shown(&ran.text, "struct").into_iter().chain(shown(&ran.text, "enum"));
    let (mut here, mut compiled) = (here, compiled.collect::<Vec<_>>());
    here.sort();
    compiled.sort();
    assert_eq!(here.len(), 4, "{text}");
    assert_eq!(here, compiled);
}

/// Neither a stamp, nor settled functions, nor verdicts are those of another macro.
fn remembers_no_other_macro(world: &World) {
    world.certus("").ends_with(0);
    world.certus("").ends_with(0).says("Fresh");
    world.write("mac/src/lib.rs", &MACROS.replace("spec.join(\" + \")", "spec.join(\" - \")"));
    world.certus("").ends_with(1).says("error[verify/postcondition]").says("app/src/lib.rs:8:17");
    world.write("mac/src/lib.rs", MACROS);
    world.certus("").ends_with(0);
}

fn tells_what_is_wrong(world: &World) {
    let derive = |name: &str| format!("#[derive(Clone,\n mac::{name})] // HERE\npub struct P {{ pub a: u32 }}");
    world.refuses(&derive("Panics"), "rust/macro", "the macro `Panics` panicked: no way");
    world.refuses(&derive("Forges"), "language/reserved-doc", "the macro `Forges` writes text");
    world.refuses(&derive("Nothing"), "rust/unresolved-macro", "cannot find the macro `mac::Nothing`");
    let ghost = "#[derive(mac::Shown)] // HERE\npub struct P { pub a: u32, ghost b: int }";
    world.refuses(ghost, "unsupported/macro", "a derive macro of a crate");
    let tracked = "#[derive(mac::Shown)] // HERE\npub enum P { A(u32), B { tracked b: u8 } }";
    world.refuses(tracked, "unsupported/macro", "with a ghost or tracked field");
    let within = "#[derive(mac::Shown)] // HERE\npub ghost struct P { pub a: u32, ghost b: int }";
    world.refuses(within, "unsupported/macro", "with a ghost or tracked field");
    let attribute = "#[mac::also(g)] // HERE\nfn verified() {}";
    world.refuses(attribute, "unsupported/macro", "an attribute macro of a crate");
    let method = "struct S;\nimpl S {\n#[mac::also(g)] // HERE\nfn verified() {}\n}";
    world.refuses(method, "unsupported/macro", "an attribute macro of a crate");
    let tokens = "#[derive(mac::Refuses)]\nstruct P {\n a: u32, // HERE\n}";
    world.refuses(tokens, "rust/macro", "not this field");
    let meddles = "#[derive(mac::Meddles)] // HERE\npub struct P { pub a: u32 }";
    world.refuses(meddles, "language/internal-trait", "");
    let syntax = "#[derive(mac::Broken)] // HERE\npub struct P { pub a: u32 }";
    world.refuses(syntax, "rust/syntax", "");
    let of_user = "#[derive(mac::Total)]\npub struct P { pub a: u32 }\nfn f(p: &P) -> (r: u64) ensures r == p.total() { 1 } // HERE";
    world.refuses(of_user, "verify/postcondition", "failed this postcondition");
    let of_macro = "fn f() { let x = mac::plus_one!(0xffff_ffff_ffff_ffffu64); } // HERE";
    world.refuses(of_macro, "verify/overflow", "overflow");
    // What the rewriter says of the tokens of a macro is said at its call.
    let of_language = "#[derive(mac::Wrong)] // HERE\npub struct P { pub a: u32 }";
    world.refuses(of_language, "language/syntax", "");
}

/// A server that is not there, ends, is too new, or gets no library.
fn survives_the_server(world: &World) {
    world.write(
        "app/src/lib.rs",
        "use vstd::prelude::*;\nverus! {\n#[derive(mac::Total)]\npub struct P { pub a: u32 }\n}\n",
    );
    let at = |path: &str| world.directory.path().join(path);
    let server = |text: &str| {
        let path = at("server");
        std::fs::write(&path, text).expect("written");
        #[cfg(unix)]
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("changed");
        path
    };
    let verify = |server: &Path, library: &Path| {
        let text = format!(
            r#"{{"version": 1, "crates": [{{"name": "mac", "root": {:?}, "edition": "2024", "kind": "macros",
                "metadata": {library:?}}}], "deps": [{{"crate": 0, "name": "mac"}}], "macro_server": {server:?}}}"#,
            at("mac/src/lib.rs")
        );
        world.write("crates.json", &text);
        let arguments = "verify --no-cache --edition 2024 --crate-name app --crates crates.json app/src/lib.rs";
        world
            .run(env!("CARGO_BIN_EXE_certus"), arguments)
            .ends_with(1)
            .says("error[unsupported/macro]")
            .says("lib.rs:3:10")
    };
    let (none, library) = (at("none"), at("app/src/lib.rs"));
    verify(&none, &library).says("which is part of the toolchain, is not there");
    if cfg!(unix) {
        verify(&server("#!/bin/sh\nexit 3\n"), &library).says("version check failed");
        let new = "#!/bin/sh\nread line; echo '{\"ApiVersionCheck\":99}'; cat > /dev/null\n";
        verify(&server(new), &library).says("too new");
        let dies = "#!/bin/sh\nread line; echo '{\"ApiVersionCheck\":5}'; read line; exit 1\n";
        verify(&server(dies), &library).says("cannot be loaded");
        let nonsense = "#!/bin/sh\nread line; echo '{\"ApiVersionCheck\":5}'; while read line; do echo '{\"ListMacros\":7}'; done\n";
        verify(&server(nonsense), &library);
    }
}
