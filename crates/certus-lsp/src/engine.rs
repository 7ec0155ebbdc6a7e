//! The interface to whoever verifies.

use std::path::{Path, PathBuf};

use crate::index::Index;
use crate::settings::Settings;

/// What is to be verified.
#[derive(Clone, Debug)]
pub struct Request {
    /// A file that was saved, or opened. The engine finds out which crate it belongs to.
    pub file: PathBuf,
    /// What the user set.
    pub settings: Settings,
}

/// What an engine says in the course of a run.
#[derive(Debug)]
pub enum Event {
    /// Which crate is verified.
    Program {
        /// Its root file.
        root: PathBuf,
        /// The files that it is read from, as far as they are known.
        files: Vec<PathBuf>,
    },
    /// A record, as `certus verify --message-format=json --events` prints it.
    Record(String),
    /// The names of the crate; this may come when the run is over.
    Index(Box<Index>),
    /// The run is over. With words if it did not come to its end.
    Ended(Result<(), String>),
}

/// Verifies crates.
pub trait Engine {
    /// Stands for the crates that are verified one at a time: a new run of one of them ends the run before it.
    fn key(&self, file: &Path, settings: &Settings) -> PathBuf;

    /// Where a file of a library that is brought along can be read, by its name in records.
    fn library_file(&self, name: &Path) -> Option<PathBuf>;

    /// Whether a file is one of these.
    fn is_library(&self, file: &Path) -> bool;

    /// Begins a run and returns at once. Events come by `tell`, from any thread.
    fn start(&self, request: Request, tell: Box<dyn Fn(Event) + Send + Sync>) -> Box<dyn Run>;
}

/// A run. Dropping it ends all that it started; whatever it tells afterwards is not heard.
pub trait Run {}
