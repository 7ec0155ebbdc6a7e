//! Where the sources of a workspace are (`cargo certus watch`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;

use crate::Error;
use crate::cargo::Cargo;
use crate::selection::Selection;

/// The places whose changes may change a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceFolders {
    /// The folders with files of the packages that have a place on this machine, without those in which cargo builds.
    pub(crate) folders: BTreeSet<PathBuf>,
    /// What cargo writes beside them: the lock file and the directory in which it builds.
    pub(crate) written: BTreeSet<PathBuf>,
}

impl SourceFolders {
    /// Asks cargo for the packages of a workspace and those that it names by paths.
    ///
    /// # Errors
    ///
    /// If a manifest is wrong.
    pub(crate) fn find(cargo: &Cargo, selection: &Selection) -> Result<SourceFolders, Error> {
        let mut args: Vec<String> = ["--format-version", "1"].map(str::to_string).to_vec();
        args.extend(selection.resolve_args());
        let text = cargo.ask("metadata", &args)?;
        let bad = |error: cargo_metadata::Error| Error::Answer { command: "metadata", reason: error.to_string() };
        let metadata = MetadataCommand::parse(text).map_err(bad)?;
        let (root, target) = (metadata.workspace_root.as_std_path(), metadata.target_directory.as_std_path());
        let mut written = BTreeSet::from([root.join("Cargo.lock"), target.to_path_buf()]);
        written.extend(selection.target_dir.iter().filter_map(|path| std::path::absolute(path).ok()));
        let mut folders = BTreeSet::from([root.to_path_buf()]);
        let packages = metadata.packages.iter().filter(|package| package.source.is_none());
        // The crates of Certus change only when `cargo certus vendor` writes them.
        let is_ours = |directory: &&Path| directory.iter().any(|part| part == certus_vendor::DIRECTORY);
        let directories = packages.filter_map(|package| package.manifest_path.as_std_path().parent());
        directories
            .filter(|directory| !is_ours(directory))
            .for_each(|directory| add(directory, &written, &mut folders));
        Ok(SourceFolders { folders, written })
    }
}

/// Adds a folder and those below it.
fn add(folder: &Path, written: &BTreeSet<PathBuf>, folders: &mut BTreeSet<PathBuf>) {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with('.') || name == certus_vendor::DIRECTORY || written.contains(folder) {
        return;
    }
    folders.insert(folder.to_path_buf());
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // A link may lead back.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            add(&entry.path(), written, folders);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_sources_are_found() {
        let place = tempfile::tempdir().expect("a directory");
        let at = |path: &str| place.path().join(path);
        for path in ["p/src/deep", "p/target/debug", "p/.git/objects", "p/vendor-certus/vstd"] {
            std::fs::create_dir_all(at(path)).expect("made");
        }
        let mut folders = BTreeSet::new();
        add(&at("p"), &BTreeSet::from([at("p/target")]), &mut folders);
        assert_eq!(folders, BTreeSet::from([at("p"), at("p/src"), at("p/src/deep")]));
    }
}
