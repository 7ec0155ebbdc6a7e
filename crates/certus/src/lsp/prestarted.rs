//! Prestarted runs for the next save: the driver has loaded the program and started the processes. Each serves one run.
//! See `docs/notes/waiting.md`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use certus_driver::WarmStart;

use super::engine::lock;
use super::wanted::Wanted;

/// The maximal number of prestarted runs. Each holds a program in memory.
const MOST: usize = 2;

/// A prestarted run.
pub(super) struct PrestartedRun {
    pub(super) wanted: Wanted,
    pub(super) warm: WarmStart,
}

/// The prestarted runs, the oldest first. To drop one ends its processes.
#[derive(Default)]
pub(super) struct PrestartedRuns {
    all: Mutex<Vec<PrestartedRun>>,
    is_ended: AtomicBool,
}

impl PrestartedRuns {
    /// Takes the one for this run. It drops one for the same crate with other arguments.
    pub(super) fn take(&self, wanted: &Wanted) -> Option<PrestartedRun> {
        self.remove(wanted).filter(|found| found.wanted.is_same(wanted))
    }

    /// Adds one. It drops the one for the same crate, or the oldest if there are too many.
    pub(super) fn put(&self, run: PrestartedRun) {
        let old = self.remove(&run.wanted);
        let mut all = lock(&self.all);
        all.push(run);
        let most = if self.is_ended.load(Ordering::SeqCst) { 0 } else { MOST };
        let oldest = (all.len() > most).then(|| all.remove(0));
        // To drop a program takes a moment, in which no other thread should wait.
        drop(all);
        drop((old, oldest));
    }

    /// Drops all, and those that are added later.
    pub(super) fn end(&self) {
        self.is_ended.store(true, Ordering::SeqCst);
        let all = std::mem::take(&mut *lock(&self.all));
        drop(all);
    }

    fn remove(&self, wanted: &Wanted) -> Option<PrestartedRun> {
        let mut all = lock(&self.all);
        let place = all.iter().position(|run| run.wanted.root.file == wanted.root.file)?;
        Some(all.remove(place))
    }
}
