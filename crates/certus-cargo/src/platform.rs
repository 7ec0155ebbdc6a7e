//! What rustc says about itself, about the target, and about how cargo calls it.
//!
//! Which configuration flags hold depends on the profile, on `RUSTFLAGS` and its relatives in the configuration, and on the
//! target. Cargo alone knows all of that. So it is asked to compile a package with nothing in it, from where the user
//! stands and with the profiles of the workspace, and rustc to say what it was told instead of compiling.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use toml_edit::{DocumentMut, Item};

use crate::Error;
use crate::cargo::Cargo;
use crate::selection::Selection;

/// Where pointers have so many bits the front end of the verifier knows the layout of types.
const POINTER_WIDTHS: [&str; 2] = ["target_pointer_width=\"32\"", "target_pointer_width=\"64\""];

/// The compiler and the target that it compiles for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The target's triple.
    pub triple: String,
    /// The configuration flags that hold in every crate.
    pub cfgs: Vec<String>,
    /// All that `rustc -vV` prints.
    pub rustc: String,
    /// Where the program belongs that runs macros for the toolchain.
    pub macro_server: PathBuf,
}

impl Platform {
    /// Asks cargo, and the compiler: the one that `RUSTC` names, or `rustc` on the search path.
    pub fn ask(cargo: &Cargo, selection: &Selection) -> Result<Platform, Error> {
        let rustc = run(&["-vV"])?;
        let root =
            cargo.ask("locate-project", &words(&["--workspace", "--message-format", "plain"], selection, true))?;
        let profiles = profiles(Path::new(root.trim()))?;
        let directory = tempfile::Builder::new().prefix("cargo-certus-").tempdir();
        let directory = directory.map_err(Error::file(std::env::temp_dir()))?;
        let manifest = directory.path().join("Cargo.toml");
        let text = "[package]\nname = \"probe\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[lib]\npath = \"lib.rs\"\n\
                    [workspace]\n";
        for (path, text) in
            [(manifest.clone(), format!("{text}{profiles}")), (directory.path().join("lib.rs"), String::new())]
        {
            std::fs::write(&path, text).map_err(Error::file(&path))?;
        }
        let mut args = words(&["--quiet", "--lib"], selection, false);
        args.extend(selection.triple_args());
        args.extend(selection.profile_args());
        for (option, path) in [("--manifest-path", &manifest), ("--target-dir", &directory.path().join("target"))] {
            args.extend([option.to_string(), path.to_string_lossy().into_owned()]);
        }
        args.extend(["--", "--print", "cfg", "--print", "target-libdir"].map(str::to_string));
        match cargo.ask("rustc", &args) {
            Ok(text) => Platform::read(&text, rustc),
            // The package has one crate, so it is for the configuration that there are more.
            Err(Error::Cargo { said }) if said.contains("only be passed to one target") => Err(one_target()),
            Err(error) => Err(error),
        }
    }

    /// Reads what rustc printed: the flags, and where its library for the target is, `.../rustlib/TRIPLE/lib`.
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
        // `SYSROOT/lib/rustlib/TRIPLE/lib`
        let sysroot = Path::new(library).ancestors().nth(4).unwrap_or(Path::new("/"));
        let macro_server = sysroot.join("libexec").join(format!("rust-analyzer-proc-macro-srv{EXE_SUFFIX}"));
        let cfgs: Vec<String> =
            text.lines().filter(|line| !line.is_empty() && !is_library(line)).map(str::to_string).collect();
        if !cfgs.iter().any(|cfg| POINTER_WIDTHS.contains(&cfg.as_str())) {
            return Err(Error::Target(triple));
        }
        Ok(Platform { triple, cfgs, rustc, macro_server })
    }

    /// Whether the programs do not run on the machine that compiles them.
    pub(crate) fn is_foreign(&self) -> bool {
        !self.rustc.lines().any(|line| line.strip_prefix("host: ") == Some(&self.triple))
    }
}

fn one_target() -> Error {
    Error::Option("crates are verified for one target at a time; choose it with --target".into())
}

/// Arguments with what goes with every call of cargo.
fn words(first: &[&str], selection: &Selection, with_manifest: bool) -> Vec<String> {
    let mut args: Vec<String> = first.iter().map(|word| word.to_string()).collect();
    args.extend(selection.config_args());
    if let (true, Some(path)) = (with_manifest, &selection.manifest_path) {
        args.extend(["--manifest-path".to_string(), path.to_string_lossy().into_owned()]);
    }
    args
}

/// The profiles of a workspace, as text. Errs where one is not the same for all packages in what programs can see.
fn profiles(manifest: &Path) -> Result<String, Error> {
    let wrong = |reason: String| Error::Manifest { manifest: manifest.to_path_buf(), reason };
    let text = std::fs::read_to_string(manifest).map_err(|error| wrong(error.to_string()))?;
    let all: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| wrong(error.to_string()))?;
    let Some(mut profiles) = all.get("profile").and_then(Item::as_table).cloned() else { return Ok(String::new()) };
    for (name, profile) in profiles.iter_mut() {
        let Some(profile) = profile.as_table_like_mut() else { continue };
        let overrides = profile.remove("package");
        let packages = overrides.as_ref().and_then(Item::as_table_like);
        let differs = |item: &Item| item.get("debug-assertions").is_some();
        if let Some((package, _)) = packages.and_then(|packages| packages.iter().find(|(_, item)| differs(item))) {
            let name = name.get();
            return Err(wrong(format!(
                "`debug-assertions` of the package `{package}` alone (profile `{name}`) is not supported"
            )));
        }
        // For build scripts and macros, of which nothing is verified.
        profile.remove("build-override");
    }
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

    /// What is said of a workspace with this at the end of its manifest.
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
