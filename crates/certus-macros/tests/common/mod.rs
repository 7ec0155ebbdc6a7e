//! Helpers of the tests: the libraries as cargo builds them, stock rustc, and the programs of the literate tests.

#![allow(dead_code, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// The root of the workspace.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace is there")
}

/// The folder that this test was built in, and whether it was with optimisation.
fn built_in() -> (PathBuf, bool) {
    let exe = env::current_exe().expect("a test has a path");
    let profile = exe.ancestors().nth(2).expect("a test is in a folder of its profile");
    let target = profile.parent().expect("a profile is in the folder for what is built");
    (target.to_path_buf(), profile.ends_with("release"))
}

/// Runs cargo without a network, in the folder that this test was built in, so that nothing is built twice.
pub fn cargo(dir: &Path, args: &[&str]) -> Output {
    let (target, optimised) = built_in();
    let mut command = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.current_dir(dir).args(args).arg("--offline").arg("--target-dir").arg(target);
    if optimised {
        command.arg("--release");
    }
    // What cargo sets for this test is not meant for another package.
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("RUSTFLAGS");
    command.output().expect("cargo runs")
}

pub fn text_of(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The libraries, compiled.
pub struct Libraries(Vec<String>);

impl Libraries {
    pub fn build() -> Libraries {
        Libraries::build_with(&[])
    }

    /// The same with other features.
    pub fn build_with(features: &[&str]) -> Libraries {
        let args = ["build", "-p", "vstd", "-p", "verus_state_machines_macros", "--message-format=json"];
        let output = cargo(&workspace(), &[&args, features].concat());
        assert!(output.status.success(), "{}", text_of(&output));
        let messages = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut args = Vec::new();
        for name in ["vstd", "verus_builtin", "verus_builtin_macros", "verus_state_machines_macros"] {
            // A package that was asked for stands above the folder of its dependencies.
            let is_library = |text: &&str| {
                let file = Path::new(text).file_name().and_then(|f| f.to_str()).unwrap_or_default();
                let rest = file.strip_prefix("lib").and_then(|file| file.strip_prefix(name));
                rest.is_some_and(|rest| rest == ".rlib" || rest.starts_with('-') && rest.ends_with(".rlib"))
            };
            let file = messages.split('"').find(is_library).unwrap_or_else(|| panic!("where is {name}?"));
            args.push("--extern".to_string());
            args.push(format!("{name}={file}"));
        }
        let folder = Path::new(args[1].trim_start_matches("vstd=")).parent().expect("a file is in a folder");
        let search = format!("dependency={}", folder.join("deps").display());
        args.extend(["-L".to_string(), search]);
        Libraries(args)
    }

    /// Runs stock rustc, with the libraries at hand.
    pub fn rustc(&self, input: &Path, args: &[&str]) -> Output {
        let mut command = Command::new(env::var("RUSTC").unwrap_or_else(|_| "rustc".into()));
        command.args(&self.0).args(["--edition", "2021"]).args(args).arg(input);
        command.env_remove("RUSTC_BOOTSTRAP");
        command.output().expect("rustc runs")
    }
}

/// A folder of its own for a test.
pub fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir); // It may not be there yet.
    fs::create_dir_all(dir.join("src")).expect("the test's own directory can be made");
    dir
}

/// A fenced block of a page: what stands after the fence, its lines, and where it begins.
pub struct Fenced {
    pub info: String,
    pub text: String,
    pub place: String,
}

/// The blocks of a literate page.
pub fn blocks(page: &Path) -> Vec<Fenced> {
    let text = fs::read_to_string(page).expect("the page can be read");
    let name = page.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_guide = page.components().any(|part| part.as_os_str() == "guide");
    let mut blocks: Vec<Fenced> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                let place = format!("{name}:{}", number + 1);
                blocks.push(Fenced { info: info.to_string(), text: String::new(), place });
            }
            None if inside => {
                let hidden = line.strip_prefix("# ").or((line == "#").then_some("")).filter(|_| is_guide);
                blocks.last_mut().into_iter().for_each(|block| {
                    block.text.push_str(hidden.unwrap_or(line));
                    block.text.push('\n');
                });
            }
            None => {}
        }
    }
    blocks
}

/// The files below a folder with an extension, in order.
pub fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What the info string of a program says that has attributes of the verifier outside of `verus!`: plain rustc does not build it.
const WITH_ATTRIBUTES: &str = "verifier-attributes";

/// The programs of the chapters and the guide that verify, each with its place; without those that are for another edition than
/// 2021. Either those that plain rustc builds, or those that say that it does not.
fn of_pages(are_built: bool) -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for dir in ["tests/spec", "docs/guide/src"] {
        for page in files(&workspace().join(dir), "md") {
            let of_language = blocks(&page).into_iter().filter(|block| block.info.starts_with("rust"));
            let refused = |text: &str| text.lines().any(|line| line.contains("//~") && line.contains("ERROR"));
            let is_one = |block: &Fenced| {
                let is_built = !block.info.contains(WITH_ATTRIBUTES);
                !refused(&block.text) && !block.info.contains("--edition") && is_built == are_built
            };
            programs.extend(of_language.filter(is_one).map(|b| (b.place, b.text)));
        }
    }
    programs
}

/// The programs that verify and say that plain rustc does not build them, each with its place.
pub fn with_attributes() -> Vec<(String, String)> {
    of_pages(false)
}

/// The programs of `tests/spec`, the guide and `examples` that verify and are built, each with its place.
pub fn accepted() -> Vec<(String, String)> {
    let mut programs = of_pages(true);
    for file in files(&workspace().join("examples"), "rs") {
        let text = fs::read_to_string(&file).expect("an example can be read");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        programs.push((format!("examples/{name}"), text));
    }
    programs
}
