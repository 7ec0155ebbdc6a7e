//! The GitHub action and the hook of pre-commit: what they run is run in a scratch package.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use yaml_rust2::{Yaml, YamlLoader};

fn parsed(path: &str) -> Yaml {
    let text = std::fs::read_to_string(support::root().join(path)).unwrap();
    YamlLoader::load_from_str(&text).unwrap().remove(0)
}

/// A package that is proved, below a directory that stands for the machine of the runner.
struct Scratch {
    place: tempfile::TempDir,
    variables: BTreeMap<&'static str, String>,
}

impl Scratch {
    fn new() -> Scratch {
        let place = tempfile::tempdir().unwrap();
        let bin = place.path().join("certus/bin");
        std::fs::create_dir_all(&bin).unwrap();
        for program in [env!("CARGO_BIN_EXE_certus"), env!("CARGO_BIN_EXE_cargo-certus")] {
            std::fs::copy(program, bin.join(Path::new(program).file_name().unwrap())).unwrap();
        }
        let new = Command::new(env!("CARGO_BIN_EXE_cargo-certus"))
            .args(["certus", "new", "demo", "--lib", "--vcs", "none"])
            .current_dir(place.path())
            .output();
        assert!(new.unwrap().status.success());
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        let variables = BTreeMap::from([
            ("GITHUB_ACTION_PATH", text(support::root())),
            ("GITHUB_PATH", text(place.path().join("path"))),
            ("RUNNER_TEMP", text(place.path().to_path_buf())),
        ]);
        Scratch { place, variables }
    }

    fn package(&self) -> PathBuf {
        self.place.path().join("demo")
    }

    /// Makes the proof fail.
    fn break_it(&self) {
        let path = self.package().join("src/lib.rs");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, text.replace("at = next;", "at = 0;")).unwrap();
    }

    /// Runs a script as a runner does, with these directories before its path.
    fn bash(&self, script: &str, more: &[(&str, String)]) -> Output {
        let path = std::fs::read_to_string(self.place.path().join("path")).unwrap_or_default();
        let path = format!("{}:{}", path.trim(), std::env::var("PATH").unwrap());
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(self.package());
        command.env("PATH", path).env_remove("CARGO").envs(&self.variables).stdin(Stdio::null());
        command.envs(more.iter().map(|(name, value)| (*name, value))).output().unwrap()
    }
}

#[test]
fn the_action_verifies_a_package() {
    let action = parsed("action.yml");
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    let steps = action["runs"]["steps"].as_vec().unwrap();
    assert!(steps.iter().all(|step| step["shell"].as_str() == Some("bash")));
    let scratch = Scratch::new();
    let [install, path, verify] = [0, 1, 2].map(|index| steps[index]["run"].as_str().unwrap());
    // CI runs this command. Here the binaries are where it puts them.
    assert!(install.starts_with("cargo install --locked --path \"$GITHUB_ACTION_PATH/crates/certus\" --root "));
    let root = install.rsplit("--root ").next().unwrap();
    assert!(scratch.bash(&format!("test -x {root}/bin/cargo-certus"), &[]).status.success());
    assert!(scratch.bash(path, &[]).status.success());
    let input = |name: &str| action["inputs"][name]["default"].as_str().unwrap().to_owned();
    assert_eq!(input("working-directory"), ".");
    assert_eq!(steps[2]["env"]["CERTUS_ARGUMENTS"].as_str(), Some("${{ inputs.arguments }}"));
    let arguments = [("CERTUS_ARGUMENTS", input("arguments"))];
    let output = scratch.bash(verify, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    scratch.break_it();
    assert_eq!(scratch.bash(verify, &arguments).status.code(), Some(1));
}

#[test]
fn the_hook_verifies_a_package() {
    let hooks = parsed(".pre-commit-hooks.yaml");
    let hook = &hooks.as_vec().unwrap()[0];
    let text = |name: &str| hook[name].as_str().unwrap();
    assert_eq!((text("id"), text("language"), hook["pass_filenames"].as_bool()), ("certus", "system", Some(false)));
    for (name, counts) in [("src/lib.rs", true), ("a/Cargo.toml", true), ("Cargo.lock", true), ("README.md", false)] {
        let is_file = |end: &str| name.ends_with(end.replace('\\', "").as_str());
        let ends = text("files").trim_start_matches('(').trim_end_matches(")$").split('|');
        assert_eq!(ends.into_iter().any(is_file), counts, "{name}");
    }
    let scratch = Scratch::new();
    std::fs::write(scratch.place.path().join("path"), scratch.place.path().join("certus/bin").to_str().unwrap())
        .unwrap();
    let output = scratch.bash(text("entry"), &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    scratch.break_it();
    assert_eq!(scratch.bash(text("entry"), &[]).status.code(), Some(1));
}
