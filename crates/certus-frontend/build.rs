//! Embeds the library sources that every loaded program may name.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The constants of the generated file and the folders or files they come from, relative to the workspace.
const LIBRARIES: [(&str, &str); 6] = [
    ("CORE", "std-api/core"),
    ("ALLOC", "std-api/alloc"),
    ("STD", "std-api/std"),
    ("MACROS", "std-api/verus_builtin_macros"),
    ("BUILTIN", "std-api/verus_builtin.rs"),
    ("VSTD", "vstd"),
];

fn main() -> io::Result<()> {
    let workspace = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let mut out = String::new();
    for (name, place) in LIBRARIES {
        let base = workspace.join(place);
        println!("cargo::rerun-if-changed={}", base.display());
        let mut files = Vec::new();
        collect(&base, &mut files)?;
        // The root of the crate first, then by path: the same program gives the same file numbers everywhere.
        files.sort_by_key(|path| {
            let file = path.file_name().unwrap_or_default();
            let is_root = path.parent() == Some(&base) && (file == "lib.rs" || file == "vstd.rs");
            (!is_root, path.clone())
        });
        writeln!(out, "/// Files of `{place}`, the crate root first.").map_err(io::Error::other)?;
        writeln!(out, "pub(crate) const {name}: &[LibraryFile] = &[").map_err(io::Error::other)?;
        for file in files {
            let shown = file.strip_prefix(&workspace).unwrap_or(&file);
            let path = shown.display();
            writeln!(
                out,
                "    LibraryFile {{ path: {:?}, text: include_str!({:?}) }},",
                path.to_string(),
                file.display().to_string()
            )
            .map_err(io::Error::other)?;
        }
        writeln!(out, "];").map_err(io::Error::other)?;
    }
    fs::write(PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("libraries.rs"), out)
}

/// All Rust files at a place.
fn collect(place: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if place.is_file() {
        files.push(place.to_path_buf());
    } else if place.is_dir() {
        for entry in fs::read_dir(place)? {
            let path = entry?.path();
            if path.is_dir() || path.extension().is_some_and(|e| e == "rs") {
                collect(&path, files)?;
            }
        }
    }
    Ok(())
}
