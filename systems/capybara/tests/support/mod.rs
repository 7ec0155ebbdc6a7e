//! What the tests of the command share.

// Each test is a crate of its own and uses a part.
#![allow(dead_code)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command, with words behind it.
pub fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_capybara"));
    command.args(words).stdin(Stdio::null());
    command
}

/// The path as a word.
pub fn word(path: &Path) -> &str {
    path.to_str().expect("the folders of tests have plain names")
}

/// The exit status, the standard output and the errors of the command.
pub fn run(words: &[&str]) -> (i32, String, String) {
    of(command(words).output().expect("it starts"))
}

/// The same of what was started otherwise.
pub fn of(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// What it prints where all is well.
pub fn well(words: &[&str]) -> String {
    let (status, printed, errors) = run(words);
    assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
    printed
}

/// What it says where it fails with this status.
pub fn fails(status: i32, words: &[&str]) -> String {
    let (found, printed, errors) = run(words);
    assert_eq!((found, printed.as_str()), (status, ""), "{words:?}: {errors}");
    assert!(errors.starts_with("capybara: ") && errors.lines().count() == 1, "{errors}");
    errors
}

/// The bytes of the log that the next start will install, by the table of the documentation of the journal.
pub fn left_over(file: &Path) -> u64 {
    /// The Boolean that is true: the checksum of the number 1.
    const TRUE: u64 = 0x6cd4_e6ca_8505_9580;

    let content = std::fs::read(file).expect("a file");
    let number = |at: usize| u64::from_le_bytes(content[at..at + 8].try_into().expect("eight bytes"));
    let span = (24 + number(40)).next_multiple_of(64) as usize;
    number(if number(56) == TRUE { 64 + span } else { 64 })
}
