//! `certus lsp`: the language server over standard input and output. Its engine starts this program for each run.

mod engine;
mod prestarted;
mod root;

use std::cell::Cell;
use std::io::{BufRead as _, Read as _};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use lsp_server::Connection;

use crate::status::{BAD_CALL, PROVED};
use crate::terminal::errln;
use engine::Processes;

/// Serves a client, and returns the exit status.
pub(crate) fn lsp() -> u8 {
    let engine = match std::env::current_exe() {
        Ok(program) => Processes::new(program),
        Err(error) => {
            errln!("error: cannot tell which program this is: {error}");
            return BAD_CALL;
        }
    };
    let (connection, threads) = Connection::stdio();
    let served = certus_lsp::serve(&connection, &engine);
    // The threads end when all senders are gone and the client has closed its side.
    drop(connection);
    match served.map_err(|error| error.to_string()).and_then(|()| threads.join().map_err(|error| error.to_string())) {
        Ok(()) => PROVED,
        Err(error) => {
            errln!("error: {error}");
            BAD_CALL
        }
    }
}

/// How long a waiting process may take to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line on standard input that a waiting run needs to start.
pub(crate) struct Line {
    line: Receiver<()>,
    has_come: Cell<bool>,
}

impl Line {
    /// Starts to read.
    pub(crate) fn new() -> Line {
        Line { line: line(), has_come: Cell::new(false) }
    }

    /// Whether the line may still come.
    pub(crate) fn is_awaited(&self) -> bool {
        match self.line.try_recv() {
            Ok(()) => self.has_come.set(true),
            Err(TryRecvError::Disconnected) => return false,
            Err(TryRecvError::Empty) => {}
        }
        !self.has_come.get()
    }

    /// Waits for the line; false if it will never come.
    pub(crate) fn wait(self) -> bool {
        self.has_come.get() || self.line.recv().is_ok()
    }
}

/// Sends a message when a line comes on standard input. If standard input closes first, there is no message. When it is
/// closed, this process and its children end a little later.
fn line() -> Receiver<()> {
    let (sender, line) = channel();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut first = String::new();
        let has_line = input.read_line(&mut first).is_ok_and(|length| length > 0);
        if has_line {
            // The receiver is gone only when the process ends.
            let _ = sender.send(());
            let _ = input.read_to_end(&mut Vec::new());
        } else {
            drop(sender);
            std::thread::sleep(PATIENCE);
        }
        engine::end_own_group();
    });
    line
}

/// Lowers the priority of this process, for work that no user waits for.
pub(crate) fn lower_priority() {
    engine::lower_priority();
}

/// Ends this process and its children when standard input closes: then its parent is gone.
pub(crate) fn lifeline() {
    std::thread::spawn(|| {
        let mut rest = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut rest);
        engine::end_own_group();
    });
}
