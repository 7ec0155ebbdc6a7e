//! The processes of rustc. Another thread can end them at any time.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::GateError;
use crate::answer::{Answer, ENDLESS};

/// The running processes of one compiler and of its clones.
#[derive(Clone, Debug, Default)]
pub struct Processes {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    is_ended: bool,
    /// A process that has ended leaves a reference to nothing.
    running: Vec<Weak<Mutex<Child>>>,
}

impl Processes {
    /// Kills the processes. From now on, the compiler starts no process: each call fails with [`GateError::Cancelled`].
    pub fn end(&self) {
        let mut state = lock(&self.state);
        state.is_ended = true;
        for child in state.running.drain(..).filter_map(|child| child.upgrade()) {
            // An error means that there is nothing left to kill.
            let _ = lock(&child).kill();
        }
    }

    fn is_ended(&self) -> bool {
        lock(&self.state).is_ended
    }

    /// Starts a process. The lock is held meanwhile, so that [`Processes::end`] misses none.
    fn start(&self, command: &mut Command) -> Result<Process, GateError> {
        let mut state = lock(&self.state);
        if state.is_ended {
            return Err(GateError::Cancelled);
        }
        let spawned = command.spawn();
        let failed = |source| GateError::NoCompiler { program: command.get_program().into(), source };
        let child = Arc::new(Mutex::new(spawned.map_err(failed)?));
        state.running.retain(|other| other.strong_count() > 0);
        state.running.push(Arc::downgrade(&child));
        Ok(Process { child, all: self.clone() })
    }
}

/// A process of rustc. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Arc<Mutex<Child>>,
    all: Processes,
}

impl Process {
    /// Starts the compiler, without code, with its diagnostics as JSON and without lints.
    pub(crate) fn start(mut command: Command, all: &Processes) -> Result<Process, GateError> {
        command.args(["--error-format=json", "--cap-lints", "allow"]);
        all.start(command.stdout(Stdio::null()).stderr(Stdio::piped()))
    }

    /// Whether the process has not ended.
    pub(crate) fn is_up(&self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(None))
    }

    /// Writes the text to the process, if there is one, and reads its output until it ends.
    pub(crate) fn finish(self, text: Option<&str>) -> Result<Answer, GateError> {
        let (stdin, stderr) = {
            let mut child = lock(&self.child);
            (child.stdin.take(), child.stderr.take())
        };
        if let (Some(mut stdin), Some(text)) = (stdin, text) {
            // A compiler that ended early says itself why.
            let _ = stdin.write_all(text.as_bytes());
        }
        let ended = self.output(stderr);
        if self.all.is_ended() {
            return Err(GateError::Cancelled);
        }
        ended.map(Answer::read).map_err(|source| GateError::File { path: "rustc".into(), source })
    }

    /// Reads without the lock, so that another thread can kill the process meanwhile. A process that says that a constant may have no
    /// end is killed here.
    fn output(&self, stderr: Option<impl Read>) -> io::Result<Output> {
        let mut text = Vec::new();
        if let Some(stderr) = stderr {
            let mut stderr = BufReader::new(stderr);
            let code = format!("\"code\":\"{ENDLESS}\"");
            let mut start = 0;
            while stderr.read_until(b'\n', &mut text)? > 0 {
                if String::from_utf8_lossy(&text[start..]).contains(&code) {
                    lock(&self.child).kill()?;
                    break;
                }
                start = text.len();
            }
        }
        let status = lock(&self.child).wait()?;
        Ok(Output { status, stdout: Vec::new(), stderr: text })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = lock(&self.child);
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Runs the compiler for metadata only.
pub(crate) fn run(mut command: Command, all: &Processes) -> Result<Answer, GateError> {
    command.stdin(Stdio::null()).args(["--crate-type", "lib", "--emit=metadata"]);
    Process::start(command, all)?.finish(None)
}

/// Each change of what the locks guard is a single step, so a panic elsewhere leaves it intact.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
