//! The version of rustc, the target, and the configuration with which cargo calls rustc.
//!
//! The configuration flags depend on the profile, on `RUSTFLAGS` and similar settings, and on the target. Only cargo
//! knows all of these. So this module lets cargo compile an empty package, in the user's directory and with the
//! profiles of the workspace, and makes rustc print its configuration instead of compiling. Tests unwind whatever the
//! profile says, so for tests cargo compiles an empty test.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use toml_edit::{DocumentMut, Item, Table};

use crate::Error;
use crate::cargo::Cargo;
use crate::selection::Selection;

/// The pointer widths for which the front end knows the layout of types.
const POINTER_WIDTHS: [&str; 2] = ["target_pointer_width=\"32\"", "target_pointer_width=\"64\""];

/// The profile of the empty package. cargo's own profiles have another meaning for `cargo rustc`.
const PROFILE: &str = "certus-probe";

/// The compiler and its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The target's triple.
    pub triple: String,
    /// The configuration flags of every crate, except for `test`.
    pub cfgs: Vec<String>,
    /// Whether cargo builds for the target in a separate directory.
    pub is_apart: bool,
    /// The output of `rustc -vV`.
    pub rustc: String,
    /// The path of the toolchain's macro server.
    pub macro_server: PathBuf,
}

impl Platform {
    /// Runs cargo and the compiler: the one in the variable `RUSTC`, or `rustc` on the search path.
    pub fn ask(cargo: &Cargo, selection: &Selection) -> Result<Platform, Error> {
        let rustc = run(&["-vV"])?;
        let root =
            cargo.ask("locate-project", &words(&["--workspace", "--message-format", "plain"], selection, true))?;
        let profiles = profiles(Path::new(root.trim()), selection.profile()?.unwrap_or("dev"))?;
        let directory = tempfile::Builder::new().prefix("cargo-certus-").tempdir();
        let directory = directory.map_err(Error::file(std::env::temp_dir()))?;
        let text = "[package]\nname = \"probe\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[lib]\npath = \"lib.rs\"\n\
                    [workspace]\n";
        let files = [("Cargo.toml", format!("{text}{profiles}")), ("lib.rs", String::new())];
        for (path, text) in files.map(|(name, text)| (directory.path().join(name), text)) {
            std::fs::write(&path, text).map_err(Error::file(&path))?;
        }
        let probe = |targets| probe(cargo, selection, directory.path(), targets);
        let text = match selection.compiled_as() {
            (true, false) => tested(&probe("--tests")?),
            (false, _) => probe("--lib")?,
            (true, true) => same(tested(&probe("--tests")?), probe("--lib")?)?,
        };
        let mut platform = Platform::read(&text, rustc)?;
        platform.is_apart = directory.path().join("target").join(&platform.triple).is_dir();
        Ok(platform)
    }

    /// Parses the output of rustc: the flags, and the directory of its library for the target,
    /// `.../rustlib/TRIPLE/lib`.
    fn read(text: &str, rustc: String) -> Result<Platform, Error> {
        let unknown = |reason: &str| Error::Answer { command: "rustc", reason: reason.to_string() };
        let is_library = |line: &&str| line.contains("rustlib");
        let mut libraries = text.lines().filter(is_library);
        let library = libraries.next().ok_or_else(|| unknown("it does not say what the target is"))?;
        if libraries.next().is_some() {
            return Err(one_target());
        }
        let triple =
            PathBuf::from(library).parent().and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
        let triple = triple.ok_or_else(|| unknown("it does not say what the target is"))?;
        // The path is `SYSROOT/lib/rustlib/TRIPLE/lib`.
        let sysroot = Path::new(library).ancestors().nth(4).unwrap_or(Path::new("/"));
        let macro_server = sysroot.join("libexec").join(format!("rust-analyzer-proc-macro-srv{EXE_SUFFIX}"));
        let cfgs: Vec<String> =
            text.lines().filter(|line| !line.is_empty() && !is_library(line)).map(str::to_string).collect();
        if !cfgs.iter().any(|cfg| POINTER_WIDTHS.contains(&cfg.as_str())) {
            return Err(Error::Target(triple));
        }
        Ok(Platform { triple, cfgs, is_apart: false, rustc, macro_server })
    }

    /// Whether the programs run on another machine than the compiler.
    pub(crate) fn is_foreign(&self) -> bool {
        !self.rustc.lines().any(|line| line.strip_prefix("host: ") == Some(&self.triple))
    }
}

/// The output of rustc for the empty package.
fn probe(cargo: &Cargo, selection: &Selection, directory: &Path, targets: &str) -> Result<String, Error> {
    let mut args = words(&["--quiet", targets, "--profile", PROFILE], selection, false);
    args.extend(selection.triple_args());
    for (option, path) in [("--manifest-path", "Cargo.toml"), ("--target-dir", "target")] {
        args.extend([option.to_string(), directory.join(path).to_string_lossy().into_owned()]);
    }
    args.extend(["--", "--print", "cfg", "--print", "target-libdir"].map(str::to_string));
    match cargo.ask("rustc", &args) {
        // The package has only one crate, so the configuration must have several targets.
        Err(Error::Cargo { output }) if output.contains("only be passed to one target") => Err(one_target()),
        answer => answer,
    }
}

/// The output for a test, without the flag `test`: crates are verified in the form that tests use.
fn tested(text: &str) -> String {
    text.lines().filter(|line| *line != "test").flat_map(|line| [line, "\n"]).collect()
}

/// The configuration of tests and of the other targets. `Err` if they differ.
fn same(tests: String, others: String) -> Result<String, Error> {
    if tests.lines().eq(others.lines()) {
        return Ok(others);
    }
    let only = |these: &str, those: &str| {
        let flags = these.lines().filter(|line| !those.lines().any(|other| other == *line));
        let flags: Vec<String> = flags.map(|flag| format!("`{flag}`")).collect();
        if flags.is_empty() { "other flags".to_string() } else { flags.join(", ") }
    };
    Err(Error::TwoConfigurations { tests: only(&tests, &others), others: only(&others, &tests) })
}

fn one_target() -> Error {
    Error::Option("crates are verified for one target at a time; choose it with --target".into())
}

/// The arguments of a call of cargo, with those that every call has.
fn words(first: &[&str], selection: &Selection, with_manifest: bool) -> Vec<String> {
    let mut args: Vec<String> = first.iter().map(|word| word.to_string()).collect();
    args.extend(selection.config_args());
    if let (true, Some(path)) = (with_manifest, &selection.manifest_path) {
        args.extend(["--manifest-path".to_string(), path.to_string_lossy().into_owned()]);
    }
    args
}

/// The profiles of a workspace, as text, with the profile of the empty package. `Err` if a profile sets something that
/// programs can observe for single packages.
fn profiles(manifest: &Path, inherits: &str) -> Result<String, Error> {
    let wrong = |reason: String| Error::Manifest { manifest: manifest.to_path_buf(), reason };
    let text = std::fs::read_to_string(manifest).map_err(|error| wrong(error.to_string()))?;
    let all: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| wrong(error.to_string()))?;
    // A table may have a header, be inline or have dotted keys.
    let table = |item: &Item, name: &str| {
        let table = item.clone().into_table().map_err(|_| wrong(format!("`{name}` is not a table")))?;
        // Each table gets a header, because it comes after other tables.
        Ok::<Table, Error>(table.into_iter().collect())
    };
    let found = all.get("profile").map(|item| table(item, "profile")).transpose()?.unwrap_or_default();
    let mut profiles = Table::new();
    for (name, item) in found.iter() {
        let mut profile = table(item, &format!("profile.{name}"))?;
        let overrides = profile.remove("package").map(|item| table(&item, &format!("profile.{name}.package")));
        for (package, item) in overrides.transpose()?.unwrap_or_default().iter() {
            if table(item, &format!("profile.{name}.package.{package}"))?.contains_key("debug-assertions") {
                return Err(wrong(format!(
                    "`debug-assertions` of the package `{package}` alone (profile `{name}`) is not supported"
                )));
            }
        }
        // This applies to build scripts and macros, which are not verified.
        profile.remove("build-override");
        profiles.insert(name, Item::Table(profile));
    }
    let mut own = Table::new();
    own.insert("inherits", toml_edit::value(inherits));
    profiles.insert(PROFILE, Item::Table(own));
    let mut out = DocumentMut::new();
    out.insert("profile", Item::Table(profiles));
    Ok(out.to_string())
}

fn run(args: &[&str]) -> Result<String, Error> {
    let named: Option<OsString> = std::env::var_os("RUSTC").filter(|value| !value.is_empty());
    let program = named.unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(&program);
    let output = command.args(args).env_remove("RUSTC_BOOTSTRAP").stdin(Stdio::null()).output();
    let output =
        output.map_err(|source| Error::NoProgram { program: program.to_string_lossy().into_owned(), source })?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(Error::Rustc(String::from_utf8_lossy(&output.stderr).trim().to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::Purpose;

    /// The result for a workspace with this at the end of its manifest.
    fn of(profile: &str, selection: Selection) -> Result<Platform, Error> {
        let directory = tempfile::tempdir().expect("a directory");
        let manifest = directory.path().join("Cargo.toml");
        let text = "[package]\nname = \"one\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[lib]\npath = \"l.rs\"\n";
        std::fs::write(&manifest, format!("{text}{profile}")).expect("written");
        std::fs::write(directory.path().join("l.rs"), "").expect("written");
        Platform::ask(&Cargo::find(), &Selection { manifest_path: Some(manifest), ..selection })
    }

    fn asserts(platform: Result<Platform, Error>) -> bool {
        platform.expect("cargo answers").cfgs.iter().any(|cfg| cfg == "debug_assertions")
    }

    #[test]
    fn the_host_is_known() {
        let platform = of("", Selection::default()).expect("cargo answers");
        assert!(platform.rustc.contains(&platform.triple) && !platform.is_foreign());
        assert!(platform.cfgs.iter().any(|cfg| cfg.starts_with("target_os=")));
    }

    #[test]
    fn profiles_count() {
        let release = || Selection { release: true, ..Selection::default() };
        assert!(asserts(of("", Selection::default())) && !asserts(of("", release())));
        assert!(!asserts(of("[profile.dev]\ndebug-assertions = false\n", Selection::default())));
        assert!(asserts(of("[profile.release]\ndebug-assertions = true\n", release())));
        let other = Selection { profile: Some("other".into()), ..Selection::default() };
        assert!(!asserts(of("[profile.other]\ninherits = \"release\"\n", other)));
        let one = "[profile.dev.package.one]\ndebug-assertions = false\n";
        assert!(of(one, Selection::default()).is_err_and(|error| error.to_string().contains("`one` alone")));
        assert!(asserts(of("[profile.dev.package.\"*\"]\nopt-level = 2\n", Selection::default())));
    }

    /// A table is one however it is written.
    #[test]
    fn profiles_are_read_in_every_form() {
        let plain = "[package]\nname = \"one\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[lib]\npath = \"l.rs\"\n";
        let head = |head: &str| {
            let directory = tempfile::tempdir().expect("a directory");
            let manifest = directory.path().join("Cargo.toml");
            std::fs::write(&manifest, format!("{head}\n{plain}")).expect("written");
            std::fs::write(directory.path().join("l.rs"), "").expect("written");
            let manifest_path = Some(manifest);
            Platform::ask(&Cargo::find(), &Selection { manifest_path, ..Selection::default() })
        };
        for off in [
            "profile = { dev = { debug-assertions = false } }",
            "profile.dev.debug-assertions = false",
            "profile.dev = { debug-assertions = false }",
            "[profile]\ndev.debug-assertions = false",
            "[profile]\ndev = { \"debug-assertions\" = false }",
            "[\"profile\".'dev']\n\"debug-assertions\" = false",
        ] {
            assert!(!asserts(head(off)), "{off}");
        }
        assert!(asserts(head("profile = { release = { debug-assertions = false } }")));
        assert!(asserts(head("profile.dev.package.one.opt-level = 1\nprofile.dev.opt-level = 1")));
        for alone in [
            "profile = { dev = { package = { one = { debug-assertions = false } } } }",
            "profile.dev.package.one.debug-assertions = false",
            "[profile.dev]\npackage.\"*\" = { debug-assertions = true }",
        ] {
            assert!(head(alone).is_err_and(|error| error.to_string().contains("alone (profile `dev`)")), "{alone}");
        }
    }

    /// `bench` and `test` mean more to `cargo rustc` than to `cargo build`.
    #[test]
    fn names_of_profiles_mean_nothing_else() {
        let of = |profile: &str, change: fn(&mut Selection)| {
            let mut selection = Selection::default();
            change(&mut selection);
            of(profile, selection).map(|platform| platform.cfgs)
        };
        let bench = of("", |s| s.profile = Some("bench".into())).expect("cargo answers");
        assert!(!bench.contains(&"test".to_string()) && !bench.contains(&"debug_assertions".to_string()));
        let abort = "[profile.bench]\npanic = \"abort\"\n";
        let bench = of(abort, |s| s.profile = Some("bench".into())).expect("cargo answers");
        assert!(bench.contains(&"panic=\"abort\"".to_string()));
        assert!(of("", |s| s.profile = Some("test".into())).is_err_and(|e| e.to_string().contains("profile `test`")));
        let two = |s: &mut Selection| (s.release, s.profile) = (true, Some("bench".into()));
        assert!(of("", two).is_err_and(|error| error.to_string().contains("two profiles")));
        let both = of("", |s| (s.release, s.profile) = (true, Some("release".into()))).expect("cargo answers");
        assert!(!both.contains(&"debug_assertions".to_string()));
    }

    #[test]
    fn tests_have_their_profile_and_unwind() {
        let of = |profile: &str, change: fn(&mut Selection)| {
            let mut selection = Selection { purpose: Purpose::Test, ..Selection::default() };
            change(&mut selection);
            of(profile, selection)
        };
        assert!(asserts(of("[profile.dev]\npanic = \"abort\"\n", |_| {})));
        assert!(!asserts(of("[profile.test]\ndebug-assertions = false\n", |_| {})));
        assert!(asserts(of("[profile.test]\ndebug-assertions = false\n", |s| s.profile = Some("dev".into()))));
        let abort = "[profile.release]\npanic = \"abort\"\n[profile.dev]\npanic = \"abort\"\n";
        let has = |platform: Result<Platform, Error>, flag: &str| {
            platform.expect("cargo answers").cfgs.iter().any(|cfg| cfg == flag)
        };
        for change in [|_: &mut Selection| {}, |s: &mut Selection| s.release = true] {
            assert!(has(of(abort, change), "panic=\"unwind\"") && !has(of(abort, change), "test"));
        }
        let built = |change: fn(&mut Selection)| of(abort, change);
        assert!(has(built(|s| s.purpose = Purpose::Build), "panic=\"abort\""));
        // Tests alone, or the rest alone.
        let tests = |s: &mut Selection| (s.purpose, s.targets.tests) = (Purpose::Build, true);
        assert!(has(built(tests), "panic=\"unwind\""));
        let all = |s: &mut Selection| (s.purpose, s.targets.all) = (Purpose::Build, true);
        let output = built(all).expect_err("two").to_string();
        assert!(output.contains("under `panic=\"unwind\"`") && output.contains("under `panic=\"abort\"`"), "{output}");
        assert!(has(of("", all), "panic=\"unwind\""));
    }

    #[test]
    fn a_target_that_is_named_is_built_apart() {
        let platform = of("", Selection::default()).expect("cargo answers");
        assert!(!platform.is_apart);
        let named = |config: Vec<String>, target: Option<String>| {
            of("", Selection { config, target, ..Selection::default() }).expect("cargo answers").is_apart
        };
        assert!(named(Vec::new(), Some(platform.triple.clone())));
        assert!(named(vec![format!("build.target={:?}", platform.triple)], None));
    }

    #[test]
    fn configuration_counts() {
        let flags = "build.rustflags=[\"--cfg\", \"found\", \"--cfg\", \"kind=\\\"a\\\"\"]";
        let with = Selection { config: vec![flags.to_string()], ..Selection::default() };
        let platform = of("", with).expect("cargo answers");
        assert!(platform.cfgs.contains(&"found".to_string()) && platform.cfgs.contains(&"kind=\"a\"".to_string()));
    }

    #[test]
    fn targets_are_known() {
        let of = |triple: &str| of("", Selection { target: Some(triple.into()), ..Selection::default() });
        let small = of("i686-unknown-linux-gnu").expect("cargo answers");
        assert!(small.is_foreign() && small.cfgs.contains(&"target_pointer_width=\"32\"".to_string()));
        assert!(of("no-such-machine").is_err());
        let tiny = Platform::read("target_pointer_width=\"16\"\n/x/rustlib/tiny/lib\n", String::new());
        assert!(matches!(tiny, Err(Error::Target(triple)) if triple == "tiny"));
        let both = Platform::read("/x/rustlib/a/lib\n/x/rustlib/b/lib\n", String::new());
        assert!(both.is_err_and(|error| error.to_string().contains("one target")));
    }
}
