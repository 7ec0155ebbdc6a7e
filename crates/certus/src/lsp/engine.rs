//! Runs of `certus verify` and `certus index` for the language server, each a group of processes that is ended as one.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use certus_lsp::{Engine, Event, Index, Request, Run, Settings};

use super::root::{Root, Roots};
use crate::index::library_folder;

/// More of what a run prints on standard error is not kept.
const MOST_STDERR: usize = 2000;

/// Runs this program.
pub(crate) struct Processes {
    program: PathBuf,
    libraries: Option<PathBuf>,
    roots: Arc<Roots>,
}

impl Processes {
    pub(crate) fn new(program: PathBuf) -> Processes {
        Processes { program, libraries: library_folder(), roots: Arc::default() }
    }
}

impl Engine for Processes {
    fn key(&self, file: &Path, settings: &Settings) -> PathBuf {
        self.roots.key(file, settings)
    }

    fn library_file(&self, name: &Path) -> Option<PathBuf> {
        let path = self.libraries.as_ref().filter(|_| name.is_relative())?.join(name);
        path.is_file().then_some(path)
    }

    fn is_library(&self, file: &Path) -> bool {
        self.libraries.as_ref().is_some_and(|folder| file.starts_with(folder))
    }

    fn start(&self, request: Request, tell: Box<dyn Fn(Event) + Send + Sync>) -> Box<dyn Run> {
        let shared = Arc::new(Shared::default());
        let (program, roots) = (self.program.clone(), self.roots.clone());
        let work = Work { program, roots, shared: shared.clone(), tell };
        let spawned = std::thread::Builder::new().name("certus-run".into()).spawn(move || work.run(&request));
        // Without a thread nothing is told; the next save tries again.
        drop(spawned);
        Box::new(Handle { shared })
    }
}

/// What a run and whoever may end it share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_ended: bool,
    children: Vec<Child>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is changed in single steps.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Handle {
    shared: Arc<Shared>,
}

impl Run for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_ended = true;
        for child in &mut state.children {
            end(child);
        }
    }
}

/// The thread of a run.
struct Work {
    program: PathBuf,
    roots: Arc<Roots>,
    shared: Arc<Shared>,
    tell: Box<dyn Fn(Event) + Send + Sync>,
}

impl Work {
    fn run(&self, request: &Request) {
        let root = match self.roots.find(&request.file, &request.settings) {
            Ok(root) => root,
            Err(error) => return (self.tell)(Event::Ended(Err(error))),
        };
        (self.tell)(Event::Program { root: root.file.clone(), files: root.files.clone() });
        let mut arguments = vec!["--message-format=json".to_string(), "--events".into()];
        arguments.extend(request.settings.extra_args.iter().cloned());
        let verified = self.process("verify", &root, &arguments, &|line| (self.tell)(Event::Record(line)));
        (self.tell)(Event::Ended(verified));
        // The names last: what they tell has time, and there are not cores for everything.
        let index = |line: String| {
            if let Ok(index) = serde_json::from_str::<Index>(&line) {
                (self.tell)(Event::Index(Box::new(index)));
            }
        };
        // A crate without an index is no worse off than one that is not verified yet.
        let _ = self.process("index", &root, &[], &index);
        self.roots.look_again(&request.file);
    }

    /// One run of this program; each line that it prints is heard. Errs with words if it printed no record as its last.
    fn process(&self, command: &str, root: &Root, more: &[String], heard: &dyn Fn(String)) -> Result<(), String> {
        let mut started = Command::new(&self.program);
        started.arg(command).arg(&root.file).args(&root.arguments).args(more).arg("--lifeline");
        started.current_dir(&root.directory).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut started);
        let cannot = |error: std::io::Error| format!("cannot run `{}`: {error}", self.program.display());
        // The child ends when its standard input is closed, be it because this process is no more.
        let (stdout, stderr, id, _lifeline) = {
            let mut state = self.shared.lock();
            if state.is_ended {
                return Ok(());
            }
            let mut child = started.spawn().map_err(cannot)?;
            let taken = (child.stdout.take(), child.stderr.take(), child.id(), child.stdin.take());
            state.children.push(child);
            taken
        };
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            // What it says is for a message only.
            let _ = stderr.map(|mut stderr| stderr.read_to_end(&mut said));
            String::from_utf8_lossy(&said).into_owned()
        });
        let mut lines = stdout.map(BufReader::new);
        let mut line = Vec::new();
        while let Some(lines) = &mut lines {
            line.clear();
            match lines.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => heard(String::from_utf8_lossy(&line).trim_end().to_string()),
            }
        }
        let status = self.reap(id);
        let said = said.join().unwrap_or_default();
        match status {
            Some(0 | 1) | None => Ok(()),
            Some(_) => Err(said.chars().take(MOST_STDERR).collect::<String>().trim().to_string()),
        }
    }

    /// The exit status of a process that has closed its output.
    fn reap(&self, id: u32) -> Option<i32> {
        let mut child = {
            let mut state = self.shared.lock();
            let place = state.children.iter().position(|child| child.id() == id)?;
            state.children.remove(place)
        };
        child.wait().ok()?.code()
    }
}

/// Puts a process into a group of its own.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn own_group(_command: &mut Command) {}

/// Ends a process and all that are in its group.
#[cfg(unix)]
fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process_group(pid, Signal::KILL);
    }
    let _ = child.wait();
}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends this process and all that are in its group, if it leads one.
#[cfg(unix)]
pub(super) fn end_own_group() {
    use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
    if getpgrp() == getpid() {
        // Where this is refused the process ends below.
        let _ = kill_current_process_group(Signal::KILL);
    }
    std::process::exit(i32::from(crate::pipeline::BAD_CALL));
}

#[cfg(not(unix))]
pub(super) fn end_own_group() {
    std::process::exit(i32::from(crate::pipeline::BAD_CALL));
}
