//! A process that read the program before it was edited (`--wait`) says, asks the solver and tells rustc what a new process does.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use support::edits::{A, B, BIN, Edit, Place, ROOT, edits, said};

/// What is printed when nothing is left to do before the line.
const READY: &str = "{\"$message_type\":\"ready\"}\n";

/// A process that waits.
struct Waiting {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Waiting {
    fn start(place: &Place, flags: &[&str]) -> Waiting {
        let mut command = Command::new(BIN);
        command.env("CERTUS_CACHE_DIR", place.folder.join("certus")).env("TMPDIR", temporary(place));
        command.args(["verify", "--message-format=json", "--wait"]).arg(place.folder.join("a.rs"));
        command.args(flags).arg(place.folder.join("lib.rs")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("certus runs");
        let stdin = child.stdin.take().expect("a pipe");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Waiting { child, stdin, stdout }
    }

    /// One that is ready.
    fn ready(place: &Place, flags: &[&str]) -> Waiting {
        let mut waiting = Waiting::start(place, flags);
        let mut line = String::new();
        waiting.stdout.read_line(&mut line).expect("a line");
        assert_eq!(line, READY);
        waiting
    }

    /// What it says after the line, as [`Place::verify`].
    fn go(mut self) -> (Vec<String>, u64, u64) {
        self.stdin.write_all(b"verify\n").expect("it listens");
        let mut printed = String::new();
        self.stdout.read_to_string(&mut printed).expect("text");
        // It may have been ready just before.
        let printed = printed.strip_prefix(READY).unwrap_or(&printed);
        said(self.child.wait().expect("it ends").code(), printed)
    }
}

/// Where files go that nobody keeps.
fn temporary(place: &Place) -> PathBuf {
    let folder = place.folder.join("tmp");
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The files of a log.
fn log(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(log(&path));
        } else {
            files.insert(path.file_name().expect("a name").into(), fs::read_to_string(&path).expect("text"));
        }
    }
    files
}

/// Edits the program while a process waits that keeps nothing, and while one waits for which functions are settled.
fn compare(place: &Place, name: &str, before: [&str; 3], after: [&str; 3], settles: Option<bool>) {
    let write = |[root, a, b]: [&str; 3]| place.write(root, a, b);
    let folders = ["log-1", "log-2"].map(|name| place.folder.join(name));
    folders.iter().for_each(|folder| drop(fs::remove_dir_all(folder)));
    let logs = folders.each_ref().map(|folder| format!("--log={}", folder.display()));
    write(before);
    if settles.is_some() {
        // Otherwise it may be said again what an earlier run said, with nothing done.
        let _ = fs::remove_dir_all(place.folder.join("certus/runs-1"));
        place.verify(&[]);
    }
    let plain = Waiting::ready(place, &["--no-cache", &logs[0]]);
    let settling = settles.map(|settles| (settles, Waiting::ready(place, &[])));
    write(after);
    let (expected, ..) = place.verify(&["--no-cache", &logs[1]]);
    assert_eq!(plain.go().0, expected, "{name}");
    let [one, other] = folders.each_ref().map(|folder| log(folder));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{name}");
    for (file, text) in &one {
        assert_eq!(Some(text), other.get(file), "{name}: {}", file.display());
    }
    if let Some((settles, waiting)) = settling {
        let (with, settled, _) = waiting.go();
        assert_eq!(with, expected, "{name}, with what is settled");
        assert_eq!(settled > 0, settles, "{name}: {settled}");
    }
}

#[test]
fn an_edit_while_it_waits_gives_what_a_new_process_gives() {
    let place = Place::new("waiting");
    for Edit { name, from, to, settles } in edits() {
        let text = |file: &str| file.replacen(from, to, 1);
        let (root, a, b) = (text(ROOT), text(A), text(B));
        compare(&place, name, [ROOT, A, B], [&root, &a, &b], Some(settles));
    }
}

#[test]
fn an_edit_is_taken_back_while_it_waits() {
    let place = Place::new("waiting-back");
    let back = ["a syntax error", "a type that is wrong", "a specification", "an item in a body", "a missing function"];
    for Edit { name, from, to, .. } in edits().into_iter().filter(|edit| back.contains(&edit.name)) {
        let text = |file: &str| file.replacen(from, to, 1);
        let (root, a, b) = (text(ROOT), text(A), text(B));
        compare(&place, name, [&root, &a, &b], [ROOT, A, B], None);
    }
}

#[test]
fn what_an_edit_needs_of_the_library_or_of_the_disk_is_loaded() {
    let place = Place::new("waiting-more");
    // Nothing named this part of the library.
    let part = B.replacen("    first(i)\n", "    let m = i.wrapping_add(1); first(i)\n", 1);
    compare(&place, "another part of the library", [ROOT, A, B], [ROOT, A, &part], Some(true));
    // A file that was not there.
    let with = "pub mod a;\npub mod b;\npub mod c;\n";
    fs::write(place.folder.join("c.rs"), "use vstd::prelude::*; verus! { fn c() { assert(1 + 1 == 3); } }")
        .expect("to write");
    compare(&place, "a file", [ROOT, A, B], [with, A, B], Some(false));
    fs::remove_file(place.folder.join("c.rs")).expect("to remove");
    compare(&place, "no file", [ROOT, A, B], [with, A, B], Some(false));
}

#[test]
fn the_line_may_come_at_any_time() {
    let place = Place::new("waiting-early");
    place.verify(&[]);
    let edited = A.replace("lemma_sum(n);\n}", "lemma_sum(n); assert(sum(n) > 5);\n}");
    for wait in [0, 20, 60, 150, 300] {
        place.write(ROOT, A, B);
        let waiting = Waiting::start(&place, &[]);
        std::thread::sleep(std::time::Duration::from_millis(wait));
        place.write(ROOT, &edited, B);
        let (with, ..) = waiting.go();
        assert_eq!(with, place.verify(&["--no-cache"]).0, "{wait}");
        assert!(with[0].contains("Some(1)"), "{with:?}");
    }
}

#[test]
fn nothing_is_left_of_one_that_is_not_wanted() {
    let place = Place::new("waiting-unwanted");
    let Waiting { mut child, stdin, mut stdout } = Waiting::ready(&place, &[]);
    drop(stdin);
    let mut printed = String::new();
    stdout.read_to_string(&mut printed).expect("text");
    assert_eq!(printed, "");
    assert!(!child.wait().expect("it ends").success());
    assert_eq!(fs::read_dir(temporary(&place)).expect("the folder").count(), 0);
}
