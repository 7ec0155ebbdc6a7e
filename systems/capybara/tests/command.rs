//! The command does what its help says, and says what is wrong with files. In no case anything is lost.

mod support;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use support::{command, fails, left_over, of, run, well, word};

/// A folder with a store of three keys.
fn store() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store");
    well(&["create", word(&file), "--keys", "10", "--elements", "5", "--changes", "4", "--value-size", "64"]);
    for (key, value) in [("a", "first"), ("b", ""), ("the third key", "third value")] {
        well(&["put", word(&file), key, value]);
    }
    (folder, file)
}

/// What a store of `store` lists.
fn listed(file: &Path) -> Vec<String> {
    let mut lines: Vec<String> = well(&["list", word(file), "--values"]).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// What it must list.
const ALL: [&str; 3] = ["a\tfirst", "b\t", "the third key\tthird value"];

#[test]
fn what_is_put_is_got() {
    let (_folder, file) = store();
    let name = word(&file);
    assert_eq!(listed(&file), ALL);
    assert_eq!(well(&["get", name, "the third key"]), "third value\n");
    well(&["put", name, "a", "other"]);
    assert_eq!(well(&["get", name, "a"]), "other\n");
    well(&["del", name, "a"]);
    assert!(fails(1, &["get", name, "a"]).contains("the key is not in the store"));
    assert!(fails(1, &["del", name, "a"]).contains("the key is not in the store"));
    well(&["put", name, "b", "one", "--append"]);
    well(&["put", name, "b", "two", "--append"]);
    assert_eq!(well(&["list", name, "b"]), "one\ntwo\n");
    assert!(fails(1, &["list", name, "a"]).contains("the key is not in the store"));
    assert_eq!(well(&["check", name]), "2 keys with their values, and 2 elements: all is well\n");
    let stat = well(&["stat", name]);
    assert!(stat.contains("keys        2 of 10, each of at most 64 bytes"), "{stat}");
    assert!(stat.contains("elements    2 of 9"), "{stat}");
    assert!(stat.contains(&format!("file        {} bytes", fs::metadata(&file).expect("a file").len())), "{stat}");
}

#[test]
fn ranges_are_listed_in_order() {
    let (_folder, file) = store();
    let name = word(&file);
    for key in ["ab", "", "c", "B"] {
        well(&["put", name, key, "v"]);
    }
    assert_eq!(well(&["list", name, "--from", ""]), "\nB\na\nab\nb\nc\nthe third key\n");
    assert_eq!(well(&["list", name, "--from", "a", "--to", "b"]), "a\nab\n");
    assert_eq!(well(&["list", name, "--to", "a"]), "\nB\n");
    assert_eq!(well(&["list", name, "--from", "aa", "--to", "c", "--values"]), "ab\tv\nb\t\n");
    assert_eq!(well(&["list", name, "--from", "c", "--to", "a"]), "");
    assert!(fails(2, &["list", name, "--from", &"k".repeat(65)]).contains("the key has 65 bytes"));
    assert_eq!(run(&["list", name, "a", "--from", "b"]).0, 2);
}

#[test]
fn lines_are_put_one_by_one_or_together() {
    let (_folder, file) = store();
    let put = |words: &[&str], input: &str| {
        let mut child = command(&[&["put", word(&file)], words].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        // It may end before it has read everything.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        of(child.wait_with_output().expect("it ends"))
    };
    assert_eq!(put(&[], "x 1\ny 2 3\n"), (0, "ok x\nok y\n".to_owned(), String::new()));
    assert_eq!(well(&["get", word(&file), "y"]), "2 3\n");
    assert_eq!(put(&["--atomic"], "x 4\nz 5\n"), (0, "ok 2\n".to_owned(), String::new()));
    assert_eq!(well(&["get", word(&file), "x"]), "4\n");
    let before = listed(&file);
    let (status, printed, errors) = put(&["--atomic"], "x 6\nnonsense\n");
    assert_eq!((status, printed.as_str()), (2, ""));
    assert!(errors.contains("line 2 of the input: a key, a space and a value are needed"), "{errors}");
    let (status, _, errors) = put(&["--atomic"], "x 1\nx 2\nx 3\nx 4\nx 5\n");
    assert!(status == 2 && errors.contains("no more"), "{errors}");
    assert_eq!(listed(&file), before);
    let (status, printed, errors) = put(&[], &format!("x 7\ny {}\n", "l".repeat(65)));
    assert_eq!((status, printed.as_str()), (2, "ok x\n"));
    assert!(errors.contains("the value has 65 bytes; this store takes at most 64"), "{errors}");
    assert_eq!(put(&["w"], "from the input").0, 0);
    assert_eq!(well(&["get", word(&file), "w"]), "from the input\n");
}

#[test]
fn a_full_store_says_so_and_keeps_what_it_has() {
    let (_folder, file) = store();
    for number in 0..7 {
        well(&["put", word(&file), &format!("more {number}"), "value"]);
    }
    assert!(fails(2, &["put", word(&file), "one more", "value"]).contains("no more keys"));
    // Values of a full store can be replaced.
    well(&["put", word(&file), "a", "replaced"]);
    assert_eq!(listed(&file).len(), 10);
    assert!(fails(2, &["put", word(&file), &"k".repeat(65), "v"]).contains("the key has 65 bytes"));
}

#[test]
fn a_disk_that_is_full_is_an_error_and_leaves_no_file() {
    // As large as no disk is, so that nothing is written before it is known.
    for folder in [tempfile::tempdir().expect("a folder"), tempfile::tempdir_in("/dev/shm").expect("a folder")] {
        let file = folder.path().join("store");
        let keys = ["--keys", "4000000000", "--value-size", "4096"];
        let error = fails(2, &[&["create", word(&file)], &keys[..]].concat());
        assert!(error.contains("the disk is full: the store needs "), "{error}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
    let (_folder, file) = store();
    let error = fails(2, &["create", word(&file), "--keys", "5"]);
    assert!(error.contains("this file exists"), "{error}");
    let other = file.with_file_name("other");
    let error = fails(2, &["create", word(&other), "--keys", "5000000000"]);
    assert!(error.contains("no store can be so large"), "{error}");
    assert_eq!(listed(&file), ALL);
}

#[test]
fn a_process_that_may_write_no_such_file_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store");
    let script = format!("ulimit -f 8; trap '' XFSZ; exec {} create {}", env!("CARGO_BIN_EXE_capybara"), word(&file));
    let (status, _, errors) = of(std::process::Command::new("bash").args(["-c", &script]).output().expect("a shell"));
    assert!(status == 2 && errors.contains("the disk is full"), "{status} {errors}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_file_that_was_cut_short_is_an_error_and_stays() {
    let (_folder, file) = store();
    let whole = fs::read(&file).expect("a file");
    for len in [whole.len() - 8, whole.len() - 1, whole.len() / 2, 300, 65, 64, 63, 8, 3, 1] {
        fs::write(&file, &whole[..len]).expect("a file");
        for words in [&["get", word(&file), "a"][..], &["put", word(&file), "a", "x"], &["check", word(&file)]] {
            let error = fails(2, words);
            assert!(error.contains("the file was cut short"), "{len}: {error}");
            assert!(error.contains(&format!("but the file has {len};")), "{len}: {error}");
        }
        assert_eq!(fs::read(&file).expect("a file"), &whole[..len]);
    }
    fs::write(&file, &whole).expect("a file");
    assert_eq!(listed(&file), ALL);
}

/// A CRC bit by bit: that of ECMA-182, reflected.
fn crc(bytes: &[u8]) -> u64 {
    let bit = |state: u64| if state & 1 == 1 { state >> 1 ^ 0xc96c_5795_d787_0f42 } else { state >> 1 };
    !bytes.iter().fold(!0, |state, &byte| (0..8).fold(state ^ u64::from(byte), |state, _| bit(state)))
}

#[test]
fn a_file_of_another_version_is_an_error_and_stays() {
    let (_folder, file) = store();
    let whole = fs::read(&file).expect("a file");
    // The version of the journal, and that of the store.
    for (at, ours, version) in [(8, 2u8, 1u8), (8, 2, 9), (24, 2, 1), (24, 2, 9)] {
        let mut other = whole.clone();
        assert_eq!(other[at..at + 8], u64::from(ours).to_le_bytes());
        other[at] = version;
        let sum = crc(&other[..48]);
        assert_eq!(crc(&whole[..48]).to_le_bytes(), whole[48..56]);
        other[48..56].copy_from_slice(&sum.to_le_bytes());
        fs::write(&file, &other).expect("a file");
        for words in [&["get", word(&file), "a"][..], &["put", word(&file), "a", "x"], &["stat", word(&file)]] {
            let error = fails(2, words);
            let expected = format!("the store has version {version}; this program reads version {ours}");
            assert!(error.contains(&expected), "{error}");
        }
        assert_eq!(fs::read(&file).expect("a file"), other);
    }
}

/// Whoever closes a store leaves no log to install.
#[test]
fn a_store_that_was_closed_has_nothing_to_install() {
    let (_folder, file) = store();
    for value in ["x", "y", "z"] {
        well(&["put", word(&file), "a", value]);
        assert_eq!(left_over(&file), 0);
    }
}

#[test]
fn what_is_no_store_is_an_error_and_stays() {
    let (folder, file) = store();
    assert!(fails(2, &["get", word(folder.path()), "a"]).contains("this is a directory"));
    assert!(fails(2, &["create", word(folder.path())]).contains("this is a directory"));
    let nowhere = folder.path().join("nowhere").join("store");
    assert!(fails(2, &["create", word(&nowhere)]).contains("there is no folder for this file"));
    let other = folder.path().join("other");
    assert!(fails(2, &["get", word(&other), "a"]).contains("there is no such file"));
    assert!(!other.exists());
    for (bytes, error) in [
        (&b""[..], "the file is empty"),
        (b"short", "the file holds no store"),
        (&[b'x'; 500], "the file holds no store"),
        (&[0; 4096], "the file holds no store"),
    ] {
        fs::write(&other, bytes).expect("a file");
        for words in [&["get", word(&other), "a"][..], &["put", word(&other), "a", "x"], &["list", word(&other)]] {
            assert!(fails(2, words).contains(error), "{bytes:?}");
        }
        assert!(fails(2, &["create", word(&other)]).contains("this file exists"));
        assert_eq!(fs::read(&other).expect("a file"), bytes);
    }
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("a pipe");
    assert!(made.success());
    assert!(fails(2, &["get", word(&pipe), "a"]).contains("this is not a regular file"));
    assert_eq!(listed(&file), ALL);
}

#[test]
fn permission_denied_is_an_error() {
    let (folder, file) = store();
    // The administrator may do everything, so the command is run as nobody, from where nobody may read it.
    let program = folder.path().join("capybara");
    // By another process: one of another test would hold the copy open for writing, if it began now.
    let copied = std::process::Command::new("cp").args([env!("CARGO_BIN_EXE_capybara"), word(&program)]).status();
    assert!(copied.expect("a copy").success());
    let mode =
        |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
    mode(folder.path(), 0o755);
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(&program);
        command.args(words).stdin(Stdio::null());
        if rustix::process::geteuid().is_root() {
            command.uid(65_534).gid(65_534);
        }
        of(command.output().expect("it starts"))
    };
    for bits in [0o000, 0o444, 0o222] {
        mode(&file, bits);
        for words in [&["get", word(&file), "a"][..], &["put", word(&file), "a", "x"], &["check", word(&file)]] {
            let (status, printed, errors) = run(words);
            assert_eq!((status, printed.as_str()), (2, ""));
            assert!(errors.contains("permission denied"), "{bits:o} {errors}");
        }
    }
    mode(folder.path(), 0o555);
    let (status, _, errors) = run(&["create", word(&folder.path().join("new"))]);
    assert!(status == 2 && errors.contains("permission denied"), "{errors}");
    mode(folder.path(), 0o755);
    mode(&file, 0o644);
    assert_eq!(listed(&file), ALL);
}

#[test]
fn a_store_in_use_is_an_error() {
    let (_folder, file) = store();
    let mut child =
        command(&["put", word(&file)]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"a held\n").expect("it reads");
    let mut answer = [0; 5];
    std::io::Read::read_exact(child.stdout.as_mut().expect("a pipe"), &mut answer).expect("an answer");
    assert_eq!(&answer, b"ok a\n");
    assert!(fails(2, &["get", word(&file), "a"]).contains("the store is in use"));
    drop(input);
    assert!(child.wait().expect("it ends").success());
    assert_eq!(well(&["get", word(&file), "a"]), "held\n");
}

/// Each byte of a store in turn is changed: what is read is what was written, or it is an error.
#[test]
fn decay_is_noticed() {
    let (_folder, file) = store();
    well(&["put", word(&file), "a", "element", "--append"]);
    let whole = fs::read(&file).expect("a file");
    let (mut noticed, mut unused) = (0, 0);
    // With another step each time a byte is met in some place of every structure.
    for at in (0..whole.len()).step_by(37) {
        let mut decayed = whole.clone();
        decayed[at] ^= 1 << (at % 8);
        fs::write(&file, &decayed).expect("a file");
        let (status, printed, errors) = run(&["check", word(&file)]);
        match status {
            0 => {
                assert_eq!(printed, "3 keys with their values, and 1 elements: all is well\n", "{at}");
                assert_eq!(listed(&file), ALL, "{at}");
                assert_eq!(well(&["list", word(&file), "a"]), "element\n");
                unused += 1;
            }
            1 => {
                assert!(errors.contains("corrupted"), "{at} {errors}");
                noticed += 1;
            }
            // The first bytes say that it is a store.
            2 => assert!(at < 8 && errors.contains("holds no store"), "{at} {errors}"),
            other => panic!("{other} at {at}: {errors}"),
        }
    }
    assert!(noticed > 8 && unused > 8, "{noticed} {unused}");
}

#[test]
fn a_measurement_has_all_phases_and_leaves_no_file() {
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder");
    let file = folder.path().join("bench");
    let printed = well(&["bench", word(&file), "--keys", "200"]);
    assert_eq!(printed.lines().count(), 6, "{printed}");
    assert!(printed.lines().all(|line| line.contains(" a second, ")), "{printed}");
    assert!(!file.exists());
    fs::write(&file, "mine").expect("a file");
    assert!(fails(2, &["bench", word(&file)]).contains("this file exists"));
    assert_eq!(fs::read(&file).expect("a file"), b"mine");
}
