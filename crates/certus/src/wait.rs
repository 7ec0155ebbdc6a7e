//! The line on standard input that a run with `--wait` needs to start.

use std::cell::Cell;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// The line.
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

/// Sends a message when a line comes on standard input. If standard input closes first, there is no message.
fn line() -> Receiver<()> {
    let (sender, line) = channel();
    std::thread::spawn(move || {
        let mut first = String::new();
        if std::io::stdin().read_line(&mut first).is_ok_and(|length| length > 0) {
            // The receiver is gone only when the process ends.
            let _ = sender.send(());
        }
    });
    line
}
