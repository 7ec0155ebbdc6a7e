//! Finding the solver.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use certus_solve::setup::{Environment, Origin, ProbeError, SetupError, VERSION, find, setup, setup_in};
use tempfile::TempDir;

fn script(directory: &Path, name: &str, body: &str) -> PathBuf {
    fs::create_dir_all(directory).unwrap();
    let path = directory.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn z3(directory: &Path, version: &str) -> PathBuf {
    script(directory, "z3", &format!("echo called >> \"$0.log\"\necho Z3 version {version} - 64 bit"))
}

fn calls(program: &Path) -> usize {
    fs::read_to_string(format!("{}.log", program.display())).map_or(0, |log| log.lines().count())
}

/// An environment in which there is nothing.
fn nothing() -> (TempDir, Environment) {
    let root = tempfile::tempdir().unwrap();
    let cache_dir = Some(root.path().join("cache"));
    (root, Environment { cache_dir, ..Environment::default() })
}

fn refusal(environment: &Environment) -> SetupError {
    setup_in(environment, &mut |_| {}).unwrap_err()
}

#[test]
fn finds_a_solver_on_this_machine_and_finds_it_again_without_a_word() {
    let solver = setup(&mut |line| eprintln!("{line}")).unwrap();
    assert!(solver.path.is_file());
    let again = setup(&mut |line| panic!("{line}")).unwrap();
    assert_eq!((again.path, again.identity), (solver.path, solver.identity));
}

#[test]
fn override_is_used_before_all_others_if_it_has_the_right_version() {
    let (root, mut environment) = nothing();
    let good = z3(&root.path().join("good"), VERSION);
    let bad = z3(&root.path().join("bad"), "4.8.5");
    environment.search_path = Some(root.path().join("bad").into());
    environment.override_path = Some(good.clone());
    let solver = find(&environment).unwrap().unwrap();
    assert_eq!((solver.path, solver.origin), (good, Origin::Override));
    assert_eq!(calls(&bad), 0);

    environment.override_path = Some(bad);
    let error = refusal(&environment);
    assert!(matches!(error, SetupError::Override { reason: ProbeError::Version(_), .. }), "{error}");
    assert!(error.to_string().contains("4.8.5") && error.to_string().contains("CERTUS_Z3"), "{error}");
    environment.override_path = Some(root.path().join("none"));
    let error = refusal(&environment);
    assert!(matches!(error, SetupError::Override { reason: ProbeError::Start(_), .. }), "{error}");
    environment.override_path = Some(script(root.path(), "broken", "echo no library >&2; exit 1"));
    let error = refusal(&environment);
    assert!(matches!(error, SetupError::Override { reason: ProbeError::Failed(_), .. }), "{error}");
    assert!(error.to_string().contains("no library"), "{error}");
}

#[test]
fn search_path_is_used_only_with_exactly_the_right_version() {
    let (root, mut environment) = nothing();
    environment.search_path = Some(root.path().as_os_str().to_owned());
    assert_eq!(find(&environment).unwrap(), None);
    for version in ["4.16.1", "4.16", "4.16.0.1", "14.16.0", "5.4.0"] {
        z3(root.path(), version);
        assert_eq!(find(&environment).unwrap(), None, "{version}");
    }
    let path = z3(root.path(), VERSION);
    let solver = find(&environment).unwrap().unwrap();
    assert_eq!((solver.path, solver.origin), (path, Origin::SearchPath));
    environment.search_path = Some("bin".into());
    assert_eq!(find(&environment).unwrap(), None, "relative");
}

#[test]
fn wrong_version_on_the_search_path_is_asked_once() {
    let (root, mut environment) = nothing();
    environment.search_path = Some(root.path().as_os_str().to_owned());
    let path = z3(root.path(), "4.8.5");
    for _ in 0..3 {
        assert_eq!(find(&environment).unwrap(), None);
    }
    assert_eq!(calls(&path), 1);
    z3(root.path(), VERSION);
    assert!(find(&environment).unwrap().is_some(), "it was replaced");
}

#[test]
fn advice_when_there_is_no_python_or_no_pip() {
    let (root, mut environment) = nothing();
    environment.pythons = vec![root.path().join("python3"), root.path().join("python")];
    let error = refusal(&environment);
    assert!(matches!(error, SetupError::NoPython { .. }), "{error}");
    script(root.path(), "python", "echo \"$0: No module named pip\" >&2; exit 1");
    let error = refusal(&environment);
    assert!(matches!(&error, SetupError::NoPip { python } if python.ends_with("python")), "{error}");
    assert!(error.to_string().contains("CERTUS_Z3"), "{error}");
}

#[test]
fn advice_when_the_download_fails() {
    let (root, mut environment) = nothing();
    let python = script(root.path(), "python3", "echo 'ERROR: Could not connect' >&2; exit 1");
    environment.pythons = vec![python.clone()];
    let error = refusal(&environment);
    assert!(matches!(error, SetupError::Download { .. }) && error.to_string().contains("Could not connect"), "{error}");
    script(root.path(), "python3", "exit 0");
    assert!(matches!(refusal(&environment), SetupError::Download { .. }));
    environment.cache_dir = None;
    assert!(matches!(refusal(&environment), SetupError::NoCacheDirectory));
    environment.cache_dir = Some(python.join("below-a-file"));
    let error = refusal(&environment);
    assert!(matches!(error, SetupError::Io { .. }) && error.to_string().contains("CERTUS_CACHE_DIR"), "{error}");
}

#[test]
fn altered_download_is_refused_and_leaves_nothing() {
    let (root, mut environment) = nothing();
    // The directory follows `--dest`.
    let body = "while [ \"$1\" != --dest ]; do shift; done; echo altered > \"$2/z3_solver.whl\"";
    environment.pythons = vec![script(root.path(), "python3", body)];
    let mut lines = Vec::new();
    let error = setup_in(&environment, &mut |line| lines.push(line.to_owned())).unwrap_err();
    assert!(matches!(error, SetupError::Checksum { .. }), "{error}");
    assert!(lines[0].starts_with("downloading"), "{lines:?}");
    assert_eq!(fs::read_dir(environment.cache_dir.clone().unwrap()).unwrap().count(), 0);
    assert_eq!(find(&environment).unwrap(), None);
}
