//! How long each stage takes.

use std::time::{Duration, Instant};

/// The wall time that a run spent in each stage.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing {
    pub(crate) front_end: Duration,
    pub(crate) lower: Duration,
    pub(crate) smt: Duration,
    pub(crate) solver: Duration,
    /// The time that the run waited for rustc after the solver was done.
    pub(crate) gate: Duration,
}

/// Runs `f` and adds its wall time to `to`.
pub(crate) fn timed<T>(to: &mut Duration, f: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let result = f();
    *to += began.elapsed();
    result
}
