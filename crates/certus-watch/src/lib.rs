//! Runs a command again whenever a file that it reads changes (`certus watch`, `cargo certus watch`).
//!
//! Each run is a separate process, which a [`Subject`] starts. A run that is in progress when a file changes is ended; the
//! cache has the verdicts that it had.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// The time to wait for further changes, because an editor may write a file in several steps.
const QUIET: Duration = Duration::from_millis(30);

/// The time between two checks whether a run has ended.
const LOOK: Duration = Duration::from_millis(20);

/// The reason why watching ends.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The system does not tell of changes.
    #[error("cannot watch files: {0}")]
    Watch(#[from] notify::Error),
    /// The command cannot be started.
    #[error("cannot run certus: {0}")]
    Run(#[from] io::Error),
    /// The watcher of the system has ended.
    #[error("cannot watch files: the watcher ended")]
    Lost,
}

/// What a run depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// These files.
    pub files: BTreeSet<PathBuf>,
    /// All files that are directly in these folders, but hidden ones, and copies that editors make.
    pub folders: BTreeSet<PathBuf>,
    /// Files and folders that a run itself may write: a change while it runs does not count.
    pub written: BTreeSet<PathBuf>,
}

/// What is run again.
pub trait Subject {
    /// Starts a run.
    ///
    /// # Errors
    ///
    /// If there is no such program, for instance.
    fn start(&mut self) -> io::Result<Child>;

    /// What the last run depended on; `None` if that is not known, and it counts as unchanged.
    fn watched(&mut self) -> Option<Watched>;

    /// Is called when a run has ended and nothing has changed since it began.
    fn waits(&mut self, watched: &Watched);
}

/// Runs the subject again and again, until the process is ended.
///
/// # Errors
///
/// If files cannot be watched, or the subject cannot be run.
pub fn watch(subject: &mut dyn Subject, first: Watched) -> Result<Infallible, Fault> {
    let mut files = Files::new()?;
    files.follow(first)?;
    loop {
        let began = SystemTime::now();
        let mut child = subject.start()?;
        if files.wait(Some(&mut child))? {
            // The process may have just ended.
            let _ = child.kill();
            child.wait()?;
            continue;
        }
        if let Some(watched) = subject.watched() {
            files.follow(watched)?;
        }
        // A new file may have changed while it was read.
        if !files.changed_since(began) {
            subject.waits(&files.watched);
            files.wait(None)?;
        }
    }
}

/// What is watched, and the events about changes.
struct Files {
    watcher: RecommendedWatcher,
    changes: Receiver<notify::Result<Event>>,
    watched: Watched,
    /// The folders that the system watches: also those of single files, because an editor may replace a file by a new one.
    folders: BTreeSet<PathBuf>,
}

impl Files {
    fn new() -> Result<Files, Fault> {
        let (sender, changes) = channel();
        let watcher = notify::recommended_watcher(sender)?;
        Ok(Files { watcher, changes, watched: Watched::default(), folders: BTreeSet::new() })
    }

    fn follow(&mut self, watched: Watched) -> Result<(), Fault> {
        let parents = watched.files.iter().filter_map(|file| file.parent().map(Path::to_path_buf));
        let folders: BTreeSet<PathBuf> = parents.chain(watched.folders.iter().cloned()).collect();
        for folder in folders.difference(&self.folders) {
            self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        for folder in self.folders.difference(&folders) {
            // The folder may be gone.
            let _ = self.watcher.unwatch(folder);
        }
        (self.watched, self.folders) = (watched, folders);
        Ok(())
    }

    /// Whether a file was written after a time.
    fn changed_since(&self, time: SystemTime) -> bool {
        let is_newer = |path: &Path| {
            let metadata = std::fs::metadata(path);
            metadata.is_ok_and(|found| found.is_file() && found.modified().is_ok_and(|modified| modified > time))
        };
        let in_folder = |folder: &PathBuf| {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
            entries.into_iter().any(|path| self.concerns_path(&path, true) && is_newer(&path))
        };
        self.watched.files.iter().any(|file| is_newer(file)) || self.watched.folders.iter().any(in_folder)
    }

    /// Waits for a change, or for the end of a run; true for a change.
    fn wait(&mut self, mut child: Option<&mut Child>) -> Result<bool, Fault> {
        loop {
            if let Some(child) = &mut child
                && child.try_wait()?.is_some()
            {
                return Ok(false);
            }
            match self.changes.recv_timeout(LOOK) {
                Ok(event) => {
                    if self.concerns(&event?, child.is_some()) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Lost),
            }
        }
        while self.changes.recv_timeout(QUIET).is_ok() {}
        Ok(true)
    }

    /// Whether an event may mean that something has changed on which a run depends.
    fn concerns(&self, event: &Event, is_running: bool) -> bool {
        let is_change = !matches!(event.kind, EventKind::Access(_));
        is_change && (event.need_rescan() || event.paths.iter().any(|path| self.concerns_path(path, is_running)))
    }

    fn concerns_path(&self, path: &Path, is_running: bool) -> bool {
        if self.watched.files.contains(path) {
            return true;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_passing = name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp") || name == "4913";
        let is_own = is_running && self.watched.written.contains(path);
        !is_passing && !is_own && path.parent().is_some_and(|parent| self.watched.folders.contains(parent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Files {
        let mut files = Files::new().expect("the system tells of changes");
        files.watched.folders.insert(folder.join("src"));
        files.watched.files.insert(folder.join("other/x.rs"));
        files.watched.written.insert(folder.join("src/Cargo.lock"));
        files
    }

    #[test]
    fn files_of_a_folder_count_but_for_passing_ones() {
        let folder = Path::new("/w");
        let files = files(folder);
        let counts = |path: &str, is_running| files.concerns_path(&folder.join(path), is_running);
        for path in ["src/lib.rs", "src/new.txt", "other/x.rs", "src/module"] {
            assert!(counts(path, true) && counts(path, false), "{path}");
        }
        for path in ["src/.lib.rs.swp", "src/lib.rs~", "src/4913", "other/y.rs", "src/module/m.rs", "lib.rs"] {
            assert!(!counts(path, true) && !counts(path, false), "{path}");
        }
        assert!(!counts("src/Cargo.lock", true) && counts("src/Cargo.lock", false));
    }

    #[test]
    fn a_change_before_the_folder_was_watched_is_found() {
        let place = tempfile::tempdir().expect("a directory");
        let files = files(place.path());
        let before = SystemTime::now() - Duration::from_secs(5);
        assert!(!files.changed_since(before));
        std::fs::create_dir(place.path().join("src")).expect("made");
        std::fs::write(place.path().join("src/Cargo.lock"), "").expect("written");
        assert!(!files.changed_since(before));
        std::fs::write(place.path().join("src/lib.rs"), "").expect("written");
        assert!(files.changed_since(before));
        assert!(!files.changed_since(SystemTime::now() + Duration::from_secs(5)));
    }
}
