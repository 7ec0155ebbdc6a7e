//! Reads the package of another library `vstd`, without cargo.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item};

use crate::Error;

/// The inputs of rustc for the library of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibrarySource {
    /// The library's root file, mostly `src/lib.rs`.
    pub root: PathBuf,
    /// The edition as cargo writes it, for instance `2021`.
    pub edition: String,
    /// Its features, as configuration flags.
    pub cfgs: Vec<String>,
}

impl LibrarySource {
    /// The library of the package in a directory, with its default features; or the library with this root file,
    /// without features. `Err` if the manifest cannot be read, or there is no library.
    pub fn at(path: &Path) -> Result<LibrarySource, Error> {
        if !path.is_dir() {
            return Ok(LibrarySource { root: path.to_path_buf(), edition: "2021".into(), cfgs: Vec::new() });
        }
        let manifest = path.join("Cargo.toml");
        let wrong = |reason: String| Error::Manifest { manifest: manifest.clone(), reason };
        let text = std::fs::read_to_string(&manifest).map_err(|error| wrong(error.to_string()))?;
        let manifest_text: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| wrong(error.to_string()))?;
        let text_at = |table: &str, name: &str| {
            let item = manifest_text.get(table).and_then(|table| table.get(name));
            item.and_then(Item::as_str).map(str::to_string)
        };
        let root = path.join(text_at("lib", "path").unwrap_or_else(|| "src/lib.rs".into()));
        if !root.is_file() {
            return Err(wrong(format!("there is no library at `{}`", root.display())));
        }
        let edition = text_at("lib", "edition").or_else(|| text_at("package", "edition"));
        let edition = edition.unwrap_or_else(|| "2021".into());
        let cfgs = features(&manifest_text).into_iter().map(|name| format!("feature={name:?}")).collect();
        Ok(LibrarySource { root, edition, cfgs })
    }
}

/// The feature of the published library that its own build enables beside the default ones.
const NONZERO: &str = "nonzero_internals";

/// The features that the library is built with, and those that they enable.
fn features(manifest: &DocumentMut) -> BTreeSet<String> {
    let all = manifest.get("features");
    let mut found = BTreeSet::new();
    let mut left = vec!["default".to_string(), NONZERO.to_string()];
    while let Some(name) = left.pop() {
        let Some(on) = all.and_then(|all| all.get(&name)).and_then(Item::as_array) else { continue };
        if found.insert(name) {
            left.extend(on.iter().filter_map(|value| value.as_str()).map(str::to_string));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_read() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path();
        let write = |text: &str| std::fs::write(path.join("Cargo.toml"), text).expect("written");
        write(
            "[package]\nname = \"vstd\"\nedition = \"2024\"\n[lib]\npath = \"v.rs\"\n[features]\ndefault = [\"a\"]\n\
             a = [\"b\", \"dep:x\"]\nb = []\nc = []\nnonzero_internals = []\n",
        );
        assert!(LibrarySource::at(path).is_err_and(|error| error.to_string().contains("there is no library")));
        std::fs::write(path.join("v.rs"), "").expect("written");
        let found = LibrarySource::at(path).expect("it is there");
        assert_eq!((found.root, found.edition.as_str()), (path.join("v.rs"), "2024"));
        assert_eq!(
            found.cfgs,
            ["feature=\"a\"", "feature=\"b\"", "feature=\"default\"", "feature=\"nonzero_internals\""]
        );
        write("[package");
        assert!(LibrarySource::at(path).is_err());
        let file = LibrarySource::at(&path.join("v.rs")).expect("a file");
        assert_eq!((file.edition.as_str(), file.cfgs.len()), ("2021", 0));
    }
}
