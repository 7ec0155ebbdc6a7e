//! `certus watch`: verifies the crate whenever one of its files is saved.
//!
//! Each run is a separate process. A run that is in progress when a file changes is ended; the cache has the verdicts
//! that it had.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use certus_diagnostics::counted;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use serde_json::Value;

use crate::cli::Verify;
use crate::status::BAD_CALL;
use crate::terminal::errln;

/// The time to wait for further changes, because an editor may write a file in several steps.
const QUIET: Duration = Duration::from_millis(30);

/// The time between two checks whether a run has ended.
const LOOK: Duration = Duration::from_millis(20);

/// The reason why watching ends.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("cannot watch files: {0}")]
    Watch(#[from] notify::Error),
    #[error("cannot run certus: {0}")]
    Run(#[from] std::io::Error),
    #[error("cannot watch files: the watcher ended")]
    Lost,
}

/// The files of the program, and the events about their changes.
struct Files {
    watcher: RecommendedWatcher,
    changes: Receiver<notify::Result<Event>>,
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
}

/// Verifies again and again, until the process is ended. It returns an exit status if watching is not possible.
pub(crate) fn watch(options: &Verify) -> u8 {
    let own = std::env::args_os().skip(1);
    // The arguments after the name of the command, as the user wrote them.
    let given: Vec<OsString> = own.skip_while(|word| word != "watch").skip(1).collect();
    match run(&options.program.file, &given) {
        Ok(never) => match never {},
        Err(fault) => {
            errln!("error: {fault}");
            BAD_CALL
        }
    }
}

fn run(root: &Path, given: &[OsString]) -> Result<std::convert::Infallible, Fault> {
    let folder = tempfile::tempdir()?;
    let depinfo = folder.path().join("files.json");
    let mut files = Files::new()?;
    files.follow(BTreeSet::from([std::path::absolute(root)?]))?;
    loop {
        let began = SystemTime::now();
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg("verify").args(given).arg("--depinfo").arg(&depinfo).spawn()?;
        if files.wait(Some(&mut child))? {
            // The process may have just ended.
            let _ = child.kill();
            child.wait()?;
            continue;
        }
        if let Some(read) = read(&depinfo) {
            files.follow(read)?;
        }
        // A new file may have changed while it was read.
        if !files.changed_since(began) {
            errln!("watching {}", counted(files.files.len(), "file"));
            files.wait(None)?;
        }
    }
}

/// The files that the last run read; `None` if it did not read the crate.
fn read(depinfo: &Path) -> Option<BTreeSet<PathBuf>> {
    let value: Value = serde_json::from_slice(&std::fs::read(depinfo).ok()?).ok()?;
    let files = value.get("files")?.as_array()?.iter().filter_map(Value::as_str);
    let files: BTreeSet<PathBuf> = files.filter_map(|file| std::path::absolute(file).ok()).collect();
    (!files.is_empty()).then_some(files)
}

impl Files {
    fn new() -> Result<Files, Fault> {
        let (sender, changes) = channel();
        let watcher = notify::recommended_watcher(sender)?;
        Ok(Files { watcher, changes, files: BTreeSet::new(), folders: BTreeSet::new() })
    }

    /// Watches these files from now on. It watches their folders, because an editor may replace a file by a new one.
    fn follow(&mut self, files: BTreeSet<PathBuf>) -> Result<(), Fault> {
        let folders: BTreeSet<PathBuf> = files.iter().filter_map(|file| file.parent().map(Path::to_path_buf)).collect();
        for folder in folders.difference(&self.folders) {
            self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        for folder in self.folders.difference(&folders) {
            // The folder may be gone.
            let _ = self.watcher.unwatch(folder);
        }
        (self.files, self.folders) = (files, folders);
        Ok(())
    }

    /// Whether a file was written after a time.
    fn changed_since(&self, time: SystemTime) -> bool {
        let modified = |file: &PathBuf| std::fs::metadata(file).and_then(|metadata| metadata.modified());
        self.files.iter().any(|file| modified(file).is_ok_and(|modified| modified > time))
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
                    if self.concerns(&event?) {
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

    /// Whether an event may mean that a file of the program has changed.
    fn concerns(&self, event: &Event) -> bool {
        let is_change = !matches!(event.kind, EventKind::Access(_));
        is_change && (event.need_rescan() || event.paths.iter().any(|path| self.files.contains(path)))
    }
}
