//! Cancels a run when the process takes too much memory.
//!
//! A failed allocation ends a process, so a process with several runs must not come that far. Solvers have limits of their
//! own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use certus_session::Cancellation;

/// The time between two checks.
const LOOK: Duration = Duration::from_millis(100);

/// Watches the memory of this process as long as it lives.
pub struct MemoryWatch {
    is_over: Arc<AtomicBool>,
    limit: u64,
    /// The thread ends when this is dropped.
    _end: Sender<()>,
}

impl MemoryWatch {
    /// Cancels a run if this process takes more than three quarters of the machine's memory. It does nothing where the
    /// system does not tell.
    #[must_use]
    pub fn start(cancellation: Cancellation) -> MemoryWatch {
        MemoryWatch::with(installed().map_or(u64::MAX, |memory| memory / 4 * 3), cancellation)
    }

    fn with(limit: u64, cancellation: Cancellation) -> MemoryWatch {
        let (end, ended) = channel::<()>();
        let is_over = Arc::new(AtomicBool::new(false));
        let told = is_over.clone();
        let watch = move || {
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if resident().is_some_and(|used| used > limit) {
                    told.store(true, Ordering::SeqCst);
                    return cancellation.cancel();
                }
            }
        };
        // Without the thread, the run has no limit.
        let _ = std::thread::Builder::new().name("certus-memory".into()).spawn(watch);
        MemoryWatch { is_over, limit, _end: end }
    }

    /// Ends the watch.
    ///
    /// # Errors
    ///
    /// If the limit was reached. The text is a message for the user.
    pub fn finish(self) -> Result<(), String> {
        match self.is_over.load(Ordering::SeqCst) {
            false => Ok(()),
            true => {
                Err(format!("the run was stopped because Certus took more than {} MiB of memory", self.limit >> 20))
            }
        }
    }
}

/// The memory that this process takes, in bytes.
fn resident() -> Option<u64> {
    kib("/proc/self/status", "VmRSS:")
}

/// The memory of the machine, in bytes.
fn installed() -> Option<u64> {
    kib("/proc/meminfo", "MemTotal:")
}

/// A line `NAME: 1234 kB` of a file, in bytes.
fn kib(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::{Duration, Instant};

    use certus_session::Cancellation;

    use super::{MemoryWatch, installed, resident};

    #[test]
    fn a_run_that_takes_too_much_is_cancelled() {
        assert!(resident() > Some(1 << 20) && installed() > resident());
        let (little, much) = (Cancellation::default(), Cancellation::default());
        let (low, high) = (MemoryWatch::with(1 << 20, little.clone()), MemoryWatch::with(1 << 60, much.clone()));
        let began = Instant::now();
        while !little.is_cancelled() {
            assert!(began.elapsed() < Duration::from_secs(10), "it is not cancelled");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(low.finish().is_err_and(|text| text.contains("more than 1 MiB")));
        assert!(!much.is_cancelled() && high.finish().is_ok());
    }
}
