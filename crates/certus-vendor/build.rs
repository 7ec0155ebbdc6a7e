//! Packs the crates that a verified program is compiled with.
//!
//! In the archive each crate stands alone: what its manifest has from the workspace is written out, and the other crates of
//! the archive are beside it. So the crates build below any package.

use std::io::{self, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use toml_edit::{DocumentMut, Item, Table, TableLike, Value, value};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The crates: their directories in the archive, which are their names, and in the workspace.
const CRATES: [(&str, &str); 11] = [
    ("certus-codes", "crates/certus-codes"),
    ("certus-known", "crates/certus-known"),
    ("certus-macros", "crates/certus-macros"),
    ("certus-rewrite", "crates/certus-rewrite"),
    ("certus-exec-spec", "crates/certus-exec-spec"),
    ("certus-sync", "crates/certus-sync"),
    ("certus-visit", "crates/certus-visit"),
    ("verus_builtin", "packages/verus_builtin"),
    ("verus_builtin_macros", "packages/verus_builtin_macros"),
    ("verus_state_machines_macros", "packages/verus_state_machines_macros"),
    ("vstd", "vstd"),
];

/// Further files: their paths in the archive and in the workspace.
const FILES: [(&str, &str); 5] = [
    ("Cargo.lock", "Cargo.lock"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("README.md", "crates/certus-vendor/src/README.md"),
    ("verus_builtin/declarations.rs", "std-api/verus_builtin.rs"),
];

/// The values of a package that it may take from the workspace.
const INHERITED: [&str; 5] = ["version", "edition", "rust-version", "license", "repository"];

fn main() -> io::Result<()> {
    let workspace = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let root = parsed(&workspace.join("Cargo.toml"))?;
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, place) in CRATES {
        let base = workspace.join(place);
        println!("cargo::rerun-if-changed={}", base.display());
        let mut manifest = parsed(&base.join("Cargo.toml"))?;
        stand_alone(&mut manifest, &root)?;
        files.push((format!("{name}/Cargo.toml"), manifest.to_string().into_bytes()));
        let mut sources = Vec::new();
        collect(&base, &base, &mut sources)?;
        for path in sources {
            files.push((format!("{name}/{path}"), fs::read(base.join(&path))?));
        }
    }
    for (path, place) in FILES {
        let place = workspace.join(place);
        println!("cargo::rerun-if-changed={}", place.display());
        files.push((path.to_owned(), fs::read(place)?));
    }
    files.sort();
    let out = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("crates.zip");
    fs::write(out, packed(&files)?)
}

/// The same files give the same archive.
fn packed(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let options = options.last_modified_time(DateTime::default());
    for (path, content) in files {
        archive.start_file(path.as_str(), options).map_err(io::Error::other)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish().map_err(io::Error::other)?.into_inner())
}

fn parsed(path: &Path) -> io::Result<DocumentMut> {
    let parsed = fs::read_to_string(path)?.parse();
    parsed.map_err(|error: toml_edit::TomlError| io::Error::other(format!("{}: {error}", path.display())))
}

/// The paths of the sources of a crate, relative to it: not its manifest, nor its tests and examples.
fn collect(base: &Path, directory: &Path, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let relative = path.strip_prefix(base).map_err(io::Error::other)?;
        if path.is_dir() {
            if relative != Path::new("tests") && relative != Path::new("examples") {
                collect(base, &path, paths)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
            paths.push(parts.join("/"));
        }
    }
    Ok(())
}

/// Writes out what a manifest takes from the workspace, and leaves out what only tests need.
fn stand_alone(manifest: &mut DocumentMut, root: &DocumentMut) -> io::Result<()> {
    let missing = |what: &str| io::Error::other(format!("{what} is not in the workspace"));
    let shared = root.get("workspace").and_then(Item::as_table_like).ok_or_else(|| missing("a table"))?;
    let of_workspace = |table: &str, key: &str| shared.get(table)?.get(key).cloned();
    let package = table(manifest, "package")?;
    for key in INHERITED {
        if package.get(key).is_some_and(is_inherited) {
            package.insert(key, of_workspace("package", key).ok_or_else(|| missing(key))?);
        }
    }
    // A workspace around the crates may want all its members verified.
    let (mut metadata, mut certus) = (Table::new(), Table::new());
    metadata.set_implicit(true);
    certus.insert("verify", value(false));
    metadata.insert("certus", Item::Table(certus));
    package.insert("metadata", Item::Table(metadata));
    let library = table(manifest, "lib")?;
    library.insert("test", value(false));
    library.insert("doctest", value(false));
    manifest.remove("dev-dependencies");
    if manifest.get("lints").is_some_and(is_inherited) {
        manifest.remove("lints");
    }
    for section in ["dependencies", "build-dependencies"] {
        let Some(dependencies) = manifest.get_mut(section).and_then(Item::as_table_like_mut) else { continue };
        for (key, item) in dependencies.iter_mut() {
            if is_inherited(item) {
                let mut whole = of_workspace("dependencies", key.get()).ok_or_else(|| missing(key.get()))?;
                if let Some(table) = whole.as_table_like_mut().filter(|table| table.contains_key("path")) {
                    table.insert("path", value(format!("../{}", key.get())));
                }
                *item = whole;
            }
        }
    }
    Ok(())
}

/// Whether an item is `workspace = true`, and nothing else.
fn is_inherited(item: &Item) -> bool {
    if item.as_table_like().is_none_or(|table| table.len() != 1) {
        return false;
    }
    item.get("workspace").and_then(Item::as_value).and_then(Value::as_bool) == Some(true)
}

/// A table of a manifest, made if it is not there.
fn table<'m>(manifest: &'m mut DocumentMut, name: &str) -> io::Result<&'m mut dyn TableLike> {
    let item = manifest.entry(name).or_insert_with(|| Item::Table(Table::new()));
    item.as_table_like_mut().ok_or_else(|| io::Error::other(format!("`{name}` is not a table")))
}
