//! How long each stage takes.

use std::time::{Duration, Instant};

/// The stages of a run; each holds the wall time spent in it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing {
    pub(crate) front_end: Duration,
    pub(crate) lower: Duration,
    pub(crate) smt: Duration,
    pub(crate) solver: Duration,
    /// Waiting for rustc after the solver is done.
    pub(crate) gate: Duration,
}

/// Runs `f` and adds its wall time to `to`.
pub(crate) fn timed<T>(to: &mut Duration, f: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let result = f();
    *to += began.elapsed();
    result
}
