//! Verdicts kept between runs: what a solver has answered once is not asked again.
//!
//! A verdict is kept under the key of its query ([`certus_solve::Query::key`]): the bytes of the query, the solver, its
//! options, the budget and the version of the dialogue. So an entry never goes stale; it can only be of no use any more.
//!
//! Architecture invariants:
//! - Only definitive answers are kept: a proof, or goals that fail. What a budget, a clock or a fault ended is asked again.
//! - An entry counts only when its checksum and its key are right; everything else is as if it were not there, and is
//!   counted as damaged.
//! - A verdict is written as soon as it is there, into a file that appears as a whole or not at all. Other processes may
//!   read and write the same directory, and an interrupted run leaves what it finished.
//! - A whole run is taken as done again only when every file that it read and every program that did it are the same,
//!   byte for byte.
//! - What cannot be written costs time and nothing else.

mod cached;
mod costs;
mod entry;
mod records;
mod runs;
mod sealed;
mod store;

pub use cached::{Cache, Mode, Use};
pub use costs::Costs;
pub use records::{Record, digest, digest_of_bytes};
pub use runs::Runs;
pub use store::{Contents, Store};
