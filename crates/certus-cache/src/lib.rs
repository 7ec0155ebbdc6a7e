//! Stores verdicts between runs, so that no query is solved twice.
//!
//! The key of a verdict is [`certus_solve::Query::key`]: a hash of the bytes of the query, the solver, its options, the
//! budget and the version of the protocol. So an entry never becomes stale; it can only become useless.
//!
//! Architecture invariants: - The cache keeps only definitive answers: a proof, or failing goals. A query that ended by
//! its budget, by a timeout or by a fault is solved again. - An entry counts only if its checksum and its key are
//! right. Any other entry is treated as missing, and counted as damaged. - A verdict is written as soon as it is known,
//! into a file that appears completely or not at all. Other processes may read and write the same directory, and an
//! interrupted run keeps the verdicts that it had. - The summary of a whole run is used again only if every file that
//! the run read, and every program that took part, is the same, byte for byte. - A failure to write costs time and
//! nothing else.

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
