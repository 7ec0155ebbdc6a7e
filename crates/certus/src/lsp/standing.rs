//! Processes that are made ready for the next save (`certus verify --wait`). Each answers once.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::engine::{end, own_group};
use super::root::Root;
use crate::verify::READY;

/// As many wait at a time. Each holds a program in memory.
const MOST: usize = 2;

/// More of what a process prints on standard error is not kept.
const MOST_STDERR: usize = 2000;

/// How long a process has for ending by itself.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is verified, and how: two runs that want the same differ in texts only.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) root: Arc<Root>,
    /// What the user has added to the arguments.
    pub(super) arguments: Vec<String>,
}

impl Wanted {
    fn is_same(&self, other: &Wanted) -> bool {
        self.arguments == other.arguments && self.root.is_same(&other.root)
    }
}

/// A process of this program, the leader of a group. What it prints is read as it comes.
pub(super) struct Process {
    pub(super) child: Child,
    /// It ends when this is closed, be it because this process is no more.
    pub(super) stdin: Option<ChildStdin>,
    pub(super) lines: Receiver<String>,
    /// What it said on standard error, for a message.
    pub(super) said: JoinHandle<String>,
}

impl Process {
    /// Starts one; errs with words.
    pub(super) fn start(command: &mut Command) -> Result<Process, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(command);
        let spawned = command.spawn();
        let cannot = |error: std::io::Error| format!("cannot run `{}`: {error}", command.get_program().display());
        let mut child = spawned.map_err(cannot)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            // What it says is for a message only.
            let _ = stderr.map(|mut stderr| stderr.read_to_end(&mut said));
            String::from_utf8_lossy(&said).chars().take(MOST_STDERR).collect::<String>().trim().to_string()
        });
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut stdout = stdout.map(BufReader::new);
            let mut line = Vec::new();
            while let Some(stdout) = &mut stdout {
                line.clear();
                match stdout.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => break,
                    // What nobody hears has to be read all the same, or the process stands still.
                    Ok(_) => drop(sender.send(String::from_utf8_lossy(&line).trim_end().to_string())),
                }
            }
        });
        Ok(Process { child, stdin, lines, said })
    }

    /// Ends it without waiting: in order, if it is so kind.
    fn dismiss(mut self) {
        drop(self.stdin.take());
        std::thread::spawn(move || {
            let began = Instant::now();
            while matches!(self.child.try_wait(), Ok(None)) && began.elapsed() < PATIENCE {
                std::thread::sleep(Duration::from_millis(20));
            }
            end(&mut self.child);
            // It is gone by now, or in a moment.
            let _ = self.child.wait();
        });
    }
}

/// A process that waits, or will.
pub(super) struct Standing {
    process: Process,
    wanted: Wanted,
}

impl Standing {
    /// Gives word, too, when it is ready: a message, or none when it was used before that or has ended.
    pub(super) fn new(process: Process, wanted: Wanted) -> (Standing, Receiver<()>) {
        let Process { child, stdin, lines, said } = process;
        let (sender, rest) = channel();
        let (is_ready, ready) = channel();
        std::thread::spawn(move || {
            let mut is_ready = Some(is_ready);
            for line in lines {
                let word = is_ready.take();
                match line == READY {
                    // Somebody else may have begun to wait for something else.
                    true => drop(word.map(|word| word.send(()))),
                    false => drop(sender.send(line)),
                }
            }
        });
        (Standing { process: Process { child, stdin, lines: rest, said }, wanted }, ready)
    }

    /// Has it begin. The second value is to be kept while it runs: it reads files of it.
    pub(super) fn go(mut self) -> (Process, Wanted) {
        if let Some(stdin) = &mut self.process.stdin {
            // One that is gone says nothing, and somebody else is asked.
            let _ = stdin.write_all(b"verify\n").and_then(|()| stdin.flush());
        }
        (self.process, self.wanted)
    }
}

/// Those that wait, the oldest first.
#[derive(Default)]
pub(super) struct Standings {
    all: Mutex<Vec<Standing>>,
}

impl Standings {
    /// The one for this; one for the same crate that was told something else is ended.
    pub(super) fn take(&self, wanted: &Wanted) -> Option<Standing> {
        let found = self.remove(wanted)?;
        if found.wanted.is_same(wanted) {
            return Some(found);
        }
        found.process.dismiss();
        None
    }

    /// Adds one, and ends the one for the same crate, or the oldest if there are too many.
    pub(super) fn put(&self, standing: Standing) {
        let old = self.remove(&standing.wanted);
        let mut all = self.lock();
        all.push(standing);
        let oldest = (all.len() > MOST).then(|| all.remove(0));
        old.into_iter().chain(oldest).for_each(|standing| standing.process.dismiss());
    }

    /// Ends all.
    pub(super) fn end(&self) {
        self.lock().drain(..).for_each(|standing| standing.process.dismiss());
    }

    fn remove(&self, wanted: &Wanted) -> Option<Standing> {
        let mut all = self.lock();
        let place = all.iter().position(|standing| standing.wanted.root.file == wanted.root.file)?;
        Some(all.remove(place))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Standing>> {
        // Each change is one step.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
