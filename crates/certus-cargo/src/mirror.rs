//! A directory that looks to rustc like that of a program, but for the text of the root file: the other files are links.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::Error;

/// The directory. It is removed when the value is dropped.
pub(crate) struct Mirror {
    directory: TempDir,
    root: PathBuf,
    original: PathBuf,
}

impl Mirror {
    /// Makes it in the directory `place`, for the root file with this absolute path.
    pub(crate) fn new(place: &Path, root: &Path, text: &str) -> Result<Mirror, Error> {
        let directory = tempfile::Builder::new().prefix("root-").tempdir_in(place).map_err(Error::file(place))?;
        let original = root.parent().unwrap_or(root);
        for entry in fs::read_dir(original).map_err(Error::file(original))? {
            let entry = entry.map_err(Error::file(original))?;
            let link = directory.path().join(entry.file_name());
            if entry.path() != root {
                link_to(&entry.path(), &link).map_err(Error::file(&link))?;
            }
        }
        let copy = directory.path().join(root.file_name().unwrap_or_default());
        fs::write(&copy, text).map_err(Error::file(&copy))?;
        Ok(Mirror { root: copy, original: original.to_path_buf(), directory })
    }

    /// The root file in it.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The options of rustc with which it names the original files. Cargo gives it the paths from the package on.
    pub(crate) fn options(&self) -> Vec<String> {
        let path = self.directory.path();
        let forms = [Some(path), path.file_name().map(Path::new)].into_iter().flatten();
        forms.map(|form| format!("--remap-path-prefix={}={}", form.display(), self.original.display())).collect()
    }
}

#[cfg(unix)]
fn link_to(original: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(original, link)
}

#[cfg(windows)]
fn link_to(original: &Path, link: &Path) -> std::io::Result<()> {
    match original.is_dir() {
        true => std::os::windows::fs::symlink_dir(original, link),
        false => std::os::windows::fs::symlink_file(original, link),
    }
}

#[cfg(test)]
mod tests {
    use super::Mirror;
    use std::fs;

    #[test]
    fn only_the_root_file_has_another_text() -> Result<(), Box<dyn std::error::Error>> {
        let directory = tempfile::tempdir()?;
        let place = tempfile::tempdir()?;
        let root = directory.path().join("a.rs");
        fs::create_dir(directory.path().join("sub"))?;
        fs::write(&root, "#![feature(x)]")?;
        fs::write(directory.path().join("b.rs"), "b")?;
        fs::write(directory.path().join("sub/c.rs"), "c")?;
        let mirror = Mirror::new(place.path(), &root, "other")?;
        let read = |name: &str| fs::read_to_string(mirror.root().with_file_name(name));
        assert_eq!((read("a.rs")?, read("b.rs")?, read("sub/c.rs")?), ("other".into(), "b".into(), "c".into()));
        assert_eq!(fs::read_to_string(&root)?, "#![feature(x)]");
        let seen = mirror.root().to_path_buf();
        drop(mirror);
        assert!(!seen.exists() && root.exists());
        Ok(())
    }
}
