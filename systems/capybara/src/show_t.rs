//! How far a task is, shown on the standard error once it takes more than a second.
//!
//! trusted: nothing; it is for display.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// From then on it is shown how far a task is.
const PATIENCE: Duration = Duration::from_secs(1);

/// A task that is shown while this is there.
pub(crate) struct Shown {
    done: mpsc::Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Shown {
    /// Shows a task, of which `fraction` says how far it is, if that is known.
    pub(crate) fn new(name: &str, fraction: impl Fn() -> Option<f64> + Send + 'static) -> Shown {
        Shown::on(name, fraction, PATIENCE, std::io::stderr(), std::io::stderr().is_terminal())
    }

    fn on(
        name: &str,
        fraction: impl Fn() -> Option<f64> + Send + 'static,
        patience: Duration,
        mut out: impl Write + Send + 'static,
        is_terminal: bool,
    ) -> Shown {
        let (done, is_done) = mpsc::channel();
        let name = name.to_owned();
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            let mut has_shown = false;
            while is_done.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
                let seconds = start.elapsed().as_secs();
                let text = match fraction() {
                    Some(share) => format!("{name}: {:.0}%, {seconds} s", share * 100.0),
                    None => format!("{name}: {seconds} s"),
                };
                // A display that cannot be written is none.
                let _ = if is_terminal { write!(out, "\r\x1b[K{text}") } else { writeln!(out, "{text}") };
                let _ = out.flush();
                has_shown = true;
            }
            if has_shown && is_terminal {
                let _ = write!(out, "\r\x1b[K").and_then(|()| out.flush());
            }
        });
        Shown { done, thread: Some(thread) }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        // The thread may have ended.
        let _ = self.done.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A count out of so many, for the display of a task.
#[derive(Clone)]
pub(crate) struct Count {
    done: Arc<AtomicU64>,
    of: u64,
}

impl Count {
    /// None yet of so many.
    pub(crate) fn new(of: u64) -> Count {
        Count { done: Arc::new(AtomicU64::new(0)), of }
    }

    /// One more.
    pub(crate) fn add(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The share.
    pub(crate) fn fraction(&self) -> Option<f64> {
        (self.of > 0).then(|| self.done.load(Ordering::Relaxed) as f64 / self.of as f64)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// An output that a test reads.
    #[derive(Clone, Default)]
    struct Output(Arc<Mutex<Vec<u8>>>);

    impl Output {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
        }
    }

    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn shown(time: Duration, patience: Duration, is_terminal: bool) -> String {
        let (output, count) = (Output::default(), Count::new(4));
        count.add();
        let shown = Shown::on("reading", move || count.fraction(), patience, output.clone(), is_terminal);
        std::thread::sleep(time);
        drop(shown);
        output.text()
    }

    #[test]
    fn what_takes_long_is_shown_and_what_does_not_is_not() {
        let [short, long] = [10, 200].map(Duration::from_millis);
        assert_eq!(shown(short, Duration::from_secs(60), false), "");
        assert!(shown(long, short, false).starts_with("reading: 25%, 0 s\n"));
        assert!(shown(long, short, true).ends_with("\r\x1b[K"));
    }
}
