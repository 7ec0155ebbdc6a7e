//! The command `grow`.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{fails, of, well, word};

/// A folder with a store of ten keys, which is full.
fn store() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store");
    well(&["create", word(&file), "--keys", "10", "--elements", "2", "--changes", "7", "--value-size", "64"]);
    put(&file, 0..10);
    assert!(fails(2, &["put", word(&file), "one more", "value"]).contains("no more keys"));
    (folder, file)
}

fn put(file: &Path, keys: std::ops::Range<u32>) {
    keys.for_each(|key| drop(well(&["put", word(file), &format!("key {key:03}"), &format!("value {key}")])));
}

/// Whether it has exactly the keys below a number.
fn has(file: &Path, keys: u32) {
    let mut lines: Vec<String> = well(&["list", word(file), "--values"]).lines().map(str::to_owned).collect();
    lines.sort();
    let wanted: Vec<String> = (0..keys).map(|key| format!("key {key:03}\tvalue {key}")).collect();
    assert_eq!(lines, wanted);
}

#[test]
fn a_full_store_gets_room() {
    let (_folder, file) = store();
    let name = word(&file);
    let before = fs::read(&file).expect("a file");
    let stat = well(&["grow", name, "--keys", "5", "--elements", "3"]);
    assert!(stat.contains("keys        10 of 15,"), "{stat}");
    assert!(stat.contains("values      10 of 22,"), "{stat}");
    assert!(stat.contains("elements    0 of 12,"), "{stat}");
    assert_eq!(stat, well(&["stat", name]));
    // What was there is where it was: all bytes behind the geometry.
    let after = fs::read(&file).expect("a file");
    let area = 64 + 2 * (24 + 7 * 40usize).next_multiple_of(64);
    assert_eq!(before[area + 256..], after[area + 256..before.len()]);
    has(&file, 10);
    put(&file, 10..15);
    has(&file, 15);
    assert!(fails(2, &["put", name, "one more", "value"]).contains("no more keys"));
    // Room for elements and values alone; `--items` is `--values`.
    assert!(well(&["grow", name, "--elements", "9"]).contains("elements    0 of 21,"));
    let stat = well(&["grow", name, "--items", "4"]);
    assert!(stat.contains("keys        15 of 15,") && stat.contains("values      15 of 26,"), "{stat}");
    assert_eq!(well(&["check", name]), "15 keys with their values, and 0 elements: all is well\n");
}

#[test]
fn a_store_grows_fifteen_times() {
    let (_folder, file) = store();
    for growth in 1..16 {
        let stat = well(&["grow", word(&file), "--keys", "1"]);
        assert!(stat.contains(&format!("keys        {} of {},", 9 + growth, 10 + growth)), "{stat}");
        put(&file, 9 + growth..10 + growth);
        has(&file, 10 + growth);
    }
    let before = fs::read(&file).expect("a file");
    assert!(fails(2, &["grow", word(&file), "--keys", "1"]).contains("has grown as often as a store can"));
    assert_eq!(fs::read(&file).expect("a file"), before);
    has(&file, 25);
}

#[test]
fn what_cannot_grow_stays() {
    let (folder, file) = store();
    let before = fs::read(&file).expect("a file");
    let stays = || {
        assert_eq!(fs::read(&file).expect("a file"), before);
        has(&file, 10);
    };
    // A disk that has no room: larger than any, and a limit for the process.
    let error = fails(2, &["grow", word(&file), "--elements", "4000000000", "--values", "4000000000"]);
    assert!(error.contains("the disk is full: the store needs "), "{error}");
    stays();
    let script = format!(
        "ulimit -f {}; trap '' XFSZ; exec {} grow {} --keys 10000",
        before.len() / 1024 + 2,
        env!("CARGO_BIN_EXE_capybara"),
        word(&file)
    );
    let (status, _, errors) = of(std::process::Command::new("bash").args(["-c", &script]).output().expect("a shell"));
    assert!(status == 2 && errors.contains("the disk is full"), "{status} {errors}");
    stays();
    for words in [["--keys", "4294967285"], ["--elements", "18446744073709551615"]] {
        let error = fails(2, &[&["grow", word(&file)], &words[..]].concat());
        assert!(error.contains("no store can be so large"), "{error}");
        stays();
    }
    // A journal that is too small.
    let small = folder.path().join("small");
    well(&["create", word(&small), "--keys", "3", "--changes", "6"]);
    let content = fs::read(&small).expect("a file");
    assert!(fails(2, &["grow", word(&small), "--keys", "1"]).contains("a growth needs a journal of 272 bytes"));
    assert_eq!(fs::read(&small).expect("a file"), content);
    // What is no store.
    assert!(fails(2, &["grow", word(folder.path())]).contains("this is a directory"));
    let other = folder.path().join("other");
    fs::write(&other, [b'x'; 500]).expect("a file");
    assert!(fails(2, &["grow", word(&other), "--keys", "1"]).contains("the file holds no store"));
    assert_eq!(fs::read(&other).expect("a file"), [b'x'; 500]);
}

/// A growth that stopped behind its commit: the log of the journal has the geometry, and in its place may stand anything. The store is
/// found with all of its rows, and can grow again.
#[test]
fn a_geometry_in_the_log_counts() {
    let (_folder, file) = store();
    well(&["grow", word(&file), "--keys", "5"]);
    put(&file, 10..15);
    let mut content = fs::read(&file).expect("a file");
    let span = (24 + 7 * 40usize).next_multiple_of(64);
    let area = 64 + 2 * span;
    let crc = power::crc_v::crc;
    let geometry = content[area..area + 256].to_vec();
    let log: Vec<u8> = [&0u64.to_le_bytes()[..], &256u64.to_le_bytes(), &geometry].concat();
    let len = (log.len() as u64).to_le_bytes();
    content[64..72].copy_from_slice(&len);
    content[72..80].copy_from_slice(&crc(&len).to_le_bytes());
    content[80..80 + log.len()].copy_from_slice(&log);
    content[80 + log.len()..][..8].copy_from_slice(&crc(&log).to_le_bytes());
    content[56..64].copy_from_slice(&crc(&0u64.to_le_bytes()).to_le_bytes());
    content[area + 8..area + 70].fill(0x5a);
    fs::write(&file, &content).expect("a file");
    assert!(well(&["grow", word(&file), "--keys", "2"]).contains("keys        15 of 17,"));
    has(&file, 15);
    put(&file, 15..17);
    has(&file, 17);
}
