//! Creates a package to start with (`cargo certus new`), and writes the crates that it is compiled with (`cargo certus
//! vendor`).

use std::path::{Path, PathBuf};

use certus_vendor::Written;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value, value};

use crate::Error;
use crate::cargo::Cargo;

/// The program of a new package.
const BINARY: &str = include_str!("template/main.rs.txt");
/// The library of a new package.
const LIBRARY: &str = include_str!("template/lib.rs.txt");
/// Configuration names that verifiers set and rustc does not know.
const CFGS: &[&str] = &["cfg(verus_keep_ghost)", "cfg(verus_only)"];

/// Where the crates are with which a verified program is compiled.
#[derive(Clone, Debug)]
pub enum Packages {
    /// In a directory of the package or of its workspace, where [`create`] writes them: the package builds on every
    /// machine.
    Vendored,
    /// In a checkout of Certus, which the package names by its absolute path.
    Checkout(PathBuf),
}

impl Packages {
    /// The packages of a checkout; an error if it does not contain them.
    pub fn at(directory: &Path) -> Result<Packages, Error> {
        let directory = std::path::absolute(directory).map_err(Error::file(directory))?;
        let directory = directory.canonicalize().unwrap_or(directory);
        match directory.join("vstd").join("Cargo.toml").is_file() {
            true => Ok(Packages::Checkout(directory)),
            false => Err(Error::NoPackages { directory }),
        }
    }

    /// The text of the lock file that has the versions with which the packages were tested.
    fn lock_file(&self) -> Option<Vec<u8>> {
        match self {
            Packages::Vendored => certus_vendor::lock_file().ok(),
            Packages::Checkout(directory) => std::fs::read(directory.join("Cargo.lock")).ok(),
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
    let root = workspace_root(cargo, &manifest)?;
    let library = match packages {
        Packages::Checkout(directory) => directory.join("vstd").to_string_lossy().into_owned(),
        Packages::Vendored => vendored(path, &root)?,
    };
    edit(&mut document, &library).ok_or_else(|| bad("a key is not a table".to_string()))?;
    std::fs::write(&manifest, document.to_string()).map_err(Error::file(&manifest))?;
    let (file, text) = if is_library { ("lib.rs", LIBRARY) } else { ("main.rs", BINARY) };
    let source = path.join("src").join(file);
    std::fs::write(&source, text).map_err(Error::file(&source))?;
    if is_same(&root, &manifest) {
        lock(cargo, path, packages);
    }
    Ok(Created { directory: path.to_path_buf(), is_library })
}

/// Adds the settings for verification to a manifest. `None` if a part of the manifest is not a table.
fn edit(document: &mut DocumentMut, library: &str) -> Option<()> {
    let mut dependency = InlineTable::new();
    dependency.insert("path", library.into());
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
        rust.as_table_like_mut()?.insert("unexpected_cfgs", value(known_cfgs()));
    }
    Some(())
}

/// The settings of the lint that warns of configuration names.
pub(crate) fn known_cfgs() -> InlineTable {
    let mut known = InlineTable::new();
    known.insert("level", "warn".into());
    known.insert("check-cfg", Value::Array(CFGS.iter().copied().collect::<Array>()));
    known
}

fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// Writes the crates below the workspace of the package in this directory, and returns the path of `vstd` from there.
fn vendored(package: &Path, root: &Path) -> Result<String, Error> {
    let canonical = |path: &Path| path.canonicalize().map_err(Error::file(path));
    let (package, root) = (canonical(package)?, canonical(root)?);
    let workspace = root.parent().unwrap_or(&package);
    certus_vendor::write(&workspace.join(certus_vendor::DIRECTORY))?;
    if workspace != package {
        exclude(&root)?;
    }
    // A member of a workspace may be anywhere.
    let Ok(below) = package.strip_prefix(workspace) else {
        let library = workspace.join(certus_vendor::DIRECTORY).join("vstd");
        return Ok(library.to_string_lossy().into_owned());
    };
    let up = "../".repeat(below.components().count());
    Ok(format!("{up}{}/vstd", certus_vendor::DIRECTORY))
}

/// Adds the crates to what is not a member of a workspace. Cargo makes members of all packages that members name by paths.
fn exclude(root: &Path) -> Result<(), Error> {
    let bad = |reason: String| Error::Manifest { manifest: root.to_path_buf(), reason };
    let text = std::fs::read_to_string(root).map_err(Error::file(root))?;
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| bad(error.to_string()))?;
    let workspace = document.get_mut("workspace").and_then(Item::as_table_like_mut);
    let workspace = workspace.ok_or_else(|| bad("`workspace` is not a table".to_string()))?;
    let excluded = workspace.entry("exclude").or_insert_with(|| value(Array::new()));
    let excluded = excluded.as_array_mut().ok_or_else(|| bad("`workspace.exclude` is not a list".to_string()))?;
    if !excluded.iter().any(|path| path.as_str() == Some(certus_vendor::DIRECTORY)) {
        excluded.push(certus_vendor::DIRECTORY);
        std::fs::write(root, document.to_string()).map_err(Error::file(root))?;
    }
    Ok(())
}

/// Writes the crates for the workspace around a manifest, or of the current directory, in place of those of another version
/// of Certus. Returns their directory and what was done.
pub fn vendor(cargo: &Cargo, manifest: Option<&Path>) -> Result<(PathBuf, Written), Error> {
    let root = match manifest {
        Some(manifest) => workspace_root(cargo, manifest)?,
        None => located(cargo, &[])?,
    };
    let directory = root.with_file_name(certus_vendor::DIRECTORY);
    let written = certus_vendor::write(&directory)?;
    let text = std::fs::read_to_string(&root).map_err(Error::file(&root))?;
    if text.parse::<DocumentMut>().is_ok_and(|document| document.contains_key("workspace")) {
        exclude(&root)?;
    }
    Ok((directory, written))
}

/// The manifest of the workspace that a manifest belongs to, which may be the same.
fn workspace_root(cargo: &Cargo, manifest: &Path) -> Result<PathBuf, Error> {
    located(cargo, &["--manifest-path".to_string(), manifest.to_string_lossy().into_owned()])
}

fn located(cargo: &Cargo, args: &[String]) -> Result<PathBuf, Error> {
    let mut all = ["--workspace", "--message-format=plain"].map(str::to_string).to_vec();
    all.extend(args.iter().cloned());
    Ok(PathBuf::from(cargo.ask("locate-project", &all)?.trim()))
}

fn is_same(one: &Path, other: &Path) -> bool {
    let (one, other) = (one.canonicalize().ok(), other.canonicalize().ok());
    one.is_some() && one == other
}

/// Pins the dependencies to the versions that Certus was built with, so that a machine that built Certus needs no
/// network. A package of a workspace uses the lock file of the workspace. Errors are ignored, because cargo works
/// without this file.
pub(crate) fn lock(cargo: &Cargo, path: &Path, packages: &Packages) {
    let manifest = path.join("Cargo.toml").to_string_lossy().into_owned();
    let Some(text) = packages.lock_file() else { return };
    if std::fs::write(path.join("Cargo.lock"), text).is_ok() {
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
        edit(&mut document, "/certus/vstd").expect("tables");
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
        edit(&mut document, "/certus/vstd").expect("tables");
        assert!(!document.to_string().contains("unexpected_cfgs"), "{document}");
    }

    #[test]
    fn a_checkout_without_packages_is_told() {
        let empty = tempfile::tempdir().expect("a directory");
        let output = Packages::at(empty.path()).expect_err("nothing there").to_string();
        assert!(output.contains("--packages DIR"), "{output}");
    }
}
