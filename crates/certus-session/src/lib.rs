//! What a verification run has at hand: its [`Options`], the [`Sink`] that it reports to, and [`Solving`], the solvers behind
//! the cache of verdicts. A [`Job`] is one obligation on its way through them.

pub mod explanation_time;
mod failed_goal;
mod job;
mod log;
mod options;
mod sink;
mod solving;

pub use failed_goal::{Conjuncts, failed_goal, goal_of};
pub use job::{Job, query};
pub use log::Log;
pub use options::{CacheMode, Options, ProgramOptions, Vacuity};
pub use sink::{Locked, Observer, Report, Sink};
pub use solving::{Memory, Solving};
