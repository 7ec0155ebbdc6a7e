//! Metadata of the libraries that programs name, made once for each compiler.
//!
//! ```text
//! CACHE/rustc/NAME-KEY/libNAME.rmeta
//! ```
//!
//! The key is a checksum of what the compiler says about itself, of the library, and of the keys of the libraries that
//! it needs. A directory is made under another name and then renamed, and is never changed afterwards: two processes at
//! once make it twice, and one of them uses what the other made. Of each library those that were used last are kept
//! (`unused.rs`).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::answer::first_error;
use crate::check::name_libraries;
use crate::library::{Library, file_name, short};
use crate::process::run;
use crate::unused::{keep_few, touch};
use crate::{Compiler, GateError};

/// The libraries of one compiler.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) directory: PathBuf,
    pub(crate) compiler: Compiler,
}

impl Store {
    /// The libraries of a compiler below a cache directory.
    pub fn new(cache: &Path, compiler: &Compiler) -> Store {
        Store { directory: cache.join("rustc"), compiler: compiler.clone() }
    }

    /// The library if it is there. `fingerprint` stands for its text.
    pub fn get(&self, name: &str, fingerprint: &str, needs: &[Library]) -> Option<Library> {
        let library = self.library(name, fingerprint, needs);
        touch(&library);
        library.path.is_file().then_some(library)
    }

    /// Makes the library from its text, unless it is there.
    pub fn make(&self, name: &str, fingerprint: &str, text: &str, needs: &[Library]) -> Result<Library, GateError> {
        if let Some(library) = self.get(name, fingerprint, needs) {
            return Ok(library);
        }
        let library = self.library(name, fingerprint, needs);
        let file_error = |path: &Path| {
            let path = path.to_path_buf();
            move |source| GateError::File { path, source }
        };
        fs::create_dir_all(&self.directory).map_err(file_error(&self.directory))?;
        let work = tempfile::Builder::new().prefix(".making-").tempdir_in(&self.directory);
        let work = work.map_err(file_error(&self.directory))?;
        let source = format!("{name}.rs");
        fs::write(work.path().join(&source), text).map_err(file_error(&work.path().join(&source)))?;
        let output = file_name(name);
        let mut command = self.compiler.command();
        // The same text must give the same metadata, wherever it is made.
        command.current_dir(work.path()).args(["--edition", "2021", "--crate-name", name, "-o", &output]);
        command.arg("--remap-path-prefix").arg(format!("{}=certus", work.path().display()));
        // The text is of the library with all its features.
        command.args(["--cfg", "feature=\"alloc\"", "--cfg", "feature=\"std\""]);
        name_libraries(&mut command, needs, &[], &[]);
        command.arg(&source);
        let answer = run(command, self.compiler.processes())?;
        if !answer.success {
            let message = first_error(&answer).unwrap_or(answer.rest);
            let version = self.compiler.version().to_string();
            return Err(GateError::Library { library: name.to_string(), version, message });
        }
        let _ = fs::remove_file(work.path().join(&source));
        put(work, &library)?;
        keep_few(&self.directory, name, SystemTime::now());
        Ok(library)
    }

    fn library(&self, name: &str, fingerprint: &str, needs: &[Library]) -> Library {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        part(&self.compiler.identity());
        part(name);
        part(fingerprint);
        needs.iter().for_each(|need| part(&need.key));
        let key = short(hash);
        let path = self.directory.join(format!("{name}-{key}")).join(file_name(name));
        Library { name: name.to_string(), path, key }
    }
}

/// Moves new metadata to its place.
pub(crate) fn put(work: tempfile::TempDir, library: &Library) -> Result<(), GateError> {
    let target = library.path.parent().unwrap_or(&library.path).to_path_buf();
    let made = work.keep();
    if let Err(source) = fs::rename(&made, &target) {
        // Whoever was faster made the same.
        let _ = fs::remove_dir_all(&made);
        if !library.path.is_file() {
            return Err(GateError::File { path: target, source });
        }
    }
    Ok(())
}
