//! One solver process and the pipes to it.
//!
//! Nothing here can block for good. A writer thread feeds the process, so that a solver which does not read cannot
//! hold up its user; a reader thread drains it, so that a solver which prints much cannot fill its pipe and stop; and
//! the user waits for what the reader has with a deadline, after which the process is killed.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::reply;

/// More output than any honest answer has, in bytes; beyond it the process is given up.
const MOST_OUTPUT: usize = 16 << 20;
/// How much of the end of what the process writes to its standard error is kept, in bytes.
const MOST_STDERR: usize = 4 << 10;

/// The most memory that a solver may take, in MiB. What takes more is on its way to no end: proofs of programs take some
/// hundreds. Z3 counts what it asks for, and ends.
const MOST_MEMORY: u32 = 2048;

/// The reason why a process cannot be used any more.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// It ended, or closed its output, before it had answered.
    #[error("the solver process ended unexpectedly{0}")]
    Died(String),
    /// It asked for more memory than it may have, and ended.
    #[error("the solver process took more than {MOST_MEMORY} MiB of memory")]
    OutOfMemory,
    /// It did not answer in time and was killed.
    #[error("the solver process did not answer in time")]
    TimedOut,
    /// It printed without end and was killed.
    #[error("the solver process printed more than {MOST_OUTPUT} bytes")]
    Flooded,
}

/// The option of Z3 for this limit.
pub(crate) fn memory_option() -> String {
    format!("-memory:{MOST_MEMORY}")
}

/// The solvers that this program has started, as far as somebody still holds them.
static RUNNING: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// Ends every solver that this program has started. It is for a program that is about to end by a signal: a solver would go on with
/// its query.
pub(crate) fn end_all() {
    for child in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
        Killer { child }.kill();
    }
}

/// Ends a process from any thread, also while another waits for its answer.
#[derive(Clone, Debug)]
pub struct Killer {
    child: Arc<Mutex<Child>>,
}

impl Killer {
    /// A handle for a process, which the caller shares.
    pub(crate) fn of(child: &Arc<Mutex<Child>>) -> Killer {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|known| known.strong_count() > 0);
        running.push(Arc::downgrade(child));
        Killer { child: child.clone() }
    }

    /// Ends the process; does nothing if it has ended.
    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // An error means that there is nothing left to kill.
        let _ = child.kill();
    }

    /// The process's id.
    pub fn id(&self) -> u32 {
        self.child.lock().unwrap_or_else(PoisonError::into_inner).id()
    }

    /// Ends the process and says how it ended.
    fn reap(&self) -> String {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(child.try_wait(), Ok(Some(_))) {
            let _ = child.kill();
        }
        child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

/// A running solver that has answered everything it was asked so far. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct SolverProcess {
    killer: Killer,
    commands: Sender<String>,
    output: Receiver<Vec<u8>>,
    stderr: Receiver<String>,
    /// Output that belongs to no answer yet.
    pending: Vec<u8>,
    /// Where the first line of `pending` begins that has not been compared with the mark.
    scanned: usize,
    /// How many marks were asked for; makes each one different from all others.
    marks: u64,
    /// A text sent ahead of its question, and the mark behind its answer.
    prepared: Option<(String, String)>,
}

impl SolverProcess {
    /// Starts the solver and does not wait for it to come up.
    pub fn start(binary: &Path) -> io::Result<SolverProcess> {
        let mut command = Command::new(binary);
        command.args(["-smt2", "-in", &memory_option()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = spawn(&mut command)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let killer = Killer::of(&Arc::new(Mutex::new(child)));
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            killer.reap();
            return Err(io::Error::other("the process has no pipes"));
        };
        let (commands, commands_receiver) = mpsc::channel();
        // Bounded, so that a solver that prints without end is held up by its pipe and not kept in memory.
        let (output_sender, output) = mpsc::sync_channel(64);
        let (stderr_sender, stderr_receiver) = mpsc::channel();
        let threads = [
            detach("certus-solver-in", move || write_all(stdin, commands_receiver)),
            detach("certus-solver-out", move || read_all(stdout, output_sender)),
            detach("certus-solver-err", move || read_tail(stderr, stderr_sender)),
        ];
        if let Some(error) = threads.into_iter().find_map(Result::err) {
            killer.reap();
            return Err(error);
        }
        let (pending, scanned, marks, prepared) = (Vec::new(), 0, 0, None);
        let stderr = stderr_receiver;
        Ok(SolverProcess { killer, commands, output, stderr, pending, scanned, marks, prepared })
    }

    /// A handle to end the process with.
    pub fn killer(&self) -> Killer {
        self.killer.clone()
    }

    /// Sends a text that the next question is expected to begin with, so that the solver works on it meanwhile.
    pub fn prepare(&mut self, text: String) {
        if self.prepared.is_none() {
            let mark = self.send(&text);
            self.prepared = Some((text, mark));
        }
    }

    /// Sends all texts at once and returns what the solver printed for each of them. If the first is what the solver
    /// was prepared with, it is not sent again; if not, the solver's answer to that is dropped.
    pub fn ask<const N: usize>(&mut self, texts: [String; N], deadline: Instant) -> Result<[String; N], Fault> {
        let mut prepared = self.prepared.take();
        let marks = texts.map(|text| match prepared.take() {
            Some((sent, mark)) if sent == text => mark,
            other => {
                prepared = other;
                self.send(&text)
            }
        });
        if let Some((_, mark)) = prepared {
            self.answer(&mark, deadline)?;
        }
        let mut answers = [const { String::new() }; N];
        for (answer, mark) in answers.iter_mut().zip(&marks) {
            *answer = self.answer(mark, deadline)?;
        }
        Ok(answers)
    }

    /// Sends a text and returns the mark that the solver will print behind its answer.
    fn send(&mut self, text: &str) -> String {
        let mark = format!("<<certus answer {} ends>>", self.marks);
        self.marks += 1;
        // The line break ends a comment that the text may end with. A failure to send shows as a missing answer.
        let _ = self.commands.send(format!("{text}\n(echo \"{mark}\")\n"));
        mark
    }

    /// Waits for the mark and returns the output before it.
    fn answer(&mut self, mark: &str, deadline: Instant) -> Result<String, Fault> {
        loop {
            if let Some(answer) = self.take_until(mark) {
                return Ok(answer);
            }
            if self.pending.len() > MOST_OUTPUT {
                self.killer.reap();
                return Err(Fault::Flooded);
            }
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.pending.extend_from_slice(&chunk),
                Err(RecvTimeoutError::Timeout) => {
                    self.killer.reap();
                    return Err(Fault::TimedOut);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
        }
    }

    /// Takes the output before a line that is the mark, and the mark; `None` if it has not come yet.
    fn take_until(&mut self, mark: &str) -> Option<String> {
        loop {
            let unread = self.pending.get(self.scanned..)?;
            let length = unread.iter().position(|byte| *byte == b'\n')?;
            let line = unread.get(..length)?.trim_ascii_end();
            let line_start = self.scanned;
            self.scanned += length + 1;
            if line == mark.as_bytes() {
                let rest = self.pending.split_off(self.scanned);
                let mut answer = std::mem::replace(&mut self.pending, rest);
                answer.truncate(line_start);
                self.scanned = 0;
                return Some(String::from_utf8_lossy(&answer).into_owned());
            }
        }
    }

    fn died(&mut self) -> Fault {
        let status = self.killer.reap();
        // The reader of the error stream ends together with the process, but not at the same instant; and something
        // that the process started may keep the stream open.
        let stderr = self.stderr.recv_timeout(Duration::from_millis(200)).unwrap_or_default();
        let printed = String::from_utf8_lossy(&self.pending).into_owned() + &stderr;
        if printed.contains("out of memory") {
            return Fault::OutOfMemory;
        }
        let printed = reply::shorten(&printed);
        let separator = if printed.is_empty() { "" } else { ": " };
        Fault::Died(format!(" ({status}){separator}{printed}"))
    }
}

impl Drop for SolverProcess {
    fn drop(&mut self) {
        self.killer.reap();
    }
}

/// Starts a process, patiently if its program was written a moment ago.
///
/// Between `fork` and `exec`, a child of another thread holds a copy of every open file. If one of them was the program
/// being written, the system refuses to run it until that child is gone.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    for _ in 0..50 {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            result => return result,
        }
    }
    command.spawn()
}

fn detach(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(body).map(drop)
}

/// Feeds the process until it closes its input or its user is gone.
fn write_all(mut stdin: impl Write, commands: Receiver<String>) {
    for command in commands {
        if stdin.write_all(command.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Hands on all that the process prints, until it closes its output or its user is gone.
fn read_all(mut stdout: impl Read, chunks: SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(length @ 1..) = stdout.read(&mut buffer) {
        let chunk = buffer.get(..length).unwrap_or_default().to_vec();
        if chunks.send(chunk).is_err() {
            return;
        }
    }
}

/// Drains the process's error stream and hands its last part on when it closes.
fn read_tail(mut stderr: impl Read, text: Sender<String>) {
    let mut buffer = vec![0; MOST_STDERR];
    let mut tail = Vec::new();
    while let Ok(length @ 1..) = stderr.read(&mut buffer) {
        tail.extend_from_slice(buffer.get(..length).unwrap_or_default());
        let excess = tail.len().saturating_sub(MOST_STDERR);
        tail.drain(..excess);
    }
    // Nobody may be waiting for it any more.
    let _ = text.send(String::from_utf8_lossy(&tail).into_owned());
}
