//! What a run can use of earlier runs of the same crate.
//!
//! [`WholeRun`] answers for a run whose input is the same byte for byte. [`Unchanged`] finds the functions that need not be
//! verified again, and loads their files in interface form. Both are kept below the cache directory; a record that is damaged
//! or was written by another program is not used.

mod interface_cache;
mod unchanged;
mod whole_run;

pub use unchanged::Unchanged;
pub use whole_run::WholeRun;
