//! Stores the forms in which files of a library that is not ours are loaded, between runs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use certus_frontend::{SettledFile, SettledFiles, foreign_form};
use certus_session::{CacheMode, Options};
use certus_solve::setup::Environment;

use crate::interface_cache::InterfaceCache;
use crate::whole_run::own;

/// The forms of the files of such a library.
pub struct ForeignForms {
    cache: InterfaceCache,
}

impl ForeignForms {
    /// `None` for a program with our library, and without a cache.
    pub fn new(options: &Options) -> Option<ForeignForms> {
        let wanted = options.program.vstd.is_some() && options.cache != CacheMode::Off;
        let directory = Environment::from_process().cache_dir.filter(|_| wanted)?;
        Some(ForeignForms { cache: InterfaceCache::new(&directory, own()?, options.cache == CacheMode::On) })
    }

    /// Adds the forms of the library, which is the first of the crates that the program depends on.
    pub fn add(&self, others: &[BTreeMap<PathBuf, String>], found: &mut SettledFiles) {
        for (path, text) in others.first().into_iter().flatten() {
            let form =
                self.cache.get_or_make((certus_cache::digest(text), "foreign".into()), || Some(foreign_form(text)));
            found.extend(form.map(|form| (path.clone(), SettledFile { form, functions: Vec::new() })));
        }
    }
}
