//! The shared state of a verification run: its [`Options`], the [`Sink`] for its reports, and [`Solving`], the solvers
//! behind the cache of verdicts. A [`Cancellation`] ends a run early. A [`Job`] is one obligation that they process.

mod cancellation;
pub mod explanation_time;
mod failed_goal;
mod job;
mod log;
mod options;
mod progress;
mod sink;
mod solving;

pub use cancellation::Cancellation;
pub use failed_goal::{Conjuncts, MAY_BE_FALSE, failed_goal, goal_of};
pub use job::{Job, query};
pub use log::Log;
pub use options::{CacheMode, Options, ProgramOptions, Vacuity, budget};
pub use sink::{Locked, Observer, Report, Sink};
pub use solving::{Memory, Solving};
