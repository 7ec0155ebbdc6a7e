//! The crates that a verified program is compiled with: `vstd`, the macros of the language, and what these need.
//!
//! `build.rs` packs them, so that a command that was installed has them without a checkout. [`write`] unpacks them.
//!
//! **Architecture Invariant:** a directory that this crate did not write is never changed.

use std::fs;
use std::io::{self, Cursor, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

/// The crates, each in a directory with its name.
const ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/crates.zip"));

/// The file that tells what the other files of a directory are: the version, and the hash of the archive.
const MARK: &str = "certus.version";

/// The lock file with which the crates were tested. It is not among the files that are written.
const LOCK: &str = "Cargo.lock";

/// The directory of the crates below a package or a workspace. `cargo vendor` removes what it does not know from `vendor`.
pub const DIRECTORY: &str = "vendor-certus";

/// The reason why the crates cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Somebody else's directory.
    #[error("`{}` is there already, and Certus did not write it", .0.display())]
    Foreign(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot write `{}`: {source}", path.display())]
    File {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The program is damaged.
    #[error("the crates in this program cannot be unpacked: {0}")]
    Archive(#[from] zip::result::ZipError),
}

/// What [`write`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// There were none.
    New,
    /// There were those of another version.
    Replaced,
    /// They were there already.
    Same,
}

/// Writes the crates to a directory, in place of those of another version of Certus.
///
/// # Errors
///
/// If the directory is there and has no crates of Certus, or if it cannot be written.
pub fn write(directory: &Path) -> Result<Written, Error> {
    let found = fs::read_to_string(directory.join(MARK)).ok();
    if found.is_none() && directory.exists() {
        return Err(Error::Foreign(directory.to_path_buf()));
    }
    if found.as_deref() == Some(&mark()) {
        return Ok(Written::Same);
    }
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |source| Error::File { path, source }
    };
    if found.is_some() {
        fs::remove_dir_all(directory).map_err(failed(directory))?;
    }
    for (path, content) in files()? {
        let path = directory.join(path);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).map_err(failed(parent))?;
        fs::write(&path, content).map_err(failed(&path))?;
    }
    // Last: a directory without it is not complete.
    let path = directory.join(MARK);
    fs::write(&path, mark()).map_err(failed(&path))?;
    Ok(if found.is_some() { Written::Replaced } else { Written::New })
}

/// The text of the lock file with which the crates were tested.
///
/// # Errors
///
/// If the program is damaged.
pub fn lock_file() -> Result<Vec<u8>, Error> {
    content(&mut archive()?, LOCK)
}

fn archive() -> Result<ZipArchive<Cursor<&'static [u8]>>, Error> {
    Ok(ZipArchive::new(Cursor::new(ARCHIVE))?)
}

/// The files to write, with their paths.
fn files() -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut archive = archive()?;
    let names =
        archive.file_names().map(|name| name.map(std::borrow::Cow::into_owned)).collect::<Result<Vec<_>, _>>()?;
    names
        .into_iter()
        .filter(|name| name != LOCK)
        .map(|name| content(&mut archive, &name).map(|content| (name, content)))
        .collect()
}

/// A file of the archive; its checksum is compared.
fn content(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<Vec<u8>, Error> {
    let mut content = Vec::new();
    let read = archive.by_name(name)?.read_to_end(&mut content);
    read.map_err(zip::result::ZipError::Io)?;
    Ok(content)
}

/// The text of [`MARK`].
fn mark() -> String {
    let hash: String = Sha256::digest(ARCHIVE).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("{} {hash}\n", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: PathBuf) -> String {
        fs::read_to_string(path).expect("written")
    }

    #[test]
    fn crates_stand_alone() {
        let place = tempfile::tempdir().expect("a directory");
        let directory = place.path().join(DIRECTORY);
        assert_eq!(write(&directory).expect("written"), Written::New);
        for entry in fs::read_dir(&directory).expect("a directory").map(|entry| entry.expect("an entry").path()) {
            if !entry.is_dir() {
                continue;
            }
            let manifest = read(entry.join("Cargo.toml"));
            assert!(!manifest.contains("workspace"), "{manifest}");
            assert!(manifest.contains("verify = false") && manifest.contains("edition = \"2024\""), "{manifest}");
            for path in manifest.split("path = \"").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(entry.join(path).exists(), "{path}\n{manifest}");
            }
        }
        assert!(directory.join("LICENSE-MIT").is_file() && !directory.join(LOCK).exists());
        let declarations = read(directory.join("verus_builtin/declarations.rs"));
        assert!(declarations.contains("struct Ghost"), "{declarations}");
    }

    #[test]
    fn other_versions_are_replaced_and_the_files_of_others_are_not() {
        let place = tempfile::tempdir().expect("a directory");
        let directory = place.path().join(DIRECTORY);
        assert_eq!(write(&directory).expect("written"), Written::New);
        assert_eq!(write(&directory).expect("there"), Written::Same);
        fs::write(directory.join(MARK), "0.0.1 0\n").expect("written");
        fs::write(directory.join("vstd/gone.rs"), "").expect("written");
        assert_eq!(write(&directory).expect("written"), Written::Replaced);
        assert!(!directory.join("vstd/gone.rs").exists() && directory.join("vstd/lib.rs").is_file());
        fs::remove_file(directory.join(MARK)).expect("removed");
        assert!(matches!(write(&directory), Err(Error::Foreign(_))));
        assert!(directory.join("vstd/lib.rs").is_file());
    }

    #[test]
    fn the_lock_file_pins_the_parser() {
        let text = String::from_utf8(lock_file().expect("it is there")).expect("text");
        assert!(text.contains("name = \"verus_syn\""), "{text}");
    }
}
