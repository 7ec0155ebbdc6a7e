//! The command is killed at random moments, again and again on one file. What it acknowledged is there, and of each transaction
//! all or nothing.
//!
//! `CAPYBARA_TORTURE=full` kills 4,000 times in each test.

mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use power_mock::Random;
use support::{command, run, well, word};

/// How many keys there are.
const KEYS: u64 = 20;

/// What a store lists: a number for each key.
fn listed(file: &Path) -> BTreeMap<u64, u64> {
    let number = |text: &str| text.parse().expect("a number");
    let lines = well(&["list", word(file), "--values"]);
    lines.lines().filter_map(|line| line.split_once('\t')).map(|(key, value)| (number(key), number(value))).collect()
}

/// The command that puts lines, with pipes.
fn start(file: &Path, words: &[&str]) -> Child {
    command(&[&["put", word(file)], words].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("it starts")
}

/// What is wrong with what was found, where these were the last numbers that were acknowledged and sent for each key.
fn wrong(found: &BTreeMap<u64, u64>, acknowledged: &BTreeMap<u64, u64>, sent: &BTreeMap<u64, u64>) -> Option<String> {
    let number = |map: &BTreeMap<u64, u64>, key: u64| map.get(&key).copied().unwrap_or(0);
    (0..KEYS).find_map(|key| {
        let (least, found, most) = (number(acknowledged, key), number(found, key), number(sent, key));
        (found < least || found > most).then(|| format!("key {key} is {found}, not {least} to {most}"))
    })
}

#[test]
fn what_was_acknowledged_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store");
    well(&["create", word(&file), "--keys", &KEYS.to_string(), "--changes", "1", "--value-size", "64"]);
    let (mut random, mut number) = (Random(3), 0);
    let (mut acknowledged, mut sent) = (BTreeMap::new(), BTreeMap::new());
    let kills = power_mock::size("CAPYBARA_TORTURE", 30, 4_000);
    let mut answers = 0;
    for _ in 0..kills {
        let mut child = start(&file, &[]);
        let (mut input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let mut lines = BufReader::new(output).lines();
        let wanted = random.below(40);
        let mut hear = |line: String, sent: &BTreeMap<u64, u64>, acknowledged: &mut BTreeMap<u64, u64>| {
            let key: u64 = line.strip_prefix("ok ").and_then(|key| key.parse().ok()).expect("an answer");
            answers += 1;
            acknowledged.insert(key, sent[&key]);
        };
        for _ in 0..wanted {
            number += 1;
            let key = random.below(KEYS);
            sent.insert(key, number);
            writeln!(input, "{key} {number}").expect("it reads");
            hear(lines.next().expect("an answer").expect("text"), &sent, &mut acknowledged);
        }
        // Then a few lines at once, of different keys, without waiting for the answers.
        for key in 0..8 {
            number += 1;
            sent.insert(key, number);
            writeln!(input, "{key} {number}").expect("it reads");
        }
        std::thread::sleep(Duration::from_micros(random.below(1_000)));
        child.kill().expect("it is there");
        child.wait().expect("it is gone");
        for line in lines.map_while(Result::ok).filter(|line| line.starts_with("ok ")) {
            hear(line, &sent, &mut acknowledged);
        }
        let found = listed(&file);
        assert_eq!(wrong(&found, &acknowledged, &sent), None);
        assert!(well(&["check", word(&file)]).contains("all is well"));
        // What was sent and not answered may be there or not; the next process begins with what is found.
        (acknowledged, sent) = (found.clone(), found);
    }
    assert!(answers > kills * 10, "{answers} answers");
    // The comparison can fail: a value from before the last acknowledged one is seen.
    let key = acknowledged.iter().max_by_key(|(_, number)| **number).map(|(key, _)| *key).expect("there are keys");
    well(&["put", word(&file), &key.to_string(), "1"]);
    assert!(wrong(&listed(&file), &acknowledged, &sent).is_some());
}

/// The command that puts a number at all keys in one transaction, with all of its input.
fn put_all(file: &Path, number: u64) -> Child {
    let mut child = start(file, &["--atomic"]);
    let lines: String = (0..KEYS).map(|key| format!("{key} {number}\n")).collect();
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    child
}

#[test]
fn a_transaction_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store");
    let changes = KEYS.to_string();
    well(&["create", word(&file), "--keys", &changes, "--changes", &changes, "--value-size", "1024"]);
    let (mut random, mut last) = (Random(5), 1);
    let kills = power_mock::size("CAPYBARA_TORTURE", 30, 4_000) as u64;
    let mut outcomes = [0; 2];
    // One that is not killed, which is measured.
    let begin = Instant::now();
    put_all(&file, 1).wait().expect("it ends");
    let time = begin.elapsed().as_micros() as u64;
    for number in 2..kills + 2 {
        let mut child = put_all(&file, number);
        std::thread::sleep(Duration::from_micros(random.below(time * 3 / 2)));
        child.kill().expect("it is there");
        let output = child.wait_with_output().expect("it is gone");
        let found = listed(&file);
        let values: Vec<u64> = (0..KEYS).map(|key| found.get(&key).copied().unwrap_or(0)).collect();
        assert!(values.iter().all(|value| *value == values[0]), "not all of a transaction is there: {values:?}");
        assert!(values[0] == last || values[0] == number, "{} after {last}", values[0]);
        assert!(
            output.stdout.is_empty() || values[0] == number,
            "{number} was acknowledged, and {} is there",
            values[0]
        );
        outcomes[usize::from(values[0] == number)] += 1;
        last = values[0];
    }
    assert!(outcomes.iter().all(|n| *n > 0), "{outcomes:?}");
}

#[test]
fn a_store_is_made_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store");
    let mut random = Random(9);
    let kills = power_mock::size("CAPYBARA_TORTURE", 30, 4_000);
    let mut outcomes = [0; 2];
    let begin = Instant::now();
    well(&["create", word(&folder.path().join("measured")), "--keys", "3000"]);
    let time = begin.elapsed().as_micros() as u64;
    std::fs::remove_file(folder.path().join("measured")).expect("it is there");
    for _ in 0..kills {
        let mut child = command(&["create", word(&file), "--keys", "3000"]).spawn().expect("it starts");
        std::thread::sleep(Duration::from_micros(random.below(time * 3 / 2)));
        child.kill().expect("it is there");
        child.wait().expect("it is gone");
        let is_there = file.exists();
        outcomes[usize::from(is_there)] += 1;
        if is_there {
            assert!(well(&["check", word(&file)]).starts_with("0 keys"));
            std::fs::remove_file(&file).expect("it is there");
        }
    }
    // What killed processes left does not stand in the way.
    assert_eq!(run(&["create", word(&file), "--keys", "3000"]).0, 0);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    assert!(outcomes.iter().all(|n| *n > 0), "{outcomes:?}");
}

/// What `stat` says of the keys that there are, and that there is room for.
fn keys(stat: &str) -> (u64, u64) {
    let line = stat.lines().find_map(|line| line.strip_prefix("keys ")).expect("a line for keys");
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
    (numbers.next().expect("a number"), numbers.next().expect("a number"))
}

/// A growth that is killed at any moment gives the room that was asked for or none, and the store goes on with what it has.
#[test]
fn a_store_grows_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, other) = (folder.path().join("store"), folder.path().join("measured"));
    let mut random = Random(13);
    let kills = power_mock::size("CAPYBARA_TORTURE", 60, 4_000);
    let make = |file: &Path| well(&["create", word(file), "--keys", "20", "--changes", "10", "--value-size", "64"]);
    make(&other);
    let begin = Instant::now();
    well(&["grow", word(&other), "--keys", "2000", "--elements", "50"]);
    let time = begin.elapsed().as_micros() as u64;
    make(&file);
    let (mut room, mut number, mut growths) = (20, 0, 0);
    let (mut map, mut outcomes) = (BTreeMap::new(), [0; 2]);
    for _ in 0..kills {
        if growths == 15 {
            std::fs::remove_file(&file).expect("it is there");
            make(&file);
            (room, growths) = (20, 0);
            map.clear();
        }
        let words = ["grow", word(&file), "--keys", "2000", "--elements", "50"];
        let mut child = command(&words).stdout(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_micros(random.below(time * 3 / 2)));
        child.kill().expect("it is there");
        child.wait().expect("it is gone");
        let found = keys(&well(&["stat", word(&file)]));
        assert!([room, room + 2000].contains(&found.1), "{found:?} after {room}");
        assert_eq!(found.0, map.len() as u64);
        outcomes[usize::from(found.1 > room)] += 1;
        growths += u64::from(found.1 > room);
        room = found.1;
        assert_eq!(listed(&file), map);
        // What there is room for can be put there.
        let mut child = start(&file, &[]);
        let mut lines = String::new();
        for _ in 0..40.min(room - found.0) {
            number += 1;
            map.insert(number, number);
            lines += &format!("{number} {number}\n");
        }
        child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
        assert!(child.wait_with_output().expect("it ends").status.success());
        assert_eq!(listed(&file), map);
        assert!(well(&["check", word(&file)]).contains("all is well"));
    }
    assert!(outcomes.iter().all(|n| *n > 2), "{outcomes:?}");
}
