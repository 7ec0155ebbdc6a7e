//! Functions that are known to be as they were when they were last proved: nothing of them is asked but what others see.
//!
//! Their files are loaded in interface form, in which their bodies may be missing. Who says that a function is settled
//! answers for it.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use certus_rewrite::Interface as Form;

/// A file of the crate that has settled functions, or that could have.
#[derive(Clone, Debug, Default)]
pub struct SettledFile {
    /// What is loaded in place of its text; bodies of settled functions may be missing.
    pub form: Form,
    /// The first bytes of the names of its settled functions, in its text.
    pub functions: Vec<u32>,
}

/// Such files by their absolute paths.
pub type SettledFiles = BTreeMap<PathBuf, SettledFile>;

/// Says what is known of the files of the crate under verification, given these and those of each crate that it depends on, by
/// their absolute paths.
pub type Settle<'s> = dyn Fn(&BTreeMap<PathBuf, String>, &[BTreeMap<PathBuf, String>]) -> SettledFiles + 's;

/// The settled functions by file and first byte of their names.
pub(crate) type Settled = HashSet<(u32, u32)>;
