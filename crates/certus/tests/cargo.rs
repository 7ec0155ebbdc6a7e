//! `cargo certus` on a workspace of three crates, and as a new user meets it: a verified library; a verified crate that
//! uses it and a crate of the registry through a trusted wrapper; a binary that nobody verifies.
//!
//! The crate of the registry is one that the macros of the language need anyway, so that it is there wherever a
//! verified program compiles.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, Weak};

const ROOT: &str = r#"
[workspace]
members = ["numbers", "scanner", "app"]
resolver = "3"
"#;

const NUMBERS_TOML: &str = r#"
[package]
name = "numbers"
version = "0.1.0"
edition = "2021"

[features]
triple = []
wrong = []

[dependencies]
vstd = { path = "@vstd@" }

[package.metadata.certus]
verify = true
"#;

const NUMBERS: &str = r#"
use vstd::prelude::*;

verus! {

pub open spec fn doubled(n: int) -> int {
    2 * n
}

pub fn double(n: u32) -> (r: u64)
    ensures
        r == doubled(n as int),
{
    n as u64 + n as u64
}

#[cfg(feature = "triple")]
pub fn triple(n: u32) -> (r: u64)
    ensures
        r == 3 * n,
{
    3 * (n as u64)
}

#[cfg(feature = "wrong")]
pub fn wrong(n: u32) -> (r: u32)
    ensures
        r > n,
{
    n
}

} // verus!
"#;

const SCANNER_TOML: &str = r#"
[package]
name = "scanner"
version = "0.1.0"
edition = "2021"

[features]
triple = ["numbers/triple"]

[dependencies]
numbers = { path = "../numbers" }
ident = { package = "unicode-ident", version = "1" }
vstd = { path = "@vstd@" }

[package.metadata.verus]
verify = true
"#;

const SCANNER: &str = r#"
use vstd::prelude::*;

mod letters;

verus! {

pub fn weight(c: char) -> (r: u64)
    ensures
        c == 'a' ==> r == numbers::doubled(21),
{
    if letters::starts_a_name(c) {
        numbers::double(21)
    } else {
        0
    }
}

#[cfg(feature = "triple")]
pub fn heavy() -> (r: u64)
    ensures
        r == 63,
{
    numbers::triple(21)
}

} // verus!

#[cfg(test)]
mod tests {
    #[test]
    fn letters_weigh() {
        assert_eq!(super::weight('a'), 42);
        assert_eq!(super::weight('-'), 0);
    }
}
"#;

const LETTERS: &str = r#"
use vstd::prelude::*;

verus! {

// trusted: the letters of ASCII start names in every version of Unicode
#[verifier::external_body]
pub fn starts_a_name(c: char) -> (r: bool)
    ensures
        c == 'a' ==> r,
{
    ident::is_xid_start(c)
}

} // verus!
"#;

const SCANNER_EXAMPLE: &str = r#"
use vstd::prelude::*;

verus! {

fn main() {
    let w = scanner::weight('a');
    assert(w == 42);
}

} // verus!
"#;

const APP_TOML: &str = r#"
[package]
name = "app"
version = "0.1.0"
edition = "2021"

[dependencies]
scanner = { path = "../scanner" }
"#;

const APP: &str = r#"
fn main() {
    println!("an a weighs {}", scanner::weight('a'));
}
"#;

/// The checkout that the tests are of.
fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is there")
}

/// A directory with packages in it, and where cargo builds them: one place for all, since all need the same macros.
struct World {
    directory: tempfile::TempDir,
    target: Arc<tempfile::TempDir>,
}

/// The place goes when the last test that uses it ends.
static TARGET: Mutex<Weak<tempfile::TempDir>> = Mutex::new(Weak::new());

impl World {
    fn empty() -> World {
        let mut shared = TARGET.lock().expect("nobody fails in here");
        let directory = || tempfile::tempdir().expect("a directory");
        let target = shared.upgrade().unwrap_or_else(|| Arc::new(directory()));
        *shared = Arc::downgrade(&target);
        World { directory: directory(), target }
    }

    fn workspace() -> World {
        let world = World::empty();
        let files = [
            ("Cargo.toml", ROOT),
            ("numbers/Cargo.toml", NUMBERS_TOML),
            ("numbers/src/lib.rs", NUMBERS),
            ("scanner/Cargo.toml", SCANNER_TOML),
            ("scanner/src/lib.rs", SCANNER),
            ("scanner/src/letters.rs", LETTERS),
            ("scanner/examples/one.rs", SCANNER_EXAMPLE),
            ("app/Cargo.toml", APP_TOML),
            ("app/src/main.rs", APP),
        ];
        for (path, text) in files {
            world.write(path, text);
        }
        // The versions that Certus was built with, which are in cargo's cache where it was.
        std::fs::copy(checkout().join("Cargo.lock"), world.at("Cargo.lock")).expect("copied");
        world
    }

    fn at(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("made");
        let vstd = checkout().join("vstd");
        std::fs::write(path, text.replace("@vstd@", vstd.to_str().expect("a path"))).expect("written");
    }

    fn command(&self, program: &str, arguments: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.directory.path()).args(arguments.split_whitespace());
        command.env("CARGO_TARGET_DIR", self.target.path()).env_remove("CARGO").stdin(Stdio::null());
        command
    }

    /// Plain cargo.
    fn cargo(&self, arguments: &str) -> Said {
        Said::of(self.command("cargo", arguments).output().expect("cargo runs"))
    }

    /// `cargo certus`, as cargo starts it.
    fn certus(&self, arguments: &str) -> Said {
        let mut command = self.command(env!("CARGO_BIN_EXE_cargo-certus"), &format!("certus {arguments}"));
        Said::of(command.output().expect("it runs"))
    }
}

/// What a command printed, and its exit status.
struct Said {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Said {
    fn of(output: Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { status: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    #[track_caller]
    fn ends_with(self, status: i32) -> Said {
        assert_eq!(self.status, Some(status), "\n{}\n{}", self.out, self.err);
        self
    }

    /// The crates after a status word, in order: `numbers`, `scanner`.
    fn crates(&self, word: &str) -> Vec<String> {
        let lines = self.err.lines().filter_map(|line| line.trim_start().strip_prefix(word)?.strip_prefix(' '));
        lines.filter_map(|rest| rest.split(' ').next().map(str::to_string)).collect()
    }

    #[track_caller]
    fn did(self, verified: &[&str], fresh: &[&str]) -> Said {
        let found = (self.crates("Verifying"), self.crates("Fresh"));
        assert_eq!((found.0, found.1), (owned(verified), owned(fresh)), "\n{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn says(self, part: &str) -> Said {
        assert!(self.out.contains(part) || self.err.contains(part), "`{part}` is not in\n{}\n{}", self.out, self.err);
        self
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// All of it on one workspace, since its dependencies are compiled once: the steps build on each other.
#[test]
fn a_workspace_of_three_crates() {
    let world = World::workspace();
    verifies_and_runs(&world);
    remembers_what_was_proved(&world);
    is_not_deceived(&world);
    knows_features_and_targets(&world);
    stops_before_cargo(&world);
}

fn verifies_and_runs(world: &World) {
    // By cargo itself the first time, so that it is really a subcommand.
    let path = Path::new(env!("CARGO_BIN_EXE_cargo-certus")).parent().expect("it is somewhere");
    let path = format!("{}:{}", path.display(), std::env::var("PATH").unwrap_or_default());
    let first = world.command("cargo", "certus verify").env("PATH", path).output().expect("cargo runs");
    Said::of(first).ends_with(0).did(&["numbers", "scanner"], &[]).says("Finished 2 crates verified");
    world.cargo("build").ends_with(0);
    world.cargo("run -q -p app").ends_with(0).says("an a weighs 42");
    world.cargo("test -q").ends_with(0).says("1 passed");
}

fn remembers_what_was_proved(world: &World) {
    world.certus("verify").ends_with(0).did(&[], &["numbers", "scanner"]).says("2 of them fresh");
    // Written again, the same.
    world.write("numbers/src/lib.rs", NUMBERS);
    world.certus("verify").ends_with(0).did(&[], &["numbers", "scanner"]);
    // An edit of the library reaches who uses it, one of a module of the user not the library.
    world.write("numbers/src/lib.rs", &NUMBERS.replace("n as u64 + n as u64", "2 * (n as u64)"));
    world.certus("verify -p numbers").ends_with(0).did(&["numbers"], &[]);
    world.certus("verify").ends_with(0).did(&["scanner"], &["numbers"]);
    world.write("scanner/src/letters.rs", &LETTERS.replace("c == 'a'", "c == 'a' || c == 'b'"));
    world.certus("verify -p app").ends_with(0).did(&["scanner"], &["numbers"]);
}

fn is_not_deceived(world: &World) {
    // What fails fails each time, and who uses it is not looked at.
    world.write("numbers/src/lib.rs", &NUMBERS.replace("n as u64 + n as u64", "n as u64"));
    for _ in 0..2 {
        let said = world.certus("verify").ends_with(1).did(&["numbers"], &[]);
        assert_eq!(said.crates("Skipped"), ["scanner"]);
        said.says("verify/postcondition").says("not verified: `numbers` (lib)");
    }
    world.write("numbers/src/lib.rs", NUMBERS);
    // A part of a crate is not the crate, nor is a program that is only checked.
    let part = world.certus("verify -- --function double").ends_with(0).did(&["numbers", "scanner"], &[]);
    part.says("partly checked");
    world.certus("verify -p numbers -- --no-lifetime").ends_with(0);
    world.certus("verify -- --function no_such_function").ends_with(1).says("no function matches the selection");
    // A run that is killed proves nothing.
    let mut command = world.command(env!("CARGO_BIN_EXE_cargo-certus"), "certus verify -p numbers");
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Verifying numbers")));
    child.kill().expect("it still runs");
    child.wait().expect("it ended");
    world.certus("verify").ends_with(0).did(&["numbers", "scanner"], &[]);
    // A stamp that is broken is none.
    let stamps = world.target.path().join("certus").read_dir().expect("it is there");
    for stamp in stamps.map(|entry| entry.expect("an entry")) {
        let name = stamp.file_name().into_string().expect("a name");
        if ["numbers", "scanner"].iter().any(|package| name.starts_with(package)) {
            std::fs::write(stamp.path(), "{\"version\":1,").expect("written");
        }
    }
    world.certus("verify").ends_with(0).did(&["numbers", "scanner"], &[]);
}

fn knows_features_and_targets(world: &World) {
    // The example uses the library of its package; a feature makes a crate another one.
    world.certus("verify --examples").ends_with(0).did(&["scanner"], &["numbers", "scanner"]);
    world.certus("verify -p scanner -F triple").ends_with(0).did(&["numbers", "scanner"], &[]);
    world.certus("verify -p numbers -F wrong").ends_with(1).says("verify/postcondition");
    world.certus("verify").ends_with(0).did(&[], &["numbers", "scanner"]);
    let json = world.certus("verify --message-format=json -p numbers -F wrong").ends_with(1);
    let codes = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("a record")["code"]["code"].clone();
    assert!(json.out.lines().any(|line| codes(line) == "verify/postcondition"), "{}", json.out);
}

fn stops_before_cargo(world: &World) {
    world.certus("test -q -p scanner").ends_with(0).says("1 passed");
    world.certus("run -q -p app").ends_with(0).says("an a weighs 42");
    world.write("numbers/src/lib.rs", &NUMBERS.replace("n as u64 + n as u64", "n as u64"));
    let said = world.certus("run -q -p app").ends_with(1);
    assert!(!said.out.contains("weighs"), "{}", said.out);
    // The exit status is cargo's where it is called.
    world.write("numbers/src/lib.rs", NUMBERS);
    world.write("app/src/main.rs", "fn main() { std::process::exit(7) }");
    world.certus("run -q -p app").ends_with(7);
}

#[test]
fn a_new_package_verifies_and_runs() {
    let world = World::empty();
    world.certus("new demo --vcs none").ends_with(0).says("cargo certus verify");
    let inside = |program: &str, arguments: &str| {
        let mut command = world.command(program, arguments);
        Said::of(command.current_dir(world.at("demo")).output().expect("it runs"))
    };
    inside(env!("CARGO_BIN_EXE_cargo-certus"), "certus verify")
        .ends_with(0)
        .did(&["demo"], &[])
        .says("3 functions proved");
    // Without the network: what the lock file pins is what Certus itself was built with.
    inside("cargo", "run -q --offline").ends_with(0).says("1 + 2 + .. + 100 = 5050");
    // A line for another verifier is none for ours, and none for rustc.
    let main = std::fs::read_to_string(world.at("demo/src/main.rs")).expect("it is there");
    let line = "#![cfg_attr(verus_keep_ghost, feature(core_intrinsics))]";
    let off = "#![cfg_attr(no_such_flag, feature(other))]";
    std::fs::write(world.at("demo/src/main.rs"), format!("{line}\n{off}\n{main}")).expect("written");
    let said = inside(env!("CARGO_BIN_EXE_cargo-certus"), "certus verify").ends_with(0).says("note[rust/feature]");
    assert_eq!(said.err.matches("rust/feature").count(), 1, "{}", said.err);
    std::fs::write(world.at("demo/src/main.rs"), format!("{line}\n{main}")).expect("written");
    let warnings = inside("cargo", "check --offline").ends_with(0);
    assert!(!warnings.err.contains("warning"), "{}", warnings.err);
    std::fs::write(world.at("demo/src/main.rs"), main.replace("n * (n + 1) / 2", "n * n / 2")).expect("written");
    inside(env!("CARGO_BIN_EXE_cargo-certus"), "certus verify").ends_with(1).says("verify/postcondition");
    world.certus("new shelf --lib --vcs none").ends_with(0);
    world.certus("verify --manifest-path shelf/Cargo.toml").ends_with(0).says("1 function proved");
    world.certus("new shelf --lib").ends_with(2).says("already exists");
    world.certus("new other --packages .").ends_with(2).says("--packages DIR");
}

#[test]
fn the_documentation_shows_contracts() {
    let world = World::empty();
    let directory = checkout().display().to_string();
    world.certus(&format!("new pages --lib --vcs none --packages {directory}")).ends_with(0);
    let path = world.at("pages/src/lib.rs");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let more = "\n/// Adds.\n#[vstd::prelude::verus_spec(r => requires x < 9, ensures r == x + 1)]\npub fn next(x: u8) -> u8 { x + 1 }\n";
    std::fs::write(&path, format!("{text}{more}")).expect("written");
    world.certus("doc --manifest-path pages/Cargo.toml --no-deps --offline").ends_with(0).says("1 crate verified");
    let html = |name: &str| {
        let page = world.target.path().join(format!("doc/pages/fn.{name}.html"));
        std::fs::read_to_string(page).expect("a page")
    };
    let page = html("largest");
    assert!(page.contains("The place of the largest element"), "{page}");
    for line in ["-&gt; (at: usize)\n", "requires\n    v.len() &gt; 0,\n", "ensures\n    at &lt; v.len(),\n"] {
        assert!(page.contains(line), "{line}\n{page}");
    }
    assert!(html("next").contains("r =&gt; requires x &lt; 9, ensures r == x + 1"));
    // Nothing is documented of what is not proved.
    std::fs::write(&path, text.replace("at = next;", "at = 0;")).expect("written");
    let said = world.certus("doc --manifest-path pages/Cargo.toml --no-deps --offline").ends_with(1);
    assert!(!said.err.contains("Documenting"), "{}", said.err);
}

#[test]
fn packages_are_watched() {
    let world = World::empty();
    world.certus(&format!("new seen --vcs none --packages {}", checkout().display())).ends_with(0);
    let mut command = world.command(env!("CARGO_BIN_EXE_cargo-certus"), "certus watch --manifest-path seen/Cargo.toml");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut verdict = || lines.find(|line| line.contains("verified: ")).expect("a run that ends");
    assert!(verdict().starts_with("verified: 3"));
    std::thread::sleep(std::time::Duration::from_millis(700));
    let path = world.at("seen/src/main.rs");
    let text = std::fs::read_to_string(&path).expect("it is there");
    std::fs::write(&path, text.replace("n * (n + 1) / 2", "n * n / 2")).expect("written");
    assert!(verdict().starts_with("not verified: 2"));
    child.kill().expect("to end it");
    child.wait().expect("it ends");
}

#[test]
fn what_is_wrong_with_the_call_is_told() {
    let world = World::empty();
    world.certus("verify").ends_with(2).says("could not find `Cargo.toml`");
    let manifest = "[package]\nname = \"plain\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    world.write("Cargo.toml", manifest);
    world.write("src/lib.rs", "pub fn f() {}\n");
    world.certus("verify").ends_with(2).says("no crate of `plain` is verified").says("[package.metadata.certus]");
    world.certus("build").ends_with(2).says("no crate of `plain` is verified");
    world.write("Cargo.toml", &format!("{manifest}[package.metadata.certus]\nverfy = true\n"));
    world.certus("verify").ends_with(2).says("unknown key `verfy`");
    world.write("Cargo.toml", &format!("{manifest}[package.metadata.certus]\nverify = true\n"));
    world.certus("verify -p nobody").ends_with(2).says("nobody");
    world.certus("verify --bin nothing").ends_with(2).says("no bin target named `nothing`");
    world.certus("verify --vstd=registry").ends_with(2).says("`--vstd=registry` needs one package `vstd`");
    world.certus("verify --vstd=nowhere").ends_with(2).says("nowhere");
    world.certus("verify -- --edition 2018").ends_with(2).says("the manifest sets it");
    world.certus("verify --target no-such-machine").ends_with(2).says("no-such-machine");
    world.certus("verify --no-such-option").ends_with(2);
}

/// A library of its own, which a package names as others name that of the registry.
#[test]
fn the_library_can_be_another() {
    let world = World::empty();
    let library = "[package]\nname = \"vstd\"\nversion = \"7.0.0\"\nedition = \"2021\"\n[lib]\npath = \"vstd.rs\"\n";
    let text = |sum: &str| {
        format!(
            "use verus_builtin::*;\npub mod prelude {{ pub use verus_builtin_macros::*; pub use crate::plus; }}\n\
             verus_builtin_macros::verus! {{ pub open spec fn plus(a: u8, b: u8) -> int {{ {sum} }} }}\n"
        )
    };
    for directory in ["named", "other"] {
        world.write(&format!("{directory}/Cargo.toml"), library);
        world.write(&format!("{directory}/vstd.rs"), &text("a + b"));
    }
    let manifest = "[package]\nname = \"user\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n\
                    vstd = { path = \"named\" }\n[package.metadata.certus]\nverify = true\n";
    world.write("Cargo.toml", manifest);
    world.write("src/lib.rs", "use vstd::prelude::*;\nverus! { pub proof fn sums() ensures plus(2, 2) == 4 {} }\n");
    // Ours has no such function.
    world.certus("verify").ends_with(1).says("plus");
    world.certus("verify --vstd=registry").ends_with(0).did(&["user"], &[]);
    world.certus("verify --vstd=registry").ends_with(0).did(&[], &["user"]);
    world.certus("verify --vstd=other").ends_with(0).did(&["user"], &[]);
    world.write("named/vstd.rs", &text("a - b"));
    world.certus("verify --vstd=registry").ends_with(1).says("verify/postcondition");
    world.certus("verify --vstd=other").ends_with(0);
    world.certus("verify").ends_with(1).says("plus");
}

/// What is verified is what is compiled: flags, profiles and targets are cargo's.
#[test]
fn the_program_is_the_one_that_cargo_compiles() {
    let world = World::empty();
    let manifest = "[package]\nname = \"user\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                    [package.metadata.certus]\nverify = true\n[profile.careful]\ninherits = \"release\"\n\
                    debug-assertions = true\n";
    world.write("Cargo.toml", manifest);
    // Each is wrong under one condition.
    let wrong = |condition: &str, name: &str| {
        format!("#[cfg({condition})] pub fn {name}() -> (r: u8) ensures r == 1 {{ 0 }}\n")
    };
    let text = format!(
        "use vstd::prelude::*;\nverus! {{\n{}{}{}pub fn right() {{}}\n}}\n",
        wrong("flagged", "with_flag"),
        wrong("not(debug_assertions)", "released"),
        wrong("kind = \"odd\"", "of_kind")
    );
    world.write("src/lib.rs", &text);
    world.certus("verify").ends_with(0).did(&["user"], &[]);
    world.certus("verify").ends_with(0).did(&[], &["user"]);
    world.certus("verify --release").ends_with(1).says("released");
    world.certus("verify --profile careful").ends_with(0);
    world.certus("build --config profile.dev.debug-assertions=false").ends_with(1).says("released");
    let flags = |value: &str| {
        let mut command = world.command(env!("CARGO_BIN_EXE_cargo-certus"), "certus verify");
        Said::of(command.env("RUSTFLAGS", value).output().expect("it runs"))
    };
    flags("--cfg flagged").ends_with(1).says("with_flag");
    flags("--cfg other").ends_with(0).did(&["user"], &[]);
    world.write(".cargo/config.toml", "[build]\nrustflags = [\"--cfg\", \"kind=\\\"odd\\\"\"]\n");
    world.certus("verify").ends_with(1).says("of_kind");
    world.write(".cargo/config.toml", "[build]\ntarget = [\"x86_64-unknown-linux-gnu\", \"i686-unknown-linux-gnu\"]\n");
    world.certus("verify").ends_with(2).says("one target at a time");
}

/// The gate checks for the target, and what is verified is about the size of its pointers.
#[test]
fn targets_are_those_of_rustc() {
    let world = World::empty();
    world.write("one.rs", "use vstd::prelude::*;\nverus! {\nglobal size_of usize == 8;\n}\nfn main() {}\n");
    let certus = |arguments: &str| {
        let mut command = world.command(env!("CARGO_BIN_EXE_certus"), &format!("verify one.rs {arguments}"));
        Said::of(command.output().expect("it runs"))
    };
    certus("").ends_with(0);
    certus("--target no-such-machine").ends_with(2).says("no-such-machine");
    certus("--target i686-unknown-linux-gnu").ends_with(1).says("language/global-target").says("32 bits");
    // Of this target no machine that runs the tests has a library.
    world.write("one.rs", "fn main() {}\n");
    certus("--target sparc-unknown-linux-gnu").ends_with(2).says("rustup target add");
    certus("--target msp430-none-elf").ends_with(2).says("16 bits");
}

/// A function that is wrong under one condition.
fn wrong(condition: &str, name: &str) -> String {
    format!("#[cfg({condition})] pub fn {name}() -> (r: u8) ensures r == 1 {{ 2 }}\n")
}

/// A verified package in a directory, without dependencies but those of the end of its manifest.
fn package(world: &World, directory: &str, manifest: &str, text: &str) {
    let head = "version = \"0.1.0\"\nedition = \"2021\"\n[package.metadata.certus]\nverify = true\n";
    world.write(&format!("{directory}/Cargo.toml"), &format!("[package]\nname = \"{directory}\"\n{head}{manifest}"));
    world.write(
        &format!("{directory}/src/lib.rs"),
        &format!("use vstd::prelude::*;\nverus! {{\n{text}pub fn right() {{}}\n}}\n"),
    );
}

/// What macros turn on in a package is not part of the program; what tests turn on is, in tests.
#[test]
fn features_are_those_of_the_program() {
    let world = World::empty();
    world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"low\", \"app\", \"macros\"]\n");
    let low = |condition: &str| {
        package(&world, "low", "[features]\nx = []\ny = []\nz = []\n", &wrong(condition, "f"));
    };
    let macros = "[package]\nname = \"macros\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\nproc-macro = true\n\
                  [dependencies]\nlow = { path = \"../low\", features = [\"x\"] }\n";
    world.write("macros/Cargo.toml", macros);
    world.write("macros/src/lib.rs", "");
    let app = "[dependencies]\nlow = { path = \"../low\", features = [\"z\"] }\n\
               [dev-dependencies]\nlow = { path = \"../low\", features = [\"y\"] }\nmacros = { path = \"../macros\" }\n";
    package(&world, "app", app, "");
    low("not(feature = \"z\")");
    world.certus("verify -p app").ends_with(0).did(&["low", "app"], &[]);
    low("feature = \"x\"");
    world.certus("verify -p app").ends_with(0);
    world.certus("verify -p app --profile test").ends_with(0);
    low("not(feature = \"x\")");
    world.certus("verify -p app").ends_with(1).says("verify/postcondition");
    world.certus("verify -p app --profile test").ends_with(1).says("verify/postcondition");
    low("feature = \"y\"");
    world.certus("verify -p app").ends_with(0);
    world.certus("test -p app").ends_with(1).says("verify/postcondition");
    world.certus("test -p app --release").ends_with(1).says("verify/postcondition");
}

/// A macro of a crate that nobody verifies may declare modules, and include what its build script wrote.
#[test]
fn files_of_dependencies_are_those_that_rustc_read() {
    let world = World::empty();
    world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"parts\", \"app\"]\n");
    world.write("parts/Cargo.toml", "[package]\nname = \"parts\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    let build = "fn main() {\n    let out = std::env::var(\"OUT_DIR\").unwrap();\n    \
                 std::fs::write(out + \"/made.rs\", \"pub struct Made;\").unwrap();\n}\n";
    world.write("parts/build.rs", build);
    world.write("parts/src/lib.rs", "#[macro_use]\nmod root;\nroot!();\n");
    let root = "macro_rules! root {\n    () => {\n        pub mod item;\n        \
                include!(concat!(env!(\"OUT_DIR\"), \"/made.rs\"));\n    };\n}\n";
    world.write("parts/src/root.rs", root);
    world.write("parts/src/item.rs", "pub struct Item;\n");
    package(&world, "app", "[dependencies]\nparts = { path = \"../parts\" }\n", "");
    let text = |names: &str| {
        let verified = "verus! { fn three() -> (r: u8) ensures r == 3 { 3 } }\n";
        format!("use vstd::prelude::*;\nuse parts::{{{names}}};\n{verified}pub fn plain(_a: Item, _b: Made) {{}}\n")
    };
    world.write("app/src/lib.rs", &text("item::Item, Made"));
    world.certus("verify -p app").ends_with(0).did(&["app"], &[]);
    world.write("app/src/lib.rs", &text("item::{Item, Other}, Made"));
    world.certus("verify -p app").ends_with(1).says("rust/unresolved-import");
}

/// A type of a crate that nobody verifies may have the attributes that its derives read, and an impl that is external may call
/// its methods.
#[test]
fn types_of_dependencies_have_attributes_and_methods() {
    let world = World::empty();
    world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"parts\", \"app\", \"macros\"]\n");
    let manifest = "[package]\nname = \"macros\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\nproc-macro = true\n";
    world.write("macros/Cargo.toml", manifest);
    let macros = "use proc_macro::TokenStream;\n\
                  #[proc_macro_derive(Shown, attributes(mark))]\n\
                  pub fn shown(_item: TokenStream) -> TokenStream { TokenStream::new() }\n";
    world.write("macros/src/lib.rs", macros);
    let manifest = "[package]\nname = \"parts\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\n\
                    macros = { path = \"../macros\" }\n";
    world.write("parts/Cargo.toml", manifest);
    let parts = "#[derive(macros::Shown, Debug)]\n#[mark(rename = \"b\")]\npub struct Item { pub a: u8 }\n\
                 impl Item { pub fn lend(&self) -> u8 { self.a } }\n";
    world.write("parts/src/lib.rs", parts);
    let app = |claim: &str, shown: &str, more: &str| {
        let text = format!(
            "#[verifier::external_type_specification] #[verifier::external_body] pub struct ExItem(parts::Item);\n\
             pub fn same(x: parts::Item) -> (r: parts::Item) ensures r {claim} x {{ x }}\n\
             pub struct W {{ inner: parts::Item }}\n{shown} impl std::fmt::Debug for W {{\n\
             fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ self.inner.fmt(f) }} }}\n{more}\n"
        );
        package(&world, "app", "[dependencies]\nparts = { path = \"../parts\" }\n", &text);
    };
    app("==", "#[verifier::external]", "");
    world.certus("verify -p app").ends_with(0).did(&["app"], &[]);
    app("!=", "#[verifier::external]", "");
    world.certus("verify -p app").ends_with(1).says("verify/postcondition");
    // Verified code may call the method that shows the value. Another one needs a specification, and the error has one to paste.
    app("==", "", "");
    world.certus("verify -p app").ends_with(0);
    app("==", "", "pub fn lent(x: &parts::Item) -> u8 { x.lend() }");
    let found = "assume_specification[ parts::Item::lend ]";
    world.certus("verify -p app").ends_with(1).says("language/external").says(found);
    // A name that is not there is one error, and not two.
    app("==", "", "pub fn lost(x: &parts::Item) { missing(x); }");
    let lost = world.certus("verify -p app").ends_with(1).says("rust/unresolved-name");
    assert!(!lost.out.contains("unknown-type"), "{}", lost.out);
}

/// Code that is not verified may have statics that need the code of a crate of which there is metadata only. The audit does
/// without such bodies, and still sees those that are verified.
#[test]
fn statics_of_other_code_need_no_code_of_dependencies() {
    let world = World::empty();
    world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"sites\", \"app\"]\n");
    world.write("sites/Cargo.toml", "[package]\nname = \"sites\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    let sites = "pub trait Site: Sync { fn hit(&self) -> u8; }\npub struct Default;\n\
                 impl Site for Default { fn hit(&self) -> u8 { std::process::id() as u8 } }\n\
                 pub struct Known(pub &'static dyn Site);\n\
                 #[macro_export] macro_rules! site { () => {{\n\
                 static SITE: $crate::Known = $crate::Known(&$crate::Default); SITE.0.hit() }} }\n";
    world.write("sites/src/lib.rs", sites);
    let text = |item: &str| {
        package(
            &world,
            "app",
            "[dependencies]\nsites = { path = \"../sites\" }\n",
            &format!("#[verifier::external] pub fn log() -> u8 {{ sites::site!() }}\n{item}\n"),
        );
    };
    text("");
    world.certus("verify -p app -- --audit").ends_with(0).did(&["app"], &[]);
    text("pub fn two(v: &Vec<u8>) -> (n: usize) ensures n == v@.len() { let f = 1u8; let _ = f.clone(); v.len() }");
    world.certus("verify -p app -- --audit").ends_with(0);
    // rustc still looks at the bodies that are not verified.
    text("#[verifier::external] pub fn bad(x: String) -> String { drop(x); x }");
    world.certus("verify -p app -- --audit").ends_with(1).says("rust/E0382");
}

/// The length of an array may be that of a table of a crate that is not verified: long tables are read whole.
#[test]
fn tables_of_dependencies_have_their_lengths() {
    let world = World::empty();
    world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"tables\", \"app\"]\n");
    world.write("tables/Cargo.toml", "[package]\nname = \"tables\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    let table = "7, ".repeat(300);
    let tables = format!(
        "pub const TABLE: &[u8] = &[{table}];\npub const BEHIND: usize = TABLE.len();\n\
         const fn count() -> usize {{ [{table}].len() }}\npub const CALLED: usize = count();\n"
    );
    world.write("tables/src/lib.rs", &tables);
    let text = |length: &str, count: usize| {
        let item = format!("pub fn f(a: [u8; tables::{length}]) {{ assert(a@.len() == {count}); }}\n");
        package(&world, "app", "[dependencies]\ntables = { path = \"../tables\" }\n", &item);
    };
    for length in ["BEHIND", "CALLED"] {
        text(length, 300);
        world.certus("verify -p app").ends_with(0);
        text(length, 1);
        world.certus("verify -p app").ends_with(1).says("verify/assert");
    }
}

/// The options are read as cargo reads them.
#[test]
fn what_is_run_is_what_was_verified() {
    let world = World::empty();
    std::fs::copy(checkout().join("Cargo.lock"), world.at("Cargo.lock")).expect("copied");
    world.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"app\"]\n");
    let text = [wrong("not(debug_assertions)", "released"), wrong("feature = \"x\"", "featured")].concat();
    package(&world, "app", "[features]\nx = []\n[dependencies]\nvstd = { path = \"@vstd@\" }\n", &text);
    let main = "fn main() {\n    let given: Vec<String> = std::env::args().skip(1).collect();\n    \
                println!(\"ran with {} {}\", given.join(\" \"), cfg!(debug_assertions));\n}\n";
    world.write("app/src/main.rs", main);
    for arguments in ["run -qr", "run -vr", "run -rq name", "test -qr"] {
        world.certus(arguments).ends_with(1).says("released");
    }
    for arguments in ["build -qFx", "check -vF x", "run -qpapp -Fx"] {
        world.certus(arguments).ends_with(1).says("featured");
    }
    world.certus("run -qx").ends_with(2).says("cannot tell what cargo builds with `-qx`");
    world.certus("build -Zbuild-std").ends_with(2).says("cannot tell");
    world.certus("build --target a --target b").ends_with(2).says("multiple times");
    // What the program is given is nothing for cargo.
    world.certus("run -q name -r --help").ends_with(0).says("ran with name -r --help true");
    world.certus("run -qp app -- -h").ends_with(0).says("ran with -h true");
    let help = world.certus("run -qh").ends_with(0).says("Usage");
    assert!(!help.out.contains("ran with") && help.crates("Fresh").is_empty(), "{}", help.out);
}

/// Tests have a profile of their own, and unwind.
#[test]
fn tests_are_compiled_in_their_own_way() {
    let world = World::empty();
    let manifest = |profile: &str| {
        format!(
            "[package]\nname = \"user\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
             [package.metadata.certus]\nverify = true\n{profile}"
        )
    };
    let text =
        [wrong("not(debug_assertions)", "released"), wrong("panic = \"abort\"", "aborts"), wrong("test", "tested")];
    world.write("src/lib.rs", &format!("use vstd::prelude::*;\nverus! {{\n{}pub fn right() {{}}\n}}\n", text.concat()));
    world.write("Cargo.toml", &manifest("[profile.test]\ndebug-assertions = false\n"));
    world.certus("verify").ends_with(0).did(&["user"], &[]);
    world.certus("test").ends_with(1).says("released");
    world.certus("verify --profile test").ends_with(1).says("released");
    world.certus("check --profile test").ends_with(1).says("released");
    world.certus("build --profile test").ends_with(2).says("the profile `test`");
    world.certus("verify --release").ends_with(1).says("released");
    world.write("Cargo.toml", &manifest("[profile.dev]\npanic = \"abort\"\n"));
    world.certus("verify").ends_with(1).says("aborts");
    world.certus("verify --profile test").ends_with(0);
    world.certus("verify --all-targets").ends_with(2).says("unsupported/two-builds");
    world.write("Cargo.toml", &manifest("[profile.bench]\ndebug-assertions = true\n"));
    world.certus("verify --profile bench").ends_with(0);
    world.certus("verify --all-targets").ends_with(0);
}
