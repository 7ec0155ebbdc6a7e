//! Runs `certus verify` and `certus index` for the language server, each as a group of processes that ends together.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use certus_lsp::{Engine, Event, Index, Request, Run, Settings};

use super::prestarted::{PrestartedRun, PrestartedRuns, Process, Wanted};
use super::root::{Root, Roots};
use crate::index::library_folder;

/// If a run has printed a line with one of these texts, it is not repeated.
const FINAL: [&str; 2] = [r#""$message_type":"summary""#, r#""$message_type":"diagnostic""#];

/// The priority of a background process, out of 19 steps.
#[cfg(unix)]
const BACK: i32 = 10;

/// Runs this program.
pub(crate) struct Processes {
    program: PathBuf,
    libraries: Option<PathBuf>,
    roots: Arc<Roots>,
    prestarted: Arc<PrestartedRuns>,
}

impl Processes {
    pub(crate) fn new(program: PathBuf) -> Processes {
        Processes { program, libraries: library_folder(), roots: Arc::default(), prestarted: Arc::default() }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.prestarted.end();
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

    fn start(&self, request: Request, on_event: Box<dyn Fn(Event) + Send + Sync>) -> Box<dyn Run> {
        let shared = Arc::new(Shared::default());
        let (program, roots, prestarted) = (self.program.clone(), self.roots.clone(), self.prestarted.clone());
        let work = Work { program, roots, prestarted, shared: shared.clone(), on_event };
        let spawned = std::thread::Builder::new().name("certus-run".into()).spawn(move || work.run(&request));
        // Without a thread there is no result; the next save tries again.
        drop(spawned);
        Box::new(Handle { shared })
    }
}

/// The state that a run and its handle share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Default)]
/// The processes of a run, and whether it was cancelled.
struct State {
    is_ended: bool,
    children: Vec<Child>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change of the state is a single step.
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
        // Ending takes a moment, so another thread waits for it.
        std::thread::spawn(move || children.iter_mut().for_each(|child| drop(child.wait())));
    }
}

/// The thread of a run.
struct Work {
    program: PathBuf,
    roots: Arc<Roots>,
    prestarted: Arc<PrestartedRuns>,
    shared: Arc<Shared>,
    on_event: Box<dyn Fn(Event) + Send + Sync>,
}

impl Work {
    fn run(&self, request: &Request) {
        let root = match self.roots.find(&request.file, &request.settings) {
            Ok(root) => root,
            Err(error) => return (self.on_event)(Event::Ended(Err(error))),
        };
        (self.on_event)(Event::Program { root: root.file.clone(), files: root.files.clone() });
        let wanted = Wanted { root, arguments: request.settings.extra_args.clone() };
        let verified = self.verify(&wanted);
        (self.on_event)(Event::Ended(verified));
        if request.settings.keep_ready {
            self.prestart(&wanted, &request.file);
        }
        // The index comes last: the user can wait for it, and there are few cores.
        let index = |line: String| {
            if let Ok(index) = serde_json::from_str::<Index>(&line) {
                (self.on_event)(Event::Index(Box::new(index)));
            }
        };
        // Without an index, a crate is like one that has not been verified yet.
        let started = Process::start(self.command("index", &wanted.root).arg("--lifeline"));
        let _ = started.and_then(|process| self.read_lines(process, &index));
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

    /// Verifies the crate with the prestarted process. If there is none, or it ends without a result, a new process
    /// verifies the crate.
    fn verify(&self, wanted: &Wanted) -> Result<(), String> {
        let has_result = Cell::new(false);
        let on_line = |line: String| {
            has_result.set(has_result.get() || FINAL.iter().any(|word| line.contains(word)));
            (self.on_event)(Event::Record(line));
        };
        if let Some(run) = self.prestarted.take(wanted) {
            let (process, _kept) = run.go();
            let done = self.read_lines(process, &on_line);
            if has_result.get() || self.shared.lock().is_ended {
                return done;
            }
        }
        self.read_lines(Process::start(self.verify_command(wanted).arg("--lifeline"))?, &on_line)
    }

    /// Prestarts a process for the next save, and waits until it is ready or is replaced.
    fn prestart(&self, wanted: &Wanted, file: &Path) {
        if self.shared.lock().is_ended {
            return;
        }
        let started = Process::start(self.verify_command(wanted).arg("--wait").arg(file));
        if let Ok((run, ready)) = started.map(|process| PrestartedRun::new(process, wanted.clone())) {
            self.prestarted.put(run);
            // The process may be in use already, or gone.
            let _ = ready.recv();
        }
    }

    /// Runs this program, and calls `on_line` for each line that it prints. `Err` is a message; it means that the run is
    /// incomplete.
    fn read_lines(&self, mut process: Process, on_line: &dyn Fn(String)) -> Result<(), String> {
        let id = process.child.id();
        {
            let mut state = self.shared.lock();
            if state.is_ended {
                end(&mut process.child);

                let _ = process.child.wait();
                return Ok(());
            }
            state.children.push(process.child);
        }
        for line in &process.lines {
            on_line(line);
        }
        let status = self.reap(id);
        let errors = process.errors.join().unwrap_or_default();
        match status {
            Some(0 | 1) | None => Ok(()),
            Some(_) => Err(errors),
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

/// Puts a process into a new process group.
#[cfg(unix)]
pub(super) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(super) fn own_group(_command: &mut Command) {}

/// Kills a process and its group. The caller has to wait for it.
#[cfg(unix)]
pub(super) fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn end(child: &mut Child) {
    let _ = child.kill();
}

/// Lowers the priority of this process, for work that no user waits for.
#[cfg(unix)]
pub(super) fn lower_priority() {
    // If this is not allowed, the priority stays the same.
    let _ = rustix::process::nice(BACK);
}

#[cfg(not(unix))]
pub(super) fn lower_priority() {}

/// Kills this process and its group, if it is the leader of one.
#[cfg(unix)]
pub(super) fn end_own_group() {
    use rustix::process::{Signal, getpgrp, getpid, kill_current_process_group};
    if getpgrp() == getpid() {
        // If this is not allowed, the process ends below.
        let _ = kill_current_process_group(Signal::KILL);
    }
    std::process::exit(i32::from(crate::status::BAD_CALL));
}

#[cfg(not(unix))]
pub(super) fn end_own_group() {
    std::process::exit(i32::from(crate::status::BAD_CALL));
}
