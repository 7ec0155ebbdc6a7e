//! Metadata of the user's crates that a program depends on.
//!
//! ```text
//! CACHE/rustc/crates/NAME-KEY/libNAME.rmeta
//! ```
//!
//! It is kept as that of libraries is, but the text changes with every edit of the crate, so what was not used for some
//! days is removed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use crate::GateError;
use crate::answer::Complaint;
use crate::check::{Extern, configure, name_libraries};
use crate::library::{Library, file_name, short};
use crate::process::run;
use crate::store::{Store, put};
use crate::unused::{is_old, remove, touch};

/// Metadata that was not used for this time is removed.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// How many times a crate is tried again with fewer items.
const ROUNDS: usize = 24;

/// A crate as its dependents see it: without the bodies of its functions.
#[derive(Clone, Debug)]
pub struct Declarations<'t> {
    /// The name that no other crate of the program has.
    pub name: &'t str,
    /// The source text that rustc compiles to the crate's metadata.
    pub text: &'t str,
    /// Its edition, as rustc writes it.
    pub edition: &'t str,
    /// Configuration flags.
    pub cfgs: &'t [String],
    /// The libraries it may name.
    pub libraries: &'t [Library],
    /// The crates it may name, and those that these need.
    pub crates: &'t [Extern],
    /// Directories with the metadata of crates that those above need.
    pub search: &'t [PathBuf],
    /// The environment that `env!` sees, beside that of this process.
    pub env: &'t [(String, String)],
}

/// The result of making a crate's metadata.
#[derive(Clone, Debug)]
pub enum Made {
    /// rustc accepted the text and wrote this metadata.
    Library(Library),
    /// The errors of rustc, with ranges of the text.
    Refused(Vec<Complaint>),
}

/// Gives a text without what these errors are about, or nothing where it cannot.
pub type Repair<'r> = &'r dyn Fn(&str, &[Complaint]) -> Option<String>;

impl Store {
    /// Makes the metadata of a crate, unless it is there. Where rustc has something against the text, it is tried again
    /// with what is left of it, for a while; the crate is found again by the text that was given.
    pub fn make_crate(&self, given: &Declarations<'_>, repair: Repair<'_>) -> Result<Made, GateError> {
        let directory = self.directory.join("crates");
        let key = self.crate_key(given);
        let path = directory.join(format!("{}-{key}", given.name)).join(file_name(given.name));
        let library = Library { name: given.name.to_string(), path, key };
        touch(&library);
        if library.path.is_file() {
            return Ok(Made::Library(library));
        }
        let error = |path: &Path, source| GateError::File { path: path.to_path_buf(), source };
        fs::create_dir_all(&directory).map_err(|source| error(&directory, source))?;
        remove_unused(&directory, SystemTime::now());
        let work = tempfile::Builder::new().prefix(".making-").tempdir_in(&directory);
        let work = work.map_err(|source| error(&directory, source))?;
        let mut left: Option<String> = None;
        for _ in 0..ROUNDS {
            let text = left.as_deref().unwrap_or(given.text);
            let complaints = self.compile(given, text, work.path())?;
            if complaints.is_empty() {
                put(work, &library)?;
                return Ok(Made::Library(library));
            }
            match repair(text, &complaints) {
                Some(less) => left = Some(less),
                None => return Ok(Made::Refused(complaints)),
            }
        }
        let text = left.as_deref().unwrap_or(given.text);
        Ok(Made::Refused(self.compile(given, text, work.path())?))
    }

    /// Has rustc make the metadata of a text in a directory, where nothing else is left; gives its errors.
    fn compile(&self, given: &Declarations<'_>, text: &str, work: &Path) -> Result<Vec<Complaint>, GateError> {
        let file = format!("{}.rs", given.name);
        let source = work.join(&file);
        fs::write(&source, text).map_err(|error| GateError::File { path: source.clone(), source: error })?;
        let mut command = self.compiler.command();
        command.current_dir(work);
        command.args(["--edition", given.edition, "--crate-name", given.name, "-o", &file_name(given.name)]);
        command.arg("--remap-path-prefix").arg(format!("{}=certus", work.display()));
        configure(&mut command, given.cfgs);
        name_libraries(&mut command, given.libraries, given.crates, given.search);
        command.envs(given.env.iter().map(|(name, value)| (name, value)));
        command.arg(&file);
        let complaints = run(command, self.compiler.processes())?.complaints(&file)?;
        let _ = fs::remove_file(&source);
        Ok(complaints)
    }

    fn crate_key(&self, given: &Declarations<'_>) -> String {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        [&*self.compiler.identity(), given.name, given.edition, given.text].into_iter().for_each(&mut part);
        // The numbers tell the lists apart.
        part(&given.cfgs.len().to_string());
        given.cfgs.iter().for_each(|cfg| part(cfg));
        part(&given.libraries.len().to_string());
        given.libraries.iter().for_each(|library| part(&library.key));
        part(&given.env.len().to_string());
        for (name, value) in given.env {
            part(name);
            part(value);
        }
        for named in given.crates {
            part(&named.name);
            part(&named.library.key);
        }
        short(hash)
    }
}

/// Removes what was not used for long, and what is left of processes that ended while they made something.
fn remove_unused(directory: &Path, now: SystemTime) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        remove(&entry.path(), |path| is_old(path, now, KEPT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn what_is_not_used_is_removed() {
        let cache = tempfile::tempdir().expect("a directory");
        for name in ["old", "new", ".making-old"] {
            fs::create_dir_all(cache.path().join(name).join("within")).expect("made");
        }
        let now = SystemTime::now();
        for name in ["old", ".making-old"] {
            let directory = File::open(cache.path().join(name)).expect("it is there");
            directory.set_modified(now - KEPT - Duration::from_secs(60)).expect("a time");
        }
        remove_unused(cache.path(), now);
        let left: Vec<_> = fs::read_dir(cache.path()).expect("read").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["new"]);
    }
}
