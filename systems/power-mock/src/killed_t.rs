//! Processes that a test starts and kills at random moments. Plain Rust.
//!
//! trusted: nothing; tests see by them what is lost.
//!
//! The process is the test once more, with the name of a file in its environment. It says what it does, a word and a number a
//! line, and what it said before it was killed is compared with what is in the file.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::Random;

/// The processes of a test target.
pub struct Killed {
    /// The environment variable that tells a process which file is its own.
    variable: &'static str,
    alone: Mutex<()>,
}

impl Killed {
    /// Processes that find the name of their file in this environment variable.
    pub const fn new(variable: &'static str) -> Killed {
        Killed { variable, alone: Mutex::new(()) }
    }

    /// The file, if this is a process that is to be killed.
    pub fn file(&self) -> Option<PathBuf> {
        std::env::var_os(self.variable).map(PathBuf::from)
    }

    /// One test at a time: a process that another test starts would hold the lock of the file for a moment.
    pub fn alone(&self) -> MutexGuard<'_, ()> {
        self.alone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the test of this name as a process, and kills it some time after it said so many words.
    ///
    /// # Panics
    ///
    /// If the process cannot be started, or ends by itself.
    pub fn kill_one(&self, test: &str, file: &Path, words: u64, said: &mut Said, random: &mut Random) {
        let mut child = Command::new(std::env::current_exe().expect("the test is a file"))
            .args(["--exact", test, "--nocapture"])
            .env(self.variable, file)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the test starts once more");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let mut wanted = words;
        while wanted > 0 {
            let line = lines.next().unwrap_or_else(|| panic!("the process ended: {:?}", child.wait()));
            wanted -= u64::from(said.hear(&line));
        }
        std::thread::sleep(Duration::from_micros(random.below(400)));
        child.kill().expect("it is there");
        child.wait().expect("it is gone");
        lines.for_each(|line| {
            said.hear(&line);
        });
    }
}

/// What processes said so far: for each word its last number, and the largest.
#[derive(Default)]
pub struct Said(BTreeMap<String, (u64, u64)>);

impl Said {
    /// The last number of a word; 0 if it was not said.
    pub fn last(&self, word: &str) -> u64 {
        self.0.get(word).map_or(0, |(last, _)| *last)
    }

    /// The largest number of a word; 0 if it was not said.
    pub fn most(&self, word: &str) -> u64 {
        self.0.get(word).map_or(0, |(_, most)| *most)
    }

    /// As if a word had been said.
    pub fn add(&mut self, word: &str, number: u64) {
        let most = self.most(word).max(number);
        self.0.insert(word.to_owned(), (number, most));
    }

    /// Takes a line in; whether it is one of the process's own.
    fn hear(&mut self, line: &str) -> bool {
        let said = line.split_once(' ').and_then(|(word, number)| Some((word, number.parse().ok()?)));
        said.is_some_and(|(word, number)| {
            self.add(word, number);
            true
        })
    }
}

/// What the process says, at once.
pub fn say(word: &str, number: u64) {
    let mut out = std::io::stdout();
    // Whoever listens may have gone.
    let _ = writeln!(out, "\n{word} {number}").and_then(|()| out.flush());
}
