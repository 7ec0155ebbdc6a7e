//! `certus tour`: the exercises are not solved as they are written, and each can be.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn solutions() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certus-tour/solutions");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(directory).expect("there").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn tour(place: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut certus = Command::new(env!("CARGO_BIN_EXE_certus"));
    let output = certus.current_dir(place.path()).arg("tour").args(arguments).output().expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn each_exercise_fails_until_it_is_solved() {
    let place = tempfile::tempdir().expect("a directory");
    let (_, text) = tour(&place, &[]);
    assert!(text.contains("wrote 10 of 10 exercises to certus-tour"), "{text}");
    let solutions = solutions();
    assert_eq!(solutions.len(), 10);
    for (index, solution) in solutions.iter().enumerate() {
        let name = format!("{}.rs", solution.file_stem().and_then(|name| name.to_str()).expect("a name"));
        let (status, text) = tour(&place, &[]);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("error[verify/"), "{text}");
        assert!(text.contains(&format!("exercise {} of 10: edit certus-tour/{name}", index + 1)), "{text}");
        let file = place.path().join("certus-tour").join(&name);
        let text = std::fs::read_to_string(&file).expect("written");
        let is = |mark: &'static str| move |line: &&str| line.trim() == mark;
        let part = std::fs::read_to_string(solution).expect("there");
        let before = text.split_inclusive('\n').take_while(|line| !is("// YOUR PART")(line));
        let marks = text.split_inclusive('\n').filter(is("// YOUR PART"));
        let after = text.split_inclusive('\n').skip_while(|line| !is("// END")(line));
        let solved: String = before.chain(marks).chain([part.as_str()]).chain(after).collect();
        std::fs::write(&file, solved).expect("written");
    }
    let (status, text) = tour(&place, &[]);
    assert_eq!((status, text.contains("all 10 exercises are verified")), (Some(0), true), "{text}");
}

#[test]
fn only_the_users_part_counts() {
    let place = tempfile::tempdir().expect("a directory");
    let (status, said) = tour(&place, &["here"]);
    assert!(status == Some(1) && said.contains("run `certus tour here` again"), "{said}");
    let file = place.path().join("here/01_requires.rs");
    let text = std::fs::read_to_string(&file).expect("written");
    std::fs::write(&file, text.replace("    x + 10\n", "    x\n")).expect("written");
    let (status, said) = tour(&place, &["here"]);
    assert!(status == Some(1) && said.contains("here/01_requires.rs:18: only the lines between"), "{said}");
    std::fs::write(&file, text.replace("// TODO: requires ..", "requires admitted(x),")).expect("written");
    assert_eq!(tour(&place, &["here"]).0, Some(1));
    let (status, said) = tour(&place, &["here", "--reset", "01_requires"]);
    assert!(status == Some(1) && said.contains("wrote 1 of 10"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).expect("there"), text);
    let (status, said) = tour(&place, &["here", "--reset", "11_more"]);
    assert!(status == Some(2) && said.contains("no exercise `11_more`"), "{said}");
}
