//! Uses results of earlier runs of the same crate.
//!
//! [`WholeRun`] has the summary of a run with the same input, byte for byte. [`Unchanged`] finds the functions that
//! need not be verified again, and loads their files in interface form. Both store their records below the cache
//! directory. A record that is damaged, or that another program wrote, is not used.

mod foreign_forms;
mod interface_cache;
mod unchanged;
mod whole_run;

pub use foreign_forms::ForeignForms;
pub use unchanged::Unchanged;
pub use whole_run::{Repeated, WholeRun};
