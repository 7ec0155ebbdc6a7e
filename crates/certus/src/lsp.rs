//! `certus lsp`: the language server over standard input and output. Its engine runs this program itself.

mod engine;
mod root;
mod standing;

use std::cell::Cell;
use std::io::{BufRead as _, Read as _};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use lsp_server::Connection;

use crate::status::{BAD_CALL, PROVED};
use crate::terminal::errln;
use engine::Processes;

/// Serves a client; gives the exit status.
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
    // The threads end when nobody sends any more and the client has closed its side.
    drop(connection);
    match served.map_err(|error| error.to_string()).and_then(|()| threads.join().map_err(|error| error.to_string())) {
        Ok(()) => PROVED,
        Err(error) => {
            errln!("error: {error}");
            BAD_CALL
        }
    }
}

/// How long a process that waits has for ending in order.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line on standard input for which a run waits.
pub(crate) struct Line {
    line: Receiver<()>,
    has_come: Cell<bool>,
}

impl Line {
    /// Begins to read.
    pub(crate) fn new() -> Line {
        Line { line: line(), has_come: Cell::new(false) }
    }

    /// Whether it has not come yet, and may come.
    pub(crate) fn is_awaited(&self) -> bool {
        match self.line.try_recv() {
            Ok(()) => self.has_come.set(true),
            Err(TryRecvError::Disconnected) => return false,
            Err(TryRecvError::Empty) => {}
        }
        !self.has_come.get()
    }

    /// Waits for it; false when it will not come.
    pub(crate) fn wait(self) -> bool {
        self.has_come.get() || self.line.recv().is_ok()
    }
}

/// Gives word when a line comes by standard input. When that is closed before, there will be none; some time later, or when it
/// is closed after the line, this process and those that it started are ended.
fn line() -> Receiver<()> {
    let (sender, line) = channel();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut first = String::new();
        let has_line = input.read_line(&mut first).is_ok_and(|length| length > 0);
        if has_line {
            // Nobody listens any more only when the process ends.
            let _ = sender.send(());
            // Whether it was closed in order does not matter.
            let _ = input.read_to_end(&mut Vec::new());
        } else {
            drop(sender);
            std::thread::sleep(PATIENCE);
        }
        engine::end_own_group();
    });
    line
}

/// Lets others go first: nobody waits for this process.
pub(crate) fn stand_back() {
    engine::stand_back();
}

/// Ends this process, and those that it started, when standard input is closed: whoever held the other end is gone and
/// cannot do it.
pub(crate) fn lifeline() {
    std::thread::spawn(|| {
        let mut rest = Vec::new();
        // Whether it was closed in order does not matter.
        let _ = std::io::stdin().read_to_end(&mut rest);
        engine::end_own_group();
    });
}
