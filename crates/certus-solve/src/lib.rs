//! Queries in, verdicts out: the only crate that starts a solver.
//!
//! A [`Query`] is hermetic text with named goals; an [`Executor`] turns it into an [`Outcome`]. The executor here,
//! [`LocalPool`], keeps one long-lived Z3 process a job and talks to it over pipes; [`setup`] finds the solver or
//! fetches it. Another executor (a remote one, a cache around this one) needs only the trait and [`Query::key`].
//!
//! Architecture invariants:
//! - Nothing here looks inside a query. Text is scanned only to see that its parentheses, strings and quoted symbols
//!   are closed, because an open one would swallow the commands that follow it.
//! - [`Verdict::Proved`] needs a literal `unsat` for the whole context, in a session in which the solver has printed
//!   nothing that was not asked for. Every other answer is something else than a proof.
//! - Budgets are counted in solver resource units, so they are deterministic. The wall clock is only a safety net.
//! - Every wait for a solver has a deadline and every loop of retries a bound.

mod ending;
mod executor;
mod instances;
mod outcome;
mod pool;
mod process;
mod profile;
mod query;
mod reply;
mod session;
pub mod setup;

pub use ending::end_solvers_on_signal;
pub use executor::{Executor, Reply, Unwatched, Watch};
pub use instances::{Counted, Instances, count, count_with};
pub use outcome::{FailedGoal, Limit, Outcome, Verdict};
pub use pool::{Closer, DEFAULT_WALL_LIMIT, LocalPool, PoolConfig, PoolError};
pub use process::Killer;
pub use profile::Profile;
pub use query::Query;
