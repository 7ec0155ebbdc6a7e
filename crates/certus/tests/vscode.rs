//! The extension for VS Code: it is packaged, and the package is unpacked and run with a stub of the editor.
//!
//! Where there is no Node, or the packages of the extension cannot be had, the test says that it did not run. With
//! `CERTUS_VSCODE=1` in the environment, as CI has it, that is a failure.

use std::path::Path;
use std::process::Command;

/// Runs a program of Node in the folder of the extension; its output if it succeeds.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(said) } else { Err(said) }
}

/// Copies the files of a folder, without what is installed or packaged.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).expect("an entry");
        if path.is_dir() && name != "node_modules" {
            copy(&path, &to.join(name));
        } else if path.is_file() && path.extension().is_none_or(|extension| extension != "vsix") {
            std::fs::copy(&path, to.join(name)).expect("to copy a file");
        }
    }
}

/// Says that something is not there.
fn skip(what: &str) {
    assert!(std::env::var_os("CERTUS_VSCODE").is_none(), "{what}");
    println!("NOT RUN: {what}");
}

#[test]
fn the_packaged_extension_works() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/vscode");
    let has_node = ["node", "npm"].iter().all(|program| run(&source, program, &["--version"]).is_ok());
    if !has_node {
        return skip("there is no Node");
    }
    // Not in the repository, whose files no test changes.
    let folder = tempfile::tempdir().expect("a folder");
    copy(&source, folder.path());
    if let Err(said) = run(folder.path(), "npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"]) {
        return skip(&format!("the packages of the extension cannot be installed: {said}"));
    }
    run(folder.path(), "npm", &["run", "package"]).expect("it is packaged");
    let said = run(folder.path(), "npm", &["test"]).unwrap_or_else(|said| panic!("{said}"));
    assert!(said.contains("PASSED"), "{said}");
}
