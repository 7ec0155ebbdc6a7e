//! The interface between the server and the verifier.
//!
//! The server calls [`Engine::start`] when a file is saved. The engine then reports events from its own threads: first
//! the crate, then records, and at the end the result of the run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crate::index::Index;
use crate::settings::Settings;
use crate::syntax::Lexeme;

/// A request to verify a crate.
#[derive(Clone, Debug)]
pub struct Request {
    /// The file that was saved or opened. The engine finds the crate of the file.
    pub file: PathBuf,
    /// The user's settings.
    pub settings: Settings,
}

/// An event of a run.
#[derive(Debug)]
pub enum Event {
    /// The crate of the run is known.
    Program {
        /// Its root file.
        root: PathBuf,
        /// Its source files, as far as they are known.
        files: Vec<PathBuf>,
    },
    /// A record, in the format of `certus verify --message-format=json --events`.
    Record(String),
    /// The names of the crate. This event may come after the end of the run.
    Index(Box<Index>),
    /// The run has ended. `Err` has a message if the run is incomplete.
    Ended(Result<(), String>),
}

/// Verifies crates.
pub trait Engine {
    /// A key for the crates that are verified one at a time: a new run with the same key ends the old run.
    fn key(&self, file: &Path, settings: &Settings) -> PathBuf;

    /// The path of a readable copy of a library file, by its name in records.
    fn library_file(&self, name: &Path) -> Option<PathBuf>;

    /// Whether a file is such a copy.
    fn is_library(&self, file: &Path) -> bool;

    /// The tokens of a text. Every text has them, also one that is not finished.
    fn lexemes(&self, text: &str) -> Vec<Lexeme>;

    /// The source files of the library `vstd`: their names in records, such as `vstd/seq.rs`, and their texts.
    fn library(&self) -> Vec<(PathBuf, &'static str)>;

    /// Starts a run and returns at once. The engine calls `on_event` with each event, from any thread.
    fn start(&self, request: Request, on_event: Box<dyn Fn(Event) + Send + Sync>) -> Box<dyn Run>;
}

/// A run in progress. Dropping it ends all its processes; the server ignores its later events.
pub trait Run {}

/// Calls `f`. `Err` is a message about a panic in it, for the user.
///
/// # Errors
///
/// If it panics.
pub fn without_panic<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    // Values that a panic leaves incomplete are dropped with the run. Those that runs share change in single steps.
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        format!("internal error (please report the program that shows it): {text}")
    })
}

#[cfg(test)]
mod tests {
    use super::without_panic;

    #[test]
    fn a_panic_is_a_message() {
        assert_eq!(without_panic(|| 5), Ok(5));
        let text = without_panic(|| std::panic::panic_any("no luck")).expect_err("it panics");
        assert!(text.starts_with("internal error") && text.ends_with("no luck"), "{text}");
        let text = without_panic(|| std::panic::panic_any(format!("no {}", 1))).expect_err("it panics");
        assert!(text.ends_with("no 1"), "{text}");
    }
}
