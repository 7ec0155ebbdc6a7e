//! Prestarted processes for the next save (`certus verify --wait`). Each serves one run. See `docs/notes/waiting.md`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::engine::{end, own_group};
use super::root::Root;
use crate::verify::READY;

/// The maximal number of prestarted processes. Each holds a program in memory.
const MOST: usize = 2;

/// The maximal length of standard error that is kept, in characters.
const MOST_STDERR: usize = 2000;

/// How long a process may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// The crate and the arguments of a run. Two runs with the same ones differ only in the texts of files.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) root: Arc<Root>,
    /// The user's additional arguments.
    pub(super) arguments: Vec<String>,
}

impl Wanted {
    fn is_same(&self, other: &Wanted) -> bool {
        self.arguments == other.arguments && self.root.is_same(&other.root)
    }
}

/// A process of this program, which leads a process group. A thread reads its output as it comes.
pub(super) struct Process {
    pub(super) child: Child,
    /// The process ends when this is closed, also when this program ends.
    pub(super) stdin: Option<ChildStdin>,
    pub(super) lines: Receiver<String>,
    /// Its standard error, for a message.
    pub(super) errors: JoinHandle<String>,
}

impl Process {
    /// Spawns it; `Err` is a message.
    pub(super) fn start(command: &mut Command) -> Result<Process, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(command);
        let spawned = command.spawn();
        let cannot = |error: std::io::Error| format!("cannot run `{}`: {error}", command.get_program().display());
        let mut child = spawned.map_err(cannot)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let errors = std::thread::spawn(move || {
            let mut errors = Vec::new();
            // The text is only for a message.
            let _ = stderr.map(|mut stderr| stderr.read_to_end(&mut errors));
            String::from_utf8_lossy(&errors).chars().take(MOST_STDERR).collect::<String>().trim().to_string()
        });
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut stdout = stdout.map(BufReader::new);
            let mut line = Vec::new();
            while let Some(stdout) = &mut stdout {
                line.clear();
                match stdout.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => break,
                    // The output is read even if the receiver is gone; otherwise the process would block.
                    Ok(_) => drop(sender.send(String::from_utf8_lossy(&line).trim_end().to_string())),
                }
            }
        });
        Ok(Process { child, stdin, lines, errors })
    }

    /// Ends it without waiting: by closing its input, or by force if it does not end.
    fn dismiss(mut self) {
        drop(self.stdin.take());
        std::thread::spawn(move || {
            let began = Instant::now();
            while matches!(self.child.try_wait(), Ok(None)) && began.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(20));
            }
            end(&mut self.child);
            let _ = self.child.wait();
        });
    }
}

/// A prestarted process.
pub(super) struct PrestartedRun {
    process: Process,
    wanted: Wanted,
}

impl PrestartedRun {
    /// The receiver gets a message when the process is ready. It gets none if the process is used before, or has ended.
    pub(super) fn new(process: Process, wanted: Wanted) -> (PrestartedRun, Receiver<()>) {
        let Process { child, stdin, lines, errors } = process;
        let (sender, rest) = channel();
        let (is_ready, ready) = channel();
        std::thread::spawn(move || {
            let mut is_ready = Some(is_ready);
            for line in lines {
                let word = is_ready.take();
                match line == READY {
                    // Another thread may wait for another process by now.
                    true => drop(word.map(|word| word.send(()))),
                    false => drop(sender.send(line)),
                }
            }
        });
        (PrestartedRun { process: Process { child, stdin, lines: rest, errors }, wanted }, ready)
    }

    /// Starts the run. The caller keeps the second value during the run, because the process reads files of it.
    pub(super) fn go(mut self) -> (Process, Wanted) {
        if let Some(stdin) = &mut self.process.stdin {
            // If the process is gone, it prints nothing, and the caller starts another one.
            let _ = stdin.write_all(b"verify\n").and_then(|()| stdin.flush());
        }
        (self.process, self.wanted)
    }
}

/// The prestarted processes, the oldest first.
#[derive(Default)]
pub(super) struct PrestartedRuns {
    all: Mutex<Vec<PrestartedRun>>,
}

impl PrestartedRuns {
    /// Takes the process for this run. It ends a process for the same crate with other arguments.
    pub(super) fn take(&self, wanted: &Wanted) -> Option<PrestartedRun> {
        let found = self.remove(wanted)?;
        if found.wanted.is_same(wanted) {
            return Some(found);
        }
        found.process.dismiss();
        None
    }

    /// Adds a process. It ends the one for the same crate, or the oldest if there are too many.
    pub(super) fn put(&self, run: PrestartedRun) {
        let old = self.remove(&run.wanted);
        let mut all = self.lock();
        all.push(run);
        let oldest = (all.len() > MOST).then(|| all.remove(0));
        old.into_iter().chain(oldest).for_each(|run| run.process.dismiss());
    }

    /// Ends all processes.
    pub(super) fn end(&self) {
        self.lock().drain(..).for_each(|run| run.process.dismiss());
    }

    fn remove(&self, wanted: &Wanted) -> Option<PrestartedRun> {
        let mut all = self.lock();
        let place = all.iter().position(|run| run.wanted.root.file == wanted.root.file)?;
        Some(all.remove(place))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PrestartedRun>> {
        // Each change is a single step.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
