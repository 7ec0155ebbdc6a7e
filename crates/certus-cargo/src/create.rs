//! Creates a package to start with (`cargo certus new`).

use std::path::{Path, PathBuf};

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value, value};

use crate::Error;
use crate::cargo::Cargo;

/// The program of a new package.
const BINARY: &str = include_str!("template/main.rs.txt");
/// The library of a new package.
const LIBRARY: &str = include_str!("template/lib.rs.txt");
/// Configuration names that verifiers set and rustc does not know.
const CFGS: &[&str] = &["cfg(verus_keep_ghost)", "cfg(verus_only)"];

/// The directory of the packages with which verified programs are compiled.
#[derive(Clone, Debug)]
pub struct Packages {
    directory: PathBuf,
}

impl Packages {
    /// The packages of a checkout; an error if it does not contain them.
    pub fn at(directory: &Path) -> Result<Packages, Error> {
        let directory = std::path::absolute(directory).map_err(Error::file(directory))?;
        let directory = directory.canonicalize().unwrap_or(directory);
        match directory.join("vstd").join("Cargo.toml").is_file() {
            true => Ok(Packages { directory }),
            false => Err(Error::NoPackages { directory }),
        }
    }
}

/// A package that `cargo certus new` made.
#[derive(Debug)]
pub struct Created {
    /// The directory with the manifest of the package.
    pub directory: PathBuf,
    /// Whether the package is a library.
    pub is_library: bool,
}

/// A package that does not exist yet.
#[derive(Clone, Debug)]
pub struct NewPackage<'a> {
    /// The directory to create.
    pub path: &'a Path,
    /// Whether the package is a library.
    pub is_library: bool,
    /// Further arguments of `cargo new`.
    pub args: &'a [String],
}

/// Creates a package as `cargo new` does. It adds the settings for verification, and a small verified program. `on_line`
/// is called for each line that cargo prints.
pub fn create(
    cargo: &Cargo,
    new: &NewPackage<'_>,
    packages: &Packages,
    on_line: &mut dyn FnMut(&str),
) -> Result<Created, Error> {
    let NewPackage { path, is_library, args } = *new;
    let mut all = vec![path.to_string_lossy().into_owned()];
    all.push(if is_library { "--lib" } else { "--bin" }.to_string());
    all.extend(args.iter().cloned());
    let ran = cargo.listen("new", &all, on_line)?;
    if !ran.success {
        return Err(Error::Cargo { output: ran.stderr.trim().to_string() });
    }
    let manifest = path.join("Cargo.toml");
    let text = std::fs::read_to_string(&manifest).map_err(Error::file(&manifest))?;
    let bad = |reason: String| Error::Manifest { manifest: manifest.clone(), reason };
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| bad(error.to_string()))?;
    edit(&mut document, &packages.directory).ok_or_else(|| bad("a key is not a table".to_string()))?;
    std::fs::write(&manifest, document.to_string()).map_err(Error::file(&manifest))?;
    let (file, text) = if is_library { ("lib.rs", LIBRARY) } else { ("main.rs", BINARY) };
    let source = path.join("src").join(file);
    std::fs::write(&source, text).map_err(Error::file(&source))?;
    lock(cargo, path, packages);
    Ok(Created { directory: path.to_path_buf(), is_library })
}

/// Adds the settings for verification to a manifest. `None` if a part of the manifest is not a table.
fn edit(document: &mut DocumentMut, packages: &Path) -> Option<()> {
    let mut dependency = InlineTable::new();
    dependency.insert("path", packages.join("vstd").to_string_lossy().as_ref().into());
    let dependencies = document.entry("dependencies").or_insert_with(|| Item::Table(Table::new()));
    dependencies.as_table_like_mut()?.insert("vstd", value(dependency));
    let mut metadata = Table::new();
    metadata.insert("verify", value(true));
    let package = document.get_mut("package")?.as_table_like_mut()?;
    let tables = package.entry("metadata").or_insert_with(|| Item::Table(implicit()));
    tables.as_table_like_mut()?.insert("certus", Item::Table(metadata));
    let lints = document.entry("lints").or_insert_with(|| Item::Table(implicit()));
    // A member of a workspace uses the lints of the workspace; a second table would be an error.
    if lints.get("workspace").is_none() {
        let lints = lints.as_table_like_mut()?;
        let rust = lints.entry("rust").or_insert_with(|| Item::Table(Table::new()));
        let mut known = InlineTable::new();
        known.insert("level", "warn".into());
        known.insert("check-cfg", Value::Array(CFGS.iter().copied().collect::<Array>()));
        rust.as_table_like_mut()?.insert("unexpected_cfgs", value(known));
    }
    Some(())
}

fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// Pins the dependencies to the versions that Certus was built with, so that a machine that built Certus needs no
/// network. A package of a workspace uses the lock file of the workspace. Errors are ignored, because cargo works
/// without this file.
fn lock(cargo: &Cargo, path: &Path, packages: &Packages) {
    let manifest = path.join("Cargo.toml").to_string_lossy().into_owned();
    let located = cargo.ask(
        "locate-project",
        &["--workspace", "--message-format=plain", "--manifest-path", &manifest].map(str::to_string),
    );
    let canonical = |path: &Path| path.canonicalize().ok();
    let is_own = located.is_ok_and(|root| canonical(Path::new(root.trim())) == canonical(Path::new(&manifest)));
    if is_own && std::fs::copy(packages.directory.join("Cargo.lock"), path.join("Cargo.lock")).is_ok() {
        // Removes the packages that the new package does not need.
        let args = ["--offline", "--format-version", "1", "--manifest-path", &manifest].map(str::to_string);
        let _ = cargo.ask("metadata", &args);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_says_what_is_needed() {
        let mut document: DocumentMut =
            "[package]\nname = \"demo\"\nversion = \"0.1.0\"\n\n[dependencies]\n".parse().expect("a manifest");
        edit(&mut document, Path::new("/certus")).expect("tables");
        let text = document.to_string();
        assert!(text.contains("vstd = { path = \"/certus/vstd\" }"), "{text}");
        assert!(text.contains("[package.metadata.certus]\nverify = true"), "{text}");
        assert!(text.contains("[lints.rust]\nunexpected_cfgs = { level = \"warn\", check-cfg = ["), "{text}");
        assert!(!text.contains("[lints]\n") && !text.contains("[package.metadata]\n"), "{text}");
    }

    #[test]
    fn lints_of_a_workspace_stay() {
        let mut document: DocumentMut =
            "[package]\nname = \"demo\"\n[lints]\nworkspace = true\n".parse().expect("toml");
        edit(&mut document, Path::new("/certus")).expect("tables");
        assert!(!document.to_string().contains("unexpected_cfgs"), "{document}");
    }

    #[test]
    fn a_checkout_without_packages_is_told() {
        let empty = tempfile::tempdir().expect("a directory");
        let output = Packages::at(empty.path()).expect_err("nothing there").to_string();
        assert!(output.contains("--packages DIR"), "{output}");
    }
}
