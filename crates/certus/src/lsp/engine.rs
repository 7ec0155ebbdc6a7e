//! Runs of `certus verify` and `certus index` for the language server, each a group of processes that is ended as one.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use certus_lsp::{Engine, Event, Index, Request, Run, Settings};

use super::root::{Root, Roots};
use super::standing::{Process, Standing, Standings, Wanted};
use crate::index::library_folder;

/// In the lines after which a run is not done again.
const FINAL: [&str; 2] = [r#""$message_type":"summary""#, r#""$message_type":"diagnostic""#];

/// How far a process stands back that nobody waits for, of the 19 steps that there are.
#[cfg(unix)]
const BACK: i32 = 10;

/// Runs this program.
pub(crate) struct Processes {
    program: PathBuf,
    libraries: Option<PathBuf>,
    roots: Arc<Roots>,
    standings: Arc<Standings>,
}

impl Processes {
    pub(crate) fn new(program: PathBuf) -> Processes {
        Processes { program, libraries: library_folder(), roots: Arc::default(), standings: Arc::default() }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.standings.end();
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
        let (program, roots, standings) = (self.program.clone(), self.roots.clone(), self.standings.clone());
        let work = Work { program, roots, standings, shared: shared.clone(), tell };
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
        let mut children: Vec<Child> = state.children.drain(..).collect();
        children.iter_mut().for_each(end);
        // It takes a while until they are gone, in which the server has something else to do.
        std::thread::spawn(move || children.iter_mut().for_each(|child| drop(child.wait())));
    }
}

/// The thread of a run.
struct Work {
    program: PathBuf,
    roots: Arc<Roots>,
    standings: Arc<Standings>,
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
        let wanted = Wanted { root, arguments: request.settings.extra_args.clone() };
        let verified = self.verify(&wanted);
        (self.tell)(Event::Ended(verified));
        if request.settings.keep_ready {
            self.stand_by(&wanted, &request.file);
        }
        // The names last: what they tell has time, and there are not cores for everything.
        let index = |line: String| {
            if let Ok(index) = serde_json::from_str::<Index>(&line) {
                (self.tell)(Event::Index(Box::new(index)));
            }
        };
        // A crate without an index is no worse off than one that is not verified yet.
        let started = Process::start(self.command("index", &wanted.root).arg("--lifeline"));
        let _ = started.and_then(|process| self.hear(process, &index));
        self.roots.look_again(&request.file);
    }

    /// A command of this program for a crate.
    fn command(&self, name: &str, root: &Root) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(name).arg(&root.file).args(root.arguments()).current_dir(&root.directory);
        command
    }

    fn verify_command(&self, wanted: &Wanted) -> Command {
        let mut command = self.command("verify", &wanted.root);
        command.args(["--message-format=json", "--events"]).args(&wanted.arguments);
        command
    }

    /// Verifies: with the process that waits, and where there is none, or it ends without a result, with a new one.
    fn verify(&self, wanted: &Wanted) -> Result<(), String> {
        let has_result = Cell::new(false);
        let heard = |line: String| {
            has_result.set(has_result.get() || FINAL.iter().any(|word| line.contains(word)));
            (self.tell)(Event::Record(line));
        };
        if let Some(standing) = self.standings.take(wanted) {
            let (process, _kept) = standing.go();
            let done = self.hear(process, &heard);
            if has_result.get() || self.shared.lock().is_ended {
                return done;
            }
        }
        self.hear(Process::start(self.verify_command(wanted).arg("--lifeline"))?, &heard)
    }

    /// Has a process made ready for the next save, and waits until it is, or something else takes place.
    fn stand_by(&self, wanted: &Wanted, file: &Path) {
        if self.shared.lock().is_ended {
            return;
        }
        let started = Process::start(self.verify_command(wanted).arg("--wait").arg(file));
        if let Ok((standing, ready)) = started.map(|process| Standing::new(process, wanted.clone())) {
            self.standings.put(standing);
            // It may be in use already, or be gone.
            let _ = ready.recv();
        }
    }

    /// One run of this program; each line that it prints is heard. Errs with words if it did not come to its end.
    fn hear(&self, mut process: Process, heard: &dyn Fn(String)) -> Result<(), String> {
        let id = process.child.id();
        {
            let mut state = self.shared.lock();
            if state.is_ended {
                end(&mut process.child);
                // It is gone in a moment.
                let _ = process.child.wait();
                return Ok(());
            }
            state.children.push(process.child);
        }
        for line in &process.lines {
            heard(line);
        }
        let status = self.reap(id);
        let said = process.said.join().unwrap_or_default();
        match status {
            Some(0 | 1) | None => Ok(()),
            Some(_) => Err(said),
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
pub(super) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(super) fn own_group(_command: &mut Command) {}

/// Ends a process and all that are in its group. It has to be waited for.
#[cfg(unix)]
pub(super) fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
}

/// Lets others go first: nobody waits for this process.
#[cfg(unix)]
pub(super) fn stand_back() {
    // Where this is refused it is as it was.
    let _ = rustix::process::nice(BACK);
}

#[cfg(not(unix))]
pub(super) fn stand_back() {}

/// Ends this process and all that are in its group, if it leads one.
#[cfg(unix)]
pub(super) fn end_own_group() {
    use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
    if getpgrp() == getpid() {
        // Where this is refused the process ends below.
        let _ = kill_current_process_group(Signal::KILL);
    }
    std::process::exit(i32::from(crate::status::BAD_CALL));
}

#[cfg(not(unix))]
pub(super) fn end_own_group() {
    std::process::exit(i32::from(crate::status::BAD_CALL));
}
