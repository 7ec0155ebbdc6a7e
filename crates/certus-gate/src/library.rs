//! The metadata file of a library.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::GateError;

/// The metadata of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The crate name of the library.
    pub name: String,
    /// The path of the metadata file.
    pub path: PathBuf,
    /// A hash of its inputs.
    pub(crate) key: String,
}

impl Library {
    /// Metadata that somebody else made, of a crate of this name. It counts as another one when its file was written
    /// again.
    pub fn made_elsewhere(name: &str, path: &Path) -> Result<Library, GateError> {
        let error = |source| GateError::Unreadable { path: path.to_path_buf(), source };
        let data = fs::metadata(path).map_err(error)?;
        let path = std::path::absolute(path).map_err(error)?;
        let age = data.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let mut hash = Sha256::new();
        hash.update(format!("{} {} {:?}", path.display(), data.len(), age));
        Ok(Library { name: name.to_string(), path, key: short(hash) })
    }
}

/// The name of the metadata file of a crate.
pub(crate) fn file_name(name: &str) -> String {
    format!("lib{name}.rmeta")
}

/// A checksum as it is written in names of files.
pub(crate) fn short(hash: Sha256) -> String {
    hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}
